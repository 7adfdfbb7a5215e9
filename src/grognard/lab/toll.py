"""What something cost a side, read from the views: steps and counters lost, counters driven away.

A counter's face says how many steps it has left, under `steps` or `levels`; one without either counts as one.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

import msgspec

from grognard.core import Position, Seat
from grognard.core.view import Piece

STEPS = ("steps", "levels")


class Stand(msgspec.Struct, frozen=True):
    """Where a counter stands and how many steps it has."""

    hex: str
    steps: int


Standing: TypeAlias = Mapping[str, Stand]
"""The counters of one side that are on the map."""


class Toll(msgspec.Struct, frozen=True):
    """What a side lost between two moments."""

    steps: int
    counters: int
    displaced: int


def standing(position: Position[Any, Any]) -> dict[Seat, Standing]:
    """The counters of every side on the map, each side's as it sees them itself."""
    return {seat: own_standing(position, seat) for seat in position.game.seats}


def own_standing(position: Position[Any, Any], seat: Seat) -> Standing:
    """The counters of one side on the map."""
    pieces = position.view(seat).pieces
    return {p.id: Stand(p.hex, _steps(p)) for p in pieces if p.seat == seat and p.hex and p.id}


def _steps(piece: Piece) -> int:
    found = next((piece.face[name] for name in STEPS if name in piece.face), "1")
    return int(found) if found.lstrip("-").isdigit() else 1


def toll(before: Standing, after: Standing) -> Toll:
    """The difference of two moments; what came onto the map in between counts for nothing."""
    steps = counters = displaced = 0
    for name, stand in before.items():
        now = after.get(name)
        steps += stand.steps - (now.steps if now is not None else 0)
        counters += now is None
        displaced += now is not None and now.hex != stand.hex
    return Toll(steps, counters, displaced)
