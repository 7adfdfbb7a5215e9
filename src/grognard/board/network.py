"""Networks of links: which of their hexes hang together when some hexes are closed.

A road map has many hexes but few choices. The network is cut into *segments*, the stretches between junctions
and ends; a segment without a closed hex is crossed in one step, whatever its length.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from grognard.board.bits import HexSet, bits_of, hexes_of
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
        masks, ends, bits = self._masks, self._ends, self._bits
        todo = self._segments_of(reached)
        passed: set[Hex] = set()
        done: set[int] = set()
        for segment in todo:
            if segment in done:
                continue
            mask = masks[segment]
            if mask & closed:
                # Left undone: it may be entered once more from the other end.
                mask = self._open_part(segment, reached, closed)
                through = tuple(end for end in ends[segment] if bits[end] & mask)
            else:
                done.add(segment)
                through = ends[segment]
            reached |= mask
            for end in through:
                if end not in passed:
                    passed.add(end)
                    todo += self._segments_at[end]
        return reached

    def _segments_of(self, hexes: HexSet) -> list[int]:
        if hexes.bit_count() < len(self._masks) // 4:
            return [segment for hex in hexes_of(hexes) for segment in self._segments_at[hex]]
        return [segment for segment, mask in enumerate(self._masks) if mask & hexes]

    def _open_part(self, segment: int, reached: HexSet, closed: HexSet) -> HexSet:
        """Return the stretches of a segment between closed hexes that hold a reached hex."""
        part = stretch = 0
        for hex in self._paths[segment]:
            bit = self._bits[hex]
            if not bit & closed:
                stretch |= bit
                continue
            if stretch & reached:
                part |= stretch
            stretch = 0
        return part | stretch if stretch & reached else part


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
