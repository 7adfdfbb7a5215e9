"""5.3 Retreat: where to, how far, and what standing fast costs."""

from __future__ import annotations

import pytest
from tests.games.moscow1941.altered import bridge, ground, rivers, road, works
from tests.games.moscow1941.fighting import fight, stand
from tests.games.moscow1941.situation import (
    Changes,
    MoscowPosition,
    legal,
    plain_game,
    play,
    refused,
    situation,
    unit,
    where,
)

from grognard.games.moscow1941.disorganization import DisorganizationTest
from grognard.games.moscow1941.phases import Phase
from grognard.games.moscow1941.state import AXIS, SOVIET, Mark

ATTACKERS = "7ID.19 7ID.61 2Pz.3"
"""16 strength points from 4011; against 4 in 4010 that is 4:1."""


def beaten(
    roll: int = 5,
    further: dict[str, str] | None = None,
    changes: Changes = (),
    defender: str = "50RD",
    marks: dict[str, int] | None = None,
) -> MoscowPosition:
    """A defender of 4 points in 4010 is beaten from the west: D3 at 4:1 with a roll of 5, D2 with 6."""
    units = {defender: "4010", "7ID.19": "4011", "7ID.61": "4011", "2Pz.3": "4011"} | (further or {})
    position = situation(units, Phase.COMBAT, AXIS, game=plain_game(changes=changes), marks=marks)
    fight(position, "4010", ATTACKERS, roll)
    return position


def levels(position: MoscowPosition, id: str) -> int:
    return position.state.levels[unit(position, id)]


def due_tests(position: MoscowPosition, id: str) -> int:
    """Tests of disorganization that a unit takes before the combat is over, all of them passed."""
    count = 0
    while isinstance(position.step, DisorganizationTest):
        count += position.step.unit == unit(position, id)
        play(position, "roll 2")
    return count


@pytest.mark.rule("5.3.1", "5.3.3")
def test_the_beaten_may_go_wherever_no_enemy_zone_reaches() -> None:
    assert legal(beaten()) == ["back 50RD 3909", "back 50RD 4009", "back 50RD 4109", "hold 50RD"]


@pytest.mark.rule("5.3.1", "5.4.1")
def test_an_attacker_retreats_on_ax() -> None:
    position = situation({"78RD": "4010", "7ID.19": "4011"}, Phase.COMBAT, AXIS)
    fight(position, "4010", "7ID.19", 10)  # 5 against 7, 1:1: A1
    assert position.seat == AXIS
    assert legal(position) == ["back 7ID.19 3911", "back 7ID.19 4012", "back 7ID.19 4111", "hold 7ID.19"]


@pytest.mark.rule("5.3.2")
def test_a_retreat_leads_away_from_the_hex_of_the_fight_for_its_whole_distance() -> None:
    position = beaten()
    play(position, "back 50RD 4009")
    assert refused(position, "back 50RD 3909") == "5.3.2"
    play(position, "back 50RD 4008", "back 50RD 4007")
    assert where(position, "50RD") == "4007"
    assert not legal(position, "back")  # three hexes are three hexes


@pytest.mark.rule("5.3.3")
def test_no_retreat_into_closed_ground_or_enemies_or_their_zones() -> None:
    changes = ground({"4009": "lake", "4109": "swamp"})
    position = beaten(changes=changes, defender="8TB")
    assert legal(position, "back") == ["back 8TB 3909"]
    assert refused(position, "back 8TB 4009") == "5.3.3"
    assert refused(position, "back 8TB 4109") == "5.3.3"
    assert refused(position, "back 8TB 4011") == "5.3.3"
    position = beaten(further={"2Pz.S2": "3809"})
    assert refused(position, "back 50RD 3909") == "5.3.3"  # 3809 covers it
    # infantry goes through the swamp
    assert "back 50RD 4109" in legal(beaten(changes=changes))


@pytest.mark.rule("5.3.3")
def test_tanks_retreat_through_swamp_along_a_road() -> None:
    changes = ground({"4109": "swamp"}) + road("main", "4010-4109-4209")
    assert "back 8TB 4109" in legal(beaten(changes=changes, defender="8TB"))


@pytest.mark.rule("5.3.3")
def test_no_retreat_off_the_map() -> None:
    position = situation({"50RD": "4001", "2Pz.3": "4002", "2Pz.S2": "4002"}, Phase.COMBAT, AXIS)
    fight(position, "4001", "2Pz.3 2Pz.S2", 9)  # 3:1: D1, with the map edge behind
    assert where(position, "50RD") == "4001"
    assert levels(position, "50RD") == 1


@pytest.mark.rule("5.3.4")
def test_friends_in_an_enemy_zone_let_a_retreat_through_at_the_cost_of_a_level() -> None:
    position = beaten(roll=11, further={"2Pz.S2": "3809", "316RD": "3909"})  # -1 / D1
    play(position, "lose 7ID.19")
    play(position, "back 50RD 3909")
    assert levels(position, "50RD") == 1
    assert levels(position, "316RD") == 2


@pytest.mark.rule("5.3.4")
def test_friends_out_of_enemy_zones_are_passed_at_no_cost() -> None:
    position = beaten(further={"316RD": "4009"})
    play(position, "back 50RD 4009")
    assert levels(position, "50RD") == 2


@pytest.mark.rule("5.3.5")
def test_big_rivers_are_crossed_by_bridge_only() -> None:
    river = rivers("big_river", "4009/4010 3909/4010")
    assert legal(beaten(changes=river), "back") == ["back 50RD 4109"]
    assert refused(beaten(changes=river), "back 50RD 4009") == "5.3.5"
    with_bridge = river + road("main", "4009-4010") + bridge("4009/4010")
    assert legal(beaten(changes=with_bridge), "back") == ["back 50RD 4009", "back 50RD 4109"]


FULL = {"316RD": "4009", "78RD": "4009", "126RD": "4009", "108RD": "4009"}
"""Eight levels in 4009."""


@pytest.mark.rule("5.3.6", "3.2.1")
def test_a_retreat_passes_through_a_full_hex_but_does_not_end_there() -> None:
    position = beaten(roll=6, further=FULL)  # D2
    play(position, "back 50RD 4009")
    assert not legal(position, "hold")
    assert refused(position, "hold 50RD") == "5.3.6"
    assert legal(position) == ["back 50RD 3908", "back 50RD 4008", "back 50RD 4108"]


@pytest.mark.rule("5.3.6")
def test_a_retreat_of_one_hex_cannot_end_in_a_full_hex() -> None:
    units = {"78RD": "4010", "7ID.19": "4011"} | {f"183ID.{n}": "4012" for n in (330, 343, 351)}
    position = situation(units | {"StuG.191": "4012"}, Phase.COMBAT, AXIS)
    fight(position, "4010", "7ID.19", 10)
    assert refused(position, "back 7ID.19 4012") == "5.3.6"


@pytest.mark.rule("5.3.6")
def test_two_units_never_crowd_a_hex_behind_them() -> None:
    further = {"316RD": "4009", "78RD": "4009", "126RD": "4009", "257.185RD": "4010"}
    position = beaten(roll=7, further=further)  # D2 at 3:1: 16 against 6
    play(position, "back 257.185RD 4009")
    assert "back 50RD 4009" in legal(position)  # on through it
    play(position, "back 50RD 4009")
    assert {order.split()[1] for order in legal(position)} == {"50RD"}


@pytest.mark.rule("5.3.7")
@pytest.mark.parametrize("hexes", [0, 1, 2, 3])
def test_every_hex_not_gone_costs_a_level(hexes: int) -> None:
    position = beaten()  # D3
    for step in ("4009", "4008", "4007")[:hexes]:
        play(position, f"back 50RD {step}")
    stand(position)
    assert levels(position, "50RD") == max(0, 2 - (3 - hexes))
    assert where(position, "50RD") == ["", "", "4008", "4007"][hexes]


@pytest.mark.rule("5.3.7", "5.3.8")
def test_the_bill_falls_on_those_who_did_not_go_the_full_distance() -> None:
    position = beaten(roll=6, further={"257.185RD": "4010"})  # 16 against 6, 3:1: D2
    play(position, "back 257.185RD 4009", "back 257.185RD 4008", "back 50RD 4109", "hold 50RD")
    assert levels(position, "257.185RD") == 1
    assert levels(position, "50RD") == 1
    position = beaten(roll=6, further={"257.185RD": "4010"})
    play(position, "back 257.185RD 4009", "hold 257.185RD", "hold 50RD")
    assert legal(position) == ["lose 257.185RD", "lose 50RD"] or legal(position) == [
        "lose 50RD",
        "lose 257.185RD",
    ]
    play(position, "lose 257.185RD")  # two levels for the one that stood: the largest shortfall
    assert levels(position, "50RD") == 1
    assert where(position, "257.185RD") == ""


@pytest.mark.rule("5.3.8")
def test_three_battalions_in_three_hexes_pay_one_bill() -> None:
    units = {"78RD": "4010", "2Pz.S2": "4011", "3Mot.8": "4110", "7ID.19": "3910"}

    def repulsed() -> MoscowPosition:
        position = situation(units, Phase.COMBAT, AXIS, levels={"3Mot.8": 1, "2Pz.S2": 1})
        fight(position, "4010", "2Pz.S2 3Mot.8 7ID.19", 10)  # 9 against 7, 1:1: A1
        return position

    stays = repulsed()
    play(stays, "hold 2Pz.S2", "hold 3Mot.8", "hold 7ID.19")
    assert set(legal(stays)) == {"lose 2Pz.S2", "lose 3Mot.8", "lose 7ID.19"}
    play(stays, "lose 7ID.19")
    assert [levels(stays, id) for id in ("2Pz.S2", "3Mot.8", "7ID.19")] == [1, 1, 1]

    goes = repulsed()
    play(goes, "back 2Pz.S2 4012", "back 3Mot.8 4210", "back 7ID.19 3811")
    assert [levels(goes, id) for id in ("2Pz.S2", "3Mot.8", "7ID.19")] == [1, 1, 2]

    some = repulsed()
    play(some, "back 3Mot.8 4210", "hold 2Pz.S2", "hold 7ID.19")
    assert set(legal(some)) == {"lose 2Pz.S2", "lose 7ID.19"}


@pytest.mark.rule("5.3.9", "5.6.1", "5.6.2")
@pytest.mark.parametrize(("hexes", "count"), [(1, 0), (2, 1), (3, 2)])
def test_every_hex_after_the_first_is_a_test(hexes: int, count: int) -> None:
    position = beaten()  # D3
    for step in ("4009", "4008", "4007")[:hexes]:
        play(position, f"back 50RD {step}")
    while not isinstance(position.step, DisorganizationTest) and position.decision.kind != "Combat":
        chosen = [order for order in legal(position) if order.split()[0] in ("hold", "ready")]
        if not chosen:
            break
        play(position, chosen[0])
    assert due_tests(position, "50RD") == count


@pytest.mark.rule("5.3.9")
def test_an_attacker_who_goes_two_hexes_takes_one_test() -> None:
    position = situation({"78RD": "4010", "10Pz.7": "4011"}, Phase.COMBAT, AXIS)
    fight(position, "4010", "10Pz.7", 10)  # 4 against 7, 1:2: A2 -1 / -1
    play(position, "back 10Pz.7 4012", "back 10Pz.7 4013", "ready")
    assert due_tests(position, "10Pz.7") == 1


@pytest.mark.rule("5.3.10", "7.1.2")
def test_who_retreated_digs_no_works_in_his_next_movement_phase() -> None:
    position = beaten(roll=7)  # D2
    play(position, "back 50RD 4009", "back 50RD 4008", "ready", "roll 2", "end")
    assert position.state.marks[unit(position, "50RD")] & Mark.RETREATED
    while not (position.seat == SOVIET and position.state.phase == 9):
        play(position, next(order for order in legal(position) if order in ("end", "ready")))
    play(position, "unit 50RD")
    assert refused(position, "dig") == "7.1.2"
    play(position, "stop", "end")
    assert not position.state.marks[unit(position, "50RD")] & Mark.RETREATED


@pytest.mark.rule("7.1.2")
def test_who_stood_fast_may_dig() -> None:
    position = beaten(roll=7, further={"316RD": "4010"})  # 16 against 10, 2:1: D1
    play(position, "hold 50RD", "hold 316RD", "lose 316RD", "end")
    while not (position.seat == SOVIET and position.state.phase == 9):
        play(position, next(order for order in legal(position) if order in ("end", "ready")))
    play(position, "unit 50RD")
    assert "dig" in legal(position)


# --- guns and headquarters ------------------------------------------------------------------------------


def with_gun(marks: dict[str, int] | None = None) -> MoscowPosition:
    """Infantry with a gun, 16 against 4 and 4: 2:1; a roll of 6 is D2."""
    return beaten(roll=6, further={"Art1.16A": "4010"}, marks=marks or {})


@pytest.mark.rule("5.3.7", "6.2.4", "5.4.10")
def test_infantry_goes_and_its_gun_is_overrun() -> None:
    position = with_gun()
    play(position, "back 50RD 4009", "back 50RD 4008")
    assert where(position, "Art1.16A") == "4010"
    play(position, "pursue 2Pz.3 4011-4010")
    assert where(position, "Art1.16A") == ""
    assert levels(position, "50RD") == 2


@pytest.mark.rule("5.3.7", "6.2.4")
def test_the_gun_is_lost_and_infantry_goes_one_hex() -> None:
    position = with_gun()
    play(position, "back 50RD 4009", "hold 50RD", "lose Art1.16A")
    assert (where(position, "50RD"), levels(position, "50RD")) == ("4009", 2)
    assert where(position, "Art1.16A") == ""


@pytest.mark.rule("5.3.7", "6.2.4")
def test_gun_and_infantry_pay_one_level_each_and_the_infantry_stays() -> None:
    position = with_gun()
    play(position, "hold 50RD", "lose Art1.16A")
    assert (where(position, "50RD"), levels(position, "50RD")) == ("4010", 1)
    assert where(position, "Art1.16A") == ""


@pytest.mark.rule("5.3.7", "6.2.4", "5.4.10")
def test_the_death_of_the_infantry_does_not_save_the_gun() -> None:
    position = with_gun()
    play(position, "hold 50RD", "lose 50RD", "lose 50RD")
    assert where(position, "Art1.16A") == "4010"
    play(position, "pursue 2Pz.3 4011-4010")
    assert where(position, "Art1.16A") == ""


@pytest.mark.rule("5.3.7", "6.2.4")
def test_a_limbered_gun_goes_back_with_its_infantry() -> None:
    position = beaten(roll=6, further={"Art1.16A": "4010"}, marks={"Art1.16A": Mark.TRANSPORT})
    play(position, "back Art1.16A 4009", "back Art1.16A 4008", "back 50RD 4009", "back 50RD 4008")
    assert where(position, "Art1.16A") == "4008"


@pytest.mark.rule("5.3.7", "6.2.4")
def test_a_gun_whose_infantry_fell_in_the_fight_owes_nothing() -> None:
    position = situation(
        {"257.185RD": "4010", "Art1.16A": "4010", "2Pz.3": "4011", "7ID.19": "4011"}, Phase.COMBAT, AXIS
    )
    fight(position, "4010", "2Pz.3 7ID.19", 10)  # 11 against 6, 2:1: -1 / D1 -1
    play(position, "lose 2Pz.3", "lose 257.185RD")
    assert where(position, "Art1.16A") == "4010"  # until somebody comes in
    assert "pursue 2Pz.3 4011-4010" in legal(position)


# --- stars and fixed positions --------------------------------------------------------------------------


@pytest.mark.rule("15.1.7", "5.1.8")
def test_users_of_stars_owe_one_of_all_losses_and_no_more() -> None:
    units = {"4TB": "4010", "50RD": "4010", "7ID.19": "4011", "7ID.61": "4011", "2Pz.3": "4011"}
    joins = ["attack 4010", "join 7ID.19", "join 7ID.61", "join 2Pz.3"]
    position = situation(units, Phase.COMBAT, AXIS)
    play(position, *joins, "fight", "star 4TB", "ready", "roll 8")  # 16 against 9 and a star, 1:1: -1/-1
    play(position, "lose 7ID.19")
    assert levels(position, "4TB") == 1
    position = situation(units | {"78ID.195": "3910", "10Pz.7": "3910"}, Phase.COMBAT, AXIS)
    play(position, *joins, "join 78ID.195", "join 10Pz.7", "fight", "star 4TB", "ready")
    play(position, "roll 3")  # 25 against 9 and a star, 2:1: TEST / D2 -1
    assert levels(position, "4TB") == 1
    play(position, "hold 4TB", "hold 50RD")
    assert set(legal(position)) == {"lose 4TB", "lose 50RD"}


@pytest.mark.rule("15.1.7", "5.1.8")
def test_the_second_of_two_losses_is_free_again() -> None:
    units = dict.fromkeys(["316RD", "78RD", "332RD", "50RD"], "4010") | {"2Pz.3": "4011", "3Mot.8": "4011"}
    game = plain_game(changes=ground({"4010": "forest"}))
    position = situation(units, Phase.COMBAT, AXIS, game=game)
    fight(position, "4010", "2Pz.3 3Mot.8", 11, "star 2Pz.3")  # 10 against 22, 1:2: A2 -2
    assert levels(position, "2Pz.3") == 1
    assert legal(position) == ["lose 2Pz.3", "lose 3Mot.8"]


@pytest.mark.rule("15.1.7")
def test_a_star_that_was_not_used_owes_nothing() -> None:
    units = {"4TB": "4010", "50RD": "4010", "7ID.19": "4011", "7ID.61": "4011"}
    position = situation(units, Phase.COMBAT, AXIS)
    fight(position, "4010", "7ID.19 7ID.61", 8)  # 10 against 9, 1:1: -1/-1
    play(position, "lose 7ID.19")
    assert set(legal(position)) == {"lose 4TB", "lose 50RD"}


FRONTAL = "7ID.19 7ID.61 2Pz.3 78ID.195 78ID.215"
"""26 strength points."""


@pytest.mark.rule("7.2.6")
@pytest.mark.parametrize(("roll", "left"), [(5, 2), (3, 1)])
def test_fixed_positions_take_one_off_the_bill_of_those_who_stay(roll: int, left: int) -> None:
    units = {"126RD": "4010"} | dict.fromkeys(FRONTAL.split(), "4011")
    position = situation(units, Phase.COMBAT, AXIS, game=plain_game(changes=works("4010/4011")))
    fight(position, "4010", FRONTAL, roll)  # 13 against 3, 4:1, less 3 for the line: D1 and D2
    leaves = position.copy()
    play(position, "hold 126RD")
    assert levels(position, "126RD") == left
    play(leaves, "back 126RD 4009")
    if roll == 3:
        play(leaves, "hold 126RD")
    assert levels(leaves, "126RD") == left


@pytest.mark.rule("7.2.4", "7.2.6")
def test_fixed_positions_taken_from_behind_take_nothing_off_the_bill() -> None:
    units = {"126RD": "4010"} | dict.fromkeys(FRONTAL.split(), "4011")
    game = plain_game(changes=works("4010/4009"))
    position = situation(units, Phase.COMBAT, AXIS, game=game)
    fight(position, "4010", FRONTAL, 9)  # 26 against 3, 9:1, less 2 as in works, 7:1: D2
    play(position, "back 126RD 3909", "hold 126RD")
    assert levels(position, "126RD") == 1


@pytest.mark.rule("5.1.9", "5.3.6", "5.3.7", "6.2.4")
def test_a_refused_retreat_says_why() -> None:
    position = beaten(roll=6, further={"Art1.16A": "4010", "316RD": "4020"})
    assert refused(position, "back Art1.16A 4009") == "6.2.4"
    assert refused(position, "back 316RD 4019") == "5.3.1"
    assert refused(position, "back 50RD 4008") == "3.1.4"
    units = {"HQ.16A": "4110", "50RD": "4010", "7ID.19": "4011", "7ID.61": "4011", "2Pz.3": "4011"}
    position = situation(units, Phase.COMBAT, AXIS)
    fight(position, "4010 4110", ATTACKERS, 5)  # in range of its headquarters: counts as 6, D2
    assert refused(position, "back HQ.16A 4209") == "5.1.9"
    play(position, "hold 50RD")
    assert set(legal(position)) == {"lose 50RD", "lose HQ.16A"}


@pytest.mark.rule("5.1.9", "5.3.7", "6.2.4")
@pytest.mark.parametrize("alone", ["HQ.16A", "Art1.16A"])
def test_who_fought_alone_in_a_hex_pays_though_the_others_go(alone: str) -> None:
    units = {alone: "4110", "50RD": "4010", "7ID.19": "4011", "7ID.61": "4011", "2Pz.3": "4011"}
    position = situation(units, Phase.COMBAT, AXIS)
    fight(position, "4010 4110", ATTACKERS, 7)  # 16 against 4 or 5, 4:1 or 3:1: D2
    play(position, "back 50RD 4009", "back 50RD 4008")
    assert where(position, alone) == ""
    assert levels(position, "50RD") == 2
    assert "pursue 7ID.19 4011-4110" in legal(position)
