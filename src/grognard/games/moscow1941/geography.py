"""The map as the rules read it: costs of every step, zones by kind of unit, combat modifiers by hex."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.board.bits import HexSet, bits_of
from grognard.board.grid import OFF_GRID, Hex, Side
from grognard.board.model import Board
from grognard.games.moscow1941.components import MovementClass, TerrainEffect, TerrainKind

CLOSED = 0
"""The cost of a step that cannot be made."""

ROADS = ("main", "secondary")
"""Kinds of links that the terrain table knows; railways have no effect."""

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
        self.bridges: frozenset[Side] = board.side_sets.get("bridge", frozenset())
        self.big_rivers: frozenset[Side] = board.side_sets.get(BIG_RIVER, frozenset())
        self.road: dict[tuple[Hex, Hex], str] = self._road_steps()
        self.costs: Mapping[MovementClass, tuple[tuple[tuple[Hex, int], ...], ...]] = {
            kind: self._costs(kind) for kind in MovementClass
        }
        """For each class and hex the steps that lead on: (neighbour, cost in sixths)."""
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

    def fixed_position(self, a: Hex, b: Hex) -> bool:
        """Does a line of fixed positions run along this hexside (7.2.1)?"""
        return any(feature.kind == FIXED_POSITION for feature in self.board.features(a, b))

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

    def _costs(self, kind: MovementClass) -> tuple[tuple[tuple[Hex, int], ...], ...]:
        return tuple(
            tuple(
                (there, cost)
                for there in self.grid.neighbours[here]
                if there != OFF_GRID and (cost := self.step_cost(here, there, kind)) != CLOSED
            )
            for here in range(self.grid.size)
        )

    def step_cost(self, here: Hex, there: Hex, kind: MovementClass, road: bool = True) -> int:
        """What a step costs in sixths of a point; `CLOSED` when the ground is shut.

        Along a road its cost alone counts (ruling M19); with `road=False` the road is out of use.
        """
        name = self.road.get((here, there)) if road else None
        if name is not None:
            return self._terrain[name].costs[kind].units
        return self._ground_cost(there, kind, self.river(here, there))

    def _ground_cost(self, there: Hex, kind: MovementClass, water: TerrainEffect | None) -> int:
        effect = self.effect[there]
        if effect is None or effect.costs[kind].closed:
            return CLOSED
        cost = effect.costs[kind]
        units = cost.units + (self._terrain["clear"].costs[kind].units if cost.added else 0)
        if water is not None:
            units += water.costs[kind].units  # 3.1.12: costs add up
        return units

    def entry_cost(self, hex: Hex, kind: MovementClass) -> int:
        """What entering the map in this hex costs: by road where one touches it, else by its ground."""
        roads = [name for (here, _), name in self.road.items() if here == hex]
        if roads:
            return min(self._terrain[name].costs[kind].units for name in roads)
        return self._ground_cost(hex, kind, None)

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
