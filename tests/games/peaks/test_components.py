"""The components of Peaks of the Caucasus as typed values, and the errors of files that cannot be read."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from tests.games.peaks.packfiles import Change, cell, cells, no_row, spoilt

from grognard.games import open_layers
from grognard.games.peaks import MODULE
from grognard.games.peaks.components import (
    CLOSED,
    COLUMNS,
    FLOORS,
    AirResult,
    Code,
    Components,
    Nation,
    Opening,
    Result,
    Sector,
    Side,
    SupportKind,
    SupportUse,
    Variant,
    Weather,
    parse_cost,
    read,
)
from grognard.packs import PackError


@pytest.fixture(scope="module")
def components() -> Components:
    return read(open_layers(MODULE))


# --- counters -------------------------------------------------------------------------------------------


def test_a_counter_has_two_sides_and_the_profile_of_its_type(components: Components) -> None:
    unit = components.units["14Pz"]
    assert (unit.side, unit.nation, unit.code) == (Side.AXIS, Nation.GERMAN, Code.EITHER_ARMY_GROUP)
    assert (unit.mechanized, unit.mountain, unit.static, unit.german) == (True, False, False, True)
    assert unit.steps == 2
    assert unit.attack_strength(2) > unit.attack_strength(1) > 0
    assert unit.defence_strength(2) > unit.defence_strength(1) > 0
    assert unit.movement_allowance(1) == unit.movement_allowance(2)


def test_special_counters_know_what_they_are(components: Components) -> None:
    units = components.units
    assert (units["GStalingrad"].static, units["GStalingrad"].is_combat) == (True, False)
    assert (units["Depot1"].is_logistics, units["Depot1"].exerts_zone) == (True, True)
    assert (units["Truck1"].is_logistics, units["Truck1"].exerts_zone) == (True, False)
    assert (units["Oil1"].is_combat, units["Oil1"].exerts_zone) == (False, True)
    assert (units["49Mtn"].mountain, units["49Mtn"].is_combat) == (True, True)
    assert units["KG1"].steps == 1
    assert units["KG1"].variant is Variant.POOL
    assert units["1SA"].variant is Variant.SHOCK_REPLY


def test_codes_tell_the_turn_of_arrival(components: Components) -> None:
    assert components.units["62A"].code.turn == 1
    assert components.units["24Pz"].code.turn == 0
    assert components.units["SSPz"].code.turn == 0


def test_airstrikes_fly_as_their_counters_say(components: Components) -> None:
    air = components.air
    assert (air["FK4"].strength_at(2), air["FK4"].strength_at(1), air["FK4"].interdicts) == (2, 1, True)
    assert (air["GAL"].interdicts, air["PVO2"].optional, air["LKDon"].home_side_only) == (False, True, True)
    assert (air["VVSC"].command, air["VVSS"].command, air["Stavka"].command) == (
        Sector.CAUCASUS,
        Sector.STALINGRAD,
        None,
    )


def test_support_units_and_command_markers_read_their_letters(components: Components) -> None:
    sturm, fleet = components.support["Sturm"], components.support["Fleet"]
    assert (sturm.kind, sturm.use, sturm.needs_supply) == (SupportKind.STURMGRUPPE, SupportUse.ATTACK, True)
    assert (fleet.use, fleet.sector) == (SupportUse.EITHER, Sector.CAUCASUS)
    assert components.markers["Directive"].opens is Opening.EITHER
    assert components.markers["Directive"].must_play


# --- charts ---------------------------------------------------------------------------------------------


def test_the_columns_are_the_eight_that_the_rule_book_proves() -> None:
    assert COLUMNS == ("<=49", "50-99", "100-149", "150-199", "200-299", "300-399", "400-499", "500+")
    assert len(FLOORS) == len(COLUMNS)
    assert list(FLOORS) == sorted(FLOORS)


def test_the_combat_tables_have_a_cell_for_every_roll_and_column(components: Components) -> None:
    for table in (components.assault, components.mobile):
        assert {roll: len(cells) for roll, cells in table.items()} == dict.fromkeys(range(1, 7), 8)
    assert all(Result.OR not in cells for cells in components.assault.values())
    assert components.mobile[6][-1] is Result.OR


@pytest.mark.parametrize(
    ("terrain", "weather", "mechanized", "half_points"),
    [
        ("rough", Weather.SUMMER, False, 4),
        ("rough", Weather.MUD, True, 8),
        ("rough", Weather.WINTER, False, 6),
        ("high_mountain", Weather.SUMMER, True, CLOSED),
        ("minor_river", Weather.SUMMER, False, 2),
        ("volga", Weather.WINTER, True, 0),
        ("railroad", Weather.MUD, True, 1),
        ("military_road", Weather.WINTER, False, 4),
        ("swamp", Weather.WINTER, True, 2),
        ("sea", Weather.SUMMER, False, CLOSED),
    ],
)
def test_the_terrain_chart_gives_costs_in_half_points(
    components: Components, terrain: str, weather: Weather, mechanized: bool, half_points: int
) -> None:
    assert components.terrain[terrain].cost(mechanized, weather) == half_points


def test_shifts_follow_the_weather(components: Components) -> None:
    volga, rough = components.terrain["volga"], components.terrain["rough"]
    assert volga.shifts_in(Weather.SUMMER) > 0 == volga.shifts_in(Weather.WINTER)
    assert rough.shifts_in(Weather.WINTER) == rough.shifts_in(Weather.SUMMER) == 1
    assert components.terrain["city"].settlement
    assert not components.terrain["clear"].settlement


def test_the_air_tables_are_open_at_their_ends(components: Components) -> None:
    table = components.air_superiority
    assert table.result(-2, 1) is table.result(-1, 1) is AirResult.AL1
    assert table.result(2, 6) is table.result(1, 6) is AirResult.DL1
    attrition = components.air_attrition
    hit = {
        (side, weather): [roll for roll in range(1, 7) if attrition.reduces(side, weather, roll)]
        for side in Side
        for weather in Weather
    }
    assert hit.pop((Side.AXIS, Weather.WINTER)) == [5, 6]
    assert set(map(tuple, hit.values())) == {(6,)}


def test_the_refit_table_counts_turns(components: Components) -> None:
    table = components.refit_table
    assert (table.result(False, 1), table.result(False, 4), table.result(False, 6)) == (0, 2, None)
    assert table.result(True, 2) == 0


def test_the_turn_track_runs_from_july_to_march(components: Components) -> None:
    turns = components.turns
    assert [turn.turn for turn in turns] == list(range(1, 10))
    assert (turns[0].month, turns[-1].month) == ("July 1942", "March 1943")
    assert [turn.initiative for turn in turns].index(Side.SOVIET) == 4
    assert turns[0].refit_points(Side.SOVIET) == turns[0].soviet_refit
    assert turns[0].command_limit(Side.AXIS) == turns[0].axis_limit


def test_the_scenarios_share_a_set_up_and_differ_in_length(components: Components) -> None:
    standard, extended = components.scenarios["standard"], components.scenarios["extended"]
    assert (standard.file.turns, extended.file.turns) == (7, 9)
    assert standard.setup == extended.setup
    assert standard.setup["GStalingrad"] == "6208"
    assert (standard.file.axis_refit_start, standard.file.soviet_refit_start) == (2, 0)
    assert (standard.file.axis_refit_cap, standard.file.soviet_refit_cap) == (5, 9)
    assert standard.file.of(Side.SOVIET).rail_capacity == 4
    assert (standard.file.raised_stakes, extended.file.raised_stakes) == (False, True)


def test_costs_are_read_from_words_and_fractions() -> None:
    assert [parse_cost(text) for text in ("2", "1/2", "none", "closed")] == [4, 1, 0, CLOSED]
    for text in ("1/3", "-1", "0", "dear", "1/0"):
        with pytest.raises(ValueError, match="whole halves"):
            parse_cost(text)


# --- errors ---------------------------------------------------------------------------------------------


UNITS, SETUP = "units.csv", "scenarios/july-1942_setup.csv"
ROUGH = ("tables/terrain.csv", "rough")
BROKEN: Sequence[tuple[Change, str]] = [
    (cell(UNITS, "62A", "attack", "x"), "attack: expected a whole number"),
    (cell(UNITS, "62A", "nation", "german?"), "nation: expected one of"),
    (cell(UNITS, "62A", "code", "12"), "code: expected one of"),
    (cell(UNITS, "62A", "defence_reduced", ""), "defence_reduced: expected all three values"),
    (cell(UNITS, "62A", "reason", "luck"), "reason: expected a row of tables/reasons.csv, found 'luck'"),
    (cell(UNITS, "GBaku", "city", "bako"), "city: expected a row of map/places.csv, found 'bako'; did you"),
    (
        no_row("tables/unit_types.csv", "shock"),
        "type: expected a row of tables/unit_types.csv",
    ),
    (cell(SETUP, "8Inf", "hex", "9999"), "hex: expected a hex of the map"),
    (Change(SETUP, "\n8Inf,", "\n8Info,"), "unit: expected a row of units.csv, found '8Info'; did you mean"),
    (cell("tables/assault.csv", "3", "500+", "XX"), "500+: expected one of"),
    (no_row("tables/mobile.csv", "4"), "roll: expected a row 4"),
    (no_row("tables/refit.csv", "2"), "roll: expected a row 2"),
    (no_row("tables/air_attrition.csv", "2"), "roll: expected a row 2"),
    (no_row("tables/air_superiority.csv", "2"), "roll: expected a row 2"),
    (no_row("tables/turns.csv", "4"), "turn: expected a row for each turn"),
    (cell("tables/terrain.csv", "rough", "foot", "1/3"), "foot: expected a cost such as 2 or 1/2"),
    (cell("tables/refit.csv", "2", "german", "soon"), "german: expected a text like"),
    (cell("command_markers.csv", "Zhukov", "opens", "C&S"), "opens: expected one of"),
    (cell("support_units.csv", "Sturm", "use", "X"), "use: expected one of"),
    (cell("air_units.csv", "FK4", "strength", "9"), "strength: expected a whole number"),
    (Change("scenarios/standard.toml", "turns = 7", "turns = 70"), "turns: expected"),
]


@pytest.mark.parametrize(("change", "says"), BROKEN, ids=lambda value: str(value)[:60])
def test_a_file_that_cannot_be_read_says_where_and_what_was_expected(change: Change, says: str) -> None:
    with pytest.raises(PackError) as caught:
        read(spoilt(change))
    assert any(says in str(problem) for problem in caught.value.problems), str(caught.value)
    assert all(problem.file.startswith(("peaks/", "tables/")) for problem in caught.value.problems)


def test_several_problems_are_told_at_once() -> None:
    with pytest.raises(PackError) as caught:
        read(spoilt(cells(UNITS, "62A", {"attack": "x", "defence": "y"}), cell(*ROUGH, "foot", "?")))
    assert len(caught.value.problems) == 3
