"""Rivers run on: along hexsides that join end to end, from a spring to water, another river or the map edge.

A river stands in `map/hexsides.csv` as rows of hexsides in their order. Two hexsides join where they share
a corner of hexes. A corner is named by the hexes that meet there; on the edge of the map, where fewer
than three meet, it belongs to one hexside alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeAlias

from grognard.board.grid import Hex
from grognard.board.model import Link
from grognard.packs.hexes import HexReader
from grognard.packs.manifest import Kinds
from grognard.packs.maprows import BridgeRow, SideRow
from grognard.packs.problem import Problems
from grognard.packs.rows import Located

Corner: TypeAlias = frozenset[int]
SidePair: TypeAlias = tuple[Hex, Hex]


@dataclass(frozen=True, slots=True)
class Stretch:
    """One row of hexsides with its sides as pairs of hexes, in order."""

    row: Located[SideRow]
    sides: tuple[SidePair, ...]


def corners_of(reader: HexReader, side: SidePair) -> tuple[Corner, Corner]:
    """The two ends of a hexside."""
    a, b = side
    around = reader.grid.neighbours[a]
    direction = around.index(b)
    number = reader.grid.side(a, b)
    thirds = around[direction - 1], around[(direction + 1) % 6]
    left, right = (
        frozenset((a, b, third)) if third in reader.terrain else frozenset((-2 * number - end - 1,))
        for end, third in enumerate(thirds)
    )
    return left, right


def check_rivers(reader: HexReader, stretches: Iterable[Stretch], kinds: Kinds) -> None:
    """Note every river that breaks off, forks within a row, or ends in the middle of the land."""
    flowing = [stretch for stretch in stretches if kinds.side[stretch.row.row.kind].flows]
    lines = [(stretch, _line_of_corners(reader, stretch)) for stretch in flowing]
    corners = [
        {corner for side in stretch.sides for corner in corners_of(reader, side)} for stretch in flowing
    ]
    for at, (stretch, line) in enumerate(lines):
        if line is not None:
            others = set().union(*corners[:at], *corners[at + 1 :])
            _check_ends(reader, stretch, line, others, kinds)


def _line_of_corners(reader: HexReader, stretch: Stretch) -> list[Corner] | None:
    """The corners that a row of hexsides runs through, or None after noting where it breaks off."""
    ends = [corners_of(reader, side) for side in stretch.sides]
    if len(ends) == 1:
        return list(ends[0])
    line: list[Corner] = []
    for (side, here), (following, there) in pairwise(zip(stretch.sides, ends, strict=True)):
        shared = set(here) & set(there)
        joint = next(iter(shared), None)
        if joint is None or len(shared) == 2 or (line and joint == line[-1]):
            here_text, there_text = reader.side_text(side), reader.side_text(following)
            expected = f"a river in one piece; it breaks off between {here_text} and {there_text}"
            reader.problems.add(stretch.row.problem("sides", expected, found=f"{here_text} {there_text}"))
            return None
        line.append(joint)
    first = next(corner for corner in ends[0] if corner != line[0])
    last = next(corner for corner in ends[-1] if corner != line[-1])
    return [first, *line, last]


def _check_ends(
    reader: HexReader, stretch: Stretch, line: list[Corner], others: set[Corner], kinds: Kinds
) -> None:
    row = stretch.row.row
    loose = [
        (column, declared, corner)
        for column, declared, corner in (("begin", row.begin, line[0]), ("end", row.end, line[-1]))
        if not _is_natural_end(reader, corner, line, others, kinds)
    ]
    # A single hexside has no first corner; one declaration is good for either end.
    undeclared = [end for end in loose if not end[1]]
    if len(line) == 2 and len(loose) == 1 and (row.begin or row.end):
        return
    for column, _, corner in undeclared:
        where = ", ".join(sorted(reader.grid.label(hex) for hex in corner))
        expected = "a river to reach water, another river or the map edge, or the word spring or fades here"
        problem = stretch.row.problem(column, expected, found=f"an end between {where}")
        reader.problems.add(problem)


def _is_natural_end(
    reader: HexReader, corner: Corner, line: list[Corner], others: set[Corner], kinds: Kinds
) -> bool:
    if min(corner) < 0 or corner in others or line.count(corner) > 1:
        return True
    waters = {name for name, kind in kinds.terrain.items() if kind.water}
    return any(reader.terrain[hex] in waters for hex in corner)


def check_bridges(
    bridges: Iterable[tuple[Located[BridgeRow], SidePair]],
    stretches: Iterable[Stretch],
    links: Iterable[Link],
    kinds: Kinds,
    problems: Problems,
) -> None:
    """A bridge needs a river under it and a link of its kind across it."""
    rivers = {frozenset(side) for s in stretches if kinds.side[s.row.row.kind].flows for side in s.sides}
    crossed = {
        (kinds.link[link.kind].bridge, frozenset(step)) for link in links for step in pairwise(link.path)
    }
    seen: set[tuple[str, frozenset[Hex]]] = set()
    for bridge, side in bridges:
        kind, step = bridge.row.kind, frozenset(side)
        if step not in rivers:
            problems.add(bridge.problem("side", "a hexside with a river under the bridge"))
        if (kind, step) not in crossed:
            carriers = [name for name, link in kinds.link.items() if link.bridge == kind]
            expected = f"a link that this bridge carries ({', '.join(carriers) or 'none is declared'})"
            problems.add(bridge.problem("side", expected, hint="no such link steps across this hexside"))
        if (kind, step) in seen:
            problems.add(bridge.problem("side", f"one {kind} bridge on a hexside"))
        seen.add((kind, step))
