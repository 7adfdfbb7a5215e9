"""Positions made ready for a screen."""

from __future__ import annotations

import msgspec

from grognard.core import View, order_pointer
from grognard.core.timeline import AnyPosition
from grognard.server import wire


def without_orders(view: View) -> View:
    """The view without the plain list of orders, which travel as choices."""
    if view.ask is None or not view.ask.orders:
        return view
    return msgspec.structs.replace(view, ask=msgspec.structs.replace(view.ask, orders=()))


def choices_of(position: AnyPosition) -> tuple[wire.Choice, ...]:
    """The legal orders with what they name."""
    game = position.game
    return tuple(
        wire.Choice(game.text(order), order.verb.name, *order_pointer(game, order))
        for order in position.legal()
    )
