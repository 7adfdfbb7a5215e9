"""17 Luftwaffe airlift: once in the game, a zone in which Axis units are in supply for a turn."""

from __future__ import annotations

from grognard.board.grid import Hex
from grognard.core import Event, Refusal, Seat
from grognard.games.peaks.field import forget
from grognard.games.peaks.state import AXIS, BOX, NOT_DEPLOYED, REMOVED
from grognard.games.peaks.steps import Pos


def unavailable(position: Pos, seat: Seat) -> Refusal | None:
    """Why a seat cannot place the airlift now; None when it can (17.1)."""
    if seat != AXIS:
        return Refusal("17.1", "only the Axis has an airlift")
    if position.state.airlift_turn != NOT_DEPLOYED:
        return Refusal("17.1", "the airlift can be used only once, and stays where it was placed")
    if position.state.where[position.game.airlift] != BOX:
        return Refusal("17.1", "the airlift has to be brought in during a Reinforcement Segment first")
    return None


def deploy(position: Pos, hex: Hex) -> None:
    """Place the airlift for the rest of the turn (17.1)."""
    game, state = position.game, position.state
    state.where[game.airlift] = hex
    state.airlift_turn = state.turn
    forget(position)
    if position.heard:
        label, name = game.grid.label(hex), game.names[game.airlift]
        position.tell(Event("17.1", f"The airlift supplies {label}", hexes=(label,), units=(name,)))


def remove(position: Pos) -> None:
    """17.1, ruling Q-P47: it leaves the game at the end of the Refit Phase of the turn after."""
    game, state = position.game, position.state
    if state.where[game.airlift] >= 0 and state.airlift_turn < state.turn:
        state.where[game.airlift] = REMOVED
        forget(position)
        if position.heard:
            name = game.names[game.airlift]
            position.tell(Event("17.1", "The airlift is over", units=(name,)))
