"""Hexes and hexsides as the map files write them, turned into the indices of the grid."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise

import msgspec

from grognard.board.bits import hexes_of
from grognard.board.grid import OFF_GRID, Grid, GridSpec, Hex, UnknownHex
from grognard.board.model import Place
from grognard.packs.manifest import Kind
from grognard.packs.maprows import Words, ZoneRow
from grognard.packs.problem import Problems, did_you_mean, one_of
from grognard.packs.rows import Located
from grognard.packs.table import RawRow


@dataclass(frozen=True, slots=True)
class HexReader:
    """Reads hexes for one map; a hex without terrain is not part of it."""

    grid: Grid
    terrain: Mapping[Hex, str]
    problems: Problems

    def hex(self, row: RawRow, column: str, label: str) -> Hex | None:
        """The hex with this label, or None after noting that there is none."""
        try:
            hex = self.grid.hex(label)
        except UnknownHex:
            hex = OFF_GRID
        if hex in self.terrain:
            return hex
        first, last = self.grid.label(self.grid.hexes[0]), self.grid.label(self.grid.hexes[-1])
        self.problems.add(row.problem(column, f"a hex of the map, {first} to {last}", found=label))
        return None

    def hexes(self, row: RawRow, column: str, labels: Words) -> tuple[Hex, ...]:
        """The hexes with these labels; those that are unknown or named twice are noted and left out."""
        found: dict[Hex, str] = {}
        for label in labels:
            hex = self.hex(row, column, label)
            if hex is not None and hex in found:
                self.problems.add(row.problem(column, "each hex once", found=label))
            elif hex is not None:
                found[hex] = label
        return tuple(found)

    def side(self, row: RawRow, column: str, text: str) -> tuple[Hex, Hex] | None:
        """The two hexes of a hexside such as `3102/3103`."""
        labels = text.split("/")
        if len(labels) != 2:
            self.problems.add(row.problem(column, "two hexes with a slash, such as 3102/3103", found=text))
            return None
        a, b = (self.hex(row, column, label) for label in labels)
        if a is None or b is None:
            return None
        if b not in self.grid.neighbours[a]:
            expected = f"two adjacent hexes; {labels[0]} and {labels[1]} do not touch"
            self.problems.add(row.problem(column, expected, found=text))
            return None
        return a, b

    def path(self, row: RawRow, column: str, text: str) -> tuple[Hex, ...]:
        """The hexes of a path such as `5305-5206-5106`; empty when a step does not lead to a neighbour."""
        labels = [label.strip() for label in text.split("-")]
        hexes = [self.hex(row, column, label) for label in labels]
        sound = True
        for (a, b), (here, there) in zip(pairwise(hexes), pairwise(labels), strict=True):
            if a is not None and b is not None and b not in self.grid.neighbours[a]:
                expected = f"steps to adjacent hexes; {here} and {there} do not touch"
                self.problems.add(row.problem(column, expected, found=f"{here}-{there}"))
                sound = False
        known = tuple(hex for hex in hexes if hex is not None)
        return known if sound and len(known) == len(labels) else ()

    def side_text(self, side: tuple[Hex, Hex]) -> str:
        """A hexside as the map files write it."""
        return "/".join(self.grid.label(hex) for hex in side)


def check_kind(
    row: Located[msgspec.Struct], kind: str, kinds: Mapping[str, Kind], table: str, problems: Problems
) -> bool:
    """Whether a `kind` cell holds a word of the `[kinds]` tables; noted when it does not."""
    if kind in kinds:
        return True
    choices = f", {one_of(kinds)}" if kinds else ""
    expected = f"a kind of [kinds.{table}] in pack.toml{choices}"
    problems.add(row.problem("kind", expected, found=kind, hint=did_you_mean(kind, kinds)))
    return False


def grid_lines(spec: GridSpec) -> dict[str, tuple[str, ...]]:
    """The printed labels of every line of the grid, by the name of the line: `01`, or `W47` on sheet W."""
    digits = spec.label_digits
    return {
        f"{sheet.prefix}{line:0{digits}}": tuple(
            f"{sheet.prefix}{line:0{digits}}{place:0{digits}}"
            for place in range(sheet.first_place, sheet.last_place + 1)
        )
        for sheet in spec.sheets
        for line in range(sheet.first_line, sheet.last_line + 1)
    }


def zone_hexes(reader: HexReader, row: Located[ZoneRow], places: Mapping[str, Place]) -> tuple[Hex, ...]:
    """The hexes of a zone, each once, in the order of the words that name them.

    A word is a hex, some hexes of one line such as `0132-0137`, `edge:west`, `place:klin`, or `lines:01-12`.
    """
    found: dict[Hex, None] = {}
    for word in row.row.hexes:
        found.update(dict.fromkeys(_word_hexes(reader, row, word, places)))
    return tuple(found)


def _word_hexes(
    reader: HexReader, row: Located[ZoneRow], word: str, places: Mapping[str, Place]
) -> tuple[Hex, ...]:
    kind, colon, name = word.partition(":")
    if not colon:
        return _run_hexes(reader, row, word)
    if kind == "edge":
        known = {str(edge): tuple(hexes_of(found)) for edge, found in reader.grid.edges.items()}
    elif kind == "place":
        known = {place.id: place.hexes for place in places.values()}
    elif kind == "lines":
        return _range_hexes(reader, row, word, name)
    else:
        expected = "a hex, edge:..., place:... or lines:..."
        reader.problems.add(row.problem("hexes", expected, found=word))
        return ()
    if name not in known:
        hint = did_you_mean(name, known)
        reader.problems.add(row.problem("hexes", f"a known {kind}", found=word, hint=hint))
    return tuple(hex for hex in known.get(name, ()) if hex in reader.terrain)


def _run_hexes(reader: HexReader, row: Located[ZoneRow], word: str) -> tuple[Hex, ...]:
    """One hex, or those from the first to the last of a run along a line."""
    ends = [reader.hex(row.raw, "hexes", label) for label in word.split("-")]
    known = [hex for hex in ends if hex is not None]
    if len(ends) == 1 or len(known) < len(ends):
        return tuple(known)
    first, last = known[0], known[-1]
    if len(ends) > 2 or first > last or first // reader.grid.stride != last // reader.grid.stride:
        expected = "the first and the last hex of a run along one line, such as 0132-0137"
        reader.problems.add(row.problem("hexes", expected, found=word))
        return ()
    return tuple(hex for hex in range(first, last + 1) if hex in reader.terrain)


def _range_hexes(reader: HexReader, row: Located[ZoneRow], word: str, name: str) -> tuple[Hex, ...]:
    lines = grid_lines(reader.grid.spec)
    names = list(lines)
    first, dash, last = name.partition("-")
    if first not in lines or (dash and last not in lines):
        expected = f"lines of the grid such as lines:{names[0]}-{names[-1]}"
        reader.problems.add(row.problem("hexes", expected, found=word))
        return ()
    chosen = names[names.index(first) : names.index(last or first) + 1]
    hexes = (reader.grid.hex(label) for line in chosen for label in lines[line])
    return tuple(hex for hex in hexes if hex in reader.terrain)
