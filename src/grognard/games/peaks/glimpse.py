"""21 What a player may take a position for: what lies hidden replaced by a guess from what he knows.

He knows how many enemy counters lie in each box, and which counters there are; those he does not see are
dealt to the boxes in a fixed order. Of a marker that the enemy has drawn he knows nothing.
"""

from __future__ import annotations

import msgspec

from grognard.core import AnyStep, Seat
from grognard.games.peaks import command
from grognard.games.peaks.command import PlayOrPass
from grognard.games.peaks.components import Variant
from grognard.games.peaks.refit import full_steps
from grognard.games.peaks.state import ASIDE, BOX, POOL, TRACK, other
from grognard.games.peaks.steps import Pos

DEALT = (BOX, TRACK, POOL, ASIDE)
"""Where hidden counters lie, in the order in which they are dealt."""


def glimpse(position: Pos, seat: Seat) -> Pos:
    """The position as this seat may take it to be; see `Game.glimpse`."""
    found = position.copy()
    found.memo.clear()
    enemy = other(seat)
    game = position.game
    for counters in (game.units_of[enemy], game.airstrikes_of[enemy], game.supports_of[enemy]):
        _deal(found, counters)
    if game.owner[game.airlift] == enemy:
        _deal(found, (game.airlift,))
    found.stack = tuple(_unseen(found, step, enemy) for step in position.stack)
    return found


def _deal(found: Pos, counters: tuple[int, ...]) -> None:
    state = found.state
    hidden = [counter for counter in counters if state.where[counter] in DEALT]
    places = sorted((state.where[counter] for counter in hidden), key=DEALT.index)
    hidden.sort(key=lambda counter: _likelihood(found, counter))
    for counter, place in zip(hidden, places, strict=True):
        state.where[counter] = place
        state.steps[counter] = full_steps(found, counter)
        state.marks[counter] = 0
        state.due.pop(counter, None)
        if place == TRACK:
            state.due[counter] = state.turn + 1


def _likelihood(found: Pos, counter: int) -> tuple[int, int, int]:
    """Units that come by the calendar first, what is built for points next, options last."""
    game = found.game
    if counter >= len(game.units):
        airstrike = game.airstrikes.get(counter)
        return (0, airstrike.turn if airstrike else 0, counter)
    unit = game.units[counter]
    rank = 0 if unit.variant is Variant.NONE else 1 if unit.variant is Variant.POOL else 2
    return (rank, unit.code.turn, counter)


def _unseen(found: Pos, step: AnyStep, enemy: Seat) -> AnyStep:
    """A marker in the enemy's hand could be any of his bin."""
    if isinstance(step, PlayOrPass) and step.who == enemy:
        return msgspec.structs.replace(step, marker=command.bin_of(found, enemy)[0])
    return step
