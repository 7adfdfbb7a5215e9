"""The counters: units.csv."""

from __future__ import annotations

from typing import Annotated

import msgspec

from grognard.games.moscow1941.components.kinds import MovementClass, Side, Size, Star, Trait, UnitType

UnitId = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9]+(\.[A-Za-z0-9]+)*$", max_length=16)]
Points = Annotated[int, msgspec.Meta(ge=0, le=30)]
Levels = Annotated[int, msgspec.Meta(ge=1, le=2)]


class Unit(msgspec.Struct, frozen=True, kw_only=True):
    """One counter: what is printed on its two sides.

    `cel` counts its combat efficiency levels; `sp_reduced` is the strength on the weaker side of a counter
    that has two. Artillery has a second value, `defence`. `parent` is the division or corps with which a
    unit concentrates (13.1); `formation` the corps or army it comes with.
    """

    id: UnitId
    side: Side
    nation: str
    formation: str
    name: str
    long_name: str
    type: UnitType
    size: Size
    movement_class: MovementClass
    cel: Levels
    sp: Points
    mp: Points
    morale: str
    reason: str
    parent: str = ""
    sp_reduced: Points | None = None
    defence: Points | None = None
    defence_reduced: Points | None = None
    star: Star = Star.NONE
    towed: bool = False
    trait: Trait = Trait.NONE

    @property
    def is_headquarters(self) -> bool:
        """Whether the unit is a headquarters (9.0)."""
        return self.type is UnitType.HEADQUARTERS

    @property
    def is_artillery(self) -> bool:
        """Whether the unit is artillery, towed or self-propelled (6.0)."""
        return self.type is UnitType.ARTILLERY

    @property
    def is_regular(self) -> bool:
        """Whether the unit has a zone of control and fights on its own (4.1.2, 6.1.5, 15.2.2)."""
        gun = self.is_artillery and self.towed
        return not (self.is_headquarters or gun or self.trait is Trait.RESILIENCE_GROUP)

    @property
    def is_mechanized(self) -> bool:
        """Whether the unit rides on tracks or half-tracks (1.3)."""
        return self.movement_class is MovementClass.TRACKED

    @property
    def is_motorized(self) -> bool:
        """Whether the unit rides at all, on wheels or on tracks (1.3)."""
        return self.movement_class is not MovementClass.FOOT

    def attack_strength(self, levels: int) -> int:
        """Strength in attack with so many efficiency levels left."""
        return self.sp_reduced if levels < self.cel and self.sp_reduced is not None else self.sp

    def defence_strength(self, levels: int) -> int:
        """Strength in defence with so many efficiency levels left."""
        if self.defence is None:
            return self.attack_strength(levels)
        reduced = levels < self.cel and self.defence_reduced is not None
        return self.defence_reduced if reduced and self.defence_reduced is not None else self.defence
