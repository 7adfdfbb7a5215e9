"""Demands on the tables of the rule book: C-M15."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from grognard.games.moscow1941.checks.answer import TERRAIN_TABLE
from grognard.games.moscow1941.components import (
    RATIOS,
    ROLLS,
    CombatTable,
    Components,
    DoubtfulRow,
    Star,
    StrengthLine,
    UnitType,
)
from grognard.packs.constraint import Constraint, Fault, answer

TERRAIN = (
    *("clear", "forest", "swamp", "lake", "town", "city"),
    *("stream", "river", "canal", "big_river", "fixed_position"),
    *("main", "secondary"),
)
"""The rows that the rules look up in the terrain table."""

MORALE = 16
"""Classes of units in the book's table of morale limits."""

TABLES = ("combat", "air_attack", "artillery_fire", "attack_on_objects")


def tables(components: Components) -> Constraint:
    """C-M15: the tables are complete, without gaps, and as the rules need them."""
    faults = _combat_faults(components.combat)
    lines = {name: _lines(components, name) for name in TABLES[1:]}
    for name, found in lines.items():
        faults += _line_faults(name, found)
    faults += [_no_row(TERRAIN_TABLE, name) for name in TERRAIN if name not in components.terrain]
    faults += [_no_row("tables/stars.csv", star.value) for star in Star if _lacks(components, star)]
    faults += [
        _no_row("tables/unit_types.csv", kind.value) for kind in UnitType if kind not in components.unit_types
    ]
    if len(components.morale) < MORALE:
        says = f"{len(components.morale)} classes of morale, not {MORALE}"
        faults.append(Fault(says, "tables/morale.csv"))
    for row in components.doubtful_cells:
        faults += _doubt_faults(components, row)
    cells = len(ROLLS) * len(RATIOS) + sum(len(line.cells) for found in lines.values() for line in found)
    detail = (
        f"{len(components.combat.results)} x {len(RATIOS)} cells of combat, {cells} cells in all, "
        f"{len(components.doubtful_cells)} notes on doubtful ones"
    )
    return answer("C-M15", "Tables", cells, detail, faults)


def _no_row(file: str, row: str) -> Fault:
    return Fault(f"no row {row} in {file}", file, row)


def _lacks(components: Components, star: Star) -> bool:
    return star is not Star.NONE and star not in components.stars


def _lines(components: Components, name: str) -> tuple[StrengthLine[object], ...]:
    found: dict[str, tuple[StrengthLine[object], ...]] = {
        "air_attack": tuple(components.air_attack.lines),
        "artillery_fire": tuple(components.artillery_fire.lines),
        "attack_on_objects": tuple(components.attack_on_objects.lines),
    }
    return found[name]


def _combat_faults(table: CombatTable) -> list[Fault]:
    faults, file = [], "tables/combat.csv"
    for roll in ROLLS:
        cells = table.results.get(roll, ())
        if len(cells) != len(RATIOS):
            says = f"combat: {len(cells)} cells for a roll of {roll}, not {len(RATIOS)}"
            faults.append(Fault(says, file, str(roll)))
        # The black dot stands on the attacker's side alone (5.6.1).
        faults += [
            Fault(f"combat: a test for the defender at {roll}, {ratio}", file, str(roll), ratio)
            for ratio, cell in zip(RATIOS, cells, strict=False)
            if cell.defender.test
        ]
    return faults


def _line_faults(name: str, lines: Iterable[StrengthLine[object]]) -> list[Fault]:
    found, file = tuple(lines), f"tables/{name}.csv"
    faults = [
        Fault(f"{name}: {len(line.cells)} cells from {line.least}", file, _span(line))
        for line in found
        if len(line.cells) != len(ROLLS)
    ]
    if not found or found[0].least != 1 or found[-1].most is not None:
        odd = next((line for line in found[:1] if line.least != 1), found[-1]) if found else None
        row = _span(odd) if odd else ""
        faults.append(Fault(f"{name}: does not run from 1 upward without end", file, row, "sp"))
    faults += [
        Fault(f"{name}: a gap or an overlap at {after.least}", file, _span(after), "sp")
        for before, after in pairwise(found)
        if before.most is None or before.most + 1 != after.least
    ]
    return faults


def _doubt_faults(components: Components, row: DoubtfulRow) -> list[Fault]:
    file = "tables/doubtful_cells.csv"
    if row.table not in TABLES:
        return [Fault(f"doubtful cells {row.id}: no table {row.table}", file, row.id, "table")]
    if row.table == "combat":
        rows, columns = {str(roll) for roll in ROLLS}, set(RATIOS)
    else:
        rows = {_span(line) for line in _lines(components, row.table)}
        columns = {str(roll) for roll in ROLLS}
    known = row.row in rows and columns.issuperset(row.columns)
    says = f"doubtful cells {row.id}: no such cells in {row.table}"
    return [] if known else [Fault(says, file, row.id, "row")]


def _span(line: StrengthLine[object]) -> str:
    return f"{line.least}+" if line.most is None else f"{line.least}-{line.most}"
