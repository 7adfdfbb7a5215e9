"""The referee's doubts about himself: whatever is impossible in a position is noticed and named by rule."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from tests.games.moscow1941.altered import ground
from tests.games.moscow1941.situation import MoscowPosition, hexes, plain_game, situation, unit

from grognard.core import Refusal
from grognard.games.moscow1941 import combat
from grognard.games.moscow1941.control import write
from grognard.games.moscow1941.field import put
from grognard.games.moscow1941.phases import Phase
from grognard.games.moscow1941.state import AXIS, SOVIET

REGIMENTS = ("183ID.330", "183ID.343", "183ID.351", "7ID.19", "7ID.61")
Spoil = Callable[[MoscowPosition], object]


def sound() -> MoscowPosition:
    """Two regiments far from an enemy, on a map with a lake."""
    units = {REGIMENTS[0]: "3031", REGIMENTS[1]: "3031", "316RD": "3020"}
    return situation(units, Phase.MOVEMENT, game=plain_game(changes=ground({"4010": "lake"})))


def crowd(position: MoscowPosition) -> None:
    for id in REGIMENTS:
        put(position, unit(position, id), hexes(position, "3031")[0])


def mix(position: MoscowPosition) -> None:
    put(position, unit(position, "316RD"), hexes(position, "3031")[0])


def drown(position: MoscowPosition) -> None:
    put(position, unit(position, "316RD"), hexes(position, "4010")[0])


def stray(position: MoscowPosition) -> None:
    position.state.where[unit(position, "316RD")] = hexes(position, "3025")[0]


def vanish(position: MoscowPosition) -> None:
    position.state.where[unit(position, "183ID.351")] = hexes(position, "3025")[0]


def share(position: MoscowPosition) -> None:
    for seat in (AXIS, SOVIET):
        write(position, seat, 1)


def swell(position: MoscowPosition) -> None:
    position.state.levels[unit(position, "316RD")] = 3


def sink(position: MoscowPosition) -> None:
    position.state.shortage[unit(position, "316RD")] = -1


def late(position: MoscowPosition) -> None:
    position.state.turn = 21


def owe(position: MoscowPosition) -> None:
    position.state.credits[0] = -1


def grow(position: MoscowPosition) -> None:
    position.state.marks.append(0)


def test_a_sound_position_has_no_faults() -> None:
    assert sound().status() == ()


@pytest.mark.parametrize(
    ("spoil", "rule"),
    [
        (crowd, "3.2.1"), (mix, "3.1.8"), (drown, "3.1.11"), (stray, "3.2"), (vanish, "3.2"), (share, "4.3"),
        (swell, "1.2"), (sink, "10.2"), (late, "2.1"), (owe, "6.5.7"), (grow, "1.2"),
    ],
)  # fmt: skip
def test_what_is_impossible_is_named(spoil: Spoil, rule: str) -> None:
    position = sound()
    spoil(position)
    assert rule in {fault.rule for fault in position.status()}


def test_a_duty_that_nobody_can_meet_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    position = situation({REGIMENTS[0]: "3031", "316RD": "3030"}, Phase.COMBAT)
    assert position.status() == ()
    monkeypatch.setattr(combat, "impossible", lambda *_: Refusal("5.1.5", "never"))
    assert [fault.rule for fault in position.status()] == ["5.1.3"]
