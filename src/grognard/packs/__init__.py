"""Component packs: the maps, counters, tables and scenarios of a game as plain files.

A pack is a directory of CSV, TOML and one text map. `open_pack` opens it together with the packs it is
based on; `PackLayers` then hands out typed rows, with a clear error for every cell that cannot be read.
"""

from grognard.packs.constraint import Constraint, Fault
from grognard.packs.digest import digest
from grognard.packs.document import LocatedDocument
from grognard.packs.layers import PackLayers, Resolver, open_pack
from grognard.packs.map import MapLabel, collect_board, read_board, read_labels
from grognard.packs.problem import PackError, Problem, Problems
from grognard.packs.rows import Located

__all__ = [
    "Constraint",
    "Fault",
    "Located",
    "LocatedDocument",
    "MapLabel",
    "PackError",
    "PackLayers",
    "Problem",
    "Problems",
    "Resolver",
    "collect_board",
    "digest",
    "open_pack",
    "read_board",
    "read_labels",
]
