"""What a game hands to the cartography: its counters and fronts in plain terms, without its rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from grognard.board.cartography.counter import Piece, Token
from grognard.board.cartography.fronts import Front


@dataclass(frozen=True)
class Portrait:
    """A scenario at its start, or the whole box when no scenario is named."""

    title: str = ""
    counters: tuple[Piece | Token, ...] = ()
    """All counters of the box, front side up, in the order of a counter sheet."""
    stacks: Mapping[int, tuple[Piece | Token, ...]] = field(default_factory=dict)
    """The counters that stand on the map, by hex, the top one last."""
    fronts: tuple[Front, ...] = ()
    season: str = ""
    """The palette that suits the time of year, where the pack has it."""
