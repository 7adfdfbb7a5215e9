"""Pieces and markers as views show them, made once for each look that a counter can have.

A view is asked for at every decision, and from one to the next hardly a counter changes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

from grognard.board.bits import HexSet, bits_of
from grognard.board.grid import OFF_GRID, Hex
from grognard.core import Order, Seat
from grognard.core.view import Marker, Piece
from grognard.games.moscow1941.state import ELIMINATED, LATER, RESERVE, SEATS, WAITING, Mark

if TYPE_CHECKING:
    from grognard.games.moscow1941.game import Moscow1941

Look: TypeAlias = tuple[int, int, int, int, int]
"""All that the look of a counter depends on: where, levels, shortage, marks, upset."""

LOOKS = 256
"""Looks of one counter that are kept."""

BOXES = {ELIMINATED: "lost", WAITING: "waiting", RESERVE: "reserve", LATER: "later"}

PUBLIC_MARKS = {Mark.STRATEGIC: "strategic movement", Mark.FOUGHT: "fought"}
"""Marks that lie on a counter for all to see."""

OWN_MARKS = {Mark.MOVED: "moved", Mark.SPANNING: "building a bridge", Mark.MASKED: "masked"}
"""Marks that only the owner knows of; a bridge is begun in secret (14.3.2)."""


class Album(dict[Look, Piece]):
    """One counter as one kind of viewer sees it, look by look."""

    def __init__(self, game: Moscow1941, unit: int, own: bool) -> None:
        super().__init__()
        self._game, self._unit, self._own = game, unit, own

    def __missing__(self, look: Look) -> Piece:
        if len(self) >= LOOKS:
            self.clear()
        piece = self[look] = self._drawn(look)
        return piece

    def _drawn(self, look: Look) -> Piece:
        game, unit = self._game, self._unit
        where, levels = look[0], look[1]
        label = game.grid.label(where) if where >= 0 else ""
        box = BOXES[where] if where < 0 else ""
        marks = self._marks(look) if where >= 0 else ()
        return Piece(game.owner[unit], label, box, game.units[unit].id, _face(game, unit, levels), marks)

    def _marks(self, look: Look) -> tuple[str, ...]:
        _, _, shortage, marks, upset = look
        found = ["disorganized"] if upset else []
        if shortage:
            found.append(f"out of supply {shortage}")
        if self._game.towed_gun[self._unit]:
            found.append("transport set-up" if marks & Mark.TRANSPORT else "combat set-up")
        shown = PUBLIC_MARKS | OWN_MARKS if self._own else PUBLIC_MARKS
        return (*found, *(word for mark, word in shown.items() if marks & mark))


class Gallery:
    """Everything that the views of one game show again and again."""

    def __init__(self, game: Moscow1941) -> None:
        units = range(len(game.units))
        self.own = tuple(Album(game, unit, True) for unit in units)
        """Each counter as its owner sees it."""
        self.open = tuple(Album(game, unit, False) for unit in units)
        """Each counter as anybody sees it who may."""
        self.near: tuple[HexSet, ...] = tuple(
            bits_of(there for there in game.grid.neighbours[hex] if there != OFF_GRID)
            for hex in range(game.grid.size)
        )
        """The neighbours of each hex as a set."""
        self.covered: Mapping[Seat, tuple[Piece, ...]] = {
            seat: tuple(Piece(seat, _label(game, hex)) for hex in range(game.grid.size)) for seat in SEATS
        }
        """A counter below the top of a stack (16.1.1)."""
        self.masked: Mapping[Seat, tuple[Piece, ...]] = {
            seat: tuple(Piece(seat, _label(game, hex), marks=("masked",)) for hex in range(game.grid.size))
            for seat in SEATS
        }
        """A stack under a mask (16.1.2)."""
        self._game = game
        self.last: dict[Seat | None, tuple[object, tuple[Piece, ...]]] = {}
        """What each viewer saw last, and from what state."""
        self.scores: dict[tuple[bytes, ...], int] = {}
        """Victory points by who controls what; only the last ones are kept."""
        self.text: Callable[[Order], str] = lru_cache(maxsize=1 << 15)(game.text)
        """The text of an order."""
        self.told = lru_cache(maxsize=1 << 12)(self._told)
        """16.1.4: what is told of an adjacent enemy: its type, and its levels unless it is dug in (None)."""
        self.off_map = lru_cache(maxsize=1 << 12)(self._off_map)
        """A counter off the map, with the turn and place of its arrival."""
        self.fortification = lru_cache(maxsize=1 << 12)(self._fortification)
        """The marker of works in a hex."""
        self.holdings = lru_cache(maxsize=64)(self._holdings)
        """The markers of control, from the hexes that each side controls."""

    def _told(self, unit: int, hex: Hex, levels: int | None) -> Piece:
        face = {"type": self._game.units[unit].type.value}
        if levels is not None:
            face["levels"] = str(levels)
        return Piece(self._game.owner[unit], _label(self._game, hex), face=face)

    def _off_map(self, unit: int, where: int, levels: int, due: int, entry: str) -> Piece:
        game, box = self._game, BOXES[where]
        if where in (LATER, WAITING):
            box = f"{box}: {entry}".rstrip(": ")
        marks = (f"turn {due}",) if where == LATER else ()
        return Piece(
            game.owner[unit], box=box, id=game.units[unit].id, face=_face(game, unit, levels), marks=marks
        )

    def _fortification(self, hex: Hex, index: int) -> Marker:
        return Marker("fortification", _label(self._game, hex), seat=SEATS[index])

    def _holdings(self, *control: bytes) -> tuple[Marker, ...]:
        held = [int.from_bytes(hexes, "little") for hexes in control]
        return tuple(
            Marker("control", _label(self._game, hex), place.name, seat)
            for place in self._game.board.places.values()
            for hex in place.hexes
            for seat, hexes in zip(SEATS, held, strict=True)
            if hexes >> hex & 1
        )


def _label(game: Moscow1941, hex: Hex) -> str:
    return game.grid.label(hex) if hex in game.grid else ""


def _face(game: Moscow1941, unit: int, levels: int) -> dict[str, str]:
    counter = game.units[unit]
    return {
        "type": counter.type.value,
        "size": counter.size.value,
        "attack": str(counter.attack_strength(levels)),
        "defence": str(counter.defence_strength(levels)),
        "movement": str(counter.mp),
        "levels": str(levels),
    }
