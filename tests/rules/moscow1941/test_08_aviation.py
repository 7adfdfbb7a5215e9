"""8 Aviation: air counters, secret missions, air combat, and what each of the seven missions does."""

from __future__ import annotations

import datetime as dt
from copy import copy

import msgspec
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

from grognard.core import CHANCE, Event, Order, Seat
from grognard.games.moscow1941.air import AssignAir
from grognard.games.moscow1941.aircraft import TITLES, WORDS
from grognard.games.moscow1941.allowance import starting_points
from grognard.games.moscow1941.battle import Assessment, assess
from grognard.games.moscow1941.bridges import standing
from grognard.games.moscow1941.combat import CombatRoll
from grognard.games.moscow1941.gallery import Gallery
from grognard.games.moscow1941.game import Moscow1941
from grognard.games.moscow1941.ground import POINT
from grognard.games.moscow1941.missions import AirCombat, CrossingAttack
from grognard.games.moscow1941.movement import MovingUnit
from grognard.games.moscow1941.orders import BOMB, FLY, FOLLOW, READY, STRAFE
from grognard.games.moscow1941.phases import Phase
from grognard.games.moscow1941.state import AXIS, SOVIET, Mission, MissionKind

TYPHOON = "scenarios/typhoon.toml"
PRINTED = '[[air]]\nid = "axis-air"'
NARA = "nara,Nara,river,5230/5229,spring,fades,design"
NORTH = "north,north,main,0105-0205,design"
VOLGA: Changes = (
    ("map/hexsides.csv", NARA, f"{NARA}\nvolga,Volga,big_river,3030/3029 3030/3129,spring,fades,design"),
)
"""A big river along two sides of 3030."""


def read_air_force(*counters: str) -> Moscow1941:
    """Typhoon on the plain map with more air counters: `side id strength [more]`, strength 0: not printed."""
    blocks = []
    for counter in counters:
        side, id, strength, *more = counter.split()
        lines = ["[[air]]", f'id = "{id}"', f'side = "{side}"', *more]
        lines += [f"strength = {strength}"] if strength != "0" else []
        lines += ["first_day = 1941-11-15", "last_day = 1941-12-04"]
        blocks.append("\n".join(lines))
    return plain_game(changes=((TYPHOON, PRINTED, "\n\n".join([*blocks, PRINTED])),))


def air_force(*counters: str, changes: Changes = ()) -> Moscow1941:
    """The same without reading files: counters `side id strength [nation]` before the printed one."""
    game = copy(plain_game(changes=changes))
    (printed,) = game.aircraft
    mine = []
    for counter in counters:
        side, id, strength, *nation = counter.split()
        nation = nation or ["german" if side == "axis" else "soviet"]
        mine.append(
            msgspec.structs.replace(printed, id=id, seat=Seat(side), strength=int(strength), nation=nation[0])
        )
    game.aircraft = (*mine, printed)
    game.gallery = Gallery(game)
    return game


def air_phase(
    units: dict[str, str], *counters: str, seat: Seat = AXIS, changes: Changes = (), **more: object
) -> MoscowPosition:
    game = air_force(*counters, changes=changes)
    return situation(units, Phase.AIR, seat, game=game, **more)  # type: ignore[arg-type]


def roll_seat(position: MoscowPosition) -> bool:
    return position.seat == CHANCE


def missions(position: MoscowPosition) -> list[MissionKind]:
    return [mission.kind for mission in position.state.missions]


FACING = {"5Pz.31": "3032", "354RD": "3031"}
"""A German tank regiment and a Soviet division next to each other on clear ground."""


# --- 8.1 General rules -----------------------------------------------------------------------------


@pytest.mark.rule("8.1.1")
def test_the_scenario_gives_a_counter_with_its_strength_to_one_side() -> None:
    (counter,) = plain_game("typhoon").aircraft
    assert (counter.id, counter.seat, counter.strength) == ("axis-air", AXIS, 4)
    assert (counter.first_day, counter.last_day) == (dt.date(1941, 11, 15), dt.date(1941, 12, 4))
    (counter,) = plain_game("red-snow").aircraft
    assert (counter.id, counter.seat, counter.strength) == ("soviet-air", SOVIET, 4)


@pytest.mark.rule("8.1.1")
def test_counters_without_a_printed_strength_count_five_and_soviet_ones_four() -> None:
    game = read_air_force("axis old 0", "soviet old2 0")
    assert {counter.id: counter.strength for counter in game.aircraft} == {
        "old": 5, "old2": 4, "axis-air": 4,
    }  # fmt: skip


@pytest.mark.rule("8.1.1")
def test_a_pool_of_points_is_divided_freely_among_missions() -> None:
    position = situation(FACING, Phase.AIR, game=read_air_force("axis pool 3 pool=true"))
    play(position, "fly pool.1 strike 3031", "follow pool.3", "fly pool.2 support 3031", "ready")
    assert position.decision.prompt == "Roll for the air attack on 3031 with 2."
    assert [mission.strength for mission in position.state.missions] == [1]


@pytest.mark.rule("8.1.1")
def test_counters_fly_on_their_days_and_for_their_side_only() -> None:
    late = (TYPHOON, "last_day = 1941-12-04\nnote", "last_day = 1941-11-16\nnote")
    game = plain_game(changes=(late,))
    assert isinstance(situation(FACING, Phase.AIR, game=game, turn=2).step, AssignAir)
    assert not isinstance(situation(FACING, Phase.AIR, game=game, turn=3).step, AssignAir)
    position = air_phase(FACING, "soviet red 4")
    assert refused(position, "fly red strike 3032") == "8.1.1"
    position.state.turn = 30
    assert refused(position, "fly axis-air strike 3031") == "8.1.1"


@pytest.mark.rule("8.1.2", "8.1.4")
@pytest.mark.parametrize("acting", [AXIS, SOVIET])
def test_in_every_air_phase_both_players_may_send_aircraft_the_acting_one_first(acting: Seat) -> None:
    position = air_phase(FACING, "soviet red 4", seat=acting)
    asked = []
    while isinstance(position.step, AssignAir):
        asked.append(position.seat)
        assert any(text.startswith("fly") for text in legal(position))
        play(position, "ready")
    assert asked == ([AXIS, SOVIET] if acting == AXIS else [SOVIET, AXIS])


@pytest.mark.rule("8.1.3")
def test_a_counter_flies_one_mission() -> None:
    position = air_phase(FACING)
    play(position, "fly axis-air support 3031")
    assert refused(position, "fly axis-air strike 3031") == "8.1.3"
    assert refused(position, "follow axis-air") == "8.1.3"
    assert legal(position) == ["ready"]


@pytest.mark.rule("8.1.3", "8.2.2")
def test_support_is_used_once() -> None:
    position = supported("3031")
    play(position, "attack 3031", "join 5Pz.31", "cover 0", "fight")
    assert position.state.missions[0].strength == 4
    play(position, "roll 8")
    assert position.state.missions == [] or position.state.missions[0].strength == 0


@pytest.mark.rule("8.1.5")
def test_a_counter_flies_once_a_turn_and_again_on_the_next() -> None:
    position = situation({"5Pz.31": "3032", "354RD": "3027"}, Phase.AIR)
    play(position, "fly axis-air strike 3027", "ready", "roll 7")
    assert position.state.flown == {0}
    while position.state.turn == 1:
        assert not isinstance(position.step, AssignAir)
        play(position, legal(position)[-1])
    assert isinstance(position.step, AssignAir)
    assert "fly axis-air strike 3027" in legal(position)
    position.state.flown.add(0)
    assert refused(position, "fly axis-air strike 3027") == "8.1.5"


@pytest.mark.rule("8.1.6")
def test_any_number_of_counters_may_be_over_a_hex() -> None:
    position = air_phase(FACING, *(f"axis wing{number} 3" for number in range(9)))
    for number in range(9):
        play(position, f"fly wing{number} support 3031")
    play(position, "fly axis-air support 3031", "ready")
    assert missions(position) == [MissionKind.OFFENSIVE] * 10


@pytest.mark.rule("8.1.7")
def test_missions_are_secret_until_both_have_chosen() -> None:
    position = air_phase(FACING, "soviet red 4", "soviet red2 4")
    before = {seat: msgspec.json.encode(position.view(seat)) for seat in (SOVIET, None)}
    told = play(position, "fly axis-air strike 3031")
    assert all(event.visible_to(AXIS) for event in told)
    assert not any(event.visible_to(SOVIET) or event.visible_to(None) for event in told)
    # not a byte of the other views has changed: no marker, no order, no count
    assert {seat: msgspec.json.encode(position.view(seat)) for seat in (SOVIET, None)} == before
    assert [marker.text for marker in position.view(AXIS).markers if marker.kind == "mission"] == [
        "air attack 4"
    ]
    play(position, "ready")
    assert position.seat == SOVIET
    assert position.state.missions == []
    assert not position.state.flown
    for seat in (SOVIET, None):
        view = position.view(seat)
        assert not [marker for marker in view.markers if marker.kind == "mission"]
        assert b"axis-air" not in msgspec.json.encode(view)
    assert [marker.hex for marker in position.view(AXIS).markers if marker.kind == "mission"] == ["3031"]
    waiting = msgspec.json.encode(position.view(AXIS))
    play(position, "fly red strike 3032")
    assert msgspec.json.encode(position.view(AXIS)) == waiting
    uncovered = play(position, "ready")
    assert sum(event.rule == "8.1.7" and event.visible_to(None) for event in uncovered) == 2


@pytest.mark.rule("8.1.7")
@pytest.mark.parametrize("orders", [("ready",), ("fly axis-air strike 3031", "ready")])
def test_the_second_player_cannot_tell_how_many_orders_the_first_one_gave(orders: tuple[str, ...]) -> None:
    position = air_phase(FACING, "soviet red 4")
    started = position.view(SOVIET).ply
    play(position, *orders)
    assert position.view(SOVIET).ply == started + 1
    play(position, "fly red strike 3032")
    assert position.view(SOVIET).ply == started + 2


def meet(axis: str, soviet: str, *more: str) -> MoscowPosition:
    """A German strike on one hex and a Soviet one on another; both sides have units everywhere needed."""
    units = {"5Pz.31": "3035", "354RD": "3036", "44CD": "3037", "10Pz.7": "3032"}
    position = air_phase(units, "soviet red 3", *more)
    play(position, f"fly axis-air strike {axis}", "ready", f"fly red strike {soviet}", "ready")
    return position


@pytest.mark.rule("8.1.8", "8.1.9")
def test_enemies_over_adjacent_hexes_fight_and_the_lower_one_goes_home_for_the_turn() -> None:
    position = meet("3036", "3035")
    assert isinstance(position.step, AirCombat)
    events = play(position, "roll 2", "roll 4")  # 4 + 2 against 3 + 4
    assert [event.result for event in events if event.rule == "8.1.8"] == ["German aircraft turn back"]
    assert position.decision.prompt == "Roll for the air attack on 3035 with 3."
    assert position.state.flown == {0, 1}
    assert [mission for mission in position.state.missions if mission.seat == AXIS] == []


@pytest.mark.rule("8.1.8")
def test_a_tie_in_the_air_is_thrown_again() -> None:
    position = meet("3036", "3035")
    events = play(position, "roll 2", "roll 3")
    assert [event.result for event in events if event.rule == "8.1.8"] == ["a tie, thrown again"]
    assert isinstance(position.step, AirCombat)
    play(position, "roll 3", "roll 3")
    assert position.decision.prompt == "Roll for the air attack on 3036 with 4."


@pytest.mark.rule("8.1.8")
def test_aircraft_two_hexes_apart_do_not_meet() -> None:
    position = meet("3037", "3035")
    assert position.decision.prompt == "Roll for the air attack on 3037 with 4."


@pytest.mark.rule("8.1.8")
def test_connected_hexes_are_one_air_combat_in_which_each_side_adds_up() -> None:  # ruling M29
    units = {"5Pz.31": "3035", "354RD": "3036", "44CD": "3037"}
    position = air_phase(units, "soviet red 3", "axis wing 2")
    play(position, "fly axis-air strike 3036", "fly wing strike 3037", "ready")
    play(position, "fly red strike 3035", "ready")
    assert position.decision.prompt == "Air combat over 3035, 3036, 3037: a die for the German side (6)."
    play(position, "roll 1", "roll 6")  # 7 against 9
    assert {mission.seat for mission in position.state.missions} <= {SOVIET}
    assert position.decision.prompt == "Roll for the air attack on 3035 with 3."


# --- 8.2 Missions ------------------------------------------------------------------------------------


@pytest.mark.rule("8.2.1")
def test_there_are_seven_missions() -> None:
    assert set(TITLES) == set(MissionKind)
    assert len(TITLES) == 7
    assert {*WORDS.values(), MissionKind.OBJECT} == set(MissionKind)


def thinkable(game: Moscow1941) -> list[Order]:
    """Every order of an air phase that could be written, and a hexside without a bridge."""
    counters, sides = range(len(game.aircraft)), sorted(game.geography.bridges | {game.grid.side(0, 1)})
    found = [FLY(counter, word, hex) for counter in counters for word in WORDS for hex in game.grid.hexes]
    found += [STRAFE(hex) for hex in game.grid.hexes] + [FOLLOW(counter) for counter in counters]
    return [*found, *(BOMB(counter, side) for counter in counters for side in sides), READY()]


@pytest.mark.rule("8.2.1")
@pytest.mark.parametrize("acting", [AXIS, SOVIET])
@pytest.mark.parametrize("order", ["", "ready", "fly big strike 3031", "fly big crossing 3030"])
def test_what_is_offered_is_accepted_and_nothing_else(acting: Seat, order: str) -> None:
    units = {**FACING, "1Msk": "2001", "HQ.XX": "3033"}
    counters = ("axis big 9", "soviet red 5", "soviet yank 7 american")
    position = air_phase(units, *counters, seat=acting, changes=VOLGA, shortage={"1Msk": 2})
    if order and position.explain(order) is None:
        play(position, order)
    accepted = {order for order in thinkable(position.game) if position.explain(order) is None}
    assert set(position.legal()) == accepted


def supported(target: str, *counters: str, seat: Seat = AXIS) -> MoscowPosition:
    """A German attack in the combat phase, with the printed counter in support over a hex."""
    game = air_force(*counters)
    position = situation(FACING, Phase.COMBAT, seat, game=game)
    kind = MissionKind.OFFENSIVE if seat == AXIS else MissionKind.DEFENSIVE
    for number, aircraft in enumerate(game.aircraft):
        if aircraft.seat == AXIS:
            mission = Mission((number,), AXIS, kind, hexes(position, target)[0], aircraft.strength)
            position.state.missions.append(mission)
    return position


def assessed(position: MoscowPosition) -> Assessment:
    step = position.step
    assert isinstance(step, CombatRoll)
    return assess(position, step.battle)


@pytest.mark.rule("8.2.2")
def test_offensive_support_adds_its_strength_to_the_attack() -> None:
    position = supported("3031")
    play(position, "attack 3031", "join 5Pz.31", "cover 0", "fight")
    assert assessed(position).attack == 7 + 4


@pytest.mark.rule("8.2.2")
def test_support_over_another_hex_does_not_help_and_is_flown_by_the_attacker_to_the_enemy() -> None:
    position = supported("3030")
    play(position, "attack 3031", "join 5Pz.31")
    assert refused(position, "cover 0") == "8.2.1"
    position = air_phase(FACING, "soviet red 4")
    assert refused(position, "fly axis-air support 3032") == "8.2.2"
    play(position, "ready")
    assert refused(position, "fly red support 3032") == "8.2.2"


@pytest.mark.rule("8.2.3")
def test_offensive_support_adds_to_ranged_fire() -> None:
    units = {"Art.XX": "3034", "354RD": "3031"}
    position = situation(units, Phase.COMBAT)
    position.state.missions.append(Mission((0,), AXIS, MissionKind.OFFENSIVE, hexes(position, "3031")[0], 4))
    play(position, "bombard 3031", "support Art.XX", "cover 0", "fire")
    events = play(position, "roll 7")
    assert any("9" in event.text for event in events if event.rule.startswith("6.4"))
    assert position.state.missions == [] or position.state.missions[0].strength == 0


@pytest.mark.rule("8.2.4")
def test_thirteen_points_in_defence_add_seven() -> None:
    position = supported("3032", "axis a 5", "axis b 4", seat=SOVIET)
    play(position, "attack 3032", "join 354RD", "fight")
    alone = 7
    play(position, "cover 0", "cover 1", "cover 2", "ready")
    assert assessed(position).defence == alone + 7


@pytest.mark.rule("8.2.4")
def test_defensive_support_is_flown_to_own_units_before_an_attack_of_the_enemy() -> None:
    position = air_phase(FACING, seat=SOVIET)
    assert refused(position, "fly axis-air cover 3031") == "8.2.4"
    play(position, "fly axis-air cover 3032", "ready")
    assert missions(position) == [MissionKind.DEFENSIVE]
    assert refused(air_phase(FACING), "fly axis-air cover 3032") == "8.2.4"


@pytest.mark.rule("8.2.5")
def test_soviet_aircraft_do_not_defend() -> None:
    position = air_phase(FACING, "soviet red 4", "soviet yank 4 american")
    play(position, "ready")
    assert refused(position, "fly red cover 3031") == "8.2.5"
    assert refused(position, "fly yank cover 3031") == ""


@pytest.mark.rule("8.2.6", "air-attack-table")
@pytest.mark.parametrize(
    ("strength", "dice", "levels", "disorganized"),
    [
        (4, 2, 1, False),
        (4, 7, 2, False),
        (8, 2, 1, True),
        (2, 2, 2, False),
        (2, 12, 1, False),
        (9, 5, 1, False),
        (13, 7, 1, False),
        (13, 12, 2, False),
        (17, 10, 1, True),
    ],
)
def test_air_attack_goes_by_its_table(strength: int, dice: int, levels: int, disorganized: bool) -> None:
    position = air_phase(FACING, f"axis wing {strength}")
    play(position, "fly wing strike 3031", "ready", f"roll {dice}")
    number = unit(position, "354RD")
    assert position.state.levels[number] == levels
    assert (position.state.upset[number] > 0) is disorganized


@pytest.mark.rule("8.2.6", "5.1.8")
def test_the_owner_chooses_who_is_hit_from_the_air_and_all_in_the_hex_are_disorganized() -> None:
    units = {"5Pz.31": "3032", "354RD": "3031", "44CD": "3031"}
    position = air_phase(units, "axis wing 8")
    play(position, "fly wing strike 3031", "ready", "roll 2")
    assert position.seat == SOVIET
    assert sorted(legal(position)) == ["lose 354RD", "lose 44CD"]
    play(position, "lose 44CD")
    assert position.state.levels[unit(position, "44CD")] == 1
    assert all(position.state.upset[unit(position, id)] for id in ("354RD", "44CD"))


@pytest.mark.rule("8.2.6")
def test_air_attack_needs_an_enemy_and_a_lost_counter_counts_as_lost_in_combat() -> None:
    position = air_phase({"5Pz.31": "3032", "257.185RD": "3031"})
    assert refused(position, "fly axis-air strike 3032") == "8.2.6"
    play(position, "fly axis-air strike 3031", "ready", "roll 2")
    assert where(position, "257.185RD") == ""
    assert position.state.credits == [0, 1]


@pytest.mark.rule("8.2.7")
def test_twice_the_ground_comes_off_the_strength() -> None:
    # the book: 20 points against ground worth 2 attack as 16
    position = air_phase({"5Pz.31": "3032", "354RD": "5101"}, "axis wing 20")
    play(position, "fly wing strike 5101", "ready")
    assert position.decision.prompt == "Roll for the air attack on 5101 with 16."
    (event,) = (event for event in play(position, "roll 7") if event.rule == "8.2.6")
    assert [(modifier.value, modifier.rule) for modifier in event.modifiers] == [(-4, "8.2.7")]


@pytest.mark.rule("8.2.7")
def test_when_the_ground_takes_all_the_strength_no_dice_fall() -> None:
    position = air_phase({"5Pz.31": "3032", "354RD": "5101"})
    events = play(position, "fly axis-air strike 5101", "ready")
    assert [event.rule for event in events if event.modifiers] == ["8.2.7"]
    assert not roll_seat(position)


@pytest.mark.rule("8.2.7", "6.4.2")
def test_works_are_no_ground() -> None:  # ruling M31
    position = air_phase(FACING, forts=["3031"])
    play(position, "fly axis-air strike 3031", "ready")
    assert position.decision.prompt == "Roll for the air attack on 3031 with 4."


BRIDGE = "5229/5230"


@pytest.mark.rule("8.2.8", "attack-on-objects-table")
@pytest.mark.parametrize(("dice", "falls"), [(2, True), (3, True), (4, False), (11, True), (10, False)])
def test_a_bridge_is_attacked_by_the_table_of_objects(dice: int, falls: bool) -> None:
    position = air_phase(FACING)
    side = position.game.parse(f"bomb axis-air {BRIDGE}").values[1]
    events = play(position, f"bomb axis-air {BRIDGE}", "ready", f"roll {dice}")
    assert standing(position, side) is not falls
    assert [event.result for event in events if event.rule == "8.2.8" and event.result] == [
        "destroyed" if falls else "no effect"
    ]
    assert position.state.missions == []


@pytest.mark.rule("8.2.8")
def test_only_a_standing_bridge_is_a_target() -> None:
    position = air_phase(FACING)
    assert refused(position, "bomb axis-air 3031/3032") == "8.2.8"
    side = position.game.parse(f"bomb axis-air {BRIDGE}").values[1]
    position.state.broken.add(side)
    assert refused(position, f"bomb axis-air {BRIDGE}") == "8.2.8"
    assert f"bomb axis-air {BRIDGE}" not in legal(position)


@pytest.mark.rule("8.2.9")
def test_ground_does_not_matter_to_an_attack_on_a_bridge() -> None:
    city = (
        ("map/links.csv", NORTH, f"{NORTH}\ncity,city,main,5101-5102,design"),
        ("map/bridges.csv", "5230/5229", "5101/5102"),
        ("map/hexsides.csv", "5230/5229", "5101/5102"),
    )
    position = air_phase(FACING, changes=city)
    play(position, "bomb axis-air 5101/5102", "ready")
    assert position.decision.prompt == "Roll for the air attack on the bridge 5101/5102 with 4."


@pytest.mark.rule("8.2.10")
def test_an_attack_on_a_bridge_takes_four_points() -> None:
    enough = air_phase(FACING)  # the counter of the scenario has just four
    assert refused(enough, f"bomb axis-air {BRIDGE}") == ""
    play(enough, f"bomb axis-air {BRIDGE}")
    assert "ready" in legal(enough)
    position = air_phase(FACING, "axis small 3", seat=SOVIET)
    alone = air_phase(FACING, "soviet red 3")
    play(alone, "ready")
    assert refused(alone, f"bomb red {BRIDGE}") == "8.2.10"
    play(position, f"bomb small {BRIDGE}")
    assert refused(position, "ready") == "8.2.10"
    assert legal(position) == ["follow axis-air"]
    play(position, "follow axis-air", "ready")
    assert position.decision.prompt.endswith("with 7.")


# --- disruption (8.2.11 to 8.2.15) -------------------------------------------------------------------


@pytest.mark.rule("8.2.11")
def test_only_soviet_movement_is_disrupted_and_only_before_it() -> None:
    position = air_phase(FACING, "axis wing 7", "soviet red 7")
    assert refused(position, "fly wing disrupt 3031") == "8.2.11"  # a German movement phase follows
    play(position, "ready")
    assert refused(position, "fly red disrupt 3032") == "8.2.11"
    position = air_phase(FACING, "axis wing 7", seat=SOVIET)
    assert refused(position, "fly wing disrupt 3031") == ""


@pytest.mark.rule("8.2.12")
def test_a_disruption_takes_seven_points() -> None:
    position = air_phase(FACING, "axis six 6", seat=SOVIET)
    assert refused(air_phase(FACING, seat=SOVIET), "fly axis-air disrupt 3031") == "8.2.12"
    play(position, "fly six disrupt 3031")
    assert refused(position, "ready") == refused(position, "fly axis-air cover 3032") == "8.2.12"
    play(position, "follow axis-air", "ready")
    (mission,) = position.state.missions
    assert (mission.counters, mission.strength) == ((0, 1), 10)


def disrupted(*targets: str, units: dict[str, str] | None = None) -> MoscowPosition:
    """The Soviet movement phase under missions of eight points over these hexes."""
    counters = [f"axis wing{number} 8" for number in range(len(targets))]
    position = air_phase(units or {"135TB": "3031", "332RD": "3025"}, *counters, seat=SOVIET)
    for number, target in enumerate(targets):
        play(position, f"fly wing{number} disrupt {target}")
    play(position, "ready")
    assert position.state.phase == Phase.MOVEMENT + 6
    return position


def left_after(position: MoscowPosition, *orders: str) -> int:
    play(position, *orders)
    step = position.step
    assert isinstance(step, MovingUnit)
    return step.left


@pytest.mark.rule("8.2.13", "8.2.14", "8.2.15")
@pytest.mark.parametrize("number", [0, 1, 2])
def test_each_disruption_costs_a_point_a_hex_and_a_point_at_the_start(number: int) -> None:
    # the book: one mission costs a unit 1 point when it starts under it, and 1 more a hex; two cost 2 and 2
    position = disrupted(*["3031"] * number)
    tanks, infantry = unit(position, "135TB"), unit(position, "332RD")
    assert starting_points(position, tanks) == (7 - number) * POINT
    assert starting_points(position, infantry) == 4 * POINT
    # from 3031 to its neighbour 3030, under the mission as well
    assert left_after(position, "unit 135TB", "move 135TB 3030") == (7 - number - 1 - number) * POINT
    # one hex further the influence ends
    assert left_after(position, "move 135TB 3029") == (7 - number - 1 - number - 1) * POINT


@pytest.mark.rule("8.2.13")
def test_disruption_reaches_the_hexes_next_to_its_target_and_no_others() -> None:
    position = disrupted("3031")
    middle = hexes(position, "3031")[0]
    near = {middle, *position.game.grid.neighbours[middle]}
    position.state.where[unit(position, "135TB")] = -1
    for hex in position.game.grid.hexes:
        position.state.where[unit(position, "135TB")] = hex
        lost = 7 * POINT - starting_points(position, unit(position, "135TB"))
        assert lost == (POINT if hex in near else 0)


@pytest.mark.rule("8.2.13")
def test_disruption_lasts_through_strategic_movement_and_support_ends_with_combat() -> None:  # ruling M28
    game = air_force("axis wing 8")
    position = situation({"135TB": "3031", "5Pz.31": "3020"}, Phase.AIR, SOVIET, game=game)
    play(position, "fly wing disrupt 3031", "fly axis-air cover 3020", "ready")
    assert missions(position) == [MissionKind.DISRUPT, MissionKind.DEFENSIVE]
    play(position, "unit 135TB", "strategic", "end", "end")
    assert position.state.phase == Phase.STRATEGIC + 6
    assert missions(position) == [MissionKind.DISRUPT]
    assert left_after(position, "unit 135TB", "move 135TB 3030") == (7 - 2 - 1 - 2) * POINT
    play(position, "stop", "end")
    assert position.state.missions == []


@pytest.mark.rule("8.2.11")
def test_german_units_are_not_touched_by_a_disruption() -> None:
    position = situation({"5Pz.31": "3031", "354RD": "3020"}, Phase.MOVEMENT)
    position.state.missions.append(Mission((0,), SOVIET, MissionKind.DISRUPT, hexes(position, "3031")[0], 8))
    assert starting_points(position, unit(position, "5Pz.31")) == 7 * POINT


# --- crossings (8.2.16 to 8.2.21) --------------------------------------------------------------------


def crossing(*attacks: str, strength: int = 1, **units: str) -> MoscowPosition:
    """The German movement phase under Soviet attacks on crossings of the big river at 3030."""
    placed = units or {"332RD": "3020"}
    named = {"5Pz.31": "3029", "10Pz.7": "3029", **{id.replace("_", "."): at for id, at in placed.items()}}
    position = air_phase(named, f"soviet red {strength}", changes=VOLGA)
    play(position, "ready", f"fly red crossing {attacks[0]}")
    for attack in attacks[1:]:
        play(position, f"strafe {attack}")
    return position


@pytest.mark.rule("8.2.16")
def test_crossings_of_big_rivers_are_attacked_in_the_enemys_movement() -> None:
    position = air_phase(FACING, "soviet red 2", changes=VOLGA)
    assert refused(position, "fly axis-air crossing 3030") == "8.2.16"  # no Soviet movement follows
    play(position, "ready")
    assert refused(position, "fly red crossing 3031") == "8.2.16"
    assert {text.split()[3] for text in legal(position, "fly") if " crossing " in text} == {
        "3029", "3030", "3129",
    }  # fmt: skip
    assert refused(air_phase(FACING, "axis wing 9", seat=SOVIET), "fly wing crossing 3030") == "8.2.16"


@pytest.mark.rule("8.2.17", "8.2.18")
def test_each_point_gives_two_attacks_shared_among_connected_banks() -> None:
    position = crossing("3029", strength=2)
    assert refused(position, "ready") == "8.2.18"
    assert sorted(legal(position)) == ["strafe 3029", "strafe 3030", "strafe 3129"]
    play(position, "strafe 3030", "strafe 3129", "strafe 3030")
    assert refused(position, "strafe 3030") == "8.2.18"
    play(position, "ready")
    shared = {position.game.grid.label(mission.hex): mission.strength for mission in position.state.missions}
    assert shared == {"3029": 1, "3030": 2, "3129": 1}


@pytest.mark.rule("8.2.18")
def test_a_bank_that_is_not_connected_gets_no_attack() -> None:
    file, old, new = VOLGA[0]
    oka = "oka,Oka,big_river,3630/3629,spring,fades,design"
    position = air_phase(FACING, "soviet red 1", changes=((file, old, f"{new}\n{oka}"),))
    play(position, "ready", "fly red crossing 3029")
    assert refused(position, "strafe 3629") == refused(position, "strafe 2929") == "8.2.18"
    assert sorted(legal(position)) == ["strafe 3029", "strafe 3030", "strafe 3129"]


@pytest.mark.rule("8.2.19", "8.2.20")
def test_every_unit_that_crosses_throws_for_every_attack_and_loses_a_level_on_a_six() -> None:
    position = crossing("3030", "3030", strength=1)
    play(position, "ready")
    play(position, "unit 5Pz.31", "march 5Pz.31 3029-3030")
    assert isinstance(position.step, CrossingAttack)
    play(position, "roll 5")
    assert isinstance(position.step, CrossingAttack)
    play(position, "roll 6")
    assert position.state.levels[unit(position, "5Pz.31")] == 1
    play(position, "stop", "unit 10Pz.7", "march 10Pz.7 3029-3030", "roll 6", "roll 6")
    assert where(position, "10Pz.7") == ""
    assert position.decision.kind == "Movement"


@pytest.mark.rule("8.2.19")
def test_only_the_hex_behind_the_river_counts() -> None:
    position = crossing("3029", "3029", strength=1)
    play(position, "ready", "unit 5Pz.31", "march 5Pz.31 3029-3030")
    assert not roll_seat(position)


@pytest.mark.rule("8.2.21")
def test_a_bridge_protects_who_crosses() -> None:
    position = crossing("3030", "3030", strength=1)
    play(position, "ready")
    position.state.built.add(position.game.grid.side(*hexes(position, "3029", "3030")))
    play(position, "unit 5Pz.31", "march 5Pz.31 3029-3030")
    assert not roll_seat(position)


# --- supply (8.2.22 to 8.2.25) -----------------------------------------------------------------------

AMERICANS = "american"


@pytest.mark.rule("8.2.22")
def test_only_western_aircraft_bring_supply_and_only_where_it_is_wanted() -> None:
    units = {"354RD": "3031", "44CD": "3025", "5Pz.31": "3035"}
    position = air_phase(units, "soviet red 9", f"soviet yank 7 {AMERICANS}", shortage={"354RD": 1})
    assert refused(position, "fly axis-air supply 3035") == "8.2.22"
    play(position, "ready")
    assert refused(position, "fly red supply 3031") == "8.2.22"
    assert refused(position, "fly yank supply 3035") == "8.2.22"
    assert refused(position, "fly yank supply 3025") == "8.2.25"
    assert refused(position, "fly yank supply 3031") == ""


@pytest.mark.rule("8.2.23")
def test_a_supply_mission_takes_seven_points() -> None:
    position = air_phase({"354RD": "3031"}, f"soviet yank 6 {AMERICANS}", shortage={"354RD": 1})
    play(position, "ready")
    assert refused(position, "fly yank supply 3031") == "8.2.23"


@pytest.mark.rule("8.2.24", "8.2.25")
def test_three_supply_missions_of_which_one_fails_lower_the_level_by_two() -> None:
    # the book: three missions over a division of three counters at level 4; dice 1, 4 and 6
    trio = {"354RD": "3031", "44CD": "3031", "332RD": "3031"}
    wings = [f"soviet yank{number} 7 {AMERICANS}" for number in (1, 2, 3)]
    position = air_phase(trio, *wings, shortage=dict.fromkeys(trio, 4))
    play(position, "ready", *(f"fly yank{number} supply 3031" for number in (1, 2, 3)), "ready")
    play(position, "roll 1", "roll 4", "roll 6")
    assert [position.state.shortage[unit(position, id)] for id in trio] == [2, 2, 2]
    assert position.decision.kind == "Movement", "three missions, three dice"


@pytest.mark.rule("8.2.23", "8.2.24")
@pytest.mark.parametrize(("second", "level"), [(5, 3), (6, 4)])
def test_every_counter_of_a_supply_mission_throws_and_a_six_of_any_spoils_it(second: int, level: int) -> None:
    wings = [f"soviet yank{number} 4 {AMERICANS}" for number in (1, 2)]
    position = air_phase({"354RD": "3031"}, *wings, shortage={"354RD": 4})
    play(position, "ready", "fly yank1 supply 3031", "follow yank2", "ready")
    play(position, "roll 3", f"roll {second}")
    assert position.state.shortage[unit(position, "354RD")] == level
    assert position.decision.kind == "Movement"


def told_in(events: tuple[Event, ...], rule: str) -> list[str]:
    return [event.text for event in events if event.rule == rule]


@pytest.mark.rule("8.2.25")
def test_supply_from_the_air_never_falls_below_nothing() -> None:
    position = air_phase(
        {"354RD": "3031", "44CD": "3031"}, f"soviet yank 7 {AMERICANS}", shortage={"354RD": 1}
    )
    play(position, "ready", "fly yank supply 3031", "ready")
    assert told_in(play(position, "roll 5"), "8.2.24")
    assert [position.state.shortage[unit(position, id)] for id in ("354RD", "44CD")] == [0, 0]
