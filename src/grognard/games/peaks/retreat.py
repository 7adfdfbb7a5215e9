"""11 Retreat: the phasing player moves the beaten of both sides, hex by hex and unit by unit."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

import msgspec

from grognard.board.grid import OFF_GRID, Hex
from grognard.core import Event, Order, Refusal, Seat
from grognard.games.peaks import victory
from grognard.games.peaks.field import enter_hex, fits, may_enter, zones
from grognard.games.peaks.losses import eliminate, reduce
from grognard.games.peaks.orders import BACK, GO, HOLD
from grognard.games.peaks.state import Mark, other
from grognard.games.peaks.steps import PeaksChoice, PeaksStep, Pos

NOBODY = -1

COMPLETE = 99
"""How far a retreat leads that comes to a good end."""


class Retreating(PeaksStep, frozen=True):
    """Units of one side have to retreat so many hexes; the phasing player moves them (11.0, 11.1)."""

    mover: Seat
    owner: Seat
    distance: int
    units: tuple[int, ...]
    """Those that still have to go."""
    going: int = NOBODY
    trail: tuple[Hex, ...] = ()
    """The way of the unit that is going, from the hex of the fight on."""
    asked: tuple[int, ...] = ()
    """Units in a fortress city whose owner lets them go (11.3)."""
    rule: ClassVar[str] = "11.1"

    def proceed(self, position: Pos) -> None:
        """Go on with whoever is on the way, or take the next one."""
        if self.going != NOBODY:
            self._go_on(position)
            return
        units = tuple(unit for unit in self.units if position.state.where[unit] >= 0)
        holding = next((unit for unit in units if self._may_stand(position, unit)), None)
        static = next((unit for unit in units if position.game.units[unit].static), None)
        if not units:
            position.pop()
        elif holding is not None:
            position.push(StandFast(self.owner, holding))
        elif static is not None:
            position.replace(self.without(static))
            eliminate(position, static, "11.1")
        else:
            self._next(position, units)

    def _may_stand(self, position: Pos, unit: int) -> bool:
        """11.3: a unit in a fortress city may ignore its retreat; has its owner been asked?"""
        fortress = position.game.geography.is_fortress(position.state.where[unit])
        return fortress and unit not in self.asked

    def without(self, unit: int) -> Retreating:
        """The rest, once a unit is done."""
        units = tuple(one for one in self.units if one != unit)
        return msgspec.structs.replace(self, units=units, going=NOBODY, trail=())

    def ways(self, position: Pos) -> tuple[tuple[int, Hex], ...]:
        """Who may go where next; only the one that is on the way once it has begun (11.1)."""
        if self.going != NOBODY:
            return tuple((self.going, hex) for hex in next_hexes(position, self, self.going, self.trail))
        where = position.state.where
        return tuple(
            (unit, hex)
            for unit in self.units
            if where[unit] >= 0
            for hex in next_hexes(position, self, unit, (where[unit],))
        )

    def _next(self, position: Pos, units: tuple[int, ...]) -> None:
        if self.ways(position):
            self._ask(position)
        else:
            position.replace(self.without(units[0]))
            _lose(position, units[0])

    def _go_on(self, position: Pos) -> None:
        unit = self.going
        if position.state.where[unit] < 0 or self._arrived(position):
            position.replace(self.without(unit))
        elif self.ways(position):
            self._ask(position)
        else:
            position.replace(self.without(unit))
            _lose(position, unit)

    def _arrived(self, position: Pos) -> bool:
        """11.1: gone far enough, to a hex with room."""
        return len(self.trail) > self.distance and fits(position, self.going, self.trail[-1])

    def _ask(self, position: Pos) -> None:
        ways = self.ways(position)
        if len(ways) == 1:
            self.go(position, *ways[0])
        else:
            position.push(ChooseRetreat(self.mover))

    def go(self, position: Pos, unit: int, hex: Hex) -> None:
        """One hex further; an enemy zone costs a step (11.2, ruling Q-P16)."""
        game, state = position.game, position.state
        trail = (*(self.trail or (state.where[unit],)), hex)
        position.replace(msgspec.structs.replace(self, going=unit, trail=trail))
        into_zone = zones(position, other(self.owner)) >> hex & 1
        if position.heard:
            name, label = game.names[unit], game.grid.label(hex)
            position.tell(Event("11.1", f"{name} retreats to {label}", hexes=(label,), units=(name,)))
        enter_hex(position, unit, hex)
        state.marks[unit] &= ~Mark.DEFENDED  # 11.2: whoever has retreated may be attacked again
        if into_zone:
            reduce(position, unit, "11.2")
        fortress = state.where[unit] >= 0 and game.geography.is_fortress(hex)
        if fortress and len(trail) <= self.distance and fits(position, unit, hex):
            position.push(HaltInFortress(self.owner, unit))
        victory.check(position)


def _lose(position: Pos, unit: int) -> None:
    """11.1: who cannot retreat as far as the result demands is eliminated where he stands."""
    if position.heard:
        name = position.game.names[unit]
        position.tell(Event("11.1", f"{name} has no way to retreat", units=(name,)))
    eliminate(position, unit, "11.1")


# --- ways ------------------------------------------------------------------------------------------------


def next_hexes(position: Pos, retreat: Retreating, unit: int, trail: tuple[Hex, ...]) -> tuple[Hex, ...]:
    """The hexes into which a retreat can go on: to a good end if there is one, else as far as possible."""
    far = {
        there: _furthest(position, retreat, unit, (*trail, there))
        for there in position.game.grid.neighbours[trail[-1]]
        if retreat_refused(position, retreat, unit, trail, there) is None
    }
    best = max(far.values(), default=0)
    return tuple(sorted(hex for hex, length in far.items() if length == best))


def _furthest(position: Pos, retreat: Retreating, unit: int, trail: tuple[Hex, ...]) -> int:
    """How far a retreat can lead beyond this trail; `COMPLETE` when to a good end."""
    here, gone = trail[-1], len(trail) - 1
    if gone >= retreat.distance:
        return COMPLETE if _finds_room(position, retreat, unit, trail) else gone
    if position.game.geography.is_fortress(here) and fits(position, unit, here):
        return COMPLETE  # 11.3: it may cease there
    further = [
        _furthest(position, retreat, unit, (*trail, there))
        for there in position.game.grid.neighbours[here]
        if retreat_refused(position, retreat, unit, trail, there) is None
    ]
    return max(further, default=gone)


def _finds_room(position: Pos, retreat: Retreating, unit: int, trail: tuple[Hex, ...]) -> bool:
    """11.1: can it go on through full hexes to one with room? The shortest way uses no hex twice."""
    seen, ring = set(trail), [trail[-1]]
    while ring:
        if any(fits(position, unit, here) for here in ring):
            return True
        following = []
        for here in ring:
            for there in position.game.grid.neighbours[here]:
                # only the hex it comes from and the distance matter from here on
                if there not in seen and _open(position, retreat, unit, trail[0], here, there):
                    seen.add(there)
                    following.append(there)
        ring = following
    return False


def _open(position: Pos, retreat: Retreating, unit: int, start: Hex, here: Hex, there: Hex) -> bool:
    """May an extended retreat go on to a hex: open to the unit, and far enough from the fight?"""
    if there == OFF_GRID or position.game.grid.distance(start, there) < retreat.distance:
        return False
    return may_enter(position, unit, here, there) is None


def retreat_refused(
    position: Pos, retreat: Retreating, unit: int, trail: tuple[Hex, ...], there: Hex
) -> Refusal | None:
    """Why a retreat may not enter a hex; None when it may (11.1)."""
    grid = position.game.grid
    if there == OFF_GRID or there not in grid.neighbours[trail[-1]]:
        return Refusal("11.1", "a retreat goes from hex to adjacent hex, and not off the map")
    label = grid.label(there)
    if there in trail:
        return Refusal("11.1", f"the retreat has been in {label} already")
    refusal = may_enter(position, unit, trail[-1], there)
    if refusal is not None:
        return Refusal("11.1", f"{refusal.why} ({refusal.rule})")
    needed = min(len(trail), retreat.distance)
    if grid.distance(trail[0], there) < needed:
        return Refusal("11.1", f"{label} is not {needed} hexes away from the hex of the fight")
    return None


# --- choices -----------------------------------------------------------------------------------------------


def _retreating(position: Pos) -> Retreating:
    below = position.stack[-2]
    assert isinstance(below, Retreating)
    return below


class ChooseRetreat(PeaksChoice, frozen=True):
    """11.1: the phasing player says who retreats where, a hex at a time; his own units and the enemy's."""

    mover: Seat
    rule: ClassVar[str] = "11.1"
    verbs: ClassVar = (BACK,)

    def seat(self, position: Pos) -> Seat:
        """The phasing player (ruling Q-P15)."""
        return self.mover

    def prompt(self, position: Pos) -> str:
        """How far it goes."""
        retreat = _retreating(position)
        side = position.game.seat_title(retreat.owner)
        return f"Retreat the {side} units, {retreat.distance} hex(es) from the fight."

    def orders(self, position: Pos) -> Iterable[Order]:
        """Every unit to every hex that leads to a good end."""
        return [BACK(unit, hex) for unit, hex in _retreating(position).ways(position)]

    def refusal(self, position: Pos, order: Order) -> Refusal | None:
        """Why a unit cannot retreat there."""
        retreat, (unit, hex) = _retreating(position), order.values
        if (unit, hex) in retreat.ways(position):
            return None
        name = position.game.names[unit]
        if unit not in retreat.units:
            return Refusal("11.1", f"{name} has not to retreat")
        if retreat.going not in (NOBODY, unit):
            return Refusal("11.1", f"{position.game.names[retreat.going]} must finish its retreat first")
        trail = retreat.trail or (position.state.where[unit],)
        refusal = retreat_refused(position, retreat, unit, trail, hex)
        return refusal or Refusal("11.1", f"{name} could not complete its retreat by that way")

    def take(self, position: Pos, order: Order) -> None:
        """Move it one hex."""
        position.pop()
        retreat = position.step
        assert isinstance(retreat, Retreating)
        retreat.go(position, *order.values)


class StandFast(PeaksChoice, frozen=True):
    """11.3: the owner of a unit in a fortress city may ignore its retreat."""

    who: Seat
    unit: int
    rule: ClassVar[str] = "11.3"
    verbs: ClassVar = (HOLD, GO)

    def seat(self, position: Pos) -> Seat:
        """The owner."""
        return self.who

    def prompt(self, position: Pos) -> str:
        """What is asked."""
        return f"{position.game.names[self.unit]} may ignore the retreat in the fortress city."

    def orders(self, position: Pos) -> Iterable[Order]:
        """Hold or go."""
        return (HOLD(self.unit), GO(self.unit))

    def take(self, position: Pos, order: Order) -> None:
        """Take it off the list, or let it retreat."""
        position.pop()
        retreat = position.step
        assert isinstance(retreat, Retreating)
        if order.verb is HOLD:
            position.replace(retreat.without(self.unit))
        else:
            position.replace(msgspec.structs.replace(retreat, asked=(*retreat.asked, self.unit)))


class HaltInFortress(StandFast, frozen=True):
    """11.3: the owner of a unit that retreats into a fortress city may end its retreat there."""

    def prompt(self, position: Pos) -> str:
        """What is asked."""
        return f"{position.game.names[self.unit]} may end its retreat in the fortress city."


STEPS = (Retreating, ChooseRetreat, StandFast, HaltInFortress)
