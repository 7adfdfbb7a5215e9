"""The worked examples of the rule book that run through several rules, with the figures of the book.

`examples.toml` tells for every example of the book which test plays it; most stand with their rule.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from tests.games.moscow1941.altered import ground, rivers
from tests.games.moscow1941.counters import altered
from tests.games.moscow1941.fighting import fight, odds
from tests.games.moscow1941.situation import (
    Changes,
    hexes,
    legal,
    plain_game,
    play,
    refused,
    situation,
    unit,
    where,
)

from grognard.games.moscow1941.disorganization import DisorganizationTest
from grognard.games.moscow1941.movement import MovingUnit
from grognard.games.moscow1941.phases import Phase
from grognard.games.moscow1941.state import AXIS, SOVIET

HERE = Path(__file__).parent


def test_every_example_of_the_book_is_played_by_a_test() -> None:
    examples: dict[str, list[str]] = tomllib.loads((HERE / "examples.toml").read_text("utf-8"))["examples"]
    written = {
        f"{path.stem}.{name}"
        for path in HERE.glob("test_*.py")
        for name in re.findall(r"^def (test_\w+)", path.read_text("utf-8"), re.MULTILINE)
    }
    assert len(examples) > 50
    for example, tests in examples.items():
        assert tests, example
        assert set(tests) <= written, example


# --- 3.1.13 ------------------------------------------------------------------------------------------


@pytest.mark.rule("3.1.13")
def test_a_mechanized_unit_with_seven_points_enters_a_hex_that_costs_nine() -> None:
    game = plain_game(
        changes=ground({"4009": "forest"})
        + rivers("river", "4010/4009")
        + (("tables/terrain.csv", "river,hexside,River,+2,+2", "river,hexside,River,+2,+6"),)
    )
    tanks = "2Pz.3"
    position = situation({tanks: "4010"}, Phase.MOVEMENT, AXIS, game=game)
    kind = game.units[unit(position, tanks)].movement_class
    assert game.geography.costs[kind].price(*hexes(position, "4010", "4009")) == 9 * 6
    play(position, f"unit {tanks}")
    assert isinstance(position.step, MovingUnit)
    assert position.step.left == 7 * 6
    play(position, f"move {tanks} 4009")
    assert where(position, tanks) == "4009"


# --- 5.3.9 and 5.4.6 ---------------------------------------------------------------------------------


@pytest.mark.rule("5.3.9", "5.4.6")
def test_a_retreat_of_three_hexes_on_d4_takes_two_tests_and_a_pursuit_of_three_hexes() -> None:
    units = {"50RD": "4010", "2Pz.3": "4011"}
    position = situation(units, Phase.COMBAT, AXIS, game=plain_game(changes=(altered("2Pz.3", sp="30"),)))
    fight(position, "4010", "2Pz.3", 5)  # 30 against 4, 8:1: D4
    play(position, "back 50RD 4009", "back 50RD 4008", "back 50RD 4007", "hold 50RD")
    assert position.state.levels[unit(position, "50RD")] == 1
    lengths = {order.count("-") for order in legal(position, "pursue")}
    assert lengths == {1, 2, 3}
    assert all(order.startswith("pursue 2Pz.3 4011-4010") for order in legal(position, "pursue"))
    assert refused(position, "pursue 2Pz.3 4011-4010-4009-4008-4108") == "5.4.6"
    play(position, "pursue 2Pz.3 4011-4010-4009-4008")
    assert isinstance(position.step, DisorganizationTest)
    assert (position.step.unit, position.step.times) == (unit(position, "50RD"), 2)


# --- 6.6.3 -------------------------------------------------------------------------------------------

GUNS = ("Art1.16A", "Art2.16A")
CAVALRY_AND_GUNS: Changes = (
    altered("50CD", sp="5"),
    *(altered(gun, sp="5", defence="3") for gun in GUNS),
)


@pytest.mark.rule("6.6.3", "6.6.1", "6.3.1")
def test_cavalry_and_two_guns_defend_with_six_and_attack_with_fifteen() -> None:
    game = plain_game(changes=CAVALRY_AND_GUNS)
    units = {"2Pz.3": "3132", "50CD": "3131"} | dict.fromkeys(GUNS, "3133")
    attacked = situation(units, Phase.COMBAT, AXIS, game=game)
    assert odds(attacked, "3131 3133", "2Pz.3").defence == 6
    attacking = situation(units, Phase.COMBAT, SOVIET, game=game)
    play(attacking, "attack 3132", "join 50CD", *(f"support {gun}" for gun in GUNS))
    assert odds(attacking, "3132", "50CD", guns=" ".join(GUNS)).attack == 15
    guarded = situation(units | {"257.185RD": "3133"}, Phase.COMBAT, AXIS, game=game)
    guard = game.units[unit(guarded, "257.185RD")].sp
    assert odds(guarded, "3131 3133", "2Pz.3").defence == 5 + guard + 6


# --- 10.1.11 and 10.2 --------------------------------------------------------------------------------

MOTORIZED, MORE_MOTORIZED = "3Mot.8", "3Mot.29"
TANKS, MORE_TANKS, ASSAULT_GUNS, TIGERS = "10Pz.7", "5Pz.31", "StuG.191", "StuG.600"
POCKET = "2933"
"""A dry hex beside the valley from which zones reach two of its hexes."""


def valley() -> Changes:
    """Land between lakes: line 30 is the only way from the west, with a stretch of road at 3029 and 3028."""
    lakes = {f"{line}{place:02}": "lake" for line in (28, 29, 31) for place in range(1, 38)}
    del lakes[POCKET]
    end = "north,north,main,0105-0205,design"
    return (*ground(lakes), ("map/links.csv", end, f"{end}\nvalley,valley,main,3029-3028,design"))


def unsupplied(units: dict[str, str]) -> set[str]:
    """The units of the Axis that are out of supply after its supply phase."""
    position = situation(units, Phase.SUPPLY, AXIS, game=plain_game(changes=valley()))
    return {id for id in units if position.state.shortage[unit(position, id)]}


@pytest.mark.rule("10.1.5", "10.1.6", "10.1.7", "10.1.9", "10.1.11")
def test_ten_points_reach_two_tank_battalions_because_friends_pass_them_on() -> None:
    chain = {MOTORIZED: "3032", MORE_MOTORIZED: "3031", TANKS: "3030", MORE_TANKS: "3029"}
    # the points end at the first motorized regiment; the road behind the tanks is free, and nothing beyond it
    units = chain | {ASSAULT_GUNS: "3027"}
    assert unsupplied(units) == {ASSAULT_GUNS}
    assert unsupplied({id: hex for id, hex in units.items() if id != MORE_MOTORIZED}) == {
        TANKS, MORE_TANKS, ASSAULT_GUNS,
    }  # fmt: skip
    between = {"183ID.330": "3028"}
    assert unsupplied(units | between) == set()


@pytest.mark.rule("10.1.10", "10.1.11")
def test_one_more_unit_opens_the_zone_of_an_enemy_for_the_tigers() -> None:
    grid = plain_game().grid
    near = [grid.label(hex) for hex in grid.neighbours[grid.hex(POCKET)]]
    first, second = sorted((hex for hex in near if hex.startswith("30")), reverse=True)
    units = {MOTORIZED: first, TIGERS: f"30{int(second[2:]) - 1}", "316RD": POCKET}
    assert unsupplied(units) == {TIGERS}
    assert unsupplied(units | {MORE_MOTORIZED: second}) == set()


@pytest.mark.rule("10.2.3", "10.2.4", "10.2.5")
def test_a_full_move_a_full_attack_that_fails_and_a_defeat_cost_three_levels_and_one() -> None:
    infantry = "183ID.330"
    units, far = {infantry: "3023", "78RD": "3021"}, plain_game(changes=valley())
    position = situation(units, Phase.MOVEMENT, AXIS, game=far, shortage={infantry: 1})

    def level() -> int:
        return position.state.shortage[unit(position, infantry)]

    play(position, f"unit {infantry}", "exert")
    assert level() == 1 + 1
    play(position, f"move {infantry} 3022", "end", "attack 3021", f"join {infantry}", f"all-out {infantry}")
    play(position, "fight", "roll 7", f"hold {infantry}")  # 4 against 7, 1:2: A1
    assert level() == 1 + 3
    while (position.seat, position.state.phase) != (SOVIET, 10):
        passing = set(legal(position)) & {"end", "ready"}
        play(position, passing.pop() if passing else "roll 12")  # it does not surrender
    fight(position, "3022", "78RD", 7)  # 7 against 2, 4:1: D2
    play(position, f"back {infantry} 3023", f"back {infantry} 3024", "ready", "roll 2")
    assert level() == 1 + 4
