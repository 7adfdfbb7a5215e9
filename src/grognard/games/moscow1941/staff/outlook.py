"""What an attack promises: the real combat table, weighed over the dice."""

from __future__ import annotations

from typing import NamedTuple

from grognard.core import dice
from grognard.games.moscow1941.components import CombatTable
from grognard.games.moscow1941.state import Mark
from grognard.games.moscow1941.steps import Pos

HEADQUARTERS_WORTH, GUN_WORTH = 10.0, 4.5
"""What a headquarters and a gun are worth, in strength points of a fighting unit."""


class Outlook(NamedTuple):
    """What is to be expected of one throw."""

    levels_taken: float
    """Efficiency levels that the defender loses."""
    vacated: float
    """The chance that the defender leaves the hex, on his feet or not."""
    driven: float
    """Hexes of retreat of a defender who can go."""
    levels_paid: float
    """Efficiency levels that the attacker loses."""
    repelled: float
    """Hexes that the attacker has to go back."""
    shaken: float
    """The chance that the attacker is disorganized, roughly."""


def outlook(table: CombatTable, column: int, modifier: int, levels: int, can_go: bool) -> Outlook:
    """The expectation in a column, for a defender of so many levels who can or cannot retreat."""
    taken = vacated = driven = paid = repelled = shaken = 0.0
    thrown = dice(2)
    for order, weight in thrown:
        result = table.result(column, max(2, min(12, order.values[0] + modifier)))
        chance = weight / thrown.total
        mine, theirs = result.attacker, result.defender
        loss = theirs.loss if can_go else theirs.loss + theirs.retreat
        taken += chance * min(levels, loss)
        if loss >= levels or (can_go and theirs.retreat):
            vacated += chance
        if can_go:
            driven += chance * theirs.retreat
        paid += chance * mine.loss
        repelled += chance * mine.retreat
        shaken += chance * (1.0 if mine.disorganized else 0.12 if mine.test else 0.0)
    return Outlook(taken, vacated, driven, paid, repelled, shaken)


def level_worth(position: Pos, unit: int) -> float:
    """What the next efficiency level of a unit is worth to its owner, in strength points."""
    counter, levels = position.game.units[unit], position.state.levels[unit]
    if counter.is_headquarters:
        return HEADQUARTERS_WORTH
    if counter.is_artillery and counter.towed:
        return GUN_WORTH
    if levels > 1 and counter.sp_reduced is not None:
        return float(counter.sp - counter.sp_reduced)
    return counter.attack_strength(levels) + 1.0


def worth(position: Pos, unit: int) -> float:
    """What a unit is worth as it stands."""
    counter = position.game.units[unit]
    if counter.is_headquarters:
        return HEADQUARTERS_WORTH
    if counter.is_artillery and counter.towed:
        return GUN_WORTH
    return counter.attack_strength(position.state.levels[unit]) + 1.0


def limbered(position: Pos, unit: int) -> bool:
    """Is a towed gun in its transport set-up?"""
    return bool(position.state.marks[unit] & Mark.TRANSPORT)
