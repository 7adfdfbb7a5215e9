"""Hexes, labels and directions of one map, whatever way its numbers run.

A map is made of straight *lines* of hexes that share their sides; the hexes of a line are its *places*.
A printed label names the line first and the place second, as in "4418". Every hex gets an index,
`line * stride + place`, counted from the first line and place of the map; all other modules speak
in these indices. One slot at the end of each line stays empty, so that a set of hexes stored as one
integer (see `bits`) can be shifted by a place without running over into the next line.

Alternate lines lie half a hex further along. `GridSpec` says which, and where lines and places run on
the page; the rest follows.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Literal, TypeAlias

import msgspec

Hex: TypeAlias = int
"""Index of a hex on its grid."""

Side: TypeAlias = int
"""Number of a hexside on its grid, the same seen from both hexes."""

Compass: TypeAlias = Literal["north", "south", "east", "west"]

OFF_GRID = -1
"""What `Grid.neighbours` holds where there is no hex."""

_UNIT: Mapping[Compass, tuple[int, int]] = {
    "north": (0, -1),
    "south": (0, 1),
    "east": (1, 0),
    "west": (-1, 0),
}
# A step to each neighbour as (lines, half places).
_STEPS = ((0, 2), (0, -2), (1, 1), (1, -1), (-1, 1), (-1, -1))
_LINE_GAP = math.sqrt(3) / 2
_CORNER_RADIUS = 1 / math.sqrt(3)
_POINTY_NAMES = ("NE", "E", "SE", "SW", "W", "NW")
_FLAT_NAMES = ("N", "NE", "SE", "S", "SW", "NW")


class UnknownHex(ValueError):  # noqa: N818
    """A label that names no hex of the map."""


class Sheet(msgspec.Struct, frozen=True):
    """One printed sheet: the numbers it shows and where they lie in the numbering of the whole map.

    A hex printed with line `n` and place `m` is at line `n + line_offset` and place `m + place_offset` of the
    map. A `rotated` sheet lies upside down: its numbers count against the map's, from the offsets downward.
    """

    id: str
    first_line: int
    last_line: int
    first_place: int
    last_place: int
    line_offset: int = 0
    place_offset: int = 0
    prefix: str = ""
    rotated: bool = False


class GridSpec(msgspec.Struct, frozen=True):
    """How a map is numbered and drawn.

    `shifted` says which lines, counted in the numbering of the whole map, lie half a hex towards the next
    place. `lines_run` and `places_run` say where the numbers grow on the page.
    """

    sheets: tuple[Sheet, ...]
    shifted: Literal["odd", "even"]
    lines_run: Compass
    places_run: Compass
    label_digits: int = 2


class Grid:
    """The hexes of a map: labels, neighbours, distances, hexsides and places on the page.

    >>> sheet = Sheet("map", first_line=1, last_line=66, first_place=1, last_place=37)
    >>> grid = Grid(GridSpec((sheet,), shifted="odd", lines_run="south", places_run="west"))
    >>> kalinin = grid.hex("0427")
    >>> [grid.label(hex) for hex in grid.neighbours[kalinin]]
    ['0326', '0426', '0526', '0527', '0428', '0327']
    """

    def __init__(self, spec: GridSpec) -> None:
        _check_spec(spec)
        self.spec = spec
        printed = {label: cell for sheet in spec.sheets for label, cell in _printed_cells(spec, sheet)}
        if len(printed) != len(set(printed.values())):
            raise ValueError("two sheets of the grid lie on each other")
        self._first_line = min(line for line, _ in printed.values())
        self._first_place = min(place for _, place in printed.values())
        lines = max(line for line, _ in printed.values()) - self._first_line + 1
        places = max(place for _, place in printed.values()) - self._first_place + 1
        self.lines: int = lines
        self.stride: int = places + 1
        self.size: int = lines * self.stride
        self._hex_by_label = {label: self._index(*cell) for label, cell in printed.items()}
        self._label_by_hex = {hex: label for label, hex in self._hex_by_label.items()}
        self.hexes: tuple[Hex, ...] = tuple(sorted(self._label_by_hex))
        self.all: int = sum(1 << hex for hex in self.hexes)
        self._steps = _clockwise_steps(spec)
        self._cells = tuple(
            (line, 2 * place + self._half_step(line)) for line in range(lines) for place in range(self.stride)
        )
        self.neighbours: tuple[tuple[Hex, ...], ...] = tuple(
            self._neighbours_of(hex) if hex in self._label_by_hex else (OFF_GRID,) * 6
            for hex in range(self.size)
        )
        self._origin = self._page_origin()
        self.edges: Mapping[Compass, int] = self._find_edges()

    def __repr__(self) -> str:
        return f"Grid({len(self.hexes)} hexes, {'+'.join(sheet.id for sheet in self.spec.sheets)})"

    # Labels

    def hex(self, label: str) -> Hex:
        """Return the hex with this printed label; a dropped leading zero is forgiven ("730" is "0730")."""
        text = label.strip()
        hex = self._hex_by_label.get(text)
        if hex is None:
            hex = self._hex_by_label.get(self._with_leading_zero(text))
        if hex is None:
            raise UnknownHex(self._why_unknown(text))
        return hex

    def label(self, hex: Hex) -> str:
        """Return the printed label of a hex."""
        label = self._label_by_hex.get(hex)
        if label is None:
            raise UnknownHex(f"there is no hex with index {hex} on this map")
        return label

    def __contains__(self, hex: object) -> bool:
        return hex in self._label_by_hex

    def shifted_line(self, line: int) -> bool:
        """Say whether a line (counted from 0) lies half a hex towards the next place."""
        return (line + self._first_line) % 2 == (self.spec.shifted == "odd")

    def _with_leading_zero(self, text: str) -> str:
        digits = text.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
        prefix = text[: len(text) - len(digits)]
        return prefix + digits.zfill(2 * self.spec.label_digits)

    def _why_unknown(self, text: str) -> str:
        digits = self.spec.label_digits
        ranges = " or ".join(
            f"{_label(digits, sheet, sheet.first_line, sheet.first_place)} to "
            f"{_label(digits, sheet, sheet.last_line, sheet.last_place)}"
            for sheet in self.spec.sheets
        )
        return f"there is no hex {text!r} on this map: the labels run from {ranges}"

    # Steps

    def direction(self, a: Hex, b: Hex) -> int:
        """Return the direction, 0 to 5 clockwise on the page, that leads from a hex to its neighbour."""
        if b != OFF_GRID and b in self.neighbours[a]:
            return self.neighbours[a].index(b)
        raise ValueError(f"hexes {self.label(a)} and {self.label(b)} are not adjacent")

    def direction_name(self, direction: int) -> str:
        """Return the compass name of a direction, such as "NE"."""
        return (_POINTY_NAMES if self.pointy else _FLAT_NAMES)[direction]

    def index_steps(self, direction: int) -> tuple[int, int]:
        """Return what a step adds to the index of a hex: on lines in place, and on shifted lines."""
        lines, halves = self._steps[direction]
        if lines == 0:
            return halves // 2, halves // 2
        return lines * self.stride + (halves - 1) // 2, lines * self.stride + (halves + 1) // 2

    @cached_property
    def bits(self) -> tuple[int, ...]:
        """The set of each single hex, by index: a table for kernels that look up hex after hex."""
        return tuple(1 << hex for hex in range(self.size))

    @property
    def pointy(self) -> bool:
        """Whether hexes stand on a point: lines then lie across the page."""
        return self.spec.lines_run in ("north", "south")

    # Measures

    def distance(self, a: Hex, b: Hex) -> int:
        """Return the number of steps between two hexes on an open map."""
        line_a, half_a = self._cells[a]
        line_b, half_b = self._cells[b]
        lines, halves = abs(line_a - line_b), abs(half_a - half_b)
        return lines + max(0, (halves - lines) // 2)

    def line(self, a: Hex, b: Hex) -> tuple[Hex, ...]:
        """Return the hexes on the straight line from one hex to another, both included.

        Where the line runs along a hexside, one of the two hexes is taken, the same one in both directions.
        """
        if a > b:
            return self.line(b, a)[::-1]
        if a == b:
            return (a,)
        length = self.distance(a, b)
        return (a, *(hex for step in range(1, length) for hex in self._between(a, b, step, length)), b)

    def ring(self, hex: Hex, radius: int) -> tuple[Hex, ...]:
        """Return the hexes at exactly this distance, in the order of their indices."""
        return tuple(other for other in self.disc(hex, radius) if self.distance(hex, other) == radius)

    def disc(self, hex: Hex, radius: int) -> tuple[Hex, ...]:
        """Return the hexes within this distance, the hex itself included, in the order of their indices."""
        centre_line, centre_half = self._doubled(hex)
        found: list[Hex] = []
        for line in range(max(0, centre_line - radius), min(self.lines - 1, centre_line + radius) + 1):
            reach = 2 * radius - abs(line - centre_line)
            for half in range(centre_half - reach, centre_half + reach + 1, 2):
                found.extend(self._real(line, half))
        return tuple(found)

    def edge_of(self, area: int, compass: Compass) -> int:
        """Return the hexes of an area with none of its hexes beyond them in a direction of the compass."""
        x, y = _UNIT[compass]
        beyond = [direction for direction in range(6) if self._points_to(direction, x, y)]
        return sum(
            1 << hex
            for hex in self.hexes
            if area >> hex & 1
            and not any(
                there != OFF_GRID and area >> there & 1
                for there in (self.neighbours[hex][direction] for direction in beyond)
            )
        )

    def _between(self, a: Hex, b: Hex, step: int, length: int) -> Iterator[Hex]:
        # Exact arithmetic in cube coordinates; a nudge decides when the point lies on a hexside.
        start, end = _cube(*self._doubled(a)), _cube(*self._doubled(b))
        point = tuple(s * length + (e - s) * step for s, e in zip(start, end, strict=True))
        for nudge in ((1, 2, -3), (-1, -2, 3)):
            nudged = tuple(p * 10 + n for p, n in zip(point, nudge, strict=True))
            for hex in self._real(*_doubled_of(_round_cube(nudged, length * 10))):
                yield hex
                return

    # Hexsides

    def side(self, a: Hex, b: Hex) -> Side:
        """Return the number of the hexside between two adjacent hexes."""
        return self.sides_of(a)[self.direction(a, b)]

    def sides_of(self, hex: Hex) -> tuple[Side, ...]:
        """Return the six hexsides of a hex by direction; those on the edge of the map have numbers too."""
        return self._sides[hex]

    @cached_property
    def _sides(self) -> tuple[tuple[Side, ...], ...]:
        return tuple(
            tuple(
                near * 6 + direction - 3 if direction >= 3 and near != OFF_GRID else hex * 6 + direction
                for direction, near in enumerate(neighbours)
            )
            for hex, neighbours in enumerate(self.neighbours)
        )

    @cached_property
    def step_masks(self) -> Mapping[int, int]:
        """For each difference of indices between neighbours, the hexes that have such a neighbour."""
        masks: dict[int, int] = {}
        for hex in self.hexes:
            for near in self.neighbours[hex]:
                if near != OFF_GRID:
                    masks[near - hex] = masks.get(near - hex, 0) | 1 << hex
        return masks

    def side_hexes(self, side: Side) -> tuple[Hex, Hex]:
        """Return the two hexes that share a side; the second is -1 on the edge of the map."""
        hex, direction = divmod(side, 6)
        return hex, self.neighbours[hex][direction]

    # The page

    def centre(self, hex: Hex) -> tuple[float, float]:
        """Return the centre of a hex on the page: hexes are 1.0 wide across their flats, y grows downward."""
        x, y = self._unplaced_centre(hex)
        return x - self._origin[0], y - self._origin[1]

    def corners(self, hex: Hex) -> tuple[tuple[float, float], ...]:
        """Return the six corners of a hex, clockwise; the side in direction d joins corners d and d + 1."""
        x, y = self.centre(hex)
        return tuple((x + dx, y + dy) for dx, dy in self._corner_offsets())

    @property
    def page(self) -> tuple[float, float]:
        """Width and height of the page that holds every hex; the corner at the top left is (0, 0)."""
        points = [corner for hex in self.hexes for corner in self.corners(hex)]
        return max(x for x, _ in points), max(y for _, y in points)

    def _corner_offsets(self) -> list[tuple[float, float]]:
        first = 0.0 if self.pointy else -math.pi / 6
        angles = [first + corner * math.pi / 3 for corner in range(6)]
        return [(_CORNER_RADIUS * math.sin(angle), -_CORNER_RADIUS * math.cos(angle)) for angle in angles]

    def _unplaced_centre(self, hex: Hex) -> tuple[float, float]:
        line, half = self._doubled(hex)
        return _on_page(self.spec, line, half)

    def _page_origin(self) -> tuple[float, float]:
        centres = [self._unplaced_centre(hex) for hex in self.hexes]
        offsets = self._corner_offsets()
        left = min(x for x, _ in centres) + min(dx for dx, _ in offsets)
        top = min(y for _, y in centres) + min(dy for _, dy in offsets)
        return left, top

    def _find_edges(self) -> dict[Compass, int]:
        everything = sum(1 << hex for hex in self.hexes)
        return {compass: self.edge_of(everything, compass) for compass in _UNIT}

    def _points_to(self, direction: int, x: int, y: int) -> bool:
        # Straight ahead where hexes have a neighbour there, else the two on either hand.
        dx, dy = _on_page(self.spec, *self._steps[direction])
        return dx * x + dy * y > 0.6

    # Indices

    def _index(self, line: int, place: int) -> Hex:
        return (line - self._first_line) * self.stride + place - self._first_place

    def _doubled(self, hex: Hex) -> tuple[int, int]:
        """Return line and half places; both are even or both odd, as `_cube` expects."""
        return self._cells[hex]

    def _half_step(self, line: int) -> int:
        return self.shifted_line(line) - self.shifted_line(0)

    def _real(self, line: int, half: int) -> tuple[Hex, ...]:
        place = (half - self._half_step(line)) // 2
        hex = line * self.stride + place
        real = 0 <= line < self.lines and 0 <= place < self.stride - 1 and hex in self._label_by_hex
        return (hex,) if real else ()

    def _neighbours_of(self, hex: Hex) -> tuple[Hex, ...]:
        line, half = self._doubled(hex)
        found = (self._real(line + lines, half + halves) for lines, halves in self._steps)
        return tuple(real[0] if real else OFF_GRID for real in found)


def _check_spec(spec: GridSpec) -> None:
    if not spec.sheets:
        raise ValueError("a grid needs at least one sheet")
    vertical = ("north", "south")
    if (spec.lines_run in vertical) == (spec.places_run in vertical):
        raise ValueError(f"lines that run {spec.lines_run} cannot have places that run {spec.places_run}")
    for sheet in spec.sheets:
        if sheet.first_line > sheet.last_line or sheet.first_place > sheet.last_place:
            raise ValueError(f"sheet {sheet.id!r} ends before it starts")
        if min(sheet.first_line, sheet.first_place) < 0:
            raise ValueError(f"sheet {sheet.id!r} has a negative number")
        if max(sheet.last_line, sheet.last_place) >= 10**spec.label_digits:
            raise ValueError(f"sheet {sheet.id!r} has numbers of more than {spec.label_digits} digits")
    prefixes = [sheet.prefix for sheet in spec.sheets]
    if len(set(prefixes)) != len(prefixes):
        raise ValueError("two sheets of a grid have the same prefix")


def _label(digits: int, sheet: Sheet, line: int, place: int) -> str:
    return f"{sheet.prefix}{line:0{digits}}{place:0{digits}}"


def _printed_cells(spec: GridSpec, sheet: Sheet) -> Iterator[tuple[str, tuple[int, int]]]:
    for line in range(sheet.first_line, sheet.last_line + 1):
        for place in range(sheet.first_place, sheet.last_place + 1):
            yield _label(spec.label_digits, sheet, line, place), _map_cell(spec, sheet, line, place)


def _map_cell(spec: GridSpec, sheet: Sheet, line: int, place: int) -> tuple[int, int]:
    if not sheet.rotated:
        return line + sheet.line_offset, place + sheet.place_offset
    map_line = sheet.line_offset - line
    # Seen upside down, a line that lies half a hex further along lies half a hex back.
    back = map_line % 2 == (spec.shifted == "odd")
    return map_line, sheet.place_offset - place - back


def _on_page(spec: GridSpec, lines: int, halves: int) -> tuple[float, float]:
    (line_x, line_y), (place_x, place_y) = _UNIT[spec.lines_run], _UNIT[spec.places_run]
    along, across = lines * _LINE_GAP, halves / 2
    return line_x * along + place_x * across, line_y * along + place_y * across


def _clockwise_steps(spec: GridSpec) -> tuple[tuple[int, int], ...]:
    def bearing(step: tuple[int, int]) -> float:
        x, y = _on_page(spec, *step)
        return round(math.atan2(x, -y) % (2 * math.pi), 6)

    return tuple(sorted(_STEPS, key=bearing))


def _cube(line: int, half: int) -> tuple[int, int, int]:
    q = (half - line) // 2
    return q, line, -q - line


def _doubled_of(cube: tuple[int, int, int]) -> tuple[int, int]:
    q, line, _ = cube
    return line, 2 * q + line


def _round_cube(point: tuple[int, ...], scale: int) -> tuple[int, int, int]:
    rounded = [(2 * value + scale) // (2 * scale) for value in point]
    errors = [abs(near * scale - value) for near, value in zip(rounded, point, strict=True)]
    worst = errors.index(max(errors))
    rounded[worst] -= sum(rounded)
    return rounded[0], rounded[1], rounded[2]
