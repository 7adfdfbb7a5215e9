"""What the staff knows of the map before the first shot: distances, and what each hex is worth."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

from grognard.board.grid import OFF_GRID, Hex
from grognard.board.reach import reach
from grognard.games.moscow1941.components import MovementClass, Objective
from grognard.games.moscow1941.ground import POINT
from grognard.games.moscow1941.staff.outlook import Outlook, outlook

if TYPE_CHECKING:
    from grognard.games.moscow1941.game import Moscow1941

FAR = 60
"""Movement points beyond which a place is simply far away."""

HORIZON = 12
"""Hexes around a hex that the staff looks at."""

KEPT = 16
"""Fields of fading goals that are kept; they change when a place changes hands."""

AUTOMATIC = 1.0
"""What a hex of the places that win at once is worth on top of its points."""


class Atlas:
    """The map as a staff studies it in peace."""

    def __init__(self, game: Moscow1941) -> None:
        self.game = game
        self.near: tuple[tuple[Hex, ...], ...] = tuple(
            tuple(hex for hex in row if hex != OFF_GRID) for row in game.grid.neighbours
        )
        self.points: dict[Hex, float] = {}
        """Victory points that hang on each hex."""
        self._find_points()
        self.walk: dict[Hex, tuple[int, ...]] = {hex: self._walk_from(hex) for hex in self.points}
        """For each hex with points, the movement points on foot from it to every hex of the map."""
        self._rings: dict[Hex, tuple[tuple[Hex, ...], ...]] = {}
        self._fading: dict[tuple[frozenset[Hex], float], list[float]] = {}
        self._outlooks: dict[tuple[int, int, int, bool], Outlook] = {}

    def _find_points(self) -> None:
        game = self.game
        victory = game.scenario_data.file.victory
        for rule in victory.points:
            if rule.objective is Objective.EACH_TOWN:
                hexes = [place.hexes[0] for place in game.board.places.values() if place.kind == "town"]
                share = float(rule.points)
            else:
                hexes = list(game.board.places[rule.place].hexes)
                share = float(rule.points)
                if rule.objective is Objective.WHOLE_PLACE:
                    share /= len(hexes)
            for hex in hexes:
                self.points[hex] = self.points.get(hex, 0.0) + share
        for name in victory.automatic.places:
            for hex in game.board.places[name].hexes:
                self.points[hex] = self.points.get(hex, 0.0) + AUTOMATIC

    def _walk_from(self, hex: Hex) -> tuple[int, ...]:
        costs = self.game.geography.costs[MovementClass.FOOT]
        found = reach(costs, hex, FAR * POINT).cost
        return tuple(found.get(there, FAR * POINT) // POINT for there in range(self.game.grid.size))

    def rings(self, hex: Hex) -> tuple[tuple[Hex, ...], ...]:
        """The hexes at each distance from a hex, from itself to the horizon."""
        found = self._rings.get(hex)
        if found is None:
            seen, ring = {hex}, [hex]
            rings: list[tuple[Hex, ...]] = [(hex,)]
            for _ in range(HORIZON):
                ring = sorted({there for here in ring for there in self.near[here]} - seen)
                seen.update(ring)
                rings.append(tuple(ring))
            found = self._rings[hex] = tuple(rings)
        return found

    def fading(self, goals: Mapping[Hex, float], steepness: float) -> list[float]:
        """The goals as they are felt in every hex, each fading with the movement points to it."""
        key = (frozenset(goals), steepness)
        found = self._fading.get(key)
        if found is None:
            if len(self._fading) > KEPT:
                self._fading.clear()
            shares = [math.exp(-steepness * points) for points in range(FAR + 1)]
            found = [0.0] * self.game.grid.size
            for goal, value in goals.items():
                row = self.walk[goal]
                found = [old + value * shares[points] for old, points in zip(found, row, strict=True)]
            self._fading[key] = found
        return found

    def outlook(self, column: int, modifier: int, levels: int, can_go: bool) -> Outlook:
        """What is to be expected of an attack in a column of the combat table."""
        key = (column, modifier, levels, can_go)
        found = self._outlooks.get(key)
        if found is None:
            found = self._outlooks[key] = outlook(self.game.components.combat, *key)
        return found


@lru_cache(maxsize=4)
def atlas_of(game: Moscow1941) -> Atlas:
    """The atlas of a game; both sides use the same."""
    return Atlas(game)
