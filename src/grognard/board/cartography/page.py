"""The sheet of paper around the map: frame, title, legend, scale bar and compass."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from grognard.board.cartography.badges import draw_badge
from grognard.board.cartography.borders import LAYERS
from grognard.board.cartography.fronts import Front, draw_teeth
from grognard.board.cartography.geometry import Box, Interior, Pen, Point, blob_points, curve, grown, offset
from grognard.board.cartography.style import (
    BadgeStyle,
    BorderForm,
    LinkForm,
    PlaceForm,
    Sheet,
    Style,
    Texture,
)
from grognard.board.cartography.svg import element, group, path, points_path, text
from grognard.board.cartography.terrain import Area, draw_texture
from grognard.board.cartography.towns import HOUSES, bastions, houses, summit
from grognard.board.cartography.typeface import SANS, SERIF_BOLD, SERIF_ITALIC
from grognard.board.model import Board

_SWATCH = 62.0
_ROW = 62.0


@dataclass(frozen=True)
class Sizes:
    """How the page is divided; all in page units."""

    map: Box
    margin: float
    head: float
    foot: float

    @property
    def page(self) -> Box:
        """The whole sheet of paper."""
        left, top, right, bottom = self.map
        return (left - self.margin, top - self.head, right + self.margin, bottom + self.foot)


def page_sizes(map_box: Box, rows: int) -> Sizes:
    """Return the division of a page around a map, with room for some rows of legend."""
    width = map_box[2] - map_box[0]
    margin = max(40.0, width * 0.03)
    return Sizes(map_box, margin, margin + _title_size(width) * 1.55, margin + 66.0 + rows * _ROW)


def _title_size(width: float) -> float:
    return max(34.0, min(96.0, width * 0.043))


def draw_frame(sizes: Sizes, sheet: Sheet, face: str, note: str) -> str:
    """Draw the paper around the map window, the neat lines, the title and the compass."""
    left, top, right, _ = sizes.map
    title = _title_size(right - left)
    base = top - title * 0.62
    subtitle = note or " · ".join(words for words in (sheet.subtitle, face) if words)
    start = left + SERIF_BOLD.width(sheet.title, title, title * 0.05) + title * 0.4
    room = right - title * 1.5 - start
    return group(
        "frame",
        path(_hollow(sizes.page, sizes.map), "paper", fill_rule="evenodd"),
        _outline(sizes.map, 2.6),
        _outline(grown(sizes.map, 9), 1.1),
        _outline(grown(sizes.page, -sizes.margin * 0.28), 1.6),
        text(sheet.title, (left, base), "title", font_size=title, letter_spacing=round(title * 0.05, 1)),
        text(subtitle, (start, base), "subtitle", font_size=_fitting(subtitle, title * 0.42, room)),
        _compass((right - title * 0.62, top - title * 0.92), title * 0.62),
        text(
            sheet.credit,
            (right, sizes.page[3] - sizes.margin * 0.55),
            "legend-small",
            font_size=15.0,
            text_anchor="end",
        ),
    )


def _fitting(words: str, size: float, room: float) -> float:
    """Return the type size at which words fit a room, the wished one at most."""
    width = SERIF_ITALIC.width(words, 1.0)
    return min(size, max(8.0, room / width)) if width else size


def _hollow(outer: Box, inner: Box) -> str:
    return _rectangle(outer) + _rectangle(inner)


def _rectangle(box: Box) -> str:
    left, top, right, bottom = box
    return points_path([(left, top), (right, top), (right, bottom), (left, bottom)], closed=True)


def _outline(box: Box, width: float) -> str:
    return path(_rectangle(box), "frame-line", stroke_width=width)


def _compass(centre: Point, reach: float) -> str:
    x, y = centre
    dark, light = Pen(), Pen()
    for turn in range(8):
        angle = turn * math.pi / 4
        tip = reach if turn % 2 == 0 else reach * 0.46
        for side, pen in ((-1, light), (1, dark)):
            waist = angle + side * math.pi / 8
            pen.move((x, y))
            pen.line((x + tip * math.sin(angle), y - tip * math.cos(angle)))
            pen.line((x + reach * 0.2 * math.sin(waist), y - reach * 0.2 * math.cos(waist)))
            pen.close()
    return element(
        "g",
        path(light.data, "paper-fill"),
        path(dark.data, "ink"),
        path(light.data + dark.data, "ink-line", stroke_width=0.8),
        text("N", (x, y - reach * 1.12), "legend-head", font_size=reach * 0.46, text_anchor="middle"),
        id="compass",
    )


# The legend


@dataclass(frozen=True)
class Entry:
    """One line of the legend: a small picture, drawn into a box, and its words."""

    words: str
    draw: Callable[[Box], str]

    @property
    def width(self) -> float:
        """The room that the entry takes."""
        return _SWATCH + 12 + SANS.width(self.words, 21.0) + 40


def entries(board: Board, style: Style) -> list[Entry]:
    """Return the legend of a board: what is on it and has a title in the style."""
    found: list[Entry] = []
    for kind, land in style.terrain.items():
        if land.title and board.terrain_sets.get(kind):
            found.append(Entry(land.title, _terrain_picture(land.texture)))
    for kind, form in style.places.items():
        if form.title and any(place.kind == kind for place in board.places.values()):
            found.append(Entry(form.title, _place_picture(form.form)))
    for kind, water in style.water.items():
        if water.title and board.side_sets.get(kind):
            found.append(Entry(water.title, _water_picture(water.width * 60, water.form == "canal")))
    for kind, link in style.links.items():
        if link.title and kind in board.link_steps:
            found.append(Entry(link.title, _link_picture(link.form)))
    for kind, border in style.borders.items():
        if border.title and board.side_sets.get(kind):
            found.append(Entry(border.title, _border_picture(border.form)))
    for badge in style.badges:
        if badge.title and any(badge.property in place.properties for place in board.places.values()):
            found.append(Entry(badge.title, _badge_picture(badge, style)))
    if style.bridge_title and board.links and any(kind in board.side_sets for kind in style.water):
        found.append(Entry(style.bridge_title, _bridge_picture))
    return found


def front_entries(fronts: Sequence[Front], style: Style) -> list[Entry]:
    """Return the entries of the legend for the front lines of a scenario."""
    named = [style.liveries[front.livery] for front in fronts if front.livery in style.liveries]
    return [Entry(f"{livery.title} front", _front_picture(livery.line)) for livery in named if livery.title]


def _front_picture(colour: str) -> Callable[[Box], str]:
    def draw(box: Box) -> str:
        y = (box[1] + box[3]) / 2
        line, teeth = Pen(), Pen()
        line.move((box[0], y))
        line.line((box[2], y))
        draw_teeth(teeth, [(box[0], y), (box[2], y)])
        return path(line.data, "front", stroke=colour) + path(teeth.data, "front-teeth", stroke=colour)

    return draw


def rows(found: Sequence[Entry], width: float) -> list[list[Entry]]:
    """Break the legend into rows that fit a width."""
    lines: list[list[Entry]] = [[]]
    used = 0.0
    for entry in found:
        if lines[-1] and used + entry.width > width:
            lines.append([])
            used = 0.0
        lines[-1].append(entry)
        used += entry.width
    return lines


def legend_width(map_box: Box) -> float:
    """Return how wide the legend may be beside the scale bar."""
    return (map_box[2] - map_box[0]) * 0.74


def draw_legend(found: Sequence[Entry], sizes: Sizes) -> str:
    """Draw the legend below the map."""
    left, _, _, bottom = sizes.map
    drawn: list[str] = []
    for index, line in enumerate(rows(found, legend_width(sizes.map))):
        x, y = left, bottom + 44 + index * _ROW
        for entry in line:
            box = (x, y, x + _SWATCH, y + 40)
            drawn.append(
                element(
                    "g",
                    entry.draw(box),
                    text(entry.words, (x + _SWATCH + 12, y + 27), "legend-text", font_size=21.0),
                    class_="legend-entry",
                )
            )
            x += entry.width
    return group("legend", *drawn)


def _swatch(box: Box) -> list[Point]:
    left, top, right, bottom = box
    nook = 9.0
    return [
        (left + nook, top),
        (right - nook, top),
        (right, top + nook),
        (right, bottom - nook),
        (right - nook, bottom),
        (left + nook, bottom),
        (left, bottom - nook),
        (left, top + nook),
    ]


def _terrain_picture(texture: Texture) -> Callable[[Box], str]:
    def draw(box: Box) -> str:
        pen = Pen()
        shape = _swatch(box)
        from grognard.board.cartography.geometry import blob

        blob(pen, shape)
        edge = tuple(blob_points(shape))
        area = Area(texture, pen.data, (edge,), Interior([edge], 15.0))
        picture = draw_texture(area, box)
        if texture == "built":
            picture += houses([(box[0] + 31, box[1] + 20)], 26, 0.42)
        return path(pen.data, "ground") + picture + path(pen.data, "frame-line", stroke_width=1.0)

    return draw


def _place_picture(form: PlaceForm) -> Callable[[Box], str]:
    def draw(box: Box) -> str:
        centre = ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2)
        if form == "peak":
            return summit(centre)
        walls = bastions(centre, 27.0) if form == "fortress" else ""
        count, reach = HOUSES[form]
        return walls + houses([centre], count, reach * (0.75 if walls else 1))

    return draw


def _border_picture(form: BorderForm) -> Callable[[Box], str]:
    def draw(box: Box) -> str:
        y = (box[1] + box[3]) / 2
        line = points_path([(box[0], y + 6), (box[0] + 20, y - 6), (box[2] - 20, y - 6), (box[2], y + 6)])
        return "".join(path(line, name) for name in LAYERS[form])

    return draw


def _badge_picture(badge: BadgeStyle, style: Style) -> Callable[[Box], str]:
    def draw(box: Box) -> str:
        return draw_badge(badge, "5", ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2), style)

    return draw


def _wave(box: Box) -> list[Point]:
    left, top, right, bottom = box
    y, width = (top + bottom) / 2, right - left
    return [(left + width * share, y + lift) for share, lift in ((0, 5), (0.3, -5), (0.65, 5), (1, -4))]


def _water_picture(width: float, canal: bool) -> Callable[[Box], str]:
    def draw(box: Box) -> str:
        line = [(box[0], (box[1] + box[3]) / 2), (box[2], (box[1] + box[3]) / 2)]
        if canal:
            data = points_path(line)
            return "".join(
                path(data, name, stroke_width=wide)
                for name, wide in (
                    ("canal-bank", width),
                    ("canal-bed", width - 2.2),
                    ("canal-water", width * 0.36),
                )
            )
        from grognard.board.cartography.geometry import curve_points

        course = curve_points(_wave(box), 8)
        right = offset(course, [width / 2] * len(course))
        left = offset(course, [-width / 2] * len(course))
        data = points_path([*right, *reversed(left)], closed=True)
        return path(data, "river-bank") + path(data, "river")

    return draw


_LAYERS: dict[LinkForm, tuple[str, ...]] = {
    "highway": ("highway-case", "highway"),
    "road": ("road-case", "road"),
    "track": ("track",),
    "rail": ("rail", "rail-ties"),
}


def _bridge_picture(box: Box) -> str:
    """A road over a river, between two brackets."""
    left, top, right, bottom = box
    x, y = (left + right) / 2, (top + bottom) / 2
    road, stream, rails = Pen(), Pen(), Pen()
    for pen, a, b in ((road, (left, y), (right, y)), (stream, (x - 6, bottom), (x + 6, top))):
        pen.move(a)
        pen.line(b)
    for hand in (-1, 1):
        rails.move((x - 8.6, y + hand * 6.2))
        for point in ((x - 7, y + hand * 4.4), (x + 7, y + hand * 4.4), (x + 8.6, y + hand * 6.2)):
            rails.line(point)
    return "".join(
        (
            path(stream.data, "river-stroke", stroke_width=4.0),
            path(road.data, "road-case"),
            path(road.data, "road"),
            path(rails.data, "bridge"),
        )
    )


def _link_picture(form: LinkForm) -> Callable[[Box], str]:
    def draw(box: Box) -> str:
        pen = Pen()
        curve(pen, _wave(box))
        return "".join(path(pen.data, name) for name in _LAYERS[form])

    return draw


# The scale bar


def draw_scale(sizes: Sizes, sheet: Sheet, unit: float) -> str:
    """Draw a scale bar of a round length, with the reach of one hex."""
    _, _, right, bottom = sizes.map
    room = (right - sizes.map[0]) * 0.2
    kilometres = _round_length(room / unit * sheet.hex_kilometres)
    length = kilometres / sheet.hex_kilometres * unit
    start, y = right - length - 34, bottom + 66
    parts = list(_ruler(start, y, length, kilometres))
    label = f"1 hex = {sheet.hex_kilometres:g} km"
    parts.append(
        text(label, (start + length / 2, y + 46), "legend-small", font_size=18.0, text_anchor="middle")
    )
    return group("scale", *parts)


def _ruler(start: float, y: float, length: float, kilometres: float) -> Iterator[str]:
    steps = 4
    for step in range(steps):
        x = start + length * step / steps
        yield element(
            "rect",
            class_="ink" if step % 2 == 0 else "paper-fill",
            x=x,
            y=y,
            width=length / steps,
            height=8.0,
        )
    yield path(_rectangle((start, y, start + length, y + 8)), "ink-line", stroke_width=1.0)
    for step in (0, 2, 4):
        words = f"{kilometres * step / steps:g}" + (" km" if step == 4 else "")
        yield text(
            words, (start + length * step / steps, y - 8), "legend-text", font_size=18.0, text_anchor="middle"
        )


def _round_length(limit: float) -> float:
    """Return the greatest of 1, 2, 4, 5, 10, 20, 40, 50 ... that does not exceed a limit."""
    power = 10.0 ** math.floor(math.log10(limit))
    return max(factor * power for factor in (1, 2, 4, 5) if factor * power <= limit)
