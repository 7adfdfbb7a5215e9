"""Aircraft and guns on their own: where to send them, and at whom to fire what is left."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.board.grid import Hex
from grognard.core import Dice, Order
from grognard.games.moscow1941.fire import Laying
from grognard.games.moscow1941.orders import BOMBARD, FIRE, FLY, READY, SUPPORT
from grognard.games.moscow1941.phases import phasing_seat
from grognard.games.moscow1941.staff.operations import Operations
from grognard.games.moscow1941.staff.picture import Picture

SUPPORTING, STRIKING = "support", "strike"
"""Words for the missions that the staff flies."""

LEAST_FIRE = 3
"""Strength that fire must have against the ground it meets to be worth a throw."""


def fly(picture: Picture, dice: Dice, legal: Sequence[Order]) -> Order:
    """Support for the most promising attack of the coming phase; else a strike at the softest target."""
    ready = next((order for order in legal if order.verb is READY), legal[0])
    flights = [order for order in legal if order.verb is FLY]
    if phasing_seat(picture.position) != picture.seat or not flights:
        return ready
    support = {order.values[2]: order for order in flights if order.values[1] == SUPPORTING}
    operations = Operations(picture, dice)
    operations.prepare_attacks(1, ())
    for attack in sorted(operations.prepared, key=lambda attack: (-attack.value, attack.target.hex)):
        if attack.target.hex in support:
            return support[attack.target.hex]
    strikes = [order for order in flights if order.values[1] == STRIKING]
    return max(
        strikes, key=lambda order: (_softness(picture, order.values[2]), -order.values[2]), default=ready
    )


def bombard(picture: Picture, legal: Sequence[Order]) -> Order | None:
    """Fire by guns that have nothing better to do, at whom it can hurt."""
    targets = [order for order in legal if order.verb is BOMBARD]
    position, distance = picture.position, picture.position.game.grid.distance
    best, most = None, 0.0
    for order in targets:
        hex = order.values[0]
        strength = sum(
            position.game.units[gun].attack_strength(1)
            for gun in position.game.guns_of[picture.seat]
            if position.state.where[gun] >= 0 and distance(position.state.where[gun], hex) <= 3
        )
        cover = 2 * position.game.geography.combat_modifier(hex)
        if strength - cover >= LEAST_FIRE:
            value = _softness(picture, hex) + 0.3 * (strength - cover)
            if value > most:
                best, most = order, value
    return best


def lay(step: Laying, legal: Sequence[Order]) -> Order | None:
    """Every gun that reaches the target, then fire."""
    for order in legal:
        if order.verb is SUPPORT:
            return order
    return next((order for order in legal if order.verb is FIRE), None)


def _softness(picture: Picture, hex: Hex) -> float:
    """How much a blow at a hex would hurt the enemy."""
    target = picture.target(hex)
    return (
        1.0
        + 0.2 * target.levels
        + 0.3 * target.level_worth
        - picture.position.game.geography.combat_modifier(hex)
    )
