"""What is different between two packs, cell by cell."""

from __future__ import annotations

from typing import Literal

import msgspec

from grognard.packs.content import ORDER, Address, contents
from grognard.packs.layers import PackLayers

ChangeKind = Literal["added", "removed", "changed"]


class Change(msgspec.Struct, frozen=True):
    """One difference: a cell with another value, or a whole row that only one of the packs has."""

    kind: ChangeKind
    file: str
    row: str
    column: str = ""
    before: str = ""
    after: str = ""
    line: int = 0

    def __str__(self) -> str:
        row = f"{self.row}: " if self.row else ""
        if not self.column:
            return f"{row}{self.kind}"
        return f"{row}{self.column}: {self.before or '(empty)'} -> {self.after or '(empty)'}"


def compare(before: PackLayers, after: PackLayers) -> tuple[Change, ...]:
    """The differences that lead from one pack to another, in the order of files and rows."""
    old, new = contents(before), contents(after)
    old_rows, new_rows = ({address[:2] for address in side} for side in (old, new))
    changes: dict[Address, Change] = {}
    for address in sorted({*old, *new}, key=lambda address: address.order):
        file, row, column = address
        line = new[address].line if address in new else 0
        if address[:2] not in old_rows:
            changes.setdefault(Address(file, row, ""), Change("added", file, row, line=line))
        elif address[:2] not in new_rows:
            changes.setdefault(Address(file, row, ""), Change("removed", file, row))
        else:
            was, now = (side[address].text if address in side else "" for side in (old, new))
            # Ids that came or went are rows added or removed; only a new order of the same ids is news.
            same_ids = sorted(was.split()) == sorted(now.split())
            if was != now and (column != ORDER or same_ids):
                changes[address] = Change("changed", file, row, column, was, now, line)
    return tuple(changes.values())
