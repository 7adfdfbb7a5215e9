"""From longitude and latitude to the page: an affine fit, or a cone, bent through anchors.

The numbering of the printed map is known, its picture is not. Places whose hex the rule book gives
and set-ups whose place history gives are the anchors; between them the map is bent as little as
possible, with a Gaussian weight that fades over a few hexes.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from tools.mapmaker.hexgrid import Point, page_point

KM_PER_DEGREE = 111.2
ROW = math.sqrt(3) / 2


@dataclass(frozen=True)
class Anchor:
    """A place on earth and the fractional line and place where the map must have it."""

    name: str
    lon: float
    lat: float
    line: float
    place: float
    weight: float


@dataclass(frozen=True)
class Affine:
    """line = a + b x + c y, place = d + e x + f y; x, y in km east and north of the origin."""

    origin: Point
    terms: tuple[float, float, float, float, float, float]

    def __call__(self, lon: float, lat: float) -> Point:
        """The fractional (line, place) of a point on earth."""
        x = (lon - self.origin[0]) * KM_PER_DEGREE * math.cos(math.radians(self.origin[1]))
        y = (lat - self.origin[1]) * KM_PER_DEGREE
        a, b, c, d, e, f = self.terms
        return a + b * x + c * y, d + e * x + f * y


@dataclass(frozen=True)
class Conic:
    """An equidistant cone for maps of half a continent, true in scale along its meridians.

    line = u + scale x east, place = v + scale x south, both in hexes of the cone's own plane.
    """

    meridian: float
    cone: float
    reach: float
    line_scale: float
    place_scale: float
    line: float
    place: float

    @property
    def origin(self) -> Point:
        """A point from which to look for others."""
        return self.meridian, self.reach - 55

    def __call__(self, lon: float, lat: float) -> Point:
        """The fractional (line, place) of a point on earth."""
        angle, radius = math.radians(self.cone * (lon - self.meridian)), self.reach - lat
        return (
            self.line + self.line_scale * radius * math.sin(angle),
            self.place + self.place_scale * radius * math.cos(angle),
        )


class Projection:
    """The affine fit plus the bend through its anchors."""

    def __init__(self, affine: Affine | Conic, anchors: list[Anchor], reach: float, stiffness: float) -> None:
        self._affine = affine
        self._reach = reach
        self._base = [affine(anchor.lon, anchor.lat) for anchor in anchors]
        matrix = [[self._fade(one, two) for two in self._base] for one in self._base]
        for row, anchor in enumerate(anchors):
            matrix[row][row] += stiffness / anchor.weight**2
        pulls = [
            (anchor.line - base[0], anchor.place - base[1])
            for anchor, base in zip(anchors, self._base, strict=True)
        ]
        self._pull_line = solve(matrix, [pull[0] for pull in pulls])
        self._pull_place = solve(matrix, [pull[1] for pull in pulls])

    def _fade(self, one: Point, two: Point) -> float:
        square = ((one[0] - two[0]) * ROW) ** 2 + (one[1] - two[1]) ** 2
        return math.exp(-square / 2 / self._reach**2)

    def grid(self, lon: float, lat: float) -> Point:
        """The fractional (line, place) of a point on earth."""
        line, place = self._affine(lon, lat)
        fades = [self._fade((line, place), base) for base in self._base]
        bent_line = line + sum(f * w for f, w in zip(fades, self._pull_line, strict=True))
        bent_place = place + sum(f * w for f, w in zip(fades, self._pull_place, strict=True))
        return round(bent_line, 6), round(bent_place, 6)

    def page(self, lon: float, lat: float) -> Point:
        """The page point of a point on earth."""
        return page_point(*self.grid(lon, lat))

    def earth(self, line: float, place: float) -> Point:
        """The longitude and latitude of a fractional (line, place), by Newton's steps."""
        lon, lat = self._affine.origin
        for _ in range(30):
            here = self.grid(lon, lat)
            east, north = self.grid(lon + 0.01, lat), self.grid(lon, lat + 0.01)
            a, b = (east[0] - here[0]) / 0.01, (north[0] - here[0]) / 0.01
            c, d = (east[1] - here[1]) / 0.01, (north[1] - here[1]) / 0.01
            det = a * d - b * c
            miss_line, miss_place = line - here[0], place - here[1]
            lon += max(-0.3, min(0.3, (d * miss_line - b * miss_place) / det))
            lat += max(-0.3, min(0.3, (a * miss_place - c * miss_line) / det))
        return round(lon, 4), round(lat, 4)


def solve(matrix: list[list[float]], right: list[float]) -> list[float]:
    """Solve a small linear system by elimination with row exchange."""
    size = len(right)
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for step in range(size):
        pivot = max(range(step, size), key=lambda index: abs(rows[index][step]))
        rows[step], rows[pivot] = rows[pivot], rows[step]
        for index in range(step + 1, size):
            factor = rows[index][step] / rows[step][step]
            for column in range(step, size + 1):
                rows[index][column] -= factor * rows[step][column]
    result = [0.0] * size
    for step in reversed(range(size)):
        known = sum(rows[step][column] * result[column] for column in range(step + 1, size))
        result[step] = (rows[step][size] - known) / rows[step][step]
    return result
