"""Many games between bots: who wins how often, by how much, and how long it takes.

Every game has its own dice and bots, made from the seed and the number of the game alone, so that the outcome
is the same whatever the number of processes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from math import sqrt
from multiprocessing import get_context
from time import perf_counter

import msgspec

from grognard import bots
from grognard.bots.referee import LONGEST_GAME
from grognard.bots.registry import USUAL_LEVEL
from grognard.core import CHANCE, Dice, Record, Seat, Timeline
from grognard.core.game import AnyGame
from grognard.games import load

SURE = 1.959964
"""Standard deviations on either side of a mean that hold 95 % of a normal distribution."""


class Player(msgspec.Struct, frozen=True):
    """A bot by name, with its level."""

    bot: str
    level: int = USUAL_LEVEL

    def __str__(self) -> str:
        return f"{self.bot}:{self.level}" if bots.kinds()[self.bot].levels else self.bot


class Match(msgspec.Struct, frozen=True):
    """What is played, and by whom."""

    game: str
    scenario: str
    players: dict[Seat, Player]
    seed: str
    options: dict[str, str] = {}
    pack: str | None = None
    keep: bool = False
    """Return the record of every game."""

    def open(self) -> AnyGame:
        """The game that is played."""
        return load(self.game, self.scenario, self.options, self.pack)


class Played(msgspec.Struct, frozen=True, omit_defaults=True):
    """One game that came to its end."""

    number: int
    winner: Seat | None
    text: str
    scores: dict[str, int]
    orders: int
    seconds: float
    complaints: tuple[str, ...] = ()
    """What bots did wrong; the game went on with another order in their place."""
    record: str = ""

    @property
    def level(self) -> str:
        """The outcome without what stands in parentheses: `German minor victory`."""
        return self.text.partition(" (")[0]


def play_one(match: Match, number: int, game: AnyGame | None = None) -> Played:
    """Play the game with this number."""
    game = game or match.open()
    begun = perf_counter()
    timeline = Timeline(game)
    fate = Dice(f"{match.seed} / {number}")
    seats = {
        seat: bots.make(player.bot, game, seat, seed=_seed(match.seed, number, seat), level=player.level)
        for seat, player in match.players.items()
    }
    complaints = _play(timeline, seats, fate)
    outcome = timeline.position.outcome
    assert outcome is not None
    record = ""
    if match.keep:
        names = {str(seat): f"{player}" for seat, player in match.players.items()}
        record = Record.of(timeline, names).text()
    return Played(
        number, outcome.winner, outcome.text, outcome.scores, len(timeline.entries),
        round(perf_counter() - begun, 3), tuple(complaints), record,
    )  # fmt: skip


def _seed(seed: str, number: int, seat: Seat) -> int:
    return Dice(f"{seed} / {number} / {seat}").below(1 << 62)


def _play(timeline: Timeline, seats: Mapping[Seat, bots.Bot], fate: Dice) -> list[str]:
    complaints: list[str] = []
    while timeline.position.outcome is None:
        position = timeline.position
        if len(timeline.entries) >= LONGEST_GAME:
            raise RuntimeError(f"no end after {LONGEST_GAME} orders")
        if position.seat == CHANCE:
            timeline.roll(fate)
            continue
        decision = position.decision
        reply = bots.ask(seats[decision.seat], position)
        if reply.complaint:
            complaints.append(f"order {len(timeline.entries) + 1}, {decision.kind}: {reply.complaint}")
        timeline.submit(reply.order)
    return complaints


# --- many of them --------------------------------------------------------------------------------------

_bench: dict[str, tuple[Match, AnyGame]] = {}
"""The match that a process of the pool plays, opened once."""


def _sit_down(match: Match) -> None:
    _bench["match"] = (match, match.open())


def _play_number(number: int) -> Played:
    match, game = _bench["match"]
    return play_one(match, number, game)


def simulate(match: Match, games: int, jobs: int = 1) -> Iterator[Played]:
    """Play so many games in so many processes; the games come in the order of their numbers."""
    if jobs <= 1 or games <= 1:
        game = match.open()
        for number in range(1, games + 1):
            yield play_one(match, number, game)
        return
    context = get_context("spawn")
    with ProcessPoolExecutor(min(jobs, games), context, _sit_down, (match,)) as pool:
        yield from pool.map(_play_number, range(1, games + 1))


# --- the sum -------------------------------------------------------------------------------------------


class Rate(msgspec.Struct, frozen=True):
    """How often something happened: a share with its interval of 95 % (Wilson)."""

    count: int
    share: float
    low: float
    high: float


class Level(msgspec.Struct, frozen=True):
    """An outcome and how often games ended in it."""

    text: str
    winner: Seat | None
    rate: Rate


class Mean(msgspec.Struct, frozen=True):
    """A mean score with the spread of the games around it."""

    mean: float
    deviation: float
    lowest: int
    highest: int


class Summary(msgspec.Struct, frozen=True):
    """What many games came to."""

    game: str
    scenario: str
    players: dict[str, str]
    seed: str
    games: int
    wins: dict[str, Rate]
    """By seat; a game that nobody won counts for none."""
    levels: tuple[Level, ...]
    scores: dict[str, Mean]
    orders: float
    seconds: float
    """Seconds per game of one process."""
    complaints: tuple[str, ...]


def rate(count: int, total: int) -> Rate:
    """A share with the interval of Wilson, which holds its promise near 0 and 1 too."""
    if not total:
        return Rate(0, 0.0, 0.0, 1.0)
    share, square = count / total, SURE * SURE
    centre = share + square / (2 * total)
    spread = SURE * sqrt(share * (1 - share) / total + square / (4 * total * total))
    scale = 1 + square / total
    low, high = max(0.0, (centre - spread) / scale), min(1.0, (centre + spread) / scale)
    return Rate(count, round(share, 4), round(low, 4), round(high, 4))


def summary(match: Match, played: list[Played], seats: tuple[Seat, ...]) -> Summary:
    """Add up what was played."""
    total = len(played)
    levels = Counter((game.level, game.winner) for game in played)
    wins = Counter(game.winner for game in played)
    scored = sorted({name for game in played for name in game.scores})
    return Summary(
        game=match.game,
        scenario=match.scenario,
        players={str(seat): str(player) for seat, player in match.players.items()},
        seed=match.seed,
        games=total,
        wins={str(seat): rate(wins[seat], total) for seat in seats},
        levels=tuple(Level(text, winner, rate(n, total)) for (text, winner), n in levels.most_common()),
        scores={name: _mean([g.scores[name] for g in played if name in g.scores]) for name in scored},
        orders=round(sum(game.orders for game in played) / max(1, total), 1),
        seconds=round(sum(game.seconds for game in played) / max(1, total), 3),
        complaints=tuple(f"game {game.number}: {text}" for game in played for text in game.complaints),
    )


def _mean(values: list[int]) -> Mean:
    mean = sum(values) / len(values)
    variance = sum((value - mean) ** 2 for value in values) / max(1, len(values) - 1)
    return Mean(round(mean, 2), round(sqrt(variance), 2), min(values), max(values))
