"""3, 4.2 Routes: where a unit can go, what a path costs, and why a step is refused."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from grognard.board.bits import HexSet, bits_of
from grognard.board.grid import Hex
from grognard.board.reach import CLOSED, Reach, reach
from grognard.core import Refusal
from grognard.games.moscow1941.field import lone_stacks, occupied, units_in, zones, zones_over
from grognard.games.moscow1941.ground import POINT, Ground, ground_for
from grognard.games.moscow1941.state import other, seat_index
from grognard.games.moscow1941.steps import Pos


class Terms(msgspec.Struct, frozen=True):
    """On what terms a unit moves at this moment."""

    unit: int
    start: Hex
    left: int
    """Sixths of a movement point still to spend."""
    allowance: int
    """What the unit had at the start of the phase: no first hex costs more (3.1.13)."""
    fresh: bool
    strategic: bool
    stops: HexSet
    """Enemy zones: entering one ends the move (4.2.1)."""
    leaving: int
    """4.2.6: the cost of leaving an enemy zone."""
    forbidden: HexSet
    """4.2.3: hexes that lie in the zone of a unit in whose zone the start lies."""
    blocked: HexSet
    """Hexes that cannot be entered: the enemy's (3.1.8), in strategic movement his zones too (12.2.2)."""
    tolls: Mapping[Hex, int]
    """Enemy hexes that may be entered to destroy what stands alone there, with what it adds."""
    ground: Ground


def terms_of(
    position: Pos, unit: int, left: int, allowance: int, fresh: bool = True, strategic: bool = False
) -> Terms:
    """Gather what decides on a unit's steps right now."""
    seat, start = position.game.owner[unit], position.state.where[unit]
    enemy = other(seat)
    stops, enemies = zones(position, enemy), occupied(position, enemy)
    caught = bool(stops >> start & 1)
    tolls = _tolls(position, unit, left)
    blocked = enemies
    for hex in tolls:
        blocked &= ~(1 << hex)
    return Terms(
        unit,
        start,
        left,
        allowance,
        fresh,
        strategic,
        stops,
        POINT if caught else 0,
        zones_over(position, start, enemy) if caught else 0,
        blocked | stops if strategic else blocked,
        tolls,
        ground_for(position, unit),
    )


def _tolls(position: Pos, unit: int, left: int) -> dict[Hex, int]:
    """What destroying the lone guns and headquarters within reach costs.

    6.1.7: a point for each towed gun, and one more if they are dug in (ruling M72). 9.1.5: nothing for a
    headquarters (ruling M26).
    """
    game = position.game
    if not game.regular[unit]:
        return {}
    here, enemy = position.state.where[unit], other(game.owner[unit])
    found = {}
    for hex in lone_stacks(position, enemy):
        if 2 * game.grid.distance(here, hex) <= left:  # no step costs less than a third of a point
            guns = sum(game.towed_gun[gun] for gun in units_in(position, hex))
            dug_in = position.state.forts.get(hex) == seat_index(enemy)
            found[hex] = (guns + (1 if guns and dug_in else 0)) * POINT
    return found


def reachable(position: Pos, terms: Terms) -> Reach:
    """Every hex that the unit can enter now, with the cheapest way there."""
    costs, bonus = terms.ground.costs, terms.ground.bonus
    stop = terms.stops
    if terms.tolls:
        costs = costs.with_entry(terms.tolls)
        stop |= bits_of(terms.tolls)  # taking a hex from lone guns ends the move as well
    return reach(
        costs,
        terms.start,
        terms.left,
        blocked=terms.blocked,
        stop=stop,
        leaving=1 << terms.start if terms.leaving else 0,
        leave_cost=terms.leaving,
        forbidden={terms.start: terms.forbidden} if terms.forbidden else None,
        first_step_cap=terms.allowance if terms.fresh else 0,
        bonus=bonus if terms.fresh else None,
    )


def can_step(terms: Terms, grid_neighbours: tuple[Hex, ...]) -> bool:
    """Can the unit afford at least one step from where it stands?"""
    shut = terms.blocked | terms.forbidden
    for price, there in zip(terms.ground.costs.prices[terms.start], grid_neighbours, strict=True):
        if price == CLOSED or shut >> there & 1:
            continue
        if _first_price(terms, price, there) <= terms.left:
            return True
    return False


def _first_price(terms: Terms, price: int, there: Hex) -> int:
    """3.1.13, 4.2.6: what the first hex costs with everything that comes on top, at most all there is."""
    price += terms.leaving + terms.tolls.get(there, 0)
    return min(price, terms.allowance) if terms.fresh else price


def walk(position: Pos, terms: Terms, path: tuple[Hex, ...]) -> int | Refusal:
    """Follow a path hex by hex: what it costs, or why the step that fails is refused."""
    game, label = position.game, position.game.grid.label
    if len(path) < 2 or path[0] != terms.start:
        return Refusal("3.1.4", f"the path must begin where the unit stands, in {label(terms.start)}")
    spent = 0
    for number, (here, there) in enumerate(zip(path, path[1:], strict=False)):
        if there not in game.grid.neighbours[here]:
            return Refusal("3.1.4", f"{label(here)} and {label(there)} are not adjacent")
        refusal = _step_refused(position, terms, here, there, number == 0)
        if refusal is not None:
            return refusal
        price = terms.ground.costs.price(here, there)
        spent += price + terms.tolls.get(there, 0) if number else _first_price(terms, price, there)
        if spent > terms.left and not _further_hex(terms, path[: number + 2]):
            needs, has = points(spent), points(terms.left)
            return Refusal("3.1.5", f"going to {label(there)} takes {needs} movement points, there are {has}")
    return min(spent, terms.left)


def _further_hex(terms: Terms, path: tuple[Hex, ...]) -> bool:
    """Terrain table, note 2: is this path one hex more on secondary routes alone?"""
    bonus = terms.ground.bonus
    if bonus is None or not terms.fresh:
        return False
    prices = [bonus.costs.price(here, there) for here, there in zip(path, path[1:], strict=False)]
    total = sum(prices) + terms.leaving
    return CLOSED not in prices and total <= terms.left + bonus.extra


def _step_refused(position: Pos, terms: Terms, here: Hex, there: Hex, first: bool) -> Refusal | None:
    game, label = position.game, position.game.grid.label
    if not first and terms.stops >> here & 1:
        return Refusal("4.2.1", f"the unit must stop in {label(here)}: an enemy zone of control")
    if not first and here in terms.tolls:
        return Refusal("6.1.7", f"the unit must stop in {label(here)}, which it takes from the enemy")
    if first and terms.forbidden >> there & 1:
        return Refusal("4.2.3", f"one and the same enemy unit controls both {label(here)} and {label(there)}")
    stack = units_in(position, there)
    if stack and game.owner[stack[0]] != game.owner[terms.unit] and there not in terms.tolls:
        return Refusal("3.1.8", f"the enemy holds {label(there)}")
    if terms.strategic and terms.stops >> there & 1:
        return Refusal("12.2.2", f"{label(there)} lies in an enemy zone of control")
    if terms.ground.costs.price(here, there) == CLOSED:
        effect = game.geography.effect[there]
        ground, kind = effect.name.lower() if effect else "that ground", game.units[terms.unit].movement_class
        return Refusal("3.1.11", f"{ground} in {label(there)} is closed to {kind.value} units")
    return None


def points(sixths: int) -> str:
    """Movement points in words: `2`, `1/2`, `3 1/3`.

    >>> points(12), points(3), points(20)
    ('2', '1/2', '3 1/3')
    """
    whole, rest = divmod(sixths, POINT)
    part = {0: "", 1: "1/6", 2: "1/3", 3: "1/2", 4: "2/3", 5: "5/6"}[rest]
    return f"{whole} {part}".strip() if whole and part else part or str(whole)
