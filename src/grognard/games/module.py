"""What a game package offers to the registry."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from grognard.board.cartography.portrait import Portrait
from grognard.core.game import AnyGame, Option, Scenario
from grognard.core.order import Order, did_you_mean, shorten
from grognard.core.position import Position
from grognard.core.refusal import NotPlayable
from grognard.core.seat import Seat
from grognard.packs import Constraint, PackLayers


class Officer(Protocol):
    """Who plays a seat by reasoning about one game; see `grognard.bots` for the bots that employ him."""

    def choose(self, glimpse: Position[Any, Any], legal: Sequence[Order]) -> Order:
        """Answer a decision of his seat; `glimpse` is `Game.glimpse`, `legal` the orders to choose from."""

    def intentions(self) -> tuple[str, ...]:
        """Say what he is up to, a line each."""


@dataclass(frozen=True)
class GameModule:
    """A game as lists, the command line and the table see it."""

    id: str
    title: str
    summary: str
    pack_path: Path
    scenarios: tuple[Scenario, ...]
    read_components: Callable[[PackLayers], Any]
    constraints: Callable[[Any], Sequence[Constraint]]
    portrait: Callable[[Any, str | None], Portrait] | None = None
    """Shows its counters: the whole box, or the map before the first turn of a scenario."""
    create: Callable[[PackLayers, str, Mapping[str, str]], AnyGame] | None = None
    staff: Callable[[AnyGame, Seat, int, int], Officer] | None = None
    """Appoints an officer who plays a seat of a game by reasoning, given a seed and a level of effort."""
    options: tuple[Option, ...] = ()
    aliases: tuple[str, ...] = ()
    status: str = "its rules are not written yet; its map and counters can be looked at"
    order: int = 0
    rules_path: Path | None = field(default=None)
    tours_path: Path | None = None
    """The folder of guided tours, a file for each scenario that has one."""
    words_path: Path | None = None
    """The orders in plain words, for screens."""

    def scenario(self, name: str | None) -> Scenario:
        """The scenario with this id, or the first one when none is named."""
        if name is None:
            return self.scenarios[0]
        for scenario in self.scenarios:
            if scenario.id == name:
                return scenario
        known = [scenario.id for scenario in self.scenarios]
        hint = did_you_mean(name, known)
        raise NotPlayable(f"{self.title} has no scenario {shorten(name)}{hint} (it has {', '.join(known)})")

    def options_with(self, wanted: Mapping[str, str]) -> dict[str, str]:
        """Every option with its value: the default, or what is wanted."""
        values = {option.id: option.default for option in self.options}
        for name, value in wanted.items():
            option = next((option for option in self.options if option.id == name), None)
            if option is None:
                raise NotPlayable(f"{self.title} has no option {shorten(name)}{did_you_mean(name, values)}")
            if value not in option.choices:
                choices = ", ".join(option.choices)
                raise NotPlayable(f"option {name} is one of {choices}, not {shorten(value)}")
            values[name] = value
        return values
