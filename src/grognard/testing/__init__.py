"""The conformance kit that ships: certify a game, fuzz it, time it, and build tiny boards for rule tests.

from grognard.testing import check_game
check_game(grognard.load("moscow-1941", "typhoon"))
"""

from grognard.testing.conformance import NonconformingError, check_game
from grognard.testing.fuzz import FuzzReport, fuzz
from grognard.testing.speed import Speed, decisions_per_second, seconds_per_copy
from grognard.testing.tiny import TinyBoard, picture, tiny_board

__all__ = [
    "FuzzReport",
    "NonconformingError",
    "Speed",
    "TinyBoard",
    "check_game",
    "decisions_per_second",
    "fuzz",
    "picture",
    "seconds_per_copy",
    "tiny_board",
]
