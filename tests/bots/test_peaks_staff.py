"""What any officer would do between Don and Caucasus: situations with one obvious answer."""

from __future__ import annotations

from tests.games.peaks.fighting import FIELD, fight, waits_for
from tests.games.peaks.situation import PeaksPosition, legal, play, scene, steps_left, unit, where

import grognard
from grognard import bots
from grognard.core import CHANCE, Dice, Seat
from grognard.games.peaks.air import AirstrikeSegment
from grognard.games.peaks.combat import CombatSegment
from grognard.games.peaks.movement import Movement
from grognard.games.peaks.refit import Refit
from grognard.games.peaks.state import AXIS, SOVIET, Phase, Segment, seat_index

LONE = FIELD.replace(".Pz,Inf", ".Pz")


def command(position: PeaksPosition, seat: Seat = AXIS, seed: int = 1) -> list[str]:
    """Let the staff decide for a seat until the situation is over; what it ordered.

    The other seat gives its last order each time, and every die shows 1.
    """
    officer = bots.make("staff", position.game, seat, seed=seed)
    ordered: list[str] = []
    while position.outcome is None:
        if position.seat == seat:
            reply = bots.ask(officer, position)
            assert not reply.complaint, reply.complaint
            ordered.append(position.game.text(reply.order))
            position.submit(reply.order)
        else:
            texts = legal(position)
            play(position, texts[0] if position.seat == CHANCE else texts[-1])
    return ordered


def begun(ordered: list[str], verb: str) -> list[str]:
    """The orders of one verb."""
    return [text for text in ordered if text.split()[0] == verb]


# --- combat ------------------------------------------------------------------------------------------


def test_it_attacks_where_the_odds_are_good() -> None:
    assert begun(command(scene(FIELD.replace(".A1", ".Weak"))), "attack") == ["attack 0304"]


def test_it_does_not_run_its_head_against_a_wall() -> None:
    wall = FIELD.replace(".Pz,Inf", ".KG").replace(".A1", "rT1")
    assert not begun(command(scene(wall)), "attack")


def test_it_joins_as_many_as_the_attack_takes() -> None:
    ordered = command(scene(FIELD.replace(".A1", ".T1")))
    assert set(begun(ordered, "join")) == {"join Pz", "join Inf"}


def test_it_keeps_support_for_combats_that_need_it() -> None:
    sure = command(scene(FIELD.replace(".A1", ".Weak"), boxes="Flak"))
    assert not begun(sure, "support")


def test_it_gives_up_the_cheapest_step() -> None:
    position = scene(FIELD, result="AA", reduced="Pz")
    fight(position, "0304", "Pz Inf")
    command(position)
    # a reduced panzer corps would be lost, and two points with it
    assert (steps_left(position, "Pz"), steps_left(position, "Inf")) == (1, 1)


def test_it_drives_the_beaten_through_its_own_zones_and_its_own_men_clear_of_the_enemys() -> None:
    position = scene(LONE, result="DW")
    fight(position, "0304", "Pz")
    command(position)
    assert steps_left(position, "A1") == 1
    own = scene(LONE, result="AW")
    fight(own, "0304", "Pz")
    command(own)
    assert steps_left(own, "Pz") == 2


def test_the_fortress_city_is_held() -> None:
    position = scene(LONE, result="DW", places={"fortress Stalingrad": "0304"})
    fight(position, "0304", "Pz")
    assert waits_for(position)[1] == "StandFast"
    command(position, SOVIET)
    assert where(position, "A1") == "0304"


# --- movement ----------------------------------------------------------------------------------------


def moving(picture: str, **more: object) -> PeaksPosition:
    """A Ground Movement Segment with the Combat Segment behind it."""
    steps = (CombatSegment(AXIS), Movement(AXIS))
    return scene(picture, *steps, segment=Segment.MOVEMENT, **more)  # type: ignore[arg-type]


PORTS = {
    "places": {"town Tuapse": "0304", "town Sochi": "0504"},
    "ports": {"tuapse": "black-sea", "sochi": "black-sea"},
}


def test_it_takes_an_objective_that_nobody_holds() -> None:
    position = moving(
        """
        .    .    .    .    .    .
          .    .    .    .    .    .
        .    .Pz  .    .    .    .
          .    .    .    .    .    .
        .    .    .    .    .    .A1
        """,
        soviet_side="0304 0504",
        **PORTS,
    )
    command(position)
    assert where(position, "Pz") in ("0304", "0504")


def test_it_brings_up_what_an_attack_takes() -> None:
    position = moving(
        """
        .    .Inf .Inf2 .    .    .    .
          .    .    .    .    .    .    .
        .    .    .    .Weak .    .    .
          .    .    .    .    .    .    .
        """
    )
    ordered = command(position)
    assert begun(ordered, "attack") == ["attack 0304"]
    assert len(begun(ordered, "join")) == 2


# --- everything else -----------------------------------------------------------------------------------


def test_it_restores_what_is_worth_most() -> None:
    position = scene(FIELD, Refit(AXIS), reduced="Pz Inf", phase=Phase.REFIT, segment=Segment.NONE)
    position.state.refit[seat_index(AXIS)] = 2
    ordered = command(position)
    assert ordered[0] == "refit Pz"
    assert steps_left(position, "Pz") == 2


def test_airstrikes_fly_where_the_fighting_is() -> None:
    position = scene(FIELD, AirstrikeSegment(AXIS), segment=Segment.AIRSTRIKE, boxes="FK4 airlift")
    command(position)
    grid = position.game.grid
    assert grid.distance(grid.hex(where(position, "FK4")), grid.hex("0304")) <= 1
    assert where(position, "airlift") == ""  # it costs two points
    assert position.state.where[unit(position, "airlift")] < 0


def test_it_plays_the_same_game_again() -> None:
    def opening() -> list[str]:
        game = grognard.load("peaks", "standard")
        position, dice = game.start(), Dice("staff")
        officers = {seat: bots.make("staff", game, seat, seed=3) for seat in game.seats}
        told: list[str] = []
        while position.outcome is None and len(told) < 120:
            outcomes = position.decision.outcomes
            if outcomes is not None:
                order = dice.throw(outcomes)
            else:
                reply = bots.ask(officers[position.decision.seat], position)
                assert not reply.complaint, reply.complaint
                order = reply.order
            told.append(game.text(order))
            position.submit(order)
        return told

    assert opening() == opening()
