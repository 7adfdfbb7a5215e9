"""11.1.2, 11.2.4 Entries: the places where units come onto the map, in their order along its edge."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from grognard.board.bits import hexes_of
from grognard.board.grid import Hex
from grognard.board.model import Board
from grognard.core import Seat
from grognard.games.moscow1941.components import Scenario, Side, hexes_named
from grognard.games.moscow1941.components.scenarios import EDGE


class Entry(msgspec.Struct, frozen=True):
    """One entry zone: where it leads onto the map, and the zones next to it along the edge."""

    id: str
    seat: Seat
    hexes: tuple[Hex, ...]
    neighbours: tuple[str, ...]


def entries_of(board: Board, scenario: Scenario, roads: int) -> Mapping[str, Entry]:
    """All entries of a scenario by id: its named places, and each road that leaves a named edge (11.2.4)."""
    found: dict[str, Entry] = {}
    for side in Side:
        zones = list(_zones(board, scenario, side, roads).items())
        for number, (id, hexes) in enumerate(zones):
            near = tuple(zones[index][0] for index in (number - 1, number + 1) if 0 <= index < len(zones))
            found[id] = Entry(id, Seat(side.value), hexes, near)
    return found


def _zones(board: Board, scenario: Scenario, side: Side, roads: int) -> dict[str, tuple[Hex, ...]]:
    names = [row.at for row in scenario.reinforcements if row.side is side]
    names += [name for row in scenario.reinforcements if row.side is side for name in row.alternates]
    names += [name for reserve in scenario.file.reserves if reserve.side is side for name in reserve.entries]
    zones: dict[str, tuple[Hex, ...]] = {}
    for name in dict.fromkeys(names):
        hexes = hexes_named(board, name)
        if name.startswith(EDGE):
            zones |= {board.grid.label(hex): (hex,) for hex in hexes if roads >> hex & 1}
        else:
            zones[name] = hexes
    return zones


def supply_base(board: Board, names: tuple[str, ...]) -> tuple[int, int]:
    """10.1.4: the hexes of supply bases, and those among them that are places which can be lost."""
    bases = places = 0
    for name in names:
        area = sum(1 << hex for hex in hexes_named(board, name))
        bases |= area
        if not name.startswith(EDGE):
            places |= area
    return bases, places & sum(1 << hex for hex in hexes_of(bases))
