"""11 Reinforcements: entering, shifting, waiting, leaving; and the reserves of the scenarios."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.core import AnyStep, Order, Refusal, Seat
from grognard.games.moscow1941.steps import Pos

STEPS: tuple[type[AnyStep], ...] = ()


def orders(position: Pos, seat: Seat, strategic_move: bool) -> Iterable[Order]:
    """Arrivals that are possible now."""
    return ()


def refusal(position: Pos, seat: Seat, order: Order, strategic_move: bool) -> Refusal | None:
    """Why an arrival is not possible; None when it is."""
    return Refusal("11.1", "no reinforcements")


def take(position: Pos, seat: Seat, order: Order, strategic_move: bool) -> None:
    """Carry out an arrival."""


def cannot_leave(position: Pos, unit: int) -> Refusal | None:
    """Why a unit may not leave the map (11.2.3); None when it may."""
    return Refusal("11.2.3", "not at an entry zone")


def leave(position: Pos, unit: int) -> None:
    """Take a unit off the map through its entry zone."""
