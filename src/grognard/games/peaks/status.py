"""Whatever is impossible in a position: the referee's own doubts about himself."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.core import Fault
from grognard.games.peaks import control
from grognard.games.peaks.command import Draw, PlayOrPass
from grognard.games.peaks.field import crowding
from grognard.games.peaks.refit import full_steps
from grognard.games.peaks.state import ASIDE, AXIS, SEATS, SOVIET, TRACK, Lot, Phase
from grognard.games.peaks.steps import Pos


def faults(position: Pos) -> tuple[Fault, ...]:
    """Everything impossible, with its rule; empty when all is well."""
    return (
        *_clock(position),
        *_counters(position),
        *_stacks(position),
        *_control(position),
        *_markers(position),
    )


def _clock(position: Pos) -> Iterator[Fault]:
    state = position.state
    if state.phase not in tuple(Phase) or not 0 <= state.turn <= position.game.scenario_data.file.turns:
        yield Fault("4.2", f"no phase {state.phase} of turn {state.turn}")
    if any(points < 0 for points in state.refit):
        yield Fault("14.1", "less than no refit points")


def _counters(position: Pos) -> Iterator[Fault]:
    game, state = position.game, position.state
    if any(len(column) != len(game.names) for column in (state.where, state.steps, state.marks)):
        yield Fault("2.2", "a column has another length than there are counters")
        return
    for counter, where in enumerate(state.where):
        name = game.names[counter]
        if where < ASIDE or (where >= 0 and where not in game.grid):
            yield Fault("2.2", f"{name} is nowhere")
        if (where == TRACK) != (counter in state.due):
            yield Fault("13.2", f"{name} is on the track without a turn, or has one elsewhere")
        if counter < len(game.units):
            if where >= 0 and not 1 <= state.steps[counter] <= full_steps(position, counter):
                yield Fault("10.10", f"{name} is on the map with {state.steps[counter]} steps")
            if where >= 0 and counter not in state.stacks.get(where, ()):
                yield Fault("8.0", f"{name} is in no stack")
            if where >= 0 and not game.geography.open_to(game.climbs[counter]) >> where & 1:
                yield Fault("6.9", f"{name} stands in {game.grid.label(where)}, which is closed to it")


def _stacks(position: Pos) -> Iterator[Fault]:
    game, state = position.game, position.state
    for hex, stack in state.stacks.items():
        label = game.grid.label(hex) if hex in game.grid else str(hex)
        if not stack or any(state.where[unit] != hex for unit in stack):
            yield Fault("8.0", f"the stack in {label} holds counters that stand elsewhere")
        elif len({game.owner[unit] for unit in stack}) > 1:
            yield Fault("8.5", f"both sides stand in {label}")
        elif state.phase and state.impulse is None and crowding(position, stack) is not None:
            yield Fault("8.4", f"{label} is over-stacked outside an impulse")
    for seat in SEATS:
        places = [state.where[air] for air in game.airstrikes_of[seat] if state.where[air] >= 0]
        if len(places) != len(set(places)):
            yield Fault("16.6", "two airstrikes of a side in a hex")


def _control(position: Pos) -> Iterator[Fault]:
    if control.held(position, AXIS) & control.held(position, SOVIET):
        yield Fault("3.3", "both sides control the same hex")


def _markers(position: Pos) -> Iterator[Fault]:
    game, state = position.game, position.state
    if len(state.lots) != len(game.markers) or any(lot not in tuple(Lot) for lot in state.lots):
        yield Fault("5.2", "a command marker lies nowhere")
        return
    step = position.step
    if isinstance(step, PlayOrPass) and state.lots[step.marker] != Lot.BIN:
        yield Fault("5.4", "a marker was drawn that is not in the bin")
    if isinstance(step, Draw) and not any(lot == Lot.BIN for lot in state.lots):
        yield Fault("5.4", "a draw from an empty bin")
