"""What grows on each hex: forest by score, marsh by ring, and clear land between."""

from __future__ import annotations

from tools.mapmaker.hexgrid import Hex, Point, centre, corner_point, corners, inside
from tools.mapmaker.inputs import Area, Inputs

CLEAR, FOREST, SWAMP, LAKE = "clear", "forest", "swamp", "lake"


def forest_scores(inputs: Inputs, settled: dict[Hex, float]) -> dict[Hex, float]:
    """The forest score of every hex: satellite darkness, hand-drawn areas, clearings round settlements."""
    rings = [(area.pull, page_ring(inputs, area)) for area in inputs.woods]
    raw = {}
    for hex_ in inputs.grid:
        spots = [centre(hex_), *(corner_point(corner) for corner in corners(hex_))]
        lon, lat = inputs.projection.earth(hex_[0], -centre(hex_)[0])
        score = 0.9 * inputs.mosaic.darkness(lon, lat)
        for pull, ring in rings:
            share = sum(inside(spot, ring) for spot in spots) / len(spots)
            score += pull * share
        raw[hex_] = score - settled.get(hex_, 0.0)
    return {hex_: _smooth(inputs, raw, hex_) for hex_ in inputs.grid}


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
