"""Borders along hexsides: the front line that a map has printed on it, the boundary of a sector."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

from grognard.board.cartography.geometry import Point
from grognard.board.cartography.mesh import Mesh
from grognard.board.cartography.style import BorderForm, Style
from grognard.board.cartography.svg import group, path, points_path
from grognard.board.cartography.water import longest_path
from grognard.board.model import Board

LAYERS: Mapping[BorderForm, tuple[str, ...]] = {
    "front": ("border border-front-wide", "border border-front"),
    "boundary": ("border border-boundary-wide", "border border-boundary"),
}
"""The strokes of each form, the lowest first."""


def draw_borders(board: Board, mesh: Mesh, style: Style) -> str:
    """Draw every border, along the exact hexsides: which side of it a hex lies on must never be in doubt."""
    parts: list[str] = []
    for kind, border in style.borders.items():
        data = "".join(points_path(line) for line in _lines(board, mesh, kind))
        if data:
            parts.append(group(f"border-{kind}", *(path(data, layer) for layer in LAYERS[border.form])))
    return group("borders", *parts) if parts else ""


def border_lines(board: Board, mesh: Mesh, style: Style) -> list[list[Point]]:
    """Return all borders as drawn."""
    return [line for kind in style.borders for line in _lines(board, mesh, kind)]


def _lines(board: Board, mesh: Mesh, kind: str) -> list[list[Point]]:
    """Cut the hexsides of a kind into unbroken lines, so that dashes run on from side to side."""
    left: set[tuple[int, int]] = set()
    for side in board.side_sets.get(kind, ()):
        first, second = sorted(mesh.side(*board.grid.side_hexes(side)))
        left.add((first, second))
    lines: list[list[Point]] = []
    while left:
        corners = longest_path(sorted(left))
        left -= {(min(a, b), max(a, b)) for a, b in pairwise(corners)}
        lines.append([mesh.points[corner] for corner in corners])
    return lines
