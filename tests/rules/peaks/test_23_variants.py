"""23 Scenario variants: variable markers, initiative, reinforcements, and better logistics."""

from __future__ import annotations

import pytest
from tests.games.peaks.real import clear_map, hex_of, opened, real_game, station, until
from tests.games.peaks.situation import PeaksPosition, legal, play, refused, unit

from grognard.core import CHANCE
from grognard.games.peaks import arrivals, command, supply
from grognard.games.peaks.basics import first_seat
from grognard.games.peaks.options import OPTIONS, switches
from grognard.games.peaks.state import ASIDE, AXIS, BOX, POOL, SOVIET, TRACK, Lot, Sectors


def variant(turn: int = 1, **options: str) -> PeaksPosition:
    """A game with variants, on some turn."""
    position = opened("standard", {name.replace("_", "-"): value for name, value in options.items()})
    position.state.turn = turn
    command.fill_bins(position)
    return position


def bins(position: PeaksPosition) -> set[str]:
    """All markers in the bins."""
    return {position.game.markers[n].id for seat in (AXIS, SOVIET) for n in command.bin_of(position, seat)}


def play_marker(position: PeaksPosition, id: str, sector: Sectors = Sectors.STALINGRAD) -> None:
    """Have a marker drawn and played."""
    number = position.game.marker_index[id]
    position.state.lots[number] = Lot.BIN
    seat = SOVIET if position.game.markers[number].side.value == "soviet" else AXIS
    command.play(position, seat, number, sector)


# --- 23.1 and 23.2 ---------------------------------------------------------------------------------


@pytest.mark.rule("23.1")
def test_uranus_enters_the_soviet_bin_in_october() -> None:
    assert "Uranus" not in bins(variant(3, variable_markers="on"))
    assert "Uranus" in bins(variant(4, variable_markers="on"))
    assert "Uranus" not in bins(variant(4))


@pytest.mark.rule("23.1")
def test_wintergewitter_enters_the_axis_bin_the_turn_after_uranus() -> None:
    position = variant(5, variable_markers="on")
    play_marker(position, "Uranus")
    command.fill_bins(position)
    assert "Winter" not in bins(position)  # still the same turn
    position.state.turn = 6
    command.fill_bins(position)
    assert "Winter" in bins(position)
    never = variant(6, variable_markers="on")
    assert "Winter" not in bins(never)


@pytest.mark.rule("23.2", "5.3")
def test_the_initiative_passes_on_the_turn_after_uranus() -> None:
    position = variant(6, variable_markers="on", soviet_initiative="on")
    assert first_seat(position) == AXIS  # not by the calendar
    play_marker(position, "Uranus")
    assert first_seat(position) == AXIS
    position.state.turn = 7
    assert first_seat(position) == SOVIET


@pytest.mark.rule("23.2")
def test_without_uranus_in_the_bins_the_calendar_stands() -> None:
    assert first_seat(variant(5, soviet_initiative="on")) == SOVIET  # ruling Q-P42


# --- 23.3 ------------------------------------------------------------------------------------------


@pytest.mark.rule("23.3")
def test_the_ss_panzer_corps_costs_four_points_and_a_die_from_august_on() -> None:
    position = variant(variable_reinforcements="on")
    position.state.refit[0] = 5
    assert refused(position, "build SSPz") == "23.3"
    until(position, "Refit", AXIS, turn=2)
    position.state.refit[0] = 5
    play(position, "build SSPz")
    assert position.decision.seat == CHANCE
    play(position, "roll 3")
    assert position.state.refit[0] == 1
    corps = unit(position, "SSPz")
    assert (position.state.where[corps], position.state.due[corps]) == (TRACK, 5)
    assert refused(position, "build SSPz") == "23.3"
    plain = variant()
    until(plain, "Refit", AXIS, turn=2)
    plain.state.refit[0] = 5
    assert refused(plain, "build SSPz") == "23.3"


@pytest.mark.rule("23.3")
def test_army_group_don_comes_on_the_turn_after_uranus() -> None:
    position = variant(5, variable_markers="on", variable_reinforcements="on")
    play_marker(position, "Uranus")
    corps = unit(position, "HGD")
    arrivals.muster(position)
    assert position.state.where[corps] == ASIDE
    position.state.turn = 6
    arrivals.muster(position)
    assert position.state.where[corps] == BOX
    plain = variant(6, variable_markers="on")
    plain.state.uranus_turn = 5
    arrivals.muster(plain)
    assert plain.state.where[corps] == ASIDE


@pytest.mark.rule("23.3")
def test_the_guards_mechanized_group_comes_the_moment_saturn_is_played() -> None:
    for option, place in (("on", BOX), ("off", ASIDE)):
        position = variant(6, variable_reinforcements=option)
        play_marker(position, "Saturn")
        assert position.state.where[unit(position, "GdMech")] == place


@pytest.mark.rule("23.3")
def test_spare_counters_stay_in_the_box() -> None:
    position = variant(4, variable_markers="on", variable_reinforcements="on", better_logistics="on")
    for name in ("18Mtn", "PVO2"):
        assert position.state.where[unit(position, name)] == ASIDE


# --- 23.4 ------------------------------------------------------------------------------------------


@pytest.mark.rule("23.4", "15.14")
def test_better_logistics_adds_two_truck_columns_one_of_them_at_the_start() -> None:
    game = real_game("standard", {"better-logistics": "on"})
    position = game.start()
    first, second = (game.index[name] for name in ("Truck4", "Truck5"))
    assert position.state.where[first] >= 0
    assert position.state.where[second] == POOL
    until(position, "Refit")
    assert "build Truck5" in legal(position)
    plain = real_game().start()
    assert plain.state.where[first] == plain.state.where[second] == ASIDE
    until(plain, "Refit")
    assert refused(plain, "build Truck5") == "14.3"


@pytest.mark.rule("23.4")
def test_the_soviet_mobile_depot_comes_with_uranus_into_a_town_on_a_railroad() -> None:
    position = variant(4, variable_markers="on", better_logistics="on")
    play_marker(position, "Uranus")
    position = position.copy()
    assert position.decision.kind == "PlaceDepot"
    hexes = {position.game.grid.hex(text.split()[2]) for text in legal(position)}
    assert hexes
    game = position.game
    assert all(game.geography.rail_hexes >> hex & 1 and hex in game.settlements for hex in hexes)
    assert hex_of(position, "kharkov") not in hexes
    play(position, f"deploy SovDepot {game.grid.label(hex_of(position, 'tambov'))}")
    assert position.state.where[unit(position, "SovDepot")] == hex_of(position, "tambov")
    assert position.decision.kind != "PlaceDepot"
    plain = variant(4, variable_markers="on")
    play_marker(plain, "Uranus")
    plain.settle()
    plain = plain.copy()
    assert plain.decision.kind != "PlaceDepot"


@pytest.mark.rule("23.4", "15.6")
def test_the_soviet_depot_supplies_beyond_the_front_line_by_rail() -> None:
    position = variant(5, variable_markers="on", better_logistics="on")
    clear_map(position)
    position.state.turn = 2  # summer: two hexes
    for name in ("kursk", "belgorod", "kastornoye", "livny", "orel"):
        station(position, "62A", name)  # the Soviets have passed through
    station(position, "63A", "kursk")
    before = supply.supplied_area(position, SOVIET, False)
    station(position, "SovDepot", "orel")
    after = supply.supplied_area(position, SOVIET, False)
    beyond = position.game.geography.home[AXIS]
    assert (after & beyond).bit_count() > (before & beyond).bit_count()


def test_options_have_the_defaults_of_the_book() -> None:
    chosen = switches({})
    assert not any(
        (chosen.variable_markers, chosen.better_logistics, chosen.naval_operations, chosen.bridgeheads)
    )
    assert chosen.lost_for_good
    assert chosen.attacker_moves_retreats
    assert {option.rule for option in OPTIONS} >= {"23.1", "23.2", "23.3", "23.4", "25.1", "25.2"}
