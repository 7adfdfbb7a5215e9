"""15 Special units: stars, resilience groups, Volkssturm, and fortification units."""

from __future__ import annotations

import pytest
from tests.games.moscow1941.counters import altered
from tests.games.moscow1941.situation import (
    Changes,
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

from grognard.games.moscow1941.battle import assess
from grognard.games.moscow1941.combat import CombatRoll, Defend
from grognard.games.moscow1941.field import zone_of
from grognard.games.moscow1941.phases import Phase
from grognard.games.moscow1941.retreat import able_to_retreat
from grognard.games.moscow1941.special import stars_in_effect, volkssturm_burden
from grognard.games.moscow1941.state import SOVIET

ONE, TWO, THREE = "183ID.330", "183ID.343", "183ID.351"
TANKS = "10Pz.7"
RIFLES, MORE_RIFLES, RED_TANKS = "316RD", "18RD", "4TB"


def battle(
    *changes: tuple[str, str, str],
    attackers: tuple[str, ...] = (ONE, TWO),
    defenders: tuple[str, ...] = (RIFLES,),
    forts: tuple[str, ...] = (),
    options: tuple[str, ...] = (),
    plus: Changes = (),
) -> MoscowPosition:
    """Counters with other values: attackers in 3030 with an attack on 3029 put together."""
    game = plain_game(changes=(*changes, *plus), options=options)
    stands = {**dict.fromkeys(attackers, "3030"), **dict.fromkeys(defenders, "3029")}
    position = situation(stands, Phase.COMBAT, game=game, forts=forts)
    play(position, "attack 3029", *(f"join {id}" for id in attackers))
    return position


def starred(id: str, star: str, **cells: str) -> tuple[str, str, str]:
    return altered(id, star=star, **cells)


def modifiers(position: MoscowPosition, rule: str) -> list[int]:
    """The values of one rule's modifiers, plus for the attacker, minus for the defender."""
    step = position.step
    assert isinstance(step, CombatRoll | Defend)
    return [modifier.value for modifier in assess(position, step.battle).modifiers if modifier.rule == rule]


# --- 15.1 stars ---------------------------------------------------------------------------------------


@pytest.mark.rule("15.1.1", "15.1.6")
def test_only_starred_units_have_something_to_offer_and_may_keep_it_to_themselves() -> None:
    position = battle(starred(ONE, "blue"))
    assert legal(position, "star") == [f"star {ONE}"]
    assert refused(position, f"star {TWO}") == "15.1.1"
    play(position, "fight")
    assert modifiers(position, "15.1.3") == []


@pytest.mark.rule("15.1.3", "15.1.4")
def test_each_star_is_worth_a_modifier_and_they_add_up() -> None:
    position = battle(starred(ONE, "blue"), starred(TWO, "black"))
    play(position, f"star {ONE}", f"star {TWO}")
    assert refused(position, f"star {ONE}") == "15.1.6"  # once
    play(position, "fight")
    assert modifiers(position, "15.1.3") == [1, 1]


@pytest.mark.rule("15.1.2")
def test_a_black_star_attacks_the_unfortified_and_defends_anywhere() -> None:
    assert refused(battle(starred(ONE, "black")), f"star {ONE}") == ""
    dug_in = battle(starred(ONE, "black"), forts=("3029",))
    assert refused(dug_in, f"star {ONE}") == "15.1.2"
    defence = battle(starred(RIFLES, "black"), forts=("3029", "3030"))
    play(defence, "fight", f"star {RIFLES}", "ready")
    assert modifiers(defence, "15.1.3") == [-1]


@pytest.mark.rule("15.1.2")
def test_a_white_star_works_against_mechanized_enemies_alone() -> None:
    assert refused(battle(starred(ONE, "white"), defenders=(RED_TANKS,)), f"star {ONE}") == ""
    assert refused(battle(starred(ONE, "white")), f"star {ONE}") == "15.1.2"
    against_tanks = battle(starred(RIFLES, "white"), attackers=(TANKS,))
    play(against_tanks, "fight", f"star {RIFLES}")
    against_infantry = battle(starred(RIFLES, "white"))
    play(against_infantry, "fight")
    assert against_infantry.decision.kind == "CombatRoll"  # nothing to offer


@pytest.mark.rule("15.1.2")
def test_a_yellow_star_attacks_only_and_a_blue_one_does_both() -> None:
    yellow = battle(starred(ONE, "yellow"), starred(RIFLES, "yellow"), forts=("3029",))
    assert refused(yellow, f"star {ONE}") == ""
    play(yellow, "fight")
    assert yellow.decision.kind == "CombatRoll"  # the defender is not asked
    blue = battle(starred(ONE, "blue"), starred(RIFLES, "blue"), forts=("3029",))
    assert refused(blue, f"star {ONE}") == ""
    play(blue, "fight")
    assert legal(blue, "star") == [f"star {RIFLES}"]


@pytest.mark.rule("15.1.2")
@pytest.mark.parametrize(
    ("mine", "theirs", "mine_count"),
    [
        ("black", "white", False),
        ("yellow", "white", False),
        ("yellow", "black", False),
        ("white", "black", True),
        ("white", "white", True),
        ("black", "black", True),
        ("black", "yellow", True),
        ("blue", "white", True),
        ("blue", "black", True),
        ("yellow", "blue", True),
        ("yellow", "yellow", True),
    ],
)
def test_which_star_cancels_which(mine: str, theirs: str, mine_count: bool) -> None:
    game = plain_game(changes=(starred(ONE, mine), starred(RIFLES, theirs)))
    position = situation({ONE: "3030", RIFLES: "3029"}, Phase.COMBAT, game=game)
    one, rifles = units(position, ONE, RIFLES)
    assert stars_in_effect(position, (one,), (rifles,)) == ((one,) if mine_count else ())


@pytest.mark.rule("15.1.2")
def test_a_black_star_that_is_itself_cancelled_cancels_nothing() -> None:
    """Ruling M59: white takes away black, so that yellow stays."""
    changes = (starred(ONE, "yellow"), starred(TWO, "white"), starred(RIFLES, "black"))
    position = situation({ONE: "3030"}, Phase.COMBAT, game=plain_game(changes=changes))
    one, two, rifles = units(position, ONE, TWO, RIFLES)
    assert stars_in_effect(position, (one, two), (rifles,)) == (one, two)
    assert stars_in_effect(position, (one,), (rifles,)) == ()


@pytest.mark.rule("15.1.5")
def test_towed_units_use_their_star_in_defence_only() -> None:
    game = plain_game(changes=(starred(RIFLES, "blue", towed="yes", type="anti_tank"),))
    position = situation({ONE: "3030", RIFLES: "3029"}, Phase.COMBAT, game=game)
    play(position, "attack 3029", f"join {ONE}", "fight", f"star {RIFLES}")
    from grognard.games.moscow1941.special import star_usable

    refusal = star_usable(position, unit(position, RIFLES), True, units(position, ONE), False)
    assert refusal is not None
    assert refusal.rule == "15.1.5"


def after(position: MoscowPosition, *, attacker: bool) -> MoscowPosition:
    """Roll a result that costs the side exactly what it can choose: a loss and no retreat."""
    step = position.step
    assert isinstance(step, CombatRoll)
    column = assess(position, step.battle).column
    for roll in range(2, 13):
        result = position.game.components.combat.result(column, roll)
        side = result.attacker if attacker else result.defender
        if side.loss and not side.retreat and not result.defender.retreat and not result.attacker.retreat:
            play(position, f"roll {roll}")
            return position
    raise AssertionError("no such result")


@pytest.mark.rule("15.1.7")
def test_who_used_a_star_bears_the_first_loss() -> None:
    position = battle(starred(ONE, "blue"))
    play(position, f"star {ONE}", "fight")
    after(position, attacker=True)
    assert position.state.levels[unit(position, ONE)] == 1
    assert position.state.levels[unit(position, TWO)] == 2
    free = battle(starred(ONE, "blue"))
    play(free, "fight")
    after(free, attacker=True)
    assert sorted(legal(free, "lose")) == sorted([f"lose {ONE}", f"lose {TWO}"])


@pytest.mark.rule("15.1.7")
def test_a_star_that_the_enemy_cancelled_brings_no_duty() -> None:
    position = battle(starred(ONE, "black"), starred(RIFLES, "white"), attackers=(ONE, TANKS))
    play(position, f"star {ONE}", "fight", f"star {RIFLES}", "ready")
    after(position, attacker=True)
    assert sorted(legal(position, "lose")) == sorted([f"lose {ONE}", f"lose {TANKS}"])


RIVER = "nara,Nara,river,5230/5229,spring,fades,design"
BIG_RIVER = (("map/hexsides.csv", RIVER, f"{RIVER}\nvolga,Volga,big_river,3030/3029,spring,fades,design"),)


@pytest.mark.rule("15.1.8")
def test_no_stars_across_a_big_river() -> None:
    game = plain_game(changes=(starred(ONE, "blue"), *BIG_RIVER))
    position = situation({ONE: "3030", RIFLES: "3029"}, Phase.COMBAT, game=game)
    play(position, "attack 3029", f"join {ONE}")
    assert refused(position, f"star {ONE}") == "15.1.8"


@pytest.mark.rule("15.1.1")
def test_the_chapter_can_be_left_out() -> None:
    position = battle(starred(ONE, "blue"), options=("special-units=off",))
    assert refused(position, f"star {ONE}") == "15.0"
    assert legal(position, "star") == []


# --- 15.2 resilience groups ---------------------------------------------------------------------------


def group(**cells: str) -> tuple[str, str, str]:
    return altered(RIFLES, trait="resilience_group", mp="0", **cells)


@pytest.mark.rule("15.2.1")
def test_resilience_groups_neither_move_nor_retreat() -> None:
    game = plain_game(changes=(group(),))
    position = situation({RIFLES: "3029"}, Phase.MOVEMENT, SOVIET, game=game)
    assert refused(position, f"unit {RIFLES}") == "15.2.1"
    stack = situation({RIFLES: "3029", MORE_RIFLES: "3029"}, Phase.COMBAT, game=game)
    found = able_to_retreat(stack, units(stack, RIFLES, MORE_RIFLES))
    assert found == units(stack, MORE_RIFLES)


@pytest.mark.rule("15.2.2")
def test_resilience_groups_have_no_zone_of_control() -> None:
    assert zone_of(*_standing(group())) == 0
    assert zone_of(*_standing()) != 0


def _standing(*changes: tuple[str, str, str]) -> tuple[MoscowPosition, int]:
    position = situation({RIFLES: "3029"}, Phase.COMBAT, game=plain_game(changes=changes))
    return position, unit(position, RIFLES)


@pytest.mark.rule("15.2.3")
def test_resilience_groups_are_worth_a_modifier_in_defence() -> None:
    position = battle(group())
    play(position, "fight")
    assert modifiers(position, "15.2.3") == [-1]


# --- 15.3 Volkssturm ----------------------------------------------------------------------------------


def militia(id: str = RIFLES) -> tuple[str, str, str]:
    return altered(id, trait="volkssturm")


@pytest.mark.rule("15.3.1")
def test_who_fights_volkssturm_gains_two_modifiers_attacking_or_attacked() -> None:
    attacked = battle(militia())
    play(attacked, "fight")
    assert modifiers(attacked, "15.3.1") == [2]
    attacking = battle(militia(ONE), attackers=(ONE,))
    play(attacking, "fight")
    assert modifiers(attacking, "15.3.1") == [-2]


@pytest.mark.rule("15.3.2")
@pytest.mark.parametrize(("escorts", "burden"), [((), 2), ((MORE_RIFLES,), 1), ((MORE_RIFLES, "126RD"), 0)])
def test_each_regular_unit_beside_it_takes_one_away(escorts: tuple[str, ...], burden: int) -> None:
    game = plain_game(changes=(militia(),))
    stands = {RIFLES: "3029", **dict.fromkeys(escorts, "3029")}
    position = situation(stands, Phase.COMBAT, game=game)
    assert volkssturm_burden(position, units(position, *stands)) == burden


@pytest.mark.rule("15.3.2")
def test_guns_and_other_militia_are_no_escort() -> None:
    game = plain_game(changes=(militia(), militia(MORE_RIFLES)))
    stands = dict.fromkeys((RIFLES, MORE_RIFLES, "Art1.16A"), "3029")
    position = situation(stands, Phase.COMBAT, game=game)
    assert volkssturm_burden(position, units(position, *stands)) == 2


@pytest.mark.rule("15.3.3")
def test_volkssturm_gives_a_level_to_infantry_on_foot_beside_it() -> None:
    game = plain_game(changes=(militia(THREE),))
    stands = dict.fromkeys((ONE, THREE, "3Mot.8"), "3030")
    position = situation(stands, Phase.MOVEMENT, game=game, levels={ONE: 1, "3Mot.8": 1})
    play(position, "unit 3Mot.8")
    assert refused(position, f"absorb 3Mot.8 {THREE}") == "15.3.3"  # on wheels
    play(position, "stop", f"unit {ONE}", f"absorb {ONE} {THREE}")
    assert [position.state.levels[each] for each in units(position, ONE, THREE)] == [2, 1]
    assert refused(position, f"unit {ONE}") == "3.1.6"  # both stay where they are
    assert refused(position, f"unit {THREE}") == "3.1.6"
    assert where(position, THREE) == "3030"


@pytest.mark.rule("15.3.3")
def test_it_needs_a_loss_the_same_hex_and_units_that_have_not_moved() -> None:
    game = plain_game(changes=(militia(THREE),))
    whole = situation({ONE: "3030", THREE: "3030"}, Phase.MOVEMENT, game=game)
    play(whole, f"unit {ONE}")
    assert refused(whole, f"absorb {ONE} {THREE}") == "15.3.3"
    apart = situation({ONE: "3030", THREE: "3031"}, Phase.MOVEMENT, game=game, levels={ONE: 1})
    play(apart, f"unit {ONE}")
    assert refused(apart, f"absorb {ONE} {THREE}") == "15.3.3"
    moved = situation({ONE: "3030", THREE: "3031"}, Phase.MOVEMENT, game=game, levels={ONE: 1})
    play(moved, f"unit {THREE}", f"move {THREE} 3030", "stop", f"unit {ONE}")
    assert refused(moved, f"absorb {ONE} {THREE}") == "15.3.3"


@pytest.mark.rule("15.3.4")
def test_one_level_a_turn_to_one_unit() -> None:
    game = plain_game(changes=(militia(THREE),))
    position = situation(
        dict.fromkeys((ONE, TWO, THREE), "3030"), Phase.MOVEMENT, game=game, levels={ONE: 1, TWO: 1}
    )
    play(position, f"unit {ONE}", f"absorb {ONE} {THREE}", f"unit {TWO}")
    assert refused(position, f"absorb {TWO} {THREE}") in ("15.3.4", "15.3.3")
    other = plain_game(changes=(militia(THREE), militia("7ID.19")))
    stands = {ONE: "3030", THREE: "3030", TWO: "3330", "7ID.19": "3330"}
    position = situation(stands, Phase.MOVEMENT, game=other, levels={ONE: 1, TWO: 1})
    play(position, f"unit {ONE}", f"absorb {ONE} {THREE}", f"unit {TWO}")
    assert refused(position, f"absorb {TWO} 7ID.19") == "15.3.4"


# --- 15.4 fortification units -------------------------------------------------------------------------


def fortress(id: str = RIFLES) -> tuple[str, str, str]:
    return altered(id, trait="fortification_unit")


@pytest.mark.rule("15.4.1", "15.4.2")
def test_in_works_a_fortification_unit_may_add_two_modifiers() -> None:
    position = battle(fortress(), forts=("3029",))
    play(position, "fight")
    assert legal(position, "garrison") == [f"garrison {RIFLES}"]
    assert modifiers(position, "15.4.1") == []  # voluntary
    play(position, f"garrison {RIFLES}")
    step = position.step
    if isinstance(step, Defend):
        assert refused(position, f"garrison {RIFLES}") == "15.4.2"  # once
    assert modifiers(position, "15.4.1") == [-2]
    open_ground = battle(fortress())
    play(open_ground, "fight")
    assert open_ground.decision.kind == "CombatRoll"


@pytest.mark.rule("15.4.3")
def test_who_used_it_bears_the_first_loss() -> None:
    position = battle(
        fortress(), attackers=(ONE, TWO, THREE), defenders=(RIFLES, MORE_RIFLES), forts=("3029",)
    )
    play(position, "fight", f"garrison {RIFLES}", "ready")
    after(position, attacker=False)
    while position.decision.kind == "ChooseLoss":
        play(position, legal(position, "lose")[0])
    assert position.state.levels[unit(position, RIFLES)] == 1
    assert position.state.where[unit(position, RIFLES)] == hexes(position, "3029")[0]
