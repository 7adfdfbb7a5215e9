"""The staff of Moscow 1941 in situations of a few counters on the plain map."""

from __future__ import annotations

from collections.abc import Iterable

from tests.games.moscow1941.situation import MoscowPosition, unit

from grognard import bots
from grognard.core import CHANCE, ROLL, Order, Seat
from grognard.games.moscow1941.supply import supplied_hexes

SUPPLIED_FROM = tuple(f"{line:02}37" for line in range(20, 45))


def command(
    position: MoscowPosition, seat: Seat, level: int = 2, roll: int = 7, phases: int = 1, seed: int = 1
) -> list[str]:
    """Let the staff decide for a seat to the end of so many phases; what it ordered.

    The other seat gives its last order each time, and every die falls as `roll` says.
    """
    officer = bots.make("staff", position.game, seat, seed=seed, level=level)
    until, ordered = position.state.clock + phases, list[str]()
    while position.outcome is None and position.state.clock < until:
        order: Order
        if position.seat == CHANCE:
            order = ROLL(roll)
        elif position.seat == seat:
            reply = bots.ask(officer, position)
            assert not reply.complaint, reply.complaint
            order = reply.order
            ordered.append(position.game.text(order))
        else:
            order = position.legal().orders[-1]
        position.submit(order)
    return ordered


def attacks(ordered: Iterable[str]) -> list[str]:
    """The hexes attacked in a list of orders."""
    return [text.split()[1] for text in ordered if text.startswith("attack ")]


def in_supply(position: MoscowPosition, id: str) -> bool:
    """Could a counter trace supply where it stands?"""
    number = unit(position, id)
    seat, points = position.game.owner[number], position.game.supply_points[number]
    return bool(supplied_hexes(position, seat, points) >> position.state.where[number] & 1)
