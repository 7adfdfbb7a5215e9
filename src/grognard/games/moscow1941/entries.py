"""11.1.2, 11.2.4 Entries: the zones where units come onto the map, in their order along its edge."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import pairwise

import msgspec

from grognard.board.bits import hexes_of
from grognard.board.grid import Hex
from grognard.board.model import Board
from grognard.core import Seat
from grognard.games.moscow1941.components import ReserveKind, Scenario, Side, hexes_named
from grognard.games.moscow1941.components.scenarios import EDGE
from grognard.games.moscow1941.geography import ROADS


class Entry(msgspec.Struct, frozen=True):
    """One entry zone: where it leads onto the map, and the zones next to it along the edge."""

    id: str
    seat: Seat
    hexes: tuple[Hex, ...]
    neighbours: tuple[str, ...]
    replacements: bool
    """Do units of a pool come in here?"""


def entries_of(board: Board, scenario: Scenario) -> Mapping[str, Entry]:
    """All entries of a scenario by id: its named places, and each road that leaves a named edge (11.2.4)."""
    found: dict[str, Entry] = {}
    for side in Side:
        pool = _zones(board, _pool_names(scenario, side))
        zones = _zones(board, _arrival_names(scenario, side)) | pool
        beside: dict[str, list[str]] = {id: [] for id in zones}
        for one, two in pairwise(zones):
            beside[one].append(two)
            beside[two].append(one)
        found |= {
            id: Entry(id, Seat(side.value), hexes, tuple(beside[id]), id in pool)
            for id, hexes in zones.items()
        }
    return found


def _zones(board: Board, names: Iterable[str]) -> dict[str, tuple[Hex, ...]]:
    zones: dict[str, tuple[Hex, ...]] = {}
    road_ends = {hex for link in board.links if link.kind in ROADS for hex in (link.path[0], link.path[-1])}
    for name in dict.fromkeys(names):
        hexes = hexes_named(board, name)
        if name.startswith(EDGE):
            zones |= {board.grid.label(hex): (hex,) for hex in hexes if hex in road_ends}
        else:
            zones[name] = hexes
    return zones


def _arrival_names(scenario: Scenario, side: Side) -> list[str]:
    rows = [row for row in scenario.reinforcements if row.side is side]
    return [row.at for row in rows] + [name for row in rows for name in row.alternates]


def _pool_names(scenario: Scenario, side: Side) -> list[str]:
    """Where replacements come in; reserves of a threatened place need no entry, they are simply there."""
    return [
        name
        for reserve in scenario.file.reserves
        if reserve.side is side and reserve.kind is ReserveKind.REPLACEMENT
        for name in reserve.entries
    ]


def within(entries: Mapping[str, Entry], start: str, steps: int) -> dict[str, int]:
    """The zones that lie at most so many zones along the edge from one, with how many, the nearest first.

    It follows 11.2.2: from C of the zones A to F, two steps lead to A, B, C, D and E.
    """
    found = {start: 0}
    edge = [start]
    for step in range(1, steps + 1):
        edge = [id for near in edge for id in entries[near].neighbours if id not in found]
        found |= dict.fromkeys(edge, step)
    return found


def supply_base(board: Board, names: tuple[str, ...]) -> tuple[int, int]:
    """10.1.4: the hexes of supply bases, and those among them that are places which can be lost."""
    bases = places = 0
    for name in names:
        area = sum(1 << hex for hex in hexes_named(board, name))
        bases |= area
        if not name.startswith(EDGE):
            places |= area
    return bases, places & sum(1 << hex for hex in hexes_of(bases))
