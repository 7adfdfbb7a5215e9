"""Whatever is impossible in a position: the referee's own doubts about himself."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.board.grid import Hex
from grognard.core import Fault
from grognard.games.moscow1941 import control
from grognard.games.moscow1941.combat import Combat
from grognard.games.moscow1941.duties import open_duty
from grognard.games.moscow1941.field import STACKING_LIMIT
from grognard.games.moscow1941.movement import MovingUnit
from grognard.games.moscow1941.orders import ATTACK
from grognard.games.moscow1941.state import AXIS, PHASES, SOVIET
from grognard.games.moscow1941.steps import Pos


def faults(position: Pos) -> tuple[Fault, ...]:
    """Everything impossible, with its rule; empty when all is well."""
    return (
        *_clock(position),
        *_counters(position),
        *_stacks(position),
        *_control(position),
        *_duties(position),
    )


def _clock(position: Pos) -> Iterator[Fault]:
    state = position.state
    if not (0 <= state.phase <= PHASES and 0 <= state.turn <= position.game.scenario_data.file.turns):
        yield Fault("2.1", f"no phase {state.phase} of turn {state.turn}")
    if any(amount < 0 for amount in (*state.credits, *state.ammunition)):
        yield Fault("6.5.7", "less than nothing of a reserve or of ammunition")


def _counters(position: Pos) -> Iterator[Fault]:
    game, state = position.game, position.state
    columns = (state.where, state.levels, state.shortage, state.marks, state.upset)
    if any(len(column) != len(game.units) for column in columns):
        yield Fault("1.2", "a column has another length than there are counters")
        return
    for unit, counter in enumerate(game.units):
        hex, levels = state.where[unit], state.levels[unit]
        if hex >= 0 and not 1 <= levels <= counter.cel:
            yield Fault("1.2", f"{counter.id} is on the map with {levels} efficiency levels")
        if hex >= 0 and unit not in state.stacks.get(hex, ()):
            yield Fault("3.2", f"{counter.id} is in no stack")
        if state.shortage[unit] < 0:
            yield Fault("10.2", f"{counter.id} has an out-of-supply level below 0")


def _stacks(position: Pos) -> Iterator[Fault]:
    where, levels, owner = position.state.where, position.state.levels, position.game.owner
    land = position.game.geography.land
    for hex, stack in position.state.stacks.items():
        if {where[unit] for unit in stack} != {hex}:
            label = position.game.grid.label(hex) if hex in position.game.grid else str(hex)
            yield Fault("3.2", f"the stack in {label} holds counters that stand elsewhere")
            continue
        if len(stack) > 1 and len({owner[unit] for unit in stack}) > 1:
            yield Fault("3.1.8", f"both sides stand in {position.game.grid.label(hex)}")
        if not land >> hex & 1:
            yield Fault("3.1.11", f"units stand in {position.game.grid.label(hex)}, which is closed")
        held = sum([levels[unit] for unit in stack])
        if held > STACKING_LIMIT and position.step.waits and not _may_be_crowded(position, hex):
            yield Fault("3.2.1", f"{held} efficiency levels in {position.game.grid.label(hex)}")


def _may_be_crowded(position: Pos, hex: Hex) -> bool:
    if hex in position.game.crowded or position.state.trails:  # 5.3.6: a retreat may pass through
        return True
    step = position.step
    # 3.1.10: who enters the map in a full hex must move on
    return isinstance(step, MovingUnit) and step.has_moved and position.state.where[step.unit] == hex


def _control(position: Pos) -> Iterator[Fault]:
    both = control.controlled(position, AXIS) & control.controlled(position, SOVIET)
    if both:
        yield Fault("4.3", "both sides control the same hex")


def _duties(position: Pos) -> Iterator[Fault]:
    """5.1.7: as long as a duty keeps a combat phase from ending there is an attack to be made."""
    step = position.step
    if isinstance(step, Combat):
        duty = open_duty(position, step.who)
        if duty is not None and not any(order.verb is ATTACK for order in step.orders(position)):
            yield Fault(duty.rule, f"{duty.why}, and no attack is possible")
