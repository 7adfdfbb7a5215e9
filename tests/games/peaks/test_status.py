"""The referee's doubts: whatever is impossible in a position is named."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from tests.games.peaks.real import hex_of, opened
from tests.games.peaks.situation import PeaksPosition, unit

from grognard.games.peaks import control
from grognard.games.peaks.field import put
from grognard.games.peaks.state import BOX, TRACK


def too_many_turns(position: PeaksPosition) -> None:
    position.state.turn = 12


def debt(position: PeaksPosition) -> None:
    position.state.refit[0] = -1


def short_column(position: PeaksPosition) -> None:
    position.state.marks.pop()


def nowhere(position: PeaksPosition) -> None:
    position.state.where[unit(position, "FK4")] = -40


def track_without_a_turn(position: PeaksPosition) -> None:
    position.state.where[unit(position, "62A")] = TRACK


def turn_without_the_track(position: PeaksPosition) -> None:
    position.state.due[unit(position, "62A")] = 3


def no_steps(position: PeaksPosition) -> None:
    position.state.steps[unit(position, "14Pz")] = 0


def in_no_stack(position: PeaksPosition) -> None:
    position.state.where[unit(position, "14Pz")] = hex_of(position, "rostov")


def in_a_stack_elsewhere(position: PeaksPosition) -> None:
    hex = position.state.where[unit(position, "14Pz")]
    position.state.stacks[hex_of(position, "5203")] = position.state.stacks[hex]


def on_closed_ground(position: PeaksPosition) -> None:
    put(position, unit(position, "14Pz"), hex_of(position, "elbrus"))


def both_sides(position: PeaksPosition) -> None:
    put(position, unit(position, "14Pz"), hex_of(position, "stalingrad"))


def overstacked(position: PeaksPosition) -> None:
    for name in ("3Pz", "57Pz", "14Pz"):
        put(position, unit(position, name), hex_of(position, "5203"))


def two_airstrikes(position: PeaksPosition) -> None:
    for name in ("FK4", "FK8a"):
        position.state.where[unit(position, name)] = hex_of(position, "rostov")


def control_of_both(position: PeaksPosition) -> None:
    position.state.control[1] = control.pack(position.game.grid.all, position.game.grid.size)


def lost_marker(position: PeaksPosition) -> None:
    position.state.lots[0] = 9


@pytest.mark.parametrize(
    ("spoil", "rule"),
    [
        (too_many_turns, "4.2"),
        (debt, "14.1"),
        (short_column, "2.2"),
        (nowhere, "2.2"),
        (track_without_a_turn, "13.2"),
        (turn_without_the_track, "13.2"),
        (no_steps, "10.10"),
        (in_no_stack, "8.0"),
        (in_a_stack_elsewhere, "8.0"),
        (on_closed_ground, "6.9"),
        (both_sides, "8.5"),
        (overstacked, "8.4"),
        (two_airstrikes, "16.6"),
        (control_of_both, "3.3"),
        (lost_marker, "5.2"),
    ],
)
def test_an_impossible_position_is_named(spoil: Callable[[PeaksPosition], None], rule: str) -> None:
    position = opened()
    assert position.status() == ()
    assert position.state.where[unit(position, "62A")] == BOX
    spoil(position)
    assert rule in {fault.rule for fault in position.status()}
