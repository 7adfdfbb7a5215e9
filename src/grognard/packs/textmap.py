"""The text map: terrain as letters, one line of text for each line of the grid.

    # the first block says what the letters mean
    . clear
    f forest
    ~ lake
    - none

    places 8-1
    01: . . f f ~ . . . | geography:natural-earth
    02:  . f f ~ ~ . . -| geography:natural-earth;design

Cells are single characters; spaces between them are free, so a shifted line can be indented and the
text looks like the map. `places 8-1` says in which order the cells of a line stand; without it they run from
the first place to the last. The letter called `none` marks a hex that is not part of the map. Each line
ends with its source after a bar.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from grognard.packs.problem import Problem, Problems, did_you_mean
from grognard.packs.table import Cell, RawRow

NO_TERRAIN = "none"
_LEGEND = re.compile(r"(\S)\s+([a-z][a-z0-9_-]*)")
_ORDER = re.compile(r"places\s+(\d{1,4})\s*-\s*(\d{1,4})")
_LINE = re.compile(r"(\w{1,8}):([^|]*)(?:\|(.*))?", re.ASCII)


@dataclass(frozen=True, slots=True)
class MapLine:
    """One line of the grid: its printed name, its terrain letters and where it stands."""

    name: str
    letters: str
    source: Cell
    line: int


@dataclass(frozen=True, slots=True)
class TextMap:
    """A text map as written: the legend, the order of the cells, and the lines."""

    file: str
    legend: Mapping[str, str] = field(default_factory=dict)
    order: tuple[int, int] | None = None
    lines: tuple[MapLine, ...] = ()


def parse_text_map(text: str, name: str, problems: Problems, *, pack: str = "") -> TextMap:
    """Read a text map; lines that cannot be read are noted in `problems` and left out."""
    legend: dict[str, str] = {}
    order: tuple[int, int] | None = None
    lines: list[MapLine] = []
    for number, line in enumerate(text.split("\n"), start=1):
        written = line.strip()
        if not written or (written.startswith("#") and not _LEGEND.fullmatch(written)):
            continue
        if found := _LINE.fullmatch(written):
            lines.append(_map_line(found, Cell((found[3] or "").strip(), name, number, pack)))
        elif found := _ORDER.fullmatch(written):
            order = int(found[1]), int(found[2])
        elif found := _LEGEND.fullmatch(written):
            _add_to_legend(legend, found[1], found[2], Problem(name, number, found[1], written), problems)
        else:
            expected = "a legend line '. clear', 'places 37-1', or a line '01: . . f | source'"
            problems.add(Problem(name, number, found=written, expected=expected))
    return TextMap(name, legend, order, tuple(lines))


def _map_line(found: re.Match[str], source: Cell) -> MapLine:
    return MapLine(found[1], "".join(found[2].split()), source, source.line)


def _add_to_legend(
    legend: dict[str, str], letter: str, terrain: str, at: Problem, problems: Problems
) -> None:
    if letter in legend:
        problems.add(Problem(at.file, at.line, letter, at.found, "each letter once in the legend"))
    elif terrain in legend.values():
        problems.add(Problem(at.file, at.line, letter, at.found, "each terrain once in the legend"))
    else:
        legend[letter] = terrain


def read_cells(text_map: TextMap, rows: Mapping[str, Sequence[str]], problems: Problems) -> dict[str, RawRow]:
    """A row with the terrain of every hex, by label: the cells `hex`, `terrain` and `source`.

    `rows` has the labels of each line of the grid in the order of the text.
    """
    terrain: dict[str, RawRow] = {}
    seen: set[str] = set()
    for line in text_map.lines:
        at = Cell(line.name, text_map.file, line.line, line.source.pack)
        if line.name not in rows:
            hint = did_you_mean(line.name, rows)
            problems.add(at.problem("line", "the number of a line of the grid", hint=hint))
        elif line.name in seen:
            problems.add(at.problem("line", "each line of the grid once"))
        else:
            seen.add(line.name)
            terrain.update(_line_cells(text_map, line, rows[line.name], problems))
    for missing in (name for name in rows if name not in seen):
        problems.add(Problem(text_map.file, 0, f"line {missing}", expected=f"a line '{missing}: ...'"))
    return terrain


def _line_cells(
    text_map: TextMap, line: MapLine, labels: Sequence[str], problems: Problems
) -> dict[str, RawRow]:
    if len(line.letters) != len(labels):
        found, expected = f"{len(line.letters)} cells", f"{len(labels)} cells, one for each hex of the line"
        problems.add(Problem(text_map.file, line.line, f"line {line.name}", found, expected))
        return {}
    rows = {}
    for label, letter in zip(labels, line.letters, strict=True):
        if letter in text_map.legend:
            hex, terrain = (
                Cell(text, text_map.file, line.line, line.source.pack)
                for text in (label, text_map.legend[letter])
            )
            cells = {"hex": hex, "terrain": terrain, "source": line.source}
            rows[label] = RawRow(cells, text_map.file, line.line, line.source.pack)
        else:
            expected = f"a letter of the legend ({' '.join(text_map.legend)})"
            problems.add(Problem(text_map.file, line.line, label, letter, expected))
    return rows
