"""What grows on each hex: forest by score, marsh by ring, and clear land between."""

from __future__ import annotations

from tools.mapmaker.hexgrid import Hex, Point, centre, corner_point, corners, inside
from tools.mapmaker.inputs import Area, Inputs

CLEAR, FOREST, SWAMP, LAKE = "clear", "forest", "swamp", "lake"

RING = 0.6
"""How much a drawn wood or open stretch weighs against the satellite mosaic."""

LEVEL = 0.55
"""How much of the lie of the land within `AROUND` hexes is taken out of the score of a hex."""

AROUND = 4

GRAIN = 1.1
"""How much chance breaks up woods and fields, which are finer in the land than in any source."""


def forest_scores(inputs: Inputs, settled: dict[Hex, float]) -> dict[Hex, float]:
    """The forest score of every hex: satellite darkness, hand-drawn areas, clearings round settlements."""
    rings = [(area.pull, page_ring(inputs, area)) for area in inputs.woods]
    raw = {}
    for hex_ in inputs.grid:
        spots = [centre(hex_), *(corner_point(corner) for corner in corners(hex_))]
        lon, lat = inputs.projection.earth(hex_[0], -centre(hex_)[0])
        dark = inputs.mosaic.darkness(lon, lat) if inputs.mosaic is not None else 0.0
        score = dark + GRAIN * _grain(hex_)
        for pull, ring in rings:
            share = sum(inside(spot, ring) for spot in spots) / len(spots)
            score += RING * pull * share
        raw[hex_] = score - settled.get(hex_, 0.0)
    levelled = {hex_: _levelled(raw, hex_) for hex_ in inputs.grid}
    return {hex_: _smooth(inputs, levelled, hex_) for hex_ in inputs.grid}


def _levelled(raw: dict[Hex, float], hex_: Hex) -> float:
    """A score as it stands out from the land round it; else one forest would cover all the north."""
    line, place = hex_
    around = [
        raw[row, column]
        for row in range(line - AROUND, line + AROUND + 1)
        for column in range(place - AROUND, place + AROUND + 1)
        if (row, column) in raw
    ]
    return raw[hex_] - LEVEL * sum(around) / len(around)


def _grain(hex_: Hex) -> float:
    """A number from -0.5 to 0.5 that is always the same for a hex and like nothing of its neighbours."""
    mixed = (hex_[0] * 73_856_093) ^ (hex_[1] * 19_349_663)
    for _ in range(3):
        mixed = (mixed * 1_103_515_245 + 12_345) & 0x7FFF_FFFF
        mixed ^= mixed >> 13
    return (mixed & 0xFFFF) / 0xFFFF - 0.5


def _smooth(inputs: Inputs, raw: dict[Hex, float], hex_: Hex) -> float:
    near = [raw[other] for other in inputs.grid.neighbours(hex_)]
    return round(0.75 * raw[hex_] + 0.25 * sum(near) / len(near), 6)


def paint(inputs: Inputs, scores: dict[Hex, float], lakes: set[Hex], share: float) -> dict[Hex, str]:
    """Terrain of every hex, with so large a share of forest on dry land before corrections."""
    rings = [page_ring(inputs, area) for area in inputs.marshes]
    terrain = {}
    dry = []
    for hex_ in inputs.grid:
        if hex_ in lakes:
            terrain[hex_] = LAKE
        elif any(inside(centre(hex_), ring) for ring in rings):
            terrain[hex_] = SWAMP
        else:
            dry.append(hex_)
    for rank, hex_ in enumerate(sorted(dry, key=lambda hex_: (-scores[hex_], hex_))):
        terrain[hex_] = FOREST if rank < share * len(dry) else CLEAR
    return without_loners(inputs, terrain)


def without_loners(inputs: Inputs, terrain: dict[Hex, str]) -> dict[Hex, str]:
    """Forest and clear hexes that stand quite alone join their neighbours."""
    result = dict(terrain)
    for hex_, kind in terrain.items():
        near = [terrain[other] for other in inputs.grid.neighbours(hex_)]
        if kind in (FOREST, CLEAR) and kind not in near:
            other = CLEAR if kind == FOREST else FOREST
            if near.count(other) >= 4:
                result[hex_] = other
    return result


def page_ring(inputs: Inputs, area: Area) -> list[Point]:
    """The ring of an area on the page."""
    return [inputs.projection.page(lon, lat) for lon, lat in area.ring]
