"""Tiny boards for rule tests: a few lines of text make a board with units.

    tiny = tiny_board('''
        .      .red   f
            f      .blue   ~
        .      .      .
    ''', links={"road": "0101-red-blue"}, sides={"river": "red/0201 red/blue"})

    tiny.board.terrain[tiny.at["red"]]        # "clear"
    tiny.grid.label(tiny.hex("blue"))         # "0202"
    assert tiny.show(reach(costs, tiny.at["red"], allowance=1).cost) == picture('''
        1 0 1
         1 1 .
        . . .
    ''')

Each row of the picture is a line of hexes, from west to east; rows that are indented lie half a hex further
east, as on the page. A word is one hex: a sign for its terrain and then the names of who or what is there,
with commas between several. Hexes are also known by their numbers, row first: "0203". What lies along
hexsides, and roads, places and zones, is told beside the picture by names and numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from textwrap import dedent
from typing import Literal

from grognard.board.bits import HexSet, bits_of, hexes_of
from grognard.board.grid import Grid, GridSpec, Hex, Sheet, Side, UnknownHex
from grognard.board.model import Board, BoardError, Link, Place, SideFeature, Zone

TERRAIN: Mapping[str, str] = {
    ".": "clear",
    "f": "forest",
    "~": "swamp",
    "^": "mountain",
    "o": "town",
    "O": "city",
    "=": "lake",
    "-": "",
}
"""What the signs stand for unless a test says otherwise; `-` is a hex without terrain."""


@dataclass(frozen=True)
class TinyBoard:
    """A board, and who or what its picture shows where."""

    board: Board
    at: Mapping[str, Hex]

    @property
    def grid(self) -> Grid:
        """The hexes of the board."""
        return self.board.grid

    def hex(self, name: str) -> Hex:
        """Return the hex with this name or number."""
        return _find(self.grid, self.at, name)

    def set(self, names: str) -> HexSet:
        """Return the set of the hexes with these names or numbers: `tiny.set("red 0203")`."""
        return bits_of(self.hex(name) for name in names.split())

    def side(self, pair: str) -> Side:
        """Return the hexside between two hexes: `tiny.side("red/0201")`."""
        return _side(self.grid, self.at, pair)

    def labels(self) -> dict[str, str]:
        """Return the number of the hex of each name, to set up a game with."""
        return {name: self.grid.label(hex) for name, hex in self.at.items()}

    def show(self, what: HexSet | Mapping[Hex, object]) -> str:
        """Draw a set of hexes with `#`, or a value for each hex that has one; the other hexes are dots."""
        shown = dict.fromkeys(hexes_of(what), "#") if isinstance(what, int) else what
        width = self.grid.stride - 1
        rows = [
            " " * self.grid.shifted_line(line)
            + " ".join(str(shown.get(line * self.grid.stride + place, ".")) for place in range(width))
            for line in range(self.grid.lines)
        ]
        return "\n".join(rows)


def picture(text: str) -> str:
    """Take a picture out of the indentation of a test, to compare it with `TinyBoard.show`."""
    return dedent(text).strip("\n").rstrip()


def tiny_board(
    text: str,
    *,
    terrain: Mapping[str, str] | None = None,
    sides: Mapping[str, str] | None = None,
    links: Mapping[str, str] | None = None,
    places: Mapping[str, str] | None = None,
    zones: Mapping[str, str] | None = None,
    id: str = "tiny",
) -> TinyBoard:
    """Make a board from a picture; raises `BoardError` about the first thing that does not fit.

    `terrain` adds signs or gives them other meanings. `sides` maps kinds to pairs of hexes, such as
    `{"river": "a/b b/0203"}`; a bridge that carries something is `"bridge:road"`. `links` maps kinds to
    paths, `{"road": "a-b-0203 c-d"}`, drawn straight from name to name. `places` and `zones` map a kind
    and a name to hexes: `{"city Moscow": "m 0203"}`.
    """
    signs = {**TERRAIN, **(terrain or {})}
    rows, shifted = _rows(text)
    width = max(len(words) for words in rows)
    sheet = Sheet("map", 1, len(rows), 1, width)
    grid = Grid(GridSpec((sheet,), shifted, "south", "east"))
    ground: dict[Hex, str] = {}
    at: dict[str, Hex] = {}
    for line, words in enumerate(rows):
        for place, word in enumerate(words):
            hex = line * grid.stride + place
            ground[hex] = _ground(signs, grid.label(hex), word)
            for name in word[1:].split(",") if word[1:] else ():
                if name in at or name.isdigit() or not name:
                    raise BoardError(f"hex {grid.label(hex)}: {name!r} is no name for one hex alone")
                at[name] = hex
    board = Board.build(
        id,
        grid,
        {hex: kind for hex, kind in ground.items() if kind},
        sides=_features(grid, at, sides or {}),
        links=_links(grid, at, links or {}),
        places=[Place(name.lower(), name, kind, hexes) for kind, name, hexes in _areas(grid, at, places)],
        zones=[Zone(name.lower(), name, kind, hexes) for kind, name, hexes in _areas(grid, at, zones)],
    )
    return TinyBoard(board, at)


def _rows(text: str) -> tuple[list[list[str]], Literal["odd", "even"]]:
    """Return the words of each row, and which rows, counted from 1, lie further east."""
    lines = [line for line in text.expandtabs().splitlines() if line.strip()]
    if not lines:
        raise BoardError("a picture of a board has at least one row")
    indents = [len(line) - len(line.lstrip()) for line in lines]
    left = min(indents)
    shifted: Literal["odd", "even"] = "odd" if indents[0] > left else "even"
    for number, indent in enumerate(indents, start=1):
        if (indent > left) != (number % 2 == (shifted == "odd")):
            further = "more" if number % 2 == (shifted == "odd") else "less"
            raise BoardError(f"row {number} of the picture should be indented {further}: every other row is")
    return [line.split() for line in lines], shifted


def _ground(signs: Mapping[str, str], label: str, word: str) -> str:
    if word[0] not in signs:
        raise BoardError(f"hex {label}: {word[0]!r} is no sign for terrain; there are {' '.join(signs)}")
    return signs[word[0]]


def _find(grid: Grid, at: Mapping[str, Hex], name: str) -> Hex:
    if name in at:
        return at[name]
    try:
        return grid.hex(name)
    except UnknownHex:
        known = ", ".join(at) or "none"
        raise BoardError(f"the picture shows no {name!r} (names: {known})") from None


def _side(grid: Grid, at: Mapping[str, Hex], pair: str) -> Side:
    a, slash, b = pair.partition("/")
    if not slash:
        raise BoardError(f"expected two hexes as in 'a/b', found {pair!r}")
    try:
        return grid.side(_find(grid, at, a), _find(grid, at, b))
    except BoardError:
        raise
    except ValueError as error:
        raise BoardError(f"{pair}: {error}") from None


def _features(
    grid: Grid, at: Mapping[str, Hex], sides: Mapping[str, str]
) -> Iterator[tuple[Side, SideFeature]]:
    for words, pairs in sides.items():
        kind, _, carries = words.partition(":")
        for pair in pairs.split():
            yield _side(grid, at, pair), SideFeature(kind, carries=carries)


def _links(grid: Grid, at: Mapping[str, Hex], links: Mapping[str, str]) -> Iterator[Link]:
    for kind, paths in links.items():
        for path in paths.split():
            stops = [_find(grid, at, name) for name in path.split("-")]
            way = [stops[0]]
            for a, b in pairwise(stops):
                way += grid.line(a, b)[1:]
            yield Link(path, kind, tuple(way))


def _areas(
    grid: Grid, at: Mapping[str, Hex], areas: Mapping[str, str] | None
) -> Iterable[tuple[str, str, tuple[Hex, ...]]]:
    for words, names in (areas or {}).items():
        kind, _, name = words.partition(" ")
        yield kind, name or kind, tuple(_find(grid, at, hex) for hex in names.split())
