"""Goldens: records of games that must always go the same way, and counts of play from positions in them.

A record ends with a digest and has others on its way, so that a replay that goes astray is found near the
order where it does. A deliberate change of the rules or of the components renews them.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec

from grognard.core import Record, Timeline
from grognard.core.game import AnyGame
from grognard.games import load
from grognard.testing.perft import AnyPosition, perft

DIGEST_EVERY = 200
"""Orders between two digests of a record."""

PHASES = 24
"""Phases from the start of a game on of which the first position is counted from."""

FEW_LINES = 250
"""Lines of two orders up to which those of three are counted too."""


class Golden(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One game to be kept: what is played, by which bots, with which dice."""

    name: str
    game: str
    scenario: str
    players: dict[str, str]
    seed: str

    def open(self) -> AnyGame:
        """The game that is played."""
        return load(self.game, self.scenario)


class Count(msgspec.Struct, frozen=True):
    """From a position of a record, how many lines of play of one order there are, of two, and so on."""

    ply: int
    decision: str
    lines: tuple[int, ...]

    def __str__(self) -> str:
        return ",".join([str(self.ply), self.decision, " ".join(map(str, self.lines))])


class _List(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    golden: tuple[Golden, ...]


def read_goldens(folder: Path) -> tuple[Golden, ...]:
    """The games that `goldens.toml` in a folder lists."""
    return msgspec.toml.decode((folder / "goldens.toml").read_bytes(), type=_List).golden


def record_path(folder: Path, golden: Golden) -> Path:
    """Where the record of a golden is kept."""
    return folder / golden.game / f"{golden.name}.record"


def counts_path(folder: Path, golden: Golden) -> Path:
    """Where the counts of a golden are kept."""
    return folder / golden.game / f"{golden.name}.counts.csv"


def with_digests(timeline: Timeline) -> Record:
    """The record of a game with digests on its way."""
    record = Record.of(timeline)
    entries = list(record.entries)
    for number in range(DIGEST_EVERY, len(entries), DIGEST_EVERY):
        digest = timeline.at(number).digest()
        entries[number - 1] = msgspec.structs.replace(entries[number - 1], digest=digest)
    return msgspec.structs.replace(record, entries=tuple(entries))


def counts(timeline: Timeline) -> Iterator[Count]:
    """Counts from the beginning of each of the first phases, and from the first decision of each kind."""
    position = timeline.game.start()
    phases, kinds = set[str](), set[str]()
    for ply, entry in enumerate(timeline.entries):
        decision = position.decision
        new_phase = entry.heading not in phases and len(phases) < PHASES
        if decision.outcomes is None and (new_phase or decision.kind not in kinds):
            phases.add(entry.heading)
            kinds.add(decision.kind)
            yield Count(ply, decision.kind, tuple(_lines(position)))
        position.apply(entry.order)


def _lines(position: AnyPosition) -> Iterator[int]:
    yield perft(position, 1)
    two = perft(position, 2)
    yield two
    if two <= FEW_LINES:
        yield perft(position, 3)


def table(timeline: Timeline) -> str:
    """The counts of a game as the text of a file."""
    return "\n".join(["ply,decision,lines", *map(str, counts(timeline))]) + "\n"
