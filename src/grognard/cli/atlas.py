"""The map of a game for the terminal: finding a place, what lies in a hex, and the colours of the sides."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from grognard.board.cartography.style import Style
from grognard.board.grid import Hex, UnknownHex
from grognard.board.model import Board
from grognard.cli.textmap import link_kinds
from grognard.core import GrognardError, Seat
from grognard.core.game import AnyGame
from grognard.core.order import did_you_mean, shorten
from grognard.games import find, open_layers
from grognard.packs import PackLayers, read_board
from grognard.packs.palette import read_style


class UnknownPlace(GrognardError):  # noqa: N818 - a refusal, not a fault
    """A word that names neither a hex nor a place of the map."""


@dataclass(frozen=True)
class SideLook:
    """What a side is called, the letter it has on the map, and the colours of its counters."""

    name: str
    letter: str
    colours: str = "reverse"


class Atlas:
    """The board of a pack with the looks of a game's sides."""

    def __init__(self, layers: PackLayers, game: AnyGame) -> None:
        self.layers = layers
        self.game = game

    @staticmethod
    def of(game: AnyGame, pack: str | Path | None = None) -> Atlas:
        """The atlas of a registered game, drawn from the pack it is played with."""
        module = find(game.id)
        return Atlas(open_layers(module, pack or (None if game.pack == module.id else game.pack)), game)

    @cached_property
    def board(self) -> Board:
        """The map of the pack."""
        return read_board(self.layers)

    @cached_property
    def style(self) -> Style:
        """How the pack wants its map to look."""
        return read_style(self.layers)

    @cached_property
    def looks(self) -> dict[Seat, SideLook]:
        """How each side is shown."""
        titles = {seat: self.game.seat_title(seat) for seat in self.game.seats}
        short = {title[:1] for title in titles.values()}
        length = 1 if len(short) == len(titles) else 2
        return {seat: self._look(seat, title, title[:length]) for seat, title in titles.items()}

    def _look(self, seat: Seat, title: str, letter: str) -> SideLook:
        livery = self.style.liveries.get(str(seat))
        return SideLook(title, letter, f"{livery.ink} on {livery.fill}" if livery else "reverse")

    # --- finding ------------------------------------------------------------------------------

    def hex(self, label: str) -> Hex | None:
        """The hex with a label, or None when there is none."""
        try:
            return self.board.grid.hex(label)
        except UnknownHex:
            return None

    def find(self, words: str) -> Hex:
        """The hex that a number, the id of a place or a name means; raises `UnknownPlace` with a hint."""
        wanted = " ".join(words.split()).casefold()
        for place in self.board.places.values():
            if wanted in (place.id.casefold(), place.name.casefold()):
                return place.hexes[0]
        hex = self.hex(words)
        if hex is not None:
            return hex
        begun = [place for place in self.board.places.values() if place.name.casefold().startswith(wanted)]
        if wanted and len(begun) == 1:
            return begun[0].hexes[0]
        names = [place.name for place in self.board.places.values()]
        raise UnknownPlace(f"there is no place {shorten(words)} on this map{did_you_mean(words, names)}")

    def name(self, hex: Hex) -> str:
        """A hex as people speak of it: `1911 Klin`."""
        place = self.board.place_at.get(hex)
        label = self.board.grid.label(hex)
        return f"{label} {place.name}" if place else label

    # --- describing ---------------------------------------------------------------------------

    def describe(self, hex: Hex) -> Iterator[str]:
        """What lies in a hex: terrain, place, roads, and water along its sides."""
        board = self.board
        place = board.place_at.get(hex)
        terrain = self._title("terrain", board.terrain[hex]).lower() if board.terrain[hex] else "no terrain"
        yield f"{self.name(hex)} ({place.kind}): {terrain}" if place else f"{self.name(hex)}: {terrain}"
        for kind in link_kinds(board, self.style, hex):
            yield self._link_line(hex, kind)
        found: dict[str, list[str]] = {}
        for direction, side in enumerate(board.grid.sides_of(hex)):
            for feature in board.side_features.get(side, ()):
                what = f"{self._title('side', feature.kind)} {feature.name}".strip()
                found.setdefault(what, []).append(board.grid.direction_name(direction))
        for what, directions in found.items():
            yield f"{what} on the {', '.join(directions)}"

    def _link_line(self, hex: Hex, kind: str) -> str:
        steps = self.board.link_steps[kind]
        towards = [self.board.grid.direction_name(d) for d in range(6) if steps[d] >> hex & 1]
        names = {link.name: None for link in self.board.links if link.kind == kind and hex in link.path}
        return f"{self._title('link', kind)} towards {', '.join(towards)}: {', '.join(names)}"

    def _title(self, sort: str, kind: str) -> str:
        """What the pack calls a kind, such as "Main road" for the link `main`."""
        kinds = getattr(self.layers.manifest.kinds, sort)
        return kinds[kind].title if kind in kinds else kind.replace("_", " ")
