"""15.13 Truck columns: declared at the start of a Refit Phase or Movement Segment, used up at its end."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from grognard.core import Order, Refusal, Seat
from grognard.games.peaks import supply
from grognard.games.peaks.orders import DECLARE, END
from grognard.games.peaks.steps import PeaksChoice, PeaksStep, Pos

RULE = "15.13"


class DeclareTrucks(PeaksChoice, frozen=True):
    """The owner names truck columns that supply all units in reach for the whole phase or segment."""

    who: Seat
    rule: ClassVar[str] = RULE
    verbs: ClassVar = (DECLARE, END)

    def seat(self, position: Pos) -> Seat:
        """The owner."""
        return self.who

    def prompt(self, position: Pos) -> str:
        """What is asked."""
        return "Declare truck columns to supply the units around them, or go on."

    def orders(self, position: Pos) -> Iterable[Order]:
        """Columns on the map, and going on."""
        yield from (DECLARE(truck) for truck in supply.idle_columns(position, self.who))
        yield END()

    def refusal(self, position: Pos, order: Order) -> Refusal | None:
        """Why not."""
        if order.verb is END or order.values[0] in supply.idle_columns(position, self.who):
            return None
        name = position.game.names[order.values[0]]
        return Refusal(RULE, f"{name} is no truck column of yours on the map that is free")

    def take(self, position: Pos, order: Order) -> None:
        """Declare one, or go on."""
        if order.verb is END:
            position.pop()
            return
        supply.declare(position, order.values[0])
        if not supply.idle_columns(position, self.who):
            position.pop()


class ExpendTrucks(PeaksStep, frozen=True):
    """The end of the phase or segment: the columns declared go back to the pool."""

    def proceed(self, position: Pos) -> None:
        """Return them."""
        position.pop()
        supply.end_declarations(position)


def opening(position: Pos, seat: Seat) -> tuple[PeaksChoice, ...]:
    """The declaration, if there is anything to declare."""
    return (DeclareTrucks(seat),) if supply.idle_columns(position, seat) else ()


STEPS = (DeclareTrucks, ExpendTrucks)
