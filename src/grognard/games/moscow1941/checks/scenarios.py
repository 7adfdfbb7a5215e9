"""Demands on the scenarios: C-M16 on their units, C-M17 on time and victory."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from grognard.board.grid import Hex
from grognard.board.model import Board
from grognard.games.moscow1941.checks.answer import UNITS, arrivals_file, scenario_file, setup_file
from grognard.games.moscow1941.components import (
    Components,
    Placement,
    Scenario,
    SetupRow,
    Side,
    Unit,
    choices,
    default_setup,
    entry_units,
)
from grognard.packs.constraint import Constraint, Fault, answer


def setups(components: Components) -> Constraint:
    """C-M16: every counter is used, none twice, and each can stand where it starts."""
    faults: list[Fault] = []
    used: set[str] = set()
    placed = 0
    for scenario in components.scenarios.values():
        named = _named_units(components, scenario)
        used.update(entry.unit for entry in named)
        faults += _roll_faults(components, scenario, named)
        placements = default_setup(components, scenario)
        placed += len(placements)
        faults += _place_faults(components, scenario, placements)
    faults += [
        Fault(f"{name} is used by no scenario", UNITS, name, "id")
        for name in components.units
        if name not in used
    ]
    detail = ", ".join(
        f"{scenario.id}: {len(default_setup(components, scenario))} counters on the map, "
        f"{len(scenario.reinforcements)} reinforcements"
        for scenario in components.scenarios.values()
    )
    return answer("C-M16", "Set-ups", placed, detail, faults)


class _Entry(NamedTuple):
    """A counter that a scenario names, and where."""

    unit: str
    side: Side
    file: str
    row: str

    def fault(self, scenario: Scenario, column: str, says: str) -> Fault:
        return Fault(f"{scenario.id}: {self.unit} {says}", self.file, self.row, column)


def _named_units(components: Components, scenario: Scenario) -> list[_Entry]:
    """Every counter that a scenario names; unknown names as they are."""
    setup, arrivals, document = (name(scenario.id) for name in (setup_file, arrivals_file, scenario_file))
    rows = [(setup, row.id, row.side, row.units) for row in scenario.setup]
    rows += [(arrivals, row.id, row.side, row.units) for row in scenario.reinforcements]
    rows += [
        (document, f"reserves.{reserve.id}", reserve.side, reserve.units)
        for reserve in scenario.file.reserves
    ]
    return [
        _Entry(unit, side, file, row)
        for file, row, side, names in rows
        for name in names
        for unit in [unit.id for unit in components.units_named(name)] or [name]
    ]


def _roll_faults(components: Components, scenario: Scenario, named: list[_Entry]) -> list[Fault]:
    faults = []
    last = {entry.unit: entry for entry in named}
    for name, times in Counter(entry.unit for entry in named).items():
        if times > 1:
            faults.append(last[name].fault(scenario, "units", f"stands {times} times"))
    for entry in named:
        unit = components.units.get(entry.unit)
        if unit is None:
            faults.append(entry.fault(scenario, "units", "is no counter"))
        elif unit.side is not entry.side:
            faults.append(entry.fault(scenario, "side", f"is not of the {entry.side.value} side"))
    return faults


def _place_faults(components: Components, scenario: Scenario, placements: Sequence[Placement]) -> list[Fault]:
    board = components.board
    faults = [
        _place_fault(scenario, row, f"{unit.id} cannot stand in {_described(board, hex)}")
        for row in scenario.setup
        for unit in entry_units(components, row)
        for hex in choices(board, row)
        if not _can_stand(components, unit, hex)
    ]
    sides: dict[Hex, set[Side]] = {}
    rows = {unit.id: row for row in scenario.setup for unit in entry_units(components, row)}
    for placed in placements:
        unit, label = placed.unit, board.grid.label(placed.hex)
        sides.setdefault(placed.hex, set()).add(unit.side)
        dug_in = scenario.file.sides.of(unit.side).field_fortifications
        if dug_in and board.terrain[placed.hex] == "swamp":
            says = f"{unit.id} is dug in in a swamp, {label} (7.1.8)"
            faults.append(_place_fault(scenario, rows[unit.id], says))
    for hex in (hex for hex, found in sides.items() if len(found) > 1):
        last = next(rows[placed.unit.id] for placed in reversed(placements) if placed.hex == hex)
        faults.append(_place_fault(scenario, last, f"both sides in {board.grid.label(hex)}"))
    return faults


def _place_fault(scenario: Scenario, row: SetupRow, says: str) -> Fault:
    return Fault(f"{scenario.id}: {says}", setup_file(scenario.id), row.id, "at")


def _described(board: Board, hex: Hex) -> str:
    return f"{board.grid.label(hex)}, {board.terrain[hex] or 'off the map'}"


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
    faults: list[Fault] = []
    bands = 0
    for scenario in components.scenarios.values():
        bands += len(scenario.file.victory.scale)
        faults += [*_time_faults(scenario), *_scale_faults(scenario)]
    detail = ", ".join(
        f"{scenario.id}: {scenario.file.turns} turns, {len(scenario.file.victory.scale)} bands"
        for scenario in components.scenarios.values()
    )
    return answer("C-M17", "Time and victory", bands, detail, faults)


def _time_faults(scenario: Scenario) -> list[Fault]:
    faults = []
    days = (scenario.file.last_day - scenario.file.first_day).days + 1
    if days != scenario.file.turns:
        says = f"{scenario.id}: {days} days but {scenario.file.turns} turns"
        faults.append(Fault(says, scenario_file(scenario.id), "", "turns"))
    for row in scenario.reinforcements:
        if row.turn > scenario.file.turns or scenario.day(row.turn).isoformat() != row.date:
            says = f"{scenario.id} {row.id}: turn {row.turn} is not {row.date}"
            faults.append(Fault(says, arrivals_file(scenario.id), row.id, "turn"))
    return faults


def _scale_faults(scenario: Scenario) -> list[Fault]:
    scale, file = scenario.file.victory.scale, scenario_file(scenario.id)
    faults = []
    if not scale or scale[0].least != 0 or scale[-1].most is not None:
        band = f"victory.scale.{scale[0 if scale[0].least else -1].id}" if scale else "victory"
        column = "least" if scale and scale[0].least else "most"
        says = f"{scenario.id}: the scale does not run from 0 upward without end"
        faults.append(Fault(says, file, band, column))
    for before, after in pairwise(scale):
        if before.most is None or before.most + 1 != after.least or before.most < before.least:
            says = f"{scenario.id}: a gap or an overlap in the scale at {after.least}"
            faults.append(Fault(says, file, f"victory.scale.{after.id}", "least"))
    return faults
