"""The position: all that can change in a game, and nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, Self, TypeVar, cast

from grognard.core.decision import NOTHING, Decision, Legal
from grognard.core.digest import digest_of
from grognard.core.event import Event
from grognard.core.order import Order
from grognard.core.procedure import AnyStep, Choice, GameOver, Outcome
from grognard.core.refusal import IllegalOrder, Refusal
from grognard.core.seat import Seat
from grognard.core.state import State

if TYPE_CHECKING:
    from grognard.core.game import Fault, Game
    from grognard.core.view import View

S = TypeVar("S", bound=State)
G = TypeVar("G", bound="Game[Any]")

LONGEST_CHAIN = 10_000
"""Automatic steps in a row after which the procedure is taken for a loop."""


class Position(Generic[S, G]):
    """A moment of a game. Cheap to copy; changes only through orders.

    position.decision.prompt        what it waits for
    position.legal()                the answers
    position.submit("attack 4412")  checked; returns what happened
    position.apply(order)           unchecked, for search
    position.explain("attack 4412") why not, or None
    """

    __slots__ = ("_decision", "_events", "game", "memo", "ply", "stack", "state")

    def __init__(self, game: G, state: S, stack: tuple[AnyStep, ...], ply: int = 0) -> None:
        self.game = game
        self.state = state
        self.stack = stack
        self.ply = ply
        self.memo: dict[Any, Any] = {}
        self._events: list[Event] | None = None
        self._decision: Decision | None = None

    # --- what the position says ---------------------------------------------------------------

    @property
    def step(self) -> AnyStep:
        """The step on top of the stack."""
        return self.stack[-1]

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        step = self.stack[-1]
        return step.outcome if type(step) is GameOver else None

    @property
    def decision(self) -> Decision:
        """What the position waits for; asking a finished game is a mistake of the caller."""
        decision = self._decision
        if decision is None:
            step = self.stack[-1]
            if not isinstance(step, Choice):
                raise IllegalOrder("", "the game is over")
            decision = self._decision = Decision(self, step)
        return decision

    @property
    def seat(self) -> Seat | None:
        """Who is to decide; None when the game is over."""
        return None if type(self.stack[-1]) is GameOver else self.decision.seat

    def legal(self, seat: Seat | None = None) -> Legal:
        """The legal orders: of whoever decides, or of the seat asked for (maybe none)."""
        if type(self.stack[-1]) is GameOver:
            return NOTHING
        decision = self.decision
        return decision.legal if seat is None or seat == decision.seat else NOTHING

    def explain(self, order: Order | str, seat: Seat | None = None) -> Refusal | None:
        """Why this order is not legal now, with its rule; None when it is legal.

        A text that is no order of the game at all raises `InvalidOrder`.
        """
        order = self.game.parse(order) if isinstance(order, str) else order
        if type(self.stack[-1]) is GameOver:
            return Refusal("", "the game is over")
        decision = self.decision
        if seat is not None and seat != decision.seat:
            return Refusal(decision.rule, f"it is for {self.game.seat_title(decision.seat)} to decide now")
        return decision.refusal(order)

    def view(self, seat: Seat | None) -> View:
        """What a seat may see, and no more; None for a spectator."""
        return self.game.view(self, seat)

    def status(self) -> tuple[Fault, ...]:
        """Whatever is impossible in this position; empty when all is well."""
        return self.game.status(self)

    def digest(self) -> str:
        """A fingerprint of everything that matters, equal on every machine."""
        return digest_of(self.game.identity, self.to_json())

    def to_json(self) -> bytes:
        """The position as compact JSON with ids, for `Game.from_json`."""
        return self.game.codec.encode(self.ply, self.state, self.stack)

    # --- orders -------------------------------------------------------------------------------

    def submit(self, order: Order | str, seat: Seat | None = None) -> tuple[Event, ...]:
        """Carry out an order after checking it; refuses with `IllegalOrder` and changes nothing."""
        order = self.game.parse(order) if isinstance(order, str) else order
        refusal = self.explain(order, seat)
        if refusal is not None:
            raise IllegalOrder(refusal.rule, refusal.why)
        events: list[Event] = []
        self._events = events
        try:
            self.apply(order)
        finally:
            self._events = None
        return tuple(events)

    def apply(self, order: Order) -> None:
        """Carry out an order that is known to be legal, without looking."""
        step = cast("Choice[S, G]", self.stack[-1])
        self._decision = None
        self.ply += 1
        step.take(self, order)
        self.settle()

    def after(self, order: Order | str, seat: Seat | None = None) -> Self:
        """The position that follows from an order; this one stays as it is."""
        following = self.copy()
        following.submit(order, seat)
        return following

    def copy(self) -> Self:
        """An independent twin."""
        twin = object.__new__(type(self))
        twin.game = self.game
        twin.state = self.state.copy()
        twin.stack = self.stack
        twin.ply = self.ply
        twin.memo = {key: dict(kept) for key, kept in self.memo.items()} if self.memo else {}
        twin._events = None
        twin._decision = None
        return twin

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        mine = (self.game.identity, self.ply, self.stack, self.state)
        return mine == (other.game.identity, other.ply, other.stack, other.state)

    __hash__ = None  # type: ignore[assignment]  # it changes; use digest() as a key

    def __repr__(self) -> str:
        waiting = self.outcome.text if self.outcome else repr(self.decision)
        return f"Position({self.game.id}, ply {self.ply}, {waiting})"

    # --- for the steps of a game ----------------------------------------------------------------

    def push(self, *steps: AnyStep) -> None:
        """Put steps on the stack; the last one named runs first."""
        self.stack = (*self.stack, *steps)

    def pop(self) -> None:
        """The top step is done."""
        self.stack = self.stack[:-1]

    def replace(self, *steps: AnyStep) -> None:
        """The top step becomes these; the last one named runs first."""
        self.stack = (*self.stack[:-1], *steps)

    def finish(self, outcome: Outcome) -> None:
        """End the game here and now."""
        self.stack = (GameOver(outcome),)

    @property
    def heard(self) -> bool:
        """Is anybody collecting events? Costly texts can be skipped when not."""
        return self._events is not None

    def tell(self, event: Event) -> None:
        """Report what happened."""
        if self._events is not None:
            self._events.append(event)

    def settle(self) -> None:
        """Run automatic steps until somebody has to decide or the game is over."""
        for _ in range(LONGEST_CHAIN):
            if not self.stack:
                raise RuntimeError("the last step was popped: end the game with `finish`")
            step = self.stack[-1]
            if step.waits:
                return
            step.proceed(self)
        raise RuntimeError(f"{LONGEST_CHAIN} automatic steps in a row; last {self.stack[-1]!r}")
