"""A TOML file of a pack: its values with their lines, and the same as a typed Struct.

Every TOML file but pack.toml carries `source = "..."` at its top; any table inside may carry its own.
`source` and `note` may stand in every table, whether the Struct asks for them or not.
"""

from __future__ import annotations

import re
import tomllib
import types
import typing
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction
from typing import Annotated, Any, Generic, Literal, TypeVar

import msgspec

from grognard.packs.problem import Problem, Problems, did_you_mean, one_of
from grognard.packs.rows import FREE_COLUMNS, CellError, cell_reader, check_source
from grognard.packs.table import Cell
from grognard.packs.tomlplaces import KeyPath, value_lines

T = TypeVar("T")
Value_co = TypeVar("Value_co", covariant=True)

_LINE = re.compile(r"\(at line (\d+), column \d+\)")
_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
_DEEPEST = 20
_LONG_CHAIN = re.compile(
    rf"""(?<![\w.-])(?:(?:[\w-]++|"[^"\n]*"|'[^'\n]*')[ \t]*+\.[ \t]*+){{{_DEEPEST}}}""", re.ASCII
)


@dataclass(frozen=True, slots=True)
class Document:
    """The values of a TOML file and, for each key path, the place it was read from."""

    file: str
    values: Mapping[str, Any] = field(default_factory=dict)
    cells: Mapping[KeyPath, Cell] = field(default_factory=dict)

    def cell(self, path: KeyPath) -> Cell:
        """The place of a value, or of the nearest table around it."""
        while path and path not in self.cells:
            path = path[:-1]
        return self.cells.get(path) or Cell("", self.file, 0)

    def problem(self, path: KeyPath, expected: str, *, found: str = "", hint: str = "") -> Problem:
        """The problem that the value at `path` is not what was expected."""
        cell = self.cell(path)
        return Problem(cell.file, cell.line, dotted(path), found, expected, hint)


@dataclass(frozen=True, slots=True)
class LocatedDocument(Generic[Value_co]):
    """A typed document that still knows where each of its values stands.

    >>> scenario.value.turns                                                   # doctest: +SKIP
    20
    >>> problems.add(scenario.problem(("turns",), "at least 1", found="0"))    # doctest: +SKIP
    """

    value: Value_co
    document: Document

    @property
    def file(self) -> str:
        """The file as an error names it."""
        return self.document.file

    def problem(self, path: KeyPath, expected: str, *, found: str = "", hint: str = "") -> Problem:
        """The problem that the value at `path` is not what was expected."""
        return self.document.problem(path, expected, found=found, hint=hint)


def dotted(path: KeyPath) -> str:
    """A key path as one writes it.

    >>> dotted(("victory", 2, "points"))
    'victory[2].points'
    """
    words = (f"[{part}]" if isinstance(part, int) else f".{_key(part)}" for part in path)
    return "".join(words).removeprefix(".")


def _key(part: str) -> str:
    return part if _BARE_KEY.fullmatch(part) else msgspec.json.encode(part).decode()


def parse_document(text: str, name: str, problems: Problems, *, pack: str = "") -> Document:
    """The document that a TOML text holds; a syntax error is noted with its line."""
    deep = Problem(name, expected=f"tables and lists nested at most {_DEEPEST} deep", found="more")
    if chain := _LONG_CHAIN.search(text):
        line = text.count("\n", 0, chain.start()) + 1
        problems.add(msgspec.structs.replace(deep, line=line))
        return Document(name)
    try:
        values = tomllib.loads(text)
    except RecursionError:
        problems.add(deep)
        return Document(name)
    except ValueError as error:
        # TOMLDecodeError, and what int() says of a number with thousands of digits.
        place = _LINE.search(str(error))
        reason = _LINE.sub("", str(error)).strip()
        at = int(place[1]) if place else text.count("\n") + 1
        problems.add(Problem(name, at, found=reason, expected="TOML"))
        return Document(name)
    if _is_deep(values):
        problems.add(deep)
        return Document(name)
    cells = {path: Cell("", name, line, pack) for path, line in value_lines(text).items()}
    return Document(name, values, cells)


def _is_deep(values: Mapping[str, Any]) -> bool:
    layer: list[Any] = [values]
    for _ in range(_DEEPEST):
        layer = [
            inner
            for value in layer
            if isinstance(value, dict | list)
            for inner in (value.values() if isinstance(value, dict) else value)
        ]
    return any(isinstance(value, dict | list) for value in layer)


def check_document_sources(document: Document, legend: Collection[str] | None, problems: Problems) -> None:
    """A document says at its top where it comes from; its tables may say so for themselves."""
    if "source" not in document.values:
        hint = "write where the values come from at the top of the file"
        problems.add(Problem(document.file, 1, "source", "", "a key 'source'", hint))
    _check_table_sources(document, document.values, (), legend, problems)


def _check_table_sources(
    document: Document, value: Any, path: KeyPath, legend: Collection[str] | None, problems: Problems
) -> None:
    if isinstance(value, Mapping):
        if "source" in value:
            at = document.cell((*path, "source"))
            text = value["source"] if isinstance(value["source"], str) else str(value["source"])
            check_source(Cell(text, at.file, at.line, at.pack), legend, problems)
        for key, inner in value.items():
            _check_table_sources(document, inner, (*path, key), legend, problems)
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            _check_table_sources(document, inner, (*path, number), legend, problems)


def typed_document(document: Document, kind: type[T], problems: Problems) -> LocatedDocument[T] | None:
    """The document as a Struct; every value of the wrong type is noted, and then there is no result."""
    before = len(problems)
    _check(document, document.values, kind, (), problems)
    if len(problems) > before:
        return None
    try:
        value = msgspec.convert(document.values, kind, dec_hook=_decode)
    except (msgspec.ValidationError, RecursionError) as error:
        problems.add(Problem(document.file, found=str(error), expected="values that fit together"))
        return None
    return LocatedDocument(value, document)


def _decode(kind: type[Any], value: Any) -> Any:
    if kind is Fraction:
        return cell_reader(Fraction)[1](str(value))
    raise NotImplementedError(kind)


def _check(document: Document, value: Any, kind: Any, path: KeyPath, problems: Problems) -> None:
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        if isinstance(value, Mapping):
            _check_struct(document, value, kind, path, problems)
        else:
            problems.add(document.problem(path, "a table", found=_shown(value)))
    elif origin in (list, tuple, frozenset) and isinstance(value, list) and len({*arguments} - {...}) == 1:
        for number, inner in enumerate(value):
            _check(document, inner, arguments[0], (*path, number), problems)
    elif origin in (dict, Mapping, _AbstractMapping) and isinstance(value, Mapping):
        for key, inner in value.items():
            _check(document, inner, arguments[1], (*path, key), problems)
    elif (
        origin in (typing.Union, types.UnionType) and len([a for a in arguments if a is not type(None)]) == 1
    ):
        _check(document, value, next(a for a in arguments if a is not type(None)), path, problems)
    else:
        _check_leaf(document, value, kind, path, problems)


_AbstractMapping = typing.get_origin(Mapping[str, str])


def _check_struct(
    document: Document,
    value: Mapping[str, Any],
    kind: type[msgspec.Struct],
    path: KeyPath,
    problems: Problems,
) -> None:
    fields = {info.encode_name: info for info in msgspec.structs.fields(kind)}
    for key in value:
        if key not in fields and key not in FREE_COLUMNS:
            hint = did_you_mean(key, fields) or f"known keys: {', '.join(fields)}"
            problems.add(document.problem((*path, key), "a known key", found=key, hint=hint))
    for name, info in fields.items():
        if name in value:
            _check(document, value[name], info.type, (*path, name), problems)
        elif info.required:
            problems.add(document.problem((*path, name), f"a key '{name}'"))


def _check_leaf(document: Document, value: Any, kind: Any, path: KeyPath, problems: Problems) -> None:
    try:
        msgspec.convert(value, kind, dec_hook=_decode)
    except (msgspec.ValidationError, CellError, RecursionError) as error:
        expected, choices = _wanted(kind, str(error))
        hint = did_you_mean(str(value), choices)
        problems.add(document.problem(path, expected, found=_shown(value), hint=hint))


def _wanted(kind: Any, error: str) -> tuple[str, list[str]]:
    bare = typing.get_args(kind)[0] if typing.get_origin(kind) is Annotated else kind
    if typing.get_origin(bare) in (list, tuple, frozenset):
        return "a list", []
    if typing.get_origin(bare) is Literal:
        choices = [str(choice) for choice in typing.get_args(bare)]
        return one_of(choices), choices
    if isinstance(bare, type) and issubclass(bare, Enum):
        choices = [str(choice.value) for choice in bare]
        return one_of(choices), choices
    try:
        return cell_reader(kind)[0], []
    except TypeError:
        words = re.search(r"Expected `([^`]*)`", error)
        return _PLAIN_WORDS.get(words[1], words[1]) if words else error, []


_PLAIN_WORDS: Mapping[str, str] = types.MappingProxyType(
    {
        "object": "a table",
        "array": "a list",
        "str": "a text",
        "int": "a whole number",
        "bool": "true or false",
    }
)


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Mapping):
        return "a table"
    if isinstance(value, list):
        return "a list"
    return str(value)
