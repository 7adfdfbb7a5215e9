"""The map as the rules read it: costs of every step, zones by kind of unit, combat modifiers by hex."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.board.bits import HexSet, bits_of
from grognard.board.grid import OFF_GRID, Hex, Side
from grognard.board.model import Board
from grognard.board.reach import CLOSED, Bonus, MovementCosts
from grognard.games.moscow1941.components import MOVEMENT_UNIT, MovementClass, TerrainEffect, TerrainKind

HEADQUARTERS_ENTRY = 5 * MOVEMENT_UNIT
"""9.1.3: what a headquarters pays for ground that is closed to trucks, lakes aside (ruling M77)."""

ROADS = ("main", "secondary")
"""Kinds of links that the terrain table knows; railways have no effect."""

RAIL_BRIDGE = "rail"
"""What a bridge carries that is of no use to units: the rules give railways no effect."""

BIG_RIVER = "big_river"
FIXED_POSITION = "fixed_position"


class Geography:
    """Everything about the map that never changes, computed once for a game."""

    def __init__(
        self, board: Board, terrain: Mapping[str, TerrainEffect], frozen_waters: bool = False
    ) -> None:
        self.board = board
        self.grid = board.grid
        self._terrain = terrain
        self._ice = ("swamp", "lake") if frozen_waters else ()
        self.effect: tuple[TerrainEffect | None, ...] = tuple(
            self._effect_of(hex) for hex in range(self.grid.size)
        )
        self.towns: HexSet = bits_of(
            place.hexes[0] for place in board.places.values() if place.kind == "town"
        )
        self.cities: HexSet = bits_of(
            hex for place in board.places.values() if place.kind == "city" for hex in place.hexes
        )
        self.road_hexes: HexSet = board.link_hexes(*(kind for kind in ROADS if kind in board.link_steps))
        self.bridges: frozenset[Side] = frozenset(
            side
            for side, features in board.side_features.items()
            if any(feature.kind == "bridge" and feature.carries != RAIL_BRIDGE for feature in features)
        )
        self.big_rivers: frozenset[Side] = board.side_sets.get(BIG_RIVER, frozenset())
        self.land: HexSet = bits_of(
            hex for hex in self.grid.hexes if not self.closed(hex, MovementClass.FOOT)
        )
        """Hexes in which units can stand."""
        self.fixed_positions: HexSet = bits_of(
            hex
            for side, features in board.side_features.items()
            if any(feature.kind == FIXED_POSITION for feature in features)
            for hex in self.grid.side_hexes(side)
            if hex != OFF_GRID
        )
        """Hexes along which a line of fixed positions runs (7.2.1)."""
        self.bridges_at: Mapping[Hex, tuple[tuple[Side, Hex], ...]] = self._bridges_at()
        """Where bridges are or may be built around a hex, each with the hex across."""
        self.road: dict[tuple[Hex, Hex], str] = self._road_steps()
        self._roads_at: dict[Hex, set[str]] = {}
        for (here, _), name in self.road.items():
            self._roads_at.setdefault(here, set()).add(name)
        self.costs: Mapping[MovementClass, MovementCosts] = {
            kind: MovementCosts(self.grid, self._prices(kind)) for kind in MovementClass
        }
        """For each class what every step costs, in sixths of a point."""
        self.headquarters_costs = MovementCosts(
            self.grid, self._prices(MovementClass.TRUCKED, HEADQUARTERS_ENTRY)
        )
        """The same for headquarters (9.1.2, 9.1.3)."""
        self.extra_hex: Mapping[MovementClass, Bonus] = {
            kind: self._extra_hex(kind) for kind in terrain["secondary"].extra_hex
        }
        """Terrain table, note 2: who moves on secondary routes alone may go one hex further."""
        self.zone: Mapping[bool, tuple[HexSet, ...]] = {
            motorized: tuple(self._zone(hex, motorized) for hex in range(self.grid.size))
            for motorized in (False, True)
        }
        """4.1: the zone of a unit by hex, for units on foot (False) and motorized ones (True)."""

    # --- terrain --------------------------------------------------------------------------------

    def _effect_of(self, hex: Hex) -> TerrainEffect | None:
        kind = self.board.terrain[hex]
        if not kind:
            return None
        place = self.board.place_at.get(hex)
        if place is not None and place.kind in ("town", "city"):
            return self._terrain[place.kind]
        return self._terrain["clear" if kind in self._ice else kind]

    def combat_modifier(self, hex: Hex) -> int:
        """Combat modifiers that the ground of a hex gives its defender (5.5.1)."""
        effect = self.effect[hex]
        return effect.combat_modifier if effect else 0

    def closed(self, hex: Hex, kind: MovementClass) -> bool:
        """Is the ground of this hex closed to a class of units?"""
        effect = self.effect[hex]
        return effect is None or effect.costs[kind].closed

    def river(self, a: Hex, b: Hex) -> TerrainEffect | None:
        """The water between two adjacent hexes, if any."""
        for feature in self.board.features(a, b):
            effect = self._terrain.get(feature.kind)
            if effect is not None and effect.kind is TerrainKind.HEXSIDE and feature.kind != FIXED_POSITION:
                return effect
        return None

    def water_cost(self, side: Side, kind: MovementClass) -> int:
        """What crossing a hexside without a bridge adds; 0 where there is no water, or no land beyond it."""
        a, b = self.grid.side_hexes(side)
        water = self.river(a, b) if OFF_GRID not in (a, b) else None
        return water.costs[kind].units if water is not None else 0

    def fixed_position(self, a: Hex, b: Hex) -> bool:
        """Does a line of fixed positions run along this hexside (7.2.1)?"""
        return any(feature.kind == FIXED_POSITION for feature in self.board.features(a, b))

    def _bridges_at(self) -> Mapping[Hex, tuple[tuple[Side, Hex], ...]]:
        found: dict[Hex, tuple[tuple[Side, Hex], ...]] = {}
        for side in sorted(self.bridges | self.big_rivers):
            a, b = self.grid.side_hexes(side)
            if OFF_GRID not in (a, b):
                found[a] = (*found.get(a, ()), (side, b))
                found[b] = (*found.get(b, ()), (side, a))
        return found

    # --- steps ----------------------------------------------------------------------------------

    def _road_steps(self) -> dict[tuple[Hex, Hex], str]:
        steps: dict[tuple[Hex, Hex], str] = {}
        for kind in reversed(ROADS):  # the better road is written last and stays
            for link in self.board.links:
                if link.kind == kind:
                    for a, b in zip(link.path, link.path[1:], strict=False):
                        steps[a, b] = steps[b, a] = kind
        for place in self.board.places.values():
            if place.kind == "city":  # terrain table, note 1: the hexes of a city are joined by main route
                for a in place.hexes:
                    for b in place.hexes:
                        if b in self.grid.neighbours[a]:
                            steps[a, b] = "main"
        return steps

    def _prices(self, kind: MovementClass, closed_ground: int = CLOSED) -> list[list[int]]:
        return [
            [
                CLOSED if there == OFF_GRID else self.step_cost(here, there, kind, True, closed_ground)
                for there in self.grid.neighbours[here]
            ]
            for here in range(self.grid.size)
        ]

    def _extra_hex(self, kind: MovementClass) -> Bonus:
        toll = self._terrain["secondary"].costs[kind].units
        prices = [
            [
                toll if self.road.get((here, there)) == "secondary" else CLOSED
                for there in self.grid.neighbours[here]
            ]
            for here in range(self.grid.size)
        ]
        return Bonus(MovementCosts(self.grid, prices), toll)

    def step_cost(
        self,
        here: Hex,
        there: Hex,
        kind: MovementClass,
        bridged: bool = True,
        closed_ground: int = CLOSED,
    ) -> int:
        """What a step costs in sixths of a point; `CLOSED` when the ground is shut.

        Along a road its cost alone counts (ruling M19); `bridged` tells whether a bridge that the map or an
        engineer has put there stands. `closed_ground` is what ground shut to the class costs all the same.
        """
        side = self.grid.side(here, there)
        name = self.road.get((here, there)) if bridged else None
        if name is not None and self.effect[here] is not None:
            return self._terrain[name].costs[kind].units
        over_water = self.river(here, there) if not (bridged and side in self.bridges) else None
        return self.ground_cost(there, kind, over_water, closed_ground)

    def ground_cost(
        self, there: Hex, kind: MovementClass, water: TerrainEffect | None = None, closed_ground: int = CLOSED
    ) -> int:
        """What entering a hex away from roads costs, with the water before it."""
        effect = self.effect[there]
        if effect is None or effect.id == "lake":
            return CLOSED
        cost = effect.costs[kind]
        if cost.closed and closed_ground == CLOSED:
            return CLOSED
        units = closed_ground if cost.closed else cost.units
        units += self._terrain["clear"].costs[kind].units if cost.added else 0
        if water is not None:
            units += water.costs[kind].units  # 3.1.12: costs add up
        return units

    def entry_cost(self, hex: Hex, kind: MovementClass) -> int:
        """What entering the map in this hex costs: by road where one touches it, else by its ground."""
        roads = self._roads_at.get(hex)
        if roads:
            return min(self._terrain[name].costs[kind].units for name in roads)
        return self.ground_cost(hex, kind)

    # --- zones ------------------------------------------------------------------------------------

    def _zone(self, hex: Hex, motorized: bool) -> HexSet:
        # 4.1.1, 4.1.3, 4.1.4: all neighbours but across big rivers and on ground closed to the unit
        kind = MovementClass.TRUCKED if motorized else MovementClass.FOOT
        return bits_of(
            there
            for there in self.grid.neighbours[hex]
            if there != OFF_GRID
            and not self.closed(there, kind)
            and self.grid.side(hex, there) not in self.big_rivers
        )
