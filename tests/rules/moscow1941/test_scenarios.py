"""The set-up aid and the scenarios: Typhoon, Red Snow, and First Steps, which is ours."""

from __future__ import annotations

import pytest
from tests.games.moscow1941.situation import (
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

import grognard
from grognard.board.bits import bits_of, count, hexes_of
from grognard.core import Dice, Outcome, Seat
from grognard.games.moscow1941 import fortifications, victory
from grognard.games.moscow1941.components import Side
from grognard.games.moscow1941.control import controlled, controls, write
from grognard.games.moscow1941.field import eliminate, put
from grognard.games.moscow1941.game import Moscow1941
from grognard.games.moscow1941.options import OPTIONS
from grognard.games.moscow1941.phases import Phase
from grognard.games.moscow1941.reinforcements import Muster
from grognard.games.moscow1941.state import AXIS, RESERVE, SOVIET, WAITING, seat_index
from grognard.games.moscow1941.supply import Supply
from grognard.testing.conformance import pick

BOOK = ("typhoon", "red-snow")
MOSCOW = tuple(f"{line}{place:02}" for line in range(51, 55) for place in range(1, 4))
KLIN, KALININ, ISTRA = ("2519", "2520"), ("0426", "0427"), "4418"
ROAD = "5237"
INFANTRY, TANKS, RIFLES, GUARDS_OF_MOSCOW = "183ID.330", "10Pz.7", "316RD", ("19RD", "173RD", "129RD")


def grant(position: MoscowPosition, seat: Seat, labels: tuple[str, ...]) -> None:
    """Give a side these hexes and no others."""
    write(position, seat, bits_of(hexes(position, *labels)))


def outcome(position: MoscowPosition) -> Outcome:
    assert position.outcome is not None
    return position.outcome


# --- the set-up aid -----------------------------------------------------------------------------------


@pytest.mark.rule("setup-aid")
def test_names_of_counters_follow_the_set_up_aid() -> None:
    """Regiment/division (its sample shows 37/6 with 3 and 4), and the division in square brackets."""
    units = plain_game().components.units
    sample = units["6ID.37"]
    assert (sample.name, sample.sp, sample.mp, sample.parent) == ("37/6", 3, 4, "6ID")
    assert (units["DR.D"].name, units["DR.D"].parent) == ("D [DR]", "DR")
    assert units["StuG.191"].name == "191 StuG"


@pytest.mark.rule("setup-aid")
def test_a_division_is_all_its_counters_and_an_entry_may_be_several_units_in_a_hex() -> None:
    position = plain_game(options=("set-up=printed",)).start()
    assert {where(position, f"183ID.{number}") for number in (330, 343, 351)} == {"6325"}
    assert {where(position, id) for id in ("HQ.XX", "Art.XX")} == {"6427"}


@pytest.mark.rule("setup-aid")
def test_players_choose_where_the_book_leaves_a_choice() -> None:
    """The side that moves second chooses first; each counter once."""
    position = plain_game("red-snow", options=("set-up=choices",)).start()
    assert position.decision.seat == AXIS
    assert {"place 14Mot.11 2305", "place 7Pz.25 3303", "place 36Mot.87 2312"} <= set(legal(position))
    assert refused(position, "place 14Mot.11 2306") == "setup-aid"
    assert refused(position, "place 183ID.330 6325") == "setup-aid"
    play(position, "place 14Mot.11 2305")
    assert where(position, "14Mot.11") == "2305"
    assert refused(position, "place 14Mot.11 2604") == "setup-aid"
    play(position, "ready")
    assert position.decision.seat == SOVIET
    assert {text.split()[1] for text in legal(position, "place")} >= {"1Msk", "332RD"}


@pytest.mark.rule("setup-aid")
def test_a_printed_set_up_asks_nobody() -> None:
    position = plain_game("red-snow", options=("set-up=printed",)).start()
    assert position.state.phase > 0
    assert where(position, "14Mot.11") == "2604"


@pytest.mark.rule("setup-aid")
def test_a_free_set_up_lets_units_stand_anywhere_behind_their_front() -> None:
    position = plain_game(options=("set-up=free",)).start()
    assert position.decision.seat == SOVIET
    assert refused(position, "place 316RD 3337") == "setup-aid", "that is German ground"
    play(position, "place 316RD 2001")
    assert where(position, "316RD") == "2001"
    assert refused(position, "place 316RD 2002") == "setup-aid", "each counter is placed once"
    assert refused(position, "place 8TB 6501") == "3.1.11", "a swamp is closed to tanks"
    assert refused(position, "place 50CD 6502") == "3.1.11", "and a lake to everybody"
    assert refused(position, "place Art1.16A 6502") == "3.1.11"


# --- time, sides, supply, works -----------------------------------------------------------------------


@pytest.mark.rule("scenario-typhoon", "scenario-red-snow", "2.2")
@pytest.mark.parametrize(
    ("scenario", "first", "last_turn", "begins", "ends"),
    [
        ("typhoon", AXIS, 20, "15 November", "4 December"),
        ("red-snow", SOVIET, 11, "5 December", "15 December"),
    ],
)
def test_days_and_who_moves_first(scenario: str, first: Seat, last_turn: int, begins: str, ends: str) -> None:
    game = plain_game(scenario)
    assert game.first_seat == first
    position = situation({}, Phase.COMBAT, first, game=game)
    assert begins in game.heading(position)
    second = SOVIET if first == AXIS else AXIS
    position = situation({}, Phase.COMBAT, second, game=game, turn=last_turn)
    assert ends in game.heading(position)
    play(position, "end", "end")
    assert outcome(position).rule == f"scenario-{scenario}", "the last phase of the last day is over"
    assert situation({}, Phase.SUPPLY, second, game=game, turn=last_turn - 1).outcome is None


@pytest.mark.rule("scenario-typhoon", "scenario-red-snow", "10.1.4")
@pytest.mark.parametrize(
    ("scenario", "seat", "bases", "no_bases"),
    [
        ("typhoon", AXIS, ("3037", "6427"), ("3001", "0110", "5203")),
        ("typhoon", SOVIET, ("3001", "0110", "5203"), ("3037", "6427", "6610")),
        ("red-snow", AXIS, ("3037",), ("6427", "3001", "0110")),
        ("red-snow", SOVIET, ("3001", "5203"), ("0110", "3037")),
    ],
)
def test_supply_bases(scenario: str, seat: Seat, bases: tuple[str, ...], no_bases: tuple[str, ...]) -> None:
    game = plain_game(scenario)
    sources = game.supply_sources[seat]
    assert all(sources >> game.grid.hex(label) & 1 for label in bases)
    assert not any(sources >> game.grid.hex(label) & 1 for label in no_bases)


@pytest.mark.rule("scenario-typhoon", "scenario-red-snow")
def test_who_starts_dug_in() -> None:
    """Typhoon: the Germans; Red Snow: everybody (ruling M46)."""
    for scenario, dug_in in (("typhoon", {AXIS}), ("red-snow", {AXIS, SOVIET})):
        position = plain_game(scenario, options=("set-up=printed",)).start()
        state, owner = position.state, position.game.owner
        assert {hex for hex, stack in state.stacks.items() if owner[stack[0]] in dug_in} == set(state.forts)
        assert all(seat_index(owner[state.stacks[hex][0]]) == index for hex, index in state.forts.items())


@pytest.mark.rule("scenario-typhoon", "7.1.8")
def test_nobody_starts_dug_in_in_a_swamp() -> None:
    plain = "63: " + "c" * 37
    swamp = (("map/terrain.txt", plain, f"{plain[:28]}s{plain[29:]}"),)
    position = plain_game(changes=swamp, options=("set-up=printed",)).start()
    wet, dry = hexes(position, "6325", "6125")
    assert position.game.board.terrain[wet] == "swamp"
    assert (wet in position.state.forts, dry in position.state.forts) == (False, True)


@pytest.mark.rule("scenario-typhoon", "scenario-red-snow", "4.3.1")
@pytest.mark.parametrize("scenario", BOOK)
def test_each_side_starts_with_the_ground_on_which_it_stands(scenario: str) -> None:
    position = plain_game(scenario, options=("set-up=printed",)).start()
    for hex, stack in position.state.stacks.items():
        assert controls(position, position.game.owner[stack[0]], hex)


@pytest.mark.rule("scenario-typhoon", "scenario-red-snow")
def test_one_air_counter_of_four_for_the_attacker() -> None:
    """Ruling M30."""
    for scenario, side in (("typhoon", Side.AXIS), ("red-snow", Side.SOVIET)):
        file = plain_game(scenario).scenario_data.file
        assert [(air.side, air.points, air.first_day, air.last_day) for air in file.air] == [
            (side, 4, file.first_day, file.last_day)
        ]


# --- German reserves (S1-8, S2-7) ---------------------------------------------------------------------


def with_pool(scenario: str = "typhoon", losses: int = 1, phase: Phase = Phase.MOVEMENT) -> MoscowPosition:
    position = situation({}, phase, AXIS, game=plain_game(scenario))
    position.state.credits[0] = losses
    for number, reserve in position.game.reserve_of.items():
        if reserve.side is Side.AXIS:
            position.state.where[number] = RESERVE
            position.state.levels[number] = position.game.units[number].cel
    return position


@pytest.mark.rule("scenario-typhoon")
def test_a_counter_of_the_pool_comes_for_each_counter_lost() -> None:
    """Ruling M39: of the owner's choice, whatever was lost."""
    position = with_pool(losses=2)
    play(position, f"call HQ.VI {ROAD}", f"enter HQ.VI {ROAD}", "stop")
    assert where(position, "HQ.VI") == ROAD
    assert refused(position, f"call HQ.VI {ROAD}") == "scenario-typhoon", "it has come already"
    assert refused(position, f"call 183ID.330 {ROAD}") == "scenario-typhoon", "it is in no pool"
    play(position, "call 5ID.14 6427")
    assert position.state.where[unit(position, "5ID.14")] == WAITING
    assert legal(position, "call") == []
    assert refused(position, f"call 5ID.56 {ROAD}") == "scenario-typhoon"


@pytest.mark.rule("scenario-typhoon")
def test_without_a_loss_nobody_comes() -> None:
    position = with_pool(losses=0)
    assert (legal(position, "call"), refused(position, f"call HQ.VI {ROAD}")) == ([], "scenario-typhoon")


@pytest.mark.rule("scenario-typhoon", "scenario-red-snow")
def test_the_pools_and_their_entries() -> None:
    """Red Snow: without the 23rd, which is on the map, and by the western edge only."""
    for scenario, entries in (("typhoon", {ROAD, "6427"}), ("red-snow", {ROAD})):
        calls = [text.split()[1:] for text in legal(with_pool(scenario), "call")]
        assert {entry for _, entry in calls} == entries
        divisions = {id.partition(".")[0] for id, _ in calls}
        expected = {"5ID", "6ID", "161ID", "255ID", "HQ", "638Fr"}
        assert divisions == (expected | {"23ID"} if scenario == "typhoon" else expected)


@pytest.mark.rule("scenario-typhoon", "11.1.4")
def test_the_pool_does_not_come_by_an_entry_in_enemy_hands_nor_in_strategic_movement() -> None:
    position = with_pool()
    write(position, SOVIET, bits_of(hexes(position, ROAD)))
    assert refused(position, f"call HQ.VI {ROAD}") == "11.1.4"
    assert refused(with_pool(phase=Phase.STRATEGIC), f"call HQ.VI {ROAD}") == "11.1.3"


@pytest.mark.rule("scenario-typhoon")
def test_losses_in_combat_count_and_surrender_does_not() -> None:
    """Ruling M80."""
    position = situation({INFANTRY: "3033", TANKS: "3333", "Art.XX": "3035"}, Phase.MOVEMENT, SOVIET)
    eliminate(position, unit(position, INFANTRY), "10.2.6", in_combat=False)
    assert position.state.credits == [0, 0]
    eliminate(position, unit(position, TANKS), "5.3.7")
    assert position.state.credits == [1, 0]
    play_in(position, RIFLES, "3034")
    play(position, f"move {RIFLES} 3035")
    assert position.state.credits == [2, 0], "guns that are run over are lost in combat"


def play_in(position: MoscowPosition, id: str, label: str) -> None:
    """Put a counter somewhere in the middle of a phase."""
    put(position, unit(position, id), *hexes(position, label))


# --- Soviet headquarters reserves (S1-11, S2-9) -------------------------------------------------------


def threatened(german: str, scenario: str = "typhoon", seat: Seat = SOVIET) -> MoscowPosition:
    """The beginning of a movement phase with a German unit somewhere near Moscow."""
    position = situation({INFANTRY: german}, Phase.MOVEMENT, seat, game=plain_game(scenario))
    for id in GUARDS_OF_MOSCOW:
        number = unit(position, id)
        position.state.where[number], position.state.levels[number] = RESERVE, 2
    position.push(Muster(seat))
    position.settle()
    return position


@pytest.mark.rule("scenario-typhoon", "scenario-red-snow")
@pytest.mark.parametrize("scenario", BOOK)
@pytest.mark.parametrize(("german", "near"), [("5106", True), ("5107", False)])
def test_three_divisions_arrive_when_a_german_is_within_three_hexes_of_moscow(
    scenario: str, german: str, near: bool
) -> None:
    position = threatened(german, scenario)
    offered = {tuple(text.split()[1:]) for text in legal(position, "arrive")}
    assert offered == ({(id, hex) for id in GUARDS_OF_MOSCOW for hex in MOSCOW} if near else set())
    assert (refused(position, "arrive 19RD 5201") == "") == near


@pytest.mark.rule("scenario-typhoon")
def test_they_come_once_into_the_city_and_move_in_that_phase() -> None:
    """Ruling M40."""
    position = threatened("5106")
    play(position, "arrive 19RD 5201", "arrive 173RD 5202", "arrive 129RD 5203")
    assert [where(position, id) for id in GUARDS_OF_MOSCOW] == ["5201", "5202", "5203"]
    assert legal(position, "arrive") == []
    play(position, "move 19RD 5101")
    assert where(position, "19RD") == "5101"
    position = threatened("5106")
    assert refused(position, "arrive 19RD 5004") == "scenario-typhoon", "that is no hex of Moscow"


@pytest.mark.rule("scenario-typhoon", "11.1.4", "3.2.1")
def test_they_do_not_come_into_hexes_that_are_full_or_in_enemy_hands() -> None:
    position = threatened("5103")
    assert refused(position, "arrive 19RD 5103") == "11.1.4"
    write(position, AXIS, bits_of(hexes(position, "5102")))
    assert refused(position, "arrive 19RD 5102") == "11.1.4"
    for id in ("1Msk", "2Msk", "3Msk", "4Msk"):
        play_in(position, id, "5301")
    assert refused(position, "arrive 19RD 5301") == "3.2.1"


@pytest.mark.rule("scenario-typhoon")
def test_the_reserves_of_moscow_wait_for_a_soviet_movement_phase() -> None:
    position = threatened("5106", seat=AXIS)
    assert position.state.where[unit(position, "19RD")] == RESERVE


# --- Red Snow's works (S2-3) --------------------------------------------------------------------------


@pytest.mark.rule("scenario-red-snow", "7.1.10")
@pytest.mark.parametrize(
    ("scenario", "id", "levels", "hex", "modifiers"),
    [
        ("red-snow", "316RD", 2, "3031", 1),
        ("red-snow", "316RD", 1, "3031", 0),
        ("red-snow", "50CD", 2, "3031", 0),
        ("red-snow", "7ID.19", 2, "3031", 1),
        ("red-snow", "50CD", 2, "3102", 2),
        ("red-snow", "50CD", 1, "2519", 2),
        ("typhoon", "50CD", 1, "3031", 2),
    ],
)
def test_works_on_frozen_ground(scenario: str, id: str, levels: int, hex: str, modifiers: int) -> None:
    """One modifier outside towns, for units of 5 and more as they stand (ruling M33); in towns two."""
    position = situation(
        {id: hex}, Phase.COMBAT, SOVIET, game=plain_game(scenario), levels={id: levels}, forts=(hex,)
    )
    assert fortifications.field_modifiers(position, *hexes(position, hex)) == modifiers


@pytest.mark.rule("scenario-red-snow")
def test_one_strong_unit_is_enough_for_a_hex() -> None:
    position = situation(
        {"50CD": "3031", "316RD": "3031"}, Phase.COMBAT, SOVIET, game=plain_game("red-snow"), forts=("3031",)
    )
    assert fortifications.field_modifiers(position, *hexes(position, "3031")) == 1


# --- victory ------------------------------------------------------------------------------------------


def supply_phase(position: MoscowPosition, seat: Seat) -> None:
    """Play a supply phase of a side here and now."""
    position.push(Supply(seat))
    position.settle()


AUTOMATIC = [("typhoon", AXIS, MOSCOW), ("red-snow", SOVIET, (*KLIN, *KALININ, ISTRA))]


@pytest.mark.rule("scenario-typhoon", "scenario-red-snow")
@pytest.mark.parametrize(("scenario", "seat", "prize"), AUTOMATIC)
def test_taking_everything_and_holding_it_for_an_enemy_turn_wins_at_once(
    scenario: str, seat: Seat, prize: tuple[str, ...]
) -> None:
    """Ruling M38."""
    enemy = SOVIET if seat == AXIS else AXIS
    position = situation({}, Phase.COMBAT, seat, game=plain_game(scenario), turn=4)
    grant(position, enemy, ())
    grant(position, seat, prize)
    supply_phase(position, seat)
    assert position.outcome is None
    supply_phase(position, enemy)
    assert (outcome(position).winner, outcome(position).rule) == (seat, f"scenario-{scenario}")
    assert "automatic" in outcome(position).text


@pytest.mark.rule("scenario-typhoon", "scenario-red-snow")
@pytest.mark.parametrize(("scenario", "seat", "prize"), AUTOMATIC)
def test_losing_one_hex_before_the_enemys_supply_phase_is_over_spoils_it(
    scenario: str, seat: Seat, prize: tuple[str, ...]
) -> None:
    enemy = SOVIET if seat == AXIS else AXIS
    position = situation({}, Phase.COMBAT, seat, game=plain_game(scenario), turn=4)
    grant(position, enemy, ())
    for lost in prize:
        grant(position, seat, prize)
        supply_phase(position, seat)
        grant(position, seat, tuple(label for label in prize if label != lost))
        supply_phase(position, enemy)
        assert position.outcome is None
    grant(position, seat, prize)
    supply_phase(position, enemy)
    assert position.outcome is None, "it was not held at the end of the own supply phase"


def scored(scenario: str, *labels: str) -> int:
    game = plain_game(scenario)
    position = situation({}, Phase.COMBAT, AXIS, game=game)
    grant(position, game.scoring_seat, labels)
    return victory.score(position)


@pytest.mark.rule("scenario-typhoon")
def test_points_of_typhoon() -> None:
    """Rulings M36, M37."""
    assert scored("typhoon", *MOSCOW[:3]) == 12
    assert scored("typhoon", *KLIN) == 5
    assert scored("typhoon", KLIN[0]) == 0
    assert scored("typhoon", *KALININ) == 5
    assert scored("typhoon", KALININ[1]) == 0
    assert scored("typhoon", ISTRA, "3102", "3031") == 2


@pytest.mark.rule("scenario-red-snow")
def test_points_of_red_snow() -> None:
    assert scored("red-snow", *MOSCOW) == 0
    assert scored("red-snow", *KLIN, *KALININ) == 10
    assert scored("red-snow", KLIN[1], KALININ[0], ISTRA) == 1


@pytest.mark.rule("scenario-typhoon", "scenario-red-snow")
@pytest.mark.parametrize(
    ("scenario", "score", "text"),
    [
        ("typhoon", 0, "Soviet victory"),
        ("typhoon", 30, "Soviet victory"),
        ("typhoon", 31, "German minimal victory"),
        ("typhoon", 50, "German minimal victory"),
        ("typhoon", 51, "German small victory"),
        ("typhoon", 65, "German small victory"),
        ("typhoon", 66, "German medium victory"),
        ("typhoon", 90, "German medium victory"),
        ("typhoon", 91, "German significant victory"),
        ("red-snow", 25, "German victory"),
        ("red-snow", 26, "Soviet minimal victory"),
        ("red-snow", 30, "Soviet minimal victory"),
        ("red-snow", 31, "Soviet small victory"),
        ("red-snow", 40, "Soviet small victory"),
        ("red-snow", 41, "Soviet medium victory"),
        ("red-snow", 42, "Soviet significant victory"),
    ],
)
def test_the_last_supply_phase_reads_the_scale(scenario: str, score: int, text: str) -> None:
    """Ruling M35: the odd scores between the printed bands."""
    game = plain_game(scenario)
    position = situation({}, Phase.COMBAT, AXIS, game=game)
    grant(position, game.scoring_seat, _worth(game, score))
    result = victory.final_outcome(position)
    assert result.text == f"{text} ({score} victory points)"
    assert result.winner == (AXIS if "German" in text else SOVIET)


def _worth(game: Moscow1941, score: int) -> tuple[str, ...]:
    """Hexes that are worth so many points."""
    towns = [game.grid.label(hex) for hex in hexes_of(game.geography.towns)]
    found: list[str] = []
    if game.scenario == "typhoon":
        moscow = min(len(MOSCOW), score // 4)
        found, score = list(MOSCOW[:moscow]), score - 4 * moscow
    for city in (KLIN, KALININ):
        if score > len(towns):
            found, score = [*found, *city], score - 5
    return (*found, *towns[:score])


# --- First Steps --------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def first_steps() -> Moscow1941:
    game = grognard.load("moscow-1941", scenario="first-steps")
    assert isinstance(game, Moscow1941)
    return game


@pytest.mark.rule("scenario-first-steps")
def test_first_steps_is_small_short_and_ours(first_steps: Moscow1941) -> None:
    file = first_steps.scenario_data.file
    assert (file.ours, file.turns) == (True, 3)
    assert 100 <= len([kind for kind in first_steps.board.terrain if kind]) <= 144
    for units in first_steps.units_of.values():
        assert 10 <= len(units) <= 14
        kinds = [first_steps.units[number] for number in units]
        assert sum(counter.is_headquarters for counter in kinds) == 1
        assert sum(counter.is_artillery for counter in kinds) == 2


@pytest.mark.rule("scenario-first-steps")
def test_in_first_steps_there_is_nothing_beyond_its_area(first_steps: Moscow1941) -> None:
    board, geography = first_steps.board, first_steps.geography
    area = bits_of(hex for hex, kind in enumerate(board.terrain) if kind)
    assert area == first_steps.components.board.zones[first_steps.scenario_data.file.area].area
    assert not (geography.towns | geography.cities | geography.road_hexes) & ~area
    position = first_steps.start()
    for seat in (AXIS, SOVIET):
        assert not controlled(position, seat) & ~area
        assert not geography.zone[False][first_steps.grid.hex("3633")] & ~area
    assert position.state.phase == Phase.MOVEMENT, "nothing comes before: no air, no barrage, no choices"
    play(position, "unit 11Pz.15")
    reached = {text.split()[2] for text in legal(position, "move")}
    assert "3533" in reached
    assert all(area >> first_steps.grid.hex(label) & 1 for label in reached)


@pytest.mark.rule("scenario-first-steps")
def test_in_first_steps_the_edges_of_the_area_are_supply_bases(first_steps: Moscow1941) -> None:
    label = first_steps.grid.label
    bases = {
        seat: {label(hex) for hex in hexes_of(first_steps.supply_sources[seat])} for seat in (AXIS, SOVIET)
    }
    assert bases[AXIS] == {f"{line}33" for line in range(33, 45)}
    assert bases[SOVIET] == {f"{line}24" for line in range(33, 45)}


@pytest.mark.rule("scenario-first-steps")
def test_first_steps_is_open_at_the_start_and_every_level_can_be_reached(first_steps: Moscow1941) -> None:
    position = first_steps.start()
    assert victory.score(position) == 1, "Volokolamsk"
    assert count(first_steps.geography.towns) == 4
    write(position, AXIS, bits_of(range(first_steps.grid.size)))
    assert victory.final_outcome(position).text == "German significant victory (9 victory points)"


@pytest.mark.rule("scenario-first-steps")
@pytest.mark.parametrize("seed", range(3))
def test_first_steps_is_played_to_its_end(first_steps: Moscow1941, seed: int) -> None:
    position, dice = first_steps.start(), Dice(f"first steps {seed}")
    for _ in range(3_000):
        if position.outcome is not None:
            break
        position.apply(pick(position, dice))
        assert not position.status()
    assert outcome(position).rule == "scenario-first-steps"


@pytest.mark.rule("setup-aid", "scenario-red-snow", "terrain-table", "1.7", "5.1.4")
def test_what_players_may_see_otherwise_is_an_option() -> None:
    chapters = ("strategic-movement", "tactical-concentration", "bridges", "special-units", "masking")
    rulings = {"literal-ratio": "off", "fortified-bind": "off", "bonus-hex": "on", "frozen-waters": "off"}
    assert {option.id: option.default for option in OPTIONS} == (
        dict.fromkeys(chapters, "on") | rulings | {"set-up": "choices"}
    )
