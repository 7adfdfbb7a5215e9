"""Lettering: every name is written, none covers another, none hides under a counter."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from itertools import combinations, pairwise

import pytest
from tests.board.cartography.conftest import country, real_layers

from grognard.board.cartography.counter import Piece
from grognard.board.cartography.geometry import Box, boxes_touch, gap
from grognard.board.cartography.lettering import Ground, MapLabel, Placed
from grognard.board.cartography.mesh import UNIT, Mesh
from grognard.board.cartography.roads import ways
from grognard.board.cartography.sheet import covered, letter
from grognard.board.cartography.style import Style
from grognard.board.cartography.typeface import SERIF_ITALIC
from grognard.board.cartography.water import rivers
from grognard.board.model import Board
from grognard.packs import read_labels


def lettered(
    board: Board, style: Style, names: Sequence[MapLabel] = (), hidden: Sequence[Box] = ()
) -> list[Placed]:
    """All names of a board as they are written."""
    mesh = Mesh(board.grid)
    return letter(
        board,
        mesh,
        style,
        names,
        rivers(mesh, board, style),
        ways(mesh, board, style),
        hidden=hidden,
    )


def real_names(board: Board) -> list[MapLabel]:
    """The names that the pack asks for."""
    return [
        MapLabel(label.text, label.kind, label.hexes, label.angle, label.size)
        for label in read_labels(real_layers(), board.grid)
    ]


def apart(first: Placed, second: Placed) -> bool:
    """Whether no letter of one name lies on a letter of another."""
    return not any(boxes_touch(a, b) for a in first.boxes for b in second.boxes)


@pytest.fixture(scope="module")
def written(moscow: Board, style: Style) -> list[Placed]:
    """All names of the real map."""
    return lettered(moscow, style, real_names(moscow))


def test_no_name_of_the_real_map_covers_another(written: list[Placed]) -> None:
    clashes = [(a.words, b.words) for a, b in combinations(written, 2) if not apart(a, b)]
    assert clashes == []


def test_every_place_river_wood_and_highway_asked_for_is_written(
    written: list[Placed], moscow: Board
) -> None:
    words = {name.words.casefold() for name in written}
    asked = {place.name for place in moscow.places.values()} | {name.text for name in real_names(moscow)}
    assert len(asked) > 80
    assert {name for name in asked if name.casefold() not in words} == set()


def test_every_name_stands_inside_the_map(written: list[Placed], moscow: Board) -> None:
    left, top, right, bottom = Mesh(moscow.grid).box()
    for name in written:
        for box in name.boxes:
            assert left <= box[0] < box[2] <= right, name.words
            assert top <= box[1] < box[3] <= bottom, name.words


def test_every_letter_finds_room_on_its_curve(written: list[Placed]) -> None:
    curved = [name for name in written if name.definition]
    assert len(curved) > 25
    for name in curved:
        words = re.search(r'font-size="([\d.]+)" letter-spacing="([\d.]+)"', name.svg)
        points = re.search(r' d="M([^"]+)"', name.definition)
        assert words
        assert points
        line = [tuple(map(float, point.split())) for point in points[1].split("L")]
        room = sum(math.dist(a, b) for a, b in pairwise(line))
        assert room >= SERIF_ITALIC.width(name.words, float(words[1]), float(words[2])), name.words


def test_every_town_has_its_name_beside_it(written: list[Placed], moscow: Board) -> None:
    mesh = Mesh(moscow.grid)
    boxes = {name.words: name.boxes[0] for name in written if "label-town" in name.svg}
    for place in moscow.places.values():
        if place.kind == "town":
            left, top, right, bottom = boxes[place.name]
            x, y = mesh.of_hex[place.hexes[0]].centre
            nearest = (min(max(x, left), right), min(max(y, top), bottom))
            assert gap((x, y), nearest) < 0.9 * UNIT, place.name


def test_a_name_moves_away_from_a_counter(style: Style) -> None:
    board = country()
    mesh = Mesh(board.grid)
    free = {name.words: name.boxes[0] for name in lettered(board, style)}
    village = board.grid.hex("0207")
    piece = Piece("a", "axis", "infantry", "1", "4-4")
    hidden = covered({village: (piece,)}, mesh)
    moved = {name.words: name.boxes[0] for name in lettered(board, style, hidden=hidden)}
    assert boxes_touch(free["Peshki"], hidden[0])
    assert not boxes_touch(moved["Peshki"], hidden[0])


def test_a_name_that_fits_nowhere_is_left_out(style: Style) -> None:
    board = country()
    name = MapLabel("A forest whose name is longer than the whole of this small country", "forest", (0,))
    assert name.text not in {placed.words for placed in lettered(board, style, [name])}


def test_a_road_carries_its_name_only_when_asked(style: Style) -> None:
    board = country(road="Road")
    assert "Road" not in {name.words for name in lettered(board, style)}
    asked = MapLabel("Road", "road", (board.grid.hex("0406"),))
    assert "Road" in {name.words for name in lettered(board, style, [asked])}


def test_taken_ground_and_the_rim_are_forbidden_and_marks_only_cost() -> None:
    ground = Ground((0.0, 0.0, 100.0, 100.0))
    box = (10.0, 10.0, 20.0, 20.0)
    assert ground.cost([box]) == 0
    ground.mark([(15.0, 15.0), (50.0, 50.0)], 2.5)
    assert ground.cost([box]) == 2.5
    ground.take([(18.0, 18.0, 30.0, 30.0)])
    assert ground.cost([box]) >= 1e9
    assert ground.cost([(-1.0, 40.0, 5.0, 45.0)]) >= 1e9
