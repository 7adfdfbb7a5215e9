"""Decisions: what a position waits for, and the lazy list of legal answers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

from grognard.core.order import Order, Verb
from grognard.core.refusal import Refusal

if TYPE_CHECKING:
    from grognard.core.chance import Outcomes
    from grognard.core.position import Position
    from grognard.core.procedure import Choice
    from grognard.core.seat import Seat


FEW_VERBS = 4
"""So many orders are spelt out when another one is refused; of more, only the names are told."""


class Legal:
    """The legal orders of a moment, enumerated only when somebody looks.

    Membership asks the rules about one order and enumerates nothing.

        order in legal · bool(legal) · legal.count() · for order in legal
        legal.where(MOVE, unit=12) · legal.where(hex=4412)
    """

    __slots__ = ("_allowed", "_enumerate", "_orders")

    def __init__(
        self, enumerate_orders: Callable[[], Iterable[Order]], allowed: Callable[[Order], bool]
    ) -> None:
        self._enumerate = enumerate_orders
        self._allowed = allowed
        self._orders: tuple[Order, ...] | None = None

    @property
    def orders(self) -> tuple[Order, ...]:
        """All of them, in a stable order."""
        if self._orders is None:
            self._orders = tuple(self._enumerate())
        return self._orders

    def __contains__(self, order: object) -> bool:
        return isinstance(order, Order) and self._allowed(order)

    def __iter__(self) -> Iterator[Order]:
        return iter(self.orders)

    def __bool__(self) -> bool:
        if self._orders is not None:
            return bool(self._orders)
        return next(iter(self._enumerate()), None) is not None

    def count(self) -> int:
        """How many there are."""
        return len(self.orders)

    def where(self, verb: Verb | None = None, **values: Any) -> tuple[Order, ...]:
        """The orders of a verb, or whose arguments of the given names have the given values."""
        return tuple(order for order in self.orders if _matches(order, verb, values))

    def __repr__(self) -> str:
        return f"Legal({'not enumerated' if self._orders is None else len(self._orders)})"


def _matches(order: Order, verb: Verb | None, wanted: dict[str, Any]) -> bool:
    if verb is not None and order.verb is not verb:
        return False
    named = {argument.name: value for argument, value in zip(order.verb.arguments, order.values, strict=True)}
    return all(name in named and named[name] == value for name, value in wanted.items())


NOTHING = Legal(lambda: (), lambda order: False)
"""No legal order at all: the list of a seat that does not decide."""


class Decision:
    """What the position waits for: a seat, the rule that asks, a prompt and the legal orders.

    It speaks of its own moment only: ask the position again after an order.
    """

    __slots__ = ("_position", "_step", "legal", "seat")

    def __init__(self, position: Position[Any, Any], step: Choice[Any, Any]) -> None:
        self._position = position
        self._step = step
        self.seat: Seat = step.seat(position)
        self.legal = Legal(self._enumerate, self._allows)

    @property
    def kind(self) -> str:
        """The name of the step, as the rule book names it."""
        return type(self._step).__name__

    @property
    def rule(self) -> str:
        """The rule that asks."""
        return self._step.rule_of(self._position)

    @property
    def prompt(self) -> str:
        """The question in plain words."""
        return self._step.prompt(self._position)

    @property
    def outcomes(self) -> Outcomes | None:
        """For a decision of chance: the outcomes with their weights."""
        return self._step.chances(self._position)

    @property
    def verbs(self) -> tuple[Verb, ...]:
        """The kinds of orders that can answer."""
        return self._step.verbs

    def refusal(self, order: Order) -> Refusal | None:
        """Why this order is not legal now, or None when it is."""
        step = self._step
        if order.verb not in step.verbs:
            few = len(step.verbs) <= FEW_VERBS
            expected = " or ".join(verb.usage() if few else verb.name for verb in step.verbs)
            return Refusal(self.rule, f"now the game waits for: {self.prompt} (expected {expected})")
        return step.refusal(self._position, order)

    def _enumerate(self) -> Iterable[Order]:
        return self._step.orders(self._position)

    def _allows(self, order: Order) -> bool:
        return self.refusal(order) is None

    def __repr__(self) -> str:
        return f"Decision({self.seat}: {self.prompt})"
