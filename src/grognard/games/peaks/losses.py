"""10.10 Steps and losses: reducing and eliminating ground units, and who never comes back."""

from __future__ import annotations

from grognard.core import Event
from grognard.games.peaks import supply
from grognard.games.peaks.components import UnitType
from grognard.games.peaks.field import leave_for_pool, put
from grognard.games.peaks.state import ELIMINATED, REMOVED
from grognard.games.peaks.steps import Pos


def reduce(position: Pos, unit: int, rule: str) -> None:
    """Take one step from a ground unit; eliminate it with the last one (10.10)."""
    state = position.state
    if state.steps[unit] <= 1:
        eliminate(position, unit, rule)
        return
    state.steps[unit] -= 1
    if position.heard:
        name = position.game.names[unit]
        position.tell(Event(rule, f"{name} is reduced", units=(name,)))


def eliminate(position: Pos, unit: int, rule: str) -> None:
    """Take a ground unit off the map: to the Eliminated box, or out of the game if it was cut off (15.19)."""
    game, state = position.game, position.state
    if game.units[unit].type is UnitType.TRUCK_COLUMN:
        leave_for_pool(position, unit, rule)
        return
    lost_for_good = state.where[unit] >= 0 and supply.cut_off(position, unit)
    put(position, unit, REMOVED if lost_for_good else ELIMINATED)
    state.steps[unit] = 0
    state.marks[unit] = 0
    if position.heard:
        name = game.names[unit]
        text = "is cut off and lost for good" if lost_for_good else "is eliminated"
        position.tell(Event(rule, f"{name} {text}", units=(name,)))
