"""12 Pursuit: surviving attackers follow into the hex that the enemy has left, and beyond (12.0)."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from typing import ClassVar

import msgspec

from grognard.board.grid import OFF_GRID, Hex
from grognard.core import Event, Order, Refusal, Seat
from grognard.games.peaks import victory
from grognard.games.peaks.field import enter_hex, may_enter
from grognard.games.peaks.orders import PURSUE, READY
from grognard.games.peaks.steps import PeaksChoice, PeaksStep, Pos
from grognard.games.peaks.supply import cut_off, supported

GERMAN_MECHANIZED, ALL_OTHERS = 2, 1
"""12.1: hexes of pursuit."""

UNSUPPORTED = 1
"""15.18: hexes of pursuit without logistic support."""


class Limit(msgspec.Struct, frozen=True):
    """How far a unit may pursue, and how far if it gets the hex of a Front Maneuver Group (19.5)."""

    unit: int
    hexes: int
    with_extra: int


class Pursuing(PeaksStep, frozen=True):
    """Surviving attackers may pursue, one after the other, in any order (12.1)."""

    who: Seat
    target: Hex
    units: tuple[int, ...]
    mechanized_bonus: int = 0
    extra: int = 0
    """One unit of any type may go this much further (19.5)."""
    relieved: tuple[int, ...] = ()
    limits: tuple[Limit, ...] | None = None
    rule: ClassVar[str] = "12.1"

    def proceed(self, position: Pos) -> None:
        """Find out who may go how far, once; then ask as long as anybody may go."""
        if self.limits is None:
            position.replace(msgspec.structs.replace(self, limits=self._limits(position)))
        elif any(True for limit in self.limits for _ in self.ways(position, limit)):
            position.push(ChoosePursuit(self.who))
        else:
            position.pop()

    def _limits(self, position: Pos) -> tuple[Limit, ...]:
        found = (self._limit(position, unit) for unit in self.units if position.state.where[unit] >= 0)
        return tuple(limit for limit in found if limit.with_extra)

    def _limit(self, position: Pos, unit: int) -> Limit:
        """12.1, 12.4, 15.18, 15.19: how far a unit may pursue, as logistics are when the combat is over."""
        kind = position.game.units[unit]
        hexes = GERMAN_MECHANIZED if kind.mechanized and kind.german else ALL_OTHERS
        hexes += self.mechanized_bonus if kind.mechanized else 0
        most = hexes + self.extra
        if unit not in self.relieved and not supported(position, unit):
            most = most if most < UNSUPPORTED else UNSUPPORTED  # ruling Q-P63
        if kind.static or (unit not in self.relieved and cut_off(position, unit)):
            most = 0
        return Limit(unit, min(hexes, most), most)

    def ways(self, position: Pos, limit: Limit) -> Iterator[tuple[Hex, ...]]:
        """Every pursuit that a unit may make, its own hex first (12.2)."""
        hexes = limit.with_extra if self.extra else limit.hexes
        here = position.state.where[limit.unit]
        if hexes and barred(position, limit.unit, here, self.target) is None:
            yield from _further(position, limit.unit, (here, self.target), hexes)

    def limit_of(self, unit: int) -> Limit | None:
        """The limit of a unit that has not pursued yet."""
        return next((limit for limit in self.limits or () if limit.unit == unit), None)


def _further(position: Pos, unit: int, path: tuple[Hex, ...], hexes: int) -> Iterator[tuple[Hex, ...]]:
    yield path
    if len(path) <= hexes:
        for there in position.game.grid.neighbours[path[-1]]:
            if there != OFF_GRID and barred(position, unit, path[-1], there) is None:
                yield from _further(position, unit, (*path, there), hexes)


def barred(position: Pos, unit: int, here: Hex, there: Hex) -> Refusal | None:
    """Why a pursuit cannot go from a hex to the next; None when it can.

    12.3: enemy zones do not matter, enemies do: nobody pursues into a hex in which a defender has stayed.
    """
    if there not in position.game.grid.neighbours[here]:
        return Refusal("12.2", "the hexes of a pursuit must be adjacent")
    sector = position.game.geography.sector_of
    if sector[here] != sector[there]:
        return Refusal("12.3", "a pursuit cannot cross the sector boundary")
    refusal = may_enter(position, unit, here, there)
    return refusal and Refusal("12.3", f"{refusal.why} ({refusal.rule})")


class ChoosePursuit(PeaksChoice, frozen=True):
    """Which unit pursues, and how far; or none (12.1)."""

    who: Seat
    rule: ClassVar[str] = "12.1"
    verbs: ClassVar = (PURSUE, READY)

    def seat(self, position: Pos) -> Seat:
        """The attacker."""
        return self.who

    def prompt(self, position: Pos) -> str:
        """What is asked."""
        label = position.game.grid.label(_pursuing(position).target)
        return f"Pursue into {label} with a unit, or be ready."

    def orders(self, position: Pos) -> Iterable[Order]:
        """Every way of every unit, and an end."""
        pursuing = _pursuing(position)
        for limit in pursuing.limits or ():
            for path in pursuing.ways(position, limit):
                yield PURSUE(limit.unit, path)
        yield READY()

    def refusal(self, position: Pos, order: Order) -> Refusal | None:
        """Why a pursuit is not possible."""
        if order.verb is READY:
            return None
        unit, path = order.values
        pursuing, game = _pursuing(position), position.game
        limit = pursuing.limit_of(unit)
        if limit is None:
            return Refusal("12.1", f"{game.names[unit]} cannot pursue, or has done so")
        if len(path) < 2 or path[0] != position.state.where[unit]:
            return Refusal("12.1", f"the path must begin in {game.grid.label(position.state.where[unit])}")
        if path[1] != pursuing.target:
            return Refusal("12.2", f"a pursuit begins with {game.grid.label(pursuing.target)}")
        hexes = limit.with_extra if pursuing.extra else limit.hexes
        if len(path) - 1 > hexes:
            return Refusal("12.1", f"{game.names[unit]} may pursue {hexes} hex(es)")
        steps = (barred(position, unit, here, there) for here, there in itertools.pairwise(path))
        return next((refusal for refusal in steps if refusal is not None), None)

    def take(self, position: Pos, order: Order) -> None:
        """Move the pursuer, or end the pursuit."""
        pursuing = _pursuing(position)
        position.pop()
        if order.verb is READY:
            position.pop()
            return
        unit, path = order.values
        limit = pursuing.limit_of(unit)
        assert limit is not None
        used = pursuing.extra if len(path) - 1 > limit.hexes else 0
        rest = tuple(one for one in pursuing.limits or () if one.unit != unit)
        position.replace(msgspec.structs.replace(pursuing, limits=rest, extra=pursuing.extra - used))
        if position.heard:
            name, labels = position.game.names[unit], tuple(position.game.grid.label(hex) for hex in path)
            position.tell(Event("12.1", f"{name} pursues to {labels[-1]}", hexes=labels, units=(name,)))
        enter_hex(position, unit, *path[1:])
        victory.check(position)


def _pursuing(position: Pos) -> Pursuing:
    below = position.stack[-2]
    assert isinstance(below, Pursuing)
    return below


STEPS = (Pursuing, ChoosePursuit)
