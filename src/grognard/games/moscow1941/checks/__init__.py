"""What the components of Moscow 1941 have to hold together, and whether a pack does.

The rule book states no map and no counter values, but it demands much of both. C-M01 to C-M14 are these
demands; C-M15 to C-M18 hold tables, set-ups, victory and the words of the map together.
"""

from __future__ import annotations

from grognard.games.moscow1941.checks.counters import (
    air_counters,
    ammunition,
    counters,
    headquarters,
    markers,
    movement_classes,
    stacking,
)
from grognard.games.moscow1941.checks.map import (
    bridges,
    entries,
    fixed_hexes,
    fortified_lines,
    fronts,
    vocabulary,
)
from grognard.games.moscow1941.checks.objectives import cities, villages
from grognard.games.moscow1941.checks.scenarios import setups, victory
from grognard.games.moscow1941.checks.tables import tables
from grognard.games.moscow1941.components import Components
from grognard.packs.constraint import Constraint

CHECKS = (
    fixed_hexes,
    counters,
    movement_classes,
    headquarters,
    fortified_lines,
    fronts,
    stacking,
    cities,
    villages,
    bridges,
    entries,
    air_counters,
    ammunition,
    markers,
    tables,
    setups,
    victory,
    vocabulary,
)


def constraints(components: Components) -> list[Constraint]:
    """Every demand on the components with its answer, in the order of their ids."""
    return [check(components) for check in CHECKS]


__all__ = ["CHECKS", "constraints"]
