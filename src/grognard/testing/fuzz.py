"""Random play to the end, thousands of times, with every crash kept as a record that replays."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from grognard.core import Dice, Record, Timeline
from grognard.core.game import AnyGame
from grognard.testing.conformance import pick


class FuzzReport(msgspec.Struct, frozen=True):
    """What a fuzzing run saw; `fault` and `record` tell the first game that went wrong."""

    games: int
    orders: int
    outcomes: dict[str, int]
    fault: str = ""
    record: str = ""


def fuzz(
    game: AnyGame,
    games: int,
    seed: int,
    longest: int = 100_000,
    progress: Callable[[int], None] = lambda played: None,
) -> FuzzReport:
    """Play random games; `status()` after every order, save and load and undo along the way."""
    orders, outcomes = 0, dict[str, int]()
    for number in range(games):
        timeline = Timeline(game)
        try:
            _play(timeline, Dice(f"fuzz {seed} {number}"), longest)
        except Exception as error:
            # A rule that crashed has left the position half changed.
            timeline.position = timeline.at(len(timeline.entries))
            fault = f"game {number}, ply {timeline.position.ply}: {_in_words(error)}"
            return FuzzReport(number, orders, outcomes, fault, Record.of(timeline).text())
        outcome = timeline.position.outcome
        assert outcome is not None
        outcomes[outcome.text] = outcomes.get(outcome.text, 0) + 1
        orders += len(timeline.entries)
        progress(number + 1)
    return FuzzReport(games, orders, outcomes)


def _in_words(error: Exception) -> str:
    return str(error) if type(error) is RuntimeError else f"{type(error).__name__}: {error}"


def _play(timeline: Timeline, dice: Dice, longest: int) -> None:
    game = timeline.game
    while timeline.position.outcome is None:
        position = timeline.position
        if len(timeline.entries) > longest:
            raise RuntimeError(f"no end after {longest} orders")
        order = pick(position, dice)
        try:
            timeline.submit(order, position.seat)
        except Exception as error:
            raise RuntimeError(f"{game.text(order)!r}: {_in_words(error)}") from error
        faults = timeline.position.status()
        if faults:
            raise RuntimeError(f"impossible position: {faults[0].text} [{faults[0].rule}]")
        whim = dice.below(200)
        if whim == 0:
            timeline.position = game.load(game.save(timeline.position))
        elif whim == 1:
            _take_back_and_repeat(timeline)


def _take_back_and_repeat(timeline: Timeline) -> None:
    """Undo what is free, give the same orders again, and end in the same place."""
    last = timeline.entries[-1].seat
    digest, count = timeline.position.digest(), timeline.free_undo(last)
    again = [timeline.undo(last).order for _ in range(count)]
    for order in reversed(again):
        timeline.submit(order, last)
    if timeline.position.digest() != digest:
        raise RuntimeError("orders taken back and given again lead elsewhere")
