"""The counters: ground units, airstrikes, special support units and command markers."""

from __future__ import annotations

from typing import Annotated

import msgspec

from grognard.games.peaks.components.kinds import (
    Code,
    MarkerVariant,
    Nation,
    Opening,
    Operation,
    Sector,
    Side,
    Size,
    SupportKind,
    SupportUse,
    UnitType,
    Variant,
)

CounterId = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9]+([.-][A-Za-z0-9]+)*$", max_length=16)]
Factor = Annotated[int, msgspec.Meta(ge=0, le=20)]
Turn = Annotated[int, msgspec.Meta(ge=0, le=9)]
Shift = Annotated[int, msgspec.Meta(ge=0, le=3)]

NEVER = 99
"""The turn of an airstrike that comes by a variant only."""


class UnitTypeRow(msgspec.Struct, frozen=True, kw_only=True):
    """A row of tables/unit_types.csv: how units of a type move, stack and control (2.4)."""

    id: UnitType
    name: str
    mechanized: bool
    mountain: bool = False
    stacks: bool = True
    """Whether the unit counts against the stacking limit (8.0)."""
    ground: bool = True
    """Whether it is a ground unit, with a zone of control and a defence, and no mere marker."""


class UnitRow(msgspec.Struct, frozen=True, kw_only=True):
    """A row of units.csv: what is printed on the two sides of a ground counter."""

    id: CounterId
    side: Side
    nation: Nation
    name: str
    long_name: str
    type: UnitType
    size: Size
    attack: Factor
    defence: Factor
    movement: Factor
    code: Code
    reason: str
    attack_reduced: Factor | None = None
    defence_reduced: Factor | None = None
    movement_reduced: Factor | None = None
    guards: bool = False
    city: str = ""
    variant: Variant = Variant.NONE


class Unit(UnitRow, frozen=True, kw_only=True):
    """A ground counter together with the profile of its type."""

    profile: UnitTypeRow

    @property
    def steps(self) -> int:
        """How many steps the unit has: two when both sides are printed (10.10)."""
        return 1 if self.defence_reduced is None else 2

    @property
    def mechanized(self) -> bool:
        """Whether the unit pays, fights and pursues as a mechanized one (6.2)."""
        return self.profile.mechanized

    @property
    def mountain(self) -> bool:
        """Whether the unit carries the mountain symbol (18.2)."""
        return self.profile.mountain

    @property
    def static(self) -> bool:
        """Whether the unit cannot move once placed (6.3)."""
        return self.movement == 0

    @property
    def german(self) -> bool:
        """Whether the unit is German (8.1, 14.4)."""
        return self.nation is Nation.GERMAN

    @property
    def is_logistics(self) -> bool:
        """Whether the unit is a mobile depot or a truck column (8.3)."""
        return self.type in (UnitType.MOBILE_DEPOT, UnitType.TRUCK_COLUMN)

    @property
    def is_combat(self) -> bool:
        """Whether the unit counts against the stacking limit (8.1 to 8.3)."""
        return self.profile.stacks and not self.static

    @property
    def exerts_zone(self) -> bool:
        """Whether the unit has a zone of control: every ground unit (9.1), but not the truck marker."""
        return self.profile.ground

    def attack_strength(self, steps_left: int) -> int:
        """Attack strength with so many steps left."""
        return self._factor(self.attack, self.attack_reduced, steps_left)

    def defence_strength(self, steps_left: int) -> int:
        """Defence strength with so many steps left."""
        return self._factor(self.defence, self.defence_reduced, steps_left)

    def movement_allowance(self, steps_left: int) -> int:
        """Movement factor with so many steps left."""
        return self._factor(self.movement, self.movement_reduced, steps_left)

    def _factor(self, full: int, reduced: int | None, steps_left: int) -> int:
        return reduced if reduced is not None and steps_left < self.steps else full


class AirUnit(msgspec.Struct, frozen=True, kw_only=True):
    """A row of air_units.csv: an airstrike (2.8).

    `turn` is 0 for one that is available from the start, 99 for one that only a variant brings. `command` is
    the sector whose markers move it; without one, any marker does (16.2).
    """

    id: CounterId
    side: Side
    nation: Nation
    name: str
    long_name: str
    strength: Annotated[int, msgspec.Meta(ge=1, le=5)]
    strength_reduced: Annotated[int, msgspec.Meta(ge=0, le=5)]
    turn: Annotated[int, msgspec.Meta(ge=0, le=NEVER)] = 0
    command: Sector | None = None
    home_side_only: bool = False

    @property
    def optional(self) -> bool:
        """Whether only a variant brings it (22.1.2)."""
        return self.turn == NEVER

    @property
    def interdicts(self) -> bool:
        """Whether it can interdict: German airstrikes alone (16.13)."""
        return self.nation is Nation.GERMAN

    def strength_at(self, steps_left: int) -> int:
        """Strength with so many of its two steps left (16.11)."""
        return self.strength if steps_left > 1 else self.strength_reduced


class SupportUnit(msgspec.Struct, frozen=True, kw_only=True):
    """A row of support_units.csv: a special support unit (2.9, 19.0)."""

    id: CounterId
    side: Side
    name: str
    long_name: str
    kind: SupportKind
    value: Shift
    use: SupportUse
    symbol: str = "artillery"
    """The sign in the middle of the counter."""
    sector: Sector | None = None
    needs_supply: bool = False
    """Whether an asterisk is printed: some friendly unit in the combat has to be supported (19.3)."""


class CommandMarker(msgspec.Struct, frozen=True, kw_only=True):
    """A row of command_markers.csv: one marker of a bin (2.10, 5.1)."""

    id: CounterId
    side: Side
    name: str
    special: bool
    opens: Opening
    turn: Turn = 0
    """The turn from which it goes into the bin; 0 when it has no date (5.2)."""
    shift: Shift = 0
    refit_points: Annotated[int, msgspec.Meta(ge=0, le=9)] = 0
    must_play: bool = False
    operation: Operation = Operation.NONE
    variant: MarkerVariant = MarkerVariant.NONE


class DisplayRow(msgspec.Struct, frozen=True, kw_only=True):
    """A row of displays.csv: a box beside the map (2.13)."""

    id: str
    name: str
    side: Side
    holds: str


class TokenRow(msgspec.Struct, frozen=True, kw_only=True):
    """A row of tokens.csv: an administrative marker (2.11)."""

    id: str
    name: str
    shows: str
    glyph: str
    side: Side | None = None
