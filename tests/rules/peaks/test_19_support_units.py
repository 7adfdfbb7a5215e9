"""19 Special support units: who may use which where, and how they come and go."""

from __future__ import annotations

import pytest
from tests.games.peaks.fighting import FIELD, fight, odds, waits_for, worth
from tests.games.peaks.situation import PeaksPosition, legal, play, refused, scene, unit, where

from grognard.core import DRAW
from grognard.games.peaks import air, support
from grognard.games.peaks.components import SupportKind, Weather
from grognard.games.peaks.routes import bridges_down
from grognard.games.peaks.state import AXIS, BOX, POOL, SOVIET, Sectors, Segment

LONE = FIELD.replace(".Pz,Inf", ".Inf")
FOR_SOVIETS = "Train Fleet FMG Flotilla RVGK Katyusha Sapper ATank NKVD"


def declared(boxes: str, seat: str = "axis", picture: str = LONE, **more: object) -> PeaksPosition:
    """An attack of 0303 on 0304, or the other way round, with these support units at hand."""
    who = AXIS if seat == "axis" else SOVIET
    position = scene(picture, seat=who, boxes=boxes, **more)  # type: ignore[arg-type]
    target, attacker = ("0304", "Inf") if who == AXIS else ("0303", "A1")
    play(position, f"attack {target}", f"join {attacker}", "fight")
    return position


def offered(position: PeaksPosition) -> set[str]:
    return {text.split()[1] for text in legal(position, "support")}


def to_defender(position: PeaksPosition) -> PeaksPosition:
    """The attacker has nothing, or commits nothing."""
    if waits_for(position) == ("axis", "CommitSupport"):
        play(position, "ready")
    return position


# --- 19.1, 19.2 -----------------------------------------------------------------------------------


@pytest.mark.rule("19.1", "19.2")
def test_only_available_units_of_ones_own_are_used() -> None:
    position = declared("Flak Katyusha")
    assert offered(position) == {"Flak"}
    assert refused(position, "support Werfer") == "19.1"  # still in the pool
    assert refused(position, "support Katyusha") == "19.1"  # the enemy's
    assert refused(position, "support Inf") == "19.2"


@pytest.mark.rule("19.2", "10.9")
def test_one_support_unit_a_side_and_none_is_an_answer() -> None:
    position = declared("Flak Werfer Katyusha Sapper")
    play(position, "support Flak")
    assert waits_for(position) == ("soviet", "CommitSupport")
    play(position, "ready")
    assert waits_for(position) == ("chance", "CombatRoll")


@pytest.mark.rule("19.2")
def test_letters_say_who_may_use_a_unit() -> None:
    position = declared("Flak Werfer Rail Katyusha Sapper")
    assert offered(position) == {"Flak", "Werfer"}  # A/D and A, but not D
    assert refused(position, "support Rail") == "19.2"
    play(position, "ready")
    assert offered(position) == {"Katyusha", "Sapper"}  # A/D and D
    attack = declared("Katyusha Sapper", seat="soviet")
    assert offered(attack) == {"Katyusha"}
    assert refused(attack, "support Sapper") == "19.2"


@pytest.mark.rule("19.2", "10.9")
def test_attackers_units_shift_right_and_defenders_left_by_their_value() -> None:
    position = scene(LONE)
    assert worth(odds(position, "0304", "Inf", support="Sturm"), "19.2") == 2
    assert worth(odds(position, "0304", "Inf", defending_support="Sapper"), "19.2") == -1
    assert worth(odds(position, "0304", "Inf", "Flak", "Katyusha"), "19.2") == 0


@pytest.mark.rule("19.1")
def test_after_use_a_unit_goes_back_to_the_pool() -> None:
    position = declared("Flak Katyusha", result="AS")
    play(position, "support Flak")
    assert where(position, "Flak") == "0304"  # 19.2: in the attacked hex
    play(position, "support Katyusha", "roll 1")
    assert [position.state.where[unit(position, id)] for id in ("Flak", "Katyusha")] == [POOL, POOL]


@pytest.mark.rule("19.1", "13.6")
def test_units_are_drawn_blind_from_the_pool() -> None:
    position = scene(LONE, *support.draw_steps(SOVIET, 2), segment=Segment.NONE)
    outcomes = position.decision.outcomes
    assert outcomes is not None
    pool = {*FOR_SOVIETS.split(), "Partisan"}
    assert {order.values[0] for order in outcomes.orders} == pool
    assert set(outcomes.weights) == {1}
    event = play(position, "draw RVGK")[-1]
    assert event.seats == (SOVIET,)  # 21.0: the enemy is not told
    assert DRAW("RVGK") not in (position.decision.outcomes or ())
    play(position, "draw Train")
    assert position.outcome is not None
    assert position.state.where[unit(position, "RVGK")] == BOX


@pytest.mark.rule("19.1")
def test_an_empty_pool_ends_the_drawing() -> None:
    position = scene(LONE, *support.draw_steps(SOVIET, 1), boxes=f"{FOR_SOVIETS} Partisan")
    assert position.outcome is not None


@pytest.mark.rule("19.6")
def test_support_units_have_no_zone_and_suffer_nothing() -> None:
    position = declared("Sapper", result="DZ")
    play(position, "support Sapper", "roll 1")
    assert position.state.where[unit(position, "Sapper")] == POOL
    assert position.state.steps[unit(position, "Sapper")] == scene(LONE).state.steps[unit(position, "Sapper")]


# --- 19.3 -----------------------------------------------------------------------------------------


@pytest.mark.rule("19.3")
def test_the_sector_of_the_attacked_hex_decides() -> None:
    stalingrad = declared("BB")
    assert offered(stalingrad) == set()
    assert refused(stalingrad, "support BB") == "19.3"
    # 0303 lies in the Stalingrad Sector, 0304 in the Caucasus (ruling Q-P35)
    assert offered(declared("BB", caucasus="0304")) == {"BB"}
    assert refused(declared("BB", caucasus="0303", sectors=Sectors.CAUCASUS), "support BB") == "19.3"


@pytest.mark.rule("19.3")
def test_an_asterisk_needs_one_supported_unit_in_the_combat() -> None:
    assert offered(declared("Werfer")) == {"Werfer"}
    hungry = declared("Werfer Flak", depots={SOVIET: "0304"})
    assert offered(hungry) == {"Flak"}
    assert refused(hungry, "support Werfer") == "19.3"
    both = scene(
        FIELD.replace(".A1    .", ".A1    .Inf2"), boxes="Werfer", depots={AXIS: "0305", SOVIET: "0304"}
    )
    play(both, "attack 0304", "join Inf", "join Inf2", "fight")
    assert offered(both) == {"Werfer"}


@pytest.mark.rule("19.3")
def test_the_asterisk_of_a_defender_looks_at_his_own_units() -> None:
    fed = to_defender(declared("Katyusha", depots={SOVIET: "0304"}))
    assert offered(fed) == {"Katyusha"}
    hungry = to_defender(declared("Katyusha", depots={AXIS: "0303"}))
    assert offered(hungry) == set()


# --- 19.4 -----------------------------------------------------------------------------------------


def sky(boxes: str) -> PeaksPosition:
    return scene(LONE, air.AirstrikeSegment(AXIS), segment=Segment.AIRSTRIKE, boxes=boxes)


@pytest.mark.rule("19.4")
def test_the_fliegerfuhrer_is_placed_like_an_airstrike() -> None:
    position = sky("FF FK4")
    assert legal(position) == ["fly FK4", "fly FF", "end"]
    play(position, "fly FF", "over 0304")
    assert where(position, "FF") == "0304"
    found = odds(position, "0304", "Inf")
    assert worth(found, "16.12") == 1
    assert refused(scene(LONE, air.AirstrikeSegment(AXIS), boxes="FK4"), "fly FF") == "16.1"


@pytest.mark.rule("19.4")
def test_it_counts_as_the_one_airstrike_of_its_hex_and_has_a_full_zone() -> None:
    position = sky("FF FK4")
    play(position, "fly FF", "over 0303", "fly FK4")
    assert refused(position, "over 0303") == "16.6"
    zone = air.zone(position, unit(position, "FF"))
    assert zone.bit_count() == 7


@pytest.mark.rule("19.4")
def test_it_leaves_at_the_end_of_the_impulse() -> None:
    position = sky("FF")
    play(position, "fly FF", "over 0304")
    support.end_of_impulse(position)
    assert position.state.where[unit(position, "FF")] == POOL


@pytest.mark.rule("19.4", "19.5")
def test_nothing_else_leaves_at_the_end_of_the_impulse() -> None:
    position = scene(LONE, boxes="FF", over={"Partisan": "0101"})
    support.end_of_impulse(position)
    assert position.state.where[unit(position, "FF")] == BOX
    assert where(position, "Partisan") == "0101"


@pytest.mark.rule("19.5")
def test_partisans_live_on_land() -> None:
    shore = "\n    .    =    .    =\n"
    position = scene(
        shore, support.PlacePartisan(SOVIET), seat=SOVIET, boxes="Partisan", segment=Segment.NONE
    )
    assert legal(position) == ["partisan 0101", "partisan 0103", "pass"]
    assert refused(position, "partisan 0102") == "19.5"


@pytest.mark.rule("19.4")
def test_reduced_in_the_air_it_goes_back_to_the_pool() -> None:
    position = scene(LONE, over={"FF": "0304", "Stavka": "0304"})
    air.reduce(position, unit(position, "FF"), "16.10")
    assert position.state.where[unit(position, "FF")] == POOL


@pytest.mark.rule("19.4")
def test_it_is_no_support_unit_of_a_combat() -> None:
    assert refused(declared("FF"), "support FF") == "19.4"


@pytest.mark.rule("19.4")
@pytest.mark.parametrize(("place", "usable"), [("city", True), ("fortress", True), ("town", False)])
def test_the_sturmgruppe_attacks_cities(place: str, usable: bool) -> None:
    position = declared("Sturm", places={f"{place} Rostov": "0304"})
    assert offered(position) == ({"Sturm"} if usable else set())
    if not usable:
        assert refused(position, "support Sturm") == "19.4"


# --- 19.5 -----------------------------------------------------------------------------------------


@pytest.mark.rule("19.5")
def test_the_armored_train_needs_an_attacker_on_a_railroad() -> None:
    assert refused(declared("Train", seat="soviet"), "support Train") == "19.5"
    assert offered(declared("Train", seat="soviet", links={"railroad": "0304-0305"})) == {"Train"}
    beside = declared("Train", seat="soviet", links={"railroad": "0302-0303"})
    assert offered(beside) == set()


PORT = {"town Tuapse": "0307"}
SEA = {"tuapse": "black-sea"}


@pytest.mark.rule("19.5")
def test_the_black_sea_fleet_needs_a_unit_on_its_coast_and_a_port() -> None:
    def fleet(seat: str, coast: str, soviet_side: str = "0307") -> set[str]:
        position = declared(
            "Fleet",
            seat=seat,
            caucasus="0303 0304",
            coast=coast,
            places=PORT,
            ports=SEA,
            soviet_side=soviet_side,
        )
        return offered(position)

    assert fleet("soviet", coast="0304") == {"Fleet"}
    assert fleet("axis", coast="0304") == {"Fleet"}
    assert fleet("soviet", coast="0303") == set()  # it is the Soviet unit that has to stand there
    assert fleet("soviet", coast="0305") == set()
    assert fleet("soviet", coast="0304", soviet_side="") == set()  # no port


@pytest.mark.rule("19.5")
def test_the_volga_flotilla_needs_a_unit_beside_the_volga() -> None:
    for seat in ("soviet", "axis"):
        assert offered(declared("Flotilla", seat=seat, sides={"volga": "0304/0305"})) == {"Flotilla"}
        assert offered(declared("Flotilla", seat=seat, sides={"major_river": "0304/0305"})) == set()
        assert offered(declared("Flotilla", seat=seat, sides={"volga": "0302/0303"})) == set()


@pytest.mark.rule("19.5")
def test_the_reserve_of_the_high_command_needs_an_operation_of_the_turn() -> None:
    for operation, usable in ((0, False), (5, False), (6, True)):
        position = scene(LONE, seat=SOVIET, boxes="RVGK", turn=6)
        position.state.operation_turn = operation
        play(position, "attack 0303", "join A1", "fight")
        assert offered(position) == ({"RVGK"} if usable else set())
        assert refused(position, "support RVGK") == ("" if usable else "19.5")


@pytest.mark.rule("19.5", "12.1")
def test_a_front_maneuver_group_gives_one_unit_one_hex_more() -> None:
    picture = """
        .    .    .    .    .    .    .
          .    .    .    .    .    .    .
        .    .    .KG  .A1  .    .    .
          .    .    .A2 .    .    .    .
        .    .    .    .    .    .    .
    """
    position = scene(picture, seat=SOVIET, boxes="FMG", result="DA")
    play(position, "attack 0303", "join A1", "join A2", "fight", "support FMG", "roll 1")
    lengths = {text.split()[2].count("-") for text in legal(position, "pursue")}
    assert lengths == {1, 2}
    play(position, "pursue A1 0304-0303-0302")
    assert {text.split()[2].count("-") for text in legal(position, "pursue")} == {1}  # the hex is spent
    short = scene(picture, seat=SOVIET, boxes="FMG", result="DA")
    play(short, "attack 0303", "join A1", "join A2", "fight", "support FMG", "roll 1", "pursue A1 0304-0303")
    assert {text.split()[2].count("-") for text in legal(short, "pursue")} == {1, 2}
    without = scene(picture, seat=SOVIET, result="DA")
    fight(without, "0303", "A1")
    assert {text.split()[2].count("-") for text in legal(without, "pursue")} == {1}


@pytest.mark.rule("19.5", "15.18")
def test_it_does_not_help_an_unsupported_unit() -> None:
    picture = """
        .    .    .    .    .    .    .
          .    .    .    .    .    .    .
        .    .    .KG  .A1  .    .    .
          .    .A2 .    .    .    .    .
        .    .    .    .    .    .    .
    """
    position = scene(
        picture,
        seat=SOVIET,
        boxes="FMG",
        result="DA",
        depots={AXIS: "0303", SOVIET: "0402"},
        weather=Weather.MUD,
    )
    play(position, "attack 0303", "join A1", "join A2", "fight", "support FMG", "roll 1")
    paths = [text.split()[1:] for text in legal(position, "pursue")]
    assert {path.count("-") for unit, path in paths if unit == "A1"} == {1}
    assert {path.count("-") for unit, path in paths if unit == "A2"} == {1, 2}


# --- partisans ------------------------------------------------------------------------------------


def rising(
    seat: str = "soviet", sectors: Sectors = Sectors.STALINGRAD, boxes: str = "Partisan"
) -> PeaksPosition:
    who = AXIS if seat == "axis" else SOVIET
    return scene(
        LONE,
        support.PlacePartisan(who),
        seat=who,
        sectors=sectors,
        boxes=boxes,
        caucasus="0501 0502 0503",
        segment=Segment.REINFORCEMENT,
        sides={"minor_river": "0302/0303"},
        links={"railroad": "0302-0303"},
    )


@pytest.mark.rule("19.5")
def test_partisans_rise_in_an_open_sector_at_the_start_of_a_soviet_impulse() -> None:
    position = rising()
    assert waits_for(position) == ("soviet", "ChoosePartisanHex")
    assert refused(position, "partisan 0501") == "19.5"
    event = play(position, "partisan 0303")[-1]  # among the enemy
    assert event.reveals
    assert where(position, "Partisan") == "0303"
    waiting = rising()
    play(waiting, "pass")
    assert waiting.state.where[unit(waiting, "Partisan")] == BOX
    assert rising(seat="axis").outcome is not None
    assert rising(boxes="").outcome is not None


@pytest.mark.rule("19.5", "7.3", "6.10")
def test_their_zone_is_their_hex_and_all_around_and_spoils_bridges_for_the_axis() -> None:
    position = rising()
    side = position.game.grid.side(position.game.grid.hex("0302"), position.game.grid.hex("0303"))
    assert bridges_down(position, AXIS) == frozenset()
    play(position, "partisan 0304")
    assert support.partisan_zones(position).bit_count() == 7
    assert bridges_down(position, AXIS) == {side}
    assert bridges_down(position, SOVIET) == frozenset()


@pytest.mark.rule("19.5")
def test_partisans_have_no_use_in_combat_and_vanish_with_the_turn() -> None:
    assert refused(declared("Partisan", seat="soviet"), "support Partisan") == "19.5"
    position = scene(LONE, over={"Partisan": "0303"})
    assert not odds(position, "0304", "Inf").modifiers
    support.end_of_turn(position)
    assert position.state.where[unit(position, "Partisan")] == POOL


@pytest.mark.rule("19.0", "2.9")
def test_every_unit_of_the_book_is_in_the_box() -> None:
    kinds = {row.kind for row in scene(LONE).game.components.support.values()}
    assert kinds == set(SupportKind)
