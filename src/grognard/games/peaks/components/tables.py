"""The charts: their files, and what the rules look up in them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

import msgspec
from msgspec import field

from grognard.games.peaks.components.kinds import AirResult, Result, Side, TerrainKind, Weather

COLUMNS = ("<=49", "50-99", "100-149", "150-199", "200-299", "300-399", "400-499", "500+")
"""The percentage columns of both combat tables, worst for the attacker first (10.8, 10.9)."""

FLOORS = (0, 50, 100, 150, 200, 300, 400, 500)
"""The least percentage of each column."""

ROLLS = tuple(range(1, 7))
"""What one die can show (2.14)."""

MOVEMENT_UNIT = 2
"""Movement costs are counted in half points: the road beside a railroad costs one half (6.10)."""

CLOSED = -1
"""The cost of what cannot be entered or crossed."""

Die = Annotated[int, msgspec.Meta(ge=1, le=6)]


class TurnRow(msgspec.Struct, frozen=True, kw_only=True):
    """A row of tables/turns.csv: a box of both turn record tracks (2.13, 5.7, 14.1)."""

    turn: Annotated[int, msgspec.Meta(ge=1, le=9)]
    month: str
    weather: Weather
    axis_refit: Annotated[int, msgspec.Meta(ge=0, le=9)]
    soviet_refit: Annotated[int, msgspec.Meta(ge=0, le=9)]
    axis_limit: Annotated[int, msgspec.Meta(ge=1, le=9)]
    soviet_limit: Annotated[int, msgspec.Meta(ge=1, le=9)]
    initiative: Side

    def refit_points(self, side: Side) -> int:
        """The scheduled refit points of a side."""
        return self.axis_refit if side is Side.AXIS else self.soviet_refit

    def command_limit(self, side: Side) -> int:
        """How many command markers a side may play."""
        return self.axis_limit if side is Side.AXIS else self.soviet_limit


class CombatRow(msgspec.Struct, frozen=True, kw_only=True):
    """A row of tables/assault.csv or tables/mobile.csv: a roll, and a cell for each column."""

    roll: Die
    up_to_49: Result = field(name="<=49")
    from_50: Result = field(name="50-99")
    from_100: Result = field(name="100-149")
    from_150: Result = field(name="150-199")
    from_200: Result = field(name="200-299")
    from_300: Result = field(name="300-399")
    from_400: Result = field(name="400-499")
    from_500: Result = field(name="500+")

    @property
    def cells(self) -> tuple[Result, ...]:
        """The results in the order of `COLUMNS`."""
        return (
            self.up_to_49,
            self.from_50,
            self.from_100,
            self.from_150,
            self.from_200,
            self.from_300,
            self.from_400,
            self.from_500,
        )


class AirSuperiorityRow(msgspec.Struct, frozen=True, kw_only=True):
    """A row of tables/air_superiority.csv: a roll, and a cell for each difference of strengths (16.9)."""

    roll: Die
    behind: AirResult = field(name="-1")
    even: AirResult = field(name="0")
    ahead: AirResult = field(name="+1")


class AirSuperiorityTable(msgspec.Struct, frozen=True):
    """The air superiority table: rows by roll."""

    rows: Mapping[int, AirSuperiorityRow]

    def result(self, differential: int, roll: int) -> AirResult:
        """The result for attacker's strength less defender's; the outer columns are open."""
        row = self.rows[roll]
        if differential == 0:
            return row.even
        return row.ahead if differential > 0 else row.behind


class AirAttritionRow(msgspec.Struct, frozen=True, kw_only=True):
    """A row of tables/air_attrition.csv: a roll, and whether it reduces in each column."""

    roll: Die
    soviet: bool
    axis_winter: bool


class AirAttritionTable(msgspec.Struct, frozen=True):
    """The air attrition table: rows by roll."""

    rows: Mapping[int, AirAttritionRow]

    def reduces(self, side: Side, weather: Weather, roll: int) -> bool:
        """Whether an airstrike is reduced; in winter the Axis has a column of its own (16.2)."""
        row = self.rows[roll]
        return row.axis_winter if side is Side.AXIS and weather is Weather.WINTER else row.soviet


Delay = Annotated[str, msgspec.Meta(pattern=r"^(immediate|fail|[1-9])$")]
IMMEDIATE, FAIL = "immediate", "fail"


class RefitRow(msgspec.Struct, frozen=True, kw_only=True):
    """A row of tables/refit.csv: a roll, and when an eliminated unit comes back."""

    roll: Die
    german: Delay
    soviet: Delay


class RefitTable(msgspec.Struct, frozen=True):
    """The refit table: rows by roll."""

    rows: Mapping[int, RefitRow]

    def result(self, german: bool, roll: int) -> int | None:
        """The turns until the unit returns, 0 for at once, None when it does not (14.4)."""
        cell = self.rows[roll].german if german else self.rows[roll].soviet
        if cell == FAIL:
            return None
        return 0 if cell == IMMEDIATE else int(cell)


class TerrainRow(msgspec.Struct, frozen=True, kw_only=True):
    """A row of tables/terrain.csv as it is written; a cost is 2, 1/2, none or closed."""

    id: str
    kind: TerrainKind
    name: str
    mechanized: str
    foot: str
    mud_mechanized: str
    mud_foot: str
    winter_mechanized: str
    winter_foot: str
    shifts: Annotated[int, msgspec.Meta(ge=0, le=3)] = 0
    winter_shifts: Annotated[int, msgspec.Meta(ge=0, le=3)] = 0
    assault_only: bool = False


class TerrainEffect(msgspec.Struct, frozen=True, kw_only=True):
    """What one sort of terrain does; costs are in half movement points, `CLOSED` where nobody gets through.

    The cost of a hexside is added to that of the hex behind it (6.9). The shifts are columns to the left
    (10.9); those of hexsides count when all attackers are across.
    """

    id: str
    kind: TerrainKind
    name: str
    mechanized: int
    foot: int
    mud_mechanized: int
    mud_foot: int
    winter_mechanized: int
    winter_foot: int
    shifts: int
    winter_shifts: int
    assault_only: bool

    @property
    def settlement(self) -> bool:
        """Whether it is a town, a city or the fortress city."""
        return self.kind is TerrainKind.SETTLEMENT

    def cost(self, mechanized: bool, weather: Weather) -> int:
        """The cost for a class of units in some weather, in half points."""
        match weather:
            case Weather.SUMMER:
                return self.mechanized if mechanized else self.foot
            case Weather.MUD:
                return self.mud_mechanized if mechanized else self.mud_foot
            case Weather.WINTER:
                return self.winter_mechanized if mechanized else self.winter_foot

    def shifts_in(self, weather: Weather) -> int:
        """The columns to the left for a defender in some weather."""
        return self.winter_shifts if weather is Weather.WINTER else self.shifts


class ReasonRow(msgspec.Struct, frozen=True, kw_only=True):
    """A row of tables/reasons.csv: why a kind of unit has the values it has."""

    id: str
    units: str
    reason: str
