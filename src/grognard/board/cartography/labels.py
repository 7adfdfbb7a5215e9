"""Lettering: where names stand so that none covers another.

Names of places choose among positions around their mark; names of regions and lakes may be nudged; names
of rivers slide along their course. Every candidate is judged by what it would cover, the best free one wins.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from grognard.board.cartography.geometry import (
    Box,
    Point,
    boxes_touch,
    centroid,
    gap,
    grown,
    middle,
    offset,
    unit,
)
from grognard.board.cartography.mesh import UNIT, Mesh
from grognard.board.cartography.style import PlaceForm, Style
from grognard.board.cartography.svg import element, text
from grognard.board.cartography.typeface import (
    ASCENT,
    DESCENT,
    SANS,
    SANS_BOLD,
    SERIF_BOLD,
    SERIF_ITALIC,
    Face,
)
from grognard.board.cartography.water import River
from grognard.board.model import Board, Place

_BUCKET = 40.0
_COVERED = 1e9
_MIDDLE_RANK = 3


@dataclass(frozen=True)
class MapLabel:
    """A name to be written on the map: of a river, a lake, a wood, a region."""

    text: str
    kind: str
    hexes: tuple[int, ...]
    """The hex where the name stands, or several along which it runs."""
    angle: float = 0.0
    """Degrees clockwise from level."""
    rank: int = 0
    """How large it is written: 1 is the largest; 0 leaves it to the map."""


@dataclass(frozen=True)
class Placed:
    """A name as written: its SVG, the boxes it takes, and the path it runs along if it is curved."""

    words: str
    boxes: tuple[Box, ...]
    svg: str
    definition: str = ""


class Ground:
    """What lies under the lettering: points that are a pity to cover, and boxes already taken."""

    def __init__(self, frame: Box) -> None:
        self.frame = frame
        self._points: dict[tuple[int, int], list[tuple[Point, float]]] = {}
        self._taken: list[Box] = []

    def mark(self, points: Iterable[Point], weight: float) -> None:
        """Note points that a name had better not cover."""
        for point in points:
            key = (math.floor(point[0] / _BUCKET), math.floor(point[1] / _BUCKET))
            self._points.setdefault(key, []).append((point, weight))

    def take(self, boxes: Iterable[Box]) -> None:
        """Reserve boxes for a name."""
        self._taken.extend(boxes)

    def cost(self, boxes: Sequence[Box]) -> float:
        """Return how bad it would be to write here; `_COVERED` when it must not be."""
        left, top, right, bottom = self.frame
        total = 0.0
        for box in boxes:
            if box[0] < left or box[1] < top or box[2] > right or box[3] > bottom:
                return _COVERED
            if any(boxes_touch(box, other) for other in self._taken):
                return _COVERED
            total += sum(weight for _, weight in self._under(box))
        return total

    def _under(self, box: Box) -> Iterator[tuple[Point, float]]:
        for column in range(math.floor(box[0] / _BUCKET), math.floor(box[2] / _BUCKET) + 1):
            for row in range(math.floor(box[1] / _BUCKET), math.floor(box[3] / _BUCKET) + 1):
                for point, weight in self._points.get((column, row), ()):
                    if box[0] <= point[0] <= box[2] and box[1] <= point[1] <= box[3]:
                        yield point, weight


def place_labels(
    board: Board, mesh: Mesh, style: Style, flows: Sequence[River], names: Sequence[MapLabel], ground: Ground
) -> list[Placed]:
    """Write all names: places by rank, then regions and lakes, then rivers."""
    placed: list[Placed] = []
    order: dict[PlaceForm, int] = {"city": 0, "town": 1, "village": 2}
    for place in sorted(
        board.places.values(), key=lambda p: (order[style.place_style(p.kind).form], -len(p.hexes), p.id)
    ):
        _keep(_best(_around_place(place, mesh, style), ground), placed, ground)
    rivers = {river.name for river in flows}
    for name in sorted(names, key=lambda n: n.rank or _MIDDLE_RANK):
        if name.text not in rivers:
            _keep(_best(_on_ground(name, mesh), ground), placed, ground)
    for name in _river_names(flows, names, mesh):
        _keep(_best(_along_river(name, flows, mesh, len(placed)), ground), placed, ground)
    return placed


def _keep(best: Placed | None, placed: list[Placed], ground: Ground) -> None:
    if best is not None:
        placed.append(best)
        ground.take(best.boxes)


def _best(candidates: Iterable[tuple[float, Placed]], ground: Ground) -> Placed | None:
    """Return the candidate of the lowest cost, its own and that of what it covers; None if none fits."""
    best, lowest = None, _COVERED
    for own, candidate in candidates:
        if own < lowest:
            cost = own + ground.cost(candidate.boxes)
            if cost < lowest:
                best, lowest = candidate, cost
    return best


# Places


def _around_place(place: Place, mesh: Mesh, style: Style) -> Iterator[tuple[float, Placed]]:
    form = style.place_style(place.kind).form
    face, size, spacing = _place_type(form, len(place.hexes))
    words = place.name.upper() if form == "city" and len(place.hexes) > 5 else place.name
    width = face.width(words, size, spacing)
    height = size * (ASCENT + DESCENT)
    centre, reach_x, reach_y = _extent(place, mesh, form)
    for own, (x, y) in _stands(centre, width, height, reach_x, reach_y, form):
        box = (x, y, x + width, y + height)
        drawn = text(
            words,
            (x, y + size * ASCENT),
            f"label label-{form}",
            font_size=size,
            **({"letter_spacing": spacing} if spacing else {}),
        )
        yield own, Placed(words, (box,), drawn)


def _place_type(form: PlaceForm, hexes: int) -> tuple[Face, float, float]:
    """Return the face, size and letter spacing for the name of a place."""
    if form == "city":
        size = min(46.0, 19.0 + 2.6 * math.sqrt(max(0, hexes - 2)) ** 1.25)
        return SERIF_BOLD, round(size, 1), 2.5 if hexes > 5 else 0.4
    return (SANS_BOLD, 16.5, 0.2) if form == "town" else (SANS, 14.5, 0.0)


def _extent(place: Place, mesh: Mesh, form: PlaceForm) -> tuple[Point, float, float]:
    cells = [mesh.of_hex[hex_].centre for hex_ in place.hexes]
    xs, ys = [x for x, _ in cells], [y for _, y in cells]
    margin = {"city": 0.5, "town": 0.29, "village": 0.22}[form] * UNIT
    centre = ((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2)
    return centre, (max(xs) - min(xs)) / 2 + margin, (max(ys) - min(ys)) / 2 + margin


def _stands(
    centre: Point, width: float, height: float, reach_x: float, reach_y: float, form: PlaceForm
) -> Iterator[tuple[float, Point]]:
    """Yield upper left corners for a name around its mark, the liked ones cheapest."""
    x, y = centre
    if form == "city":
        yield -4.0, (x - width / 2, y - height / 2)
    for ring in range(5):
        out = 1.5 + 7.0 * ring
        beside, below = reach_x + out, reach_y + out
        slant = 0.72
        cost = 6.0 * ring
        yield cost, (x + beside, y - height / 2)
        yield cost + 0.6, (x + beside * slant, y - below * slant - height * 0.7)
        yield cost + 0.8, (x + beside * slant, y + below * slant - height * 0.3)
        yield cost + 1.2, (x - width / 2, y - below - height)
        yield cost + 1.4, (x - width / 2, y + below)
        yield cost + 1.6, (x - beside - width, y - height / 2)
        yield cost + 2.0, (x - beside * slant - width, y - below * slant - height * 0.7)
        yield cost + 2.2, (x - beside * slant - width, y + below * slant - height * 0.3)
        for share in (0.25, 0.75):
            yield cost + 1.8, (x - width * share, y - below - height)
            yield cost + 2.0, (x - width * share, y + below)


# Regions and lakes

_WATERY = frozenset({"river", "stream", "canal", "lake", "reservoir", "sea", "water", "bay"})


def _on_ground(name: MapLabel, mesh: Mesh) -> Iterator[tuple[float, Placed]]:
    watery = name.kind in _WATERY
    size = _type_size(name, 15.0 if watery else 24.0)
    spacing = 0.6 if watery else size * 0.16
    home = centroid(mesh.of_hex[hex_].centre for hex_ in name.hexes)
    for own, (dx, dy) in _nudges():
        yield own, _slanted(name, size, spacing, (home[0] + dx, home[1] + dy), watery)


def _type_size(name: MapLabel, usual: float) -> float:
    """Return the type size in page units: half as large again for rank 1, smaller for the last ranks."""
    return usual * {0: 1.0, 1: 1.5, 2: 1.2}.get(name.rank, 0.92)


def _nudges() -> Iterator[tuple[float, Point]]:
    yield 0.0, (0.0, 0.0)
    for ring in range(1, 13):
        for turn in range(12):
            angle = turn * math.pi / 6
            yield 1.4 * ring, (ring * 14 * math.cos(angle), ring * 11 * math.sin(angle))


def _slanted(name: MapLabel, size: float, spacing: float, centre: Point, watery: bool) -> Placed:
    width = SERIF_ITALIC.width(name.text, size, spacing) - spacing
    turn = math.radians(name.angle)
    along = (math.cos(turn), math.sin(turn))
    start = (centre[0] - along[0] * width / 2, centre[1] - along[1] * width / 2)
    rise = size * (ASCENT - DESCENT) / 2
    base = (start[0] - along[1] * rise, start[1] + along[0] * rise)
    line = [(base[0] + along[0] * width * s / 12, base[1] + along[1] * width * s / 12) for s in range(13)]
    boxes = (
        _letter_boxes(line, size)
        if name.angle
        else ((base[0], base[1] - size * ASCENT, base[0] + width, base[1] + size * DESCENT),)
    )
    slope = {"transform": f"rotate({name.angle:g} {base[0]:.1f} {base[1]:.1f})"} if name.angle else {}
    drawn = text(
        name.text,
        base,
        f"label label-{'water' if watery else 'region'}",
        font_size=size,
        letter_spacing=round(spacing, 1),
        **slope,
    )
    return Placed(name.text, boxes, drawn)


def _letter_boxes(line: Sequence[Point], size: float) -> tuple[Box, ...]:
    """Return one upright box for every two neighbouring points of a slanted or curved base line."""
    boxes: list[Box] = []
    for a, b in pairwise(line):
        hx, hy = unit(a, b)
        up = (hy * size * ASCENT, -hx * size * ASCENT)
        down = (-hy * size * DESCENT, hx * size * DESCENT)
        corners = [(p[0] + d[0], p[1] + d[1]) for p in (a, b) for d in (up, down)]
        xs, ys = [x for x, _ in corners], [y for _, y in corners]
        boxes.append((min(xs), min(ys), max(xs), max(ys)))
    return tuple(boxes)


# Rivers


def _river_names(flows: Sequence[River], names: Sequence[MapLabel], mesh: Mesh) -> list[MapLabel]:
    """Return the names to write along rivers: as the map asks, else once for every long stretch."""
    rivers = {river.name for river in flows}
    asked = [name for name in names if name.text in rivers]
    written = {name.text for name in asked}
    for river in sorted(flows, key=lambda r: (-max(r.widths), r.name)):
        if river.name in written or not river.name[:1].isupper():
            continue
        long = [flow for flow in flows if flow.name == river.name]
        if max(len(flow.sides) for flow in long) >= 7:
            asked.append(MapLabel(river.name, "river", ()))
        written.add(river.name)
    return asked


def _along_river(
    name: MapLabel, flows: Sequence[River], mesh: Mesh, number: int
) -> Iterator[tuple[float, Placed]]:
    home = centroid(mesh.of_hex[hex_].centre for hex_ in name.hexes) if name.hexes else None
    for index, river in enumerate(flows):
        if river.name != name.text:
            continue
        size = _type_size(name, min(24.0, 12.5 + 1.0 * max(river.widths)))
        spacing = 1.2 if river.canal else 0.9
        width = SERIF_ITALIC.width(name.text, size, spacing)
        spine = _evened(river.line, 5.0)
        count = math.ceil(width * 1.06 / 5.0)
        middle_at = len(spine) / 2
        for start in range(2, len(spine) - count - 2, 2):
            part = spine[start : start + count + 1]
            own = _bend(part)
            if home is not None:
                own += 0.1 * gap(middle(part[0], part[-1]), home)
            else:
                own += 6.0 * abs(start + count / 2 - middle_at) / len(spine)
            for above in (True, False):
                identity = f"course-{number}-{index}"
                yield own, _curved(name.text, part, size, spacing, max(river.widths), above, identity)


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
    words: str, part: Sequence[Point], size: float, spacing: float, breadth: float, above: bool, identity: str
) -> Placed:
    line = list(part) if part[-1][0] >= part[0][0] else list(part)[::-1]
    aside = -(breadth / 2 + 3.0 + size * DESCENT * 0.4) if above else breadth / 2 + 3.0 + size * ASCENT
    base = offset(line, [aside] * len(line))
    definition = element("path", id=identity, d=_through(base))
    drawn = element(
        "text",
        element("textPath", words, href=f"#{identity}"),
        class_="label label-water",
        font_size=size,
        letter_spacing=spacing,
    )
    return Placed(words, _letter_boxes(base[::3], size), drawn, definition)


def _through(points: Sequence[Point]) -> str:
    """Write a base line; every third sample is enough for its eye-smooth course."""
    kept = [*points[:-1:3], points[-1]]
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in kept)


def labels_ground(
    frame: Box,
    roads: Iterable[tuple[Sequence[Point], float]],
    flows: Sequence[River],
    marks: Iterable[Box],
    numbers: Iterable[Point],
) -> Ground:
    """Return what the lettering should mind: roads, rivers, town marks, hex numbers."""
    ground = Ground(grown(frame, -6.0))
    for line, weight in roads:
        ground.mark(line, weight)
    for river in flows:
        ground.mark(river.line[::2], 0.7)
    for left, top, right, bottom in marks:
        ground.mark(
            [
                (left + (right - left) * i / 4, top + (bottom - top) * j / 4)
                for i in range(5)
                for j in range(5)
            ],
            3.0,
        )
    ground.mark(numbers, 0.5)
    return ground
