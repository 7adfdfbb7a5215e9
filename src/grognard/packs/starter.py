"""A new pack of changes: the files with which an owner begins."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from pathlib import Path

from grognard.core.refusal import GrognardError
from grognard.packs.layers import PackLayers
from grognard.packs.lookup import known_file
from grognard.packs.pack import MANIFEST, PALETTE
from grognard.packs.problem import Problems, quoted
from grognard.packs.table import Table

_IDENTIFIER = re.compile(r"[a-z0-9][a-z0-9-]{0,63}")
_MANIFEST = """\
# Changes to {base_title}. What is not written here comes from the base. README.md tells how to go on.

[pack]
id = "{id}"
title = "{title}"
version = "1"
base = "{base}"

# Values copied from your printed game carry the source `printed:counter`, `printed:map` and the like.
# A book that you use gets an entry of its own, and its rows the source `history:my-book p. 12`:
#
# [sources.my-book]
# title = "Author, Title, year"
"""
_README = """\
# {title}

This folder changes the components of {base_title}. Put a file of the same name as one of the base's in
here, with the columns that tell the row, the columns you change, and `source`. One changed cell is one line:

```csv
{example}
```

* An empty cell leaves the base's value alone; `(empty)` makes it empty.
* A column `remove` with `yes` takes a row away. A row with a new key is added, and needs every column.
* In a TOML file write the keys that differ, and `source = "..."` at its top.
* `map/terrain.csv` with the columns `hex,terrain,source` changes the ground of single hexes.

```console
grognard pack check {path}
grognard pack diff {path}
grognard play {game} --pack {path}
```

The files of the base; the columns in bold tell the rows apart:

{files}
"""


class StartError(GrognardError):
    """A new pack cannot be written; the text says why."""


def start_pack(
    directory: Path, base: PackLayers, base_name: str, title: str = "", copies: Iterable[str] = ()
) -> tuple[Path, ...]:
    """Write a pack of changes that is based on another, and return the files it begins with.

    `base_name` is the id of the base, or a directory; `copies` are files of the base to copy whole.
    """
    id = directory.resolve().name.lower().replace("_", "-").replace(" ", "-")
    if not _IDENTIFIER.fullmatch(id) or id == base.id:
        expected = f"a name of letters, digits and hyphens, other than {base.id}"
        raise StartError(f"{directory}: a pack is called by its folder; expected {expected}")
    if directory.exists() and (not directory.is_dir() or any(directory.iterdir())):
        raise StartError(f"{directory}: there is something already; choose a new folder")
    title = title or f"{base.title}, changed"
    if not title.isprintable() or '"' in title or "\\" in title:
        raise StartError(f"the title {quoted(title)} must do without quotes, backslashes and line breaks")
    words = {
        "id": id,
        "title": title,
        "base": base_name if not Path(base_name).is_dir() else _beside(directory, base_name),
        "base_title": base.title,
        "game": base.game,
        "path": directory,
    }
    files = {MANIFEST: _MANIFEST.format(**words)}
    files["README.md"] = _README.format(**words, files=_file_list(base), example=_example(base))
    for name in copies:
        file = known_file(name, base.file_names)
        files[file] = _copy(base, file)
    return tuple(_write(directory / name, text) for name, text in files.items())


def _beside(directory: Path, base: str) -> str:
    path = os.path.relpath(base, directory).replace(os.sep, "/")
    return path if "/" in path or path == ".." else f"./{path}"


def _copy(base: PackLayers, file: str) -> str:
    holders = base.holders(file)
    if len(holders) > 1:
        raise StartError(f"{file} comes from {len(holders)} packs and cannot be copied whole")
    return holders[0].text(file)


def _write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def _file_list(base: PackLayers) -> str:
    lines = []
    with Problems() as problems:
        for file in base.file_names:
            if file.endswith(".csv"):
                table = base.table(file, problems)
                names = (f"**{name}**" if name in table.key else name for name in table.columns)
                lines.append(f"* `{file}`: {', '.join(names)}")
            else:
                lines.append(f"* `{file}`" + (": colours and symbols" if file == PALETTE else ""))
    return "\n".join(lines)


def _example(base: PackLayers) -> str:
    """A change of one cell, of the first table that has a column of numbers."""
    with Problems() as problems:
        for file in sorted(base.file_names, key=lambda file: (file.count("/"), file)):
            table = base.table(file, problems) if file.endswith(".csv") else Table(file)
            for row in table.rows if len(table.key) == 1 else ():
                key = table.key[0]
                numbers = [name for name in row.cells if row.text(name).isdigit() and name != key]
                if numbers:
                    cells = (row.text(key), str(int(row.text(numbers[-1])) + 1), "printed:counter")
                    return f"# {file}\n{key},{numbers[-1]},source\n{','.join(cells)}"
    return "id,column,source"
