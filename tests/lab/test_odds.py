"""Exact odds against figures worked out by hand from the combat table and the 36 throws of two dice."""

from __future__ import annotations

from fractions import Fraction

import pytest
from tests.core.toys import drill_after
from tests.games.moscow1941.situation import MoscowPosition, situation

from grognard.core import IllegalOrder, InvalidOrder, Seat
from grognard.games.moscow1941.phases import Phase
from grognard.games.moscow1941.state import AXIS, SOVIET
from grognard.lab.odds import NoDice, Odds, SideOdds, distribution, distribution_for
from grognard.lab.policies import POLICIES, first, sparing

TANKS, RIFLES, GUNS = "5Pz.31", "316RD", "Art.XXXXVI"
PLAN = ("attack 3031", f"join {TANKS}")
RED, BLUE = Seat("red"), Seat("blue")


def even_fight() -> MoscowPosition:
    """Tanks attack rifles of about their strength, on clear ground and without headquarters: 1:1."""
    return situation({RIFLES: "3031", TANKS: "3032"}, Phase.COMBAT, AXIS)


def side(odds: Odds, seat: Seat) -> SideOdds:
    return next(found for found in odds.sides if found.seat == seat)


def throws(odds: Odds) -> dict[str, tuple[str, ...]]:
    return {result.text: result.throws for result in odds.results}


# --- two dice by hand ------------------------------------------------------------------------------------


def test_every_result_has_the_share_of_its_throws() -> None:
    odds = distribution(even_fight(), PLAN)
    ways = {str(total): 6 - abs(7 - total) for total in range(2, 13)}
    for result in odds.results:
        assert result.probability == Fraction(sum(ways[throw] for throw in result.throws), 36)
    assert sum(result.probability for result in odds.results) == 1
    assert sorted(int(throw) for result in odds.results for throw in result.throws) == list(range(2, 13))


@pytest.mark.rule("5.2.1")
def test_the_column_of_even_strength() -> None:
    """Column 1:1 by hand: 4 and 5 come to the same (3+4 of 36), and so do 7 and 8 (6+5)."""
    odds = distribution(even_fight(), PLAN)
    assert throws(odds)["TEST / R1"] == ("4", "5")
    assert throws(odds)["-1 / -1"] == ("7", "8")
    shares = {result.text: result.probability for result in odds.results}
    assert shares["TEST / R1"] == Fraction(7, 36)
    assert shares["-1 / -1"] == Fraction(11, 36)
    assert shares["R1 / 0"] == Fraction(3, 36)


@pytest.mark.rule("5.1.8")
def test_expected_losses_of_even_strength() -> None:
    """The attacker loses a level on 2, 7, 8, 9, 11, 12: 19 of 36; the defender on 7, 8, 12: 12 of 36."""
    odds = distribution(even_fight(), PLAN)
    assert side(odds, AXIS).expected == Fraction(19, 36)
    assert side(odds, SOVIET).expected == Fraction(1, 3)
    assert [chance.value for chance in side(odds, AXIS).steps] == [0, 1]


def test_retreats_wait_for_their_owner() -> None:
    """The defender retreats on 2 and 3 (two hexes), 4, 5 and 6 (one); the attacker on 10, 11 and 12."""
    odds = distribution(even_fight(), PLAN)
    shares = {(waiting.seat, "2 hexes" in waiting.prompt): waiting.probability for waiting in odds.waiting}
    assert shares == {
        (SOVIET, True): Fraction(3, 36),
        (SOVIET, False): Fraction(12, 36),
        (AXIS, False): Fraction(5, 36),
        (AXIS, True): Fraction(1, 36),
    }


def test_with_a_policy_nothing_waits() -> None:
    odds = distribution(even_fight(), PLAN, sparing)
    assert odds.waiting == ()
    assert side(odds, SOVIET).displaced == Fraction(15, 36)
    assert side(odds, AXIS).displaced == Fraction(6, 36)
    assert side(odds, SOVIET).destroyed == 0


def test_a_unit_on_its_last_level_dies_of_a_loss() -> None:
    position = situation({RIFLES: "3031", TANKS: "3032"}, Phase.COMBAT, AXIS, levels={TANKS: 1})
    losses = side(distribution(position, PLAN), AXIS)
    assert losses.destroyed == losses.expected > 0


def test_modifiers_are_named_with_their_rules() -> None:
    units = {RIFLES: "3031", TANKS: "3032", "HQ.XXXXVI": "3033"}
    odds = distribution(situation(units, Phase.COMBAT, AXIS), PLAN)
    assert [(modifier.value, modifier.rule) for modifier in odds.modifiers] == [(-1, "9.2.1")]
    # one less on the dice: what a 3 brings now comes up on 4 as well
    assert "2" in odds.results[0].throws
    assert "3" in odds.results[0].throws


# --- plans -----------------------------------------------------------------------------------------------


def test_a_plan_says_what_it_takes_for_granted() -> None:
    odds = distribution(even_fight(), PLAN)
    assert odds.orders == PLAN
    assert odds.assumed == ("axis: fight",)
    assert distribution(even_fight(), (*PLAN, "fight")).assumed == ()


def test_a_declared_attack_has_the_odds_of_the_planned_one() -> None:
    position = even_fight()
    planned = distribution(position, PLAN, first)
    for order in PLAN:
        position.submit(order)
    declared = distribution(position, (), first)
    assert declared.results == planned.results
    assert declared.sides == planned.sides


def test_the_position_stays_as_it_is() -> None:
    position = even_fight()
    before, stack = position.digest(), position.stack
    distribution(position, PLAN, sparing)
    assert (position.digest(), position.stack) == (before, stack)


def test_orders_that_are_refused_say_why() -> None:
    with pytest.raises(IllegalOrder, match=r"no enemy in 3033 \[5\.1\.2\]"):
        distribution(even_fight(), ("attack 3033",))
    with pytest.raises(InvalidOrder, match="unknown order 'atack'"):
        distribution(even_fight(), ("atack 3031",))


def test_a_plan_without_dice_is_refused() -> None:
    with pytest.raises(NoDice, match="no dice fall here"):
        distribution(situation({TANKS: "3032", RIFLES: "3021"}, Phase.MOVEMENT, AXIS), (f"unit {TANKS}",))


# --- any game --------------------------------------------------------------------------------------------


def test_the_odds_of_another_game() -> None:
    """The drill: a die of 3 or more hits; the sparing retreat, the first choice is to lose a step."""
    position = drill_after("bid 0", "bid 2", "draw mud", "move b1 3")
    spared, lost = (distribution(position, ("attack 2",), POLICIES[name]) for name in ("sparing", "first"))
    assert [result.throws for result in spared.results] == [(str(face),) for face in range(1, 7)]
    assert side(spared, RED).expected == 0
    assert side(lost, RED).expected == Fraction(4, 6)
    assert side(lost, BLUE).expected == 0
    stopped = distribution(position, ("attack 2",), POLICIES["stop"])
    assert [(waiting.seat, waiting.probability) for waiting in stopped.waiting] == [(RED, Fraction(2, 3))]


# --- hidden counters -------------------------------------------------------------------------------------


def test_odds_betray_nothing_that_is_hidden() -> None:
    """Two positions that look alike to the attacker give him the same odds, whatever lies below the top."""
    weak, strong = "18RD", "27TB"
    found = []
    for below, elsewhere in ((weak, strong), (strong, weak)):
        units = {RIFLES: "3031", below: "3031", "133RD": "2010", elsewhere: "2010", TANKS: "3033"}
        position = situation(units, Phase.MOVEMENT, AXIS)
        glimpse = position.game.glimpse(position, AXIS)
        orders = (f"unit {TANKS}", f"move {TANKS} 3032", "end", *PLAN)
        found.append(distribution_for(AXIS, position, orders))
        assert distribution(glimpse, orders) == found[-1][0]
    assert found[0] == found[1]
    assert found[0][1]


def test_nobody_in_particular_sees_all() -> None:
    position = even_fight()
    assert distribution_for(None, position, PLAN) == (distribution(position, PLAN), False)
