"""Sets of hexes: what a set of Python's own would say, and steps that a neighbour table would take."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from tests.board.maps import few_hexes, grids, hex_sets, inner_sides
from tests.board.test_grid_properties import any_grid

from grognard.board.bits import HexSet, Shifter, bit, bits_of, count, hexes_of, signs_of
from grognard.board.grid import OFF_GRID, Grid, Hex, Side
from grognard.board.steps import SetSteps


@given(st.sets(st.integers(0, 400)))
def test_a_set_holds_what_was_put_in(hexes: set[Hex]) -> None:
    packed = bits_of(hexes)
    assert list(hexes_of(packed)) == sorted(hexes)
    assert count(packed) == len(hexes)
    assert packed == sum(bit(hex) for hex in hexes)
    assert [sign == "1" for sign in signs_of(packed)] == [
        hex in hexes for hex in range(max(hexes, default=0) + 1)
    ]


@given(st.sets(st.integers(0, 60)), st.sets(st.integers(0, 60)))
def test_sets_combine_like_integers(one: set[Hex], two: set[Hex]) -> None:
    assert bits_of(one | two) == bits_of(one) | bits_of(two)
    assert bits_of(one & two) == bits_of(one) & bits_of(two)
    assert bits_of(one - two) == bits_of(one) & ~bits_of(two)
    assert bits_of([*one, *one]) == bits_of(one)


def near(grid: Grid, hexes: HexSet) -> HexSet:
    """All neighbours of a set, one by one."""
    return bits_of(near for hex in hexes_of(hexes) for near in grid.neighbours[hex] if near != OFF_GRID)


@given(any_grid, st.data())
def test_a_set_expands_to_its_neighbours(grid: Grid, data: st.DataObject) -> None:
    hexes, shifter = data.draw(hex_sets(grid)), Shifter(grid)
    assert shifter.expand(hexes) == hexes | near(grid, hexes)
    assert shifter.neighbours(hexes) == near(grid, hexes) & ~hexes


@given(any_grid, st.data())
def test_a_set_steps_in_one_direction(grid: Grid, data: st.DataObject) -> None:
    hexes, shifter = data.draw(hex_sets(grid)), Shifter(grid)
    for direction in range(6):
        landed = [grid.neighbours[hex][direction] for hex in hexes_of(hexes)]
        assert shifter.step(hexes, direction) == bits_of(hex for hex in landed if hex != OFF_GRID)


def crossed(grid: Grid, hexes: HexSet, sides: set[Side]) -> HexSet:
    """The hexes on the other side of these hexsides, seen from a set."""
    return bits_of(
        near
        for hex in hexes_of(hexes)
        for near, side in zip(grid.neighbours[hex], grid.sides_of(hex), strict=True)
        if near != OFF_GRID and side in sides
    )


@given(any_grid, st.data())
def test_a_set_crosses_open_hexsides_alone(grid: Grid, data: st.DataObject) -> None:
    hexes, inner = data.draw(few_hexes(grid, 12)), inner_sides(grid)
    some = st.sets(st.sampled_from(inner)) if inner else st.just(set[Side]())
    closed, only = data.draw(some), data.draw(some)
    every = set(inner)
    assert SetSteps(grid).step(hexes) & ~hexes == crossed(grid, hexes, every) & ~hexes
    assert SetSteps(grid, closed=closed).step(hexes) & ~hexes == crossed(grid, hexes, every - closed) & ~hexes
    assert SetSteps(grid, closed=closed, only=only).step(hexes) == crossed(grid, hexes, only - closed)


@given(grids())
def test_hexsides_on_the_edge_lead_nowhere(grid: Grid) -> None:
    edge = {side for hex in grid.hexes for side in grid.sides_of(hex)} - set(inner_sides(grid))
    assert SetSteps(grid, only=edge).step(grid.all) == 0
