"""Boards: what is on the map is found by hex, by hexside and as sets; rows that do not fit are refused."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.board.maps import grids, hexes, walks

from grognard.board.bits import bits_of, hexes_of
from grognard.board.grid import OFF_GRID, Grid, GridSpec, Hex, Sheet
from grognard.board.model import Board, BoardError, Link, Place, SideFeature, Zone

GRID = Grid(GridSpec((Sheet("map", 1, 4, 1, 4),), "even", "south", "east"))
CLEAR = dict.fromkeys(GRID.hexes, "clear")


def at(*labels: str) -> tuple[Hex, ...]:
    return tuple(GRID.hex(label) for label in labels)


@given(grids(), st.data())
def test_a_board_holds_its_rows(grid: Grid, data: st.DataObject) -> None:
    kinds = st.sampled_from(["clear", "forest", ""])
    terrain = data.draw(st.dictionaries(hexes(grid), kinds, max_size=20))
    paths = data.draw(st.lists(st.tuples(st.sampled_from(["road", "rail"]), walks(grid)), max_size=4))
    sides = data.draw(
        st.lists(st.tuples(hexes(grid), st.integers(0, 5), st.sampled_from(["river", "coast"])), max_size=8)
    )
    rows = [(grid.sides_of(hex)[direction], SideFeature(kind)) for hex, direction, kind in sides]
    board = Board.build("x", grid, terrain, rows, [Link("", kind, path) for kind, path in paths])
    for hex in grid.hexes:
        assert board.terrain[hex] == terrain.get(hex, "")
        for kind, found in board.terrain_sets.items():
            assert bool(found >> hex & 1) == (terrain.get(hex) == kind)
    steps = {(kind, a, b) for kind, path in paths for a, b in itertools.pairwise(path)}
    for hex in grid.hexes:
        for direction, near in enumerate(grid.neighbours[hex]):
            on_side = [feature for side, feature in rows if side == grid.sides_of(hex)[direction]]
            for kind in ("river", "coast"):
                crossing = board.crossings(kind)[direction] >> hex & 1
                assert bool(crossing) == (kind in {feature.kind for feature in on_side})
            if near == OFF_GRID:
                continue
            assert list(board.features(hex, near)) == on_side
            assert board.has_side("river", hex, near) == ("river" in {feature.kind for feature in on_side})
            for kind in ("road", "rail"):
                linked = (kind, hex, near) in steps or (kind, near, hex) in steps
                assert board.linked(kind, hex, near) == linked
    touched = {hex for _, path in paths for hex in path if len(path) > 1}
    assert set(hexes_of(board.link_hexes())) == touched
    assert board.link_hexes("road") | board.link_hexes("rail") == board.link_hexes()
    assert board.link_hexes("canal") == 0


def test_places_and_zones_are_found_by_id_and_by_hex() -> None:
    city = Place("moscow", "Moscow", "city", at("0101", "0102"))
    edge = Zone("west", "West edge", "entry", at("0101", "0201"))
    board = Board.build("x", GRID, CLEAR, places=[city], zones=[edge])
    assert board.places == {"moscow": city}
    assert board.place_at == dict.fromkeys(at("0101", "0102"), city)
    assert city.area == bits_of(at("0101", "0102"))
    assert board.zones["west"].area == bits_of(at("0101", "0201"))
    assert repr(board) == "Board('x', 16 hexes)"


@pytest.mark.parametrize(
    ("rows", "complaint"),
    [
        ({"terrain": {999: "clear"}}, "the terrain names the index 999, which is no hex of the map"),
        ({"terrain": {4: "clear"}}, "the terrain names the index 4,"),
        ({"sides": [(-7, SideFeature("river", "Lama"))]}, "river 'Lama': -7 is not the number of a hexside"),
        ({"sides": [(9999, SideFeature("river"))]}, "9999 is not the number of a hexside"),
        (
            {"links": [Link("Minsk highway", "road", at("0101", "0103"))]},
            "road 'Minsk highway' jumps from 0101 to 0103",
        ),
        ({"links": [Link("M", "road", at("0101", "0101"))]}, "road 'M' jumps from 0101 to 0101"),
        ({"links": [Link("M", "road", (0, 4))]}, "road 'M' names the index 4"),
        (
            {"places": [Place("a", "A", "town", at("0101")), Place("b", "B", "town", at("0101"))]},
            "0101 belongs to two places, 'a' and 'b'",
        ),
        (
            {"places": [Place("a", "A", "town", at("0101")), Place("a", "B", "town", at("0102"))]},
            "two places have the id 'a'",
        ),
        ({"places": [Place("a", "A", "town", (500,))]}, "place 'a' names the index 500"),
        ({"zones": [Zone("z", "Z", "edge", ()), Zone("z", "Z", "edge", ())]}, "two zones have the id 'z'"),
        ({"zones": [Zone("z", "Z", "edge", (-1,))]}, "zone 'z' names the index -1"),
    ],
)
def test_rows_that_do_not_make_a_board_are_refused(rows: dict[str, Any], complaint: str) -> None:
    with pytest.raises(BoardError) as refused:
        Board.build("x", GRID, **{"terrain": CLEAR, **rows})
    assert complaint in str(refused.value)


def test_a_hexside_on_the_edge_can_bear_a_coast() -> None:
    hex = GRID.hex("0101")
    direction = GRID.neighbours[hex].index(OFF_GRID)
    board = Board.build("x", GRID, CLEAR, sides=[(GRID.sides_of(hex)[direction], SideFeature("coast"))])
    assert board.crossings("coast")[direction] == 1 << hex
    assert sum(map(int.bit_count, board.crossings("coast"))) == 1
