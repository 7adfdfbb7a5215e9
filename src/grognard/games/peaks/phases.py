"""4 Sequence of play: the phases of a turn and the segments of an impulse, in an order nobody may change."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from grognard.core import AnyStep, Event, Order, Seat
from grognard.games.peaks import (
    air,
    airlift,
    arrivals,
    bridgeheads,
    combat,
    command,
    movement,
    oil,
    refit,
    reinforcements,
    stacking,
    support,
    trucks,
    victory,
)
from grognard.games.peaks.basics import first_seat, turn_row
from grognard.games.peaks.field import MARKS_OF_A_SEGMENT, clear_marks
from grognard.games.peaks.orders import END, REMOVE
from grognard.games.peaks.state import SOVIET, Mark, Phase, Segment, other, seat_index
from grognard.games.peaks.steps import PeaksChoice, PeaksStep, Pos

PHASE_NAMES = {
    Phase.SET_UP: "set-up",
    Phase.COMMAND_PLACEMENT: "Command Placement Phase",
    Phase.REFIT: "Refit Phase",
    Phase.OPERATIONS: "Operations Phase",
    Phase.AIR_RETURN: "Air Return Phase",
    Phase.INTER_PHASE: "Inter-Phase",
}

SEGMENT_NAMES = {
    Segment.NONE: "Command Segment",
    Segment.COMMAND: "Command Segment",
    Segment.REINFORCEMENT: "Reinforcement Segment",
    Segment.AIRSTRIKE: "Airstrike Segment",
    Segment.MOVEMENT: "Ground Movement Segment",
    Segment.COMBAT: "Combat Segment",
}


class Sequence(PeaksStep, frozen=True):
    """The bottom of the stack: closes a phase that is over and opens the next one."""

    def proceed(self, position: Pos) -> None:
        """4.2: phase after phase, turn after turn."""
        state = position.state
        if state.phase == Phase.INTER_PHASE:
            if state.turn == position.game.scenario_data.file.turns:
                position.finish(victory.final_outcome(position))
                return
            state.turn, state.phase = state.turn + 1, Phase.SET_UP
        elif state.phase == Phase.SET_UP:
            state.turn = 1
        state.phase += 1
        position.memo.clear()  # the weather may have changed
        if position.heard:
            position.tell(Event("4.2", position.game.heading(position)))
        position.push(*_steps_of(position, Phase(state.phase)))


def _steps_of(position: Pos, phase: Phase) -> tuple[AnyStep, ...]:
    """The steps of a phase, the one to be done first last."""
    first = first_seat(position)
    match phase:
        case Phase.COMMAND_PLACEMENT:
            return (PlaceCommands(),)
        case Phase.REFIT:
            return (EndOfRefit(), RefitPhase(other(first)), RefitPhase(first))
        case Phase.OPERATIONS:
            return (command.Operations(first),)
        case Phase.AIR_RETURN:
            return (EndOfAirReturn(), air.AirReturn(), air.AttritionCheck())
        case _:
            return ()


class PlaceCommands(PeaksStep, frozen=True):
    """Phase I: markers go into the bins, arrivals are mustered, and oil is rolled for (5.2, 13.2, 18.4)."""

    def proceed(self, position: Pos) -> None:
        """Do all that for both sides."""
        command.fill_bins(position)
        arrivals.muster(position)
        position.state.naval_arrivals.clear()
        clear_marks(position, Mark.CRAWLED)
        position.replace(*oil.restorations(position))


class RefitPhase(PeaksStep, frozen=True):
    """Phase II for one player: points come in, trucks are declared, points are spent."""

    who: Seat

    def proceed(self, position: Pos) -> None:
        """4.2, 14.1, 15.13."""
        refit.collect(position, self.who)
        declarations = trucks.opening(position, self.who)
        position.replace(trucks.ExpendTrucks(), refit.Refit(self.who), *declarations)


class EndOfRefit(PeaksStep, frozen=True):
    """The end of phase II: the airlift of the turn before is over (17.1), new oil pays from now on (18.4)."""

    def proceed(self, position: Pos) -> None:
        """Remove it."""
        position.pop()
        clear_marks(position, Mark.RESTORED)
        airlift.remove(position)


class EndOfAirReturn(PeaksStep, frozen=True):
    """The end of phase IV: partisans vanish (19.5)."""

    def proceed(self, position: Pos) -> None:
        """Return them to the pool."""
        position.pop()
        support.end_of_turn(position)


def heading(position: Pos) -> str:
    """Turn, month and phase, and in the Operations Phase the player and the segment."""
    state, game = position.state, position.game
    phase = Phase(state.phase)
    if phase is Phase.SET_UP:
        return "Set-up"
    text = f"Turn {state.turn}, {turn_row(position).month}: {PHASE_NAMES[phase]}"
    if state.impulse is None:
        return text
    return f"{text}, {game.seat_title(state.impulse.seat)} {SEGMENT_NAMES[Segment(state.segment)]}"


# --- the impulse ----------------------------------------------------------------------------------------


def next_segment(position: Pos, seat: Seat) -> None:
    """Close the segment of an impulse that is over and open the one that follows (4.1, 4.2)."""
    state = position.state
    clear_marks(position, MARKS_OF_A_SEGMENT)
    if state.segment == Segment.COMBAT:
        _close_impulse(position, seat)
        return
    state.segment = max(state.segment, Segment.COMMAND) + 1
    position.push(*_segment_steps(position, Segment(state.segment), seat))


def _segment_steps(position: Pos, segment: Segment, seat: Seat) -> tuple[AnyStep, ...]:
    match segment:
        case Segment.REINFORCEMENT:
            partisans = (support.PlacePartisan(seat),) if seat == SOVIET else ()
            return (reinforcements.Reinforcements(seat), *partisans)
        case Segment.AIRSTRIKE:
            return (air.AirstrikeSegment(seat),)
        case Segment.MOVEMENT:
            declarations = trucks.opening(position, seat)
            return (stacking.StackingCheck(), trucks.ExpendTrucks(), movement.Movement(seat), *declarations)
        case _:
            return (EndOfImpulse(seat), stacking.StackingCheck(), combat.CombatSegment(seat))


def _close_impulse(position: Pos, seat: Seat) -> None:
    support.end_of_impulse(position)
    position.state.segment = Segment.NONE
    position.state.impulse = None
    position.pop()


class EndOfImpulse(PeaksStep, frozen=True):
    """The end of an impulse: bridgeheads may be given up, if there are any."""

    who: Seat

    def proceed(self, position: Pos) -> None:
        """Ask their owner."""
        position.pop()
        if seat_index(self.who) in position.state.bridgeheads.values():
            position.push(BridgeheadRemoval(self.who))


class BridgeheadRemoval(PeaksChoice, frozen=True):
    """The end of an impulse: the phasing player may give up bridgeheads (25.2.3)."""

    who: Seat
    rule: ClassVar[str] = "25.2.3"
    verbs: ClassVar = (REMOVE, END)

    def seat(self, position: Pos) -> Seat:
        """The phasing player."""
        return self.who

    def prompt(self, position: Pos) -> str:
        """What is asked."""
        return "Remove bridgeheads of yours, or go on."

    def orders(self, position: Pos) -> Iterable[Order]:
        """Each bridgehead, and going on."""
        mine = seat_index(self.who)
        yield from (REMOVE(s) for s, owner in sorted(position.state.bridgeheads.items()) if owner == mine)
        yield END()

    def take(self, position: Pos, order: Order) -> None:
        """Take it off the map."""
        if order.verb is REMOVE:
            bridgeheads.remove(position, order.values[0])
        if order.verb is END or seat_index(self.who) not in position.state.bridgeheads.values():
            position.pop()


STEPS = (Sequence, PlaceCommands, RefitPhase, EndOfRefit, EndOfAirReturn, EndOfImpulse, BridgeheadRemoval)
