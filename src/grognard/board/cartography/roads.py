"""Roads, railways and bridges.

Links run from hex centre to hex centre; on the page the centres between towns are eased, so that a road
sweeps on instead of zigzagging. All links share the eased centres: where they meet on the map data they
meet on the page. A railway that shares hexes with a road steps aside.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from grognard.board.cartography.geometry import (
    Pen,
    Point,
    crossing,
    curve,
    gap,
    mix,
    normals,
    shifted,
    stretch,
    tangents,
    unit,
    wobble,
)
from grognard.board.cartography.mesh import UNIT, Mesh
from grognard.board.cartography.style import LinkForm, Style
from grognard.board.cartography.svg import group, path
from grognard.board.cartography.water import River
from grognard.board.model import Board, Link

_ORDER: Mapping[LinkForm, int] = {"rail": 0, "track": 1, "road": 2, "highway": 3}
_ASIDE = 0.12 * UNIT


@dataclass(frozen=True)
class Way:
    """A road or railway as drawn: its knots and which stretches between them belong to it alone."""

    name: str
    form: LinkForm
    hexes: tuple[int, ...]
    knots: tuple[Point, ...]
    """One point per hex, with one more at an end that runs off the map."""
    lead: int
    """How many knots lie before that of the first hex: 0 or 1."""
    stretches: tuple[int, ...]

    def sampled(self, index: int, steps: int = 6) -> list[Point]:
        """Return points along one stretch."""
        return stretch(self.knots, tangents(self.knots), index, steps)

    def line(self, steps: int = 6) -> list[Point]:
        """Return points along the whole way, whoever draws it."""
        eased = tangents(self.knots)
        parts = [stretch(self.knots, eased, index, steps) for index in range(len(self.knots) - 1)]
        return [point for part in parts for point in part[:-1]] + [self.knots[-1]]


def ways(mesh: Mesh, board: Board, style: Style) -> tuple[Way, ...]:
    """Return every road and railway; a stretch shared by several links is kept by the greatest."""
    links = sorted(board.links, key=lambda link: -_ORDER[style.link_style(link.kind).form])
    eased = _eased(mesh, board, style)
    roads = {hex_ for link in links if style.link_style(link.kind).form != "rail" for hex_ in link.path}
    inner: dict[str, set[int]] = {"rail": set(), "road": set()}
    for link in links:
        inner[_sort(style.link_style(link.kind).form)].update(link.path[1:-1])
    taken: set[tuple[str, int, int]] = set()
    found: list[Way] = []
    for link in links:
        form = style.link_style(link.kind).form
        ends = inner[_sort(form)]
        way = _way(mesh, link, form, eased, roads if form == "rail" else set(), ends)
        own = tuple(index for index in way.stretches if _claim(way, index, taken))
        if own:
            found.append(Way(way.name, form, way.hexes, way.knots, way.lead, own))
    return tuple(sorted(found, key=lambda way: _ORDER[way.form]))


def _claim(way: Way, index: int, taken: set[tuple[str, int, int]]) -> bool:
    """Take a stretch for a way unless a greater one of its sort has it."""
    a, b = index - way.lead, index - way.lead + 1
    if a < 0 or b >= len(way.hexes):
        key = (_sort(way.form), -1, way.hexes[0] if a < 0 else way.hexes[-1])
    else:
        low, high = sorted((way.hexes[a], way.hexes[b]))
        key = (_sort(way.form), low, high)
    if key in taken:
        return False
    taken.add(key)
    return True


def _sort(form: LinkForm) -> str:
    return "rail" if form == "rail" else "road"


def _eased(mesh: Mesh, board: Board, style: Style) -> dict[int, Point]:
    """Return the page position of every hex with a link: its centre, or eased towards the next ones."""
    beside: dict[int, set[int]] = {}
    for link in board.links:
        for a, b in zip(link.path, link.path[1:], strict=False):
            beside.setdefault(a, set()).add(b)
            beside.setdefault(b, set()).add(a)
    place = {hex_: mesh.of_hex[hex_].centre for hex_ in beside}
    held = {hex_ for hex_ in place if _is_held(board, style, hex_)}
    for _ in range(2):
        place = {
            hex_: point if hex_ in held else _pulled(place, hex_, sorted(beside[hex_]))
            for hex_, point in place.items()
        }
    return {
        hex_: point if hex_ in held else shifted(point, wobble(0.03 * mesh.unit, 13, hex_))
        for hex_, point in place.items()
    }


def _is_held(board: Board, style: Style, hex_: int) -> bool:
    """Tell whether roads must pass through the very centre of a hex: towns, but not the sprawl of a city."""
    place = board.place_at.get(hex_)
    return place is not None and style.place_style(place.kind).form != "city"


def _pulled(place: Mapping[int, Point], hex_: int, beside: Sequence[int]) -> Point:
    if len(beside) == 1:
        return place[hex_]
    mean = (
        sum(place[other][0] for other in beside) / len(beside),
        sum(place[other][1] for other in beside) / len(beside),
    )
    return mix(place[hex_], mean, 0.45)


def _way(
    mesh: Mesh,
    link: Link,
    form: LinkForm,
    eased: Mapping[int, Point],
    shared: set[int],
    junctions: set[int],
) -> Way:
    """Draw up one link; it runs on over the edge of the map unless it joins another there."""
    knots = [eased[hex_] for hex_ in link.path]
    if shared:
        aside = normals(knots)
        knots = [
            (x + nx * _ASIDE, y + ny * _ASIDE) if hex_ in shared else (x, y)
            for (x, y), (nx, ny), hex_ in zip(knots, aside, link.path, strict=True)
        ]
    lead = 0
    if len(link.path) > 1:
        before, after = (
            _off_map(mesh, link.path[1], link.path[0]),
            _off_map(mesh, link.path[-2], link.path[-1]),
        )
        if before is not None and link.path[0] not in junctions:
            knots.insert(0, shifted(knots[0], before))
            lead = 1
        if after is not None and link.path[-1] not in junctions:
            knots.append(shifted(knots[-1], after))
    return Way(link.name, form, tuple(link.path), tuple(knots), lead, tuple(range(len(knots) - 1)))


def _off_map(mesh: Mesh, inner: int, end: int) -> Point | None:
    """Return the step that carries a way on over the edge of the map, for an end that lies on it."""
    cell = mesh.of_hex[end]
    outside = [mesh.cells[n].centre for n in cell.neighbours if n >= 0 and not mesh.cells[n].real]
    if not outside:
        return None
    heading = unit(mesh.of_hex[inner].centre, cell.centre)

    def straightness(point: Point) -> float:
        towards = unit(cell.centre, point)
        return towards[0] * heading[0] + towards[1] * heading[1]

    best = max(outside, key=straightness)
    if straightness(best) < 0.3:
        return None
    return (best[0] - cell.centre[0], best[1] - cell.centre[1])


def draw_roads(found: Sequence[Way], flows: Sequence[River], mesh: Mesh, board: Board, style: Style) -> str:
    """Draw railways, then roads with their casing, then the bridges over the water."""
    data = {form: _data([way for way in found if way.form == form]) for form in _ORDER}
    return group(
        "roads",
        group("railways", path(data["rail"], "rail"), path(data["rail"], "rail-ties")),
        path(data["track"], "track"),
        path(data["road"], "road-case"),
        path(data["highway"], "highway-case"),
        path(data["road"], "road"),
        path(data["highway"], "highway"),
        path(_bridges(found, flows, mesh, board, style), "bridge", id="bridges"),
    )


def _data(found: Sequence[Way]) -> str:
    pen = Pen()
    for way in found:
        previous = -2
        for index in way.stretches:
            curve(pen, way.knots, start=index != previous + 1, first=index, last=index + 1)
            previous = index
    return pen.data


def _bridges(found: Sequence[Way], flows: Sequence[River], mesh: Mesh, board: Board, style: Style) -> str:
    """Draw a bracket on either hand of every way where a bridge, or a road of the map, crosses water."""
    pen = Pen()
    bridged = {
        tuple(sorted(board.grid.side_hexes(side)))
        for kind in style.bridges
        for side in board.side_sets.get(kind, ())
    }
    drawn: list[Point] = []
    reach = _sides_of_rivers(flows)
    for way in reversed(found):
        for index in way.stretches:
            a, b = index - way.lead, index - way.lead + 1
            if a < 0 or b >= len(way.hexes):
                continue
            pair = tuple(sorted((way.hexes[a], way.hexes[b])))
            river = reach.get(_corners(mesh, way.hexes[a], way.hexes[b]))
            if river is None or (bridged and pair not in bridged):
                continue
            hit = crossing(way.sampled(index, 8), _near(river, mesh.of_hex[pair[0]].centre, 1.6 * mesh.unit))
            if hit and all(gap(hit[0], other) > 8 for other in drawn):
                drawn.append(hit[0])
                _bracket(pen, hit[0], hit[1], way.form, max(river.widths))
    return pen.data


def _corners(mesh: Mesh, a: int, b: int) -> tuple[int, int]:
    first, second = mesh.side(a, b)
    return (first, second) if first < second else (second, first)


def _sides_of_rivers(flows: Sequence[River]) -> dict[tuple[int, int], River]:
    return {side: river for river in flows for side in river.sides}


def _near(river: River, at: Point, reach: float) -> list[Point]:
    """Return the part of a river within reach of a hex."""
    close = [index for index, point in enumerate(river.line) if gap(point, at) < reach]
    return list(river.line[min(close) : max(close) + 1]) if close else []


def _bracket(pen: Pen, at: Point, heading: Point, form: LinkForm, width: float) -> None:
    half = {"highway": 4.6, "road": 3.9, "track": 3.2, "rail": 3.4}[form]
    reach = 2.6 + min(width, 9.0) / 2
    hx, hy = heading
    for hand in (-1, 1):
        nx, ny = -hy * hand, hx * hand
        inner = (at[0] + nx * half, at[1] + ny * half)
        a = (inner[0] - hx * reach, inner[1] - hy * reach)
        b = (inner[0] + hx * reach, inner[1] + hy * reach)
        pen.move((a[0] - hx * 1.6 + nx * 1.8, a[1] - hy * 1.6 + ny * 1.8))
        pen.line(a)
        pen.line(b)
        pen.line((b[0] + hx * 1.6 + nx * 1.8, b[1] + hy * 1.6 + ny * 1.8))
