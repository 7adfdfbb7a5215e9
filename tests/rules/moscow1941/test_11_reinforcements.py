"""11 Reinforcements: entering, changing the entry zone, leaving the map and coming back."""

from __future__ import annotations

from collections.abc import Mapping

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

from grognard.games.moscow1941.control import controlled, write
from grognard.games.moscow1941.field import put
from grognard.games.moscow1941.game import Moscow1941
from grognard.games.moscow1941.movement import MovingUnit
from grognard.games.moscow1941.phases import Phase
from grognard.games.moscow1941.state import AXIS, LATER, SOVIET, WAITING, Mark

ROAD, FOREST = "5237", "6503"
"""A main route that leaves the western edge, and a hex of forest without one."""

IN_THE_FOREST: Changes = (
    ("scenarios/typhoon.toml", '["edge:west", "6427"]\n\n#', '["edge:west", "6503"]\n\n#'),
)
"""The pool of the Germans may enter in the forest too; it lies next to the road in the list of zones."""

ZONES = {"A": "kimry", "B": "dmitrov"} | {id: f"{33 + number}01" for number, id in enumerate("CDEFGHIJ")}
TEN_ZONES: Changes = (
    ("scenarios/typhoon_reinforcements.csv", ",kimry,dmitrov,", f",kimry,{' '.join(ZONES.values())},"),
)
"""Ten zones A to J, one beside the other."""

INFANTRY = tuple(f"{division}.{number}" for division, numbers in (
    ("183ID", (330, 343, 351)), ("258ID", (458, 478, 479)), ("292ID", (507, 508, 509)), ("7ID", (19,)),
) for number in numbers)  # fmt: skip
"""Ten regiments of two levels."""

TANKS, GUNS, HEADQUARTERS = "10Pz.7", "Art.XX", "HQ.XX"


def forest_game() -> Moscow1941:
    return plain_game(changes=IN_THE_FOREST)


def waiting(
    entry: str,
    *ids: str,
    seat: str = AXIS,
    phase: Phase = Phase.MOVEMENT,
    due: int = 1,
    game: Moscow1941 | None = None,
    placed: Mapping[str, str] | None = None,
) -> MoscowPosition:
    """Units that wait at an entry zone, at the beginning of a phase of theirs."""
    position = situation(placed or {}, phase, AXIS if seat == AXIS else SOVIET, game=game)
    for id in ids:
        number = unit(position, id)
        position.state.where[number] = WAITING
        position.state.levels[number] = position.game.units[number].cel
        position.state.entry[number], position.state.due[number] = entry, due
        if position.game.towed_gun[number]:
            position.state.marks[number] |= Mark.TRANSPORT
    return position


def left(position: MoscowPosition) -> int:
    """Sixths of a point that the unit which has just entered has left."""
    assert isinstance(position.step, MovingUnit)
    return position.step.left


def hold(position: MoscowPosition, seat: str, *labels: str) -> None:
    """Give hexes to a seat, and take them from the other."""
    taken = sum(1 << hex for hex in hexes(position, *labels))
    for who in (AXIS, SOVIET):
        area = controlled(position, who)
        write(position, who, area | taken if who == seat else area & ~taken)


# --- 11.1 ----------------------------------------------------------------------------------------------


@pytest.mark.rule("11.1.1", "11.1.2", "scenario-typhoon")
def test_reinforcements_come_on_their_day_where_the_scenario_says() -> None:
    game = plain_game()
    position = game.start()
    arrivals = {game.units[number].id: (position.state.due[number], position.state.entry[number])
                for number, place in enumerate(position.state.where) if place == LATER}  # fmt: skip
    assert arrivals["18CD"] == (2, "kimry")
    assert arrivals["71RB"] == (6, "dmitrov")
    assert len(arrivals) == 11


@pytest.mark.rule("11.1.1")
def test_before_its_day_a_unit_does_not_enter() -> None:
    for turn, offered in ((1, False), (2, True), (3, True)):
        position = situation({}, Phase.BARRAGE, SOVIET, turn=turn)
        number = unit(position, "18CD")
        state = position.state
        assert state.phase == Phase.MOVEMENT + 6
        state.phase -= 2
        state.where[number], state.due[number], state.entry[number] = LATER, 2, "kimry"
        position.stack = position.stack[:1]
        position.settle()
        assert state.where[number] == (WAITING if offered else LATER)
        assert ("enter 18CD kimry" in legal(position, "enter")) == offered
        assert (refused(position, "enter 18CD kimry") == "") == offered


@pytest.mark.rule("11.1.2")
def test_units_enter_only_at_their_zone_or_the_next() -> None:
    position = waiting(ZONES["C"], "18CD", seat=SOVIET, game=plain_game(changes=TEN_ZONES))
    assert {text.split()[2] for text in legal(position, "enter")} == {ZONES[id] for id in "BCD"}
    assert refused(position, f"enter 18CD {ZONES['E']}") == "11.2.1"


@pytest.mark.rule("11.1.3")
def test_an_entering_unit_pays_the_hex_and_moves_on() -> None:
    position = waiting(ROAD, TANKS)
    play(position, f"enter {TANKS} {ROAD}")
    assert (where(position, TANKS), left(position)) == (ROAD, 7 * 6 - 3), "tracks pay half a point by road"
    play(position, f"move {TANKS} 5230", "stop")
    assert where(position, TANKS) == "5230"
    assert refused(position, f"unit {TANKS}") == "3.1.6"


@pytest.mark.rule("11.1.3", "12.2.3")
def test_in_strategic_movement_units_enter_with_two_points_less() -> None:
    """Ruling M75: they need no marker."""
    position = waiting(ROAD, TANKS, phase=Phase.STRATEGIC)
    play(position, f"enter {TANKS} {ROAD}")
    assert left(position) == 5 * 6 - 3


@pytest.mark.rule("11.1.3", "12.2.2")
def test_in_strategic_movement_nobody_enters_an_enemy_zone() -> None:
    for phase, rule in ((Phase.STRATEGIC, "12.2.2"), (Phase.MOVEMENT, "")):
        position = waiting(ROAD, TANKS, phase=phase)
        put_in(position, "316RD", "5236")
        assert refused(position, f"enter {TANKS} {ROAD}") == rule


def put_in(position: MoscowPosition, id: str, label: str) -> None:
    """Put a counter somewhere in the middle of a phase."""
    put(position, unit(position, id), *hexes(position, label))


@pytest.mark.rule("11.1.3", "4.2.1")
def test_a_unit_that_enters_an_enemy_zone_stops_there() -> None:
    position = waiting(ROAD, TANKS)
    put_in(position, "316RD", "5236")
    play(position, f"enter {TANKS} {ROAD}")
    assert where(position, TANKS) == ROAD
    assert not isinstance(position.step, MovingUnit)


@pytest.mark.rule("11.1.4")
def test_nobody_enters_by_a_zone_that_the_enemy_controls() -> None:
    """Ruling M41: the unit waits, or takes the next zone."""
    position = waiting("kimry", "18CD", seat=SOVIET)
    assert refused(position, "enter 18CD kimry") == ""
    hold(position, AXIS, "1203")
    assert refused(position, "enter 18CD kimry") == "11.1.4"
    assert legal(position, "enter") == ["enter 18CD dmitrov"]
    assert legal(position, "shift") == ["shift 18CD dmitrov"]


@pytest.mark.rule("11.1.4")
def test_nobody_enters_a_hex_with_enemies_before_they_control_it() -> None:
    position = waiting("kimry", "18CD", seat=SOVIET)
    put_in(position, TANKS, "1203")
    assert refused(position, "enter 18CD kimry") == "11.1.4"


@pytest.mark.rule("11.1.5", "3.2.1")
def test_ten_regiments_enter_woods_as_three_stacks_and_the_third_has_to_wait() -> None:
    """The first example of 11.1.5: 2 points, 4, and 6 that infantry does not have (ruling M67)."""
    position = waiting(FOREST, *INFANTRY, game=forest_game())
    hold(position, AXIS, FOREST)
    for id in INFANTRY[:4]:
        play(position, f"enter {id} {FOREST}")
        assert left(position) == 4 * 6 - 2 * 6
        play(position, f"move {id} 6603", "stop") if id == INFANTRY[0] else play(position, "stop")
    play(position, f"enter {INFANTRY[4]} {FOREST}")
    assert where(position, INFANTRY[4]) == FOREST
    assert not isinstance(position.step, MovingUnit), "the second stack pays all four points"
    put_in(position, INFANTRY[4], "6603")
    for id in INFANTRY[5:8]:
        play(position, f"enter {id} {FOREST}")
        put_in(position, id, "6604")
    assert refused(position, f"enter {INFANTRY[8]} {FOREST}") == "11.1.5"


@pytest.mark.rule("11.1.5")
def test_by_road_the_stacks_pay_a_half_one_and_one_and_a_half() -> None:
    """The second example of 11.1.5; 3.1.10: a full hex is passed through, but nobody stops in it."""
    position = waiting(ROAD, *INFANTRY)
    paid = []
    for number, id in enumerate(INFANTRY):
        play(position, f"enter {id} {ROAD}")
        paid.append(4 * 6 - left(position))
        if number >= 4:
            assert refused(position, "stop") == "3.2.1"
            play(position, f"move {id} {5236 - number // 4}")
        play(position, "stop")
    assert paid == [3] * 4 + [6] * 4 + [9] * 2
    assert not position.status()


@pytest.mark.rule("11.1.5", "3.1.10")
def test_nobody_enters_a_full_hex_from_which_he_could_not_go_on() -> None:
    game = forest_game()
    full = dict(zip(INFANTRY[:4], [FOREST] * 4, strict=True))
    position = waiting(FOREST, INFANTRY[4], game=game, placed=full)
    hold(position, AXIS, FOREST)
    assert refused(position, f"enter {INFANTRY[4]} {FOREST}") == "", "two points are left to go on"
    position.state.entered[FOREST] = (1, 8)
    assert refused(position, f"enter {INFANTRY[4]} {FOREST}") == "3.2.1", "all four points go into the hex"


@pytest.mark.rule("11.1.5")
def test_the_count_of_stacks_starts_anew_in_each_phase() -> None:
    position = waiting(ROAD, *INFANTRY[:5])
    for id in INFANTRY[:4]:
        play(position, f"enter {id} {ROAD}", f"move {id} 5235", "stop")
    assert position.state.entered == {ROAD: (1, 8)}
    play(position, "end")
    assert position.state.entered == {}
    later = waiting(ROAD, *INFANTRY[:2], phase=Phase.STRATEGIC)
    play(later, f"enter {INFANTRY[0]} {ROAD}", f"move {INFANTRY[0]} 5236", "stop")
    assert later.state.entered == {ROAD: (1, 2)}
    play(later, "end")
    assert later.state.entered == {}


@pytest.mark.rule("11.1.5", "6.2.3")
def test_guns_and_headquarters_enter_limbered_on_their_wheels() -> None:
    position = waiting(ROAD, GUNS, HEADQUARTERS)
    play(position, f"enter {GUNS} {ROAD}")
    assert left(position) == 7 * 6 - 2, "a third of a point by main route"
    play(position, "deploy", "stop", f"enter {HEADQUARTERS} {ROAD}")
    assert left(position) == 10 * 6 - 2


# --- 11.2 ----------------------------------------------------------------------------------------------


@pytest.mark.rule("11.2.1")
def test_the_next_zone_is_entered_with_exactly_half_the_points() -> None:
    """The example of 11.2.1: a unit with 7 points has 3.5 for the hex and the rest of its move."""
    position = waiting("6427", TANKS)
    play(position, f"enter {TANKS} {ROAD}")
    assert left(position) == 21 - 3


@pytest.mark.rule("11.2.2")
def test_from_c_a_unit_reaches_a_to_f_next_turn_g_to_i_in_two_and_j_in_three() -> None:
    """The example of 11.2.2."""
    game = plain_game(changes=TEN_ZONES)
    assert list(game.entries)[-10:] == list(ZONES.values())
    position = waiting(ZONES["C"], "18CD", seat=SOVIET, game=game)
    assert {text.split()[2] for text in legal(position, "shift")} == {ZONES[id] for id in "ABDEF"}
    assert refused(position, f"shift 18CD {ZONES['G']}") == "11.2.2"
    position = waiting(ZONES["F"], "18CD", seat=SOVIET, game=game)
    assert {text.split()[2] for text in legal(position, "shift")} == {ZONES[id] for id in "CDEGHI"}
    position = waiting(ZONES["I"], "18CD", seat=SOVIET, game=game)
    assert f"shift 18CD {ZONES['J']}" in legal(position, "shift")


@pytest.mark.rule("11.2.2")
def test_a_unit_that_shifts_enters_next_turn_with_all_its_points() -> None:
    position = waiting("kimry", "18CD", seat=SOVIET)
    play(position, "shift 18CD dmitrov")
    assert legal(position, "enter") == []
    assert refused(position, "enter 18CD dmitrov") == "11.1.1"
    position.state.turn += 1
    play(position, "enter 18CD dmitrov")
    cavalry = position.game.units[unit(position, "18CD")]
    assert left(position) == cavalry.mp * 6 - 6, "a secondary route costs a point"


@pytest.mark.rule("11.2.2", "11.1.3")
def test_nobody_shifts_in_strategic_movement() -> None:
    position = waiting("kimry", "18CD", seat=SOVIET, phase=Phase.STRATEGIC)
    assert refused(position, "shift 18CD dmitrov") == "11.1.3"


@pytest.mark.rule("11.2.3")
def test_a_unit_leaves_by_an_entry_zone_and_comes_back_next_turn() -> None:
    """Ruling M69: with its losses and its markers."""
    position = situation({TANKS: "5235"}, Phase.MOVEMENT, levels={TANKS: 1}, shortage={TANKS: 0})
    play(position, f"unit {TANKS}")
    assert refused(position, "leave") == "11.2.3"
    play(position, f"move {TANKS} {ROAD}", "leave")
    number, state = unit(position, TANKS), position.state
    assert (state.where[number], state.entry[number], state.due[number]) == (WAITING, ROAD, 2)
    assert refused(position, f"enter {TANKS} {ROAD}") == "11.1.1", "not in the same phase"
    state.turn = 2
    assert refused(position, f"enter {TANKS} {ROAD}") == ""
    assert refused(position, f"enter {TANKS} 6427") == ""
    play(position, f"enter {TANKS} {ROAD}")
    assert state.levels[number] == 1


@pytest.mark.rule("11.2.3")
def test_units_leave_in_strategic_movement_too_but_not_by_zones_of_the_enemy() -> None:
    position = situation({TANKS: ROAD}, Phase.STRATEGIC, marks={TANKS: Mark.STRATEGIC})
    play(position, f"unit {TANKS}", "leave")
    assert where(position, TANKS) == ""
    position = situation({TANKS: "1203"}, Phase.MOVEMENT)
    play(position, f"unit {TANKS}")
    assert refused(position, "leave") == "11.2.3", "Kimry is an entry of the Soviets"


@pytest.mark.rule("11.2.3", "6.2.3")
def test_deployed_guns_do_not_leave() -> None:
    position = situation({GUNS: ROAD}, Phase.MOVEMENT)
    play(position, f"unit {GUNS}")
    assert refused(position, "leave") == "6.2.3"
    play(position, "limber", "leave")
    assert where(position, GUNS) == ""


@pytest.mark.rule("11.2.3", "10.2.7")
def test_off_the_map_a_unit_recovers_supply() -> None:
    """Ruling M69."""
    position = waiting(ROAD, TANKS, phase=Phase.STRATEGIC)
    position.state.shortage[unit(position, TANKS)] = 5
    play(position, "end")
    assert position.state.phase > Phase.SUPPLY
    assert position.state.shortage[unit(position, TANKS)] == 1


@pytest.mark.rule("11.2.4")
def test_each_road_that_leaves_a_named_edge_is_a_zone() -> None:
    """The road to Moscow leaves the western edge in 5237; the road from Kimry ends in the east."""
    zones = {entry.id: entry.neighbours for entry in plain_game().entries.values() if entry.seat == AXIS}
    assert zones == {ROAD: ("6427",), "6427": (ROAD,)}
