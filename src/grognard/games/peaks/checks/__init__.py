"""What the components of Peaks of the Caucasus have to hold together, and whether a pack does."""

from __future__ import annotations

from grognard.games.peaks.components import Components
from grognard.packs.constraint import Constraint


def constraints(components: Components) -> list[Constraint]:
    """Every demand on the components with its answer, in the order of their ids."""
    return []


__all__ = ["constraints"]
