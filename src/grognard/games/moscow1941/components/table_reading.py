"""Reading the tables of the rule book from the files of a pack."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TypeVar

import msgspec

from grognard.games.moscow1941.components.kinds import MovementClass
from grognard.games.moscow1941.components.results import (
    NO_EFFECT,
    ResultError,
    parse_combat,
    parse_destroyed,
    parse_side,
)
from grognard.games.moscow1941.components.tables import (
    MOVEMENT_UNIT,
    RATIOS,
    ROLLS,
    CombatRow,
    CombatTable,
    Cost,
    FireTable,
    ObjectTable,
    StrengthLine,
    StrengthRow,
    StrengthTable,
    TerrainEffect,
    TerrainRow,
)
from grognard.packs.layers import PackLayers
from grognard.packs.problem import Problem, Problems
from grognard.packs.rows import Located

CellT = TypeVar("CellT")
CLOSED, NO_COST = "closed", "none"
EXPECTED_COST = f"a cost such as 2, +2 or 1/2 in whole sixths, {CLOSED} or {NO_COST}"


def read_combat(layers: PackLayers, problems: Problems) -> CombatTable:
    """tables/combat.csv."""
    rows = layers.rows("tables/combat.csv", CombatRow, problems)
    results = {row.row.roll: _cells(row, RATIOS, parse_combat, problems) for row in rows}
    _require_keys("tables/combat.csv", "roll", ROLLS, results, problems)
    return CombatTable(results)


def read_fire(layers: PackLayers, name: str, problems: Problems) -> FireTable:
    """The table of air attacks or of artillery fire."""
    return StrengthTable(_lines(layers, f"tables/{name}.csv", parse_side, problems), NO_EFFECT)


def read_objects(layers: PackLayers, problems: Problems) -> ObjectTable:
    """tables/attack_on_objects.csv."""
    return StrengthTable(_lines(layers, "tables/attack_on_objects.csv", parse_destroyed, problems), False)


def _lines(
    layers: PackLayers, file: str, parse: Callable[[str], CellT], problems: Problems
) -> tuple[StrengthLine[CellT], ...]:
    columns = tuple(str(roll) for roll in ROLLS)
    lines = []
    for row in layers.rows(file, StrengthRow, problems):
        cells = _cells(row, columns, parse, problems)
        lines.append(StrengthLine(row.row.least, row.row.most, cells))
    return tuple(sorted(lines, key=lambda line: line.least))


def _cells(
    row: Located[msgspec.Struct], columns: Sequence[str], parse: Callable[[str], CellT], problems: Problems
) -> tuple[CellT, ...]:
    cells = []
    for column in columns:
        try:
            cells.append(parse(row.raw.text(column)))
        except ResultError as error:
            problems.add(row.problem(column, str(error)))
    return tuple(cells)


def _require_keys(
    file: str, column: str, wanted: Sequence[int], found: dict[int, tuple[CellT, ...]], problems: Problems
) -> None:
    for key in wanted:
        if key not in found:
            problems.add(Problem(file, 0, column, expected=f"a row {key}"))


def read_terrain(layers: PackLayers, problems: Problems) -> dict[str, TerrainEffect]:
    """tables/terrain.csv, by the words of the map files."""
    effects = {}
    for row in layers.rows("tables/terrain.csv", TerrainRow, problems):
        written = row.row
        costs = {each: _cost(row, each.value, problems) for each in MovementClass}
        effects[written.id] = TerrainEffect(
            id=written.id,
            kind=written.kind,
            name=written.name,
            costs=costs,
            combat_modifier=written.combat_modifier,
            halves_attackers=written.halves_attackers,
            extra_hex=written.extra_hex,
            on_map=written.on_map,
        )
    return effects


def _cost(row: Located[TerrainRow], column: str, problems: Problems) -> Cost:
    try:
        return parse_cost(row.raw.text(column))
    except ValueError as error:
        problems.add(row.problem(column, str(error)))
        return Cost()


def parse_cost(text: str) -> Cost:
    """Read a cost of the terrain table; raises `ValueError` that says what was expected.

    >>> parse_cost("1/3").units, parse_cost("+2").added, parse_cost("closed").closed
    (2, True, True)
    """
    if text == CLOSED:
        return Cost(closed=True)
    if text == NO_COST:
        return Cost(added=True)
    try:
        units = Fraction(text.removeprefix("+")) * MOVEMENT_UNIT
    except (ValueError, ZeroDivisionError):
        raise ValueError(EXPECTED_COST) from None
    if units.denominator != 1 or units <= 0 or len(text) > 6:
        raise ValueError(EXPECTED_COST)
    return Cost(int(units), added=text.startswith("+"))
