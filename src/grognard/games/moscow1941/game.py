"""The game of Moscow 1941: rules, pack, scenario and options bound together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from grognard.board.bits import HexSet, hexes_of
from grognard.board.grid import Hex
from grognard.board.trace import Ways
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
from grognard.games.moscow1941 import (
    aftermath,
    air,
    charts,
    combat,
    disorganization,
    entries,
    fire,
    glimpse,
    missions,
    movement,
    overlays,
    phases,
    pursuit,
    reinforcements,
    retreat,
    setup,
    status,
    supply,
    views,
)
from grognard.games.moscow1941.aircraft import aircraft_of
from grognard.games.moscow1941.components import Components, Reserve, Side, board_of, read
from grognard.games.moscow1941.gallery import Gallery
from grognard.games.moscow1941.geography import Geography
from grognard.games.moscow1941.ground import Ground
from grognard.games.moscow1941.options import switches
from grognard.games.moscow1941.orders import VERBS
from grognard.games.moscow1941.phases import PHASE_NAMES, Phase, phase_of, phasing_seat
from grognard.games.moscow1941.roster import Roster
from grognard.games.moscow1941.state import (
    AXIS,
    SEATS,
    SOVIET,
    Mission,
    MissionKind,
    MoscowState,
)
from grognard.games.moscow1941.steps import Pos
from grognard.packs import PackLayers, digest

SEAT_TITLES = {AXIS: "German", SOVIET: "Soviet"}


class Moscow1941(Game[MoscowState]):
    """One scenario of the game with its options."""

    id: ClassVar[str] = "moscow-1941"
    rules_version: ClassVar[str] = "1"
    seats: ClassVar[tuple[Seat, ...]] = SEATS
    verbs: ClassVar = VERBS
    steps: ClassVar[tuple[type[AnyStep], ...]] = (
        phases.Sequence,
        setup.SettingUp,
        setup.DugIn,
        movement.Movement,
        movement.MovingUnit,
        movement.Ashore,
        combat.Combat,
        combat.Assemble,
        combat.Defend,
        combat.CombatRoll,
        aftermath.Losses,
        aftermath.ChooseLoss,
        aftermath.Disorder,
        retreat.Retreating,
        retreat.ChooseRetreat,
        pursuit.Pursuing,
        pursuit.ChoosePursuit,
        disorganization.DisorganizationTest,
        supply.Supply,
        supply.Surrender,
        supply.EndOfSupply,
        air.AssignAir,
        *missions.STEPS,
        *fire.STEPS,
        *reinforcements.STEPS,
    )
    state_type = MoscowState
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
        self.board = board_of(components.board, self.scenario_data)
        self.grid = self.board.grid
        self._bind_options()
        self.geography = Geography(self.board, components.terrain, self.frozen_waters)
        self._bind_roster()
        file = self.scenario_data.file
        self.first_seat = Seat(file.moves_first.value)
        self.scoring_seat = Seat(file.victory.side.value)
        self.victory_rule = f"scenario-{scenario}"
        self.entries = entries.entries_of(self.board, self.scenario_data)
        self.reserve_of: dict[int, Reserve] = {
            self.unit_index[unit.id]: reserve
            for reserve in file.reserves
            for name in reserve.units
            for unit in components.units_named(name)
        }
        bases = {
            seat: entries.supply_base(self.board, file.sides.of(Side(str(seat))).supply) for seat in SEATS
        }
        self.supply_sources = {seat: bases[seat][0] for seat in SEATS}
        self.supply_places = {seat: bases[seat][1] for seat in SEATS}
        self.aircraft = aircraft_of(self.scenario_data)
        self.defensive_air = {AXIS: True, SOVIET: False}  # 8.2.5
        self.set_up_choices = {seat: setup.open_choices(self, self.scenario_data, seat) for seat in SEATS}
        self.crowded: frozenset[Hex] = frozenset(self.grid.hex(label) for label in file.stacking_exceptions)
        """Hexes that the scenario lets hold more than 8 levels at the set-up."""
        self.gallery = Gallery(self)
        self.priced: dict[object, Ground] = {}
        """What steps cost in the situations that have come up (`ground`)."""
        self._whole_ways = supply.whole_ways(self.geography)
        self._ways: dict[frozenset[int], Ways] = {frozenset(): self._whole_ways}
        self._town_zones: dict[Hex, HexSet] = {}

    def _bind_options(self) -> None:
        chosen = switches(self.options)
        self.strategic_movement = chosen.strategic_movement
        self.tactical_concentration = chosen.tactical_concentration
        self.bridges_in_play = chosen.bridges
        self.special_units = chosen.special_units
        self.masking = chosen.masking
        self.literal_ratio = chosen.literal_ratio
        self.fortified_bind = chosen.fortified_bind
        self.bonus_hex = chosen.bonus_hex
        self.frozen_waters = chosen.frozen_waters
        self.set_up = chosen.set_up

    def _bind_roster(self) -> None:
        roster = Roster(self.components, self.scenario_data)
        self.units, self.unit_index = roster.units, roster.unit_index
        self.owner, self.units_of = roster.owner, roster.units_of
        self.regular, self.motorized, self.towed_gun = roster.regular, roster.motorized, roster.towed_gun
        self.falls_alone = roster.falls_alone
        self.movable, self.fights, self.concentrates = roster.movable, roster.fights, roster.concentrates
        self.guns_of, self.headquarters_of = roster.guns_of, roster.headquarters_of
        self.headquarters_range, self.supply_points = roster.headquarters_range, roster.supply_points
        self.morale_limit, self.activations = roster.morale_limit, roster.activations

    # --- what the core asks -----------------------------------------------------------------------

    def setup(self) -> tuple[MoscowState, tuple[AnyStep, ...]]:
        """The state and the stack before the first automatic step."""
        return setup.begin(self)

    def view(self, position: Position[MoscowState, Any], seat: Seat | None) -> View:
        """What a seat may see (16)."""
        return views.view(position, seat)

    def secrets(self, position: Position[MoscowState, Any], seat: Seat | None) -> tuple[str, ...]:
        """Counters that a seat must not find in its view."""
        return views.secrets(position, seat)

    def glimpse(self, position: Position[MoscowState, Any], seat: Seat) -> Position[MoscowState, Any]:
        """The position as a seat may take it to be (16)."""
        return glimpse.glimpse(position, seat)

    def status(self, position: Position[MoscowState, Any]) -> tuple[Fault, ...]:
        """Whatever is impossible in a position."""
        return status.faults(position)

    def heading(self, position: Position[MoscowState, Any]) -> str:
        """Turn, date, side and phase."""
        state = position.state
        if not state.phase:
            return "Set-up"
        day = self.scenario_data.day(state.turn)
        side = self.seat_title(phasing_seat(position))
        phase = PHASE_NAMES[phase_of(state)]
        return f"Turn {state.turn}, {day.day} {day:%B} {day.year}: {side} {phase} phase"

    def overlay(self, position: Position[MoscowState, Any], kind: OverlayKind, subject: str) -> Overlay:
        """Draw one of the overlays."""
        return overlays.overlay(position, kind, subject)

    @property
    def in_play(self) -> tuple[str, ...]:
        """The hexes of the scenario's area, where it is played on a part of the map."""
        area = self.scenario_data.file.area
        zone = self.components.board.zones[area].area if area else 0
        return tuple(self.grid.label(hex) for hex in hexes_of(zone))

    def forecast(self, position: Position[MoscowState, Any]) -> Forecast | None:
        """The battle that is being put together."""
        return charts.forecast(position)

    def charts(self) -> tuple[Chart, ...]:
        """The tables of the rule book."""
        return charts.charts(self.components)

    def measures(self, position: Position[MoscowState, Any]) -> tuple[Measure, ...]:
        """Losses, control and points."""
        return charts.measures(position)

    def seat_title(self, seat: Seat) -> str:
        """A seat's name for readers."""
        return SEAT_TITLES.get(seat, super().seat_title(seat))

    # --- what the rules ask -------------------------------------------------------------------------

    def steps_of(self, position: Pos, phase: Phase, seat: Seat) -> Sequence[AnyStep]:
        """The steps of a phase, the one to be done first last (2.2)."""
        match phase:
            case Phase.AIR:
                return air.steps_of(position, seat)
            case Phase.BARRAGE:
                return fire.steps_of(position, seat)
            case Phase.MOVEMENT:
                return (movement.Movement(seat), reinforcements.Muster(seat))
            case Phase.COMBAT:
                return (combat.Combat(seat),)
            case Phase.STRATEGIC:
                return (movement.Movement(seat, strategic_move=True),)
            case Phase.SUPPLY:
                return (supply.Supply(seat),)

    def outlasts_combat(self, mission: Mission) -> bool:
        """Ruling M28: missions against movement last to the end of the strategic movement phase."""
        return mission.kind in (MissionKind.DISRUPT, MissionKind.CROSSING)

    def fixed_position_modifier(self, hex: Hex) -> int:
        """7.2.2: modifiers of a line of fixed positions in front of a hex."""
        return self.components.terrain["fixed_position"].combat_modifier

    def town_zones(self, towns: HexSet) -> HexSet:
        """10.1.11: the zones that towns exert for supply."""
        found = 0
        for hex in hexes_of(towns):
            if hex not in self._town_zones:
                self._town_zones[hex] = self.geography.zone[True][hex]
            found |= self._town_zones[hex]
        return found

    def supply_ways(self, position: Pos) -> Ways:
        """10.1.8: the ground that lines of supply follow, as trucked units move; roads cost nothing."""
        down = frozenset(position.state.broken | {-1 - side for side in position.state.built})
        if down not in self._ways:
            self._ways[down] = supply.changed_ways(position, self._whole_ways)
        return self._ways[down]


def create(layers: PackLayers, scenario: str, options: Mapping[str, str]) -> Moscow1941:
    """The game from its pack, or from one that builds on it."""
    return Moscow1941(read(layers), scenario, options, pack=layers.id, pack_digest=digest(layers))


__all__ = ["Moscow1941", "create"]
