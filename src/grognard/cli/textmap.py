"""A stretch of a map as text: six letters and two lines for a hex, in the brick pattern of the grid.

The upper line of a hex is its number, or the name of the place in it; the lower line is its terrain with
the roads that touch it, or the counters that stand there:

    1911  1910  Klin
    ♣ ♣   ═ ═   S3
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from rich.console import Group
from rich.text import Text

from grognard.board.cartography.style import LinkForm, Palette, Style, Texture
from grognard.board.grid import Hex
from grognard.board.model import Board

HEX_WIDTH = 6
HEX_HEIGHT = 2
_LINE_GAP = 3**0.5 / 2

_SIGNS: Mapping[Texture, str] = {
    "open": "·",
    "woods": "♣",
    "marsh": "≡",
    "lake": "≈",
    "built": "▒",
    "rough": "∩",
    "hills": "∩",
    "mountains": "▲",
}
_ROADS: Mapping[LinkForm, str] = {"highway": "═", "road": "─", "track": "┄", "rail": "┼"}
_RIVER = "~"


@dataclass(frozen=True)
class Mark:
    """Something that stands in a hex, such as "G12" for twelve German counters, and its colours."""

    text: str
    style: str = "reverse"


def draw(
    board: Board,
    style: Style,
    centre: Hex,
    columns: int,
    rows: int,
    marks: Mapping[Hex, Mark] | None = None,
    owners: Mapping[Hex, str] | None = None,
    lit: Collection[Hex] = (),
    season: str = "summer",
    legend: bool = True,
) -> Group:
    """Draw the hexes around a hex on a canvas of so many letters and lines, with a legend below.

    `owners` gives the names of places the colours of whoever holds them; `lit` hexes are put in brackets.
    """
    palette = style.palette(season)
    canvas = _Canvas(columns, rows)
    positions = {hex: _position(board, hex) for hex in board.grid.hexes}
    left = _corner(positions[centre][0], columns, HEX_WIDTH, [column for column, _ in positions.values()])
    top = _corner(positions[centre][1], rows, HEX_HEIGHT, [row for _, row in positions.values()])
    seen: set[Hex] = set()
    for hex, (column, row) in positions.items():
        column, row = column - left, row - top
        if canvas.holds(column, row):
            seen.add(hex)
            _draw_hex(canvas, column, row, board, style, palette, hex, (marks or {}).get(hex), owners or {})
            if hex in lit:
                canvas.bracket(column, row)
    return Group(*canvas.lines(), *(_legend(board, style, seen) if legend else ()))


def _corner(centre: int, room: int, size: int, starts: Sequence[int]) -> int:
    """Where the canvas begins to have a hex in its middle; near an edge of the map, that edge is its rim."""
    first, last = min(starts), max(starts) + size
    if last - first <= room:
        return first - (room - (last - first)) // 2
    return min(max(centre + size // 2 - room // 2, first), last - room)


def _position(board: Board, hex: Hex) -> tuple[int, int]:
    """Where a hex stands in letters and lines, counted from the corner of the whole map."""
    x, y = board.grid.centre(hex)
    if board.grid.pointy:
        return round(x * HEX_WIDTH), round(y / _LINE_GAP * HEX_HEIGHT)
    return round(x / _LINE_GAP * HEX_WIDTH), round(y * HEX_HEIGHT)


def _draw_hex(
    canvas: _Canvas,
    column: int,
    row: int,
    board: Board,
    style: Style,
    palette: Palette,
    hex: Hex,
    mark: Mark | None,
    owners: Mapping[Hex, str],
) -> None:
    place = board.place_at.get(hex)
    ground = _ground(board, style, palette, hex)
    if place and hex == place.hexes[0]:
        colours = owners.get(hex, palette.label + ground)
        canvas.put(column, row, place.name[:HEX_WIDTH].ljust(HEX_WIDTH), f"bold {colours}")
    else:
        river = _RIVER if has_river(board, style, hex) else " "
        canvas.put(column, row, f" {board.grid.label(hex)[:5]:4}{river}"[:HEX_WIDTH], palette.number + ground)
    if mark:
        canvas.put(column, row + 1, " " * HEX_WIDTH, palette.ink + ground)
        canvas.put(column, row + 1, f" {mark.text} "[:HEX_WIDTH], mark.style)
    else:
        canvas.put(column, row + 1, _terrain(board, style, hex), palette.ink + ground)


def _terrain(board: Board, style: Style, hex: Hex) -> str:
    sign = _SIGNS[style.terrain_style(board.terrain[hex]).texture]
    roads = link_kinds(board, style, hex)
    if not roads:
        return f" {sign}  {sign} " if sign != "·" else "  ·   "
    beside = _ROADS[style.link_style(roads[0]).form]
    return f" {beside}{sign}{sign}{beside} " if sign != "·" else f" {beside * 4} "


def _ground(board: Board, style: Style, palette: Palette, hex: Hex) -> str:
    texture = style.terrain_style(board.terrain[hex]).texture
    colours: Mapping[Texture, str] = {
        "woods": palette.woods,
        "marsh": palette.marsh,
        "lake": palette.lake,
        "built": palette.built,
    }
    return f" on {colours.get(texture, palette.ground)}"


def link_kinds(board: Board, style: Style, hex: Hex) -> list[str]:
    """List the kinds of roads and railways that touch a hex, the greatest first."""
    order = list(_ROADS)
    kinds = [kind for kind in board.link_steps if board.link_hexes(kind) >> hex & 1]
    return sorted(kinds, key=lambda kind: order.index(style.link_style(kind).form))


def has_river(board: Board, style: Style, hex: Hex) -> bool:
    """Say whether water flows along one of the sides of a hex."""
    return any(
        style.water_style(feature.kind)
        for side in board.grid.sides_of(hex)
        for feature in board.side_features.get(side, ())
    )


def _legend(board: Board, style: Style, seen: set[Hex]) -> list[Text]:
    terrain = {board.terrain[hex]: None for hex in sorted(seen)}
    signs = [
        f"{_SIGNS[form.texture]} {form.title.lower()}"
        for kind, form in style.terrain.items()
        if kind in terrain and form.title
    ]
    links = [
        f"{_ROADS[form.form]} {form.title.lower()}"
        for kind, form in style.links.items()
        if form.title and any(board.link_hexes(kind) >> hex & 1 for hex in seen)
    ]
    water = [f"{_RIVER} water along a side"]
    return [Text("  ".join(signs + links + water), style="dim")]


class _Canvas:
    """Letters with their styles, row by row."""

    def __init__(self, columns: int, rows: int) -> None:
        self._columns = columns
        self._cells: list[list[tuple[str, str]]] = [[(" ", "")] * columns for _ in range(rows)]

    def holds(self, column: int, row: int) -> bool:
        """Whether a whole hex fits here."""
        inside = 0 <= column <= self._columns - HEX_WIDTH
        return inside and 0 <= row <= len(self._cells) - HEX_HEIGHT

    def put(self, column: int, row: int, text: str, style: str) -> None:
        """Write a text from here to the right."""
        for offset, letter in enumerate(text):
            self._cells[row][column + offset] = (letter, style)

    def bracket(self, column: int, row: int) -> None:
        """Put the upper line of a hex in brackets, and make it stand out."""
        cells = self._cells[row][column : column + HEX_WIDTH]
        text = "".join(letter for letter, _ in cells).strip().rstrip(_RIVER)[: HEX_WIDTH - 2]
        self.put(column, row, f"[{text}]".ljust(HEX_WIDTH), f"bold reverse {cells[0][1]}")

    def lines(self) -> Iterator[Text]:
        """The rows, letters of one style joined together."""
        for cells in self._cells:
            line = Text(no_wrap=True)
            for style, run in groupby(cells, key=lambda cell: cell[1]):
                line.append("".join(letter for letter, _ in run), style)
            yield line
