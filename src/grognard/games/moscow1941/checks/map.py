"""Demands on the map: C-M01, C-M05, C-M06, C-M10 and C-M11, and C-M18 on its words."""

from __future__ import annotations

from itertools import pairwise

from grognard.board.bits import HexSet, bits_of, count, hexes_of
from grognard.board.grid import Hex, UnknownHex
from grognard.board.model import Board
from grognard.games.moscow1941.checks.answer import BRIDGES, PLACES, TERRAIN, TERRAIN_TABLE, setup_file
from grognard.games.moscow1941.components import (
    Components,
    Scenario,
    Side,
    TerrainKind,
    choices,
    entry_units,
    hexes_named,
)
from grognard.packs.constraint import Constraint, Fault, answer

FIXED_PLACES = (("1203", "kimry"), ("3102", "dmitrov"), ("4418", "istra"))
"""Hexes that the rule book gives to places."""

SUPPLY_HEX = "6427"
"""The hex of the rule book that is a supply base on its own."""

LAST_LABEL = "6435"
"""The highest line and the highest place that a set-up names."""

ROADS = ("main", "secondary")
LINKS = "map/links.csv"
ZONES = "map/zones.csv"


def fixed_hexes(components: Components) -> Constraint:
    """C-M01: the grid and the features are there, and what the rule book fixes lies where it says."""
    board = components.board
    faults = [
        Fault(f"{label} is not {place}", PLACES, place, "hexes")
        for label, place in FIXED_PLACES
        if _place(board, label) != place
    ]
    faults += [Fault(f"no hex {LAST_LABEL} on the grid", "pack.toml", "grid")] * (
        LAST_LABEL not in _labels(board)
    )
    faults += [Fault(f"no {kind} on the map") for kind in _missing_features(board)]
    named = {hex for scenario in components.scenarios.values() for hex in _named_hexes(components, scenario)}
    land = {hex for hex in named if board.terrain[hex] not in ("", "lake")}
    faults += [
        Fault(f"{label} of a set-up is no land", TERRAIN, label, "terrain")
        for label in map(board.grid.label, sorted(named - land))
    ]
    hexes = sum(1 for kind in board.terrain if kind)
    detail = f"{hexes} hexes; {len(FIXED_PLACES)} fixed places; {len(named)} hexes of the scenarios on land"
    return answer("C-M01", "The map", hexes, detail, faults)


def _labels(board: Board) -> frozenset[str]:
    return frozenset(board.grid.label(hex) for hex in board.grid.hexes)


def _place(board: Board, label: str) -> str:
    try:
        place = board.place_at.get(board.grid.hex(label))
    except UnknownHex:
        return ""
    return place.id if place else ""


def _missing_features(board: Board) -> list[str]:
    places = {place.kind for place in board.places.values()}
    links = {link.kind for link in board.links}
    wanted = (
        *((kind, kind in board.terrain_sets) for kind in ("clear", "forest", "swamp", "lake")),
        *((kind, kind in board.side_sets) for kind in ("river", "canal")),
        *((kind, kind in links) for kind in ROADS),
        *((kind, kind in places) for kind in ("town", "city")),
    )
    return [kind for kind, found in wanted if not found]


def _named_hexes(components: Components, scenario: Scenario) -> list[Hex]:
    names = [name for row in scenario.setup for name in row.at]
    names += [row.at for row in scenario.reinforcements]
    return [hex for name in names for hex in hexes_named(components.board, name)]


def fortified_lines(components: Components) -> Constraint:
    """C-M05: fixed positions and big rivers lie on the map only where the terrain table says so."""
    faults, found = [], 0
    for kind in ("fixed_position", "big_river"):
        sides = len(components.board.side_sets.get(kind, ()))
        found += sides
        effect = components.terrain.get(kind)
        if sides and (effect is None or not effect.on_map):
            says = f"{sides} hexsides of {kind}, which this map does without"
            faults.append(Fault(says, TERRAIN_TABLE, kind, "on_map"))
    detail = f"{found} hexsides of fixed positions or big rivers"
    return answer("C-M05", "Fixed positions and big rivers", found, detail, faults)


def fronts(components: Components) -> Constraint:
    """C-M06: the front parts the map in two, and every unit starts on its own side of it (4.3.1)."""
    faults, details, units = [], [], 0
    for scenario in components.scenarios.values():
        areas = {side: front_area(components.board, scenario, side) for side in Side}
        faults += _partition_faults(components.board, scenario, areas)
        for row in scenario.setup:
            units += len(entry_units(components, row))
            for hex in choices(components.board, row):
                if not areas[row.side] >> hex & 1:
                    label = components.board.grid.label(hex)
                    says = f"{scenario.id}: {row.id} in {label} behind the enemy's front"
                    faults.append(Fault(says, setup_file(scenario.id), row.id, "at"))
        axis, soviet = (count(areas[side]) for side in Side)
        details.append(f"{scenario.id}: {axis} hexes Axis and {soviet} Soviet")
    return answer("C-M06", "Front lines at the start", units, "; ".join(details), faults)


def front_area(board: Board, scenario: Scenario, side: Side) -> HexSet:
    """The hexes that a side controls at the start of a scenario."""
    zone = board.zones.get(scenario.file.front.of(side))
    return zone.area if zone else 0


def _partition_faults(board: Board, scenario: Scenario, areas: dict[Side, HexSet]) -> list[Fault]:
    both = areas[Side.AXIS] & areas[Side.SOVIET]
    open_land = bits_of(hex for hex, kind in enumerate(board.terrain) if kind not in ("", "lake"))
    neither = 0 if scenario.file.ours else open_land & ~(areas[Side.AXIS] | areas[Side.SOVIET])
    found = ((both, "both sides"), (neither, "no side"))
    zone = scenario.file.front.axis
    return [
        Fault(f"{scenario.id}: {_first(board, hexes)} on {of} of the front", ZONES, zone, "hexes")
        for hexes, of in found
        if hexes
    ]


def _first(board: Board, hexes: HexSet) -> str:
    first = board.grid.label(next(hexes_of(hexes)))
    return first if count(hexes) == 1 else f"{first} and {count(hexes) - 1} more"


def bridges(components: Components) -> Constraint:
    """C-M10: a bridge wherever a road or railway crosses water, and nowhere else."""
    board = components.board
    water = {
        side
        for kind, sides in board.side_sets.items()
        if (effect := components.terrain.get(kind)) is not None
        and effect.kind is TerrainKind.HEXSIDE
        and kind != "fixed_position"
        for side in sides
    }
    carried = {
        (side, feature.carries)
        for side, features in board.side_features.items()
        for feature in features
        if feature.kind == "bridge"
    }
    crossed = {
        (board.grid.side(a, b), "rail" if link.kind == "rail" else "road")
        for link in board.links
        for a, b in pairwise(link.path)
        if board.grid.side(a, b) in water
    }
    faults = [
        Fault(f"no {kind} bridge at {_side(board, side)}", BRIDGES)
        for side, kind in sorted(crossed - carried)
    ]
    faults += [
        Fault(
            f"{kind} bridge at {_side(board, side)} over nothing", BRIDGES, _bridge(board, side, kind), "side"
        )
        for side, kind in sorted(carried - crossed)
    ]
    roads = sum(1 for _, kind in carried if kind == "road")
    detail = f"{roads} road bridges and {len(carried) - roads} railway bridges, one at every crossing"
    return answer("C-M10", "Bridges", len(carried), detail, faults)


def _bridge(board: Board, side: int, kind: str) -> str:
    return next(feature.id for feature in board.side_features[side] if feature.carries == kind)


def _side(board: Board, side: int) -> str:
    a, b = board.grid.side_hexes(side)
    return f"{board.grid.label(a)}/{board.grid.label(b)}"


def entries(components: Components) -> Constraint:
    """C-M11: roads lead to every supply base, entry and reinforcement hex."""
    board = components.board
    roads = board.link_hexes(*(kind for kind in ROADS if kind in board.link_steps))
    names = {SUPPLY_HEX: None}
    for scenario in components.scenarios.values():
        for side in Side:
            names.update(dict.fromkeys(scenario.file.sides.of(side).supply))
        for reserve in scenario.file.reserves:
            names.update(dict.fromkeys(reserve.entries))
        for row in scenario.reinforcements:
            names.update(dict.fromkeys((row.at, *row.alternates)))
    touched = {name: count(roads & bits_of(hexes_named(board, name))) for name in names}
    faults = [Fault(f"no road at {name}", LINKS) for name, hexes in touched.items() if not hexes]
    detail = ", ".join(f"{name} {hexes}" for name, hexes in touched.items()) + " (hexes with a road)"
    return answer("C-M11", "Entry hexes and supply bases", len(names), detail, faults)


def vocabulary(components: Components) -> Constraint:
    """C-M18: every word of the map has its row in the terrain table, of the right kind."""
    board = components.board
    words = {(kind, TerrainKind.GROUND) for kind in board.terrain_sets}
    words |= {(kind, TerrainKind.HEXSIDE) for kind in board.side_sets if kind != "bridge"}
    words |= {(link.kind, TerrainKind.LINK) for link in board.links}
    words |= {(place.kind, TerrainKind.SETTLEMENT) for place in board.places.values()}
    faults = []
    for word, kind in sorted(words, key=lambda found: found[0]):
        effect = components.terrain.get(word)
        if effect is None or effect.kind is not kind:
            says = f"{word} has no row of kind {kind.value} in tables/terrain.csv"
            faults.append(Fault(says, TERRAIN_TABLE, word, "kind"))
        elif not effect.on_map:
            says = f"{word} is on the map, but tables/terrain.csv says it is not"
            faults.append(Fault(says, TERRAIN_TABLE, word, "on_map"))
    return answer("C-M18", "Words of the map", len(words), f"{len(words)} words, each with its row", faults)
