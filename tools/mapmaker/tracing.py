"""Courses put on the grid: rivers along hexsides, roads and railways from hex to hex.

Both are cheapest paths that keep near the drawn course; where a pin says so, they go through it.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Mapping
from itertools import pairwise
from typing import TypeVar

from tools.mapmaker.hexgrid import (
    Corner,
    Hex,
    HexGrid,
    Point,
    Side,
    along,
    centre,
    corner_point,
    corners,
    distance,
    distance_to_line,
    side_corners,
    side_of,
)

Node = TypeVar("Node", bound=tuple[int, int])
Streams = dict[Corner, list[tuple[Corner, Side]]]

STRAY = 6.0


class TracingError(ValueError):
    """A course that cannot be put on the grid."""


def cheapest(
    starts: Mapping[Node, float],
    goals: Mapping[Node, float],
    steps: Callable[[Node], Iterable[tuple[Node, float]]],
) -> list[Node]:
    """The cheapest path from any start to any goal, each with its own toll; ties go to the first node."""
    queue: list[tuple[float, int, Node]] = sorted((toll, 0, node) for node, toll in starts.items())
    cost: dict[Node, float] = dict(starts)
    came: dict[Node, Node] = {}
    while queue:
        spent, arrived, node = heapq.heappop(queue)
        if arrived:
            path = [node]
            while path[-1] in came:
                path.append(came[path[-1]])
            return path[::-1]
        if spent > cost[node]:
            continue
        if node in goals:
            heapq.heappush(queue, (round(spent + goals[node], 6), 1, node))
        for other, price in steps(node):
            total = round(spent + price, 6)
            if total < cost.get(other, float("inf")):
                cost[other], came[other] = total, node
                heapq.heappush(queue, (total, 0, other))
    raise TracingError(f"no way from {min(starts)} to {min(goals)}")


class SideNet:
    """All hexsides a river may use, as a net of corners."""

    def __init__(self, grid: HexGrid, lakes: set[Hex]) -> None:
        self.streams: Streams = {}
        self.lake_corners = {corner for hex_ in lakes for corner in corners(hex_)}
        touched: dict[Corner, int] = {}
        for hex_ in grid:
            for corner in corners(hex_):
                touched[corner] = touched.get(corner, 0) + 1
        self.rim_corners = {corner for corner, count in touched.items() if count < 3}
        for side in grid.sides():
            if side[0] in lakes or side[1] in lakes:
                continue
            first, second = side_corners(side)
            self.streams.setdefault(first, []).append((second, side))
            self.streams.setdefault(second, []).append((first, side))
        self.rim_corners &= set(self.streams)
        self.lake_corners &= set(self.streams)

    def near(self, point: Point, among: Iterable[Corner], count: int = 16) -> dict[Corner, float]:
        """The corners of some set that lie nearest to a point, each with its toll for lying off it."""
        gaps = sorted((distance(corner_point(corner), point), corner) for corner in among)
        return {corner: STRAY * gap * gap for gap, corner in gaps[:count]}

    def trace(
        self,
        course: list[Point],
        starts: dict[Corner, float],
        ends: dict[Corner, float],
        pins: list[Side],
        closed: set[Side],
    ) -> list[Side]:
        """The hexsides of a river from one end to the other, through its pins in the order of the course."""
        path: list[Corner] = []
        for side in sorted(pins, key=lambda side: (along(_middle(side), course)[1], side)):
            near, far = side_corners(side)
            if along(corner_point(near), course)[1] > along(corner_point(far), course)[1]:
                near, far = far, near
            path += self._reach(starts, {near: 0.0}, course, closed | {side})
            starts = {far: 0.0}
        path += self._reach(starts, ends, course, closed)
        return [self._side(one, two) for one, two in pairwise(_without_spurs(path))]

    def _reach(
        self, starts: dict[Corner, float], ends: dict[Corner, float], course: list[Point], closed: set[Side]
    ) -> list[Corner]:
        def steps(corner: Corner) -> Iterable[tuple[Corner, float]]:
            for other, side in self.streams.get(corner, ()):
                if side not in closed:
                    gap = distance_to_line(_middle(side), course)
                    yield other, 1 + STRAY * gap * gap

        return cheapest(starts, ends, steps)

    def _side(self, one: Corner, two: Corner) -> Side:
        return next(side for other, side in self.streams[one] if other == two)


def _middle(side: Side) -> Point:
    one, two = (corner_point(corner) for corner in side_corners(side))
    return (one[0] + two[0]) / 2, (one[1] + two[1]) / 2


def _without_spurs(path: list[Corner]) -> list[Corner]:
    clean: list[Corner] = []
    for corner in path:
        if corner in clean:
            del clean[clean.index(corner) + 1 :]
        else:
            clean.append(corner)
    return clean


def trace_link(
    grid: HexGrid, course: list[Point], stops: list[Hex], prices: Mapping[Hex, float]
) -> list[Hex]:
    """The hexes of a road through its stops; a hex without a price is closed."""

    def steps(hex_: Hex) -> Iterable[tuple[Hex, float]]:
        for other in grid.neighbours(hex_):
            if other in prices:
                gap = distance_to_line(centre(other), course)
                yield other, prices[other] + 3 * gap * gap

    path = [stops[0]]
    for one, two in pairwise(stops):
        path += cheapest({one: 0.0}, {two: 0.0}, steps)[1:]
    clean: list[Hex] = []
    for hex_ in path:
        if hex_ in clean:
            del clean[clean.index(hex_) + 1 :]
        else:
            clean.append(hex_)
    return clean


def crossed_sides(path: Iterable[Hex]) -> list[Side]:
    """The hexsides that a road crosses, in order."""
    return [side_of(one, two) for one, two in pairwise(path)]
