"""Does a game hide from its bots what a seat must not know, and does a bot play fair and to the end?"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from grognard import bots
from grognard.core import CHANCE, Dice, Position, Seat, View
from grognard.core.game import AnyGame
from grognard.testing.conformance import NonconformingError, pick

AnyPosition = Position[Any, Any]


def check_glimpse(game: AnyGame, seeds: Iterable[int] = (1,), every: int = 29, longest: int = 20_000) -> None:
    """Play random games and look at them through every seat's eyes; raises `NonconformingError`.

    A glimpse shows the seat what the position shows it, is the same for all positions that look alike, is a
    possible position, and changes nothing in the real one.
    """
    for seed in seeds:
        dice, position = Dice(f"glimpse {seed}"), game.start()
        while position.outcome is None and position.ply < longest:
            if position.ply % every == 0:
                for seat in game.seats:
                    check_one_glimpse(position, seat)
            position.apply(pick(position, dice))


def check_one_glimpse(position: AnyPosition, seat: Seat) -> None:
    """Check what one seat is shown of one position."""
    game, where = position.game, f"ply {position.ply}: the glimpse of {seat}"
    before = position.digest()
    glimpse = game.glimpse(position, seat)
    if position.digest() != before:
        raise NonconformingError(f"{where} changed the position")
    if _shown(glimpse, seat) != _shown(position, seat):
        raise NonconformingError(f"{where} shows another view than the position")
    if game.glimpse(glimpse, seat) != glimpse:
        raise NonconformingError(f"{where} depends on something the seat cannot see")
    faults = glimpse.status()
    if faults:
        raise NonconformingError(f"{where} is impossible: {faults[0].text}")


def _shown(position: AnyPosition, seat: Seat) -> View:
    """The view but for the legal orders: hidden units make themselves felt in them."""
    return msgspec.structs.replace(position.view(seat), ask=None)


def check_bot(
    name: str, game: AnyGame, seeds: Iterable[int] = (1,), level: int = 1, against: str = "random"
) -> None:
    """Let a bot play each seat to the end, twice with the same seed; raises `NonconformingError`.

    It must answer with legal orders, never fail, and play the same game again.
    """
    for seed in seeds:
        for seat in game.seats:
            first, complaints = _played(name, game, seat, seed, level, against)
            if complaints:
                raise NonconformingError(f"{name} as {seat}, seed {seed}: {complaints[0]}")
            again, _ = _played(name, game, seat, seed, level, against)
            if first != again:
                raise NonconformingError(f"{name} as {seat} plays another game with the same seed {seed}")


def _played(
    name: str, game: AnyGame, seat: Seat, seed: int, level: int, against: str
) -> tuple[str, list[str]]:
    position = game.start()
    players = {
        other: bots.make(name if other == seat else against, game, other, seed=seed, level=level)
        for other in game.seats
        if other != CHANCE
    }
    complaints = bots.play(position, players, Dice(f"check bot {seed}"))
    return position.digest(), complaints
