"""3.1.5 The movement points with which a unit starts its move."""

from __future__ import annotations

from grognard.games.moscow1941 import strategic
from grognard.games.moscow1941.ground import POINT, disrupted_start
from grognard.games.moscow1941.steps import Pos
from grognard.games.moscow1941.supply import is_out_of_supply


def starting_points(position: Pos, unit: int, exerted: bool = False, strategic_move: bool = False) -> int:
    """Sixths of a point that a unit has at the start of its move (3.1.5, 8.2.14, 10.2.2, 12.2.3)."""
    full = position.game.units[unit].mp
    if is_out_of_supply(position, unit) and not exerted:
        full = -(-full // 2)  # 10.2.2, ruling M20: halved and rounded up
    if strategic_move:
        full -= strategic.LESS
    here = position.state.where[unit]
    if here >= 0:
        full -= disrupted_start(position, unit)
    return max(0, full) * POINT
