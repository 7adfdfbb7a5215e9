"""The ground: its tone, woods, marshes, hills and built-up areas, as soft shapes with a texture."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import get_args

from grognard.board.cartography.geometry import (
    Box,
    Interior,
    Pen,
    Point,
    along,
    blob,
    blob_points,
    chance,
    grown,
    mix,
    scatter,
    wobble,
)
from grognard.board.cartography.mesh import UNIT, Mesh
from grognard.board.cartography.style import Style, Texture
from grognard.board.cartography.svg import dots, element, group, path
from grognard.board.model import Board

CANOPY_TILE = 240.0
_TREE = 8.0


@dataclass(frozen=True)
class Area:
    """All ground of one texture as drawn: its outline on the page and what lies inside."""

    texture: Texture
    data: str
    edges: tuple[tuple[Point, ...], ...]
    interior: Interior
    scale: float = 1.0
    """How large hills and peaks are drawn: larger where hexes are."""


def areas(mesh: Mesh, board: Board, style: Style) -> dict[Texture, Area]:
    """Return the area of every texture of the map that is not open ground."""
    textures = mesh.borrowed(lambda hex_: style.terrain_style(board.terrain[hex_]).texture)
    found: dict[Texture, list[int]] = {}
    for cell, name in zip(mesh.cells, textures, strict=True):
        texture = _texture(name)
        if texture != "open":
            found.setdefault(texture, []).append(cell.number)
    return {texture: _area(mesh, texture, cells) for texture, cells in found.items()}


def _texture(name: str) -> Texture:
    return next((texture for texture in get_args(Texture) if texture == name), "open")


def _area(mesh: Mesh, texture: Texture, cells: Sequence[int]) -> Area:
    rough = {"lake": 0.07, "built": 0.05}.get(texture, 0.11)
    pen = Pen()
    edges: list[tuple[Point, ...]] = []
    for loop in mesh.outlines(cells):
        controls = mesh.soft(loop, rough=rough, seed=1)
        blob(pen, controls)
        edges.append(tuple(blob_points(controls)))
    return Area(texture, pen.data, tuple(edges), Interior(edges, UNIT / 4), math.sqrt(mesh.unit / UNIT))


def draw_terrain(found: dict[Texture, Area], frame: Box) -> str:
    """Draw the ground and all that grows or is built on it."""
    left, top, right, bottom = frame
    parts = [
        element("rect", class_="ground", x=left, y=top, width=right - left, height=bottom - top),
        _mottle(frame),
    ]
    parts += [
        group(texture, _PAINTERS[texture](found[texture], frame)) for texture in _PAINTERS if texture in found
    ]
    return group("terrain", *parts)


def draw_texture(area: Area, frame: Box) -> str:
    """Draw one area alone, as for a legend."""
    if area.texture == "lake":
        return path(area.data, "lake") + path(area.data, "water-line water-line-1")
    return _PAINTERS[area.texture](area, frame) if area.texture in _PAINTERS else ""


def definitions() -> str:
    """Return the gradients and patterns that the terrain refers to."""
    stops = [(0.0, 1.0), (0.55, 0.55), (1.0, 0.0)]
    return "".join(
        (
            _glow("glow-light", "mottle-light", stops),
            _glow("glow-dark", "mottle-dark", stops),
            _canopy(),
            _hatching(),
        )
    )


def _hatching() -> str:
    line = path("M0 12 12 0", "closed-line")
    return element("pattern", line, id="hatching", width=12.0, height=12.0, patternUnits="userSpaceOnUse")


def _glow(identity: str, class_: str, stops: Iterable[tuple[float, float]]) -> str:
    marks = [
        element("stop", class_=class_, offset=str(offset), stop_opacity=str(opacity))
        for offset, opacity in stops
    ]
    return element("radialGradient", *marks, id=identity)


def _mottle(frame: Box) -> str:
    """Draw large soft patches of lighter and darker ground, so that open country is not one flat tone."""
    patches: list[str] = []
    for key, (x, y) in scatter(grown(frame, -UNIT), 3.2 * UNIT, seed=5):
        radius = UNIT * (1.6 + 2.4 * chance(key, 51))
        fill = "url(#glow-light)" if chance(key, 52) < 0.5 else "url(#glow-dark)"
        patches.append(element("circle", cx=x, cy=y, r=radius, fill=fill))
    return element("g", *patches, class_="mottle")


def _trees(tile: float) -> list[Point]:
    """Strew trees over a tile that joins seamlessly with its copies."""
    rows = 2 * round(tile / (_TREE * 0.866) / 2)
    columns = round(tile / _TREE)
    trees: list[Point] = []
    for row in range(rows):
        for column in range(columns):
            dx, dy = wobble(_TREE * 0.42, 11, row, column)
            trees.append(((column + row % 2 / 2) * _TREE + dx, row * tile / rows + dy))
    return trees


def _canopy() -> str:
    wrapped: list[Point] = []
    for x, y in _trees(CANOPY_TILE):
        for dx in (-CANOPY_TILE, 0.0, CANOPY_TILE):
            for dy in (-CANOPY_TILE, 0.0, CANOPY_TILE):
                if -8 <= x + dx <= CANOPY_TILE + 8 and -8 <= y + dy <= CANOPY_TILE + 8:
                    wrapped.append((x + dx, y + dy))
    data = dots(wrapped)
    return element(
        "pattern",
        path(data, "tree-shadow", transform="translate(1 1.4)"),
        path(data, "tree"),
        path(data, "tree-light", transform="translate(-.9 -1.1)"),
        id="canopy",
        width=CANOPY_TILE,
        height=CANOPY_TILE,
        patternUnits="userSpaceOnUse",
    )


def _woods(area: Area, frame: Box) -> str:
    edge: list[Point] = []
    for index, line in enumerate(area.edges):
        for step, (point, (hx, hy)) in enumerate(along((*line, line[0]), 6.5, 3.0)):
            aside = 2.4 * (chance(index, step, 21) - 0.5) - 1.0
            edge.append((point[0] - hy * aside, point[1] + hx * aside))
    data = dots(point for point in edge if _inside(point, frame))
    return "".join(
        (
            path(area.data, "woods-haze"),
            path(data, "tree-shadow", transform="translate(1.2 1.8)"),
            path(area.data, "woods"),
            path(area.data, "canopy"),
            path(data, "tree"),
            path(data, "tree-light", transform="translate(-.9 -1.1)"),
        )
    )


def _inside(point: Point, frame: Box) -> bool:
    return frame[0] - 8 < point[0] < frame[2] + 8 and frame[1] - 8 < point[1] < frame[3] + 8


def _marsh(area: Area, frame: Box) -> str:
    reeds, pools = Pen(), Pen()
    for key, point in scatter(frame, 0.3 * UNIT, seed=31, jitter=0.3):
        if point not in area.interior:
            continue
        if chance(key, 33) < 0.62:
            _tuft(reeds, point, 0.8 + 0.4 * chance(key, 34))
        else:
            _pool(pools, point, 5 + 7 * chance(key, 35))
    return "".join(
        (
            path(area.data, "marsh-haze"),
            path(area.data, "marsh"),
            path(pools.data, "marsh-water"),
            path(reeds.data, "reeds"),
        )
    )


def _tuft(pen: Pen, foot: Point, size: float) -> None:
    x, y = foot
    pen.move((x - 4.6 * size, y))
    pen.line((x + 4.6 * size, y))
    for lean, height in ((-2.6, 3.4), (0.0, 5.2), (2.6, 3.4)):
        pen.move((x + lean * 0.55 * size, y))
        pen.line((x + lean * size, y - height * size))


def _pool(pen: Pen, centre: Point, length: float) -> None:
    x, y = centre
    pen.move((x - length / 2, y))
    pen.line((x + length / 2, y))
    pen.move((x - length / 4, y + 2.6))
    pen.line((x + length / 2.6, y + 2.6))


def _rough(area: Area, frame: Box) -> str:
    pen = Pen()
    by = area.scale
    for _, (x, y) in _strewn(area, frame, 0.34 * UNIT * by):
        pen.move((x - 4 * by, y + 2 * by))
        pen.line((x - by, y - 3 * by))
        pen.line((x + 4 * by, y + by))
    return "".join(
        (
            path(area.data, "rough"),
            path(pen.data, "relief-line"),
        )
    )


def _hills(area: Area, frame: Box) -> str:
    pen = Pen()
    for key, (x, y) in _strewn(area, frame, 0.4 * UNIT * area.scale):
        width = (6 + 4 * chance(key, 41)) * area.scale
        pen.move((x - width, y + width * 0.4))
        pen.quadratic((x - width * 0.2, y - width), (x + width, y + width * 0.4))
    return "".join(
        (
            path(area.data, "rough"),
            path(pen.data, "relief-line"),
        )
    )


def _mountains(area: Area, frame: Box) -> str:
    """Draw peaks from the back to the front, each with a bright and a dark flank and snow on top."""
    peaks: list[str] = []
    for key, (x, y) in _strewn(area, frame, 0.38 * UNIT * area.scale):
        size = (9 + 7 * chance(key, 43)) * area.scale
        peak, left, right = (x + size * 0.1, y - size), (x - size, y), (x + size, y)
        foot = (x + size * 0.3, y + size * 0.3)
        sun, shade, snow = Pen(), Pen(), Pen()
        _triangle(sun, left, peak, foot)
        _triangle(shade, foot, peak, right)
        snow.move(peak)
        for point in (mix(peak, left, 0.36), mix(peak, foot, 0.26), mix(peak, foot, 0.44)):
            snow.line(point)
        snow.line(mix(peak, right, 0.3))
        snow.close()
        peaks += (path(sun.data, "peak-sun"), path(shade.data, "peak-shade"), path(snow.data, "peak-snow"))
    return path(area.data, "rough") + path(area.data, "rough") + "".join(peaks)


def _triangle(pen: Pen, a: Point, b: Point, c: Point) -> None:
    pen.move(a)
    pen.line(b)
    pen.line(c)
    pen.close()


def _strewn(area: Area, frame: Box, pitch: float) -> list[tuple[int, Point]]:
    found = [
        (key, point) for key, point in scatter(frame, pitch, seed=37, jitter=0.3) if point in area.interior
    ]
    return sorted(found, key=lambda item: (math.floor(item[1][1]), item[0]))


def _closed(area: Area, frame: Box) -> str:
    return path(area.data, "closed") + path(area.data, "hatching")


def _built(area: Area, frame: Box) -> str:
    return path(area.data, "built")


_PAINTERS: dict[Texture, Callable[[Area, Box], str]] = {
    "rough": _rough,
    "hills": _hills,
    "mountains": _mountains,
    "marsh": _marsh,
    "woods": _woods,
    "built": _built,
    "closed": _closed,
}
