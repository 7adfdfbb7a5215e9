"""21 Fog of war: the view of a seat, built from nothing.

Everything on the map lies open. Of the enemy's boxes beside the map, his turn track, his support units and
his bin a player knows only how much is in them; the Eliminated box is open, since all its units fell before
his eyes. A player may look into his own bin at any time (5.9).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from grognard.core import CHANCE, Seat
from grognard.core.view import Ask, Gauge, Marker, Piece, View
from grognard.games.peaks import air, command, control, supply, victory
from grognard.games.peaks.basics import first_seat, turn_row
from grognard.games.peaks.field import has_mark
from grognard.games.peaks.state import (
    ASIDE,
    AXIS,
    BOX,
    ELIMINATED,
    POOL,
    REMOVED,
    SEATS,
    SOVIET,
    TRACK,
    Lot,
    Mark,
    seat_index,
)
from grognard.games.peaks.steps import Pos

HEADQUARTERS = {AXIS: "OKH box", SOVIET: "Stavka box"}
HIDDEN_BOXES = (BOX, TRACK, POOL)
"""Boxes into which the enemy cannot look."""

LOT_BOXES: Mapping[Lot, str] = {
    Lot.BIN: "command bin",
    Lot.PLAYED: "played this turn",
    Lot.DISCARDED: "played and discarded",
}

SHOWN_MARKS: Mapping[Mark, str] = {
    Mark.MOVED: "moved",
    Mark.ATTACKED: "attacked",
    Mark.SUPPLYING: "supplying",
    Mark.PRODUCING: "producing",
}


def view(position: Pos, seat: Seat | None) -> View:
    """What a seat, or a spectator, may see."""
    game = position.game
    return View(
        game=game.id,
        scenario=game.scenario,
        ply=position.ply,
        heading=game.heading(position),
        seat=seat,
        pieces=(*_counters(position, seat), *_command_markers(position, seat)),
        ask=_ask(position, seat),
        markers=tuple(_markers(position)),
        gauges=tuple(_gauges(position, seat)),
        outcome=position.outcome.text if position.outcome else "",
    )


def secrets(position: Pos, seat: Seat | None) -> tuple[str, ...]:
    """The ids of enemy counters and markers that a seat does not see, quoted as JSON writes them."""
    game, state = position.game, position.state
    counters = (
        game.names[counter]
        for counter, where in enumerate(state.where)
        if where in HIDDEN_BOXES and game.owner[counter] != seat
    )
    markers = (
        marker.id
        for number, marker in enumerate(game.markers)
        if state.lots[number] == Lot.BIN and marker.side.value != seat
    )
    return tuple(f'"{name}"' for name in (*counters, *markers))


# --- counters --------------------------------------------------------------------------------------------


def _counters(position: Pos, seat: Seat | None) -> Iterator[Piece]:
    """Counters on the map, stack by stack and airstrikes after them, then those beside it."""
    game, state = position.game, position.state
    for hex in sorted(state.stacks):
        yield from (piece(position, unit) for unit in state.stacks[hex])
    for counter in range(len(game.units), len(game.names)):
        if state.where[counter] >= 0:
            yield piece(position, counter)
    hidden: list[Piece] = []
    for counter, where in enumerate(state.where):
        if where in HIDDEN_BOXES and game.owner[counter] != seat:
            hidden.append(Piece(game.owner[counter], box=box_name(position, counter)))
        elif where < 0 and where != ASIDE:
            yield piece(position, counter)
    yield from sorted(hidden, key=lambda piece: (piece.seat, piece.box))  # no order that tells


def piece(position: Pos, counter: int) -> Piece:
    """A counter that lies open."""
    game, where = position.game, position.state.where[counter]
    hex = game.grid.label(where) if where >= 0 else ""
    box = box_name(position, counter) if where < 0 else ""
    marks = tuple(_marks(position, counter))
    return Piece(game.owner[counter], hex, box, game.names[counter], face_of(position, counter), marks)


def box_name(position: Pos, counter: int) -> str:
    """What the box is called in which a counter lies."""
    game, where = position.game, position.state.where[counter]
    if where == BOX:
        if counter < len(game.units):
            return HEADQUARTERS[game.owner[counter]]
        return "support units available" if counter in game.supports else "airstrikes available"
    names = {ELIMINATED: "eliminated", REMOVED: "out of the game", TRACK: "turn track", POOL: "pool"}
    return "support units in the pool" if where == POOL and counter in game.supports else names[where]


def face_of(position: Pos, counter: int) -> dict[str, str]:
    """What is printed on the side of a counter that lies up."""
    game, steps = position.game, position.state.steps[counter]
    if counter < len(game.units):
        unit = game.units[counter]
        left = steps or unit.steps
        return {
            "type": unit.type.value,
            "size": unit.size.value,
            "attack": str(unit.attack_strength(left)),
            "defence": str(unit.defence_strength(left)),
            "movement": str(unit.movement_allowance(left)),
            "steps": str(steps),
        }
    if counter in game.airstrikes:
        return {"type": "airstrike", "strength": str(air.strength(position, counter)), "steps": str(steps)}
    if counter in game.supports:
        support = game.supports[counter]
        sector = {"sector": support.sector.value} if support.sector else {}
        return {"type": "support", "shift": str(support.value), "use": support.use.value, **sector}
    return {"type": "airlift"}


def _marks(position: Pos, counter: int) -> Iterator[str]:
    game, state = position.game, position.state
    if state.where[counter] == TRACK:
        yield f"turn {state.due[counter]}"
    if state.where[counter] < 0:
        return
    if counter < len(game.units) and not supply.supported(position, counter):
        yield "cut off" if supply.cut_off(position, counter) else "unsupplied"
    for mark, word in SHOWN_MARKS.items():
        if has_mark(position, counter, mark):
            yield word


# --- command markers (5.9, 21) -----------------------------------------------------------------------------


def _command_markers(position: Pos, seat: Seat | None) -> Iterator[Piece]:
    """A player's own bin marker by marker, the enemy's by number, and what has been played."""
    game = position.game
    for number, marker in enumerate(game.markers):
        lot = Lot(position.state.lots[number])
        if lot not in LOT_BOXES:
            continue
        owner = Seat(marker.side.value)
        if lot is Lot.BIN and owner != seat:
            yield Piece(owner, box=LOT_BOXES[lot])
        else:
            face = {"type": "command", "name": marker.name, "opens": marker.opens.value}
            if marker.shift:
                face["shift"] = f"+{marker.shift}"
            yield Piece(owner, box=LOT_BOXES[lot], id=marker.id, face=face)


# --- the rest ----------------------------------------------------------------------------------------------


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


def _markers(position: Pos) -> Iterator[Marker]:
    game, label = position.game, position.game.grid.label
    for seat in SEATS:
        own = control.controlled(position, seat)
        for place in game.board.places.values():
            for hex in place.hexes:
                if own >> hex & 1:
                    yield Marker("control", label(hex), place.name, seat)
    for side, owner in sorted(position.state.bridgeheads.items()):
        hexes = "/".join(sorted(label(hex) for hex in game.grid.side_hexes(side)))
        yield Marker("bridgehead", hexes, seat=SEATS[owner])


def _gauges(position: Pos, seat: Seat | None) -> Iterator[Gauge]:
    game, state, row = position.game, position.state, turn_row(position)
    yield Gauge("Turn", f"{max(1, state.turn)} of {game.scenario_data.file.turns}, {row.month}")
    yield Gauge("Weather", row.weather.value)
    yield Gauge("Initiative", game.seat_title(first_seat(position)))
    if state.impulse is not None:
        marker = game.markers[state.impulse.marker].name
        shift = f", attacks +{state.impulse.shift}" if state.impulse.shift else ""
        yield Gauge("Impulse", f"{game.seat_title(state.impulse.seat)}: {marker}{shift}")
    for who in SEATS:
        title, index = game.seat_title(who), seat_index(who)
        yield Gauge(f"{title} victory points", str(victory.points(position, who)))
        yield Gauge(f"{title} refit points", str(state.refit[index]))
        yield Gauge(f"{title} markers played", f"{state.placed[index]} of {command.limit(position, who)}")
        yield Gauge(f"{title} bin", f"{len(command.bin_of(position, who))} markers")
