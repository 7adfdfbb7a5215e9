"""9 Headquarters: their range, the die they help, and the modifiers their loss gives away."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.board.grid import Hex
from grognard.core import Seat
from grognard.games.moscow1941.state import Grant
from grognard.games.moscow1941.steps import Pos

GRANT_DISTANCE = 8
"""9.1.7: how far from the lost headquarters its modifiers may be used."""


def in_range(position: Pos, seat: Seat, units: Iterable[int]) -> bool:
    """Are all these units within range of one headquarters or another of their side (9.2.1, 9.2.2)?

    Many headquarters help no more than one (9.2.3).
    """
    game, where = position.game, position.state.where
    posts = [(where[unit], game.headquarters_range[unit]) for unit in game.headquarters_of[seat]]
    posts = [(hex, reach) for hex, reach in posts if hex >= 0]
    distance = game.grid.distance
    return all(
        any(distance(where[unit], hex) <= reach for hex, reach in posts) for unit in units if where[unit] >= 0
    )


def grants_for(position: Pos, seat: Seat, hexes: Iterable[Hex]) -> tuple[Grant, ...]:
    """Modifiers that a seat may still spend in a combat over these hexes (9.1.6, 9.1.7)."""
    distance = position.game.grid.distance
    places = tuple(hexes)
    return tuple(
        grant
        for grant in position.state.grants
        if grant.seat == seat
        and grant.left > 0
        and _may_be_spent(position, grant)
        and any(distance(grant.hex, hex) <= GRANT_DISTANCE for hex in places)
    )


def _may_be_spent(position: Pos, grant: Grant) -> bool:
    """9.1.6: in the two combat phases that follow the loss, not in the one in which it happens."""
    return grant.lost_at < position.state.clock <= grant.last


def stocks(position: Pos, seat: Seat, hexes: Iterable[Hex]) -> dict[Hex, int]:
    """The same by the hex of each loss: what several headquarters lost in one hex leave is one stock."""
    found: dict[Hex, int] = {}
    for grant in grants_for(position, seat, hexes):
        found[grant.hex] = found.get(grant.hex, 0) + grant.left
    return found


def spend(position: Pos, seat: Seat, spent: tuple[Hex, ...]) -> None:
    """Take what has been spent off the stocks; each names the hex of the lost headquarters."""
    grants = position.state.grants
    for hex in spent:
        for number, grant in enumerate(grants):
            if grant.seat == seat and grant.hex == hex and grant.left > 0 and _may_be_spent(position, grant):
                grants[number] = Grant(grant.seat, grant.hex, grant.left - 1, grant.lost_at, grant.last)
                break
