"""What a game hands to the cartography: its pieces and fronts in plain terms, without its rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from grognard.board.cartography.counter import Piece
from grognard.board.cartography.fronts import Front


@dataclass(frozen=True)
class Portrait:
    """A scenario at its start, or the whole box when no scenario is named."""

    title: str = ""
    pieces: tuple[Piece, ...] = ()
    """All counters, in the order of a counter sheet."""
    stacks: Mapping[int, tuple[Piece, ...]] = field(default_factory=dict)
    """The counters that stand on the map, by hex, the top one last."""
    fronts: tuple[Front, ...] = ()
