"""10 Supply: lines of supply through a valley between lakes, and what the want of them does."""

from __future__ import annotations

import pytest
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
    where,
)

from grognard.games.moscow1941 import bridges, supply
from grognard.games.moscow1941.battle import Assessment, assess
from grognard.games.moscow1941.combat import CombatRoll
from grognard.games.moscow1941.control import controls
from grognard.games.moscow1941.movement import MovingUnit
from grognard.games.moscow1941.phases import Phase
from grognard.games.moscow1941.state import AXIS, SOVIET, Mark

PLACES = range(1, 38)
POCKET = "2933"
"""A dry hex beside the valley, from which a zone of control reaches the valley."""

INFANTRY, SECOND, THIRD = "183ID.330", "183ID.343", "183ID.351"
TANKS, GUNS, HEADQUARTERS = "10Pz.7", "Art.XX", "HQ.XX"
RIFLES, RED_GUNS, RED_HEADQUARTERS = "316RD", "Art1.16A", "HQ.16A"


def valley(*, road: str = "", extra: tuple[tuple[str, str, str], ...] = (), **dry: str) -> Changes:
    """Lakes around line 30, so that it is the only way from the west; POCKET beside it stays dry.

    `dry` changes single hexes (h3035="f"); `road` adds a main route along a path.
    """
    letters = {(line, place): "l" for line in (28, 29, 31) for place in PLACES}
    letters[29, 33] = "c"
    for label, letter in dry.items():
        letters[int(label[1:3]), int(label[3:])] = letter
    changes = []
    for line in (28, 29, 30, 31):
        row = "".join(letters.get((line, place), "c") for place in PLACES)
        changes.append(("map/terrain.txt", f"{line}: {'c' * 37}", f"{line}: {row}"))
    if road:
        end = "north,north,main,0105-0205,design"
        changes.append(("map/links.csv", end, f"{end}\nvalley,valley,main,{road},design"))
    return (*changes, *extra)


def supplied(
    units: dict[str, str], *changes: Changes, marks: dict[str, int] | None = None, **settings: object
) -> MoscowPosition:
    """The position after an Axis supply phase in the valley."""
    given = changes[0] if changes else valley()
    game = plain_game(changes=given)
    return situation(units, Phase.SUPPLY, AXIS, game=game, marks=marks, **settings)  # type: ignore[arg-type]


def level(position: MoscowPosition, id: str) -> int:
    return int(position.state.shortage[unit(position, id)])


# --- 10.1 lines of supply ---------------------------------------------------------------------------


@pytest.mark.rule("10.1.1", "10.1.4", "10.1.6", "10.1.7", "10.2.1")
def test_ten_points_off_the_road_reach_five_clear_hexes_from_a_base() -> None:
    assert level(supplied({INFANTRY: "3037"}), INFANTRY) == 0
    assert level(supplied({INFANTRY: "3032"}), INFANTRY) == 0
    assert level(supplied({INFANTRY: "3031"}), INFANTRY) == 1


@pytest.mark.rule("10.1.7", "10.1.2")
def test_soviets_have_eight_points_and_are_checked_in_their_own_phase() -> None:
    elsewhere = ("map/links.csv", "secondary,3102-3101", "secondary,3402-3401")
    game = plain_game(changes=valley(extra=(elsewhere,)))
    for label, expected in (("3005", 0), ("3006", 1)):
        position = situation({RIFLES: label}, Phase.SUPPLY, SOVIET, game=game)
        assert level(position, RIFLES) == expected
        unchecked = situation({RIFLES: label}, Phase.SUPPLY, AXIS, game=game)
        assert level(unchecked, RIFLES) == 0  # 10.1.2: it is not their phase


@pytest.mark.rule("10.1.7")
def test_allies_of_the_germans_have_seven_points() -> None:
    french = next(counter.id for counter in plain_game().units if counter.nation not in ("german", "soviet"))
    assert level(supplied({french: "3034"}), french) == 0
    assert level(supplied({french: "3033"}), french) == 1


@pytest.mark.rule("10.1.4")
def test_a_base_in_enemy_hands_supplies_nobody() -> None:
    game = plain_game(changes=valley(extra=(("map/terrain.txt", "64: " + "c" * 37, "64: " + "c" * 37),)))
    near = situation({INFANTRY: "6427"}, Phase.SUPPLY, AXIS, game=game)
    assert level(near, INFANTRY) == 0  # scenario: 6427 is a German base
    moscow = hexes(near, "5101", "5102", "5103")
    assert all(hex in _bits(supply.open_sources(near, SOVIET)) for hex in moscow)
    assert not any(hex in _bits(supply.open_sources(near, AXIS)) for hex in moscow)
    lost = situation({TANKS: "5102", RIFLES: "5106"}, Phase.SUPPLY, SOVIET, game=game)
    assert hexes(lost, "5102")[0] not in _bits(supply.open_sources(lost, SOVIET))
    assert hexes(lost, "5103")[0] in _bits(supply.open_sources(lost, SOVIET))


def _bits(value: int) -> set[int]:
    return {hex for hex in range(value.bit_length()) if value >> hex & 1}


@pytest.mark.rule("10.1.5")
def test_roads_carry_supply_any_distance_and_the_rest_is_counted_from_where_they_end() -> None:
    road = valley(road="-".join(f"30{place}" for place in range(37, 19, -1)))
    assert level(supplied({INFANTRY: "3020"}, road), INFANTRY) == 0
    assert level(supplied({INFANTRY: "3015"}, road), INFANTRY) == 0
    assert level(supplied({INFANTRY: "3014"}, road), INFANTRY) == 1


@pytest.mark.rule("10.1.5", "10.1.6")
def test_points_spent_before_a_road_are_not_given_back_after_it() -> None:
    # two hexes without a road, then a road, then as many hexes as the rest of ten points allows
    road = valley(road="-".join(f"30{place}" for place in range(35, 29, -1)))
    assert level(supplied({INFANTRY: "3027"}, road), INFANTRY) == 0
    assert level(supplied({INFANTRY: "3026"}, road), INFANTRY) == 1


@pytest.mark.rule("10.1.8")
def test_supply_pays_what_trucks_pay() -> None:
    forest = valley(h3035="f")  # 4 points instead of 2
    assert level(supplied({INFANTRY: "3033"}, forest), INFANTRY) == 0
    assert level(supplied({INFANTRY: "3032"}, forest), INFANTRY) == 1
    swamp = valley(h3035="s")  # closed to trucks
    assert level(supplied({INFANTRY: "3036"}, swamp), INFANTRY) == 0
    assert level(supplied({INFANTRY: "3034"}, swamp), INFANTRY) == 1


@pytest.mark.rule("10.1.5", "10.1.8")
def test_where_a_bridge_is_down_the_crossing_has_to_be_paid() -> None:
    river, bridge = "nara,Nara,river,5230/5229,spring,fades,design", "nara-1,,5230/5229,road,design"
    brook = (
        ("map/hexsides.csv", river, f"{river}\nbrook,Brook,river,3030/3029,spring,fades,design"),
        ("map/bridges.csv", bridge, f"{bridge}\nbrook-1,,3030/3029,road,design"),
    )
    road = valley(road="-".join(f"30{place}" for place in range(37, 19, -1)), extra=brook)
    game = plain_game(changes=road)
    position = situation({INFANTRY: "3015"}, Phase.MOVEMENT, game=game)
    assert level(supplied({INFANTRY: "3015"}, road), INFANTRY) == 0
    bridges.destroy(position, game.grid.side(*hexes(position, "3030", "3029")), "14.2.1")
    # 4 for the crossing, then the road is free again, and 6 are left for three hexes
    reach = supply.supplied_hexes(position, AXIS, 10)
    assert [bool(reach >> hex & 1) for hex in hexes(position, "3020", "3017", "3016")] == [True, True, False]


@pytest.mark.rule("10.1.9", "10.1.3")
def test_adjacent_friends_pass_supply_on_for_nothing() -> None:
    chain = {INFANTRY: "3032", SECOND: "3031", THIRD: "3030"}
    position = supplied(chain)
    assert [level(position, id) for id in chain] == [0, 0, 0]
    assert level(supplied({THIRD: "3030"}), THIRD) == 1
    gap = supplied({INFANTRY: "3032", THIRD: "3030"})
    assert (level(gap, INFANTRY), level(gap, THIRD)) == (0, 1)


@pytest.mark.rule("10.1.10")
def test_neither_enemies_nor_their_zones_let_supply_through() -> None:
    assert level(supplied({INFANTRY: "3032", RIFLES: "3034"}), INFANTRY) == 1
    assert level(supplied({INFANTRY: "3032", RIFLES: POCKET}), INFANTRY) == 1
    assert level(supplied({INFANTRY: "3032"}), INFANTRY) == 0


@pytest.mark.rule("10.1.10")
def test_a_friendly_regular_unit_opens_a_zone_and_a_headquarters_does_not() -> None:
    covered = _valley_hexes_beside_the_pocket()
    opened = {INFANTRY: "3032", **dict(zip((SECOND, THIRD), covered, strict=False)), RIFLES: POCKET}
    assert level(supplied(opened), INFANTRY) == 0
    posts = ("HQ.XX", "HQ.VII")
    led = {INFANTRY: "3032", **dict(zip(posts, covered, strict=False)), RIFLES: POCKET}
    assert level(supplied(led), INFANTRY) == 1


def _valley_hexes_beside_the_pocket() -> list[str]:
    grid = plain_game().grid
    near = (grid.label(hex) for hex in grid.neighbours[grid.hex(POCKET)])
    found = [label for label in near if label.startswith("30")]
    assert len(found) == 2
    return found


@pytest.mark.rule("10.1.11", "6.1.5")
def test_for_supply_guns_ready_to_fire_have_a_zone_and_limbered_guns_and_headquarters_have_none() -> None:
    assert level(supplied({INFANTRY: "3032", RED_GUNS: POCKET}), INFANTRY) == 1
    limbered = {RED_GUNS: int(Mark.TRANSPORT)}
    assert level(supplied({INFANTRY: "3032", RED_GUNS: POCKET}, marks=limbered), INFANTRY) == 0
    assert level(supplied({INFANTRY: "3032", RED_HEADQUARTERS: POCKET}), INFANTRY) == 0


@pytest.mark.rule("10.1.11")
def test_for_supply_enemy_towns_have_a_zone() -> None:
    town = valley(
        extra=(("map/places.csv", "kimry,kimry", f"pocket,pocket,town,{POCKET},design\nkimry,kimry"),)
    )
    theirs = supplied({INFANTRY: "3032"}, town, control={SOVIET: [POCKET], AXIS: []})
    assert level(theirs, INFANTRY) == 1
    ours = supplied({INFANTRY: "3032"}, town, control={AXIS: [POCKET], SOVIET: []})
    assert level(ours, INFANTRY) == 0


@pytest.mark.rule("10.1.1", "10.1.9")
def test_the_line_that_is_shown_leads_from_the_unit_to_a_base() -> None:
    position = supplied({INFANTRY: "3032", SECOND: "3031"})
    line = supply.supply_line(position, unit(position, SECOND))
    assert [position.game.grid.label(hex) for hex in line] == [f"30{place}" for place in range(31, 38)]
    cut = supplied({INFANTRY: "3031"})
    assert supply.supply_line(cut, unit(cut, INFANTRY)) == ()


# --- 10.2 out of supply -----------------------------------------------------------------------------


@pytest.mark.rule("10.2.1")
def test_the_want_begins_at_level_1_and_does_not_grow_by_itself() -> None:
    assert level(supplied({INFANTRY: "3025"}), INFANTRY) == 1
    assert level(supplied({INFANTRY: "3025"}, valley(), shortage={INFANTRY: 2}), INFANTRY) == 2  # ruling M56


@pytest.mark.rule("10.2.2")
def test_movement_is_halved_and_rounded_up() -> None:
    position = situation({INFANTRY: "3025"}, Phase.MOVEMENT, shortage={INFANTRY: 1})
    play(position, f"unit {INFANTRY}")
    step = position.step
    assert isinstance(step, MovingUnit)
    assert step.left == 2 * 6  # 4 points
    fast = situation({TANKS: "3025"}, Phase.MOVEMENT, shortage={TANKS: 1})
    play(fast, f"unit {TANKS}")
    assert isinstance(fast.step, MovingUnit)
    assert fast.step.left == 4 * 6  # 7 points, ruling M20


def combat(attacker_shortage: int, defender_shortage: int) -> MoscowPosition:
    return situation(
        {INFANTRY: "3031", RIFLES: "3030"},
        Phase.COMBAT,
        shortage={INFANTRY: attacker_shortage, RIFLES: defender_shortage},
    )


def strengths(position: MoscowPosition, *orders: str) -> tuple[int, int]:
    """What attack and defence come to when the infantry attacks."""
    play(position, "attack 3030", f"join {INFANTRY}", *orders, "fight")
    found = _assessment(position)
    return found.attack, found.defence


def _assessment(position: MoscowPosition) -> Assessment:
    step = position.step
    assert isinstance(step, CombatRoll)
    return assess(position, step.battle)


@pytest.mark.rule("10.2.2")
def test_attack_is_halved_and_defence_is_not() -> None:
    full_attack, full_defence = strengths(combat(0, 0))
    attack, defence = strengths(combat(1, 1))
    assert attack == -(-full_attack // 2)
    assert defence == full_defence


@pytest.mark.rule("10.2.3", "10.2.5")
def test_for_a_level_more_a_unit_moves_with_all_its_points() -> None:
    position = situation({INFANTRY: "3025"}, Phase.MOVEMENT, shortage={INFANTRY: 1})
    play(position, f"unit {INFANTRY}", "exert")
    assert level(position, INFANTRY) == 2  # at once
    step = position.step
    assert isinstance(step, MovingUnit)
    assert step.left == 4 * 6
    assert refused(position, "exert") == "10.2.3"
    well = situation({INFANTRY: "3025"}, Phase.MOVEMENT)
    play(well, f"unit {INFANTRY}")
    assert refused(well, "exert") == "10.2.3"


@pytest.mark.rule("10.2.3")
def test_for_a_level_more_a_unit_attacks_with_all_its_strength() -> None:
    full, _ = strengths(combat(0, 0))
    position = combat(1, 0)
    assert strengths(position, f"all-out {INFANTRY}")[0] == full
    play(position, f"roll {_roll_with(position, drives_back=True)}")
    assert level(position, INFANTRY) == 2


@pytest.mark.rule("10.2.4")
def test_an_attack_that_drives_nobody_back_makes_the_want_worse() -> None:
    attacker = combat(1, 0)
    play(attacker, "attack 3030", f"join {INFANTRY}", f"all-out {INFANTRY}", "fight")
    failing = _roll_with(attacker, drives_back=False)
    play(attacker, f"roll {failing}")
    _settle(attacker)
    assert level(attacker, INFANTRY) == 3  # 1, one for the full strength, one for the failure


@pytest.mark.rule("10.2.4")
def test_a_unit_driven_back_suffers_and_the_attacker_does_not() -> None:
    position = combat(1, 1)
    play(position, "attack 3030", f"join {INFANTRY}", f"all-out {INFANTRY}", "fight")
    succeeding = _roll_with(position, drives_back=True)
    play(position, f"roll {succeeding}")
    _settle(position)
    if position.state.where[unit(position, RIFLES)] >= 0:
        assert level(position, RIFLES) == 2
    assert level(position, INFANTRY) == 2


@pytest.mark.rule("10.2.4", "10.2.1")
def test_units_in_supply_know_no_levels() -> None:
    position = combat(0, 0)
    play(position, "attack 3030", f"join {INFANTRY}", "fight")
    play(position, f"roll {_roll_with(position, drives_back=False)}")
    _settle(position)
    assert level(position, INFANTRY) == 0
    assert level(position, RIFLES) == 0


def _roll_with(position: MoscowPosition, drives_back: bool) -> int:
    """A throw whose result does or does not make the defender retreat."""
    column = _assessment(position).column
    for roll in range(3, 12):
        result = position.game.components.combat.result(column, roll)
        if bool(result.defender.retreat) == drives_back:
            return roll
    raise AssertionError("no such result in that column")


def _settle(position: MoscowPosition) -> None:
    """Answer everything with the first choice until the attacker may act again."""
    while position.outcome is None and position.decision.kind != "Combat":
        outcomes = position.decision.outcomes
        position.submit(outcomes.at(0) if outcomes is not None else position.legal().orders[0])


@pytest.mark.rule("10.2.6")
def test_a_unit_surrenders_when_its_level_is_higher_than_two_dice() -> None:
    game = plain_game(changes=valley())
    for roll, survives in ((4, False), (5, True), (6, True)):
        position = situation({INFANTRY: "3025"}, Phase.SUPPLY, game=game, shortage={INFANTRY: 5})
        assert legal(position)[0] == "roll 2"
        play(position, f"roll {roll}")
        assert (where(position, INFANTRY) == "3025") == survives
    assert position.state.credits == [0, 0]  # ruling M80: a surrender is no loss in combat


@pytest.mark.rule("10.2.6", "4.3.4")
def test_who_surrenders_takes_no_hexes() -> None:
    game = plain_game(changes=valley())
    control = {SOVIET: ["3025", "3024"], AXIS: []}
    position = situation({INFANTRY: "3025"}, Phase.SUPPLY, game=game, shortage={INFANTRY: 9}, control=control)
    play(position, "roll 2")
    assert not _controls(position, "3025")
    stays = situation({INFANTRY: "3025"}, Phase.SUPPLY, game=game, shortage={INFANTRY: 9}, control=control)
    play(stays, "roll 12")
    assert _controls(stays, "3025")  # 4.3.2: its own hex, supplied or not
    assert not _controls(stays, "3024")  # 4.3.5: no more than that


def _controls(position: MoscowPosition, label: str) -> bool:
    return controls(position, AXIS, hexes(position, label)[0])


@pytest.mark.rule("10.2.6")
def test_low_levels_need_no_test_because_two_dice_are_never_less() -> None:
    position = supplied({INFANTRY: "3025"}, valley(), shortage={INFANTRY: 2})
    assert position.decision.kind != "Surrender"


@pytest.mark.rule("10.2.7", "10.2.8")
def test_a_line_takes_four_levels_off_and_level_5_takes_two_turns() -> None:
    position = supplied({INFANTRY: "3037"}, valley(), shortage={INFANTRY: 5})
    assert level(position, INFANTRY) == 1  # no test: it traces (ruling M22)
    assert supply.is_out_of_supply(position, unit(position, INFANTRY))
    again = supplied({INFANTRY: "3037"}, valley(), shortage={INFANTRY: 1})
    assert level(again, INFANTRY) == 0
    assert not supply.is_out_of_supply(again, unit(again, INFANTRY))
