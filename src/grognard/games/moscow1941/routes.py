"""3, 4.2 Routes: where a unit can go, what a path costs, and why a step is refused."""

from __future__ import annotations

import itertools

import msgspec

from grognard.board.bits import HexSet, bits_of
from grognard.board.grid import Hex
from grognard.board.reach import CLOSED, Bonus, Reach, reach
from grognard.core import Refusal
from grognard.games.moscow1941.field import lone_stacks, occupied, units_in, zones, zones_over
from grognard.games.moscow1941.ground import POINT, Ground, ground_for
from grognard.games.moscow1941.state import other
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
    """Enemy zones: entering one ends the move (4.2.1) and costs nothing (4.2.2)."""
    leaving: int
    """4.2.6: the cost of leaving an enemy zone."""
    forbidden: HexSet
    """4.2.3: hexes in the zone of a unit in whose zone the start lies; others are open (4.2.4, 4.2.5)."""
    blocked: HexSet
    """Hexes that cannot be entered: the enemy's (3.1.8), in strategic movement his zones too (12.2.2)."""
    prey: HexSet
    """Enemy hexes that may be entered to destroy what stands alone there; that ends the move as well."""
    ground: Ground
    by_road: bool
    """Has the move been made on secondary routes alone so far (terrain table, note 2)?"""

    @property
    def bonus(self) -> Bonus | None:
        """The further hex that the unit may go, if it is still open to it."""
        return self.ground.bonus if self.by_road else None


def terms_of(
    position: Pos,
    unit: int,
    left: int,
    allowance: int,
    fresh: bool = True,
    strategic: bool = False,
    by_road: bool = False,
) -> Terms:
    """Gather what decides on a unit's steps right now."""
    seat, start = position.game.owner[unit], position.state.where[unit]
    enemy = other(seat)
    stops, enemies = zones(position, enemy), occupied(position, enemy)
    caught = bool(stops >> start & 1)
    tolls = lone_stacks(position, enemy) if position.game.regular[unit] else ()
    prey = bits_of(hex for hex, _ in tolls)
    blocked = enemies & ~prey
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
        prey,
        ground_for(position, unit, tolls),
        fresh or by_road,
    )


def reachable(position: Pos, terms: Terms) -> Reach:
    """Every hex that the unit can enter now, with the cheapest way there."""
    return reach(
        terms.ground.costs,
        terms.start,
        terms.left,
        blocked=terms.blocked,
        stop=terms.stops | terms.prey,
        leaving=1 << terms.start if terms.leaving else 0,
        leave_cost=terms.leaving,
        forbidden={terms.start: terms.forbidden} if terms.forbidden else None,
        first_step_cap=terms.allowance if terms.fresh else None,
        bonus=terms.bonus,
    )


def can_step(terms: Terms, grid_neighbours: tuple[Hex, ...]) -> bool:
    """Can the unit afford at least one step from where it stands?"""
    shut = terms.blocked | terms.forbidden
    for price, there in zip(terms.ground.costs.prices[terms.start], grid_neighbours, strict=True):
        if price != CLOSED and not shut >> there & 1 and _first_price(terms, price) <= terms.left:
            return True
    return terms.bonus is not None and any(
        price != CLOSED and not shut >> there & 1 and _further_hex(terms, (terms.start, there))
        for price, there in zip(terms.bonus.costs.prices[terms.start], grid_neighbours, strict=True)
    )


def _first_price(terms: Terms, price: int) -> int:
    """3.1.13, 4.2.6: what the first hex costs with everything that comes on top, at most all there is."""
    price += terms.leaving
    return min(price, terms.allowance) if terms.fresh else price


def walk(position: Pos, terms: Terms, path: tuple[Hex, ...]) -> int | Refusal:
    """Follow a path hex by hex: what it costs, or why the step that fails is refused."""
    game, label = position.game, position.game.grid.label
    if len(path) < 2 or path[0] != terms.start:
        return Refusal("3.1.4", f"the path must begin where the unit stands, in {label(terms.start)}")
    spent = 0
    for number, (here, there) in enumerate(itertools.pairwise(path)):
        if there not in game.grid.neighbours[here]:
            return Refusal("3.1.4", f"{label(here)} and {label(there)} are not adjacent")
        refusal = _step_refused(position, terms, here, there, number == 0)
        if refusal is not None:
            return refusal
        price = terms.ground.costs.price(here, there)
        spent += price if number else _first_price(terms, price)
        if spent > terms.left and not _further_hex(terms, path[: number + 2]):
            needs, has = points(spent), points(terms.left)
            return Refusal("3.1.5", f"going to {label(there)} takes {needs} movement points, there are {has}")
    return min(spent, terms.left)


def _further_hex(terms: Terms, path: tuple[Hex, ...]) -> bool:
    """Terrain table, note 2: is this path one hex more on secondary routes alone?"""
    return terms.bonus is not None and _on_road_within(terms, path, terms.left + terms.bonus.extra)


def keeps_to_the_road(terms: Terms, path: tuple[Hex, ...]) -> bool:
    """Does a path lead along secondary routes alone, with the further hex still to come?"""
    return _on_road_within(terms, path, terms.left)


def _on_road_within(terms: Terms, path: tuple[Hex, ...], limit: int) -> bool:
    if terms.bonus is None:
        return False
    prices = [terms.bonus.costs.price(here, there) for here, there in itertools.pairwise(path)]
    return CLOSED not in prices and sum(prices) + terms.leaving <= limit


def _step_refused(position: Pos, terms: Terms, here: Hex, there: Hex, first: bool) -> Refusal | None:
    game, label = position.game, position.game.grid.label
    if not first and terms.stops >> here & 1:
        return Refusal("4.2.1", f"the unit must stop in {label(here)}: an enemy zone of control")
    if not first and terms.prey >> here & 1:
        return Refusal("6.1.7", f"{label(here)} is taken from the enemy by an order of its own")
    if first and terms.forbidden >> there & 1:
        return Refusal("4.2.3", f"one and the same enemy unit controls both {label(here)} and {label(there)}")
    stack = units_in(position, there)
    if stack and game.owner[stack[0]] != game.owner[terms.unit] and not terms.prey >> there & 1:
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
