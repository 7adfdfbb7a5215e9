"""The pack of Peaks of the Caucasus with some cells spoilt, for tests of its checks and readers."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from grognard.games.peaks import MODULE
from grognard.packs import PackLayers
from grognard.packs.layers import lay
from grognard.packs.pack import make_pack

PACK = MODULE.pack_path


class Change(NamedTuple):
    """A text of a file, and what is put in its place."""

    file: str
    old: str
    new: str


@cache
def pack_files() -> Mapping[str, bytes]:
    """The files of the pack that ships, by name."""
    names = (path.relative_to(PACK).as_posix() for path in sorted(Path(PACK).rglob("*")) if path.is_file())
    return {name: (PACK / name).read_bytes() for name in names}


def spoilt(*changes: Change) -> PackLayers:
    """The pack with some texts put in place of others; every one of them must be there."""
    files = dict(pack_files())
    for file, old, new in changes:
        text = files[file].decode()
        assert old in text, f"{old!r} is not in {file}"
        files[file] = text.replace(old, new, 1).encode()
    return lay([make_pack("peaks", files)])


def cell(file: str, id: str, column: str, value: str) -> Change:
    """A change of one cell of a table."""
    return cells(file, id, {column: value})


def cells(file: str, id: str, values: Mapping[str, str]) -> Change:
    """A change of some cells of one row of a table."""
    header, old = _header_of(file), _line_of(file, id)
    row = next(csv.reader([old]))
    for column, value in values.items():
        row[header.index(column)] = value
    new = io.StringIO()
    csv.writer(new, lineterminator="").writerow(row)
    return Change(file, f"\n{old}\n", f"\n{new.getvalue()}\n")


def no_row(file: str, id: str) -> Change:
    """A table that has lost a row."""
    return Change(file, f"\n{_line_of(file, id)}\n", "\n")


def ground(hex: str, letter: str) -> Change:
    """Other ground in a hex; the lines of the text map run from place 03 on."""
    line = next(line for line in _lines_of("map/terrain.txt") if line.startswith(f"{hex[:2]}:"))
    letters = line.partition("|")[0].partition(":")[2].split()
    letters[int(hex[2:]) - 3] = letter
    return Change("map/terrain.txt", line, f"{hex[:2]}: {' '.join(letters)} | design")


def _header_of(file: str) -> list[str]:
    return next(line for line in _lines_of(file) if not line.startswith("#")).split(",")


def _line_of(file: str, id: str) -> str:
    return next(line for line in _lines_of(file) if line.startswith(f"{id},"))


def _lines_of(file: str) -> list[str]:
    return pack_files()[file].decode().splitlines()
