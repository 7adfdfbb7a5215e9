"""A sheet of counters: every counter by formation, its other side beside its front."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from grognard.board.cartography.counter import SIDE, Piece, Token, counter_css, definitions, draw_counter
from grognard.board.cartography.sheet import document
from grognard.board.cartography.sheetstyle import style_sheet
from grognard.board.cartography.style import Style
from grognard.board.cartography.svg import element, group, text
from grognard.board.cartography.typeface import SANS_BOLD, embedded

_GAP = 9.0
_HEAD = 34.0
_MARGIN = 54.0
_TITLE = 96.0
_COLUMNS = 22
_HEADING = 15.0
_STEP = SIDE + _GAP


@dataclass(frozen=True)
class Block:
    """The counters of one formation as they lie on the sheet, its heading above the first."""

    heading: str
    at: tuple[float, float]
    counters: tuple[tuple[Piece | Token, str, tuple[float, float]], ...]
    """Each side of each counter with its id in the drawing and its upper left corner."""


def draw_counters(
    drawn: Sequence[Piece | Token], style: Style, season: str, *, columns: int = _COLUMNS
) -> str:
    """Draw all counters as one sheet."""
    width = 2 * _MARGIN + columns * _STEP - _GAP
    blocks = lay_out(drawn, columns)
    height = max((y for block in blocks for _, _, (_, y) in block.counters), default=_TITLE) + _STEP + _MARGIN
    sides = [item for block in blocks for item, _, _ in block.counters]
    return document(
        (0.0, 0.0, width, height),
        f"{style.sheet.title}: counters",
        "\n".join((embedded(), style_sheet(style.palette(season)), counter_css(style.liveries))),
        element("defs", definitions(sides)),
        element("rect", class_="paper", width=width, height=height),
        _header(style.sheet.title, width),
        group("counters", *(_drawn(block, style) for block in blocks)),
    )


def lay_out(drawn: Sequence[Piece | Token], columns: int = _COLUMNS) -> list[Block]:
    """Set the counters in rows, formation after formation; small formations share a row."""
    right = _MARGIN + columns * _STEP
    blocks: list[Block] = []
    x, y = _MARGIN, _MARGIN + _TITLE
    for heading, sides in _formations(drawn):
        room = max(len(sides) * _STEP, SANS_BOLD.width(heading, _HEADING) + _GAP)
        if x > _MARGIN and x + room > right + 0.5:
            x, y = _MARGIN, y + _STEP + _HEAD
        start = (x, y)
        placed = []
        for item, identity in sides:
            if x + _STEP > right + 0.5:
                x, y = _MARGIN, y + _STEP
            placed.append((item, identity, (x, y)))
            x += _STEP
        blocks.append(Block(heading, start, tuple(placed)))
        # After a second row the next heading would run into it: it starts on a row of its own.
        x = max(x, start[0] + room) + _GAP * 2 if y == start[1] else right
    return blocks


def _formations(drawn: Sequence[Piece | Token]) -> Iterator[tuple[str, list[tuple[Piece | Token, str]]]]:
    """Yield every formation with all sides of its counters, a reverse after its front."""
    for heading, members in groupby(drawn, key=lambda item: item.group):
        sides: list[tuple[Piece | Token, str]] = []
        for item in members:
            sides.append((item, f"front-{item.id}"))
            if isinstance(item, Piece) and item.reverse is not None:
                sides.append((item.reverse, f"back-{item.id}"))
        yield heading, sides


def _drawn(block: Block, style: Style) -> str:
    x, y = block.at
    return element(
        "g",
        text(block.heading, (x, y - 10), "legend-head", font_size=_HEADING),
        *(
            "\n" + draw_counter(item, style.liveries, corner, identity=identity)
            for item, identity, corner in block.counters
        ),
        class_="formation",
    )


def _header(title: str, width: float) -> str:
    return group(
        "header",
        text(title, (_MARGIN, _MARGIN + 30), "title", font_size=48.0, letter_spacing=2.0),
        text(
            "The counters; where there is something on the reverse, it lies to the right of the front",
            (width - _MARGIN, _MARGIN + 30),
            "subtitle",
            font_size=24.0,
            text_anchor="end",
        ),
    )
