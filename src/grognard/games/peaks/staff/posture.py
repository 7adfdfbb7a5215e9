"""Posture: how much a side dares, by side and season."""

from __future__ import annotations

from typing import NamedTuple

from grognard.core import Seat
from grognard.games.peaks.basics import first_seat
from grognard.games.peaks.steps import Pos


class Posture(NamedTuple):
    """Weights of what speaks for and against a post."""

    drive: float
    """The pull of objectives."""
    hunger: float
    """What it costs to be without support."""
    caution: float
    """What may be lost where the enemy can strike."""
    depots: float
    """What a hex of railroad towards the great goal of a sector is worth to a depot."""
    feeding: float
    """What it is worth to feed a unit."""


ATTACKING = Posture(drive=3.0, hunger=1.2, caution=1.5, depots=0.9, feeding=0.4)
DEFENDING = Posture(drive=1.0, hunger=2.5, caution=2.0, depots=0.1, feeding=1.0)


def posture_of(position: Pos, seat: Seat) -> Posture:
    """Who has the initiative attacks (5.3)."""
    return ATTACKING if first_seat(position) == seat else DEFENDING
