"""10 Supply: lines of supply, what the want of them does, surrender and recovery."""

from __future__ import annotations

from typing import ClassVar

from grognard.board.bits import HexSet, bits_of
from grognard.board.grid import Hex, Side
from grognard.board.reach import CLOSED
from grognard.board.trace import Ways, trace, trace_path
from grognard.core import Order, Outcomes, Seat, dice
from grognard.games.moscow1941 import bridges, control, sight, victory
from grognard.games.moscow1941.components import MovementClass
from grognard.games.moscow1941.field import eliminate, has_mark, occupied, set_mark
from grognard.games.moscow1941.geography import Geography
from grognard.games.moscow1941.ground import POINT
from grognard.games.moscow1941.state import WAITING, Mark, other
from grognard.games.moscow1941.steps import MoscowRoll, MoscowStep, Pos

RECOVERY = 4
"""10.2.7: levels that a turn with supply takes off."""


def is_out_of_supply(position: Pos, unit: int) -> bool:
    """10.2.8: a unit whose level is above 0 is out of supply."""
    return position.state.shortage[unit] > 0


def worsen(position: Pos, unit: int, rule: str) -> None:
    """10.2.4, 10.2.5: the level of a unit that is out of supply rises, at once."""
    position.state.shortage[unit] += 1
    sight.tell(position, unit, rule, f"{{}} is out of supply at level {position.state.shortage[unit]}")


# --- lines of supply (10.1) --------------------------------------------------------------------------


def blocking_zones(position: Pos, enemy: Seat) -> HexSet:
    """10.1.11: for supply every enemy unit and town has a zone, but for headquarters and limbered guns."""
    game, found = position.game, 0
    zone = game.geography.zone
    for hex, stack in position.state.stacks.items():
        if game.owner[stack[0]] != enemy:
            continue
        for motorized in {game.motorized[unit] for unit in stack if _blocks(position, unit)}:
            found |= zone[motorized][hex]
    towns = (game.geography.towns | game.geography.cities) & control.controlled(position, enemy)
    return found | game.town_zones(towns)


def _blocks(position: Pos, unit: int) -> bool:
    game = position.game
    if game.units[unit].is_headquarters:
        return False
    return not (game.towed_gun[unit] and has_mark(position, unit, Mark.TRANSPORT))


def regular_hexes(position: Pos, seat: Seat) -> HexSet:
    """Hexes with a regular unit of a seat, which enemy zones do not close (10.1.10)."""
    game = position.game
    return bits_of(
        hex
        for hex, stack in position.state.stacks.items()
        if game.owner[stack[0]] == seat and any(game.regular[unit] for unit in stack)
    )


def open_sources(position: Pos, seat: Seat) -> HexSet:
    """The supply bases of a side that the enemy does not hold (10.1.4)."""
    enemy = other(seat)
    sources = position.game.supply_sources[seat]
    lost = position.game.supply_places[seat] & control.controlled(position, enemy)
    return sources & ~occupied(position, enemy) & ~lost


def whole_ways(geography: Geography) -> Ways:
    """10.1.5, 10.1.8: the ground for lines of supply: roads are free, the rest costs what trucks pay.

    Every bridge of the map stands: it takes the price of the water away (ruling M19).
    """
    grid = geography.grid
    entry = {
        hex: cost
        for hex in grid.hexes
        if (cost := geography.ground_cost(hex, MovementClass.TRUCKED)) not in (CLOSED, 0)
    }
    links = [0] * 6
    for here, there in geography.road:
        links[grid.direction(here, there)] |= 1 << here
    water = {
        side: geography.water_cost(side, MovementClass.TRUCKED)
        for side in geography.board.side_features
        if side not in geography.bridges
    }
    return Ways(grid, entry, {side: cost for side, cost in water.items() if cost}, [tuple(links)])


def changed_ways(position: Pos, whole: Ways) -> Ways:
    """The same where some bridges are down, which cuts their roads, and headquarters have built others."""
    geography, state = position.game.geography, position.state
    sides: dict[Side, int | None] = {
        side: 0 if bridges.standing(position, side) else geography.water_cost(side, MovementClass.TRUCKED)
        for side in sorted(state.broken | state.built)
    }
    return whole.changed(sides, cut=sorted(state.broken))


def supplied_hexes(position: Pos, seat: Seat, points: int) -> HexSet:
    """All hexes to which a side can trace supply with so many points off the road (10.1.5 to 10.1.10).

    10.1.3: lines do not wear out, so one set serves all units. 10.1.6, 10.1.7: the points are their nation's.
    """
    enemy = other(seat)
    return trace(
        position.game.supply_ways(position),
        open_sources(position, seat),
        limit=points * POINT,
        blocked=occupied(position, enemy),
        zones=blocking_zones(position, enemy),
        friends=regular_hexes(position, seat),
        relays=occupied(position, seat),  # 10.1.9: adjacent friends pass supply on for free
    )


def supply_line(position: Pos, unit: int) -> tuple[Hex, ...]:
    """One line of supply of a unit, from it to a base, for show; empty when there is none."""
    seat = position.game.owner[unit]
    enemy = other(seat)
    return trace_path(
        position.game.supply_ways(position),
        position.state.where[unit],
        open_sources(position, seat),
        limit=position.game.supply_points[unit] * POINT,
        blocked=occupied(position, enemy),
        zones=blocking_zones(position, enemy),
        friends=regular_hexes(position, seat),
        relays=occupied(position, seat),
    )


# --- the supply phase ----------------------------------------------------------------------------------


class Supply(MoscowStep, frozen=True):
    """Phases 6 and 12: lines of supply, then surrender, then control (2.2)."""

    who: Seat

    def proceed(self, position: Pos) -> None:
        """Check every unit; those without a line may have to test."""
        game, state = position.game, position.state
        reach = {
            points: supplied_hexes(position, self.who, points)
            for points in {game.supply_points[unit] for unit in game.units_of[self.who]}
        }
        testing: list[Surrender] = []
        for unit in game.units_of[self.who]:
            if state.where[unit] < 0:
                if state.where[unit] == WAITING and state.shortage[unit] > 0:
                    _recover(position, unit)  # ruling M69: off the map a unit is in supply
                continue
            state.marks[unit] &= ~int(Mark.IN_SUPPLY)
            if reach[game.supply_points[unit]] >> state.where[unit] & 1:
                set_mark(position, unit, Mark.IN_SUPPLY)
                if state.shortage[unit] > 0:
                    _recover(position, unit)
            else:
                # 10.2.1, ruling M56: level 1 is where the want begins; a higher level stays
                state.shortage[unit] = max(1, state.shortage[unit])
                if state.shortage[unit] > 2:  # two dice are never less than 2 (10.2.6)
                    testing.append(Surrender(unit))
        position.replace(EndOfSupply(self.who), *reversed(testing))


def _recover(position: Pos, unit: int) -> None:
    """10.2.7, 10.2.8: four levels less; at 0 all is well again."""
    level = position.state.shortage[unit] = max(0, position.state.shortage[unit] - RECOVERY)
    what = f"is at level {level}" if level else "is in supply again"
    sight.tell(position, unit, "10.2.7", f"{{}} {what}")


class Surrender(MoscowRoll, frozen=True):
    """10.2.6: a unit out of supply throws two dice against its level."""

    unit: int
    rule: ClassVar[str] = "10.2.6"

    def prompt(self, position: Pos) -> str:
        """Who is tested, and against what."""
        name, level = position.game.units[self.unit].id, position.state.shortage[self.unit]
        return f"Surrender test of {name}: it gives up on less than {level}."

    def outcomes(self, position: Pos) -> Outcomes:
        """Two dice."""
        return dice(2)

    def take(self, position: Pos, order: Order) -> None:
        """Level minus dice above 0: the unit surrenders."""
        position.pop()
        roll, level = order.values[0], position.state.shortage[self.unit]
        if level - roll > 0:
            sight.tell(position, self.unit, "10.2.6", f"{{}} surrenders: {roll} against level {level}")
            eliminate(position, self.unit, "10.2.6", in_combat=False)
        else:
            sight.tell(position, self.unit, "10.2.6", f"{{}} holds out: {roll} against level {level}")


class EndOfSupply(MoscowStep, frozen=True):
    """After the tests: control of hexes, bridge work, and the victory that cannot wait."""

    who: Seat

    def proceed(self, position: Pos) -> None:
        """2.2: supplied units spread control; headquarters may begin to bridge."""
        control.settle(position, self.who)
        bridges.note_banks(position, self.who)
        position.pop()
        victory.check_automatic(position, self.who)
