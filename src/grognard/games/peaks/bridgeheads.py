"""25.2 Bridgeheads: crossing points over rivers, an optional rule."""

from __future__ import annotations

from grognard.board.bits import HexSet
from grognard.board.grid import OFF_GRID, Hex, Side
from grognard.core import Event, Seat
from grognard.games.peaks.state import SEATS, other, seat_index
from grognard.games.peaks.steps import Pos


def disputed(position: Pos, seat: Seat) -> HexSet:
    """25.2.2: the cities and towns of a seat beyond an enemy bridgehead; nobody controls them."""
    game, found = position.game, 0
    for side, owner in position.state.bridgeheads.items():
        if SEATS[owner] != seat:
            for hex in game.grid.side_hexes(side):
                if hex in game.settlements:
                    found |= 1 << hex
    return found


def spans(position: Pos, seat: Seat, here: Hex, there: Hex) -> bool:
    """25.2.2: has an attacker a bridgehead over the river between two hexes?"""
    side = position.game.grid.side(here, there)
    return position.state.bridgeheads.get(side) == seat_index(seat)


def place(position: Pos, seat: Seat, side: Side) -> None:
    """25.2.1: a bridgehead over a river across which units attacked."""
    position.state.bridgeheads[side] = seat_index(seat)
    position.memo.clear()
    _tell(position, side, "a bridgehead over {}")


def remove(position: Pos, side: Side) -> None:
    """25.2.3: the owner gives it up, or the enemy has both banks."""
    del position.state.bridgeheads[side]
    position.memo.clear()
    _tell(position, side, "the bridgehead over {} is gone")


def drop_surrounded(position: Pos) -> None:
    """25.2.3: a bridgehead is gone when enemy units occupy the hexes on both of its sides."""
    game, state = position.game, position.state
    for side, owner in list(state.bridgeheads.items()):
        enemy = other(SEATS[owner])
        banks = [hex for hex in game.grid.side_hexes(side) if hex != OFF_GRID]
        if all(_stands(position, hex, enemy) for hex in banks):
            remove(position, side)


def _stands(position: Pos, hex: Hex, seat: Seat) -> bool:
    game = position.game
    return any(
        game.owner[unit] == seat and unit not in game.trucks for unit in position.state.stacks.get(hex, ())
    )


def _tell(position: Pos, side: Side, text: str) -> None:
    if position.heard:
        labels = tuple(sorted(position.game.grid.label(hex) for hex in position.game.grid.side_hexes(side)))
        position.tell(Event("25.2", text.format("/".join(labels)), hexes=labels))
