"""A game as it is played: the position, its history, and the one policy for taking orders back.

Undo is free back to the last die, reveal or change of seat; beyond that every player has to agree.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import msgspec

from grognard.core.chance import CHANCE, Dice
from grognard.core.event import Event
from grognard.core.game import AnyGame
from grognard.core.order import Order
from grognard.core.position import Position
from grognard.core.refusal import IllegalOrder
from grognard.core.seat import Seat

AnyPosition = Position[Any, Any]

SNAPSHOT_EVERY = 64
"""A copy of the position is kept at least this often, so that going back replays little."""


class Entry(msgspec.Struct, frozen=True):
    """One order that was carried out."""

    seat: Seat
    order: Order
    heading: str
    events: tuple[Event, ...]
    barrier: bool
    """After this order, taking back needs consent: a die fell, news came out or the seat changed."""


class Timeline:
    """A position with the orders that led to it.

    >>> timeline = Timeline(game)                    # doctest: +SKIP
    >>> timeline.submit("move 2Pz.304 3333-3232")    # doctest: +SKIP
    >>> timeline.undo(Seat("axis"))                  # doctest: +SKIP
    """

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.position: AnyPosition = game.start()
        self.entries: list[Entry] = []
        self._snapshots: dict[int, AnyPosition] = {0: self.position.copy()}

    def submit(self, order: Order | str, seat: Seat | None = None) -> tuple[Event, ...]:
        """Carry out a checked order and remember it."""
        order = self.game.parse(order) if isinstance(order, str) else order
        if self.position.outcome is not None:
            raise IllegalOrder("", "the game is over")
        mover, heading = self.position.decision.seat, self.game.heading(self.position)
        events = self.position.submit(order, seat)
        barrier = mover == CHANCE or self.position.seat != mover or any(event.reveals for event in events)
        self.entries.append(Entry(mover, order, heading, events, barrier))
        if len(self.entries) % SNAPSHOT_EVERY == 0:
            self._snapshots[len(self.entries)] = self.position.copy()
        return events

    def roll(self, dice: Dice) -> tuple[Event, ...]:
        """Let fate decide as long as it is its turn."""
        events: list[Event] = []
        while self.position.seat == CHANCE:
            outcomes = self.position.decision.outcomes
            assert outcomes is not None
            events.extend(self.submit(dice.throw(outcomes), CHANCE))
        return tuple(events)

    def free_undo(self, seat: Seat) -> int:
        """How many of the last orders this seat may take back without asking anybody."""
        count = 0
        for entry in reversed(self.entries):
            if entry.barrier or entry.seat != seat:
                break
            count += 1
        return count

    def undo(self, seat: Seat) -> Entry:
        """Take back the seat's last order, as far as that is free."""
        if self.free_undo(seat) == 0:
            raise IllegalOrder("", self._why_no_undo(seat))
        entry = self.entries[-1]
        self._go_back_to(len(self.entries) - 1)
        return entry

    def undo_to(self, length: int, consent: Collection[Seat]) -> None:
        """Go back to an earlier moment that all players agree on."""
        self._check_moment(length)
        missing = [seat for seat in self.game.seats if seat not in consent]
        if missing:
            names = ", ".join(self.game.seat_title(seat) for seat in missing)
            raise IllegalOrder("", f"going back that far needs the consent of {names}")
        self._go_back_to(length)

    def at(self, length: int) -> AnyPosition:
        """A copy of the position after so many orders."""
        self._check_moment(length)
        start = max(moment for moment in self._snapshots if moment <= length)
        position = self._snapshots[start].copy()
        for entry in self.entries[start:length]:
            position.apply(entry.order)
        return position

    def _check_moment(self, length: int) -> None:
        if not 0 <= length <= len(self.entries):
            raise IllegalOrder("", f"the game has {len(self.entries)} orders, there is no moment {length}")

    def _go_back_to(self, length: int) -> None:
        self.position = self.at(length)
        del self.entries[length:]
        self._snapshots = {moment: kept for moment, kept in self._snapshots.items() if moment <= length}

    def _why_no_undo(self, seat: Seat) -> str:
        if not self.entries:
            return "nothing has been ordered yet"
        last = self.entries[-1]
        if last.seat == CHANCE:
            return "a die has been cast since: taking back needs the other side's consent"
        if last.seat != seat:
            return f"the last order was {self.game.seat_title(last.seat)}'s"
        return "news came out or the turn passed on: taking back needs the other side's consent"
