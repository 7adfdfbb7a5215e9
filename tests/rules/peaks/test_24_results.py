"""24 Combat results: each of the fifteen codes, carried out on the board."""

from __future__ import annotations

import pytest
from tests.games.peaks.fighting import FIELD, fight, waits_for
from tests.games.peaks.situation import PeaksPosition, play, scene, steps_left, where

from grognard.games.peaks.components import Result
from grognard.games.peaks.results import EFFECTS, Effects, Loss, Pursuit

HOME, FRONT = "0303", "0304"


def after(result: str, table: str = "assault") -> PeaksPosition:
    """The position after both corps have attacked the army with this result."""
    position = scene(FIELD, result=result)
    fight(position, FRONT, "Pz Inf", table=table)
    return position


def distance(position: PeaksPosition, id: str, start: str) -> int:
    grid = position.game.grid
    return int(grid.distance(grid.hex(start), grid.hex(where(position, id))))


def march_off(position: PeaksPosition) -> None:
    """Move all retreats by ways that cost nothing."""
    while waits_for(position)[1] == "ChooseRetreat":
        position.apply(max(position.legal(), key=lambda order: sum(steps(position.after(order)))))


def steps(position: PeaksPosition) -> tuple[int, int, int]:
    return steps_left(position, "Pz"), steps_left(position, "Inf"), steps_left(position, "A1")


@pytest.mark.rule("24.0")
def test_every_code_has_its_effects() -> None:
    assert set(EFFECTS) == set(Result)
    assert EFFECTS[Result.AS] == Effects("attack stalls")


@pytest.mark.rule("24.AA")
def test_attacker_attrition_reduces_one_attacker_and_nothing_more() -> None:
    position = after("AA")
    assert waits_for(position) == ("axis", "ChooseLoss")
    play(position, "lose Inf")
    assert steps(position) == (2, 1, 2)
    assert waits_for(position)[1] == "GameOver"
    assert (where(position, "Pz"), where(position, "A1")) == (HOME, FRONT)


@pytest.mark.rule("24.AD")
def test_a_defeated_attacker_is_reduced_and_the_survivors_retreat_one_hex() -> None:
    position = after("AD")
    play(position, "lose Pz")
    march_off(position)
    assert steps(position) == (1, 2, 2)
    assert distance(position, "Pz", HOME) == distance(position, "Inf", HOME) == 1


@pytest.mark.rule("24.AP")
def test_panic_sends_attackers_back_two_hexes_without_loss() -> None:
    position = after("AP")
    march_off(position)
    assert steps(position) == (2, 2, 2)
    assert distance(position, "Pz", HOME) == distance(position, "Inf", HOME) == 2


@pytest.mark.rule("24.AS")
def test_a_stalled_attack_changes_nothing() -> None:
    position = after("AS")
    assert waits_for(position)[1] == "GameOver"
    assert steps(position) == (2, 2, 2)


@pytest.mark.rule("24.AW")
def test_withdrawing_attackers_go_back_one_hex_without_loss() -> None:
    position = after("AW")
    march_off(position)
    assert steps(position) == (2, 2, 2)
    assert distance(position, "Pz", HOME) == distance(position, "Inf", HOME) == 1


@pytest.mark.rule("24.AZ")
def test_disaster_reduces_all_attackers_and_sends_them_back_two_hexes() -> None:
    position = after("AZ")
    march_off(position)
    assert steps(position) == (1, 1, 2)
    assert distance(position, "Pz", HOME) == distance(position, "Inf", HOME) == 2


@pytest.mark.rule("24.BB", "10.10")
def test_a_bloodbath_costs_the_defender_first_and_then_the_attacker() -> None:
    position = scene(FIELD.replace(".A1", ".A1,Gar"), result="BB")
    fight(position, FRONT, "Pz Inf")
    assert waits_for(position) == ("soviet", "ChooseLoss")
    play(position, "lose A1")
    assert waits_for(position) == ("axis", "ChooseLoss")
    play(position, "lose Pz")
    assert waits_for(position)[1] == "GameOver"  # the hex is held: no pursuit
    assert steps(position) == (1, 2, 1)


@pytest.mark.rule("24.BB", "24.DA")
@pytest.mark.parametrize("result", ["BB", "DA"])
def test_a_hex_cleared_by_losses_may_be_pursued_into(result: str) -> None:
    position = scene(FIELD, result=result, reduced="A1")
    fight(position, FRONT, "Pz Inf")
    if result == "BB":
        play(position, "lose Pz")
    assert where(position, "A1") == ""
    assert waits_for(position) == ("axis", "ChoosePursuit")
    play(position, "pursue Pz 0303-0304")
    assert where(position, "Pz") == FRONT


@pytest.mark.rule("24.DA")
def test_defender_attrition_reduces_one_defender_who_stays() -> None:
    position = after("DA")
    assert waits_for(position)[1] == "GameOver"
    assert (steps(position), where(position, "A1")) == ((2, 2, 1), FRONT)


@pytest.mark.rule("24.DD", "24.MA")
@pytest.mark.parametrize("result", ["DD", "MA"])
def test_a_defeated_defender_is_reduced_and_retreats_one_hex_before_the_pursuit(result: str) -> None:
    position = after(result)
    march_off(position)
    assert steps(position) == (2, 2, 1)
    assert distance(position, "A1", FRONT) == 1
    assert waits_for(position) == ("axis", "ChoosePursuit")


@pytest.mark.rule("24.DP")
def test_a_panicking_defender_goes_back_two_hexes_without_loss() -> None:
    position = after("DP")
    march_off(position)
    assert steps(position) == (2, 2, 2)
    assert distance(position, "A1", FRONT) == 2
    assert waits_for(position) == ("axis", "ChoosePursuit")


@pytest.mark.rule("24.DW")
def test_a_withdrawing_defender_goes_back_one_hex_without_loss() -> None:
    position = after("DW")
    march_off(position)
    assert steps(position) == (2, 2, 2)
    assert distance(position, "A1", FRONT) == 1
    assert waits_for(position) == ("axis", "ChoosePursuit")


@pytest.mark.rule("24.DZ")
def test_disaster_reduces_all_defenders_and_sends_them_back_two_hexes() -> None:
    position = scene(FIELD.replace(".A1", ".A1,Gar"), result="DZ")
    fight(position, FRONT, "Pz Inf")
    march_off(position)
    assert (where(position, "Gar"), steps_left(position, "A1")) == ("", 1)
    assert distance(position, "A1", FRONT) == 2
    assert waits_for(position) == ("axis", "ChoosePursuit")


@pytest.mark.rule("24.MD")
def test_mobile_defense_costs_the_attacker_a_step_and_the_defender_his_hex() -> None:
    position = after("MD", table="mobile")
    march_off(position)
    assert steps(position) == (1, 2, 2)
    assert distance(position, "A1", FRONT) == 1
    assert waits_for(position) == ("axis", "ChoosePursuit")


@pytest.mark.rule("24.OR")
def test_an_overrun_reduces_all_and_drives_them_three_hexes() -> None:
    position = after("OR", table="mobile")
    march_off(position)
    assert steps(position) == (2, 2, 1)
    assert distance(position, "A1", FRONT) == 3
    assert waits_for(position) == ("axis", "ChoosePursuit")


@pytest.mark.rule("24.OR", "12.1")
def test_only_an_overrun_lets_mechanized_units_go_further() -> None:
    assert [code for code, effects in EFFECTS.items() if effects.mechanized_bonus] == [Result.OR]


@pytest.mark.rule("10.10")
def test_nobody_retreats_or_pursues_unless_the_result_says_so() -> None:
    quiet = {code for code, effects in EFFECTS.items() if effects.pursuit is Pursuit.NEVER}
    assert quiet == {Result.AA, Result.AD, Result.AP, Result.AS, Result.AW, Result.AZ}
    still = {c for c, e in EFFECTS.items() if not e.attacker_retreat and not e.defender_retreat}
    assert still == {Result.AA, Result.AS, Result.BB, Result.DA}
    lossless = {
        c for c, e in EFFECTS.items() if e.attacker_loss is Loss.NONE and e.defender_loss is Loss.NONE
    }
    assert lossless == {Result.AP, Result.AS, Result.AW, Result.DP, Result.DW}
