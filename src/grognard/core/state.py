"""The part of a position that a game defines: flat columns that change during play."""

from __future__ import annotations

import copy
from functools import cache
from typing import Self

import msgspec


@cache
def _columns(state_type: type[State]) -> tuple[str, ...]:
    """The names of the fields that hold a mutable container, from the type annotations."""
    return tuple(
        field.name
        for field in msgspec.structs.fields(state_type)
        if getattr(field.type, "__origin__", field.type) in (list, dict, set, bytearray)
    )


class State(msgspec.Struct):
    """Base of a game's state: scalars, and lists, dicts or sets of immutable values.

    Containers must not nest mutable values: a copy duplicates one level and no more.
    Large sets of hexes are stored as `bytes`, because JSON knows no unbounded integer.
    """

    def copy(self) -> Self:
        """A twin that shares no mutable container with this state."""
        twin = copy.copy(self)
        for name in _columns(type(self)):
            setattr(twin, name, getattr(self, name).copy())
        return twin
