"""What any officer would do: situations with one obvious answer."""

from __future__ import annotations

import pytest
from tests.bots.moscow_staff import attacks, command, in_supply
from tests.games.moscow1941.situation import MoscowPosition, play, situation, unit, where

import grognard
from grognard import bots
from grognard.core import Dice
from grognard.core.game import AnyGame
from grognard.games.moscow1941.artillery import deployed
from grognard.games.moscow1941.field import fortified
from grognard.games.moscow1941.phases import Phase
from grognard.games.moscow1941.state import AXIS, SOVIET

ROAD = "5230"
"""A hex on the highway to Moscow, far behind the German front."""


def dug_in(position: MoscowPosition, label: str) -> bool:
    return fortified(position, position.game.grid.hex(label))


# --- movement ------------------------------------------------------------------------------------------


def test_it_takes_a_free_town() -> None:
    position = situation(
        {"2Pz.3": "4421", "316RD": "6005"}, Phase.MOVEMENT, control={SOVIET: ["4418"], AXIS: ["4421"]}
    )
    command(position, AXIS)
    assert where(position, "2Pz.3") == "4418"


def test_it_brings_up_what_an_attack_takes() -> None:
    units = {"7ID.19": "5216", "7ID.61": "5216", "7ID.62": "5217", "257.185RD": "5213"}
    position = situation(units, Phase.MOVEMENT)
    ordered = command(position, AXIS, phases=2)
    assert attacks(ordered) == ["5213"]
    assert len([text for text in ordered if text.startswith("join ")]) >= 2


def test_it_does_not_walk_up_to_an_enemy_who_is_far_too_strong() -> None:
    units = {"638Fr": "5217", "78RD": "5214", "316RD": "5214", "32RD": "5214"}
    position = situation(units, Phase.MOVEMENT)
    assert not attacks(command(position, AXIS, phases=2))


@pytest.mark.rule("7.1.11")
def test_it_digs_in_rather_than_having_to_attack_a_fortress() -> None:
    units = {"108RD": "5213", "7ID.19": "5214", "7ID.61": "5214", "7ID.62": "5214"}
    position = situation(units, Phase.MOVEMENT, SOVIET, forts=["5214"])
    ordered = command(position, SOVIET, phases=2)
    assert not attacks(ordered)


def test_a_line_that_stays_is_dug_in() -> None:
    units = {"316RD": "5208", "7ID.19": "5211", "7ID.61": "5211", "5Pz.31": "5211"}
    position = situation(units, Phase.MOVEMENT, SOVIET)
    command(position, SOVIET)
    assert where(position, "316RD") == "5208"
    assert dug_in(position, "5208")


def test_a_unit_that_is_cut_off_goes_where_there_is_supply() -> None:
    # the road 52 brings supply from Moscow; the enemy stands between it and the division
    units = {"316RD": "4713", "2Pz.S2": "5012", "2Pz.S304": "5014"}
    position = situation(units, Phase.MOVEMENT, SOVIET, shortage={"316RD": 0})
    assert not in_supply(position, "316RD")
    command(position, SOVIET)
    assert in_supply(position, "316RD")


def test_moscow_keeps_its_garrison() -> None:
    units = {
        "1Msk": "5103",
        "2Msk": "5203",
        "3Msk": "5303",
        "108RD": "5220",
        "2Pz.3": "5224",
        "5Pz.31": "5225",
    }
    position = situation(units, Phase.MOVEMENT, SOVIET)
    command(position, SOVIET)
    city = set(position.game.board.places["moscow"].hexes)
    assert all(position.state.where[unit(position, id)] in city for id in ("1Msk", "2Msk", "3Msk"))


def test_a_headquarters_that_stands_in_front_goes_back() -> None:
    units = {"HQ.5A": "5212", "316RD": "5208", "78RD": "5208", "2Pz.3": "5215", "5Pz.31": "5215"}
    position = situation(units, Phase.MOVEMENT, SOVIET)
    command(position, SOVIET)
    grid, enemy = position.game.grid, position.game.grid.hex("5215")
    there = position.state.where[unit(position, "HQ.5A")]
    assert grid.distance(there, enemy) > 4 or where(position, "HQ.5A") == where(position, "316RD")


def test_guns_end_their_move_ready_to_fire() -> None:
    units = {"Art1.5A": "5204", "316RD": "5212", "78RD": "5212", "2Pz.3": "5215", "5Pz.31": "5215"}
    units |= {"32RD": "5209", "82MD": "5209", "1MD": "5210"}
    position = situation(units, Phase.MOVEMENT, SOVIET)
    command(position, SOVIET)
    gun = unit(position, "Art1.5A")
    assert deployed(position, gun)
    distance, here = position.game.grid.distance, position.state.where[gun]
    fighters = [position.state.where[unit(position, id)] for id in ("316RD", "78RD", "32RD", "82MD", "1MD")]
    assert any(distance(here, hex) <= 3 for hex in fighters)


# --- combat ----------------------------------------------------------------------------------------------


def test_it_does_not_attack_at_one_to_three_unless_it_must() -> None:
    units = {"638Fr": "5214", "78RD": "5213", "316RD": "5213"}
    position = situation(units, Phase.COMBAT, forts=["5214"])
    assert command(position, AXIS) == ["end"]


@pytest.mark.rule("5.1.3")
def test_a_hopeless_duty_is_met_by_those_who_have_it_alone() -> None:
    units = {
        "638Fr": "5214",
        "7ID.19": "5314",
        "7ID.61": "5314",
        "78RD": "5213",
        "316RD": "5213",
        "32RD": "5213",
    }
    position = situation(units, Phase.COMBAT, forts=["5314", "5213"])
    ordered = command(position, AXIS)
    assert attacks(ordered) == ["5213"]
    assert [text for text in ordered if text.startswith("join ")] == ["join 638Fr"]


@pytest.mark.rule("5.1.4")
def test_every_enemy_who_must_be_attacked_is_attacked() -> None:
    units = {
        "7ID.19": "5214", "7ID.61": "5214", "7ID.62": "5214",
        "257.185RD": "5113", "1310.18RD": "5213", "108RD": "5313",
    }  # fmt: skip
    position = situation(units, Phase.COMBAT)
    grid = position.game.grid
    near = {grid.hex(label) for label in ("5113", "5213", "5313")} & set(grid.neighbours[grid.hex("5214")])
    ordered = command(position, AXIS, roll=12)
    fought = attacks(ordered) + [text.split()[1] for text in ordered if text.startswith("also ")]
    assert {grid.hex(label) for label in fought} >= near


@pytest.mark.rule("6.3.1")
def test_guns_in_range_support_the_attack() -> None:
    units = {"7ID.19": "5214", "7ID.61": "5214", "Art.VII": "5216", "316RD": "5213"}
    position = situation(units, Phase.COMBAT)
    assert "support Art.VII" in command(position, AXIS)


@pytest.mark.rule("6.3.1")
def test_guns_in_range_support_the_defence() -> None:
    units = {"7ID.19": "5214", "7ID.61": "5214", "316RD": "5213", "Art1.5A": "5211"}
    position = situation(units, Phase.COMBAT)
    play(position, "attack 5213", "join 7ID.19", "join 7ID.61", "fight")
    assert "support Art1.5A" in command(position, SOVIET)


@pytest.mark.rule("5.1.8")
def test_a_counter_is_reduced_before_another_is_lost() -> None:
    units = {"638Fr": "5214", "7ID.61": "5214", "332RD": "5213"}
    position = situation(units, Phase.COMBAT, levels={"7ID.61": 1})
    play(position, "attack 5213", "join 638Fr", "join 7ID.61", "fight", "roll 9")
    assert bots.ask(bots.make("staff", position.game, AXIS), position).order.values == (
        unit(position, "638Fr"),
    )


@pytest.mark.rule("5.3.7")
def test_the_last_step_goes_back_rather_than_being_lost() -> None:
    units = {"7ID.19": "5214", "7ID.61": "5214", "7ID.62": "5214", "316RD": "5213"}
    position = situation(units, Phase.COMBAT, levels={"316RD": 1})
    play(position, "attack 5213", "join 7ID.19", "join 7ID.61", "join 7ID.62", "fight", "roll 6")
    ordered = command(position, SOVIET)
    assert ordered[0].startswith("back 316RD")
    assert where(position, "316RD")


@pytest.mark.rule("5.4.1")
def test_it_pursues_into_a_town() -> None:
    units = {"7ID.19": "4420", "7ID.61": "4420", "7ID.62": "4420", "257.185RD": "4418"}
    position = situation(units, Phase.MOVEMENT, control={SOVIET: ["4418"], AXIS: ["4420"]})
    command(position, AXIS, phases=2, roll=7)
    town = position.game.grid.hex("4418")
    assert position.game.owner[position.state.stacks[town][0]] == AXIS


# --- whole games --------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("scenario", ["typhoon", "red-snow"])
def test_the_same_seed_gives_the_same_days_and_no_order_is_refused(scenario: str) -> None:
    digests = {days(grognard.load("moscow-1941", scenario), turns=1, level=3) for _ in range(2)}
    assert len(digests) == 1


@pytest.mark.slow
def test_the_staff_beats_chance() -> None:
    game = grognard.load("moscow-1941", "red-snow")
    players = {AXIS: bots.make("random", game, AXIS), SOVIET: bots.make("staff", game, SOVIET, level=1)}
    position = game.start()
    assert bots.play(position, players, Dice(1)) == []
    assert position.outcome is not None
    assert position.outcome.winner == SOVIET


@pytest.mark.slow
def test_other_switches_of_the_game_are_no_trouble() -> None:
    switches = {"masking": "off", "bridges": "off", "set-up": "free", "strategic-movement": "off"}
    assert days(grognard.load("moscow-1941", "red-snow", switches), turns=1, level=1)


def days(game: AnyGame, turns: int, level: int) -> str:
    """The digest after some days of staff against staff, none of whose answers had to be replaced."""
    players = {seat: bots.make("staff", game, seat, level=level) for seat in game.seats}
    position, dice = game.start(), Dice(1)
    while position.state.turn <= turns:
        outcomes = position.decision.outcomes
        if outcomes is not None:
            position.apply(dice.throw(outcomes))
            continue
        reply = bots.ask(players[position.decision.seat], position)
        assert not reply.complaint
        position.apply(reply.order)
    return position.digest()


def test_it_says_what_it_is_up_to() -> None:
    units = {"7ID.19": "5216", "7ID.61": "5216", "7ID.62": "5217", "257.185RD": "5213"}
    position = situation(units, Phase.MOVEMENT)
    officer = bots.make("staff", position.game, AXIS)
    reply = bots.ask(officer, position)
    assert any(line.startswith("prepare an attack on 5213 with") for line in reply.intentions)
