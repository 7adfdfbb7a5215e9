"""The counters of the game in flat columns, so that rules look up facts by number."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.core import Seat
from grognard.games.peaks.components import (
    AirUnit,
    CommandMarker,
    Components,
    SupportUnit,
    Unit,
    UnitType,
)
from grognard.games.peaks.state import AXIS, SEATS

AIRLIFT = "airlift"
"""The id of the airlift marker (17)."""


class Roster:
    """Facts about the counters that never change: ground units, airstrikes, support units, the airlift."""

    def __init__(self, components: Components) -> None:
        ground, air = tuple(components.units.values()), tuple(components.air.values())
        support = tuple(components.support.values())
        first_air, first_support = len(ground), len(ground) + len(air)
        self.units: tuple[Unit, ...] = ground
        self.airstrikes: Mapping[int, AirUnit] = dict(enumerate(air, first_air))
        self.supports: Mapping[int, SupportUnit] = dict(enumerate(support, first_support))
        self.airlift = first_support + len(support)
        self.names: tuple[str, ...] = (
            *(unit.id for unit in ground),
            *(unit.id for unit in air),
            *(unit.id for unit in support),
            AIRLIFT,
        )
        self.index = {name: number for number, name in enumerate(self.names)}
        sides = (*(u.side for u in ground), *(a.side for a in air), *(s.side for s in support))
        self.owner: tuple[Seat, ...] = (*(Seat(side.value) for side in sides), AXIS)
        self.markers: tuple[CommandMarker, ...] = tuple(components.markers.values())
        self.marker_index = {marker.id: number for number, marker in enumerate(self.markers)}
        self.units_of = self._by_seat(range(first_air))
        self.airstrikes_of = self._by_seat(self.airstrikes)
        self.supports_of = self._by_seat(self.supports)
        self.markers_of = {
            seat: tuple(n for n, marker in enumerate(self.markers) if marker.side.value == seat)
            for seat in SEATS
        }
        self.trucks = tuple(n for n, unit in enumerate(ground) if unit.type is UnitType.TRUCK_COLUMN)
        self.climbs = tuple(unit.mountain for unit in ground)

    def _by_seat(self, numbers: Mapping[int, object] | range) -> dict[Seat, tuple[int, ...]]:
        return {seat: tuple(n for n in numbers if self.owner[n] == seat) for seat in SEATS}
