"""Laying one pack over another, cell by cell.

In a table, rows with the same key are one row: a cell of the upper table replaces the one below, an empty
cell leaves it alone. `(empty)` makes a cell empty, and `yes` in a column `remove` takes the row away.
In a document, tables merge key by key.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from grognard.packs.document import Document
from grognard.packs.problem import Problem, Problems, did_you_mean
from grognard.packs.table import Absence, Cell, RawRow, Table
from grognard.packs.tomlplaces import KeyPath

EMPTY = "(empty)"
REMOVE = "remove"
RowKey: TypeAlias = tuple[str, ...]


def keyed(table: Table, problems: Problems) -> dict[RowKey, RawRow]:
    """The rows of a table by their key; rows without a key, or with one already used, are noted."""
    rows: dict[RowKey, RawRow] = {}
    missing = [column for column in table.key if column not in table.columns]
    for column in missing if table.columns else ():
        expected = f"a column '{column}', which tells the rows apart"
        problems.add(Problem(table.file, table.header_line, column, expected=expected))
    for row in table.rows if not missing else ():
        key = row_key(row, table.key)
        if not any(key):
            problems.add(row.problem(table.key[0], "a text that tells this row from the others"))
        elif key in rows:
            column, found = ", ".join(table.key), " ".join(key)
            expected = "each row once" if len(table.key) > 1 else f"each {column} once"
            first = rows[key]
            problems.add(
                row.problem(column, expected, found=found, hint=f"it stands in line {first.line} too")
            )
        else:
            rows[key] = row
    return rows


def row_key(row: RawRow, columns: tuple[str, ...]) -> RowKey:
    """The texts that tell a row from the others of its table."""
    return tuple(row.text(column) for column in columns)


def overlay_table(below: Table, above: Table, problems: Problems) -> Table:
    """The table below with the rows above laid over it."""
    rows = keyed(below, problems)
    known = [" ".join(key) for key in rows]
    for key, row in keyed(above, problems).items():
        names, text = ", ".join(above.key), " ".join(key)
        if _removes(row, problems):
            if rows.pop(key, None) is None:
                hint = did_you_mean(text, known)
                problems.add(row.problem(names, f"a row of {below.file} to remove", found=text, hint=hint))
        elif key in rows:
            rows[key] = _overlay_row(rows[key], row)
        else:
            cells = {column: _emptied(cell) for column, cell in row.cells.items() if column != REMOVE}
            rows[key] = replace(row, cells=cells, absence=Absence(names, text, below.file, known))
    columns = {**above.columns, **below.columns}
    columns.pop(REMOVE, None)
    ordered = {name: columns[name] for name in (*below.columns, *columns)}
    return Table(below.file, ordered, tuple(rows.values()), below.header_line, below.key)


def _removes(row: RawRow, problems: Problems) -> bool:
    text = row.text(REMOVE)
    if text not in ("", "yes", "no"):
        problems.add(row.problem(REMOVE, "yes or nothing"))
    return text == "yes"


def _overlay_row(below: RawRow, above: RawRow) -> RawRow:
    changed = {
        column: _emptied(cell) for column, cell in above.cells.items() if cell.text and column != REMOVE
    }
    return replace(below, cells={**below.cells, **changed})


def _emptied(cell: Cell) -> Cell:
    return replace(cell, text="") if cell.text == EMPTY else cell


@dataclass(frozen=True, slots=True)
class _Node:
    """A value of a document together with its place, and the same for all that is inside it."""

    cell: Cell
    value: Any


def overlay_document(below: Document, above: Document, problems: Problems) -> Document:
    """The document below with the values above laid over it.

    Lists of tables that all carry an `id` merge by id: an element with `remove = true` goes, a new one comes
    last, and naming all of them sets their order. Any other list is replaced whole.
    """
    merged = _merge(_grow(below, below.values, ()), _grow(above, above.values, ()), problems)
    cells: dict[KeyPath, Cell] = {}
    values = _harvest(merged, (), cells)
    return Document(below.file, values, cells)


def _grow(document: Document, value: Any, path: KeyPath) -> _Node:
    cell = document.cell(path)
    if isinstance(value, Mapping):
        return _Node(cell, {key: _grow(document, inner, (*path, key)) for key, inner in value.items()})
    if isinstance(value, list):
        return _Node(cell, [_grow(document, inner, (*path, at)) for at, inner in enumerate(value)])
    return _Node(cell, value)


def _harvest(node: _Node, path: KeyPath, cells: dict[KeyPath, Cell]) -> Any:
    cells[path] = node.cell
    if isinstance(node.value, dict):
        return {key: _harvest(inner, (*path, key), cells) for key, inner in node.value.items()}
    if isinstance(node.value, list):
        return [_harvest(inner, (*path, at), cells) for at, inner in enumerate(node.value)]
    return node.value


def _merge(below: _Node, above: _Node, problems: Problems) -> _Node:
    if isinstance(below.value, dict) and isinstance(above.value, dict):
        merged = {
            key: _merge(node, above.value[key], problems) if key in above.value else node
            for key, node in below.value.items()
        }
        return _Node(below.cell, {**above.value, **merged})
    old, new = _by_id(below), _by_id(above)
    if old is None or new is None:
        return above
    removed = {
        name for name, node in new.items() if REMOVE in node.value and node.value[REMOVE].value is True
    }
    for name in removed - old.keys():
        at = new[name].value["id"].cell
        expected = f"the id of an element of {below.cell.file} to remove"
        problems.add(replace(at, text=name).problem("id", expected, hint=did_you_mean(name, old)))
    kept = {name: _merge(node, new[name], problems) if name in new else node for name, node in old.items()}
    everything = {**new, **kept}
    # A list that names all elements sets their order; one that names a few leaves it alone.
    order = [*new] if old.keys() <= new.keys() else [*dict.fromkeys((*old, *new))]
    return _Node(below.cell, [everything[name] for name in order if name not in removed])


def _by_id(node: _Node) -> dict[str, _Node] | None:
    if not isinstance(node.value, list) or not all(isinstance(inner.value, dict) for inner in node.value):
        return None
    named = [(inner.value["id"].value, inner) for inner in node.value if "id" in inner.value]
    found = {name: inner for name, inner in named if isinstance(name, str)}
    return found if len(found) == len(node.value) else None
