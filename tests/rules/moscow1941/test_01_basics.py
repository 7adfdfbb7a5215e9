"""1 Basic information: counters, combat ratio, combat modifiers, rounding and dice."""

from __future__ import annotations

from fractions import Fraction

import pytest
from tests.games.moscow1941.altered import ground
from tests.games.moscow1941.fighting import fight, odds
from tests.games.moscow1941.situation import legal, plain_game, play, refused, situation, unit, where

from grognard.games.moscow1941.basics import halved, ratio_column, shifted
from grognard.games.moscow1941.components import RATIOS, MovementClass
from grognard.games.moscow1941.phases import Phase
from grognard.games.moscow1941.state import AXIS, SOVIET


def column(attack: int, defence: int) -> str:
    return RATIOS[ratio_column(attack, defence)]


def final(attack: int, defence: int, mine: int, theirs: int) -> str:
    return RATIOS[shifted(ratio_column(attack, defence), mine, theirs)]


@pytest.mark.rule("1.1")
def test_a_hex_has_a_number_of_its_own_and_four_digits_name_line_and_place() -> None:
    grid = plain_game().grid
    labels = [grid.label(hex) for hex in grid.hexes]
    assert len(set(labels)) == len(labels)
    assert grid.hex("0730") in grid.neighbours[grid.hex("0729")]


@pytest.mark.rule("1.2")
def test_a_unit_that_loses_a_level_turns_to_its_weaker_side() -> None:
    position = situation({"316RD": "4010", "2Pz.3": "4011"}, Phase.COMBAT, AXIS)
    assert odds(position, "4010", "2Pz.3").defence == 6
    fight(position, "4010", "2Pz.3", 8)  # 1:1: each side loses a level
    assert position.state.levels[unit(position, "316RD")] == 1
    assert odds(position, "4010", "2Pz.3").attack == 3  # a counter of 6 with 3 on its back


@pytest.mark.rule("1.2")
def test_a_unit_without_levels_leaves_the_game() -> None:
    position = situation({"257.185RD": "4010", "3Mot.K53": "4011"}, Phase.COMBAT, AXIS)
    fight(position, "4010", "3Mot.K53", 8)  # one-sided counters, each loses its only level
    assert where(position, "257.185RD") == where(position, "3Mot.K53") == ""


@pytest.mark.rule("1.2")
def test_a_towed_gun_has_one_level_though_its_counter_has_two_sides() -> None:
    guns = [unit for unit in plain_game().units if unit.is_artillery and unit.towed]
    assert guns
    assert all(gun.cel == 1 for gun in guns)


@pytest.mark.rule("1.3")
def test_guns_and_headquarters_move_as_trucks_and_tanks_on_tracks() -> None:
    for counter in plain_game().units:
        if counter.is_headquarters or (counter.is_artillery and counter.towed):
            assert counter.movement_class is MovementClass.TRUCKED
        if counter.type.value == "infantry":
            assert counter.movement_class is MovementClass.FOOT
        if counter.type.value in ("armor", "assault_gun"):
            assert counter.movement_class is MovementClass.TRACKED


@pytest.mark.rule("1.5", "1.7")
def test_two_units_of_four_against_five_attack_at_two_to_one() -> None:
    assert column(4 + 4, 5) == "2:1"
    position = situation({"10Pz.7": "4011", "10Pz.S69": "4011", "4TB": "4010"}, Phase.COMBAT, AXIS)
    found = odds(position, "4010", "10Pz.7 10Pz.S69")
    assert (found.attack, found.defence, RATIOS[found.initial]) == (8, 5, "2:1")


@pytest.mark.rule("1.6")
@pytest.mark.parametrize(
    ("attack", "defence", "mine", "theirs", "expected"),
    [
        (8, 3, 3, 1, "5:1"),
        (18, 4, 7, 2, "8:1"),
        (1, 1, 0, 9, "1:4"),
        (1, 9, 4, 1, "1:1"),
        (30, 1, 0, 1, "9:1"),
    ],
)
def test_the_attacker_shifts_first_and_the_table_is_never_left(
    attack: int, defence: int, mine: int, theirs: int, expected: str
) -> None:
    assert final(attack, defence, mine, theirs) == expected


@pytest.mark.rule("1.6")
def test_modifiers_of_terrain_are_not_a_matter_of_choice() -> None:
    game = plain_game(changes=ground({"4010": "forest"}))
    position = situation({"316RD": "4010", "2Pz.3": "4011"}, Phase.COMBAT, AXIS, game=game)
    found = odds(position, "4010", "2Pz.3")
    assert [(modifier.value, modifier.rule) for modifier in found.modifiers] == [(-1, "5.5.1")]
    assert RATIOS[found.initial] == "1:1"
    assert found.ratio == "1:2"


@pytest.mark.rule("1.6", "15.1.6")
def test_a_star_counts_only_when_its_owner_wants_it() -> None:
    position = situation({"316RD": "4010", "2Pz.3": "4011"}, Phase.COMBAT, AXIS)
    play(position, "attack 4010", "join 2Pz.3")
    assert "1:1" in position.decision.prompt
    play(position, "star 2Pz.3")
    assert "2:1" in position.decision.prompt


@pytest.mark.rule("1.7")
@pytest.mark.parametrize(("value", "times", "half"), [(1, 1, 1), (5, 1, 3), (4, 1, 2), (5, 2, 2), (1, 3, 1)])
def test_halves_are_rounded_up(value: int, times: int, half: int) -> None:
    assert halved(value, times) == half


@pytest.mark.rule("1.7")
@pytest.mark.parametrize(
    ("attack", "defence", "expected"),
    [
        (3, 2, "2:1"),
        (649, 100, "6:1"),
        (65, 10, "7:1"),
        (2, 3, "1:2"),
        (3, 8, "1:3"),
        (4, 5, "1:1"),
        (1, 50, "1:4"),
        (50, 1, "10:1"),
    ],
)
def test_ratios_are_rounded_from_a_half_on_and_stay_in_the_table(
    attack: int, defence: int, expected: str
) -> None:
    assert column(attack, defence) == expected


@pytest.mark.rule("1.7")
def test_a_switch_reads_ratios_below_one_to_one_by_the_letter() -> None:
    units = {"316RD": "4010", "7ID.19": "4011"}
    ruled = situation(units, Phase.COMBAT, AXIS, levels={"7ID.19": 2, "316RD": 2})
    assert odds(ruled, "4010", "7ID.19").ratio == "1:1"  # 5 against 6
    units["10Pz.7"] = units.pop("7ID.19")
    ruled = situation(units, Phase.COMBAT, AXIS)
    literal = situation(units, Phase.COMBAT, AXIS, game=plain_game(options=("literal-ratio=on",)))
    assert odds(ruled, "4010", "10Pz.7").ratio == "1:2"  # 4 against 6
    assert odds(literal, "4010", "10Pz.7").ratio == "1:1"


@pytest.mark.rule("1.8")
def test_combat_is_decided_by_the_sum_of_two_dice() -> None:
    position = situation({"316RD": "4010", "2Pz.3": "4011"}, Phase.COMBAT, AXIS)
    play(position, "attack 4010", "join 2Pz.3", "fight")
    assert [position.game.text(order) for order in position.legal()] == [
        f"roll {total}" for total in range(2, 13)
    ]
    outcomes = position.decision.outcomes
    assert outcomes is not None
    assert outcomes.probability(position.game.parse("roll 7")) == Fraction(6, 36)
    assert outcomes.probability(position.game.parse("roll 2")) == Fraction(1, 36)
    assert refused(position, "roll 13")


@pytest.mark.rule("1.3")
def test_a_printed_division_is_all_of_its_regiments() -> None:
    position = plain_game().start()
    regiments = {where(position, f"183ID.{number}") for number in (330, 343, 351)}
    assert regiments == {"6325"}
    assert plain_game().owner[plain_game().unit_index["183ID.330"]] == AXIS
    assert SOVIET in plain_game().seats


@pytest.mark.rule("1.4")
def test_a_unit_is_made_of_strength_movement_levels_and_want_of_supply() -> None:
    position = situation({"316RD": "4010", "2Pz.3": "4011"}, Phase.COMBAT, AXIS, shortage={"2Pz.3": 1})
    counter = position.game.units[unit(position, "2Pz.3")]
    assert (counter.sp, counter.mp, counter.cel) == (6, 7, 2)
    assert odds(position, "4010", "2Pz.3").attack == 3  # a level out of supply halves it
    assert refused(position, "end") == "5.1.3"  # the zone of the enemy holds it


@pytest.mark.rule("1.1", "5.1.2", "6.3.1")
def test_the_first_hex_of_the_map_is_a_hex_like_all_others() -> None:
    units = {"2Pz.3": "0101", "Art.XX": "0101", "HQ.XX": "0101", "316RD": "0102"}
    position = situation(units, Phase.COMBAT, AXIS)
    assert refused(position, "end") == "5.1.3"
    play(position, "attack 0102", "join 2Pz.3")
    assert refused(position, "support Art.XX") == ""
    attacked = situation(units, Phase.COMBAT, SOVIET)
    found = odds(attacked, "0101", "316RD")
    assert (found.attack, found.defence, found.roll_modifier) == (6, 6 + 3, 1)
    alone = situation({"2Pz.3": "0101", "316RD": "0102"}, Phase.COMBAT, SOVIET)
    assert odds(alone, "0101", "316RD").roll_modifier == 0
    moving = situation({"2Pz.3": "0101", "HQ.XX": "0101"}, Phase.MOVEMENT, AXIS)
    assert {"unit 2Pz.3", "unit HQ.XX"} <= set(legal(moving))
