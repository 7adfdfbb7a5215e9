"""6 Ground movement, 7 rail transport, 25.1 naval movement: the Ground Movement Segment.

Retreat and pursuit are movements of another kind, with chapters of their own (6.8).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

import msgspec

from grognard.board.bits import HexSet, hexes_of
from grognard.board.grid import Hex
from grognard.core import Event, Order, Refusal, Seat
from grognard.games.peaks import control, naval, routes, victory
from grognard.games.peaks.components import UnitType
from grognard.games.peaks.field import enter_hex, has_mark, is_active, occupied, set_mark
from grognard.games.peaks.orders import END, MARCH, MOVE, RAIL, SAIL, STOP, UNIT_MOVES
from grognard.games.peaks.state import Mark, other
from grognard.games.peaks.steps import PeaksChoice, Pos

MOVES = (MOVE, MARCH, RAIL, SAIL)


def cannot_move(position: Pos, seat: Seat, unit: int) -> Refusal | None:
    """Why a unit cannot move in this segment (6.3, 6.4)."""
    game, state = position.game, position.state
    if unit >= len(game.units) or game.owner[unit] != seat:
        return Refusal("6.0", f"{game.names[unit]} is not a ground unit of yours")
    name, where = game.names[unit], state.where[unit]
    if where < 0:
        return Refusal("6.4", f"{name} is not on the map")
    if has_mark(position, unit, Mark.MOVED):
        return Refusal("6.4", f"{name} has moved in this segment")
    if game.units[unit].static:
        return Refusal("6.3", f"{name} is static and never moves")
    if not is_active(position, where):
        return Refusal("6.4", f"{name} is not in an opened sector")
    return None


# --- by sea (25.1) ---------------------------------------------------------------------------------------


def harbours(position: Pos, unit: int) -> HexSet:
    """The ports to which a unit may be shipped: friendly, of the same sea, in an opened sector (25.1.2)."""
    game, start = position.game, position.state.where[unit]
    seat, impulse = game.owner[unit], position.state.impulse
    found = 0
    if not game.rules.naval_operations or impulse is None or game.units[unit].is_logistics:
        return 0  # 15.12: depots keep to railroads; truck columns are no ground units
    for sea in naval.SEAS:
        if not game.ports[sea] >> start & 1 or not naval.may_sail(position, seat, sea):
            continue
        if impulse.sailed.count(sea) < naval.MOVES[seat, sea]:
            found |= game.ports[sea] & control.held(position, seat)  # enemy zones do not matter
    sectors = game.geography.sector_area[impulse.sectors]
    return found & sectors & ~occupied(position, other(seat)) & ~(1 << start)


# --- the segment ------------------------------------------------------------------------------------------


class Movement(PeaksChoice, frozen=True):
    """The Ground Movement Segment: units of the opened sector in any order, each once (6.0, 6.4)."""

    who: Seat
    rule: ClassVar[str] = "6.0"
    verbs: ClassVar = (UNIT_MOVES, *MOVES, END)

    def seat(self, position: Pos) -> Seat:
        """The phasing player."""
        return self.who

    def prompt(self, position: Pos) -> str:
        """What is asked."""
        return "Choose a unit to move, or end the segment."

    def orders(self, position: Pos) -> Iterable[Order]:
        """Units that may move and have somewhere to go, and the end."""
        for unit in position.game.units_of[self.who]:
            if cannot_move(position, self.who, unit) is None and MovingUnit(self.who, unit).has_a_way(
                position
            ):
                yield UNIT_MOVES(unit)
        yield END()

    def refusal(self, position: Pos, order: Order) -> Refusal | None:
        """Why not."""
        if order.verb is END:
            return None
        unit = order.values[0]
        refusal = cannot_move(position, self.who, unit)
        if refusal is not None:
            return refusal
        mover = MovingUnit(self.who, unit)
        if order.verb is not UNIT_MOVES:
            return mover.refusal(position, order)
        if not mover.has_a_way(position):
            return Refusal("6.1", f"there is nowhere for {position.game.names[unit]} to go")
        return None

    def take(self, position: Pos, order: Order) -> None:
        """Take up a unit, move it at once, or end the segment."""
        if order.verb is END:
            position.pop()
            return
        mover = MovingUnit(self.who, order.values[0])
        position.push(mover)
        if order.verb is not UNIT_MOVES:
            mover.take(position, order)


class MovingUnit(PeaksChoice, frozen=True):
    """One unit makes its whole move, over the ground, by rail or by sea, and is moved no more (6.4)."""

    who: Seat
    unit: int
    rule: ClassVar[str] = "6.1"
    verbs: ClassVar = (*MOVES, STOP)

    def seat(self, position: Pos) -> Seat:
        """The phasing player."""
        return self.who

    def prompt(self, position: Pos) -> str:
        """What is asked."""
        return f"Where does {position.game.names[self.unit]} go?"

    def has_a_way(self, position: Pos) -> bool:
        """Is there anywhere to go?"""
        return bool(
            routes.can_step(position, self.unit)
            or routes.rail_reach(position, self.unit)
            or harbours(position, self.unit)
        )

    def orders(self, position: Pos) -> Iterable[Order]:
        """Every hex in reach, by each way of getting there, and staying."""
        unit = self.unit
        yield from (MOVE(unit, hex) for hex in hexes_of(routes.destinations(position, unit)))
        yield from (RAIL(unit, hex) for hex in hexes_of(routes.rail_reach(position, unit)))
        yield from (SAIL(unit, hex) for hex in hexes_of(harbours(position, unit)))
        yield STOP()

    def refusal(self, position: Pos, order: Order) -> Refusal | None:
        """Why not."""
        verb = order.verb
        if verb is STOP:
            return None
        unit, goal = order.values
        if unit != self.unit:
            return Refusal("6.4", f"{position.game.names[self.unit]} is on the move")
        if verb is MARCH:
            return routes.walk(position, unit, goal)
        label = position.game.grid.label(goal)
        if verb is MOVE:
            return self._cannot_reach(position, goal)
        if verb is RAIL:
            if routes.rail_reach(position, unit) >> goal & 1:
                return None
            return routes.cannot_ride(position, unit) or Refusal("7.3", f"no free railroad leads to {label}")
        if harbours(position, unit) >> goal & 1:
            return None
        return Refusal("25.1.2", f"{position.game.names[unit]} cannot be shipped to {label}")

    def _cannot_reach(self, position: Pos, goal: Hex) -> Refusal | None:
        if routes.destinations(position, self.unit) >> goal & 1:
            return None
        game, label = position.game, position.game.grid.label(goal)
        if occupied(position, other(self.who)) >> goal & 1:
            return Refusal("8.5", f"the enemy stands in {label}")
        if not game.geography.open_to(game.climbs[self.unit]) >> goal & 1:
            return Refusal("6.9", f"the ground of {label} is closed to {game.names[self.unit]}")
        if game.units[self.unit].type is UnitType.MOBILE_DEPOT:
            return Refusal("15.12", "a mobile depot goes one hex a turn, along a railroad")
        start = position.state.where[self.unit]
        if goal in game.grid.neighbours[start]:
            return routes.walk(position, self.unit, (start, goal))
        return Refusal("6.1", f"{label} is out of reach")

    def take(self, position: Pos, order: Order) -> None:
        """Go there; the move is over."""
        position.pop()
        unit, verb = self.unit, order.verb
        set_mark(position, unit, Mark.MOVED)
        if verb is STOP:
            return
        goal = order.values[1]
        if verb is RAIL:
            self._go(position, routes.ride(position, unit, goal), "7.1", "goes by rail to")
            self._count(position, rail=1)
        elif verb is SAIL:
            seas = [sea for sea in naval.SEAS if position.game.ports[sea] >> goal & 1]
            self._go(position, (position.state.where[unit], goal), "25.1.2", "is shipped to")
            self._count(position, sea=seas[0])
        else:
            path = goal if verb is MARCH else routes.path_to(position, unit, goal)
            if position.game.units[unit].type is UnitType.MOBILE_DEPOT:
                set_mark(position, unit, Mark.CRAWLED)
            self._go(position, path, "6.1", "moves to")
        victory.check(position)

    def _go(self, position: Pos, path: Sequence[Hex], rule: str, what: str) -> None:
        enter_hex(position, self.unit, *path[1:])
        if position.heard:
            labels = tuple(position.game.grid.label(hex) for hex in path)
            name = position.game.names[self.unit]
            position.tell(Event(rule, f"{name} {what} {labels[-1]}", labels, (name,)))

    def _count(self, position: Pos, rail: int = 0, sea: str = "") -> None:
        impulse = position.state.impulse
        assert impulse is not None
        sailed = (*impulse.sailed, sea) if sea else impulse.sailed
        position.state.impulse = msgspec.structs.replace(impulse, rail=impulse.rail + rail, sailed=sailed)


STEPS = (Movement, MovingUnit)
