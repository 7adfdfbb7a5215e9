"""Packs in words: what `grognard pack` prints for a reader."""

from __future__ import annotations

import shutil
import textwrap
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby

from grognard.packs import Constraint, PackLayers
from grognard.packs.diff import Change
from grognard.packs.lookup import SOURCE, Value
from grognard.packs.problem import printable
from grognard.packs.provenance import FileSources, Standing


def checked(
    title: str, pack: str, digest: str, files: Sequence[FileSources], constraints: Sequence[Constraint]
) -> str:
    """The report of a check."""
    lines = [
        f"{title}  ({pack}, digest {digest})",
        f"{len(files)} files, {sum(file.rows for file in files):,} rows: {_standings(files)}",
        "",
    ]
    for each in constraints:
        lines.append(f"{each.id}  {'held ' if each.held else 'FAILS'}  {each.title} ({each.count:,})")
        lines += textwrap.wrap(each.detail, _width(), initial_indent=" " * 14, subsequent_indent=" " * 14)
    broken = sum(1 for each in constraints if not each.held)
    held = f"{len(constraints)} constraints are held"
    lines += ["", f"{broken} of {len(constraints)} constraints FAIL" if broken else f"All {held}."]
    return printed(lines)


def _standings(files: Iterable[FileSources]) -> str:
    total: Counter[Standing] = Counter()
    for file in files:
        total.update(file.standings)
    return "; ".join(f"{total[each]:,} {each.value}" for each in Standing if total[each])


def overview(layers: PackLayers, digest: str, files: Sequence[FileSources]) -> str:
    """A pack at a glance: its layers, and what each file rests on."""
    lines = [f"{layers.title}  ({layers.id}, digest {digest})"]
    if layers.manifest.pack.summary:
        lines.append(layers.manifest.pack.summary)
    if len(layers.packs) > 1:
        lines.append("Layers, the upper first: " + ", ".join(pack.id for pack in reversed(layers.packs)))
    width = max(len(file.file) for file in files)
    lines.append("")
    for file in files:
        lines.append(f"{file.file:<{width}}  {file.rows:>5}  {_standings([file])}")
    return printed(lines)


def file_of(values: Sequence[Value], *, layered: bool) -> str:
    """All rows of a file: a table, or for a document a block for each of its tables."""
    if values and values[0].file.endswith(".toml"):
        return printed(_blocks(values, layered=layered))
    columns = [*dict.fromkeys(value.column for value in values)]
    rows = [list(row) for _, row in groupby(values, lambda value: value.row)]
    cells = [{value.column: value.text for value in row} for row in rows]
    if layered:
        columns.append("(layers)")
        for row, texts in zip(rows, cells, strict=True):
            texts["(layers)"] = " ".join(dict.fromkeys(value.pack for value in row))
    table = [dict(zip(columns, columns, strict=True)), *cells]
    widths = {column: max(len(row.get(column, "")) for row in table) for column in columns}
    return printed(
        "  ".join(f"{row.get(column, ''):<{widths[column]}}" for column in columns).rstrip() for row in table
    )


def _blocks(values: Sequence[Value], *, layered: bool) -> list[str]:
    lines = []
    for row, group in groupby(values, lambda value: value.row):
        lines.append(f"[{row}]" if row else "[top of the file]")
        lines += [f"  {value.column} = {value.text}" + f"  ({value.pack})" * layered for value in group]
    return lines


def rows_of(values: Sequence[Value]) -> str:
    """One row, a line for each value: text, where it is written, its source, and what it hides."""
    shown = [value for value in values if value.column != SOURCE]
    names = [_name(value, values[0].row) for value in shown]
    columns, texts, places = (
        max((len(text) for text in found), default=0)
        for found in (
            names,
            [value.text for value in shown if len(value.text) <= 40],
            [value.place for value in shown],
        )
    )
    return printed(
        f"{name:<{columns}}  {value.text:<{texts}}  {value.place:<{places}}  {value.source}"
        + (f"  (was {value.below or 'empty'})" if value.below not in (None, value.text) else "")
        for name, value in zip(names, shown, strict=True)
    )


def _name(value: Value, row: str) -> str:
    """The column, with the table around it where that is another than the first one."""
    return value.column if value.row == row else f"{value.row}.{value.column}".replace(".[", "[")


def differences(before: str, after: str, changes: Sequence[Change]) -> str:
    """The changes from one pack to another, file by file."""
    if not changes:
        return f"{before} and {after} have the same components."
    lines = []
    for file, group in groupby(changes, lambda change: change.file):
        lines.append(file)
        lines += [f"  {change}" for change in group]
    count = len(changes)
    lines += ["", f"{count:,} difference{'s' * (count != 1)} from {before} to {after}"]
    return printed(lines)


def printed(lines: Iterable[str]) -> str:
    """Lines that a terminal shows and does not obey."""
    return "\n".join(printable(line) for line in lines)


def _width() -> int:
    return max(60, min(110, shutil.get_terminal_size().columns))
