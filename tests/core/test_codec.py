"""Positions as bytes: equal positions have equal bytes, in whatever order things were put into them."""

from __future__ import annotations

from tests.core.toys import Ask

from grognard.core import State
from grognard.core.codec import Codec


class Shelf(State):
    counters: dict[int, tuple[int, ...]]
    names: dict[str, int]
    marked: set[int]
    queue: list[int]


def _shelf(backwards: bool) -> Shelf:
    numbers = [7, 1, 900, 33, 4096]
    order = numbers[::-1] if backwards else numbers
    return Shelf({n: (n,) for n in order}, {f"u{n}": n for n in order}, set(order), numbers)


def test_the_order_of_insertion_leaves_no_trace() -> None:
    codec = Codec(Shelf, (Ask,))
    assert codec.encode(3, _shelf(False), (Ask(),)) == codec.encode(3, _shelf(True), (Ask(),))


def test_dicts_keyed_by_numbers_come_back_as_they_were() -> None:
    codec = Codec(Shelf, (Ask,))
    assert codec.decode(codec.encode(3, _shelf(True), (Ask(),))) == (3, _shelf(False), (Ask(),))


def test_encoding_changes_nothing() -> None:
    shelf = _shelf(True)
    Codec(Shelf, (Ask,)).encode(0, shelf, (Ask(),))
    assert shelf == _shelf(True)
    assert isinstance(shelf.marked, set)
