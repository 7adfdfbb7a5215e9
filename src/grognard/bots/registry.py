"""Bots by name: the built-in ones, and those that other projects offer.

A project offers a bot through the entry point group `grognard.bots`: a function `(game, seat, seed, level)`
that returns a `Bot`, or raises `NotPlayable` when it does not know the game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.metadata import entry_points

from grognard.bots.bot import Bot, Progress
from grognard.bots.random import RandomBot
from grognard.bots.staff import StaffBot
from grognard.core import NotPlayable, Seat
from grognard.core.game import AnyGame
from grognard.core.order import did_you_mean, shorten
from grognard.games import find

LEVELS = (1, 2, 3)
"""How hard a bot thinks, the hardest last; what it costs in time is up to the bot."""

USUAL_LEVEL = 2


@dataclass(frozen=True)
class BotKind:
    """A bot as lists and the command line see it."""

    name: str
    summary: str
    make: Callable[[AnyGame, Seat, int, int], Bot]
    levels: bool = False
    """Whether it thinks harder on a higher level."""


def _random(game: AnyGame, seat: Seat, seed: int, level: int) -> Bot:
    return RandomBot(seat, seed)


def _staff(game: AnyGame, seat: Seat, seed: int, level: int) -> Bot:
    appoint = find(game.id).staff
    if appoint is None:
        raise NotPlayable(f"{game.id} has no staff yet; it can be played against 'random'")
    return StaffBot(seat, appoint(game, seat, seed, level))


BUILT_IN = (
    BotKind("random", "draws any legal order", _random),
    BotKind("staff", "plans operations, weighs attacks by their odds, holds a line", _staff, levels=True),
)


@cache
def kinds() -> Mapping[str, BotKind]:
    """All bots by name."""
    found = {kind.name: kind for kind in BUILT_IN}
    for point in entry_points(group="grognard.bots"):
        found[point.name] = BotKind(point.name, f"from {point.value.partition(':')[0]}", point.load(), True)
    return found


def names() -> tuple[str, ...]:
    """The names of all bots."""
    return tuple(kinds())


def make(
    name: str,
    game: AnyGame,
    seat: Seat,
    *,
    seed: int = 1,
    level: int = USUAL_LEVEL,
    progress: Progress | None = None,
) -> Bot:
    """A bot for a seat of a game; raises `NotPlayable` for a name, seat or level that is not there."""
    kind = kinds().get(name)
    if kind is None:
        hint = did_you_mean(name, names())
        raise NotPlayable(f"unknown bot {shorten(name)}{hint} (bots: {', '.join(names())})")
    if seat not in game.seats:
        seats = ", ".join(game.seats)
        raise NotPlayable(f"{game.id} has no seat {shorten(str(seat))} for a bot (seats: {seats})")
    if level not in LEVELS:
        raise NotPlayable(f"the level of a bot is one of {', '.join(map(str, LEVELS))}, not {level}")
    bot = kind.make(game, seat, seed, level)
    if progress is not None:
        bot.progress = progress
    return bot
