"""8.1.1 The air counters of a scenario, and what each kind of mission asks of them."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator

import msgspec

from grognard.core import Seat
from grognard.games.moscow1941.components import Scenario, Side
from grognard.games.moscow1941.state import MissionKind

NATIONS = {Side.AXIS: "german", Side.SOVIET: "soviet"}
"""The nation of aircraft for which the scenario names none."""

SUPPLIERS = ("american", "british")
"""8.2.22: nations whose aircraft bring supply."""

WORDS = {
    "support": MissionKind.OFFENSIVE,
    "cover": MissionKind.DEFENSIVE,
    "strike": MissionKind.ATTACK,
    "disrupt": MissionKind.DISRUPT,
    "crossing": MissionKind.CROSSING,
    "supply": MissionKind.SUPPLY,
}
"""How orders call the missions that are flown to a hex."""

TITLES = {
    MissionKind.OFFENSIVE: "offensive support",
    MissionKind.DEFENSIVE: "defensive support",
    MissionKind.ATTACK: "air attack",
    MissionKind.OBJECT: "attack on a bridge",
    MissionKind.DISRUPT: "disruption of movement",
    MissionKind.CROSSING: "attack on crossings",
    MissionKind.SUPPLY: "supply",
}
"""8.2.1: the seven missions for readers."""

LEAST = {
    MissionKind.OBJECT: (4, "8.2.10"),
    MissionKind.DISRUPT: (7, "8.2.12"),
    MissionKind.SUPPLY: (7, "8.2.23"),
}
"""The strength points that a mission takes at least, and the rule that says so."""

GROUPED = (MissionKind.ATTACK, MissionKind.OBJECT, MissionKind.DISRUPT, MissionKind.SUPPLY)
"""Missions that several counters fly as one; support adds up by itself, and so do attacks on crossings."""


class Aircraft(msgspec.Struct, frozen=True):
    """An air counter in play (8.1.1)."""

    id: str
    seat: Seat
    nation: str
    strength: int
    first_day: dt.date
    last_day: dt.date


def aircraft_of(scenario: Scenario) -> tuple[Aircraft, ...]:
    """The air counters of a scenario; a pool of strength points is as many counters of one point."""
    return tuple(_counters(scenario))


def _counters(scenario: Scenario) -> Iterator[Aircraft]:
    for row in scenario.file.air:
        seat, nation = Seat(row.side.value), row.nation or NATIONS[row.side]
        if row.pool:
            for number in range(1, row.points + 1):
                yield Aircraft(f"{row.id}.{number}", seat, nation, 1, row.first_day, row.last_day)
        else:
            yield Aircraft(row.id, seat, nation, row.points, row.first_day, row.last_day)
