"""Demands on the scenarios: C-M16 on their units, C-M17 on time and victory."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import pairwise

from grognard.board.grid import Hex
from grognard.games.moscow1941.checks.answer import answer
from grognard.games.moscow1941.components import (
    Components,
    Placement,
    Scenario,
    Side,
    Unit,
    choices,
    default_setup,
    entry_units,
)
from grognard.packs.constraint import Constraint


def setups(components: Components) -> Constraint:
    """C-M16: every counter is used, none twice, and each can stand where it starts."""
    faults: list[str] = []
    used: set[str] = set()
    placed = 0
    for scenario in components.scenarios.values():
        named = _named_units(components, scenario)
        used.update(name for name, _ in named)
        faults += [f"{scenario.id}: {fault}" for fault in _roll_faults(components, scenario, named)]
        placements = default_setup(components, scenario)
        placed += len(placements)
        faults += [f"{scenario.id}: {fault}" for fault in _place_faults(components, scenario, placements)]
    faults += [f"{name} is used by no scenario" for name in components.units if name not in used]
    detail = ", ".join(
        f"{scenario.id}: {len(default_setup(components, scenario))} counters on the map, "
        f"{len(scenario.reinforcements)} reinforcements"
        for scenario in components.scenarios.values()
    )
    return answer("C-M16", "Set-ups", placed, detail, faults)


def _named_units(components: Components, scenario: Scenario) -> list[tuple[str, Side]]:
    """Every counter that a scenario names, with the side that names it; unknown names as they are."""
    rows: list[tuple[Side, Iterable[str]]] = [(row.side, row.units) for row in scenario.setup]
    rows += [(row.side, row.units) for row in scenario.reinforcements]
    rows += [(reserve.side, reserve.units) for reserve in scenario.file.reserves]
    return [
        (unit, side)
        for side, names in rows
        for name in names
        for unit in [unit.id for unit in components.units_named(name)] or [name]
    ]


def _roll_faults(components: Components, scenario: Scenario, named: list[tuple[str, Side]]) -> list[str]:
    faults = []
    for name, times in Counter(name for name, _ in named).items():
        if times > 1:
            faults.append(f"{name} stands {times} times")
    for name, side in named:
        unit = components.units.get(name)
        if unit is None:
            faults.append(f"{name} is no counter")
        elif unit.side is not side:
            faults.append(f"{name} is not of the {side.value} side")
    return faults


def _place_faults(components: Components, scenario: Scenario, placements: Iterable[Placement]) -> list[str]:
    board = components.board
    faults = [
        f"{unit.id} cannot stand in {board.grid.label(hex)}, {board.terrain[hex] or 'off the map'}"
        for row in scenario.setup
        for unit in entry_units(components, row)
        for hex in choices(board, row)
        if not _can_stand(components, unit, hex)
    ]
    sides: dict[Hex, set[Side]] = {}
    for placed in placements:
        sides.setdefault(placed.hex, set()).add(placed.unit.side)
        dug_in = scenario.file.sides.of(placed.unit.side).field_fortifications
        if dug_in and board.terrain[placed.hex] == "swamp":
            faults.append(f"{placed.unit.id} is dug in in a swamp, {board.grid.label(placed.hex)} (7.1.8)")
    faults += [f"both sides in {board.grid.label(hex)}" for hex, found in sides.items() if len(found) > 1]
    return faults


def _can_stand(components: Components, unit: Unit, hex: Hex) -> bool:
    place = components.board.place_at.get(hex)
    kind = place.kind if place and place.kind in components.terrain else components.board.terrain[hex]
    effect = components.terrain.get(kind)
    if effect is None:
        return False
    # A headquarters may enter swamps that trucks may not (9.1.3).
    return not effect.costs[unit.movement_class].closed or (unit.is_headquarters and kind == "swamp")


def victory(components: Components) -> Constraint:
    """C-M17: turns, days and arrivals agree, and the victory scale has no gap."""
    faults, bands = [], 0
    for scenario in components.scenarios.values():
        scale = scenario.file.victory.scale
        bands += len(scale)
        days = (scenario.file.last_day - scenario.file.first_day).days + 1
        if days != scenario.file.turns:
            faults.append(f"{scenario.id}: {days} days but {scenario.file.turns} turns")
        faults += [
            f"{scenario.id} {row.id}: turn {row.turn} is not {row.date}"
            for row in scenario.reinforcements
            if scenario.day(row.turn).isoformat() != row.date or row.turn > scenario.file.turns
        ]
        if not scale or scale[0].least != 0 or scale[-1].most is not None:
            faults.append(f"{scenario.id}: the scale does not run from 0 upward without end")
        faults += [
            f"{scenario.id}: a gap or an overlap in the scale at {after.least}"
            for before, after in pairwise(scale)
            if before.most is None or before.most + 1 != after.least or before.most < before.least
        ]
    detail = ", ".join(
        f"{scenario.id}: {scenario.file.turns} turns, {len(scenario.file.victory.scale)} bands"
        for scenario in components.scenarios.values()
    )
    return answer("C-M17", "Time and victory", bands, detail, faults)
