"""Demands on the counters: C-M02, C-M03, C-M04, C-M07 and C-M12 to C-M14."""

from __future__ import annotations

from collections import Counter

from grognard.board.grid import Hex
from grognard.games.moscow1941.checks.answer import UNITS, scenario_file, setup_file
from grognard.games.moscow1941.components import (
    Components,
    MovementClass,
    Scenario,
    SetupRow,
    Side,
    Size,
    Trait,
    Unit,
    UnitType,
    choices,
    default_setup,
    entry_units,
    hexes_named,
)
from grognard.packs.constraint import Constraint, Fault, answer

STACK_LIMIT = 8
"""Efficiency levels that a hex may hold (3.2.1)."""

HEADQUARTERS_POINTS = 10
"""Movement points of a headquarters (9.1.2)."""

AIR_STRENGTH = 4
"""Strength of the one air counter of each scenario of the book."""

MARKERS = (
    "field_fortification",
    "out_of_supply",
    "disorganized_axis",
    "disorganized_soviet",
    "strategic_movement",
    "turn",
    "destroyed_bridge",
    "masking",
)
"""The auxiliary counters that the rules speak of."""


def counters(components: Components) -> Constraint:
    """C-M02: every counter has values that the set-ups and the rules allow."""
    units = tuple(components.units.values())
    faults = [fault for unit in units for fault in _value_faults(unit)]
    for scenario in components.scenarios.values():
        faults += _reduction_faults(components, scenario)
    sides = Counter(unit.side for unit in units)
    levels, fullest = _fullest_stack(components)
    detail = (
        f"{len(units)} counters, {sides[Side.AXIS]} Axis and {sides[Side.SOVIET]} Soviet; "
        f"at most {levels} levels in a hex at the start, in {fullest}"
    )
    return answer("C-M02", "Counters with strength, movement, levels and stars", len(units), detail, faults)


def _value_faults(unit: Unit) -> list[Fault]:
    faults = []
    if unit.sp_reduced is not None and unit.sp_reduced >= unit.sp:
        faults.append(_fault(unit, "sp_reduced", "the weaker side is not weaker"))
    if unit.towed and unit.cel != 1:
        faults.append(_fault(unit, "cel", f"a towed gun with {unit.cel} levels (6.1.6)"))
    regiment = unit.type is UnitType.INFANTRY and unit.size is Size.REGIMENT and unit.side is Side.AXIS
    if regiment and unit.cel != 2:
        faults.append(_fault(unit, "cel", "a German infantry regiment has two levels"))
    if not unit.is_headquarters and unit.sp == 0:
        faults.append(_fault(unit, "sp", "no strength"))
    if unit.mp == 0 and unit.trait is not Trait.FORTIFICATION_UNIT:
        faults.append(_fault(unit, "mp", "no movement points"))
    return faults


def _fault(unit: Unit, column: str, says: str) -> Fault:
    return Fault(f"{unit.id}: {says}", UNITS, unit.id, column)


def _reduction_faults(components: Components, scenario: Scenario) -> list[Fault]:
    faults = []
    for row in scenario.setup:
        levels = sum(unit.cel for unit in entry_units(components, row))
        if row.reduction >= levels:
            says = f"{scenario.id} {row.id}: loses {row.reduction} of {levels} levels"
            faults.append(Fault(says, setup_file(scenario.id), row.id, "reduction"))
    return faults


def movement_classes(components: Components) -> Constraint:
    """C-M03: each unit moves as units of its type can (1.3)."""
    faults = []
    for unit in components.units.values():
        known = components.unit_types.get(unit.type)
        if known is None:
            faults.append(_fault(unit, "type", f"no row for {unit.type.value} in tables/unit_types.csv"))
        elif unit.movement_class not in known.movement_classes:
            says = f"{unit.type.value} cannot be {unit.movement_class.value}"
            faults.append(_fault(unit, "movement_class", says))
        if unit.towed and unit.movement_class is not MovementClass.TRUCKED:
            faults.append(_fault(unit, "movement_class", "a towed unit is trucked (6.2.1)"))
    found = Counter(unit.movement_class.value for unit in components.units.values())
    detail = ", ".join(f"{found[kind.value]} {kind.value}" for kind in MovementClass)
    return answer("C-M03", "Movement class of each unit", len(components.units), detail, faults)


def headquarters(components: Components) -> Constraint:
    """C-M04: headquarters of corps for the Axis and of armies for the Soviets, as chapter 9 has them."""
    found = [unit for unit in components.units.values() if unit.is_headquarters]
    faults = []
    for unit in found:
        size = Size.CORPS if unit.side is Side.AXIS else Size.ARMY
        if unit.size is not size:
            faults.append(_fault(unit, "size", f"of size {unit.size.value}, not {size.value}"))
        if (unit.mp, unit.cel) != (HEADQUARTERS_POINTS, 1):
            column = "mp" if unit.mp != HEADQUARTERS_POINTS else "cel"
            says = f"{unit.mp} points and {unit.cel} levels, not 10 and 1 (9.1)"
            faults.append(_fault(unit, column, says))
        if unit.movement_class is not MovementClass.TRUCKED:
            faults.append(_fault(unit, "movement_class", "not trucked (9.1.2)"))
    faults += [
        Fault(f"no headquarters for the {side.value} side", UNITS) for side in Side if not _has(found, side)
    ]
    sides = Counter(unit.side for unit in found)
    detail = f"{sides[Side.AXIS]} corps and {sides[Side.SOVIET]} armies, 10 points and 1 level each"
    return answer("C-M04", "Headquarters", len(found), detail, faults)


def _has(units: list[Unit], side: Side) -> bool:
    return any(unit.side is side for unit in units)


def stacking(components: Components) -> Constraint:
    """C-M07: no set-up hex holds more than eight levels, but those that a scenario excepts."""
    faults, stacks, exceptions = [], 0, 0
    for scenario in components.scenarios.values():
        excepted = {components.board.grid.hex(label) for label in scenario.file.stacking_exceptions}
        exceptions += len(excepted)
        for hex, levels in _stacks(components, scenario).items():
            stacks += 1
            if levels > STACK_LIMIT and hex not in excepted:
                says = f"{scenario.id}: {levels} levels in {components.board.grid.label(hex)}"
                last = [row for row in scenario.setup if hex in choices(components.board, row)][-1]
                faults.append(Fault(says, setup_file(scenario.id), last.id, "at"))
    detail = f"{stacks} stacks of at most {STACK_LIMIT} levels, {exceptions} exceptions"
    return answer("C-M07", "Stacking at set-up", stacks, detail, faults)


def _stacks(components: Components, scenario: Scenario) -> Counter[Hex]:
    """Levels by hex; an entry with a choice of hexes counts in each of them."""
    levels: Counter[Hex] = Counter()
    for placed in default_setup(components, scenario):
        levels[placed.hex] += placed.levels
    for row in scenario.setup:
        for hex in _other_choices(components, row):
            levels[hex] += sum(unit.cel for unit in entry_units(components, row)) - row.reduction
    return levels


def _other_choices(components: Components, row: SetupRow) -> set[Hex]:
    return {*choices(components.board, row)} - {*hexes_named(components.board, row.at[0])}


def _fullest_stack(components: Components) -> tuple[int, str]:
    stacks = [
        (levels, components.board.grid.label(hex))
        for scenario in components.scenarios.values()
        for hex, levels in _stacks(components, scenario).items()
    ]
    most = max((levels for levels, _ in stacks), default=0)
    return most, " ".join(dict.fromkeys(label for levels, label in stacks if levels == most))


def air_counters(components: Components) -> Constraint:
    """C-M12: one air counter of four strength points in each scenario of the book."""
    faults, count = [], 0
    for scenario in components.scenarios.values():
        air = scenario.file.air
        count += len(air)
        if not scenario.file.ours and [counter.points for counter in air] != [AIR_STRENGTH]:
            row = f"air.{air[0].id}" if len(air) == 1 else ""
            says = f"{scenario.id}: not one air counter of {AIR_STRENGTH}"
            faults.append(Fault(says, scenario_file(scenario.id), row, "strength"))
        for counter in air:
            if not scenario.file.first_day <= counter.first_day <= counter.last_day <= scenario.file.last_day:
                says = f"{scenario.id} {counter.id}: flies on days outside the scenario"
                late = counter.last_day > scenario.file.last_day or counter.last_day < counter.first_day
                column = "last_day" if late else "first_day"
                faults.append(Fault(says, scenario_file(scenario.id), f"air.{counter.id}", column))
    detail = ", ".join(
        f"{scenario.id}: {counter.side.value} {counter.points}"
        for scenario in components.scenarios.values()
        for counter in scenario.file.air
    )
    return answer("C-M12", "Air counters", count, detail, faults)


def ammunition(components: Components) -> Constraint:
    """C-M13: no scenario of the book grants a barrage, so there are no ammunition units."""
    scenarios = components.scenarios.values()
    faults = [
        Fault(
            f"{scenario.id}: grants a barrage",
            scenario_file(scenario.id),
            f"barrage.{scenario.file.barrage[0].id}",
        )
        for scenario in scenarios
        if scenario.file.barrage and not scenario.file.ours
    ]
    return answer("C-M13", "Ammunition units", len(scenarios), "no barrage in any scenario", faults)


def markers(components: Components) -> Constraint:
    """C-M14: every auxiliary counter that the rules speak of is there."""
    faults = [
        Fault(f"no marker {name}", "tables/markers.csv", name)
        for name in MARKERS
        if name not in components.markers
    ]
    detail = f"{len(components.markers)} kinds of marker"
    return answer("C-M14", "Auxiliary markers", len(components.markers), detail, faults)
