"""The files that checks speak of."""

from __future__ import annotations

UNITS = "units.csv"
PLACES = "map/places.csv"
BRIDGES = "map/bridges.csv"
TERRAIN_TABLE = "tables/terrain.csv"
TERRAIN = "map/terrain"


def scenario_file(scenario: str) -> str:
    """The document of a scenario."""
    return f"scenarios/{scenario}.toml"


def setup_file(scenario: str) -> str:
    """The set-up of a scenario."""
    return f"scenarios/{scenario}_setup.csv"


def arrivals_file(scenario: str) -> str:
    """The reinforcements of a scenario."""
    return f"scenarios/{scenario}_reinforcements.csv"
