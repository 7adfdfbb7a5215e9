"""Chance is a seat: dice, chits and random picks are decisions with outcomes and weights.

Live play samples them from a keyed stream, tests and records write them down, search expands them,
and the odds window integrates them. Weights are whole numbers; no float enters a rule.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import cache
from hashlib import blake2b
from itertools import accumulate

from grognard.core.order import Number, Order, Verb, Word
from grognard.core.seat import Seat

CHANCE = Seat("chance")
"""The seat of fate."""

ROLL = Verb("roll", Number("result"))
"""The sum of a throw of dice: `roll 7`."""


class _Slip(Word):
    """The name of a thing drawn blind; any single word will do."""

    def __init__(self) -> None:
        super().__init__("slip", ())

    def value(self, game: object, text: str) -> str:
        """The word itself."""
        return text


DRAW = Verb("draw", _Slip())
"""A thing drawn blind from a bin or cup: `draw blau`."""


class Outcomes:
    """What fate may answer: orders with whole-number weights.

    >>> dice(2).probability(ROLL(7))
    Fraction(1, 6)
    """

    __slots__ = ("_rungs", "orders", "total", "weights")

    def __init__(self, weighted: Iterable[tuple[Order, int]]) -> None:
        pairs = tuple(weighted)
        if not pairs or any(weight < 1 for _, weight in pairs):
            raise ValueError("outcomes need at least one order, and weights of at least 1")
        self.orders: tuple[Order, ...] = tuple(order for order, _ in pairs)
        self.weights: tuple[int, ...] = tuple(weight for _, weight in pairs)
        self._rungs: tuple[int, ...] = tuple(accumulate(self.weights))
        self.total: int = self._rungs[-1]

    def __iter__(self) -> Iterator[tuple[Order, int]]:
        return zip(self.orders, self.weights, strict=True)

    def __len__(self) -> int:
        return len(self.orders)

    def __contains__(self, order: object) -> bool:
        return order in self.orders

    def probability(self, order: Order) -> Fraction:
        """The exact probability of an outcome, 0 for what cannot happen."""
        return Fraction(sum(weight for other, weight in self if other == order), self.total)

    def at(self, number: int) -> Order:
        """The outcome that a number from 0 to `total - 1` selects."""
        if not 0 <= number < self.total:
            raise ValueError(f"an outcome is selected by a number from 0 to {self.total - 1}, not {number}")
        return self.orders[bisect_right(self._rungs, number)]


@cache
def dice(count: int, sides: int = 6) -> Outcomes:
    """The sum of some dice: `dice(2)` is 2K6, eleven outcomes out of 36."""
    ways = {0: 1}
    for _ in range(count):
        thrown: dict[int, int] = {}
        for total, number in ways.items():
            for face in range(1, sides + 1):
                thrown[total + face] = thrown.get(total + face, 0) + number
        ways = thrown
    return Outcomes((ROLL(total), number) for total, number in sorted(ways.items()))


def equally_likely(orders: Iterable[Order]) -> Outcomes:
    """Outcomes of the same weight each; equal orders add up."""
    ways: dict[Order, int] = {}
    for order in orders:
        ways[order] = ways.get(order, 0) + 1
    return Outcomes(ways.items())


class Dice:
    """A keyed stream of random numbers, the same on every machine for the same seed.

    The stream belongs to the authority that runs a game; a position never contains it.
    """

    __slots__ = ("_block", "_key", "_numbers")

    _LIMIT = 1 << 64

    def __init__(self, seed: bytes | str | int) -> None:
        raw = seed if isinstance(seed, bytes) else str(seed).encode()
        self._key = blake2b(raw, digest_size=32, person=b"grognard dice").digest()
        self._block = 0
        self._numbers: list[int] = []

    def below(self, bound: int) -> int:
        """A number from 0 to `bound - 1`, each equally likely."""
        if not 0 < bound <= self._LIMIT:
            raise ValueError(f"a bound must be between 1 and 2**64, not {bound}")
        fair = self._LIMIT - self._LIMIT % bound
        while True:
            number = self._next()
            if number < fair:
                return number % bound

    def throw(self, outcomes: Outcomes) -> Order:
        """One outcome, drawn by weight."""
        return outcomes.at(self.below(outcomes.total))

    def _next(self) -> int:
        if not self._numbers:
            raw = blake2b(self._block.to_bytes(8, "big"), key=self._key).digest()
            self._numbers = [int.from_bytes(raw[i : i + 8], "big") for i in range(56, -1, -8)]
            self._block += 1
        return self._numbers.pop()
