"""Orders that nobody would give: each is refused with a reason or legal, and none upsets the referee."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from tests.games.peaks.real import real_game
from tests.games.peaks.test_conformance import OTHERS

from grognard.board.arguments import HEX
from grognard.board.grid import OFF_GRID
from grognard.core import Argument, Dice, InvalidOrder, Number, Several, Verb, Word
from grognard.games.peaks.game import Peaks
from grognard.games.peaks.orders import HEXSIDE
from grognard.testing.conformance import pick

UNLISTED = ("march", "move", "rail", "sail")
"""Shortcuts that are taken without being offered."""


class Mischief:
    """Well-formed words with any value whatsoever."""

    def __init__(self, game: Peaks, seed: int) -> None:
        self.game, self.dice = game, Dice(f"mischief {seed}")
        self.hexes = [game.grid.label(hex) for hex in game.grid.hexes]

    def one(self, things: Sequence[str]) -> str:
        """Any of them."""
        return things[self.dice.below(len(things))]

    def word(self, argument: Argument) -> str:
        """A word for an argument."""
        if isinstance(argument, Several):
            return argument.separator.join(self.word(argument.item) for _ in range(1 + self.dice.below(3)))
        if isinstance(argument, Number):
            return self.one(("-3", "0", "1", "2", "7", "99"))
        if isinstance(argument, Word):
            return self.one(argument.words or ("Uranus",))
        if argument is HEX:
            return self.one(self.hexes)
        if argument is HEXSIDE:
            here = self.game.grid.hex(self.one(self.hexes))
            near = [hex for hex in self.game.grid.neighbours[here] if hex != OFF_GRID]
            return f"{self.game.grid.label(here)}/{self.game.grid.label(near[self.dice.below(len(near))])}"
        return self.one(self.game.names)

    def order(self, verbs: Sequence[Verb]) -> str:
        """An order with one of these verbs."""
        verb = verbs[self.dice.below(len(verbs))]
        return " ".join((verb.name, *(self.word(argument) for argument in verb.arguments)))


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2])
def test_any_order_is_refused_with_a_reason_or_is_legal(seed: int) -> None:
    game = real_game("extended", {**OTHERS, "set-up": "suggested"})
    mischief, position, dice = Mischief(game, seed), game.start(), Dice(seed)
    every = tuple(game.vocabulary.values())
    while position.outcome is None and position.ply < 400:
        for verbs in (position.decision.verbs, position.decision.verbs, every):
            text = mischief.order(verbs)
            try:
                order = game.parse(text)
            except InvalidOrder:
                continue
            refusal = position.explain(order)
            assert refusal is None or refusal.why, text
            if order.verb.name not in UNLISTED:
                assert (refusal is None) == (order in set(position.legal())), text
        position.apply(pick(position, dice))
