"""5.2 Combat procedure: who is named, what counts, and in which order the result is carried out."""

from __future__ import annotations

import pytest
from tests.games.moscow1941.altered import ground
from tests.games.moscow1941.fighting import fight, odds, worth
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

from grognard.core import CHANCE
from grognard.games.moscow1941.battle import Battle, concentrations
from grognard.games.moscow1941.components import RATIOS
from grognard.games.moscow1941.disorganization import DisorganizationTest
from grognard.games.moscow1941.phases import Phase
from grognard.games.moscow1941.state import AXIS, SOVIET

WOODS = ground({"4010": "forest"})
TANKS = (
    (
        "units.csv",
        'Panzer Division",armor,regiment,tracked,2,6,3',
        'Panzer Division",armor,regiment,tracked,2,9,3',
    ),
)
"""The tank regiment of 2 Pz with 9 points."""


def asking(position: MoscowPosition) -> str:
    """The name of the step that waits."""
    return type(position.step).__name__


def levels(position: MoscowPosition, id: str) -> int:
    return position.state.levels[unit(position, id)]


@pytest.mark.rule("5.2.1")
def test_the_attacker_names_target_and_units_then_the_defender_answers_then_the_dice_fall() -> None:
    position = situation({"316RD": "4010", "4TB": "4010", "2Pz.3": "4011"}, Phase.COMBAT, AXIS)
    assert asking(position) == "Combat"
    play(position, "attack 4010")
    assert asking(position) == "Assemble"
    assert refused(position, "fight") == "5.2.1"
    assert refused(position, "support Art.XX") == "5.2.1"
    play(position, "join 2Pz.3", "fight")
    assert position.seat == SOVIET
    assert legal(position) == ["star 4TB", "ready"]
    play(position, "ready")
    assert position.seat == CHANCE
    assert asking(position) == "CombatRoll"


@pytest.mark.rule("5.2.1")
def test_an_attack_can_be_called_off_before_the_fight() -> None:
    position = situation({"316RD": "4010", "2Pz.3": "4011"}, Phase.COMBAT, AXIS)
    before = position.to_json()
    play(position, "attack 4010", "join 2Pz.3", "cancel")
    assert asking(position) == "Combat"
    assert position.copy().state == position.game.from_json(before).state


@pytest.mark.rule("5.2.1")
def test_strengths_and_targets_add_up() -> None:
    position = situation(
        {"316RD": "4010", "50RD": "4110", "2Pz.3": "4011", "7ID.19": "4011"}, Phase.COMBAT, AXIS
    )
    found = odds(position, "4010 4110", "2Pz.3 7ID.19")
    assert (found.attack, found.defence) == (11, 10)


@pytest.mark.rule("5.2.1")
def test_losses_come_first_then_retreats_then_pursuits_then_disorganization() -> None:
    position = situation(
        {"50RD": "4010", "2Pz.3": "4011", "7ID.19": "4011", "7ID.61": "4011"}, Phase.COMBAT, AXIS
    )
    fight(position, "4010", "2Pz.3 7ID.19 7ID.61", 9)  # 16 against 4, 4:1: TEST / D2 -1
    assert levels(position, "50RD") == 1
    assert asking(position) == "ChooseRetreat"
    play(position, "back 50RD 4009", "back 50RD 4008")
    assert asking(position) == "ChoosePursuit"
    play(position, "ready")
    tested = []
    while isinstance(position.step, DisorganizationTest):
        tested.append(position.game.units[position.step.unit].id)
        play(position, "roll 2")
    assert sorted(tested) == ["2Pz.3", "50RD", "7ID.19", "7ID.61"]
    assert asking(position) == "Combat"


@pytest.mark.rule("5.2.1")
def test_both_sides_lose_levels_at_the_same_time() -> None:
    position = situation({"257.185RD": "4010", "3Mot.K53": "4011"}, Phase.COMBAT, AXIS)
    fight(position, "4010", "3Mot.K53", 7)  # 1:1: -1/-1
    assert where(position, "257.185RD") == where(position, "3Mot.K53") == ""


def the_example() -> MoscowPosition:
    """17 points of a tank division (concentrated, with a black star) against 8 of cavalry in woods."""
    game = plain_game(changes=WOODS + TANKS)
    position = situation(
        {"2Pz.3": "4011", "2Pz.S2": "4011", "2Pz.S304": "4011", "50CD": "4010", "53CD": "4010"},
        Phase.COMBAT,
        AXIS,
        game=game,
    )
    play(position, "attack 4010", "join 2Pz.3", "join 2Pz.S2", "join 2Pz.S304", "star 2Pz.3")
    return position


@pytest.mark.rule("5.2.1", "13.1.2", "15.1.3", "5.5.1")
def test_the_worked_example_comes_to_three_to_one() -> None:
    position = the_example()
    found = odds(position, "4010", "2Pz.3 2Pz.S2 2Pz.S304", stars="2Pz.3")
    assert (found.attack, found.defence) == (17, 8)
    assert RATIOS[found.initial] == "2:1"
    assert [worth(found, rule) for rule in ("13.1.2", "15.1.3", "5.5.1")] == [1, 1, -1]
    assert found.ratio == "3:1"


@pytest.mark.rule("5.2.1", "15.1.7")
def test_in_the_worked_example_the_user_of_the_star_takes_the_loss() -> None:
    position = the_example()
    play(position, "fight", "roll 11")  # 3:1: -1 / -1
    assert levels(position, "2Pz.3") == 1
    assert legal(position) == ["lose 50CD", "lose 53CD"]


@pytest.mark.rule("5.2.1", "5.3.7", "5.3.9")
@pytest.mark.parametrize("gone", [0, 1, 2])
def test_the_worked_example_offers_three_ways_out_of_d2(gone: int) -> None:
    position = the_example()
    play(position, "fight", "roll 7")  # 3:1: 0 / D2
    for id in ("50CD", "53CD"):
        play(position, *(f"back {id} {hex}" for hex in ("4009", "4008")[:gone]))
        if gone < 2:
            play(position, f"hold {id}")
    for _ in range(2 - gone):
        assert legal(position) == ["lose 50CD", "lose 53CD"]
        play(position, "lose 50CD")
    assert levels(position, "50CD") + levels(position, "53CD") == 2 + gone
    tests = 0
    while asking(position) != "Combat":
        tests += isinstance(position.step, DisorganizationTest)
        play(position, "ready" if "ready" in legal(position) else "roll 2")
    assert tests == (2 if gone == 2 else 0)  # one for each of the two


@pytest.mark.rule("5.2.1", "9.2.1")
def test_headquarters_move_the_dice_but_never_off_the_table() -> None:
    position = situation({"316RD": "4010", "HQ.16A": "4008", "2Pz.3": "4011"}, Phase.COMBAT, AXIS)
    fight(position, "4010", "2Pz.3", 12)  # would be 13: 1:1, A2 DIS -1 / -1
    assert levels(position, "2Pz.3") == 1
    assert levels(position, "316RD") == 1


@pytest.mark.rule("5.2.1")
def test_the_report_names_strengths_ratio_and_every_modifier() -> None:
    position = situation(
        {"316RD": "4010", "2Pz.3": "4011"}, Phase.COMBAT, AXIS, game=plain_game(changes=WOODS)
    )
    events = fight(position, "4010", "2Pz.3", 5)
    report = next(event for event in events if event.rule == "5.2.1")
    assert "6 against 6" in report.text
    assert "1:1, finally 1:2" in report.text
    assert [(modifier.value, modifier.rule) for modifier in report.modifiers] == [(-1, "5.5.1")]


@pytest.mark.rule("13.1.2")
def test_concentration_counts_units_of_both_sides_of_a_battle() -> None:
    position = situation({"316RD": "4010", "2Pz.3": "4011"}, Phase.COMBAT, AXIS)
    found = concentrations(position, units(position, "2Pz.3", "2Pz.S2", "2Pz.S304"))
    assert found == {"2Pz": 1}
    assert Battle(AXIS, hexes(position, "4010")).enemy == SOVIET


@pytest.mark.rule("5.2.1")
def test_explanations_of_an_attack_name_what_is_missing() -> None:
    position = situation(
        {"316RD": "4010", "2Pz.3": "4011", "7ID.19": "4111", "Art.XX": "4012"}, Phase.COMBAT, AXIS
    )
    play(position, "attack 4010", "join 2Pz.3")
    assert "attacks already" in str(position.explain("join 2Pz.3"))
    assert "not yours" in str(position.explain("join 316RD"))
    assert "not on the map" in str(position.explain("join 2Pz.S2"))
    assert "attacked already" in str(position.explain("also 4010"))


@pytest.mark.rule("combat-table")
@pytest.mark.parametrize(
    ("ratio", "roll", "attacker", "defender"),
    [
        ("1:1", 7, "-1", "-1"),  # both lose a level
        ("4:1", 9, "TEST", "D2 -1"),  # the defender goes two hexes and loses one
        ("2:1", 10, "-1", "D1 -1"),
        ("5:1", 2, "-1", "D4 DIS"),  # four hexes, and disorganized
        ("1:2", 7, "A1", ""),
        ("1:1", 12, "A2 DIS -1", "-1"),
        ("2:1", 12, "DIS -1", "-1"),  # a bare letter D is no retreat
    ],
)
def test_the_codes_of_the_combat_table(ratio: str, roll: int, attacker: str, defender: str) -> None:
    result = plain_game().components.combat.result(RATIOS.index(ratio), roll)
    for side, code in ((result.attacker, attacker), (result.defender, defender)):
        words = code.split()
        assert side.retreat == next(
            (int(word[1:]) for word in words if word[0] in "AD" and word[1:].isdigit()), 0
        )
        assert side.loss == next((int(word[1:]) for word in words if word[0] == "-"), 0)
        assert side.disorganized == ("DIS" in words)
        assert side.test == ("TEST" in words)
