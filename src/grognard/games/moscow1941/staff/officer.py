"""The officer: he makes a plan when a phase begins, and answers every question of the phase from it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from grognard.core import Dice, Order, Position, Seat
from grognard.games.moscow1941.aftermath import ChooseLoss
from grognard.games.moscow1941.air import AssignAir
from grognard.games.moscow1941.combat import Assemble, Combat, Defend
from grognard.games.moscow1941.fire import Laying
from grognard.games.moscow1941.movement import Movement, MovingUnit
from grognard.games.moscow1941.orders import END, FIGHT, READY, STOP
from grognard.games.moscow1941.pursuit import ChoosePursuit
from grognard.games.moscow1941.retreat import ChooseRetreat
from grognard.games.moscow1941.staff import arms, conduct
from grognard.games.moscow1941.staff.atlas import atlas_of
from grognard.games.moscow1941.staff.battlefield import Battlefield
from grognard.games.moscow1941.staff.marching import Marching
from grognard.games.moscow1941.staff.picture import Picture

if TYPE_CHECKING:
    from grognard.games.moscow1941.game import Moscow1941
    from grognard.games.moscow1941.steps import Pos

PATIENCE = 3000
"""Decisions in one phase after which the officer only wants it to end."""

_ENDINGS = (END, FIGHT, READY, STOP)
"""What brings a step to its end, for questions that the officer does not know."""


class StaffOfficer:
    """Plays one seat of Moscow 1941; the same seed and level give the same answers."""

    def __init__(self, game: Moscow1941, seat: Seat, seed: int, level: int) -> None:
        self.seat = seat
        self.level = level
        self.atlas = atlas_of(game)
        self.dice = Dice(f"staff {seat} {seed} {level}")
        self._clock = -1
        self._asked = 0
        self._marching: Marching | None = None
        self._battlefield: Battlefield | None = None
        self._report: tuple[str, ...] = ()

    def intentions(self) -> tuple[str, ...]:
        """What he is up to in this phase."""
        return self._report

    def choose(self, glimpse: Position[Any, Any], legal: Sequence[Order]) -> Order:
        """Answer a decision of his seat."""
        position: Pos = glimpse
        if position.state.clock != self._clock:
            self._clock = position.state.clock
            self._asked = 0
            self._marching = self._battlefield = None
            self._report = ()
        self._asked += 1
        if self._asked > PATIENCE:
            return self._any(legal)
        answer = self._answers.get(type(position.step))
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

    # --- phases -----------------------------------------------------------------------------------

    def _move(self, position: Pos, legal: Sequence[Order]) -> Order | None:
        if self._marching is None:
            step = position.step
            assert isinstance(step, Movement)
            self._marching = Marching(self._picture(position), self.dice, self.level, step.strategic_move)
            self._report = self._marching.report
        return self._marching.activate(position, legal)

    def _move_unit(self, position: Pos, legal: Sequence[Order]) -> Order | None:
        if self._marching is None:
            return None
        return self._marching.order(position, legal)

    def _field(self, position: Pos) -> Battlefield:
        if self._battlefield is None:
            self._battlefield = Battlefield(self.seat, self.atlas, self.dice, self.level)
        return self._battlefield

    def _fight(self, position: Pos, legal: Sequence[Order]) -> Order | None:
        field = self._field(position)
        order = field.next(position, legal)
        self._report = field.report
        return order

    def _assemble(self, position: Pos, legal: Sequence[Order]) -> Order | None:
        return self._field(position).assemble(position, legal)

    # --- questions in between -----------------------------------------------------------------------

    def _fly(self, position: Pos, legal: Sequence[Order]) -> Order | None:
        return arms.fly(self._picture(position), self.dice, legal)

    def _lay(self, position: Pos, legal: Sequence[Order]) -> Order | None:
        step = position.step
        assert isinstance(step, Laying)
        return arms.lay(step, legal)

    def _defend(self, position: Pos, legal: Sequence[Order]) -> Order | None:
        step = position.step
        assert isinstance(step, Defend)
        return conduct.strengthen(self._picture(position), step.battle, legal, False)

    def _pay(self, position: Pos, legal: Sequence[Order]) -> Order | None:
        return conduct.pay(self._picture(position), legal)

    def _retreat(self, position: Pos, legal: Sequence[Order]) -> Order | None:
        step = position.step
        assert isinstance(step, ChooseRetreat)
        return conduct.go_back(self._picture(position), step, legal)

    def _pursue(self, position: Pos, legal: Sequence[Order]) -> Order | None:
        return conduct.follow(self._picture(position), legal)

    _answers: ClassVar[dict[type, Callable[[StaffOfficer, Pos, Sequence[Order]], Order | None]]] = {
        Movement: _move,
        MovingUnit: _move_unit,
        Combat: _fight,
        Assemble: _assemble,
        AssignAir: _fly,
        Laying: _lay,
        Defend: _defend,
        ChooseLoss: _pay,
        ChooseRetreat: _retreat,
        ChoosePursuit: _pursue,
    }


def appoint(game: Any, seat: Seat, seed: int, level: int) -> StaffOfficer:
    """An officer for a seat of this game."""
    return StaffOfficer(game, seat, seed, level)
