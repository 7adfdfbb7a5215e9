"""What a pack says, without how it is written: the common ground of the digest and the comparison.

A value has an address: the file, the key of the row (or the path of the table), and the column. Comments,
line endings, the order of rows and columns, empty cells and the letters of the text map leave no trace.
`values_in_play` leaves out what a game never asks for: sources, notes, titles, and how the map looks.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import msgspec

from grognard.packs.document import dotted
from grognard.packs.layers import TERRAIN_CHANGES, TERRAIN_TEXT, PackLayers, natural
from grognard.packs.overlay import row_key
from grognard.packs.pack import MANIFEST, PALETTE
from grognard.packs.problem import Problems
from grognard.packs.rows import FREE_COLUMNS
from grognard.packs.table import Cell, RawRow
from grognard.packs.terrain import TERRAIN, read_grid, read_terrain
from grognard.packs.tomlplaces import KeyPath

COSMETIC_FILES = frozenset({PALETTE, "map/labels.csv"})
"""The files that a map is drawn with and no rule looks at."""

ORDER = "order"
"""The column of a value that no file has: the ids of a list of tables, whose order a game may mind."""


class Address(NamedTuple):
    """Where a value stands in a pack."""

    file: str
    row: str
    column: str

    @property
    def order(self) -> tuple[object, ...]:
        """A sort key that counts 2 before 10."""
        return natural(self)


def contents(layers: PackLayers, only: Collection[str] | None = None) -> dict[Address, Cell]:
    """Every value of a pack, merged over its layers, by address; raises `PackError` for a broken pack.

    `only` names the files that are wanted; the ground of all hexes is a file of its own, `map/terrain`.
    """
    return _read(layers, content_files(layers) if only is None else only)


def content_files(layers: PackLayers) -> tuple[str, ...]:
    """The files of all addresses of a pack."""
    ground = (TERRAIN,) if TERRAIN_TEXT in layers or TERRAIN_CHANGES in layers else ()
    tables = (
        file for file in layers.file_names if file.endswith((".csv", ".toml")) and file != TERRAIN_CHANGES
    )
    return (MANIFEST, *tables, *ground)


def values_in_play(layers: PackLayers) -> dict[Address, Cell]:
    """The values that a game can ask for; raises `PackError` for a broken pack."""
    return in_play(_read(layers, [file for file in content_files(layers) if file not in COSMETIC_FILES]))


def in_play(cells: Mapping[Address, Cell]) -> dict[Address, Cell]:
    """Those of the values of a pack that a game can ask for."""
    return {
        address: cell
        for address, cell in cells.items()
        if address.column not in FREE_COLUMNS and address.file not in COSMETIC_FILES
    }


def _read(layers: PackLayers, files: Iterable[str]) -> dict[Address, Cell]:
    found: dict[Address, Cell] = {}
    with Problems() as problems:
        for file in files:
            if file == MANIFEST:
                found.update(_manifest(layers))
            elif file == TERRAIN:
                found.update(_terrain(layers, problems))
            elif file in layers:
                read = _table if file.endswith(".csv") else _document
                found.update(read(layers, file, problems))
    return found


def _manifest(layers: PackLayers) -> Iterator[tuple[Address, Cell]]:
    # Who a pack is and what its words and sources are called does not change the components.
    plain = msgspec.to_builtins({"grid": layers.manifest.grid, "kinds": layers.manifest.kinds})
    for path, _, value in _leaves(plain, (), ()):
        if path[-1] != "title":
            yield _address(MANIFEST, path), Cell(_text(value), layers.manifest_file, 0)


def _table(layers: PackLayers, file: str, problems: Problems) -> Iterator[tuple[Address, Cell]]:
    table = layers.table(file, problems)
    for row in table.rows:
        yield from _row(file, " ".join(row_key(row, table.key)), row)


def _document(layers: PackLayers, file: str, problems: Problems) -> Iterator[tuple[Address, Cell]]:
    document = layers.raw_document(file, problems)
    for path, written, value in _leaves(document.values, (), ()):
        yield _address(file, path), replace(document.cell(written), text=_text(value))


def _terrain(layers: PackLayers, problems: Problems) -> Iterator[tuple[Address, Cell]]:
    grid = read_grid(layers, problems)
    if grid is not None:
        for label, row in read_terrain(layers, grid, problems).items():
            yield from _row(TERRAIN, label, row)


def _row(file: str, key: str, row: RawRow) -> Iterator[tuple[Address, Cell]]:
    for column, cell in row.cells.items():
        if cell.text:
            text = " ".join(cell.text.split())
            yield Address(file, key, column), cell if text == cell.text else replace(cell, text=text)


def _address(file: str, path: KeyPath) -> Address:
    return Address(file, dotted(path[:-1]), dotted(path[-1:]))


def _leaves(value: Any, path: KeyPath, written: KeyPath) -> Iterator[tuple[KeyPath, KeyPath, Any]]:
    """Every plain value under a table, with its path by ids and its path as written."""
    if isinstance(value, Mapping) and value:
        for key, inner in value.items():
            yield from _leaves(inner, (*path, key), (*written, key))
    elif isinstance(value, list | tuple) and value:
        names = _names(value)
        if isinstance(names[0], str):
            yield (*path, ORDER), written, " ".join(map(str, names))
        for at, (name, inner) in enumerate(zip(names, value, strict=True)):
            yield from _leaves(inner, (*path, name), (*written, at))
    elif path:
        yield path, written, value


def _names(elements: Sequence[Any]) -> Sequence[str | int]:
    """The ids of a list of tables, or plain numbers when they do not tell the elements apart."""
    ids = [element.get("id") for element in elements if isinstance(element, Mapping)]
    named = [name for name in ids if isinstance(name, str)]
    return named if len(set(named)) == len(elements) else list(range(len(elements)))


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)
