"""The part of a position that a game defines: flat columns that change during play."""

from __future__ import annotations

from functools import cache
from typing import Any, Self, get_args, get_origin

import msgspec

_CONTAINERS = (list, dict, set, bytearray)


class State(msgspec.Struct, forbid_unknown_fields=True):
    """Base of a game's state: scalars, and lists, dicts or sets of immutable values.

    Containers must not nest mutable values: a copy duplicates one level and no more, and a type that
    asks for more is refused with a `TypeError`. Large sets of hexes are stored as `bytes`, because JSON
    knows no unbounded integer.
    """

    def copy(self) -> Self:
        """A twin that shares no mutable container with this state."""
        twin: Self = self.__copy__()  # type: ignore[attr-defined]  # msgspec has it, its stubs do not
        for name in _columns(type(self)):
            setattr(twin, name, getattr(self, name).copy())
        return twin


@cache
def _columns(state_type: type[State]) -> tuple[str, ...]:
    """The names of the fields that hold a mutable container, from the type annotations."""
    fields = msgspec.structs.fields(state_type)
    for field in fields:
        held = get_args(field.type) if _outer(field.type) in _CONTAINERS else (field.type,)
        if any(may_change(kind) for kind in held):
            raise TypeError(
                f"{state_type.__name__}.{field.name}: a copy would share what changes inside {field.type}; "
                "use flat lists, dicts or sets of immutable values"
            )
    return tuple(field.name for field in fields if _outer(field.type) in _CONTAINERS)


def unordered_columns(state_type: type[State]) -> tuple[str, ...]:
    """The names of the fields whose members have no order of their own: sets and dicts."""
    fields = msgspec.structs.fields(state_type)
    return tuple(field.name for field in fields if _outer(field.type) in (dict, set, frozenset))


def may_change(kind: Any) -> bool:
    """May a value of this type change in place? Frozen structs and dataclasses are taken at their word."""
    outer = _outer(kind)
    if outer in (*_CONTAINERS, Any, object) or getattr(outer, "__module__", "") == "collections.abc":
        return True
    if isinstance(outer, type) and issubclass(outer, msgspec.Struct):
        return not outer.__struct_config__.frozen
    dataclass_params = getattr(outer, "__dataclass_params__", None)
    if dataclass_params is not None:
        return not dataclass_params.frozen
    return any(may_change(part) for part in get_args(kind))


def _outer(kind: Any) -> Any:
    return get_origin(kind) or kind
