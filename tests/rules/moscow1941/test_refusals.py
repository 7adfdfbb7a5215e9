"""Why not: orders that one would try, and the rule that the referee cites; what no chapter asks already."""

from __future__ import annotations

import pytest
from tests.games.moscow1941.altered import ground, rivers
from tests.games.moscow1941.counters import altered
from tests.games.moscow1941.fighting import fight
from tests.games.moscow1941.situation import (
    MoscowPosition,
    hexes,
    legal,
    plain_game,
    play,
    refused,
    situation,
    unit,
)

from grognard.games.moscow1941.phases import Phase
from grognard.games.moscow1941.state import AXIS, SOVIET, WAITING, Mark

INFANTRY, SECOND, TANKS, GUNS, POST = "183ID.330", "183ID.343", "10Pz.7", "Art.XX", "HQ.XX"
RIFLES, RED_GUNS, MORE_RED_GUNS = "316RD", "Art1.16A", "Art2.16A"


def attacked(units: dict[str, str], *orders: str, **settings: object) -> MoscowPosition:
    """An attack by the infantry in 3032 on 3031, while it is put together or answered."""
    position = situation({INFANTRY: "3032"} | units, Phase.COMBAT, **settings)  # type: ignore[arg-type]
    play(position, "attack 3031", f"join {INFANTRY}", *orders)
    return position


def moving(id: str, units: dict[str, str], **settings: object) -> MoscowPosition:
    """A unit of the Axis about to move from 3032."""
    position = situation({id: "3032"} | units, Phase.MOVEMENT, **settings)  # type: ignore[arg-type]
    play(position, f"unit {id}")
    return position


@pytest.mark.rule("6.2.2", "6.2.4")
def test_the_set_up_of_guns() -> None:
    assert refused(moving(INFANTRY, {}), "deploy") == "6.2.2"
    assert refused(moving(GUNS, {}), "deploy") == "6.2.4"
    limbered = moving(GUNS, {}, marks={GUNS: Mark.TRANSPORT})
    assert refused(limbered, "limber") == "6.2.4"
    assert refused(limbered, "deploy") == ""


@pytest.mark.rule("3.1.1", "3.1.3", "6.1.7")
def test_movement() -> None:
    position = situation({TANKS: "3032", RED_GUNS: "3031"}, Phase.MOVEMENT)
    assert refused(position, f"unit {INFANTRY}") == "3.1.1"
    play(position, f"unit {TANKS}")
    assert refused(position, f"march {TANKS} 3032-3031-3030") == "6.1.7"
    assert refused(position, f"march {TANKS} 3032-3031") == ""
    assert refused(position, f"move {INFANTRY} 3031") == "3.1.3"


@pytest.mark.rule("12.1.4")
def test_marks_for_strategic_movement() -> None:
    position = situation({TANKS: "3032", INFANTRY: "3132"}, Phase.MOVEMENT)
    play(position, f"unit {TANKS}", "strategic", "end", "end")
    assert position.state.phase == Phase.STRATEGIC
    assert refused(position, f"unit {INFANTRY}") == "12.1.4"
    assert refused(position, f"unit {TANKS}") == ""


@pytest.mark.rule("11.1.2", "scenario-typhoon")
def test_the_reserves_of_moscow_do_not_wait_at_an_entry() -> None:
    position = situation({}, Phase.MOVEMENT, SOVIET)
    number = unit(position, "19RD")
    position.state.where[number] = WAITING
    position.state.levels[number] = 2
    assert refused(position, "enter 19RD kimry") == "11.1.2"
    assert refused(position, "shift 19RD kimry") == "11.1.2"
    assert refused(position, "arrive 19RD 5101") == ""
    assert refused(position, "arrive 19RD 3031") == "scenario-typhoon"


@pytest.mark.rule("5.1.1", "5.1.2", "5.1.5", "5.2.1")
def test_putting_an_attack_together() -> None:
    units = {RIFLES: "3031", "50CD": "2932", SECOND: "3133", TANKS: "3020"}
    position = situation({INFANTRY: "3032"} | units, Phase.COMBAT)
    assert refused(position, "attack 3032") == "5.1.2"
    assert refused(position, "attack 3010") == "5.1.2"
    play(position, "attack 3031")
    assert refused(position, "fight") == "5.2.1"
    assert refused(position, "also 2932") == "5.2.1"
    assert refused(position, f"support {GUNS}") == "5.2.1"
    assert refused(position, "waive") == "5.2.1"
    assert refused(position, f"join {RIFLES}") == "5.2.1"
    assert refused(position, f"join {TANKS}") == "5.1.2"
    assert refused(position, "join 7ID.19") == "5.1.2", "it is not on the map"
    play(position, f"join {INFANTRY}")
    assert refused(position, f"join {INFANTRY}") == "5.2.1"
    assert refused(position, "also 3031") == "5.2.1"
    assert refused(position, "also 3133") == "5.1.2"
    assert refused(position, f"all-out {INFANTRY}") == "10.2.3", "it is in supply"
    assert refused(position, f"all-out {TANKS}") == "10.2.3", "it does not attack"
    assert refused(position, "waive") == "9.2.1"
    assert refused(position, "spend 3031") == "9.1.6"
    assert refused(position, "cover 0") == "8.1.3"


@pytest.mark.rule("5.1.1", "6.3.1", "6.6.1", "8.2.5", "9.2.1", "15.1.6", "15.4.1")
def test_answering_an_attack() -> None:
    units = {RIFLES: "3031", RED_GUNS: "3030", MORE_RED_GUNS: "3031"}
    position = attacked(units, "fight")
    assert refused(position, f"support {MORE_RED_GUNS}") == "6.6.1"
    play(position, f"support {RED_GUNS}")
    assert refused(position, f"support {RED_GUNS}") == "6.3.1"
    assert refused(position, "cover 0") == "8.2.5"
    assert refused(position, "waive") == "9.2.1"
    assert refused(position, f"star {RED_GUNS}") == "15.1.6"
    assert refused(position, f"star {RIFLES}") == "15.1.1"
    assert refused(position, f"garrison {RIFLES}") == "15.4.1"
    play(position, "ready")
    assert position.decision.outcomes is not None


@pytest.mark.rule("6.3.1", "6.6.3")
def test_guns_do_not_support_guns_alone() -> None:
    position = situation({INFANTRY: "3032", RED_GUNS: "3031", MORE_RED_GUNS: "3030"}, Phase.COMBAT)
    play(position, "attack 3031", f"join {INFANTRY}", "fight")
    assert position.decision.outcomes is not None, "there is nothing for the defender to decide"


@pytest.mark.rule("15.1.2", "15.1.8")
def test_stars_that_are_of_no_use() -> None:
    stars = (altered(INFANTRY, star="black"), altered(RIFLES, star="yellow"), altered("50CD", star="white"))
    game = plain_game(changes=stars)
    dug_in = attacked({RIFLES: "3031"}, game=game, forts=["3031"])
    assert refused(dug_in, f"star {INFANTRY}") == "15.1.2"
    units = {RIFLES: "3031", "50CD": "3031", RED_GUNS: "3030"}
    open_field = attacked(units, game=game)
    assert refused(open_field, f"star {INFANTRY}") == ""
    play(open_field, f"star {INFANTRY}", "fight")
    assert refused(open_field, f"star {RIFLES}") == "15.1.2", "a yellow star is for attacks"
    assert refused(open_field, "star 50CD") == "15.1.2", "nobody is mechanized"
    wide = plain_game(changes=stars + rivers("big_river", "3032/3031"))
    crossing = attacked(units, game=wide)
    assert refused(crossing, f"star {INFANTRY}") == "15.1.8"
    play(crossing, "fight")
    assert refused(crossing, f"star {RIFLES}") == "15.1.8"


@pytest.mark.rule("5.3.2", "5.3.7")
def test_retreats() -> None:
    units = {"50RD": "4010", "7ID.19": "4011", "7ID.61": "4011", "2Pz.3": "4011"}
    position = situation(units, Phase.COMBAT, AXIS)
    fight(position, "4010", "7ID.19 7ID.61 2Pz.3", 6)  # 4:1: D2
    play(position, "back 50RD 4009")
    assert refused(position, "back 50RD 3909") == "5.3.2", "no further away"
    assert refused(position, "back 7ID.19 4012") == "5.3.1"
    two = situation(units | {"126RD": "4010"}, Phase.COMBAT, AXIS)
    fight(two, "4010", "7ID.19 7ID.61 2Pz.3", 7)  # 16 against 7, 2:1: D1
    play(two, "back 50RD 4009")
    assert refused(two, "back 50RD 4008") == "5.3.2", "as far as it had to go"
    play(two, "hold 126RD")


@pytest.mark.rule("5.4.8")
def test_a_pursuit_beyond_a_big_river() -> None:
    units = {"50RD": "4010", "7ID.19": "4011", "7ID.61": "4011", "2Pz.3": "4011"}
    game = plain_game(changes=rivers("big_river", "4011/4010"))
    position = situation(units, Phase.COMBAT, AXIS, game=game)
    fight(position, "4010", "7ID.19 7ID.61 2Pz.3", 5)
    play(position, "back 50RD 4009", "back 50RD 4008")
    while "ready" not in legal(position):
        play(position, legal(position)[0])
    assert refused(position, "pursue 2Pz.3 4011-4010-4009") == "5.4.8"
    assert refused(position, "pursue 2Pz.3 4011-4010") == ""


@pytest.mark.rule("14.3.2", "14.2.3")
def test_bridges_over_big_rivers() -> None:
    game = plain_game(changes=rivers("big_river", "3032/3031"))
    position = situation({POST: "3032", INFANTRY: "3032"}, Phase.MOVEMENT, game=game)
    assert refused(position, f"span {INFANTRY} 3032/3031") == "14.3.2", "it is no headquarters"
    assert refused(position, f"span {POST} 3032/3031") == "14.3.2", "it has just come"
    position.state.banks[unit(position, POST)] = hexes(position, "3032")[0]
    assert refused(position, f"span {POST} 3032/3031") == ""
    assert refused(position, f"span {POST} 3032/3033") == "14.2.3"
    assert refused(position, f"span {POST} 3031/3030") == "14.3.2", "it is not there"


@pytest.mark.rule("8.1.3", "8.1.5", "8.2.13")
def test_aircraft() -> None:
    position = situation({TANKS: "3032", RIFLES: "3031"}, Phase.AIR)
    assert refused(position, "follow axis-air") == "8.1.3", "there is no mission to join"
    play(position, "fly axis-air strike 3031")
    assert refused(position, "fly axis-air strike 3031") == "8.1.3"
    assert refused(position, "follow axis-air") == "8.1.3"


@pytest.mark.rule("9.1.3", "3.1.11")
def test_ground_that_is_closed() -> None:
    game = plain_game(changes=ground({"3031": "lake", "3132": "swamp"}))
    position = situation({TANKS: "3032", POST: "3032"}, Phase.MOVEMENT, game=game)
    play(position, f"unit {TANKS}")
    assert refused(position, f"move {TANKS} 3031") == "3.1.11"
    assert refused(position, f"move {TANKS} 3132") == "3.1.11"
