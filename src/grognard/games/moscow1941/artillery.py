"""6 Artillery: set-ups, range, support, ranged fire at units and objects, and the barrage."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.board.grid import Hex
from grognard.core import Refusal, Seat
from grognard.games.moscow1941.basics import halved
from grognard.games.moscow1941.disorganization import is_disorganized
from grognard.games.moscow1941.field import has_mark, set_mark, units_in
from grognard.games.moscow1941.ground import POINT
from grognard.games.moscow1941.state import Mark
from grognard.games.moscow1941.steps import Pos
from grognard.games.moscow1941.supply import is_out_of_supply

RANGE = 3
"""6.1.2: the range of artillery in hexes."""

SETUP_COST = 1 * POINT
"""6.2.4: what changing the set-up costs."""

SILENCE = 2
"""6.5.6: combat phases for which a gun that fired a barrage gives no support."""


# --- set-ups (6.2) ---------------------------------------------------------------------------------


def deployed(position: Pos, unit: int) -> bool:
    """Is a gun ready to fire: in combat set-up, or self-propelled (6.1.3)?"""
    return not has_mark(position, unit, Mark.TRANSPORT)


def cannot_change(position: Pos, unit: int, limber: bool, left: int) -> Refusal | None:
    """Why a gun may not change its set-up; None when it may."""
    if not position.game.towed_gun[unit]:
        return Refusal("6.2.2", "only towed guns have two set-ups")
    if limber != deployed(position, unit):
        return Refusal("6.2.4", "the gun is in that set-up already")
    if left < SETUP_COST:
        return Refusal("6.2.4", "a change of set-up takes 1 movement point")
    return None


def change_setup(position: Pos, unit: int, limber: bool) -> None:
    """Limber up, or make ready to fire."""
    if limber:
        set_mark(position, unit, Mark.TRANSPORT)
    else:
        position.state.marks[unit] &= ~Mark.TRANSPORT


# --- who can fire (6.1, 6.3) -------------------------------------------------------------------------


def in_range_of(position: Pos, gun: int, hexes: Iterable[Hex]) -> bool:
    """Is any of these hexes within range of a gun (6.3.2, 6.3.3)?"""
    here = position.state.where[gun]
    return any(position.game.grid.distance(here, hex) <= RANGE for hex in hexes)


def cannot_fire(position: Pos, seat: Seat, gun: int) -> Refusal | None:
    """Why a gun may not fire at all now; None when it may (6.1.3, 6.1.4)."""
    game = position.game
    name = game.units[gun].id
    if not game.units[gun].is_artillery or game.owner[gun] != seat or position.state.where[gun] < 0:
        return Refusal("6.3.1", f"{name} is no artillery of yours on the map")
    if not deployed(position, gun):
        return Refusal("6.1.3", f"{name} is in transport set-up")
    if has_mark(position, gun, Mark.FIRED | Mark.FOUGHT):
        return Refusal("6.1.4", f"{name} has fired or fought in this combat phase")
    return None


def cannot_support(position: Pos, seat: Seat, gun: int, friends: Iterable[Hex]) -> Refusal | None:
    """Why a gun may not support a combat of these friendly hexes; None when it may.

    6.6.2: it may stand next to the enemy, with or without a regular unit in its hex.
    """
    refusal = cannot_fire(position, seat, gun)
    if refusal is not None:
        return refusal
    if gun in position.state.silenced:
        return Refusal("6.5.6", f"{position.game.units[gun].id} fired a barrage")
    return _out_of_range(position, gun, friends)


def _out_of_range(position: Pos, gun: int, hexes: Iterable[Hex]) -> Refusal | None:
    if in_range_of(position, gun, hexes):
        return None
    return Refusal("6.1.2", f"{position.game.units[gun].id} is more than {RANGE} hexes away")


def fire_strength(position: Pos, gun: int, attacking: bool, all_out: bool = False) -> int:
    """What a gun adds: attack or defence strength, halved when disorganized (5.6.4, 6.4.6).

    Attack strength is halved out of supply as well, unless the owner pays for it (10.2.2, 10.2.3).
    """
    unit, levels = position.game.units[gun], position.state.levels[gun]
    times = int(is_disorganized(position, gun))
    if attacking:
        times += int(is_out_of_supply(position, gun) and not all_out)
        return halved(unit.attack_strength(levels), times)
    return halved(unit.defence_strength(levels), times)


# --- ranged fire (6.4) ---------------------------------------------------------------------------------


def cannot_bombard(position: Pos, seat: Seat, gun: int, target: Hex) -> Refusal | None:
    """Why a gun may not fire at a hex by itself; None when it may."""
    refusal = cannot_fire(position, seat, gun) or _out_of_range(position, gun, [target])
    if refusal is None and position.game.grid.distance(position.state.where[gun], target) <= 1:
        return Refusal("6.4.3", "ranged fire is not made at adjacent hexes")
    return refusal


def cannot_shell(position: Pos, seat: Seat, gun: int, banks: Iterable[Hex]) -> Refusal | None:
    """Why a gun may not fire at an object by itself, which may be adjacent (6.4.7); None when it may."""
    return cannot_fire(position, seat, gun) or _out_of_range(position, gun, banks)


def cover_of(position: Pos, target: Hex) -> int:
    """What ground takes off fire: twice its modifier (6.4.2); works are no ground (ruling M31)."""
    return 2 * position.game.geography.combat_modifier(target)


def remaining_strength(position: Pos, strength: int, target: Hex) -> int:
    """What ground leaves of the strength of fire or of an air attack (6.4.2, 8.2.7)."""
    return strength - cover_of(position, target)


def lone_guns(position: Pos, hex: Hex) -> bool:
    """Are there only guns and headquarters in a hex, at least one of them a gun ready to fire (6.6.3)?"""
    game = position.game
    stack = units_in(position, hex)
    return not any(fights_itself(position, unit) for unit in stack) and any(
        game.towed_gun[unit] and deployed(position, unit) for unit in stack
    )


def fights_itself(position: Pos, unit: int) -> bool:
    """Does a unit defend with its own strength: anything but towed guns and headquarters?

    6.1.1, 6.6.5: self-propelled guns fight as other units do, with an attack and a defence strength.
    """
    game = position.game
    return not (game.towed_gun[unit] or game.units[unit].is_headquarters)


def barraged_this_turn(position: Pos, gun: int) -> bool:
    """6.5.5: did the gun fire in the barrage phase just before this movement phase?"""
    return position.state.silenced.get(gun, 0) == SILENCE
