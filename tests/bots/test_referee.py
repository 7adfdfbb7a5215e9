"""Whatever a bot answers, the game goes on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import pytest
from tests.drill import Drill

from grognard import bots
from grognard.bots import Bot
from grognard.core import Dice, Order, Position, Verb

DRILL = Drill("drill")
RED, BLUE = DRILL.seats
NONSENSE = Verb("frobnicate")


class Fool(Bot):
    """Answers with an order that is never legal."""

    name: ClassVar[str] = "fool"

    def choose(self, glimpse: Position[Any, Any], legal: Sequence[Order]) -> Order:
        """Answer with nonsense."""
        return NONSENSE()

    def intentions(self) -> tuple[str, ...]:
        """Tell what it is up to."""
        return ("frobnicate",)


class Wreck(Bot):
    """Fails at every question."""

    name: ClassVar[str] = "wreck"

    def choose(self, glimpse: Position[Any, Any], legal: Sequence[Order]) -> Order:
        """Divide by zero."""
        raise ZeroDivisionError("out of order")


class Vandal(Bot):
    """Plays on the glimpse before it answers, as bots that search do."""

    name: ClassVar[str] = "vandal"

    def choose(self, glimpse: Position[Any, Any], legal: Sequence[Order]) -> Order:
        """Carry out every legal order on what it was shown."""
        for order in legal:
            glimpse.copy().apply(order)
        glimpse.apply(legal[0])
        return legal[0]


def test_an_illegal_answer_is_replaced_and_reported() -> None:
    position = DRILL.start()
    reply = bots.ask(Fool(RED), position)
    assert reply.order in position.legal().orders
    assert reply.complaint == "fool answered 'Order(frobnicate)', which is not legal"
    assert reply.intentions == ("frobnicate",)


def test_a_bot_that_fails_is_replaced_and_reported() -> None:
    position = DRILL.start()
    reply = bots.ask(Wreck(RED), position)
    assert reply.order in position.legal().orders
    assert reply.complaint == "wreck failed: ZeroDivisionError: out of order"


def test_a_game_between_a_fool_and_a_wreck_comes_to_its_end() -> None:
    position = DRILL.start()
    complaints = bots.play(position, {BLUE: Fool(BLUE), RED: Wreck(RED)}, Dice(1))
    assert position.outcome is not None
    assert any("fool answered" in line for line in complaints)
    assert any("wreck failed" in line for line in complaints)


def test_a_bot_may_play_on_what_it_is_shown() -> None:
    position = DRILL.start()
    before = position.digest()
    bots.ask(Vandal(RED), position)
    assert position.digest() == before


def test_a_bot_is_asked_only_when_it_is_its_turn() -> None:
    position = DRILL.start()
    assert position.seat == RED
    with pytest.raises(ValueError, match="it is for red to decide, not for the bot of blue"):
        bots.ask(Fool(BLUE), position)


def test_a_game_without_end_is_given_up() -> None:
    players = {seat: bots.make("random", DRILL, seat) for seat in DRILL.seats}
    with pytest.raises(RuntimeError, match="no end after 3 orders"):
        bots.play(DRILL.start(), players, Dice(1), longest=3)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_same_seeds_give_the_same_game(seed: int) -> None:
    digests = set()
    for _ in range(2):
        position = DRILL.start()
        bots.play(
            position, {seat: bots.make("random", DRILL, seat, seed=seed) for seat in DRILL.seats}, Dice(seed)
        )
        digests.add(position.digest())
    assert len(digests) == 1


def test_other_seeds_give_other_games() -> None:
    digests = set()
    for seed in range(4):
        position = DRILL.start()
        bots.play(
            position, {seat: bots.make("random", DRILL, seat, seed=seed) for seat in DRILL.seats}, Dice(1)
        )
        digests.add(position.digest())
    assert len(digests) > 1
