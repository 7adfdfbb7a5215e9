"""A CSV file of a pack as raw cells: where each text stands, and nothing about what it means.

The first line that is neither blank nor a `#` comment names the columns. A record is one line of the
file; a cell may stand in quotes when it holds a comma.
"""

from __future__ import annotations

import csv
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from grognard.packs.problem import Problem, Problems, did_you_mean


@dataclass(frozen=True, slots=True)
class Cell:
    """The text of one cell with the pack, the file and the line it stands in."""

    text: str
    file: str
    line: int
    pack: str = ""

    def problem(self, column: str, expected: str, *, hint: str = "", found: str | None = None) -> Problem:
        """The problem that this cell is not what was expected."""
        return Problem(self.file, self.line, column, self.text if found is None else found, expected, hint)


@dataclass(frozen=True, slots=True)
class Absence:
    """That the table below has no row with this key: the row is new, or its key is misspelt."""

    columns: str
    key: str
    file: str
    known: Collection[str]

    def problem(self, row: RawRow, missing: Collection[str]) -> Problem:
        """The problem of a row that would be a change if its key were known, and lacks cells of a new row."""
        hint = did_you_mean(self.key, self.known) or f"a new row would need {', '.join(missing)} too"
        return row.problem(self.columns, f"a row of {self.file} to change", found=self.key, hint=hint)


@dataclass(frozen=True, slots=True)
class RawRow:
    """One record: its cells by column, where it begins, and whether it changes a row that is not there."""

    cells: Mapping[str, Cell]
    file: str
    line: int
    pack: str = ""
    absence: Absence | None = None

    def text(self, column: str) -> str:
        """The text of a cell, empty when the row has no such cell."""
        cell = self.cells.get(column)
        return cell.text if cell else ""

    def cell(self, column: str) -> Cell:
        """A cell, or an empty one at the row's own place."""
        return self.cells.get(column) or Cell("", self.file, self.line, self.pack)

    def problem(self, column: str, expected: str, *, hint: str = "", found: str | None = None) -> Problem:
        """The problem that the cell under `column` is not what was expected."""
        return self.cell(column).problem(column, expected, hint=hint, found=found)


@dataclass(frozen=True, slots=True)
class Table:
    """A CSV file: its columns with the cell that names each, its rows, and the columns that key them."""

    file: str
    columns: Mapping[str, Cell] = field(default_factory=dict)
    rows: tuple[RawRow, ...] = ()
    header_line: int = 0
    key: tuple[str, ...] = ()


def parse_table(text: str, name: str, problems: Problems, *, pack: str = "") -> Table:
    """The table that a CSV text holds; what cannot be read is noted in `problems` and left out."""
    records = _records(text, name, problems)
    if not records:
        problems.add(Problem(name, 1, expected="a first line with the names of the columns"))
        return Table(name)
    header_line, header = records[0]
    if not _check_header(header, name, header_line, problems):
        return Table(name, header_line=header_line)
    columns = {column: Cell(column, name, header_line, pack) for column in header}
    rows = []
    for line, cells in records[1:]:
        if len(cells) != len(columns):
            expected = f"{len(columns)} cells, one for each column"
            hint = "put a cell that holds a comma in quotes" if len(cells) > len(columns) else ""
            problems.add(Problem(name, line, found=f"{len(cells)} cells", expected=expected, hint=hint))
            continue
        placed = {column: Cell(cell, name, line, pack) for column, cell in zip(columns, cells, strict=True)}
        rows.append(RawRow(placed, name, line, pack))
    return Table(name, columns, tuple(rows), header_line)


def _records(text: str, name: str, problems: Problems) -> list[tuple[int, list[str]]]:
    records: list[tuple[int, list[str]]] = []
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        try:
            cells = next(csv.reader([line], strict=True, skipinitialspace=True))
        except csv.Error:
            expected = "cells between commas, quotes closed on the same line"
            problems.add(Problem(name, number, found=line.strip(), expected=expected))
            continue
        records.append((number, [cell.strip() for cell in cells]))
    return records


def _check_header(columns: list[str], name: str, line: int, problems: Problems) -> bool:
    before = len(problems)
    if len(columns) == 1 and ";" in columns[0]:
        hint = "the columns seem to be separated by semicolons"
        problems.add(Problem(name, line, found=columns[0], expected="columns separated by commas", hint=hint))
    for number, column in enumerate(columns):
        if not column:
            problems.add(Problem(name, line, f"column {number + 1}", expected="a name for the column"))
        elif column in columns[:number]:
            problems.add(Problem(name, line, column, column, "each column once"))
    return len(problems) == before


def check_columns(
    table: Table, required: tuple[str, ...], optional: tuple[str, ...], problems: Problems
) -> None:
    """Note the columns that a table lacks and those that nobody knows."""
    known = (*required, *optional)
    for column, cell in table.columns.items():
        if column not in known:
            hint = did_you_mean(column, known) or f"known columns: {', '.join(known)}"
            problems.add(cell.problem(column, "a known column", hint=hint))
    for column in required:
        if column not in table.columns:
            problems.add(Problem(table.file, table.header_line, column, expected=f"a column '{column}'"))
