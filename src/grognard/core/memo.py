"""Values derived from a position and remembered until a rule says they are stale."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

P = TypeVar("P", bound="Any")
T = TypeVar("T")


class Derived(Generic[P, T]):
    """A function of a position whose result the position keeps.

    Whoever changes what the function reads calls `forget`. The conformance kit compares every
    position with one freshly loaded from its save, so a forgotten `forget` is found.

        zones = Derived("zones of control", compute_zones)
        zones(position, seat)
        zones.forget(position)
    """

    __slots__ = ("compute", "name")

    def __init__(self, name: str, compute: Callable[..., T]) -> None:
        self.name = name
        self.compute = compute

    def __call__(self, position: P, *key: object) -> T:
        """The value for this position (and key), computed at most once until it is forgotten."""
        try:
            known: T = position.memo[self][key]
        except KeyError:
            pass
        else:
            return known
        value = self.compute(position, *key)
        position.memo.setdefault(self, {})[key] = value
        return value

    def forget(self, position: P) -> None:
        """Drop what is remembered in this position."""
        position.memo.pop(self, None)

    def __repr__(self) -> str:
        return f"Derived({self.name!r})"
