"""Where the dice of a table come from: a seed that its owner gave, or the randomness of the machine."""

from __future__ import annotations

import secrets

from grognard.core import Dice, Order, Outcomes


class Fate:
    """Answers the decisions of chance.

    With a seed the n-th throw of a game is always the same, whenever and wherever it is thrown: a game can be
    put away after any order, and taking orders back does not change the dice. Without one, each throw is new.
    """

    def __init__(self, seed: str = "") -> None:
        self.seed = seed

    def throw(self, outcomes: Outcomes, number: int) -> Order:
        """The outcome of the throw with this number, counted from the start of the game."""
        if self.seed:
            return Dice(f"{self.seed} / {number}").throw(outcomes)
        return outcomes.at(secrets.randbelow(outcomes.total))


def fate_of(headers: dict[str, str]) -> Fate:
    """The dice that the headers of a record ask for."""
    return Fate(headers.get("Seed", ""))
