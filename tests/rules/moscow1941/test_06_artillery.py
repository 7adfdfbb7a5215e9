"""6 Artillery: set-ups, support, ranged fire, barrages, and guns that are attacked."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from tests.games.moscow1941.situation import (
    Changes,
    MoscowPosition,
    hexes,
    legal,
    plain_components,
    plain_game,
    play,
    refused,
    situation,
    unit,
    where,
)

from grognard.core import Event
from grognard.games.moscow1941 import supply
from grognard.games.moscow1941.battle import Assessment, assess
from grognard.games.moscow1941.combat import Assemble, Combat, CombatRoll, Defend
from grognard.games.moscow1941.field import zones
from grognard.games.moscow1941.fire import Barrage, FireRoll, Laying, strength_of
from grognard.games.moscow1941.movement import MovingUnit
from grognard.games.moscow1941.phases import Phase
from grognard.games.moscow1941.routes import reachable, terms_of
from grognard.games.moscow1941.state import AXIS, SOVIET, Mark, Mission, MissionKind

GUNS, MORE_GUNS, THIRD_GUNS = "Art.XX", "Art.VII", "Art.XXXX"
INFANTRY, SECOND, TANKS = "183ID.330", "183ID.343", "10Pz.7"
RIFLES, CAVALRY, RED_GUNS, MORE_RED_GUNS, RED_HEADQUARTERS = "316RD", "50CD", "Art1.16A", "Art2.16A", "HQ.16A"
FOREST, CITY = "6503", "2519"

SELF_PROPELLED: Changes = (
    (
        "units.csv",
        "artillery,regiment,trucked,1,5,,3,7,,wehrmacht,yes",
        "artillery,regiment,tracked,2,5,3,3,7,,wehrmacht,",
    ),
)
"""Makes the guns of the XX Corps self-propelled; no counter of the game is."""


def firing(
    target: str = "3031", guns: tuple[str, ...] = (GUNS,), at: str = "3033", red: tuple[str, ...] = (RIFLES,)
) -> MoscowPosition:
    """The German combat phase with guns two hexes from an enemy."""
    return situation(dict.fromkeys(guns, at) | dict.fromkeys(red, target), Phase.COMBAT)


def strength(position: MoscowPosition) -> int:
    step = position.step
    assert isinstance(step, Laying | FireRoll)
    return strength_of(position, step.salvo)[0]


def modifiers(events: tuple[Event, ...], rule: str) -> dict[str, tuple[int, str]]:
    """The modifiers of the event of a rule: text to value and rule."""
    event = next(event for event in events if event.rule == rule and event.modifiers)
    return {part.text: (part.value, part.rule) for part in event.modifiers}


def levels(position: MoscowPosition, id: str) -> int:
    return position.state.levels[unit(position, id)] if where(position, id) else 0


def upset(position: MoscowPosition, id: str) -> bool:
    return position.state.upset[unit(position, id)] > 0


# --- 6.1 the guns ------------------------------------------------------------------------------------


@pytest.mark.rule("6.1.1", "6.1.6")
def test_every_gun_of_the_game_is_towed_and_has_one_level() -> None:
    guns = [counter for counter in plain_components().units.values() if counter.is_artillery]
    assert len(guns) == 17
    assert {(gun.towed, gun.cel, gun.is_regular) for gun in guns} == {(True, 1, False)}


@pytest.mark.rule("6.1.1", "6.6.5")
def test_self_propelled_guns_are_regular_units() -> None:
    gun = plain_game(changes=SELF_PROPELLED).components.units[GUNS]
    assert (gun.towed, gun.cel, gun.is_regular, gun.is_mechanized) == (False, 2, True, True)


@pytest.mark.rule("6.1.2")
@pytest.mark.parametrize(("at", "rule"), [("3033", ""), ("3034", ""), ("3035", "6.1.2")])
def test_guns_reach_three_hexes(at: str, rule: str) -> None:
    position = firing(at=at)
    assert refused(position, "bombard 3031") == rule
    assert (legal(position, "bombard") == ["bombard 3031"]) == (not rule)


@pytest.mark.rule("6.1.3", "6.2.2")
def test_limbered_guns_do_not_fire() -> None:
    position = situation({GUNS: "3033", RIFLES: "3031"}, Phase.COMBAT, marks={GUNS: Mark.TRANSPORT})
    assert refused(position, "bombard 3031") == "6.1.3"
    assert legal(position, "bombard") == []


@pytest.mark.rule("6.1.4")
def test_guns_fire_once_in_each_combat_phase() -> None:
    position = firing()
    play(position, "bombard 3031", f"support {GUNS}", "fire", "roll 7")
    assert refused(position, "bombard 3031") == "6.1.4"
    play(position, "end", "end")
    assert position.state.phase > Phase.SUPPLY, "the enemy's phases have begun"
    assert not position.state.marks[unit(position, GUNS)] & Mark.FIRED


@pytest.mark.rule("6.1.5")
def test_guns_have_no_zone_of_control_but_for_supply() -> None:
    position = situation({GUNS: "3033", MORE_GUNS: "4033"}, Phase.COMBAT, marks={MORE_GUNS: Mark.TRANSPORT})
    beside, elsewhere = hexes(position, "3032", "4032")
    assert zones(position, AXIS) == 0
    assert supply.blocking_zones(position, AXIS) >> beside & 1
    assert not supply.blocking_zones(position, AXIS) >> elsewhere & 1, "10.1.11: limbered guns have none"


@pytest.mark.rule("6.1.7")
@pytest.mark.parametrize(("forts", "price"), [((), 3), (("3032",), 4)])
def test_running_over_three_guns_costs_three_points_and_one_more_when_they_are_dug_in(
    forts: tuple[str, ...], price: int
) -> None:
    """The example of 6.1.7, on clear ground that costs tanks one point."""
    guns = ("Art.30A", RED_GUNS, MORE_RED_GUNS)
    position = situation({TANKS: "3033"} | dict.fromkeys(guns, "3032"), Phase.MOVEMENT, forts=forts)
    tanks, (there,) = unit(position, TANKS), hexes(position, "3032")
    found = reachable(position, terms_of(position, tanks, 42, 42))
    assert found.cost[there] == (1 + price) * 6
    play(position, f"move {TANKS} 3032")
    assert (where(position, TANKS), [where(position, gun) for gun in guns]) == ("3032", ["", "", ""])


@pytest.mark.rule("6.1.7")
def test_guns_are_not_run_over_beside_a_regular_unit_nor_by_guns() -> None:
    position = situation({TANKS: "3033", GUNS: "3133", RED_GUNS: "3032", RIFLES: "3032"}, Phase.MOVEMENT)
    assert refused(position, f"move {TANKS} 3032") == "3.1.8"
    position = situation({GUNS: "3033", RED_GUNS: "3032"}, Phase.MOVEMENT, marks={GUNS: Mark.TRANSPORT})
    assert refused(position, f"move {GUNS} 3032") == "3.1.8"


# --- 6.2 set-ups -------------------------------------------------------------------------------------


@pytest.mark.rule("6.2.1", "6.2.3")
def test_guns_move_as_trucks_and_only_when_limbered() -> None:
    position = situation({GUNS: "3033"}, Phase.MOVEMENT)
    assert refused(position, f"move {GUNS} 3032") == "6.2.3"
    play(position, f"unit {GUNS}")
    assert legal(position, "move") == []
    play(position, "limber")
    step = position.step
    assert isinstance(step, MovingUnit)
    found = step.reach(position)
    assert found is not None
    (three,) = hexes(position, "3030")
    assert found.cost[three] == 3 * 2 * 6, "clear ground costs trucks two points"
    assert max(found.cost.values()) == 36


@pytest.mark.rule("6.2.2", "6.2.4")
def test_changing_the_set_up_costs_a_point_each_time() -> None:
    position = situation({GUNS: "3033"}, Phase.MOVEMENT)
    play(position, f"unit {GUNS}", "limber")
    assert isinstance(position.step, MovingUnit)
    assert position.step.left == 6 * 6
    play(position, f"move {GUNS} 3031")
    assert position.step.left == 2 * 6
    play(position, "deploy")
    assert not position.state.marks[unit(position, GUNS)] & Mark.TRANSPORT
    assert isinstance(position.step, MovingUnit)
    assert position.step.left == 6


@pytest.mark.rule("6.2.4")
def test_the_set_up_cannot_change_without_a_point_left_or_in_strategic_movement() -> None:
    position = situation({GUNS: "3033"}, Phase.MOVEMENT)
    play(position, f"unit {GUNS}", "limber", f"move {GUNS} 3030")
    assert not isinstance(position.step, MovingUnit), "six points are spent: nothing is left to do"
    marks = {GUNS: Mark.TRANSPORT | Mark.STRATEGIC}
    position = situation({GUNS: "3033"}, Phase.STRATEGIC, marks=marks)
    play(position, f"unit {GUNS}")
    assert refused(position, "deploy") == "6.2.4"


def example_of_6_2_4() -> MoscowPosition:
    """Infantry of two levels and deployed guns in one hex; the attack on them ends with D2."""
    units = {"2Pz.3": "3033", "2Pz.S2": "3033", RIFLES: "3032", RED_GUNS: "3032"}
    position = situation(units, Phase.COMBAT)
    play(position, "attack 3032", "join 2Pz.3", "join 2Pz.S2", "fight", "roll 3")
    return position


def finish(position: MoscowPosition) -> None:
    """Pass over pursuits, then the tests of disorganization."""
    for _ in range(20):
        if isinstance(position.step, Combat):
            return
        chances = position.decision.outcomes
        play(position, "roll 4" if chances is not None else legal(position)[-1])


@pytest.mark.rule("6.2.4", "6.2.3")
def test_deployed_guns_cannot_go_back_and_fall_to_the_pursuit() -> None:
    """Example a: the infantry goes two hexes, the pursuers take the guns."""
    position = example_of_6_2_4()
    assert refused(position, f"back {RED_GUNS} 3031") == "6.2.4"
    play(position, f"back {RIFLES} 3031", f"back {RIFLES} 3030", "pursue 2Pz.3 3033-3032")
    assert (where(position, RIFLES), where(position, "2Pz.3")) == ("3030", "3032")
    assert where(position, RED_GUNS) == ""


@pytest.mark.rule("6.2.4")
def test_the_guns_may_pay_for_a_hex_that_the_infantry_does_not_go() -> None:
    """Example b: the guns are lost, the infantry goes one hex only."""
    position = example_of_6_2_4()
    play(position, f"back {RIFLES} 3031", f"hold {RIFLES}", f"lose {RED_GUNS}")
    assert (where(position, RED_GUNS), where(position, RIFLES), levels(position, RIFLES)) == ("", "3031", 2)


@pytest.mark.rule("6.2.4")
def test_guns_and_infantry_may_pay_together_for_holding_the_hex() -> None:
    """Example c: both lose a level, and the infantry keeps the hex."""
    position = example_of_6_2_4()
    play(position, f"hold {RIFLES}", f"lose {RED_GUNS}")
    assert (where(position, RED_GUNS), where(position, RIFLES), levels(position, RIFLES)) == ("", "3032", 1)


@pytest.mark.rule("6.2.4", "6.6.4")
def test_limbered_guns_beside_infantry_go_back_with_it() -> None:
    units = {"2Pz.3": "3033", "2Pz.S2": "3033", RIFLES: "3032", RED_GUNS: "3032"}
    position = situation(units, Phase.COMBAT, marks={RED_GUNS: Mark.TRANSPORT})
    play(position, "attack 3032", "join 2Pz.3", "join 2Pz.S2")
    assert isinstance(position.step, Assemble)
    assert assess(position, position.step.battle).defence == 6, "limbered guns do not fight"
    play(position, "fight", "roll 7")  # 2:1, D1
    play(position, f"back {RED_GUNS} 3031", f"back {RIFLES} 3031")
    assert (where(position, RED_GUNS), where(position, RIFLES)) == ("3031", "3031")


# --- 6.3 support -------------------------------------------------------------------------------------


@pytest.mark.rule("6.3.1", "6.3.2")
@pytest.mark.parametrize(("at", "rule"), [("3036", ""), ("3037", "6.1.2")])
def test_guns_in_range_of_an_attacking_hex_add_their_attack_strength(at: str, rule: str) -> None:
    """Measured to the attackers, not to the target, which is four hexes away."""
    position = situation({INFANTRY: "3033", GUNS: at, RIFLES: "3032"}, Phase.COMBAT)
    play(position, "attack 3032", f"join {INFANTRY}")
    assert refused(position, f"support {GUNS}") == rule
    if not rule:
        play(position, f"support {GUNS}")
        assert isinstance(position.step, Assemble)
        assert assess(position, position.step.battle).attack == 4 + 5


@pytest.mark.rule("6.3.1", "6.1.3")
def test_limbered_guns_give_no_support() -> None:
    position = situation(
        {INFANTRY: "3033", GUNS: "3034", RIFLES: "3032"}, Phase.COMBAT, marks={GUNS: Mark.TRANSPORT}
    )
    play(position, "attack 3032", f"join {INFANTRY}")
    assert refused(position, f"support {GUNS}") == "6.1.3"


@pytest.mark.rule("6.3.3", "6.3.1")
@pytest.mark.parametrize(("at", "offered"), [("3029", True), ("3028", False)])
def test_guns_in_range_of_a_defending_hex_add_their_defence_strength(at: str, offered: bool) -> None:
    position = situation({INFANTRY: "3033", RED_GUNS: at, RIFLES: "3032"}, Phase.COMBAT)
    play(position, "attack 3032", f"join {INFANTRY}", "fight")
    assert isinstance(position.step, Defend) == offered
    if offered:
        play(position, f"support {RED_GUNS}", "ready")
        assert isinstance(position.step, CombatRoll)
        assert assess(position, position.step.battle).defence == 6 + 4


@pytest.mark.rule("6.3.1")
def test_only_own_guns_on_the_map_give_support() -> None:
    position = situation({INFANTRY: "3033", SECOND: "3034", RIFLES: "3032", RED_GUNS: "3031"}, Phase.COMBAT)
    play(position, "attack 3032", f"join {INFANTRY}")
    assert refused(position, f"support {SECOND}") == "6.3.1"  # no artillery
    assert refused(position, f"support {RED_GUNS}") == "6.3.1"  # not ours
    assert refused(position, f"support {GUNS}") == "6.3.1"  # not there
    assert legal(position, "support") == []


@pytest.mark.rule("6.1.4", "6.3.1")
def test_guns_support_one_combat_in_a_phase() -> None:
    units = {INFANTRY: "3033", RIFLES: "3032", SECOND: "3433", CAVALRY: "3432", GUNS: "3233"}
    position = situation(units, Phase.COMBAT)
    play(position, "attack 3032", f"join {INFANTRY}", f"support {GUNS}", "fight", "roll 7")
    finish(position)
    play(position, "attack 3432", f"join {SECOND}")
    assert refused(position, f"support {GUNS}") == "6.1.4"


@pytest.mark.rule("6.1.4", "6.6.1")
def test_guns_that_have_supported_another_defence_are_silent_when_their_own_hex_is_attacked() -> None:
    units = {INFANTRY: "3033", RIFLES: "3032", SECOND: "3028", CAVALRY: "3029", RED_GUNS: "3029"}
    position = situation(units, Phase.COMBAT)
    play(position, "attack 3032", f"join {INFANTRY}", "fight", f"support {RED_GUNS}", "ready", "roll 7")
    finish(position)
    play(position, "attack 3029", f"join {SECOND}")
    assert isinstance(position.step, Assemble)
    assert assess(position, position.step.battle).defence == 4


@pytest.mark.rule("6.3.4", "6.3.5", "6.6.2", "5.6.3")
@pytest.mark.parametrize(("at", "shared"), [("3034", False), ("3132", True)])
def test_only_guns_next_to_the_enemy_share_the_results(at: str, shared: bool) -> None:
    """9 against 6 is 2:1; a 12 disorganizes the attacker and costs both a level."""
    position = situation({INFANTRY: "3033", GUNS: at, RIFLES: "3032"}, Phase.COMBAT)
    (target, guns) = hexes(position, "3032", at)
    assert (position.game.grid.distance(target, guns) == 1) == shared
    play(position, "attack 3032", f"join {INFANTRY}", f"support {GUNS}", "fight", "roll 12")
    if shared:
        assert {f"lose {GUNS}", f"lose {INFANTRY}"} == set(legal(position, "lose"))
        play(position, f"lose {INFANTRY}")
    finish(position)
    assert levels(position, GUNS) == 1
    assert (upset(position, INFANTRY), upset(position, GUNS)) == (True, shared)


# --- 6.4 ranged fire ---------------------------------------------------------------------------------


@pytest.mark.rule("6.4.1", "6.4.2", "artillery-fire-table")
def test_ranged_fire_uses_attack_strength_and_the_fire_table() -> None:
    position = firing(guns=(GUNS, MORE_GUNS))
    play(position, "bombard 3031", f"support {GUNS}", f"support {MORE_GUNS}", "fire")
    assert strength(position) == 10
    events = play(position, "roll 2")  # 9-12: -1 and disorganized
    assert (levels(position, RIFLES), upset(position, RIFLES)) == (1, True)
    assert modifiers(events, "6.4.2") == {GUNS: (5, "6.4.1"), MORE_GUNS: (5, "6.4.1")}


@pytest.mark.rule("6.4.2")
@pytest.mark.parametrize(
    ("target", "near", "name", "less"), [(FOREST, "6505", "forest", 2), (CITY, "2521", "city", 4)]
)
def test_the_ground_of_the_target_counts_twice(target: str, near: str, name: str, less: int) -> None:
    position = firing(target, at=near)
    play(position, f"bombard {target}", f"support {GUNS}", "fire")
    assert strength(position) == 5 - less
    assert modifiers(play(position, "roll 7"), "6.4.2")[f"{name}, doubled"] == (-less, "6.4.2")


@pytest.mark.rule("6.4.2")
def test_works_are_no_ground_and_take_nothing_off() -> None:
    """Ruling M31."""
    position = situation({GUNS: "3033", RIFLES: "3031"}, Phase.COMBAT, forts=("3031",))
    play(position, "bombard 3031", f"support {GUNS}")
    assert strength(position) == 5


@pytest.mark.rule("6.4.2")
def test_strength_of_nothing_has_no_effect() -> None:
    position = situation({GUNS: "2522", RIFLES: CITY}, Phase.COMBAT)
    position.state.upset[unit(position, GUNS)] = position.state.clock
    play(position, f"bombard {CITY}", f"support {GUNS}", "fire")
    assert strength(position) == 3 - 4
    play(position, "roll 2")
    assert levels(position, RIFLES) == 2


@pytest.mark.rule("6.4.2")
def test_every_firing_gun_must_have_the_one_target_in_range() -> None:
    position = situation({GUNS: "3034", MORE_GUNS: "3035", RIFLES: "3031"}, Phase.COMBAT)
    play(position, "bombard 3031", f"support {GUNS}")
    assert refused(position, f"support {MORE_GUNS}") == "6.1.2"


@pytest.mark.rule("6.4.2")
def test_fire_needs_a_gun_and_can_be_called_off() -> None:
    position = firing()
    play(position, "bombard 3031")
    assert refused(position, "fire") == "6.4.2"
    play(position, f"support {GUNS}", "cancel")
    assert legal(position, "bombard") == ["bombard 3031"]


@pytest.mark.rule("6.4.2", "5.1.8")
def test_the_owner_chooses_who_takes_the_loss_of_fire() -> None:
    position = firing(red=(RIFLES, RED_GUNS))
    play(position, "bombard 3031", f"support {GUNS}", "fire", "roll 2")
    assert position.decision.seat == SOVIET
    assert set(legal(position)) == {f"lose {RIFLES}", f"lose {RED_GUNS}"}
    play(position, f"lose {RED_GUNS}")
    assert (where(position, RED_GUNS), levels(position, RIFLES)) == ("", 2)


@pytest.mark.rule("6.4.2", "5.6.1")
def test_on_the_dot_the_units_that_were_hit_are_tested_not_the_guns() -> None:
    """Ruling M71."""
    position = firing(red=(RIFLES, CAVALRY))
    play(position, "bombard 3031", f"support {GUNS}", "fire", "roll 4")  # 3-5: test
    play(position, "roll 10", "roll 9")
    assert [upset(position, id) for id in (RIFLES, CAVALRY, GUNS)] == [True, False, False]


@pytest.mark.rule("6.4.2", "5.6.4", "10.2.2")
def test_guns_in_disorder_and_without_supply_fire_with_their_halves() -> None:
    position = situation({GUNS: "3033", RIFLES: "3031"}, Phase.COMBAT, shortage={GUNS: 1})
    position.state.upset[unit(position, GUNS)] = position.state.clock
    play(position, "bombard 3031", f"support {GUNS}")
    assert strength(position) == 2, "a quarter of 5, rounded up"
    play(position, f"all-out {GUNS}")
    assert strength(position) == 3, "10.2.3: the want of supply is made good"
    assert refused(position, f"all-out {GUNS}") == "10.2.3"
    play(position, "fire")
    assert modifiers(play(position, "roll 7"), "6.4.2") == {
        GUNS: (5, "6.4.1"),
        f"{GUNS} is disorganized": (-2, "5.6.4"),
    }
    assert position.state.shortage[unit(position, GUNS)] == 2


@pytest.mark.rule("6.4.3")
def test_ranged_fire_is_not_made_at_adjacent_hexes() -> None:
    assert refused(firing(at="3032"), "bombard 3031") == "6.4.3"


@pytest.mark.rule("6.4.4", "8.2.3")
def test_aircraft_over_the_target_add_their_strength() -> None:
    position = firing()
    here, elsewhere = hexes(position, "3031", "3030")
    kinds = (MissionKind.OFFENSIVE, MissionKind.OFFENSIVE, MissionKind.DEFENSIVE)
    position.state.missions = [
        Mission((number,), AXIS, kind, hex, 4)
        for number, (kind, hex) in enumerate(zip(kinds, (here, elsewhere, here), strict=True))
    ]
    play(position, "bombard 3031", f"support {GUNS}")
    assert (refused(position, "cover 1"), refused(position, "cover 2")) == ("8.2.3", "8.2.3")
    play(position, "cover 0")
    assert refused(position, "cover 0") == "8.1.3"
    play(position, "fire")
    assert modifiers(play(position, "roll 7"), "6.4.2")["aircraft"] == (4, "6.4.4")
    assert position.state.missions[0].strength == 0


@pytest.mark.rule("6.4.5")
def test_who_was_fired_at_is_not_attacked_directly_in_that_phase() -> None:
    units = {TANKS: "3032", INFANTRY: "3131", GUNS: "3034", RIFLES: "3031"}
    position = situation(units, Phase.COMBAT, forts=("3032", "3131"))
    assert "attack 3031" in legal(position)
    play(position, "bombard 3031", f"support {GUNS}", "fire", "roll 7")
    assert refused(position, "attack 3031") == "6.4.5"
    play(position, "end")
    assert not position.state.marks[unit(position, RIFLES)] & Mark.SHELLED


@pytest.mark.rule("6.4.5", "5.1.4")
def test_a_hex_that_must_be_attacked_cannot_be_fired_at() -> None:
    position = situation({INFANTRY: "3032", GUNS: "3034", RIFLES: "3031"}, Phase.COMBAT)
    assert refused(position, "bombard 3031") == "6.4.5"
    assert legal(position, "bombard") == []


@pytest.mark.rule("6.4.5", "5.1.4")
def test_a_hex_that_only_dug_in_units_must_attack_cannot_be_fired_at_either() -> None:
    """With the switch of ruling M09."""
    game = plain_game(options=("fortified-bind=on",))
    units = {INFANTRY: "3032", GUNS: "3034", RIFLES: "3031"}
    position = situation(units, Phase.COMBAT, game=game, forts=("3032",))
    assert refused(position, "bombard 3031") == "6.4.5"
    assert refused(situation(units, Phase.COMBAT, forts=("3032",)), "bombard 3031") == ""


@pytest.mark.rule("6.4.5", "5.1.3")
def test_fire_leaves_somebody_to_attack_for_those_who_must() -> None:
    """Beside an enemy who has fought already, lone guns are all that the infantry can attack."""
    units = {INFANTRY: "3132", GUNS: "3135", RIFLES: "3131", RED_GUNS: "3133"}
    for marks, rule in (({RIFLES: Mark.FOUGHT}, "6.4.5"), ({}, "")):
        position = situation(units, Phase.COMBAT, marks=marks)
        assert refused(position, "bombard 3133") == rule


@pytest.mark.rule("6.4.5")
def test_fire_comes_before_the_direct_attack_on_a_hex() -> None:
    """Ruling M31."""
    position = situation({INFANTRY: "3032", GUNS: "3034", RIFLES: "3031"}, Phase.COMBAT)
    play(position, "attack 3031", f"join {INFANTRY}", "fight", "roll 7")
    finish(position)
    assert where(position, RIFLES) == "3031"
    assert refused(position, "bombard 3031") == "6.4.5"


@pytest.mark.rule("6.4.6")
def test_guns_that_were_fired_at_still_support_with_half_their_strength() -> None:
    """The example of 6.4.6."""
    units = {GUNS: "3034", MORE_GUNS: "3034", RED_GUNS: "3031", RIFLES: "3331", INFANTRY: "3332"}
    position = situation(units, Phase.COMBAT)
    play(position, "bombard 3031", f"support {GUNS}", "fire", "roll 3")  # 3-5: disorganized
    assert upset(position, RED_GUNS)
    play(position, "attack 3331", f"join {INFANTRY}", "fight", f"support {RED_GUNS}", "ready")
    assert isinstance(position.step, CombatRoll)
    assert assess(position, position.step.battle).defence == 6 + 2


# --- 6.4.7 objects ---------------------------------------------------------------------------------


BRIDGE = "5229/5230"
BANKS = ("5229", "5230")


@pytest.mark.rule("6.4.7", "14.1.1", "attack-on-objects-table")
@pytest.mark.parametrize("at", ["5229", "5231", "5233"])
def test_guns_fire_at_bridges_in_range_adjacent_ones_too(at: str) -> None:
    position = situation({GUNS: at}, Phase.COMBAT)
    assert legal(position, "shell") == [f"shell {BRIDGE}"]
    play(position, f"shell {BRIDGE}", f"support {GUNS}", "fire")
    events = play(position, "roll 3")  # 3-5: destroyed on 2, 3, 11 and 12
    assert modifiers(events, "6.4.7") == {GUNS: (5, "6.4.1")}
    assert position.game.grid.side(*hexes(position, *BANKS)) in position.state.broken
    assert legal(position, "shell") == []


@pytest.mark.rule("6.4.7")
def test_a_bridge_survives_other_rolls_and_is_out_of_range_further_off() -> None:
    position = situation({GUNS: "5233", MORE_GUNS: "5234"}, Phase.COMBAT)
    play(position, f"shell {BRIDGE}", f"support {GUNS}")
    assert refused(position, f"support {MORE_GUNS}") == "6.1.2"
    play(position, "fire", "roll 7")
    assert not position.state.broken
    assert refused(position, f"shell {BRIDGE}") == "6.1.4", "the near gun has fired"
    assert refused(position, "shell 3031/3032") == "6.4.7"


@pytest.mark.rule("6.4.7")
def test_the_ground_takes_nothing_off_fire_at_objects() -> None:
    lines = "".join("c" for _ in range(28)) + "f"
    changes = (("map/terrain.txt", f"52: {'c' * 29}", f"52: {lines}"),)
    position = situation({GUNS: "5231"}, Phase.COMBAT, game=plain_game(changes=changes))
    (bank,) = hexes(position, "5229")
    assert position.game.geography.combat_modifier(bank) == 1
    play(position, f"shell {BRIDGE}", f"support {GUNS}")
    assert strength(position) == 5


# --- 6.5 barrage -----------------------------------------------------------------------------------


def barrage_game(ammunition: int = 8, turns: tuple[int, int] = (1, 2)) -> Changes:
    grant = (
        f'[[barrage]]\nid = "guns"\nside = "axis"\nfirst_turn = {turns[0]}\nlast_turn = {turns[1]}\n'
        f"ammunition = {ammunition}\n\n[victory]\n"
    )
    return (("scenarios/typhoon.toml", "[victory]\n", grant),)


def barrage(ammunition: int = 8, turn: int = 1, units: Mapping[str, str] | None = None) -> MoscowPosition:
    game = plain_game(changes=barrage_game(ammunition))
    placed = {GUNS: "3033", MORE_GUNS: "3033", THIRD_GUNS: "3033", RIFLES: "3031"}
    return situation(placed | dict(units or {}), Phase.BARRAGE, game=game, turn=turn)


SALVO = ("bombard 3031", f"support {GUNS}", f"support {MORE_GUNS}", "fire")


@pytest.mark.rule("6.5.1")
def test_no_barrage_without_a_grant_of_the_scenario() -> None:
    """Ruling M63: neither scenario grants one, and the phase passes by itself."""
    position = situation({GUNS: "3033", MORE_GUNS: "3033", RIFLES: "3031"}, Phase.BARRAGE)
    assert position.state.phase == Phase.MOVEMENT
    assert not isinstance(position.step, Barrage)


@pytest.mark.rule("6.5.1", "6.5.2")
@pytest.mark.parametrize(("turn", "granted"), [(1, True), (2, True), (3, False)])
def test_barrages_are_fired_in_the_barrage_phase_of_the_turns_granted(turn: int, granted: bool) -> None:
    assert isinstance(barrage(turn=turn).step, Barrage) == granted


@pytest.mark.rule("6.5.3")
def test_a_barrage_doubles_the_guns() -> None:
    position = barrage()
    events = play(position, *SALVO, "roll 4")  # 17+: -1 and disorganized
    assert modifiers(events, "6.5.3")["a barrage doubles the guns"] == (10, "6.5.3")
    assert (levels(position, RIFLES), upset(position, RIFLES)) == (1, True)


@pytest.mark.rule("6.5.3")
def test_terrain_and_distance_count_in_a_barrage_as_in_ranged_fire() -> None:
    game = plain_game(changes=barrage_game())
    position = situation({GUNS: "6505", MORE_GUNS: "6504", RIFLES: FOREST}, Phase.BARRAGE, game=game)
    assert refused(position, f"bombard {FOREST}") == "6.5.4", "one of the two is adjacent"
    position = situation({GUNS: "6505", MORE_GUNS: "6506", RIFLES: FOREST}, Phase.BARRAGE, game=game)
    play(position, f"bombard {FOREST}", f"support {GUNS}", f"support {MORE_GUNS}")
    assert strength(position) == 2 * 10 - 2


@pytest.mark.rule("6.5.4")
def test_a_barrage_takes_two_guns() -> None:
    position = barrage()
    play(position, "bombard 3031", f"support {GUNS}")
    assert refused(position, "fire") == "6.5.4"
    game = plain_game(changes=barrage_game())
    position = situation({GUNS: "3033", RIFLES: "3031"}, Phase.BARRAGE, game=game)
    assert refused(position, "bombard 3031") == "6.5.4"


@pytest.mark.rule("6.5.5")
def test_guns_that_fired_a_barrage_do_not_move() -> None:
    position = barrage()
    play(position, *SALVO, "roll 7", "end")
    assert position.state.phase == Phase.MOVEMENT
    assert refused(position, f"unit {GUNS}") == "6.5.5"
    assert refused(position, f"unit {THIRD_GUNS}") == ""


@pytest.mark.rule("6.5.6")
def test_guns_that_fired_a_barrage_give_no_support_in_the_next_two_combat_phases() -> None:
    position = barrage(units={INFANTRY: "3333", CAVALRY: "3332"})
    play(position, *SALVO, "roll 7", "end", "end")
    assert position.state.phase == Phase.COMBAT
    play(position, "attack 3332", f"join {INFANTRY}")
    assert refused(position, f"support {GUNS}") == "6.5.6"
    assert refused(position, f"support {THIRD_GUNS}") == ""
    play(position, "fight", "roll 7")
    finish(position)
    play(position, "end")
    guns = unit(position, GUNS)
    assert position.state.silenced[guns] == 1, "one phase is over, the enemy's is to come"
    position = situation({GUNS: "3033", RIFLES: "3031"}, Phase.COMBAT, SOVIET)
    position.state.silenced[unit(position, GUNS)] = 1
    play(position, "end")
    assert not position.state.silenced


@pytest.mark.rule("6.5.7")
def test_every_gun_of_a_barrage_uses_a_unit_of_ammunition() -> None:
    position = barrage(ammunition=3)
    play(position, *SALVO, "roll 7")
    assert position.state.ammunition == [1]
    assert refused(position, "bombard 3031") == "6.5.7"


@pytest.mark.rule("6.5.7")
def test_no_more_guns_fire_than_there_is_ammunition() -> None:
    position = barrage(ammunition=2)
    play(position, *SALVO[:3])
    assert refused(position, f"support {THIRD_GUNS}") == "6.5.7"


@pytest.mark.rule("6.5.7")
def test_eight_units_may_be_spent_as_three_and_five() -> None:
    """The example of 6.5.7."""
    guns = [counter.id for counter in plain_game().components.units.values() if counter.is_artillery]
    five = [id for id in guns if id.startswith("Art.X") or id == MORE_GUNS][:5]
    game = plain_game(changes=barrage_game())
    units = dict.fromkeys(five, "3033") | {RIFLES: "3031"}
    for turn, number, left in ((1, 3, 5), (2, 5, 0)):
        position = situation(units, Phase.BARRAGE, game=game, turn=turn)
        position.state.ammunition = [8 if turn == 1 else 5]
        play(position, "bombard 3031", *(f"support {id}" for id in five[:number]), "fire", "roll 7")
        assert position.state.ammunition == [left]


@pytest.mark.rule("6.5.7")
def test_a_gun_fires_one_barrage_a_turn() -> None:
    position = barrage()
    play(position, *SALVO, "roll 7")
    assert refused(position, "bombard 3031") == "6.5.4", "two have fired, the third is alone"


@pytest.mark.rule("6.5.8")
def test_nobody_has_to_fire() -> None:
    position = barrage()
    play(position, "end")
    assert (position.state.ammunition, position.state.phase) == ([8], Phase.MOVEMENT)


# --- 6.6 guns under attack -----------------------------------------------------------------------------


def defence(units: dict[str, str], *targets: str, limbered: tuple[str, ...] = ()) -> Assessment:
    """An attack by tanks in 3132 on some of the hexes around them, at the moment of the dice."""
    position = situation(
        {TANKS: "3132"} | units, Phase.COMBAT, marks=dict.fromkeys(limbered, int(Mark.TRANSPORT))
    )
    orders = [f"attack {targets[0]}", f"join {TANKS}", *(f"also {hex}" for hex in targets[1:]), "fight"]
    play(position, *orders)
    if isinstance(position.step, Defend):
        play(position, "ready")
    assert isinstance(position.step, CombatRoll)
    return assess(position, position.step.battle)


@pytest.mark.rule("6.6.1")
def test_guns_add_their_strength_to_a_regular_unit_in_their_hex() -> None:
    assert defence({CAVALRY: "3131", RED_GUNS: "3131"}, "3131").defence == 4 + 4


@pytest.mark.rule("6.6.3")
def test_guns_alone_defend_with_one_point_however_many_they_are() -> None:
    """The example of 6.6.3: cavalry in one hex, two guns in the other, and both attacked."""
    together = defence({CAVALRY: "3131", RED_GUNS: "3133", MORE_RED_GUNS: "3133"}, "3131", "3133")
    assert together.defence == 4 + 1
    escorted = defence(
        {CAVALRY: "3131", RED_GUNS: "3133", MORE_RED_GUNS: "3133", RIFLES: "3133"}, "3131", "3133"
    )
    assert escorted.defence == 4 + 6 + 2 * 4
    alone = defence({RED_GUNS: "3133", MORE_RED_GUNS: "3133"}, "3133")
    assert (alone.defence, alone.fixed, alone.ratio) == (1, False, "4:1")


@pytest.mark.rule("6.6.3")
def test_in_attack_the_same_guns_would_give_all_they_have() -> None:
    units = {CAVALRY: "3131", RED_GUNS: "3133", MORE_RED_GUNS: "3133", TANKS: "3132"}
    position = situation(units, Phase.COMBAT, SOVIET)
    play(position, "attack 3132", f"join {CAVALRY}", f"support {RED_GUNS}", f"support {MORE_RED_GUNS}")
    assert isinstance(position.step, Assemble)
    assert assess(position, position.step.battle).attack == 4 + 2 * 5


@pytest.mark.rule("6.6.4", "5.1.9")
def test_limbered_guns_alone_are_attacked_in_the_last_column() -> None:
    found = defence({RED_GUNS: "3133"}, "3133", limbered=(RED_GUNS,))
    assert (found.ratio, found.fixed) == ("10:1", True)


@pytest.mark.rule("6.6.4", "5.1.9")
def test_limbered_guns_alone_cannot_go_back_and_are_lost() -> None:
    position = situation({TANKS: "3132", RED_GUNS: "3133"}, Phase.COMBAT, marks={RED_GUNS: Mark.TRANSPORT})
    play(position, "attack 3133", f"join {TANKS}", "fight", "roll 7")
    assert where(position, RED_GUNS) == ""


@pytest.mark.rule("6.6.2")
def test_guns_next_to_the_enemy_support_an_attack_from_a_hex_of_their_own() -> None:
    position = situation({TANKS: "3132", GUNS: "3032", RIFLES: "3131"}, Phase.COMBAT)
    (guns, target) = hexes(position, "3032", "3131")
    assert position.game.grid.distance(guns, target) == 1
    play(position, "attack 3131", f"join {TANKS}")
    assert refused(position, f"support {GUNS}") == ""


@pytest.mark.rule("6.6.5", "6.1.1")
def test_self_propelled_guns_attack_and_defend_with_their_two_strengths() -> None:
    game = plain_game(changes=SELF_PROPELLED)
    position = situation({GUNS: "3132", RIFLES: "3131"}, Phase.COMBAT, game=game)
    play(position, "attack 3131", f"join {GUNS}")
    assert isinstance(position.step, Assemble)
    assert assess(position, position.step.battle).attack == 5
    position = situation({GUNS: "3132", RIFLES: "3131"}, Phase.COMBAT, SOVIET, game=game)
    play(position, "attack 3132", f"join {RIFLES}", "fight")
    assert isinstance(position.step, CombatRoll)
    assert assess(position, position.step.battle).defence == 3


@pytest.mark.rule("6.6.5", "6.1.4")
def test_self_propelled_guns_that_must_attack_do_not_fire_and_those_that_fired_do_not_attack() -> None:
    game = plain_game(changes=SELF_PROPELLED)
    units = {GUNS: "3132", RIFLES: "3131", CAVALRY: "3134"}
    position = situation(units, Phase.COMBAT, game=game)
    assert refused(position, "bombard 3134") == "5.1.3"
    position = situation(units, Phase.COMBAT, game=game, forts=("3132",))
    play(position, "bombard 3134", f"support {GUNS}", "fire", "roll 7")
    assert legal(position, "attack") == []
