"""Unit symbols after APP-6: a frame with the sign of the branch, drawn as paths of our own.

A symbol lies in a frame 28 wide and 18 high around the origin. Lines take the stroke, and the frame the
fill, of whatever uses the symbol; solid parts take its colour.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

from grognard.board.cartography.svg import element

_FRAME = "M-14-9h28v18h-28z"
_SALTIRE = "M-14-9 14 9M-14 9 14-9"
_TRACKS = "M-6-5h12a5 5 0 0 1 0 10h-12a5 5 0 0 1 0-10z"
_CHEVRON = "M-14 9 0-9 14 9"

_LINES: Mapping[str, str] = {
    "infantry": _SALTIRE,
    "motorized": _SALTIRE + "M0-9v18",
    "mechanized": _SALTIRE + _TRACKS,
    "armor": _TRACKS,
    "cavalry": "M-14 9 14-9",
    "reconnaissance": "M-14 9 14-9",
    "armored_reconnaissance": "M-14 9 14-9" + _TRACKS,
    "assault_gun": _CHEVRON + _TRACKS,
    "anti_tank": _CHEVRON,
    "self_propelled": _TRACKS,
    "engineer": "M-8 5v-9h16v9M0-4v9",
    "anti_aircraft": "M-14 9a14 11 0 0 1 28 0",
    "mountain": _SALTIRE,
    "airborne": _SALTIRE + "M-5 6a2.5 2.5 0 0 1 5 0a2.5 2.5 0 0 1 5 0",
    "security": "M-14-9 14 9",
    "supply": "M-14 5h28",
    "headquarters": "M-14 9v9",
    "artillery": "",
    "rocket": "M-5 2 0-3 5 2M-5 6 0 1 5 6",
    "air": "",
    "partisan": "M-9 6c3-14 15-14 18 0",
    "shock": _SALTIRE + "M-14-9v18M-11-9v18",
    "marines": _SALTIRE + "M-14 5.5q3.5-4 7 0t7 0 7 0 7 0",
    "garrison": "M-14 9V4h5v-5h5v5h8v-5h5v5h5v5",
    "depot": "M-14 5h28M-5-6h10v8h-10z",
    "transport": "M-14 5h28M-8-5h10v7h-10zM2-2h5l3 4h-8",
    "petroleum": "M-5-6h10L0 1zM0 1v5",
}

_SOLIDS: Mapping[str, str] = {
    "artillery": "M-3.4 0a3.4 3.4 0 1 0 6.8 0a3.4 3.4 0 1 0-6.8 0z",
    "self_propelled": "M-2.6 0a2.6 2.6 0 1 0 5.2 0a2.6 2.6 0 1 0-5.2 0z",
    "mountain": "M-4 9 0 2 4 9z",
    "headquarters": "M-14-9h28v5h-28z",
    "air": "M0 0c3-5 10-6 10 0s-7 5-10 0c-3 5-10 6-10 0s7-5 10 0z",
}

SYMBOLS: frozenset[str] = frozenset(_LINES)
"""The names of all symbols there are."""


def symbol_id(name: str) -> str:
    """Return the id under which a drawing defines a symbol."""
    return f"symbol-{name}"


def definition(name: str) -> str:
    """Return the definition of a symbol, to be placed with `use`."""
    return element(
        "g",
        element("path", d=_FRAME),
        element("path", d=_LINES[name], fill="none", stroke_linejoin="round") if _LINES[name] else "",
        element("path", d=_SOLIDS[name], fill="currentColor", stroke="none") if name in _SOLIDS else "",
        id=symbol_id(name),
    )


GLYPHS: Mapping[str, str] = {
    "entrenchment": "M-19 7h7v-12h8v12h8v-12h8v12h7",
    "shortage": "M-10-7h20v16h-20zM-10-1h20M-17 13 17-13",
    "disorder": "M-18 0h10l4-10 8 20 4-10h10",
    "march": "M-13-10-3 0-13 10M3-10 13 0 3 10",
    "calendar": "M-12-7h24v18h-24zM-12-1h24M-6-12v7M6-12v7",
    "broken_bridge": "M-19-9l4 4h9M-19 9l4-4h9M19-9l-4 4h-9M19 9l-4-4h-9M-3-3 3 3M3-3-3 3",
    "mask": "M-7-5a7 7 0 1 1 10 6q-3 2-3 5M0 12v.1",
    "bonus": "M0-11v22M-11 0h22",
    "letter_c": "M10-8a11 11 0 1 0 0 16",
    "letter_s": "M8-8a8 5 0 1 0-8 8a8 5 0 1 1-8 8",
    "letters_c_or_s": "M-6-7a8 8 0 1 0 0 12M-1 11 5-13M18-7a5 4 0 1 0-5 6a5 4 0 1 1-5 6",
    "letters_c_and_s": "M-8-7a8 8 0 1 0 0 12M-4-1h9M.5-5.5v9M19-7a5 4 0 1 0-5 6a5 4 0 1 1-5 6",
    "flag": "M-8 13v-26h18l-5 6 5 6h-18",
    "weather": "M-10 6a6 6 0 0 1 1-12a9 9 0 0 1 17 3a5 5 0 0 1 1 9zM-6 10-8 14M0 10-2 14M6 10 4 14",
    "bridge": "M-19-6l4 4h30l4-4M-19 8l4-4h30l4 4M-12-2v6M0-2v6M12-2v6",
    "airlift": "M0 12c-9-9-14-12-14-16a14 9 0 0 1 28 0c0 4-5 7-14 16zM-5-4 0 12 5-4",
    "derrick": "M-9 12-3-12h6l6 24M-7 4h14M-5-4h10M-7 4 5-4M7 4-5-4M-12 12h24",
    "anchor": "M0-6v18M0-12a3 3 0 1 0 .1 0M-6-2h12M-11 4c1 6 6 8 11 8s10-2 11-8",
    "depot": "M-11 11v-14l11-8 11 8v14zM-11 3h22M-4 11v-8M4 11v-8",
}
"""The signs of markers, as lines within about 38 by 26 units around the origin."""


def glyph(name: str) -> str:
    """Return the sign of a marker."""
    return element("path", d=GLYPHS[name])


def star(radius: float) -> str:
    """Return the outline of a five-pointed star around the origin."""
    points = [
        (
            reach * math.sin(turn * math.pi / 5),
            -reach * math.cos(turn * math.pi / 5),
        )
        for turn, reach in ((t, radius if t % 2 == 0 else radius * 0.42) for t in range(10))
    ]
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points) + "z"


EMBLEMS: Mapping[str, str] = {
    "cross": "M-1.5-4.5h3v3h3v3h-3v3h-3v-3h-3v-3h3z",
    "star": star(5.2),
    "bar": "M-4.5-2h9v4h-9z",
    "ring": "M-4.2 0a4.2 4.2 0 1 0 8.4 0a4.2 4.2 0 1 0-8.4 0zM-2 0a2 2 0 1 1 4 0a2 2 0 1 1-4 0z",
    "chevron": "M-4.5 3.5 0-4 4.5 3.5h-2.8L0 .2-1.7 3.5z",
}
"""The side marks, as outlines about nine units across around the origin."""
