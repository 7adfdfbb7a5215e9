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
from typing import Required, TypedDict, Unpack

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

        `entry` is what a line pays to enter each hex away from links, 1 or more; a hex left out is closed.
        `sides` is what crossing a hexside adds; None closes it. `links` are the steps of the kinds of link
        (`Board.link_steps`) along which lines run free, whatever the ground.
        """
        if any(cost < 1 for cost in entry.values()):
            raise ValueError("a line pays at least 1 for a hex away from links")
        if any(add is not None and add < 0 for add in (sides or {}).values()):
            raise ValueError("a hexside cannot give anything back")
        self.grid = grid
        self.entry = dict(entry)
        self.sides = dict(sides or {})
        self.network = Network.of(grid, *links)
        added = sorted({0, *(add for add in self.sides.values() if add is not None)})
        self.unit = math.gcd(*self.entry.values(), *added) or 1
        """The greatest common divisor of all costs: limits are counted in it."""
        self.ground = tuple(
            (cost // self.unit, bits_of(hex for hex in self.entry if self.entry[hex] == cost))
            for cost in sorted(set(self.entry.values()))
        )
        """The hexes by what a line pays to enter them, cheapest first."""
        self.cheapest = min(self.entry.values(), default=self.unit) // self.unit
        self.open_country: HexSet = bits_of(self.entry)
        self.crossings = tuple((add // self.unit, self._crossings_at(add)) for add in added)
        """The steps by what the hexside adds."""
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

    def changed(self, sides: Mapping[Side, int | None], cut: Iterable[Side] = ()) -> Ways:
        """Return these ways with other prices for some hexsides, and no link across those that are `cut`."""
        links = list(self.network.steps)
        for side in cut:
            a, b = self.grid.side_hexes(side)
            links[side % 6] &= ~(1 << a)
            links[(side % 6 + 3) % 6] &= ~(1 << b)
        return Ways(self.grid, self.entry, {**self.sides, **sides}, [links])

    def _crossings_at(self, add: int) -> SetSteps:
        others = [side for side, price in self.sides.items() if price != add]
        if add == 0:
            return SetSteps(self.grid, closed=others)
        return SetSteps(self.grid, only=self.sides.keys() - others)


class LineTerms(TypedDict, total=False):
    """What one question adds to the ways: how far lines go, and what is in their way."""

    limit: Required[int | None]
    """What a line may pay in all for hexes away from links; None for as much as it takes."""
    blocked: HexSet
    """Hexes that no line enters."""
    zones: HexSet
    """Enemy zones: no line enters them, unless one of `friends` stands there."""
    friends: HexSet
    """Hexes in which a friend lifts the zone."""
    end_in_zones: bool
    """Whether a line may enter a zone after all, if it goes no further."""
    relays: HexSet
    """Friends who pass lines on: from one of them to another next to him a line goes for nothing."""
    rejoin: bool
    """Whether a line may come back to links after it has paid for a hex; it may unless told otherwise."""


def trace(ways: Ways, sources: HexSet, **terms: Unpack[LineTerms]) -> HexSet:
    """Return all hexes to which a line leads from a source, the sources themselves included if open."""
    question = _question(ways, **terms)
    if question.limit is None:
        return _without_limit(question, sources)
    return _within_limit(question, sources, question.limit)


def trace_path(ways: Ways, hex: Hex, sources: HexSet, **terms: Unpack[LineTerms]) -> tuple[Hex, ...]:
    """Return one line from a hex to a source, both included; nothing where `trace` finds none.

    It is the line that pays least, and of those one with the fewest hexes.
    """
    came = _search(_question(ways, **terms), sources, hex)
    line: list[Hex] = []
    while hex in came and (not line or line[-1] != hex):
        line.append(hex)
        hex = came[hex]
    return tuple(line)


class _Question(msgspec.Struct, frozen=True):
    """Ways and terms together, ready to be answered."""

    ways: Ways
    limit: int | None
    enterable: HexSet
    """Hexes in which a line may end."""
    passable: HexSet
    """Hexes through which a line may run."""
    relays: HexSet
    rejoin: bool

    def free(self, hexes: HexSet, by_link: bool) -> HexSet:
        """Return hexes with all that lines reach from them for nothing: along links and chains of relays."""
        found, added = 0, hexes
        while added:
            found |= added | self._along_links(added) if by_link else added
            if not self.relays:
                break
            near = self._along_relays(found)
            added = near ^ near & found
        return found

    def _along_links(self, hexes: HexSet) -> HexSet:
        network = self.ways.network
        found = network.flood(hexes, self.passable)
        if self.enterable == self.passable:
            return found
        return found | network.step(found) & self.enterable

    def _along_relays(self, hexes: HexSet) -> HexSet:
        step, relays = self.ways.any_crossing.step, self.relays & self.enterable
        found = added = hexes & relays
        while added:
            near = step(added & self.passable) & relays
            added = near ^ near & found
            found |= added
        return found


def _question(
    ways: Ways,
    *,
    limit: int | None,
    blocked: HexSet = 0,
    zones: HexSet = 0,
    friends: HexSet = 0,
    end_in_zones: bool = False,
    relays: HexSet = 0,
    rejoin: bool = True,
) -> _Question:
    enterable = ways.grid.all ^ ways.grid.all & blocked
    passable = enterable ^ enterable & (zones ^ zones & friends)
    return _Question(ways, limit, enterable if end_in_zones else passable, passable, relays, rejoin)


def _within_limit(question: _Question, sources: HexSet, limit: int) -> HexSet:
    """Settle hexes in the order of what lines have paid, all hexes of one price together."""
    ways, fresh = question.ways, question.enterable
    pending = [0] * (limit // ways.unit + 1)
    pending[0] = sources
    for spent, waiting in enumerate(pending):
        new = waiting & fresh
        if not new:
            continue
        new = question.free(new, question.rejoin or not spent) & fresh
        fresh ^= new
        if spent + ways.cheapest >= len(pending):
            continue
        for add, crossing in ways.crossings:
            near = crossing.step(new & question.passable) & fresh
            for cost, ground in ways.ground:
                if spent + add + cost < len(pending):
                    pending[spent + add + cost] |= near & ground
    return question.enterable ^ fresh


def _without_limit(question: _Question, sources: HexSet) -> HexSet:
    ways, fresh = question.ways, question.enterable
    new, by_link = sources & fresh, True
    while new:
        new = question.free(new, by_link) & fresh
        fresh ^= new
        new = ways.any_crossing.step(new & question.passable) & fresh & ways.open_country
        by_link = question.rejoin
    return question.enterable ^ fresh


def _search(question: _Question, sources: HexSet, target: Hex) -> dict[Hex, Hex]:
    """Settle hexes one by one until the target's turn; return for each from where its line comes."""
    queue = [(0, 0, hex, hex) for hex in hexes_of(sources & question.enterable)]
    heapq.heapify(queue)
    came: dict[Hex, Hex] = {}
    while queue and target not in came:
        spent, length, hex, before = heapq.heappop(queue)
        if hex in came:
            continue
        came[hex] = before
        if not question.passable >> hex & 1:
            continue
        for price, near in _steps(question, hex, question.rejoin or not spent):
            if near not in came and (question.limit is None or spent + price <= question.limit):
                heapq.heappush(queue, (spent + price, length + 1, near, hex))
    return came


def _steps(question: _Question, hex: Hex, by_link: bool) -> Iterator[tuple[int, Hex]]:
    ways = question.ways
    linked = ways.network.near(hex) if by_link else ()
    relayed = bool(question.relays >> hex & 1)
    for near, side in zip(ways.grid.neighbours[hex], ways.grid.sides_of(hex), strict=True):
        if near == OFF_GRID or not question.enterable >> near & 1:
            continue
        crossing = ways.sides.get(side, 0)
        if near in linked or (crossing is not None and relayed and question.relays >> near & 1):
            yield 0, near
        elif crossing is not None and near in ways.entry:
            yield ways.entry[near] + crossing, near
