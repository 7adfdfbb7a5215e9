"""Counters and maps as they look."""

from __future__ import annotations

import pytest

from grognard.board.cartography.counter import Piece, Token
from grognard.board.cartography.symbols import GLYPHS, SYMBOLS
from grognard.cli.map import counter_sheet, map_sheet
from grognard.games import open_layers
from grognard.games.peaks import MODULE
from grognard.games.peaks.components import Components, read
from grognard.games.peaks.counters import air_piece, box, command_token, portrait, support_piece, unit_piece
from grognard.packs.palette import read_style


@pytest.fixture(scope="module")
def components() -> Components:
    return read(open_layers(MODULE))


def test_a_corps_shows_three_figures_and_its_weaker_reverse(components: Components) -> None:
    piece = unit_piece(components.units["24Pz"])
    assert (piece.values, piece.size, piece.symbol, piece.morale) == ("6-5-5", "XXX", "armor", "B")
    assert piece.reverse is not None
    assert (piece.reverse.values, piece.reverse.weaker) == ("3-3-5", True)
    assert unit_piece(components.units["24Pz"], 1) == piece.reverse


def test_a_counter_of_one_step_has_a_blank_reverse(components: Components) -> None:
    assert unit_piece(components.units["KG1"]).reverse is None
    assert unit_piece(components.units["Truck1"]).values == "4"


def test_nations_guards_and_the_ss_wear_their_own_dress(components: Components) -> None:
    names = ("24Pz", "Hu3", "It35", "RoCav", "62A", "1Gd", "SSPz")
    worn = [unit_piece(components.units[id]).livery for id in names]
    assert worn == ["axis", "hungarian", "italian", "romanian", "soviet", "guards", "ss"]


def test_a_reduced_airstrike_has_its_strength_in_brackets(components: Components) -> None:
    assert air_piece(components.air["FK4"]).values == "2"
    assert air_piece(components.air["FK4"], 1).values == "[1]"


def test_support_units_and_markers_say_what_they_do(components: Components) -> None:
    assert support_piece(components.support["Sturm"]).values == "2* A"
    assert support_piece(components.support["Fleet"]).morale == "C"
    token = command_token(components.markers["Uranus"])
    assert (token.glyph, token.caption) == ("letter_s", "Uranus +2 T4")


def test_everything_in_the_box_can_be_drawn(components: Components) -> None:
    style = read_style(open_layers(MODULE))
    drawn = box(components)
    assert len({item.id for item in drawn}) == len(drawn)
    for item in drawn:
        assert item.livery in style.liveries
        if isinstance(item, Piece):
            assert item.symbol in SYMBOLS
        else:
            assert isinstance(item, Token)
            assert item.glyph in GLYPHS


def test_a_scenario_shows_its_set_up(components: Components) -> None:
    shown = portrait(components, "standard")
    assert shown.title == "Standard Game, July 1942"
    assert sum(map(len, shown.stacks.values())) == len(components.scenarios["standard"].setup)


@pytest.mark.parametrize("season", ["summer", "winter", "dark", "print"])
def test_the_map_is_drawn_in_every_season(season: str) -> None:
    drawing = map_sheet(MODULE, open_layers(MODULE), season, None)
    for mark in ('id="border-front_line"', 'id="border-sector_boundary"', 'id="badges"', 'class="closed"'):
        assert mark in drawing
    for name in ("Stalingrad", "Mt. Elbrus", "CASPIAN SEA", "Georgian", "Neutral country", "Oil objective"):
        assert name in drawing or name == "Georgian"


def test_the_counter_sheet_is_drawn() -> None:
    assert "Army Group A" in counter_sheet(MODULE, open_layers(MODULE), None)
