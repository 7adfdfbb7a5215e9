"""Tiny boards: the picture is the board, and a picture that does not fit says where."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.board.bits import count, hexes_of
from grognard.board.model import BoardError
from grognard.board.reach import MovementCosts, reach
from grognard.testing import picture, tiny_board

FRONT = """
    .      .red   f
        f      .blue   ~
    .      o      =a,b
"""


def test_rows_that_are_indented_lie_half_a_hex_to_the_east() -> None:
    tiny = tiny_board(FRONT)
    assert tiny.labels() == {"red": "0102", "blue": "0202", "a": "0303", "b": "0303"}
    near = {tiny.grid.label(hex) for hex in tiny.grid.neighbours[tiny.at["blue"]]}
    assert near == {"0102", "0103", "0201", "0203", "0302", "0303"}


def test_the_first_row_may_be_the_one_further_east() -> None:
    tiny = tiny_board("""
          . .a
        . .b
    """)
    assert tiny.show(tiny.set("a 0201")) == picture("""
         . #
        # .
    """)
    assert tiny.grid.distance(tiny.hex("b"), tiny.hex("0101")) == 1
    assert tiny.grid.distance(tiny.hex("0201"), tiny.hex("a")) == 2


def test_signs_are_terrain() -> None:
    tiny = tiny_board(FRONT, terrain={"o": "fortress"})
    kinds = [tiny.board.terrain[hex] for hex in tiny.grid.hexes]
    assert kinds == ["clear", "clear", "forest", "forest", "clear", "swamp", "clear", "fortress", "lake"]


def test_hexsides_links_places_and_zones_go_by_names_and_numbers() -> None:
    tiny = tiny_board(
        FRONT,
        sides={"river": "red/0201 red/blue", "bridge:road": "red/blue"},
        links={"road": "0101-0103 red-blue-a", "rail": "0301-a"},
        places={"town Klin": "0302", "city Moscow": "a 0203"},
        zones={"edge": "0101 0201 0301"},
    )
    board, red, blue = tiny.board, tiny.hex("red"), tiny.hex("blue")
    assert board.has_side("river", red, blue)
    assert [feature.carries for feature in board.features(red, blue)] == ["", "road"]
    assert board.side_sets["river"] == {tiny.side("red/0201"), tiny.side("blue/red")}
    assert board.linked("road", red, blue)
    assert not board.linked("rail", red, blue)
    assert tiny.show(board.link_hexes("rail")) == ". . .\n . . .\n# # #"
    assert [place.name for place in board.places.values()] == ["Klin", "Moscow"]
    assert board.place_at[tiny.at["a"]].kind == "city"
    assert board.zones["edge"].area == tiny.set("0101 0201 0301")


def test_a_result_is_shown_as_a_picture() -> None:
    tiny = tiny_board(FRONT)
    costs = MovementCosts.build(tiny.grid, dict.fromkeys(tiny.grid.hexes, 1))
    assert tiny.show(reach(costs, tiny.at["red"], 1).cost) == picture("""
        1 0 1
         1 1 .
        . . .
    """)


def test_rows_may_be_short_and_hexes_may_have_no_ground() -> None:
    tiny = tiny_board("""
        . - .
          .
    """)
    assert len(tiny.grid.hexes) == 6
    assert [tiny.board.terrain[hex] for hex in tiny.grid.hexes] == ["clear", "", "clear", "clear", "", ""]


@given(st.integers(1, 5), st.integers(1, 5), st.booleans(), st.integers(0, 2**25))
def test_a_picture_of_a_set_can_be_read_again(rows: int, places: int, first: bool, bits: int) -> None:
    lines = [" " * (2 * (line % 2 == first)) + " ".join(["."] * places) for line in range(rows)]
    tiny = tiny_board("\n".join(lines))
    hexes = bits & tiny.grid.all
    shown = tiny.show(hexes)
    assert shown.count("#") == count(hexes)
    marked = tiny_board("\n".join(shown.splitlines()), terrain={"#": "marked"})
    if rows > 1:
        assert marked.board.terrain_sets.get("marked", 0) == hexes
    assert [line.split() for line in shown.splitlines()] == [
        ["#" if line * tiny.grid.stride + place in set(hexes_of(hexes)) else "." for place in range(places)]
        for line in range(rows)
    ]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "at least one row"),
        ("  . .\n  . .", "row 2 of the picture should be indented more"),
        (". .\n  . .\n  . .", "row 3 of the picture should be indented less"),
        (". ?", r"hex 0102: '\?' is no sign for terrain; there are \. f ~"),
        (".a .a", "hex 0102: 'a' is no name for one hex alone"),
        (".0102", "hex 0101: '0102' is no name"),
        (".a,", "hex 0101: '' is no name"),
    ],
)
def test_a_picture_that_does_not_fit_says_where(text: str, complaint: str) -> None:
    with pytest.raises(BoardError, match=complaint):
        tiny_board(text)


def test_names_that_the_picture_does_not_show_are_refused() -> None:
    with pytest.raises(BoardError, match=r"the picture shows no 'green' \(names: red, blue, a, b\)"):
        tiny_board(FRONT, links={"road": "red-green"})
    with pytest.raises(BoardError, match="expected two hexes as in 'a/b', found 'red'"):
        tiny_board(FRONT, sides={"river": "red"})
    with pytest.raises(BoardError, match="0101/a: hexes 0101 and 0303 are not adjacent"):
        tiny_board(FRONT, sides={"river": "0101/a"})
    with pytest.raises(BoardError, match="the picture shows no 'x'"):
        tiny_board(FRONT).side("red/x")
