"""The board: everything printed on a map that never changes during a game.

Kinds of terrain, hexside, link, place and zone are words of the game's own tables; the board gives them
no meaning. It only keeps them where rules find them fast: by hex, by hexside, and as sets of hexes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeVar

import msgspec

from grognard.board.bits import HexSet, bits_of
from grognard.board.grid import OFF_GRID, Grid, Hex, Side


class BoardError(ValueError):
    """Rows that do not make a board, such as a road that jumps over a hex."""


class SideFeature(msgspec.Struct, frozen=True):
    """Something that lies along a hexside: a river, a coast, a front line; or crosses it: a bridge.

    `carries` tells what a bridge carries, such as "road" or "rail".
    """

    kind: str
    name: str = ""
    id: str = ""
    carries: str = ""


class Link(msgspec.Struct, frozen=True):
    """A road, railway or other line from hex to hex along a path of neighbours."""

    name: str
    kind: str
    path: tuple[Hex, ...]
    id: str = ""


class Place(msgspec.Struct, frozen=True):
    """A named place, of one hex or of several."""

    id: str
    name: str
    kind: str
    hexes: tuple[Hex, ...]
    properties: Mapping[str, str] = {}

    @property
    def area(self) -> HexSet:
        """The hexes of the place as a set."""
        return bits_of(self.hexes)


class Zone(msgspec.Struct, frozen=True):
    """A part of the map that rules speak of: a region, an entry area, an edge, a side of the front."""

    id: str
    name: str
    kind: str
    hexes: tuple[Hex, ...]
    properties: Mapping[str, str] = {}

    @property
    def area(self) -> HexSet:
        """The hexes of the zone as a set."""
        return bits_of(self.hexes)


_Named = TypeVar("_Named", Place, Zone)


@dataclass(frozen=True, eq=False, repr=False)
class Board:
    """A map ready for play; made by `Board.build`, equal to itself alone."""

    id: str
    grid: Grid
    terrain: tuple[str, ...]
    """Kind of terrain by hex index, "" where there is none."""
    terrain_sets: Mapping[str, HexSet]
    """The hexes of each kind of terrain."""
    side_features: Mapping[Side, tuple[SideFeature, ...]]
    """What lies on each hexside, for the hexsides that have something."""
    side_sets: Mapping[str, frozenset[Side]]
    """The hexsides of each kind of feature."""
    links: tuple[Link, ...]
    link_steps: Mapping[str, tuple[HexSet, ...]]
    """For each kind of link and each direction, the hexes from which such a link leads that way."""
    places: Mapping[str, Place]
    place_at: Mapping[Hex, Place]
    """The place in each hex that has one."""
    zones: Mapping[str, Zone]

    @classmethod
    def build(
        cls,
        id: str,
        grid: Grid,
        terrain: Mapping[Hex, str],
        sides: Iterable[tuple[Side, SideFeature]] = (),
        links: Iterable[Link] = (),
        places: Iterable[Place] = (),
        zones: Iterable[Zone] = (),
    ) -> Board:
        """Make a board from plain rows, or raise `BoardError` about the first that does not fit."""
        links = tuple(links)
        places_by_id = _by_id(grid, "place", places)
        features = _side_features(grid, sides)
        _check_hexes(grid, "the terrain", terrain)
        return cls(
            id=id,
            grid=grid,
            terrain=tuple(terrain.get(hex, "") for hex in range(grid.size)),
            terrain_sets=_terrain_sets(terrain),
            side_features=features,
            side_sets=_side_sets(features),
            links=links,
            link_steps=_link_steps(grid, links),
            places=places_by_id,
            place_at=_place_at(grid, places_by_id),
            zones=_by_id(grid, "zone", zones),
        )

    def __repr__(self) -> str:
        return f"Board({self.id!r}, {len(self.grid.hexes)} hexes)"

    def features(self, a: Hex, b: Hex) -> tuple[SideFeature, ...]:
        """Return what lies on the hexside between two adjacent hexes."""
        return self.side_features.get(self.grid.side(a, b), ())

    def has_side(self, kind: str, a: Hex, b: Hex) -> bool:
        """Say whether a feature of this kind lies between two adjacent hexes."""
        return self.grid.side(a, b) in self.side_sets.get(kind, ())

    def linked(self, kind: str, a: Hex, b: Hex) -> bool:
        """Say whether a link of this kind joins two adjacent hexes."""
        steps = self.link_steps.get(kind)
        return steps is not None and bool(steps[self.grid.direction(a, b)] >> a & 1)

    def link_hexes(self, *kinds: str) -> HexSet:
        """Return the hexes that links of these kinds touch; of every kind when none is named."""
        hexes = 0
        for kind in kinds or self.link_steps:
            for steps in self.link_steps.get(kind, ()):
                hexes |= steps
        return hexes

    def crossings(self, *kinds: str) -> tuple[HexSet, ...]:
        """Return, for each direction, the hexes whose side that way bears a feature of one of these kinds."""
        found = [0] * 6
        for kind in kinds:
            for side in self.side_sets.get(kind, ()):
                a, b = self.grid.side_hexes(side)
                found[side % 6] |= 1 << a
                if b != OFF_GRID:
                    found[(side + 3) % 6] |= 1 << b
        return tuple(found)


def _terrain_sets(terrain: Mapping[Hex, str]) -> dict[str, HexSet]:
    sets: dict[str, HexSet] = {}
    for hex, kind in terrain.items():
        if kind:
            sets[kind] = sets.get(kind, 0) | 1 << hex
    return sets


def _side_features(
    grid: Grid, rows: Iterable[tuple[Side, SideFeature]]
) -> dict[Side, tuple[SideFeature, ...]]:
    features: dict[Side, tuple[SideFeature, ...]] = {}
    for side, feature in rows:
        if side // 6 not in grid or side not in grid.sides_of(side // 6):
            raise BoardError(f"{feature.kind} {feature.name!r}: {side} is not the number of a hexside")
        features[side] = (*features.get(side, ()), feature)
    return features


def _side_sets(features: Mapping[Side, tuple[SideFeature, ...]]) -> dict[str, frozenset[Side]]:
    sets: dict[str, set[Side]] = {}
    for side, found in features.items():
        for feature in found:
            sets.setdefault(feature.kind, set()).add(side)
    return {kind: frozenset(found) for kind, found in sets.items()}


def _link_steps(grid: Grid, links: Iterable[Link]) -> dict[str, tuple[HexSet, ...]]:
    steps: dict[str, list[HexSet]] = {}
    for link in links:
        _check_hexes(grid, f"{link.kind} {link.name!r}", link.path)
        found = steps.setdefault(link.kind, [0] * 6)
        for a, b in pairwise(link.path):
            if b not in grid.neighbours[a]:
                raise BoardError(f"{link.kind} {link.name!r} jumps from {grid.label(a)} to {grid.label(b)}")
            direction = grid.direction(a, b)
            found[direction] |= 1 << a
            found[(direction + 3) % 6] |= 1 << b
    return {kind: tuple(found) for kind, found in steps.items()}


def _place_at(grid: Grid, places: Mapping[str, Place]) -> dict[Hex, Place]:
    found: dict[Hex, Place] = {}
    for place in places.values():
        for hex in place.hexes:
            if hex in found:
                raise BoardError(
                    f"{grid.label(hex)} belongs to two places, {found[hex].id!r} and {place.id!r}"
                )
            found[hex] = place
    return found


def _by_id(grid: Grid, what: str, rows: Iterable[_Named]) -> dict[str, _Named]:
    found: dict[str, _Named] = {}
    for row in rows:
        if row.id in found:
            raise BoardError(f"two {what}s have the id {row.id!r}")
        _check_hexes(grid, f"{what} {row.id!r}", row.hexes)
        found[row.id] = row
    return found


def _check_hexes(grid: Grid, what: str, hexes: Iterable[Hex]) -> None:
    for hex in hexes:
        if hex not in grid:
            raise BoardError(f"{what} names the index {hex}, which is no hex of the map")
