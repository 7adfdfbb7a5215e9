"""What can change in a game of Peaks of the Caucasus: flat columns over the counters, and their boxes.

Every counter has a number: ground units first, then airstrikes, support units and the airlift. `where` holds
the hex in which it lies, or one of the boxes beside the map.
"""

from __future__ import annotations

from enum import IntEnum

import msgspec

from grognard.core import Seat, State

AXIS, SOVIET = Seat("axis"), Seat("soviet")
SEATS = (AXIS, SOVIET)

ELIMINATED, REMOVED, BOX, TRACK, POOL, ASIDE = -1, -2, -3, -4, -5, -6
"""Boxes beside the map: lost, lost for good (15.19), ready to be used (OKH or Stavka box, airstrikes and
support units available), due on a later turn, in the pool, and not in play."""

NOT_DEPLOYED = 0
"""`airlift_turn` of an airlift that has not been used."""


class Phase(IntEnum):
    """The phases of a game turn (4.2); 0 is the set-up."""

    SET_UP = 0
    COMMAND_PLACEMENT = 1
    REFIT = 2
    OPERATIONS = 3
    AIR_RETURN = 4
    INTER_PHASE = 5


class Segment(IntEnum):
    """The segments of an operations impulse (4.2), in their order; 0 outside an impulse."""

    NONE = 0
    COMMAND = 1
    REINFORCEMENT = 2
    AIRSTRIKE = 3
    MOVEMENT = 4
    COMBAT = 5


class Sectors(IntEnum):
    """Which sectors are open to the player whose impulse it is (5.5)."""

    NONE = 0
    STALINGRAD = 1
    CAUCASUS = 2
    BOTH = 3


class Mark(IntEnum):
    """What is true of a counter for a while; marks are joined as plain numbers."""

    MOVED = 1  # 6.4: its move of this segment is over
    ATTACKED = 2  # 10.6: has attacked in this segment
    DEFENDED = 4  # 10.6: was attacked in this segment
    CRAWLED = 8  # 15.12: a mobile depot that has gone its one hex this turn
    SUPPLYING = 16  # 15.13: a truck column declared for this phase or segment
    REDUCED_IN_SET_UP = 32  # 22.1.2: no unit loses more than one step to Blau I
    RESTORED = 64  # 18.4: an oilfield that went online this turn; it pays from the next one on
    PRODUCING = 128  # 18.4: an oil detachment whose field is online


class Lot(IntEnum):
    """Where a command marker lies (5.2, 5.8)."""

    ASIDE = 0
    BIN = 1
    PLAYED = 2
    DISCARDED = 3


class Impulse(msgspec.Struct, frozen=True):
    """The impulse that is being played: whose, which marker opened what, and its attack shift (5.6)."""

    seat: Seat
    marker: int
    sectors: int
    shift: int = 0
    rail: int = 0
    """Units moved by rail so far (7.4)."""
    sailed: tuple[str, ...] = ()
    """The sea of each naval move so far (25.1)."""


class PeaksState(State):
    """The changing part of a position."""

    turn: int
    phase: int
    segment: int
    impulse: Impulse | None
    where: list[int]
    stacks: dict[int, tuple[int, ...]]
    """The ground counters in each occupied hex; never airstrikes, airlift or support units."""
    steps: list[int]
    """Steps left: 2, 1, or 0 when lost. Airstrikes count 2 at full strength."""
    marks: list[int]
    due: dict[int, int]
    """The turn on which a counter on the track arrives."""
    control: list[bytes]
    """Hexes last entered by a side, one bitboard a seat (3.3)."""
    refit: list[int]
    """Refit points in store, by seat."""
    lots: list[int]
    """Where each command marker lies."""
    placed: list[int]
    """Command markers played this turn, by seat (5.7)."""
    passes: int
    """Passes in a row (5.4)."""
    airlift_turn: int
    operation_turn: int
    """The last turn on which Uranus, Saturn or Star was played (19.5)."""
    uranus_turn: int
    manstein_turn: int
    eleventh_turn: int
    """The turn on which a unit of Eleventh Army was first taken (18.5)."""
    committed: int
    """Corps of Eleventh Army taken so far."""
    trophies: int
    """Bit 0: the Axis has controlled Stalingrad or Baku in play (22.2.2)."""
    naval_arrivals: set[str]
    """Seas by which a reinforcement has come this turn (25.1)."""
    bridgeheads: dict[int, int]
    """Hexsides with a bridgehead: index of the seat whose it is (25.2)."""


def seat_index(seat: Seat) -> int:
    """0 for the Axis, 1 for the Soviets."""
    return 0 if seat == AXIS else 1


def other(seat: Seat) -> Seat:
    """The enemy of a seat."""
    return SOVIET if seat == AXIS else AXIS
