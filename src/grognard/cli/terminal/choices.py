"""The legal orders as a numbered list: grouped by what they do and where, filtered by a part of a name.

Numbers belong to the orders and not to the list, so that they stay the same while one filters.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rich.text import Text

from grognard.board.grid import Hex
from grognard.cli.scene import Scene, values_of

CROWDED = 6
"""More counters than this under one heading are listed by the place where they stand."""
SHORT_MARKS = 2


@dataclass(frozen=True)
class Choice:
    """One legal order: its number, its text, and what is said about it in its group."""

    number: int
    text: str
    group: str
    label: str
    hexes: tuple[str, ...]

    def matches(self, part: str) -> bool:
        """Does the order contain this text, in its own words or in what is said about it?"""
        return part.casefold() in f"{self.text} {self.group} {self.label}".casefold()


class Choices:
    """The orders of a decision, ready to be shown."""

    def __init__(self, scene: Scene, texts: Sequence[str]) -> None:
        self._scene = scene
        heads: dict[str, int] = {}
        for text in texts:
            head = text.rpartition(" ")[0]
            heads[head] = heads.get(head, 0) + 1
        self.all = tuple(self._choice(n, text, heads) for n, text in enumerate(texts, start=1))

    def _choice(self, number: int, text: str, heads: dict[str, int]) -> Choice:
        head, _, tail = text.rpartition(" ")
        if not head:
            return Choice(number, text, "", text, ())
        piece = self._scene.pieces.get(tail)
        if piece is not None:
            place = self._scene.place(piece.hex) if piece.hex else piece.box
            about = " ".join(part for part in (tail, values_of(piece), *piece.marks[:SHORT_MARKS]) if part)
            if heads[head] > CROWDED:
                return Choice(number, text, f"{head}, {place}", about, (piece.hex,) if piece.hex else ())
            return Choice(number, text, head, f"{about} ({place})", (piece.hex,) if piece.hex else ())
        return self._towards_hex(number, text, head, tail)

    def _towards_hex(self, number: int, text: str, head: str, tail: str) -> Choice:
        """An order that ends in a hex or a path of hexes, or in some other word."""
        labels = [label for part in tail.split("/") for label in part.split("-")]
        if not all(self._scene.atlas.hex(label) is not None for label in labels):
            return Choice(number, text, head, tail, ())
        last = labels[-1]
        place = self._scene.place(last).removeprefix(last)
        about = " ".join(part for part in (tail + place, self._scene.stack_line(last)) if part)
        return Choice(number, text, head, about, (last,))

    def numbered(self, number: int) -> Choice | None:
        """The order with a number."""
        return self.all[number - 1] if 0 < number <= len(self.all) else None

    def matching(self, part: str) -> tuple[Choice, ...]:
        """The orders that contain a text."""
        return tuple(choice for choice in self.all if choice.matches(part))

    @property
    def hexes(self) -> frozenset[Hex]:
        """The hexes that the orders are about."""
        found = (self._scene.atlas.hex(label) for choice in self.all for label in choice.hexes)
        return frozenset(hex for hex in found if hex is not None)


def choice_lines(choices: Sequence[Choice], width: int) -> Iterator[Text]:
    """The list: a heading for each group, its orders flowing beside it."""
    groups: dict[str, list[Choice]] = {}
    for choice in choices:
        groups.setdefault(choice.group, []).append(choice)
    plain = groups.pop("", [])
    for title, members in groups.items():
        yield from _flow(title, members, width)
    if plain:
        yield from _flow("", plain, width)


def _flow(title: str, members: Sequence[Choice], width: int) -> Iterator[Text]:
    line = Text(f"{title}: " if title else "", "bold")
    indent = 4
    for choice in members:
        item = Text.assemble((f"{choice.number}) ", "bold cyan"), choice.label)
        if line.cell_len > indent and line.cell_len + item.cell_len > width - 1:
            yield line
            line = Text(" " * indent)
        line.append_text(item)
        line.append("  ")
    yield line
