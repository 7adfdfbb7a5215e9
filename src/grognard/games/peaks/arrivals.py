"""13 Who becomes available when: the turn track, and what command markers bring (14.1, 18.5, 23.3, 23.4)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from grognard.board.bits import hexes_of
from grognard.core import Event, Order, Seat
from grognard.games.peaks import control
from grognard.games.peaks.components import Operation, Side, UnitType, Variant
from grognard.games.peaks.field import enter_hex, fits, occupied
from grognard.games.peaks.orders import DEPLOY
from grognard.games.peaks.state import ASIDE, AXIS, BOX, SOVIET, TRACK, other, seat_index
from grognard.games.peaks.steps import PeaksChoice, Pos

MANSTEIN_TURN, MANSTEIN_CAP = 9, 6
"""14.1: in March 1943 the Axis may hold six points if Manstein has been played (ruling Q-P25)."""


# --- refit points (14.1) -------------------------------------------------------------------------------


def refit_cap(position: Pos, seat: Seat) -> int:
    """The most refit points that a side may hold."""
    state = position.state
    if seat == AXIS and state.turn == MANSTEIN_TURN and state.manstein_turn:
        return MANSTEIN_CAP
    return position.game.scenario_data.file.of(Side(str(seat))).refit_cap


def gain_refit(position: Pos, seat: Seat, points: int, rule: str) -> None:
    """Add refit points; what is above the cap is lost (14.1, ruling Q-P54)."""
    refit, index = position.state.refit, seat_index(seat)
    refit[index] = max(refit[index], min(refit[index] + points, refit_cap(position, seat)))
    if position.heard:
        title = position.game.seat_title(seat)
        position.tell(
            Event(rule, f"{title}: {points} refit point(s), {refit[index]} in store", seats=(seat,))
        )


# --- the track (13.2) ----------------------------------------------------------------------------------


def schedule(position: Pos, counter: int, turn: int) -> None:
    """Lay a counter on the turn track; one that is due goes to its box."""
    state = position.state
    if turn <= state.turn:
        state.where[counter] = BOX
        state.due.pop(counter, None)
    else:
        state.where[counter] = TRACK
        state.due[counter] = turn


def muster(position: Pos) -> None:
    """The start of a turn: whatever is due on the track lies ready (13.1, 13.6)."""
    state = position.state
    for counter, turn in list(state.due.items()):
        if turn <= state.turn:
            schedule(position, counter, turn)
    if 0 < state.eleventh_turn < state.turn:
        _release(position, Variant.SHOCK_REPLY, "18.5")
    if position.game.rules.variable_reinforcements and 0 < state.uranus_turn < state.turn:
        _release(position, Variant.ARMY_GROUP_DON, "23.3")


def _release(position: Pos, variant: Variant, rule: str) -> None:
    """Bring the units of a variant into their side's box, once."""
    game, state = position.game, position.state
    for number, unit in enumerate(game.units):
        if unit.variant is variant and state.where[number] == ASIDE:
            state.where[number] = BOX
            if position.heard:
                owner = game.owner[number]
                position.tell(Event(rule, f"{unit.long_name} stands ready", seats=(owner,)))


def answer(position: Pos, operation: Operation) -> None:
    """What the playing of an operation sets off (23.3, 23.4)."""
    rules = position.game.rules
    if operation is Operation.SATURN and rules.variable_reinforcements:
        _release(position, Variant.GUARDS_MECHANIZED, "23.3")
    if operation is Operation.URANUS and rules.better_logistics and soviet_depot(position) is not None:
        step = PlaceDepot()
        if next(iter(step.orders(position)), None) is not None:
            position.push(step)


# --- the Soviet mobile depot (23.4) -------------------------------------------------------------------


def soviet_depot(position: Pos) -> int | None:
    """The mobile depot of the variant, if it waits."""
    game = position.game
    for unit in game.units_of[SOVIET]:
        if game.units[unit].type is UnitType.MOBILE_DEPOT and position.state.where[unit] == ASIDE:
            return unit
    return None


class PlaceDepot(PeaksChoice, frozen=True):
    """The moment Uranus is played the Soviets put their mobile depot into a town on a railroad (23.4)."""

    rule: ClassVar[str] = "23.4"
    verbs: ClassVar = (DEPLOY,)

    def seat(self, position: Pos) -> Seat:
        """The Soviets."""
        return SOVIET

    def prompt(self, position: Pos) -> str:
        """What is asked."""
        return "Place the mobile depot in a city or town of yours on a railroad."

    def orders(self, position: Pos) -> Iterable[Order]:
        """Every such town with room for it."""
        game, unit = position.game, soviet_depot(position)
        assert unit is not None
        enemy = occupied(position, other(SOVIET))
        area = control.controlled(position, SOVIET) & game.geography.rail_hexes & ~enemy
        for hex in hexes_of(area):
            if hex in game.settlements and fits(position, unit, hex):
                yield DEPLOY(unit, hex)

    def take(self, position: Pos, order: Order) -> None:
        """Put it there."""
        position.pop()
        unit, hex = order.values
        enter_hex(position, unit, hex)
        position.memo.clear()
        if position.heard:
            label = position.game.grid.label(hex)
            position.tell(Event("23.4", f"a mobile depot in {label}", (label,), (position.game.names[unit],)))


STEPS = (PlaceDepot,)
