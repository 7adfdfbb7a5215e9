"""8 Aviation: secret missions, air combat and air attacks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from grognard.board.grid import Hex
from grognard.core import AnyStep, Seat
from grognard.games.moscow1941.steps import MoscowChoice, Pos


class AssignAir(MoscowChoice, frozen=True):
    """A player assigns his air counters in secret (8.1.2, 8.1.7)."""

    who: Seat
    rule: ClassVar[str] = "8.1.2"


STEPS: tuple[type[AnyStep], ...] = (AssignAir,)


def steps_of(position: Pos, seat: Seat) -> Sequence[AnyStep]:
    """The steps of an air phase."""
    return ()


def push_crossing_attacks(position: Pos, unit: int, path: tuple[Hex, ...]) -> None:
    """Attack a unit that crosses water or a bridge under enemy aircraft (8.2.15)."""
