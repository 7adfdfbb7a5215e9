"""Views: what one seat may see, built from nothing by the game.

A view has one shape for all games, so that a screen, a terminal or a bot needs no knowledge of rules.
Everything is text and numbers ready to show; hidden things are simply not there.
"""

from __future__ import annotations

import msgspec

from grognard.core.seat import Seat


class Piece(msgspec.Struct, frozen=True, omit_defaults=True):
    """A counter as the seat sees it; a masked one has no `id` and no `face`."""

    seat: Seat
    hex: str = ""
    box: str = ""
    id: str = ""
    face: dict[str, str] = {}
    marks: tuple[str, ...] = ()


class Marker(msgspec.Struct, frozen=True, omit_defaults=True):
    """A marker on the map that is not a unit: fortifications, control, a destroyed bridge."""

    kind: str
    hex: str
    text: str = ""
    seat: Seat | None = None


class Gauge(msgspec.Struct, frozen=True):
    """A line of a side panel: victory points, turn, weather."""

    label: str
    value: str


class Ask(msgspec.Struct, frozen=True, omit_defaults=True):
    """The decision as shown to a seat; only the one who decides gets the orders."""

    seat: Seat
    kind: str
    rule: str
    prompt: str
    orders: tuple[str, ...] = ()


class View(msgspec.Struct, frozen=True, omit_defaults=True):
    """All that one seat (or a spectator) may see of a position."""

    game: str
    scenario: str
    ply: int
    heading: str
    seat: Seat | None
    pieces: tuple[Piece, ...]
    ask: Ask | None = None
    markers: tuple[Marker, ...] = ()
    gauges: tuple[Gauge, ...] = ()
    outcome: str = ""
