"""The words of the component files: sides, kinds of units, ways of moving, stars."""

from __future__ import annotations

from enum import Enum


class Side(Enum):
    """The two players."""

    AXIS = "axis"
    SOVIET = "soviet"

    @property
    def enemy(self) -> Side:
        """The other player."""
        return Side.SOVIET if self is Side.AXIS else Side.AXIS


class UnitType(Enum):
    """What a unit is (1.3); the middle of its counter."""

    INFANTRY = "infantry"
    MOTORIZED = "motorized"
    ARMOR = "armor"
    ASSAULT_GUN = "assault_gun"
    CAVALRY = "cavalry"
    ENGINEER = "engineer"
    ANTI_TANK = "anti_tank"
    ANTI_AIRCRAFT = "anti_aircraft"
    ARTILLERY = "artillery"
    HEADQUARTERS = "headquarters"


class Size(Enum):
    """How large a unit is (1.3), smallest first."""

    COMPANY = "company"
    BATTALION = "battalion"
    REGIMENT = "regiment"
    BRIGADE = "brigade"
    DIVISION = "division"
    CORPS = "corps"
    ARMY = "army"


class MovementClass(Enum):
    """The columns of the terrain table: wheels, tracks or half-tracks, and everything that walks (1.3)."""

    TRUCKED = "trucked"
    TRACKED = "tracked"
    FOOT = "foot"


class Star(Enum):
    """The coloured star on a counter (15.1)."""

    NONE = "none"
    BLACK = "black"
    WHITE = "white"
    YELLOW = "yellow"
    BLUE = "blue"


class Trait(Enum):
    """What makes a unit special beyond a star (15.2 to 15.4)."""

    NONE = "none"
    RESILIENCE_GROUP = "resilience_group"
    VOLKSSTURM = "volkssturm"
    FORTIFICATION_UNIT = "fortification_unit"


class TerrainKind(Enum):
    """Where a row of the terrain table applies: in a hex, a built-up hex, across a hexside, along a link."""

    GROUND = "ground"
    SETTLEMENT = "settlement"
    HEXSIDE = "hexside"
    LINK = "link"


class StarTarget(Enum):
    """The enemies against whom a star counts (15.1.2)."""

    ANY = "any"
    UNFORTIFIED = "unfortified"
    MECHANIZED = "mechanized"


class MarkerSide(Enum):
    """Who uses an auxiliary marker."""

    AXIS = "axis"
    SOVIET = "soviet"
    BOTH = "both"


class ReserveKind(Enum):
    """When a reserve may come: for a counter lost in combat, or when an enemy nears a place."""

    REPLACEMENT = "replacement"
    THREATENED = "threatened"


class Objective(Enum):
    """What victory points are given for."""

    EACH_HEX = "each_hex"
    WHOLE_PLACE = "whole_place"
    EACH_TOWN = "each_town"


class VictoryLevel(Enum):
    """How large a victory is, as the scales of the scenarios name it."""

    VICTORY = "victory"
    MINIMAL = "minimal"
    SMALL = "small"
    MEDIUM = "medium"
    SIGNIFICANT = "significant"
