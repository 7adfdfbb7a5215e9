"""The real map and box: games of the book's scenarios, driven to a moment and rearranged for a test.

position = opened("standard", {"naval-operations": "on"})
station(position, "62A", "stalingrad")
until(position, "Reinforcements", SOVIET)
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from tests.games.peaks.situation import PeaksPosition

from grognard.core import AnyStep, Dice, Order, Position, Seat
from grognard.games import open_layers
from grognard.games.peaks import MODULE
from grognard.games.peaks.components import Components, read
from grognard.games.peaks.field import enter_hex, forget, put
from grognard.games.peaks.game import Peaks
from grognard.games.peaks.state import ASIDE, ELIMINATED, Impulse, Phase, Sectors, Segment

QUIET = ("end", "ready", "pass", "stop", "fight")


@cache
def _box() -> Components:
    return read(open_layers(MODULE))


def real_game(scenario: str = "standard", options: Mapping[str, str] | None = None) -> Peaks:
    """A scenario of the book."""
    return Peaks(_box(), scenario, {"set-up": "suggested", **(options or {})})


def opened(
    scenario: str = "standard", options: Mapping[str, str] | None = None, seed: int = 1
) -> PeaksPosition:
    """A game up to the first Refit Phase: set up as we suggest, losses of Blau I taken."""
    position = real_game(scenario, options).start()
    until(position, "Refit", seed=seed)
    return position


def quiet_order(position: PeaksPosition, dice: Dice) -> Order:
    """The order by which least happens, but markers are played; dice are thrown."""
    outcomes = position.decision.outcomes
    if outcomes is not None:
        return dice.throw(outcomes)
    orders = position.legal().orders
    if position.decision.kind == "PlayOrPass":
        return orders[0]
    return next((order for word in QUIET for order in orders if order.verb.name == word), orders[0])


def until(position: PeaksPosition, step: str, seat: Seat | None = None, turn: int = 0, seed: int = 1) -> None:
    """Play quietly on until a decision of this kind, of a seat, not before a turn."""
    dice = Dice(seed)
    while position.outcome is None:
        decision = position.decision
        if decision.kind == step and (seat in (None, decision.seat)) and position.state.turn >= turn:
            return
        position.apply(quiet_order(position, dice))
    raise AssertionError(f"the game ended before {step}")


def hex_of(position: PeaksPosition, place: str) -> int:
    """The hex of a place by its id, or by its number."""
    board = position.game.board
    if place in board.places:
        return int(board.places[place].hexes[0])
    return int(position.game.grid.hex(place))


def station(position: PeaksPosition, names: str, place: str) -> None:
    """Move units to a place, as if they had marched there."""
    for name in names.split():
        unit = position.game.index[name]
        enter_hex(position, unit, hex_of(position, place))
        position.state.steps[unit] = position.game.units[unit].steps
        position.state.due.pop(unit, None)
    forget(position)


def clear_map(position: PeaksPosition) -> None:
    """Take all ground units off the map."""
    for unit in range(len(position.game.units)):
        if position.state.where[unit] >= 0:
            put(position, unit, ASIDE)


def kill(position: PeaksPosition, names: str) -> None:
    """Put counters into the Eliminated box."""
    game, state = position.game, position.state
    for name in names.split():
        counter = game.index[name]
        if counter < len(game.units):
            put(position, counter, ELIMINATED)
        else:
            state.where[counter] = ELIMINATED
        state.steps[counter] = 0
        state.due.pop(counter, None)


def at(
    position: PeaksPosition,
    *steps: AnyStep,
    seat: Seat,
    sectors: Sectors = Sectors.BOTH,
    segment: Segment = Segment.MOVEMENT,
    turn: int = 0,
) -> PeaksPosition:
    """The same situation in the middle of an impulse, with these steps alone to be done."""
    twin: PeaksPosition = Position(position.game, position.state.copy(), (position.stack[0], *steps))
    twin.state.turn = turn or twin.state.turn
    twin.state.phase, twin.state.segment = Phase.OPERATIONS, segment
    twin.state.impulse = Impulse(seat, 0, sectors)
    twin.settle()
    return twin
