"""3, 4.2 Routes: where a unit can go, what a path costs, and why a step is refused."""

from __future__ import annotations

import msgspec

from grognard.board.bits import HexSet
from grognard.board.grid import Hex
from grognard.core import Refusal
from grognard.games.moscow1941.field import occupied, units_in, zones, zones_over
from grognard.games.moscow1941.state import MissionKind, other, seat_index
from grognard.games.moscow1941.steps import Pos

POINT = 6
"""One movement point in the sixths in which costs are counted."""

HEADQUARTERS_ENTRY = 5 * POINT
"""9.1.3: what a headquarters pays for ground that is closed to trucks."""


class Route(msgspec.Struct, frozen=True):
    """A way to a hex: what it costs and where it leads, the start included."""

    cost: int
    path: tuple[Hex, ...]


class Terms(msgspec.Struct, frozen=True):
    """On what terms a unit moves at this moment."""

    unit: int
    start: Hex
    left: int
    """Sixths of a movement point still to spend."""
    allowance: int
    """What the unit had at the start of the phase: no single hex costs more (3.1.13)."""
    fresh: bool
    strategic: bool
    stops: HexSet
    """Enemy zones: entering one ends the move (4.2.1)."""
    leaving: int
    """4.2.6: the cost of leaving an enemy zone."""
    forbidden: HexSet
    """4.2.3: hexes that lie in the zone of a unit in whose zone the start lies."""
    enemies: HexSet


def terms_of(
    position: Pos, unit: int, left: int, allowance: int, fresh: bool = True, strategic: bool = False
) -> Terms:
    """Gather what decides on a unit's steps right now."""
    seat, start = position.game.owner[unit], position.state.where[unit]
    enemy = other(seat)
    stops = zones(position, enemy)
    caught = bool(stops >> start & 1)
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
        occupied(position, enemy),
    )


def reachable(position: Pos, terms: Terms) -> dict[Hex, Route]:
    """Every hex that the unit can enter now, with the cheapest way there; the start is left out."""
    costs: dict[Hex, int] = {terms.start: 0}
    came: dict[Hex, Hex] = {}
    buckets: list[list[Hex]] = [[] for _ in range(terms.left + 1)]
    buckets[0].append(terms.start)
    stops, enemies, left = terms.stops, terms.enemies, terms.left
    steps = position.game.steps_from(position, terms.unit)
    for spent in range(left + 1):
        for here in buckets[spent]:
            if costs[here] != spent:
                continue
            first = here == terms.start
            if not first and (stops >> here | enemies >> here) & 1:
                continue  # 4.2.1: entering an enemy zone, or a hex taken from lone guns, ends the move
            for there, cost in steps(here):
                if enemies >> there & 1:
                    toll = overrun_cost(position, terms.unit, there)
                    if toll is None:
                        continue
                    cost += toll
                if first:
                    if terms.forbidden >> there & 1:
                        continue
                    cost += terms.leaving
                    if terms.fresh and cost > terms.allowance:
                        cost = terms.allowance
                if terms.strategic and stops >> there & 1:
                    continue
                total = spent + cost
                if total <= left and total < costs.get(there, left + 1):
                    costs[there], came[there] = total, here
                    buckets[total].append(there)
    del costs[terms.start]
    routes = {hex: Route(cost, _path(came, terms.start, hex)) for hex, cost in costs.items()}
    _add_bonus_hexes(position, terms, routes)
    return routes


def can_step(position: Pos, terms: Terms) -> bool:
    """Can the unit afford at least one step from where it stands?"""
    for there, cost in position.game.steps_from(position, terms.unit)(terms.start):
        if (terms.enemies | terms.forbidden) >> there & 1 or (terms.strategic and terms.stops >> there & 1):
            continue
        cost += terms.leaving
        if terms.fresh and cost > terms.allowance:
            cost = terms.allowance
        if cost <= terms.left:
            return True
    return False


def _path(came: dict[Hex, Hex], start: Hex, hex: Hex) -> tuple[Hex, ...]:
    path = [hex]
    while hex != start:
        hex = came[hex]
        path.append(hex)
    return tuple(reversed(path))


def overrun_cost(position: Pos, unit: int, hex: Hex) -> int | None:
    """What destroying the lone guns and headquarters of an enemy hex costs; None when it cannot be entered.

    6.1.7: a point for each towed gun, and one more if they are dug in. 9.1.5: nothing for a headquarters
    (ruling M26).
    """
    game = position.game
    if not game.regular[unit]:
        return None
    stack = units_in(position, hex)
    if not all(game.towed_gun[enemy] or game.units[enemy].is_headquarters for enemy in stack):
        return None
    guns = sum(game.towed_gun[enemy] for enemy in stack)
    dug_in = position.state.forts.get(hex) == seat_index(game.owner[stack[0]])
    return (guns + (1 if guns and dug_in else 0)) * POINT


def walk(position: Pos, terms: Terms, path: tuple[Hex, ...]) -> Route | Refusal:
    """Follow a path hex by hex: the route, or why the step that fails is refused."""
    game, label = position.game, position.game.grid.label
    if len(path) < 2 or path[0] != terms.start:
        return Refusal("3.1.4", f"the path must begin where the unit stands, in {label(terms.start)}")
    known = reachable(position, terms).get(path[-1])
    if known is not None and known.path == path:
        return known
    spent = 0
    for number, (here, there) in enumerate(zip(path, path[1:], strict=False)):
        if there not in game.grid.neighbours[here]:
            return Refusal("3.1.4", f"{label(here)} and {label(there)} are not adjacent")
        refusal = _step_refused(position, terms, here, there, number == 0)
        if refusal is not None:
            return refusal
        cost = dict(game.steps_from(position, terms.unit)(here))[there]
        if terms.enemies >> there & 1:
            cost += overrun_cost(position, terms.unit, there) or 0
        if number == 0:
            cost += terms.leaving
            cost = min(cost, terms.allowance) if terms.fresh else cost
        spent += cost
        if spent > terms.left:
            needs, has = points(spent), points(terms.left)
            return Refusal("3.1.5", f"going to {label(there)} takes {needs} movement points, there are {has}")
    return Route(spent, path)


def _step_refused(position: Pos, terms: Terms, here: Hex, there: Hex, first: bool) -> Refusal | None:
    game, label = position.game, position.game.grid.label
    unit = game.units[terms.unit]
    if not first and (terms.stops >> here | terms.enemies >> here) & 1:
        return Refusal("4.2.1", f"the unit must stop in {label(here)}: an enemy zone of control")
    if first and terms.forbidden >> there & 1:
        return Refusal(
            "4.2.3", f"one and the same enemy unit controls both {label(here)} and {label(there)}"
        )
    if terms.enemies >> there & 1 and overrun_cost(position, terms.unit, there) is None:
        return Refusal("3.1.8", f"the enemy holds {label(there)}")
    if terms.strategic and terms.stops >> there & 1:
        return Refusal("12.2.2", f"{label(there)} lies in an enemy zone of control")
    if all(hex != there for hex, _ in game.steps_from(position, terms.unit)(here)):
        effect = game.geography.effect[there]
        ground = effect.name.lower() if effect else "that ground"
        return Refusal("3.1.11", f"{ground} in {label(there)} is closed to {unit.movement_class.value} units")
    return None


def points(sixths: int) -> str:
    """Movement points in words: `2`, `1/2`, `3 1/3`.

    >>> points(12), points(3), points(20)
    ('2', '1/2', '3 1/3')
    """
    whole, rest = divmod(sixths, POINT)
    part = {0: "", 1: "1/6", 2: "1/3", 3: "1/2", 4: "2/3", 5: "5/6"}[rest]
    return f"{whole} {part}".strip() if whole and part else part or str(whole)


# --- one hex more on secondary routes --------------------------------------------------------------


def _add_bonus_hexes(position: Pos, terms: Terms, routes: dict[Hex, Route]) -> None:
    """Terrain table, note 2: a unit that moves on secondary routes alone may go one hex further.

    The classes that may are those of the table; ruling M15 makes it a switch.
    """
    game = position.game
    kind = game.units[terms.unit].movement_class
    if not game.bonus_hex or not terms.fresh or kind not in game.components.terrain["secondary"].extra_hex:
        return
    toll = game.components.terrain["secondary"].costs[kind].units
    steps = game.steps_from(position, terms.unit)
    front = {terms.start: (terms.start,)}
    full = (terms.left - terms.leaving) // toll
    for number in range(full + 1):
        ahead: dict[Hex, tuple[Hex, ...]] = {}
        for here, path in front.items():
            if number and terms.stops >> here & 1:
                continue
            for there, cost in steps(here):
                if (
                    cost == toll
                    and game.geography.road.get((here, there)) == "secondary"
                    and there not in path
                    and there not in ahead
                    and not terms.enemies >> there & 1
                    and not (number == 0 and terms.forbidden >> there & 1)
                    and not (terms.strategic and terms.stops >> there & 1)
                ):
                    ahead[there] = (*path, there)
        front = ahead
    for hex, path in front.items():
        if hex not in routes and len(path) > 1:
            routes[hex] = Route(terms.left, path)


# --- air missions against movement -----------------------------------------------------------------


def disruption(position: Pos, unit: int, hex: Hex) -> int:
    """8.2.13, 8.2.15: points that enemy air missions add to entering a hex."""
    game = position.game
    if game.units[unit].nation != "soviet":  # 8.2.11: against Soviet units alone
        return 0
    enemy = other(game.owner[unit])
    return sum(
        mission.seat == enemy
        and mission.kind is MissionKind.DISRUPT
        and game.grid.distance(mission.hex, hex) <= 1
        for mission in position.state.missions
    )
