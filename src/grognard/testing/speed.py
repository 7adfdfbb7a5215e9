"""How fast a game runs: decisions per second, raw, with copies, and with JSON and views at every step."""

from __future__ import annotations

from enum import Enum
from time import perf_counter
from typing import Any

import msgspec

from grognard.core import Dice, Position
from grognard.core.game import AnyGame
from grognard.testing.conformance import pick


class Load(Enum):
    """What is done at every decision besides listing the orders and taking one."""

    RAW = "raw"
    COPY = "with a copy"
    SERVED = "with JSON and both views"


class Speed(msgspec.Struct, frozen=True):
    """Decisions per second of random play under one load."""

    load: str
    decisions: int
    seconds: float
    per_second: float
    games: int


def decisions_per_second(game: AnyGame, load: Load, seconds: float = 2.0, seed: int = 1) -> Speed:
    """Random play with the legal list at each step, for about so many seconds."""
    decisions = games = 0
    begun = perf_counter()
    while (spent := perf_counter() - begun) < seconds or not games:
        decisions += _random_game(game, load, Dice(f"bench {seed} {games}"), begun + max(seconds, 1e-3))
        games += 1
    return Speed(load.value, decisions, round(spent, 3), round(decisions / spent, 1), games)


def _random_game(game: AnyGame, load: Load, dice: Dice, deadline: float) -> int:
    position: Position[Any, Any] = game.start()
    decisions = 0
    while position.outcome is None:
        if load is Load.COPY:
            position = position.copy()
        elif load is Load.SERVED:
            position = game.from_json(position.to_json())
            for seat in game.seats:
                msgspec.json.encode(position.view(seat))
        position.apply(pick(position, dice))
        decisions += 1
        if decisions % 256 == 0 and perf_counter() > deadline:
            break
    return decisions


def seconds_per_copy(position: Position[Any, Any], repeats: int = 2000) -> float:
    """The median-like cost of one copy: the best of five runs."""
    best = float("inf")
    for _ in range(5):
        begun = perf_counter()
        for _ in range(repeats):
            position.copy()
        best = min(best, (perf_counter() - begun) / repeats)
    return best
