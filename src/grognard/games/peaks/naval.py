"""25.1 Naval operations on the Black Sea, the Sea of Azov and the Caspian, an optional rule."""

from __future__ import annotations

from grognard.board.bits import HexSet
from grognard.core import Seat
from grognard.games.peaks import control
from grognard.games.peaks.state import AXIS, SOVIET
from grognard.games.peaks.steps import Pos

BLACK_SEA, AZOV, CASPIAN = "black-sea", "azov", "caspian"
SEAS = (BLACK_SEA, AZOV, CASPIAN)

MOVES = {(SOVIET, BLACK_SEA): 1, (AXIS, BLACK_SEA): 1, (AXIS, AZOV): 1, (SOVIET, CASPIAN): 2}
"""25.1.3 to 25.1.8: units that a side may ship across a sea in an impulse."""

ARRIVALS = {AXIS: AZOV, SOVIET: CASPIAN}
"""25.1.6, 25.1.7: the sea by which one reinforcement a turn may come."""


def may_sail(position: Pos, seat: Seat, sea: str) -> bool:
    """May a side move across a sea now?

    25.1.3: the Soviets over the Black Sea with Batum. 25.1.4: the Axis with all its ports. 25.1.5,
    25.1.8: the Soviets never over the Sea of Azov, the Axis never over the Caspian.
    """
    game = position.game
    if not game.rules.naval_operations or (seat, sea) not in MOVES:
        return False
    if sea != BLACK_SEA:
        return True
    own = control.controlled(position, seat)
    needed = game.place_hexes("batum") if seat == SOVIET else game.ports[BLACK_SEA]
    return bool(needed) and not needed & ~own


def sources(position: Pos, seat: Seat) -> HexSet:
    """Ports that supply a side: its own of a sea that it may use for logistics (25.1.3 to 25.1.7)."""
    game = position.game
    if not game.rules.naval_operations:
        return 0
    own, found = control.controlled(position, seat), 0
    for sea in SEAS:
        if may_sail(position, seat, sea) and (sea != CASPIAN or _caspian_supplies(position)):
            found |= game.ports[sea] & own
    return found


def _caspian_supplies(position: Pos) -> bool:
    """25.1.7: the Soviets control Astrakhan or Baku."""
    game = position.game
    homes = game.place_hexes("astrakhan") | game.place_hexes("baku")
    return bool(homes & control.controlled(position, SOVIET))
