"""Front lines: the edge of each side's ground, drawn as a line with teeth towards the enemy."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from grognard.board.cartography.geometry import Pen, Point, along, curve_points, mix, offset
from grognard.board.cartography.mesh import UNIT, Mesh
from grognard.board.cartography.style import Style
from grognard.board.cartography.svg import element, group, path, points_path

_ASIDE = 0.055 * UNIT
_NEUTRAL = "#444444"


@dataclass(frozen=True)
class Front:
    """The ground that a side holds at the start; `livery` names its colours in the style."""

    livery: str
    hexes: frozenset[int]


def draw_fronts(fronts: Sequence[Front], mesh: Mesh, style: Style) -> str:
    """Draw the line of every side; nothing when there are none."""
    if not fronts:
        return ""
    parts: list[str] = []
    for front in fronts:
        lines = front_lines(front, mesh)
        data = "".join(points_path(line) for line in lines)
        teeth = Pen()
        for line in lines:
            draw_teeth(teeth, line)
        livery = style.liveries.get(front.livery)
        colour = livery.line if livery else _NEUTRAL
        parts.append(
            element(
                "g",
                path(data, "front-case"),
                path(data, "front", stroke=colour),
                path(teeth.data, "front-teeth", stroke=colour),
                class_=f"front-of-{front.livery}",
            )
        )
    return group("fronts", *parts)


def front_lines(front: Front, mesh: Mesh) -> list[list[Point]]:
    """Return the line of a side as drawn, sampled closely; several when its ground is in pieces."""
    return [_smooth(mesh, chain) for chain in front_chains(mesh, front.hexes)]


def front_chains(mesh: Mesh, hexes: Collection[int]) -> list[list[int]]:
    """Return the inner edge of an area as rows of corners, its ground on the right hand of travel."""
    inside = frozenset(hexes)
    after: dict[int, int] = {}
    for hex_ in sorted(inside):
        cell = mesh.of_hex[hex_]
        for index, number in enumerate(cell.neighbours):
            if number >= 0 and mesh.cells[number].real and mesh.cells[number].hex not in inside:
                after[cell.corners[index]] = cell.corners[(index + 1) % 6]
    ends = set(after.values())
    starts = [corner for corner in after if corner not in ends]
    chains: list[list[int]] = []
    while after:
        corner = starts.pop(0) if starts else min(after)
        chain = [corner]
        while corner in after:
            corner = after.pop(corner)
            chain.append(corner)
        chains.append(chain)
    return chains


def _smooth(mesh: Mesh, chain: Sequence[int]) -> list[Point]:
    points = [mesh.points[corner] for corner in chain]
    eased = [
        mix(point, mix(points[max(0, i - 1)], points[min(len(points) - 1, i + 1)], 0.5), 0.45)
        for i, point in enumerate(points)
    ]
    line = curve_points(eased, 4)
    return offset(line, [_ASIDE] * len(line))


def draw_teeth(pen: Pen, line: Sequence[Point]) -> None:
    """Draw short strokes on the own side of a line, as field works are drawn on staff maps."""
    for (x, y), (hx, hy) in along(line, 11.0, 5.0):
        pen.move((x, y))
        pen.line((x - hy * 6.5, y + hx * 6.5))
