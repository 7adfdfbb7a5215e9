"""Built-up places: a village or town as a cluster of houses, a city as blocks over all its hexes."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence

from grognard.board.cartography.geometry import Interior, Pen, Point, along, chance, gap, scatter
from grognard.board.cartography.mesh import UNIT, Mesh
from grognard.board.cartography.roads import Way
from grognard.board.cartography.style import PlaceForm, Style
from grognard.board.cartography.svg import element, path, points_path
from grognard.board.cartography.water import River
from grognard.board.model import Board, Place

HOUSES: Mapping[PlaceForm, tuple[int, float]] = {
    "village": (9, 0.2),
    "town": (20, 0.27),
    "great_town": (40, 0.42),
    "fortress": (40, 0.42),
    "city": (40, 0.4),
}
"""How many houses stand for a place, and how far they reach: a share of a hex 60 wide."""


class Obstacles:
    """Roads and rivers that houses keep away from, found by neighbourhood."""

    def __init__(self, lines: Iterable[tuple[Sequence[Point], float]]) -> None:
        self._cells: dict[tuple[int, int], list[tuple[Point, float]]] = {}
        for line, clearance in lines:
            for point, _ in along(line, 4.0):
                self._cells.setdefault(self._cell(point), []).append((point, clearance))

    @staticmethod
    def _cell(point: Point) -> tuple[int, int]:
        return (math.floor(point[0] / 24), math.floor(point[1] / 24))

    def clear(self, point: Point, size: float) -> bool:
        """Tell whether a house of this size may stand at a point."""
        column, row = self._cell(point)
        return not any(
            gap(point, other) < clearance + size
            for dx in (-1, 0, 1)
            for dy in (-1, 0, 1)
            for other, clearance in self._cells.get((column + dx, row + dy), ())
        )


def obstacles(found: Sequence[Way], flows: Sequence[River]) -> Obstacles:
    """Return what houses keep away from."""
    lines: list[tuple[Sequence[Point], float]] = []
    for way in found:
        clearance = {"highway": 3.6, "road": 2.6, "track": 1.6, "rail": 2.2}[way.form]
        lines += [(way.sampled(index), clearance) for index in way.stretches]
    lines += [(river.line, max(river.widths) / 2 + 1.5) for river in flows]
    return Obstacles(lines)


def draw_places(board: Board, mesh: Mesh, style: Style, blocked: Obstacles) -> str:
    """Draw every place of the map once, each as a group with its own id."""
    drawn: list[str] = []
    for place in board.places.values():
        form = style.place_style(place.kind).form
        drawn.append(
            element(
                "g",
                _picture(place, form, mesh, blocked),
                id=f"place-{place.id}",
                class_=f"place {form}",
            )
        )
    return element("g", *(f"\n{item}" for item in drawn), "\n", id="places")


def _picture(place: Place, form: PlaceForm, mesh: Mesh, blocked: Obstacles) -> str:
    match form:
        case "peak":
            return "".join(summit(mesh.of_hex[hex_].centre) for hex_ in place.hexes)
        case "city":
            return _standing(_city(place, mesh, blocked))
        case "fortress":
            walls = "".join(bastions(mesh.of_hex[hex_].centre) for hex_ in place.hexes)
            return walls + _standing(_cluster(place, form, mesh, blocked))
    return _standing(_cluster(place, form, mesh, blocked))


def summit(at: Point) -> str:
    """Draw a single high peak."""
    x, y = at
    sun, shade, snow = (
        points_path(corners, closed=True)
        for corners in (
            [(x - 26, y + 14), (x + 2, y - 24), (x + 8, y + 20)],
            [(x + 8, y + 20), (x + 2, y - 24), (x + 28, y + 12)],
            [
                (x + 2, y - 24),
                (x - 8, y - 10),
                (x - 1, y - 13),
                (x + 3, y - 5),
                (x + 6, y - 12),
                (x + 11, y - 11),
            ],
        )
    )
    return path(sun, "peak-sun") + path(shade, "peak-shade") + path(snow, "peak-snow")


def bastions(at: Point, reach: float = 36.0) -> str:
    """Draw the star of an old fortress round a point."""
    points = [
        (at[0] + far * math.sin(turn * math.pi / 8), at[1] - far * math.cos(turn * math.pi / 8))
        for turn, far in ((turn, reach if turn % 2 == 0 else reach * 0.74) for turn in range(16))
    ]
    return path(points_path(points, closed=True), "bastions")


def _city(place: Place, mesh: Mesh, blocked: Obstacles) -> str:
    """Cover all hexes of a city with blocks, denser and larger towards its middle."""
    cells = [mesh.of_hex[hex_] for hex_ in place.hexes]
    outline = [mesh.soft(loop, rough=0.05, seed=1) for loop in mesh.outlines([cell.number for cell in cells])]
    interior = Interior(outline, UNIT / 4)
    middle = (
        sum(cell.centre[0] for cell in cells) / len(cells),
        sum(cell.centre[1] for cell in cells) / len(cells),
    )
    reach = max(gap(middle, cell.centre) for cell in cells) + UNIT / 2
    xs = [x for line in outline for x, _ in line]
    ys = [y for line in outline for _, y in line]
    pen = Pen()
    for key, point in scatter((min(xs), min(ys), max(xs), max(ys)), 7.6, seed=61, jitter=0.16):
        far = gap(point, middle) / reach
        size = 3.3 - 1.0 * far + 0.7 * chance(key, 62)
        if (
            chance(key, 63) > 1.12 - 0.62 * far
            or point not in interior
            or not blocked.clear(point, size * 0.8)
        ):
            continue
        towards = math.atan2(point[1] - middle[1], point[0] - middle[0])
        turn = towards if far < 0.75 else 6.28 * chance(key, 64)
        _house(pen, point, size, size * (0.7 + 0.5 * chance(key, 65)), turn)
    return pen.data


def houses(centres: Sequence[Point], count: int, reach: float) -> str:
    """Draw groups of houses by themselves, as for a legend."""
    pen = Pen()
    for centre in centres:
        _group(pen, centre, count, reach, 1, Obstacles(()))
    return _standing(pen.data)


def _standing(data: str) -> str:
    return path(data, "house-shadow", transform="translate(.8 1)") + path(data, "house")


def _cluster(place: Place, form: PlaceForm, mesh: Mesh, blocked: Obstacles) -> str:
    """Group houses around the centre of a hex, off the roads."""
    count, reach = HOUSES[form]
    pen = Pen()
    for hex_ in place.hexes:
        _group(pen, mesh.of_hex[hex_].centre, count, reach, hex_, blocked)
    return pen.data


def _group(pen: Pen, centre: Point, count: int, reach: float, seed: int, blocked: Obstacles) -> None:
    stood: list[tuple[Point, float]] = []
    for attempt in range(count * 7):
        angle = 2.39996 * attempt + 0.5 * chance(seed, attempt, 71)
        far = reach * UNIT * math.sqrt((attempt + 0.6) / (count * 7))
        point = (centre[0] + far * math.cos(angle), centre[1] + 0.86 * far * math.sin(angle))
        size = 2.5 + 0.9 * chance(seed, attempt, 72)
        apart = all(gap(point, other) >= 0.86 * (size + wide) for other, wide in stood)
        if apart and blocked.clear(point, size * 0.75):
            stood.append((point, size))
            _house(pen, point, size, size * (0.62 + 0.3 * chance(seed, attempt, 73)), angle + 1.57)
        if len(stood) == count:
            break


def _house(pen: Pen, at: Point, long: float, wide: float, turn: float) -> None:
    cos, sin = math.cos(turn), math.sin(turn)
    corners = [
        (at[0] + x * cos - y * sin, at[1] + x * sin + y * cos)
        for x, y in ((-long, -wide), (long, -wide), (long, wide), (-long, wide))
    ]
    pen.move(corners[0])
    for corner in corners[1:]:
        pen.line(corner)
    pen.close()
