"""Which hexes are in supply: lines traced over the whole map at once.

A line starts at a source. It runs along links without limit and over open country as far as a limit allows,
counted in hexes or in movement points. Enemy units and their zones block it, friends in the hex lift a zone.
`Ways` holds what never changes, `trace` answers for every hex at once with sets, and `trace_path` shows one
line, hex by hex, for the player who asks.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from grognard.board.bits import HexSet, bits_of, hexes_of
from grognard.board.grid import OFF_GRID, Grid, Hex, Side
from grognard.board.network import Network
from grognard.board.steps import SetSteps


class Ways:
    """The ground that lines of supply can follow, for one kind of line.

    >>> from grognard.board.grid import GridSpec, Sheet
    >>> grid = Grid(GridSpec((Sheet("map", 1, 4, 1, 9),), "odd", "south", "west"))
    >>> ways = Ways.counting_hexes(grid)
    >>> supplied = trace(ways, bits_of([grid.hex("0101")]), limit=2)
    >>> [grid.label(hex) for hex in hexes_of(supplied)]
    ['0101', '0102', '0103', '0201', '0202', '0203', '0301', '0302']
    """

    def __init__(
        self,
        grid: Grid,
        entry: Mapping[Hex, int],
        sides: Mapping[Side, int | None] | None = None,
        links: Iterable[Sequence[HexSet]] = (),
    ) -> None:
        """Prepare the ground.

        `entry` is what it costs a line to enter each hex away from links, 1 or more; a hex left out is closed.
        `sides` is what crossing a hexside adds; None closes it. `links` are the steps of the kinds of link
        (`Board.link_steps`) along which lines run free, whatever the ground.
        """
        if any(cost < 1 for cost in entry.values()):
            raise ValueError("a line pays at least 1 for a hex away from links")
        self.grid = grid
        self.entry = dict(entry)
        self.sides = dict(sides or {})
        self.network = Network.of(grid, *links)
        self.all: HexSet = grid.all
        added = sorted({0, *(add for add in self.sides.values() if add is not None)})
        self.unit = math.gcd(*self.entry.values(), *added)
        """The greatest common divisor of all costs: limits are counted in it."""
        self.ground = tuple(
            (cost // self.unit, bits_of(hex for hex in self.entry if self.entry[hex] == cost))
            for cost in sorted(set(self.entry.values()))
        )
        self.enterable: HexSet = bits_of(self.entry)
        self.crossings = tuple((add // self.unit, self._crossing(add)) for add in added)
        self.any_crossing = SetSteps(grid, closed=[side for side, add in self.sides.items() if add is None])

    @classmethod
    def counting_hexes(
        cls,
        grid: Grid,
        closed: HexSet = 0,
        closed_sides: Iterable[Side] = (),
        links: Iterable[Sequence[HexSet]] = (),
    ) -> Ways:
        """Return ground where every hex counts one, but for closed hexes and hexsides."""
        entry = dict.fromkeys(hexes_of(grid.all & ~closed), 1)
        return cls(grid, entry, dict.fromkeys(closed_sides), links)

    def _crossing(self, add: int) -> SetSteps:
        return SetSteps(self.grid, closed=[side for side, other in self.sides.items() if other != add],
                        only=None if add == 0 else [side for side, other in self.sides.items() if other == add])
