"""The whole map in one drawing: layers from the ground up, each in a group that can be shown or hidden."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from grognard.board.cartography import page, terrain, water
from grognard.board.cartography.badges import badge_boxes, draw_badges
from grognard.board.cartography.borders import border_lines, draw_borders
from grognard.board.cartography.counter import SIDE, Piece, Token, counter_css, draw_stack
from grognard.board.cartography.counter import definitions as counter_definitions
from grognard.board.cartography.fronts import Front, draw_fronts, front_lines
from grognard.board.cartography.geometry import Box, Pen, Point
from grognard.board.cartography.labels import place_labels
from grognard.board.cartography.lettering import MapLabel, Placed, labels_ground
from grognard.board.cartography.mesh import UNIT, Mesh
from grognard.board.cartography.roads import Way, draw_roads, ways
from grognard.board.cartography.sheetstyle import NUMBER_SIZE, style_sheet
from grognard.board.cartography.style import PlaceForm, Style
from grognard.board.cartography.svg import element, group, path, text
from grognard.board.cartography.svg import title as tooltip
from grognard.board.cartography.towns import draw_places, obstacles
from grognard.board.cartography.typeface import embedded
from grognard.board.model import Board

_NO_STACKS: Mapping[int, Sequence[Piece | Token]] = {}
_COUNTER_SCALE = 0.74
_NUMBER_DROP = 0.385
_MARK: Mapping[PlaceForm, float] = {
    "city": 0.42,
    "fortress": 0.6,
    "great_town": 0.42,
    "town": 0.27,
    "village": 0.2,
    "peak": 0.45,
}


def draw_map(
    board: Board,
    style: Style,
    season: str,
    *,
    names: Sequence[MapLabel] = (),
    fronts: Sequence[Front] = (),
    stacks: Mapping[int, Sequence[Piece | Token]] = _NO_STACKS,
    note: str = "",
) -> str:
    """Draw a board as SVG in the palette of a season."""
    palette = style.palette(season)
    mesh = Mesh(board.grid, style.sheet.hex_size)
    frame = mesh.box()
    ground = terrain.areas(mesh, board, style)
    lake = ground.get("lake")
    flows = water.rivers(mesh, board, style)
    found = ways(mesh, board, style)
    lettering = letter(board, mesh, style, names, flows, found, fronts, covered(stacks, mesh))
    legend = page.entries(board, style) + page.front_entries(fronts, style)
    sizes = page.page_sizes(frame, len(page.rows(legend, page.legend_width(frame))))
    window = f"url(#{_WINDOW})"
    definitions = element(
        "defs",
        _window(frame),
        terrain.definitions(),
        water.definitions(lake),
        *(label.definition for label in lettering),
        counter_definitions(item for stack in stacks.values() for item in stack),
    )
    layers = [
        terrain.draw_terrain(ground, frame),
        water.draw_water(flows, lake),
        group("grid", path(_grid(mesh), "grid")),
        draw_numbers(board, mesh),
        draw_roads(found, flows, mesh, board, style),
        draw_places(board, mesh, style, obstacles(found, flows)),
        draw_borders(board, mesh, style),
        draw_fronts(fronts, mesh, style),
        draw_badges(board, mesh, style),
        group("labels", *(label.svg for label in lettering)),
        draw_stacks(stacks, board, mesh, style),
    ]
    css = [embedded(), style_sheet(palette, mesh.unit)] + ([counter_css(style.liveries)] if stacks else [])
    return document(
        sizes.page,
        style.sheet.title,
        "\n".join(css),
        definitions,
        element("g", "\n", *layers, id="map", clip_path=window),
        page.draw_frame(sizes, style.sheet, palette.title, note),
        page.draw_legend(legend, sizes),
        page.draw_scale(sizes, style.sheet, mesh.unit),
    )


_WINDOW = "map-window"


def document(box: Box, title: str, css: str, *content: str) -> str:
    """Wrap a drawing in an SVG document of the size of a box."""
    left, top, right, bottom = box
    size = (round(right - left, 1), round(bottom - top, 1))
    return element(
        "svg",
        tooltip(title),
        f"<style>{css}</style>",
        *content,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"{left:.1f} {top:.1f} {size[0]:g} {size[1]:g}",
        width=size[0],
        height=size[1],
        class_="grognard-map",
    )


def letter(
    board: Board,
    mesh: Mesh,
    style: Style,
    names: Sequence[MapLabel],
    flows: Sequence[water.River],
    found: Sequence[Way],
    fronts: Sequence[Front] = (),
    hidden: Sequence[Box] = (),
) -> list[Placed]:
    """Place all names of a map, away from what counters hide."""
    weights = {"highway": 0.55, "road": 0.4, "track": 0.25, "rail": 0.25}
    roads = [(way.sampled(index, 8), weights[way.form]) for way in found for index in way.stretches]
    numbers = [_number_place(cell.centre, mesh) for cell in mesh.of_hex.values()]
    marks = list(_marks(board, mesh, style))
    ground = labels_ground(mesh.box(), roads, flows, marks, numbers)
    ground.hide(hidden)
    ground.take(badge_boxes(board, mesh, style))
    for line in border_lines(board, mesh, style):
        ground.mark(line, 0.8)
    for front in fronts:
        for line in front_lines(front, mesh):
            ground.mark(line, 1.2)
    return place_labels(board, mesh, style, flows, found, names, ground)


def covered(stacks: Mapping[int, Sequence[Piece | Token]], mesh: Mesh) -> list[Box]:
    """Return the boxes of the map that lie under counters."""
    half = SIDE * _counter_scale(mesh) / 2 + 2.0
    centres = [mesh.of_hex[hex_].centre for hex_ in stacks]
    return [(x - half, y - half, x + half, y + half) for x, y in centres]


def _marks(board: Board, mesh: Mesh, style: Style) -> Iterator[Box]:
    for place in board.places.values():
        reach = _MARK[style.place_style(place.kind).form] * UNIT
        for hex_ in place.hexes:
            x, y = mesh.of_hex[hex_].centre
            yield (x - reach, y - reach * 0.86, x + reach, y + reach * 0.86)


def _window(frame: Box) -> str:
    left, top, right, bottom = frame
    shape = element("rect", x=left, y=top, width=right - left, height=bottom - top)
    return element("clipPath", shape, id=_WINDOW)


def _grid(mesh: Mesh) -> str:
    """Draw every side of the grid once, as long unbroken strokes."""
    pen = Pen()
    drawn: set[tuple[int, int]] = set()
    for cell in mesh.of_hex.values():
        previous = -1
        for index in range(6):
            a, b = cell.corners[index], cell.corners[(index + 1) % 6]
            side = (a, b) if a < b else (b, a)
            if side in drawn:
                continue
            drawn.add(side)
            if previous != a:
                pen.move(mesh.points[a])
            pen.line(mesh.points[b])
            previous = b
    return pen.data


def _counter_scale(mesh: Mesh) -> float:
    return _COUNTER_SCALE * mesh.unit / UNIT


def _number_place(centre: Point, mesh: Mesh) -> Point:
    return (centre[0], centre[1] - _NUMBER_DROP * mesh.unit)


def draw_numbers(board: Board, mesh: Mesh) -> str:
    """Write the number of every hex in its upper part."""
    written = [
        text(board.grid.label(cell.hex), _shifted(_number_place(cell.centre, mesh)), "")
        for cell in mesh.of_hex.values()
    ]
    return group("numbers", *(words.replace(' class=""', "") for words in written))


def draw_stacks(stacks: Mapping[int, Sequence[Piece | Token]], board: Board, mesh: Mesh, style: Style) -> str:
    """Draw the counters on the map, from the top of the page down so that stacks overlap naturally."""
    if not stacks:
        return ""
    hexes = sorted(stacks, key=lambda hex_: (mesh.of_hex[hex_].centre[1], mesh.of_hex[hex_].centre[0]))
    return group(
        "stacks",
        *(
            draw_stack(
                stacks[hex_],
                style.liveries,
                mesh.of_hex[hex_].centre,
                _counter_scale(mesh),
                identity=f"stack-{board.grid.label(hex_)}",
            )
            for hex_ in hexes
        ),
    )


def _shifted(point: Point) -> Point:
    return (point[0], point[1] + NUMBER_SIZE * 0.36)
