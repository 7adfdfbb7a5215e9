"""Sets of hexes as bitboards: one plain integer per set, one bit per hex.

Union, intersection and difference are `|`, `&` and `& ~`; sets compare, hash and copy like any integer.
`Shifter` knows how a whole set moves to its neighbours.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from grognard.board.grid import Grid, Hex

HexSet: TypeAlias = int
"""A set of hexes: bit `hex` is 1 when the hex belongs to it."""


_MANY = 24


def bit(hex: Hex) -> HexSet:
    """Return the set of one hex."""
    return 1 << hex


def bits_of(hexes: Iterable[Hex]) -> HexSet:
    """Return the set of these hexes.

    >>> bits_of([0, 2, 2])
    5
    """
    found = 0
    for hex in hexes:
        found |= 1 << hex
    return found


def hexes_of(hexes: HexSet) -> Iterator[Hex]:
    """Yield the hexes of a set in the order of their indices.

    >>> list(hexes_of(5))
    [0, 2]
    """
    if hexes.bit_count() < _MANY:
        while hexes:
            low = hexes & -hexes
            yield low.bit_length() - 1
            hexes ^= low
        return
    # Each step above touches the whole number; a text is written once and then read.
    signs = signs_of(hexes)
    hex = signs.find("1")
    while hex >= 0:
        yield hex
        hex = signs.find("1", hex + 1)


def signs_of(hexes: HexSet) -> str:
    """Return a set as a text with a sign for each hex, "1" for those that belong to it, up to the last one.

    >>> signs_of(5)
    '101'
    """
    return f"{hexes:b}"[::-1]


def count(hexes: HexSet) -> int:
    """Return how many hexes a set has."""
    return hexes.bit_count()


class Shifter:
    """Moves whole sets of hexes by one step, never over an edge of the map."""

    def __init__(self, grid: Grid) -> None:
        self.all: HexSet = grid.all
        self.stride = grid.stride
        line = (1 << grid.stride) - 1
        self.shifted: HexSet = grid.all & sum(
            line << i * grid.stride for i in range(grid.lines) if grid.shifted_line(i)
        )
        self.unshifted: HexSet = grid.all & ~self.shifted
        self._index_steps = tuple(grid.index_steps(direction) for direction in range(6))

    def expand(self, hexes: HexSet) -> HexSet:
        """Return a set together with all its neighbours."""
        stride = self.stride
        # What both adjacent lines receive: the same place, and the place half a hex further along.
        across = hexes | (hexes & self.shifted) << 1 | (hexes & self.unshifted) >> 1
        return (hexes | hexes << 1 | hexes >> 1 | across << stride | across >> stride) & self.all

    def neighbours(self, hexes: HexSet) -> HexSet:
        """Return the hexes outside a set that touch it."""
        return self.expand(hexes) & ~hexes

    def step(self, hexes: HexSet, direction: int) -> HexSet:
        """Return where a set lands when each of its hexes moves one step; some may leave the map."""
        in_place, shifted = self._index_steps[direction]
        return (_shift(hexes & self.unshifted, in_place) | _shift(hexes & self.shifted, shifted)) & self.all


def _shift(hexes: HexSet, amount: int) -> HexSet:
    return hexes << amount if amount >= 0 else hexes >> -amount
