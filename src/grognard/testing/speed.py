"""How fast a game runs: decisions per second, raw, with copies, and with JSON and views at every step."""

from __future__ import annotations

import subprocess
import sys
from enum import Enum
from statistics import median
from time import perf_counter, process_time
from typing import Any, ClassVar

import msgspec

from grognard.core import AnyStep, Choice, Dice, Fault, Game, Position, Seat, State, View
from grognard.core.game import AnyGame
from grognard.testing.conformance import pick


class Load(Enum):
    """What is done at every decision besides listing the orders and taking one."""

    RAW = "raw"
    COPY = "with a copy"
    SERVED = "with JSON and all views"


class Speed(msgspec.Struct, frozen=True):
    """Decisions per second of random play under one load."""

    load: str
    decisions: int
    seconds: float
    per_second: float
    games: int


def decisions_per_second(game: AnyGame, load: Load, seconds: float = 2.0, seed: int = 1) -> Speed:
    """Random play with the legal list at each step, for about so many seconds of the processor.

    What else the machine does in the meantime does not count.
    """
    decisions = games = 0
    begun = process_time()
    while (spent := process_time() - begun) < seconds or not games:
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
        if decisions % 16 == 0 and process_time() > deadline:
            break
    return decisions


def seconds_per_copy(position: Position[Any, Any], repeats: int = 2000) -> float:
    """What one copy takes: the best of five runs, for noise only ever adds."""
    best = float("inf")
    for _ in range(5):
        begun = perf_counter()
        for _ in range(repeats):
            position.copy()
        best = min(best, (perf_counter() - begun) / repeats)
    return best


def seconds_to_import(rounds: int = 9) -> tuple[float, float]:
    """What a fresh Python takes for nothing at all, and for `import grognard`: medians, turn by turn."""
    bare, full = [], []
    for _ in range(rounds):
        bare.append(_seconds_of("pass"))
        full.append(_seconds_of("import grognard"))
    return median(bare), median(full)


def _seconds_of(statement: str) -> float:
    begun = perf_counter()
    subprocess.run([sys.executable, "-c", statement], check=True)
    return perf_counter() - begun


# --- a large position of no particular game ---------------------------------------------------------


class Muster(State):
    """What a large wargame keeps of each counter, and of the hexes that they share."""

    where: list[int]
    steps: list[int]
    marks: list[int]
    """Moved, disrupted, out of supply: a flag each."""
    stacks: dict[int, tuple[int, ...]]
    entrenched: set[int]
    control: list[bytes]
    turn: int = 1


class _Wait(Choice[Muster, Any], frozen=True):
    rule: ClassVar[str] = "1"


class _Parade(Game[Muster]):
    """Counters that stand on a map and wait."""

    id = "parade"
    rules_version = "1"
    seats = ()
    verbs = ()
    steps = (_Wait,)
    state_type = Muster

    def __init__(self, counters: int) -> None:
        super().__init__("parade")
        self.counters = counters

    def setup(self) -> tuple[Muster, tuple[AnyStep, ...]]:
        everybody = range(self.counters)
        stacks: dict[int, tuple[int, ...]] = {
            hex: (3 * hex, 3 * hex + 1, 3 * hex + 2) for hex in range(self.counters // 3)
        }
        state = Muster(
            where=[unit // 3 for unit in everybody],
            steps=[2 for _ in everybody],
            marks=[unit % 8 for unit in everybody],
            stacks=stacks,
            entrenched=set(range(0, self.counters, 12)),
            control=[bytes(563), bytes(563)],
        )
        return state, (_Wait(),)

    def heading(self, position: Position[Muster, Any]) -> str:
        return "parade"

    def status(self, position: Position[Muster, Any]) -> tuple[Fault, ...]:
        return ()

    def view(self, position: Position[Muster, Any], seat: Seat | None) -> View:
        return View(self.id, self.scenario, position.ply, "parade", seat, ())


def parade(counters: int = 600) -> Position[Muster, Any]:
    """A position with so many counters, to copy and to write down."""
    return _Parade(counters).start()
