"""The fingerprint of a pack: the same for the same values, however and wherever they are written.

It tells whether two packs play the same game. Sources, notes and the look of the map do not count.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping

from grognard.packs.content import Address, values_in_play
from grognard.packs.layers import PackLayers
from grognard.packs.table import Cell

SHORT = 12
"""How many letters of a digest are enough to tell packs apart in print."""


def digest(layers: PackLayers) -> str:
    """The SHA-256 of all values in play, as 64 letters; `digest(pack)[:SHORT]` is its short form."""
    return digest_of(values_in_play(layers))


def digest_of(values: Mapping[Address, Cell]) -> str:
    """The digest of values in play that have been read already."""
    found = hashlib.sha256()
    for address, cell in sorted(values.items(), key=lambda item: item[0]):
        found.update(json.dumps([*address, cell.text]).encode("ascii") + b"\n")
    return found.hexdigest()
