"""Geometry that holds on every grid, whatever its numbering; distances and lines against slow oracles."""

from __future__ import annotations

import math
from collections import deque
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st
from tests.board.maps import grids, hexes

from grognard.board.grid import OFF_GRID, Grid, GridSpec, Hex, Sheet


@st.composite
def joined(draw: st.DrawFn) -> Grid:
    """A grid of two sheets, side by side or end to end, the second perhaps upside down."""
    lines, places = draw(st.integers(1, 4)), draw(st.integers(1, 4))
    beside = draw(st.booleans())
    line_offset, place_offset = (lines, 0) if beside else (0, places)
    rotated = draw(st.booleans())
    if rotated:
        line_offset, place_offset = line_offset + lines + 1, place_offset + places + (1 if beside else 2)
    sheets = (
        Sheet("a", 1, lines, 1, places, prefix="A"),
        Sheet("b", 1, lines, 1, places, line_offset, place_offset, "B", rotated),
    )
    return Grid(GridSpec(sheets, draw(st.sampled_from(("odd", "even"))), "east", "south"))


any_grid = grids() | joined()


def steps_from(grid: Grid, start: Hex) -> dict[Hex, int]:
    """The number of steps to every hex, breadth first."""
    found = {start: 0}
    queue = deque([start])
    while queue:
        hex = queue.popleft()
        for near in grid.neighbours[hex]:
            if near != OFF_GRID and near not in found:
                found[near] = found[hex] + 1
                queue.append(near)
    return found


@given(any_grid)
def test_labels_go_round(grid: Grid) -> None:
    assert len({grid.label(hex) for hex in grid.hexes}) == len(grid.hexes)
    for hex in grid.hexes:
        assert hex in grid
        assert grid.hex(grid.label(hex)) == hex
    assert grid.all == sum(1 << hex for hex in grid.hexes)
    assert [hex for hex in range(-1, grid.size + 1) if hex in grid] == list(grid.hexes)


@given(any_grid)
def test_neighbours_are_the_hexes_one_width_away(grid: Grid) -> None:
    centres = {hex: grid.centre(hex) for hex in grid.hexes}
    for hex in grid.hexes:
        close = {other for other in grid.hexes if 0.5 < math.dist(centres[hex], centres[other]) < 1.1}
        assert close == {near for near in grid.neighbours[hex] if near != OFF_GRID}
        assert all(math.dist(centres[hex], centres[near]) > 0.99 for near in close)


@given(any_grid)
def test_directions_turn_clockwise_from_the_north(grid: Grid) -> None:
    first = math.pi / 6 if grid.pointy else 0.0
    for hex in grid.hexes:
        x, y = grid.centre(hex)
        for direction, near in enumerate(grid.neighbours[hex]):
            if near != OFF_GRID:
                angle, (near_x, near_y) = first + direction * math.pi / 3, grid.centre(near)
                assert math.dist((near_x - x, near_y - y), (math.sin(angle), -math.cos(angle))) < 1e-6


@given(any_grid)
def test_neighbours_see_each_other_from_opposite_sides(grid: Grid) -> None:
    for hex in grid.hexes:
        for direction, near in enumerate(grid.neighbours[hex]):
            if near != OFF_GRID:
                assert grid.neighbours[near][(direction + 3) % 6] == hex
                assert grid.direction(hex, near) == direction
                assert grid.side(hex, near) == grid.side(near, hex)
    for hex in set(range(grid.size)) - set(grid.hexes):
        assert grid.neighbours[hex] == (OFF_GRID,) * 6


@given(any_grid)
def test_every_hexside_has_one_number(grid: Grid) -> None:
    seen: dict[int, set[tuple[Hex, int]]] = {}
    for hex in grid.hexes:
        for direction, side in enumerate(grid.sides_of(hex)):
            seen.setdefault(side, set()).add((hex, direction))
    for side, places in seen.items():
        first, second = grid.side_hexes(side)
        assert {hex for hex, _ in places} == {first, second} - {OFF_GRID}
        assert len(places) == (1 if second == OFF_GRID else 2)
        assert (first, side % 6) in places


@given(grids(), st.data())
def test_distance_is_the_number_of_steps(grid: Grid, data: st.DataObject) -> None:
    start = data.draw(hexes(grid))
    found = steps_from(grid, start)
    assert found.keys() == set(grid.hexes)
    for hex, steps in found.items():
        assert grid.distance(start, hex) == grid.distance(hex, start) == steps


@given(joined(), st.data())
def test_a_detour_around_a_bay_is_no_shorter_than_the_distance(grid: Grid, data: st.DataObject) -> None:
    start = data.draw(hexes(grid))
    for hex, steps in steps_from(grid, start).items():
        assert grid.distance(start, hex) == grid.distance(hex, start) <= steps
        assert (grid.distance(start, hex) == 1) == (steps == 1)


@given(any_grid, st.data())
def test_discs_and_rings_are_measured_by_distance(grid: Grid, data: st.DataObject) -> None:
    hex, radius = data.draw(hexes(grid)), data.draw(st.integers(0, 9))
    distances = {other: grid.distance(hex, other) for other in grid.hexes}
    assert grid.disc(hex, radius) == tuple(other for other in grid.hexes if distances[other] <= radius)
    assert grid.ring(hex, radius) == tuple(other for other in grid.hexes if distances[other] == radius)


@given(grids(9, 9), st.data())
def test_lines_are_straight_and_whole(grid: Grid, data: st.DataObject) -> None:
    a, b = data.draw(hexes(grid)), data.draw(hexes(grid))
    line = grid.line(a, b)
    assert (line[0], line[-1]) == (a, b)
    assert len(line) == grid.distance(a, b) + 1
    assert all(two in grid.neighbours[one] for one, two in pairwise(line))
    assert grid.line(b, a) == line[::-1]
    for hex in line:
        assert _off_the_line(grid, a, b, hex) < 0.5 + 1e-6


def _off_the_line(grid: Grid, a: Hex, b: Hex, hex: Hex) -> float:
    """How far the centre of a hex lies from the straight line between two others."""
    (ax, ay), (bx, by), (x, y) = grid.centre(a), grid.centre(b), grid.centre(hex)
    if a == b:
        return math.dist((ax, ay), (x, y))
    return abs((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / math.dist((ax, ay), (bx, by))


@given(any_grid)
def test_steps_of_indices_lead_to_the_neighbours(grid: Grid) -> None:
    for hex in grid.hexes:
        for direction, near in enumerate(grid.neighbours[hex]):
            step = grid.index_steps(direction)[grid.shifted_line(hex // grid.stride)]
            assert near in (hex + step, OFF_GRID)


@given(any_grid)
def test_the_page_holds_every_hex(grid: Grid) -> None:
    corners = [corner for hex in grid.hexes for corner in grid.corners(hex)]
    assert min(abs(x) for x, _ in corners) < 1e-6
    assert min(abs(y) for _, y in corners) < 1e-6
    assert min(min(x, y) for x, y in corners) > -1e-6
    assert grid.page == (max(x for x, _ in corners), max(y for _, y in corners))


@given(any_grid)
def test_nothing_lies_beyond_an_edge(grid: Grid) -> None:
    centres = {hex: grid.centre(hex) for hex in grid.hexes}
    for compass, (dx, dy) in {"north": (0, -1), "south": (0, 1), "east": (1, 0), "west": (-1, 0)}.items():
        for hex, (x, y) in centres.items():
            ahead = [
                other
                for other, (ox, oy) in centres.items()
                if 0.6 < (ox - x) * dx + (oy - y) * dy < 1.1 and math.dist((x, y), (ox, oy)) < 1.1
            ]
            assert bool(grid.edges[compass] >> hex & 1) == (not ahead)  # type: ignore[index]
