"""Counting lines of play: a number that changes with almost any change of the rules.

Chess programs call it perft. Chance is fixed, so that only what players can choose is counted.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from grognard.core import Position

AnyPosition: TypeAlias = Position[Any, Any]


def settle_chance(position: AnyPosition) -> None:
    """Let fate be average until a player has to decide: of all outcomes, the one in the middle."""
    while position.outcome is None:
        outcomes = position.decision.outcomes
        if outcomes is None:
            return
        position.apply(outcomes.at(outcomes.total // 2))


def perft(position: AnyPosition, depth: int) -> int:
    """How many lines of play of so many orders there are from a position; a game that ends is one line."""
    position = position.copy()
    settle_chance(position)
    if position.outcome is not None or depth == 0:
        return 1
    legal = position.legal().orders
    if depth == 1:
        return len(legal)
    total = 0
    for order in legal:
        following = position.copy()
        following.apply(order)
        total += perft(following, depth - 1)
    return total
