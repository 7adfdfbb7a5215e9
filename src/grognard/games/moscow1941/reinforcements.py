"""11 Reinforcements: entering, shifting, waiting, leaving; and the reserves of the scenarios."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.board.grid import Hex
from grognard.board.reach import CLOSED
from grognard.core import AnyStep, Event, Order, Refusal, Seat
from grognard.games.moscow1941 import control, sight
from grognard.games.moscow1941.allowance import starting_points
from grognard.games.moscow1941.components import Reserve, ReserveKind, hexes_named
from grognard.games.moscow1941.disorganization import disturb
from grognard.games.moscow1941.entries import Entry, within
from grognard.games.moscow1941.field import (
    STACKING_LIMIT,
    enter_hex,
    holder,
    in_enemy_zone,
    put,
    room_for,
    zones,
)
from grognard.games.moscow1941.geography import HEADQUARTERS_ENTRY
from grognard.games.moscow1941.ground import POINT
from grognard.games.moscow1941.orders import ARRIVE, CALL, ENTER, SHIFT
from grognard.games.moscow1941.routes import points, reachable, terms_of
from grognard.games.moscow1941.state import LATER, RESERVE, WAITING, other, seat_index
from grognard.games.moscow1941.steps import MoscowStep, Pos

SHIFT_DISTANCE = 3
"""11.2.2: entry zones by which a unit may shift for each turn that it waits."""


class Muster(MoscowStep, frozen=True):
    """The start of a movement phase: who is due stands ready, and threatened places call their reserves."""

    who: Seat

    def proceed(self, position: Pos) -> None:
        """11.1.1 by the calendar; S1-11, S2-9 (ruling M40): all units of such a reserve, once."""
        state = position.state
        for unit in position.game.units_of[self.who]:
            if state.where[unit] == LATER and state.due[unit] <= state.turn:
                state.where[unit] = WAITING
        for reserve in position.game.scenario_data.file.reserves:
            if reserve.side.value == self.who and reserve.kind is ReserveKind.THREATENED:
                units = [
                    unit
                    for unit, pool in position.game.reserve_of.items()
                    if pool == reserve and state.where[unit] == RESERVE
                ]
                if units and _threatened(position, reserve):
                    _release(position, reserve, units)
        position.pop()


def _release(position: Pos, reserve: Reserve, units: list[int]) -> None:
    game = position.game
    for unit in units:
        position.state.where[unit] = WAITING
    if position.heard:
        names = tuple(game.units[unit].id for unit in units)
        place = game.board.places[reserve.threatened].name
        text = f"the enemy is near {place}: {', '.join(names)} arrive"
        position.tell(Event(game.victory_rule, text, units=names))


def _threatened(position: Pos, reserve: Reserve) -> bool:
    """Is an enemy unit near enough to the place that this reserve guards?"""
    game, state = position.game, position.state
    place = hexes_named(game.board, reserve.threatened)
    return any(
        game.owner[stack[0]] != reserve.side.value
        and any(game.grid.distance(hex, there) <= reserve.distance for there in place)
        for hex, stack in state.stacks.items()
    )


# --- what may arrive ---------------------------------------------------------------------------------


def orders(position: Pos, seat: Seat, strategic_move: bool) -> Iterable[Order]:
    """Arrivals that are possible now."""
    for order in _candidates(position, seat):
        if refusal(position, seat, order, strategic_move) is None:
            yield order


def _candidates(position: Pos, seat: Seat) -> Iterable[Order]:
    state = position.state
    for unit in position.game.units_of[seat]:
        if state.where[unit] == WAITING and unit in state.entry:
            near = within(position.game.entries, state.entry[unit], SHIFT_DISTANCE)
            yield from (ENTER(unit, id) for id, steps in near.items() if steps <= 1)
            yield from (SHIFT(unit, id) for id, steps in near.items() if steps)
        elif state.where[unit] == WAITING:
            yield from (ARRIVE(unit, hex) for hex in _arrival_hexes(position, unit))
        elif state.where[unit] == RESERVE and state.credits[seat_index(seat)]:
            yield from (CALL(unit, id) for id in _call_entries(position, unit))


def refusal(position: Pos, seat: Seat, order: Order, strategic_move: bool) -> Refusal | None:
    """Why an arrival is not possible; None when it is."""
    verb, (unit, there) = order
    name = position.game.units[unit].id
    if position.game.owner[unit] != seat:
        return Refusal("11.1.1", f"{name} is not yours")
    if verb is not ENTER and strategic_move:
        return Refusal("11.1.3", "in this phase reinforcements can only enter")
    if verb is CALL:
        return _cannot_call(position, unit, there)
    if position.state.where[unit] != WAITING or position.state.due.get(unit, 0) > position.state.turn:
        return Refusal("11.1.1", f"{name} does not wait to enter the map")
    if verb is ARRIVE:
        return _cannot_arrive(position, unit, there)
    if unit not in position.state.entry:
        return Refusal("11.1.2", f"{name} arrives in its place, not at an entry zone")
    if verb is SHIFT:
        return _cannot_shift(position, unit, there)
    return _cannot_enter(position, unit, there, strategic_move)


def take(position: Pos, seat: Seat, order: Order) -> None:
    """Carry out an arrival that brings no move with it: arriving, shifting, calling."""
    verb, (unit, there) = order
    if verb is ARRIVE:
        _arrive(position, unit, there)
    elif verb is SHIFT:
        _stand_at(position, unit, there, position.state.turn + 1)
        _tell(position, unit, "11.2.2", f"shifts to {there}")
    else:
        position.state.credits[seat_index(seat)] -= 1
        position.state.where[unit] = WAITING
        _stand_at(position, unit, there, position.state.turn)
        _tell(position, unit, position.game.victory_rule, f"is called from the pool to {there}")


def _stand_at(position: Pos, unit: int, entry: str, due: int) -> None:
    position.state.entry[unit] = entry
    position.state.due[unit] = due


def _tell(position: Pos, unit: int, rule: str, what: str, *labels: str) -> None:
    sight.tell(position, unit, rule, f"{{}} {what}", hexes=labels)


# --- entering (11.1, 11.2.1) -------------------------------------------------------------------------


def entry_hex(position: Pos, seat: Seat, entry: Entry) -> Hex | None:
    """The hex by which a zone can be entered; None when the enemy holds it all (11.1.4, ruling M41)."""
    enemy = other(seat)
    for hex in entry.hexes:
        if not control.controls(position, enemy, hex) and holder(position, hex) != enemy:
            return hex
    return None


def stack_number(position: Pos, unit: int, entry: str) -> int:
    """11.1.5: the how-manieth stack a unit enters with; it joins the last one as long as that has room."""
    stacks, levels = position.state.entered.get(entry, (1, 0))
    return stacks + (levels + position.state.levels[unit] > STACKING_LIMIT)


def entry_cost(position: Pos, unit: int, entry: str, hex: Hex, allowance: int) -> int:
    """What entering costs: the cost of the hex once for each stack so far (11.1.5); `CLOSED` if it is shut.

    3.1.13 lets the first stack in at any price, but not those that follow (ruling M67).
    """
    game = position.game
    kind, geography = game.units[unit].movement_class, game.geography
    cost = geography.entry_cost(hex, kind)
    if cost == CLOSED and game.units[unit].is_headquarters:
        cost = geography.ground_cost(hex, kind, None, HEADQUARTERS_ENTRY)
    if cost == CLOSED:
        return CLOSED
    number = stack_number(position, unit, entry)
    return min(cost, allowance) if number == 1 else number * cost


def entry_points(position: Pos, unit: int, entry: str, strategic_move: bool) -> int:
    """Sixths of a point for entering: all, or by a zone beside its own exactly half (11.2.1, ruling M20)."""
    allowance = starting_points(position, unit, strategic_move=strategic_move)
    return allowance if position.state.entry.get(unit, entry) == entry else allowance // 2


def _cannot_enter(position: Pos, unit: int, entry: str, strategic_move: bool) -> Refusal | None:
    game, seat = position.game, position.game.owner[unit]
    own = position.state.entry[unit]
    if entry != own and entry not in game.entries[own].neighbours:
        return Refusal("11.2.1", f"{entry} is not next to {own}, where {game.units[unit].id} waits")
    hex = entry_hex(position, seat, game.entries[entry])
    if hex is None:
        return Refusal("11.1.4", f"the enemy controls {entry}")
    if strategic_move and zones(position, other(seat)) >> hex & 1:
        return Refusal("12.2.2", f"{entry} lies in an enemy zone of control")
    left = entry_points(position, unit, entry, strategic_move)
    cost = entry_cost(position, unit, entry, hex, left)
    if cost == CLOSED:
        return Refusal("3.1.11", f"the ground of {entry} is closed to {game.units[unit].id}")
    if cost > left:
        number = stack_number(position, unit, entry)
        why = f"entering as stack {number} takes {points(cost)} movement points, there are {points(left)}"
        return Refusal("11.1.5", why)
    if not room_for(position, unit, hex) and not _can_go_on(position, unit, hex, left - cost, strategic_move):
        return Refusal("3.2.1", f"{entry} would hold more than 8 efficiency levels")
    return None


def _can_go_on(position: Pos, unit: int, hex: Hex, left: int, strategic_move: bool) -> bool:
    """3.1.10: a full entry hex may be passed through, if there is a hex with room within reach."""
    if zones(position, other(position.game.owner[unit])) >> hex & 1:
        return False
    trial = position.copy()
    put(trial, unit, hex)
    found = reachable(trial, terms_of(trial, unit, left, left, False, strategic_move))
    return any(there != hex and room_for(trial, unit, there) for there in found.cost)


def enter(position: Pos, unit: int, entry: str, strategic_move: bool) -> int:
    """Bring a unit onto the map; the sixths of a point with which it goes on from there."""
    game, state = position.game, position.state
    hex = entry_hex(position, game.owner[unit], game.entries[entry])
    assert hex is not None
    left = entry_points(position, unit, entry, strategic_move)
    cost = entry_cost(position, unit, entry, hex, left)
    stacks, levels = state.entered.get(entry, (1, 0))
    number = stack_number(position, unit, entry)
    state.entered[entry] = (number, state.levels[unit] + (levels if number == stacks else 0))
    _come_in(position, unit, hex)
    label = game.grid.label(hex)
    _tell(position, unit, "11.1.3", f"enters the map in {label}", label)
    return left - cost


def _come_in(position: Pos, unit: int, hex: Hex) -> None:
    state = position.state
    state.entry.pop(unit, None)
    state.due.pop(unit, None)
    disturb(position, unit)
    enter_hex(position, unit, hex)


# --- shifting and leaving (11.2.2, 11.2.3) -----------------------------------------------------------


def _cannot_shift(position: Pos, unit: int, entry: str) -> Refusal | None:
    own = position.state.entry[unit]
    near = within(position.game.entries, own, SHIFT_DISTANCE)
    if entry in near and entry != own:
        return None
    return Refusal("11.2.2", f"a unit shifts by up to {SHIFT_DISTANCE} entry zones a turn; it waits at {own}")


def leaving_entry(position: Pos, unit: int) -> str | None:
    """The entry zone by which a unit could leave the map from where it stands (11.2.3)."""
    game, hex = position.game, position.state.where[unit]
    for entry in game.entries.values():
        if entry.seat == game.owner[unit] and hex in entry.hexes:
            return entry.id
    return None


def cannot_leave(position: Pos, unit: int, left: int) -> Refusal | None:
    """Why a unit may not leave the map (11.2.3); None when it may."""
    if leaving_entry(position, unit) is None:
        return Refusal("11.2.3", "units leave the map only through an entry zone of their side")
    if in_enemy_zone(position, unit) and left < POINT:
        return Refusal("4.2.6", "leaving an enemy zone of control takes 1 movement point")
    return None


def leave(position: Pos, unit: int) -> None:
    """Take a unit off the map through its entry zone; next turn it may come back there (ruling M69)."""
    entry = leaving_entry(position, unit)
    assert entry is not None
    disturb(position, unit)
    put(position, unit, WAITING)
    _stand_at(position, unit, entry, position.state.turn + 1)
    _tell(position, unit, "11.2.3", f"leaves the map at {entry}")


# --- reserves (S1-8, S1-11) ----------------------------------------------------------------------------


def _reserve_of(position: Pos, unit: int, kind: ReserveKind) -> Reserve | None:
    reserve = position.game.reserve_of.get(unit)
    return reserve if reserve is not None and reserve.kind is kind else None


def _call_entries(position: Pos, unit: int) -> list[str]:
    if _reserve_of(position, unit, ReserveKind.REPLACEMENT) is None:
        return []
    seat = position.game.owner[unit]
    return [entry.id for entry in position.game.entries.values() if entry.seat == seat and entry.replacements]


def _cannot_call(position: Pos, unit: int, entry: str) -> Refusal | None:
    game, rule = position.game, position.game.victory_rule
    name = game.units[unit].id
    reserve = _reserve_of(position, unit, ReserveKind.REPLACEMENT)
    if reserve is None or position.state.where[unit] != RESERVE:
        return Refusal(rule, f"{name} is not in a pool of replacements")
    if not position.state.credits[seat_index(game.owner[unit])]:
        return Refusal(rule, "no counter has been lost in combat that is still to be replaced")
    if entry not in _call_entries(position, unit):
        return Refusal(rule, f"replacements do not come in at {entry}")
    if entry_hex(position, game.owner[unit], game.entries[entry]) is None:
        return Refusal("11.1.4", f"the enemy controls {entry}")
    return None


def _arrival_hexes(position: Pos, unit: int) -> tuple[Hex, ...]:
    reserve = _reserve_of(position, unit, ReserveKind.THREATENED)
    if reserve is None:
        return ()
    return tuple(hex for name in reserve.entries for hex in hexes_named(position.game.board, name))


def _cannot_arrive(position: Pos, unit: int, hex: Hex) -> Refusal | None:
    game, label = position.game, position.game.grid.label(hex)
    enemy = other(game.owner[unit])
    if hex not in _arrival_hexes(position, unit):
        return Refusal(game.victory_rule, f"{game.units[unit].id} does not arrive in {label}")
    if holder(position, hex) == enemy or control.controls(position, enemy, hex):
        return Refusal("11.1.4", f"the enemy controls {label}")
    if not room_for(position, unit, hex):
        return Refusal("3.2.1", f"{label} would hold more than 8 efficiency levels")
    return None


def _arrive(position: Pos, unit: int, hex: Hex) -> None:
    label = position.game.grid.label(hex)
    _come_in(position, unit, hex)
    _tell(position, unit, position.game.victory_rule, f"arrives in {label}", label)


STEPS: tuple[type[AnyStep], ...] = (Muster,)
