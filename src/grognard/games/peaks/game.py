"""The game of Peaks of the Caucasus: rules, pack, scenario and options bound together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from grognard.board.bits import HexSet, bits_of
from grognard.board.grid import Hex
from grognard.core import (
    AnyStep,
    Chart,
    Fault,
    Forecast,
    Game,
    Measure,
    Overlay,
    OverlayKind,
    Position,
    Seat,
    View,
)
from grognard.games.peaks import (
    aftermath,
    air,
    arrivals,
    charts,
    combat,
    command,
    deployment,
    glimpse,
    movement,
    naval,
    oil,
    overlays,
    phases,
    pursuit,
    refit,
    reinforcements,
    retreat,
    setup,
    stacking,
    status,
    support,
    trucks,
    views,
)
from grognard.games.peaks.components import Components, Side, read
from grognard.games.peaks.geography import Geography
from grognard.games.peaks.options import switches
from grognard.games.peaks.orders import VERBS
from grognard.games.peaks.roster import Roster
from grognard.games.peaks.state import AXIS, SEATS, SOVIET, PeaksState
from grognard.games.peaks.steps import Pos
from grognard.packs import PackLayers, digest

SEAT_TITLES = {AXIS: "Axis", SOVIET: "Soviet"}
SETTLEMENTS = ("town", "city", "fortress")
LOGISTIC_CENTRE_WORTH = 2
"""3.6: Soviet points for each German logistical centre."""


class Peaks(Game[PeaksState]):
    """One scenario of the game with its options."""

    id: ClassVar[str] = "peaks"
    rules_version: ClassVar[str] = "1"
    seats: ClassVar[tuple[Seat, ...]] = SEATS
    verbs: ClassVar = VERBS
    steps: ClassVar[tuple[type[AnyStep], ...]] = (
        *phases.STEPS,
        *setup.STEPS,
        *command.STEPS,
        *refit.STEPS,
        *trucks.STEPS,
        *oil.STEPS,
        *arrivals.STEPS,
        *reinforcements.STEPS,
        *movement.STEPS,
        *stacking.STEPS,
        *air.STEPS,
        *combat.STEPS,
        *aftermath.STEPS,
        *retreat.STEPS,
        *pursuit.STEPS,
        *support.STEPS,
    )
    state_type = PeaksState
    overlays: ClassVar[tuple[OverlayKind, ...]] = overlays.KINDS

    def __init__(
        self,
        components: Components,
        scenario: str,
        options: Mapping[str, str] | None = None,
        *,
        pack: str = "",
        pack_digest: str = "",
    ) -> None:
        super().__init__(scenario, options, pack=pack, pack_digest=pack_digest)
        self.components = components
        self.scenario_data = components.scenarios[scenario]
        self.rules = switches(self.options)
        self.board = components.board
        self.grid = self.board.grid
        self.geography = Geography(self.board, components.terrain)
        self._bind_roster()
        self._bind_places()
        self.rail_capacity = {
            seat: self.scenario_data.file.of(Side(str(seat))).rail_capacity for seat in SEATS
        }
        self.suggested = deployment.suggestions(self)
        """The units that start on the map, with the hexes that we suggest."""

    def _bind_roster(self) -> None:
        roster = Roster(self.components)
        self.units, self.airstrikes, self.supports = roster.units, roster.airstrikes, roster.supports
        self.airlift, self.names, self.index, self.owner = (
            roster.airlift,
            roster.names,
            roster.index,
            roster.owner,
        )
        self.markers, self.marker_index = roster.markers, roster.marker_index
        self.units_of, self.airstrikes_of = roster.units_of, roster.airstrikes_of
        self.supports_of, self.markers_of = roster.supports_of, roster.markers_of
        self.trucks, self.climbs = roster.trucks, roster.climbs

    def _bind_places(self) -> None:
        places = self.board.places.values()
        self.settlements: frozenset[Hex] = frozenset(
            hex for place in places if place.kind in SETTLEMENTS for hex in place.hexes
        )
        self.fortresses = bits_of(hex for place in places if place.kind == "fortress" for hex in place.hexes)
        self.depots = {seat: self._with("depot", str(seat)) for seat in SEATS}
        """Printed depots; those of the Axis are the German logistical centres (ruling Q-P04)."""
        self.oilfields = self._with("oil", "yes")
        self.ports = {sea: self._with("port", sea) for sea in naval.SEAS}
        self.west_edge: HexSet = self.grid.edges["west"]
        self.front_sides = tuple(sorted(self.board.side_sets.get("front_line", ())))
        axis_prizes = self.place_hexes("stalingrad") | self.place_hexes("astrakhan") | self.oilfields
        self.sudden_death = {AXIS: axis_prizes, SOVIET: self.depots[AXIS]}
        self.trophy_hexes = self.place_hexes("stalingrad") | self.place_hexes("baku")
        self.objectives = {seat: self._objectives(seat) for seat in SEATS}
        """Points for the hexes that a side occupies at the end (3.5, 3.6), sets of hexes aside."""

    def _with(self, name: str, value: str) -> HexSet:
        return bits_of(
            hex
            for place in self.board.places.values()
            if place.properties.get(name) == value
            for hex in place.hexes
        )

    def _objectives(self, seat: Seat) -> dict[Hex, int]:
        worth = {
            place.hexes[0]: int(place.properties[f"{seat}_vp"])
            for place in self.board.places.values()
            if place.properties.get(f"{seat}_vp")
        }
        if seat == SOVIET:
            for place in self.board.places.values():
                if place.properties.get("depot") == str(AXIS):
                    worth[place.hexes[0]] = LOGISTIC_CENTRE_WORTH
        return worth

    # --- what the core asks -----------------------------------------------------------------------

    def setup(self) -> tuple[PeaksState, tuple[AnyStep, ...]]:
        """The state and the stack before the first automatic step."""
        return setup.begin(self)

    def view(self, position: Position[PeaksState, Any], seat: Seat | None) -> View:
        """What a seat may see (21)."""
        return views.view(position, seat)

    def secrets(self, position: Position[PeaksState, Any], seat: Seat | None) -> tuple[str, ...]:
        """Counters and markers that a seat must not find in its view."""
        return views.secrets(position, seat)

    def glimpse(self, position: Position[PeaksState, Any], seat: Seat) -> Position[PeaksState, Any]:
        """The position as a seat may take it to be (21)."""
        return glimpse.glimpse(position, seat)

    def status(self, position: Position[PeaksState, Any]) -> tuple[Fault, ...]:
        """Whatever is impossible in a position."""
        return status.faults(position)

    def heading(self, position: Position[PeaksState, Any]) -> str:
        """Turn, month, phase, and the impulse."""
        return phases.heading(position)

    def overlay(self, position: Position[PeaksState, Any], kind: OverlayKind, subject: str) -> Overlay:
        """Draw one of the overlays."""
        return overlays.overlay(position, kind, subject)

    def forecast(self, position: Position[PeaksState, Any]) -> Forecast | None:
        """The combat that is being put together."""
        return charts.forecast(position)

    def charts(self) -> tuple[Chart, ...]:
        """The tables of the rule book."""
        return charts.charts(self.components)

    def measures(self, position: Position[PeaksState, Any]) -> tuple[Measure, ...]:
        """Losses, ground held and points."""
        return charts.measures(position)

    def seat_title(self, seat: Seat) -> str:
        """A seat's name for readers."""
        return SEAT_TITLES.get(seat, super().seat_title(seat))

    # --- what the rules ask -------------------------------------------------------------------------

    def place_hexes(self, id: str) -> HexSet:
        """The hexes of a place by its id; none when the map has no such place."""
        place = self.board.places.get(id)
        return place.area if place else 0

    @property
    def contestable(self) -> HexSet:
        """The objectives and logistics sources, whose control an enemy zone contests (9.3)."""
        found = self.depots[AXIS] | self.depots[SOVIET] | self.oilfields | self.trophy_hexes
        for sea in naval.SEAS:
            found |= self.ports[sea]
        return found | bits_of(hex for seat in SEATS for hex in self.objectives[seat])

    def next_segment(self, position: Pos, seat: Seat) -> None:
        """Go on to the next segment of an impulse (4.2)."""
        phases.next_segment(position, seat)


def create(layers: PackLayers, scenario: str, options: Mapping[str, str]) -> Peaks:
    """The game from its pack, or from one that builds on it."""
    return Peaks(read(layers), scenario, options, pack=layers.id, pack_digest=digest(layers))
