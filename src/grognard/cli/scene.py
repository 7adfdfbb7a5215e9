"""What one seat sees, in words and letters: counters, stacks, the map around a hex, the side panel."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from functools import cached_property

from rich.console import Group, RenderableType
from rich.text import Text

from grognard.board.grid import Hex
from grognard.cli.atlas import Atlas, SideLook
from grognard.cli.textmap import Mark, draw
from grognard.core.view import Gauge, Marker, Piece, View

STEPS = ("steps", "levels")
"""The names under which a counter's face says how many losses it can take."""
QUIET = "control"
"""Markers of this kind colour the name of a place; all others put a star on the map."""
SEATLESS = SideLook("", "·", "reverse")


def describe_piece(piece: Piece) -> str:
    """A counter in a few words: `2Pz.R2 armour regiment 7-5-8 x2, disorganized`."""
    face = piece.face
    words = [piece.id or "hidden"]
    words += [value for value in face.values() if not _is_number(value)]
    numbers = [value for name, value in face.items() if _is_number(value) and name not in STEPS]
    if numbers:
        words.append("-".join(numbers))
    words += [f"x{face[name]}" for name in STEPS if name in face]
    return ", ".join((" ".join(words), *piece.marks))


def values_of(piece: Piece) -> str:
    """Only the numbers of a counter: `7-5-8`."""
    return "-".join(v for name, v in piece.face.items() if _is_number(v) and name not in STEPS)


def _is_number(text: str) -> bool:
    return text.lstrip("-").isdigit()


class Scene:
    """A view laid out on the map."""

    def __init__(self, atlas: Atlas, view: View) -> None:
        self.atlas = atlas
        self.view = view

    @cached_property
    def stacks(self) -> dict[str, list[Piece]]:
        """The counters in each hex, by the label of the hex."""
        stacks: dict[str, list[Piece]] = defaultdict(list)
        for piece in self.view.pieces:
            if piece.hex:
                stacks[piece.hex].append(piece)
        return dict(stacks)

    @cached_property
    def boxes(self) -> dict[tuple[str, str], list[Piece]]:
        """The counters beside the map, by side and box."""
        boxes: dict[tuple[str, str], list[Piece]] = defaultdict(list)
        for piece in self.view.pieces:
            if piece.box:
                boxes[self.look(piece).name, piece.box].append(piece)
        return dict(boxes)

    @cached_property
    def pieces(self) -> dict[str, Piece]:
        """Every counter whose name is known."""
        return {piece.id: piece for piece in self.view.pieces if piece.id}

    @cached_property
    def markers(self) -> dict[str, list[Marker]]:
        """The markers in each hex; one on a side of a hex lies in both."""
        markers: dict[str, list[Marker]] = defaultdict(list)
        for marker in self.view.markers:
            for label in marker.hex.split("/"):
                markers[label].append(marker)
        return dict(markers)

    def look(self, piece: Piece) -> SideLook:
        """How the side of a counter is shown."""
        return self.atlas.looks.get(piece.seat, SEATLESS)

    def place(self, label: str) -> str:
        """A hex as people speak of it, by its label."""
        hex = self.atlas.hex(label)
        return label if hex is None else self.atlas.name(hex)

    # --- the map ------------------------------------------------------------------------------

    def map(
        self, centre: Hex, columns: int, rows: int, legend: bool = True, lit: Collection[Hex] = ()
    ) -> RenderableType:
        """The map around a hex; `lit` hexes have their number in brackets."""
        atlas, grid = self.atlas, self.atlas.board.grid
        marks = {grid.hex(label): self._mark(label, pieces) for label, pieces in self.stacks.items()}
        owners: dict[Hex, str] = {}
        for marker in self.view.markers:
            if marker.kind == QUIET and marker.seat in atlas.looks:
                owners[grid.hex(marker.hex)] = atlas.looks[marker.seat].colours
        drawn = draw(
            atlas.board, atlas.style, centre, columns, rows, marks, owners=owners, lit=lit, legend=legend
        )
        return Group(drawn, self._sides_legend()) if legend else drawn

    def _sides_legend(self) -> Text:
        mine, line = self.view.seat, Text()
        for seat, look in self.atlas.looks.items():
            what = "attack" if seat == mine else "defence"
            line.append(f" {look.letter}3 9 ", look.colours)
            line.append(f" 3 {look.name}, {what} 9   ", "dim")
        line.append("? hidden  * marker", "dim")
        return line

    def _mark(self, label: str, pieces: Sequence[Piece]) -> Mark:
        look = self.look(pieces[0])
        star = "*" if any(marker.kind != QUIET for marker in self.markers.get(label, ())) else " "
        return Mark(f"{look.letter}{len(pieces)}{star}{self._strength(pieces)}".rstrip(), look.colours)

    def _strength(self, pieces: Sequence[Piece]) -> str:
        """What a player wants to know of a stack: own ones attack, the enemy's defend."""
        name = "attack" if pieces[0].seat == self.view.seat else "defence"
        known = [int(p.face[name]) for p in pieces if _is_number(p.face.get(name, ""))]
        hidden = "?" if len(known) < len(pieces) else ""
        return f"{sum(known)}{hidden}" if known else hidden

    # --- in words -----------------------------------------------------------------------------

    def hex_lines(self, hex: Hex) -> Iterator[Text]:
        """What lies and stands in a hex."""
        label = self.atlas.board.grid.label(hex)
        for number, line in enumerate(self.atlas.describe(hex)):
            yield Text(f"  {line}" if number else line, "" if number else "bold")
        for marker in self.markers.get(label, ()):
            side = f"{self.atlas.looks[marker.seat].name} " if marker.seat in self.atlas.looks else ""
            text = f": {marker.text}" if marker.text and marker.kind != QUIET else ""
            yield Text(f"  {side}{marker.kind}{text}")
        for piece in self.stacks.get(label, ()):
            look = self.look(piece)
            yield Text.assemble("  ", (f" {look.letter} ", look.colours), f" {describe_piece(piece)}")

    def stack_line(self, label: str) -> str:
        """A stack in a few words, for a list of choices: `S2 8`."""
        pieces = self.stacks.get(label)
        return self._mark(label, pieces).text if pieces else ""

    def gauges(self, known: Collection[Gauge] = ()) -> Text:
        """The side panel in one line, but for what is known already."""
        fresh = (gauge for gauge in self.view.gauges if gauge not in known)
        return Text(" · ".join(f"{gauge.label}: {gauge.value}" for gauge in fresh), style="dim")
