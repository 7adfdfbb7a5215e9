"""7 Fortifications: who may dig in, what works give, and when they vanish; they cost no movement (7.1.12)."""

from __future__ import annotations

from grognard.board.grid import Hex
from grognard.core import Refusal
from grognard.games.moscow1941.field import fortified, has_mark, in_enemy_zone, units_in
from grognard.games.moscow1941.state import Mark, seat_index
from grognard.games.moscow1941.steps import Pos


def remove_abandoned(position: Pos) -> None:
    """7.1.5: works with nobody in them at the end of a phase are taken off the map."""
    state = position.state
    for hex in [hex for hex in state.forts if hex not in state.stacks]:
        del state.forts[hex]


def cannot_dig(position: Pos, unit: int, can_leave_zone: bool) -> Refusal | None:
    """Why a unit may not build field fortifications now; None when it may."""
    game, hex = position.game, position.state.where[unit]
    if not game.regular[unit]:
        return Refusal("7.1.2", "only regular units build field fortifications")
    if fortified(position, hex):
        return Refusal("7.1.1", "the hex has field fortifications already")
    effect = game.geography.effect[hex]
    if effect is not None and effect.id == "swamp":
        return Refusal("7.1.8", "nobody can dig in swamps")
    if in_fixed_position(position, hex):
        return Refusal("7.1.9", "the hex has fixed positions")
    if has_mark(position, unit, Mark.RETREATED) and (can_leave_zone or not in_enemy_zone(position, unit)):
        # 5.3.10, 7.1.3: who retreated and cannot leave an enemy zone may dig all the same
        return Refusal("7.1.2", "the unit retreated in the last combat phase")
    return None


def dig(position: Pos, unit: int) -> None:
    """7.1.4, 7.1.7: building costs all movement points, and may follow works that have fallen."""
    state = position.state
    state.forts[state.where[unit]] = seat_index(position.game.owner[unit])


def in_fixed_position(position: Pos, hex: Hex) -> bool:
    """Does a line of fixed positions run along this hex (7.2.1)?"""
    return bool(position.game.geography.fixed_positions >> hex & 1)


def need_not_attack(position: Pos, hex: Hex) -> bool:
    """7.1.11, 7.2.5: are the units of this hex free of the duty to attack?"""
    return fortified(position, hex) or in_fixed_position(position, hex)


def field_modifiers(position: Pos, hex: Hex) -> int:
    """Combat modifiers that field fortifications give the defender of a hex (7.1.10; Red Snow's own rule)."""
    if not fortified(position, hex):
        return 0
    game = position.game
    rule = game.scenario_data.file.fortification
    if (game.geography.towns | game.geography.cities) >> hex & 1:
        return rule.town_modifier
    strongest = max(
        game.units[unit].defence_strength(position.state.levels[unit]) for unit in units_in(position, hex)
    )
    # ruling M33: one unit of the strength that the scenario asks for is enough
    return rule.open_modifier if strongest >= rule.least_strength else 0
