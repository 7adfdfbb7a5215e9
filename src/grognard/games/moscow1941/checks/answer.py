"""How a check answers."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.packs.constraint import Constraint

_SHOWN = 3


def answer(id: str, title: str, count: int, detail: str, faults: Sequence[str]) -> Constraint:
    """The answer of a check: held with its counts, or the first things that are wrong."""
    if not faults:
        return Constraint(id, title, held=True, detail=detail, count=count)
    shown = "; ".join(faults[:_SHOWN])
    more = f"; and {len(faults) - _SHOWN} more" if len(faults) > _SHOWN else ""
    return Constraint(id, title, held=False, detail=shown + more, count=count)
