"""One pack directory, read into memory: its manifest and the bytes of its files."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from grognard.board.grid import GridSpec
from grognard.packs.document import parse_document, typed_document
from grognard.packs.manifest import Manifest
from grognard.packs.problem import PackError, Problem, Problems
from grognard.packs.text import decode

MANIFEST = "pack.toml"
PALETTE = "palette.toml"
"""How the map is drawn: a matter of taste that needs no source; a pack's own replaces the base's whole."""
DATA_SUFFIXES = (".csv", ".toml", ".txt")
_MOST_FILES = 2_000
_MOST_BYTES = 8_000_000
_MOST_HEXES = 40_000


@dataclass(frozen=True, slots=True)
class Pack:
    """The files of one pack by their names inside it, and what errors call the pack."""

    label: str
    manifest: Manifest
    files: Mapping[str, bytes]
    grid_line: int = 0

    @property
    def id(self) -> str:
        """The id that pack.toml gives."""
        return self.manifest.pack.id

    @property
    def data_files(self) -> tuple[str, ...]:
        """The names of the files with rows, tables and maps; not pack.toml and not prose."""
        return tuple(sorted(name for name in self.files if name.endswith(DATA_SUFFIXES) and name != MANIFEST))

    def name(self, file: str) -> str:
        """What errors call a file of this pack."""
        return f"{self.label}/{file}"

    def text(self, file: str) -> str:
        """The text of a file of this pack."""
        return decode(self.files[file], self.name(file))


def load_pack(directory: Path, label: str = "") -> Pack:
    """Read the pack in a directory; raises `PackError` when there is none or its pack.toml is bad."""
    label = (label or str(directory)).rstrip("/")
    if not _is_pack(directory):
        raise PackError([Problem(label, expected=f"the id of a pack, or a directory with a {MANIFEST}")])
    try:
        files = {name: (directory / name).read_bytes() for name in _file_names(directory, label)}
    except OSError as error:
        found = f"{error.filename}: {error.strerror}"
        raise PackError([Problem(label, found=found, expected="files that can be read")]) from None
    return make_pack(label, files)


def _is_pack(directory: Path) -> bool:
    try:
        return (directory / MANIFEST).is_file()
    except (OSError, ValueError):  # a name too long, or with a byte that no name may hold
        return False


def make_pack(label: str, files: Mapping[str, bytes]) -> Pack:
    """A pack from the bytes of its files."""
    name = f"{label}/{MANIFEST}"
    if MANIFEST not in files:
        raise PackError([Problem(name, expected="this file in the pack")])
    with Problems() as problems:
        document = parse_document(decode(files[MANIFEST], name), name, problems)
        problems.raise_if_any()
        read = typed_document(document, Manifest, problems)
        problems.raise_if_any()
    assert read is not None
    problems.extend(
        read.problem(("grid",), expected, found=found) for expected, found in _grid_limits(read.value.grid)
    )
    problems.raise_if_any()
    return Pack(label, read.value, dict(files), document.cell(("grid",)).line)


def _grid_limits(spec: GridSpec | None) -> list[tuple[str, str]]:
    if spec is None:
        return []
    found = []
    if not 1 <= spec.label_digits <= 3:
        found.append(("label_digits from 1 to 3", str(spec.label_digits)))
    hexes = 0
    for sheet in spec.sheets:
        numbers = (sheet.first_line, sheet.last_line, sheet.first_place, sheet.last_place)
        offsets = (sheet.line_offset, sheet.place_offset)
        if not all(0 <= number < 1000 for number in numbers) or not all(-1000 < n < 1000 for n in offsets):
            found.append(("numbers of lines and places below 1000", f"sheet {sheet.id}"))
        hexes += max(0, sheet.last_line - sheet.first_line + 1) * max(
            0, sheet.last_place - sheet.first_place + 1
        )
    if hexes > _MOST_HEXES:
        found.append((f"at most {_MOST_HEXES} hexes", f"{hexes} hexes"))
    return found


def _file_names(directory: Path, label: str) -> list[str]:
    names: list[str] = []
    size = 0
    for folder, inner, files in os.walk(directory):
        inner[:] = sorted(name for name in inner if not name.startswith("."))
        for file in sorted(name for name in files if not name.startswith(".")):
            path = Path(folder, file)
            if path.suffix in (*DATA_SUFFIXES, ".md") and path.is_file():
                names.append(PurePosixPath(path.relative_to(directory)).as_posix())
                size += path.stat().st_size
        if len(names) > _MOST_FILES or size > _MOST_BYTES:
            expected = f"at most {_MOST_FILES} files of {_MOST_BYTES // 1_000_000} MB together"
            raise PackError([Problem(label, found="more", expected=expected)])
    return names
