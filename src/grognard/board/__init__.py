"""Boards: the hexes of a map, what is printed on them, and the ways across.

`grid` numbers and measures hexes, `bits` keeps sets of them in single integers, `model` holds a map,
`reach` finds where a unit can go and `trace` which hexes are in supply.
"""

from grognard.board.bits import HexSet, Shifter, bit, bits_of, count, hexes_of
from grognard.board.grid import OFF_GRID, Grid, GridSpec, Hex, Sheet, Side, UnknownHex
from grognard.board.model import Board, BoardError, Link, Place, SideFeature, Zone

__all__ = [
    "OFF_GRID",
    "Board",
    "BoardError",
    "Grid",
    "GridSpec",
    "Hex",
    "HexSet",
    "Link",
    "Place",
    "Sheet",
    "Shifter",
    "Side",
    "SideFeature",
    "UnknownHex",
    "Zone",
    "bit",
    "bits_of",
    "count",
    "hexes_of",
]
