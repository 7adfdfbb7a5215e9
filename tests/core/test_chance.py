"""Chance: exact probabilities, and dice that fall alike on every machine."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from fractions import Fraction
from hashlib import blake2b
from itertools import islice, product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.core.toys import drill_after

from grognard.core import CHANCE, DRAW, ROLL, Dice, Outcomes, dice, equally_likely

ROOT = Path(__file__).resolve().parents[2]
weights = st.lists(st.integers(1, 50), min_size=1, max_size=12)


@given(weights)
def test_probabilities_are_exact_and_sum_to_one(given_weights: list[int]) -> None:
    outcomes = Outcomes((ROLL(face), weight) for face, weight in enumerate(given_weights))
    chances = [outcomes.probability(order) for order in outcomes.orders]
    assert chances == [Fraction(weight, sum(given_weights)) for weight in given_weights]
    assert sum(chances) == 1
    assert list(outcomes) == list(zip(outcomes.orders, given_weights, strict=True))
    assert len(outcomes) == len(given_weights)


@given(weights)
def test_every_number_below_the_total_selects_by_weight(given_weights: list[int]) -> None:
    outcomes = Outcomes((ROLL(face), weight) for face, weight in enumerate(given_weights))
    chosen = Counter(outcomes.at(number) for number in range(outcomes.total))
    assert chosen == dict(outcomes)
    for outside in (-1, outcomes.total):
        with pytest.raises(ValueError, match=f"from 0 to {outcomes.total - 1}, not {outside}"):
            outcomes.at(outside)


@pytest.mark.parametrize(("count", "sides"), [(1, 6), (2, 6), (3, 6), (2, 10), (4, 3), (1, 1), (0, 6)])
def test_a_throw_of_dice_has_the_ways_that_can_be_counted(count: int, sides: int) -> None:
    ways = Counter(sum(faces) for faces in product(range(1, sides + 1), repeat=count))
    outcomes = dice(count, sides)
    assert dict(outcomes) == {ROLL(total): number for total, number in ways.items()}
    assert outcomes.total == sides**count
    assert list(outcomes.orders) == sorted(outcomes.orders, key=lambda order: order.values)


def test_two_dice_show_seven_one_time_in_six() -> None:
    assert dice(2).probability(ROLL(7)) == Fraction(1, 6)
    assert dice(2).probability(ROLL(1)) == 0
    assert dice(1).probability(ROLL(6)) == Fraction(1, 6)


def test_equal_orders_of_a_draw_add_up() -> None:
    cup = equally_likely([DRAW("mud"), DRAW("snow"), DRAW("snow"), DRAW("thaw")])
    assert dict(cup) == {DRAW("mud"): 1, DRAW("snow"): 2, DRAW("thaw"): 1}
    assert cup.probability(DRAW("snow")) == Fraction(1, 2)
    assert DRAW("snow") in cup
    assert DRAW("hail") not in cup


@pytest.mark.parametrize("rows", [[], [(ROLL(1), 0)], [(ROLL(1), 1), (ROLL(2), -1)]])
def test_outcomes_without_weight_are_refused(rows: list[tuple[object, int]]) -> None:
    with pytest.raises(ValueError, match="at least one order, and weights of at least 1"):
        Outcomes(rows)  # type: ignore[arg-type]


def test_the_drill_draws_from_its_bin() -> None:
    decision = drill_after("bid 0", "bid 0").decision
    assert decision.seat == CHANCE
    assert decision.outcomes is not None
    assert decision.outcomes.probability(DRAW("snow")) == Fraction(1, 2)
    assert set(decision.legal) == {DRAW("mud"), DRAW("snow"), DRAW("thaw")}


# --- the stream -------------------------------------------------------------------------------------


def stream(seed: bytes) -> list[int]:
    """The first numbers of a stream, computed from its description alone."""
    key = blake2b(seed, digest_size=32, person=b"grognard dice").digest()
    blocks = b"".join(blake2b(block.to_bytes(8, "big"), key=key).digest() for block in range(40))
    return [int.from_bytes(blocks[at : at + 8], "big") for at in range(0, len(blocks), 8)]


@given(st.binary(max_size=100), st.lists(st.integers(1, 1 << 64), min_size=1, max_size=60))
def test_the_stream_is_what_its_description_says(seed: bytes, bounds: list[int]) -> None:
    raw, thrown = iter(stream(seed)), Dice(seed)
    for bound in bounds:
        fair = (number for number in raw if number < (1 << 64) // bound * bound)
        expected = next(fair, None)
        if expected is None:
            return  # the description above ends after 320 numbers
        assert thrown.below(bound) == expected % bound


def test_the_first_throws_of_a_seed_stay_what_they_are() -> None:
    thrown = Dice("moscow")
    faces = [thrown.below(6) + 1 for _ in range(20)]
    assert faces == [2, 2, 3, 1, 5, 4, 3, 4, 4, 4, 5, 5, 5, 4, 5, 2, 4, 3, 6, 3]


def test_seeds_of_text_bytes_and_numbers_agree() -> None:
    for seed in ("12", b"12", 12):
        assert [Dice(seed).below(1000) for _ in range(3)] == [Dice("12").below(1000)] * 3
    assert [Dice(1).below(1 << 64), Dice(2).below(1 << 64)] != [Dice(1).below(1 << 64)] * 2


@pytest.mark.parametrize("bound", [0, -1, (1 << 64) + 1])
def test_a_bound_outside_the_stream_is_refused(bound: int) -> None:
    with pytest.raises(ValueError, match=f"between 1 and 2\\*\\*64, not {bound}"):
        Dice(1).below(bound)


def test_numbers_that_would_favour_the_low_faces_are_thrown_away() -> None:
    bound = (1 << 63) + 1  # nearly every second number of the stream is too high to be fair
    kept = [number for number in stream(b"7") if number < bound]
    thrown = Dice(7)
    assert [thrown.below(bound) for _ in range(50)] == kept[:50]


def test_throws_follow_the_weights() -> None:
    thrown, cup = Dice("cup"), Outcomes([(DRAW("rare"), 1), (DRAW("common"), 9)])
    seen = Counter(thrown.throw(cup) for _ in range(5000))
    assert 400 < seen[DRAW("rare")] < 600


def test_a_long_stream_does_not_repeat_its_blocks() -> None:
    thrown = Dice("long")
    numbers = [thrown.below(1 << 64) for _ in range(200)]
    assert len(set(numbers)) == 200
    assert numbers == list(islice(stream(b"long"), 200))


PROGRAM = """
from grognard.core import Dice
from tests.core.toys import random_timeline
from grognard.core import Record
timeline = random_timeline(4)
print([Dice("moscow").below(1000) for _ in range(3)], timeline.position.digest())
print(Record.of(timeline).text())
"""


def test_a_game_is_the_same_whatever_the_hash_seed() -> None:
    answers = {
        subprocess.run(
            [sys.executable, "-c", PROGRAM],
            env={**os.environ, "PYTHONHASHSEED": seed},
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "4242")
    }
    assert len(answers) == 1
    assert "red: bid" in answers.pop()
