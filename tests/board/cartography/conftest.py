"""A small country to draw, the style of a real pack, and the real map drawn once."""

from __future__ import annotations

import functools

import pytest

from grognard.board.cartography.style import Style
from grognard.board.grid import Grid, GridSpec, Sheet
from grognard.board.model import Board, Link, Place, SideFeature
from grognard.games import find, open_layers
from grognard.packs import PackLayers, read_board
from grognard.packs.palette import read_style

GAME = "moscow-1941"


@functools.cache
def real_layers() -> PackLayers:
    """The layers of the pack of Moscow 1941."""
    return open_layers(find(GAME), None)


@pytest.fixture(scope="session")
def style() -> Style:
    """The style of Moscow 1941: it has a form for all that the small country has."""
    return read_style(real_layers())


@pytest.fixture(scope="session")
def moscow() -> Board:
    """The board of Moscow 1941."""
    return read_board(real_layers())


def country(*, town: str = "Nudol", city: str = "Klin", river: str = "Lama", road: str = "Old Road") -> Board:
    """Seven by eight hexes with woods, a lake, a river that springs and ends in it, a road and a railway."""
    grid = Grid(
        GridSpec(
            (Sheet("map", first_line=1, last_line=7, first_place=1, last_place=8),), "odd", "south", "west"
        )
    )

    def hexes(*labels: str) -> tuple[int, ...]:
        return tuple(grid.hex(label) for label in labels)

    terrain = dict.fromkeys(grid.hexes, "clear")
    terrain |= dict.fromkeys(hexes("0101", "0102", "0201", "0202"), "forest")
    terrain |= dict.fromkeys(hexes("0707", "0708"), "swamp")
    terrain |= dict.fromkeys(hexes("0602", "0603"), "lake")
    course = ("0406/0505", "0405/0505", "0405/0504", "0404/0504", "0404/0503", "0403/0503", "0502/0503")
    sides = []
    for words in course:
        a, b = hexes(*words.split("/"))
        sides.append((grid.side(a, b), SideFeature("river", river, "lama")))
    return Board.build(
        "country",
        grid,
        terrain,
        sides=sides,
        links=(
            Link(road, "main", hexes("0407", "0406", "0405", "0404", "0403", "0402")),
            Link("Ford Road", "secondary", hexes("0405", "0504", "0604")),
            Link("Railway", "rail", hexes("0402", "0403", "0303", "0204", "0104")),
        ),
        places=(
            Place("klin", city, "city", hexes("0402", "0403")),
            Place("nudol", town, "town", hexes("0405")),
            Place("village", "Peshki", "village", hexes("0207")),
        ),
    )
