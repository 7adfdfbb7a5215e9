"""Borders along hexsides, badges beside places, closed ground, fortresses, peaks, hexes of another size."""

from __future__ import annotations

import dataclasses
import re

import msgspec
import pytest
from tests.board.cartography.conftest import country
from tests.board.cartography.test_sheet import layer, texts

from grognard.board.cartography.badges import badge_boxes
from grognard.board.cartography.borders import border_lines
from grognard.board.cartography.geometry import gap
from grognard.board.cartography.mesh import UNIT, Mesh
from grognard.board.cartography.sheet import draw_map
from grognard.board.cartography.style import BadgeStyle, BorderStyle, PlaceStyle, Style, TerrainStyle
from grognard.board.model import Board, Place, SideFeature

WALL = ("0305/0405", "0304/0405", "0304/0404", "0101/0102")


def walled() -> Board:
    """The small country with a wall of three hexsides, a bit of it elsewhere, and places with properties."""
    board = country()
    grid = board.grid
    pairs = [tuple(map(grid.hex, words.split("/"))) for words in WALL]
    features = dict(board.side_features)
    for a, b in pairs:
        features[grid.side(a, b)] = (SideFeature("wall", "Wall"),)
    places = dict(board.places) | {
        "port": Place("port", "Port", "town", (grid.hex("0206"),), {"port": "north", "worth": "5"}),
        "hill": Place("hill", "Hill", "peak", (grid.hex("0706"),), {"port": ""}),
    }
    sides = {"wall": frozenset(grid.side(a, b) for a, b in pairs)}
    return dataclasses.replace(
        board, side_features=features, side_sets={**board.side_sets, **sides}, places=places
    )


@pytest.fixture
def bordered(style: Style) -> Style:
    return msgspec.structs.replace(
        style,
        borders={"wall": BorderStyle("front", "The wall")},
        badges=(
            BadgeStyle("port", "north", glyph="anchor", title="Port"),
            BadgeStyle("port", "south", glyph="anchor"),
            BadgeStyle("worth", form="figure", title="Points"),
        ),
        terrain={**style.terrain, "swamp": TerrainStyle("closed", "Neutral")},
        places={**style.places, "peak": PlaceStyle("peak"), "village": PlaceStyle("fortress", "Fortress")},
    )


def test_a_border_runs_along_its_very_hexsides_in_unbroken_lines(bordered: Style) -> None:
    board = walled()
    mesh = Mesh(board.grid)
    lines = border_lines(board, mesh, bordered)
    assert sorted(len(line) - 1 for line in lines) == [1, 3]
    corners = [mesh.points[corner] for cell in mesh.of_hex.values() for corner in cell.corners]
    assert all(min(gap(point, corner) for corner in corners) < 0.01 for line in lines for point in line)
    assert 'id="border-wall"' in draw_map(board, bordered, "summer")


def test_a_map_without_borders_and_badges_has_no_layer_for_them(style: Style) -> None:
    drawing = draw_map(country(), style, "summer")
    assert 'id="borders"' not in drawing
    assert 'id="badges"' not in drawing


def test_places_wear_the_badges_of_their_properties(bordered: Style) -> None:
    board = walled()
    mesh = Mesh(board.grid)
    boxes = badge_boxes(board, mesh, bordered)
    assert len(boxes) == 2, "an anchor and a figure for the port, nothing for an empty value"
    middle = mesh.of_hex[board.grid.hex("0206")].centre
    assert all(top > middle[1] for _, top, _, _ in boxes), "at the foot of the hex"
    assert boxes[0][2] < boxes[1][2]
    assert "5" in texts(layer(draw_map(board, bordered, "summer"), "badges"))


def test_the_legend_tells_borders_badges_and_closed_ground(bordered: Style) -> None:
    written = texts(layer(draw_map(walled(), bordered, "summer"), "legend"))
    assert {"The wall", "Port", "Points", "Neutral", "Fortress"} <= set(written)


def test_closed_ground_fortresses_and_peaks_are_drawn(bordered: Style) -> None:
    drawing = draw_map(walled(), bordered, "summer")
    assert 'class="closed"' in drawing
    assert 'class="bastions"' in drawing
    assert drawing.count('class="peak-snow"') == 1


def test_hexes_may_be_larger_than_usual(style: Style) -> None:
    large = msgspec.structs.replace(style, sheet=msgspec.structs.replace(style.sheet, hex_size=120.0))
    board = country()
    assert Mesh(board.grid, 120.0).box()[2] == pytest.approx(2 * Mesh(board.grid).box()[2])
    usual, drawn = (draw_map(board, look, "summer") for look in (style, large))
    sizes = [float(re.findall(r"#numbers\{[^}]*font-size:([\d.]+)px", each)[0]) for each in (usual, drawn)]
    assert sizes[1] == pytest.approx(sizes[0] * 2**0.5, rel=0.01)
    assert Mesh(board.grid).unit == UNIT
