"""From inputs to a finished map, in one order: water, land, places, roads, bridges, zones, labels."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from tools.mapmaker import cover
from tools.mapmaker.hexgrid import (
    Corner,
    Hex,
    HexGrid,
    Point,
    Side,
    along,
    centre,
    corner_point,
    distance,
    label,
    parse_hex,
    parse_side,
    side_corners,
)
from tools.mapmaker.inputs import Course, InputError, Inputs
from tools.mapmaker.tracing import SideNet, crossed_sides, trace_link

FOREST_SHARE = 0.48
ROAD_KINDS = ("main", "secondary")
HAND = "geography:hand"
RAIL = "rail"


@dataclass(frozen=True)
class River:
    """A river as a chain of hexsides from its upper to its lower end."""

    course: Course
    sides: tuple[Side, ...]
    pinned: bool


@dataclass(frozen=True)
class Link:
    """A road or railway as a chain of hexes."""

    course: Course
    path: tuple[Hex, ...]
    pinned: bool


@dataclass(frozen=True)
class Place:
    """A settlement on its hexes."""

    id: str
    name: str
    kind: str
    hexes: tuple[Hex, ...]
    source: str
    note: str = ""
    properties: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Line:
    """Anything else along hexsides: a border of a part of the map, or sides named one by one."""

    id: str
    name: str
    kind: str
    sides: tuple[Side, ...]
    source: str
    note: str


@dataclass(frozen=True)
class Bridge:
    """Where a road or railway crosses a river."""

    id: str
    name: str
    side: Side
    kind: str
    note: str = ""


@dataclass(frozen=True)
class Zone:
    """A named set of hexes."""

    id: str
    name: str
    kind: str
    hexes: tuple[Hex, ...]
    source: str
    note: str = ""


@dataclass(frozen=True)
class Label:
    """A name written across the map."""

    text: str
    kind: str
    at: Hex
    angle: int
    size: int
    source: str


@dataclass
class Map:
    """The finished map."""

    inputs: Inputs
    terrain: dict[Hex, str] = field(default_factory=dict)
    terrain_by_hand: dict[Hex, str] = field(default_factory=dict)
    rivers: list[River] = field(default_factory=list)
    links: list[Link] = field(default_factory=list)
    places: list[Place] = field(default_factory=list)
    bridges: list[Bridge] = field(default_factory=list)
    zones: list[Zone] = field(default_factory=list)
    labels: list[Label] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)

    def place_at(self) -> dict[Hex, Place]:
        """The place in each hex that has one."""
        return {hex_: place for place in self.places for hex_ in place.hexes}

    def river_at(self) -> dict[Side, River]:
        """The river along each hexside that has one."""
        return {side: river for river in self.rivers for side in river.sides}


def build(inputs: Inputs) -> Map:
    """Build the whole map from its inputs."""
    drawn = Map(inputs)
    drawn.places = list(places(inputs))
    lakes = {parse_hex(text) for row in inputs.curation.rows("lake") for text in row["hexes"].split()}
    drawn.rivers = rivers(inputs, lakes)
    drawn.links = links(inputs, lakes, {place.id: place for place in drawn.places})
    paint_terrain(drawn, lakes)
    drawn.bridges = bridges(drawn)
    drawn.zones = list(zones(drawn))
    drawn.lines = list(lines(drawn))
    drawn.labels = list(labels(drawn))
    return drawn


def places(inputs: Inputs) -> Iterator[Place]:
    """Cities as the curation draws them, towns where they lie or where the curation puts them."""
    for row in inputs.curation.rows("city"):
        hexes = tuple(parse_hex(text) for text in row["hexes"].split())
        yield Place(row["id"], row["name"], "city", hexes, row["source"], row["reason"])
    moved = {row["id"]: row for row in inputs.curation.rows("place")}
    for town in inputs.towns:
        fix = moved.get(town.id)
        if fix and not fix.get("hex"):
            continue
        hex_ = parse_hex(fix["hex"]) if fix else inputs.grid.hex_at(inputs.projection.page(*town.at))
        source = fix.get("source", f"{town.source};design") if fix else town.source
        note = fix["reason"] if fix else ""
        yield Place(town.id, town.name, town.kind, (hex_,), source, note, town.properties)


def rivers(inputs: Inputs, lakes: set[Hex]) -> list[River]:
    """Every river on its hexsides; a tributary ends on the corner chain of what it joins."""
    net = SideNet(inputs.grid, lakes)
    done: dict[str, River] = {}
    for course in _mothers_first(inputs.rivers):
        with _named(course):
            done[course.id] = _river(inputs, course, net, done)
    return [done[course.id] for course in inputs.rivers]


def _river(inputs: Inputs, course: Course, net: SideNet, done: dict[str, River]) -> River:
    points = [inputs.projection.page(*stop) for stop in course.stops if not isinstance(stop, str)]
    points = _clip(inputs, points)
    taken = {side for river in done.values() for side in river.sides}
    starts = _end_corners(net, course.start, points[0], done)
    ends = _end_corners(net, course.end, points[-1], done)
    pins = [side for side, _ in inputs.curation.river_pins(course.id)]
    points = _through(points, [_side_middle(pin) for pin in pins])
    return River(course, tuple(net.trace(points, starts, ends, pins, taken)), bool(pins))


@contextmanager
def _named(course: Course) -> Iterator[None]:
    """Say of which river or road an error speaks."""
    try:
        yield
    except KeyError as error:
        raise InputError(f"{course.id}: there is no {error.args[0]!r}") from None
    except ValueError as error:
        raise InputError(f"{course.id}: {error}") from None


def _mothers_first(courses: tuple[Course, ...]) -> list[Course]:
    by_id = {course.id: course for course in courses}
    ordered: list[Course] = []

    def visit(course: Course) -> None:
        if course in ordered:
            return
        for end in (course.start, course.end):
            if end in by_id:
                visit(by_id[end])
        ordered.append(course)

    for course in courses:
        visit(course)
    return ordered


def _end_corners(net: SideNet, kind: str, point: Point, done: dict[str, River]) -> dict[Corner, float]:
    match kind:
        case "spring":
            return net.near(point, net.streams, 1)
        case "edge":
            return net.near(point, net.rim_corners)
        case "lake":
            return net.near(point, net.lake_corners)
    return net.near(point, {corner for side in done[kind].sides for corner in side_corners(side)})


def _clip(inputs: Inputs, points: list[Point]) -> list[Point]:
    """Cut a course where it leaves the map, a little beyond the rim."""
    fine: list[tuple[Point, bool]] = []
    for (ax, ay), (bx, by) in pairwise(points):
        steps = max(1, math.ceil(math.hypot(bx - ax, by - ay) / 0.25))
        fine += [
            ((ax + (bx - ax) * step / steps, ay + (by - ay) * step / steps), step == 0)
            for step in range(steps)
        ]
    fine.append((points[-1], True))
    inner = [index for index, (point, _) in enumerate(fine) if inputs.grid.hex_at(point) in inputs.grid]
    if not inner:
        raise ValueError("a course lies outside the map")
    kept = fine[max(0, inner[0] - 1) : inner[-1] + 2]
    return [point for index, (point, drawn) in enumerate(kept) if drawn or index in (0, len(kept) - 1)]


def _through(course: list[Point], pins: list[Point]) -> list[Point]:
    """The course bent through its pins: drawn points near a pin give way to it."""
    free = [point for point in course[1:-1] if all(distance(point, pin) > 2.5 for pin in pins)]
    marks = sorted((along(point, course)[1], point) for point in (*free, *pins))
    return [course[0], *(point for _, point in marks), course[-1]]


def links(inputs: Inputs, lakes: set[Hex], by_id: dict[str, Place]) -> list[Link]:
    """Every road and railway on its hexes; later roads like to join earlier ones."""
    result: list[Link] = []
    used: dict[Hex, float] = {}
    for course in inputs.links:
        with _named(course):
            link = _link(inputs, course, lakes, by_id, used)
        result.append(link)
        if inputs.words.bridge(course.kind) != RAIL:
            used.update(dict.fromkeys(link.path, 0.8))
    return result


def _link(
    inputs: Inputs, course: Course, lakes: set[Hex], by_id: dict[str, Place], used: dict[Hex, float]
) -> Link:
    points, stops = _course_stops(inputs, course, by_id)
    pins = inputs.curation.link_pins(course.id)
    for pin in pins:
        stops = _insert_stop(stops, pin)
    banned = lakes | inputs.curation.link_bans(course.id)
    rail = inputs.words.bridge(course.kind) == RAIL
    prices = {hex_: (1.0 if rail else used.get(hex_, 1.0)) for hex_ in inputs.grid if hex_ not in banned}
    return Link(course, tuple(trace_link(inputs.grid, points, stops, prices)), bool(pins))


def _course_stops(inputs: Inputs, course: Course, by_id: dict[str, Place]) -> tuple[list[Point], list[Hex]]:
    """The course on the page and the hexes it must touch: its places and its two ends."""
    marks: list[tuple[Point, Hex | None]] = []
    for stop in course.stops:
        if isinstance(stop, str):
            hex_ = stop_hex(stop, by_id)
            marks.append((centre(hex_), hex_))
        else:
            marks.append((inputs.projection.page(*stop), None))
    points = _clip(inputs, [point for point, _ in marks])
    stops = [hex_ for _, hex_ in marks if hex_ is not None]
    if marks[0][1] is None:
        stops.insert(0, _inner_end(inputs, points))
    if marks[-1][1] is None:
        stops.append(_inner_end(inputs, points[::-1]))
    return points, stops


def _inner_end(inputs: Inputs, points: list[Point]) -> Hex:
    (ax, ay), (bx, by) = points[0], points[1]
    walk = [(ax + (bx - ax) * step / 40, ay + (by - ay) * step / 40) for step in range(41)]
    return next(hex_ for hex_ in map(inputs.grid.hex_at, [*walk, *points]) if hex_ in inputs.grid)


def stop_hex(word: str, by_id: dict[str, Place]) -> Hex:
    """The hex of a stop: `klin`, one hex of a city: `moscow:5305`, or a hex: `5305`."""
    if word.isdigit():
        return parse_hex(word)
    place, _, text = word.partition(":")
    return parse_hex(text) if text else by_id[place].hexes[0]


def _insert_stop(stops: list[Hex], pin: Hex) -> list[Hex]:
    if pin in stops:
        return stops

    def detour(index: int) -> float:
        one, two, new = centre(stops[index]), centre(stops[index + 1]), centre(pin)
        return distance(one, new) + distance(new, two) - distance(one, two)

    best = min(range(len(stops) - 1), key=lambda index: (detour(index), index))
    return [*stops[: best + 1], pin, *stops[best + 1 :]]


def paint_terrain(drawn: Map, lakes: set[Hex]) -> None:
    """Forest by score where there is a mosaic, marsh by ring, water and corrections by hand."""
    inputs = drawn.inputs
    if inputs.mosaic is None:
        drawn.terrain = dict.fromkeys(inputs.grid, cover.CLEAR)
    else:
        drawn.terrain = _wooded(drawn, lakes)
    for hex_, (kind, source) in inputs.curation.terrain().items():
        drawn.terrain[hex_] = kind
        drawn.terrain_by_hand[hex_] = source


def _wooded(drawn: Map, lakes: set[Hex]) -> dict[Hex, str]:
    inputs = drawn.inputs
    settled: dict[Hex, float] = {}
    for link in drawn.links:
        clearing = {"main": 0.18, "secondary": 0.10, "rail": 0.06}[link.course.kind]
        for hex_ in link.path:
            settled[hex_] = max(settled.get(hex_, 0.0), clearing)
    for place in drawn.places:
        for hex_ in place.hexes:
            settled[hex_] = settled.get(hex_, 0.0) + 0.5
    scores = cover.forest_scores(inputs, settled)
    terrain = cover.paint(inputs, scores, lakes, FOREST_SHARE)
    for place in drawn.places:
        terrain.update(dict.fromkeys(place.hexes, cover.CLEAR))
    return terrain


def bridges(drawn: Map) -> list[Bridge]:
    """A bridge wherever a road or railway crosses a river, one for each sort."""
    rivers_at, near = drawn.river_at(), drawn.place_at()
    found: dict[tuple[Side, str], Bridge] = {}
    for link in drawn.links:
        kind = drawn.inputs.words.bridge(link.course.kind)
        for side in crossed_sides(link.path):
            river = rivers_at.get(side)
            if river is None or not kind or (side, kind) in found:
                continue
            towns = [near[hex_].name for hex_ in side if hex_ in near]
            where = f"at {towns[0]}" if towns else f"on the {link.course.name}"
            bridge_id = f"{river.course.id}-{label(side[0])}-{label(side[1])}-{kind}"
            found[side, kind] = Bridge(bridge_id, f"{river.course.name} {kind} bridge {where}", side, kind)
    return sorted(found.values(), key=lambda bridge: (bridge.side, bridge.kind))


def zones(drawn: Map) -> Iterator[Zone]:
    """Edges, entry areas, both sides of both fronts, regions."""
    grid = drawn.inputs.grid
    land = land_of(drawn)
    for name in ("north", "south", "east", "west"):
        hexes = tuple(hex_ for hex_ in grid.edge(name) if hex_ in land)
        yield Zone(f"{name}-edge", f"{name.capitalize()} edge", "edge", hexes, drawn.inputs.words.edge_source)
    for row in drawn.inputs.curation.rows("entry"):
        hexes = tuple(parse_hex(text) for text in row["hexes"].split())
        yield Zone(row["id"], row["name"], "entry", hexes, row["source"], row["reason"])
    for row in drawn.inputs.curation.rows("front"):
        yield from _front(row, grid)
    for row in drawn.inputs.curation.rows("region"):
        yield _region(row)
    for row in drawn.inputs.curation.rows("zone"):
        hexes = tuple(zone_hexes(drawn, row))
        yield Zone(row["id"], row["name"], row["kind"], hexes, row["source"], row["reason"])


def land_of(drawn: Map) -> set[Hex]:
    """The hexes that are neither water nor otherwise closed."""
    water = {parse_hex(text) for row in drawn.inputs.curation.rows("lake") for text in row["hexes"].split()}
    return {hex_ for hex_ in drawn.inputs.grid if drawn.terrain[hex_] not in drawn.inputs.words.dry} - water


def zone_hexes(drawn: Map, row: dict[str, Any]) -> list[Hex]:
    """The hexes of a zone: so many from the top of each line, named ones, a shore, or what is left over."""
    grid, land = drawn.inputs.grid, land_of(drawn)
    if "shore" in row:
        sea = set(_ranges(row["shore"]))
        return [hex_ for hex_ in grid if hex_ in land and sea.intersection(grid.neighbours(hex_))]
    if "last_place" in row:
        last = dict(_pairs(row["last_place"]))
        named = {hex_ for hex_ in grid if hex_[1] <= last.get(hex_[0], 0)}
    else:
        named = set(_ranges(row["hexes"]))
    if row.get("rest", False):
        named = set(grid) - named
    return [hex_ for hex_ in grid if hex_ in named and (hex_ in land or row.get("all", False))]


def _ranges(text: str) -> Iterator[Hex]:
    """The hexes of a list in which `0132-0137` is a run of places."""
    for word in text.split():
        first, _, last = word.partition("-")
        line, place = parse_hex(first)
        yield from ((line, each) for each in range(place, parse_hex(last or first)[1] + 1))


def lines(drawn: Map) -> Iterator[Line]:
    """The borders of zones, and hexsides named one by one."""
    grid, land = drawn.inputs.grid, land_of(drawn)
    by_id = {zone.id: set(zone.hexes) for zone in drawn.zones}
    for row in drawn.inputs.curation.rows("border"):
        inner = by_id[row["zone"]]
        dry = land if row.get("on_land", True) else set(grid)
        sides = [side for side in grid.sides() if (side[0] in inner) != (side[1] in inner)]
        without = {parse_side(text) for text in row.get("without", "").split()}
        kept = tuple(side for side in sides if dry.issuperset(side) and side not in without)
        yield Line(row["id"], row["name"], row["kind"], kept, row["source"], row["reason"])
    for row in drawn.inputs.curation.rows("side"):
        sides = [parse_side(text) for text in row["sides"].split()]
        yield Line(row["id"], row["name"], row["kind"], tuple(sides), row["source"], row["reason"])


def _front(row: dict[str, Any], grid: HexGrid) -> Iterator[Zone]:
    """Two zones from the first German place of each line."""
    first = {int(line): place for line, place in _pairs(row["first_axis_place"])}
    axis = tuple(hex_ for hex_ in grid if hex_[1] >= first[hex_[0]])
    soviet = tuple(hex_ for hex_ in grid if hex_[1] < first[hex_[0]])
    note = row["reason"]
    yield Zone(f"{row['id']}-axis", f"{row['name']}, German side", "front", axis, row["source"], note)
    yield Zone(f"{row['id']}-soviet", f"{row['name']}, Soviet side", "front", soviet, row["source"], note)


def _pairs(text: str) -> list[tuple[int, int]]:
    pairs = []
    for word in text.split():
        line, _, place = word.partition(":")
        pairs.append((int(line), int(place)))
    return pairs


def _region(row: dict[str, Any]) -> Zone:
    lines, place_range = row["lines"], row["places"]
    hexes = tuple(
        (line, place)
        for line in range(lines[0], lines[1] + 1)
        for place in range(place_range[0], place_range[1] + 1)
    )
    return Zone(row["id"], row["name"], "region", hexes, row["source"], row["reason"])


def labels(drawn: Map) -> Iterator[Label]:
    """Names of rivers along their course, names of woods, marshes and roads where the curation wants them."""
    by_id = {river.course.id: river.sides for river in drawn.rivers}
    paths = {link.course.id: link.path for link in drawn.links}
    for row in drawn.inputs.labels:
        source, size = row.get("source", HAND), row.get("size", 2)
        if "river" in row:
            middles = [_side_middle(side) for side in by_id[row["river"]]]
            at, angle = _spot(drawn, middles, row.get("part", 0.5))
        elif "link" in row:
            at, angle = _spot(drawn, [centre(hex_) for hex_ in paths[row["link"]]], row.get("part", 0.5))
        else:
            at, angle = parse_hex(row["at"]), row.get("angle", 0)
        yield Label(row["text"], row["kind"], at, angle, size, source)


def _side_middle(side: Side) -> Point:
    one, two = (corner_point(corner) for corner in side_corners(side))
    return (one[0] + two[0]) / 2, (one[1] + two[1]) / 2


def _spot(drawn: Map, chain: list[Point], part: float) -> tuple[Hex, int]:
    """The hex at a part of a chain, and how the chain slopes there: degrees clockwise from level."""
    index = min(len(chain) - 1, max(0, round(part * (len(chain) - 1))))
    before, after = chain[max(0, index - 4)], chain[min(len(chain) - 1, index + 4)]
    east, south = after[0] - before[0], after[1] - before[1]
    if drawn.inputs.grid.turned:
        east, south = south, -east
    slope = math.degrees(math.atan2(south, east))
    angle = round(slope / 5) * 5
    if angle > 90:
        angle -= 180
    elif angle <= -90:
        angle += 180
    return drawn.inputs.grid.hex_at(chain[index]), angle
