"""The counters of Moscow 1941 as they look on the sheet and on the map."""

from __future__ import annotations

import datetime as dt

import pytest

from grognard.board.cartography.counter import Piece, Token
from grognard.board.cartography.portrait import Portrait
from grognard.board.cartography.symbols import GLYPHS, SYMBOLS
from grognard.games import find, open_layers
from grognard.games.moscow1941.components import Components, read
from grognard.games.moscow1941.counters import portrait


@pytest.fixture(scope="module")
def real() -> Components:
    """The components of the pack as it ships."""
    return read(open_layers(find("moscow-1941")))


@pytest.fixture(scope="module")
def box(real: Components) -> dict[str, Piece | Token]:
    """All counters by id."""
    return {item.id: item for item in portrait(real).counters}


def piece(box: dict[str, Piece | Token], name: str) -> Piece:
    """A unit's counter."""
    found = box[name]
    assert isinstance(found, Piece)
    return found


def test_every_unit_has_one_counter_with_its_printed_values(
    real: Components, box: dict[str, Piece | Token]
) -> None:
    assert len(portrait(real).counters) == len(box)
    assert set(real.units) <= set(box)
    for unit in real.units.values():
        shown = piece(box, unit.id)
        strength = f"{unit.sp}/{unit.defence}" if unit.defence is not None else f"{unit.sp}"
        gun = unit.is_artillery and unit.towed
        assert shown.values == f"{strength}-{0 if gun else unit.mp}", unit.id
        assert shown.levels == unit.cel
        assert shown.title == unit.long_name
        assert shown.symbol in SYMBOLS


def test_the_reverse_shows_the_weaker_side(real: Components, box: dict[str, Piece | Token]) -> None:
    for unit in real.units.values():
        back = piece(box, unit.id).reverse
        if unit.sp_reduced is not None:
            assert back is not None
            assert back.weaker
            assert (back.values, back.levels_left) == (f"{unit.sp_reduced}-{unit.mp}", unit.cel - 1)


@pytest.mark.rule("6.2.2")
def test_the_reverse_of_a_towed_gun_is_its_transport_side(
    real: Components, box: dict[str, Piece | Token]
) -> None:
    guns = [unit for unit in real.units.values() if unit.is_artillery and unit.towed]
    assert guns
    for unit in guns:
        back = piece(box, unit.id).reverse
        assert back is not None
        assert (back.values, back.mobility, back.weaker) == (f"0-{unit.mp}", "tow", False)


def test_names_are_cut_into_the_units_own_and_its_parents(box: dict[str, Piece | Token]) -> None:
    names = {id: (piece(box, id).name, piece(box, id).parent) for id in ("183ID.330", "3Mot.K53", "HQ.XX")}
    assert names == {"183ID.330": ("330", "183"), "3Mot.K53": ("K 53", "3"), "HQ.XX": ("HQ", "XX")}


def test_the_ss_and_the_french_wear_their_own_dress(real: Components, box: dict[str, Piece | Token]) -> None:
    for unit in real.units.values():
        wanted = unit.morale if unit.morale in ("ss", "french", "guards") else unit.side.value
        assert piece(box, unit.id).livery == wanted


def test_the_sheet_lists_each_formation_once_germans_first(real: Components) -> None:
    headings: list[str] = []
    sides: list[str] = []
    for item in portrait(real).counters:
        if item.id in real.units:
            headings += [item.group] if headings[-1:] != [item.group] else []
            side = real.units[item.id].side.value
            sides += [side] if sides[-1:] != [side] else []
    assert sides == ["axis", "soviet"]
    assert len(headings) == len(set(headings))
    corps = [heading for heading in headings if heading.endswith("Corps")]
    assert corps[:3] == ["V Corps", "VI Corps", "VII Corps"]
    assert corps[-3:] == ["XXXXI Corps", "XXXXVI Corps", "LVI Corps"]
    armies = [heading for heading in headings if heading.endswith("Army")]
    assert [int("".join(filter(str.isdigit, army))) for army in armies] == sorted(
        int("".join(filter(str.isdigit, army))) for army in armies
    )


def test_a_formation_begins_with_its_headquarters(real: Components) -> None:
    first: dict[str, str] = {}
    for item in portrait(real).counters:
        first.setdefault(item.group, item.id)
    led = {unit.formation for unit in real.units.values() if unit.is_headquarters}
    assert all(real.units[first[formation]].is_headquarters for formation in led)


def test_markers_have_signs(box: dict[str, Piece | Token]) -> None:
    markers = [item for item in box.values() if isinstance(item, Token)]
    assert len(markers) == 9
    assert len({marker.glyph for marker in markers} & set(GLYPHS)) == 8


@pytest.mark.parametrize(
    ("scenario", "first", "season"),
    [("typhoon", dt.date(1941, 11, 15), ""), ("red-snow", dt.date(1941, 12, 5), "winter")],
)
def test_a_scenario_stands_on_the_map_as_it_begins(
    real: Components, scenario: str, first: dt.date, season: str
) -> None:
    shown: Portrait = portrait(real, scenario)
    assert shown.title.endswith(f"{first.day} {first:%B %Y}")
    assert shown.season == season
    standing = [item for stack in shown.stacks.values() for item in stack]
    assert len(standing) == len({item.id for item in standing}) > 150
    assert [front.livery for front in shown.fronts] == ["axis", "soviet"]
    germans, soviets = (front.hexes for front in shown.fronts)
    assert not germans & soviets
    for hex, stack in shown.stacks.items():
        for item in stack:
            mine = germans if real.units[item.id].side.value == "axis" else soviets
            assert hex in mine, real.board.grid.label(hex)


def test_a_worn_unit_shows_the_side_it_has_left(real: Components) -> None:
    shown = portrait(real, "red-snow")
    worn = [
        item
        for stack in shown.stacks.values()
        for item in stack
        if isinstance(item, Piece) and -1 < item.levels_left < item.levels
    ]
    assert worn
    for item in worn:
        unit = real.units[item.id]
        if unit.sp_reduced is not None:
            assert item.weaker
            assert item.values.startswith(f"{unit.sp_reduced}-")
