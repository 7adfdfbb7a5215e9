"""5.1 Combat, general rules: who may attack whom, and the duties to attack and to be attacked."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterable, Iterator
from functools import cache

import pytest
from tests.games.moscow1941.altered import ground
from tests.games.moscow1941.fighting import fight, odds, stand
from tests.games.moscow1941.situation import (
    MoscowPosition,
    legal,
    plain_game,
    play,
    refused,
    situation,
    unit,
    where,
)

from grognard.core import Position
from grognard.games.moscow1941.battle import defenders
from grognard.games.moscow1941.combat import Assemble, Combat
from grognard.games.moscow1941.orders import ALSO, ATTACK, END, FIGHT, JOIN
from grognard.games.moscow1941.phases import Phase, Sequence
from grognard.games.moscow1941.state import AXIS, SOVIET, Mark


def why(position: MoscowPosition, order: str) -> str:
    refusal = position.explain(order)
    return refusal.why if refusal else ""


# --- single rules ------------------------------------------------------------------------------------


@pytest.mark.rule("5.1.1")
def test_a_unit_attacks_once_in_a_phase() -> None:
    position = situation({"316RD": "4010", "50RD": "4110", "2Pz.3": "4011"}, Phase.COMBAT, AXIS)
    fight(position, "4010 4110", "2Pz.3", 5)  # 6 against 10, 1:2: both sides lose a level
    stand(position)
    assert legal(position) == ["end"]
    position = situation({"316RD": "4010", "50RD": "4012", "2Pz.3": "4011"}, Phase.COMBAT, AXIS)
    play(position, "attack 4010", "join 2Pz.3")
    assert refused(position, "fight") == "5.1.4"  # it has but one attack, and both must be attacked


@pytest.mark.rule("5.1.1")
def test_units_that_have_fought_are_not_attacked_again() -> None:
    position = situation(
        {"78RD": "4010", "2Pz.3": "4011", "7ID.19": "4009"}, Phase.COMBAT, AXIS, forts=["4009"]
    )
    fight(position, "4010", "2Pz.3", 9)  # 1:1: the attacker loses a level and nothing else happens
    assert refused(position, "attack 4010") == "5.1.1"
    assert not legal(position, "attack")


@pytest.mark.rule("5.1.1")
def test_who_has_fought_and_falls_back_on_others_neither_fights_again_nor_shields_them() -> None:
    units = {"50RD": "4010", "78RD": "4009", "2Pz.3": "4011", "2Pz.S2": "4011", "7ID.19": "3908"}
    position = situation(units, Phase.COMBAT, AXIS)
    fight(position, "4010", "2Pz.3 2Pz.S2", 9)  # 10 against 4, 3:1: D1
    play(position, "back 50RD 4009", "ready")
    assert where(position, "50RD") == "4009"
    assert refused(position, "end") == "5.1.3"
    assert odds(position, "4009", "7ID.19").defence == 7
    fight(position, "4009", "7ID.19", 3)  # 5 against 7, 1:1: TEST / D2
    assert not [order for order in legal(position) if "50RD" in order]
    assert "hold 78RD" in legal(position)


@pytest.mark.rule("5.1.2")
def test_only_neighbours_are_attacked() -> None:
    position = situation({"316RD": "4010", "2Pz.3": "4012"}, Phase.COMBAT, AXIS)
    assert refused(position, "attack 4010") == "5.1.2"
    assert refused(position, "attack 4012") == "5.1.2"  # his own
    assert legal(position) == ["end"]


@pytest.mark.rule("5.1.2")
def test_a_unit_that_is_not_next_to_the_target_cannot_join() -> None:
    position = situation(
        {"316RD": "4010", "50RD": "4013", "2Pz.3": "4011", "7ID.19": "4012"}, Phase.COMBAT, AXIS
    )
    play(position, "attack 4010", "join 2Pz.3")
    assert refused(position, "join 7ID.19") == "5.1.2"


@pytest.mark.rule("5.1.3", "5.1.7")
def test_a_unit_in_an_enemy_zone_must_attack_before_the_phase_ends() -> None:
    position = situation({"316RD": "4010", "2Pz.3": "4011"}, Phase.COMBAT, AXIS)
    assert refused(position, "end") == "5.1.3"
    assert "2Pz.3" in why(position, "end")
    assert "end" not in legal(position)


@pytest.mark.rule("5.1.3", "7.1.11")
def test_a_unit_in_works_may_attack_and_need_not() -> None:
    position = situation({"316RD": "4010", "2Pz.3": "4011"}, Phase.COMBAT, AXIS, forts=["4011"])
    assert legal(position) == ["attack 4010", "end"]


@pytest.mark.rule("5.1.4", "7.1.11")
def test_a_switch_binds_the_enemy_around_units_in_works() -> None:
    game = plain_game(options=("fortified-bind=on",))
    position = situation({"316RD": "4010", "2Pz.3": "4011"}, Phase.COMBAT, AXIS, game=game, forts=["4011"])
    assert refused(position, "end") == "5.1.4"
    assert "4010" in why(position, "end")


@pytest.mark.rule("5.1.3", "5.1.4")
def test_units_out_of_supply_and_in_disorder_must_attack_too() -> None:
    position = situation({"316RD": "4010", "2Pz.3": "4011"}, Phase.COMBAT, AXIS, shortage={"2Pz.3": 2})
    position.state.upset[unit(position, "2Pz.3")] = position.state.clock
    assert refused(position, "end") == "5.1.3"


@pytest.mark.rule("5.1.4")
def test_guns_and_headquarters_in_an_enemy_zone_bring_no_duty() -> None:
    position = situation({"316RD": "4010", "Art.XX": "4011", "HQ.XX": "4009"}, Phase.COMBAT, AXIS)
    assert "end" in legal(position)


# --- worked examples -----------------------------------------------------------------------------------


@pytest.mark.rule("5.1.3", "5.1.4")
def test_the_obliged_unit_and_the_obliged_enemy_need_not_fight_each_other() -> None:
    units = {"316RD": "4010", "50RD": "4109", "2Pz.3": "4110", "7ID.19": "3910"}
    position = situation(units, Phase.COMBAT, AXIS)  # the tanks touch both, the regiment 4010 alone
    fight(position, "4109", "2Pz.3", 9)
    stand(position)
    assert refused(position, "end") == "5.1.3"
    assert legal(position) == ["attack 4010"]


@pytest.mark.rule("5.1.4", "4.1.4")
def test_cavalry_in_a_swamp_is_attacked_by_tanks_whose_zone_does_not_reach_it() -> None:
    game = plain_game(changes=ground({"4010": "swamp"}))
    units = {"50CD": "4010", "2Pz.3": "4011"}
    germans = situation(units, Phase.COMBAT, AXIS, game=game)
    assert refused(germans, "end") == "5.1.3"
    cavalry = situation(units, Phase.COMBAT, SOVIET, game=game)
    assert "end" in legal(cavalry)
    assert "attack 4011" in legal(cavalry)


def three_around_a() -> MoscowPosition:
    """A in 4010 with 1 (open, also next to B), 2 and 3 (entrenched) around it."""
    position = situation(
        {"316RD": "4010", "50RD": "4012", "7ID.19": "4011", "7ID.61": "3909", "7ID.62": "4109"},
        Phase.COMBAT,
        AXIS,
        forts=["3909", "4109"],
    )
    assert refused(position, "end") == "5.1.3"
    return position


@pytest.mark.rule("5.1.3", "5.1.4", "5.1.5")
def test_unit_1_attacks_a_and_b_together_and_then_2_and_3_stay_out() -> None:
    position = three_around_a()
    play(position, "attack 4010", "join 7ID.19", "also 4012")
    assert refused(position, "join 7ID.61") == "5.1.2"
    play(position, "fight")


@pytest.mark.rule("5.1.5")
def test_two_hexes_do_not_attack_two_hexes() -> None:
    # both Germans stand next to both Soviets
    units = {"316RD": "4010", "50RD": "4011", "7ID.19": "3910", "7ID.61": "4110"}
    position = situation(units, Phase.COMBAT, AXIS, forts=["3910", "4110"])
    play(position, "attack 4010", "join 7ID.19", "also 4011")
    assert refused(position, "join 7ID.61") == "5.1.5"
    play(position, "cancel", "attack 4010", "join 7ID.19", "join 7ID.61")
    assert refused(position, "also 4011") == "5.1.5"


@pytest.mark.rule("5.1.4", "5.1.7")
def test_unit_1_attacks_b_and_then_2_or_3_must_attack_a_from_their_works() -> None:
    position = three_around_a()
    fight(position, "4012", "7ID.19", 9)  # 5 against 4: 1:1, the attacker loses a level and stays
    assert where(position, "7ID.19") == "4011"
    assert refused(position, "end") == "5.1.4"
    fight(position, "4010", "7ID.61", 8)
    stand(position)
    assert "end" in legal(position)


@pytest.mark.rule("5.1.4")
def test_a_duty_ends_when_the_unit_that_brought_it_is_driven_out_of_the_zone() -> None:
    units = {"316RD": "4010", "50RD": "3911", "7ID.19": "4011", "7ID.61": "4109"}
    position = situation(units, Phase.COMBAT, AXIS, forts=["4109"])
    fight(position, "3911", "7ID.19", 10)  # 5 against 4, 1:1: A1
    stays = position.copy()
    play(position, "back 7ID.19 4111", "ready")
    assert "end" in legal(position)
    play(stays, "hold 7ID.19")
    assert refused(stays, "end") == "5.1.4"


@pytest.mark.rule("5.1.5", "5.1.7")
def test_no_attack_is_offered_that_leaves_another_unit_with_nobody_to_attack() -> None:
    units = {"316RD": "4010", "7ID.19": "4011", "7ID.61": "4009"}
    position = situation(units, Phase.COMBAT, AXIS)
    play(position, "attack 4010", "join 7ID.19")
    assert refused(position, "fight") == "5.1.3"
    assert "7ID.61" in why(position, "fight")
    play(position, "join 7ID.61", "fight")


@pytest.mark.rule("5.1.3", "5.1.4", "5.1.5")
def test_a_refusal_names_those_whose_duties_stand_in_the_way() -> None:
    units = {"316RD": "4010", "50RD": "4012", "7ID.19": "4011", "7ID.61": "3909"}
    position = situation(units, Phase.COMBAT, AXIS)
    play(position, "attack 4010")
    assert refused(position, "join 7ID.19") == "5.1.3"
    assert "7ID.61" in why(position, "join 7ID.19")
    assert "4012" in why(position, "join 7ID.19")
    play(position, "join 7ID.61")
    assert refused(position, "join 7ID.19") == "5.1.4"
    assert "4012" in why(position, "join 7ID.19")
    assert "next to" in why(position, "also 4012")
    assert "no enemy" in why(position, "also 4009")


@pytest.mark.rule("5.1.6")
def test_the_attacker_chooses_the_order_of_his_attacks() -> None:
    units = {"316RD": "4010", "2Pz.3": "4011", "50RD": "3010", "7ID.19": "3011"}
    position = situation(units, Phase.COMBAT, AXIS)
    assert legal(position, "attack") == ["attack 3010", "attack 4010"]


@pytest.mark.rule("5.1.8")
def test_the_owner_chooses_who_is_reduced() -> None:
    position = situation({"316RD": "4010", "2Pz.3": "4011", "2Pz.S2": "4011"}, Phase.COMBAT, AXIS)
    fight(position, "4010", "2Pz.3 2Pz.S2", 11)  # 10 against 6, 2:1: both lose one
    assert position.seat == AXIS
    assert legal(position) == ["lose 2Pz.3", "lose 2Pz.S2"]
    assert refused(position, "lose 316RD") == "5.1.8"
    play(position, "lose 2Pz.S2")
    assert position.state.levels[unit(position, "2Pz.S2")] == 1
    assert position.state.levels[unit(position, "316RD")] == 1


@pytest.mark.rule("5.1.9", "5.3.7")
@pytest.mark.parametrize("roll", range(2, 13))
def test_a_headquarters_alone_is_attacked_at_ten_to_one_and_dies(roll: int) -> None:
    game = plain_game(changes=ground({"4010": "forest"}))
    position = situation(
        {"HQ.16A": "4010", "3Mot.K53": "4011", "2Pz.3": "4011"}, Phase.COMBAT, AXIS, game=game
    )
    assert odds(position, "4010", "2Pz.3").ratio == "10:1"
    fight(position, "4010", "2Pz.3", roll)
    assert not legal(position, "back")
    stand(position)
    assert where(position, "HQ.16A") == ""


@pytest.mark.rule("5.1.9")
def test_a_headquarters_with_troops_goes_back_with_them_even_if_they_fall() -> None:
    position = situation(
        {"316RD": "4010", "HQ.16A": "4010", "2Pz.3": "4011", "2Pz.S2": "4011", "2Pz.S304": "4011"},
        Phase.COMBAT,
        AXIS,
        levels={"316RD": 1},
    )
    fight(position, "4010", "2Pz.3 2Pz.S2 2Pz.S304", 9)  # 14 against 3, with concentration 6:1: TEST / D2
    assert "back HQ.16A 4009" in legal(position)


@pytest.mark.rule("5.1.10")
def test_towed_guns_do_not_attack_themselves() -> None:
    position = situation({"316RD": "4010", "Art.XX": "4011", "2Pz.3": "4011"}, Phase.COMBAT, AXIS)
    play(position, "attack 4010")
    assert refused(position, "join Art.XX") == "5.1.10"
    assert refused(position, "join HQ.XX") == "5.1.2"


@pytest.mark.rule("5.1.7")
def test_duties_are_found_anew_in_every_combat_phase() -> None:
    position = situation({"316RD": "4010", "2Pz.3": "4012"}, Phase.COMBAT, AXIS)
    assert legal(position) == ["end"]
    while position.state.phase != Phase.MOVEMENT or position.state.turn != 2:
        play(position, next(text for text in legal(position) if text in ("end", "ready")))
    play(position, "move 2Pz.3 4011", "end")
    assert refused(position, "end") == "5.1.3"


# --- an oracle that tries everything -----------------------------------------------------------------

Fight = tuple[frozenset[int], frozenset[int]]

CLUSTER = ("4010", "4009", "4011", "3909", "3910", "4109", "4110", "4012", "3911", "4111", "4008")
GERMANS = ("7ID.19", "7ID.61", "2Pz.3", "2Pz.S2", "StuG.191", "Art.XX", "HQ.XX")
SOVIETS = ("316RD", "50RD", "50CD", "4TB", "Art1.16A", "HQ.16A")
SWAMPS = {"4010": "swamp", "3911": "swamp"}


class Oracle:
    """Tries every set of combats with which the open duties of the Germans could be met."""

    def __init__(self, position: MoscowPosition) -> None:
        game, state = position.game, position.state
        self.where = state.where
        self.open = frozenset(
            one
            for one in game.units_of[AXIS]
            if state.where[one] >= 0 and game.fights[one] and not state.marks[one] & Mark.FOUGHT
        )
        enemies = [one for one in game.units_of[SOVIET] if state.where[one] >= 0]
        self.targets = frozenset(state.where[one] for one in enemies if not state.marks[one] & Mark.FOUGHT)
        self.near = {
            one: frozenset(game.grid.neighbours[state.where[one]]) & self.targets for one in self.open
        }
        swamps = {game.grid.hex(label) for label in SWAMPS}
        zone = {
            one: {
                hex
                for hex in game.grid.neighbours[state.where[one]]
                if not (game.motorized[one] and hex in swamps)
            }
            for one in enemies
            if game.regular[one]
        }
        in_zone = set().union(*zone.values()) if zone else set()
        self.must_attack = frozenset(
            one
            for one in self.open
            if self.near[one] and state.where[one] in in_zone and state.where[one] not in state.forts
        )
        binding = {
            state.where[one]
            for one in game.units_of[AXIS]
            if state.where[one] >= 0
            and game.fights[one]
            and (game.fortified_bind or state.where[one] not in state.forts)
        }
        bound = {
            state.where[one] for one in zone if zone[one] & binding and not state.marks[one] & Mark.FOUGHT
        }
        self.must_be_attacked = frozenset(bound) & frozenset().union(*self.near.values())
        self.possible = cache(self._possible)

    def fights(self, units: frozenset[int], targets: frozenset[int]) -> Iterator[Fight]:
        """Every combat of some of these units with some of these hexes (5.1.5)."""
        for target in targets:
            for attackers in subsets(one for one in units if target in self.near[one]):
                yield attackers, frozenset([target])
        for here in {self.where[one] for one in units}:
            stack = [one for one in units if self.where[one] == here]
            for attackers in subsets(stack):
                for several in subsets(self.near[stack[0]] & targets):
                    if len(several) > 1:
                        yield attackers, several

    def _possible(self, units: frozenset[int], targets: frozenset[int]) -> bool:
        """Can the duties be met with these units and hexes left?"""
        if not self.must_attack & units and not self.must_be_attacked & targets:
            return True
        return any(self.possible(units - a, targets - t) for a, t in self.fights(units, targets))

    def good(self, attackers: frozenset[int], targets: frozenset[int]) -> bool:
        """Can a combat that contains this one be fought with all duties met in the end?"""
        return any(
            attackers <= a and targets <= t and self.possible(self.open - a, self.targets - t)
            for a, t in self.fights(self.open, self.targets)
        )


def subsets(items: Iterable[int]) -> Iterator[frozenset[int]]:
    items = tuple(items)
    for size in range(1, len(items) + 1):
        yield from (frozenset(chosen) for chosen in itertools.combinations(items, size))


def tiny_situation(rng: random.Random) -> MoscowPosition:
    places = list(CLUSTER)
    rng.shuffle(places)
    edge = rng.randint(2, 4)
    units: dict[str, str] = {}
    for name in rng.sample(SOVIETS, rng.randint(2, 4)):
        units[name] = rng.choice(places[:edge])
    for name in rng.sample(GERMANS, rng.randint(2, 5)):
        units[name] = rng.choice(places[edge : edge + 4])
    forts = [hex for hex in sorted(set(units.values())) if rng.random() < 0.3]
    options = ("fortified-bind=on",) if rng.random() < 0.3 else ()
    game = plain_game(changes=ground(SWAMPS), options=options)
    return situation(units, Phase.COMBAT, AXIS, game=game, forts=forts)


def compare(position: MoscowPosition, rng: random.Random) -> int:
    """Hold every choice of a combat phase against the oracle, on a random way through it."""
    compared = 0
    while True:
        oracle = Oracle(position)
        done = not oracle.must_attack and not oracle.must_be_attacked
        assert (END() in position.legal()) == done
        for hex in position.state.stacks:
            expected = oracle.good(frozenset(), frozenset([hex]))
            assert (position.explain(ATTACK(hex)) is None) == expected
        attacks = position.legal().where(ATTACK)
        if not attacks:
            assert done
            return compared
        position.apply(rng.choice(attacks))
        while isinstance(position.step, Assemble):
            battle = position.step.battle
            attackers, targets = frozenset(battle.attackers), frozenset(battle.targets)
            legal_orders = position.legal()
            for one in oracle.open - attackers:
                assert (JOIN(one) in legal_orders) == oracle.good(attackers | {one}, targets)
            if attackers:
                for hex in oracle.targets - targets:
                    assert (ALSO(hex) in legal_orders) == oracle.good(attackers, targets | {hex})
            can_fight = bool(attackers) and oracle.possible(oracle.open - attackers, oracle.targets - targets)
            assert (FIGHT() in legal_orders) == can_fight
            compared += 1
            choices = [*legal_orders.where(JOIN), *legal_orders.where(ALSO), *legal_orders.where(FIGHT)]
            order = rng.choice(choices)
            if order.verb is FIGHT:
                position = without_effect(position)
            else:
                position.apply(order)


def without_effect(position: MoscowPosition) -> MoscowPosition:
    """The position after the attack that is being put together, in which nothing happened to anybody."""
    step = position.step
    assert isinstance(step, Assemble)
    for one in (*step.battle.attackers, *defenders(position, step.battle)):
        position.state.marks[one] |= Mark.FOUGHT
    return Position(position.game, position.state, (Sequence(), Combat(AXIS)))


@pytest.mark.rule("5.1.3", "5.1.4", "5.1.5", "5.1.7")
@pytest.mark.parametrize("batch", range(4))
def test_what_is_offered_is_what_lets_all_duties_be_met(batch: int) -> None:
    compared = sum(
        compare(tiny_situation(rng), rng) for rng in map(random.Random, range(batch * 40, batch * 40 + 40))
    )
    assert compared > 60
