"""Marching: carries out the plan of a movement phase, unit by unit, in an order in which it can be done."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.board.grid import Hex
from grognard.core import Dice, Order
from grognard.games.moscow1941.field import fortified
from grognard.games.moscow1941.movement import MovingUnit
from grognard.games.moscow1941.orders import (
    ARRIVE,
    CALL,
    DEPLOY,
    DIG,
    END,
    ENTER,
    LIMBER,
    MARK,
    MOVE,
    STOP,
    UNIT_MOVES,
)
from grognard.games.moscow1941.staff.keys import Keys
from grognard.games.moscow1941.staff.operations import Operations
from grognard.games.moscow1941.staff.outlook import limbered
from grognard.games.moscow1941.staff.picture import Picture
from grognard.games.moscow1941.staff.posts import Posts
from grognard.games.moscow1941.staff.services import Services
from grognard.games.moscow1941.steps import Pos

FAST, NEARBY, WORTH_GOING = 6, 4, 2.5
"""Who waits in reserve: units with so many points, so near an attack, with no better way to go."""


class Marching:
    """The orders of a movement phase, from a plan made at its beginning."""

    def __init__(self, picture: Picture, dice: Dice, level: int, strategic: bool) -> None:
        self.picture = picture
        self.operations = Operations(picture, dice, strategic)
        operations = self.operations
        game, where = picture.position.game, picture.position.state.where
        if not strategic:
            operations.prepare_attacks(level, self._pinned())
        self.posts = Posts(operations)
        rest = [unit for unit in operations.units if unit not in operations.committed and game.regular[unit]]
        self.posts.assign(rest)
        Services(operations).assign()
        attackers = [unit for attack in operations.prepared for unit, _ in attack.placed]
        others = [unit for unit in operations.units if unit not in operations.committed]
        self.queue = [
            unit
            for unit in (*attackers, *others)
            if operations.goes_to[unit] != where[unit] or self._digs(unit) or self._deploys(unit)
        ]
        self.reserve = {unit for unit in others if self._waits(unit)}
        self._tried: dict[int, int] = {}
        self.report = self._describe()

    # --- the plan ---------------------------------------------------------------------------------

    def _pinned(self) -> set[int]:
        """Garrisons: the last unit in a place worth points that the enemy can reach stays."""
        picture, position = self.picture, self.picture.position
        keys = Keys(picture)
        found = {unit for unit in self.operations.units if keys.garrison(unit)}
        for hex in picture.atlas.points:
            stack = picture.stacks.get(hex)
            if stack is None or position.game.owner[stack[0]] != picture.seat or not picture.threat[hex]:
                continue
            fighters = [unit for unit in stack if position.game.regular[unit]]
            if fighters:
                strength = position.game.units
                found.add(min(fighters, key=lambda unit: (strength[unit].sp, unit)))
        return found

    def _digs(self, unit: int) -> bool:
        """Does a unit that stays had better dig in?"""
        operations, position = self.operations, self.picture.position
        here = position.state.where[unit]
        if operations.goes_to[unit] != here or unit in operations.committed or operations.strategic:
            return False
        if fortified(position, here) or not self.posts.can_dig(unit):
            return False
        if self.picture.on_offensive:
            return self.picture.threat[here] > 0
        return self.picture.looming[here] > 0 or here in self.posts.keys.city_of

    def _waits(self, unit: int) -> bool:
        """Had a fast unit better wait for the gap that an attack nearby may open (12)?"""
        operations, picture, position = self.operations, self.picture, self.picture.position
        game, here = position.game, position.state.where[unit]
        if not picture.on_offensive or operations.strategic or not game.strategic_movement:
            return False
        if not game.regular[unit] or game.units[unit].mp < FAST or picture.enemy_zone >> here & 1:
            return False
        if picture.pull[operations.goes_to[unit]] - picture.pull[here] > WORTH_GOING:
            return False
        return any(game.grid.distance(here, attack.target.hex) <= NEARBY for attack in operations.prepared)

    def _deploys(self, unit: int) -> bool:
        position = self.picture.position
        return position.game.towed_gun[unit] and limbered(position, unit)

    def _describe(self) -> tuple[str, ...]:
        game, label = self.picture.position.game, self.picture.position.game.grid.label
        lines = []
        for attack in self.operations.prepared:
            names = ", ".join(game.units[unit].id for unit, _ in attack.placed)
            lines.append(f"prepare an attack on {label(attack.target.hex)} with {names}")
        return tuple(lines)

    # --- carrying it out --------------------------------------------------------------------------

    def activate(self, position: Pos, legal: Sequence[Order]) -> Order | None:
        """The next unit to move, arrivals first; the end of the phase when all is done."""
        arrival = self._arrival(position, legal)
        if arrival is not None:
            return arrival
        able = {order.values[0]: order for order in legal if order.verb is UNIT_MOVES}
        while self.queue:
            unit = self.queue.pop(0)
            if unit not in able:
                continue
            if self._blocked(position, unit) and self._tried.get(unit, 0) < 3:
                self._tried[unit] = self._tried.get(unit, 0) + 1
                self.queue.append(unit)
                if self._all_blocked(position):
                    return able[self.queue.pop(0)] if self.queue[0] in able else None
                continue
            return able[unit]
        return next((order for order in legal if order.verb is END), None)

    def _blocked(self, position: Pos, unit: int) -> bool:
        """Is there still somebody in the way who is to leave?"""
        goal = self.operations.goes_to[unit]
        if goal == position.state.where[unit]:
            return False
        stack = position.state.stacks.get(goal, ())
        levels = position.state.levels
        return sum(levels[other] for other in stack) + levels[unit] > 8

    def _all_blocked(self, position: Pos) -> bool:
        return all(self._blocked(position, unit) for unit in self.queue)

    def _arrival(self, position: Pos, legal: Sequence[Order]) -> Order | None:
        for verb in (ARRIVE, ENTER, CALL):
            found = [order for order in legal if order.verb is verb]
            if found:
                return max(found, key=lambda order: (self._rank(position, order), -legal.index(order)))
        return None

    def _rank(self, position: Pos, order: Order) -> tuple[float, float]:
        """How useful an arrival is: strong units first, where they are wanted."""
        unit, there = order.values
        hex = position.game.entries[there].hexes[0] if isinstance(there, str) else there
        wanted = self.picture.pull[hex] if self.picture.on_offensive else self.picture.looming[hex]
        return float(position.game.units[unit].sp), wanted

    def order(self, position: Pos, legal: Sequence[Order]) -> Order | None:
        """What the unit at work does next."""
        step = position.step
        assert isinstance(step, MovingUnit)
        unit = step.unit
        here = position.state.where[unit]
        goal = self.operations.goes_to.get(unit)
        if goal is None:
            goal = self._goal_of_newcomer(unit, legal)
        verbs = {order.verb for order in legal}
        if unit in self.reserve and MARK in verbs:
            return MARK()
        if position.game.towed_gun[unit]:
            return self._gun_order(position, unit, goal, legal)
        if goal == here:
            if DIG in verbs and step.fresh and self._digs(unit):
                return DIG()
            return STOP()
        move = MOVE(unit, goal)
        if move in legal:
            return move
        return self._next_best(position, unit, step, legal)

    def _gun_order(self, position: Pos, unit: int, goal: Hex, legal: Sequence[Order]) -> Order:
        here = position.state.where[unit]
        if goal != here and self._tried.get(unit, 0) < 9:
            if LIMBER() in legal and not limbered(position, unit):
                return LIMBER()
            if MOVE(unit, goal) in legal:
                return MOVE(unit, goal)
        if DEPLOY() in legal:
            return DEPLOY()
        return STOP()

    def _goal_of_newcomer(self, unit: int, legal: Sequence[Order]) -> Hex:
        """A unit that has just come onto the map goes where it is wanted."""
        position = self.picture.position
        ends: list[Hex] = [order.values[1] for order in legal if order.verb is MOVE]
        if not ends:
            return -1
        picture = self.picture
        if picture.on_offensive:
            return max(ends, key=lambda hex: (picture.pull[hex], -hex))
        if self.posts.calls:
            distance, goal = position.game.grid.distance, self.posts.calls[0][0]
            return min(ends, key=lambda hex: (distance(hex, goal), hex))
        return -1

    def _next_best(self, position: Pos, unit: int, step: MovingUnit, legal: Sequence[Order]) -> Order:
        """The plan cannot be kept: the best post among those that are left."""
        if not step.fresh or not position.game.regular[unit]:
            return STOP()
        where = self.picture.position.state.where
        if where[unit] < 0:
            return STOP()
        self.operations.send(unit, where[unit])
        best: Order = STOP()
        most = self.posts.score(unit, where[unit])
        for order in legal:
            if order.verb is MOVE:
                value = self.posts.score(unit, order.values[1])
                if value > most:
                    best, most = order, value
        if best.verb is MOVE:
            self.operations.send(unit, best.values[1])
        elif DIG() in legal and self._digs(unit):
            return DIG()
        return best
