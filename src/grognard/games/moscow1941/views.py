"""16 Masking, and what else is hidden: the view of a seat, built from nothing.

A seat sees its own counters, the top counter of each enemy stack and how high it is. Of a masked stack
it sees that units are there. Next to its own units it learns types and efficiency levels (16.1.4), of stacks
in a combat of this phase everything (16.1.3).
"""

from __future__ import annotations

from collections.abc import Iterator

from grognard.board.bits import HexSet
from grognard.board.grid import OFF_GRID, Hex
from grognard.core import CHANCE, Seat
from grognard.core.view import Ask, Gauge, Marker, Piece, View
from grognard.games.moscow1941 import control, victory
from grognard.games.moscow1941.air import AssignAir
from grognard.games.moscow1941.aircraft import TITLES
from grognard.games.moscow1941.artillery import deployed
from grognard.games.moscow1941.field import has_mark, occupied
from grognard.games.moscow1941.state import (
    ELIMINATED,
    LATER,
    RESERVE,
    SEATS,
    WAITING,
    Mark,
    seat_index,
)
from grognard.games.moscow1941.steps import Pos

BOXES = {ELIMINATED: "lost", WAITING: "waiting", RESERVE: "reserve", LATER: "later"}


def view(position: Pos, seat: Seat | None) -> View:
    """What a seat, or a spectator, may see."""
    game = position.game
    return View(
        game=game.id,
        scenario=game.scenario,
        ply=_ply(position, seat),
        heading=game.heading(position),
        seat=seat,
        pieces=tuple(_pieces(position, seat)),
        ask=_ask(position, seat),
        markers=tuple(_markers(position, seat)),
        gauges=tuple(_gauges(position)),
        outcome=position.outcome.text if position.outcome else "",
    )


def _ply(position: Pos, seat: Seat | None) -> int:
    """The number of orders so far, as far as it gives nothing away (8.1.7)."""
    step = position.step
    return step.ply_for(position, seat) if isinstance(step, AssignAir) else position.ply


def secrets(position: Pos, seat: Seat | None) -> tuple[str, ...]:
    """The ids of enemy counters on the map that a seat does not see."""
    game = position.game
    if not game.masking:
        return ()
    shown = {piece.id for piece in _pieces(position, seat) if piece.id}
    return tuple(
        game.units[unit].id
        for hex, stack in sorted(position.state.stacks.items())
        for unit in stack
        if game.owner[unit] != seat and game.units[unit].id not in shown
    )


# --- counters --------------------------------------------------------------------------------------


def _pieces(position: Pos, seat: Seat | None) -> Iterator[Piece]:
    game, state = position.game, position.state
    near = _neighbourhood(position, seat)
    for hex, stack in sorted(state.stacks.items()):
        owner = game.owner[stack[0]]
        if owner == seat or not game.masking:
            yield from (_open_piece(position, unit, seat) for unit in stack)
        else:
            yield from _enemy_stack(position, hex, stack, bool(near >> hex & 1))
    for unit, where in enumerate(state.where):
        if where < 0:
            yield _piece_off_map(position, unit, where)


def _neighbourhood(position: Pos, seat: Seat | None) -> HexSet:
    """The hexes next to a seat's own units."""
    if seat is None:
        return 0
    found: HexSet = 0
    for hex, stack in position.state.stacks.items():
        if position.game.owner[stack[0]] == seat:
            for near in position.game.grid.neighbours[hex]:
                if near != OFF_GRID:
                    found |= 1 << near
    return found & ~occupied(position, seat)


def _enemy_stack(position: Pos, hex: Hex, stack: tuple[int, ...], adjacent: bool) -> Iterator[Piece]:
    owner, label = position.game.owner[stack[0]], position.game.grid.label(hex)
    for number, unit in enumerate(stack):
        masked = has_mark(position, unit, Mark.MASKED)
        if has_mark(position, unit, Mark.SEEN) or (number == 0 and not masked):
            yield _open_piece(position, unit, None)
        elif adjacent:
            yield Piece(owner, hex=label, face=_told(position, unit, hex))
        elif not masked or number == 0:
            yield Piece(owner, hex=label, marks=("masked",) if masked else ())


def _told(position: Pos, unit: int, hex: Hex) -> dict[str, str]:
    """16.1.4: type and efficiency levels of an adjacent enemy, of a dug-in one the type alone."""
    counter = position.game.units[unit]
    face = {"type": counter.type.value, "size": counter.size.value}
    if hex not in position.state.forts:
        face["levels"] = str(position.state.levels[unit])
    return face


def _open_piece(position: Pos, unit: int, seat: Seat | None) -> Piece:
    game, state = position.game, position.state
    counter = game.units[unit]
    return Piece(
        game.owner[unit],
        hex=game.grid.label(state.where[unit]),
        id=counter.id,
        face=_face(position, unit),
        marks=tuple(_marks(position, unit, game.owner[unit] == seat)),
    )


def _face(position: Pos, unit: int) -> dict[str, str]:
    counter, levels = position.game.units[unit], position.state.levels[unit]
    return {
        "type": counter.type.value,
        "size": counter.size.value,
        "attack": str(counter.attack_strength(levels)),
        "defence": str(counter.defence_strength(levels)),
        "movement": str(counter.mp),
        "levels": str(levels),
    }


def _marks(position: Pos, unit: int, own: bool) -> Iterator[str]:
    state = position.state
    if state.upset[unit]:
        yield "disorganized"
    if state.shortage[unit]:
        yield f"out of supply {state.shortage[unit]}"
    if position.game.towed_gun[unit]:
        yield "combat set-up" if deployed(position, unit) else "transport set-up"
    if has_mark(position, unit, Mark.STRATEGIC):
        yield "strategic movement"
    if own and has_mark(position, unit, Mark.MOVED):
        yield "moved"
    if own and has_mark(position, unit, Mark.SPANNING):
        yield "building a bridge"
    if has_mark(position, unit, Mark.FOUGHT):
        yield "fought"
    if own and has_mark(position, unit, Mark.MASKED):
        yield "masked"


def _piece_off_map(position: Pos, unit: int, where: int) -> Piece:
    game, state = position.game, position.state
    box, marks = BOXES[where], tuple[str, ...]()
    if where in (LATER, WAITING):
        turn = state.due.get(unit, 0)
        marks = (f"turn {turn}",) if where == LATER else ()
        box = f"{box}: {state.entry.get(unit, '')}".rstrip(": ")
    return Piece(game.owner[unit], box=box, id=game.units[unit].id, face=_face(position, unit), marks=marks)


# --- the rest ----------------------------------------------------------------------------------------


def _ask(position: Pos, seat: Seat | None) -> Ask | None:
    if position.outcome is not None:
        return None
    decision, game = position.decision, position.game
    if decision.seat == seat:
        texts = tuple(game.text(order) for order in decision.legal)
        return Ask(decision.seat, decision.kind, decision.rule, decision.prompt, texts)
    if decision.seat == CHANCE:
        return Ask(CHANCE, decision.kind, decision.rule, decision.prompt)
    return Ask(decision.seat, decision.kind, decision.rule, f"{game.seat_title(decision.seat)} to decide.")


def _markers(position: Pos, seat: Seat | None) -> Iterator[Marker]:
    game, state, label = position.game, position.state, position.game.grid.label
    for hex, index in sorted(state.forts.items()):
        yield Marker("fortification", label(hex), seat=SEATS[index])
    for side in sorted(state.broken):
        yield Marker("destroyed bridge", "/".join(label(hex) for hex in game.grid.side_hexes(side)))
    for side in sorted(state.built):
        yield Marker("new bridge", "/".join(label(hex) for hex in game.grid.side_hexes(side)))
    for place in game.board.places.values():
        for hex in place.hexes:
            for who in SEATS:
                if control.controls(position, who, hex):
                    yield Marker("control", label(hex), place.name, who)
    step = position.step
    secret = step.missions_for(seat) if isinstance(step, AssignAir) else ()  # 8.1.7
    for mission in (*state.missions, *secret):
        if mission.strength:
            text = f"{TITLES[mission.kind]} {mission.strength}"
            yield Marker("mission", label(mission.hex), text, mission.seat)


def _gauges(position: Pos) -> Iterator[Gauge]:
    game, state = position.game, position.state
    turns = game.scenario_data.file.turns
    yield Gauge("Turn", f"{state.turn} of {turns}")
    yield Gauge("Victory points", f"{game.seat_title(game.scoring_seat)} {victory.score(position)}")
    for seat in SEATS:
        replaceable = state.credits[seat_index(seat)]
        lost = sum(where == ELIMINATED for unit, where in enumerate(state.where) if game.owner[unit] == seat)
        yield Gauge(f"{game.seat_title(seat)} losses", f"{lost} counters, {replaceable} to replace")
        grants = sum(grant.left for grant in state.grants if grant.seat == seat)
        if grants:
            yield Gauge(f"{game.seat_title(seat)} modifiers for lost headquarters", str(grants))
