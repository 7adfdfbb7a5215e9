"""Hearsay: which orders of a game a seat can tell from each other.

Orders that a side gives in secret leave no trace in another side's story: they are not even counted there.
They belong to the next entry that this side hears of.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from grognard.core import CHANCE, Seat
from grognard.core.timeline import Entry


class Hearsay:
    """The entries of a timeline as one seat (None: a spectator) counts them."""

    def __init__(self, seat: Seat | None) -> None:
        self._seat = seat
        self._heard: list[int] = []
        self._known = 0

    def __len__(self) -> int:
        return len(self._heard)

    def listen(self, entries: Sequence[Entry]) -> None:
        """Take in what has happened since the last time."""
        for n in range(self._known, len(entries)):
            if self._hears(entries[n]):
                self._heard.append(n)
        self._known = len(entries)

    def forget_from(self, length: int) -> None:
        """All from this entry of the timeline on has been taken back, or may have been."""
        del self._heard[bisect_left(self._heard, length) :]
        self._known = min(self._known, length)

    def _hears(self, entry: Entry) -> bool:
        return entry.seat == self._seat or any(event.visible_to(self._seat) for event in entry.events)

    def may_read(self, entry: Entry) -> bool:
        """May the seat read the order itself? Its own ones, and dice that it has seen fall."""
        return entry.seat == self._seat or (entry.seat == CHANCE and self._hears(entry))

    def behind(self, n: int) -> range:
        """The entries of the timeline that lie behind the n-th one of the story."""
        return range(self._heard[n - 1] + 1 if n else 0, self._heard[n] + 1)

    def moment(self, n: int) -> int:
        """How many entries the timeline has after `n` of the story."""
        return self._heard[n - 1] + 1 if n else 0

    def count_before(self, length: int) -> int:
        """How many entries of the story lie before that one of the timeline."""
        return bisect_left(self._heard, length)
