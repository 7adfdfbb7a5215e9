"""Grids by example: labels, neighbours, lines and edges as one reads them off a printed map."""

from __future__ import annotations

import math
from typing import Literal

import pytest

from grognard.board.bits import hexes_of
from grognard.board.grid import OFF_GRID, Compass, Grid, GridSpec, Sheet, UnknownHex

HALF_LINE = math.sqrt(3) / 2


def one_sheet(
    lines: int = 5,
    places: int = 5,
    shifted: Literal["odd", "even"] = "odd",
    lines_run: Compass = "east",
    places_run: Compass = "south",
) -> Grid:
    return Grid(GridSpec((Sheet("map", 1, lines, 1, places),), shifted, lines_run, places_run))


def around(grid: Grid, label: str) -> dict[str, str]:
    """The labels around a hex by compass name."""
    return {
        grid.direction_name(direction): grid.label(near)
        for direction, near in enumerate(grid.neighbours[grid.hex(label)])
        if near != OFF_GRID
    }


def labels(grid: Grid, hexes: int) -> list[str]:
    return [grid.label(hex) for hex in hexes_of(hexes)]


def test_columns_with_the_odd_ones_lower() -> None:
    grid = one_sheet()
    assert not grid.pointy
    assert around(grid, "0303") == {
        "N": "0302", "NE": "0403", "SE": "0404", "S": "0304", "SW": "0204", "NW": "0203",
    }  # fmt: skip
    assert around(grid, "0202") == {
        "N": "0201", "NE": "0301", "SE": "0302", "S": "0203", "SW": "0102", "NW": "0101",
    }  # fmt: skip


def test_columns_with_the_even_ones_lower() -> None:
    assert around(one_sheet(shifted="even"), "0303") == {
        "N": "0302", "NE": "0402", "SE": "0403", "S": "0304", "SW": "0203", "NW": "0202",
    }  # fmt: skip


def test_rows_with_numbers_that_grow_to_the_west() -> None:
    grid = one_sheet(shifted="even", lines_run="south", places_run="west")
    assert grid.pointy
    assert around(grid, "0303") == {
        "NE": "0202", "E": "0302", "SE": "0402", "SW": "0403", "W": "0304", "NW": "0203",
    }  # fmt: skip


def test_rows_that_grow_to_the_north() -> None:
    grid = one_sheet(lines_run="north", places_run="east")
    assert around(grid, "0303") == {
        "NE": "0404", "E": "0304", "SE": "0204", "SW": "0203", "W": "0302", "NW": "0403",
    }  # fmt: skip


def test_a_corner_has_fewer_neighbours() -> None:
    grid = one_sheet()
    assert around(grid, "0101") == {"NE": "0201", "SE": "0202", "S": "0102"}
    assert around(grid, "0505") == {"N": "0504", "NW": "0405"}


def test_centres_lie_where_the_numbers_say() -> None:
    grid = one_sheet(3, 2)
    assert grid.centre(grid.hex("0201")) == pytest.approx((1 / math.sqrt(3) + HALF_LINE, 0.5))
    assert grid.centre(grid.hex("0101")) == pytest.approx((1 / math.sqrt(3), 1.0))
    assert grid.centre(grid.hex("0102")) == pytest.approx((1 / math.sqrt(3), 2.0))
    assert grid.page == pytest.approx((2 / math.sqrt(3) + 2 * HALF_LINE, 2.5))


def test_numbers_that_grow_north_and_west_are_drawn_so() -> None:
    grid = one_sheet(3, 3, lines_run="north", places_run="west")
    x, y = grid.centre(grid.hex("0202"))
    assert grid.centre(grid.hex("0203")) == pytest.approx((x - 1, y))
    assert grid.centre(grid.hex("0302")) == pytest.approx((x - 0.5, y - HALF_LINE))


@pytest.mark.parametrize(("lines_run", "places_run"), [("east", "south"), ("south", "east")])
def test_corners_stand_at_the_ends_of_the_sides(lines_run: Compass, places_run: Compass) -> None:
    grid = one_sheet(3, 3, lines_run=lines_run, places_run=places_run)
    hex = grid.hex("0202")
    x, y = grid.centre(hex)
    corners = grid.corners(hex)
    for direction, near in enumerate(grid.neighbours[hex]):
        (ax, ay), (bx, by) = corners[direction], corners[(direction + 1) % 6]
        near_x, near_y = grid.centre(near)
        assert ((ax + bx) / 2, (ay + by) / 2) == pytest.approx(((x + near_x) / 2, (y + near_y) / 2))
        assert math.dist((ax, ay), (bx, by)) == pytest.approx(1 / math.sqrt(3))


def test_edges_in_columns() -> None:
    grid = one_sheet(3, 3)
    assert labels(grid, grid.edges["west"]) == ["0101", "0102", "0103"]
    assert labels(grid, grid.edges["east"]) == ["0301", "0302", "0303"]
    assert labels(grid, grid.edges["north"]) == ["0101", "0201", "0301"]
    assert labels(grid, grid.edges["south"]) == ["0103", "0203", "0303"]


def test_edges_in_rows_that_run_backward() -> None:
    grid = one_sheet(3, 3, lines_run="north", places_run="west")
    assert labels(grid, grid.edges["south"]) == ["0101", "0102", "0103"]
    assert labels(grid, grid.edges["north"]) == ["0301", "0302", "0303"]
    assert labels(grid, grid.edges["east"]) == ["0101", "0201", "0301"]
    assert labels(grid, grid.edges["west"]) == ["0103", "0203", "0303"]


def test_a_leading_zero_may_be_dropped() -> None:
    grid = one_sheet()
    assert grid.hex("304") == grid.hex(" 0304 ") == grid.hex("0304")


def test_a_leading_zero_may_be_dropped_behind_a_prefix() -> None:
    sheet = Sheet("west", 1, 5, 1, 5, prefix="W")
    grid = Grid(GridSpec((sheet,), "odd", "east", "south"))
    assert grid.label(grid.hex("W304")) == "W0304"


def test_three_digits_to_a_number() -> None:
    grid = Grid(GridSpec((Sheet("map", 99, 101, 7, 9),), "odd", "east", "south", label_digits=3))
    assert [grid.label(grid.hex(text)) for text in ("099007", "99007", "101009")] == [
        "099007", "099007", "101009",
    ]  # fmt: skip


@pytest.mark.parametrize("text", ["0601", "0106", "0000", "", "x", "01011", "W0101", "-101"])
def test_an_unknown_label_says_which_there_are(text: str) -> None:
    with pytest.raises(UnknownHex, match=r"there is no hex .* the labels run from 0101 to 0505"):
        one_sheet().hex(text)


@pytest.mark.parametrize("hex", [-1, 5, 30, 1000])
def test_an_index_without_a_hex_has_no_label(hex: int) -> None:
    grid = one_sheet()
    assert hex not in grid
    with pytest.raises(UnknownHex, match=f"no hex with index {hex} "):
        grid.label(hex)


def test_hexes_apart_have_neither_direction_nor_side() -> None:
    grid = one_sheet()
    with pytest.raises(ValueError, match="hexes 0101 and 0103 are not adjacent"):
        grid.direction(grid.hex("0101"), grid.hex("0103"))
    with pytest.raises(ValueError, match="no hex with index -1"):
        grid.direction(grid.hex("0101"), OFF_GRID)


def test_a_line_straight_along_hexes_and_along_hexsides() -> None:
    grid = one_sheet()
    assert [grid.label(hex) for hex in grid.line(grid.hex("0201"), grid.hex("0204"))] == [
        "0201", "0202", "0203", "0204",
    ]  # fmt: skip
    # From 0202 to 0402 the line runs along the side between 0301 and 0302.
    line = [grid.label(hex) for hex in grid.line(grid.hex("0202"), grid.hex("0402"))]
    assert line in (["0202", "0301", "0402"], ["0202", "0302", "0402"])
    assert grid.line(grid.hex("0303"), grid.hex("0303")) == (grid.hex("0303"),)


def test_a_line_along_the_edge_stays_on_the_map() -> None:
    grid = one_sheet()
    line = grid.line(grid.hex("0201"), grid.hex("0401"))
    assert [grid.label(hex) for hex in line] == ["0201", "0301", "0401"]


def test_a_ring_and_a_disc() -> None:
    grid = one_sheet()
    centre = grid.hex("0303")
    assert {grid.label(hex) for hex in grid.ring(centre, 1)} == set(around(grid, "0303").values())
    assert grid.ring(centre, 0) == grid.disc(centre, 0) == (centre,)
    assert len(grid.disc(centre, 2)) == 19
    assert len(grid.disc(grid.hex("0101"), 99)) == 25


def test_two_sheets_side_by_side() -> None:
    west = Sheet("west", 1, 4, 1, 3, prefix="W")
    east = Sheet("east", 1, 4, 1, 3, line_offset=4, prefix="E")
    grid = Grid(GridSpec((west, east), "odd", "east", "south"))
    assert repr(grid) == "Grid(24 hexes, west+east)"
    assert around(grid, "W0402") == {
        "N": "W0401", "NE": "E0101", "SE": "E0102", "S": "W0403", "SW": "W0302", "NW": "W0301",
    }  # fmt: skip
    assert grid.distance(grid.hex("W0102"), grid.hex("E0402")) == 7
    assert labels(grid, grid.edges["east"]) == ["E0401", "E0402", "E0403"]


def test_two_sheets_of_different_height_leave_a_gap() -> None:
    west = Sheet("west", 1, 2, 1, 2, prefix="W")
    east = Sheet("east", 1, 2, 1, 4, line_offset=2, prefix="E")
    grid = Grid(GridSpec((west, east), "odd", "east", "south"))
    assert around(grid, "E0103") == {"N": "E0102", "NE": "E0203", "SE": "E0204", "S": "E0104"}
    assert len(grid.hexes) == grid.all.bit_count() == 12
    assert labels(grid, grid.edges["south"]) == ["W0102", "W0202", "E0104", "E0204"]
    assert labels(grid, grid.edges["west"]) == ["W0101", "W0102", "E0103", "E0104"]


def test_a_sheet_that_lies_upside_down_beside_another() -> None:
    plain = Sheet("plain", 1, 4, 1, 3, prefix="A")
    turned = Sheet("turned", 1, 4, 1, 3, line_offset=9, place_offset=5, rotated=True, prefix="B")
    grid = Grid(GridSpec((plain, turned), "odd", "east", "south"))
    # Map line 5 is the last line of the turned sheet, map line 8 its first; places count from the bottom.
    assert grid.label(grid.neighbours[grid.hex("B0202")][0]) == "B0203"
    assert around(grid, "B0402") == {
        "N": "B0403", "NE": "B0303", "SE": "B0302", "S": "B0401", "SW": "A0403", "NW": "A0402",
    }  # fmt: skip


@pytest.mark.parametrize(("offset", "own"), [(12, "odd"), (13, "even")])
def test_turning_a_sheet_turns_every_neighbourhood(offset: int, own: Literal["odd", "even"]) -> None:
    turned = Sheet("map", 1, 6, 1, 7, line_offset=offset, place_offset=20, rotated=True)
    upside_down = Grid(GridSpec((turned,), "odd", "east", "south"))
    upright = one_sheet(6, 7, shifted=own)
    for label in (upright.label(hex) for hex in upright.hexes):
        printed = [_name(upright, near) for near in upright.neighbours[upright.hex(label)]]
        seen = [_name(upside_down, near) for near in upside_down.neighbours[upside_down.hex(label)]]
        assert seen == printed[3:] + printed[:3]


def _name(grid: Grid, hex: int) -> str:
    return "" if hex == OFF_GRID else grid.label(hex)


@pytest.mark.parametrize(
    ("sheets", "lines_run", "complaint"),
    [
        ((), "east", "at least one sheet"),
        ((Sheet("a", 1, 3, 1, 3),), "north", "lines that run north cannot have places that run south"),
        ((Sheet("a", 3, 1, 1, 3),), "east", "sheet 'a' ends before it starts"),
        ((Sheet("a", 1, 3, 3, 1),), "east", "sheet 'a' ends before it starts"),
        ((Sheet("a", -1, 3, 1, 3),), "east", "sheet 'a' has a negative number"),
        ((Sheet("a", 1, 3, -1, 3),), "east", "sheet 'a' has a negative number"),
        ((Sheet("a", 1, 100, 1, 3),), "east", "sheet 'a' has numbers of more than 2 digits"),
        ((Sheet("a", 1, 3, 1, 100),), "east", "sheet 'a' has numbers of more than 2 digits"),
        ((Sheet("a", 1, 3, 1, 3), Sheet("b", 4, 6, 1, 3)), "east", "the same prefix"),
        ((Sheet("a", 1, 3, 1, 3), Sheet("b", 1, 3, 1, 3, prefix="B")), "east", "lie on each other"),
    ],
)
def test_a_grid_that_cannot_be_is_refused(
    sheets: tuple[Sheet, ...], lines_run: Compass, complaint: str
) -> None:
    with pytest.raises(ValueError, match=complaint):
        Grid(GridSpec(sheets, "odd", lines_run, "south"))
