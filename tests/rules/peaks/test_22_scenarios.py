"""22 Scenarios: setting up by sector and front line, the losses of Blau I, and the extended game."""

from __future__ import annotations

import pytest
from tests.games.peaks.real import clear_map, hex_of, kill, opened, real_game, station, until
from tests.games.peaks.situation import PeaksPosition, legal, play, refused, steps_left, unit

from grognard.board.bits import hexes_of
from grognard.core import CHANCE, Dice, Seat
from grognard.games.peaks import deployment, victory
from grognard.games.peaks.command import bin_of
from grognard.games.peaks.components import Code, Size
from grognard.games.peaks.field import crowding
from grognard.games.peaks.setup import bare_sides, candidates
from grognard.games.peaks.state import (
    ASIDE,
    AXIS,
    BOX,
    POOL,
    SEATS,
    SOVIET,
    TRACK,
    Phase,
    Sectors,
)


def fresh(scenario: str = "standard", **options: str) -> PeaksPosition:
    """The very start, with a free set-up."""
    chosen = {name.replace("_", "-"): value for name, value in options.items()}
    return real_game(scenario, {"set-up": "free", **chosen}).start()


# --- what starts where (22.1.1 to 22.1.3) -----------------------------------------------------------


@pytest.mark.rule("22.0", "22.1", "22.1.1")
def test_the_soviets_set_up_first_then_the_axis() -> None:
    position = fresh()
    assert (position.decision.seat, position.decision.kind) == (SOVIET, "SettingUp")
    play(position, "ready")
    assert (position.decision.seat, position.decision.kind) == (CHANCE, "BlauRoll")
    while position.decision.kind != "SettingUp":
        position.submit(legal(position)[0])
    assert position.decision.seat == AXIS
    play(position, "ready")
    assert position.decision.kind == "BlauReduction"


@pytest.mark.rule("22.1.2", "22.1.3", "2.3")
def test_codes_and_the_front_line_say_where_units_may_stand() -> None:
    game = real_game()
    geography = game.geography
    for number in game.suggested:
        counter, area = game.units[number], deployment.area_of(game, number)
        seat = game.owner[number]
        assert area
        assert area >> game.suggested[number] & 1
        if not counter.city:
            assert not area & ~geography.home[seat]
        sectors = {geography.sector_of[hex] for hex in hexes_of(area)}
        if counter.code in (Code.ARMY_GROUP_A, Code.CAUCASUS) and not counter.city:
            assert sectors == {Sectors.CAUCASUS}
        if counter.code in (Code.ARMY_GROUP_B, Code.STALINGRAD) and not counter.city:
            assert sectors == {Sectors.STALINGRAD}
        if counter.code is Code.EITHER_ARMY_GROUP:
            assert sectors == {Sectors.STALINGRAD, Sectors.CAUCASUS}


@pytest.mark.rule("22.1.2", "18.1")
def test_garrisons_stand_in_the_city_of_their_name_and_marines_in_a_black_sea_port() -> None:
    position = fresh()
    game = position.game
    assert game.suggested[game.index["GStalingrad"]] == hex_of(position, "stalingrad")
    area = deployment.area_of(game, game.index["BSF"])
    assert area == game.ports["black-sea"]
    play(position, f"place BSF {game.grid.label(hex_of(position, 'batum'))}")
    assert refused(position, "place BSF 5511") == "22.1.2"


@pytest.mark.rule("22.1.3", "15.12")
def test_mobile_depots_start_on_railroads_behind_the_front_one_to_a_hex() -> None:
    game = real_game()
    depot = deployment.area_of(game, game.index["Depot3"])
    assert not depot & ~(game.geography.rail_hexes & game.geography.home[AXIS])
    places = [game.suggested[game.index[name]] for name in ("Depot1", "Depot2", "Depot3")]
    assert len(set(places)) == 3


@pytest.mark.rule("22.1.2", "22.1.3")
@pytest.mark.parametrize("seat", SEATS)
def test_our_suggestion_covers_the_front_and_stacks_legally(seat: Seat) -> None:
    position = fresh()
    assert bare_sides(position, seat) == ()
    assert all(crowding(position, stack) is None for stack in position.state.stacks.values())


@pytest.mark.rule("22.1.2", "22.1.3")
def test_nobody_is_ready_while_a_hexside_of_the_front_is_bare() -> None:
    position = fresh()
    game = position.game
    front = deployment.front_hexes(game, game.geography.home[SOVIET])
    dice = Dice(1)
    while not bare_sides(position, SOVIET):
        places = [
            text for text in legal(position, "place") if position.game.grid.hex(text.split()[2]) not in front
        ]
        position.submit(places[dice.below(len(places))])
    assert refused(position, "ready") == "22.1.2"
    assert "ready" not in legal(position)
    play(position, "restore")
    assert "ready" in legal(position)
    assert refused(position, "restore") == "22.1.2"


@pytest.mark.rule("22.1.2")
def test_a_unit_is_placed_within_its_limits_and_the_enemy_is_left_alone() -> None:
    position = fresh()
    assert refused(position, "place 62A 6208") == "22.1.2"  # a reinforcement
    assert refused(position, "place 14Pz 5506") == "22.1.2"
    assert refused(position, "place 9A 5506") == "22.1.2"  # beyond the front line
    kotelnikovo = position.game.grid.label(hex_of(position, "krasnodar"))
    place = next(text for text in legal(position, "place") if text.split()[1] == "9A")
    play(position, place)
    assert refused(position, f"place 9A {kotelnikovo}") == "22.1.2"  # each once


# --- what lies beside the map ------------------------------------------------------------------------


@pytest.mark.rule("22.1.2", "22.1.3", "2.13")
def test_boxes_at_the_start() -> None:
    position = fresh()
    state, game = position.state, position.game
    assert all(state.where[n] == POOL for n in game.supports)
    for number, airstrike in game.airstrikes.items():
        if airstrike.optional:
            assert state.where[number] == ASIDE
        elif airstrike.turn:
            assert (state.where[number], state.due[number]) == (TRACK, airstrike.turn)
        else:
            assert state.where[number] == BOX
            assert game.owner[number] == AXIS  # 22.1.2: all Soviet airstrikes lie on their track
    late = [n for n in game.airstrikes_of[AXIS] if state.where[n] == TRACK]
    assert [game.names[n] for n in late] == ["LKDon"]
    assert state.where[game.airlift] == POOL
    assert state.refit == [2, 0]
    for number, counter in enumerate(game.units):
        if counter.variant.value in ("eleventh-army", "ss-panzer", "spare", "shock-reply"):
            assert state.where[number] == ASIDE


@pytest.mark.rule("22.1.3", "19.1")
def test_the_axis_draws_two_support_units_for_nothing() -> None:
    position = opened()
    game = position.game
    assert sum(position.state.where[n] == BOX for n in game.supports_of[AXIS]) == 2
    assert sum(position.state.where[n] == BOX for n in game.supports_of[SOVIET]) == 0


# --- Blau I (22.1.2, 22.1.3) -------------------------------------------------------------------------


@pytest.mark.rule("22.1.2")
def test_a_die_of_soviet_armies_is_reduced_in_each_sector() -> None:
    position = fresh()
    play(position, "ready", "roll 3")
    reduced: list[str] = []
    for left in (3, 2, 1):
        assert position.decision.seat == SOVIET
        assert f"({left} to go)" in position.decision.prompt
        name = legal(position)[0].split()[1]
        assert position.game.units[unit(position, name)].size is Size.ARMY
        play(position, f"reduce {name}")
        assert steps_left(position, name) == 1
        assert refused(position, f"reduce {name}") != ""  # no unit twice
        reduced.append(name)
    assert len(set(reduced)) == 3
    sector = position.game.geography.sector_of
    assert {sector[position.state.where[unit(position, name)]] for name in reduced} == {Sectors.STALINGRAD}
    assert position.decision.kind == "BlauRoll"
    play(position, "roll 1")
    caucasus = [text.split()[1] for text in legal(position)]
    assert {sector[position.state.where[unit(position, name)]] for name in caucasus} == {Sectors.CAUCASUS}


@pytest.mark.rule("22.1.2")
def test_groups_garrisons_and_marines_lose_nothing_to_blau() -> None:
    position = fresh()
    for sector in (Sectors.STALINGRAD, Sectors.CAUCASUS):
        sizes = {position.game.units[n].size for n in candidates(position, SOVIET, sector)}
        assert sizes == {Size.ARMY}  # ruling Q-P58


@pytest.mark.rule("22.1.2")
def test_when_there_are_fewer_armies_than_the_die_says_all_are_reduced() -> None:
    position = fresh()
    names = [position.game.names[n] for n in candidates(position, SOVIET, Sectors.STALINGRAD)]
    kill(position, " ".join(names[2:]))
    position.stack = position.stack[:-1]  # the set-up is over
    position.settle()
    play(position, "roll 6")
    for _ in range(2):
        play(position, legal(position)[0])
    assert [steps_left(position, name) for name in names[:2]] == [1, 1]
    assert position.decision.kind == "BlauRoll"  # ruling Q-P40


@pytest.mark.rule("22.1.2")
def test_a_sector_without_armies_loses_nothing() -> None:
    position = fresh()
    kill(position, " ".join(position.game.names[n] for n in candidates(position, SOVIET, Sectors.STALINGRAD)))
    position.stack = position.stack[:-1]
    position.settle()
    play(position, "roll 6")
    assert position.decision.kind == "BlauRoll"  # on to the Caucasus Sector


@pytest.mark.rule("22.1.3")
def test_one_german_corps_of_each_army_group_is_reduced() -> None:
    position = fresh()
    while not (position.decision.kind == "SettingUp" and position.decision.seat == AXIS):
        position.submit("ready" if "ready" in legal(position) else legal(position)[0])
    play(position, "ready")
    sectors = []
    for _ in range(2):
        names = [text.split()[1] for text in legal(position)]
        for name in names:
            counter = position.game.units[unit(position, name)]
            assert counter.german
            assert counter.size is Size.CORPS
        sectors.append(position.game.geography.sector_of[position.state.where[unit(position, names[0])]])
        play(position, f"reduce {names[0]}")
        assert steps_left(position, names[0]) == 1
    assert sectors == [Sectors.STALINGRAD, Sectors.CAUCASUS]
    assert position.decision.seat == CHANCE  # 22.1.3: on to the support units


# --- the extended game (22.2) -----------------------------------------------------------------------


@pytest.mark.rule("22.2", "22.1")
def test_the_extended_game_goes_on_to_march_1943() -> None:
    position = opened("extended")
    until(position, "Refit", turn=9)
    assert position.state.turn == 9
    assert position.game.components.turns[8].month == "March 1943"
    position.state.phase = Phase.INTER_PHASE
    position.stack = position.stack[:1]
    position.settle()
    assert position.outcome is not None


@pytest.mark.rule("22.2.1")
def test_manstein_and_star_join_in_february() -> None:
    position = opened("extended")
    until(position, "Refit", turn=7)
    ids = {position.game.markers[n].id for seat in SEATS for n in bin_of(position, seat)}
    assert not {"Manstein", "Star"} & ids
    until(position, "Refit", turn=8)
    ids = {position.game.markers[n].id for seat in SEATS for n in bin_of(position, seat)}
    assert {"Manstein", "Star"} <= ids


@pytest.mark.rule("22.2.2")
@pytest.mark.parametrize("place", ["stalingrad", "baku"])
def test_once_the_axis_has_held_stalingrad_or_baku_more_is_at_stake(place: str) -> None:
    for scenario, raised in (("extended", True), ("standard", False)):
        position = opened(scenario)
        clear_map(position)
        kill(position, "5TkA 5SA MechA")
        station(position, "62A", "kharkov")
        assert (victory.points(position, AXIS), victory.points(position, SOVIET)) == (6, 2)
        station(position, "14Pz", place)
        victory.check(position)
        station(position, "14Pz", "5810")  # gone again: it has been held
        station(position, "64A", place)
        victory.check(position)
        expected = (8, 4) if raised else (6, 2)  # 3 for tank and shock armies, 2 for the mechanized one
        assert (victory.points(position, AXIS), victory.points(position, SOVIET)) == expected
