"""How a check answers."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.packs.constraint import Constraint, Fault

UNITS = "units.csv"
PLACES = "map/places.csv"
BRIDGES = "map/bridges.csv"
TERRAIN_TABLE = "tables/terrain.csv"
TERRAIN = "map/terrain"
_SHOWN = 3


def answer(id: str, title: str, count: int, detail: str, faults: Sequence[Fault]) -> Constraint:
    """The answer of a check: held with its counts, or the first things that are wrong."""
    if not faults:
        return Constraint(id, title, held=True, detail=detail, count=count)
    shown = "; ".join(fault.says for fault in faults[:_SHOWN])
    more = f"; and {len(faults) - _SHOWN} more" if len(faults) > _SHOWN else ""
    return Constraint(id, title, held=False, detail=shown + more, count=count, faults=tuple(faults))


def scenario_file(scenario: str) -> str:
    """The document of a scenario."""
    return f"scenarios/{scenario}.toml"


def setup_file(scenario: str) -> str:
    """The set-up of a scenario."""
    return f"scenarios/{scenario}_setup.csv"


def arrivals_file(scenario: str) -> str:
    """The reinforcements of a scenario."""
    return f"scenarios/{scenario}_reinforcements.csv"
