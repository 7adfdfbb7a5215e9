"""The bot that rolls dice: any legal order is as good as any other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from grognard.bots.bot import Bot
from grognard.core import Dice, Order, Position, Seat


class RandomBot(Bot):
    """Draws every answer from the legal orders; a yardstick, and a sparring partner for new games."""

    name: ClassVar[str] = "random"

    def __init__(self, seat: Seat, seed: int) -> None:
        super().__init__(seat)
        self._dice = Dice(f"random bot {seat} {seed}")

    def choose(self, glimpse: Position[Any, Any], legal: Sequence[Order]) -> Order:
        """Any legal order, each as likely as the others."""
        return legal[self._dice.below(len(legal))]
