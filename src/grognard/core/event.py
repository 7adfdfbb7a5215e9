"""Events: what happened, for the log and the animation."""

from __future__ import annotations

import msgspec

from grognard.core.seat import Seat


class Modifier(msgspec.Struct, frozen=True):
    """One named influence on a result: `-1 column, forest [5.5.1]`."""

    text: str
    value: int
    rule: str


class Event(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing that happened, in plain words, with the rule behind it.

    `seats` lists who may read it (None: everybody). `reveals` marks news that a player could not
    know before: taking an order back past it needs the other side's consent. `result` is what a table
    answered to a roll (`A1 / D2r`), so that odds can add up the rolls that come to the same.
    """

    rule: str
    text: str
    hexes: tuple[str, ...] = ()
    units: tuple[str, ...] = ()
    modifiers: tuple[Modifier, ...] = ()
    seats: tuple[Seat, ...] | None = None
    reveals: bool = False
    result: str = ""

    def visible_to(self, seat: Seat | None) -> bool:
        """May this seat (None: a spectator) read the event?"""
        return self.seats is None or seat in self.seats
