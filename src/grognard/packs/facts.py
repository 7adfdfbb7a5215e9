"""What the rule book says of single hexes, held against the map.

Each row of `map/facts.csv` names a hex, what is said of it, and the value:

    terrain     the terrain of the hex
    land        yes or no: whether units could stand there
    place       the place that the hex belongs to
    zone        a zone that holds the hex
    link        a kind of link that runs through the hex
    neighbour   another hex that touches it
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from grognard.board.grid import Hex, UnknownHex
from grognard.board.model import Board
from grognard.packs.manifest import Kinds
from grognard.packs.maprows import FactKind, FactRow
from grognard.packs.problem import Problems
from grognard.packs.rows import Located


def check_facts(board: Board, kinds: Kinds, facts: list[Located[FactRow]], problems: Problems) -> None:
    """Note every fact that the map does not agree with."""
    for fact in facts:
        try:
            hex = board.grid.hex(fact.row.hex)
        except UnknownHex:
            problems.add(fact.problem("hex", "a hex of the map"))
            continue
        found = _ANSWERS[fact.row.what](board, kinds, hex)
        if fact.row.value not in found:
            says = f"{fact.row.what} {' or '.join(sorted(found)) or 'none'}"
            expected = f"a map that agrees; at {fact.row.hex} it has {says}"
            problems.add(fact.problem("value", expected))


def _terrain(board: Board, kinds: Kinds, hex: Hex) -> set[str]:
    return {board.terrain[hex] or "none"}


def _land(board: Board, kinds: Kinds, hex: Hex) -> set[str]:
    kind = kinds.terrain.get(board.terrain[hex])
    return {"yes" if kind is not None and not kind.water else "no"}


def _place(board: Board, kinds: Kinds, hex: Hex) -> set[str]:
    return {board.place_at[hex].id} if hex in board.place_at else set()


def _zone(board: Board, kinds: Kinds, hex: Hex) -> set[str]:
    return {zone.id for zone in board.zones.values() if hex in zone.hexes}


def _link(board: Board, kinds: Kinds, hex: Hex) -> set[str]:
    return {link.kind for link in board.links if hex in link.path}


def _neighbour(board: Board, kinds: Kinds, hex: Hex) -> set[str]:
    return {board.grid.label(other) for other in board.grid.neighbours[hex] if other in board.grid}


_ANSWERS: Mapping[FactKind, Callable[[Board, Kinds, Hex], set[str]]] = MappingProxyType(
    {
        "terrain": _terrain,
        "land": _land,
        "place": _place,
        "zone": _zone,
        "link": _link,
        "neighbour": _neighbour,
    }
)
