"""Cartography: a board drawn as a map to hang on a wall, and its pieces as counters."""
