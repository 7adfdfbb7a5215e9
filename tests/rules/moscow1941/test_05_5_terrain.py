"""5.5 Terrain influence on combat, with the examples of the terrain table."""

from __future__ import annotations

import pytest
from tests.games.moscow1941.altered import city, ground, rivers, towns
from tests.games.moscow1941.fighting import odds, worth
from tests.games.moscow1941.situation import Changes, plain_game, situation

from grognard.games.moscow1941.phases import Phase
from grognard.games.moscow1941.state import AXIS

LAND: Changes = (
    ground({"4010": "forest", "4110": "swamp", "3910": "forest"})
    + towns("4209")
    + city("4309", "4409")
    + rivers("river", "4010/4011")
    + rivers("canal", "4209/4210")
)
"""Woods behind a river in 4010, woods in 3910, a swamp in 4110, a town behind a canal, and a city."""


def modifiers(target: str, attackers: dict[str, str], defender: str = "316RD") -> dict[str, int]:
    """The defender's modifiers for a division attacked in the land above, by rule."""
    game = plain_game(changes=LAND)
    position = situation({defender: target, **attackers}, Phase.COMBAT, AXIS, game=game)
    found = odds(position, target, " ".join(attackers))
    return {modifier.rule: -modifier.value for modifier in found.modifiers if modifier.value}


@pytest.mark.rule("5.5.1", "terrain-table")
@pytest.mark.parametrize(
    ("target", "origin", "expected"),
    [
        ("3911", "3912", {}),
        ("3910", "3911", {"5.5.1": 1}),
        ("4209", "4109", {"5.5.1": 1}),
        ("4309", "4310", {"5.5.1": 2}),
        ("4110", "4111", {}),
    ],
)
def test_the_ground_of_the_defender_counts(target: str, origin: str, expected: dict[str, int]) -> None:
    assert modifiers(target, {"7ID.19": origin}) == expected


@pytest.mark.rule("5.5.2")
def test_woods_behind_a_river_are_two_modifiers() -> None:
    assert modifiers("4010", {"7ID.19": "4011"}) == {"5.5.1": 1, "5.5.4": 1}
    assert modifiers("4209", {"7ID.19": "4210"}) == {"5.5.1": 1, "5.5.4": 1}


@pytest.mark.rule("5.5.4")
@pytest.mark.parametrize(
    ("across", "beside", "counts"),
    [("2Pz.3", "7ID.19", True), ("7ID.19", "7ID.61", False), ("7ID.19", "2Pz.3", False)],
)
def test_a_river_counts_when_more_than_half_come_across_it(across: str, beside: str, counts: bool) -> None:
    found = modifiers("4010", {across: "4011", beside: "4109"})
    assert ("5.5.4" in found) == counts


@pytest.mark.rule("5.5.3")
def test_of_several_hexes_the_strongest_sets_the_modifiers() -> None:
    game = plain_game(changes=LAND)
    units = {"316RD": "3911", "50RD": "3910", "7ID.19": "4011"}
    position = situation(units, Phase.COMBAT, AXIS, game=game)
    assert worth(odds(position, "3911 3910", "7ID.19"), "5.5.1") == 0
    position = situation(units | {"50RD": "3911", "316RD": "3910"}, Phase.COMBAT, AXIS, game=game)
    assert worth(odds(position, "3911 3910", "7ID.19"), "5.5.1") == -1
    position = situation(units | {"332RD": "3911"}, Phase.COMBAT, AXIS, game=game)
    assert worth(odds(position, "3911 3910", "7ID.19"), "5.5.1") == 0


@pytest.mark.rule("5.5.3")
def test_of_equal_hexes_the_attacker_takes_the_worse_defended() -> None:
    units = {"144RD": "3911", "50RD": "3910", "7ID.19": "4011"}
    position = situation(units, Phase.COMBAT, AXIS, game=plain_game(changes=LAND))
    assert worth(odds(position, "3910 3911", "7ID.19"), "5.5.1") == 0


@pytest.mark.rule("terrain-table")
def test_an_attack_into_swamp_is_halved_and_one_out_of_it_is_not() -> None:
    game = plain_game(changes=LAND)
    position = situation({"316RD": "4110", "7ID.19": "4111"}, Phase.COMBAT, AXIS, game=game)
    assert odds(position, "4110", "7ID.19").attack == 3
    position = situation({"316RD": "4111", "7ID.19": "4110"}, Phase.COMBAT, AXIS, game=game)
    assert odds(position, "4111", "7ID.19").attack == 5


@pytest.mark.rule("terrain-table", "1.7")
def test_the_sum_is_halved_in_swamp_and_not_each_unit() -> None:
    game = plain_game(changes=LAND)
    position = situation({"316RD": "4110", "7ID.19": "4111", "7ID.61": "4111"}, Phase.COMBAT, AXIS, game=game)
    assert odds(position, "4110", "7ID.19 7ID.61").attack == 5
