"""3 Victory: sudden death at any moment, points at the end, and their levels."""

from __future__ import annotations

import pytest
from tests.games.peaks.real import at, clear_map, hex_of, kill, opened, quiet_order, real_game, station, until
from tests.games.peaks.situation import PeaksPosition, play, unit

from grognard.core import Dice, Seat
from grognard.games.peaks import control, victory
from grognard.games.peaks.movement import Movement
from grognard.games.peaks.reinforcements import Reinforcements
from grognard.games.peaks.state import AXIS, BOX, REMOVED, SOVIET, TRACK

OIL = ("maikop", "grozny", "baku", "batum")
CENTRES = ("kharkov", "dnepropetrovsk", "kursk")
GERMANS = ("14Pz", "40Pz", "3Pz", "57Pz", "24Pz", "48Pz")


def empty(scenario: str = "standard", **options: str) -> PeaksPosition:
    """A game with nobody on the map."""
    position = opened(scenario, {name.replace("_", "-"): value for name, value in options.items()})
    clear_map(position)
    return position


def scores(position: PeaksPosition) -> tuple[int, int]:
    """Victory points of the Axis and of the Soviets."""
    return victory.points(position, AXIS), victory.points(position, SOVIET)


# --- sudden death (3.1) ----------


@pytest.mark.rule("3.1")
def test_the_oil_objectives_and_the_logistical_centres_are_those_of_the_map() -> None:
    game = real_game()
    assert game.oilfields == sum(1 << game.board.places[name].hexes[0] for name in OIL)
    assert game.depots[AXIS] == sum(1 << game.board.places[name].hexes[0] for name in CENTRES)
    assert game.sudden_death[SOVIET] == game.depots[AXIS]


def almost_won() -> PeaksPosition:
    """The Axis holds all it needs but Batum, and stands beside it."""
    position = empty()
    for name, place in zip(GERMANS, ("stalingrad", "astrakhan", "maikop", "grozny", "baku"), strict=False):
        station(position, name, place)
    station(position, "48Pz", "5914")
    return position


@pytest.mark.rule("3.1")
def test_the_axis_wins_the_moment_it_occupies_all_it_needs() -> None:
    position = at(almost_won(), Movement(AXIS), seat=AXIS)
    assert position.seat == AXIS
    play(position, "move 48Pz 5915")
    assert position.outcome is not None
    assert position.outcome.winner == AXIS
    assert position.outcome.rule == "3.1"
    assert "epic" in position.outcome.text


@pytest.mark.rule("3.1", "3.3")
def test_control_without_a_unit_in_the_hex_is_not_enough() -> None:
    position = almost_won()
    station(position, "24Pz", "baku")
    station(position, "57Pz", "6313")  # leaves Grozny, which stays under control
    assert control.controls(position, AXIS, hex_of(position, "grozny"))
    moving = at(position, Movement(AXIS), seat=AXIS)
    play(moving, "move 48Pz 5915")
    assert moving.outcome is None


@pytest.mark.rule("3.1", "3.3")
def test_a_truck_column_occupies_nothing() -> None:
    position = empty()
    station(position, "Truck1", "astrakhan")
    assert not control.occupies(position, AXIS, 1 << hex_of(position, "astrakhan"))
    station(position, "Depot1", "astrakhan")
    assert control.occupies(position, AXIS, 1 << hex_of(position, "astrakhan"))  # ruling Q-P61


@pytest.mark.rule("3.1")
def test_the_soviets_win_in_all_logistical_centres_at_once_even_by_an_arrival() -> None:
    position = empty()
    for name, place in zip(("62A", "64A", "63A"), CENTRES, strict=True):
        if place != "kharkov":
            station(position, name, place)
    station(position, "21A", "5606")
    moving = at(position, Movement(SOVIET), seat=SOVIET)
    assert moving.seat == SOVIET
    play(moving, "move 21A 5506")
    assert moving.outcome is not None
    assert moving.outcome.winner == SOVIET
    assert "epic" in moving.outcome.text


@pytest.mark.rule("3.1")
def test_an_arrival_can_end_the_game_too() -> None:
    position = empty()
    station(position, "62A", "dnepropetrovsk")
    station(position, "64A", "kursk")
    position.game.depots[AXIS] |= 1 << hex_of(position, "6803")  # a third centre where the Soviets come in
    position.game.sudden_death[SOVIET] = sum(
        1 << hex_of(position, p) for p in ("dnepropetrovsk", "kursk", "6803")
    )
    position.state.where[unit(position, "63A")] = BOX
    arriving = at(position, Reinforcements(SOVIET), seat=SOVIET)
    assert arriving.seat == SOVIET
    play(arriving, "deploy 63A 6803")
    assert arriving.outcome is not None
    assert arriving.outcome.winner == SOVIET


# --- points (3.2, 3.5, 3.6) ----------


@pytest.mark.rule("3.5", "3.2")
@pytest.mark.parametrize(
    ("place", "worth"),
    [
        ("stalingrad", 5),
        ("astrakhan", 1),
        ("maikop", 2),
        ("grozny", 2),
        ("baku", 2),
        ("tiflis", 2),
        ("elbrus", 1),
        ("batum", 2),
        ("rostov", 0),
    ],
)
def test_what_the_axis_scores_for_occupying(place: str, worth: int) -> None:
    position = empty()
    station(position, "49Mtn", place)
    assert scores(position) == (worth, 0)
    station(position, "49Mtn", "6405")
    assert scores(position) == (0, 0)  # control alone counts nothing


@pytest.mark.rule("3.5")
def test_all_black_sea_ports_together_are_a_point_or_each_by_option() -> None:
    ports = ("novorossiysk", "tuapse", "sukhumi", "batum")
    for option, worth in (("off", 1), ("on", 4)):
        position = empty(each_port=option)
        for name, place in zip(GERMANS, ports, strict=False):
            station(position, name, place)
        assert scores(position)[0] == 2 + worth  # Batum itself is 2
        station(position, "14Pz", "5810")
        assert scores(position)[0] == 2 + (0 if option == "off" else 3)


@pytest.mark.rule("3.6")
@pytest.mark.parametrize(
    ("place", "worth"), [("kharkov", 2), ("dnepropetrovsk", 2), ("kursk", 2), ("taman", 1), ("rostov", 0)]
)
def test_what_the_soviets_score_for_occupying(place: str, worth: int) -> None:
    position = empty()
    station(position, "62A", place)
    assert scores(position) == (0, worth)


@pytest.mark.rule("3.5", "3.6")
@pytest.mark.parametrize(
    ("name", "axis", "soviet"),
    [
        ("5TkA", 2, 0),
        ("MechA", 2, 0),
        ("5SA", 2, 0),
        ("62A", 0, 0),
        ("1Gd", 0, 0),
        ("SCG", 0, 0),
        ("GdMech", 0, 0),
        ("GStalingrad", 0, 0),
        ("VVSC", 0, 0),
        ("14Pz", 0, 2),
        ("HGD", 0, 2),
        ("51Inf", 0, 1),
        ("49Mtn", 0, 1),
        ("Hu3", 0, 1),
        ("Ro3A", 0, 1),
        ("KG1", 0, 0),
        ("KGPz1", 0, 0),
        ("Oil1", 0, 0),
        ("Depot1", 0, 0),
        ("GKharkov", 0, 0),
        ("FK4", 0, 1),
        ("GAL", 0, 1),
    ],
)
def test_what_a_lost_unit_is_worth(name: str, axis: int, soviet: int) -> None:
    position = empty()
    kill(position, name)
    assert scores(position) == (axis, soviet)


@pytest.mark.rule("3.2", "14.4")
def test_units_on_their_way_back_have_left_the_pile() -> None:
    position = empty()
    kill(position, "5TkA")
    position.state.where[unit(position, "5TkA")] = TRACK
    assert scores(position) == (0, 0)


@pytest.mark.rule("15.19", "3.2")
@pytest.mark.parametrize(("option", "worth"), [("on", 2), ("off", 0)])
def test_units_lost_for_good_count_unless_ruled_otherwise(option: str, worth: int) -> None:
    position = empty(lost_for_good=option)
    position.state.where[unit(position, "5TkA")] = REMOVED
    assert scores(position)[0] == worth


@pytest.mark.rule("3.6", "17.3")
@pytest.mark.parametrize(("option", "worth"), [("2", 2), ("1", 1)])
def test_the_airlift_gives_the_soviets_points(option: str, worth: int) -> None:
    position = empty(airlift_points=option)
    assert scores(position) == (0, 0)
    position.state.airlift_turn = 5
    assert scores(position) == (0, worth)


@pytest.mark.rule("18.5", "3.6")
def test_each_corps_of_eleventh_army_gives_the_soviets_a_point() -> None:
    position = empty()
    position.state.committed = 2
    assert scores(position) == (0, 2)


# --- the end (3.4) ----------


@pytest.mark.rule("3.4", "3.2")
@pytest.mark.parametrize(
    ("axis", "soviet", "winner", "word"),
    [
        (("stalingrad",), 0, AXIS, "tactical"),
        (("grozny", "baku"), 0, None, "Draw"),
        (("stalingrad", "grozny", "baku", "astrakhan"), 0, AXIS, "operational"),
        (("stalingrad", "maikop", "grozny", "baku", "tiflis", "batum"), 0, AXIS, "strategic"),
        (("stalingrad", "maikop", "grozny", "baku", "tiflis", "batum"), 2, AXIS, "operational"),
        ((), 5, SOVIET, "tactical"),
        ((), 4, None, "Draw"),
        ((), 10, SOVIET, "operational"),
        ((), 15, SOVIET, "strategic"),
        (("stalingrad",), 6, None, "Draw"),
    ],
)
def test_the_lead_makes_the_level(axis: tuple[str, ...], soviet: int, winner: Seat | None, word: str) -> None:
    position = empty()
    for name, place in zip(("14Pz", "40Pz", "3Pz", "57Pz", "24Pz", "48Pz"), axis, strict=False):
        station(position, name, place)
    position.state.committed = soviet
    outcome = victory.final_outcome(position)
    assert outcome.winner == winner
    assert word in outcome.text
    assert outcome.scores == dict(zip(("axis", "soviet"), scores(position), strict=True))


@pytest.mark.rule("3.2", "4.2", "22.1", "22.1.1")
def test_the_standard_game_ends_after_january_1943() -> None:
    position = opened()
    until(position, "Refit", turn=7)
    assert position.seat is not None
    finish(position)
    assert position.state.turn == 7
    assert position.outcome is not None


def finish(position: PeaksPosition) -> None:
    """Play quietly to the end."""
    dice = Dice(3)
    while position.outcome is None:
        position.apply(quiet_order(position, dice))


# --- control (3.3) ----------


@pytest.mark.rule("3.3")
def test_at_the_start_control_follows_the_front_line_and_then_who_entered_last() -> None:
    position = empty()
    kharkov, rostov = hex_of(position, "kharkov"), hex_of(position, "rostov")
    assert control.controls(position, AXIS, kharkov)
    assert control.controls(position, SOVIET, rostov)
    station(position, "14Pz", "rostov")
    station(position, "14Pz", "5807")
    assert control.controls(position, AXIS, rostov)
    assert not control.controls(position, SOVIET, rostov)
    station(position, "62A", "rostov")
    assert control.controls(position, SOVIET, rostov)


@pytest.mark.rule("3.3")
def test_nobody_needs_to_stay_to_keep_control_but_a_truck_takes_none() -> None:
    position = empty()
    station(position, "Truck1", "rostov")
    assert control.controls(position, SOVIET, hex_of(position, "rostov"))
