"""5.4 Pursuit: along the path of the beaten, or into the hex of the destroyed."""

from __future__ import annotations

import pytest
from tests.games.moscow1941.altered import bridge, ground, rivers, road
from tests.games.moscow1941.counters import altered
from tests.games.moscow1941.fighting import fight, stand
from tests.games.moscow1941.situation import (
    Changes,
    MoscowPosition,
    legal,
    plain_game,
    play,
    refused,
    situation,
    where,
)

from grognard.games.moscow1941.combat import Combat
from grognard.games.moscow1941.phases import Phase
from grognard.games.moscow1941.state import AXIS, SOVIET

ATTACKERS = "7ID.19 7ID.61 2Pz.3"


def routed(
    *path: str, further: dict[str, str] | None = None, changes: Changes = (), roll: int = 5
) -> MoscowPosition:
    """A division of 4 points in 4010, beaten at 4:1 from 4011, goes back along a path of three hexes."""
    units = {"50RD": "4010"} | dict.fromkeys(ATTACKERS.split(), "4011") | (further or {})
    position = situation(units, Phase.COMBAT, AXIS, game=plain_game(changes=changes))
    fight(position, "4010", ATTACKERS, roll)
    play(position, *(f"back 50RD {hex}" for hex in path))
    if len(path) < 3:
        play(position, "hold 50RD")
    return position


def ways(position: MoscowPosition, id: str) -> set[str]:
    """The pursuits that a unit may make."""
    return {order.split()[2] for order in legal(position, "pursue") if order.split()[1] == id}


@pytest.mark.rule("5.4.1", "5.4.4")
def test_the_attackers_may_pursue_and_need_not() -> None:
    position = routed("4009", "4008", "4007")
    assert position.seat == AXIS
    assert "ready" in legal(position)
    assert all(order.split()[2].startswith("4011-4010") for order in legal(position, "pursue"))
    play(position, "ready")
    assert {where(position, id) for id in ATTACKERS.split()} == {"4011"}


@pytest.mark.rule("5.4.1")
def test_the_defender_pursues_a_beaten_attacker() -> None:
    position = situation({"78RD": "4010", "7ID.19": "4011"}, Phase.COMBAT, AXIS)
    fight(position, "4010", "7ID.19", 10)
    play(position, "back 7ID.19 4012")
    assert position.seat == SOVIET
    assert legal(position) == ["pursue 78RD 4010-4011", "ready"]
    play(position, "pursue 78RD 4010-4011")
    assert where(position, "78RD") == "4011"


@pytest.mark.rule("5.4.1")
def test_nobody_pursues_who_has_not_fought_in_the_combat() -> None:
    position = routed("4009", "4008", "4007", further={"2Pz.S2": "4012"})
    assert refused(position, "pursue 2Pz.S2 4012-4011") == "5.4.1"


@pytest.mark.rule("5.4.1")
def test_nobody_pursues_an_enemy_who_stands_fast() -> None:
    position = situation({"78RD": "4010"} | dict.fromkeys(ATTACKERS.split(), "4011"), Phase.COMBAT, AXIS)
    fight(position, "4010", ATTACKERS, 7)  # 16 against 7, 2:1: D1
    play(position, "hold 78RD")
    assert isinstance(position.step, Combat)


@pytest.mark.rule("5.4.2", "5.4.6")
def test_a_pursuit_follows_the_path_and_may_end_one_hex_beside_it() -> None:
    position = routed("4009", "4008", "4007")
    beside_first = {f"4011-4010-{hex}" for hex in ("3909", "3910", "4109", "4110")}
    beside_second = {f"4011-4010-4009-{hex}" for hex in ("3908", "3909", "4108", "4109")}
    along = {"4011-4010", "4011-4010-4009", "4011-4010-4009-4008"}
    assert ways(position, "2Pz.3") == along | beside_first | beside_second


@pytest.mark.rule("5.4.6")
def test_a_pursuit_is_no_longer_than_the_retreat() -> None:
    position = situation({"50RD": "4010", "2Pz.3": "4011", "2Pz.S2": "4011"}, Phase.COMBAT, AXIS)
    fight(position, "4010", "2Pz.3 2Pz.S2", 9)  # 3:1: D1
    play(position, "back 50RD 4009")
    assert ways(position, "2Pz.3") == {"4011-4010"}
    assert refused(position, "pursue 2Pz.3 4011-4010-3909") == "5.4.6"


@pytest.mark.rule("5.4.3")
def test_of_several_paths_the_pursuer_takes_any() -> None:
    further = {"257.185RD": "4010"}
    units = {"50RD": "4010"} | dict.fromkeys(ATTACKERS.split(), "4011") | further
    position = situation(units, Phase.COMBAT, AXIS)
    fight(position, "4010", ATTACKERS, 6)  # 16 against 6, 3:1: D2
    play(position, "back 50RD 3909", "back 50RD 3809", "back 257.185RD 4109", "back 257.185RD 4209")
    assert {"4011-4010-3909", "4011-4010-4109"} <= ways(position, "2Pz.3")


@pytest.mark.rule("5.4.5", "4.2.3")
def test_enemy_zones_do_not_stop_a_pursuit() -> None:
    position = routed("4009", "4008", "4007", further={"78RD": "3808"})  # its zone covers 3908
    assert "4011-4010-4009-4008" in ways(position, "2Pz.3")
    assert "4011-4010-4009-3908" in ways(position, "2Pz.3")


@pytest.mark.rule("5.4.7")
def test_a_pursuit_needs_no_movement_points_but_ground_that_is_open() -> None:
    changes = ground({"4009": "swamp", "4110": "lake"})
    position = routed("4009", "4008", "4007", changes=changes)
    assert ways(position, "2Pz.3") == {f"4011-4010{more}" for more in ("", "-3909", "-3910", "-4109")}
    assert "4011-4010-4009-4008" in ways(position, "7ID.19")
    assert "4011-4010-4110" not in ways(position, "7ID.19")


@pytest.mark.rule("5.4.8")
def test_a_pursuer_stops_behind_a_big_river() -> None:
    sides = rivers("big_river", "4008/4009")
    changes = sides + road("main", "4009-4008") + bridge("4008/4009")
    position = routed("4009", "4008", "4007", changes=changes)
    assert "4011-4010-4009-4008" in ways(position, "2Pz.3")
    sides = rivers("big_river", "4009/4010")
    changes = sides + road("main", "4010-4009") + bridge("4009/4010")
    position = routed("4009", "4008", "4007", changes=changes)
    assert "4011-4010-4009" in ways(position, "2Pz.3")
    assert "4011-4010-4009-4008" not in ways(position, "2Pz.3")


@pytest.mark.rule("5.4.9")
def test_towed_guns_do_not_pursue() -> None:
    units = {"50RD": "4010", "Art.XX": "4011"} | dict.fromkeys(ATTACKERS.split(), "4011")
    position = situation(units, Phase.COMBAT, AXIS)
    play(position, "attack 4010", *(f"join {id}" for id in ATTACKERS.split()), "support Art.XX", "fight")
    play(position, "roll 8")  # 21 against 4, 5:1: D2
    play(position, "back 50RD 4009", "back 50RD 4008")
    assert {order.split()[1] for order in legal(position, "pursue")} == set(ATTACKERS.split())


@pytest.mark.rule("5.4.9")
def test_towed_defenders_do_not_pursue_either() -> None:
    game = plain_game(changes=(altered("78RD", towed="yes"),))
    position = situation({"78RD": "4010", "7ID.19": "4011"}, Phase.COMBAT, AXIS, game=game)
    fight(position, "4010", "7ID.19", 10)
    play(position, "back 7ID.19 4012")
    assert isinstance(position.step, Combat)


@pytest.mark.rule("5.4.1", "14.3.2")
def test_a_headquarters_goes_along_with_its_troops() -> None:
    units = {"50RD": "4010", "HQ.XX": "4011"} | dict.fromkeys(ATTACKERS.split(), "4011")
    position = situation(units, Phase.COMBAT, AXIS)
    fight(position, "4010", ATTACKERS, 6, "waive")
    play(position, "back 50RD 4009", "back 50RD 4008", "pursue HQ.XX 4011-4010")
    assert where(position, "HQ.XX") == "4010"


@pytest.mark.rule("3.2.1")
def test_a_pursuit_ends_where_there_is_room() -> None:
    units = {"50RD": "4010"} | dict.fromkeys(["7ID.19", "7ID.61", "2Pz.3", "78ID.195", "78ID.215"], "4011")
    position = situation(units, Phase.COMBAT, AXIS)
    fight(position, "4010", "7ID.19 7ID.61 2Pz.3 78ID.195 78ID.215", 9)  # 26 against 4, 7:1: D2
    play(position, "back 50RD 4009", "back 50RD 4008")
    for id in ("7ID.19", "7ID.61", "2Pz.3", "78ID.195"):
        play(position, f"pursue {id} 4011-4010")
    assert "4011-4010" not in ways(position, "78ID.215")
    assert "4011-4010-4009" in ways(position, "78ID.215")


@pytest.mark.rule("5.4.10")
def test_the_hex_of_the_destroyed_is_entered_and_one_hex_more() -> None:
    position = routed()  # stands and dies
    assert where(position, "50RD") == ""
    more = {f"4011-4010-{hex}" for hex in ("3909", "3910", "4009", "4109", "4110")}
    assert ways(position, "2Pz.3") == {"4011-4010"} | more


@pytest.mark.rule("5.4.10", "4.2.1")
def test_an_enemy_zone_over_the_hex_of_the_destroyed_stops_the_victor_there() -> None:
    position = routed(further={"78RD": "4008", "316RD": "3908"})
    assert "4011-4010-4009" in ways(position, "2Pz.3")  # a step into a zone
    position = routed(further={"78RD": "3909"})
    assert ways(position, "2Pz.3") == {"4011-4010"}


@pytest.mark.rule("5.4.10")
def test_the_defender_enters_the_hex_of_a_destroyed_attacker() -> None:
    position = situation({"316RD": "4010", "3Mot.K53": "4011"}, Phase.COMBAT, AXIS)
    fight(position, "4010", "3Mot.K53", 6)  # 2 against 6, 1:3: A1, tested
    stand(position)
    assert where(position, "3Mot.K53") == ""  # stood and died
    position = situation({"316RD": "4010", "3Mot.K53": "4011"}, Phase.COMBAT, AXIS)
    fight(position, "4010", "3Mot.K53", 8)  # A1 -1: dead before it could go
    assert position.seat == SOVIET
    assert "4010-4011" in ways(position, "316RD")


@pytest.mark.rule("5.4.10")
def test_guns_that_lost_nothing_are_not_overrun() -> None:
    position = situation({"Art1.16A": "4010", "StuG.191": "4011"}, Phase.COMBAT, AXIS, forts=["4010"])
    fight(position, "4010", "StuG.191", 9)  # 3 against 1, less 2 for the works, 1:1: -1 / 0
    assert where(position, "Art1.16A") == "4010"
    assert isinstance(position.step, Combat)
    position = situation({"Art1.16A": "4010", "257.185RD": "4010", "2Pz.S2": "4011"}, Phase.COMBAT, AXIS)
    fight(position, "4010", "2Pz.S2", 9)  # 4 against 6, 1:2: A1 -1
    stand(position)
    assert where(position, "Art1.16A") == "4010"


@pytest.mark.rule("5.4.10", "9.1.5")
def test_a_pursuer_destroys_a_headquarters_alone_on_his_way() -> None:
    position = routed("4009", "4008", "4007", further={"HQ.16A": "3909"}, roll=4)
    play(position, "pursue 7ID.19 4011-4010-3909")
    assert where(position, "HQ.16A") == ""


@pytest.mark.rule("5.4.1", "7.1.6")
def test_a_pursuit_takes_the_works_of_the_beaten() -> None:
    units = {"50RD": "4010"} | dict.fromkeys(ATTACKERS.split(), "4011")
    position = situation(units, Phase.COMBAT, AXIS, forts=["4010"])
    fight(position, "4010", ATTACKERS, 7)  # 4:1, less 2 for the works: D1
    play(position, "back 50RD 4009", "pursue 7ID.19 4011-4010")
    assert not position.state.forts


@pytest.mark.rule("5.4.2", "5.4.4", "5.4.6", "5.4.7")
@pytest.mark.parametrize(
    ("path", "rule"),
    [
        ("4012-4011", "3.1.4"),
        ("4011-4009", "3.1.4"),
        ("4011-4012", "5.4.4"),
        ("4011-4010-4009-4008-4007", "3.1.8"),
        ("4011-4010-4109-4209", "5.4.2"),
        ("4011-4010-3909-3908-3907", "5.4.6"),
        ("4011-4010-4110", "5.4.7"),
    ],
)
def test_a_refused_pursuit_says_why(path: str, rule: str) -> None:
    changes = ground({"4009": "swamp", "4110": "lake"})
    position = routed("4009", "4008", "4007", changes=changes)
    assert refused(position, f"pursue 7ID.19 {path}") == rule


@pytest.mark.rule("5.4.4", "5.4.10")
def test_a_hex_that_is_not_empty_is_not_pursued_into() -> None:
    position = routed(further={"78RD": "3909"})
    assert refused(position, "pursue 2Pz.3 4011-4010-4009") == "5.4.10"
    units = {"50RD": "4010", "126RD": "4010", "7ID.19": "4011", "7ID.61": "4011", "2Pz.3": "4011"}
    position = situation(units | {"108RD": "4110"}, Phase.COMBAT, AXIS)
    fight(position, "4010 4110", ATTACKERS, 7)  # 16 against 10, 2:1: D1
    play(position, "back 50RD 4009", "hold 126RD", "back 108RD 4210")
    assert refused(position, "pursue 7ID.19 4011-4010") == "5.4.4"
    assert refused(position, "pursue 7ID.19 4011-4110") == ""
