"""Bots by name."""

from __future__ import annotations

import pytest
from tests.drill import Drill

import grognard
from grognard import bots
from grognard.bots.registry import BotKind, kinds
from grognard.core import Dice, NotPlayable, Seat

DRILL = Drill("drill")
MOSCOW = grognard.load("moscow-1941", "red-snow")


def test_the_built_in_bots_are_found_by_name() -> None:
    assert bots.names()[:2] == ("random", "staff")
    assert bots.make("random", DRILL, DRILL.seats[0]).name == "random"
    assert bots.make("staff", MOSCOW, MOSCOW.seats[0]).name == "staff"


def test_only_the_staff_thinks_harder_on_a_higher_level() -> None:
    assert {name for name, kind in kinds().items() if kind.levels} == {"staff"}


def test_an_unknown_bot_is_refused_with_a_hint() -> None:
    with pytest.raises(
        NotPlayable, match=r"unknown bot 'stuff'; did you mean 'staff'\? \(bots: random, staff"
    ):
        bots.make("stuff", MOSCOW, MOSCOW.seats[0])


def test_a_seat_that_the_game_does_not_have_is_refused() -> None:
    with pytest.raises(NotPlayable, match="no seat 'finland' for a bot"):
        bots.make("random", DRILL, Seat("finland"))


@pytest.mark.parametrize("level", [0, 4])
def test_a_level_that_there_is_not_is_refused(level: int) -> None:
    with pytest.raises(NotPlayable, match=f"one of 1, 2, 3, not {level}"):
        bots.make("staff", MOSCOW, MOSCOW.seats[0], level=level)


def test_a_game_without_an_officer_has_no_staff(monkeypatch: pytest.MonkeyPatch) -> None:
    module = type("Module", (), {"staff": None})()
    monkeypatch.setattr("grognard.bots.registry.find", lambda name: module)
    with pytest.raises(NotPlayable, match="has no staff yet; it can be played against 'random'"):
        bots.make("staff", MOSCOW, MOSCOW.seats[0])


def test_a_bot_of_another_project_joins_through_its_kind() -> None:
    kind = BotKind(
        "echo", "takes the first order", lambda game, seat, seed, level: bots.make("random", game, seat)
    )
    assert kind.make(DRILL, DRILL.seats[0], 1, 1).seat == DRILL.seats[0]


def test_progress_is_reported_to_whoever_listens() -> None:
    heard: list[float] = []
    players = {
        seat: bots.make("staff", MOSCOW, seat, progress=lambda done, what: heard.append(done))
        for seat in MOSCOW.seats
    }
    position = MOSCOW.start()
    while position.state.turn < 2 and len(heard) < 5:
        outcomes = position.decision.outcomes
        if outcomes is not None:
            position.apply(Dice(1).throw(outcomes))
        else:
            position.apply(bots.ask(players[position.decision.seat], position).order)
    assert heard == [1.0] * 5
