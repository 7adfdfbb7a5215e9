"""2 Turns and phases: the order of a day, and what may be done when."""

from __future__ import annotations

import pytest
from tests.games.moscow1941.situation import (
    MoscowPosition,
    legal,
    plain_game,
    play,
    refused,
    situation,
    unit,
    where,
)

from grognard.core import InvalidOrder
from grognard.games.moscow1941.control import controls
from grognard.games.moscow1941.phases import PHASE_NAMES, Phase, phase_of, phasing_seat
from grognard.games.moscow1941.state import AXIS, SOVIET, Mark

UNITS = {"7ID.19": "4030", "316RD": "4005"}


def pass_on(position: MoscowPosition) -> None:
    play(position, next(order for order in legal(position) if order in ("end", "ready")))


@pytest.mark.rule("2.1.1", "2.1.2", "2.1.4", "2.2")
def test_a_day_has_twelve_phases_in_a_fixed_order() -> None:
    position = situation(UNITS, Phase.MOVEMENT, AXIS)
    seen = []
    while position.state.turn < 3:
        clock = (position.state.turn, position.state.phase)
        if clock not in seen:
            seen.append(clock)
        pass_on(position)
    assert seen == sorted(seen)
    assert {phase for _, phase in seen} >= {3, 4, 5, 9, 10, 11}


@pytest.mark.rule("2.2")
@pytest.mark.parametrize(
    ("scenario", "first", "second"), [("typhoon", AXIS, SOVIET), ("red-snow", SOVIET, AXIS)]
)
def test_the_side_with_the_initiative_has_the_first_six_phases(
    scenario: str, first: object, second: object
) -> None:
    position = situation(UNITS, Phase.MOVEMENT, AXIS, game=plain_game(scenario))
    for number in range(1, 13):
        position.state.phase = number
        assert phasing_seat(position) == (first if number <= 6 else second)
        assert phase_of(position.state) == (number - 1) % 6 + 1


@pytest.mark.rule("2.1.2")
@pytest.mark.parametrize(
    ("phase", "order"),
    [
        (Phase.MOVEMENT, "attack 4011"),
        (Phase.COMBAT, "unit 7ID.19"),
        (Phase.COMBAT, "dig"),
        (Phase.STRATEGIC, "attack 4011"),
    ],
)
def test_an_order_of_another_phase_is_refused(phase: Phase, order: str) -> None:
    position = situation({"7ID.19": "4010", "316RD": "4011"}, phase, AXIS)
    assert position.explain(order) is not None


@pytest.mark.rule("2.1.3", "2.1.5", "2.1.6")
def test_after_the_last_phase_a_new_day_begins() -> None:
    position = situation(UNITS, Phase.STRATEGIC, SOVIET)
    assert position.game.heading(position).startswith("Turn 1, 15 November 1941")
    pass_on(position)
    while position.state.turn == 1:
        pass_on(position)
    assert position.state.turn == 2
    assert position.game.heading(position).startswith("Turn 2, 16 November 1941")


@pytest.mark.rule("2.1.3")
def test_the_game_ends_with_the_last_phase_of_the_last_day() -> None:
    position = situation(UNITS, Phase.STRATEGIC, SOVIET, turn=20)
    pass_on(position)
    assert position.outcome is not None


@pytest.mark.rule("2.1.4")
def test_a_phase_can_be_passed_when_nothing_is_mandatory() -> None:
    position = situation(UNITS, Phase.MOVEMENT, AXIS)
    play(position, "end")
    assert position.state.phase == Phase.COMBAT
    play(position, "end")
    assert position.state.phase == Phase.STRATEGIC


@pytest.mark.rule("2.1.4", "2.2")
def test_a_combat_phase_with_duties_cannot_be_passed() -> None:
    position = situation({"7ID.19": "4010", "316RD": "4011"}, Phase.COMBAT, AXIS)
    assert refused(position, "end") == "5.1.3"


@pytest.mark.rule("2.2")
def test_a_barrage_phase_without_a_grant_passes_by_itself() -> None:
    position = situation(UNITS, Phase.BARRAGE, AXIS)
    assert position.state.phase == Phase.MOVEMENT


@pytest.mark.rule("2.2")
def test_in_the_movement_phase_units_move_dig_or_wait_for_strategic_movement() -> None:
    position = situation(UNITS, Phase.MOVEMENT, AXIS)
    play(position, "unit 7ID.19")
    assert {order.split()[0] for order in legal(position)} >= {"move", "dig", "strategic", "stop"}
    play(position, "strategic", "end", "end")
    assert position.state.phase == Phase.STRATEGIC
    play(position, "unit 7ID.19", "move 7ID.19 4029")
    assert where(position, "7ID.19") == "4029"


@pytest.mark.rule("2.2", "12.1.2")
def test_who_fought_does_not_move_strategically() -> None:
    position = situation(
        {"7ID.19": "4012", "2Pz.3": "4011", "316RD": "4010"}, Phase.MOVEMENT, AXIS, forts=["4011"]
    )
    position.state.marks[unit(position, "2Pz.3")] |= Mark.STRATEGIC
    play(position, "end", "attack 4010", "join 2Pz.3", "fight", "roll 10", "back 2Pz.3 4012", "ready", "end")
    assert position.state.phase == Phase.STRATEGIC
    assert refused(position, "unit 2Pz.3") == "12.1.2"
    play(position, "end")
    assert not position.state.marks[unit(position, "2Pz.3")] & Mark.FOUGHT


@pytest.mark.rule("2.2")
def test_surrender_comes_before_control() -> None:
    position = situation(
        UNITS, Phase.STRATEGIC, AXIS, shortage={"7ID.19": 13}, control={SOVIET: ["4030"], AXIS: []}
    )
    play(position, "end", "roll 12")
    assert not controls(position, AXIS, position.game.grid.hex("4030"))


@pytest.mark.rule("2.2")
def test_every_phase_has_a_name_and_nonsense_is_no_order() -> None:
    assert set(PHASE_NAMES) == set(Phase)
    position = situation(UNITS, Phase.MOVEMENT, AXIS)
    with pytest.raises(InvalidOrder):
        position.explain("retreat at once")
