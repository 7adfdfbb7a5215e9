"""Networks of links: which of their hexes hang together when some hexes are closed.

A road map has many hexes but few choices. The network is cut into *segments*, the stretches between junctions
and ends; a segment without a closed hex is crossed in one step, whatever its length.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import accumulate, pairwise
from operator import xor

from grognard.board.bits import HexSet, bits_of, hexes_of, signs_of
from grognard.board.grid import Grid, Hex, Side
from grognard.board.steps import SetSteps


class Network:
    """The links along which something can run without limit, as the steps that they allow.

    `steps` has for each direction the hexes from which a link leads that way (see `Board.link_steps`).
    """

    def __init__(self, grid: Grid, steps: Sequence[HexSet]) -> None:
        self.steps = tuple(steps)
        self.step = SetSteps(grid, only=_sides(grid, self.steps)).step
        """Returns the hexes to which links lead from a set."""
        self._near = _joined(grid, self.steps)
        self.hexes: HexSet = bits_of(self._near)
        self._bits = grid.bits
        self._paths = tuple(_segments(self._near))
        self._masks = tuple(bits_of(path) for path in self._paths)
        self._ends = tuple((path[0], path[-1]) for path in self._paths)
        self._begun = tuple(tuple(accumulate(self._bits_of(path), xor, initial=0)) for path in self._paths)
        """The first hexes of each segment: none, one, two and so on; the difference of two is a stretch."""
        self._segments_at: dict[Hex, tuple[int, ...]] = {}
        for index, path in enumerate(self._paths):
            for hex in dict.fromkeys(path):
                self._segments_at[hex] = (*self._segments_at.get(hex, ()), index)

    @classmethod
    def of(cls, grid: Grid, *kinds: Sequence[HexSet]) -> Network:
        """Return the network of several kinds of links together; of none when none is given."""
        return cls(grid, [_union(steps) for steps in zip(*kinds, strict=True)] or [0] * 6)

    def near(self, hex: Hex) -> tuple[Hex, ...]:
        """Return the hexes to which a link leads from a hex."""
        return self._near.get(hex, ())

    def flood(self, seeds: HexSet, passable: HexSet) -> HexSet:
        """Return the passable seeds on the network and all passable hexes to which links lead from them."""
        reached = seeds & passable & self.hexes
        if not reached:
            return 0
        closed = self.hexes ^ self.hexes & passable
        masks = self._masks
        shut = {segment for segment, mask in enumerate(masks) if mask & closed}
        todo: list[int] = []
        nodes: set[Hex] = set()
        for segment in self._segments_of(reached):
            if segment in shut:
                reached |= self._open_part(segment, reached, closed)
                for node in self._ends[segment]:
                    if self._bits[node] & reached and node not in nodes:
                        nodes.add(node)
                        todo += self._segments_at[node]
            else:
                todo.append(segment)
        through = self._run(todo, nodes, shut)
        for segment in through:
            reached |= masks[segment]
        signs = signs_of(closed)
        for segment in shut:
            path, begun, (first, last) = self._paths[segment], self._begun[segment], self._ends[segment]
            if first in nodes:
                reached |= begun[_open_steps(path, signs)]
            if last in nodes:
                reached |= begun[-1] ^ begun[-1 - _open_steps(path[::-1], signs)]
        return reached

    def _run(self, todo: list[int], nodes: set[Hex], shut: set[int]) -> set[int]:
        """Return the open segments that hang together with some, and collect the junctions on the way."""
        through: set[int] = set()
        for segment in todo:
            if segment in through or segment in shut:
                continue
            through.add(segment)
            for node in self._ends[segment]:
                if node not in nodes:
                    nodes.add(node)
                    todo += self._segments_at[node]
        return through

    def _segments_of(self, hexes: HexSet) -> Collection[int]:
        if hexes.bit_count() < len(self._masks) // 4:
            return {segment for hex in hexes_of(hexes) for segment in self._segments_at[hex]}
        return [segment for segment, mask in enumerate(self._masks) if mask & hexes]

    def _open_part(self, segment: int, seeds: HexSet, closed: HexSet) -> HexSet:
        """Return the stretches of a segment between closed hexes that hold a seed."""
        part = stretch = 0
        for hex in self._paths[segment]:
            bit = self._bits[hex]
            if not bit & closed:
                stretch |= bit
                continue
            if stretch & seeds:
                part |= stretch
            stretch = 0
        return part | stretch if stretch & seeds else part

    def _bits_of(self, path: Sequence[Hex]) -> Iterator[HexSet]:
        return (self._bits[hex] for hex in path)


def _open_steps(path: Sequence[Hex], signs: str) -> int:
    """Return how many hexes of a path come before the first closed one; there is one."""
    for steps, hex in enumerate(path):
        if signs[hex : hex + 1] == "1":
            return steps
    raise AssertionError("a segment that is shut has a closed hex")


def _union(sets: Sequence[HexSet]) -> HexSet:
    found = 0
    for hexes in sets:
        found |= hexes
    return found


def _sides(grid: Grid, steps: Sequence[HexSet]) -> Iterator[Side]:
    for direction, hexes in enumerate(steps):
        for hex in hexes_of(hexes):
            yield grid.sides_of(hex)[direction]


def _joined(grid: Grid, steps: Sequence[HexSet]) -> dict[Hex, tuple[Hex, ...]]:
    near: dict[Hex, tuple[Hex, ...]] = {}
    for direction, hexes in enumerate(steps):
        for hex in hexes_of(hexes):
            near[hex] = (*near.get(hex, ()), grid.neighbours[hex][direction])
    return near


def _segments(near: dict[Hex, tuple[Hex, ...]]) -> Iterator[tuple[Hex, ...]]:
    """Yield each stretch from one junction or end to the next, then the rings that have neither."""
    left = {(a, b) for a, others in near.items() for b in others}
    nodes = [hex for hex, others in near.items() if len(others) != 2]
    for start in (*sorted(nodes), *sorted(near)):
        for first in near[start]:
            if (start, first) not in left:
                continue
            path = [start, first]
            while path[-1] != start and len(near[path[-1]]) == 2:
                a, b = near[path[-1]]
                path.append(b if a == path[-2] else a)
            for a, b in pairwise(path):
                left -= {(a, b), (b, a)}
            yield tuple(path)
