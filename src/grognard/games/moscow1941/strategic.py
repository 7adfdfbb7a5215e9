"""12 Strategic movement: units that did nothing else move after combat."""

from __future__ import annotations

from grognard.core import Refusal
from grognard.games.moscow1941.field import has_mark, in_enemy_zone
from grognard.games.moscow1941.state import Mark
from grognard.games.moscow1941.steps import Pos

LESS = 2
"""12.2.3: movement points that strategic movement takes off."""


def cannot_mark(position: Pos, unit: int) -> Refusal | None:
    """Why a unit may not be marked for strategic movement; None when it may."""
    if not position.game.strategic_movement:
        return Refusal("12.0", "this game is played without strategic movement")
    if has_mark(position, unit, Mark.STRATEGIC):
        return Refusal("12.1.4", "the unit is marked already")
    return None


def cannot_move(position: Pos, unit: int) -> Refusal | None:
    """Why a unit may not move in the strategic movement phase; None when it may."""
    name = position.game.units[unit].id
    if not has_mark(position, unit, Mark.STRATEGIC):
        return Refusal("12.1.4", f"{name} was not marked for strategic movement")
    if has_mark(position, unit, Mark.FOUGHT | Mark.FIRED):
        return Refusal("12.1.2", f"{name} fought in the combat phase")
    if in_enemy_zone(position, unit):
        return Refusal("12.2.1", f"{name} stands in an enemy zone of control")
    return None
