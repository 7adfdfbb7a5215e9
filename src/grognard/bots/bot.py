"""What a bot is: it is shown a glimpse and the legal orders, and answers with one of them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, ClassVar, TypeAlias

from grognard.core import Order, Position, Seat

Progress: TypeAlias = Callable[[float, str], None]
"""Told now and then how much of a plan is made, from 0 to 1, and what is being thought about."""


def unheard(done: float, what: str) -> None:
    """The progress callback of a bot that nobody listens to."""


class Bot(ABC):
    """A player of one seat.

    A bot answers alike when it is asked alike: all its chance comes from its seed, and what it spends on
    thinking is counted in pieces of work and never in seconds, so that games replay the same everywhere.
    """

    name: ClassVar[str]

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self.progress: Progress = unheard

    @abstractmethod
    def choose(self, glimpse: Position[Any, Any], legal: Sequence[Order]) -> Order:
        """Answer a decision of the bot's seat with one of the legal orders.

        `glimpse` is what `Game.glimpse` makes of the position for this seat, and the bot's to keep: it may be
        played on. `legal` is what the referee allows in the real position; on a glimpse the list may differ
        where the enemy's hidden units matter.
        """

    def intentions(self) -> tuple[str, ...]:
        """What the bot is up to, one line each, for the log; nothing unless it has something to say."""
        return ()
