"""Where every counter stands when a scenario begins, by default.

The book leaves some choices to the players: over which hexes of a city its garrison spreads, which of
two hexes a division takes, which counters of a division have suffered its losses. By default

- an entry with several hexes takes the first;
- in a place of several hexes each counter goes where the fewest levels stand, fixed entries first;
- losses fall one by one on the counter with the most levels left, among equals on the weakest.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import msgspec

from grognard.board.bits import hexes_of
from grognard.board.grid import Hex
from grognard.board.model import Board
from grognard.games.moscow1941.components.reading import Components
from grognard.games.moscow1941.components.scenarios import EDGE, Scenario, SetupRow
from grognard.games.moscow1941.components.units import Unit


class Placement(msgspec.Struct, frozen=True):
    """A counter on the map with the efficiency levels it has left."""

    unit: Unit
    hex: Hex
    levels: int


def hexes_named(board: Board, name: str) -> tuple[Hex, ...]:
    """The hexes that a place, a map edge such as `edge:west`, or a label names."""
    if name in board.places:
        return board.places[name].hexes
    if name.startswith(EDGE):
        land = sum(1 << hex for hex in board.grid.hexes if board.terrain[hex])
        edges = {str(compass): compass for compass in board.grid.edges}
        return tuple(hexes_of(board.grid.edge_of(land, edges[name.removeprefix(EDGE)])))
    return (board.grid.hex(name),)


def choices(board: Board, row: SetupRow) -> tuple[Hex, ...]:
    """The hexes among which the owner of an entry may choose."""
    return tuple(dict.fromkeys(hex for name in row.at for hex in hexes_named(board, name)))


def entry_units(components: Components, row: SetupRow) -> tuple[Unit, ...]:
    """The counters of an entry, divisions resolved into theirs."""
    return tuple(unit for name in row.units for unit in components.units_named(name))


def spread_losses(units: Sequence[Unit], losses: int) -> dict[str, int]:
    """The levels that each counter of an entry has left after its losses."""
    left = {unit.id: unit.cel for unit in units}
    for _ in range(min(losses, sum(left.values()))):
        hit = min(
            (unit for unit in units if left[unit.id]), key=lambda unit: (-left[unit.id], unit.sp, unit.id)
        )
        left[hit.id] -= 1
    return left


def default_setup(components: Components, scenario: Scenario) -> tuple[Placement, ...]:
    """Every counter that starts on the map, with its hex and levels; counters without levels are left out."""
    board = components.board
    stacked: Counter[Hex] = Counter()
    placed: list[Placement] = []
    for row in sorted(scenario.setup, key=lambda row: _is_spread(board, row)):
        units = entry_units(components, row)
        left = spread_losses(units, row.reduction)
        for unit in units:
            if left[unit.id]:
                hex = _hex_for(board, row, stacked)
                stacked[hex] += left[unit.id]
                placed.append(Placement(unit, hex, left[unit.id]))
    return tuple(placed)


def _is_spread(board: Board, row: SetupRow) -> bool:
    return len(hexes_named(board, row.at[0])) > 1


def _hex_for(board: Board, row: SetupRow, stacked: Counter[Hex]) -> Hex:
    hexes = hexes_named(board, row.at[0])
    return min(hexes, key=lambda hex: stacked[hex])
