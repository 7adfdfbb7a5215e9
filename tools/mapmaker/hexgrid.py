"""A small numbered hex grid: hexes are (line, place), corners are points of one integer lattice.

The workshop knows grids with the odd lines shifted half a hex towards the next place. It works on a page on
which lines run south and places run west. A `turned` grid has lines that run east and places that run south:
the same grid, looked at from the side.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

Hex = tuple[int, int]
Corner = tuple[int, int]
Side = tuple[Hex, Hex]
Point = tuple[float, float]

ROW_HEIGHT = math.sqrt(3) / 2
CORNER_STEPS = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))


def label(hex_: Hex) -> str:
    """The printed number of a hex: `label((4, 27))` is `0427`."""
    return f"{hex_[0]:02d}{hex_[1]:02d}"


def parse_hex(text: str) -> Hex:
    """The hex of a printed number: `parse_hex("0427")` is `(4, 27)`."""
    if len(text) != 4 or not text.isdigit():
        raise ValueError(f"not a hex number: {text!r}")
    return int(text[:2]), int(text[2:])


def side_label(side: Side) -> str:
    """The written form of a hexside: the two hexes, smaller number first."""
    return "/".join(sorted(label(hex_) for hex_ in side))


def parse_side(text: str) -> Side:
    """The hexside of its written form `3102/3103`."""
    first, _, second = text.partition("/")
    return side_of(parse_hex(first), parse_hex(second))


def side_of(first: Hex, second: Hex) -> Side:
    """The canonical hexside between two neighbours."""
    return (first, second) if first < second else (second, first)


def shift(line: int) -> float:
    """How far the hexes of a line stand towards the next place."""
    return 0.5 if line % 2 else 0.0


def centre(hex_: Hex) -> Point:
    """The centre on the page: x grows east, y grows south, hexes are one unit wide."""
    return page_point(hex_[0], hex_[1] + shift(hex_[0]))


def page_point(line: float, place: float) -> Point:
    """A point on the page from a fractional line and a fractional (already shifted) place."""
    return -place, line * ROW_HEIGHT


def corner_point(corner: Corner) -> Point:
    """Where a lattice corner lies on the page."""
    return corner[0] / 2, corner[1] * ROW_HEIGHT / 3


def corners(hex_: Hex) -> tuple[Corner, ...]:
    """The six corners of a hex, clockwise from the top."""
    line, place = hex_
    x, y = -(2 * place + line % 2), 3 * line
    return tuple((x + dx, y + dy) for dx, dy in CORNER_STEPS)


def side_corners(side: Side) -> tuple[Corner, Corner]:
    """The two corners that a hexside joins."""
    shared = sorted(set(corners(side[0])) & set(corners(side[1])))
    if len(shared) != 2:
        raise ValueError(f"{side_label(side)} is not a hexside")
    return shared[0], shared[1]


@dataclass(frozen=True)
class HexGrid:
    """All hexes of a map of so many lines and places, with their neighbours and hexsides."""

    lines: int
    places: int
    first_line: int = 1
    first_place: int = 1
    turned: bool = False

    @property
    def line_range(self) -> range:
        """The numbers of the lines."""
        return range(self.first_line, self.first_line + self.lines)

    @property
    def place_range(self) -> range:
        """The numbers of the places."""
        return range(self.first_place, self.first_place + self.places)

    def __contains__(self, hex_: object) -> bool:
        match hex_:
            case int(line), int(place):
                return line in self.line_range and place in self.place_range
        return False

    def __iter__(self) -> Iterator[Hex]:
        for line in self.line_range:
            for place in self.place_range:
                yield line, place

    def neighbours(self, hex_: Hex) -> list[Hex]:
        """The neighbours that lie on the map."""
        line, place = hex_
        low = 0 if line % 2 else -1
        around = [(line, place - 1), (line, place + 1)]
        around += [(line + step, place + low + turn) for step in (-1, 1) for turn in (0, 1)]
        return [other for other in around if other in self]

    def sides(self) -> Iterator[Side]:
        """Every hexside between two hexes of the map, once."""
        for hex_ in self:
            for other in self.neighbours(hex_):
                if hex_ < other:
                    yield hex_, other

    def edge(self, name: str) -> list[Hex]:
        """The hexes along one edge of the map, in printed order."""
        edges = ("west", "east", "north", "south") if self.turned else ("north", "south", "east", "west")
        if name not in edges:
            raise ValueError(f"no such edge: {name}")
        number = edges.index(name)
        if number < 2:
            line = self.line_range[-number]
            return [(line, place) for place in self.place_range]
        place = self.place_range[2 - number]
        return [(line, place) for line in self.line_range]

    def hex_at(self, point: Point) -> Hex:
        """The hex that holds a page point; it may lie off the map."""
        guess = round(point[1] / ROW_HEIGHT)
        near = [(line, round(-point[0] - shift(line))) for line in (guess - 1, guess, guess + 1)]
        return min(near, key=lambda hex_: (distance(centre(hex_), point), hex_))


def distance(first: Point, second: Point) -> float:
    """Straight distance of two page points, in hexes, rounded so that ties are ties."""
    return round(math.hypot(first[0] - second[0], first[1] - second[1]), 6)


def distance_to_line(point: Point, course: list[Point]) -> float:
    """Distance of a point to the nearest stretch of a course."""
    return along(point, course)[0]


def along(point: Point, course: list[Point]) -> tuple[float, float]:
    """Distance of a point to a course, and how far along the course the nearest spot lies."""
    if len(course) == 1:
        return distance(point, course[0]), 0.0
    best, travelled = (math.inf, 0.0), 0.0
    for (ax, ay), (bx, by) in pairwise(course):
        dx, dy = bx - ax, by - ay
        length = math.hypot(dx, dy)
        if length == 0:
            continue
        part = max(0.0, min(1.0, ((point[0] - ax) * dx + (point[1] - ay) * dy) / length**2))
        gap = math.hypot(point[0] - ax - part * dx, point[1] - ay - part * dy)
        best = min(best, (round(gap, 6), round(travelled + part * length, 6)))
        travelled += length
    return best


def inside(point: Point, ring: list[Point]) -> bool:
    """Whether a point lies in a closed ring."""
    x, y = point
    odd = False
    for (ax, ay), (bx, by) in zip(ring, ring[1:] + ring[:1], strict=True):
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            odd = not odd
    return odd
