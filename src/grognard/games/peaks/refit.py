"""14 Refitting: restoring units, bringing eliminated ones back, support units, Kampfgruppen and trucks."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from grognard.core import Event, Order, Outcomes, Refusal, Seat, dice
from grognard.games.peaks import arrivals, control, oil, supply, support
from grognard.games.peaks.basics import turn_row
from grognard.games.peaks.components import Side, Size, UnitType, Variant
from grognard.games.peaks.field import in_enemy_zone
from grognard.games.peaks.orders import BUILD, BUY, END, REFIT, REPLACE
from grognard.games.peaks.state import ASIDE, AXIS, BOX, ELIMINATED, POOL, seat_index
from grognard.games.peaks.steps import PeaksChoice, PeaksRoll, Pos

REPLACEMENT_COST, SUPPORT_COST, TRUCK_COST = 2, 1, 1
SS_COST, SS_TURN = 4, 2
AIR_STEPS = 2


# --- gaining points (14.1) ------------------------------------------------------------------------------


def scheduled_points(position: Pos, seat: Seat) -> int:
    """Refit points of a Refit Phase: the track, Stalingrad or Kharkov, and oil."""
    game = position.game
    points = turn_row(position).refit_points(Side(str(seat)))
    bonus = game.place_hexes("stalingrad" if seat == AXIS else "kharkov")
    points += bool(bonus & control.controlled(position, seat))
    return points + (oil.income(position) if seat == AXIS else 0)


def collect(position: Pos, seat: Seat) -> None:
    """Add the points of the turn to the store."""
    arrivals.gain_refit(position, seat, scheduled_points(position, seat), "14.1")


# --- what can be done -----------------------------------------------------------------------------------


def full_steps(position: Pos, counter: int) -> int:
    """The steps of a counter at full strength."""
    game = position.game
    return game.units[counter].steps if counter < len(game.units) else AIR_STEPS


def restore_cost(position: Pos, counter: int) -> int:
    """14.3: one point, two in an enemy zone; off the map and in the air there is none."""
    on_map = position.state.where[counter] >= 0 and counter < len(position.game.units)
    return 2 if on_map and in_enemy_zone(position, counter) else 1


def cannot_restore(position: Pos, counter: int) -> Refusal | None:
    """Why a unit cannot be brought back to full strength (14.3, 15.18)."""
    game, state = position.game, position.state
    name, where = game.names[counter], state.where[counter]
    if not (where >= 0 or where == BOX) or not 0 < state.steps[counter] < full_steps(position, counter):
        return Refusal("14.3", f"{name} is not a reduced unit in play")
    if counter < len(game.units) and not supply.supported(position, counter):
        return Refusal("15.18", f"{name} cannot trace a line of communications")
    return None


def is_kampfgruppe(position: Pos, counter: int) -> bool:
    """A Kampfgruppe: built for points, never rolled for (18.3)."""
    game = position.game
    return counter < len(game.units) and game.units[counter].size is Size.KAMPFGRUPPE


def cannot_replace(position: Pos, counter: int) -> Refusal | None:
    """Why an eliminated unit cannot be rolled for (14.3, 15.19, 18.1)."""
    game, state = position.game, position.state
    name = game.names[counter]
    if state.where[counter] != ELIMINATED:
        return Refusal("14.3", f"{name} is not in the Eliminated box")
    if counter < len(game.units):
        if game.units[counter].type is UnitType.GARRISON:
            return Refusal("18.1", f"{name} is a garrison and cannot be replaced")
        if is_kampfgruppe(position, counter):
            return Refusal("18.3", f"{name} is built anew without a roll")
    return None


def build_cost(position: Pos, counter: int) -> int:
    """14.3: one point for a Kampfgruppe or a truck column, two for an armoured one; 23.3: four for the SS."""
    unit = position.game.units[counter]
    if unit.variant is Variant.SS_PANZER:
        return SS_COST
    if unit.type is UnitType.TRUCK_COLUMN:
        return TRUCK_COST
    return 2 if unit.mechanized else 1


def cannot_build(position: Pos, counter: int) -> Refusal | None:
    """Why a counter cannot be built (14.3, 15.14, 15.15, 23.3)."""
    game, state = position.game, position.state
    name = game.names[counter]
    if counter >= len(game.units):
        return Refusal("14.3", f"{name} is not something to build")
    unit, where = game.units[counter], state.where[counter]
    if unit.variant is Variant.SS_PANZER:
        if not game.rules.variable_reinforcements or where != ASIDE or state.turn < SS_TURN:
            return Refusal("23.3", f"{name} cannot be built now")
        return None
    if is_kampfgruppe(position, counter) and where in (POOL, ELIMINATED):
        return None
    if unit.type is UnitType.TRUCK_COLUMN and where == POOL:
        return None
    return Refusal("14.3", f"{name} is not a Kampfgruppe or truck column in the pool")


class Refit(PeaksChoice, frozen=True):
    """Phase II: a player spends refit points, some, none or all."""

    who: Seat
    rule: ClassVar[str] = "14.2"
    verbs: ClassVar = (REFIT, REPLACE, BUILD, BUY, END)

    def seat(self, position: Pos) -> Seat:
        """The player."""
        return self.who

    def prompt(self, position: Pos) -> str:
        """What is asked."""
        return f"Spend refit points ({self._store(position)} left), or end."

    def _store(self, position: Pos) -> int:
        return position.state.refit[seat_index(self.who)]

    def _cost(self, position: Pos, order: Order) -> int:
        verb, (value,) = order
        if verb is REFIT:
            return restore_cost(position, value)
        if verb is BUILD:
            return build_cost(position, value)
        return value * SUPPORT_COST if verb is BUY else REPLACEMENT_COST

    def orders(self, position: Pos) -> Iterable[Order]:
        """All that can be paid for."""
        game, store = position.game, self._store(position)
        if store:
            counters = (*game.units_of[self.who], *game.airstrikes_of[self.who])
            for verb in (REFIT, REPLACE, BUILD):
                for counter in counters:
                    if self.refusal(position, verb(counter)) is None:
                        yield verb(counter)
            yield from (BUY(n) for n in range(1, min(store, len(self._pool(position))) + 1))
        yield END()

    def _pool(self, position: Pos) -> tuple[int, ...]:
        where = position.state.where
        return tuple(unit for unit in position.game.supports_of[self.who] if where[unit] == POOL)

    def refusal(self, position: Pos, order: Order) -> Refusal | None:
        """Why not."""
        if order.verb is END:
            return None
        refusal = self._unfit(position, order)
        if refusal is None and self._cost(position, order) > self._store(position):
            return Refusal("14.3", f"that takes {self._cost(position, order)} refit points")
        return refusal

    def _unfit(self, position: Pos, order: Order) -> Refusal | None:
        verb, (value,) = order
        if verb is BUY:
            if not 1 <= value <= len(self._pool(position)):
                return Refusal("19.1", f"there are {len(self._pool(position))} support units in the pool")
            return None
        game = position.game
        if game.owner[value] != self.who or value in game.supports or value == game.airlift:
            return Refusal("14.2", f"{game.names[value]} is not a unit of yours to refit")
        if verb is REFIT:
            return cannot_restore(position, value)
        return cannot_replace(position, value) if verb is REPLACE else cannot_build(position, value)

    def take(self, position: Pos, order: Order) -> None:
        """Pay and do it."""
        if order.verb is END:
            position.pop()
            return
        verb, (value,) = order
        position.state.refit[seat_index(self.who)] -= self._cost(position, order)
        if verb is REFIT:
            position.state.steps[value] += 1
            _tell(position, "14.3", value, "is back at full strength")
        elif verb is REPLACE:
            position.push(RefitRoll(value))
        elif verb is BUY:
            position.push(*support.draw_steps(self.who, value))
        elif position.game.units[value].variant is Variant.SS_PANZER:
            position.push(BuildRoll(value))
        else:
            _ready(position, value, position.game.units[value].steps)
            _tell(position, "14.3", value, "is built")


def _ready(position: Pos, counter: int, steps: int) -> None:
    """Put a counter into the box of its side (14.5)."""
    position.state.where[counter] = BOX
    position.state.steps[counter] = steps


def _tell(position: Pos, rule: str, counter: int, text: str) -> None:
    if position.heard:
        name = position.game.names[counter]
        seats = None if position.state.where[counter] >= 0 else (position.game.owner[counter],)
        position.tell(Event(rule, f"{name} {text}", units=(name,), seats=seats))


class RefitRoll(PeaksRoll, frozen=True):
    """The die on the Refit Table for an eliminated unit (14.4)."""

    unit: int
    rule: ClassVar[str] = "14.4"

    def prompt(self, position: Pos) -> str:
        """What is rolled for."""
        return f"Roll on the Refit Table for {position.game.names[self.unit]}."

    def outcomes(self, position: Pos) -> Outcomes:
        """One die."""
        return dice(1)

    def take(self, position: Pos, order: Order) -> None:
        """Immediately, on a later turn, or not at all."""
        position.pop()
        game, state, counter = position.game, position.state, self.unit
        german = (
            game.units[counter].german if counter < len(game.units) else game.airstrikes[counter].interdicts
        )
        delay = game.components.refit_table.result(german, order.values[0])
        if delay is None:
            _tell(position, "14.4", counter, "cannot be rebuilt")
            return
        # 14.5: on the reduced side; 16.11: airstrikes at full strength
        state.steps[counter] = 1 if counter < len(game.units) else AIR_STEPS
        arrivals.schedule(position, counter, state.turn + delay)
        _tell(position, "14.4", counter, f"returns in {delay} turn(s)" if delay else "returns at once")


class BuildRoll(PeaksRoll, frozen=True):
    """The die for the SS Panzer Corps: the turns until it comes (23.3)."""

    unit: int
    rule: ClassVar[str] = "23.3"

    def prompt(self, position: Pos) -> str:
        """What is rolled for."""
        return f"Roll for the turns until {position.game.names[self.unit]} arrives."

    def outcomes(self, position: Pos) -> Outcomes:
        """One die."""
        return dice(1)

    def take(self, position: Pos, order: Order) -> None:
        """Lay it on the track; after the end of the game it never comes."""
        position.pop()
        arrivals.schedule(position, self.unit, position.state.turn + order.values[0])
        _tell(position, "23.3", self.unit, f"arrives in {order.values[0]} turn(s)")


STEPS = (Refit, RefitRoll, BuildRoll)
