"""6.4, 6.5 Artillery fire: ranged fire at units and objects, and the barrage."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from grognard.core import AnyStep, Order, Refusal, Seat
from grognard.games.moscow1941.steps import Pos

STEPS: tuple[type[AnyStep], ...] = ()


def steps_of(position: Pos, seat: Seat) -> Sequence[AnyStep]:
    """The steps of a barrage phase (6.5)."""
    return ()


def orders(position: Pos, seat: Seat) -> Iterable[Order]:
    """Ranged fire that may be opened now."""
    return ()


def refusal(position: Pos, seat: Seat, order: Order) -> Refusal | None:
    """Why ranged fire may not be opened; None when it may."""
    return Refusal("6.4", "no ranged fire")


def begin(position: Pos, seat: Seat, order: Order) -> None:
    """Open ranged fire."""
