"""The kinds of steps that the sequence of play is made of, bound to this game."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from grognard.core import Choice, Position, Roll, Step
from grognard.games.moscow1941.state import MoscowState

if TYPE_CHECKING:
    from grognard.games.moscow1941.game import Moscow1941

Pos: TypeAlias = "Position[MoscowState, Moscow1941]"


class MoscowStep(Step[MoscowState, "Moscow1941"], frozen=True):
    """A step that runs by itself."""


class MoscowChoice(Choice[MoscowState, "Moscow1941"], frozen=True):
    """A step that waits for a player."""


class MoscowRoll(Roll[MoscowState, "Moscow1941"], frozen=True):
    """A step that waits for the dice."""
