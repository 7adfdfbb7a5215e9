"""The officer: he plans an impulse segment by segment, and answers every question from his plan."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from grognard.core import Dice, Order, Position, Seat
from grognard.games.peaks.aftermath import ChooseBridgehead, ChooseLoss
from grognard.games.peaks.air import ChooseAirstrike, ChooseClash, ChooseSky
from grognard.games.peaks.combat import Assemble, ChooseTable, CommitSupport, DeclareAttack, DeclareTruck
from grognard.games.peaks.command import PlayOrPass
from grognard.games.peaks.movement import Movement, MovingUnit
from grognard.games.peaks.orders import ATTACK, BRIDGE, CANCEL, END, FIGHT, HOLD, JOIN, PASS, READY, STOP
from grognard.games.peaks.pursuit import ChoosePursuit
from grognard.games.peaks.refit import Refit
from grognard.games.peaks.reinforcements import Reinforcements
from grognard.games.peaks.retreat import ChooseRetreat, HaltInFortress, StandFast
from grognard.games.peaks.setup import BlauReduction, SettingUp
from grognard.games.peaks.stacking import EliminateExcess
from grognard.games.peaks.staff import conduct, services
from grognard.games.peaks.staff.atlas import atlas_of
from grognard.games.peaks.staff.attacks import Plan, best_now
from grognard.games.peaks.staff.marching import Marching
from grognard.games.peaks.staff.picture import Picture
from grognard.games.peaks.support import ChoosePartisanHex

if TYPE_CHECKING:
    from grognard.games.peaks.game import Peaks
    from grognard.games.peaks.steps import Pos

PATIENCE = 400
"""Decisions in one segment after which the officer only wants it to end."""

_ENDINGS = (END, FIGHT, READY, STOP, PASS, CANCEL)
"""What brings a step to its end, for questions that the officer does not know."""


class StaffOfficer:
    """Plays one seat of Peaks of the Caucasus; the same seed and level give the same answers."""

    def __init__(self, game: Peaks, seat: Seat, seed: int, level: int) -> None:
        self.seat = seat
        self.level = level
        self.atlas = atlas_of(game)
        self.dice = Dice(f"staff {seat} {seed} {level}")
        self._moment: tuple[int, ...] = ()
        self._asked = 0
        self._marching: Marching | None = None
        self._attack: Plan | None = None
        self._report: tuple[str, ...] = ()

    def intentions(self) -> tuple[str, ...]:
        """What he is up to in this segment."""
        return self._report

    def choose(self, glimpse: Position[Any, Any], legal: Sequence[Order]) -> Order:
        """Answer a decision of his seat."""
        position: Pos = glimpse
        state = position.state
        moment = (state.turn, state.phase, state.segment, *state.placed)
        if moment != self._moment:
            self._moment, self._asked = moment, 0
            self._marching = self._attack = None
            self._report = ()
        self._asked += 1
        answer = self._answers.get(type(position.step)) if self._asked <= PATIENCE else None
        order = answer(self, position, legal) if answer is not None else None
        return order if order is not None and order in legal else self._any(legal)

    def _any(self, legal: Sequence[Order]) -> Order:
        """A way out of a question that has no better answer."""
        for verb in _ENDINGS:
            for order in legal:
                if order.verb is verb:
                    return order
        return legal[self.dice.below(len(legal))]

    def _picture(self, position: Pos) -> Picture:
        return Picture(position, self.seat, self.atlas)

    # --- segments -------------------------------------------------------------------------------------

    def _move(self, position: Pos, legal: Sequence[Order]) -> Order | None:
        if self._marching is None:
            self._marching = Marching(self._picture(position), self.level)
            self._report = tuple(self._marching.report)
        return self._marching.activate(position, legal)

    def _move_unit(self, position: Pos, legal: Sequence[Order]) -> Order | None:
        step = position.step
        assert isinstance(step, MovingUnit)
        return self._marching.order(step.unit, legal) if self._marching is not None else None

    def _fight(self, position: Pos, legal: Sequence[Order]) -> Order | None:
        self._attack = best_now(self._picture(position), position)
        if self._attack is None:
            return None
        label = position.game.grid.label(self._attack.target)
        self._report = (*self._report, f"attack {label}, worth {self._attack.value:.1f}")
        return ATTACK(self._attack.target)

    def _assemble(self, position: Pos, legal: Sequence[Order]) -> Order | None:
        step = position.step
        assert isinstance(step, Assemble)
        if self._attack is None or self._attack.target != step.battle.target:
            return None
        for unit in self._attack.attackers:
            if unit not in step.battle.attackers:
                return JOIN(unit)
        return FIGHT()

    # --- questions in between -------------------------------------------------------------------------

    def _support(self, position: Pos, legal: Sequence[Order]) -> Order | None:
        step = position.step
        assert isinstance(step, CommitSupport)
        return conduct.support(self._picture(position), step, legal)

    def _table(self, position: Pos, legal: Sequence[Order]) -> Order | None:
        step = position.step
        assert isinstance(step, ChooseTable)
        return conduct.table(self._picture(position), step, legal)

    def _trucks(self, position: Pos, legal: Sequence[Order]) -> Order | None:
        step = position.step
        assert isinstance(step, DeclareTruck)
        return conduct.trucks(self._picture(position), step.battle, legal)

    def _pay(self, position: Pos, legal: Sequence[Order]) -> Order | None:
        step = position.step
        assert isinstance(step, ChooseLoss)
        return conduct.pay(self._picture(position), step, legal)

    def _retreat(self, position: Pos, legal: Sequence[Order]) -> Order | None:
        return conduct.go_back(self._picture(position), legal)

    def _hold(self, position: Pos, legal: Sequence[Order]) -> Order | None:
        return next(order for order in legal if order.verb is HOLD)

    def _pursue(self, position: Pos, legal: Sequence[Order]) -> Order | None:
        return conduct.follow(self._picture(position), legal)

    def _bridge(self, position: Pos, legal: Sequence[Order]) -> Order | None:
        return next((order for order in legal if order.verb is BRIDGE), None)

    def _play(self, position: Pos, legal: Sequence[Order]) -> Order | None:
        return services.play(self._picture(position), legal)

    def _refit(self, position: Pos, legal: Sequence[Order]) -> Order | None:
        return services.refit(self._picture(position), legal)

    def _deploy(self, position: Pos, legal: Sequence[Order]) -> Order | None:
        return services.deploy(self._picture(position), legal)

    def _fly(self, position: Pos, legal: Sequence[Order]) -> Order | None:
        return services.fly(self._picture(position), legal)

    def _sky(self, position: Pos, legal: Sequence[Order]) -> Order | None:
        step = position.step
        assert isinstance(step, ChooseSky)
        return services.sky(self._picture(position), step, legal)

    def _clash(self, position: Pos, legal: Sequence[Order]) -> Order | None:
        step = position.step
        assert isinstance(step, ChooseClash)
        return services.clash(self._picture(position), step, legal)

    def _rise(self, position: Pos, legal: Sequence[Order]) -> Order | None:
        return services.rise(self._picture(position), legal)

    def _reduce(self, position: Pos, legal: Sequence[Order]) -> Order | None:
        return services.reduce(self._picture(position), legal)

    def _set_up(self, position: Pos, legal: Sequence[Order]) -> Order | None:
        return READY()

    _answers: ClassVar[dict[type, Callable[[StaffOfficer, Pos, Sequence[Order]], Order | None]]] = {
        SettingUp: _set_up,
        BlauReduction: _reduce,
        EliminateExcess: _reduce,
        PlayOrPass: _play,
        Refit: _refit,
        Reinforcements: _deploy,
        ChoosePartisanHex: _rise,
        ChooseAirstrike: _fly,
        ChooseSky: _sky,
        ChooseClash: _clash,
        Movement: _move,
        MovingUnit: _move_unit,
        DeclareAttack: _fight,
        Assemble: _assemble,
        CommitSupport: _support,
        ChooseTable: _table,
        DeclareTruck: _trucks,
        ChooseLoss: _pay,
        ChooseRetreat: _retreat,
        StandFast: _hold,
        HaltInFortress: _hold,
        ChoosePursuit: _pursue,
        ChooseBridgehead: _bridge,
    }


def appoint(game: Any, seat: Seat, seed: int, level: int) -> StaffOfficer:
    """An officer for a seat of this game."""
    return StaffOfficer(game, seat, seed, level)
