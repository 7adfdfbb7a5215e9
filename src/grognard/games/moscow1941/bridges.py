"""14 Bridges: who holds them, breaking them down, putting them up again, and spanning big rivers."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.board.grid import OFF_GRID, Side
from grognard.core import Event, Order, Refusal, Seat
from grognard.games.moscow1941 import headquarters
from grognard.games.moscow1941.control import controls
from grognard.games.moscow1941.field import has_mark, holder, set_mark, units_in, zones
from grognard.games.moscow1941.ground import POINT, ground
from grognard.games.moscow1941.orders import DEMOLISH, REBUILD, SPAN
from grognard.games.moscow1941.routes import points
from grognard.games.moscow1941.state import SEATS, Mark, Span, other
from grognard.games.moscow1941.steps import Pos

DEMOLITION, BIG_DEMOLITION, REBUILDING = 1 * POINT, 3 * POINT, 3 * POINT
"""14.2.1, 14.3.1, 14.2.2: what work on a bridge costs."""


def standing(position: Pos, side: Side) -> bool:
    """Is there a bridge over this hexside that can be used?"""
    there = side in position.game.geography.bridges or side in position.state.built
    return there and side not in position.state.broken


def bridge_holder(position: Pos, side: Side) -> Seat | None:
    """Who controls a bridge (14.1.3): a side alone on its banks, or of two sides the one that came first."""
    banks = [hex for hex in position.game.grid.side_hexes(side) if hex != OFF_GRID]
    holders = {seat for hex in banks if (seat := holder(position, hex)) is not None}
    if len(holders) == 1:
        return holders.pop()
    if len(holders) == 2:
        first = position.state.bridgeheads.get(side)
        return None if first is None else SEATS[first]
    owners = [seat for seat in SEATS if all(controls(position, seat, hex) for hex in banks)]
    return owners[0] if owners else None


# --- demolition and rebuilding (14.2, 14.3.1) --------------------------------------------------------


def deeds(position: Pos, unit: int) -> Iterable[Order]:
    """Work on the bridges around a unit."""
    for side in position.game.grid.sides_of(position.state.where[unit]):
        if side in position.state.broken:
            yield REBUILD(side)
        elif side in position.game.geography.bridges or side in position.state.built:
            yield DEMOLISH(side)


def _cost(position: Pos, order: Order) -> int:
    if order.verb is REBUILD:
        return REBUILDING
    return BIG_DEMOLITION if order.values[0] in position.game.geography.big_rivers else DEMOLITION


def cannot_work(position: Pos, unit: int, order: Order, left: int) -> Refusal | None:
    """Why a unit may not break or mend a bridge; None when it may."""
    game, side = position.game, order.values[0]
    here = position.state.where[unit]
    if not game.bridges_in_play:
        return Refusal("14.0", "this game is played without the rules for bridges")
    if side not in game.grid.sides_of(here):
        return Refusal("14.2.1", "the unit must stand on one of the banks")
    refusal = (_cannot_demolish if order.verb is DEMOLISH else _cannot_rebuild)(position, unit, side)
    if refusal is None and _cost(position, order) > left:
        cost = points(_cost(position, order))
        rule = "14.2.1" if order.verb is DEMOLISH else "14.2.2"
        return Refusal(rule, f"that takes {cost} movement points, there are {points(left)}")
    return refusal


def _cannot_demolish(position: Pos, unit: int, side: Side) -> Refusal | None:
    game = position.game
    if not standing(position, side):
        return Refusal("14.1.1", "there is no standing bridge")
    if not (game.regular[unit] or game.units[unit].is_headquarters):
        return Refusal("14.2.1", "only regular units and headquarters destroy bridges")
    if bridge_holder(position, side) != game.owner[unit]:
        return Refusal("14.1.4", "only the side that controls a bridge can destroy it")
    return None


def _cannot_rebuild(position: Pos, unit: int, side: Side) -> Refusal | None:
    game = position.game
    if side not in position.state.broken:
        return Refusal("14.2.3", "there is no destroyed bridge to rebuild")
    if side in game.geography.big_rivers:
        return Refusal("14.3.2", "only a headquarters bridges a big river, in its own way")
    if game.units[unit].is_artillery:
        return Refusal("14.2.2", "artillery does not rebuild bridges")
    is_headquarters = game.units[unit].is_headquarters
    if not is_headquarters and not headquarters.in_range(position, game.owner[unit], [unit]):
        return Refusal("14.2.2", "the unit is not in range of a headquarters")
    return None


def work(position: Pos, unit: int, order: Order) -> int:
    """Break or mend the bridge; the cost in sixths of a point."""
    side, cost = order.values[0], _cost(position, order)
    if order.verb is DEMOLISH:
        destroy(position, side, "14.2.1")
    else:
        position.state.broken.discard(side)
        ground.forget(position)
        _tell(position, side, "14.2.2", "is rebuilt")
    return cost


def destroy(position: Pos, side: Side, rule: str) -> None:
    """A bridge goes down."""
    position.state.broken.add(side)
    ground.forget(position)
    _tell(position, side, rule, "is destroyed")


def _tell(position: Pos, side: Side, rule: str, what: str) -> None:
    if position.heard:
        labels = tuple(position.game.grid.label(hex) for hex in position.game.grid.side_hexes(side))
        position.tell(Event(rule, f"the bridge {'/'.join(labels)} {what}", hexes=labels))


# --- spanning a big river (14.3.2) -------------------------------------------------------------------


def span_orders(position: Pos, seat: Seat) -> Iterable[Order]:
    """Bridges over big rivers that headquarters could begin now."""
    if position.game.geography.big_rivers and position.game.bridges_in_play:
        for unit in position.game.headquarters_of[seat]:
            if position.state.where[unit] >= 0:
                for side in position.game.grid.sides_of(position.state.where[unit]):
                    if cannot_span(position, seat, unit, side) is None:
                        yield SPAN(unit, side)


def cannot_span(position: Pos, seat: Seat, unit: int, side: Side) -> Refusal | None:
    """Why a headquarters may not begin a bridge over a big river; None when it may."""
    game, state = position.game, position.state
    if not game.bridges_in_play or not game.units[unit].is_headquarters:
        return Refusal("14.3.2", "only a headquarters bridges a big river")
    if state.where[unit] < 0 or side not in game.grid.sides_of(state.where[unit]):
        return Refusal("14.3.2", "the headquarters must stand on one of the banks")
    if side not in game.geography.big_rivers:
        return Refusal("14.2.3", "no big river runs there, and other rivers get no new bridges")
    if standing(position, side):
        return Refusal("14.3.2", "there is a bridge already")
    if has_mark(position, unit, Mark.MOVED | Mark.STRATEGIC):
        return Refusal("14.3.2", "the work takes all movement points of the headquarters")
    if state.banks.get(unit) != state.where[unit]:
        return Refusal("14.3.2", "it must have stood there at the end of its last supply phase")
    if any(span.headquarters == unit or span.side == side for span in state.spans):
        return Refusal("14.3.3", "one bridge, one headquarters")
    return None


def begin_span(position: Pos, unit: int, side: Side) -> None:
    """14.3.2: the work is declared, in secret; the headquarters spends all its points."""
    position.state.spans.append(Span(unit, side, position.state.turn))
    set_mark(position, unit, Mark.SPANNING | Mark.MOVED)
    if position.heard:
        name = position.game.units[unit].id
        seats = (position.game.owner[unit],)
        position.tell(Event("14.3.2", f"{name} begins to build a bridge", units=(name,), seats=seats))


def complete_spans(position: Pos, seat: Seat) -> None:
    """At the start of the owner's movement phase: work of last turn is done if the far bank was held."""
    game, state = position.game, position.state
    for span in [span for span in state.spans if game.owner[span.headquarters] == seat]:
        if span.turn >= state.turn:
            continue
        state.spans.remove(span)
        clear_mark_of(position, span.headquarters)
        if _far_bank_held(position, seat, span):
            state.broken.discard(span.side)
            state.built.add(span.side)
            set_mark(position, span.headquarters, Mark.MOVED)  # it spends its points again
            ground.forget(position)
            _tell(position, span.side, "14.3.2", "is built")


def clear_mark_of(position: Pos, unit: int) -> None:
    """The headquarters is free again."""
    position.state.marks[unit] &= ~Mark.SPANNING


def _far_bank_held(position: Pos, seat: Seat, span: Span) -> bool:
    near = position.state.where[span.headquarters]
    far = next(hex for hex in position.game.grid.side_hexes(span.side) if hex != near)
    if not zones(position, other(seat)) >> far & 1 and holder(position, far) != other(seat):
        return True
    return all(
        any(
            position.game.regular[unit] and position.game.owner[unit] == seat
            for unit in units_in(position, hex)
        )
        for hex in (near, far)
    )


def note_banks(position: Pos, seat: Seat) -> None:
    """At the end of a supply phase: where the seat's headquarters stand, for 14.3.2."""
    state = position.state
    if position.game.geography.big_rivers:
        for unit in position.game.headquarters_of[seat]:
            if state.where[unit] >= 0:
                state.banks[unit] = state.where[unit]
