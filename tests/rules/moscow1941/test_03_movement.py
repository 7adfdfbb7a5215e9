"""3 Movement and stacking, with the movement part of the terrain table."""

from __future__ import annotations

import pytest
from tests.games.moscow1941.altered import bridge, city, ground, rivers, road, towns
from tests.games.moscow1941.fighting import fight
from tests.games.moscow1941.situation import (
    Changes,
    MoscowPosition,
    legal,
    plain_game,
    play,
    refused,
    situation,
    unit,
    where,
)

from grognard.board.reach import CLOSED
from grognard.games.moscow1941.components import MovementClass
from grognard.games.moscow1941.movement import MovingUnit
from grognard.games.moscow1941.phases import Phase
from grognard.games.moscow1941.state import AXIS, SOVIET, Mark

LAND: Changes = (
    ground({"4009": "forest", "3909": "swamp", "4110": "lake", "4108": "forest"})
    + towns("4210")
    + city("4310", "4410")
    + rivers("river", "4009/4010", "4008/4009")
    + rivers("canal", "4020/4021")
    + road("main", "3010-3011-3012-3013-3014-3015-3016-3017")
    + road("secondary", "3210-3211-3212-3213-3214-3215-3216-3217-3218-3219")
    + road("main", "4020-4021")
    + bridge("4020/4021")
)
INFANTRY, CAVALRY, TANKS, TRUCKS = "7ID.19", "50CD", "2Pz.3", "2Pz.S2"
SIXTHS = 6


def moving(id: str, hex: str, further: dict[str, str] | None = None, **more: object) -> MoscowPosition:
    """A unit about to move in the land above."""
    game = plain_game(changes=LAND)
    seat = game.owner[game.unit_index[id]]
    position = situation({id: hex} | (further or {}), Phase.MOVEMENT, seat, game=game, **more)  # type: ignore[arg-type]
    play(position, f"unit {id}")
    return position


def cost(here: str, there: str, kind: MovementClass) -> float:
    """What a step costs in the land above, in points; -1 when it is closed."""
    game = plain_game(changes=LAND)
    price = game.geography.costs[kind].price(game.grid.hex(here), game.grid.hex(there))
    return price if price == CLOSED else price / SIXTHS


FOOT, TRACKED, TRUCKED = MovementClass.FOOT, MovementClass.TRACKED, MovementClass.TRUCKED


@pytest.mark.rule("terrain-table", "3.1.11")
@pytest.mark.parametrize(
    ("here", "there", "foot", "tracked", "trucked"),
    [
        ("3510", "3511", 1, 1, 2),  # clear
        ("4107", "4108", 2, 3, 4),  # forest
        ("4109", "4210", 1, 1, 1),  # town
        ("4211", "4310", 2, 2, 2),  # city
        ("3809", "3909", 2, CLOSED, CLOSED),  # swamp
        ("4111", "4110", CLOSED, CLOSED, CLOSED),  # lake
        ("3010", "3011", 1 / 2, 1 / 2, 1 / 3),  # main route
        ("3210", "3211", 1, 1, 1 / 2),  # secondary route
        ("4310", "4410", 1 / 2, 1 / 2, 1 / 3),  # within a city
        ("4020", "4021", 1 / 2, 1 / 2, 1 / 3),  # over a bridge
        ("4009", "4010", 2, 3, 4),  # clear behind a river
    ],
)
def test_every_kind_of_ground_has_its_price(
    here: str, there: str, foot: float, tracked: float, trucked: float
) -> None:
    found = [cost(here, there, kind) for kind in (FOOT, TRACKED, TRUCKED)]
    assert found == pytest.approx([foot, tracked, trucked])


@pytest.mark.rule("3.1.12")
def test_prices_of_ground_and_water_add_up() -> None:
    assert cost("4010", "4009", TRACKED) == 1 + 2 + 2  # woods behind a river: 5 points
    assert cost("4010", "4009", TRUCKED) == 2 + 2 + 2
    assert cost("4010", "4009", FOOT) == 1 + 1 + 1


@pytest.mark.rule("3.1.1", "2.1.2")
def test_units_move_in_movement_phases_only() -> None:
    position = situation({INFANTRY: "4012"}, Phase.COMBAT, AXIS)
    assert refused(position, f"move {INFANTRY} 4013")
    position = situation({INFANTRY: "4012"}, Phase.MOVEMENT, AXIS)
    assert refused(position, f"move {INFANTRY} 4013") == ""
    assert refused(position, f"move {CAVALRY} 4013") == "3.1"


@pytest.mark.rule("3.1.2")
def test_a_retreat_is_not_limited_by_movement_points_but_by_its_own_rules() -> None:
    position = situation({"257.185RD": "4010", "50RD": "4010", TANKS: "4011"}, Phase.COMBAT, AXIS)
    fight(position, "4010", TANKS, 5)
    assert not legal(position, "move")


@pytest.mark.rule("3.1.3")
def test_units_move_in_any_order() -> None:
    position = situation({INFANTRY: "4012", TANKS: "3012"}, Phase.MOVEMENT, AXIS)
    assert {f"unit {INFANTRY}", f"unit {TANKS}"} <= set(legal(position))
    play(position, f"unit {TANKS}")
    assert refused(position, f"move {INFANTRY} 4013") == "3.1.3"
    play(position, f"move {TANKS} 3013", "stop", f"move {INFANTRY} 4013")


@pytest.mark.rule("3.1.4")
def test_a_path_leaves_out_no_hex() -> None:
    position = moving(INFANTRY, "3510")
    assert refused(position, f"march {INFANTRY} 3510-3512") == "3.1.4"
    assert refused(position, f"march {INFANTRY} 3511-3512") == "3.1.4"
    play(position, f"march {INFANTRY} 3510-3511-3512")
    assert where(position, INFANTRY) == "3512"


@pytest.mark.rule("3.1.5")
def test_a_unit_goes_as_far_as_its_points() -> None:
    position = moving(INFANTRY, "3520")
    assert refused(position, f"move {INFANTRY} 3524") == ""
    assert refused(position, f"move {INFANTRY} 3525") == "3.1.5"
    assert refused(position, f"march {INFANTRY} 3520-3521-3522-3523-3524-3525") == "3.1.5"


@pytest.mark.rule("3.1.5", "3.1.6")
def test_a_move_in_parts_spends_the_same_points_and_saves_none() -> None:
    position = moving(INFANTRY, "3520")
    play(position, f"move {INFANTRY} 3522")
    assert refused(position, f"move {INFANTRY} 3525") == "3.1.5"
    play(position, f"move {INFANTRY} 3523", "stop")
    assert refused(position, f"unit {INFANTRY}") == "3.1.6"
    while not (position.state.turn == 2 and position.state.phase == Phase.MOVEMENT):
        play(position, next(order for order in legal(position) if order in ("end", "ready")))
    position.state.shortage[unit(position, INFANTRY)] = 0
    play(position, f"unit {INFANTRY}")
    step = position.step
    assert isinstance(step, MovingUnit)
    assert step.left == 4 * SIXTHS  # not a point more


@pytest.mark.rule("3.1.7")
def test_points_are_not_passed_on() -> None:
    position = moving(INFANTRY, "3520", {"7ID.61": "3520"})
    play(position, "stop", "unit 7ID.61")
    step = position.step
    assert isinstance(step, MovingUnit)
    assert step.left == 4 * SIXTHS


@pytest.mark.rule("3.1.8")
def test_nobody_enters_an_enemy_hex() -> None:
    position = moving(INFANTRY, "3520", {"316RD": "3522"})
    assert refused(position, f"move {INFANTRY} 3522") == "3.1.8"
    assert refused(position, f"march {INFANTRY} 3520-3521-3522") in ("3.1.8", "4.2.1")
    position = moving(INFANTRY, "3520", {"316RD": "3521"})
    assert refused(position, f"march {INFANTRY} 3520-3521") == "3.1.8"


EIGHT = dict.fromkeys(["183ID.330", "183ID.343", "183ID.351", "78ID.195"], "3521")


@pytest.mark.rule("3.1.9", "3.1.10")
def test_a_full_hex_of_friends_is_passed_by_any_number() -> None:
    position = moving(INFANTRY, "3520", {**EIGHT, "7ID.61": "3520"})
    for id in (INFANTRY, "7ID.61"):
        play(position, f"march {id} 3520-3521-3522", "stop")
    assert where(position, INFANTRY) == where(position, "7ID.61") == "3522"


@pytest.mark.rule("3.2.1")
def test_no_hex_holds_more_than_eight_levels() -> None:
    position = moving(INFANTRY, "3520", EIGHT)
    assert refused(position, f"move {INFANTRY} 3521") == "3.2.1"
    assert f"move {INFANTRY} 3521" not in legal(position)
    position = moving(INFANTRY, "3520", EIGHT, levels={"78ID.195": 1, INFANTRY: 1})
    assert refused(position, f"move {INFANTRY} 3521") == ""


@pytest.mark.rule("3.2.2")
def test_a_headquarters_is_one_level() -> None:
    position = moving(INFANTRY, "3520", {**EIGHT, "HQ.XX": "3521"}, levels={"78ID.195": 1, INFANTRY: 1})
    assert refused(position, f"move {INFANTRY} 3521") == "3.2.1"
    position = moving("HQ.XX", "3520", EIGHT, levels={"78ID.195": 1})
    assert refused(position, "move HQ.XX 3521") == ""


@pytest.mark.rule("3.1.13")
def test_a_unit_always_goes_one_hex_whatever_it_costs() -> None:
    # infantry out of supply has 2 points; woods behind a river cost 3
    position = moving(INFANTRY, "4010", shortage={INFANTRY: 1})
    assert refused(position, f"march {INFANTRY} 4010-4009") == ""
    play(position, f"move {INFANTRY} 4009")
    assert where(position, INFANTRY) == "4009"
    assert position.state.shortage[unit(position, INFANTRY)] == 1
    # the cap is on the first hex only
    position = moving(INFANTRY, "4011", shortage={INFANTRY: 1})
    assert refused(position, f"march {INFANTRY} 4011-4010-4009") == "3.1.5"


@pytest.mark.rule("3.1.13", "4.2.6")
def test_leaving_a_zone_is_part_of_the_capped_price() -> None:
    position = moving(INFANTRY, "4010", {"316RD": "4011"}, shortage={INFANTRY: 1})
    assert refused(position, f"move {INFANTRY} 4009") == ""


@pytest.mark.rule("3.1.13")
def test_one_hex_is_promised_on_open_ground_only() -> None:
    position = moving(TANKS, "4010")
    assert refused(position, f"march {TANKS} 4010-3909") == "3.1.11"
    assert refused(position, f"march {TANKS} 4010-4110") == "3.1.11"


# --- the further hex on secondary routes -------------------------------------------------------------


@pytest.mark.rule("terrain-table")
def test_infantry_on_a_secondary_route_goes_one_hex_further() -> None:
    position = moving(INFANTRY, "3210")
    assert refused(position, f"move {INFANTRY} 3215") == ""
    assert refused(position, f"move {INFANTRY} 3216") == "3.1.5"
    assert refused(position, f"march {INFANTRY} 3210-3211-3212-3213-3214-3314") == "3.1.5"
    play(position, f"move {INFANTRY} 3215")
    assert where(position, INFANTRY) == "3215"
    assert refused(position, f"move {INFANTRY} 3216")


@pytest.mark.rule("terrain-table")
def test_the_further_hex_is_there_for_a_move_in_parts_as_well() -> None:
    position = moving(INFANTRY, "3210")
    play(position, f"move {INFANTRY} 3212", f"move {INFANTRY} 3214")
    assert set(legal(position, "move")) == {f"move {INFANTRY} 3213", f"move {INFANTRY} 3215"}
    play(position, f"move {INFANTRY} 3215")
    assert not legal(position, "move")
    position = moving(INFANTRY, "3210")
    play(position, f"march {INFANTRY} 3210-3110", f"march {INFANTRY} 3110-3211", f"move {INFANTRY} 3213")
    assert not legal(position, "move")


@pytest.mark.rule("terrain-table")
def test_trucks_have_no_further_hex_and_a_switch_takes_it_from_all() -> None:
    position = moving(TRUCKS, "3210")
    assert refused(position, f"move {TRUCKS} 3219") == ""
    game = plain_game(changes=LAND, options=("bonus-hex=off",))
    position = situation({INFANTRY: "3210"}, Phase.MOVEMENT, AXIS, game=game)
    assert refused(position, f"move {INFANTRY} 3215") == "3.1.5"


@pytest.mark.rule("terrain-table")
def test_a_step_off_the_road_takes_the_further_hex_away() -> None:
    position = moving(TANKS, "3510", {"HQ.XX": "3511"})
    play(position, f"move {TANKS} 3511")
    step = position.step
    assert isinstance(step, MovingUnit)
    assert not step.by_road


# --- prey --------------------------------------------------------------------------------------------


@pytest.mark.rule("3.1.8", "6.1.7", "9.1.5")
def test_lone_guns_and_headquarters_are_entered_and_destroyed() -> None:
    position = moving(INFANTRY, "3520", {"Art1.16A": "3521", "HQ.16A": "3521"})
    play(position, f"move {INFANTRY} 3521")
    assert where(position, "Art1.16A") == where(position, "HQ.16A") == ""
    assert where(position, INFANTRY) == "3521"
    assert refused(position, f"move {INFANTRY} 3523") == ""  # 4 points, less 1 for the hex and 1 for the gun
    assert refused(position, f"move {INFANTRY} 3524") == "3.1.5"


@pytest.mark.rule("3.1.1")
def test_a_unit_that_was_activated_is_not_activated_again() -> None:
    position = moving(INFANTRY, "3520")
    play(position, "stop")
    assert position.state.marks[unit(position, INFANTRY)] & Mark.MOVED
    assert refused(position, f"unit {INFANTRY}") == "3.1.6"
    assert position.seat != SOVIET
