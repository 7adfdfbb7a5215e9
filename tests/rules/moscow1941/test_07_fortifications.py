"""7 Fortifications: field works, and the system's fixed positions on a changed map."""

from __future__ import annotations

import pytest
from tests.games.moscow1941.altered import ground, towns, works
from tests.games.moscow1941.fighting import odds, worth
from tests.games.moscow1941.situation import (
    MoscowPosition,
    hexes,
    legal,
    plain_game,
    play,
    refused,
    situation,
    where,
)

from grognard.games.moscow1941.movement import MovingUnit
from grognard.games.moscow1941.phases import Phase
from grognard.games.moscow1941.state import AXIS, Mark, Mission, MissionKind

INFANTRY, SECOND = "7ID.19", "7ID.61"


def moving(
    id: str, further: dict[str, str] | None = None, hex: str = "4010", **more: object
) -> MoscowPosition:
    position = situation({id: hex} | (further or {}), Phase.MOVEMENT, AXIS, **more)  # type: ignore[arg-type]
    play(position, f"unit {id}")
    return position


def dug(position: MoscowPosition, label: str) -> bool:
    return hexes(position, label)[0] in position.state.forts


# --- field fortifications ---------------------------------------------------------------------------------


@pytest.mark.rule("7.1.1", "7.1.2")
def test_a_regular_unit_digs_and_the_works_serve_the_whole_hex() -> None:
    position = moving(INFANTRY, {SECOND: "4010", "316RD": "4012"})
    play(position, "dig")
    assert dug(position, "4010")
    assert position.view(AXIS).markers
    play(position, f"unit {SECOND}")
    assert refused(position, "dig") == "7.1.1"


@pytest.mark.rule("7.1.2")
@pytest.mark.parametrize("id", ["Art.XX", "HQ.XX"])
def test_guns_and_headquarters_do_not_dig(id: str) -> None:
    assert refused(moving(id), "dig") == "7.1.2"


@pytest.mark.rule("7.1.2", "7.1.4")
def test_digging_takes_all_points_and_who_has_moved_does_not_dig() -> None:
    position = moving(INFANTRY)
    play(position, "dig")
    assert refused(position, f"unit {INFANTRY}") == "3.1.6"
    position = moving(INFANTRY)
    play(position, f"move {INFANTRY} 4011")
    assert refused(position, "dig") == "3.1.5"


@pytest.mark.rule("7.1.2", "5.3.10")
def test_who_retreated_does_not_dig() -> None:
    position = moving(INFANTRY, marks={INFANTRY: int(Mark.RETREATED)})
    assert refused(position, "dig") == "7.1.2"
    assert "retreated" in str(position.explain("dig"))


@pytest.mark.rule("7.1.3")
def test_who_retreated_and_cannot_leave_an_enemy_zone_digs_all_the_same() -> None:
    retreated = {INFANTRY: int(Mark.RETREATED)}
    surrounded = {"316RD": "3909", "50RD": "4011", "78RD": "4109"}
    position = moving(INFANTRY, surrounded, marks=retreated)
    assert not legal(position, "move")
    assert refused(position, "dig") == ""
    position = moving(INFANTRY, {"316RD": "3909"}, marks=retreated)
    assert refused(position, "dig") == "7.1.2"


@pytest.mark.rule("7.1.5")
def test_works_without_anybody_vanish_at_the_end_of_the_phase() -> None:
    position = moving(INFANTRY, forts=["4010"])
    play(position, f"move {INFANTRY} 4012", "stop")
    assert dug(position, "4010")
    play(position, "end")
    assert not dug(position, "4010")


@pytest.mark.rule("7.1.5")
def test_a_relief_within_the_phase_keeps_the_works() -> None:
    position = moving(INFANTRY, {SECOND: "4009"}, forts=["4010"])
    play(position, f"move {INFANTRY} 4012", "stop", f"move {SECOND} 4010", "stop", "end")
    assert dug(position, "4010")


@pytest.mark.rule("7.1.6")
def test_works_fall_to_an_enemy_who_enters_and_are_of_no_use_to_him() -> None:
    position = moving(INFANTRY, {"Art1.16A": "4011"}, forts=["4011"])
    play(position, f"move {INFANTRY} 4011")
    assert where(position, "Art1.16A") == ""
    assert not dug(position, "4011")


@pytest.mark.rule("7.1.6")
def test_who_retreats_through_works_of_the_enemy_levels_them() -> None:
    position = situation({"50RD": "4010", INFANTRY: "4011", SECOND: "4011"}, Phase.COMBAT, AXIS)
    position.state.forts[hexes(position, "4009")[0]] = 0  # left by Germans in this phase
    play(position, "attack 4010", f"join {INFANTRY}", f"join {SECOND}", "fight", "roll 9", "back 50RD 4009")
    assert not dug(position, "4009")


@pytest.mark.rule("7.1.7")
def test_works_are_built_again_where_some_have_fallen() -> None:
    position = moving(INFANTRY, {SECOND: "4009"}, forts=["4010"])
    play(position, f"move {INFANTRY} 4012", "stop", "end")
    while not (position.seat == AXIS and position.state.phase == Phase.MOVEMENT and position.state.turn == 2):
        play(position, next(order for order in legal(position) if order in ("end", "ready")))
    play(position, f"move {SECOND} 4010")
    play(position, *(["stop"] if isinstance(position.step, MovingUnit) else []), "end")
    while not (position.seat == AXIS and position.state.phase == Phase.MOVEMENT and position.state.turn == 3):
        play(position, next(order for order in legal(position) if order in ("end", "ready")))
    play(position, f"unit {SECOND}", "dig")
    assert dug(position, "4010")


@pytest.mark.rule("7.1.8", "7.1.9")
def test_nobody_digs_in_swamps_or_where_fixed_positions_are() -> None:
    swamp = plain_game(changes=ground({"4010": "swamp", "4020": "forest"}) + works("4030/4031"))
    assert refused(moving(INFANTRY, game=swamp), "dig") == "7.1.8"
    assert refused(moving(INFANTRY, hex="4020", game=swamp), "dig") == ""
    assert refused(moving(INFANTRY, hex="4030", game=swamp), "dig") == "7.1.9"


TOWNS = towns("4020")


def defence(scenario: str, hex: str, defender: str, levels: int = 2) -> int:
    """Modifiers of field works for a defender."""
    attacker = hex[:2] + str(int(hex[2:]) + 1)
    game = plain_game(scenario, TOWNS)
    placed = {defender: hex, INFANTRY: attacker}
    position = situation(placed, Phase.COMBAT, AXIS, game=game, forts=[hex], levels={defender: levels})
    return -worth(odds(position, hex, INFANTRY), "7.1.10")


@pytest.mark.rule("7.1.10")
def test_works_give_two_modifiers() -> None:
    assert defence("typhoon", "4010", "126RD") == 2
    assert defence("typhoon", "4020", "126RD") == 2


@pytest.mark.rule("7.1.10", "scenario-red-snow")
@pytest.mark.parametrize(
    ("hex", "defender", "levels", "expected"),
    [("4010", "316RD", 2, 1), ("4010", "50RD", 2, 0), ("4010", "316RD", 1, 0), ("4020", "50RD", 2, 2)],
)
def test_in_red_snow_works_outside_towns_serve_the_strong_only(
    hex: str, defender: str, levels: int, expected: int
) -> None:
    assert defence("red-snow", hex, defender, levels) == expected


@pytest.mark.rule("7.1.10")
def test_works_do_not_help_an_attacker() -> None:
    position = situation({"316RD": "4010", INFANTRY: "4011"}, Phase.COMBAT, AXIS, forts=["4011"])
    assert not odds(position, "4010", INFANTRY).modifiers


@pytest.mark.rule("7.1.11")
def test_units_in_works_need_not_attack() -> None:
    position = situation({"316RD": "4010", INFANTRY: "4011"}, Phase.COMBAT, AXIS, forts=["4011"])
    assert "end" in legal(position)
    position.state.forts.clear()
    open_ground = situation({"316RD": "4010", INFANTRY: "4011"}, Phase.COMBAT, AXIS)
    assert refused(open_ground, "end") == "5.1.3"


@pytest.mark.rule("7.1.12")
def test_works_cost_nothing_to_enter() -> None:
    position = moving(INFANTRY, {SECOND: "4011"}, forts=["4011"])
    play(position, f"move {INFANTRY} 4011")
    step = position.step
    assert isinstance(step, MovingUnit)
    assert step.left == 3 * 6


# --- fixed positions ----------------------------------------------------------------------------------------

LINE = plain_game(changes=works("4010/4011", "4010/4110"))


def attack_on_line(from_west: str, from_east: str, guns: str = "") -> tuple[int, int, int]:
    """Strength of an attack on 4010, and what its line and its works are worth to the defender."""
    placed = {"316RD": "4010"} | dict.fromkeys(from_west.split(), "4011")
    placed |= dict.fromkeys(from_east.split(), "4009") | dict.fromkeys(guns.split(), "4013")
    position = situation(placed, Phase.COMBAT, AXIS, game=LINE)
    found = odds(position, "4010", f"{from_west} {from_east}", guns=guns)
    return found.attack, -worth(found, "7.2.2"), -worth(found, "7.2.4")


@pytest.mark.rule("7.2.1", "7.2.2")
def test_a_line_halves_what_comes_through_it_and_gives_three_modifiers() -> None:
    assert attack_on_line("7ID.19 7ID.61", "") == (5, 3, 0)
    assert attack_on_line("7ID.19", "") == (3, 3, 0)


@pytest.mark.rule("7.2.2")
def test_guns_and_aircraft_are_halved_with_the_attackers() -> None:
    assert attack_on_line("7ID.19 7ID.61", "", guns="Art.XX") == (8, 3, 0)  # half of 15
    position = situation({"316RD": "4010", INFANTRY: "4011"}, Phase.COMBAT, AXIS, game=LINE)
    position.state.missions.append(Mission((0,), AXIS, MissionKind.OFFENSIVE, hexes(position, "4010")[0], 4))
    play(position, "attack 4010", f"join {INFANTRY}", "cover 0")
    assert "5 against 6" in position.decision.prompt  # half of 9


@pytest.mark.rule("7.2.4")
def test_the_line_counts_when_at_least_half_come_through_it() -> None:
    # the book's example: 15 points in front and 15 behind; those in front are halved in any case
    assert attack_on_line("7ID.19 7ID.61 7ID.62", "78ID.195 78ID.215 78ID.238") == (8 + 15, 3, 0)
    assert attack_on_line("7ID.19 7ID.61 7ID.62", "78ID.195 78ID.215 2Pz.3") == (8 + 16, 0, 2)


@pytest.mark.rule("7.2.5")
def test_units_in_fixed_positions_need_not_attack() -> None:
    position = situation({"316RD": "4009", INFANTRY: "4010"}, Phase.COMBAT, AXIS, game=LINE)
    assert "end" in legal(position)
    assert "attack 4009" in legal(position)


@pytest.mark.rule("7.2.3")
def test_the_modifier_of_a_line_is_that_of_its_kind_of_works() -> None:
    row = ("tables/terrain.csv", "fixed_position,hexside,Fixed position,none,none,none,3,", "")
    weaker = plain_game(changes=(*works("4010/4011"), (row[0], row[1], row[1].replace(",3,", ",1,"))))
    position = situation({"316RD": "4010", INFANTRY: "4011"}, Phase.COMBAT, AXIS, game=weaker)
    assert worth(odds(position, "4010", INFANTRY), "7.2.2") == -1
