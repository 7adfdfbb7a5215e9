"""What the components of Peaks of the Caucasus have to hold together, and whether a pack does.

The rule book comes without map, charts and most counters, but it demands much of them: C-P01 to C-P20.
"""

from __future__ import annotations

from grognard.games.peaks.checks.charts import (
    air_attrition,
    air_superiority,
    combat,
    refit,
    terrain,
    turns,
)
from grognard.games.peaks.checks.forces import command, counters, displays, support, tokens, types
from grognard.games.peaks.checks.ground import control, depots, grid, lines, oil, ports, rails, towns
from grognard.games.peaks.components import Components
from grognard.packs.constraint import Constraint

CHECKS = (
    grid,
    terrain,
    counters,
    types,
    combat,
    air_superiority,
    refit,
    command,
    turns,
    air_attrition,
    lines,
    rails,
    depots,
    support,
    tokens,
    control,
    ports,
    oil,
    towns,
    displays,
)


def constraints(components: Components) -> list[Constraint]:
    """Every demand on the components with its answer, in the order of their ids."""
    return [check(components) for check in CHECKS]


__all__ = ["CHECKS", "constraints"]
