"""How a pack wants its map and counters drawn: `palette.toml`, with errors that name the line."""

from __future__ import annotations

from grognard.board.cartography.style import Style
from grognard.packs.layers import PackLayers
from grognard.packs.pack import PALETTE
from grognard.packs.problem import Problems


def read_style(layers: PackLayers) -> Style:
    """The style of the uppermost pack that has one; raises `PackError` with all that is wrong with it."""
    with Problems() as problems:
        located = layers.document(PALETTE, Style, problems)
        if located is not None and not located.value.palettes:
            problems.add(located.problem(("palettes",), "at least one palette, such as [palettes.summer]"))
        problems.raise_if_any()
    assert located is not None  # else there were problems
    return located.value
