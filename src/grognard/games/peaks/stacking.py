"""8 Stacking: at the end of each Movement and Combat Segment the excess is eliminated by its owner (8.4)."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from typing import ClassVar

from grognard.board.grid import Hex
from grognard.core import Order, Seat
from grognard.games.peaks import losses
from grognard.games.peaks.field import crowding
from grognard.games.peaks.orders import LOSE
from grognard.games.peaks.steps import PeaksChoice, PeaksStep, Pos

RULE = "8.4"


def crowded_hexes(position: Pos) -> Iterable[Hex]:
    """The hexes with more units than may stay there, of both sides."""
    for hex in sorted(position.state.stacks):
        if crowding(position, position.state.stacks[hex]) is not None:
            yield hex


def excess(position: Pos, hex: Hex) -> tuple[int, ...]:
    """The units of which one has to go: those whose loss does most to make the stack legal."""
    stack = position.state.stacks[hex]
    for kept in range(len(stack) - 1, -1, -1):
        fitting = [rest for rest in combinations(stack, kept) if crowding(position, rest) is None]
        if fitting:
            return tuple(unit for unit in stack if any(unit not in rest for rest in fitting))
    return stack


class StackingCheck(PeaksStep, frozen=True):
    """The end of a Movement or Combat Segment: no hex may stay over-stacked, whichever sector is open."""

    def proceed(self, position: Pos) -> None:
        """Ask the owner of the first hex with too many units, until there is none."""
        hex = next(iter(crowded_hexes(position)), None)
        if hex is None:
            position.pop()
        else:
            position.push(EliminateExcess(hex))


class EliminateExcess(PeaksChoice, frozen=True):
    """The owner of an over-stacked hex picks a unit that is lost."""

    hex: Hex
    rule: ClassVar[str] = RULE
    verbs: ClassVar = (LOSE,)

    def seat(self, position: Pos) -> Seat:
        """The owner of the stack."""
        return position.game.owner[position.state.stacks[self.hex][0]]

    def prompt(self, position: Pos) -> str:
        """What is asked."""
        return f"Too many units in {position.game.grid.label(self.hex)}: choose one that is eliminated."

    def orders(self, position: Pos) -> Iterable[Order]:
        """The units that are too many."""
        return [LOSE(unit) for unit in excess(position, self.hex)]

    def take(self, position: Pos, order: Order) -> None:
        """Eliminate it."""
        position.pop()
        losses.eliminate(position, order.values[0], RULE)


STEPS = (StackingCheck, EliminateExcess)
