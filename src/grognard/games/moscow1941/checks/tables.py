"""Demands on the tables of the rule book: C-M15."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from grognard.games.moscow1941.checks.answer import answer
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
from grognard.packs.constraint import Constraint

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
        faults += [f"{name}: {fault}" for fault in _line_faults(found)]
    faults += [f"no row {name} in tables/terrain.csv" for name in TERRAIN if name not in components.terrain]
    faults += [f"no row {star.value} in tables/stars.csv" for star in Star if _lacks(components, star)]
    faults += [
        f"no row {kind.value} in tables/unit_types.csv"
        for kind in UnitType
        if kind not in components.unit_types
    ]
    if len(components.morale) < MORALE:
        faults.append(f"{len(components.morale)} classes of morale, not {MORALE}")
    for row in components.doubtful_cells:
        faults += _doubt_faults(components, row)
    cells = len(ROLLS) * len(RATIOS) + sum(len(line.cells) for found in lines.values() for line in found)
    detail = (
        f"{len(components.combat.results)} x {len(RATIOS)} cells of combat, {cells} cells in all, "
        f"{len(components.doubtful_cells)} notes on doubtful ones"
    )
    return answer("C-M15", "Tables", cells, detail, faults)


def _lacks(components: Components, star: Star) -> bool:
    return star is not Star.NONE and star not in components.stars


def _lines(components: Components, name: str) -> tuple[StrengthLine[object], ...]:
    found: dict[str, tuple[StrengthLine[object], ...]] = {
        "air_attack": tuple(components.air_attack.lines),
        "artillery_fire": tuple(components.artillery_fire.lines),
        "attack_on_objects": tuple(components.attack_on_objects.lines),
    }
    return found[name]


def _combat_faults(table: CombatTable) -> list[str]:
    faults = []
    for roll in ROLLS:
        cells = table.results.get(roll, ())
        if len(cells) != len(RATIOS):
            faults.append(f"combat: {len(cells)} cells for a roll of {roll}, not {len(RATIOS)}")
        # The black dot stands on the attacker's side alone (5.6.1).
        faults += [
            f"combat: a test for the defender at {roll}, {ratio}"
            for ratio, cell in zip(RATIOS, cells, strict=False)
            if cell.defender.test
        ]
    return faults


def _line_faults(lines: Iterable[StrengthLine[object]]) -> list[str]:
    found = tuple(lines)
    faults = [f"{len(line.cells)} cells from {line.least}" for line in found if len(line.cells) != len(ROLLS)]
    if not found or found[0].least != 1 or found[-1].most is not None:
        faults.append("does not run from 1 upward without end")
    faults += [
        f"a gap or an overlap at {after.least}"
        for before, after in pairwise(found)
        if before.most is None or before.most + 1 != after.least
    ]
    return faults


def _doubt_faults(components: Components, row: DoubtfulRow) -> list[str]:
    if row.table not in TABLES:
        return [f"doubtful cells {row.id}: no table {row.table}"]
    if row.table == "combat":
        rows, columns = {str(roll) for roll in ROLLS}, set(RATIOS)
    else:
        rows = {_span(line) for line in _lines(components, row.table)}
        columns = {str(roll) for roll in ROLLS}
    known = row.row in rows and columns.issuperset(row.columns)
    return [] if known else [f"doubtful cells {row.id}: no such cells in {row.table}"]


def _span(line: StrengthLine[object]) -> str:
    return f"{line.least}+" if line.most is None else f"{line.least}-{line.most}"
