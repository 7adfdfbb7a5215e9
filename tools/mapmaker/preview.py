"""A quick picture of a finished map, for the eye of the map maker only."""

from __future__ import annotations

from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from tools.mapmaker.build import Map
from tools.mapmaker.hexgrid import Hex, Point, centre, corner_point, corners, label, side_corners

GROUND = {"clear": "#f3eed8", "forest": "#a6c08c", "swamp": "#a9cfc9", "lake": "#7fb2dd"}
WATER = {"river": ("#2b6cb0", 5), "stream": ("#6aa5dc", 3), "canal": ("#5b3fb0", 5)}
ROADS = {"main": ("#b5301f", 4), "secondary": ("#c98a4b", 2), "rail": ("#333333", 1)}


def draw(drawn: Map, path: Path, scale: int = 40, box: tuple[int, int, int, int] | None = None) -> None:
    """Draw the map, or the lines and places of a box (first line, last line, first place, last place)."""
    grid = drawn.inputs.grid
    box = box or (1, grid.lines, 1, grid.places)
    left, top = -(box[3] + 1.2), (box[0] - 1) * 0.866
    width, height = (box[3] - box[2] + 3.0), (box[1] - box[0] + 2.2) * 0.866
    image = Image.new("RGB", (int(width * scale), int(height * scale)), "white")
    pen = ImageDraw.Draw(image)
    small, big = ImageFont.load_default(scale * 0.22), ImageFont.load_default(scale * 0.36)

    def at(point: Point) -> tuple[float, float]:
        return (point[0] - left) * scale, (point[1] - top) * scale

    for hex_ in grid:
        outline = [at(corner_point(corner)) for corner in corners(hex_)]
        pen.polygon(outline, fill=GROUND[drawn.terrain[hex_]], outline="#cfc8ad")
    axis = _sides_between(drawn)
    for hexes, colour in axis:
        for hex_ in hexes:
            x, y = at(centre(hex_))
            pen.rectangle([x - 2, y + 6, x + 2, y + 10], fill=colour)
    for place in drawn.places:
        for hex_ in place.hexes:
            ring = [at(corner_point(corner)) for corner in corners(hex_)]
            x, y = at(centre(hex_))
            if place.kind == "city":
                pen.polygon(ring, fill="#8f8a84", outline="#555")
            else:
                pen.rectangle([x - 7, y - 7, x + 7, y + 7], fill="#8f8a84", outline="#444")
    for link in drawn.links:
        colour, wide = ROADS[link.course.kind]
        offset = 3 if link.course.kind == "rail" else 0
        pen.line([(x + offset, y + offset) for x, y in (at(centre(h)) for h in link.path)], colour, wide)
    for river in drawn.rivers:
        colour, wide = WATER[river.course.kind]
        for side in river.sides:
            pen.line([at(corner_point(corner)) for corner in side_corners(side)], colour, wide)
    for bridge in drawn.bridges:
        if bridge.kind == "road":
            one, two = (at(centre(hex_)) for hex_ in bridge.side)
            x, y = (one[0] + two[0]) / 2, (one[1] + two[1]) / 2
            pen.ellipse([x - 4, y - 4, x + 4, y + 4], fill="white", outline="black")
    for hex_ in grid:
        x, y = at(centre(hex_))
        pen.text((x, y - scale * 0.38), label(hex_), fill="#8a8570", font=small, anchor="mm")
    for place in drawn.places:
        x, y = at(centre(place.hexes[0]))
        pen.text((x, y + scale * 0.3), place.name, fill="#111", font=big, anchor="mm",
                 stroke_width=2, stroke_fill="#fff")
    image.save(path)


def _sides_between(drawn: Map) -> list[tuple[list[Hex], str]]:
    result = []
    for zone_id, colour in (("typhoon-axis", "#555555"), ("red-snow-axis", "#d01818")):
        zone = next((zone for zone in drawn.zones if zone.id == zone_id), None)
        if zone:
            inner = set(zone.hexes)
            rim = [h for h in zone.hexes if any(o not in inner for o in drawn.inputs.grid.neighbours(h))]
            result.append((rim, colour))
    return result
