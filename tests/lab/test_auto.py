"""Many games: the same whatever the number of processes, and a summary that adds up."""

from __future__ import annotations

import msgspec
import pytest

from grognard.core import Record, Seat
from grognard.lab.auto import Match, Played, Player, play_one, rate, simulate, summary
from grognard.table import open_game

AXIS, SOVIET = Seat("axis"), Seat("soviet")
RANDOM = {AXIS: Player("random"), SOVIET: Player("random")}
MATCH = Match("moscow-1941", "first-steps", RANDOM, seed="5")


def timeless(games: list[Played]) -> list[Played]:
    return [msgspec.structs.replace(game, seconds=0.0) for game in games]


@pytest.mark.slow
def test_the_number_of_processes_changes_nothing() -> None:
    alone, together = (list(simulate(MATCH, 3, jobs)) for jobs in (1, 2))
    assert timeless(alone) == timeless(together)
    assert [game.number for game in alone] == [1, 2, 3]
    assert len({game.orders for game in alone}) > 1


def test_a_kept_game_replays_to_its_end() -> None:
    kept = play_one(msgspec.structs.replace(MATCH, keep=True), 2)
    assert kept.complaints == ()
    record = Record.parse(kept.record)
    assert record.headers["Axis"] == "random"
    outcome = record.replay(open_game(record)).position.outcome
    assert outcome is not None
    assert (outcome.text, outcome.winner, outcome.scores) == (kept.text, kept.winner, kept.scores)
    assert len(record.entries) == kept.orders


def test_the_interval_of_wilson() -> None:
    """Against the figures in the literature: 8 of 10 lie between 49.0 % and 94.3 %."""
    assert rate(8, 10).low == pytest.approx(0.490, abs=0.001)
    assert rate(8, 10).high == pytest.approx(0.943, abs=0.001)
    assert rate(0, 20).low == 0
    assert rate(0, 20).high == pytest.approx(0.161, abs=0.001)
    assert rate(20, 20).high == 1


def test_the_summary_adds_up() -> None:
    def game(number: int, winner: Seat | None, text: str, score: int) -> Played:
        return Played(number, winner, text, {"axis": score}, 100, 2.0, ("slept",) if number == 3 else ())

    played = [
        game(1, AXIS, "German major victory (60 points)", 60),
        game(2, AXIS, "German major victory (70 points)", 70),
        game(3, SOVIET, "Soviet victory (20 points)", 20),
        game(4, None, "draw", 50),
    ]
    found = summary(MATCH, played, (AXIS, SOVIET))
    assert [(level.text, level.rate.count) for level in found.levels] == [
        ("German major victory", 2),
        ("Soviet victory", 1),
        ("draw", 1),
    ]
    assert (found.wins["axis"].share, found.wins["soviet"].share) == (0.5, 0.25)
    assert (found.scores["axis"].mean, found.scores["axis"].lowest, found.scores["axis"].highest) == (
        50,
        20,
        70,
    )
    assert found.scores["axis"].deviation == pytest.approx(21.6, abs=0.1)
    assert (found.orders, found.seconds) == (100, 2)
    assert found.complaints == ("game 3: slept",)
