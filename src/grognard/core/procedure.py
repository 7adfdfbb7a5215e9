"""Procedure is data: a stack of small frozen steps, one class per step of the sequence of play.

A step either runs by itself (`Step.proceed`) or waits for somebody (`Choice`, `Roll`). Steps hold plain
values only, so a position can be saved, copied, searched and resumed in the middle of anything.

    class DeclareAttack(Choice[State, Game], frozen=True):
        rule = "5.2.1"
        verbs = (ATTACK, PASS)
        def seat(self, position): ...
        def orders(self, position): ...
        def take(self, position, order): position.push(ResolveAttack(target))
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeAlias, TypeVar

import msgspec

from grognard.core.chance import CHANCE, ROLL, Outcomes
from grognard.core.order import Order, Verb
from grognard.core.refusal import Refusal
from grognard.core.seat import Seat
from grognard.core.state import State

if TYPE_CHECKING:
    from grognard.core.game import Game
    from grognard.core.position import Position

S = TypeVar("S", bound=State)
G = TypeVar("G", bound="Game[Any]")


class Step(msgspec.Struct, Generic[S, G], frozen=True, tag=True, forbid_unknown_fields=True):
    """One step of the sequence of play; this kind needs nobody and runs by itself."""

    waits: ClassVar[bool] = False
    """Does the procedure rest here, until somebody decides or for good?"""
    rule: ClassVar[str] = ""

    def proceed(self, position: Position[S, G]) -> None:
        """Do the step's work and change the stack: replace, push or pop."""
        raise NotImplementedError(f"{type(self).__name__} neither waits nor proceeds")


class Choice(Step[S, G], Generic[S, G], frozen=True):
    """A step that waits for an order."""

    waits: ClassVar[bool] = True
    verbs: ClassVar[tuple[Verb, ...]] = ()

    def seat(self, position: Position[S, G]) -> Seat:
        """Who decides."""
        raise NotImplementedError

    def prompt(self, position: Position[S, G]) -> str:
        """What is asked, in plain words."""
        raise NotImplementedError

    def orders(self, position: Position[S, G]) -> Iterable[Order]:
        """The legal orders, in a stable order and without repetition."""
        raise NotImplementedError

    def refusal(self, position: Position[S, G], order: Order) -> Refusal | None:
        """Why an order of one of the step's verbs is illegal; None when it is legal.

        Games override this with reasons; the fallback looks the order up in the list.
        """
        if order in set(self.orders(position)):
            return None
        return Refusal(self.rule_of(position), "that is not among the choices")

    def take(self, position: Position[S, G], order: Order) -> None:
        """Carry out a legal order: change the state and the stack."""
        raise NotImplementedError

    def rule_of(self, position: Position[S, G]) -> str:
        """The rule that asks, when it depends on the moment."""
        return self.rule

    def chances(self, position: Position[S, G]) -> Outcomes | None:
        """The weighted outcomes, for a decision of chance."""
        return None


class Roll(Choice[S, G], Generic[S, G], frozen=True):
    """A step that waits for fate: dice, chits, random picks."""

    verbs: ClassVar[tuple[Verb, ...]] = (ROLL,)

    def seat(self, position: Position[S, G]) -> Seat:
        """Always chance."""
        return CHANCE

    def outcomes(self, position: Position[S, G]) -> Outcomes:
        """What may come up, with weights."""
        raise NotImplementedError

    def chances(self, position: Position[S, G]) -> Outcomes:
        """The outcomes, as the decision publishes them."""
        return self.outcomes(position)

    def orders(self, position: Position[S, G]) -> Iterable[Order]:
        """Every possible outcome."""
        return self.outcomes(position).orders

    def refusal(self, position: Position[S, G], order: Order) -> Refusal | None:
        """Only what can come up is legal."""
        if order in self.outcomes(position):
            return None
        return Refusal(self.rule_of(position), "that cannot come up")


class Outcome(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """How a game ended: the winner (None: nobody), the level in words, the scores."""

    winner: Seat | None
    text: str
    rule: str = ""
    scores: dict[str, int] = {}


class GameOver(Step[S, G], Generic[S, G], frozen=True):
    """The last step: nothing more to decide."""

    waits: ClassVar[bool] = True

    outcome: Outcome


AnyStep: TypeAlias = Step[Any, Any]
