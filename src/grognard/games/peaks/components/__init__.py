"""The components of Peaks of the Caucasus: what is in the box, read from its pack.

>>> components = read(layers)                                  # doctest: +SKIP
>>> components.units["14Pz"].attack                            # doctest: +SKIP
6
"""

from grognard.games.peaks.components.kinds import (
    AirResult,
    Code,
    MarkerVariant,
    Nation,
    Opening,
    Operation,
    Result,
    Sector,
    Side,
    Size,
    SupportKind,
    SupportUse,
    TerrainKind,
    UnitType,
    Variant,
    Weather,
)
from grognard.games.peaks.components.reading import Components, read
from grognard.games.peaks.components.scenarios import Levels, Scenario, ScenarioFile, SetupRow, SideRules
from grognard.games.peaks.components.table_reading import parse_cost
from grognard.games.peaks.components.tables import (
    CLOSED,
    COLUMNS,
    FLOORS,
    MOVEMENT_UNIT,
    ROLLS,
    AirAttritionTable,
    AirSuperiorityTable,
    ReasonRow,
    RefitTable,
    TerrainEffect,
    TurnRow,
)
from grognard.games.peaks.components.units import (
    NEVER,
    AirUnit,
    CommandMarker,
    DisplayRow,
    SupportUnit,
    TokenRow,
    Unit,
    UnitRow,
    UnitTypeRow,
)

__all__ = [
    "CLOSED",
    "COLUMNS",
    "FLOORS",
    "MOVEMENT_UNIT",
    "NEVER",
    "ROLLS",
    "AirAttritionTable",
    "AirResult",
    "AirSuperiorityTable",
    "AirUnit",
    "Code",
    "CommandMarker",
    "Components",
    "DisplayRow",
    "Levels",
    "MarkerVariant",
    "Nation",
    "Opening",
    "Operation",
    "ReasonRow",
    "RefitTable",
    "Result",
    "Scenario",
    "ScenarioFile",
    "Sector",
    "SetupRow",
    "Side",
    "SideRules",
    "Size",
    "SupportKind",
    "SupportUnit",
    "SupportUse",
    "TerrainEffect",
    "TerrainKind",
    "TokenRow",
    "TurnRow",
    "Unit",
    "UnitRow",
    "UnitType",
    "UnitTypeRow",
    "Variant",
    "Weather",
    "parse_cost",
    "read",
]
