"""The words of the component files: sides, sectors, kinds of units, markers and results."""

from __future__ import annotations

from enum import Enum, StrEnum


class Side(Enum):
    """The two players (22.1.1)."""

    AXIS = "axis"
    SOVIET = "soviet"

    @property
    def enemy(self) -> Side:
        """The other player."""
        return Side.SOVIET if self is Side.AXIS else Side.AXIS


class Sector(Enum):
    """The two halves of the map (5.0)."""

    STALINGRAD = "stalingrad"
    CAUCASUS = "caucasus"


class Nation(Enum):
    """Whose soldiers a unit has (2.6)."""

    GERMAN = "german"
    HUNGARIAN = "hungarian"
    ITALIAN = "italian"
    ROMANIAN = "romanian"
    SOVIET = "soviet"


class Weather(Enum):
    """The three kinds of weather (20.0)."""

    SUMMER = "summer"
    MUD = "mud"
    WINTER = "winter"


class UnitType(Enum):
    """What a unit is (2.4); the middle of its counter."""

    INFANTRY = "infantry"
    PANZER = "panzer"
    PANZERGRENADIER = "panzergrenadier"
    MOUNTAIN = "mountain"
    CAVALRY = "cavalry"
    SHOCK = "shock"
    TANK = "tank"
    MECHANIZED = "mechanized"
    MARINES = "marines"
    GARRISON = "garrison"
    OIL_DETACHMENT = "oil_detachment"
    MOBILE_DEPOT = "mobile_depot"
    TRUCK_COLUMN = "truck_column"


class Size(Enum):
    """How large a unit is, or what it is instead of large (2.5)."""

    CORPS = "corps"
    ARMY = "army"
    GROUP = "group"
    KAMPFGRUPPE = "kampfgruppe"
    GARRISON = "garrison"
    DETACHMENT = "detachment"
    LOGISTICS = "logistics"


class Code(StrEnum):
    """When and where a ground unit comes into play (2.3)."""

    ARMY_GROUP_A = "A"
    ARMY_GROUP_B = "B"
    EITHER_ARMY_GROUP = "A/B"
    CAUCASUS = "C"
    STALINGRAD = "S"
    TURN_1 = "1"
    TURN_2 = "2"
    TURN_3 = "3"
    TURN_4 = "4"
    TURN_5 = "5"
    TURN_6 = "6"
    TURN_7 = "7"
    TURN_8 = "8"
    TURN_9 = "9"
    OPTIONAL = "Opt"

    @property
    def turn(self) -> int:
        """The turn of arrival; 0 for the set-up and for optional units."""
        return int(self.value) if self.value.isdigit() else 0


class Variant(StrEnum):
    """The rule that brings a unit in when its code does not."""

    NONE = ""
    POOL = "pool"
    ELEVENTH_ARMY = "eleventh-army"
    SHOCK_REPLY = "shock-reply"
    SS_PANZER = "ss-panzer"
    ARMY_GROUP_DON = "army-group-don"
    GUARDS_MECHANIZED = "guards-mechanized"
    BETTER_LOGISTICS = "better-logistics"
    SPARE = "spare"


class SupportKind(Enum):
    """Special support units with rules of their own; the others only shift columns (19.4, 19.5)."""

    SHIFT = "shift"
    FLIEGERFUHRER = "fliegerfuhrer"
    STURMGRUPPE = "sturmgruppe"
    ARMORED_TRAIN = "armored_train"
    BLACK_SEA_FLEET = "black_sea_fleet"
    FRONT_MANEUVER_GROUP = "front_maneuver_group"
    PARTISAN = "partisan"
    VOLGA_FLOTILLA = "volga_flotilla"
    RVGK = "rvgk"


class SupportUse(Enum):
    """Who in a combat can use a support unit: its letters A, D and A/D (2.9)."""

    ATTACK = "A"
    DEFENCE = "D"
    EITHER = "A/D"


class Opening(Enum):
    """Which sectors a command marker opens: S, C, one of them by choice, or both (2.10, errata)."""

    STALINGRAD = "S"
    CAUCASUS = "C"
    EITHER = "C/S"
    BOTH = "C+S"


class Operation(Enum):
    """Command markers that other rules name."""

    NONE = ""
    URANUS = "uranus"
    SATURN = "saturn"
    STAR = "star"
    MANSTEIN = "manstein"
    WINTERGEWITTER = "wintergewitter"


class MarkerVariant(StrEnum):
    """The variant that a command marker needs (5.1, 23.1)."""

    NONE = ""
    VARIABLE_MARKERS = "variable-markers"
    OPTION = "option"


class TerrainKind(Enum):
    """Where a row of the terrain effects chart applies."""

    GROUND = "ground"
    SETTLEMENT = "settlement"
    HEXSIDE = "hexside"
    LINK = "link"


class Result(Enum):
    """The results of both combat tables (24.0)."""

    AA = "AA"
    AD = "AD"
    AP = "AP"
    AS = "AS"
    AW = "AW"
    AZ = "AZ"
    BB = "BB"
    DA = "DA"
    DD = "DD"
    DP = "DP"
    DW = "DW"
    DZ = "DZ"
    MD = "MD"
    MA = "MA"
    OR = "OR"


class AirResult(Enum):
    """The results of air superiority combat (16.10)."""

    NONE = "-"
    AL1 = "AL1"
    DL1 = "DL1"
    BL1 = "BL1"
