"""What a game demands of its components as a whole, and whether a pack holds it."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

_SHOWN = 3


class Fault(msgspec.Struct, frozen=True):
    """One reason why a demand is not held, and the row and column that could mend it.

    The place is an address in the pack, as `Address` has it: a file, the key of a row, a column. Any of
    them may be empty when the fault lies in no single cell.

    >>> str(Fault("316RD: no movement points", "units.csv", "316RD", "mp"))
    '316RD: no movement points'
    """

    says: str
    file: str = ""
    row: str = ""
    column: str = ""

    def __str__(self) -> str:
        return self.says


class Constraint(msgspec.Struct, frozen=True):
    """One demand on the components, with the answer.

    `count` tells how many things were looked at; `detail` what was found, or what is wrong in short;
    `faults` is all that is wrong.

    >>> Constraint("C-M04", "A headquarters for every corps", held=True, detail="10 corps", count=10).held
    True
    """

    id: str
    title: str
    held: bool
    detail: str = ""
    count: int = 0
    faults: tuple[Fault, ...] = ()


def answer(id: str, title: str, count: int, detail: str, faults: Sequence[Fault]) -> Constraint:
    """The answer of a check: held with its counts, or the first things that are wrong."""
    if not faults:
        return Constraint(id, title, held=True, detail=detail, count=count)
    shown = "; ".join(fault.says for fault in faults[:_SHOWN])
    more = f"; and {len(faults) - _SHOWN} more" if len(faults) > _SHOWN else ""
    return Constraint(id, title, held=False, detail=shown + more, count=count, faults=tuple(faults))
