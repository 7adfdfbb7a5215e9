"""15 Special units: stars, resilience groups, Volkssturm and fortification units; and 16.1.2 masking."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.board.grid import Hex
from grognard.core import Event, Order, Refusal
from grognard.games.moscow1941.components import Star, StarTarget, Trait, UnitType
from grognard.games.moscow1941.field import eliminate, has_mark, lose_level, set_mark, units_in
from grognard.games.moscow1941.orders import ABSORB
from grognard.games.moscow1941.state import Mark
from grognard.games.moscow1941.steps import Pos

VOLKSSTURM_BURDEN = 2
"""15.3.1: modifiers that the enemy of Volkssturm gains."""

FORTIFICATION_BONUS = 2
"""15.4.1: modifiers of a fortification unit that defends in fortifications."""

RESILIENCE_BONUS = 1
"""15.2.3: modifier of a resilience group in defence of its hex."""


# --- stars (15.1) ----------------------------------------------------------------------------------


def star_usable(
    position: Pos, unit: int, attacking: bool, enemies: Iterable[int], enemy_fortified: bool
) -> Refusal | None:
    """Why a unit's star is of no use in a combat; None when it may be used (15.1.2, 15.1.5)."""
    game = position.game
    star = game.units[unit].star
    if not game.special_units:
        return Refusal("15.0", "this game is played without special units")
    if star is Star.NONE:
        return Refusal("15.1.1", f"{game.units[unit].id} has no star")
    row = game.components.stars[star]
    if attacking and not row.in_attack:
        return Refusal("15.1.2", f"a {star.value} star is of no use in attack")
    if not attacking and not row.in_defence:
        return Refusal("15.1.2", f"a {star.value} star is of no use in defence")
    if attacking and game.units[unit].towed:
        return Refusal("15.1.5", "towed units use their star in defence only")
    if row.against is StarTarget.UNFORTIFIED and attacking and enemy_fortified:
        return Refusal("15.1.2", f"a {star.value} star is of no use against fortified units")
    if row.against is StarTarget.MECHANIZED and not any(game.units[enemy].is_mechanized for enemy in enemies):
        return Refusal("15.1.2", f"a {star.value} star works only against mechanized units")
    return None


def stars_in_effect(position: Pos, used: tuple[int, ...], enemy_used: tuple[int, ...]) -> tuple[int, ...]:
    """The units whose stars still count after the enemy's stars have been held against them (ruling M59).

    White takes away black and yellow; black that is left takes away yellow.
    """
    units = position.game.units
    mine = {units[unit].star for unit in used}
    theirs = {units[unit].star for unit in enemy_used}
    disabled: set[Star] = set()
    if Star.WHITE in theirs:
        disabled |= {Star.BLACK, Star.YELLOW}
    if Star.BLACK in theirs and Star.WHITE not in mine:
        disabled.add(Star.YELLOW)
    return tuple(unit for unit in used if units[unit].star not in disabled)


# --- Volkssturm (15.3) -----------------------------------------------------------------------------


def volkssturm_burden(position: Pos, units: Iterable[int]) -> int:
    """Modifiers that the enemy gains from Volkssturm among these units (15.3.1, 15.3.2)."""
    game, where = position.game, position.state.where
    units = tuple(units)
    hexes = {where[unit] for unit in units if game.units[unit].trait is Trait.VOLKSSTURM}
    if not hexes or not game.special_units:
        return 0
    escorts = min(
        sum(
            where[unit] == hex and game.regular[unit] and game.units[unit].trait is not Trait.VOLKSSTURM
            for unit in units
        )
        for hex in hexes
    )
    return max(0, VOLKSSTURM_BURDEN - escorts)


def absorb_orders(position: Pos, unit: int) -> Iterable[Order]:
    """The Volkssturm units in the hex that an infantry unit might draw on (15.3.3)."""
    game, hex = position.game, position.state.where[unit]
    if hex in position.state.stacks:
        for militia in units_in(position, hex):
            if game.units[militia].trait is Trait.VOLKSSTURM:
                yield ABSORB(unit, militia)


def cannot_absorb(position: Pos, unit: int, taker: int, militia: int) -> Refusal | None:
    """Why a unit may not take a level from Volkssturm; None when it may."""
    game, state = position.game, position.state
    infantry = game.units[unit].type is UnitType.INFANTRY and not game.motorized[unit]
    if taker != unit or not infantry or game.units[unit].trait is Trait.VOLKSSTURM:
        return Refusal("15.3.3", "only infantry on foot draws on Volkssturm")
    if state.where[militia] != state.where[unit] or game.units[militia].trait is not Trait.VOLKSSTURM:
        return Refusal("15.3.3", "there is no such Volkssturm unit in the hex")
    if game.owner[militia] != game.owner[unit] or has_mark(position, militia, Mark.MOVED | Mark.STRATEGIC):
        return Refusal("15.3.3", "both units must stay where they are in this phase")
    if state.levels[unit] >= game.units[unit].cel:
        return Refusal("15.3.3", "the unit has lost nothing")
    if any(has_mark(position, other, Mark.REFILLED) for other in game.units_of[game.owner[unit]]):
        return Refusal("15.3.4", "one level a turn, for one unit")
    return None


def absorb(position: Pos, unit: int, taker: int, militia: int) -> None:
    """15.3.3: a level goes over from the Volkssturm to the infantry."""
    position.state.levels[unit] += 1
    set_mark(position, unit, Mark.REFILLED)
    set_mark(position, militia, Mark.MOVED)
    if position.state.levels[militia] > 1:
        lose_level(position, militia, "15.3.3")
    else:
        eliminate(position, militia, "15.3.3", in_combat=False)


# --- masking (16.1.2) ------------------------------------------------------------------------------


def cannot_mask(position: Pos, unit: int, hex: Hex, cover: bool) -> Refusal | None:
    """Why the stack of a hex cannot be covered, or uncovered; None when it can."""
    if not position.game.masking:
        return Refusal("16.0", "this game is played without masking")
    if position.state.where[unit] != hex:
        return Refusal("16.1.2", "a unit covers or uncovers the stack it stands in")
    if has_mark(position, unit, Mark.MASKED) == cover:
        return Refusal("16.1.2", f"the stack is {'covered already' if cover else 'not covered'}")
    return None


def mask(position: Pos, hex: Hex, cover: bool) -> None:
    """Cover a stack with a masking counter, or take it off."""
    marks = position.state.marks
    for unit in units_in(position, hex):
        marks[unit] = marks[unit] | Mark.MASKED if cover else marks[unit] & ~Mark.MASKED
    if position.heard:
        label = position.game.grid.label(hex)
        text = f"the stack in {label} is {'masked' if cover else 'uncovered'}"
        position.tell(Event("16.1.2", text, hexes=(label,), reveals=not cover))
