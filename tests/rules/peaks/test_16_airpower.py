"""16 Airpower: where airstrikes fly, their zones, air superiority, support, interdiction and attrition."""

from __future__ import annotations

import pytest
from tests.games.peaks.fighting import FIELD, odds, waits_for, worth
from tests.games.peaks.situation import (
    PeaksPosition,
    legal,
    play,
    refused,
    scene,
    steps_left,
    unit,
    where,
)

from grognard.games.peaks import air
from grognard.games.peaks.components import Weather
from grognard.games.peaks.routes import bridges_down
from grognard.games.peaks.state import AXIS, BOX, ELIMINATED, SOVIET, Sectors, Segment

HALVES = """
    .    .    .    .
      .    .    .    .
    .    .    .    .
"""
"""0101 to 0304; tests put the third row into the Caucasus."""

SOUTH = "0301 0302 0303 0304"


def skies(
    boxes: str = "",
    over: dict[str, str] | None = None,
    seat: str = "axis",
    sectors: Sectors = Sectors.BOTH,
    **more: object,
) -> PeaksPosition:
    """An Airstrike Segment over a board whose third row lies in the Caucasus."""
    who = AXIS if seat == "axis" else SOVIET
    return scene(
        HALVES,
        air.AirstrikeSegment(who),
        seat=who,
        sectors=sectors,
        caucasus=SOUTH,
        segment=Segment.AIRSTRIKE,
        boxes=boxes,
        over=over,
        **more,  # type: ignore[arg-type]
    )


def targets(position: PeaksPosition) -> set[str]:
    """The hexes over which the chosen airstrike may go."""
    return {text.split()[1] for text in legal(position, "over")}


EVERYWHERE = {f"0{line}0{place}" for line in (1, 2, 3) for place in (1, 2, 3, 4)}
NORTH = {hex for hex in EVERYWHERE if not hex.startswith("03")}


# --- 16.1 to 16.6: deployment ---------------------------------------------------------------------


@pytest.mark.rule("16.0", "16.1", "16.3")
def test_available_airstrikes_are_placed_on_any_hex_of_the_open_sector() -> None:
    position = skies("FK4", sectors=Sectors.STALINGRAD)
    assert legal(position) == ["fly FK4", "end"]
    play(position, "fly FK4")
    assert targets(position) == NORTH
    assert refused(position, "over 0301") == "16.3"
    play(position, "over 0204")
    assert where(position, "FK4") == "0204"


@pytest.mark.rule("16.3")
def test_sea_and_enemy_hexes_can_be_flown_over_too() -> None:
    position = scene(
        "\n    .    =    .A1\n",
        air.AirstrikeSegment(AXIS),
        segment=Segment.AIRSTRIKE,
        boxes="FK4",
    )
    play(position, "fly FK4")
    assert targets(position) == {"0101", "0102", "0103"}


@pytest.mark.rule("16.3")
def test_a_choice_of_airstrike_can_be_taken_back_and_nobody_has_to_fly() -> None:
    position = skies("FK4")
    play(position, "fly FK4", "cancel", "end")
    assert position.outcome is not None
    assert position.state.where[unit(position, "FK4")] == BOX


@pytest.mark.rule("16.1")
def test_only_available_airstrikes_of_ones_own_fly() -> None:
    position = skies("FK4 VVSS")
    assert legal(position) == ["fly FK4", "end"]
    assert refused(position, "fly FK8") == "16.1"
    assert refused(position, "fly VVSS") == "16.1"
    assert refused(position, "fly Pz") == "16.3"


@pytest.mark.rule("16.2")
def test_all_axis_airstrikes_fly_with_every_activation() -> None:
    for sectors in (Sectors.STALINGRAD, Sectors.CAUCASUS):
        assert legal(skies("FK4 GAL", sectors=sectors)) == ["fly FK4", "fly GAL", "end"]


@pytest.mark.rule("16.2")
@pytest.mark.parametrize(
    ("sectors", "flying"),
    [
        (Sectors.STALINGRAD, ["VVSS", "PVO", "Stavka"]),
        (Sectors.CAUCASUS, ["VVSC", "PVO", "Stavka"]),
        (Sectors.BOTH, ["VVSC", "VVSS", "PVO", "Stavka"]),
    ],
)
def test_soviet_front_airstrikes_fly_with_markers_of_their_own_sector(
    sectors: Sectors, flying: list[str]
) -> None:
    position = skies("VVSC VVSS PVO Stavka", seat="soviet", sectors=sectors)
    assert legal(position, "fly") == [f"fly {name}" for name in flying]
    if "VVSC" not in flying:
        assert refused(position, "fly VVSC") == "16.2"


@pytest.mark.rule("16.4")
def test_air_defence_and_luftkommando_don_stay_behind_their_own_front() -> None:
    soviet = skies("PVO", seat="soviet", soviet_side="0103 0104 0203")
    play(soviet, "fly PVO")
    assert targets(soviet) == {"0103", "0104", "0203"}
    axis = skies("LKDon FK4", soviet_side="0103 0104 0203")
    play(axis, "fly LKDon")
    assert targets(axis) == EVERYWHERE - {"0103", "0104", "0203"}
    assert refused(axis, "over 0103") == "16.4"
    play(axis, "cancel", "fly FK4")
    assert targets(axis) == EVERYWHERE


@pytest.mark.rule("16.5")
def test_airstrikes_in_an_open_sector_may_be_moved_within_it() -> None:
    position = skies(over={"FK4": "0101", "FK8": "0301"}, sectors=Sectors.STALINGRAD)
    assert legal(position) == ["fly FK4", "end"]
    assert refused(position, "fly FK8") == "16.5"
    play(position, "fly FK4")
    assert targets(position) == NORTH
    play(position, "over 0204")
    assert where(position, "FK4") == "0204"


@pytest.mark.rule("16.5")
def test_with_both_sectors_open_airstrikes_change_sector() -> None:
    position = skies(over={"FK4": "0101"})
    play(position, "fly FK4", "over 0303")
    assert where(position, "FK4") == "0303"


@pytest.mark.rule("16.5")
def test_an_airstrike_is_placed_once_in_a_segment_and_again_in_the_next() -> None:
    position = skies("FK4 FK8")
    play(position, "fly FK4", "over 0101")
    assert refused(position, "fly FK4") == "16.5"
    play(position, "end")
    position.push(air.AirstrikeSegment(AXIS))
    position.settle()
    assert legal(position, "fly") == ["fly FK4", "fly FK8"]


@pytest.mark.rule("16.6")
def test_one_airstrike_of_a_side_over_a_hex() -> None:
    position = skies("FK4", over={"FK8": "0102", "VVSS": "0103"})
    play(position, "fly FK4")
    assert targets(position) == EVERYWHERE - {"0102"}  # the enemy's may be joined
    assert refused(position, "over 0102") == "16.6"


@pytest.mark.rule("16.6")
def test_airstrikes_are_no_part_of_a_stack() -> None:
    position = scene(FIELD, over={"FK4": "0303", "VVSS": "0303"})
    assert [
        position.game.names[n] for n in position.state.stacks[position.state.where[unit(position, "Pz")]]
    ] == [
        "Pz",
        "Inf",
    ]


# --- 16.7: zones ----------------------------------------------------------------------------------


def zone(position: PeaksPosition, id: str) -> set[str]:
    found = air.zone(position, unit(position, id))
    return {position.game.grid.label(hex) for hex in position.game.grid.hexes if found >> hex & 1}


@pytest.mark.rule("16.7", "16.11")
def test_a_full_airstrike_covers_its_hex_and_all_around_it_a_reduced_one_its_hex_alone() -> None:
    position = skies(over={"FK4": "0202"})
    assert zone(position, "FK4") == {"0202", "0201", "0203", "0102", "0103", "0302", "0303"}
    assert zone(skies(over={"FK4": "0202"}, reduced="FK4"), "FK4") == {"0202"}


@pytest.mark.rule("16.7")
def test_air_zones_cross_the_sector_boundary() -> None:
    position = scene(FIELD, caucasus="0304", over={"FK4": "0303"})
    assert worth(odds(position, "0304", "Pz"), "16.12") == 2


# --- 16.9, 16.10: air superiority -----------------------------------------------------------------


@pytest.mark.rule("16.9", "4.2")
def test_air_superiority_follows_deployment_where_both_sides_fly() -> None:
    position = skies("FK4", over={"VVSS": "0202"})
    play(position, "fly FK4", "over 0202")
    assert waits_for(position) == ("axis", "ChooseClash")
    assert legal(position) == ["clash 0202", "end"]
    assert refused(position, "clash 0101") == "16.9"
    play(position, "end")
    assert position.outcome is not None


@pytest.mark.rule("16.9")
def test_zones_that_overlap_are_no_combat() -> None:
    position = skies("FK4", over={"VVSS": "0202"})
    play(position, "fly FK4", "over 0203")
    assert position.outcome is not None


@pytest.mark.rule("16.9")
def test_no_air_superiority_in_a_closed_sector() -> None:
    position = skies(over={"FK4": "0301", "VVSC": "0301"}, sectors=Sectors.STALINGRAD)
    assert position.outcome is not None


@pytest.mark.rule("16.9", "16.3")
def test_each_hex_is_fought_for_once_in_a_segment() -> None:
    position = skies(over={"FK4": "0101", "VVSS": "0101", "FK8": "0102", "Stavka": "0102"})
    play(position, "end", "clash 0101", "roll 3")
    assert refused(position, "clash 0101") == "16.9"
    assert legal(position) == ["clash 0102", "end"]


@pytest.mark.rule("16.9")
def test_the_difference_of_strengths_gives_the_column() -> None:
    for mine, theirs, difference in (("FK4", "VVSS", 1), ("GAL", "VVSS", 0), ("GAL", "Stavka", -1)):
        for roll in range(1, 7):
            position = skies(over={mine: "0101", theirs: "0101"})
            table = position.game.components.air_superiority
            events = play(position, "end", "clash 0101", f"roll {roll}")
            result = next(event.result for event in events if event.result)
            assert result == table.result(difference, roll).value
            assert steps_left(position, mine) == (1 if result in ("AL1", "BL1") else 2)
            assert steps_left(position, theirs) == (1 if result in ("DL1", "BL1") else 2)


@pytest.mark.rule("16.9")
def test_the_attacker_is_who_declares_it() -> None:
    position = skies(over={"Stavka": "0101", "GAL": "0101"}, seat="soviet")
    events = play(position, "end", "clash 0101", "roll 6")
    assert any("Stavka fights GAL" in event.text and "difference +1" in event.text for event in events)


@pytest.mark.rule("16.10", "16.11")
def test_an_airstrike_reduced_twice_is_eliminated() -> None:
    position = skies(over={"FK4": "0101"})
    air.reduce(position, unit(position, "FK4"), "16.10")
    assert (where(position, "FK4"), steps_left(position, "FK4")) == ("0101", 1)
    air.reduce(position, unit(position, "FK4"), "16.10")
    assert position.state.where[unit(position, "FK4")] == ELIMINATED


@pytest.mark.rule("16.10")
def test_both_lose_and_the_defender_first() -> None:
    position = skies(over={"FK4": "0101", "Stavka": "0101"})
    table = position.game.components.air_superiority
    roll = next(roll for roll in range(1, 7) if table.result(0, roll).value == "BL1")
    events = play(position, "end", "clash 0101", f"roll {roll}")
    texts = [event.text for event in events if event.rule == "16.10"]
    assert texts == ["Stavka is reduced", "FK4 is reduced"]


# --- 16.12: tactical support ----------------------------------------------------------------------


TWO = """
    .    .    .    .    .    .    .
      .    .    .A2   .    .    .    .
    .    .    .Pz  .A1   .    .    .
      .    .    .    .    .    .    .
    .    .    .    .    .    .    .
"""
"""Armies in 0203 and 0304, both beside the panzer corps in 0303."""


@pytest.mark.rule("16.12")
def test_the_example_of_the_book() -> None:
    """Two German airstrikes of 2 and a Soviet one of 1 over the city: +1, and +2 on the hex beside it."""
    position = scene(
        TWO,
        places={"fortress Stalingrad": "0304"},
        over={"FK4": "0203", "FK8": "0305", "VVSS": "0304"},
        reduced="VVSS",
    )
    assert worth(odds(position, "0304", "Pz"), "16.12") == 2 - 1
    assert worth(odds(position, "0203", "Pz"), "16.12") == 2


@pytest.mark.rule("16.12")
def test_support_works_for_the_defender_in_the_enemy_segment() -> None:
    position = scene(FIELD, seat=SOVIET, over={"FK4": "0303"})
    assert worth(odds(position, "0303", "A1"), "16.12") == -2


@pytest.mark.rule("16.12")
def test_one_airstrike_a_side_counts_the_strongest() -> None:
    position = scene(FIELD, over={"GAL": "0303", "FK4": "0304", "LKDon": "0204"})
    assert [m.value for m in odds(position, "0304", "Pz").modifiers] == [2]


@pytest.mark.rule("16.12")
def test_one_airstrike_counts_in_every_combat_in_its_zone() -> None:
    position = scene(TWO, over={"FK4": "0304"})
    assert worth(odds(position, "0304", "Pz"), "16.12") == 2
    assert worth(odds(position, "0203", "Pz"), "16.12") == 2


@pytest.mark.rule("16.12")
def test_support_does_not_ask_which_sector_is_open() -> None:
    position = scene(FIELD, sectors=Sectors.CAUCASUS, caucasus="0303", over={"FK4": "0304"})
    assert worth(odds(position, "0304", "Pz"), "16.12") == 2


@pytest.mark.rule("16.8")
def test_an_airstrike_may_fight_and_then_support() -> None:
    position = skies(over={"FK4": "0202", "VVSS": "0202"})
    play(position, "end", "clash 0202")
    rolls = position.game.components.air_superiority
    roll = next(r for r in range(1, 7) if rolls.result(1, r).value in ("-", "DL1"))
    play(position, f"roll {roll}")
    hex = position.game.grid.hex("0203")
    found = air.support_over(position, AXIS, hex)
    assert found == (unit(position, "FK4"), 2)
    assert air.interdicted(position) >> hex & 1


# --- 16.13: interdiction --------------------------------------------------------------------------


@pytest.mark.rule("16.13", "16.8")
def test_german_airstrikes_alone_interdict() -> None:
    german = skies(over={"FK4": "0202"})
    assert air.interdicted(german) == air.zone(german, unit(german, "FK4")) != 0
    assert air.interdicted(skies(over={"GAL": "0202", "VVSS": "0101"})) == 0


@pytest.mark.rule("16.13")
def test_interdiction_spoils_bridges_for_the_soviets_alone() -> None:
    position = scene(
        HALVES, over={"FK4": "0202"}, sides={"minor_river": "0202/0203"}, links={"railroad": "0201-0202-0203"}
    )
    side = position.game.grid.side(position.game.grid.hex("0202"), position.game.grid.hex("0203"))
    assert bridges_down(position, SOVIET) == {side}
    assert bridges_down(position, AXIS) == frozenset()


# --- 16.2: attrition and return -------------------------------------------------------------------


def returning(weather: Weather, **over: str) -> PeaksPosition:
    return scene(HALVES, air.AirReturn(), air.AttritionCheck(), over=over, weather=weather)


@pytest.mark.rule("16.2", "4.2")
@pytest.mark.parametrize(
    ("weather", "id", "suffers"),
    [
        (Weather.SUMMER, "FK4", {6}),
        (Weather.MUD, "FK4", {6}),
        (Weather.WINTER, "FK4", {5, 6}),
        (Weather.WINTER, "GAL", {5, 6}),
        (Weather.SUMMER, "VVSS", {6}),
        (Weather.WINTER, "VVSS", {6}),
    ],
)
def test_attrition_of_airstrikes(weather: Weather, id: str, suffers: set[int]) -> None:
    for roll in range(1, 7):
        position = returning(weather, **{id: "0101"})
        assert waits_for(position) == ("chance", "AttritionRoll")
        assert play(position, f"roll {roll}")[0].reveals
        assert steps_left(position, id) == (1 if roll in suffers else 2)
        assert position.state.where[unit(position, id)] == BOX


@pytest.mark.rule("16.2", "16.3")
def test_each_airstrike_on_the_map_is_checked_once_and_goes_home() -> None:
    position = returning(Weather.SUMMER, FK4="0101", VVSS="0101", GAL="0102")
    play(position, "roll 1", "roll 6", "roll 1")
    assert position.outcome is not None
    homes = {position.state.where[unit(position, id)] for id in ("FK4", "VVSS", "GAL")}
    assert homes == {BOX}
    assert [steps_left(position, id) for id in ("FK4", "GAL", "VVSS")] == [2, 1, 2]


@pytest.mark.rule("16.2")
def test_attrition_eliminates_an_airstrike_that_is_reduced_already() -> None:
    position = scene(HALVES, air.AirReturn(), air.AttritionCheck(), over={"FK4": "0101"}, reduced="FK4")
    play(position, "roll 6")
    assert position.state.where[unit(position, "FK4")] == ELIMINATED
