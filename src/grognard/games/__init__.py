"""The registry: every folder in here is a game, found by looking and never by name.

A game package offers one value `MODULE: GameModule`. Packages of other projects can join through the
entry point group `grognard.games`.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Mapping
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path

from grognard.core.game import AnyGame
from grognard.core.order import did_you_mean, shorten
from grognard.core.refusal import NotPlayable
from grognard.games.module import GameModule
from grognard.packs import PackLayers, open_pack

__all__ = ["GameModule", "all_games", "find", "load", "open_layers"]


@cache
def _modules() -> Mapping[str, GameModule]:
    found = [
        importlib.import_module(f"{__name__}.{entry.name}").MODULE
        for entry in pkgutil.iter_modules(__path__)
        if entry.ispkg
    ]
    found += [point.load() for point in entry_points(group="grognard.games")]
    return {module.id: module for module in sorted(found, key=lambda module: module.order)}


def all_games() -> tuple[GameModule, ...]:
    """Every game there is, in the order of their own liking."""
    return tuple(_modules().values())


def find(name: str) -> GameModule:
    """The game with this id or alias; raises `NotPlayable` with a hint."""
    for module in all_games():
        if name == module.id or name in module.aliases:
            return module
    known = [module.id for module in all_games()]
    hint = did_you_mean(name, (*known, *(alias for module in all_games() for alias in module.aliases)))
    raise NotPlayable(f"unknown game {shorten(name)}{hint} (games: {', '.join(known)})")


def pack_path(name: str) -> Path | None:
    """The folder of a built-in pack by its id; None when no game has it."""
    return next((module.pack_path for module in all_games() if module.id == name), None)


def open_layers(module: GameModule, pack: str | Path | None = None) -> PackLayers:
    """The pack to play with: the game's own, or one by id or path that builds on it."""
    layers = open_pack(str(pack) if pack else str(module.pack_path), pack_path)
    if layers.game != module.id:
        raise NotPlayable(f"the pack {layers.id!r} is for {layers.game}, not for {module.id}")
    return layers


def load(
    game: str,
    scenario: str | None = None,
    options: Mapping[str, str] | None = None,
    pack: str | Path | None = None,
) -> AnyGame:
    """A game ready to start: `load("moscow-1941", scenario="typhoon").start()`."""
    module = find(game)
    if module.create is None:
        raise NotPlayable(f"{module.title}: {module.status}")
    chosen = module.options_with(options or {})
    return module.create(open_layers(module, pack), module.scenario(scenario).id, chosen)
