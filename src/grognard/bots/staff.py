"""The bot that reasons: it employs the officer that a game brings along."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from grognard.bots.bot import Bot
from grognard.core import Order, Position, Seat
from grognard.games.module import Officer


class StaffBot(Bot):
    """Hands every decision to an officer who knows the game, and reports what he says."""

    name: ClassVar[str] = "staff"

    def __init__(self, seat: Seat, officer: Officer) -> None:
        super().__init__(seat)
        self._officer = officer

    def choose(self, glimpse: Position[Any, Any], legal: Sequence[Order]) -> Order:
        """The officer's answer."""
        if len(legal) == 1:
            return legal[0]
        order = self._officer.choose(glimpse, legal)
        self.progress(1.0, glimpse.decision.kind)
        return order

    def intentions(self) -> tuple[str, ...]:
        """The officer's intentions."""
        return self._officer.intentions()
