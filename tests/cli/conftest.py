"""Games of the built-in packs are opened once for all tests of the command line: a game never changes."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

import pytest

from grognard import games
from grognard.core.game import AnyGame

OPENERS = (
    "grognard.table.table.load",
    "grognard.cli.gamefile.load",
    "grognard.cli.play.load",
    "grognard.cli.fuzz.load",
    "grognard.lab.auto.load",
)


@cache
def _open(game: str, scenario: str | None, options: tuple[tuple[str, str], ...]) -> AnyGame:
    return games.load(game, scenario, dict(options))


def _load(
    game: str,
    scenario: str | None = None,
    options: Mapping[str, str] | None = None,
    pack: str | Path | None = None,
) -> AnyGame:
    if pack is not None:
        return games.load(game, scenario, options, pack)
    return _open(game, scenario, tuple(sorted((options or {}).items())))


@pytest.fixture(autouse=True)
def _games_opened_once(monkeypatch: pytest.MonkeyPatch) -> None:
    for opener in OPENERS:
        monkeypatch.setattr(opener, _load)
