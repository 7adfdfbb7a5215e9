"""3 Movement: the movement phase, and one unit spending its points.

The same steps serve 12 Strategic Movement, whose own limits stand in `strategic`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

import msgspec

from grognard.board.grid import Hex
from grognard.board.reach import Reach
from grognard.core import Order, Refusal, Seat
from grognard.games.moscow1941 import (
    artillery,
    bridges,
    fortifications,
    missions,
    reinforcements,
    sight,
    special,
    strategic,
)
from grognard.games.moscow1941.allowance import starting_points
from grognard.games.moscow1941.disorganization import disturb
from grognard.games.moscow1941.field import (
    enter_hex,
    has_mark,
    in_enemy_zone,
    room_for,
    set_mark,
    units_in,
)
from grognard.games.moscow1941.orders import (
    ABSORB,
    ARRIVE,
    CALL,
    DEMOLISH,
    DEPLOY,
    DIG,
    END,
    ENTER,
    EXERT,
    LEAVE,
    LIMBER,
    MARCH,
    MARK,
    MASK,
    MOVE,
    REBUILD,
    SHIFT,
    SPAN,
    STOP,
    UNIT_MOVES,
    UNMASK,
)
from grognard.games.moscow1941.routes import (
    Terms,
    can_step,
    keeps_to_the_road,
    points,
    reachable,
    terms_of,
    walk,
)
from grognard.games.moscow1941.state import Mark
from grognard.games.moscow1941.steps import MoscowChoice, MoscowStep, Pos
from grognard.games.moscow1941.supply import is_out_of_supply, worsen


def can_be_activated(position: Pos, unit: int, strategic_move: bool) -> Refusal | None:
    """Why a unit may not be activated in this phase; None when it may."""
    game, state = position.game, position.state
    if state.where[unit] < 0:
        return Refusal("3.1.1", f"{game.units[unit].id} is not on the map")
    if has_mark(position, unit, Mark.MOVED):
        return Refusal("3.1.6", f"{game.units[unit].id} has been activated in this phase")
    if game.units[unit].mp == 0 or not game.movable[unit]:
        return Refusal("15.2.1", f"{game.units[unit].id} cannot move")
    if has_mark(position, unit, Mark.SPANNING):
        return Refusal("14.3.4", f"{game.units[unit].id} is building a bridge")
    if strategic_move:
        return strategic.cannot_move(position, unit)
    if has_mark(position, unit, Mark.STRATEGIC):
        return Refusal("12.1.2", f"{game.units[unit].id} waits for the strategic movement phase")
    if unit in state.silenced and artillery.barraged_this_turn(position, unit):
        return Refusal("6.5.5", f"{game.units[unit].id} fired a barrage this turn")
    return None


class Movement(MoscowChoice, frozen=True):
    """Phases 3 and 9, and with `strategic_move` phases 5 and 11: units in any order (3.1.3)."""

    who: Seat
    strategic_move: bool = False
    rule: ClassVar[str] = "3.1"
    verbs: ClassVar = (UNIT_MOVES, MOVE, MARCH, SPAN, ENTER, SHIFT, CALL, ARRIVE, END)

    def seat(self, position: Pos) -> Seat:
        """The player whose phase it is."""
        return self.who

    def rule_of(self, position: Pos) -> str:
        """The chapter of the phase."""
        return "12.1" if self.strategic_move else "3.1"

    def prompt(self, position: Pos) -> str:
        """What is asked."""
        what = "strategic movement" if self.strategic_move else "movement"
        return f"Choose a unit for {what}, bring in reinforcements, or end the phase."

    def orders(self, position: Pos) -> Iterable[Order]:
        """Units that may still be activated, arrivals, and the end of the phase."""
        game = position.game
        for unit in game.units_of[self.who]:
            if can_be_activated(position, unit, self.strategic_move) is None:
                yield game.activations[unit]
        yield from reinforcements.orders(position, self.who, self.strategic_move)
        if not self.strategic_move:
            yield from bridges.span_orders(position, self.who)
        yield END()

    def refusal(self, position: Pos, order: Order) -> Refusal | None:
        """Why not, for every order of the phase."""
        verb, values = order
        if verb is END:
            return None
        if verb in (ENTER, SHIFT, CALL, ARRIVE):
            return reinforcements.refusal(position, self.who, order, self.strategic_move)
        if position.game.owner[values[0]] != self.who:
            return Refusal(self.rule_of(position), f"{position.game.units[values[0]].id} is not yours")
        if verb is SPAN:
            return bridges.cannot_span(position, self.who, *values)
        refusal = can_be_activated(position, values[0], self.strategic_move)
        if refusal is None and verb in (MOVE, MARCH):
            return self._mover(position, values[0]).refusal(position, order)
        return refusal

    def take(self, position: Pos, order: Order) -> None:
        """Activate a unit, or do what the order says."""
        verb, values = order
        if verb is END:
            position.pop()
        elif verb is UNIT_MOVES:
            position.push(self._mover(position, values[0]))
        elif verb in (MOVE, MARCH):
            mover = self._mover(position, values[0])
            position.push(mover)
            mover.take(position, order)
        elif verb is SPAN:
            bridges.begin_span(position, *values)
        elif verb is ENTER:
            left = reinforcements.enter(position, values[0], values[1], self.strategic_move)
            mover = MovingUnit(
                self.who,
                values[0],
                left,
                left,
                fresh=False,
                has_moved=True,
                strategic_move=self.strategic_move,
            )
            position.push(mover)
            mover.end_if_done(position)
        else:
            reinforcements.take(position, self.who, order)

    def _mover(self, position: Pos, unit: int) -> MovingUnit:
        allowance = starting_points(position, unit, strategic_move=self.strategic_move)
        return MovingUnit(self.who, unit, allowance, allowance, strategic_move=self.strategic_move)


class MovingUnit(MoscowChoice, frozen=True):
    """One unit at work with its own movement points (3.1.7); `fresh` until it has done anything."""

    who: Seat
    unit: int
    left: int
    allowance: int
    fresh: bool = True
    has_moved: bool = False
    strategic_move: bool = False
    exerted: bool = False
    by_road: bool = False
    """Has it moved on secondary routes alone (terrain table, note 2)?"""
    veiled: bool = False
    """Has the unit put a mask on its stack, or taken it off?"""
    rule: ClassVar[str] = "3.1.5"
    verbs: ClassVar = (
        MOVE,
        MARCH,
        DIG,
        MARK,
        EXERT,
        DEPLOY,
        LIMBER,
        DEMOLISH,
        REBUILD,
        ABSORB,
        MASK,
        UNMASK,
        LEAVE,
        STOP,
    )

    def seat(self, position: Pos) -> Seat:
        """The owner."""
        return self.who

    def prompt(self, position: Pos) -> str:
        """What is asked, with the points left."""
        name = position.game.units[self.unit].id
        return f"Order {name}: {points(self.left)} movement points left."

    def _terms(self, position: Pos) -> Terms:
        return terms_of(
            position,
            self.unit,
            self.left,
            self.allowance,
            self.fresh,
            self.strategic_move,
            self.by_road,
        )

    def reach(self, position: Pos) -> Reach | None:
        """Where the unit can go now, with the cheapest way to each hex; None when it cannot move."""
        if self._stuck(position) is not None:
            return None
        return reachable(position, self._terms(position))

    def _stuck(self, position: Pos) -> Refusal | None:
        """Why the unit cannot move at all."""
        if position.game.towed_gun[self.unit] and not has_mark(position, self.unit, Mark.TRANSPORT):
            return Refusal("6.2.3", "a gun moves only in its transport set-up")
        return self._caught(position)

    def _caught(self, position: Pos) -> Refusal | None:
        """4.2.1: who has entered an enemy zone spends no more points in this phase, on whatever."""
        if self.has_moved and in_enemy_zone(position, self.unit):
            return Refusal("4.2.1", "the unit has entered an enemy zone of control and must stop")
        return None

    def orders(self, position: Pos) -> Iterable[Order]:
        """Moves to every hex in reach, the other things the unit can do, and stop."""
        found = self.reach(position)
        if found is not None:
            stacks = position.state.stacks
            for hex in found.cost:
                if hex not in stacks or (hex != found.start and self._may_end_in(position, hex)):
                    yield MOVE(self.unit, hex)
        for order in (*self._deeds(position), STOP()):
            if self.refusal(position, order) is None:
                yield order

    def _may_end_in(self, position: Pos, hex: Hex) -> bool:
        # 3.1.9, 3.1.10, ruling M83: only the end of a move needs room
        return room_for(position, self.unit, hex) or self._enemies_in(position, hex)

    def _enemies_in(self, position: Pos, hex: Hex) -> bool:
        stack = units_in(position, hex)
        return bool(stack) and position.game.owner[stack[0]] != self.who

    def _deeds(self, position: Pos) -> Iterable[Order]:
        game = position.game
        if self.fresh:
            yield from (DIG(), MARK(), EXERT())
            here = position.state.where[self.unit]
            yield from (MASK(here), UNMASK(here))
            yield from special.absorb_orders(position, self.unit)
        if game.towed_gun[self.unit]:
            yield from (DEPLOY(), LIMBER())
        if game.bridges_in_play:
            yield from bridges.deeds(position, self.unit)
        yield LEAVE()

    def refusal(self, position: Pos, order: Order) -> Refusal | None:
        """Why not, for everything a unit can do in its move."""
        verb, _values = order
        if verb in (MOVE, MARCH):
            return self._cannot_move(position, order)
        if self.has_moved and not room_for(position, self.unit, position.state.where[self.unit]):
            return Refusal("3.2.1", "the hex is full: the unit must move on")
        if verb is STOP:
            return None
        if verb in (DIG, MARK, EXERT, MASK, UNMASK, ABSORB):
            return self._cannot_start_with(position, order)
        if verb in (DEPLOY, LIMBER):
            if self.strategic_move:
                return Refusal("6.2.4", "the set-up changes in the movement phase only")
            refusal = artillery.cannot_change(position, self.unit, verb is LIMBER, self.left)
            return refusal or self._caught(position)
        if verb in (DEMOLISH, REBUILD):
            refusal = bridges.cannot_work(position, self.unit, order, self.left)
            return refusal or self._caught(position)
        return self._stuck(position) or reinforcements.cannot_leave(position, self.unit, self.left)

    def _cannot_move(self, position: Pos, order: Order) -> Refusal | None:
        unit, way = order.values
        if unit != self.unit:
            return Refusal("3.1.3", f"{position.game.units[self.unit].id} is moving: finish its move first")
        stuck = self._stuck(position)
        if stuck is not None:
            return stuck
        if order.verb is MOVE:
            refusal, end = self._out_of_reach(position, way), way
        else:
            cost = walk(position, self._terms(position), way)
            refusal, end = cost if isinstance(cost, Refusal) else None, way[-1]
        if refusal is None and not self._may_end_in(position, end):
            label = position.game.grid.label(end)
            return Refusal("3.2.1", f"{label} would hold more than 8 efficiency levels")
        return refusal

    def _out_of_reach(self, position: Pos, hex: Hex) -> Refusal | None:
        terms = self._terms(position)
        if hex in reachable(position, terms) and hex != terms.start:
            return None
        if hex in position.game.grid.neighbours[terms.start]:
            refused = walk(position, terms, (terms.start, hex))
            if isinstance(refused, Refusal):
                return refused
        stack, label = units_in(position, hex), position.game.grid.label(hex)
        if stack and position.game.owner[stack[0]] != self.who and not terms.prey >> hex & 1:
            return Refusal("3.1.8", f"the enemy holds {label}")
        if terms.strategic and terms.stops >> hex & 1:
            return Refusal("12.2.2", f"{label} lies in an enemy zone of control")
        return Refusal("3.1.5", f"no way to {label} with {points(self.left)} movement points")

    def _cannot_start_with(self, position: Pos, order: Order) -> Refusal | None:
        verb, values = order
        if not self.fresh:
            return Refusal("3.1.5", "the unit has begun its move")
        if verb is EXERT:
            if not is_out_of_supply(position, self.unit) or self.exerted:
                return Refusal(
                    "10.2.3", "only a unit out of supply, still at half its points, can exert itself"
                )
            return None
        if verb in (MASK, UNMASK):
            if self.veiled:
                return Refusal("16.1.2", "a unit handles the mask of its stack once in a phase")
            return special.cannot_mask(position, self.unit, values[0], verb is MASK)
        if self.strategic_move:
            return Refusal("12.1.3", "only movement is possible in this phase")
        if verb is MARK:
            return strategic.cannot_mark(position, self.unit)
        if verb is ABSORB:
            return special.cannot_absorb(position, self.unit, *values)
        return fortifications.cannot_dig(position, self.unit, self._can_step(position))

    # --- carrying out ---------------------------------------------------------------------------

    def take(self, position: Pos, order: Order) -> None:
        """Do it, pay for it, and go on while anything is left to do."""
        verb, values = order
        if verb is STOP:
            self._finish(position)
        elif verb in (MOVE, MARCH):
            self._move(position, order)
        elif verb is EXERT:
            worsen(position, self.unit, "10.2.3")
            full = starting_points(position, self.unit, True, self.strategic_move)
            position.replace(msgspec.structs.replace(self, left=full, allowance=full, exerted=True))
        elif verb in (MASK, UNMASK):
            special.mask(position, values[0], verb is MASK)
            position.replace(msgspec.structs.replace(self, veiled=True))
        elif verb in (DEPLOY, LIMBER):
            artillery.change_setup(position, self.unit, verb is LIMBER)
            self._go_on(position, artillery.SETUP_COST)
        elif verb in (DEMOLISH, REBUILD):
            self._go_on(position, bridges.work(position, self.unit, order))
        else:
            self._end_with(position, order)

    def _end_with(self, position: Pos, order: Order) -> None:
        """Deeds that end the unit's activation at once."""
        if order.verb is DIG:
            fortifications.dig(position, self.unit)
        elif order.verb is MARK:
            set_mark(position, self.unit, Mark.STRATEGIC)
            position.pop()
            return
        elif order.verb is ABSORB:
            special.absorb(position, self.unit, *order.values)
        else:
            reinforcements.leave(position, self.unit)
        disturb(position, self.unit)
        self._finish(position)

    def _move(self, position: Pos, order: Order) -> None:
        terms, way = self._terms(position), order.values[1]
        if order.verb is MOVE:
            found = reachable(position, terms)
            path, cost = found.path(way), found.cost[way]
        else:
            walked = walk(position, terms, way)
            assert isinstance(walked, int)
            path, cost = way, walked
        disturb(position, self.unit)
        by_road = keeps_to_the_road(terms, path)
        sight.tell_way(position, self.unit, "3.1", "moves to", path)
        enter_hex(position, self.unit, path[-1])
        self._go_on(position, cost, moved=True, by_road=by_road)
        attacks = missions.crossing_attacks(position, self.unit, path)
        if attacks:
            position.push(Ashore(self.unit), *attacks)

    def _go_on(self, position: Pos, cost: int, moved: bool = False, by_road: bool = False) -> None:
        following = msgspec.structs.replace(
            self,
            left=max(0, self.left - cost),
            fresh=False,
            has_moved=self.has_moved or moved,
            by_road=by_road,
        )
        position.replace(following)
        following.end_if_done(position)

    def end_if_done(self, position: Pos) -> None:
        """End the activation when nothing is left but to stop."""
        if not self.can_do_more(position):
            self._finish(position)

    def can_do_more(self, position: Pos) -> bool:
        """Is anything left to do but stop?"""
        if self._can_step(position):
            return True
        return self.left > 0 and any(self.refusal(position, order) is None for order in self._deeds(position))

    def _can_step(self, position: Pos) -> bool:
        if self._stuck(position) is not None:
            return False
        terms = self._terms(position)
        return can_step(terms, position.game.grid.neighbours[terms.start])

    def _finish(self, position: Pos) -> None:
        set_mark(position, self.unit, Mark.MOVED)
        if not self.fresh:
            disturb(position, self.unit)
        position.pop()


class Ashore(MoscowStep, frozen=True):
    """A unit has come through the attacks on its crossing (8.2.19), or it moves no more."""

    unit: int

    def proceed(self, position: Pos) -> None:
        """The move of a unit that was lost is over."""
        position.pop()
        moving = position.step
        if position.state.where[self.unit] < 0 and isinstance(moving, MovingUnit):
            position.pop()
