"""Who stands where: moving counters about, stacks, and the zones they exert (3.2, 4.1)."""

from __future__ import annotations

from grognard.board.bits import HexSet
from grognard.board.grid import Hex
from grognard.core import Derived, Event, Seat
from grognard.games.moscow1941 import sight
from grognard.games.moscow1941.state import ELIMINATED, Grant, Mark, other, seat_index
from grognard.games.moscow1941.steps import Pos

STACKING_LIMIT = 8
"""3.2.1: efficiency levels that one hex holds."""

LOSS_MODIFIERS, LOSS_PHASES = 5, 2
"""9.1.6: modifiers for a lost headquarters, and the combat phases in which they may be spent."""


# --- stacks ----------------------------------------------------------------------------------------


def units_in(position: Pos, hex: Hex) -> tuple[int, ...]:
    """The units in a hex, the top one first."""
    return position.state.stacks.get(hex, ())


def holder(position: Pos, hex: Hex) -> Seat | None:
    """Whose units stand in a hex."""
    stack = position.state.stacks.get(hex)
    return position.game.owner[stack[0]] if stack else None


def levels_in(position: Pos, hex: Hex) -> int:
    """Efficiency levels in a hex; a headquarters counts as one (3.2.2)."""
    levels = position.state.levels
    return sum(levels[unit] for unit in position.state.stacks.get(hex, ()))


def room_for(position: Pos, unit: int, hex: Hex) -> bool:
    """Would this unit fit into a hex at the end of a phase (3.2.1)?"""
    state = position.state
    if hex not in state.stacks:
        return True
    others = levels_in(position, hex) - (state.levels[unit] if state.where[unit] == hex else 0)
    return others + state.levels[unit] <= STACKING_LIMIT


def put(position: Pos, unit: int, where: int) -> None:
    """Move a counter to a hex, or off the map to one of the boxes."""
    state = position.state
    here = state.where[unit]
    if here >= 0:
        rest = tuple(other for other in state.stacks[here] if other != unit)
        if rest:
            state.stacks[here] = rest
        else:
            del state.stacks[here]
    state.where[unit] = where
    if where >= 0:
        stack = state.stacks.get(where, ())
        _share_mask(position, unit, stack)
        state.stacks[where] = (*stack, unit)
    note_bridgeheads(position, here)
    note_bridgeheads(position, where)
    forget(position, position.game.owner[unit])


def _share_mask(position: Pos, unit: int, stack: tuple[int, ...]) -> None:
    """16.1.2: a stack lies under one mask or none; who joins it goes under it, or comes out from his own."""
    if stack:
        marks = position.state.marks
        marks[unit] = marks[unit] & ~Mark.MASKED | marks[stack[0]] & Mark.MASKED


def note_bridgeheads(position: Pos, hex: int) -> None:
    """14.1.3: remember who is alone at the bridges of a hex; an enemy who comes later takes nothing."""
    state, game = position.state, position.game
    for side, across in game.geography.bridges_at.get(hex, ()):
        holders = {holder(position, hex), holder(position, across)} - {None}
        if not holders:
            state.bridgeheads.pop(side, None)
        elif len(holders) == 1:
            (seat,) = holders
            assert seat is not None
            state.bridgeheads[side] = seat_index(seat)


def forget(position: Pos, seat: Seat) -> None:
    """Drop what was derived from where a seat's units stand."""
    for derived in (zones, occupied, lone_stacks):
        memory = position.memo.get(derived)
        if memory is not None:
            memory.pop((seat,), None)


# --- zones -----------------------------------------------------------------------------------------


def zone_of(position: Pos, unit: int) -> HexSet:
    """The hexes in a unit's zone of control (4.1); none for guns, headquarters and resilience groups."""
    game = position.game
    if not game.regular[unit]:
        return 0
    return game.geography.zone[game.motorized[unit]][position.state.where[unit]]


def _zones(position: Pos, seat: Seat) -> HexSet:
    game, found = position.game, 0
    for hex, stack in position.state.stacks.items():
        if game.owner[stack[0]] != seat:
            continue
        kinds = {game.motorized[unit] for unit in stack if game.regular[unit]}
        for motorized in kinds:
            found |= game.geography.zone[motorized][hex]
    return found


def _occupied(position: Pos, seat: Seat) -> HexSet:
    owner, found = position.game.owner, 0
    for hex, stack in position.state.stacks.items():
        if owner[stack[0]] == seat:
            found |= 1 << hex
    return found


def _lone_stacks(position: Pos, seat: Seat) -> tuple[tuple[Hex, int], ...]:
    game, state = position.game, position.state
    index = seat_index(seat)
    found = []
    for hex, stack in sorted(state.stacks.items()):
        if game.owner[stack[0]] == seat and all(game.falls_alone[unit] for unit in stack):
            guns = sum(game.towed_gun[unit] for unit in stack)
            found.append((hex, guns + (1 if guns and state.forts.get(hex) == index else 0)))
    return tuple(found)


zones: Derived[Pos, HexSet] = Derived("zones of control", _zones)
"""Hexes in the zone of at least one unit of a seat; zones may lie over one another (4.1.5)."""

occupied: Derived[Pos, HexSet] = Derived("occupied hexes", _occupied)
"""Hexes with units of a seat."""

lone_stacks: Derived[Pos, tuple[tuple[Hex, int], ...]] = Derived("lone guns and headquarters", _lone_stacks)
"""Hexes of a seat with nothing but towed guns and headquarters, which fall to whoever enters, with the price.

6.1.7: a point for each towed gun, and one more if they are dug in (ruling M72). 9.1.5: nothing for a
headquarters (ruling M26).
"""


def in_enemy_zone(position: Pos, unit: int) -> bool:
    """Does the unit stand in an enemy zone of control?"""
    seat = position.game.owner[unit]
    return bool(zones(position, other(seat)) >> position.state.where[unit] & 1)


def zones_over(position: Pos, hex: Hex, seat: Seat) -> HexSet:
    """All hexes covered by the very units of a seat whose zones cover this hex (4.2.3, ruling M11)."""
    game, found = position.game, 0
    for there in game.grid.neighbours[hex]:
        stack = position.state.stacks.get(there)
        if stack is None or game.owner[stack[0]] != seat:
            continue
        for motorized in {game.motorized[unit] for unit in stack if game.regular[unit]}:
            zone = game.geography.zone[motorized][there]
            if zone >> hex & 1:
                found |= zone
    return found


# --- losses ----------------------------------------------------------------------------------------


def lose_level(position: Pos, unit: int, rule: str) -> None:
    """Take one efficiency level from a unit; eliminate it with the last one (1.2)."""
    state = position.state
    state.levels[unit] -= 1
    if state.levels[unit] <= 0:
        eliminate(position, unit, rule)
    else:
        sight.tell(position, unit, rule, "{} is reduced")


def eliminate(position: Pos, unit: int, rule: str, in_combat: bool = True) -> None:
    """Remove a unit from the game, with what its loss brings the enemy (9.1.6) and its own pool (S1-8)."""
    game, state = position.game, position.state
    hex, seat = state.where[unit], game.owner[unit]
    state.levels[unit] = 0
    state.upset[unit] = 0
    state.shortage[unit] = 0
    state.marks[unit] = 0
    put(position, unit, ELIMINATED)
    state.spans = [span for span in state.spans if span.headquarters != unit]
    if in_combat:
        state.credits[seat_index(seat)] += 1
    if position.heard:
        name = game.units[unit].id
        position.tell(Event(rule, f"{name} is eliminated", units=(name,), reveals=True))
    if game.units[unit].is_headquarters and hex >= 0:
        last = _combat_phase_after(state.clock, LOSS_PHASES)
        state.grants.append(Grant(other(seat), hex, LOSS_MODIFIERS, state.clock, last))


def _combat_phase_after(clock: int, number: int) -> int:
    """The clock of the so-many-th combat phase after a moment; they come every six phases."""
    first = clock + 1 + (4 - (clock + 1)) % 6
    return first + 6 * (number - 1)


def has_mark(position: Pos, unit: int, mark: int) -> bool:
    """Does the unit bear one of these marks?"""
    return position.state.marks[unit] & mark > 0


def set_mark(position: Pos, unit: int, mark: int) -> None:
    """Mark a unit."""
    position.state.marks[unit] |= mark


def clear_mark(position: Pos, mark: int, seat: Seat | None = None) -> None:
    """Take a mark off all units, or off those of a seat."""
    marks, keep = position.state.marks, ~mark
    units = range(len(marks)) if seat is None else position.game.units_of[seat]
    for unit in units:
        marks[unit] &= keep


# --- fortifications --------------------------------------------------------------------------------


def fortified(position: Pos, hex: Hex) -> bool:
    """Does a field fortification of those who stand in the hex protect it (7.1)?"""
    owner = holder(position, hex)
    return owner is not None and position.state.forts.get(hex) == seat_index(owner)


def enter_hex(position: Pos, unit: int, hex: Hex) -> None:
    """Put a unit into a hex it conquers: enemy works fall (7.1.6), lone guns and headquarters are lost."""
    seat = position.game.owner[unit]
    for enemy in units_in(position, hex):
        if position.game.owner[enemy] != seat:
            # 6.1.7, 9.1.5: a regular unit that enters destroys what stands alone
            eliminate(position, enemy, "9.1.5" if position.game.units[enemy].is_headquarters else "6.1.7")
    if position.state.forts.get(hex, seat_index(seat)) != seat_index(seat):
        del position.state.forts[hex]
    put(position, unit, hex)
