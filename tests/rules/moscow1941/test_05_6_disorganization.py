"""5.6 Disorganization: how it comes, what it does, and the quiet day that ends it."""

from __future__ import annotations

import pytest
from tests.games.moscow1941.fighting import fight, odds, stand
from tests.games.moscow1941.situation import (
    MoscowPosition,
    legal,
    plain_game,
    play,
    situation,
    unit,
)

from grognard.games.moscow1941.disorganization import DisorganizationTest, disorganize, is_disorganized
from grognard.games.moscow1941.phases import Phase
from grognard.games.moscow1941.state import AXIS, PHASES, SOVIET


def upset(position: MoscowPosition, id: str) -> bool:
    return is_disorganized(position, unit(position, id))


def pass_until(position: MoscowPosition, turn: int, phase: int) -> None:
    """Nobody does anything until a phase begins."""
    while (position.state.turn, position.state.phase) != (turn, phase):
        play(position, next(text for text in legal(position) if text in ("end", "ready")))


def battle(roll: int, *attackers: str, defender: str = "50RD") -> MoscowPosition:
    position = situation({defender: "4010"} | dict.fromkeys(attackers, "4011"), Phase.COMBAT, AXIS)
    fight(position, "4010", " ".join(attackers), roll)
    return position


@pytest.mark.rule("5.6.1")
def test_the_letter_in_the_result_disorganizes_without_a_test() -> None:
    position = battle(12, "2Pz.3", defender="316RD")  # 1:1: A2 DIS -1 / -1
    play(position, "back 2Pz.3 4012", "back 2Pz.3 4013", "ready")
    assert upset(position, "2Pz.3")
    assert not upset(position, "316RD")


@pytest.mark.rule("5.6.1")
def test_the_letter_on_the_defenders_side_disorganizes_the_defender() -> None:
    position = battle(2, "2Pz.3", defender="316RD")  # 1:1: -1 / D2 DIS
    play(position, "back 316RD 4009", "back 316RD 4008", "ready")
    assert upset(position, "316RD")
    assert not upset(position, "2Pz.3")
    assert not isinstance(position.step, DisorganizationTest)


@pytest.mark.rule("5.6.1", "5.6.2")
@pytest.mark.parametrize(("roll", "fails"), [(10, False), (11, True), (12, True)])
def test_on_the_dot_attackers_test_against_their_morale(roll: int, fails: bool) -> None:
    position = battle(3, "2Pz.3")  # 2:1: TEST / D2 -1
    play(position, "hold 50RD", "ready")
    assert isinstance(position.step, DisorganizationTest)
    play(position, f"roll {roll}")
    assert upset(position, "2Pz.3") == fails


@pytest.mark.rule("5.6.2")
@pytest.mark.parametrize(("id", "limit"), [("DR.D", 12), ("7ID.19", 11), ("638Fr", 9), ("316RD", 10)])
def test_every_nation_has_its_limit(id: str, limit: int) -> None:
    game = plain_game()
    assert game.morale_limit[game.unit_index[id]] == limit


@pytest.mark.rule("5.6.1", "5.6.2")
def test_every_unit_tests_for_itself_against_its_own_limit() -> None:
    position = battle(3, "DR.DF", "7ID.19")  # 9 against 4, 2:1: TEST / D2 -1
    play(position, "hold 50RD", "ready")
    tested = {}
    while isinstance(position.step, DisorganizationTest):
        tested[position.game.units[position.step.unit].id] = position.decision.prompt
        play(position, "roll 11")
    assert set(tested) == {"DR.DF", "7ID.19"}
    assert "12" in tested["DR.DF"]
    assert (upset(position, "DR.DF"), upset(position, "7ID.19")) == (False, True)


@pytest.mark.rule("5.6.1", "5.3.9")
def test_the_first_failed_test_is_enough() -> None:
    position = battle(5, "7ID.19", "7ID.61", "2Pz.3")  # 4:1: D3
    play(position, "back 50RD 4009", "back 50RD 4008", "back 50RD 4007", "ready", "roll 10")
    assert upset(position, "50RD")
    assert not isinstance(position.step, DisorganizationTest)


@pytest.mark.rule("5.6.3", "6.3.5")
@pytest.mark.parametrize(("gun_at", "expected"), [("4013", False), ("4011", True)])
def test_guns_are_disorganized_only_next_to_the_enemy(gun_at: str, expected: bool) -> None:
    position = situation({"316RD": "4010", "10Pz.7": "4011", "Art.XX": gun_at}, Phase.COMBAT, AXIS)
    play(position, "attack 4010", "join 10Pz.7", "support Art.XX", "fight", "roll 12")
    stand(position)  # 9 against 6, 2:1: DIS -1 / -1
    assert upset(position, "10Pz.7")
    assert upset(position, "Art.XX") == expected


@pytest.mark.rule("5.6.4")
def test_the_disorganized_have_half_their_strength_in_attack_and_defence() -> None:
    position = situation({"82MD": "4010", "7ID.19": "4011"}, Phase.COMBAT, AXIS)
    for id in ("82MD", "7ID.19"):
        disorganize(position, unit(position, id))
    found = odds(position, "4010", "7ID.19")
    assert (found.attack, found.defence) == (3, 3)


@pytest.mark.rule("5.6.4", "1.7", "10.2.2")
def test_halves_multiply_and_are_rounded_once() -> None:
    position = situation({"316RD": "4010", "7ID.19": "4011"}, Phase.COMBAT, AXIS, shortage={"7ID.19": 1})
    disorganize(position, unit(position, "7ID.19"))
    assert odds(position, "4010", "7ID.19").attack == 2  # a quarter of 5


@pytest.mark.rule("5.6.5")
def test_a_day_of_rest_after_combat_ends_with_the_next_combat_phase() -> None:
    position = battle(12, "2Pz.3", defender="316RD")
    play(position, "back 2Pz.3 4012", "back 2Pz.3 4013", "ready", "end")
    pass_until(position, 2, Phase.COMBAT)
    assert upset(position, "2Pz.3")
    play(position, "end")
    assert not upset(position, "2Pz.3")


@pytest.mark.rule("5.6.5")
def test_disorder_from_the_air_in_phase_7_lasts_to_phase_7_of_the_next_day() -> None:
    position = situation({"316RD": "4010", "7ID.19": "4020"}, Phase.MOVEMENT, SOVIET)
    position.state.upset[unit(position, "316RD")] = PHASES + 7  # phase 7 of the first day
    pass_until(position, 2, Phase.STRATEGIC)
    assert upset(position, "316RD")
    pass_until(position, 2, 9)
    assert not upset(position, "316RD")


@pytest.mark.rule("5.6.5")
def test_who_moves_waits_for_another_day() -> None:
    position = battle(12, "2Pz.3", defender="316RD")
    play(position, "back 2Pz.3 4012", "back 2Pz.3 4013", "ready", "end")
    pass_until(position, 2, Phase.MOVEMENT)
    play(position, "move 2Pz.3 4014")
    play(position, *(["stop"] if "stop" in legal(position) else []), "end")
    pass_until(position, 2, Phase.STRATEGIC)
    assert upset(position, "2Pz.3")
    pass_until(position, 3, Phase.MOVEMENT)
    assert upset(position, "2Pz.3")
    play(position, "end")
    assert not upset(position, "2Pz.3")


@pytest.mark.rule("5.6.5")
def test_who_is_attacked_waits_for_another_day() -> None:
    position = situation({"316RD": "4010", "10Pz.7": "4011"}, Phase.COMBAT, AXIS, turn=2)
    number = unit(position, "316RD")
    position.state.upset[number] = 5
    fight(position, "4010", "10Pz.7", 9)
    stand(position)
    assert position.state.upset[number] == position.state.clock


@pytest.mark.rule("5.6.6")
def test_the_disorganized_are_marked_for_both_players() -> None:
    position = situation({"316RD": "4010", "7ID.19": "4011"}, Phase.COMBAT, AXIS)
    disorganize(position, unit(position, "316RD"))
    own = next(piece for piece in position.view(SOVIET).pieces if piece.id == "316RD")
    assert "disorganized" in own.marks
