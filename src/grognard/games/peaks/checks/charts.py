"""Demands on the charts: C-P02, C-P05 to C-P07, C-P09 and C-P10."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from grognard.games.peaks.checks.files import COMMAND, TERRAIN_TABLE, TURNS, missing
from grognard.games.peaks.components import (
    CLOSED,
    COLUMNS,
    MOVEMENT_UNIT,
    ROLLS,
    AirResult,
    Components,
    MarkerVariant,
    Operation,
    Result,
    Side,
    TerrainEffect,
    Weather,
)
from grognard.packs.constraint import Constraint, Fault, answer

GROUND = ("clear", "rough", "high_mountain", "swamp", "sea", "town", "city", "fortress")
SIDES = ("minor_river", "major_river", "volga", "lake")
LINKS = ("railroad", "military_road")

COSTS: Sequence[tuple[str, str, int]] = (
    ("rough", "foot", 2 * MOVEMENT_UNIT),
    ("rough", "mud_foot", 4 * MOVEMENT_UNIT),
    ("rough", "mud_mechanized", 4 * MOVEMENT_UNIT),
    ("rough", "winter_foot", 3 * MOVEMENT_UNIT),
    ("rough", "winter_mechanized", 3 * MOVEMENT_UNIT),
    ("high_mountain", "mechanized", CLOSED),
    ("minor_river", "foot", MOVEMENT_UNIT),
    ("sea", "foot", CLOSED),
    ("sea", "mechanized", CLOSED),
    ("railroad", "foot", MOVEMENT_UNIT // 2),
    ("railroad", "mechanized", MOVEMENT_UNIT // 2),
    ("military_road", "foot", MOVEMENT_UNIT),
    ("military_road", "mechanized", MOVEMENT_UNIT),
    ("military_road", "winter_foot", 2 * MOVEMENT_UNIT),
    ("military_road", "winter_mechanized", 2 * MOVEMENT_UNIT),
)
"""The costs that the rule book gives, in half points (2.12, 6.9, 6.10)."""

LADDER = tuple(
    Result[code]
    for code in ["AZ", "AD", "AP", "AA", "AW", "AS", "BB", "MD", "DW", "DA", "DP", "DD", "MA", "DZ", "OR"]
)
"""The results from the attacker's worst to his best; a column or a roll that is better never falls."""

HURTS_DEFENDER = frozenset(LADDER[LADDER.index(Result.BB) :])
HURTS_ATTACKER = frozenset(LADDER[: LADDER.index(Result.DW)])
AIR_LADDER = (AirResult.AL1, AirResult.BL1, AirResult.NONE, AirResult.DL1)
FIRST_SOVIET_TURN = 5
LAST_TURN = 9
CAPS: Mapping[Side, int] = {Side.AXIS: 5, Side.SOVIET: 9}
MARCH_POINTS = 6


def terrain(components: Components) -> Constraint:
    """C-P02: the terrain effects chart says what the rule book says of it."""
    table = components.terrain
    faults = missing(TERRAIN_TABLE, (*GROUND, *SIDES, *LINKS), table)
    faults += [
        Fault(f"{row}: {column} is not {_points(wanted)}", TERRAIN_TABLE, row, column)
        for row, column, wanted in COSTS
        if row in table and getattr(table[row], column) != wanted
    ]
    faults += [fault for row in table.values() for fault in _terrain_faults(row, table)]
    if not any(row.mechanized != row.foot for row in table.values() if row.mechanized != CLOSED):
        faults.append(Fault("no cost tells mechanized units from others", TERRAIN_TABLE))
    if not any(row.shifts == 1 for row in table.values()):
        faults.append(Fault("no terrain gives exactly one shift", TERRAIN_TABLE, "rough", "shifts"))
    detail = f"{len(table)} kinds of terrain, {len(COSTS)} costs that the rule book gives"
    return answer("C-P02", "Terrain effects chart", len(table), detail, faults)


def _terrain_faults(row: TerrainEffect, table: Mapping[str, TerrainEffect]) -> list[Fault]:
    found: list[tuple[str, str]] = []
    if row.id in ("rough", "high_mountain") and not row.shifts:
        found.append(("no shift for the defender", "shifts"))
    if row.assault_only != (row.id in ("city", "fortress")):
        found.append(("cities alone force the Assault table", "assault_only"))
    if row.id in ("minor_river", "major_river", "volga"):
        if row.winter_foot or row.winter_mechanized:
            found.append(("rivers are ignored in winter", "winter_foot"))
        if row.winter_shifts:
            found.append(("rivers are ignored in winter", "winter_shifts"))
    if row.id == "swamp" and "clear" in table:
        clear = table["clear"]
        if (row.winter_foot, row.winter_mechanized) != (clear.winter_foot, clear.winter_mechanized):
            found.append(("swamps are clear in winter", "winter_foot"))
        if row.winter_shifts != clear.winter_shifts:
            found.append(("swamps are clear in winter", "winter_shifts"))
    return [Fault(f"{row.id}: {says}", TERRAIN_TABLE, row.id, column) for says, column in found]


def _points(cost: int) -> str:
    if cost == CLOSED:
        return "closed"
    return f"{cost // MOVEMENT_UNIT}" if cost % MOVEMENT_UNIT == 0 else f"{cost}/{MOVEMENT_UNIT}"


def combat(components: Components) -> Constraint:
    """C-P05: both combat tables are full, rise, use every result, and still surprise."""
    tables = {"assault": components.assault, "mobile": components.mobile}
    faults = [fault for name, table in tables.items() for fault in _combat_faults(name, table)]
    used = {cell for table in tables.values() for cells in table.values() for cell in cells}
    faults += [
        Fault(f"{code.value} occurs in neither table", "tables/mobile.csv", "6")
        for code in Result
        if code not in used
    ]
    faults += [
        Fault(f"assault: an overrun at {roll}", "tables/assault.csv", str(roll), column)
        for roll, cells in components.assault.items()
        for column, cell in zip(COLUMNS, cells, strict=True)
        if cell is Result.OR
    ]
    count = sum(len(cells) for table in tables.values() for cells in table.values())
    detail = f"2 tables of {len(ROLLS)} x {len(COLUMNS)} cells, {len(used)} of {len(Result)} results"
    return answer("C-P05", "Assault and Mobile results", count, detail, faults)


def _combat_faults(name: str, table: Mapping[int, Sequence[Result]]) -> list[Fault]:
    file = f"tables/{name}.csv"
    faults = []
    for roll in ROLLS:
        for at, column in enumerate(COLUMNS):
            here = LADDER.index(table[roll][at])
            left = at and LADDER.index(table[roll][at - 1]) > here
            above = roll > 1 and LADDER.index(table[roll - 1][at]) > here
            if left or above:
                than = f"at {COLUMNS[at - 1]}" if left else f"for {roll - 1}"
                says = f"{name}: {table[roll][at].value} for {roll} at {column} is worse than {than}"
                faults.append(Fault(says, file, str(roll), column))
    if not any(table[roll][0] in HURTS_DEFENDER for roll in ROLLS):
        faults.append(Fault(f"{name}: the weakest attack can never succeed", file, "6", COLUMNS[0]))
    if not any(table[roll][-1] in HURTS_ATTACKER for roll in ROLLS):
        faults.append(Fault(f"{name}: the strongest attack can never fail", file, "1", COLUMNS[-1]))
    return faults


def air_superiority(components: Components) -> Constraint:
    """C-P06: the air superiority table rises and uses every result."""
    table, file = components.air_superiority, "tables/air_superiority.csv"
    columns = {"-1": -1, "0": 0, "+1": 1}
    cells = {(roll, name): table.result(by, roll) for roll in ROLLS for name, by in columns.items()}
    faults = [
        Fault(f"{result.value} does not occur", file, "3")
        for result in AirResult
        if result not in cells.values()
    ]
    order = list(columns)
    for (roll, name), cell in cells.items():
        rank = AIR_LADDER.index(cell)
        left = order[order.index(name) - 1] if name != order[0] else name
        if (
            AIR_LADDER.index(cells[roll, left]) > rank
            or AIR_LADDER.index(cells[max(1, roll - 1), name]) > rank
        ):
            says = f"{cell.value} for {roll} at {name} is worse for the attacker than its neighbour"
            faults.append(Fault(says, file, str(roll), name))
    return answer(
        "C-P06", "Air superiority table", len(cells), f"{len(cells)} cells, differences -1 to +1", faults
    )


def refit(components: Components) -> Constraint:
    """C-P07: the refit table holds the example of the rule book, and Germans fare no worse."""
    table, file = components.refit_table, "tables/refit.csv"
    faults = []
    for column, german in (("german", True), ("soviet", False)):
        found = [table.result(german, roll) for roll in ROLLS]
        if 0 not in found:
            faults.append(Fault(f"{column}: never at once", file, "1", column))
        if None not in found:
            faults.append(Fault(f"{column}: never a failure", file, "6", column))
    if 2 not in [table.result(False, roll) for roll in ROLLS]:
        faults.append(Fault("soviet: the 2 of the example does not occur", file, "4", "soviet"))
    for roll in ROLLS:
        ours, theirs = (table.result(german, roll) for german in (True, False))
        if (LAST_TURN if ours is None else ours) > (LAST_TURN if theirs is None else theirs):
            faults.append(Fault(f"german: slower than the Soviets for {roll}", file, str(roll), "german"))
    return answer("C-P07", "Refit table", 2 * len(ROLLS), "immediate to three turns, or not at all", faults)


def turns(components: Components) -> Constraint:
    """C-P09: weather, refit points, command limits and initiative of every month."""
    rows = components.turns
    faults: list[Fault] = []
    if len(rows) != LAST_TURN:
        faults.append(Fault(f"{len(rows)} turns, not {LAST_TURN}", TURNS))
    if rows and rows[0].weather is not Weather.SUMMER:
        faults.append(Fault("July 1942 is no summer", TURNS, "1", "weather"))
    if not any(row.weather is Weather.WINTER for row in rows[:7]):
        faults.append(Fault("no winter before February 1943", TURNS, "7", "weather"))
    if not any(row.weather is Weather.MUD for row in rows):
        faults.append(Fault("no turn of mud", TURNS, "5", "weather"))
    for row in rows:
        first = Side.AXIS if row.turn < FIRST_SOVIET_TURN else Side.SOVIET
        if row.initiative is not first:
            says = f"turn {row.turn}: the initiative is {first.value}"
            faults.append(Fault(says, TURNS, str(row.turn), "initiative"))
        for side in Side:
            faults += _side_faults(components, row.turn, side)
    if rows:
        extra = max(
            (
                each.refit_points
                for each in components.markers.values()
                if each.operation is Operation.MANSTEIN
            ),
            default=0,
        )
        if rows[-1].axis_refit + extra < MARCH_POINTS:
            says = f"March 1943: no way to the {MARCH_POINTS} points with Manstein"
            faults.append(Fault(says, TURNS, str(rows[-1].turn), "axis_refit"))
    detail = ", ".join(
        f"{sum(row.weather is weather for row in rows)} of {weather.value}" for weather in Weather
    )
    return answer("C-P09", "Turn track", len(rows), f"{len(rows)} turns: {detail}", faults)


def _side_faults(components: Components, turn: int, side: Side) -> list[Fault]:
    row, faults = components.turns[turn - 1], []
    markers = [
        marker
        for marker in components.markers.values()
        if marker.side is side and marker.variant is MarkerVariant.NONE and marker.turn <= turn
    ]
    if row.command_limit(side) > len(markers):
        says = f"turn {turn}: a limit of {row.command_limit(side)} for {len(markers)} markers"
        faults.append(Fault(says, TURNS, str(turn), f"{side.value}_limit"))
    if row.refit_points(side) > CAPS[side]:
        says = f"turn {turn}: more refit points than the {side.value} side can hold"
        faults.append(Fault(says, TURNS, str(turn), f"{side.value}_refit"))
    if not markers:
        faults.append(Fault(f"turn {turn}: no markers", COMMAND))
    return faults


def air_attrition(components: Components) -> Constraint:
    """C-P10: six reduces; in winter five too, for the Axis."""
    table, file = components.air_attrition, "tables/air_attrition.csv"
    faults = []
    for roll in ROLLS:
        for side in Side:
            for weather in Weather:
                worst = 5 if side is Side.AXIS and weather is Weather.WINTER else 6
                if table.reduces(side, weather, roll) != (roll >= worst):
                    column = "axis_winter" if worst == 5 else "soviet"
                    fault = Fault(f"{column}: wrong for {roll}", file, str(roll), column)
                    faults += [fault] if fault not in faults else []
    return answer("C-P10", "Air attrition table", 2 * len(ROLLS), "six; in winter five for the Axis", faults)
