"""Networks of links: what hangs together, whatever shape the roads have, with some hexes closed."""

from __future__ import annotations

import itertools

from hypothesis import given
from hypothesis import strategies as st
from tests.board.maps import grids, hexes, link_steps, walks

from grognard.board.bits import HexSet, bits_of, hexes_of
from grognard.board.grid import Grid, Hex
from grognard.board.network import Network
from grognard.testing import picture, tiny_board


def joined(paths: list[tuple[Hex, ...]]) -> dict[Hex, set[Hex]]:
    """To which hexes each hex is linked."""
    found: dict[Hex, set[Hex]] = {}
    for path in paths:
        for a, b in itertools.pairwise(path):
            found.setdefault(a, set()).add(b)
            found.setdefault(b, set()).add(a)
    return found


def slow_flood(paths: list[tuple[Hex, ...]], seeds: HexSet, passable: HexSet) -> HexSet:
    near = joined(paths)
    todo = [hex for hex in hexes_of(seeds & passable) if hex in near]
    found = set(todo)
    for hex in todo:
        new = {other for other in near[hex] if passable >> other & 1} - found
        found |= new
        todo += new
    return bits_of(found)


@st.composite
def rings(draw: st.DrawFn, grid: Grid) -> tuple[Hex, ...]:
    """The way around a hex, or the part of it that the map has."""
    ring = grid.ring(draw(hexes(grid)), 1)
    middle = [hex for hex in ring if len(set(grid.neighbours[hex]) & set(ring)) == 2]
    if len(ring) < 6 or len(middle) < 6:
        return ring[:1]
    way = [ring[0]]
    while len(way) < 6:
        way.append(next(near for near in grid.neighbours[way[-1]] if near in ring and near not in way))
    return (*way, way[0])


def straight(grid: Grid) -> st.SearchStrategy[tuple[Hex, ...]]:
    """A road straight from one hex to another: long stretches between few junctions."""
    return st.tuples(hexes(grid), hexes(grid)).map(lambda ends: grid.line(*ends))


@given(grids(11, 11), st.data())
def test_a_flood_is_what_walking_finds(grid: Grid, data: st.DataObject) -> None:
    paths = data.draw(st.lists(straight(grid) | walks(grid, 14) | rings(grid), min_size=1, max_size=6))
    network = Network(grid, link_steps(grid, paths))
    on_road = st.sets(st.sampled_from(sorted({hex for path in paths for hex in path})), max_size=5).map(
        bits_of
    )
    seeds, passable = data.draw(on_road), grid.all & ~data.draw(on_road)
    assert network.flood(seeds, passable) == slow_flood(paths, seeds, passable)
    assert network.flood(seeds, grid.all) == slow_flood(paths, seeds, grid.all)
    near = joined(paths)
    assert network.hexes == bits_of(near)
    assert all(set(network.near(hex)) == near.get(hex, set()) for hex in grid.hexes)
    assert network.step(seeds) == bits_of(other for hex in hexes_of(seeds) for other in near.get(hex, ()))


def test_kinds_of_links_make_one_network() -> None:
    tiny = tiny_board(
        """
        .a .  .  .b
          .  .  .  .
        .  .c .  .
        """,
        links={"road": "a-0103", "rail": "0103-b 0202-c"},
    )
    steps = tiny.board.link_steps
    both = Network.of(tiny.grid, steps["road"], steps["rail"])
    assert tiny.show(both.flood(tiny.set("a"), tiny.grid.all)) == picture("""
        # # # #
         . . . .
        . . . .
    """)
    assert Network.of(tiny.grid, steps["road"]).flood(tiny.set("a"), tiny.grid.all) == tiny.set("a 0102 0103")
    assert Network.of(tiny.grid).flood(tiny.set("a"), tiny.grid.all) == 0


def test_a_shut_road_is_open_from_both_ends_as_far_as_it_goes() -> None:
    tiny = tiny_board(
        """
        .a .  .  .  .  .  .b
          .  .  .x .  .  .
        .c .  .  .  .  .  .d
        """,
        links={"road": "a-b a-c-d-b"},
    )
    network = Network(tiny.grid, tiny.board.link_steps["road"])
    for closed, top in (("0104", "# # # . # # #"), ("0102 0106", "# . . . . . #")):
        found = network.flood(tiny.set("c"), tiny.grid.all & ~tiny.set(closed))
        assert tiny.show(found).splitlines()[0] == top
    middle = network.flood(tiny.set("0104"), tiny.grid.all & ~tiny.set("0102 0302"))
    assert tiny.show(middle).splitlines()[::2] == [". . # # # # #", ". . # # # # #"]


def test_a_closed_hex_cuts_a_road_but_not_the_way_around_it() -> None:
    tiny = tiny_board(
        """
        .a .  .x .  .b
          .  .  .  .
        .  .c .  .d .
        """,
        links={"road": "a-b 0102-c-d-0104"},
    )
    network = Network(tiny.grid, tiny.board.link_steps["road"])
    open_hexes = tiny.grid.all & ~tiny.set("x")
    assert network.flood(tiny.set("a"), open_hexes) == network.hexes & open_hexes
    assert (
        tiny.show(network.flood(tiny.set("a"), open_hexes & ~tiny.set("0303"))).split("\n")[0] == "# # . . ."
    )
    assert network.flood(tiny.set("x"), open_hexes) == 0
