"""Positions made ready for a screen."""

from __future__ import annotations

import msgspec

from grognard.core import Force, Forecast, View, order_pointer
from grognard.core.timeline import AnyPosition
from grognard.server import wire


def without_orders(view: View) -> View:
    """The view without the plain list of orders, which travel as choices."""
    if view.ask is None or not view.ask.orders:
        return view
    return msgspec.structs.replace(view, ask=msgspec.structs.replace(view.ask, orders=()))


def ids_in(view: View) -> frozenset[str]:
    """The counters that a seat sees by name."""
    return frozenset(piece.id for piece in view.pieces if piece.id)


def forecast_of(known: AnyPosition, seen: frozenset[str]) -> Forecast | None:
    """What the affair at hand comes to on a glimpse; counters that are only guessed go without a name."""
    forecast: Forecast | None = known.game.forecast(known)
    if forecast is None:
        return None
    return msgspec.structs.replace(forecast, forces=tuple(_as_seen(force, seen) for force in forecast.forces))


def _as_seen(force: Force, seen: frozenset[str]) -> Force:
    units = tuple((unit if unit in seen else "", words) for unit, words in force.units)
    if units == force.units:
        return force
    return msgspec.structs.replace(force, units=units, guessed=True)


def choices_of(position: AnyPosition) -> tuple[wire.Choice, ...]:
    """The legal orders with what they name."""
    game = position.game
    return tuple(
        wire.Choice(game.text(order), order.verb.name, *order_pointer(game, order))
        for order in position.legal()
    )
