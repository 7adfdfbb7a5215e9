"""What can change in a game of Moscow 1941: flat columns over the counters, and what lies on the map."""

from __future__ import annotations

from enum import IntEnum

import msgspec

from grognard.core import Seat, State

AXIS, SOVIET = Seat("axis"), Seat("soviet")
SEATS = (AXIS, SOVIET)

ELIMINATED, WAITING, RESERVE, LATER = -1, -2, -3, -4
"""Where a counter is when it is not in a hex: lost, ready to enter, in a pool, due on a later turn."""

PHASES = 12
"""Phases in a turn (2.2)."""


class Mark(IntEnum):
    """What is true of a unit for a while; marks are joined as plain numbers."""

    TRANSPORT = 1  # 6.2.2: a towed gun in its transport set-up
    STRATEGIC = 2  # 12.1.4: chosen for strategic movement
    MOVED = 4  # activated in this movement phase
    FOUGHT = 8  # 5.1.1: attacked or was attacked in this combat phase
    FIRED = 16  # 6.1.4: fired in this combat phase
    RETREATED = 32  # 7.1.2: retreated in the last combat phase
    SHELLED = 64  # 6.4.5: target of ranged fire in this combat phase
    SEEN = 128  # 16.1.3: its stack took part in a combat of this phase
    MASKED = 256  # 16.1.2: lies under a masking counter
    IN_SUPPLY = 512  # 10.1.2: had a line of supply when last checked
    SPANNING = 1024  # 14.3.2: a headquarters at work on a bridge
    REFILLED = 2048  # 15.3.4: took a level from Volkssturm this turn


class MissionKind(IntEnum):
    """The air missions (8.2.1)."""

    OFFENSIVE = 1
    DEFENSIVE = 2
    ATTACK = 3
    OBJECT = 4
    DISRUPT = 5
    CROSSING = 6
    SUPPLY = 7


class Mission(msgspec.Struct, frozen=True):
    """Air counters on a mission; of an object mission `side` is the bridge.

    `strength` is what is left to use: 0 once it has supported a combat. For an attack on crossings it counts
    the attacks on this hex (8.2.17), and a counter may have several such hexes.
    """

    counters: tuple[int, ...]
    seat: Seat
    kind: MissionKind
    hex: int
    strength: int
    side: int = -1


class Grant(msgspec.Struct, frozen=True):
    """Combat modifiers won with the loss of an enemy headquarters (9.1.6)."""

    seat: Seat
    hex: int
    left: int
    lost_at: int
    last: int
    """Clock of the last combat phase in which they may be spent."""


class Span(msgspec.Struct, frozen=True):
    """A bridge over a big river in the making (14.3.2)."""

    headquarters: int
    side: int
    turn: int


class MoscowState(State):
    """The changing part of a position. Columns run over the counters of the scenario."""

    turn: int
    phase: int
    where: list[int]
    stacks: dict[int, tuple[int, ...]]
    """The units in each occupied hex, the top counter first."""
    levels: list[int]
    shortage: list[int]
    """Out-of-supply level (10.2); 0 or less is in good order."""
    marks: list[int]
    upset: list[int]
    """Phase since when a disorganized unit has been quiet (5.6.5); 0 when organized."""
    forts: dict[int, int]
    """Field fortifications: hex to index of the seat that dug."""
    control: list[bytes]
    """Hexes controlled, one bitboard a seat (4.3)."""
    broken: set[int]
    """Hexsides whose bridges are down."""
    bridgeheads: dict[int, int]
    """Bridges with enemies on both banks: index of the seat that was there first (14.1.3)."""
    built: set[int]
    """Hexsides of big rivers with a bridge that a headquarters has built."""
    spans: list[Span]
    banks: dict[int, int]
    """Where headquarters stood at the end of their last supply phase (14.3.2)."""
    entry: dict[int, str]
    """The entry at which a waiting unit stands."""
    due: dict[int, int]
    """The turn from which on a waiting unit may enter."""
    entered: dict[str, tuple[int, int]]
    """Entries used in this phase: stacks so far, levels in the last one (11.1.5)."""
    grants: list[Grant]
    missions: list[Mission]
    flown: set[int]
    """Air counters used this turn (8.1.5)."""
    credits: list[int]
    """Counters lost in combat that a pool may still replace, by seat."""
    ammunition: list[int]
    """6.5.7: ammunition units left of each barrage that the scenario grants."""
    silenced: dict[int, int]
    """Guns that fired a barrage: combat phases for which they give no support (6.5.6)."""
    trails: dict[int, tuple[int, ...]]
    """Retreat paths of the combat being fought, from the hex of the fight on."""
    holding: list[int]
    """Turn in which a seat first met its automatic victory; 0 when it does not hold it."""

    @property
    def clock(self) -> int:
        """Phases since the start of the game."""
        return self.turn * PHASES + self.phase


def seat_index(seat: Seat) -> int:
    """0 for the Axis, 1 for the Soviets."""
    return 0 if seat == AXIS else 1


def other(seat: Seat) -> Seat:
    """The enemy of a seat."""
    return SOVIET if seat == AXIS else AXIS
