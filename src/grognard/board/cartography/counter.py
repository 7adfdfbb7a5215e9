"""Counters in the classic layout, and stacks of them.

A counter is 60 units square: side mark and efficiency dots in the upper corners, size above the symbol, the
unit's name on its left and its parent's on its right, values below. The weaker side is striped.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from grognard.board.cartography.geometry import Point
from grognard.board.cartography.style import Livery
from grognard.board.cartography.svg import element, path, text, use
from grognard.board.cartography.symbols import EMBLEMS, definition, star, symbol_id
from grognard.board.cartography.typeface import NARROW_BOLD

SIDE = 60.0
_STACK_STEP = 4.4
_SHOWN = 4

StarColour: TypeAlias = Literal["black", "white", "yellow", "blue", "red"]
_STAR_FILL: Mapping[StarColour, str] = {
    "black": "#161616",
    "white": "#ffffff",
    "yellow": "#f2c230",
    "blue": "#2f62b8",
    "red": "#b3261c",
}


@dataclass(frozen=True)
class Piece:
    """A counter as it looks, whatever game it belongs to."""

    id: str
    livery: str
    symbol: str
    name: str
    values: str
    """What stands in large figures at the foot, such as "4-7"."""
    parent: str = ""
    size: str = ""
    """The size mark above the symbol, such as "III"."""
    stars: tuple[StarColour, ...] = ()
    levels: int = 0
    """How many efficiency levels the unit has when fresh."""
    levels_left: int = -1
    """How many it has now; all of them when negative."""
    back_values: str = ""
    """The values of the weaker side; empty when the counter has none."""
    reduced: bool = False
    group: str = ""
    """The formation under which a sheet of counters lists it."""
    title: str = ""

    def flipped(self) -> Piece:
        """Return the weaker side of the counter."""
        left = max(0, self.levels - 1)
        return replace(self, values=self.back_values or self.values, reduced=True, levels_left=left)


def definitions(pieces: Iterable[Piece]) -> str:
    """Return the symbols and patterns that some counters refer to."""
    held = list(pieces)
    if not held:
        return ""
    stripes = element(
        "pattern",
        element("path", d="M-2 10 10-2M4 16 16 4", stroke="#000", stroke_opacity=".17", stroke_width=4.0),
        id="stripes",
        width=12.0,
        height=12.0,
        patternUnits="userSpaceOnUse",
    )
    return stripes + "".join(definition(name) for name in sorted({piece.symbol for piece in held}))


def counter_css(liveries: Mapping[str, Livery]) -> str:
    """Return the CSS rules of the counters."""
    rules = [
        ".counter-shadow{fill:#000;fill-opacity:.16}",
        ".counter-edge{fill:none;stroke:#000;stroke-opacity:.5;stroke-width:1}",
        ".counter-light{fill:none;stroke:#fff;stroke-opacity:.4;stroke-width:1.2}",
        f".counter text{{{NARROW_BOLD.css}text-anchor:middle;fill:currentColor}}",
        ".counter .symbol{stroke:currentColor;stroke-width:1.5}",
        ".counter-star{stroke:#000;stroke-opacity:.75;stroke-width:.7;stroke-linejoin:round}",
        ".level{fill:currentColor;stroke:currentColor;stroke-width:.9}",
        ".level-lost{fill:none;stroke:currentColor;stroke-width:.9}",
        ".badge{fill:#fffdf5;stroke:#000;stroke-width:1.1}",
        f".badge-text{{{NARROW_BOLD.css}fill:#111;text-anchor:middle}}",
    ]
    for key, livery in sorted(liveries.items()):
        rules.append(f".livery-{key}{{color:{livery.ink}}}")
        rules.append(f".livery-{key} .card{{fill:{livery.fill}}}")
        rules.append(f".livery-{key} .symbol{{fill:{livery.symbol}}}")
        rules.append(f".livery-{key} .emblem{{fill:{livery.emblem_colour}}}")
    return "\n".join(rules)


def draw_counter(
    piece: Piece, liveries: Mapping[str, Livery], at: Point, scale: float = 1.0, *, identity: str = ""
) -> str:
    """Draw a counter with its upper left corner at a point."""
    livery = liveries.get(piece.livery)
    emblem = livery.emblem if livery else "none"
    named = {"id": identity} if identity else {}
    return element(
        "g",
        element("title", _escaped(piece.title)) if piece.title else "",
        _card(piece),
        path(EMBLEMS[emblem], "emblem", transform="translate(9.2 9.2)") if emblem in EMBLEMS else "",
        _levels(piece),
        text(piece.size, (30.0, 11.8), "", font_size=9.5, letter_spacing=0.4) if piece.size else "",
        use(symbol_id(piece.symbol), (30.0, 23.4), class_="symbol"),
        _upright(piece.name, 11.0),
        _upright(piece.parent, 55.2),
        _stars(piece),
        text(piece.values, (30.0, 55.0), "", font_size=19.0 if len(piece.values) < 6 else 16.0),
        class_=f"counter livery-{piece.livery}",
        transform=f"translate({at[0]:.1f} {at[1]:.1f})" + (f" scale({scale:g})" if scale != 1 else ""),
        **named,
    )


def _escaped(words: str) -> str:
    return words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _card(piece: Piece) -> str:
    def card(class_: str, inset: float, **more: str | float) -> str:
        side = SIDE - 2 * inset
        return element("rect", class_=class_, x=inset, y=inset, width=side, height=side, rx=6 - inset, **more)

    return "".join(
        (
            card("counter-shadow", 0.0, transform="translate(1.4 1.8)"),
            card("counter-shadow", -0.6, transform="translate(2.4 3.2)"),
            card("card", 0.0),
            card("stripes", 0.0, fill="url(#stripes)") if piece.reduced else "",
            card("counter-light", 1.1),
            card("counter-edge", 0.0),
        )
    )


def _levels(piece: Piece) -> str:
    left = piece.levels if piece.levels_left < 0 else piece.levels_left
    return "".join(
        element(
            "circle", class_="level" if index < left else "level-lost", cx=52.0 - 6.0 * index, cy=8.4, r=2.0
        )
        for index in range(piece.levels)
    )


def _upright(words: str, x: float) -> str:
    """Write a name that reads upwards beside the symbol, smaller when it is long."""
    if not words:
        return ""
    size = min(10.0, 27.0 / max(0.1, NARROW_BOLD.width(words, 1.0)))
    return text(words, (0.0, 0.0), "", font_size=round(size, 1), transform=f"translate({x:g} 27) rotate(-90)")


def _stars(piece: Piece) -> str:
    return "".join(
        path(
            star(4.6),
            "counter-star",
            fill=_STAR_FILL[colour],
            transform=f"translate({8.6 + 7 * index:g} 48)",
        )
        for index, colour in enumerate(piece.stars)
    )


def draw_stack(
    pieces: Sequence[Piece],
    liveries: Mapping[str, Livery],
    centre: Point,
    scale: float,
    *,
    identity: str = "",
) -> str:
    """Draw the counters of one hex, the last on top, with their number when there are several."""
    shown = pieces[-_SHOWN:]
    step = _STACK_STEP * scale
    drift = step * (len(shown) - 1) / 2
    half = SIDE * scale / 2
    x, y = centre[0] - half - drift, centre[1] - half + drift
    cards = [
        draw_counter(piece, liveries, (x + step * index, y - step * index), scale)
        for index, piece in enumerate(shown)
    ]
    if len(pieces) > 1:
        corner = (x + 2 * half - 0.5, y + 2 * half - 0.5)
        cards.append(element("circle", class_="badge", cx=corner[0], cy=corner[1], r=6.6))
        cards.append(text(str(len(pieces)), (corner[0], corner[1] + 3.6), "badge-text", font_size=10.5))
    named = {"id": identity} if identity else {}
    return element("g", *cards, class_="stack", **named)
