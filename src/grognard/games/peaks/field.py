"""Who stands where: moving counters about, stacks, and the zones they exert (8, 9)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from grognard.board.bits import HexSet, bits_of
from grognard.board.grid import Hex
from grognard.core import Derived, Event, Refusal, Seat
from grognard.games.peaks import bridgeheads
from grognard.games.peaks.components import Nation, UnitType
from grognard.games.peaks.state import AXIS, POOL, SEATS, Mark, Sectors, other, seat_index
from grognard.games.peaks.steps import Pos

if TYPE_CHECKING:
    from grognard.games.peaks.game import Peaks

STACKING = {seat: 2 if seat == AXIS else 1 for seat in SEATS}
"""8.1, 8.2: ground combat units in a hex."""


# --- stacks ----------------------------------------------------------------------------------------


def units_in(position: Pos, hex: Hex) -> tuple[int, ...]:
    """The ground units in a hex; a truck column is a marker and not among them (ruling Q-P23)."""
    trucks = position.game.trucks
    return tuple(unit for unit in position.state.stacks.get(hex, ()) if unit not in trucks)


def holder(position: Pos, hex: Hex) -> Seat | None:
    """Whose ground units stand in a hex."""
    units = units_in(position, hex)
    return position.game.owner[units[0]] if units else None


def put(position: Pos, unit: int, where: int) -> None:
    """Move a ground counter to a hex, or off the map to one of the boxes."""
    state = position.state
    here = state.where[unit]
    if here >= 0:
        rest = tuple(other for other in state.stacks[here] if other != unit)
        if rest:
            state.stacks[here] = rest
        else:
            del state.stacks[here]
    state.where[unit] = where
    if where != here:
        state.marks[unit] &= ~Mark.PRODUCING  # 18.4: an oil detachment has to stay
    if where >= 0:
        state.stacks[where] = (*state.stacks.get(where, ()), unit)
    forget(position)


def enter_hex(position: Pos, unit: int, *path: Hex) -> None:
    """Put a unit into the last hex of its path: it takes control on the way (3.3), and truck columns fall.

    A truck column that is alone when an enemy comes is lost to the pool (ruling Q-P49).
    """
    game, state = position.game, position.state
    seat = game.owner[unit]
    if unit not in game.trucks:
        for hex in path:
            for truck in state.stacks.get(hex, ()):
                if game.owner[truck] != seat:
                    leave_for_pool(position, truck, "15.13")
        take_control(position, seat, path)
    put(position, unit, path[-1])
    bridgeheads.drop_surrounded(position)


def leave_for_pool(position: Pos, truck: int, rule: str) -> None:
    """Return a truck column to the pool."""
    put(position, truck, POOL)
    position.state.marks[truck] = 0
    if position.heard:
        name = position.game.names[truck]
        position.tell(Event(rule, f"{name} goes back to the pool", units=(name,)))


def take_control(position: Pos, seat: Seat, hexes: Iterable[Hex]) -> None:
    """3.3: who enters a hex controls it until an enemy enters."""
    state, taken = position.state, bits_of(hexes)
    for who in SEATS:
        index = seat_index(who)
        before = int.from_bytes(state.control[index], "little")
        after = before | taken if who == seat else before & ~taken
        if after != before:
            state.control[index] = after.to_bytes(len(state.control[index]), "little")


def forget(position: Pos) -> None:
    """Drop what was derived from where counters stand."""
    position.memo.clear()


# --- stacking (8) ------------------------------------------------------------------------------------


def crowding(position: Pos, units: Iterable[int]) -> Refusal | None:
    """Why these units of one side may not end a segment in one hex (8.1 to 8.3); None when they may."""
    return crowding_of(position.game, units)


def crowding_of(game: Peaks, units: Iterable[int]) -> Refusal | None:
    """The same, of a game that has no position yet."""
    stack = [(unit, game.units[unit]) for unit in units]
    if not stack:
        return None
    seat = game.owner[stack[0][0]]
    fighting = [unit for _, unit in stack if unit.is_combat]
    if len(fighting) > STACKING[seat]:
        rule = "8.1" if seat == AXIS else "8.2"
        return Refusal(rule, f"only {STACKING[seat]} ground combat unit(s) of this side fit into a hex")
    allies = {unit.nation for unit in fighting if unit.nation is not Nation.GERMAN}
    if len(allies) > 1:
        return Refusal("8.1", "units of different Axis allies do not stack")
    for rule, kind in (("depot", UnitType.MOBILE_DEPOT), ("truck column", UnitType.TRUCK_COLUMN)):
        if sum(unit.type is kind for _, unit in stack) > 1:
            return Refusal("8.3", f"only one {rule} fits into a hex")
    if sum(unit.static for _, unit in stack) > 1:
        return Refusal("8.3", "only one static unit fits into a hex")
    return None


def fits(position: Pos, unit: int, hex: Hex) -> bool:
    """Would this unit fit into a hex at the end of a segment (8.4)?"""
    others = tuple(other for other in position.state.stacks.get(hex, ()) if other != unit)
    return crowding(position, (*others, unit)) is None


# --- zones (9) ---------------------------------------------------------------------------------------


def _zones(position: Pos, seat: Seat) -> HexSet:
    game, found = position.game, 0
    for hex, stack in position.state.stacks.items():
        if game.owner[stack[0]] == seat:
            for climbs in {game.climbs[unit] for unit in stack if unit not in game.trucks}:
                found |= game.geography.zone[climbs][hex]
    return found


def _occupied(position: Pos, seat: Seat) -> HexSet:
    game, found = position.game, 0
    for hex, stack in position.state.stacks.items():
        if game.owner[stack[0]] == seat and any(unit not in game.trucks for unit in stack):
            found |= 1 << hex
    return found


zones: Derived[Pos, HexSet] = Derived("zones of control", _zones)
"""Hexes in the zone of at least one ground unit of a seat (9.1, 9.2, 9.4)."""

occupied: Derived[Pos, HexSet] = Derived("occupied hexes", _occupied)
"""Hexes with ground units of a seat, truck columns aside."""


def in_enemy_zone(position: Pos, unit: int) -> bool:
    """Does the unit stand in an enemy zone of control?"""
    enemy = other(position.game.owner[unit])
    return bool(zones(position, enemy) >> position.state.where[unit] & 1)


def may_enter(position: Pos, unit: int, here: Hex, there: Hex) -> Refusal | None:
    """Why a unit may never step from a hex to the next: ground, hexside, enemies (6.4, 6.9, 8.5)."""
    game = position.game
    label, name = game.grid.label(there), game.names[unit]
    if not game.geography.passable(here, there, game.climbs[unit]):
        return Refusal("6.9", f"the ground between {game.grid.label(here)} and {label} is closed to {name}")
    if game.units[unit].type is UnitType.MOBILE_DEPOT and there not in game.geography.rail.near(here):
        return Refusal("15.12", f"{name} moves only along railroads")
    if occupied(position, other(game.owner[unit])) >> there & 1:
        return Refusal("8.5", f"the enemy stands in {label}")
    return None


# --- activation (5.5) --------------------------------------------------------------------------------


def open_sectors(position: Pos) -> int:
    """The sectors that the impulse has opened."""
    impulse = position.state.impulse
    return impulse.sectors if impulse else Sectors.NONE


def is_active(position: Pos, hex: Hex) -> bool:
    """Does a hex lie in an opened sector? Where a unit stands now decides what it may do (6.5)."""
    return hex >= 0 and bool(open_sectors(position) & position.game.geography.sector_of[hex])


# --- marks -------------------------------------------------------------------------------------------


def has_mark(position: Pos, unit: int, mark: int) -> bool:
    """Does the counter bear one of these marks?"""
    return position.state.marks[unit] & mark > 0


def set_mark(position: Pos, unit: int, mark: int) -> None:
    """Mark a counter."""
    position.state.marks[unit] |= mark


def clear_marks(position: Pos, mark: int) -> None:
    """Take a mark off all counters."""
    marks, keep = position.state.marks, ~mark
    for unit in range(len(marks)):
        marks[unit] &= keep


MARKS_OF_A_SEGMENT = Mark.MOVED | Mark.ATTACKED | Mark.DEFENDED
"""Marks that are gone when a segment ends."""
