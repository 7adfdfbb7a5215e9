"""Who stands where when a scenario begins, read from the set-up table of any pack.

Every `scenarios/<id>_setup.csv` has the columns `side`, `formation`, `units` and `at`; `units` names counters
or their parent, `at` a hex or a place, the first of several when the owner may choose.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from grognard.board.cartography.style import Style
from grognard.board.grid import Hex, UnknownHex
from grognard.board.model import Board
from grognard.packs import PackLayers, Problems

_UNITS = "units.csv"


@dataclass(frozen=True)
class SideLook:
    """What a side is called and the colours of its counters, as a style of the terminal."""

    name: str
    colours: str = "reverse"


@dataclass(frozen=True)
class Entry:
    """One line of a set-up: the counters that begin together in a hex."""

    side: str
    formation: str
    counters: tuple[str, ...]
    at: str
    hex: Hex | None


@dataclass(frozen=True)
class Muster:
    """The set-up of a scenario."""

    sides: Mapping[str, SideLook]
    entries: tuple[Entry, ...]

    def stacks(self) -> dict[Hex, dict[str, list[str]]]:
        """The names of the counters in each hex, by side."""
        stacks: dict[Hex, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
        for entry in self.entries:
            if entry.hex is not None:
                stacks[entry.hex][entry.side].extend(entry.counters)
        return stacks

    def of(self, side: str) -> tuple[Entry, ...]:
        """The entries of one side."""
        return tuple(entry for entry in self.entries if entry.side == side)


def read_muster(layers: PackLayers, board: Board, style: Style, scenario: str) -> Muster:
    """Read the set-up of a scenario; empty when the pack has none."""
    file = f"scenarios/{scenario}_setup.csv"
    if file not in layers:
        return Muster({}, ())
    with Problems() as problems:
        counters = _counters(layers, problems)
        rows = sorted(layers.table(file, problems).rows, key=lambda row: row.line)
        entries = tuple(
            Entry(
                row.text("side"),
                row.text("formation"),
                tuple(name for unit in row.text("units").split() for name in counters.get(unit, [unit])),
                row.text("at"),
                _first_hex(board, row.text("at")),
            )
            for row in rows
        )
    sides = dict.fromkeys(entry.side for entry in entries)
    return Muster({side: _look(style, side) for side in sides}, entries)


def _counters(layers: PackLayers, problems: Problems) -> dict[str, list[str]]:
    """The names of the counters that a word stands for: the one with that id, or all of that parent."""
    if _UNITS not in layers:
        return {}
    names: dict[str, list[str]] = defaultdict(list)
    for row in layers.table(_UNITS, problems).rows:
        name = row.text("name") or row.text("id")
        names[row.text("id")].append(name)
        if row.text("parent"):
            names[row.text("parent")].append(name)
    return names


def _look(style: Style, side: str) -> SideLook:
    """A side as its counters are dressed, or under its id when the pack has no livery for it."""
    livery = style.liveries.get(side)
    if livery is None:
        return SideLook(side.capitalize())
    return SideLook(livery.title or side.capitalize(), f"{livery.ink} on {livery.fill}")


def _first_hex(board: Board, at: str) -> Hex | None:
    word = at.split()[0] if at.split() else ""
    if word in board.places:
        return board.places[word].hexes[0]
    try:
        return board.grid.hex(word)
    except UnknownHex:
        return None
