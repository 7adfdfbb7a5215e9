"""18.4 German oil detachments: getting captured oilfields to work."""

from __future__ import annotations

from typing import ClassVar

from grognard.core import Event, Order, Outcomes, dice
from grognard.games.peaks import supply
from grognard.games.peaks.components import UnitType
from grognard.games.peaks.field import has_mark, set_mark
from grognard.games.peaks.state import AXIS, Mark
from grognard.games.peaks.steps import PeaksRoll, Pos

RESTORED = 6


def detachments(position: Pos) -> tuple[int, ...]:
    """The oil detachments that stand in oilfields."""
    game, where = position.game, position.state.where
    return tuple(
        unit
        for unit in game.units_of[AXIS]
        if game.units[unit].type is UnitType.OIL_DETACHMENT
        and where[unit] >= 0
        and game.oilfields >> where[unit] & 1
    )


def restorations(position: Pos) -> tuple[RestoreOil, ...]:
    """The rolls of the Command Placement Phase (ruling Q-P34), one for each field not yet online."""
    idle = [unit for unit in detachments(position) if not has_mark(position, unit, Mark.PRODUCING)]
    fields: dict[int, int] = {}
    for unit in idle:
        fields.setdefault(position.state.where[unit], unit)
    return tuple(RestoreOil(unit) for unit in reversed(fields.values()))


def income(position: Pos) -> int:
    """Refit points from fields that worked before this turn and have a land line to a depot."""
    where = position.state.where
    fields = {
        where[unit]
        for unit in detachments(position)
        if has_mark(position, unit, Mark.PRODUCING)
        and not has_mark(position, unit, Mark.RESTORED)
        and supply.has_land_line(position, where[unit], AXIS)
    }
    return len(fields)


class RestoreOil(PeaksRoll, frozen=True):
    """A die for an oilfield: a 6 brings it back."""

    unit: int
    rule: ClassVar[str] = "18.4"

    def prompt(self, position: Pos) -> str:
        """What is rolled for."""
        return f"Roll for the oilfield of {position.game.names[self.unit]}: 6 restores production."

    def outcomes(self, position: Pos) -> Outcomes:
        """One die."""
        return dice(1)

    def take(self, position: Pos, order: Order) -> None:
        """A 6 turns the detachment over."""
        position.pop()
        online = order.values[0] == RESTORED
        if online:
            set_mark(position, self.unit, Mark.PRODUCING | Mark.RESTORED)
        if position.heard:
            name = position.game.names[self.unit]
            text = "oil flows again" if online else "no oil yet"
            position.tell(Event("18.4", f"{name}: {text}", units=(name,), result=text))


STEPS = (RestoreOil,)
