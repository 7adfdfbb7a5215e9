"""5.6 Disorganization: who becomes disorganized, the tests, and the quiet day that cures it."""

from __future__ import annotations

from typing import ClassVar

from grognard.core import Order, Outcomes, dice
from grognard.games.moscow1941 import sight
from grognard.games.moscow1941.state import ELIMINATED, PHASES
from grognard.games.moscow1941.steps import MoscowRoll, Pos


def is_disorganized(position: Pos, unit: int) -> bool:
    """Is the unit at half strength (5.6.4), as its marker shows (5.6.6)?"""
    return position.state.upset[unit] > 0


def disorganize(position: Pos, unit: int, rule: str = "5.6.1") -> None:
    """The unit becomes disorganized now (or starts its wait anew)."""
    if position.state.where[unit] == ELIMINATED:
        return
    position.state.upset[unit] = position.state.clock
    sight.tell(position, unit, rule, "{} is disorganized", reveals=True)


def disturb(position: Pos, unit: int) -> None:
    """5.6.5, ruling M68: moving, attacking, firing or being attacked restarts the wait."""
    if position.state.upset[unit]:
        position.state.upset[unit] = position.state.clock


def recover(position: Pos) -> None:
    """5.6.5: at the end of a phase, whoever has been quiet since this phase of the last turn is organized."""
    state = position.state
    for unit, since in enumerate(state.upset):
        if since and state.clock - since >= PHASES:
            state.upset[unit] = 0
            sight.tell(position, unit, "5.6.5", "{} is organized again")


class DisorganizationTest(MoscowRoll, frozen=True):
    """5.6.2: a unit throws two dice against the morale of its kind, as often as it has to."""

    unit: int
    times: int
    rule: ClassVar[str] = "5.6.2"

    def prompt(self, position: Pos) -> str:
        """Who is tested."""
        unit = position.game.units[self.unit]
        limit = position.game.morale_limit[self.unit]
        return f"Test {unit.id}: disorganized on {limit} or more."

    def outcomes(self, position: Pos) -> Outcomes:
        """Two dice."""
        return dice(2)

    def take(self, position: Pos, order: Order) -> None:
        """The unit fails at its limit or above."""
        roll, limit = order.values[0], position.game.morale_limit[self.unit]
        position.pop()
        word = "fails" if roll >= limit else "passes"
        sight.tell(position, self.unit, "5.6.2", f"{{}} {word} its test: {roll} against {limit}")
        if roll >= limit:
            disorganize(position, self.unit, "5.6.2")
        elif self.times > 1:
            position.push(DisorganizationTest(self.unit, self.times - 1))


def push_test(position: Pos, unit: int, times: int = 1) -> None:
    """Have a unit tested, unless it is disorganized already."""
    if times > 0 and position.state.where[unit] != ELIMINATED and not is_disorganized(position, unit):
        position.push(DisorganizationTest(unit, times))
