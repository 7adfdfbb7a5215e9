"""Counters in the classic layout, and stacks of them.

A counter is 60 units square. Side mark and efficiency dots stand in the upper corners, the size above the
symbol, the unit's name on its left and its parent's on its right, how it moves below the symbol, and the
values at the foot between stars and morale. The weaker side carries a stripe.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from grognard.board.cartography.geometry import Point
from grognard.board.cartography.style import Livery
from grognard.board.cartography.svg import circle, element, path, text, title, use
from grognard.board.cartography.symbols import EMBLEMS, definition, glyph, star, symbol_id
from grognard.board.cartography.typeface import NARROW_BOLD

SIDE = 60.0
_ROUND = 5.0
_STACK_STEP = 4.4
_SHOWN = 4
_SYMBOL: Point = (30.0, 24.4)
_MAGNIFIED = 1.07
_FOOT = 55.4

StarColour: TypeAlias = Literal["black", "white", "yellow", "blue", "red"]
_STAR_FILL: Mapping[StarColour, str] = {
    "black": "#161616",
    "white": "#ffffff",
    "yellow": "#f2c230",
    "blue": "#2f62b8",
    "red": "#b3261c",
}

Mobility: TypeAlias = Literal["none", "wheels", "tracks", "tow"]
_WHEEL = "a1.9 1.9 0 1 0 3.8 0a1.9 1.9 0 1 0-3.8 0z"
_WHEELS = f"M20.4 37.4{_WHEEL}M35.8 37.4{_WHEEL}"
_MOBILITY: Mapping[Mobility, str] = {
    "none": "",
    "wheels": _WHEELS,
    "tracks": "M22.3 35.5h15.4a1.9 1.9 0 0 1 0 3.8h-15.4a1.9 1.9 0 0 1 0-3.8z",
    "tow": _WHEELS + "M24.2 37.4h11.6",
}
"""The marks of APP-6 for how a unit moves, below the frame; a unit on foot has none."""


@dataclass(frozen=True)
class Piece:
    """One side of a counter as it looks, whatever game it belongs to."""

    id: str
    livery: str
    symbol: str
    name: str
    values: str
    """What stands in large figures at the foot, such as "4-7"."""
    parent: str = ""
    size: str = ""
    """The size mark above the symbol, such as "III"."""
    mobility: Mobility = "none"
    stars: tuple[StarColour, ...] = ()
    levels: int = 0
    """How many efficiency levels the unit has when fresh."""
    levels_left: int = -1
    """How many it has now; all of them when negative."""
    morale: str = ""
    """What stands in the corner tab: the limit of the unit's morale."""
    weaker: bool = False
    """Whether this is the weaker side, which carries the stripe."""
    reverse: Piece | None = None
    """The other side, where there is something on it."""
    group: str = ""
    """The formation under which a sheet of counters lists it."""
    title: str = ""


@dataclass(frozen=True)
class Token:
    """A marker counter: a sign and what it is called."""

    id: str
    livery: str
    glyph: str
    caption: str
    group: str = ""
    title: str = ""


def definitions(drawn: Iterable[Piece | Token]) -> str:
    """Return the symbols and shapes that some counters refer to."""
    held = list(drawn)
    if not held:
        return ""
    symbols = sorted({item.symbol for item in held if isinstance(item, Piece)})
    shadow = "".join(
        _card("counter-shadow", inset, transform=f"translate({dx:g} {dy:g})")
        for inset, dx, dy in ((0.0, 1.4, 1.8), (-0.6, 2.4, 3.2))
    )
    return "".join(
        (
            element("g", shadow, id="card-shadow"),
            element("g", _card("counter-light", 1.1) + _card("counter-edge", 0.0), id="card-edge"),
            element("clipPath", _card("", 0.0), id="card-clip"),
            *(definition(name) for name in symbols),
        )
    )


def _card(class_: str, inset: float, **more: str | float) -> str:
    side = SIDE - 2 * inset
    named = {"class_": class_} if class_ else {}
    return element("rect", x=inset, y=inset, width=side, height=side, rx=_ROUND - inset, **named, **more)


def counter_css(liveries: Mapping[str, Livery]) -> str:
    """Return the CSS rules of the counters."""
    rules = [
        ".counter-shadow{fill:#000;fill-opacity:.16}",
        ".counter-edge{fill:none;stroke:#000;stroke-opacity:.55;stroke-width:1}",
        ".counter-light{fill:none;stroke:#fff;stroke-opacity:.4;stroke-width:1.2}",
        f".counter text{{{NARROW_BOLD.css}text-anchor:middle;fill:currentColor}}",
        ".counter .symbol{stroke:currentColor;stroke-width:1.5}",
        ".counter-star{stroke:#000;stroke-opacity:.75;stroke-width:.7;stroke-linejoin:round}",
        ".mobility{fill:none;stroke:currentColor;stroke-width:1.1}",
        ".level{fill:currentColor;stroke:currentColor;stroke-width:.9}",
        ".level-lost{fill:none;stroke:currentColor;stroke-width:.9}",
        ".glyph{fill:none;stroke:currentColor;stroke-width:2.6;stroke-linejoin:round;stroke-linecap:round}",
        ".badge{fill:#fffdf5;stroke:#000;stroke-width:1.1}",
        f".badge-text{{{NARROW_BOLD.css}fill:#111;text-anchor:middle}}",
    ]
    for key, livery in sorted(liveries.items()):
        rules += (
            f".livery-{key}{{color:{livery.ink}}}",
            f".livery-{key} .card{{fill:{livery.fill}}}",
            f".livery-{key} .symbol{{fill:{livery.symbol}}}",
            f".livery-{key} .stripe{{fill:{livery.symbol}}}",
            f".livery-{key} .tab{{fill:{livery.line}}}",
            f".livery-{key} .tab-text{{fill:{livery.symbol}}}",
            f".livery-{key} .emblem{{fill:{livery.emblem_colour}}}",
        )
    return "\n".join(rules)


def draw_counter(
    item: Piece | Token, liveries: Mapping[str, Livery], at: Point, scale: float = 1.0, *, identity: str = ""
) -> str:
    """Draw a counter with its upper left corner at a point."""
    face = _face(item, liveries) if isinstance(item, Piece) else _sign(item)
    named = {"id": identity} if identity else {}
    return element(
        "g",
        title(item.title),
        use("card-shadow", (0.0, 0.0)),
        _card("card", 0.0),
        face,
        use("card-edge", (0.0, 0.0)),
        class_=f"counter livery-{item.livery}",
        transform=f"translate({at[0]:.1f} {at[1]:.1f})" + (f" scale({scale:g})" if scale != 1 else ""),
        **named,
    )


def _face(piece: Piece, liveries: Mapping[str, Livery]) -> str:
    livery = liveries.get(piece.livery)
    emblem = livery.emblem if livery else "none"
    x, y = _SYMBOL
    return "".join(
        (
            _stripe() if piece.weaker else "",
            _tab(piece.morale),
            path(EMBLEMS[emblem], "emblem", transform="translate(9 9)") if emblem in EMBLEMS else "",
            _levels(piece),
            text(piece.size, (30.0, 11.6), "", font_size=9.5, letter_spacing=0.4) if piece.size else "",
            element(
                "g", use(symbol_id(piece.symbol), (0.0, 0.0)), class_="symbol", transform=_enlarged(x, y)
            ),
            path(_MOBILITY[piece.mobility], "mobility"),
            _upright(piece.name, 11.2, y, 14.8 if emblem in EMBLEMS else 11.6),
            _upright(piece.parent, 55.6, y, 11.6),
            _stars(piece),
            _values(piece.values),
        )
    )


def _enlarged(x: float, y: float) -> str:
    return f"translate({x:g} {y:g}) scale({_MAGNIFIED:g})"


def _sign(token: Token) -> str:
    size = min(11.0, 54.0 / max(0.1, NARROW_BOLD.width(token.caption, 1.0)))
    return "".join(
        (
            element("g", glyph(token.glyph), class_="glyph", transform="translate(30 25)"),
            text(token.caption, (30.0, 54.0), "", font_size=round(size, 1)),
        )
    )


def _stripe() -> str:
    """Draw the band of the weaker side across the whole counter, behind the symbol."""
    return element("rect", class_="stripe", y=16.4, width=SIDE, height=16.0, fill_opacity=0.55)


def _tab(morale: str) -> str:
    if not morale:
        return ""
    corner = element("path", class_="tab", d="M60 47.5h-7.5q-4 0-4 4v8.5h11.5z", clip_path="url(#card-clip)")
    return corner + text(morale, (54.2, 57.2), "tab-text", font_size=8.6)


def _levels(piece: Piece) -> str:
    left = piece.levels if piece.levels_left < 0 else piece.levels_left
    return "".join(
        circle((52.2 - 6.2 * index, 8.4), 2.1, "level" if index < left else "level-lost")
        for index in range(piece.levels)
    )


def _upright(words: str, x: float, y: float, ceiling: float) -> str:
    """Write a name that reads upwards beside the symbol: smaller when it is long, below what stands above."""
    if not words:
        return ""
    size = round(min(10.4, 29.0 / max(0.1, NARROW_BOLD.width(words, 1.0))), 1)
    y = max(y, ceiling + NARROW_BOLD.width(words, size) / 2)
    lift = f"translate({x:g} {y:.1f}) rotate(-90)"
    return text(words, (0.0, 0.0), "", font_size=size, transform=lift)


def _stars(piece: Piece) -> str:
    return "".join(
        path(
            star(4.9),
            "counter-star",
            fill=_STAR_FILL[colour],
            transform=f"translate({7.8 + 6 * index:g} 50.6)",
        )
        for index, colour in enumerate(piece.stars)
    )


def _values(values: str) -> str:
    size = min(19.5, 33.0 / max(0.1, NARROW_BOLD.width(values, 1.0)))
    return text(values, (29.4, _FOOT), "values", font_size=round(size, 1)) if values else ""


def draw_stack(
    pieces: Sequence[Piece | Token],
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
        corner = (x + 2.0, y + 2 * half - 2.0)
        cards.append(circle(corner, 6.4, "badge"))
        cards.append(text(str(len(pieces)), (corner[0], corner[1] + 3.7), "badge-text", font_size=10.5))
    named = {"id": identity} if identity else {}
    return element("g", *cards, class_="stack", **named)
