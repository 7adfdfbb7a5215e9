"""2 Components: what is in the box and what it stands for."""

from __future__ import annotations

import pytest
from tests.games.peaks.real import real_game
from tests.games.peaks.situation import scene
from tests.rules.peaks.test_15_logistics import placed

from grognard.core import dice
from grognard.games.peaks.components import Nation, Result, Side, Size, SupportKind, UnitType, Weather
from grognard.games.peaks.field import zones
from grognard.games.peaks.state import AXIS, SOVIET

MECHANIZED = {UnitType.PANZER, UnitType.PANZERGRENADIER, UnitType.TANK, UnitType.MECHANIZED}


@pytest.mark.rule("2.1")
def test_the_map_has_the_hexes_that_the_book_clarifies() -> None:
    game = real_game()
    land = game.geography.land
    assert not land >> game.grid.hex("5312") & 1  # sea
    assert land >> game.grid.hex("5610") & 1  # the land in the north of the hex


@pytest.mark.rule("2.2", "19.6")
def test_markers_have_no_zone_and_do_not_stack() -> None:
    position = scene(placed({"0303": "Truck"}), over={"FK4": "0305", "Partisan": "0304"})
    assert zones(position, AXIS) == zones(position, SOVIET) == 0
    assert set(position.state.stacks) == {position.game.grid.hex("0303")}


@pytest.mark.rule("2.4", "6.2")
def test_types_are_mechanized_or_not() -> None:
    game = real_game()
    for counter in game.units:
        if not counter.is_logistics:
            assert counter.mechanized is (counter.type in MECHANIZED), counter.id
        assert counter.mountain == (counter.type is UnitType.MOUNTAIN)


@pytest.mark.rule("2.5")
def test_sizes_tell_corps_armies_groups_and_kampfgruppen_apart() -> None:
    game = real_game()
    sizes = {counter.id: counter.size for counter in game.units}
    assert (sizes["14Pz"], sizes["62A"], sizes["KG1"]) == (Size.CORPS, Size.ARMY, Size.KAMPFGRUPPE)
    assert sizes["SCG"] is sizes["CCG"] is sizes["CMG"] is Size.GROUP


@pytest.mark.rule("2.6")
def test_the_axis_is_german_hungarian_italian_and_romanian() -> None:
    nations: dict[Side, set[Nation]] = {side: set() for side in Side}
    for counter in real_game().units:
        nations[counter.side].add(counter.nation)
    assert nations[Side.AXIS] == {Nation.GERMAN, Nation.HUNGARIAN, Nation.ITALIAN, Nation.ROMANIAN}
    assert nations[Side.SOVIET] == {Nation.SOVIET}


@pytest.mark.rule("2.7")
def test_abbreviations_are_explained_by_long_names() -> None:
    game = real_game()
    for counter in game.units:
        assert len(counter.long_name) >= len(counter.name) > 0
    assert {airstrike.long_name for airstrike in game.airstrikes.values()} >= {"Fliegerkorps IV"}


@pytest.mark.rule("2.8")
def test_fliegerkorps_viii_is_two_airstrikes() -> None:
    game = real_game()
    names = {airstrike.name for airstrike in game.airstrikes.values()}
    assert {"FK IV", "FK VIII-a", "FK VIII-b", "LK Don"} <= names
    assert game.owner[game.airlift] == AXIS


@pytest.mark.rule("2.9")
def test_every_special_support_unit_of_the_book_is_in_the_box() -> None:
    kinds = {support.kind for support in real_game().supports.values()}
    assert kinds == set(SupportKind)


@pytest.mark.rule("2.11")
def test_the_state_keeps_what_administrative_markers_show() -> None:
    position = real_game().start()
    labels = {gauge.label for gauge in position.view(AXIS).gauges}
    assert {"Turn", "Weather", "Initiative", "Axis refit points", "Soviet refit points"} <= labels
    assert any(marker.kind == "control" for marker in position.view(AXIS).markers)


@pytest.mark.rule("2.12")
def test_every_chart_of_the_book_is_there() -> None:
    ids = {chart.id for chart in real_game().charts()}
    assert len(ids) == 8
    effect = real_game().components.terrain["rough"]
    assert {effect.cost(kind, Weather.MUD) for kind in (True, False)} == {8}  # four points, counted in halves
    assert {effect.cost(kind, Weather.WINTER) for kind in (True, False)} == {6}


@pytest.mark.rule("2.12", "24.0")
def test_all_results_occur_and_overruns_on_the_mobile_table_only() -> None:
    box = real_game().components
    assault = {cell for row in box.assault.values() for cell in row}
    mobile = {cell for row in box.mobile.values() for cell in row}
    assert assault | mobile == set(Result)
    assert Result.OR in mobile
    assert Result.OR not in assault


@pytest.mark.rule("2.13")
def test_boxes_beside_the_map_are_shown_by_name() -> None:
    boxes = {piece.box for piece in real_game().start().view(AXIS).pieces if piece.box}
    assert {"turn track", "airstrikes available", "support units in the pool", "pool"} <= boxes


@pytest.mark.rule("2.14")
def test_one_die_of_six_sides_is_all_there_is() -> None:
    position = real_game().start()
    outcomes = position.decision.outcomes
    assert outcomes is not None
    assert outcomes.orders == dice(1).orders
    assert position.decision.kind == "BlauRoll"
