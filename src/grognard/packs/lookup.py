"""Looking things up in a pack: each value with its source, the layer it comes from, and what it hides.

for value in values(layers, "units.csv", "316RD"):
    print(value.column, value.text, value.source, value.place)
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

import msgspec

from grognard.core.refusal import GrognardError
from grognard.packs.constraint import Constraint, Fault
from grognard.packs.content import Address, content_files, contents
from grognard.packs.layers import TERRAIN_CHANGES, TERRAIN_TEXT, PackLayers, lay
from grognard.packs.problem import Problem, did_you_mean, quoted
from grognard.packs.table import Cell
from grognard.packs.terrain import TERRAIN

SOURCE = "source"


class UnknownEntryError(GrognardError):
    """A file or a row that a pack does not have."""


class Value(msgspec.Struct, frozen=True):
    """One value: where it stands among the components, and where it was read.

    `pack` is the layer that gives it; `below` what the layers under that one say, None when they say
    nothing.
    """

    file: str
    row: str
    column: str
    text: str
    source: str
    pack: str
    written_in: str
    line: int
    below: str | None = None

    @property
    def place(self) -> str:
        """The file and line where the value is written.

        >>> Value("units.csv", "316RD", "sp", "6", "design", "mine", "mine/units.csv", 3).place
        'mine/units.csv:3'
        """
        return f"{self.written_in}:{self.line}" if self.line else self.written_in


def values(layers: PackLayers, file: str = "", row: str = "") -> tuple[Value, ...]:
    """The values of a pack, or of one file or row of it, in the order of the files."""
    files = content_files(layers)
    if file:
        files = (known_file(file, files),)
    levels = [contents(lay(layers.packs[: height + 1]), files) for height in range(len(layers.packs))]
    height_of = {pack.id: height for height, pack in enumerate(layers.packs)}
    top = levels[-1]
    _check_row(row, files[0], top)
    found = []
    for address, cell in top.items():
        if _is_asked(row, address):
            height = height_of.get(cell.pack, 0)
            under = levels[height - 1].get(address) if height else None
            source = source_of(address, levels[height])
            below = under.text if under else None
            found.append(Value(*address, cell.text, source, cell.pack, cell.file, cell.line, below))
    return tuple(found)


def source_of(address: Address, cells: Mapping[Address, Cell]) -> str:
    """The source of a value: that of its row, or of the nearest table around it."""
    row = address.row
    while True:
        if cell := cells.get(Address(address.file, row, SOURCE)):
            return cell.text
        if not row:
            return ""
        row = row.rpartition(".")[0]


def known_file(name: str, files: Collection[str]) -> str:
    """The file of this name, which may lack its folder and ending; raises `UnknownEntryError` with a hint."""
    if name in files:
        return name
    if name in (TERRAIN_TEXT, TERRAIN_CHANGES) and TERRAIN in files:
        return TERRAIN
    near = [file for file in sorted(files) if name in _short_names(file)]
    if len(near) == 1:
        return near[0]
    hint = did_you_mean(name, [*files, *(short for file in files for short in _short_names(file))])
    expected = f"one of {', '.join(near or sorted(files))}"
    raise UnknownEntryError(f"no file {quoted(name)} in the pack; {hint or expected}")


def _short_names(file: str) -> tuple[str, ...]:
    stem = file.rpartition(".")[0] or file
    return stem, file.rpartition("/")[2], stem.rpartition("/")[2]


def _check_row(row: str, file: str, cells: Iterable[Address]) -> None:
    if row and not any(_is_asked(row, address) for address in cells):
        rows = dict.fromkeys(address.row for address in cells)
        hint = did_you_mean(row, rows) or "see the file"
        raise UnknownEntryError(f"no row {quoted(row)} in {file}; {hint}")


def _is_asked(row: str, address: Address) -> bool:
    """Whether an address lies in the row that is asked for; a table of a document holds others."""
    nested = address.file.endswith(".toml") and address.row.startswith(f"{row}.")
    return nested or row in ("", address.row)


def problems_of(layers: PackLayers, constraints: Iterable[Constraint]) -> tuple[Problem, ...]:
    """Every fault of constraints that are not held, at the cell that could mend it."""
    broken = [constraint for constraint in constraints if not constraint.held]
    if not broken:
        return ()
    files = {fault.file for each in broken for fault in each.faults}
    cells = contents(layers, files.intersection(content_files(layers)))
    return tuple(
        _problem(layers, constraint.id, fault, cells)
        for constraint in broken
        for fault in constraint.faults or (Fault(constraint.detail),)
    )


def _problem(layers: PackLayers, id: str, fault: Fault, cells: Mapping[Address, Cell]) -> Problem:
    expected = f"what {id} demands"
    row = {address.column: cell for address, cell in cells.items() if address[:2] == (fault.file, fault.row)}
    cell = row.get(fault.column)
    if cell is not None:
        return cell.problem(fault.column, expected, hint=fault.says)
    if row:
        first = next(iter(row.values()))
        return first.problem(fault.column or fault.row, expected, found="", hint=fault.says)
    holders = layers.holders(fault.file)
    file = holders[-1].name(fault.file) if holders else layers.packs[-1].label
    where = " ".join(part for part in (fault.row, fault.column) if part)
    return Problem(file, 0, where, "", expected, fault.says)
