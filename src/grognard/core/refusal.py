"""Every way to say no: one small value and a few exceptions that carry it."""

from __future__ import annotations

import msgspec


class Refusal(msgspec.Struct, frozen=True):
    """Why an order is not allowed, with the rule that forbids it."""

    rule: str
    why: str

    def __str__(self) -> str:
        return f"{self.why} [{self.rule}]" if self.rule else self.why


class GrognardError(ValueError):
    """A mistake of the outside world: bad input, an illegal order, a broken file."""


class InvalidOrder(GrognardError):  # noqa: N818 - a refusal, not a fault
    """The text is not an order of this game at all."""


class IllegalOrder(GrognardError):  # noqa: N818 - a refusal, not a fault
    """The order is well formed, but the rules do not allow it now."""

    def __init__(self, rule: str, why: str) -> None:
        super().__init__(str(Refusal(rule, why)))
        self.rule = rule
        self.why = why

    @property
    def refusal(self) -> Refusal:
        """The same reason as a plain value."""
        return Refusal(self.rule, self.why)


class RecordError(GrognardError):
    """A game record cannot be read or replayed; says the line (0: the record as a whole) and the reason."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}" if line else reason)
        self.line = line
        self.reason = reason


class SaveError(GrognardError):
    """A saved position cannot be loaded."""


class NotPlayable(GrognardError):  # noqa: N818 - a refusal, not a fault
    """The game, scenario, option or pack that was asked for does not exist."""
