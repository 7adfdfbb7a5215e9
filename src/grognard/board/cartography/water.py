"""Lakes, rivers and canals.

A river runs along hexsides; on the page its corners are eased and joined by one smooth curve, and its
width grows from spring to mouth. Every river shares the eased corners, so that tributaries meet it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from grognard.board.cartography.geometry import (
    Pen,
    Point,
    curve_points,
    gap,
    mix,
    offset,
    shifted,
    unit,
    wobble,
)
from grognard.board.cartography.mesh import Mesh
from grognard.board.cartography.style import Style, WaterStyle
from grognard.board.cartography.svg import element, group, path, points_path
from grognard.board.cartography.terrain import Area
from grognard.board.model import Board

_STEPS = 5


@dataclass(frozen=True)
class River:
    """One stretch of flowing water as drawn, from spring to mouth."""

    name: str
    canal: bool
    line: tuple[Point, ...]
    """The middle of the stream, sampled closely."""
    widths: tuple[float, ...]
    """The full width at every point of the line."""
    sides: tuple[tuple[int, int], ...]
    """The hexsides it follows, as pairs of corners of the mesh."""


@dataclass(frozen=True)
class _Course:
    """A river as data: a row of corners and the style of each side between them."""

    name: str
    corners: tuple[int, ...]
    styles: tuple[WaterStyle, ...]


def rivers(mesh: Mesh, board: Board, style: Style) -> tuple[River, ...]:
    """Return every river and canal of the map, small ones first."""
    courses = _oriented([_downstream(course) for course in _courses(mesh, board, style)], mesh, board, style)
    eased = _eased(mesh, courses)
    drawn = [_river(course, mesh, board, style, eased, courses) for course in courses]
    return tuple(sorted(drawn, key=lambda river: (max(river.widths), river.name, river.line[0])))


def _sides(mesh: Mesh, board: Board, style: Style) -> dict[str, dict[tuple[int, int], WaterStyle]]:
    """Return, for each name of water, its sides as sorted pairs of corners with their style."""
    found: dict[str, dict[tuple[int, int], WaterStyle]] = {}
    for side, features in board.side_features.items():
        a, b = board.grid.side_hexes(side)
        for feature in features:
            water = style.water_style(feature.kind, feature.name)
            if water is None or b < 0:
                continue
            first, second = sorted(mesh.side(a, b))
            name = feature.name or feature.id or feature.kind
            found.setdefault(name, {})[first, second] = water
    return found


def _courses(mesh: Mesh, board: Board, style: Style) -> list[_Course]:
    """Cut the sides of each river into unbroken courses, the longest possible first."""
    courses: list[_Course] = []
    for name, sides in _sides(mesh, board, style).items():
        left = dict(sides)
        while left:
            corners = longest_path(left)
            styles = tuple(left.pop(_pair(a, b)) for a, b in pairwise(corners))
            courses.append(_Course(name, tuple(corners), styles))
    return courses


def _pair(a: int, b: int) -> tuple[int, int]:
    return (a, b) if a < b else (b, a)


def longest_path(sides: Iterable[tuple[int, int]]) -> list[int]:
    """Return the longest path of some sides (exact for a tree, good for a net)."""
    links: dict[int, list[int]] = {}
    for a, b in sides:
        links.setdefault(a, []).append(b)
        links.setdefault(b, []).append(a)
    start = min(links, key=lambda corner: (len(links[corner]) != 1, corner))
    return _farthest(links, _farthest(links, start)[-1])


def _farthest(links: Mapping[int, Sequence[int]], start: int) -> list[int]:
    came: dict[int, int] = {start: start}
    wave, last = [start], start
    while wave:
        last = min(wave)
        following: list[int] = []
        for corner in wave:
            for neighbour in sorted(links[corner]):
                if neighbour not in came:
                    came[neighbour] = corner
                    following.append(neighbour)
        wave = following
    row = [last]
    while row[-1] != start:
        row.append(came[row[-1]])
    return row[::-1]


def _lake_corners(mesh: Mesh, board: Board, style: Style) -> frozenset[int]:
    return frozenset(
        corner
        for cell in mesh.of_hex.values()
        if style.terrain_style(board.terrain[cell.hex]).texture == "lake"
        for corner in cell.corners
    )


def _downstream(course: _Course) -> _Course:
    """Turn a course so that the greater class of water lies at its mouth."""
    if course.styles[0].rank > course.styles[-1].rank:
        return _turned(course)
    return course


def _turned(course: _Course) -> _Course:
    return _Course(course.name, course.corners[::-1], course.styles[::-1])


def _oriented(courses: Sequence[_Course], mesh: Mesh, board: Board, style: Style) -> list[_Course]:
    """Turn courses of one class so that they run into the greater water that they touch."""
    lakes = _lake_corners(mesh, board, style)
    result: list[_Course] = []
    for course in courses:
        pulls = [_pull(course, end, courses, lakes, mesh) for end in (course.corners[0], course.corners[-1])]
        turn = course.styles[0].rank == course.styles[-1].rank and pulls[0] > pulls[1]
        result.append(_turned(course) if turn else course)
    return result


def _pull(
    course: _Course, end: int, courses: Sequence[_Course], lakes: frozenset[int], mesh: Mesh
) -> tuple[int, int]:
    """Return how much an end of a course looks like its mouth."""
    rank = course.styles[0].rank
    touching = [
        other.styles[max(0, other.corners.index(end) - 1)].rank
        for other in courses
        if other is not course and end in other.corners
    ]
    greater = max((other for other in touching if other >= rank), default=-1)
    return (greater, int(end in lakes) + int(mesh.on_edge(end)))


def _eased(mesh: Mesh, courses: Sequence[_Course]) -> dict[int, Point]:
    """Return the page position of every corner of the water net, its zigzag softened."""
    links: dict[int, set[int]] = {}
    canal: set[int] = set()
    for course in courses:
        for (a, b), water in zip(
            zip(course.corners, course.corners[1:], strict=False), course.styles, strict=True
        ):
            links.setdefault(a, set()).add(b)
            links.setdefault(b, set()).add(a)
            if water.form == "canal":
                canal |= {a, b}
    place = {corner: mesh.points[corner] for corner in links}
    for _ in range(2):
        place = {
            corner: _pulled(place, corner, sorted(links[corner]), 0.5 if corner in canal else 0.36)
            for corner in links
        }
    return {
        corner: point if corner in canal else shifted(point, wobble(0.035 * mesh.unit, 3, corner))
        for corner, point in place.items()
    }


def _pulled(place: Mapping[int, Point], corner: int, beside: Sequence[int], share: float) -> Point:
    if len(beside) == 1:
        return place[corner]
    mean = (
        sum(place[other][0] for other in beside) / len(beside),
        sum(place[other][1] for other in beside) / len(beside),
    )
    return mix(place[corner], mean, share)


def _river(
    course: _Course,
    mesh: Mesh,
    board: Board,
    style: Style,
    eased: Mapping[int, Point],
    courses: Sequence[_Course],
) -> River:
    points = [eased[corner] for corner in course.corners]
    widths = _widths(course, mesh.unit)
    joined = {corner for other in courses if other is not course for corner in other.corners}
    head, tail = (_beyond(mesh, board, style, end, joined) for end in (course.corners[0], course.corners[-1]))
    if head is not None:
        points.insert(0, head)
        widths.insert(0, widths[0])
    if tail is not None:
        points.append(tail)
        widths.append(widths[-1])
    line = curve_points(points, _STEPS)
    return River(
        course.name,
        any(water.form == "canal" for water in course.styles),
        tuple(line),
        tuple(_sampled(widths, len(line))),
        tuple(_pair(a, b) for a, b in zip(course.corners, course.corners[1:], strict=False)),
    )


def _widths(course: _Course, hex_width: float) -> list[float]:
    """Return the width at every corner: that of the class, thin at the spring, growing on the way."""
    count = len(course.corners)
    raw = [water.width for water in course.styles]
    at_corner = [raw[0], *((a + b) / 2 for a, b in pairwise(raw)), raw[-1]]
    if any(water.form == "canal" for water in course.styles):
        return [width * hex_width for width in at_corner]
    smooth = [
        sum(at_corner[max(0, i - 2) : i + 3]) / len(at_corner[max(0, i - 2) : i + 3]) for i in range(count)
    ]
    grown_by = [min(1.0, 0.45 + 0.1 * i) * (0.82 + 0.36 * i / max(1, count - 1)) for i in range(count)]
    return [hex_width * width * by for width, by in zip(smooth, grown_by, strict=True)]


def _sampled(values: Sequence[float], count: int) -> list[float]:
    last = len(values) - 1
    sampled: list[float] = []
    for index in range(count):
        place = last * index / (count - 1)
        low = min(int(place), last - 1)
        sampled.append(values[low] + (values[low + 1] - values[low]) * (place - low))
    return sampled


def _beyond(mesh: Mesh, board: Board, style: Style, end: int, joined: set[int]) -> Point | None:
    """Return where a river goes on: out of the map, or into the lake at whose shore it ends."""
    at = mesh.points[end]
    if mesh.on_edge(end):
        heading = unit(mesh.inward(end), at)
        return (at[0] + heading[0] * mesh.unit, at[1] + heading[1] * mesh.unit)
    if end in joined:
        return None
    for number in mesh.cells_at[end]:
        cell = mesh.cells[number]
        if cell.real and style.terrain_style(board.terrain[cell.hex]).texture == "lake":
            return mix(at, cell.centre, 0.45)
    return None


def draw_water(flows: Sequence[River], lake: Area | None) -> str:
    """Draw all banks, then all water over them, so that rivers open into lakes and each other."""
    natural = [river for river in flows if not river.canal]
    ribbons = "".join(_ribbon(river) for river in natural)
    shape = lake.data if lake else ""
    return group(
        "water",
        path(shape, "shore"),
        group("rivers", path(ribbons, "river-bank"), path(ribbons, "river")),
        _lake(shape) if shape else "",
        _canals([river for river in flows if river.canal]),
    )


def definitions(lake: Area | None) -> str:
    """Return the clip path that keeps the shore lines inside the lakes."""
    if lake is None:
        return ""
    return element("clipPath", element("path", d=lake.data), id="lake-clip")


def _lake(shape: str) -> str:
    lines = [path(shape, f"water-line water-line-{step}") for step in (4, 3, 2, 1)]
    return group("lakes", path(shape, "lake"), element("g", *lines, clip_path="url(#lake-clip)"))


def _ribbon(river: River) -> str:
    """Return the outline of a river that has its width at every point."""
    half = [width / 2 for width in river.widths]
    right = offset(river.line, half)
    left = offset(river.line, [-by for by in half])
    return points_path([*_thinned(right), *reversed(_thinned(left))], closed=True)


def _thinned(points: Sequence[Point]) -> list[Point]:
    """Drop samples that lie too close together to be seen."""
    kept = [points[0]]
    for point in points[1:-1]:
        if gap(kept[-1], point) > 4.0:
            kept.append(point)
    return [*kept, points[-1]]


def _canals(canals: Sequence[River]) -> str:
    if not canals:
        return ""
    pen = Pen()
    for canal in canals:
        pen.move(canal.line[0])
        for point in _thinned(canal.line)[1:]:
            pen.line(point)
    width = max(canal.widths[0] for canal in canals)
    return group(
        "canals",
        path(pen.data, "canal-bank", stroke_width=width),
        path(pen.data, "canal-bed", stroke_width=width - 2.2),
        path(pen.data, "canal-water", stroke_width=width * 0.36),
    )
