"""16 Masking, and what else is hidden: the view of a seat, built from nothing.

A seat sees its own counters, the top counter of each enemy stack and how high it is. Of a masked stack
it sees that units are there. Next to its own units it learns types and efficiency levels (16.1.4), of stacks
in a combat of this phase everything (16.1.3). A spectator sees what both sides would see of each other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from grognard.board.bits import HexSet
from grognard.board.grid import Hex
from grognard.core import CHANCE, Seat
from grognard.core.view import Ask, Gauge, Marker, Piece, View
from grognard.games.moscow1941 import fortifications, victory
from grognard.games.moscow1941.air import AssignAir
from grognard.games.moscow1941.aircraft import TITLES
from grognard.games.moscow1941.gallery import Look
from grognard.games.moscow1941.sight import lies_open
from grognard.games.moscow1941.state import ELIMINATED, SEATS, Mark, Mission, seat_index
from grognard.games.moscow1941.steps import Pos

MARKS = 3
"""The place of the marks in the look of a counter."""


def view(position: Pos, seat: Seat | None) -> View:
    """What a seat, or a spectator, may see."""
    game = position.game
    return View(
        game=game.id,
        scenario=game.scenario,
        ply=_ply(position, seat),
        heading=game.heading(position),
        seat=seat,
        pieces=_pieces(position, seat),
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
    """The ids of enemy counters on the map that a seat does not see, quoted as JSON writes them."""
    game = position.game
    if not game.masking:
        return ()
    shown = {piece.id for piece in _pieces(position, seat) if piece.id}
    return tuple(
        f'"{game.units[unit].id}"'
        for hex, stack in sorted(position.state.stacks.items())
        for unit in stack
        if game.owner[unit] != seat and game.units[unit].id not in shown
    )


# --- counters --------------------------------------------------------------------------------------


def _pieces(position: Pos, seat: Seat | None) -> tuple[Piece, ...]:
    """All counters as a seat sees them; when none has changed since its last view, the same as then."""
    state = position.state
    columns = (state.where, state.levels, state.shortage, state.marks, state.upset)
    seen = (*columns, state.stacks, state.forts, state.due, state.entry)
    known = position.game.gallery.last.get(seat)
    if known is not None and known[0] == seen:
        return known[1]
    looks: list[Look] = list(zip(*columns, strict=True))
    pieces = (*_on_map(position, seat, looks), *_off_map(position))
    position.game.gallery.last[seat] = (tuple(column.copy() for column in seen), pieces)
    return pieces


def _on_map(position: Pos, seat: Seat | None, looks: list[Look]) -> list[Piece]:
    game, stacks = position.game, position.state.stacks
    own, public, owner = game.gallery.own, game.gallery.open, game.owner
    near = _neighbourhood(position, seat)
    found: list[Piece] = []
    for hex in sorted(stacks):
        stack = stacks[hex]
        if owner[stack[0]] == seat:
            for unit in stack:
                found.append(own[unit][looks[unit]])
        elif not game.masking:
            for unit in stack:
                found.append(public[unit][looks[unit]])
        elif len(stack) == 1 and not looks[stack[0]][MARKS] & Mark.MASKED:
            found.append(public[stack[0]][looks[stack[0]]])
        else:
            found += _enemy_stack(position, hex, bool(near >> hex & 1), looks)
    return found


def _off_map(position: Pos) -> Iterator[Piece]:
    state, piece = position.state, position.game.gallery.off_map
    for unit, where in enumerate(state.where):
        if where < 0:
            yield piece(unit, where, state.levels[unit], state.due.get(unit, 0), state.entry.get(unit, ""))


def _neighbourhood(position: Pos, seat: Seat | None) -> HexSet:
    """The hexes next to a seat's own units."""
    if seat is None:
        return 0
    found: HexSet = 0
    near, owner = position.game.gallery.near, position.game.owner
    for hex, stack in position.state.stacks.items():
        if owner[stack[0]] == seat:
            found |= near[hex]
    return found


def _enemy_stack(position: Pos, hex: Hex, adjacent: bool, looks: list[Look]) -> Iterator[Piece]:
    """The open counters of a stack from above, then what is known of the others in no order that tells."""
    gallery, marks, stack = position.game.gallery, position.state.marks, position.state.stacks[hex]
    top = stack[0]
    masked = marks[top] & Mark.MASKED
    hidden: list[int] = []
    for unit in stack:
        if marks[unit] & Mark.SEEN or (unit == top and not masked):
            yield gallery.open[unit][looks[unit]]
        else:
            hidden.append(unit)
    if adjacent and hidden:
        yield from _told(position, hex, hidden)
    elif masked and hidden:
        yield gallery.masked[position.game.owner[top]][hex]
    else:
        covered = gallery.covered[position.game.owner[top]][hex]
        for _ in hidden:
            yield covered


def _told(position: Pos, hex: Hex, units: Iterable[int]) -> list[Piece]:
    """16.1.4: types and efficiency levels of adjacent enemies, of dug-in ones the types alone."""
    told, levels = position.game.gallery.told, position.state.levels
    dug_in = fortifications.need_not_attack(position, hex)
    pieces = [told(unit, hex, None if dug_in else levels[unit]) for unit in units]
    return sorted(pieces, key=lambda piece: (piece.face["type"], piece.face.get("levels", "")))


# --- the rest ----------------------------------------------------------------------------------------


def _ask(position: Pos, seat: Seat | None) -> Ask | None:
    if position.outcome is not None:
        return None
    decision, game = position.decision, position.game
    if decision.seat == seat:
        text = game.gallery.text
        texts = tuple([text(order) for order in decision.legal])
        return Ask(decision.seat, decision.kind, decision.rule, decision.prompt, texts)
    if decision.seat == CHANCE:
        return Ask(CHANCE, decision.kind, decision.rule, _chance_prompt(position, seat))
    return Ask(decision.seat, decision.kind, decision.rule, f"{game.seat_title(decision.seat)} to decide.")


def _chance_prompt(position: Pos, seat: Seat | None) -> str:
    """What the dice are for, without the name of a counter that this seat does not see."""
    unit = getattr(position.step, "unit", None)
    if isinstance(unit, int) and position.game.owner[unit] != seat and not lies_open(position, unit):
        return f"Roll for a hidden {position.game.seat_title(position.game.owner[unit])} unit."
    return position.decision.prompt


def _markers(position: Pos, seat: Seat | None) -> Iterator[Marker]:
    game, state, label = position.game, position.state, position.game.grid.label
    for hex in sorted(state.forts):
        yield game.gallery.fortification(hex, state.forts[hex])
    for side in sorted(state.broken):
        # 14.1.2
        yield Marker("destroyed bridge", "/".join(label(hex) for hex in game.grid.side_hexes(side)))
    for side in sorted(state.built):
        yield Marker("new bridge", "/".join(label(hex) for hex in game.grid.side_hexes(side)))
    yield from game.gallery.holdings(*state.control)
    for mission in (*state.missions, *_secret_missions(position, seat)):
        if mission.strength:
            text = f"{TITLES[mission.kind]} {mission.strength}"
            yield Marker("mission", label(mission.hex), text, mission.seat)


def _secret_missions(position: Pos, seat: Seat | None) -> tuple[Mission, ...]:
    """8.1.7: while missions are chosen a seat knows of its own alone."""
    step = position.step
    return step.missions_for(seat) if isinstance(step, AssignAir) else ()


def _gauges(position: Pos) -> Iterator[Gauge]:
    game, state = position.game, position.state
    turns = game.scenario_data.file.turns
    yield Gauge("Turn", f"{state.turn} of {turns}")
    yield Gauge("Victory points", f"{game.seat_title(game.scoring_seat)} {_score(position)}")
    for seat in SEATS:
        title, replaceable = game.seat_title(seat), state.credits[seat_index(seat)]
        lost = [state.where[unit] for unit in game.units_of[seat]].count(ELIMINATED)
        yield Gauge(f"{title} losses", f"{lost} counters, {replaceable} to replace")
        yield from _aircraft(position, seat)
        grants = sum([grant.left for grant in state.grants if grant.seat == seat])
        if grants:
            yield Gauge(f"{title} modifiers for lost headquarters", str(grants))


def _score(position: Pos) -> int:
    """The victory points, counted anew when control has changed."""
    scores = position.game.gallery.scores
    control = tuple(position.state.control)
    if control not in scores:
        scores.clear()
        scores[control] = victory.score(position)
    return scores[control]


def _aircraft(position: Pos, seat: Seat) -> Iterator[Gauge]:
    """How many air counters a side has, and how many have flown: of this phase's missions nothing."""
    game = position.game
    mine = [number for number, aircraft in enumerate(game.aircraft) if aircraft.seat == seat]
    if mine:
        flown = sum(number in position.state.flown for number in mine)
        yield Gauge(f"{game.seat_title(seat)} aircraft", f"{len(mine)}, {flown} flown this turn")
