"""Badges beside places: a depot, a port, an oilfield, the points that a place is worth."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.board.cartography.geometry import Box, Point
from grognard.board.cartography.mesh import Mesh
from grognard.board.cartography.style import BadgeStyle, Livery, Style
from grognard.board.cartography.svg import circle, element, group, text
from grognard.board.cartography.symbols import glyph
from grognard.board.model import Board

_SIZE = 24.0
_STEP = 27.0
_DROP = 0.36
_PLAIN = Livery(fill="#f2ecd9", ink="#3a3226", symbol="#ffffff", line="#6a5d49")


def draw_badges(board: Board, mesh: Mesh, style: Style) -> str:
    """Draw the badges of every place in a row at the foot of its hex."""
    drawn = [draw_badge(badge, value, at, style) for badge, value, at in _badges(board, mesh, style)]
    return group("badges", *drawn) if drawn else ""


def badge_boxes(board: Board, mesh: Mesh, style: Style) -> list[Box]:
    """Return the boxes that badges take."""
    half = _SIZE / 2 + 1
    return [(x - half, y - half, x + half, y + half) for _, _, (x, y) in _badges(board, mesh, style)]


def draw_badge(badge: BadgeStyle, value: str, at: Point, style: Style) -> str:
    """Draw one badge round a point: a sign on a square card, or a figure on a disc."""
    livery = style.liveries.get(badge.livery, _PLAIN)
    colours = {"fill": livery.fill, "stroke": livery.line}
    x, y = at
    if badge.form == "figure":
        disc = element("circle", class_="badge-ground", cx=x, cy=y, r=_SIZE / 2, **colours)
        figure = text(value, (x, y + _SIZE * 0.27), "badge-figure", font_size=18.0, fill=livery.ink)
        return disc + circle(at, _SIZE / 2 - 2.4, "ink-line") + figure
    half = _SIZE / 2
    card = element(
        "rect",
        class_="badge-ground",
        x=x - half,
        y=y - half,
        width=_SIZE,
        height=_SIZE,
        rx=4.0,
        **colours,
    )
    sign = element(
        "g",
        glyph(badge.glyph),
        class_="badge-sign",
        stroke=livery.ink,
        transform=f"translate({x:.1f} {y:.1f}) scale(.72)",
    )
    return card + sign


def _badges(board: Board, mesh: Mesh, style: Style) -> Iterator[tuple[BadgeStyle, str, Point]]:
    for place in board.places.values():
        worn = [badge for badge in style.badges if _wears(place.properties.get(badge.property, ""), badge)]
        x, y = mesh.of_hex[place.hexes[0]].centre
        left = x - _STEP * (len(worn) - 1) / 2
        for number, badge in enumerate(worn):
            at = (left + _STEP * number, y + _DROP * mesh.unit)
            yield badge, place.properties[badge.property], at


def _wears(value: str, badge: BadgeStyle) -> bool:
    return bool(value) and badge.value in ("", value)
