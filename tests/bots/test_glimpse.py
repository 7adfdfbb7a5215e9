"""What bots are shown: never more than their seat may see."""

from __future__ import annotations

import pytest
from tests.games.moscow1941.situation import MoscowPosition, situation, unit

import grognard
from grognard.games.moscow1941.phases import Phase
from grognard.games.moscow1941.state import AXIS, SOVIET, Mark
from grognard.testing.bots import check_glimpse, check_one_glimpse


@pytest.mark.slow
@pytest.mark.parametrize("scenario", ["typhoon", "red-snow"])
def test_a_glimpse_looks_like_the_position_and_gives_nothing_away(scenario: str) -> None:
    check_glimpse(grognard.load("moscow-1941", scenario), every=199)


def hidden_stack(*below: str, at: str = "3020") -> MoscowPosition:
    """A German stack of which the Soviets see the top, far from their only division."""
    counters = {"316RD": "3010", "2Pz.3": at, **dict.fromkeys(below, at)}
    return situation(counters, Phase.MOVEMENT, SOVIET)


def below_the_top(position: MoscowPosition, at: str = "3020") -> set[str]:
    stack = position.state.stacks[position.game.grid.hex(at)]
    return {position.game.units[number].id for number in stack[1:]}


@pytest.mark.rule("16.1.1")
def test_two_positions_that_look_alike_give_the_same_glimpse() -> None:
    # of two counters below the tops of two stacks nobody knows which is where
    counters = {"316RD": "3010", "2Pz.3": "3020", "5Pz.31": "3024"}
    one = situation({**counters, "7ID.19": "3020", "162ID.303": "3024"}, Phase.MOVEMENT, SOVIET)
    two = situation({**counters, "7ID.19": "3024", "162ID.303": "3020"}, Phase.MOVEMENT, SOVIET)
    assert one != two
    assert one.game.glimpse(one, SOVIET) == two.game.glimpse(two, SOVIET)


@pytest.mark.rule("16.1.1")
def test_losses_of_a_hidden_counter_do_not_show() -> None:
    whole, reduced = hidden_stack("7ID.19"), hidden_stack("7ID.19")
    reduced.state.levels[unit(reduced, "7ID.19")] = 1
    reduced.state.shortage[unit(reduced, "7ID.19")] = 3
    assert whole.game.glimpse(whole, SOVIET) == reduced.game.glimpse(reduced, SOVIET)


@pytest.mark.rule("16.1.4")
def test_the_kinds_of_adjacent_counters_are_kept() -> None:
    position = hidden_stack("StuG.191", "7ID.19", at="3011")
    position.state.levels[unit(position, "StuG.191")] = 1
    position.memo.clear()
    glimpse = position.game.glimpse(position, SOVIET)
    assert below_the_top(glimpse, "3011") == {"StuG.191", "7ID.19"}
    assert glimpse.state.levels[unit(position, "StuG.191")] == 1


@pytest.mark.rule("16.1.2")
def test_nobody_sees_how_many_lie_under_a_mask() -> None:
    counters = {"316RD": "3010", "2Pz.3": "3020", "5Pz.31": "3024", "7ID.19": "3020", "7ID.61": "3020"}
    masks = {"2Pz.3": Mark.MASKED, "5Pz.31": Mark.MASKED}
    one = situation(counters, Phase.MOVEMENT, SOVIET, marks=masks)
    two = situation({**counters, "7ID.61": "3024"}, Phase.MOVEMENT, SOVIET, marks=masks)
    assert one.game.glimpse(one, SOVIET) == two.game.glimpse(two, SOVIET)


@pytest.mark.rule("16.1.3")
def test_stacks_in_combat_are_seen_through() -> None:
    position = hidden_stack("7ID.19")
    for id in ("2Pz.3", "7ID.19"):
        position.state.marks[unit(position, id)] |= Mark.SEEN
    position.state.levels[unit(position, "7ID.19")] = 1
    glimpse = position.game.glimpse(position, SOVIET)
    assert glimpse.state.levels[unit(position, "7ID.19")] == 1


def test_own_counters_and_the_original_stay_as_they_are() -> None:
    position = hidden_stack("7ID.19")
    before = position.digest()
    glimpse = position.game.glimpse(position, AXIS)
    assert glimpse.state.where == position.state.where
    assert position.digest() == before
    check_one_glimpse(position, AXIS)
