"""5.3 Retreat: hex by hex away from the fight, and the bill for not going."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

import msgspec

from grognard.board.grid import OFF_GRID, Hex
from grognard.core import Event, Order, Refusal, Seat
from grognard.games.moscow1941 import aftermath, artillery, bridges
from grognard.games.moscow1941.battle import Battle
from grognard.games.moscow1941.components import MovementClass
from grognard.games.moscow1941.field import lose_level, put, room_for, set_mark, units_in, zones
from grognard.games.moscow1941.fortifications import in_fixed_position
from grognard.games.moscow1941.orders import BACK, HOLD
from grognard.games.moscow1941.state import Mark, other
from grognard.games.moscow1941.steps import MoscowChoice, MoscowStep, Pos

FIXED_POSITION_DISCOUNT = 1
"""7.2.6: what fixed positions take off the bill."""


def can_retreat(position: Pos, unit: int, companions: Iterable[int]) -> bool:
    """May a unit retreat at all (5.1.9, 6.2.4, 6.6.4, 15.2.1)?"""
    game, where = position.game, position.state.where
    if where[unit] < 0 or not game.movable[unit]:
        return False
    if game.towed_gun[unit] and artillery.deployed(position, unit):
        return False
    if game.towed_gun[unit] or game.units[unit].is_headquarters:
        # alone in the hex they cannot go; 5.1.9, 6.6.4
        return any(
            artillery.fights_itself(position, friend) and where[friend] == where[unit]
            for friend in companions
        )
    return True


class Retreating(MoscowStep, frozen=True):
    """A side has to retreat so many hexes; `units` are its units in the combat."""

    battle: Battle
    who: Seat
    distance: int
    units: tuple[int, ...]
    users: tuple[int, ...] = ()
    held: tuple[int, ...] = ()
    started: bool = False

    def proceed(self, position: Pos) -> None:
        """Ask as long as anybody can go on, then present the bill."""
        trails = position.state.trails
        if not self.started:
            for unit in self.units:
                if can_retreat(position, unit, self.units):
                    trails[unit] = (position.state.where[unit],)
            position.replace(msgspec.structs.replace(self, started=True))
            return
        pending = tuple(
            unit for unit in self.units if unit not in self.held and self._can_go_on(position, unit)
        )
        crowded = tuple(unit for unit in pending if not room_for(position, unit, position.state.where[unit]))
        if crowded or pending:
            position.push(ChooseRetreat(self.who, self.distance, crowded or pending, bool(crowded)))
        else:
            position.replace(aftermath.Losses(self.who, *self._bill(position), self.users))

    def _can_go_on(self, position: Pos, unit: int) -> bool:
        trail = position.state.trails.get(unit)
        if trail is None or position.state.where[unit] < 0 or len(trail) > self.distance:
            return False
        return bool(next_hexes(position, unit, trail, self.distance))

    def _bill(self, position: Pos) -> tuple[int, tuple[int, ...]]:
        """5.3.7, 5.3.8, ruling M13: the largest shortfall, paid by those who stayed behind."""
        state = position.state
        able = [unit for unit in self.units if unit in state.trails]
        shortfall = {unit: self.distance - (len(state.trails[unit]) - 1) for unit in able}
        alive = [unit for unit in self.units if state.where[unit] >= 0]
        bill = max((shortfall[unit] for unit in able if unit in alive), default=0 if able else self.distance)
        if (
            any(in_fixed_position(position, hex) for hex in self.battle.targets)
            and self.who != self.battle.seat
        ):
            bill = max(0, bill - FIXED_POSITION_DISCOUNT)
        payers = tuple(unit for unit in alive if shortfall.get(unit, 1) > 0)
        return bill, payers


def next_hexes(position: Pos, unit: int, trail: tuple[Hex, ...], distance: int) -> tuple[Hex, ...]:
    """The hexes into which a retreat can go on: ever further from the fight, and to an end with room."""
    here = trail[-1]
    found = []
    for there in position.game.grid.neighbours[here]:
        if there == OFF_GRID or retreat_refused(position, unit, trail, there) is not None:
            continue
        longer = (*trail, there)
        if room_for(position, unit, there) or (
            len(longer) <= distance and next_hexes(position, unit, longer, distance)
        ):
            found.append(there)
    return tuple(sorted(found))


def retreat_refused(position: Pos, unit: int, trail: tuple[Hex, ...], there: Hex) -> Refusal | None:
    """Why a retreat may not enter a hex; None when it may (5.3.2 to 5.3.5)."""
    game, here = position.game, trail[-1]
    label = game.grid.label(there)
    if there not in game.grid.neighbours[here]:
        return Refusal("3.1.4", f"{label} is not next to the unit")
    if game.grid.distance(trail[0], there) != len(trail):
        return Refusal("5.3.2", f"{label} does not lead away from the hex of the fight")
    kind = MovementClass.TRUCKED if game.towed_gun[unit] else game.units[unit].movement_class
    if game.geography.closed(there, MovementClass.FOOT if game.units[unit].is_headquarters else kind):
        return Refusal("5.3.3", f"the ground of {label} is closed to the unit")
    stack = units_in(position, there)
    enemy = other(game.owner[unit])
    if stack and game.owner[stack[0]] == enemy:
        return Refusal("5.3.3", f"the enemy stands in {label}")
    if zones(position, enemy) >> there & 1 and not stack:
        return Refusal("5.3.3", f"{label} lies in an enemy zone of control")
    side = game.grid.side(here, there)
    if side in game.geography.big_rivers and not bridges.standing(position, side):
        return Refusal("5.3.5", f"a big river without a bridge lies before {label}")
    return None


class ChooseRetreat(MoscowChoice, frozen=True):
    """Unit by unit and hex by hex: back, or hold and pay (5.3.7)."""

    who: Seat
    distance: int
    units: tuple[int, ...]
    crowded: bool = False
    rule: ClassVar[str] = "5.3"
    verbs: ClassVar = (BACK, HOLD)

    def seat(self, position: Pos) -> Seat:
        """The owner."""
        return self.who

    def prompt(self, position: Pos) -> str:
        """How far, and what staying costs."""
        return f"Retreat {self.distance} hexes, or hold at one efficiency level for each hex not gone."

    def orders(self, position: Pos) -> Iterable[Order]:
        """The next hex of every unit that can go on, or holding it there."""
        for unit in self.units:
            for hex in next_hexes(position, unit, position.state.trails[unit], self.distance):
                yield BACK(unit, hex)
            if not self.crowded:
                yield HOLD(unit)

    def refusal(self, position: Pos, order: Order) -> Refusal | None:
        """Why a unit may not go there."""
        unit = order.values[0]
        if unit not in self.units:
            return Refusal("5.3", f"{position.game.units[unit].id} has no retreat to make now")
        if order.verb is HOLD:
            return Refusal("5.3.6", "there is no room here: it must go on") if self.crowded else None
        trail, hex = position.state.trails[unit], order.values[1]
        refusal = retreat_refused(position, unit, trail, hex)
        if refusal is None and hex not in next_hexes(position, unit, trail, self.distance):
            return Refusal("5.3.6", "the retreat could not end there or beyond: too many efficiency levels")
        return refusal

    def take(self, position: Pos, order: Order) -> None:
        """Go one hex, or hold."""
        unit = order.values[0]
        position.pop()
        retreating = position.step
        assert isinstance(retreating, Retreating)
        if order.verb is HOLD:
            position.replace(msgspec.structs.replace(retreating, held=(*retreating.held, unit)))
        else:
            _go_back(position, unit, order.values[1])


def _go_back(position: Pos, unit: int, hex: Hex) -> None:
    state, game = position.state, position.game
    state.trails[unit] = (*state.trails[unit], hex)
    through_zone = zones(position, other(game.owner[unit])) >> hex & 1
    put(position, unit, hex)
    set_mark(position, unit, Mark.RETREATED)
    bridges.note_arrival(position, game.owner[unit], hex)
    if position.heard:
        name, label = game.units[unit].id, game.grid.label(hex)
        position.tell(Event("5.3", f"{name} retreats to {label}", hexes=(label,), units=(name,)))
    if through_zone:
        lose_level(position, unit, "5.3.4")
