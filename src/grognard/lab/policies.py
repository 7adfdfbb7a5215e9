"""Neutral answers to the choices in the middle of an affair, for odds that go to its end."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grognard.core import Order, Position
from grognard.lab.odds import Policy
from grognard.lab.toll import own_standing, toll


def first(position: Position[Any, Any]) -> Order:
    """Whoever chooses takes the first choice offered."""
    return next(iter(position.legal()))


def sparing(position: Position[Any, Any]) -> Order:
    """Whoever chooses spares steps first, then counters, then ground; of equal choices the first."""
    seat = position.decision.seat
    orders = position.legal().orders
    if len(orders) == 1:
        return orders[0]
    before = own_standing(position, seat)

    def cost(order: Order) -> tuple[int, int, int]:
        after = position.copy()
        after.apply(order)
        paid = toll(before, own_standing(after, seat))
        return paid.steps, paid.counters, paid.displaced

    return min(orders, key=cost)


POLICIES: Mapping[str, Policy | None] = {"sparing": sparing, "first": first, "stop": None}
"""The policies by name; `stop` follows no choice."""
