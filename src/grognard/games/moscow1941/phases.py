"""2 Phases and turns: the twelve phases of a day, in an order that nobody may change (2.1.4)."""

from __future__ import annotations

from enum import IntEnum

from grognard.core import Event, Seat
from grognard.games.moscow1941 import bridges, disorganization, fortifications, victory
from grognard.games.moscow1941.duties import forget_duties
from grognard.games.moscow1941.field import clear_mark
from grognard.games.moscow1941.ground import end_missions
from grognard.games.moscow1941.state import PHASES, Mark, MoscowState, other
from grognard.games.moscow1941.steps import MoscowStep, Pos


class Phase(IntEnum):
    """The six phases that each player has in a turn (2.2)."""

    AIR = 1
    BARRAGE = 2
    MOVEMENT = 3
    COMBAT = 4
    STRATEGIC = 5  # 12.1.1
    SUPPLY = 6


PHASE_NAMES = {
    Phase.AIR: "air",
    Phase.BARRAGE: "artillery barrage",
    Phase.MOVEMENT: "movement",
    Phase.COMBAT: "combat",
    Phase.STRATEGIC: "strategic movement",
    Phase.SUPPLY: "supply",
}

HALF = len(Phase)


def phase_of(state: MoscowState) -> Phase:
    """Which of the six phases it is."""
    return Phase((state.phase - 1) % HALF + 1)


def phasing_seat(position: Pos) -> Seat:
    """Whose phases these are: the first player's 1 to 6, the second player's 7 to 12."""
    first = position.game.first_seat
    return first if position.state.phase <= HALF else other(first)


class Sequence(MoscowStep, frozen=True):
    """The bottom of the stack: closes a phase that is over and opens the next one."""

    def proceed(self, position: Pos) -> None:
        """2.1.1, 2.1.3, 2.1.4, 2.1.5, 2.1.6: phase after phase, day after day."""
        state = position.state
        if state.phase:
            close_phase(position)
        if position.outcome is not None:
            return
        if state.phase == PHASES:
            if state.turn == position.game.scenario_data.file.turns:
                position.finish(victory.final_outcome(position))
                return
            state.turn, state.phase = state.turn + 1, 0
            state.flown.clear()
            clear_mark(position, Mark.REFILLED)
        state.phase += 1
        if position.heard:
            position.tell(Event("2.2", position.game.heading(position)))
        open_phase(position)


def open_phase(position: Pos) -> None:
    """Put the steps of the phase that begins on the stack; they take no orders of another (2.1.2)."""
    phase, seat = phase_of(position.state), phasing_seat(position)
    if phase is Phase.MOVEMENT:
        bridges.complete_spans(position, seat)
    forget_duties(position)  # they were remembered from another phase
    position.push(*position.game.steps_of(position, phase, seat))


def close_phase(position: Pos) -> None:
    """What the end of every phase brings: 3.2.1 stacking holds, 7.1.5 empty works vanish, 5.6.5 rest."""
    state, seat = position.state, phasing_seat(position)
    fortifications.remove_abandoned(position)
    disorganization.recover(position)
    clear_mark(position, Mark.SEEN)  # 16.1.3
    phase = phase_of(state)
    if phase is Phase.MOVEMENT:
        clear_mark(position, Mark.RETREATED, seat)
        state.entered.clear()
    elif phase is Phase.COMBAT:
        clear_mark(position, Mark.SHELLED)
        clear_mark(position, Mark.FOUGHT | Mark.FIRED, other(seat))  # 12.1.2: the phasing side's still count
        # ruling M28: a mission lasts to the end of the next combat phase of the player who acts
        end_missions(position, position.game.outlasts_combat)
        state.grants = [grant for grant in state.grants if grant.last > state.clock and grant.left]
        for gun in list(state.silenced):
            state.silenced[gun] -= 1
            if not state.silenced[gun]:
                del state.silenced[gun]
    elif phase is Phase.STRATEGIC:
        clear_mark(position, Mark.MOVED | Mark.STRATEGIC | Mark.FOUGHT | Mark.FIRED, seat)
        state.entered.clear()
        end_missions(position, lambda mission: False)
