"""`trace` and `trace_path` against lines drawn hex by hex, and the supply rules that they must express."""

from __future__ import annotations

import heapq
import itertools
from dataclasses import dataclass, field

from hypothesis import given
from hypothesis import strategies as st
from tests.board.maps import few_hexes, grids, hex_sets, hexes, inner_sides, link_steps, walks

from grognard.board.bits import HexSet, bits_of, hexes_of
from grognard.board.grid import OFF_GRID, Grid, Hex, Side
from grognard.board.trace import LineTerms, Ways, trace, trace_path


@dataclass
class Case:
    """A random question."""

    grid: Grid
    entry: dict[Hex, int]
    sides: dict[Side, int | None]
    roads: list[tuple[Hex, ...]]
    sources: HexSet
    terms: LineTerms
    linked: set[tuple[Hex, Hex]] = field(init=False)

    def __post_init__(self) -> None:
        pairs = [pair for road in self.roads for pair in itertools.pairwise(road)]
        self.linked = {*pairs, *((b, a) for a, b in pairs)}

    def ways(self) -> Ways:
        return Ways(self.grid, self.entry, self.sides, [link_steps(self.grid, self.roads)])


@st.composite
def cases(draw: st.DrawFn) -> Case:
    grid = draw(grids())
    ground = st.sampled_from([0, 2, 2, 4, 6]) if draw(st.booleans()) else st.sampled_from([0, 1])
    entry = {hex: price for hex in grid.hexes if (price := draw(ground))}
    inner = inner_sides(grid)
    crossing = (
        st.dictionaries(st.sampled_from(inner), st.sampled_from([None, 2, 4])) if inner else st.just({})
    )
    terms: LineTerms = {
        "limit": draw(st.none() | st.integers(0, 12)),
        "blocked": draw(few_hexes(grid)),
        "zones": draw(hex_sets(grid)),
        "friends": draw(hex_sets(grid)),
        "end_in_zones": draw(st.booleans()),
        "relays": draw(few_hexes(grid)),
        "rejoin": draw(st.booleans()),
    }
    roads = draw(st.lists(walks(grid), max_size=4))
    return Case(grid, entry, draw(crossing), roads, draw(few_hexes(grid, 3)), terms)


def price(case: Case, a: Hex, b: Hex, paid: bool) -> int | None:
    """What a line that comes to `a` pays to go on to `b`; None when it cannot."""
    terms = case.terms
    zone = {hex for hex in hexes_of(terms["zones"]) if not terms["friends"] >> hex & 1}
    if a in zone or terms["blocked"] >> b & 1 or (b in zone and not terms["end_in_zones"]):
        return None
    if (a, b) in case.linked and (terms["rejoin"] or not paid):
        return 0
    crossing = case.sides.get(case.grid.side(a, b), 0)
    if crossing is None:
        return None
    if terms["relays"] >> a & 1 and terms["relays"] >> b & 1:
        return 0
    return case.entry[b] + crossing if b in case.entry else None


def slow_trace(case: Case) -> dict[Hex, int]:
    """What the cheapest line to each hex pays, by Dijkstra's algorithm."""
    terms, paid = case.terms, dict[Hex, int]()
    closed = terms["blocked"] | (0 if terms["end_in_zones"] else terms["zones"] & ~terms["friends"])
    queue = [(0, hex) for hex in hexes_of(case.sources & ~closed)]
    while queue:
        spent, hex = heapq.heappop(queue)
        if hex in paid:
            continue
        paid[hex] = spent
        for near in case.grid.neighbours[hex]:
            if near == OFF_GRID:
                continue
            more = price(case, hex, near, spent > 0)
            if more is not None and (terms["limit"] is None or spent + more <= terms["limit"]):
                heapq.heappush(queue, (spent + more, near))
    return paid


@given(cases())
def test_the_whole_map_agrees_with_lines_drawn_one_by_one(case: Case) -> None:
    assert trace(case.ways(), case.sources, **case.terms) == bits_of(slow_trace(case))


@given(cases(), st.data())
def test_a_path_is_a_line_of_least_price(case: Case, data: st.DataObject) -> None:
    hex, paid = data.draw(hexes(case.grid)), slow_trace(case)
    path = trace_path(case.ways(), hex, case.sources, **case.terms)
    if hex not in paid:
        assert path == ()
        return
    assert path[0] == hex
    assert case.sources >> path[-1] & 1
    spent = 0
    line = path[::-1]
    for a, b in itertools.pairwise(line):
        more = price(case, a, b, spent > 0)
        assert more is not None
        spent += more
    assert spent == paid[hex]
