"""5.3 Retreat: hex by hex away from the fight, in its own way (3.1.2), and the bill for not going."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

import msgspec

from grognard.board.grid import OFF_GRID, Hex
from grognard.board.reach import CLOSED
from grognard.core import Order, Refusal, Seat
from grognard.games.moscow1941 import aftermath, artillery, bridges, sight
from grognard.games.moscow1941.battle import defends
from grognard.games.moscow1941.field import (
    STACKING_LIMIT,
    enter_hex,
    has_mark,
    levels_in,
    lose_level,
    set_mark,
    units_in,
    zones,
)
from grognard.games.moscow1941.ground import ground_for
from grognard.games.moscow1941.orders import BACK, HOLD
from grognard.games.moscow1941.state import Mark, other
from grognard.games.moscow1941.steps import MoscowChoice, MoscowStep, Pos

FIXED_POSITION_DISCOUNT = 1
"""7.2.6: what fixed positions take off the bill."""


def able_to_retreat(position: Pos, units: tuple[int, ...]) -> tuple[int, ...]:
    """Those of the units in a combat that may retreat at all (5.1.9, 6.2.4, 6.6.4, 15.2.1).

    Guns in combat set-up stay, and headquarters at work on a bridge (14.3.4); headquarters and limbered guns
    stay when nobody defends their hex with them.
    """
    game, where = position.game, position.state.where
    guarded = {where[unit] for unit in units if defends(position, unit)}
    return tuple(
        unit
        for unit in units
        if game.movable[unit]
        and not (game.towed_gun[unit] and artillery.deployed(position, unit))
        and not has_mark(position, unit, Mark.SPANNING)
        and where[unit] in guarded
    )


def left_alone(position: Pos, fighters: tuple[int, ...], able: tuple[int, ...]) -> tuple[int, ...]:
    """Units that fought in a hex from which nobody can retreat: guns or headquarters alone (5.1.9, 6.2.4)."""
    where = position.state.where
    led = {where[unit] for unit in able}
    return tuple(unit for unit in fighters if where[unit] not in led)


class Retreating(MoscowStep, frozen=True):
    """A side has to retreat so many hexes; `units` are its units in the combat, `able` those that can go."""

    who: Seat
    distance: int
    units: tuple[int, ...]
    able: tuple[int, ...]
    alone: tuple[int, ...] = ()
    """Units that cannot go, and owe for it by themselves."""
    users: tuple[tuple[int, ...], ...] = ()
    sheltered: tuple[Hex, ...] = ()
    """Hexes whose fixed positions count in this combat (7.2.6)."""
    held: tuple[int, ...] = ()
    started: bool = False

    def proceed(self, position: Pos) -> None:
        """Ask as long as anybody can go on, then present the bill."""
        state = position.state
        if not self.started:
            for unit in self.able:
                if state.where[unit] >= 0:
                    state.trails[unit] = (state.where[unit],)
            position.replace(msgspec.structs.replace(self, started=True))
            return
        passing = self._passing_through(position)
        pending = tuple(
            unit for unit in self.able if unit not in self.held and self._can_go_on(position, unit)
        )
        if passing or pending:
            position.push(ChooseRetreat(self.who, self.distance, passing or pending, bool(passing)))
        else:
            position.replace(aftermath.Losses(self.who, *self._bill(position), self.users))

    def _passing_through(self, position: Pos) -> tuple[int, ...]:
        """The unit that has just entered a hex without room for it, and must go on (5.3.6)."""
        state = position.state
        return tuple(
            unit
            for unit in self.able
            if state.where[unit] >= 0
            and len(state.trails[unit]) > 1
            and state.stacks[state.where[unit]][-1] == unit
            and levels_in(position, state.where[unit]) > STACKING_LIMIT
        )

    def _can_go_on(self, position: Pos, unit: int) -> bool:
        trail = position.state.trails.get(unit)
        if trail is None or position.state.where[unit] < 0 or len(trail) > self.distance:
            return False
        return bool(next_hexes(position, unit, trail, self.distance))

    def _bill(self, position: Pos) -> tuple[int, tuple[int, ...]]:
        """5.3.7, 5.3.8, ruling M13: the largest shortfall, paid by those who stayed behind.

        Guns in combat set-up beside other units owe nothing themselves, but may pay.
        """
        state = position.state
        alive = [unit for unit in self.units if state.where[unit] >= 0]
        short = {unit: self._shortfall(position, unit) for unit in alive}
        counted = [short[unit] for unit in alive if unit in self.able or unit in self.alone]
        return max(counted, default=0), tuple(unit for unit in alive if short[unit] > 0)

    def _shortfall(self, position: Pos, unit: int) -> int:
        gone = len(position.state.trails.get(unit, (0,))) - 1
        # 7.2.6: who stays in fixed positions loses 1 less
        discount = 0 if gone or position.state.where[unit] not in self.sheltered else FIXED_POSITION_DISCOUNT
        return max(0, self.distance - gone - discount)


def next_hexes(
    position: Pos, unit: int, trail: tuple[Hex, ...], distance: int, lost: int = 0
) -> tuple[Hex, ...]:
    """The hexes into which a retreat can go on: ever further from the fight, and to an end with room.

    `lost` counts the levels that a look ahead has lost on its way through enemy zones.
    """
    here, levels = trail[-1], position.state.levels[unit]
    found = []
    for there in position.game.grid.neighbours[here]:
        if there == OFF_GRID or retreat_refused(position, unit, trail, there) is not None:
            continue
        left = levels - lost - _in_zone(position, unit, there)
        longer = (*trail, there)
        if (
            left <= 0
            or levels_in(position, there) + left <= STACKING_LIMIT
            or (len(longer) <= distance and next_hexes(position, unit, longer, distance, levels - left))
        ):
            found.append(there)
    return tuple(sorted(found))


def _in_zone(position: Pos, unit: int, hex: Hex) -> int:
    """1 when entering the hex costs an efficiency level (5.3.4), else 0."""
    return zones(position, other(position.game.owner[unit])) >> hex & 1


def retreat_refused(position: Pos, unit: int, trail: tuple[Hex, ...], there: Hex) -> Refusal | None:
    """Why a retreat may not enter a hex; None when it may (5.3.2 to 5.3.5)."""
    game, here = position.game, trail[-1]
    label = game.grid.label(there)
    if there not in game.grid.neighbours[here]:
        return Refusal("3.1.4", f"{label} is not next to the unit")
    if game.grid.distance(trail[0], there) != len(trail):
        return Refusal("5.3.2", f"{label} does not lead away from the hex of the fight")
    if ground_for(position, unit).costs.price(here, there) == CLOSED:
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
        far = "1 hex" if self.distance == 1 else f"{self.distance} hexes"
        return f"Retreat {far}, or hold at one efficiency level for each hex not gone."

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
            return self._no_retreat(position, unit)
        if order.verb is HOLD:
            return Refusal("5.3.6", "there is no room here: it must go on") if self.crowded else None
        trail, hex = position.state.trails[unit], order.values[1]
        refusal = retreat_refused(position, unit, trail, hex)
        if refusal is None and hex not in next_hexes(position, unit, trail, self.distance):
            return Refusal("5.3.6", "the retreat could not end there or beyond: too many efficiency levels")
        return refusal

    def _no_retreat(self, position: Pos, unit: int) -> Refusal:
        game, name = position.game, position.game.units[unit].id
        retreating = position.stack[-2]
        assert isinstance(retreating, Retreating)
        if unit not in retreating.units:
            return Refusal("5.3.1", f"{name} was not in this combat")
        if self.crowded:
            passing = game.units[self.units[0]].id
            return Refusal("5.3.6", f"{passing} must first go on from a hex without room for it")
        if unit in retreating.held:
            return Refusal("5.3.7", f"{name} holds already")
        if game.towed_gun[unit] and artillery.deployed(position, unit):
            return Refusal("6.2.4", f"{name} is in combat set-up and cannot retreat")
        if unit not in retreating.able:
            return Refusal("5.1.9", f"{name} fought alone and cannot retreat")
        return Refusal("5.3.2", f"{name} has gone as far as it can")

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
    state = position.state
    state.trails[unit] = (*state.trails[unit], hex)
    through_zone = _in_zone(position, unit, hex)
    sight.tell_way(position, unit, "5.3", "retreats to", (state.where[unit], hex))
    enter_hex(position, unit, hex)
    set_mark(position, unit, Mark.RETREATED)
    if through_zone:
        lose_level(position, unit, "5.3.4")
