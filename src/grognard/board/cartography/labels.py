"""Lettering: where names stand so that none covers another.

Names of places choose among positions around their mark; names of regions and lakes may be nudged; names
of rivers slide along their course. Every candidate is judged by what it would cover, the best free one wins.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import get_args

from grognard.board.cartography.coursenames import along_course, course_names, courses
from grognard.board.cartography.geometry import Point, centroid
from grognard.board.cartography.lettering import Ground, MapLabel, Placed, best_of, letter_boxes, type_size
from grognard.board.cartography.mesh import UNIT, Mesh
from grognard.board.cartography.roads import Way
from grognard.board.cartography.style import PlaceForm, Style
from grognard.board.cartography.svg import text
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

_MIDDLE_RANK = 3
_TYPES: Mapping[PlaceForm, tuple[Face, float, float]] = {
    "fortress": (SERIF_BOLD, 27.0, 0.6),
    "great_town": (SERIF_BOLD, 21.0, 0.3),
    "town": (SANS_BOLD, 16.5, 0.2),
    "village": (SANS, 14.5, 0.0),
    "peak": (SERIF_ITALIC, 19.0, 0.3),
}
MARGINS: Mapping[PlaceForm, float] = {
    "city": 0.5,
    "fortress": 0.62,
    "great_town": 0.46,
    "town": 0.29,
    "village": 0.22,
    "peak": 0.46,
}
"""How far from the middle of its mark the name of a place begins: a share of a hex 60 wide."""


def place_labels(
    board: Board,
    mesh: Mesh,
    style: Style,
    flows: Sequence[River],
    found: Sequence[Way],
    names: Sequence[MapLabel],
    ground: Ground,
) -> list[Placed]:
    """Write all names: places by rank, then regions and lakes, then rivers and roads."""
    placed: list[Placed] = []

    def keep(best: Placed | None) -> None:
        if best is not None:
            placed.append(best)
            ground.take(best.boxes)

    order: dict[PlaceForm, int] = {form: rank for rank, form in enumerate(get_args(PlaceForm))}
    for place in sorted(
        board.places.values(), key=lambda p: (order[style.place_style(p.kind).form], -len(p.hexes), p.id)
    ):
        keep(best_of(_around_place(place, mesh, style), ground))
    lines = courses(flows, found)
    on_courses = {course.name for course in lines}
    for name in sorted(names, key=lambda n: n.rank or _MIDDLE_RANK):
        if name.text not in on_courses:
            keep(best_of(_on_ground(name, mesh), ground))
    for name in course_names(flows, found, names):
        keep(best_of(along_course(name, lines, mesh, len(placed)), ground))
    return placed


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
    return _TYPES[form]


def _extent(place: Place, mesh: Mesh, form: PlaceForm) -> tuple[Point, float, float]:
    cells = [mesh.of_hex[hex_].centre for hex_ in place.hexes]
    xs, ys = [x for x, _ in cells], [y for _, y in cells]
    margin = MARGINS[form] * UNIT
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
    sea = name.kind == "sea"
    size = type_size(name, 34.0 if sea else 15.0 if watery else 24.0)
    spacing = size * 0.14 if sea or not watery else 0.6
    home = centroid(mesh.of_hex[hex_].centre for hex_ in name.hexes)
    for own, (dx, dy) in _nudges():
        yield own, _slanted(name, size, spacing, (home[0] + dx, home[1] + dy), watery)


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
        letter_boxes(line, size)
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
