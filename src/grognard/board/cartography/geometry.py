"""Curves, polygons and repeatable randomness: the drawing instruments of the map."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import TypeAlias

Point: TypeAlias = tuple[float, float]
Box: TypeAlias = tuple[float, float, float, float]
"""Left, top, right and bottom edge of an upright rectangle."""

_MASK = (1 << 64) - 1


def chance(*key: int) -> float:
    """Return a number in [0, 1) that depends on nothing but `key`."""
    state = 0x9E3779B97F4A7C15
    for part in key:
        state = ((state ^ (part & _MASK)) * 0xBF58476D1CE4E5B9) & _MASK
        state = ((state ^ (state >> 27)) * 0x94D049BB133111EB) & _MASK
        state ^= state >> 31
    return (state >> 11) / (1 << 53)


def wobble(reach: float, *key: int) -> Point:
    """Return a repeatable displacement of at most `reach` in any direction."""
    angle = 2 * math.pi * chance(*key, 1)
    length = reach * math.sqrt(chance(*key, 2))
    return (length * math.cos(angle), length * math.sin(angle))


def number(value: float) -> str:
    """Write a coordinate with one decimal at most, as short as SVG allows.

    >>> number(12.04), number(-0.04), number(0.51)
    ('12', '0', '.5')
    """
    text = f"{value:.1f}"
    if text.endswith(".0"):
        text = text[:-2]
    if text in ("-0", "0"):
        return "0"
    if text.startswith("0."):
        return text[1:]
    if text.startswith("-0."):
        return "-" + text[2:]
    return text


def pair(point: Point) -> str:
    """Write a point as SVG path data.

    >>> pair((3.0, -4.25))
    '3-4.2'
    """
    x, y = number(point[0]), number(point[1])
    return x + y if y.startswith("-") else f"{x} {y}"


def _tenths(point: Point) -> Point:
    return (round(point[0], 1), round(point[1], 1))


class Pen:
    """Writes path data with relative coordinates that never drift from the true ones."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._at: Point = (0.0, 0.0)

    def _relative(self, command: str, points: Sequence[Point]) -> None:
        x, y = self._at
        words = [pair((px - x, py - y)) for px, py in map(_tenths, points)]
        text = words[0]
        for word in words[1:]:
            text += word if word.startswith("-") else " " + word
        self._parts.append(command + text)
        self._at = _tenths(points[-1])

    def move(self, point: Point) -> None:
        """Lift the pen and put it down at `point`."""
        self._parts.append("M" + pair(_tenths(point)))
        self._at = _tenths(point)

    def line(self, point: Point) -> None:
        """Draw a straight line to `point`."""
        self._relative("l", (point,))

    def quadratic(self, control: Point, point: Point) -> None:
        """Draw a curve with one control point."""
        self._relative("q", (control, point))

    def cubic(self, first: Point, second: Point, point: Point) -> None:
        """Draw a curve with two control points."""
        self._relative("c", (first, second, point))

    def dot(self, point: Point) -> None:
        """Put a dot, which a round line cap makes visible."""
        x, y = self._at
        px, py = _tenths(point)
        self._parts.append(f"{'m' if self._parts else 'M'}{pair((px - x, py - y))}h0")
        self._at = (px, py)

    def close(self) -> None:
        """Close the outline."""
        self._parts.append("z")

    @property
    def data(self) -> str:
        """The path data written so far."""
        return "".join(self._parts)


def middle(a: Point, b: Point) -> Point:
    """Return the point half way between two points."""
    return ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)


def mix(a: Point, b: Point, share: float) -> Point:
    """Return the point that lies `share` of the way from `a` to `b`."""
    return (a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share)


def shifted(point: Point, by: Point) -> Point:
    """Return `point` moved by a displacement."""
    return (point[0] + by[0], point[1] + by[1])


def gap(a: Point, b: Point) -> float:
    """Return the distance of two points."""
    return math.hypot(b[0] - a[0], b[1] - a[1])


def unit(a: Point, b: Point) -> Point:
    """Return the direction from `a` to `b` as a vector of length one."""
    length = gap(a, b) or 1.0
    return ((b[0] - a[0]) / length, (b[1] - a[1]) / length)


def centroid(points: Iterable[Point]) -> Point:
    """Return the mean of some points."""
    held = list(points)
    return (sum(x for x, _ in held) / len(held), sum(y for _, y in held) / len(held))


def blob(pen: Pen, controls: Sequence[Point]) -> None:
    """Draw the closed quadratic spline that the polygon `controls` pulls."""
    count = len(controls)
    pen.move(middle(controls[0], controls[1 % count]))
    for index in range(1, count + 1):
        control = controls[index % count]
        pen.quadratic(control, middle(control, controls[(index + 1) % count]))
    pen.close()


def blob_points(controls: Sequence[Point], steps: int = 3) -> list[Point]:
    """Sample the curve that `blob` draws."""
    count = len(controls)
    points: list[Point] = []
    for index in range(count):
        a = middle(controls[index - 1], controls[index])
        b = controls[index]
        c = middle(controls[index], controls[(index + 1) % count])
        for step in range(steps):
            share = step / steps
            points.append(mix(mix(a, b, share), mix(b, c, share), share))
    return points


def tangents(points: Sequence[Point], tension: float = 1 / 6) -> list[Point]:
    """Return the Catmull-Rom handle at each point of an open line."""
    last = len(points) - 1
    handles: list[Point] = []
    for index in range(len(points)):
        before, after = points[max(index - 1, 0)], points[min(index + 1, last)]
        handles.append(((after[0] - before[0]) * tension, (after[1] - before[1]) * tension))
    return handles


def curve_points(points: Sequence[Point], steps: int = 6) -> list[Point]:
    """Sample the smooth curve through `points`, `steps` samples for each stretch."""
    if len(points) < 3:
        return [mix(points[0], points[-1], step / steps) for step in range(steps + 1)]
    handles = tangents(points)
    samples: list[Point] = [points[0]]
    for index in range(len(points) - 1):
        samples.extend(stretch(points, handles, index, steps)[1:])
    return samples


def stretch(points: Sequence[Point], handles: Sequence[Point], index: int, steps: int) -> list[Point]:
    """Sample one stretch of the curve through `points`, both ends included."""
    a, d = points[index], points[index + 1]
    b = shifted(a, handles[index])
    c = (d[0] - handles[index + 1][0], d[1] - handles[index + 1][1])
    samples: list[Point] = []
    for step in range(steps + 1):
        share = step / steps
        rest = 1 - share
        weights = (rest**3, 3 * rest * rest * share, 3 * rest * share * share, share**3)
        samples.append(
            (
                weights[0] * a[0] + weights[1] * b[0] + weights[2] * c[0] + weights[3] * d[0],
                weights[0] * a[1] + weights[1] * b[1] + weights[2] * c[1] + weights[3] * d[1],
            )
        )
    return samples


def curve(pen: Pen, points: Sequence[Point], *, start: bool = True, first: int = 0, last: int = -1) -> None:
    """Draw the smooth curve through `points`, or only its stretches `first` to `last`."""
    handles = tangents(points)
    stop = len(points) - 1 if last < 0 else last
    if start:
        pen.move(points[first])
    for index in range(first, stop):
        a, d = points[index], points[index + 1]
        back = handles[index + 1]
        pen.cubic(shifted(a, handles[index]), (d[0] - back[0], d[1] - back[1]), d)


def normals(points: Sequence[Point]) -> list[Point]:
    """Return the unit vector to the right of travel at each point of a line (y grows downward)."""
    last = len(points) - 1
    result: list[Point] = []
    for index in range(len(points)):
        dx, dy = unit(points[max(index - 1, 0)], points[min(index + 1, last)])
        result.append((-dy, dx))
    return result


def offset(points: Sequence[Point], distances: Sequence[float]) -> list[Point]:
    """Move every point of a line sideways by its own distance, right of travel when positive."""
    return [
        (x + nx * by, y + ny * by)
        for (x, y), (nx, ny), by in zip(points, normals(points), distances, strict=True)
    ]


def length(points: Sequence[Point]) -> float:
    """Return the length of a line."""
    return sum(gap(a, b) for a, b in pairwise(points))


def along(points: Sequence[Point], spacing: float, start: float = 0.0) -> Iterator[tuple[Point, Point]]:
    """Walk a line and yield every `spacing` the point reached and the direction of travel."""
    ahead = start
    for a, b in pairwise(points):
        step = gap(a, b)
        if step == 0:
            continue
        heading = unit(a, b)
        while ahead <= step:
            yield (a[0] + heading[0] * ahead, a[1] + heading[1] * ahead), heading
            ahead += spacing
        ahead -= step


def crossing(first: Sequence[Point], second: Sequence[Point]) -> tuple[Point, Point] | None:
    """Return where two lines cross, with the heading of the first there; None if they do not."""
    for a, b in pairwise(first):
        for c, d in pairwise(second):
            det = (b[0] - a[0]) * (d[1] - c[1]) - (b[1] - a[1]) * (d[0] - c[0])
            if det == 0:
                continue
            s = ((c[0] - a[0]) * (d[1] - c[1]) - (c[1] - a[1]) * (d[0] - c[0])) / det
            t = ((c[0] - a[0]) * (b[1] - a[1]) - (c[1] - a[1]) * (b[0] - a[0])) / det
            if 0 <= s <= 1 and 0 <= t <= 1:
                return mix(a, b, s), unit(a, b)
    return None


def boxes_touch(a: Box, b: Box) -> bool:
    """Tell whether two rectangles share more than an edge."""
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def grown(box: Box, by: float) -> Box:
    """Return a rectangle moved outward on every side."""
    return (box[0] - by, box[1] - by, box[2] + by, box[3] + by)


class Interior:
    """Tells quickly whether points lie inside a set of closed outlines (even-odd)."""

    def __init__(self, outlines: Iterable[Sequence[Point]], band: float) -> None:
        self._band = band
        self._edges: dict[int, list[tuple[Point, Point]]] = {}
        for outline in outlines:
            for index, a in enumerate(outline):
                b = outline[(index + 1) % len(outline)]
                low, high = sorted((a[1], b[1]))
                for row in range(math.floor(low / band), math.floor(high / band) + 1):
                    self._edges.setdefault(row, []).append((a, b))

    def __contains__(self, point: Point) -> bool:
        x, y = point
        inside = False
        for (ax, ay), (bx, by) in self._edges.get(math.floor(y / self._band), ()):
            if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
                inside = not inside
        return inside


def scatter(box: Box, pitch: float, seed: int, jitter: float = 0.42) -> Iterator[tuple[int, Point]]:
    """Yield numbered points strewn evenly yet irregularly over a rectangle, row by row."""
    left, top, right, bottom = box
    rows = math.ceil((bottom - top) / (pitch * 0.866))
    columns = math.ceil((right - left) / pitch)
    for row in range(rows + 1):
        for column in range(columns + 1):
            key = row * 100_003 + column
            dx, dy = wobble(pitch * jitter, seed, key)
            x = left + (column + (row % 2) / 2) * pitch + dx
            y = top + row * pitch * 0.866 + dy
            if left <= x <= right and top <= y <= bottom:
                yield key, (x, y)
