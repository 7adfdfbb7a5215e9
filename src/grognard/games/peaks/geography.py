"""The map as the rules read it: what steps cost, where zones reach, what the ground gives a defender."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from grognard.board.bits import HexSet, bits_of
from grognard.board.grid import OFF_GRID, Hex, Side
from grognard.board.model import Board
from grognard.board.network import Network
from grognard.board.reach import CLOSED, MovementCosts
from grognard.board.steps import SetSteps
from grognard.games.peaks.components import TerrainEffect, TerrainKind, Weather
from grognard.games.peaks.state import AXIS, SOVIET, Sectors

RAILROAD, MILITARY_ROAD = "railroad", "military_road"
SEA_SIDE = "sea"
"""A hexside that is all sea (6.9, 9.1)."""

RIVERS = ("minor_river", "major_river", "volga")
"""Hexsides that ice closes in winter (20.2); lakes stay open (ruling Q-P62)."""

NO_LAND = ("", "sea", "neutral")
HIGH_MOUNTAIN, ROUGH, SWAMP, CLEAR = "high_mountain", "rough", "swamp", "clear"


def zone_area(board: Board, id: str) -> HexSet:
    """The hexes of a zone of the map; none when the map has no such zone."""
    zone = board.zones.get(id)
    return zone.area if zone else 0


class Mover:
    """How a unit goes over ground: on wheels and tracks or on foot, and whether it climbs (6.2, 18.2)."""

    __slots__ = ("climbs", "mechanized")

    def __init__(self, mechanized: bool, climbs: bool) -> None:
        self.mechanized = mechanized
        self.climbs = climbs

    @property
    def key(self) -> int:
        """A small number that tells movers apart."""
        return 2 * self.mechanized + self.climbs


class Geography:
    """Everything about the map that never changes, computed once for a game."""

    def __init__(self, board: Board, terrain: Mapping[str, TerrainEffect]) -> None:
        self.board = board
        self.grid = board.grid
        self._terrain = terrain
        self.land: HexSet = bits_of(hex for hex in self.grid.hexes if board.terrain[hex] not in NO_LAND)
        """Hexes that ground units may stand in at all; 2.1: 5312 is sea."""
        self.high_mountains: HexSet = board.terrain_sets.get(HIGH_MOUNTAIN, 0) & self.land
        self.rough: HexSet = board.terrain_sets.get(ROUGH, 0) & self.land
        self.home = {seat: zone_area(board, f"{seat}-side") for seat in (AXIS, SOVIET)}
        """The hexes on a player's own side of the printed front line."""
        stalingrad = zone_area(board, "stalingrad-sector")
        self.sector_of: tuple[Sectors, ...] = tuple(
            Sectors.STALINGRAD if stalingrad >> hex & 1 else Sectors.CAUCASUS for hex in range(self.grid.size)
        )
        self.sector_area: Mapping[int, HexSet] = {
            Sectors.NONE: 0,
            Sectors.STALINGRAD: stalingrad,
            Sectors.CAUCASUS: self.grid.all & ~stalingrad,
            Sectors.BOTH: self.grid.all,
        }
        rails = board.link_steps.get(RAILROAD, (0,) * 6)
        self.rail = Network.of(self.grid, rails)
        self.rail_hexes: HexSet = self.rail.hexes
        self.boundary_sides = frozenset(self._boundary_sides())
        self.sea_sides = board.side_sets.get(SEA_SIDE, frozenset())
        self.water: Mapping[Side, TerrainEffect] = self._water()
        """What has to be crossed at each hexside with water, the dearest if there are several."""
        self.bridges = frozenset(side for side in self.water if self._rail_crosses(side))
        """6.10: bridges are railroads across rivers."""
        self.zone: Mapping[bool, tuple[HexSet, ...]] = {
            climbs: tuple(self._zone(hex, climbs) for hex in range(self.grid.size))
            for climbs in (False, True)
        }
        """9.0, 9.1: the zone of control of a unit by hex, for mountain units (True) and all others."""
        self.loc_steps = SetSteps(self.grid, closed=self.sea_sides | self.boundary_sides).step
        """Lines of communication: one hex further, but not over the sector boundary (15.3)."""
        self.loc_steps_anywhere = SetSteps(self.grid, closed=self.sea_sides).step
        self.rail_within_sectors = Network.of(self.grid, self._rails_within_sectors())
        self.home_rail = {
            seat: Network.of(self.grid, self._rails_inside(rails, area)) for seat, area in self.home.items()
        }
        """7.2: the railroads on a player's own side of the front line."""
        self._costs = lru_cache(maxsize=256)(self._build_costs)
        self.bridges_in = lru_cache(maxsize=1024)(self._bridges_in)
        """The bridges with an end in a set of hexes."""

    # --- hexes ------------------------------------------------------------------------------------

    def open_to(self, climbs: bool) -> HexSet:
        """The hexes that a unit may enter at all (6.9): high mountains are for mountain units."""
        return self.land if climbs else self.land & ~self.high_mountains

    def grounds(self, hex: Hex, weather: Weather) -> tuple[TerrainEffect, ...]:
        """All kinds of terrain in a hex: its ground and the town on it; frozen swamps are clear (20.2)."""
        kind = self.board.terrain[hex]
        if kind == SWAMP and weather is Weather.WINTER:
            kind = CLEAR
        place = self.board.place_at.get(hex)
        kinds = [kind] if place is None else [kind, place.kind]
        return tuple(self._terrain[kind] for kind in kinds if kind in self._terrain)

    def ground_shifts(self, hex: Hex, weather: Weather) -> int:
        """Shifts to the left that the ground of a hex gives its defender: the best of its terrain (10.9)."""
        return max((ground.shifts_in(weather) for ground in self.grounds(hex, weather)), default=0)

    def assault_only(self, hex: Hex) -> bool:
        """10.7: cities and fortress cities are fought for on the Assault table."""
        return any(ground.assault_only for ground in self.grounds(hex, Weather.SUMMER))

    def is_city(self, hex: Hex) -> bool:
        """A city or a fortress city, but no town (ruling Q-P36)."""
        place = self.board.place_at.get(hex)
        return place is not None and place.kind in ("city", "fortress")

    def is_fortress(self, hex: Hex) -> bool:
        """11.3: Stalingrad."""
        place = self.board.place_at.get(hex)
        return place is not None and place.kind == "fortress"

    # --- hexsides ---------------------------------------------------------------------------------

    def river_between(self, a: Hex, b: Hex, weather: Weather) -> TerrainEffect | None:
        """The water between two adjacent hexes; rivers do not count in winter (20.2)."""
        effect = self.water.get(self.grid.side(a, b))
        if effect is None or (weather is Weather.WINTER and effect.id in RIVERS):
            return None
        return effect

    def passable(self, a: Hex, b: Hex, climbs: bool) -> bool:
        """May a unit ever step from one hex to the next: ground and hexside, enemies aside (6.9)?"""
        return bool(self.open_to(climbs) >> b & 1) and self.grid.side(a, b) not in self.sea_sides

    def _water(self) -> dict[Side, TerrainEffect]:
        found: dict[Side, TerrainEffect] = {}
        for side, features in self.board.side_features.items():
            effects = [
                self._terrain[feature.kind]
                for feature in features
                if feature.kind in self._terrain and feature.kind != SEA_SIDE
                and self._terrain[feature.kind].kind is TerrainKind.HEXSIDE
            ]  # fmt: skip
            if effects:
                found[side] = max(effects, key=lambda effect: effect.cost(False, Weather.SUMMER))
        return found

    def _rail_crosses(self, side: Side) -> bool:
        a, b = self.grid.side_hexes(side)
        return b != OFF_GRID and b in self.rail.near(a)

    def _boundary_sides(self) -> list[Side]:
        return [
            self.grid.side(hex, near)
            for hex in self.grid.hexes
            for near in self.grid.neighbours[hex]
            if near != OFF_GRID and self.sector_of[near] != self.sector_of[hex]
        ]

    def _bridges_in(self, area: HexSet) -> frozenset[Side]:
        return frozenset(
            side for side in self.bridges if any(area >> hex & 1 for hex in self.grid.side_hexes(side))
        )

    def _zone(self, hex: Hex, climbs: bool) -> HexSet:
        return bits_of(
            near
            for near in self.grid.neighbours[hex]
            if near != OFF_GRID and self.passable(hex, near, climbs)
        )

    # --- railroads ----------------------------------------------------------------------------------

    def _rails_inside(self, rails: tuple[HexSet, ...], area: HexSet) -> list[HexSet]:
        """The steps of railroads of which both ends lie in an area."""
        return [
            bits_of(
                hex
                for hex in self.grid.hexes
                if steps >> hex & 1 and area >> hex & 1 and area >> self.grid.neighbours[hex][direction] & 1
            )
            for direction, steps in enumerate(rails)
        ]

    def _rails_within_sectors(self) -> list[HexSet]:
        rails = self.board.link_steps.get(RAILROAD, (0,) * 6)
        stalingrad = self._rails_inside(rails, self.sector_area[Sectors.STALINGRAD])
        caucasus = self._rails_inside(rails, self.sector_area[Sectors.CAUCASUS])
        return [one | two for one, two in zip(stalingrad, caucasus, strict=True)]

    # --- costs --------------------------------------------------------------------------------------

    def costs(self, mover: Mover, weather: Weather, down: frozenset[Side] = frozenset()) -> MovementCosts:
        """What every step costs, in half points; `down` are bridges that do not help (16.13, 19.5)."""
        return self._costs(mover.mechanized, mover.climbs, weather, down & self.bridges)

    def _build_costs(
        self, mechanized: bool, climbs: bool, weather: Weather, down: frozenset[Side]
    ) -> MovementCosts:
        return MovementCosts(
            self.grid,
            [
                [
                    CLOSED
                    if near == OFF_GRID
                    else self.step_cost(here, near, mechanized, climbs, weather, down)
                    for near in self.grid.neighbours[here]
                ]
                for here in range(self.grid.size)
            ],
        )

    def step_cost(
        self, here: Hex, there: Hex, mechanized: bool, climbs: bool, weather: Weather, down: frozenset[Side]
    ) -> int:
        """What a step costs in half points, `CLOSED` when the ground is shut (6.9, 6.10)."""
        if not self.passable(here, there, climbs):
            return CLOSED
        side = self.grid.side(here, there)
        by_rail = self.board.linked(RAILROAD, here, there)
        water = None if by_rail and side not in down else self.river_between(here, there, weather)
        crossing = water.cost(mechanized, weather) if water else 0
        if crossing == CLOSED:
            return CLOSED
        prices = [max(ground.cost(mechanized, weather) for ground in self.grounds(there, weather))]
        if by_rail:
            prices.append(self._terrain[RAILROAD].cost(mechanized, weather))
        if self.board.linked(MILITARY_ROAD, here, there):
            prices.append(self._terrain[MILITARY_ROAD].cost(mechanized, weather))
        return min(prices) + crossing
