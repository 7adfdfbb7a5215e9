"""The scenarios: a TOML file each, and the set-up rows that they share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

import msgspec

from grognard.games.peaks.components.kinds import Side

Points = Annotated[int, msgspec.Meta(ge=0, le=20)]


class SideRules(msgspec.Struct, frozen=True, kw_only=True):
    """What a scenario gives a side: refit points, their cap, free support units, railway capacity."""

    refit_start: Points
    refit_cap: Points
    rail_capacity: Points
    free_support: Points = 0


class Levels(msgspec.Struct, frozen=True, kw_only=True):
    """The leads in victory points that the three levels of victory need (3.4)."""

    tactical: Points
    operational: Points
    strategic: Points


class ScenarioFile(msgspec.Struct, frozen=True, kw_only=True):
    """scenarios/NAME.toml."""

    id: str
    title: str
    summary: str
    turns: Annotated[int, msgspec.Meta(ge=1, le=9)]
    setup: str
    """The name of the set-up: scenarios/SETUP_setup.csv."""
    axis: SideRules
    soviet: SideRules
    levels: Levels
    raised_stakes: bool = False
    """Whether more is at stake once the Axis has held Stalingrad or Baku (22.2.2)."""

    def of(self, side: Side) -> SideRules:
        """What the scenario gives this side."""
        return self.axis if side is Side.AXIS else self.soviet

    @property
    def axis_refit_start(self) -> int:
        """Refit points of the Axis before the first turn (22.1.3)."""
        return self.axis.refit_start

    @property
    def soviet_refit_start(self) -> int:
        """Refit points of the Soviets before the first turn (22.1.2)."""
        return self.soviet.refit_start

    @property
    def axis_refit_cap(self) -> int:
        """The most refit points that the Axis can hold (14.1)."""
        return self.axis.refit_cap

    @property
    def soviet_refit_cap(self) -> int:
        """The most refit points that the Soviets can hold (14.1)."""
        return self.soviet.refit_cap

    @property
    def axis_free_support(self) -> int:
        """How many support units the Axis draws before the first turn (22.1.3)."""
        return self.axis.free_support


class SetupRow(msgspec.Struct, frozen=True, kw_only=True):
    """A row of scenarios/NAME_setup.csv: where a unit may stand at the start, by our suggestion."""

    unit: str
    hex: str


class Scenario(msgspec.Struct, frozen=True):
    """A scenario with the suggested hex of each unit that starts on the map."""

    file: ScenarioFile
    setup: Mapping[str, str]

    @property
    def id(self) -> str:
        """The word by which commands name the scenario."""
        return self.file.id
