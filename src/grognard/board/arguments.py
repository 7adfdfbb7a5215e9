"""What orders of any game on a grid can name: its hexes and hexsides."""

from __future__ import annotations

from typing import Any, Protocol

from grognard.board.grid import Grid, UnknownHex
from grognard.core import Argument, InvalidOrder, Pointer
from grognard.core.order import shorten


class OnGrid(Protocol):
    """A game that is played on a grid."""

    grid: Grid


class HexLabel(Argument):
    """A hex by its printed label: `3102`."""

    def text(self, game: Any, value: Any) -> str:
        """The label of a hex."""
        board: OnGrid = game
        return board.grid.label(value)

    def value(self, game: Any, text: str) -> int:
        """The hex with a label."""
        board: OnGrid = game
        try:
            return board.grid.hex(text)
        except UnknownHex as error:
            raise InvalidOrder(str(error)) from None

    def points_at(self, game: Any, value: Any) -> Pointer:
        """The hex itself."""
        return Pointer(hexes=(self.text(game, value),))


HEX = HexLabel("hex")


class HexsideLabel(Argument):
    """A hexside by the two hexes it parts: `3102/3103`."""

    def text(self, game: Any, value: Any) -> str:
        """Both labels, the smaller one first."""
        board: OnGrid = game
        return "/".join(sorted(board.grid.label(hex) for hex in board.grid.side_hexes(value)))

    def value(self, game: Any, text: str) -> int:
        """The side between two hexes, in either order."""
        board: OnGrid = game
        one, slash, two = text.partition("/")
        if not slash:
            raise InvalidOrder(
                f"expected a {self.name} as two hexes such as 3102/3103, found {shorten(text)}"
            )
        try:
            return board.grid.side(HEX.value(game, one), HEX.value(game, two))
        except (ValueError, IndexError) as error:
            raise InvalidOrder(str(error)) from None

    def points_at(self, game: Any, value: Any) -> Pointer:
        """The two hexes."""
        return Pointer(hexes=tuple(self.text(game, value).split("/")))
