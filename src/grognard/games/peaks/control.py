"""3.3 Occupation and control: who entered a hex last, and what an enemy zone does to that (9.3)."""

from __future__ import annotations

from grognard.board.bits import HexSet
from grognard.board.grid import Hex
from grognard.core import Seat
from grognard.games.peaks import bridgeheads
from grognard.games.peaks.field import occupied, zones
from grognard.games.peaks.state import other, seat_index
from grognard.games.peaks.steps import Pos


def pack(hexes: HexSet, size: int) -> bytes:
    """A set of hexes as bytes of fixed length."""
    return hexes.to_bytes(size // 8 + 1, "little")


def held(position: Pos, seat: Seat) -> HexSet:
    """The hexes that a seat entered last; at the start those on its side of the front line (ruling Q-P05)."""
    return int.from_bytes(position.state.control[seat_index(seat)], "little")


def controlled(position: Pos, seat: Seat) -> HexSet:
    """The hexes that a seat controls now.

    9.3: an enemy zone contests an objective or a source in which no friend stands; the last holder has it
    back when the zone is gone (ruling Q-P05). 25.2.2: an enemy bridgehead at a town makes it disputed.
    """
    contested = zones(position, other(seat)) & ~occupied(position, seat) & position.game.contestable
    return held(position, seat) & ~contested & ~bridgeheads.disputed(position, seat)


def controls(position: Pos, seat: Seat, hex: Hex) -> bool:
    """Does a seat control this hex now?"""
    return bool(controlled(position, seat) >> hex & 1)


def occupies(position: Pos, seat: Seat, hexes: HexSet) -> bool:
    """Has a seat a ground unit in each of these hexes (3.3)?"""
    return bool(hexes) and not hexes & ~occupied(position, seat)
