"""Names along rivers, canals and roads: each slides along its course to where it stands best."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal
from xml.sax.saxutils import escape

from grognard.board.cartography.geometry import Point, centroid, gap, length, middle, offset, unit
from grognard.board.cartography.lettering import MapLabel, Placed, letter_boxes, type_size
from grognard.board.cartography.mesh import Mesh
from grognard.board.cartography.roads import Way
from grognard.board.cartography.svg import element
from grognard.board.cartography.typeface import ASCENT, DESCENT, SERIF_ITALIC
from grognard.board.cartography.water import River

_LONG = 7
"""From how many hexsides on a river has its name written without being asked."""


@dataclass(frozen=True)
class Course:
    """A line that can carry a name."""

    name: str
    line: tuple[Point, ...]
    breadth: float
    ink: Literal["water", "road"]
    size: float
    spacing: float


def courses(flows: Sequence[River], found: Sequence[Way]) -> list[Course]:
    """Return every river and road as a line to write along."""
    rivers = [
        Course(
            river.name,
            river.line,
            max(river.widths),
            "water",
            min(24.0, 12.5 + max(river.widths)),
            1.2 if river.canal else 0.9,
        )
        for river in flows
    ]
    return rivers + [Course(way.name, tuple(way.line()), 7.0, "road", 16.0, 1.4) for way in found]


def course_names(flows: Sequence[River], found: Sequence[Way], asked: Sequence[MapLabel]) -> list[MapLabel]:
    """Return the names to write along courses: those asked for, and once every long river."""
    named = {river.name for river in flows} | {way.name for way in found}
    names = [name for name in asked if name.text in named]
    written = {name.text for name in names}
    for river in sorted(flows, key=lambda r: (-max(r.widths), r.name)):
        if river.name in written or not river.name[:1].isupper():
            continue
        if max(len(flow.sides) for flow in flows if flow.name == river.name) >= _LONG:
            names.append(MapLabel(river.name, "river", ()))
        written.add(river.name)
    return names


def along_course(
    name: MapLabel, lines: Iterable[Course], mesh: Mesh, number: int
) -> Iterator[tuple[float, Placed]]:
    """Yield every place along its course where a name might stand, with what is against it."""
    home = centroid(mesh.of_hex[hex_].centre for hex_ in name.hexes) if name.hexes else None
    for index, course in enumerate(lines):
        if course.name != name.text:
            continue
        size = type_size(name, course.size)
        width = SERIF_ITALIC.width(name.text, size, course.spacing)
        spine = _evened(course.line, 5.0)
        count = math.ceil(width * 1.06 / 5.0)
        middle_at = len(spine) / 2
        for start in range(2, len(spine) - count - 2, 4):
            part = spine[start : start + count + 1]
            own = _bend(part)
            if home is not None:
                own += 0.1 * gap(middle(part[0], part[-1]), home)
            else:
                own += 6.0 * abs(start + count / 2 - middle_at) / len(spine)
            for above in (True, False):
                yield own, _curved(course, part, size, course.spacing, above, f"course-{number}-{index}")


def _evened(line: Sequence[Point], spacing: float) -> list[Point]:
    """Resample a line evenly and smooth it, so that letters stand quietly on it."""
    even: list[Point] = [line[0]]
    carried = 0.0
    for a, b in pairwise(line):
        step = gap(a, b)
        at = spacing - carried
        while at <= step:
            even.append((a[0] + (b[0] - a[0]) * at / step, a[1] + (b[1] - a[1]) * at / step))
            at += spacing
        carried = step - (at - spacing)
    for _ in range(3):
        even = [centroid(even[max(0, i - 5) : i + 6]) for i in range(len(even))]
    return even


def _bend(part: Sequence[Point]) -> float:
    """Return how much a base line turns, and a charge for standing upright."""
    hops = part[::4]
    headings = [math.atan2(b[1] - a[1], b[0] - a[0]) for a, b in pairwise(hops)]
    turning = sum(
        abs((after - before + math.pi) % (2 * math.pi) - math.pi) for before, after in pairwise(headings)
    )
    whole = unit(part[0], part[-1])
    return 7.0 * turning + 7.0 * max(0.0, abs(whole[1]) - 0.75)


def _curved(
    course: Course, part: Sequence[Point], size: float, spacing: float, above: bool, identity: str
) -> Placed:
    line = list(part) if part[-1][0] >= part[0][0] else list(part)[::-1]
    breadth = course.breadth
    aside = -(breadth / 2 + 3.0 + size * DESCENT * 0.4) if above else breadth / 2 + 3.0 + size * ASCENT
    base = _stretched(offset(line, [aside] * len(line)), SERIF_ITALIC.width(course.name, size, spacing) + 2.0)
    base = [*base[:-1:3], base[-1]]  # enough for a line so smooth
    definition = element("path", id=identity, d=_through(base))
    drawn = element(
        "text",
        element("textPath", escape(course.name), href=f"#{identity}"),
        class_=f"label label-{course.ink}",
        font_size=size,
        letter_spacing=spacing,
    )
    return Placed(course.name, letter_boxes(base, size), drawn, definition)


def _stretched(base: list[Point], wanted: float) -> list[Point]:
    """Lengthen a base line that an inner bend made too short for its words; else letters would be lost."""
    short = wanted - length(base)
    if short <= 0:
        return base
    heading = unit(base[-4], base[-1])
    return [*base, (base[-1][0] + heading[0] * short, base[-1][1] + heading[1] * short)]


def _through(points: Sequence[Point]) -> str:
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
