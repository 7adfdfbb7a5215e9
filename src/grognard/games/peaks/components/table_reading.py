"""Reading the charts from the files of a pack."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from grognard.games.peaks.components.kinds import Result
from grognard.games.peaks.components.tables import (
    CLOSED,
    MOVEMENT_UNIT,
    ROLLS,
    AirAttritionRow,
    AirAttritionTable,
    AirSuperiorityRow,
    AirSuperiorityTable,
    CombatRow,
    RefitRow,
    RefitTable,
    TerrainEffect,
    TerrainRow,
)
from grognard.packs.layers import PackLayers
from grognard.packs.problem import Problem, Problems
from grognard.packs.rows import Located

EXPECTED_COST = "a cost such as 2 or 1/2 in whole halves, none or closed"
_WORDS: Mapping[str, int] = {"closed": CLOSED, "none": 0}


def read_combat(layers: PackLayers, name: str, problems: Problems) -> dict[int, tuple[Result, ...]]:
    """tables/assault.csv or tables/mobile.csv: the cells by roll."""
    file = f"tables/{name}.csv"
    rows = {row.row.roll: row.row.cells for row in layers.rows(file, CombatRow, problems)}
    _require_rolls(file, rows, problems)
    return rows


def read_air_superiority(layers: PackLayers, problems: Problems) -> AirSuperiorityTable:
    """tables/air_superiority.csv."""
    file = "tables/air_superiority.csv"
    rows = {row.row.roll: row.row for row in layers.rows(file, AirSuperiorityRow, problems)}
    _require_rolls(file, rows, problems)
    return AirSuperiorityTable(rows)


def read_air_attrition(layers: PackLayers, problems: Problems) -> AirAttritionTable:
    """tables/air_attrition.csv."""
    file = "tables/air_attrition.csv"
    rows = {row.row.roll: row.row for row in layers.rows(file, AirAttritionRow, problems)}
    _require_rolls(file, rows, problems)
    return AirAttritionTable(rows)


def read_refit(layers: PackLayers, problems: Problems) -> RefitTable:
    """tables/refit.csv."""
    file = "tables/refit.csv"
    rows = {row.row.roll: row.row for row in layers.rows(file, RefitRow, problems)}
    _require_rolls(file, rows, problems)
    return RefitTable(rows)


def _require_rolls(file: str, rows: Mapping[int, object], problems: Problems) -> None:
    for roll in ROLLS:
        if roll not in rows:
            problems.add(Problem(file, 0, "roll", expected=f"a row {roll}"))


def read_terrain(layers: PackLayers, problems: Problems) -> dict[str, TerrainEffect]:
    """tables/terrain.csv, by the words of the map files."""
    effects = {}
    for row in layers.rows("tables/terrain.csv", TerrainRow, problems):
        written = row.row
        effects[written.id] = TerrainEffect(
            id=written.id,
            kind=written.kind,
            name=written.name,
            mechanized=_cost(row, "mechanized", problems),
            foot=_cost(row, "foot", problems),
            mud_mechanized=_cost(row, "mud_mechanized", problems),
            mud_foot=_cost(row, "mud_foot", problems),
            winter_mechanized=_cost(row, "winter_mechanized", problems),
            winter_foot=_cost(row, "winter_foot", problems),
            shifts=written.shifts,
            winter_shifts=written.winter_shifts,
            assault_only=written.assault_only,
        )
    return effects


def _cost(row: Located[TerrainRow], column: str, problems: Problems) -> int:
    try:
        return parse_cost(row.raw.text(column))
    except ValueError as error:
        problems.add(row.problem(column, str(error)))
        return CLOSED


def parse_cost(text: str) -> int:
    """Read a cost in half points; raises `ValueError` that says what was expected.

    >>> parse_cost("2"), parse_cost("1/2"), parse_cost("none"), parse_cost("closed")
    (4, 1, 0, -1)
    """
    if text in _WORDS:
        return _WORDS[text]
    try:
        halves = Fraction(text) * MOVEMENT_UNIT
    except (ValueError, ZeroDivisionError):
        raise ValueError(EXPECTED_COST) from None
    if halves.denominator != 1 or halves <= 0 or len(text) > 4:
        raise ValueError(EXPECTED_COST)
    return int(halves)
