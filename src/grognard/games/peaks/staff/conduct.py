"""Conduct of a fight: what is thrown in, who pays, who goes back and where to, who follows."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from grognard.board.grid import Hex
from grognard.core import Order
from grognard.games.peaks.aftermath import ChooseLoss
from grognard.games.peaks.battle import Battle
from grognard.games.peaks.combat import ChooseTable, CommitSupport
from grognard.games.peaks.field import occupied, zones
from grognard.games.peaks.orders import BACK, LOSE, PURSUE, READY, SUPPORT, TABLE, TRUCK
from grognard.games.peaks.retreat import Retreating
from grognard.games.peaks.staff.outlook import outlook, step_worth
from grognard.games.peaks.staff.picture import Picture
from grognard.games.peaks.state import other

SUPPORT_PRICE = 0.45
"""What a support unit has to bring to be thrown in."""


def support(picture: Picture, step: CommitSupport, legal: Sequence[Order]) -> Order:
    """The support unit that brings most, if it brings enough."""
    position, battle = picture.position, step.battle
    attacking = step.who == battle.seat
    name = "support" if attacking else "defending_support"
    before = _promise(picture, battle)
    best, most = next(order for order in legal if order.verb is READY), SUPPORT_PRICE
    for order in legal:
        if order.verb is SUPPORT:
            after = _promise(picture, msgspec.structs.replace(battle, **{name: order.values[0]}))
            gain = after - before if attacking else before - after
            gain -= 0.1 * position.game.supports[order.values[0]].value
            if gain > most:
                best, most = order, gain
    return best


def _promise(picture: Picture, battle: Battle) -> float:
    return outlook(picture.position, battle, picture.hex_worth(battle.target)).value


def table(picture: Picture, step: ChooseTable, legal: Sequence[Order]) -> Order:
    """The table that promises more."""
    worth = picture.hex_worth(step.battle.target)
    chosen = outlook(picture.position, step.battle, worth).table.value
    return next(order for order in legal if order.verb is TABLE and order.values[0] == chosen)


def trucks(picture: Picture, battle: Battle, legal: Sequence[Order]) -> Order:
    """A column for an attack that lacks support; in defence they are kept."""
    if battle.seat == picture.seat:
        return next(order for order in legal if order.verb is TRUCK)
    return next(order for order in legal if order.verb is READY)


def pay(picture: Picture, step: ChooseLoss, legal: Sequence[Order]) -> Order:
    """The loss that hurts least."""
    position = picture.position
    return min(
        (order for order in legal if order.verb is LOSE),
        key=lambda order: (step_worth(position, order.values[0]), order.values[0]),
    )


# --- retreats ------------------------------------------------------------------------------------------


def go_back(picture: Picture, legal: Sequence[Order]) -> Order:
    """The way that is worst for an enemy who is driven, and best for a friend who falls back."""
    position = picture.position
    retreat = position.stack[-2]
    assert isinstance(retreat, Retreating)
    mine = retreat.owner == picture.seat

    def price(order: Order) -> float:
        unit: int = order.values[0]
        hex: Hex = order.values[1]
        into_zone = zones(position, other(retreat.owner)) >> hex & 1
        found = step_worth(position, unit) if into_zone else 0.0
        if mine:
            return found - picture.post(position, unit, hex)
        grid = position.game.grid
        closed = zones(position, picture.seat) | occupied(position, picture.seat)
        around = sum(there >= 0 and bool(closed >> there & 1) for there in grid.neighbours[hex])
        return found + 0.1 * around - 0.3 * picture.atlas.worth[picture.seat].get(hex, 0.0)

    backs = [order for order in legal if order.verb is BACK]
    if mine:
        return min(backs, key=lambda order: (price(order), order.values))
    return max(backs, key=lambda order: (price(order), order.values))


# --- pursuit -------------------------------------------------------------------------------------------


def follow(picture: Picture, legal: Sequence[Order]) -> Order:
    """The most rewarding pursuit, if there is one."""
    position = picture.position
    best, most = next(order for order in legal if order.verb is READY), 0.1
    for order in legal:
        if order.verb is not PURSUE:
            continue
        unit, path = order.values
        if not picture.has_room(position, unit, path[-1]):
            continue
        gain = picture.post(position, unit, path[-1]) - picture.post(position, unit, path[0])
        gain += sum(0.3 * picture.atlas.worth[picture.seat].get(hex, 0.0) for hex in path[1:])
        if gain > most:
            best, most = order, gain
    return best
