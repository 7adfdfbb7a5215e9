"""15 Logistics: lines of communications, sources, truck columns, and the want of supply."""

from __future__ import annotations

from typing import Any

import pytest
from tests.games.peaks.situation import (
    END,
    PeaksPosition,
    legal,
    play,
    refused,
    scene,
    steps_left,
    unit,
    where,
)
from tests.rules.peaks.test_06_movement import march

from grognard.board.bits import hexes_of
from grognard.core import Seat
from grognard.games.peaks import losses, supply
from grognard.games.peaks.components import Weather
from grognard.games.peaks.refit import Refit
from grognard.games.peaks.state import AXIS, BOX, ELIMINATED, POOL, REMOVED, SOVIET, Phase, Segment
from grognard.games.peaks.trucks import DeclareTrucks, ExpendTrucks

ROW = """
    .    .    .    .    .    .    .    .    .
      .    .    .    .    .    .    .    .    .
    .    .    .    .    .    .    .    .    .
      .    .    .    .    .    .    .    .    .
    .    .    .    .    .    .    .    .    .
"""
WEST = {AXIS: "0301", SOVIET: ""}
"""A printed depot of the Axis in 0301, and none of the Soviets."""

EAST = {AXIS: "", SOVIET: "0301"}
ALL = " ".join(f"0{row}0{place}" for row in range(1, 6) for place in range(1, 10))


def placed(hexes: dict[str, str], ground: dict[str, str] | None = None) -> str:
    """The row picture with names, and signs of the ground, by hex."""
    signs = ground or {}
    lines = []
    for row in range(1, 6):
        words = []
        for place in range(1, 10):
            label = f"0{row}0{place}"
            words.append(signs.get(label, ".") + hexes.get(label, ""))
        lines.append(("  " if row % 2 == 0 else "") + "   ".join(words))
    return "\n".join(lines)


def scene_of(hexes: dict[str, str], ground: dict[str, str] | None = None, **more: Any) -> PeaksPosition:
    """A situation on the row, the Axis supplied from 0301 unless told otherwise."""
    return scene(placed(hexes, ground), **{"depots": WEST, **more})


def supported(position: PeaksPosition, name: str) -> bool:
    """Is a unit in support?"""
    return supply.supported(position, unit(position, name))


def cut_off(position: PeaksPosition, name: str) -> bool:
    """Is a unit cut off?"""
    return supply.cut_off(position, unit(position, name))


# --- length (15.1, 15.4, 20) ---------------------------------------------------------------------------


@pytest.mark.rule("15.0", "15.1", "15.4", "20.1", "20.2")
@pytest.mark.parametrize(
    ("seat", "weather", "length"),
    [
        (AXIS, Weather.SUMMER, 3),
        (AXIS, Weather.WINTER, 2),
        (AXIS, Weather.MUD, 1),
        (SOVIET, Weather.SUMMER, 2),
        (SOVIET, Weather.WINTER, 2),
        (SOVIET, Weather.MUD, 1),
    ],
)
def test_a_line_is_counted_from_the_unit_to_the_source(seat: Seat, weather: Weather, length: int) -> None:
    name, depots = ("Inf", WEST) if seat == AXIS else ("A1", EAST)
    side = ALL if seat == SOVIET else ""
    near = scene_of({f"030{1 + length}": name}, weather=weather, depots=depots, soviet_side=side)
    far = scene_of({f"030{2 + length}": name}, weather=weather, depots=depots, soviet_side=side)
    assert supported(near, name)
    assert not supported(far, name)


# --- what blocks it (15.2, 15.3, 15.8) ------------------------------------------------------------------


@pytest.mark.rule("15.2", "15.8", "2.12")
@pytest.mark.parametrize(
    ("sign", "weather", "open_to_inf", "open_to_mtn"),
    [
        ("=", Weather.SUMMER, False, False),
        ("^", Weather.SUMMER, False, True),
        ("r", Weather.SUMMER, True, True),
        ("r", Weather.WINTER, False, True),
        ("~", Weather.WINTER, True, True),
    ],
)
def test_ground_that_stops_a_line(sign: str, weather: Weather, open_to_inf: bool, open_to_mtn: bool) -> None:
    wall = dict.fromkeys(("0102", "0202", "0302", "0402", "0502", "0201", "0401"), sign)
    position = scene_of({"0303": "Inf,Mtn"}, wall, weather=weather)
    assert supported(position, "Inf") is open_to_inf
    assert supported(position, "Mtn") is open_to_mtn  # 18.2


@pytest.mark.rule("15.2", "2.12")
def test_a_line_leaves_rough_ground_in_mud_but_does_not_enter_it() -> None:
    out = scene_of({"0302": "Inf"}, {"0302": "r"}, weather=Weather.MUD)
    assert supported(out, "Inf")
    into = scene_of({"0302": "Inf"}, {"0301": "r"}, weather=Weather.MUD)
    assert not supported(into, "Inf")  # ruling Q-P65
    assert supported(scene_of({"0302": "Mtn"}, {"0301": "r"}, weather=Weather.MUD), "Mtn")


@pytest.mark.rule("15.2", "15.8", "9.3")
def test_enemies_and_their_zones_block_a_line_even_where_friends_stand() -> None:
    ring = {"0304": "Inf", "0202": "A1", "0402": "A2"}
    assert not supported(scene_of(ring), "Inf")
    assert not supported(scene_of({**ring, "0302": "Pz", "0303": "Inf2"}), "Inf")
    assert supported(scene_of({"0304": "Inf"}), "Inf")


@pytest.mark.rule("15.2")
def test_a_unit_in_a_zone_traces_out_of_it() -> None:
    position = scene_of({"0304": "Inf", "0305": "A1"})
    assert supported(position, "Inf")


@pytest.mark.rule("15.2", "15.6")
def test_a_source_in_a_zone_serves_its_own_hex_and_no_other() -> None:
    position = scene_of({"0301": "Inf", "0302": "Pz", "0201": "A1"})
    assert supported(position, "Inf")
    assert not supported(position, "Pz")


@pytest.mark.rule("15.3")
def test_the_front_line_stops_no_line_and_the_sector_boundary_does() -> None:
    assert supported(scene_of({"0304": "Inf"}, soviet_side="0303 0304 0302"), "Inf")
    boundary = " ".join(f"0{row}0{place}" for row in range(1, 6) for place in range(3, 10))
    assert not supported(scene_of({"0303": "Inf"}, caucasus=boundary), "Inf")


@pytest.mark.rule("15.2", "15.8")
def test_all_sea_hexsides_stop_a_line() -> None:
    strait = {"sea": "0302/0301 0302/0202 0302/0201 0302/0401 0302/0402"}
    assert not supported(scene_of({"0302": "Inf"}, sides=strait, weather=Weather.MUD), "Inf")


# --- sources (15.5, 15.6, 15.9 to 15.11) -----------------------------------------------------------------


@pytest.mark.rule("15.5", "15.11")
def test_a_printed_depot_serves_its_own_side_while_it_controls_it() -> None:
    taken = scene_of({"0303": "Inf"}, soviet_side="0301")
    assert not supported(taken, "Inf")
    assert not supported(scene_of({"0303": "A1"}), "A1")  # an enemy depot is of no use
    lost = scene_of({"0303": "A1", "0309": "Inf"}, soviet_side=ALL)
    assert not supported(lost, "A1")


@pytest.mark.rule("15.5", "15.9", "15.12")
def test_a_mobile_depot_serves_with_a_rail_line_to_a_printed_depot() -> None:
    units = {"0306": "Depot", "0308": "Inf"}
    position = scene_of(units, links={"railroad": "0301-0306"})
    assert supported(position, "Inf")
    assert not supported(scene_of(units), "Inf")
    assert not supported(scene_of({**units, "0204": "A1"}, links={"railroad": "0301-0306"}), "Inf")
    assert supported(position, "Depot")  # 15.6: always


@pytest.mark.rule("15.5", "15.9")
def test_a_rail_line_to_the_west_edge_will_do_and_runs_on_both_sides_of_the_front() -> None:
    units = {"0306": "Depot", "0308": "Inf"}
    none = {AXIS: "", SOVIET: ""}
    position = scene_of(units, links={"railroad": "0301-0306"}, depots=none, soviet_side="0304 0305 0306")
    assert supported(position, "Inf")


@pytest.mark.rule("15.9", "15.3")
def test_rail_lines_do_not_cross_the_sector_boundary_unless_ruled_otherwise() -> None:
    units = {"0306": "Depot", "0308": "Inf"}
    east = " ".join(f"0{row}0{place}" for row in range(1, 6) for place in range(5, 10))
    rails = {"railroad": "0301-0306"}
    assert not supported(scene_of(units, links=rails, caucasus=east), "Inf")
    ruled = scene_of(units, links=rails, caucasus=east, options={"rail-crosses-boundary": "on"})
    assert supported(ruled, "Inf")


@pytest.mark.rule("15.9")
def test_the_axis_cannot_trace_to_a_bare_rail_hex() -> None:
    assert not supported(scene_of({"0306": "Inf"}, links={"railroad": "0301-0306"}), "Inf")


@pytest.mark.rule("15.5")
def test_taman_and_the_black_sea_ports_together_are_axis_sources() -> None:
    none = {AXIS: "", SOVIET: ""}
    taman = scene_of({"0303": "Inf"}, places={"town Taman": "0302"}, depots=none)
    assert supported(taman, "Inf")
    assert not supported(
        scene_of({"0303": "Inf"}, places={"town Taman": "0302"}, depots=none, soviet_side="0302"), "Inf"
    )
    ports = {"town Batum": "0302", "town Tuapse": "0509"}
    seas = {"batum": "black-sea", "tuapse": "black-sea"}
    both = scene_of({"0303": "Inf"}, places=ports, ports=seas, depots=none)
    assert supported(both, "Inf")
    one = scene_of({"0303": "Inf"}, places=ports, ports=seas, depots=none, soviet_side="0509")
    assert not supported(one, "Inf")


@pytest.mark.rule("15.6", "15.9")
def test_soviet_units_trace_to_a_rail_hex_on_their_side_with_a_line_to_a_depot() -> None:
    rails = {"railroad": "0301-0307"}
    position = scene_of({"0309": "A1"}, depots=EAST, links=rails, soviet_side=ALL)
    assert supported(position, "A1")
    assert not supported(scene_of({"0309": "A1"}, depots=EAST, soviet_side=ALL), "A1")
    cut = scene_of({"0309": "A1", "0204": "Inf"}, depots=EAST, links=rails, soviet_side=ALL)
    assert not supported(cut, "A1")


@pytest.mark.rule("15.6")
def test_soviet_units_cannot_trace_to_a_railroad_beyond_the_front_line() -> None:
    rails = {"railroad": "0301-0307"}
    own = " ".join(f"0{row}0{place}" for row in range(1, 6) for place in range(1, 5))
    beyond = scene_of({"0307": "A1"}, depots=EAST, links=rails, soviet_side=own)
    assert not supported(beyond, "A1")
    near = scene_of({"0306": "A1"}, depots=EAST, links=rails, soviet_side=own)
    assert supported(near, "A1")  # two hexes back to 0304


@pytest.mark.rule("15.6")
def test_a_soviet_unit_on_a_railroad_in_a_zone_traces_along_it() -> None:
    rails = {"railroad": "0301-0307"}
    position = scene_of({"0307": "A1", "0308": "Inf"}, depots=EAST, links=rails, soviet_side=ALL)
    assert supported(position, "A1")


@pytest.mark.rule("15.6", "15.12")
def test_static_and_logistics_units_are_always_supported_and_serve_nobody() -> None:
    none = {AXIS: "", SOVIET: ""}
    position = scene_of({"0305": "Gar", "0304": "A1", "0308": "Depot,Truck"}, depots=none, soviet_side=ALL)
    assert supported(position, "Gar")
    assert not supported(position, "A1")
    assert supported(position, "Depot")
    assert supported(position, "Truck")


@pytest.mark.rule("15.6")
def test_units_off_the_map_are_supported() -> None:
    position = scene_of({"0305": "A1"}, boxes="Inf", depots={AXIS: "", SOVIET: ""})
    assert supported(position, "Inf")


@pytest.mark.rule("15.7")
def test_aircraft_need_no_line() -> None:
    position = scene_of({"0305": "A1"}, over={"FK4": "0309"}, depots={AXIS: "", SOVIET: ""})
    assert position.game.airstrikes  # nobody asks for their supply: they are not ground units
    assert unit(position, "FK4") >= len(position.game.units)


@pytest.mark.rule("15.10")
def test_all_of_a_side_use_its_sources() -> None:
    position = scene_of({"0303": "Rom", "0203": "Hun", "0403": "Inf"})
    assert all(supported(position, name) for name in ("Rom", "Hun", "Inf"))


# --- mobile depots (15.12) -------------------------------------------------------------------------------

RAIL = {"railroad": "0301-0309"}


@pytest.mark.rule("15.12")
def test_a_mobile_depot_goes_one_hex_a_turn_along_a_railroad() -> None:
    position = march(placed({"0303": "Depot"}), links=RAIL, soviet_side=ALL)
    play(position, "unit Depot")
    assert legal(position) == ["move Depot 0302", "move Depot 0304", "stop"]
    assert refused(position, "move Depot 0203") == "15.12"
    assert refused(position, "move Depot 0305") == "15.12"
    play(position, "move Depot 0304")
    position.state.marks[unit(position, "Depot")] &= ~1  # another impulse of the same turn
    assert refused(position, "unit Depot") == "6.1"
    assert refused(position, "march Depot 0304-0305") == "15.12"


@pytest.mark.rule("15.12", "7.2", "7.4")
def test_a_mobile_depot_rides_on_its_own_side_and_takes_up_capacity() -> None:
    position = march(placed({"0303": "Depot"}), links=RAIL, soviet_side="0306 0307 0308 0309")
    play(position, "unit Depot")
    assert legal(position, "rail")[-1] == "rail Depot 0305"
    play(position, "rail Depot 0305")
    assert position.state.impulse is not None
    assert position.state.impulse.rail == 1


@pytest.mark.rule("15.12", "15.14", "15.15")
def test_an_eliminated_depot_is_refitted_by_the_die() -> None:
    position = scene_of({}, phase=Phase.REFIT)
    depot = unit(position, "Depot")
    position.state.where[depot], position.state.refit[0] = ELIMINATED, 2
    position.replace(Refit(AXIS))
    assert "replace Depot" in legal(position)
    play(position, "replace Depot", "roll 1")
    assert position.state.where[depot] == BOX


# --- truck columns (15.13) -------------------------------------------------------------------------------


@pytest.mark.rule("15.5", "15.13")
def test_a_declared_column_supplies_all_around_it_until_the_end_of_the_segment() -> None:
    units = {"0304": "Truck", "0307": "Inf", "0306": "Pz"}
    none = {AXIS: "", SOVIET: ""}
    position = scene(
        placed(units), ExpendTrucks(), DeclareTrucks(AXIS), depots=none, segment=Segment.MOVEMENT
    )
    assert not supported(position, "Inf")
    assert supply.trucks_for(position, unit(position, "Inf")) == (unit(position, "Truck"),)
    assert legal(position) == ["declare Truck", "end"]
    twin = position.copy()
    supply.declare(twin, unit(twin, "Truck"))
    assert supported(twin, "Inf")
    assert supported(twin, "Pz")
    play(position, "declare Truck")
    assert position.state.where[unit(position, "Truck")] == POOL  # the segment had nothing else in it
    assert not supported(position, "Inf")


@pytest.mark.rule("15.13")
def test_a_column_that_is_not_declared_stays() -> None:
    position = scene(placed({"0304": "Truck"}), ExpendTrucks(), DeclareTrucks(AXIS), segment=Segment.MOVEMENT)
    play(position, "end")
    assert where(position, "Truck") == "0304"


@pytest.mark.rule("15.13")
@pytest.mark.parametrize(
    ("place", "weather", "served"),
    [
        ("0307", Weather.SUMMER, True),
        ("0308", Weather.SUMMER, False),
        ("0307", Weather.WINTER, False),
        ("0305", Weather.MUD, True),
    ],
)
def test_the_reach_of_a_column_depends_on_the_weather(place: str, weather: Weather, served: bool) -> None:
    position = scene_of({"0304": "Truck", place: "Inf"}, depots={AXIS: "", SOVIET: ""}, weather=weather)
    assert bool(supply.trucks_for(position, unit(position, "Inf"))) is served


@pytest.mark.rule("15.13")
def test_columns_fall_to_whoever_enters_their_hex() -> None:
    position = march(placed({"0304": "Truck", "0306": "A1"}), SOVIET, soviet_side=ALL)
    play(position, "move A1 0304")
    assert position.state.where[unit(position, "Truck")] == POOL


@pytest.mark.rule("15.14", "15.15", "14.3")
def test_there_are_no_more_columns_than_counters_and_they_are_bought_again() -> None:
    position = scene_of({"0304": "Truck"}, phase=Phase.REFIT)
    position.state.where[unit(position, "Truck2")] = POOL
    position.state.refit[0] = 5
    position.replace(Refit(AXIS))
    assert legal(position, "build") == ["build Truck2"]
    play(position, "build Truck2")
    assert position.state.refit[0] == 4
    assert legal(position, "build") == []


# --- the state of units (15.16 to 15.19) ------------------------------------------------------------------


@pytest.mark.rule("15.16")
def test_a_unit_is_cut_off_when_no_way_out_is_left_around() -> None:
    position = scene_of(
        {"0305": "Inf", "0203": "A1", "0206": "A2", "0405": "A3"}, depots={AXIS: "", SOVIET: ""}
    )
    assert cut_off(position, "Inf")
    open_way = scene_of({"0305": "Inf", "0303": "A1"}, depots={AXIS: "", SOVIET: ""})
    assert not supported(open_way, "Inf")
    assert not cut_off(open_way, "Inf")


@pytest.mark.rule("15.16")
def test_ground_closed_to_a_unit_is_no_way_out_and_for_mountain_units_it_is() -> None:
    peaks = dict.fromkeys(("0204", "0205", "0304", "0306", "0404", "0405"), "^")
    position = scene_of({"0305": "Inf"}, peaks, depots={AXIS: "", SOVIET: ""})
    assert cut_off(position, "Inf")
    assert not cut_off(scene_of({"0305": "Mtn"}, peaks, depots={AXIS: "", SOVIET: ""}), "Mtn")


@pytest.mark.rule("15.16")
@pytest.mark.parametrize(("side", "lost"), [("", False), ("0301", True)])
def test_a_map_edge_is_a_way_out_on_the_own_side_of_the_front_only(side: str, lost: bool) -> None:
    peaks = dict.fromkeys(("0201", "0302", "0401"), "^")
    position = scene_of({"0301": "Inf"}, peaks, depots={AXIS: "", SOVIET: ""}, soviet_side=side)
    assert cut_off(position, "Inf") is lost
    soviet = scene_of({"0301": "A1"}, peaks, depots={AXIS: "", SOVIET: ""}, soviet_side=side)
    assert cut_off(soviet, "A1") is not lost


@pytest.mark.rule("15.17")
def test_a_supported_unit_suffers_nothing() -> None:
    position = march(placed({"0302": "Inf"}), depots=WEST, links={"railroad": "0301-0309"})
    assert "unit Inf" in legal(position)
    play(position, "rail Inf 0309")
    assert where(position, "Inf") == "0309"


@pytest.mark.rule("15.18", "14.3")
def test_a_reduced_unit_without_support_is_not_restored() -> None:
    position = scene_of({"0308": "Inf", "0302": "Pz"}, reduced="Inf Pz", phase=Phase.REFIT)
    position.state.refit[0] = 5
    position.replace(Refit(AXIS))
    assert legal(position, "refit") == ["refit Pz"]
    assert refused(position, "refit Inf") == "15.18"


@pytest.mark.rule("15.13", "14.3")
def test_a_declared_column_supplies_for_refit() -> None:
    position = scene_of({"0308": "Inf", "0306": "Truck"}, reduced="Inf", phase=Phase.REFIT)
    position.state.refit[0] = 1
    position.replace(END, ExpendTrucks(), Refit(AXIS), DeclareTrucks(AXIS))
    play(position, "declare Truck", "refit Inf")
    assert steps_left(position, "Inf") == 2
    assert position.state.refit[0] == 0
    play(position, "end")
    assert position.state.where[unit(position, "Truck")] == POOL


@pytest.mark.rule("15.19")
def test_who_is_eliminated_while_cut_off_never_comes_back() -> None:
    ring = {"0305": "Weak,Gar", "0203": "Inf", "0206": "Inf2", "0405": "Inf3"}
    position = scene_of(ring, depots={AXIS: "", SOVIET: ""}, soviet_side=ALL)
    weak = unit(position, "Weak")
    losses.eliminate(position, weak, "10.10")
    assert position.state.where[weak] == REMOVED
    position.state.refit[1] = 9
    position.replace(Refit(SOVIET))
    assert refused(position, "replace Weak") == "14.3"
    free = scene_of({"0305": "Weak"}, depots={AXIS: "", SOVIET: ""}, soviet_side=ALL)
    losses.eliminate(free, unit(free, "Weak"), "10.10")
    assert free.state.where[unit(free, "Weak")] == ELIMINATED


@pytest.mark.rule("15.18", "15.19")
def test_a_player_may_move_into_want_on_purpose() -> None:
    position = march(placed({"0303": "Inf"}), depots=WEST)
    play(position, "move Inf 0306")
    assert not supported(position, "Inf")


# --- the overlay and the answer to a player -----------------------------------------------------------------


def test_the_line_that_is_shown_is_one_that_counts() -> None:
    position = scene_of({"0304": "Inf", "0308": "Pz"})
    grid = position.game.grid
    assert [grid.label(hex) for hex in supply.line(position, unit(position, "Inf"))] == [
        "0304",
        "0303",
        "0302",
        "0301",
    ]
    assert supply.line(position, unit(position, "Pz")) == ()
    area = supply.supplied_area(position, AXIS, False)
    assert all(grid.distance(hex, grid.hex("0301")) <= 3 for hex in hexes_of(area))
