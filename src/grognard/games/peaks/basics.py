"""The calendar: turns, weather, and who draws first (2.12, 5.3, 20)."""

from __future__ import annotations

from grognard.core import Seat
from grognard.games.peaks.components import TurnRow, Weather
from grognard.games.peaks.state import AXIS, SOVIET
from grognard.games.peaks.steps import Pos


def turn_row(position: Pos) -> TurnRow:
    """The line of the turn track."""
    return position.game.components.turns[max(1, position.state.turn) - 1]


def weather_of(position: Pos) -> Weather:
    """The weather of the turn (20)."""
    return turn_row(position).weather


def first_seat(position: Pos) -> Seat:
    """Who has the initiative (5.3): by the calendar, or with variant 23.2 from the turn after Uranus on."""
    state = position.state
    if position.game.rules.soviet_initiative:
        return SOVIET if 0 < state.uranus_turn < state.turn else AXIS
    return Seat(turn_row(position).initiative.value)
