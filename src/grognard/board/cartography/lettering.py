"""What lettering is made of: names, the boxes they take, and the ground that they should not cover."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from grognard.board.cartography.geometry import Box, Point, boxes_touch, grown, unit
from grognard.board.cartography.typeface import ASCENT, DESCENT
from grognard.board.cartography.water import River

_BUCKET = 40.0
_COVERED = 1e9
_HIDDEN = 15.0


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
        self._taken: dict[tuple[int, int], list[Box]] = {}

    def mark(self, points: Iterable[Point], weight: float) -> None:
        """Note points that a name had better not cover."""
        for point in points:
            key = (math.floor(point[0] / _BUCKET), math.floor(point[1] / _BUCKET))
            self._points.setdefault(key, []).append((point, weight))

    def hide(self, boxes: Iterable[Box]) -> None:
        """Note boxes under which a name could not be read."""
        for box in boxes:
            self.mark(_spread(box), _HIDDEN)

    def take(self, boxes: Iterable[Box]) -> None:
        """Reserve boxes for a name."""
        for box in boxes:
            for key in _buckets(box):
                self._taken.setdefault(key, []).append(box)

    def cost(self, boxes: Sequence[Box]) -> float:
        """Return how bad it would be to write here; `_COVERED` when it must not be."""
        left, top, right, bottom = self.frame
        total = 0.0
        for box in boxes:
            if box[0] < left or box[1] < top or box[2] > right or box[3] > bottom:
                return _COVERED
            if self._is_taken(box):
                return _COVERED
            total += sum(weight for _, weight in self._under(box))
        return total

    def _is_taken(self, box: Box) -> bool:
        return any(boxes_touch(box, other) for key in _buckets(box) for other in self._taken.get(key, ()))

    def _under(self, box: Box) -> Iterator[tuple[Point, float]]:
        for key in _buckets(box):
            for point, weight in self._points.get(key, ()):
                if box[0] <= point[0] <= box[2] and box[1] <= point[1] <= box[3]:
                    yield point, weight


def _buckets(box: Box) -> list[tuple[int, int]]:
    """Return the squares of the page that a box touches."""
    left, top, right, bottom = (math.floor(edge / _BUCKET) for edge in box)
    return [(column, row) for column in range(left, right + 1) for row in range(top, bottom + 1)]


def best_of(candidates: Iterable[tuple[float, Placed]], ground: Ground) -> Placed | None:
    """Return the candidate of the lowest cost, its own and that of what it covers; None if none fits."""
    best, lowest = None, _COVERED
    for own, candidate in candidates:
        if own < lowest:
            cost = own + ground.cost(candidate.boxes)
            if cost < lowest:
                best, lowest = candidate, cost
    return best


def type_size(name: MapLabel, usual: float) -> float:
    """Return the type size in page units: half as large again for rank 1, smaller for the last ranks."""
    return usual * {0: 1.0, 1: 1.5, 2: 1.2}.get(name.rank, 0.92)


def letter_boxes(line: Sequence[Point], size: float) -> tuple[Box, ...]:
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
    for box in marks:
        ground.mark(_spread(box), 3.0)
    ground.mark(numbers, 0.5)
    return ground


def _spread(box: Box) -> list[Point]:
    """Return points spread evenly over a box."""
    left, top, right, bottom = box
    return [(left + (right - left) * i / 4, top + (bottom - top) * j / 4) for i in range(5) for j in range(5)]
