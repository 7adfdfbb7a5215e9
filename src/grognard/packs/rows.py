"""Typed rows: every record of a CSV file as a msgspec Struct that knows where it stands.

The fields of the Struct are the columns. A cell becomes what its field says: `str`, `int`, `bool` (yes
or no), `Fraction` (`1/2`), an `Enum` or `Literal`, a `tuple` of these (words separated by spaces), an
optional one of these, or any of them with limits from `msgspec.Meta`. An empty cell is the field's default.
The columns `source` and `note` may stand in every file, whether the Struct asks for them or not.
"""

from __future__ import annotations

import types
import typing
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import Annotated, Any, Generic, Literal, TypeVar

import msgspec

from grognard.packs.problem import Problem, Problems, did_you_mean, one_of
from grognard.packs.source import SourceError, parse_sources
from grognard.packs.table import Cell, RawRow, Table, check_columns

RowT = TypeVar("RowT", bound=msgspec.Struct)
Row_co = TypeVar("Row_co", covariant=True)

FREE_COLUMNS = ("source", "note")
_TRUE = frozenset({"yes", "true", "1"})
_FALSE = frozenset({"no", "false", "0"})


@dataclass(frozen=True, slots=True)
class Located(Generic[Row_co]):
    """A row together with the place it was read from, for checks that come later.

    >>> unit.row.movement                                            # doctest: +SKIP
    6
    >>> problems.add(unit.problem("movement", "at most 10"))         # doctest: +SKIP
    """

    row: Row_co
    raw: RawRow

    @property
    def file(self) -> str:
        """The file as an error names it."""
        return self.raw.file

    @property
    def line(self) -> int:
        """The line of the file."""
        return self.raw.line

    def problem(self, column: str, expected: str, *, hint: str = "", found: str | None = None) -> Problem:
        """The problem that the cell under `column` is not what was expected."""
        return self.raw.problem(column, expected, hint=hint, found=found)


def check_sources(table: Table, legend: Collection[str] | None, problems: Problems) -> None:
    """Every row has to say where it comes from."""
    if not table.columns:
        return
    if "source" not in table.columns:
        hint = "every row says where its values come from"
        problems.add(Problem(table.file, table.header_line, "source", "", "a column 'source'", hint))
        return
    for row in table.rows:
        check_source(row.cell("source"), legend, problems)


def check_source(cell: Cell, legend: Collection[str] | None, problems: Problems) -> None:
    """One cell, or end of a text map line, that has to hold sources."""
    try:
        parse_sources(cell.text, legend)
    except SourceError as error:
        problems.add(cell.problem("source", error.expected, hint=error.hint, found=error.found))


def typed_rows(
    table: Table, row_type: type[RowT], problems: Problems, *, extra: Collection[str] = ()
) -> list[Located[RowT]]:
    """The rows of a table as Structs; rows that cannot be read are noted and left out.

    `extra` names columns that may stand in the file although the Struct has no field for them.
    """
    if not table.columns:
        return []
    readers = field_readers(row_type)
    required = tuple(name for name, reader in readers.items() if reader.required)
    optional = tuple(name for name in (*readers, *extra, *FREE_COLUMNS) if name not in required)
    check_columns(table, required, optional, problems)
    rows = []
    for raw in table.rows:
        row = _typed_row(raw, row_type, readers, table.columns, problems)
        if row is not None:
            rows.append(Located(row, raw))
    return rows


def _typed_row(
    raw: RawRow,
    row_type: type[RowT],
    readers: Mapping[str, FieldReader],
    columns: Collection[str],
    problems: Problems,
) -> RowT | None:
    missing = [name for name, reader in readers.items() if reader.required and not raw.text(name)]
    if raw.absence and missing:
        problems.add(raw.absence.problem(raw, missing))
        return None
    values: dict[str, Any] = {}
    complete = True
    for name, reader in readers.items():
        cell = raw.cell(name)
        if cell.text:
            try:
                values[reader.attribute] = reader.read(cell.text)
            except CellError as error:
                problems.add(cell.problem(name, error.expected, hint=error.hint, found=error.found))
                complete = False
        elif reader.required:
            if name in columns:
                problems.add(cell.problem(name, reader.expected))
            complete = False
    return row_type(**values) if complete else None


class CellError(ValueError):
    """A cell that is not what its column expects."""

    def __init__(self, found: str, expected: str, hint: str = "") -> None:
        super().__init__(f"expected {expected}, found {found!r}")
        self.found = found
        self.expected = expected
        self.hint = hint


@dataclass(frozen=True, slots=True)
class FieldReader:
    """How the cells of one column are read."""

    attribute: str
    required: bool
    expected: str
    read: Callable[[str], Any]


def field_readers(row_type: type[msgspec.Struct]) -> dict[str, FieldReader]:
    """The readers of a Struct's fields by column name."""
    readers = {}
    for info in msgspec.structs.fields(row_type):
        expected, read = cell_reader(info.type)
        readers[info.encode_name] = FieldReader(info.name, info.required, expected, read)
    return readers


def cell_reader(annotation: Any) -> tuple[str, Callable[[str], Any]]:
    """What a cell of this type should hold, in words, and the function that reads one."""
    origin = typing.get_origin(annotation)
    if origin is Annotated:
        return _limited_reader(annotation)
    if origin in (typing.Union, types.UnionType):
        inner = [part for part in typing.get_args(annotation) if part is not type(None)]
        if len(inner) == 1:
            return cell_reader(inner[0])
    if origin in (tuple, list, frozenset):
        return _many_reader(origin, typing.get_args(annotation)[0])
    if origin is Literal:
        return _choice_reader({str(choice): choice for choice in typing.get_args(annotation)})
    if isinstance(annotation, type) and issubclass(annotation, Enum):
        return _choice_reader({str(choice.value): choice for choice in annotation})
    if annotation in _PLAIN_READERS:
        return _PLAIN_READERS[annotation]
    raise TypeError(f"a pack cannot read cells of type {annotation!r}")


def _limited_reader(annotation: Any) -> tuple[str, Callable[[str], Any]]:
    expected, read = cell_reader(typing.get_args(annotation)[0])
    limits = [f"{words} {limit}" for words, limit in _limits(typing.get_args(annotation)[1:])]
    expected = f"{expected} {' and '.join(limits)}"

    def read_limited(text: str) -> Any:
        value = read(text)
        try:
            return msgspec.convert(value, annotation)
        except msgspec.ValidationError:
            raise CellError(text, expected) from None

    return expected, read_limited


def _limits(metas: tuple[Any, ...]) -> list[tuple[str, Any]]:
    wordings = (
        ("of at least", "ge"),
        ("above", "gt"),
        ("of at most", "le"),
        ("below", "lt"),
        ("like", "pattern"),
    )
    found = ((words, getattr(meta, limit, None)) for meta in metas for words, limit in wordings)
    return [(words, limit) for words, limit in found if limit is not None]


def _many_reader(collect: Callable[[list[Any]], Any], inner: Any) -> tuple[str, Callable[[str], Any]]:
    expected, read = cell_reader(inner)

    def read_words(text: str) -> Any:
        return collect([read(word) for word in text.split()])

    return f"{expected}, or several separated by spaces", read_words


def _choice_reader(choices: Mapping[str, Any]) -> tuple[str, Callable[[str], Any]]:
    expected = one_of(choice for choice in choices if choice)

    def read(text: str) -> Any:
        if text not in choices:
            raise CellError(text, expected, did_you_mean(text, choices))
        return choices[text]

    return expected, read


def _read_whole_number(text: str) -> int:
    digits = text[1:] if text[:1] in "+-" else text
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 9):
        raise CellError(text, "a whole number")
    return int(text)


def _read_fraction(text: str) -> Fraction:
    above, slash, below = text.partition("/")
    try:
        return Fraction(_read_whole_number(above), _read_whole_number(below) if slash else 1)
    except (CellError, ZeroDivisionError):
        raise CellError(text, "a whole number or a fraction such as 1/2") from None


def _read_yes_or_no(text: str) -> bool:
    word = text.casefold()
    if word not in _TRUE | _FALSE:
        raise CellError(text, "yes or no")
    return word in _TRUE


_PLAIN_READERS: Mapping[Any, tuple[str, Callable[[str], Any]]] = types.MappingProxyType(
    {
        str: ("a text", lambda text: text),
        int: ("a whole number", _read_whole_number),
        bool: ("yes or no", _read_yes_or_no),
        Fraction: ("a whole number or a fraction such as 1/2", _read_fraction),
    }
)
