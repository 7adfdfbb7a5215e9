"""Orders as a person types several in a row: `attack 3031 join 2Pz.R2 fight`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from grognard.core import InvalidOrder, Seat
from grognard.core.game import AnyGame
from grognard.core.order import did_you_mean, shorten


class OrderWords(NamedTuple):
    """The text of one order, and the seat that was named before it (`axis: fight`)."""

    text: str
    seat: Seat | None = None


def split_orders(game: AnyGame, texts: Iterable[str]) -> Iterator[OrderWords]:
    """One order after another: every verb knows how many words follow it.

    Raises `InvalidOrder` where a verb is expected and something else stands, or words are missing.
    """
    words = [word for text in texts for word in text.split()]
    seat: Seat | None = None
    while words:
        word = words.pop(0)
        if word.endswith(":") and len(word) > 1:
            seat = game.seat_named(word[:-1])
            continue
        verb = game.vocabulary.get(word)
        if verb is None:
            hint = did_you_mean(word, game.vocabulary)
            raise InvalidOrder(f"expected an order, found {shorten(word)}{hint}")
        if len(words) < len(verb.arguments):
            raise InvalidOrder(f"expected `{verb.usage()}`, found {shorten(' '.join((word, *words)))}")
        yield OrderWords(" ".join((word, *words[: len(verb.arguments)])), seat)
        del words[: len(verb.arguments)]
        seat = None
    if seat is not None:
        raise InvalidOrder(f"expected an order after {shorten(f'{seat}:')}")
