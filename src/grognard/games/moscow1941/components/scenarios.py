"""The scenarios: a TOML file each, with set-up and reinforcements in CSV files beside it."""

from __future__ import annotations

import datetime as dt
from typing import Annotated

import msgspec

from grognard.games.moscow1941.components.kinds import Objective, ReserveKind, Side, VictoryLevel

Turn = Annotated[int, msgspec.Meta(ge=1, le=99)]
EDGE = "edge:"
"""How a list of places names a map edge: `edge:west`."""

UNPRINTED_STRENGTH = {Side.AXIS: 5, Side.SOVIET: 4}
"""8.1.1, note 2: the strength of air counters that have none printed."""


class SideRules(msgspec.Struct, frozen=True, kw_only=True):
    """What a scenario says of one side: its supply bases, and whether it starts dug in."""

    supply: tuple[str, ...]
    field_fortifications: bool = False


class Sides(msgspec.Struct, frozen=True, kw_only=True):
    """Both sides of a scenario."""

    axis: SideRules
    soviet: SideRules

    def of(self, side: Side) -> SideRules:
        """What the scenario says of this side."""
        return self.axis if side is Side.AXIS else self.soviet


class Front(msgspec.Struct, frozen=True, kw_only=True):
    """The zones that each side controls at the start (4.3.1)."""

    axis: str
    soviet: str

    def of(self, side: Side) -> str:
        """The zone of this side."""
        return self.axis if side is Side.AXIS else self.soviet


class Fortification(msgspec.Struct, frozen=True, kw_only=True):
    """What field fortifications give: in the open, in towns, and the strength a unit in the open needs."""

    open_modifier: int
    town_modifier: int
    least_strength: int = 0


class AirCounter(msgspec.Struct, frozen=True, kw_only=True):
    """An air counter and the days on which it flies.

    Without a `strength` it counts as an old counter with none printed (8.1.1, note 2). A `pool` is so many
    strength points that the player divides freely among missions (8.1.1, note 1). `nation` is that of the
    side unless named: Western aircraft bring supply (8.2.22), Soviet ones do not defend (8.2.5).
    """

    id: str
    side: Side
    strength: Annotated[int, msgspec.Meta(ge=1)] | None = None
    nation: str = ""
    pool: bool = False
    first_day: dt.date
    last_day: dt.date

    @property
    def points(self) -> int:
        """The strength that counts, printed or not."""
        return self.strength or UNPRINTED_STRENGTH[self.side]


class Barrage(msgspec.Struct, frozen=True, kw_only=True):
    """The turns in which a side may fire a barrage, and its ammunition units (6.5)."""

    id: str
    side: Side
    first_turn: Turn
    last_turn: Turn
    ammunition: Annotated[int, msgspec.Meta(ge=0)]


class Reserve(msgspec.Struct, frozen=True, kw_only=True):
    """Units that wait off the map.

    A `replacement` comes one for one for counters lost in combat; units of a `threatened` place come when
    an enemy unit stands within `distance` hexes of it. `entries` are places, hexes or map edges.
    """

    id: str
    side: Side
    kind: ReserveKind
    units: tuple[str, ...]
    entries: tuple[str, ...]
    threatened: str = ""
    distance: Annotated[int, msgspec.Meta(ge=0)] = 0


class Automatic(msgspec.Struct, frozen=True, kw_only=True):
    """The places that win at once when all are taken and held."""

    places: tuple[str, ...]


class PointsRule(msgspec.Struct, frozen=True, kw_only=True):
    """Victory points for one objective."""

    id: str
    objective: Objective
    points: Annotated[int, msgspec.Meta(ge=1)]
    place: str = ""


class Band(msgspec.Struct, frozen=True, kw_only=True):
    """A band of the victory scale, both ends included; the last one is open above."""

    id: str
    least: Annotated[int, msgspec.Meta(ge=0)]
    winner: Side
    level: VictoryLevel
    most: int | None = None


class Victory(msgspec.Struct, frozen=True, kw_only=True):
    """Who scores, for what, and what the score is worth."""

    side: Side
    automatic: Automatic
    points: tuple[PointsRule, ...]
    scale: tuple[Band, ...]

    def band(self, score: int) -> Band:
        """The band of the scale in which a score lies."""
        for band in self.scale:
            if band.least <= score and (band.most is None or score <= band.most):
                return band
        raise ValueError(f"no band of the victory scale holds {score}")


class Options(msgspec.Struct, frozen=True, kw_only=True):
    """The rules 12 to 16 and the choices that rulings leave open, as the scenario sets them by default."""

    strategic_movement: bool = True
    tactical_concentration: bool = True
    bridges: bool = True
    special_units: bool = True
    masking: bool = True
    frozen_waters: bool = False


class ScenarioFile(msgspec.Struct, frozen=True, kw_only=True):
    """scenarios/NAME.toml."""

    id: str
    title: str
    summary: str
    first_day: dt.date
    last_day: dt.date
    turns: Turn
    moves_first: Side
    sides: Sides
    front: Front
    fortification: Fortification
    victory: Victory
    ours: bool = False
    """Designed by us, not printed in the book."""
    area: str = ""
    """The zone of the map that is in play, with its edges as map edges; all of it by default."""
    air: tuple[AirCounter, ...] = ()
    barrage: tuple[Barrage, ...] = ()
    reserves: tuple[Reserve, ...] = ()
    stacking_exceptions: tuple[str, ...] = ()
    options: Options = Options()


class SetupRow(msgspec.Struct, frozen=True, kw_only=True):
    """A row of scenarios/NAME_setup.csv: an entry of the set-up.

    `units` names counters, or a division for all its counters. `at` is a hex or a place; several of them
    mean any one, the first by default. `reduction` is the efficiency levels the whole entry has lost.
    """

    id: str
    side: Side
    units: tuple[str, ...]
    at: tuple[str, ...]
    formation: str = ""
    reduction: Annotated[int, msgspec.Meta(ge=0)] = 0


class ReinforcementRow(msgspec.Struct, frozen=True, kw_only=True):
    """A row of scenarios/NAME_reinforcements.csv: units that come on a turn at an entry."""

    id: str
    side: Side
    units: tuple[str, ...]
    turn: Turn
    date: Annotated[str, msgspec.Meta(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$")]
    at: str
    alternates: tuple[str, ...] = ()
    formation: str = ""


class Scenario(msgspec.Struct, frozen=True):
    """A scenario with all its rows."""

    file: ScenarioFile
    setup: tuple[SetupRow, ...]
    reinforcements: tuple[ReinforcementRow, ...]

    @property
    def id(self) -> str:
        """The word by which commands name the scenario."""
        return self.file.id

    def day(self, turn: int) -> dt.date:
        """The date of a turn."""
        return self.file.first_day + dt.timedelta(days=turn - 1)
