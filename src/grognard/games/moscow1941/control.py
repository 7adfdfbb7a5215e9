"""4.3 Hex control: who owns which hex, by standing on it or by a zone of control (4.1.6)."""

from __future__ import annotations

from grognard.board.bits import HexSet
from grognard.board.grid import Hex
from grognard.core import Seat
from grognard.games.moscow1941.field import has_mark, occupied, zone_of, zones
from grognard.games.moscow1941.state import Mark, other, seat_index
from grognard.games.moscow1941.steps import Pos


def controlled(position: Pos, seat: Seat) -> HexSet:
    """All hexes that a seat controls."""
    return int.from_bytes(position.state.control[seat_index(seat)], "little")


def controls(position: Pos, seat: Seat, hex: Hex) -> bool:
    """Does a seat control this hex?"""
    return bool(position.state.control[seat_index(seat)][hex >> 3] >> (hex & 7) & 1)


def write(position: Pos, seat: Seat, hexes: HexSet) -> None:
    """Set the hexes that a seat controls."""
    position.state.control[seat_index(seat)] = pack(hexes, position.game.grid.size)


def pack(hexes: HexSet, size: int) -> bytes:
    """A set of hexes as bytes of fixed length."""
    return hexes.to_bytes(size // 8 + 1, "little")


def settle(position: Pos, seat: Seat) -> None:
    """The end of a seat's supply phase: units take their own hexes and, if supplied, their zones (4.3).

    4.3.4: who has surrendered is off the map by now. 4.3.2: a unit's own hex.
    4.3.3, 4.3.5: the zone of supplied units where no enemy zone reaches.
    4.3.6: an unoccupied hex in the zones of both sides belongs to nobody.
    """
    enemy = other(seat)
    own_hexes, enemy_hexes = occupied(position, seat), occupied(position, enemy)
    enemy_zone = zones(position, enemy)
    gained = 0
    for unit in position.game.units_of[seat]:
        if position.state.where[unit] >= 0 and has_mark(position, unit, Mark.IN_SUPPLY):
            gained |= zone_of(position, unit)
    contested = zones(position, seat) & enemy_zone & ~own_hexes & ~enemy_hexes
    gained &= ~enemy_zone & ~enemy_hexes
    gained |= own_hexes
    write(position, seat, (controlled(position, seat) | gained) & ~contested)
    write(position, enemy, controlled(position, enemy) & ~gained & ~contested)
