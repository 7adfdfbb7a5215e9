"""Moscow 1941: the last German drive on Moscow and the first Soviet winter offensive, in the WB-95 system."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from grognard.core.game import AnyGame, Scenario
from grognard.core.seat import Seat
from grognard.games.module import GameModule, Officer
from grognard.games.moscow1941.checks import constraints
from grognard.games.moscow1941.components import read
from grognard.games.moscow1941.counters import portrait
from grognard.games.moscow1941.options import OPTIONS
from grognard.packs import PackLayers


def _create(layers: PackLayers, scenario: str, options: Mapping[str, str]) -> AnyGame:
    """The game with its rules, which are imported only when somebody plays."""
    from grognard.games.moscow1941.game import create

    return create(layers, scenario, options)


def _appoint(game: AnyGame, seat: Seat, seed: int, level: int) -> Officer:
    """An officer of the staff, imported only when a bot plays."""
    from grognard.games.moscow1941.staff import appoint

    return appoint(game, seat, seed, level)


MODULE = GameModule(
    id="moscow-1941",
    title="Moscow 1941",
    summary="Regiments and divisions before Moscow, 15 November to 15 December 1941, a day to a turn.",
    pack_path=Path(__file__).parent / "pack",
    scenarios=(
        Scenario("typhoon", "Typhoon", "The last German drive on Moscow.", 20),
        Scenario(
            "first-steps", "First Steps", "Three days on the Volokolamsk Highway: ours, to learn by.", 3, True
        ),
        Scenario("red-snow", "Red Snow", "The Soviet counter-offensive in the snow.", 11),
    ),
    read_components=read,
    constraints=constraints,
    portrait=portrait,
    create=_create,
    staff=_appoint,
    options=OPTIONS,
    rules_path=Path(__file__).parent / "rules.toml",
    tours_path=Path(__file__).parent / "tours",
    words_path=Path(__file__).parent / "words.toml",
    aliases=("moscow", "moscow1941"),
    order=1,
)
