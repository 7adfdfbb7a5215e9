"""Peaks of the Caucasus: the German drive for oil and Stalingrad, and the Soviet answer, 1942 to 1943."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from grognard.core.game import AnyGame, Scenario
from grognard.core.seat import Seat
from grognard.games.module import GameModule, Officer
from grognard.games.peaks.checks import constraints
from grognard.games.peaks.components import read
from grognard.games.peaks.counters import portrait
from grognard.games.peaks.options import OPTIONS
from grognard.packs import PackLayers


def _create(layers: PackLayers, scenario: str, options: Mapping[str, str]) -> AnyGame:
    """The game with its rules, which are imported only when somebody plays."""
    from grognard.games.peaks.game import create

    return create(layers, scenario, options)


def _appoint(game: AnyGame, seat: Seat, seed: int, level: int) -> Officer:
    """An officer of the staff, imported only when a bot plays."""
    from grognard.games.peaks.staff import appoint

    return appoint(game, seat, seed, level)


MODULE = GameModule(
    id="peaks",
    title="Peaks of the Caucasus",
    summary="Corps and armies between Don, Volga and Caucasus, July 1942 to March 1943, a month to a turn.",
    pack_path=Path(__file__).parent / "pack",
    scenarios=(
        Scenario("standard", "Standard Game", "July 1942 to January 1943: Blau to the encirclement.", 7),
        Scenario("extended", "Extended Game", "July 1942 to March 1943: on to the backhand blow.", 9),
    ),
    read_components=read,
    constraints=constraints,
    portrait=portrait,
    create=_create,
    staff=_appoint,
    options=OPTIONS,
    rules_path=Path(__file__).parent / "rules.toml",
    words_path=Path(__file__).parent / "words.toml",
    aliases=("caucasus", "peaks-of-the-caucasus"),
    order=2,
)
