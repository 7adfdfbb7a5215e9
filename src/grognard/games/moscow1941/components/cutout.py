"""The part of the map on which a scenario is played."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.board.bits import HexSet
from grognard.board.grid import OFF_GRID, Hex
from grognard.board.model import Board, Link, Place, Zone
from grognard.games.moscow1941.components.scenarios import Scenario


def board_of(board: Board, scenario: Scenario) -> Board:
    """The board of a scenario: the whole map, or the area that it names with its edges as map edges."""
    area = scenario.file.area
    return cut_out(board, board.zones[area].area) if area else board


def cut_out(board: Board, area: HexSet) -> Board:
    """A board on the same grid with nothing outside an area: no ground, no roads, no towns."""

    def inside(hexes: Iterable[Hex]) -> tuple[Hex, ...]:
        return tuple(hex for hex in hexes if area >> hex & 1)

    sides = [
        (side, feature)
        for side, features in board.side_features.items()
        if all(hex != OFF_GRID and area >> hex & 1 for hex in board.grid.side_hexes(side))
        for feature in features
    ]
    return Board.build(
        board.id,
        board.grid,
        {hex: kind for hex, kind in enumerate(board.terrain) if kind and area >> hex & 1},
        sides,
        [
            Link(link.name, link.kind, path, link.id)
            for link in board.links
            for path in _stretches(link.path, area)
        ],
        [
            Place(place.id, place.name, place.kind, hexes, place.properties)
            for place in board.places.values()
            if (hexes := inside(place.hexes))
        ],
        [
            Zone(zone.id, zone.name, zone.kind, inside(zone.hexes), zone.properties)
            for zone in board.zones.values()
        ],
    )


def _stretches(path: tuple[Hex, ...], area: HexSet) -> list[tuple[Hex, ...]]:
    """The parts of a path inside an area."""
    found: list[tuple[Hex, ...]] = []
    run: tuple[Hex, ...] = ()
    for hex in path:
        if area >> hex & 1:
            run = (*run, hex)
        elif run:
            found.append(run)
            run = ()
    return [*found, run] if run else found
