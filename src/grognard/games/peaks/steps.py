"""The kinds of steps that the sequence of play is made of, bound to this game."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from grognard.core import Choice, Position, Roll, Step
from grognard.games.peaks.state import PeaksState

if TYPE_CHECKING:
    from grognard.games.peaks.game import Peaks

Pos: TypeAlias = "Position[PeaksState, Peaks]"


class PeaksStep(Step[PeaksState, "Peaks"], frozen=True):
    """A step that runs by itself."""


class PeaksChoice(Choice[PeaksState, "Peaks"], frozen=True):
    """A step that waits for a player."""


class PeaksRoll(Roll[PeaksState, "Peaks"], frozen=True):
    """A step that waits for the die, or for a draw."""
