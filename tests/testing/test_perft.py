"""Counting lines of play: on a game small enough to count by hand."""

from tests.drill import ATTACK, MOVE, Drill, Pos

from grognard.core import CHANCE
from grognard.testing.perft import perft, settle_chance


def start() -> Pos:
    return Drill("drill").start()


def test_lines_are_counted_order_by_order_and_chance_is_no_choice() -> None:
    # three bids a side; then a chit is drawn, and the first to move has five steps to choose from, or none
    assert [perft(start(), depth) for depth in range(4)] == [1, 3, 9, 9 * 6]


def test_counting_leaves_the_position_alone() -> None:
    position = start()
    before = position.digest()
    perft(position, 3)
    assert position.digest() == before


def test_fate_is_average() -> None:
    position = start()
    for order in ("bid 0", "bid 0"):
        position.submit(order)
    assert position.seat == CHANCE
    settle_chance(position)
    assert position.state.chit == "snow"  # two of four chits, the second and the third
    position.apply(MOVE(2, 3))
    position.apply(ATTACK(4))
    settle_chance(position)  # a four, and the defender has to choose
    assert position.decision.kind == "Suffer"
