"""Component packs: the maps, counters, tables and scenarios of a game as plain files.

A pack is a directory of CSV, TOML and one text map. `open_pack` opens it together with the packs it is
based on; `PackLayers` then hands out typed rows, with a clear error for every cell that cannot be read.
"""
