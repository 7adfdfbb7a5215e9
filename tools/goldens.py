"""Plays the games of tests/goldens/goldens.toml anew and writes their records and counts.

tools/goldens              all of them
tools/goldens red-snow     one of them
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from grognard.core import Seat
from grognard.core.record import Record
from grognard.lab.auto import Match, Player, play_one
from grognard.testing.golden import Golden, counts_path, read_goldens, record_path, table, with_digests

FOLDER = Path(__file__).resolve().parent.parent / "tests" / "goldens"


def renew(golden: Golden) -> str:
    """Play a game and write its files; what became of it, in one line."""
    players = {Seat(seat): Player(bot) for seat, bot in golden.players.items()}
    match = Match(golden.game, golden.scenario, players, golden.seed, keep=True)
    played = play_one(match, 1)
    timeline = Record.parse(played.record).replay(golden.open())
    path = record_path(FOLDER, golden)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(with_digests(timeline).text(), "utf-8")
    counts_path(FOLDER, golden).write_text(table(timeline), "utf-8")
    return f"{golden.game} {golden.name}: {played.orders} orders, {played.text}"


def main(names: Sequence[str]) -> int:
    goldens = read_goldens(FOLDER)
    unknown = set(names) - {golden.name for golden in goldens}
    if unknown:
        known = ", ".join(golden.name for golden in goldens)
        print(f"no golden is called {', '.join(sorted(unknown))} (there are {known})", file=sys.stderr)
        return 2
    for golden in goldens:
        if not names or golden.name in names:
            print(renew(golden), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
