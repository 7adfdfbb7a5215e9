"""What a step costs right now: the map, the bridges that stand, and enemy aircraft over the roads."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec

from grognard.board.grid import OFF_GRID, Hex
from grognard.board.reach import CLOSED, Bonus, MovementCosts
from grognard.core import Derived, Seat
from grognard.games.moscow1941.components import MovementClass
from grognard.games.moscow1941.geography import HEADQUARTERS_ENTRY
from grognard.games.moscow1941.state import Mission, MissionKind, other
from grognard.games.moscow1941.steps import Pos

POINT = 6
"""One movement point in the sixths in which costs are counted."""

MOST_PRICED = 200
"""Situations whose prices a game keeps at hand."""


class Ground(msgspec.Struct, frozen=True):
    """The costs of one kind of unit in a situation, and its further hex on secondary routes."""

    costs: MovementCosts
    bonus: Bonus | None


def ground_for(position: Pos, unit: int, tolls: tuple[tuple[Hex, int], ...] = ()) -> Ground:
    """What steps cost this unit now; `tolls` are points that entering some hexes costs on top."""
    game = position.game
    counter = game.units[unit]
    disturbed = counter.nation == "soviet" and any(
        mission.kind is MissionKind.DISRUPT for mission in position.state.missions
    )
    hit = game.owner[unit] if disturbed else None  # 8.2.11: against Soviet units alone
    return ground(position, counter.movement_class, counter.is_headquarters, hit, tolls)


def _ground(
    position: Pos,
    kind: MovementClass,
    headquarters: bool,
    hit: Seat | None,
    tolls: tuple[tuple[Hex, int], ...],
) -> Ground:
    """Look the situation up among those that the game has priced before, for few things change prices."""
    state, priced = position.state, position.game.priced
    bridges = (*sorted(state.broken), OFF_GRID, *sorted(state.built))
    air = tuple(sorted(_disruption(position, hit).items())) if hit is not None else ()
    situation = (kind, headquarters, bridges, air, tolls)
    found = priced.get(situation)
    if found is None:
        if len(priced) >= MOST_PRICED:
            priced.clear()
        found = priced[situation] = _priced(position, kind, headquarters, hit, tolls)
    return found


def _priced(
    position: Pos,
    kind: MovementClass,
    headquarters: bool,
    hit: Seat | None,
    tolls: tuple[tuple[Hex, int], ...],
) -> Ground:
    if tolls:
        plain = ground(position, kind, headquarters, hit, ())
        return _dearer(plain, {hex: price * POINT for hex, price in tolls})
    geography = position.game.geography
    costs = geography.headquarters_costs if headquarters else geography.costs[kind]
    bonus = geography.extra_hex.get(kind) if position.game.bonus_hex else None
    changed = _changed_steps(position, kind, HEADQUARTERS_ENTRY if headquarters else CLOSED)
    if changed:
        costs = costs.with_steps(changed)
        if bonus is not None:
            closed = {step: CLOSED for step in changed if bonus.costs.price(*step) != CLOSED}
            bonus = Bonus(bonus.costs.with_steps(closed), bonus.extra)
    found = Ground(costs, bonus)
    return found if hit is None else _dearer(found, _disruption(position, hit))


def _dearer(ground: Ground, extra: Mapping[Hex, int]) -> Ground:
    bonus = ground.bonus and Bonus(ground.bonus.costs.with_entry(extra), ground.bonus.extra)
    return Ground(ground.costs.with_entry(extra), bonus)


ground: Derived[Pos, Ground] = Derived("costs of steps", _ground)
"""Remembered until a bridge falls or rises, or an air mission against movement begins or ends."""


def _changed_steps(position: Pos, kind: MovementClass, closed_ground: int) -> dict[tuple[Hex, Hex], int]:
    """Steps over bridges that are down, and over those that headquarters have built."""
    state, geography = position.state, position.game.geography
    found: dict[tuple[Hex, Hex], int] = {}
    for side in sorted(state.broken | state.built):
        a, b = position.game.grid.side_hexes(side)
        if OFF_GRID in (a, b):
            continue
        for here, there in ((a, b), (b, a)):
            if side in state.broken:
                found[here, there] = geography.step_cost(here, there, kind, False, closed_ground)
            else:
                found[here, there] = geography.ground_cost(there, kind, None, closed_ground)
    return found


def _disruption(position: Pos, hit: Seat) -> Mapping[Hex, int]:
    """8.2.13, 8.2.15: points that enemy air missions add to entering hexes; they add up."""
    found: dict[Hex, int] = {}
    for mission in position.state.missions:
        if mission.kind is MissionKind.DISRUPT and mission.seat == other(hit):
            for hex in (mission.hex, *position.game.grid.neighbours[mission.hex]):
                if hex != OFF_GRID:
                    found[hex] = found.get(hex, 0) + POINT
    return found


def end_missions(position: Pos, outlasting: Callable[[Mission], bool]) -> None:
    """Ruling M28: missions that have lasted long enough end; the costs of steps may change with them."""
    missions = position.state.missions
    if missions:
        position.state.missions = [mission for mission in missions if outlasting(mission)]
        ground.forget(position)


def disrupted_start(position: Pos, unit: int) -> int:
    """8.2.14: whole points that a unit loses when its move begins under such missions."""
    game = position.game
    if game.units[unit].nation != "soviet":
        return 0
    return _disruption(position, game.owner[unit]).get(position.state.where[unit], 0) // POINT
