"""`grognard games`: what there is to play, how large it is, and what is ready."""

from __future__ import annotations

from typing import Annotated

import msgspec
import typer

from grognard.board.grid import Grid
from grognard.games import GameModule, all_games, open_layers
from grognard.packs import PackLayers, Problems

UNITS = "units.csv"


class ScenarioEntry(msgspec.Struct, frozen=True):
    """A scenario as `grognard games --json` lists it."""

    id: str
    title: str
    summary: str
    turns: int


class GameEntry(msgspec.Struct, frozen=True):
    """A game as `grognard games --json` lists it."""

    id: str
    title: str
    summary: str
    hexes: int
    counters: int
    playable: bool
    status: str
    scenarios: tuple[ScenarioEntry, ...]


def games(
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for a program to read.")] = False,
) -> None:
    """List the games, their scenarios and what is ready."""
    entries = [entry_of(module) for module in all_games()]
    if as_json:
        print(msgspec.json.format(msgspec.json.encode(entries), indent=2).decode())
    else:
        print("\n\n".join(in_words(entry) for entry in entries))


def entry_of(module: GameModule) -> GameEntry:
    """Measure a game by its own component pack."""
    layers = open_layers(module)
    return GameEntry(
        id=module.id,
        title=module.title,
        summary=module.summary,
        hexes=len(Grid(layers.manifest.grid).hexes) if layers.manifest.grid else 0,
        counters=_count_units(layers),
        playable=module.create is not None,
        status="ready to play" if module.create else module.status,
        scenarios=tuple(ScenarioEntry(s.id, s.title, s.summary, s.turns) for s in module.scenarios),
    )


def _count_units(layers: PackLayers) -> int:
    if UNITS not in layers:
        return 0
    with Problems() as problems:
        return len(layers.table(UNITS, problems).rows)


def in_words(entry: GameEntry) -> str:
    """Describe a game for a reader: title, size, status and its scenarios."""
    size = f"{entry.hexes:,} hexes, {entry.counters:,} counters"
    width = max((len(scenario.id) for scenario in entry.scenarios), default=0)
    return "\n".join(
        (
            f"{entry.title}  ({entry.id})",
            f"  {entry.summary}",
            f"  {size}; {entry.status}",
            *(f"  - {s.id:<{width}}  {_scenario_line(s)}" for s in entry.scenarios),
        )
    )


def _scenario_line(scenario: ScenarioEntry) -> str:
    turns = f" ({scenario.turns} turns)" if scenario.turns else ""
    return f"{scenario.title}{turns}: {scenario.summary}" if scenario.summary else f"{scenario.title}{turns}"
