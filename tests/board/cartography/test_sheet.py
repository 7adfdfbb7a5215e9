"""The whole drawing: complete, well formed, safe, always the same."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import msgspec
import pytest
from tests.board.cartography.conftest import country

from grognard.board.cartography.counter import Piece
from grognard.board.cartography.fronts import Front
from grognard.board.cartography.geometry import number
from grognard.board.cartography.lettering import MapLabel
from grognard.board.cartography.mesh import Mesh
from grognard.board.cartography.png import to_png
from grognard.board.cartography.sheet import draw_map
from grognard.board.cartography.sheetstyle import style_sheet
from grognard.board.cartography.style import Palette, Style, UnknownSeason
from grognard.board.model import Board

SVG = "{http://www.w3.org/2000/svg}"
NASTY = "<script>alert('&')</script>\" onload=\"x"


def parts(drawing: str) -> ElementTree.Element:
    """The drawing as a tree; fails when it is not well formed."""
    return ElementTree.fromstring(drawing)


def layer(drawing: str, identity: str) -> ElementTree.Element:
    """One group of a drawing."""
    found = parts(drawing).find(f".//{SVG}g[@id='{identity}']")
    assert found is not None, identity
    return found


def texts(tree: ElementTree.Element) -> list[str]:
    """All that is written."""
    return ["".join(item.itertext()) for item in tree.iter(f"{SVG}text")]


def test_every_hex_is_numbered_in_its_upper_half(style: Style) -> None:
    board = country()
    mesh = Mesh(board.grid)
    written = {
        "".join(item.itertext()): (float(item.get("x", "")), float(item.get("y", "")))
        for item in layer(draw_map(board, style, "summer"), "numbers").iter(f"{SVG}text")
    }
    assert sorted(written) == sorted(board.grid.label(hex) for hex in board.grid.hexes)
    for hex in board.grid.hexes:
        x, y = mesh.of_hex[hex].centre
        at = written[board.grid.label(hex)]
        assert at[0] == pytest.approx(x, abs=0.1)
        assert y - 30 < at[1] < y - 10


def test_every_side_of_the_grid_is_drawn_once(style: Style) -> None:
    board = country()
    grid = layer(draw_map(board, style, "summer"), "grid").find(f"{SVG}path")
    assert grid is not None
    strokes = grid.get("d", "").count("l")
    sides = {side for hex in board.grid.hexes for side in board.grid.sides_of(hex)}
    assert strokes == len(sides)


def test_all_that_is_on_the_map_is_in_its_layer_and_in_the_legend(style: Style) -> None:
    drawing = draw_map(country(), style, "summer")
    for identity in ("terrain", "water", "roads", "places", "labels", "lakes", "railways"):
        assert len(layer(drawing, identity))
    legend = "Clear,Forest,Swamp,Lake,City,Town,Village,River,Main route,Secondary route,Railway,Bridge"
    assert texts(layer(drawing, "legend")) == legend.split(",")
    assert {"Klin", "Nudol", "Peshki", "Lama"} <= set(texts(layer(drawing, "labels")))


def test_the_same_map_is_the_same_drawing(style: Style) -> None:
    assert draw_map(country(), style, "summer") == draw_map(country(), style, "summer")


def test_names_cannot_break_out_of_the_drawing(style: Style) -> None:
    board = country(town=NASTY, city=NASTY, river=NASTY, road=NASTY)
    sheet = msgspec.structs.replace(style.sheet, title=NASTY, subtitle=NASTY, credit=NASTY)
    name = MapLabel(NASTY + "!", "forest", (board.grid.hex("0306"),))
    piece = Piece(NASTY, NASTY, "infantry", NASTY, NASTY, parent=NASTY, title=NASTY)
    drawing = draw_map(
        board,
        msgspec.structs.replace(style, sheet=sheet),
        "summer",
        names=(name, MapLabel(NASTY, "river", ())),
        fronts=(Front("axis", frozenset({board.grid.hex("0108")})),),
        stacks={board.grid.hex("0308"): (piece,)},
        note=NASTY,
    )
    tree = parts(drawing)
    drawn = "svg title style defs g path rect circle text textPath use clipPath radialGradient stop pattern"
    assert {item.tag for item in tree.iter()} <= {SVG + tag for tag in drawn.split()}
    assert not [item for item in tree.iter() if "onload" in item.attrib]
    assert texts(tree).count(NASTY) >= 5
    titles = [item.text for item in tree.iter(f"{SVG}title")]
    assert titles.count(NASTY) == 2


def test_a_name_along_a_river_is_escaped_too(style: Style) -> None:
    assert "R&<x>" in texts(layer(draw_map(country(river="R&<x>"), style, "summer"), "labels"))


def test_a_drawing_needs_nothing_from_elsewhere(style: Style) -> None:
    drawing = draw_map(country(), style, "summer")
    for item in parts(drawing).iter():
        assert item.get("href", "#").startswith("#")
    links = re.findall(r"url\(([^)]*)\)", drawing)
    assert links
    assert all(link.strip("\"'").startswith(("#", "data:")) for link in links)
    named = re.findall(r'(?:href="#|url\(#)([^")]+)', drawing)
    known = set(re.findall(r' id="([^"]+)"', drawing))
    assert set(named) <= known


def test_ids_are_given_once(style: Style) -> None:
    board = country()
    piece = Piece("a", "axis", "infantry", "1", "4-4")
    drawing = draw_map(board, style, "summer", stacks={board.grid.hex("0308"): (piece, piece)})
    given = re.findall(r' id="([^"]+)"', drawing)
    assert len(given) == len(set(given))


def test_the_note_takes_the_place_of_the_subtitle(style: Style) -> None:
    plain = texts(layer(draw_map(country(), style, "winter"), "frame"))
    noted = texts(layer(draw_map(country(), style, "winter", note="15 November"), "frame"))
    assert f"{style.sheet.subtitle} · Winter 1941" in plain
    assert "15 November" in noted
    assert f"{style.sheet.subtitle} · Winter 1941" not in noted


COLOURS = [
    field.name for field in msgspec.structs.fields(Palette) if field.required and field.name not in ("title",)
]


def test_every_colour_of_a_palette_is_used() -> None:
    shades = {name: f"#{17 * step:06x}" for step, name in enumerate(COLOURS, start=1)}
    css = style_sheet(msgspec.convert({"title": "test", **shades}, Palette))
    unused = [name for name, shade in shades.items() if shade not in css]
    assert unused == []


@pytest.mark.parametrize("season", ["summer", "winter", "dark", "print"])
def test_every_palette_draws_in_its_own_colours(style: Style, season: str) -> None:
    palette = style.palette(season)
    drawing = draw_map(country(), style, season)
    assert parts(drawing).tag == f"{SVG}svg"
    for colour in (palette.ground, palette.woods, palette.river, palette.highway, palette.label):
        assert colour in drawing


@pytest.mark.parametrize("season", ["summer", "winter", "dark", "print"])
def test_words_can_be_read_in_every_palette(style: Style, season: str) -> None:
    palette = style.palette(season)
    for ink, ground in (
        (palette.label, palette.halo),
        (palette.label_water, palette.halo),
        (palette.ink, palette.paper),
    ):
        assert contrast(ink, ground) >= 4.5, (season, ink, ground)


def contrast(one: str, two: str) -> float:
    """How far two colours lie apart, as the accessibility guidelines reckon it."""

    def light(colour: str) -> float:
        parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    dark, bright = sorted((light(one), light(two)))
    return (bright + 0.05) / (dark + 0.05)


def test_an_unknown_season_says_which_there_are(style: Style) -> None:
    with pytest.raises(UnknownSeason, match=r"no palette 'wintr', only summer, winter.*did you mean winter"):
        style.palette("wintr")


def test_liveries_can_be_told_apart_without_colour(style: Style) -> None:
    emblems = {key: style.liveries[key].emblem for key in ("axis", "soviet")}
    assert emblems["axis"] != emblems["soviet"]
    assert "none" not in emblems.values()
    for livery in style.liveries.values():
        assert contrast(livery.ink, livery.fill) >= 4.5, livery.title


def test_the_real_map_has_every_hex_town_and_edge(moscow: Board, style: Style) -> None:
    drawing = draw_map(moscow, style, "summer")
    assert len(texts(layer(drawing, "numbers"))) == len(moscow.grid.hexes) == 66 * 37
    assert {f"place-{place}" for place in moscow.places} == {
        item.get("id") for item in layer(drawing, "places").findall(f"{SVG}g")
    }
    left, top, right, bottom = Mesh(moscow.grid).box()
    assert f'width="{number(right - left)}"' in drawing
    assert bottom - top > right - left


def test_a_great_river_is_wider_than_its_kind(style: Style) -> None:
    plain = draw_map(country(river="Lama"), style, "summer")
    great = draw_map(country(river="Volga"), style, "summer")

    def ribbon(drawing: str) -> str:
        found = layer(drawing, "rivers").find(f"{SVG}path[@class='river']")
        assert found is not None
        return found.get("d", "")

    assert ribbon(plain) != ribbon(great)


def test_a_drawing_becomes_pixels(style: Style) -> None:
    picture = to_png(draw_map(country(), style, "summer"), 240)
    assert picture[:8] == b"\x89PNG\r\n\x1a\n"
    assert int.from_bytes(picture[16:20], "big") == 240
    assert len(set(picture)) > 200
