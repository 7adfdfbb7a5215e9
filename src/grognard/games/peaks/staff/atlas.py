"""What never changes: the objectives of both sides, and how far every hex is from each of them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from grognard.board.bits import HexSet, hexes_of
from grognard.board.grid import Hex
from grognard.board.reach import reach
from grognard.core import Seat
from grognard.games.peaks.components import Weather
from grognard.games.peaks.geography import Mover
from grognard.games.peaks.state import AXIS, SOVIET, Sectors, other

if TYPE_CHECKING:
    from grognard.games.peaks.game import Peaks

FAR = 400
"""Half points of movement beyond which nothing is measured."""

CENTRE_WORTH, PORT_WORTH, OIL_WORTH = 4.0, 1.0, 1.0
FORTRESS_WORTH = 3.0
"""What Stalingrad is worth beyond its points: refit points, and the way to sudden death."""


class Goal(NamedTuple):
    """A hex that a side wants, or wants to keep."""

    hex: Hex
    worth: float
    distance: Mapping[Hex, float]
    """Movement points from each hex, for units on foot in summer."""
    for_climbers: bool


class Atlas:
    """The objectives of a game by seat, with their distances."""

    def __init__(self, game: Peaks) -> None:
        self.game = game
        fields: dict[Hex, Mapping[Hex, float]] = {}
        self.worth = {seat: _worth(game, seat) for seat in (AXIS, SOVIET)}
        costs = game.geography.costs(Mover(False, True), Weather.SUMMER)
        for hex in sorted({hex for worth in self.worth.values() for hex in worth}):
            found = reach(costs, hex, FAR).cost
            fields[hex] = {there: cost / 2 for there, cost in found.items()}
        high = game.geography.high_mountains
        self.goals = {
            seat: tuple(
                Goal(hex, worth, fields[hex], bool(high >> hex & 1))
                for hex, worth in sorted(self.worth[seat].items())
            )
            for seat in (AXIS, SOVIET)
        }
        self.railheads = {
            Sectors.STALINGRAD: _rail_hops(game, game.place_hexes("stalingrad")),
            Sectors.CAUCASUS: _rail_hops(game, game.place_hexes("grozny")),
        }
        """By sector, how many hexes of railroad lie between each hex and the great goal of the sector."""


def _rail_hops(game: Peaks, ends: HexSet) -> Mapping[Hex, int]:
    found: dict[Hex, int] = dict.fromkeys(hexes_of(ends), 0)
    ring = list(found)
    while ring:
        following = []
        for hex in ring:
            for near in game.geography.rail.near(hex):
                if near not in found:
                    found[near] = found[hex] + 1
                    following.append(near)
        ring = following
    return found


def _worth(game: Peaks, seat: Seat) -> dict[Hex, float]:
    """What a side would give for holding a hex at the end: its own points there, and those of the enemy."""
    found: dict[Hex, float] = {}
    for who in (seat, other(seat)):
        for hex, points in game.objectives[who].items():
            found[hex] = found.get(hex, 0.0) + points
    for hex in hexes_of(game.ports["black-sea"]):
        found[hex] = found.get(hex, 0.0) + PORT_WORTH
    for hex in hexes_of(game.sudden_death[SOVIET]):
        found[hex] = found.get(hex, 0.0) + CENTRE_WORTH
    for hex in hexes_of(game.oilfields):
        found[hex] = found.get(hex, 0.0) + OIL_WORTH
    for hex in hexes_of(game.fortresses):
        found[hex] = found.get(hex, 0.0) + FORTRESS_WORTH
    return found


@lru_cache(maxsize=8)
def atlas_of(game: Peaks) -> Atlas:
    """The atlas of a game, drawn once."""
    return Atlas(game)
