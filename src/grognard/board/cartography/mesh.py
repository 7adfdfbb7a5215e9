"""The hexes as shapes on the page: cells, corners, sides, and the outlines of areas.

Beyond the edge of the grid one ring of borrowed cells continues the terrain, so that the picture
bleeds into the frame as a printed map does.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from grognard.board.cartography.geometry import Box, Point, centroid, chance, middle, shifted, wobble

if TYPE_CHECKING:
    from grognard.board.grid import Grid

UNIT = 60.0
"""Page units (SVG user units) for the width of a hex across its flats, where a style wants no other."""


def _key(point: Point) -> tuple[int, int]:
    return (round(point[0] * 4), round(point[1] * 4))


@dataclass(frozen=True, slots=True)
class Cell:
    """One hexagon of the page: a hex of the grid, or a borrowed one beyond its edge."""

    number: int
    hex: int
    centre: Point
    corners: tuple[int, ...]
    neighbours: tuple[int, ...]
    """The cell across the side from corner n to corner n + 1, or -1."""

    @property
    def real(self) -> bool:
        """Whether the cell is a hex of the grid."""
        return self.hex >= 0


class Mesh:
    """All cells of a grid on the page, with shared corners."""

    def __init__(self, grid: Grid, unit: float = UNIT) -> None:
        self.unit = unit
        """The width of a hex across its flats."""
        shapes = [
            (hex_, _scaled(grid.centre(hex_), unit), [_scaled(corner, unit) for corner in grid.corners(hex_)])
            for hex_ in grid.hexes
        ]
        known = {_key(centre) for _, centre, _ in shapes}
        for _, centre, corners in tuple(shapes):
            for index in range(6):
                beyond = _across(centre, corners[index], corners[(index + 1) % 6])
                if _key(beyond) not in known:
                    known.add(_key(beyond))
                    by = (beyond[0] - centre[0], beyond[1] - centre[1])
                    shapes.append((-1, beyond, [shifted(corner, by) for corner in corners]))
        self.points: list[Point] = []
        self.cells: tuple[Cell, ...] = self._join(shapes)
        self.of_hex: Mapping[int, Cell] = {cell.hex: cell for cell in self.cells if cell.real}
        self.cells_at: Mapping[int, tuple[int, ...]] = self._around()

    def _join(self, shapes: list[tuple[int, Point, list[Point]]]) -> tuple[Cell, ...]:
        numbers: dict[tuple[int, int], int] = {}
        by_centre = {_key(centre): number for number, (_, centre, _) in enumerate(shapes)}
        cells: list[Cell] = []
        for number, (hex_, centre, corners) in enumerate(shapes):
            ordered = sorted(corners, key=lambda c: math.atan2(c[1] - centre[1], c[0] - centre[0]))
            ids: list[int] = []
            for corner in ordered:
                key = self._near(numbers, corner)
                if key not in numbers:
                    numbers[key] = len(self.points)
                    self.points.append(corner)
                ids.append(numbers[key])
            across = [_across(centre, ordered[i], ordered[(i + 1) % 6]) for i in range(6)]
            beside = tuple(by_centre.get(_key(point), -1) for point in across)
            cells.append(Cell(number, hex_, centre, tuple(ids), beside))
        return tuple(cells)

    @staticmethod
    def _near(numbers: Mapping[tuple[int, int], int], point: Point) -> tuple[int, int]:
        """Return the key of a corner already known within rounding of `point`, or its own key."""
        x, y = _key(point)
        for dx in (0, -1, 1):
            for dy in (0, -1, 1):
                if (x + dx, y + dy) in numbers:
                    return (x + dx, y + dy)
        return (x, y)

    def _around(self) -> dict[int, tuple[int, ...]]:
        around: dict[int, list[int]] = {}
        for cell in self.cells:
            for corner in cell.corners:
                around.setdefault(corner, []).append(cell.number)
        return {corner: tuple(cells) for corner, cells in around.items()}

    def box(self) -> Box:
        """Return the rectangle that encloses the hexes of the grid."""
        points = [self.points[corner] for cell in self.of_hex.values() for corner in cell.corners]
        xs, ys = [x for x, _ in points], [y for _, y in points]
        return (min(xs), min(ys), max(xs), max(ys))

    def side(self, a: int, b: int) -> tuple[int, int]:
        """Return the two corners of the side between two adjacent hexes."""
        cell, other = self.of_hex[a], self.of_hex[b]
        index = cell.neighbours.index(other.number)
        return (cell.corners[index], cell.corners[(index + 1) % 6])

    def borrowed(self, value: Callable[[int], str]) -> list[str]:
        """Return `value` for every cell; a cell beyond the edge takes that of most of its neighbours."""
        values: list[str] = []
        for cell in self.cells:
            if cell.real:
                values.append(value(cell.hex))
                continue
            beside = [self.cells[n].hex for n in cell.neighbours if n >= 0 and self.cells[n].real]
            values.append(Counter(map(value, beside)).most_common(1)[0][0])
        return values

    def outlines(self, cells: Collection[int]) -> list[list[int]]:
        """Return the closed outlines, as rows of corners, of an area given by cell numbers."""
        inside = frozenset(cells)
        after: dict[int, list[int]] = {}
        for number in sorted(inside):
            cell = self.cells[number]
            for index, neighbour in enumerate(cell.neighbours):
                if neighbour not in inside:
                    after.setdefault(cell.corners[index], []).append(cell.corners[(index + 1) % 6])
        loops: list[list[int]] = []
        while after:
            start = min(after)
            loop, corner = [], start
            while True:
                loop.append(corner)
                following = after[corner].pop(0)
                if not after[corner]:
                    del after[corner]
                corner = following
                if corner == start:
                    break
            loops.append(loop)
        return loops

    def soft(self, loop: Iterable[int], *, rough: float, seed: int) -> list[Point]:
        """Return control points for a natural edge along an outline: corners eased, sides broken."""
        corners = list(loop)
        count = len(corners)
        eased: list[Point] = []
        for index, corner in enumerate(corners):
            before, after = self.points[corners[index - 1]], self.points[corners[(index + 1) % count]]
            x, y = self.points[corner]
            pulled = (x * 0.6 + (before[0] + after[0]) * 0.2, y * 0.6 + (before[1] + after[1]) * 0.2)
            eased.append(shifted(pulled, wobble(rough * self.unit, seed, corner)))
        controls: list[Point] = []
        for index, point in enumerate(eased):
            controls.append(point)
            following = eased[(index + 1) % count]
            low, high = sorted((corners[index], corners[(index + 1) % count]))
            key = low * 65_537 + high
            if chance(seed, key, 7) < 0.8:
                controls.append(shifted(middle(point, following), wobble(rough * self.unit, seed, key)))
        return controls

    def inward(self, corner: int) -> Point:
        """Return the mean centre of the hexes of the grid that meet at a corner."""
        return centroid(self.cells[n].centre for n in self.cells_at[corner] if self.cells[n].real)

    def on_edge(self, corner: int) -> bool:
        """Whether a corner lies on the edge of the grid."""
        cells = self.cells_at[corner]
        return len(cells) < 3 or not all(self.cells[n].real for n in cells)


def _scaled(point: Point, unit: float) -> Point:
    return (point[0] * unit, point[1] * unit)


def _across(centre: Point, a: Point, b: Point) -> Point:
    return (a[0] + b[0] - centre[0], a[1] + b[1] - centre[1])
