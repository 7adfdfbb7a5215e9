"""Random small maps for property tests: grids of every numbering, boards' ground and sets of hexes."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import get_args

from hypothesis import strategies as st

from grognard.board.bits import HexSet, bits_of
from grognard.board.grid import OFF_GRID, Compass, Grid, GridSpec, Hex, Sheet, Side

COMPASS: tuple[Compass, ...] = get_args(Compass)
ACROSS: dict[Compass, tuple[Compass, Compass]] = {
    "north": ("east", "west"),
    "south": ("east", "west"),
    "east": ("north", "south"),
    "west": ("north", "south"),
}


@st.composite
def grids(draw: st.DrawFn, lines: int = 7, places: int = 7) -> Grid:
    """A grid of one sheet with any orientation, numbering and parity."""
    first_line, first_place = draw(st.integers(0, 12)), draw(st.integers(0, 12))
    sheet = Sheet(
        "map",
        first_line=first_line,
        last_line=first_line + draw(st.integers(0, lines - 1)),
        first_place=first_place,
        last_place=first_place + draw(st.integers(0, places - 1)),
        rotated=draw(st.booleans()),
        line_offset=draw(st.integers(0, 3)),
        place_offset=draw(st.integers(0, 3)),
    )
    lines_run = draw(st.sampled_from(COMPASS))
    places_run = draw(st.sampled_from(ACROSS[lines_run]))
    return Grid(GridSpec((sheet,), draw(st.sampled_from(("odd", "even"))), lines_run, places_run))


def hexes(grid: Grid) -> st.SearchStrategy[Hex]:
    """Any hex of a grid."""
    return st.sampled_from(grid.hexes)


def hex_sets(grid: Grid) -> st.SearchStrategy[HexSet]:
    """Any set of hexes of a grid."""
    return st.integers(0, (1 << grid.size) - 1).map(lambda bits: bits & grid.all)


def few_hexes(grid: Grid, most: int = 6) -> st.SearchStrategy[HexSet]:
    """A set of a few hexes."""
    return st.sets(hexes(grid), max_size=most).map(bits_of)


def inner_sides(grid: Grid) -> tuple[Side, ...]:
    """The hexsides between two hexes of a grid."""
    return tuple(
        side
        for hex in grid.hexes
        for side in grid.sides_of(hex)
        if grid.side_hexes(side)[1] != OFF_GRID and side // 6 == hex
    )


@st.composite
def walks(draw: st.DrawFn, grid: Grid, length: int = 8) -> tuple[Hex, ...]:
    """A path from hex to neighbour that may cross itself."""
    path = [draw(hexes(grid))]
    for direction in draw(st.lists(st.integers(0, 5), max_size=length)):
        near = grid.neighbours[path[-1]][direction]
        if near != OFF_GRID:
            path.append(near)
    return tuple(path)


def link_steps(grid: Grid, paths: Sequence[Sequence[Hex]]) -> list[HexSet]:
    """The steps of links along these paths, by direction, as `Board.link_steps` has them."""
    steps = [0] * 6
    for path in paths:
        for a, b in itertools.pairwise(path):
            steps[grid.direction(a, b)] |= 1 << a
            steps[grid.direction(b, a)] |= 1 << b
    return steps
