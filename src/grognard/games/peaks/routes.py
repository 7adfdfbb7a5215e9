"""6.1, 7.1 Where a unit can go: over the ground for points, and by rail."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from grognard.board.bits import HexSet, bits_of, hexes_of
from grognard.board.grid import Hex, Side
from grognard.board.reach import CLOSED, MovementCosts, Reach, reach
from grognard.core import Refusal, Seat
from grognard.games.peaks import air, supply, support
from grognard.games.peaks.basics import weather_of
from grognard.games.peaks.components import MOVEMENT_UNIT, UnitType
from grognard.games.peaks.field import has_mark, occupied, zones
from grognard.games.peaks.geography import Mover
from grognard.games.peaks.state import AXIS, Mark, other
from grognard.games.peaks.steps import Pos


def allowance(position: Pos, unit: int) -> int:
    """Half points that a unit may spend: one point less without support, but one at least (6.6)."""
    kind = position.game.units[unit]
    points = kind.movement_allowance(position.state.steps[unit])
    if points and not supply.supported(position, unit):
        points = max(1, points - 1)
    return points * MOVEMENT_UNIT


def hindrance(position: Pos, seat: Seat) -> HexSet:
    """Hexes where a side has no use of rails and bridges: German air zones (16.13), partisans (19.5)."""
    return support.partisan_zones(position) if seat == AXIS else air.interdicted(position)


def bridges_down(position: Pos, seat: Seat) -> frozenset[Side]:
    """Bridges that are of no use to a side: those with an end in a hindrance."""
    area = hindrance(position, seat)
    return position.game.geography.bridges_in(area) if area else frozenset()


def costs_of(position: Pos, unit: int) -> MovementCosts:
    """What every step costs a unit now."""
    game = position.game
    kind = game.units[unit]
    mover = Mover(kind.mechanized, kind.mountain)
    return game.geography.costs(mover, weather_of(position), bridges_down(position, game.owner[unit]))


def reachable(position: Pos, unit: int) -> Reach:
    """Every hex that a unit can get to by ordinary movement, and the cheapest ways (6.1, 6.7, 9.3)."""
    game, start = position.game, position.state.where[unit]
    enemy = other(game.owner[unit])
    zone, points = zones(position, enemy), allowance(position, unit)
    return reach(
        costs_of(position, unit),
        start,
        points,
        blocked=occupied(position, enemy),
        stop=zone,
        locked=zone,
        first_step_cap=points,
    )


def can_step(position: Pos, unit: int) -> bool:
    """Can a unit make an ordinary move at all? One hex is always possible whatever it costs (6.7)."""
    game, start = position.game, position.state.where[unit]
    if game.units[unit].type is UnitType.MOBILE_DEPOT:
        return bool(_depot_steps(position, unit))
    enemy = other(game.owner[unit])
    zone, closed = zones(position, enemy), occupied(position, enemy)
    if zone >> start & 1:
        closed |= zone
    ways = game.geography.zone[game.climbs[unit]][start]  # the hexes that it could step into
    return bool(ways & ~closed)


def destinations(position: Pos, unit: int) -> HexSet:
    """The hexes in which an ordinary move may end."""
    start = position.state.where[unit]
    if position.game.units[unit].type is UnitType.MOBILE_DEPOT:
        return _depot_steps(position, unit)
    return bits_of(reachable(position, unit).cost) & ~(1 << start)


def _depot_steps(position: Pos, unit: int) -> HexSet:
    """15.12: one hex along a railroad, once a turn."""
    if has_mark(position, unit, Mark.CRAWLED):
        return 0
    game, start = position.game, position.state.where[unit]
    enemy = other(game.owner[unit])
    near = bits_of(game.geography.rail.near(start)) & ~occupied(position, enemy)
    return near & ~zones(position, enemy) if zones(position, enemy) >> start & 1 else near


def path_to(position: Pos, unit: int, hex: Hex) -> tuple[Hex, ...]:
    """The cheapest way to a hex, the start included."""
    if position.game.units[unit].type is UnitType.MOBILE_DEPOT:
        return (position.state.where[unit], hex)
    return reachable(position, unit).path(hex)


def walk(position: Pos, unit: int, path: Sequence[Hex]) -> Refusal | None:
    """Why a unit cannot go this very way (6.1, 6.4, 6.9, 9.3); None when it can."""
    game, start, label = position.game, position.state.where[unit], position.game.grid.label
    enemy = other(game.owner[unit])
    zone, enemies, costs = zones(position, enemy), occupied(position, enemy), costs_of(position, unit)
    left = allowance(position, unit)
    if not path or path[0] != start or len(path) < 2:
        return Refusal("6.1", f"the way begins in {label(start)} and leads on from there")
    for number, (here, there) in enumerate(pairwise(path)):
        if there not in game.grid.neighbours[here]:
            return Refusal("6.1", f"{label(there)} is not next to {label(here)}")
        if enemies >> there & 1:
            return Refusal("8.5", f"the enemy stands in {label(there)}")
        if zone >> here & zone >> there & 1:
            return Refusal("6.4", f"no step leads from one enemy zone of control to another, {label(there)}")
        if number and zone >> here & 1:
            return Refusal("9.3", f"a unit stops in an enemy zone of control, {label(here)}")
        if game.units[unit].type is UnitType.MOBILE_DEPOT:
            if number or not _depot_steps(position, unit) >> there & 1:
                return Refusal("15.12", "a mobile depot goes one hex a turn, along a railroad")
            continue
        price = costs.price(here, there)
        if price == CLOSED:
            return Refusal("6.9", f"the ground between {label(here)} and {label(there)} is closed to it")
        left -= price
        if left < 0 and number:  # 6.7: one hex is always possible
            return Refusal("6.1", f"the movement points end before {label(there)}")
    return None


# --- rail (7) --------------------------------------------------------------------------------------------


def cannot_ride(position: Pos, unit: int) -> Refusal | None:
    """Why a unit cannot use rail transport at all (7.1 to 7.4, 15.18)."""
    game, start = position.game, position.state.where[unit]
    seat, name = game.owner[unit], game.names[unit]
    impulse = position.state.impulse
    if game.units[unit].static or unit in game.trucks:
        return Refusal("7.0", f"{name} cannot use rail transport")
    if not game.geography.home_rail[seat].hexes >> start & 1:
        return Refusal("7.1", f"{name} is not on a railroad on your side of the front line")
    if not supply.supported(position, unit):
        return Refusal("15.18", f"{name} is not in support")
    if hindrance(position, seat) >> start & 1:
        return Refusal("16.13" if seat != AXIS else "19.5", f"no trains run where {name} stands")
    capacity = game.rail_capacity[seat]
    if impulse is not None and impulse.rail >= capacity:
        return Refusal("7.4", f"{capacity} units have gone by rail in this impulse")
    return None


def rail_reach(position: Pos, unit: int) -> HexSet:
    """The hexes to which a unit may go by rail, unlimited but for enemies and their zones (7.2, 7.3)."""
    if cannot_ride(position, unit) is not None:
        return 0
    game, start = position.game, position.state.where[unit]
    seat = game.owner[unit]
    enemy = other(seat)
    network, zone = game.geography.home_rail[seat], zones(position, enemy)
    closed = occupied(position, enemy) | hindrance(position, seat)
    free = game.grid.all & ~closed & ~zone
    found = 0
    near = bits_of(network.near(start)) & ~closed
    if zone >> start & 1:
        near &= ~zone  # 6.4, ruling Q-P51
    found |= near
    flooded = network.flood(near & free, free)
    found |= flooded | network.step(flooded) & ~closed
    return found & ~(1 << start)


def ride(position: Pos, unit: int, goal: Hex) -> tuple[Hex, ...]:
    """The shortest way by rail, the start included."""
    game, start = position.game, position.state.where[unit]
    area = rail_reach(position, unit)
    zone = zones(position, other(game.owner[unit]))
    network = game.geography.home_rail[game.owner[unit]]
    came, ring = {start: start}, [start]
    while ring and goal not in came:
        following: list[Hex] = []
        for hex in ring:
            if hex != start and zone >> hex & 1:
                continue
            for near in hexes_of(bits_of(network.near(hex)) & area):
                if near not in came and not (hex == start and zone >> start & zone >> near & 1):
                    came[near] = hex
                    following.append(near)
        ring = following
    path = [goal]
    while path[-1] != start:
        path.append(came[path[-1]])
    return tuple(reversed(path))
