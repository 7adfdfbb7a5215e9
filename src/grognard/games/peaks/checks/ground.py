"""Demands on the map: C-P01, C-P11 to C-P13 and C-P16 to C-P19."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from grognard.board.bits import HexSet, hexes_of
from grognard.board.grid import OFF_GRID, Hex
from grognard.board.model import Board
from grognard.games.peaks.checks.files import (
    LINKS,
    PLACES,
    SIDES,
    TERRAIN,
    UNITS,
    ZONES,
    area,
    land,
    missing,
    names,
    neighbours,
    places_with,
)
from grognard.games.peaks.components import Components, UnitType
from grognard.packs.constraint import Constraint, Fault, answer

AXIS_PLACES = ("kursk", "kharkov", "stalino")
SOVIET_PLACES = (
    *("stalingrad", "astrakhan", "maikop", "grozny", "baku", "tiflis", "elbrus", "batum", "taman"),
    *("krasnodar", "urbakh", "sukhumi"),
)
"""The places that the rule book names, by the side of the front line that it puts them on."""

LAND_HEXES = ("5610", "6517", "6617", "6717")
SEA_HEX = "5312"
LEAST_HEXES, MOST_HEXES = 200, 400
SOVIET_DEPOTS = ("astrakhan", "baku", "stalingrad")
SECTORS = ("stalingrad-sector", "caucasus-sector")
FRONTS = ("axis-side", "soviet-side")
SEAS: Mapping[str, str] = {"black-sea": "black-sea", "azov": "azov", "caspian": "caspian"}
RAIL, ROAD, SEA_SIDE = "railroad", "military_road", "sea"


def grid(components: Components) -> Constraint:
    """C-P01: the grid, the hexes that the rule book fixes, and every place of it in a hex of its own."""
    board = components.board
    faults: list[Fault] = []
    count = len(board.grid.hexes)
    if not LEAST_HEXES <= count <= MOST_HEXES:
        faults.append(Fault(f"{count} hexes, not {LEAST_HEXES} to {MOST_HEXES}", "pack.toml", "grid"))
    ground = land(board)
    for label in (*LAND_HEXES, SEA_HEX):
        hex = _hex(board, label)
        wet = label == SEA_HEX
        if hex is None or bool(ground >> hex & 1) == wet:
            faults.append(Fault(f"{label} is no {'sea' if wet else 'land'}", TERRAIN, label, "terrain"))
    faults += missing(PLACES, (*AXIS_PLACES, *SOVIET_PLACES), board.places)
    for place in board.places.values():
        if len(place.hexes) != 1 or not ground >> place.hexes[0] & 1:
            faults.append(Fault(f"{place.id}: not one hex of land", PLACES, place.id, "hexes"))
    detail = f"{count} hexes, {ground.bit_count()} of them land, {len(board.places)} places"
    return answer("C-P01", "Map and grid", count, detail, faults)


def lines(components: Components) -> Constraint:
    """C-P11: the front line and the sector boundary, with every place on its side."""
    board = components.board
    ground = land(board)
    faults = [*_parted(board, FRONTS, ground), *_parted(board, SECTORS, board.grid.all)]
    for zone, wanted in zip(FRONTS, (AXIS_PLACES, SOVIET_PLACES), strict=True):
        faults += [
            Fault(f"{id} lies not on the {zone.replace('-', ' ')} of the front line", ZONES, zone, "hexes")
            for id in wanted
            if id in board.places and not area(board, zone) >> board.places[id].hexes[0] & 1
        ]
    for sector in SECTORS:
        for front in FRONTS:
            if not area(board, sector) & area(board, front):
                faults.append(Fault(f"{sector} has no land on the {front}", ZONES, sector, "hexes"))
    sea_sides = board.side_sets.get(SEA_SIDE, frozenset())
    printed = _border(board, area(board, FRONTS[0]), ground) - sea_sides
    faults += _drawn(board, "front_line", printed, "front-line")
    boundary = _border(board, area(board, SECTORS[0]), ground)
    faults += _drawn(board, "sector_boundary", boundary, "sector-boundary")
    detail = f"{len(printed)} hexsides of front line, {len(boundary)} of sector boundary"
    return answer("C-P11", "Front line and sector boundary", len(printed) + len(boundary), detail, faults)


def rails(components: Components) -> Constraint:
    """C-P12: what the railroads must join, the bridges they need, and military roads."""
    board = components.board
    axis, soviet = (area(board, zone) for zone in FRONTS)
    faults: list[Fault] = []
    if not _joined(board, "kursk", _hexes(board, ("stalino",)), axis):
        faults.append(Fault("no railroad from Kursk to Stalino on the Axis side", LINKS, "orel-stalino"))
    for id in SOVIET_DEPOTS:
        if not _joined(board, id, _hexes(board, ("urbakh",)), soviet):
            faults.append(Fault(f"no railroad from {id} to Urbakh on the Soviet side", LINKS))
    west = board.grid.edges["west"] & axis
    for id in places_with(components, "depot", "axis"):
        if not _joined(board, id, west, axis):
            faults.append(Fault(f"no railroad from {id} to the west edge on the Axis side", LINKS))
    for sector in SECTORS:
        inside = axis & area(board, sector)
        depots = [id for id in places_with(components, "depot", "axis") if _inside(board, id, inside)]
        if not any(_joined(board, id, west & inside, inside) for id in depots):
            says = f"{sector}: no railroad from an Axis depot to the west edge without leaving the sector"
            faults.append(Fault(says, LINKS))
    if ROAD not in board.link_steps:
        faults.append(Fault("no military road", LINKS, "", "kind"))
    bridges = board.side_sets.get("bridge", frozenset())
    crossings = _crossings(board)
    for side in sorted(crossings ^ bridges):
        a, b = (board.grid.label(hex) for hex in board.grid.side_hexes(side))
        says = "a railroad without a bridge" if side in crossings else "a bridge without a railroad"
        faults.append(Fault(f"{a}/{b}: {says}", "map/bridges.csv"))
    railroads = [link for link in board.links if link.kind == RAIL]
    detail = (
        f"{len(railroads)} railroads with {len(bridges)} bridges, {len(board.links) - len(railroads)} roads"
    )
    return answer("C-P12", "Railroads, bridges, military roads", len(board.links), detail, faults)


def depots(components: Components) -> Constraint:
    """C-P13: the printed depots of both sides."""
    axis = places_with(components, "depot", "axis")
    soviet = places_with(components, "depot", "soviet")
    faults = [
        Fault(f"{id}: the rule book knows no such Soviet depot", PLACES, id, "depot")
        for id in soviet
        if id not in SOVIET_DEPOTS
    ]
    faults += [
        Fault(f"{id} is no Soviet depot", PLACES, id, "depot") for id in SOVIET_DEPOTS if id not in soviet
    ]
    if "kharkov" not in axis:
        faults.append(Fault("Kharkov is no Axis depot", PLACES, "kharkov", "depot"))
    if len(axis) < 2:
        faults.append(Fault("a single German logistical centre would decide the game", PLACES, "", "depot"))
    faults += [
        Fault(f"{id} lies behind the other front", PLACES, id, "depot")
        for found, zone in ((axis, "axis-side"), (soviet, "soviet-side"))
        for id in found
        if not _inside(components.board, id, area(components.board, zone))
    ]
    detail = f"Axis: {', '.join(axis)}; Soviet: {', '.join(soviet)}"
    return answer("C-P13", "Depots and logistical centres", len(axis) + len(soviet), detail, faults)


def control(components: Components) -> Constraint:
    """C-P16: every hex of land is controlled by one side at the start: that of the front line."""
    board = components.board
    axis, soviet = (area(board, zone) for zone in FRONTS)
    ground = land(board)
    faults = [
        Fault(f"{names(board, hexes_of(hexes))}: {what}", ZONES, zone, "hexes")
        for hexes, what, zone in (
            (axis & soviet, "controlled by both sides", FRONTS[1]),
            (ground & ~(axis | soviet), "controlled by nobody", FRONTS[1]),
        )
        if hexes
    ]
    for zone, home, edge in (("axis-entry", axis, "west"), ("soviet-entry", soviet, "east")):
        entry = area(board, zone)
        if not entry or entry & ~(home & board.grid.edges["west" if edge == "west" else "east"]):
            faults.append(
                Fault(f"{zone}: not hexes of the {edge} edge on its own side", ZONES, zone, "hexes")
            )
    detail = f"{(axis & ground).bit_count()} hexes Axis, {(soviet & ground).bit_count()} Soviet"
    return answer("C-P16", "Control at the start", ground.bit_count(), detail, faults)


def ports(components: Components) -> Constraint:
    """C-P17: seas, ports and coasts."""
    board = components.board
    faults: list[Fault] = []
    found = places_with(components, "port")
    for id, place in found.items():
        sea = place.properties["port"]
        if sea not in SEAS:
            faults.append(Fault(f"{id}: no sea {sea}", PLACES, id, "port"))
        elif not any(area(board, SEAS[sea]) >> near & 1 for near in neighbours(board, place.hexes[0])):
            faults.append(Fault(f"{id} does not touch its sea, {sea}", PLACES, id, "port"))
    for id, sea in (("batum", "black-sea"), ("taman", "azov")):
        if id not in found or found[id].properties["port"] != sea:
            faults.append(Fault(f"{id} is no port of the {sea}", PLACES, id, "port"))
    if not {"astrakhan", "baku"} & set(places_with(components, "port", "caspian")):
        faults.append(Fault("neither Astrakhan nor Baku is a Caspian port", PLACES, "baku", "port"))
    faults += _parted(board, tuple(SEAS.values()), board.terrain_sets.get("sea", 0))
    shore = _shore(board, area(board, "black-sea"))
    if area(board, "black-sea-coast") != shore:
        odd = names(board, hexes_of(area(board, "black-sea-coast") ^ shore))
        faults.append(
            Fault(f"the coast of the Black Sea is wrong at {odd}", ZONES, "black-sea-coast", "hexes")
        )
    per_sea = ", ".join(f"{len(places_with(components, 'port', sea))} {sea}" for sea in SEAS)
    return answer("C-P17", "Ports and seas", len(found), f"ports: {per_sea}", faults)


def oil(components: Components) -> Constraint:
    """C-P18: exactly four oil objectives, the three oilfields among them."""
    found = places_with(components, "oil")
    faults = [
        Fault(f"{id} is no oil objective", PLACES, id, "oil")
        for id in ("maikop", "grozny", "baku")
        if id not in found
    ]
    if len(found) != 4:
        row = next((id for id in found if id not in ("maikop", "grozny", "baku", "batum")), "batum")
        faults.append(Fault(f"{len(found)} oil objectives, not 4", PLACES, row, "oil"))
    return answer("C-P18", "Oil objectives", len(found), ", ".join(found), faults)


def towns(components: Components) -> Constraint:
    """C-P19: Stalingrad alone is a fortress, and garrisons stand in cities of their name."""
    board = components.board
    faults: list[Fault] = []
    for place in board.places.values():
        if (place.kind == "fortress") != (place.id == "stalingrad"):
            faults.append(Fault(f"{place.id}: Stalingrad alone is a fortress", PLACES, place.id, "kind"))
    garrisons = [unit for unit in components.units.values() if unit.type is UnitType.GARRISON]
    for unit in garrisons:
        if unit.city not in board.places or board.places[unit.city].kind not in ("city", "fortress"):
            faults.append(Fault(f"{unit.id}: its city is no city", UNITS, unit.id, "city"))
        elif board.places[unit.city].name != unit.name:
            faults.append(Fault(f"{unit.id}: its city has another name", UNITS, unit.id, "name"))
    if "taman" in board.places and board.places["taman"].kind != "town":
        faults.append(Fault("Taman is a town by the rule book", PLACES, "taman", "kind"))
    cities = [place for place in board.places.values() if place.kind == "city"]
    detail = f"1 fortress, {len(cities)} cities, {len(garrisons)} garrisons"
    return answer("C-P19", "Cities and towns", len(board.places), detail, faults)


def _hex(board: Board, label: str) -> Hex | None:
    return board.grid.hex(label) if label in map(board.grid.label, board.grid.hexes) else None


def _hexes(board: Board, ids: Collection[str]) -> HexSet:
    return sum(board.places[id].area for id in ids if id in board.places)


def _inside(board: Board, id: str, hexes: HexSet) -> bool:
    return id in board.places and bool(hexes >> board.places[id].hexes[0] & 1)


def _parted(board: Board, zones: tuple[str, ...], wanted: HexSet) -> Iterator[Fault]:
    """That some zones share out a set of hexes, none left over and none twice."""
    seen = 0
    for zone in zones:
        own = area(board, zone)
        if not own:
            yield Fault(f"no hexes in {zone}", ZONES, zone, "hexes")
        if twice := seen & own:
            yield Fault(f"{names(board, hexes_of(twice))}: in {zone} and in another", ZONES, zone, "hexes")
        if astray := own & ~wanted:
            yield Fault(f"{names(board, hexes_of(astray))}: not for {zone}", ZONES, zone, "hexes")
        seen |= own
    if left := wanted & ~seen:
        yield Fault(
            f"{names(board, hexes_of(left))}: in none of {', '.join(zones)}", ZONES, zones[-1], "hexes"
        )


def _border(board: Board, inner: HexSet, within: HexSet) -> frozenset[int]:
    """The hexsides between a set of hexes and the others of a larger one."""
    return frozenset(
        board.grid.side(hex, near)
        for hex in hexes_of(inner & within)
        for near in neighbours(board, hex)
        if within >> near & 1 and not inner >> near & 1
    )


def _drawn(board: Board, kind: str, wanted: frozenset[int], row: str) -> Iterator[Fault]:
    for side in sorted(board.side_sets.get(kind, frozenset()) ^ wanted):
        a, b = (board.grid.label(hex) for hex in board.grid.side_hexes(side))
        what = "missing" if side in wanted else "does not belong there"
        yield Fault(f"{kind.replace('_', ' ')} at {a}/{b}: {what}", SIDES, row, "sides")


def _joined(board: Board, start: str, goals: HexSet, within: HexSet) -> bool:
    """Whether railroads inside an area join a place with one of some hexes."""
    if start not in board.places or not _inside(board, start, within):
        return False
    reached, wave = 0, list(board.places[start].hexes)
    while wave:
        hex = wave.pop()
        if reached >> hex & 1 or not within >> hex & 1:
            continue
        reached |= 1 << hex
        wave += [near for near in neighbours(board, hex) if board.linked(RAIL, hex, near)]
    return bool(reached & goals)


def _crossings(board: Board) -> frozenset[int]:
    """The hexsides at which a railroad crosses a river."""
    return frozenset(
        side
        for kind in ("minor_river", "major_river", "volga", "lake")
        for side in board.side_sets.get(kind, ())
        if board.grid.side_hexes(side)[1] != OFF_GRID and board.linked(RAIL, *board.grid.side_hexes(side))
    )


def _shore(board: Board, sea: HexSet) -> HexSet:
    return sum(
        1 << hex for hex in hexes_of(land(board)) if any(sea >> near & 1 for near in neighbours(board, hex))
    )
