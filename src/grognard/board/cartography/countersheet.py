"""A sheet of counters: every piece by formation, the weaker side beside its front."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from grognard.board.cartography.counter import SIDE, Piece, counter_css, definitions, draw_counter
from grognard.board.cartography.sheet import document
from grognard.board.cartography.sheetstyle import style_sheet
from grognard.board.cartography.style import Style
from grognard.board.cartography.svg import element, text
from grognard.board.cartography.typeface import embedded

_GAP = 9.0
_HEAD = 34.0
_MARGIN = 54.0
_COLUMNS = 22


def draw_counters(pieces: Sequence[Piece], style: Style, season: str, *, columns: int = _COLUMNS) -> str:
    """Draw all counters as one sheet."""
    step = SIDE + _GAP
    width = 2 * _MARGIN + columns * step
    drawn: list[str] = []
    x, y = _MARGIN, _MARGIN + 96.0
    for heading, block in _blocks(pieces):
        room = max(len(block) * step, 7.2 * len(heading))
        if x > _MARGIN and x + room > width - _MARGIN:
            x, y = _MARGIN, y + step + _HEAD
        drawn.append(text(heading, (x, y - 10), "legend-head", font_size=15.0))
        for index, piece in enumerate(block):
            if x + step > width - _MARGIN + _GAP:
                x, y = _MARGIN, y + step
            side = "back" if piece.reduced else "front"
            drawn.append(draw_counter(piece, style.liveries, (x, y), identity=f"{side}-{piece.id}"))
            x += step
            room -= step
            del index
        x += max(0.0, room) + _GAP * 2
    height = y + step + _MARGIN
    return document(
        (0.0, 0.0, width, height),
        f"{style.sheet.title}: counters",
        "\n".join((embedded(), style_sheet(style.palette(season)), counter_css(style.liveries))),
        element("defs", definitions(pieces)),
        element("rect", class_="paper", width=width, height=height),
        text(style.sheet.title, (_MARGIN, _MARGIN + 30), "title", font_size=48.0, letter_spacing=2.0),
        text(
            "The counters, front and weaker side",
            (width - _MARGIN, _MARGIN + 30),
            "subtitle",
            font_size=24.0,
            text_anchor="end",
        ),
        element("g", *(f"\n{item}" for item in drawn), id="counters"),
    )


def _blocks(pieces: Sequence[Piece]) -> Iterator[tuple[str, list[Piece]]]:
    """Yield the counters of each formation with their weaker sides."""
    for heading, members in groupby(pieces, key=lambda piece: piece.group):
        block: list[Piece] = []
        for piece in members:
            block.append(piece)
            if piece.back_values:
                block.append(piece.flipped())
        yield heading, block
