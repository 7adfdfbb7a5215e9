"""13 Reinforcements: when units become available, and where they come in."""

from __future__ import annotations

from typing import Any

import pytest
from tests.games.peaks.real import at, hex_of, opened, real_game, station, until
from tests.games.peaks.situation import PeaksPosition, legal, play, refused, scene, unit, where
from tests.rules.peaks.test_15_logistics import ALL, placed

from grognard.games.peaks import movement
from grognard.games.peaks.reinforcements import Reinforcements
from grognard.games.peaks.stacking import StackingCheck
from grognard.games.peaks.state import AXIS, BOX, SOVIET, TRACK, Phase, Sectors, Segment

NONE = {AXIS: "", SOVIET: ""}
EDGE = {AXIS: "0201 0301 0401", SOVIET: "0209 0309 0409"}


def arriving(hexes: dict[str, str], boxes: str, seat: Any = AXIS, **more: Any) -> PeaksPosition:
    """A Reinforcement Segment with units in the box of a side."""
    more = {"depots": NONE, "entries": EDGE, **more}
    return scene(
        placed(hexes), Reinforcements(seat), seat=seat, segment=Segment.REINFORCEMENT, boxes=boxes, **more
    )


def entries(position: PeaksPosition, name: str) -> list[str]:
    """The hexes in which a unit may be placed."""
    return [text.split()[2] for text in legal(position, "deploy") if text.split()[1] == name]


# --- when (13.1 to 13.3) ---------------------------------------------------------------------------------


@pytest.mark.rule("13.0", "13.1", "2.3")
def test_a_number_on_a_counter_is_its_first_turn_and_optional_units_stay_aside() -> None:
    position = real_game().start()
    state, game = position.state, position.game
    for number, counter in enumerate(game.units):
        if counter.code.value.isdigit():
            assert (state.where[number], state.due[number]) == (TRACK, int(counter.code.value))
        elif counter.code.value == "Opt":
            assert state.where[number] < 0
            assert number not in state.due
    until(position, "Refit")
    assert state.where[unit(position, "62A")] == BOX  # code 1: available in July, and not in the set-up
    assert state.where[unit(position, "57A")] == TRACK  # code 2: August


@pytest.mark.rule("13.3", "13.2")
def test_the_62nd_army_comes_in_any_reinforcement_segment_or_waits() -> None:
    position = opened()
    until(position, "Reinforcements", SOVIET)
    assert any(text.startswith("deploy 62A ") for text in legal(position))
    play(position, "end")
    until(position, "Reinforcements", SOVIET, turn=3)
    assert any(text.startswith("deploy 62A ") for text in legal(position))


@pytest.mark.rule("13.2", "13.6")
def test_on_their_turn_counters_go_from_the_track_to_their_boxes() -> None:
    position = opened()
    game, state = position.game, position.state
    stavka, pvo = game.index["Stavka"], game.index["PVO1"]
    assert state.where[pvo] == TRACK
    until(position, "Refit", turn=2)
    assert state.where[pvo] == BOX  # 13.6: straight to the airstrikes available
    assert state.where[stavka] == TRACK
    assert state.where[unit(position, "57A")] == BOX
    assert pvo not in state.due


@pytest.mark.rule("13.6", "19.1")
def test_support_units_do_not_come_as_reinforcements() -> None:
    position = opened()
    until(position, "Reinforcements", SOVIET)
    supports = {position.game.names[number] for number in position.game.supports}
    assert not any(text.split()[1] in supports for text in legal(position, "deploy"))


# --- where (13.4, 13.5) ------------------------------------------------------------------------------------


@pytest.mark.rule("13.4")
def test_units_come_in_at_the_edge_of_their_side_and_may_move_on() -> None:
    position = arriving({}, "Inf")
    assert entries(position, "Inf") == ["0201", "0301", "0401"]
    soviet = arriving({}, "A1", SOVIET, soviet_side=ALL)
    assert entries(soviet, "A1") == ["0209", "0309", "0409"]
    play(position, "deploy Inf 0301", "end")
    assert where(position, "Inf") == "0301"
    assert movement.cannot_move(position, AXIS, unit(position, "Inf")) is None  # no movement was spent


@pytest.mark.rule("13.4")
def test_on_the_map_the_edges_are_those_north_of_the_seas() -> None:
    game = real_game()
    labels = {
        seat: {
            game.grid.label(hex)
            for hex in game.grid.hexes
            if game.board.zones[f"{seat}-entry"].area >> hex & 1
        }
        for seat in (AXIS, SOVIET)
    }
    assert labels[AXIS] == {f"52{place:02}" for place in range(3, 11)}
    assert labels[SOVIET] == {f"68{place:02}" for place in range(3, 10)}


@pytest.mark.rule("13.4")
def test_only_into_opened_sectors() -> None:
    position = arriving({}, "Inf", caucasus="0301 0401", sectors=Sectors.STALINGRAD)
    assert entries(position, "Inf") == ["0201"]
    assert refused(position, "deploy Inf 0301") == "13.4"


@pytest.mark.rule("13.4")
def test_printed_depots_need_a_free_rail_line_home() -> None:
    depots, rails = {AXIS: "0305", SOVIET: ""}, {"railroad": "0301-0305"}
    entry = {AXIS: "", SOVIET: ""}
    linked = arriving({}, "Inf", depots=depots, links=rails, entries=entry)
    assert entries(linked, "Inf") == ["0305"]
    assert entries(arriving({}, "Inf", depots=depots, entries=entry), "Inf") == []
    cut = arriving({"0203": "A1"}, "Inf", depots=depots, links=rails, entries=entry)
    assert entries(cut, "Inf") == []  # its zone lies over the line
    lost = arriving({}, "Inf", depots=depots, links=rails, entries=entry, soviet_side="0305")
    assert entries(lost, "Inf") == []


@pytest.mark.rule("13.4")
def test_soviet_depots_need_a_rail_line_to_urbakh() -> None:
    depots, rails = {AXIS: "", SOVIET: "0305"}, {"railroad": "0301-0305"}
    town = {"town Urbakh": "0301"}
    linked = arriving({}, "A1", SOVIET, depots=depots, links=rails, places=town, soviet_side=ALL)
    assert "0305" in entries(linked, "A1")
    elsewhere = arriving(
        {}, "A1", SOVIET, depots=depots, links=rails, places={"town Urbakh": "0101"}, soviet_side=ALL
    )
    assert "0305" not in entries(elsewhere, "A1")


@pytest.mark.rule("13.4")
def test_the_rail_line_home_may_cross_the_sector_boundary() -> None:
    depots, rails = {AXIS: "0305", SOVIET: ""}, {"railroad": "0301-0305"}
    position = arriving({}, "Inf", depots=depots, links=rails, caucasus="0303 0304 0305")
    assert "0305" in entries(position, "Inf")  # ruling Q-P66


@pytest.mark.rule("13.4", "13.5", "9.3")
def test_a_fortress_takes_reinforcements_in_an_enemy_zone_and_no_other_place_does() -> None:
    depots, rails = {AXIS: "", SOVIET: "0305"}, {"railroad": "0301-0305"}
    for kind, taken in (("fortress", True), ("city", False)):
        places = {"town Urbakh": "0301", f"{kind} Place": "0305"}
        position = arriving(
            {"0306": "Inf"}, "A1", SOVIET, depots=depots, links=rails, places=places, soviet_side=ALL
        )
        assert ("0305" in entries(position, "A1")) is taken
    barred = arriving(
        {"0204": "Inf"}, "A1", SOVIET, depots=depots, links=rails, places=places, soviet_side=ALL
    )
    assert "0305" not in entries(barred, "A1")  # ruling Q-P24: the rest of the line has to be free


@pytest.mark.rule("13.5", "9.3")
def test_not_in_enemy_zones_nor_in_hexes_of_the_enemy() -> None:
    position = arriving({"0302": "A1"}, "Inf")
    assert entries(position, "Inf") == []
    assert refused(position, "deploy Inf 0301") == "13.5"
    lost = arriving({}, "Inf", soviet_side="0301")
    assert entries(lost, "Inf") == ["0201", "0401"]
    assert refused(lost, "deploy Inf 0301") == "13.5"
    held = arriving({"0301": "A1"}, "Inf")
    assert refused(held, "deploy Inf 0301") == "8.5"


@pytest.mark.rule("13.5", "8.4")
def test_overstacking_is_allowed_until_the_end_of_movement() -> None:
    position = scene(
        placed({"0301": "Pz,Pz2"}),
        StackingCheck(),
        movement.Movement(AXIS),
        Reinforcements(AXIS),
        segment=Segment.REINFORCEMENT,
        boxes="Inf",
        entries=EDGE,
    )
    play(position, "deploy Inf 0301", "end", "move Pz 0302", "end")
    assert position.outcome is not None


@pytest.mark.rule("13.3")
def test_nothing_comes_that_is_not_ready() -> None:
    position = arriving({}, "Inf")
    assert refused(position, "deploy Pz 0301") == "13.3"
    assert refused(position, "deploy A1 0301") == "13.3"


@pytest.mark.rule("14.5", "18.3")
def test_kampfgruppen_and_trucks_come_in_at_printed_and_mobile_depots_too() -> None:
    rails = {"railroad": "0301-0307"}
    position = arriving(
        {"0307": "Depot"}, "KG Truck Inf", depots={AXIS: "0501", SOVIET: ""}, links=rails, entries=NONE
    )
    assert entries(position, "KG") == ["0307", "0501"]
    assert entries(position, "Truck") == ["0307", "0501"]
    assert entries(position, "Inf") == []


@pytest.mark.rule("18.3")
def test_a_kampfgruppe_joins_a_german_corps_of_its_kind_that_has_a_line() -> None:
    units = {"0303": "Inf", "0305": "Pz", "0307": "Mtn", "0503": "Rom"}
    depots = {AXIS: "0302 0306 0502", SOVIET: ""}
    position = arriving({**units, "0203": "A1"}, "KG", depots=depots, entries=NONE)
    assert "0303" in entries(position, "KG")  # in an enemy zone, too
    assert not {"0305", "0307", "0503"} & set(entries(position, "KG"))
    starved = arriving({"0303": "Inf"}, "KG", depots=NONE, entries=NONE)
    assert entries(starved, "KG") == []


@pytest.mark.rule("18.5")
def test_eleventh_army_comes_from_august_on_and_brings_the_first_shock_army() -> None:
    position = opened()
    early = at(position, Reinforcements(AXIS), seat=AXIS, turn=1)
    assert not any("43Inf" in text for text in legal(early))
    until(position, "Reinforcements", AXIS, turn=2)
    assert {"43Inf", "54Inf"} <= {text.split()[1] for text in legal(position, "deploy")}
    state = position.state
    order = next(text for text in legal(position, "deploy") if text.split()[1] == "43Inf")
    play(position, order)
    assert (state.committed, state.eleventh_turn) == (1, 2)
    shock = unit(position, "1SA")
    assert state.where[shock] < BOX
    until(position, "Refit", turn=3)
    assert state.where[shock] == BOX
    until(position, "Reinforcements", AXIS, turn=3)
    play(position, next(text for text in legal(position, "deploy") if text.split()[1] == "54Inf"))
    assert (state.committed, state.eleventh_turn) == (2, 2)


@pytest.mark.rule("13.4", "3.3")
def test_arriving_units_take_control_of_their_hex() -> None:
    position = opened()
    station(position, "62A", "stalingrad")
    assert position.state.where[unit(position, "62A")] == hex_of(position, "stalingrad")
    assert position.state.phase == Phase.REFIT
