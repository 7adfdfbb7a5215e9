"""The components of Peaks of the Caucasus: what is in the box, read from its pack."""

from __future__ import annotations

import msgspec

from grognard.board.model import Board
from grognard.packs.layers import PackLayers
from grognard.packs.map import read_board


class Components(msgspec.Struct, frozen=True, kw_only=True):
    """Everything in the box."""

    board: Board


def read(layers: PackLayers) -> Components:
    """All components of a pack; raises `PackError` with every problem of its files."""
    return Components(board=read_board(layers))


__all__ = ["Components", "read"]
