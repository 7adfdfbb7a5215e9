"""9 Headquarters: their counters and ways, the modifiers their loss gives away, and the die they help."""

from __future__ import annotations

import pytest
from tests.games.moscow1941.situation import (
    MoscowPosition,
    hexes,
    legal,
    plain_game,
    play,
    refused,
    situation,
    unit,
    units,
    where,
)

from grognard.core import Seat
from grognard.games.moscow1941.battle import assess
from grognard.games.moscow1941.combat import CombatRoll
from grognard.games.moscow1941.components import MovementClass
from grognard.games.moscow1941.field import eliminate
from grognard.games.moscow1941.headquarters import grants_for, in_range, stocks
from grognard.games.moscow1941.movement import MovingUnit
from grognard.games.moscow1941.phases import Phase
from grognard.games.moscow1941.state import AXIS, SOVIET

POINT = 6


def neighbours(label: str) -> set[str]:
    grid = plain_game().grid
    return {grid.label(hex) for hex in grid.neighbours[grid.hex(label)] if hex >= 0}


def left(position: MoscowPosition) -> int:
    step = position.step
    assert isinstance(step, MovingUnit)
    return step.left


# --- 9.1 General rules -----------------------------------------------------------------------------


@pytest.mark.rule("9.1.1", "9.1.2", "9.1.4")
def test_headquarters_lead_corps_and_armies_with_ten_points_wheels_and_one_level() -> None:
    game = plain_game()
    for seat, size in ((AXIS, "corps"), (SOVIET, "army")):
        assert game.headquarters_of[seat]
        for number in game.headquarters_of[seat]:
            counter = game.units[number]
            assert (counter.size.value, counter.mp, counter.cel) == (size, 10, 1)
            assert counter.movement_class is MovementClass.TRUCKED


@pytest.mark.rule("9.1.2")
def test_a_headquarters_moves_as_trucks_do() -> None:
    position = situation({"HQ.XX": "3031", "316RD": "0101"}, Phase.MOVEMENT)
    play(position, "unit HQ.XX", "march HQ.XX 3031-3030")
    assert left(position) == (10 - 2) * POINT
    position = situation({"HQ.XX": "5215", "316RD": "0101"}, Phase.MOVEMENT)
    play(position, "unit HQ.XX", "march HQ.XX 5215-5214")  # the main road, a third of a point
    assert left(position) == 10 * POINT - 2


@pytest.mark.rule("9.1.3")
def test_a_headquarters_enters_swamp_for_five_points_where_trucks_cannot_go() -> None:
    start = "6401"
    assert "6501" in neighbours(start)
    position = situation({"HQ.29A": start, "135TB": start, "5Pz.31": "0137"}, Phase.MOVEMENT, SOVIET)
    play(position, "unit HQ.29A", f"march HQ.29A {start}-6501")
    assert left(position) == (10 - 5) * POINT
    play(position, "stop", "unit 135TB")
    assert refused(position, f"march 135TB {start}-6501") == "3.1.11"


@pytest.mark.rule("9.1.3")
def test_a_lake_stays_closed_to_headquarters() -> None:  # ruling M77
    position = situation({"HQ.29A": "6501", "5Pz.31": "0137"}, Phase.MOVEMENT, SOVIET)
    play(position, "unit HQ.29A")
    assert refused(position, "march HQ.29A 6501-6502") == "3.1.11"


@pytest.mark.rule("9.1.4")
def test_a_headquarters_may_take_the_loss_of_a_combat() -> None:
    placed = {"354RD": "3031", "HQ.29A": "3031", "5Pz.31": "3032"}
    position = situation(placed, Phase.COMBAT)
    play(position, "attack 3031", "join 5Pz.31", "fight")
    # at 1:1 an 8 costs both sides a level; the headquarters adds one to the dice
    play(position, "roll 7", "lose HQ.29A")
    assert where(position, "HQ.29A") == ""
    assert position.state.levels[unit(position, "354RD")] == 2


@pytest.mark.rule("9.1.5")
def test_a_headquarters_alone_falls_to_a_regular_unit_that_enters_for_nothing() -> None:
    position = situation({"HQ.29A": "3030", "5Pz.31": "3031"}, Phase.MOVEMENT)
    play(position, "unit 5Pz.31", "move 5Pz.31 3030")
    assert where(position, "HQ.29A") == ""
    assert where(position, "5Pz.31") == "3030"
    (grant,) = position.state.grants
    assert (grant.seat, grant.left) == (AXIS, 5)


@pytest.mark.rule("9.1.5")
@pytest.mark.parametrize(("intruder", "guard"), [("HQ.XX", ""), ("5Pz.31", "257.185RD")])
def test_no_headquarters_falls_to_a_headquarters_or_under_guard(intruder: str, guard: str) -> None:
    placed = {"HQ.29A": "3030", intruder: "3031"} | ({guard: "3030"} if guard else {})
    position = situation(placed, Phase.MOVEMENT)
    play(position, f"unit {intruder}")
    assert refused(position, f"move {intruder} 3030") == "3.1.8"


FAR = {"316RD": "0101", "5Pz.31": "6637"}


def lost(phase: Phase, seat: Seat, at: str = "3031") -> MoscowPosition:
    """A position in which a German headquarters has just been lost."""
    position = situation({"HQ.XX": at, **FAR}, phase, seat)
    eliminate(position, unit(position, "HQ.XX"), "9.1.5")
    return position


@pytest.mark.rule("9.1.6")
def test_a_loss_in_combat_gives_five_modifiers_for_the_next_two_combat_phases() -> None:
    # the book: lost in phase 4 of turn 5, they serve in phase 10 of turn 5 and in phase 4 of turn 6
    position = situation({"HQ.XX": "3031", **FAR}, Phase.COMBAT, AXIS, turn=5)
    eliminate(position, unit(position, "HQ.XX"), "5.1.8")
    place = hexes(position, "3031")
    usable = []
    for turn in (5, 6, 7):
        for phase in (4, 10):
            position.state.turn, position.state.phase = turn, phase
            if grants_for(position, SOVIET, place):
                usable.append((turn, phase))
    assert usable == [(5, 10), (6, 4)]
    assert grants_for(position, AXIS, place) == ()


@pytest.mark.rule("9.1.6")
def test_modifiers_that_were_not_spent_are_gone_after_the_second_phase() -> None:
    position = lost(Phase.MOVEMENT, AXIS)
    for phase in (Phase.COMBAT, 10):
        while position.state.phase != phase:
            play(position, legal(position)[-1])
        assert sum(grant.left for grant in position.state.grants) == 5
    play(position, "end")
    assert position.state.grants == []


def battle_with_grants(number: int = 1) -> MoscowPosition:
    """A Soviet attack next to the place where German headquarters were lost in the movement phase before."""
    placed = {"354RD": "3030", "5Pz.31": "3031", "HQ.XX": "3033", "HQ.V": "3033"}
    position = situation(placed, Phase.COMBAT, SOVIET)
    position.state.phase -= 1
    for id in ("HQ.XX", "HQ.V")[:number]:
        eliminate(position, unit(position, id), "9.1.5")
    position.state.phase += 1
    play(position, "attack 3031", "join 354RD")
    return position


@pytest.mark.rule("9.1.6")
def test_the_five_may_all_go_into_one_combat_and_no_more() -> None:
    position = battle_with_grants()
    play(position, *["spend 3033"] * 5)
    assert refused(position, "spend 3033") == "9.1.6"
    play(position, "fight")
    while not isinstance(position.step, CombatRoll):
        play(position, "ready")
    found = assess(position, position.step.battle)
    assert [modifier.value for modifier in found.modifiers if modifier.rule == "9.1.6"] == [5]
    assert found.column == found.initial + 5
    play(position, "roll 7")
    assert not any(grant.left for grant in position.state.grants)


@pytest.mark.rule("9.1.6")
def test_some_may_be_kept_for_another_combat() -> None:
    position = battle_with_grants()
    play(position, "spend 3033", "spend 3033", "fight", "ready", "roll 7")
    assert [grant.left for grant in position.state.grants] == [3]
    last = battle_with_grants()
    play(last, *["spend 3033"] * 4, "fight", "ready", "roll 7")
    assert stocks(last, SOVIET, hexes(last, "3031")) == {hexes(last, "3033")[0]: 1}


@pytest.mark.rule("9.1.6")
def test_two_headquarters_lost_in_one_hex_leave_ten_under_one_order() -> None:  # ruling M27
    position = battle_with_grants(2)
    assert legal(position, "spend") == ["spend 3033"]
    play(position, *["spend 3033"] * 10)
    assert refused(position, "spend 3033") == "9.1.6"


@pytest.mark.rule("9.1.6")
def test_the_defender_may_spend_them_too() -> None:
    placed = {"354RD": "3030", "5Pz.31": "3031", "HQ.29A": "3033"}
    position = situation(placed, Phase.COMBAT, SOVIET)
    position.state.phase -= 1
    eliminate(position, unit(position, "HQ.29A"), "9.1.5")
    position.state.phase += 1
    play(position, "attack 3031", "join 354RD", "fight")
    assert position.seat == AXIS
    play(position, "spend 3033", "ready")
    assert isinstance(position.step, CombatRoll)
    found = assess(position, position.step.battle)
    assert [modifier.value for modifier in found.modifiers if modifier.rule == "9.1.6"] == [-1]


@pytest.mark.rule("9.1.7")
@pytest.mark.parametrize(("distance", "usable"), [(0, True), (8, True), (9, False)])
def test_they_serve_within_eight_hexes_of_the_place(distance: int, usable: bool) -> None:
    position = lost(Phase.MOVEMENT, AXIS)
    position.state.phase = 4
    target = hexes(position, f"30{31 - distance:02}")
    assert position.game.grid.distance(*hexes(position, "3031"), *target) == distance
    assert bool(grants_for(position, SOVIET, target)) is usable


@pytest.mark.rule("9.1.8", "5.1.9")
def test_a_headquarters_alone_is_attacked_in_the_last_column() -> None:
    position = situation({"HQ.29A": "3031", "257.185RD": "0101", "638Fr": "3032"}, Phase.COMBAT)
    play(position, "attack 3031", "join 638Fr", "fight")
    assert isinstance(position.step, CombatRoll)
    assert assess(position, position.step.battle).ratio == "10:1"


# --- 9.2 Combat influence ----------------------------------------------------------------------------


def die(attacker_hq: str = "", defender_hq: str = "", *, waive: bool = False) -> list[int]:
    """What is added to the dice when German tanks in 3030 and 3130 attack Soviets in 3031."""
    placed = {"5Pz.31": "3030", "10Pz.7": "3131", "354RD": "3031"}
    for pair in filter(None, (*attacker_hq.split(","), *defender_hq.split(","))):
        id, at = pair.split()
        placed[id] = at
    position = situation(placed, Phase.COMBAT)
    assert position.game.grid.distance(*hexes(position, "3131", "3031")) == 1
    play(position, "attack 3031", "join 5Pz.31", "join 10Pz.7", *(["waive"] if waive else []), "fight")
    while not isinstance(position.step, CombatRoll):
        play(position, "ready")
    return [modifier.value for modifier in assess(position, position.step.battle).roll_modifiers]


@pytest.mark.rule("9.2.1")
def test_with_all_units_in_range_the_attacker_takes_one_off_and_the_defender_adds_one() -> None:
    assert die() == []
    assert die("HQ.XX 3029") == [-1]
    assert die("", "HQ.29A 3033") == [1]


@pytest.mark.rule("9.2.1")
def test_one_unit_out_of_range_spoils_it_and_nobody_has_to_use_it() -> None:
    assert die("HQ.XX 3026") == []  # four from 3030, six from 3131
    assert die("HQ.XX 3028") == [-1]
    assert die("HQ.XX 3029", waive=True) == []


@pytest.mark.rule("9.2.1")
def test_units_may_each_be_in_range_of_another_headquarters() -> None:
    assert die("HQ.XX 3026,HQ.V 3134") == [-1]


@pytest.mark.rule("9.2.1", "5.2.1")
@pytest.mark.parametrize(("dice", "counted"), [(2, 2), (7, 6), (12, 11)])
def test_the_die_moves_and_stays_on_the_table(dice: int, counted: int) -> None:  # ruling M08
    position = situation({"5Pz.31": "3030", "354RD": "3031", "HQ.XX": "3030"}, Phase.COMBAT)
    play(position, "attack 3031", "join 5Pz.31", "fight")
    (text,) = (event.text for event in play(position, f"roll {dice}") if event.rule == "5.2.1")
    assert (f"dice {dice}, counted as {counted}:" if dice != counted else f"dice {dice}:") in text


@pytest.mark.rule("9.2.2")
@pytest.mark.parametrize(("staff", "reach"), [("HQ.XX", 4), ("HQ.29A", 3)])
def test_germans_reach_four_hexes_and_soviets_three(staff: str, reach: int) -> None:
    seat, friend = (AXIS, "5Pz.31") if staff == "HQ.XX" else (SOVIET, "354RD")
    for distance in range(7):
        position = situation({staff: "3030", friend: f"30{30 - distance:02}"}, Phase.COMBAT)
        assert in_range(position, seat, units(position, friend)) is (distance <= reach)


@pytest.mark.rule("9.2.2")
def test_an_enemy_headquarters_is_of_no_help() -> None:
    position = situation({"HQ.29A": "3030", "5Pz.31": "3029"}, Phase.COMBAT)
    assert not in_range(position, AXIS, units(position, "5Pz.31"))


@pytest.mark.rule("9.2.3")
def test_two_headquarters_do_not_add_up() -> None:
    assert die("HQ.XX 3029,HQ.V 3130") == [-1]


@pytest.mark.rule("9.2.4")
def test_both_sides_may_have_it_and_it_cancels_out() -> None:
    assert die("HQ.XX 3029", "HQ.29A 3033") == [-1, 1]
