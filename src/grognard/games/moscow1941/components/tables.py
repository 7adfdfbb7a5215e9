"""The tables of the rule book: their files, and what the rules look up in them."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated, Generic, Literal, TypeVar

import msgspec
from msgspec import field

from grognard.games.moscow1941.components.kinds import (
    MarkerSide,
    MovementClass,
    Star,
    StarTarget,
    TerrainKind,
    UnitType,
)
from grognard.games.moscow1941.components.results import CombatResult, SideResult

RATIOS = ("1:4", "1:3", "1:2", "1:1", "2:1", "3:1", "4:1", "5:1", "6:1", "7:1", "8:1", "9:1", "10:1")
"""The columns of the combat table, worst for the attacker first."""

ROLLS = tuple(range(2, 13))
"""What two dice can show."""

MOVEMENT_UNIT = 6
"""Movement costs are counted in sixths of a point: halves and thirds come out whole."""

Cell_co = TypeVar("Cell_co", covariant=True)


class CombatRow(msgspec.Struct, frozen=True, kw_only=True):
    """A row of tables/combat.csv: a roll, and a cell for each ratio."""

    roll: Annotated[int, msgspec.Meta(ge=2, le=12)]
    ratio_1_4: str = field(name="1:4")
    ratio_1_3: str = field(name="1:3")
    ratio_1_2: str = field(name="1:2")
    ratio_1_1: str = field(name="1:1")
    ratio_2_1: str = field(name="2:1")
    ratio_3_1: str = field(name="3:1")
    ratio_4_1: str = field(name="4:1")
    ratio_5_1: str = field(name="5:1")
    ratio_6_1: str = field(name="6:1")
    ratio_7_1: str = field(name="7:1")
    ratio_8_1: str = field(name="8:1")
    ratio_9_1: str = field(name="9:1")
    ratio_10_1: str = field(name="10:1")


class StrengthRow(msgspec.Struct, frozen=True, kw_only=True):
    """A row of the fire, air and object tables: a span of strength, and a cell for each roll."""

    sp: Annotated[str, msgspec.Meta(pattern=r"^[1-9][0-9]*(-[1-9][0-9]*|\+)$")]
    roll_2: str = field(name="2")
    roll_3: str = field(name="3")
    roll_4: str = field(name="4")
    roll_5: str = field(name="5")
    roll_6: str = field(name="6")
    roll_7: str = field(name="7")
    roll_8: str = field(name="8")
    roll_9: str = field(name="9")
    roll_10: str = field(name="10")
    roll_11: str = field(name="11")
    roll_12: str = field(name="12")

    @property
    def least(self) -> int:
        """The smallest strength that uses this row."""
        return int(self.sp.rstrip("+").partition("-")[0])

    @property
    def most(self) -> int | None:
        """The largest strength that uses this row; None when it is open above."""
        return None if self.sp.endswith("+") else int(self.sp.partition("-")[2])


class CombatTable(msgspec.Struct, frozen=True):
    """The combat table: `results[roll][column]`."""

    results: Mapping[int, tuple[CombatResult, ...]]

    def result(self, column: int, roll: int) -> CombatResult:
        """The cell in a column (0 is 1:4, 12 is 10:1) for a roll of two dice."""
        return self.results[roll][column]


class StrengthLine(msgspec.Struct, Generic[Cell_co], frozen=True):
    """One line of a strength table; `cells[roll - 2]`."""

    least: int
    most: int | None
    cells: tuple[Cell_co, ...]


class StrengthTable(msgspec.Struct, Generic[Cell_co], frozen=True):
    """A table of results by strength used and roll; below its first line nothing happens."""

    lines: tuple[StrengthLine[Cell_co], ...]
    no_effect: Cell_co

    def result(self, strength: int, roll: int) -> Cell_co:
        """The cell for a strength and a roll of two dice."""
        for line in self.lines:
            if line.least <= strength and (line.most is None or strength <= line.most):
                return line.cells[roll - ROLLS[0]]
        return self.no_effect


FireTable = StrengthTable[SideResult]
ObjectTable = StrengthTable[bool]


class DoubtfulRow(msgspec.Struct, frozen=True, kw_only=True):
    """A row of tables/doubtful_cells.csv: cells of a printed table that are damaged or look odd."""

    id: str
    table: str
    row: str
    columns: tuple[str, ...]
    printed: str
    reading: str
    kind: Literal["repaired", "irregular"]
    confidence: Literal["likely", "medium"]
    reason: str


class Cost(msgspec.Struct, frozen=True):
    """What entering costs, in sixths of a movement point.

    An `added` cost comes on top of that of clear ground; `closed` means no entry.
    """

    units: int = 0
    added: bool = False
    closed: bool = False

    @property
    def points(self) -> Fraction:
        """The cost in movement points."""
        return Fraction(self.units, MOVEMENT_UNIT)


class TerrainRow(msgspec.Struct, frozen=True, kw_only=True):
    """A row of tables/terrain.csv as it is written."""

    id: str
    kind: TerrainKind
    name: str
    trucked: str
    tracked: str
    foot: str
    combat_modifier: Annotated[int, msgspec.Meta(ge=0, le=9)] = 0
    halves_attackers: bool = False
    extra_hex: tuple[MovementClass, ...] = ()
    on_map: bool = True


class TerrainEffect(msgspec.Struct, frozen=True):
    """What one sort of terrain does to movement and combat."""

    id: str
    kind: TerrainKind
    name: str
    costs: Mapping[MovementClass, Cost]
    combat_modifier: int
    halves_attackers: bool
    extra_hex: tuple[MovementClass, ...]
    on_map: bool


class NationRow(msgspec.Struct, frozen=True, kw_only=True):
    """A row of tables/nations.csv: headquarters range (9.2.2) and supply points off the road (10.1.7)."""

    id: str
    name: str
    headquarters_range: Annotated[int, msgspec.Meta(ge=1, le=9)]
    supply_points: Annotated[int, msgspec.Meta(ge=1, le=30)]


class MoraleRow(msgspec.Struct, frozen=True, kw_only=True):
    """A row of tables/morale.csv: the roll from which on units of a class are disorganized (5.6.2)."""

    id: str
    bloc: str
    name: str
    limit: Annotated[int, msgspec.Meta(ge=2, le=13)]


class StarRow(msgspec.Struct, frozen=True, kw_only=True):
    """A row of tables/stars.csv: what a star does, against whom, and what takes it away (15.1.2)."""

    id: Star
    modifier: Annotated[int, msgspec.Meta(ge=0, le=9)]
    against: StarTarget
    in_attack: bool
    in_defence: bool
    disabled_by: tuple[Star, ...] = ()


class UnitTypeRow(msgspec.Struct, frozen=True, kw_only=True):
    """A row of tables/unit_types.csv: how units of a type may move, and whether they are regular units."""

    id: UnitType
    name: str
    movement_classes: tuple[MovementClass, ...]
    regular: bool
    on_map: bool = True


class MarkerRow(msgspec.Struct, frozen=True, kw_only=True):
    """A row of tables/markers.csv: an auxiliary counter."""

    id: str
    name: str
    side: MarkerSide
    shows: str


class ReasonRow(msgspec.Struct, frozen=True, kw_only=True):
    """A row of tables/reasons.csv: why a kind of unit has the values it has."""

    id: str
    units: str
    reason: str
