"""6 Ground movement: allowances and prices, zones, roads, bridges, the boundary, and what never moves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from tests.games.peaks.situation import PeaksPosition, legal, play, refused, scene, unit, where

from grognard.core import Seat
from grognard.games.peaks import routes
from grognard.games.peaks.combat import CombatSegment
from grognard.games.peaks.components import Weather
from grognard.games.peaks.movement import Movement
from grognard.games.peaks.state import AXIS, SOVIET, Sectors, Segment

PLAIN = """
    .    .    .    .    .    .    .
      .    .    .    .    .    .    .
    .    .    .Inf  .    .    .    .
      .    .    .    .    .    .    .
    .    .    .    .    .    .    .
"""


def march(picture: str, seat: Seat = AXIS, **more: Any) -> PeaksPosition:
    """A Ground Movement Segment."""
    return scene(picture, Movement(seat), seat=seat, segment=Segment.MOVEMENT, **more)


def cost(position: PeaksPosition, name: str, label: str) -> float | None:
    """What a hex costs a unit, in movement points; None when it is out of reach."""
    found = routes.reachable(position, unit(position, name)).cost.get(position.game.grid.hex(label))
    return None if found is None else found / 2


def price(position: PeaksPosition, name: str, here: str, there: str) -> float:
    """What one step costs a unit, in movement points."""
    costs, grid = routes.costs_of(position, unit(position, name)), position.game.grid
    return costs.price(grid.hex(here), grid.hex(there)) / 2


def reach(position: PeaksPosition, name: str) -> set[str]:
    """The hexes to which a unit may go over the ground."""
    play(position, f"unit {name}")
    return {text.split()[2] for text in legal(position, "move")}


# --- 6.0 to 6.4 --------------------------------------------------------------------------------------


@pytest.mark.rule("6.0", "6.1")
def test_units_move_in_any_order_and_may_stay() -> None:
    position = march(PLAIN.replace(".Inf", ".Inf,Pz"))
    assert legal(position) == ["unit Pz", "unit Inf", "end"]
    play(position, "move Inf 0304")
    assert legal(position) == ["unit Pz", "end"]
    play(position, "end")
    assert where(position, "Pz") == "0303"


@pytest.mark.rule("6.1")
def test_a_unit_pays_for_each_hex_up_to_its_factor() -> None:
    position = march(PLAIN)
    assert cost(position, "Inf", "0304") == 1
    assert cost(position, "Inf", "0306") == 3
    assert cost(position, "Inf", "0307") is None
    assert refused(position, "move Inf 0307") == "6.1"
    assert refused(position, "march Inf 0303-0305") == "6.1"
    play(position, "march Inf 0303-0203-0304")
    assert where(position, "Inf") == "0304"


@pytest.mark.rule("6.1", "3.3")
def test_the_way_that_a_player_chooses_counts_for_control() -> None:
    position = march(PLAIN, soviet_side="0203 0204 0304 0305")
    play(position, "march Inf 0303-0203-0204-0305")
    held = position.state.control[0]
    grid = position.game.grid
    taken = [
        label
        for label in ("0203", "0204", "0305", "0304")
        if held[grid.hex(label) >> 3] >> (grid.hex(label) & 7) & 1
    ]
    assert taken == ["0203", "0204", "0305"]


@pytest.mark.rule("6.2", "6.9")
def test_mechanized_units_pay_more_for_rough_ground() -> None:
    position = march(PLAIN.replace(".Inf  .", ".Inf,Pz  r"))
    assert cost(position, "Inf", "0304") == 2
    assert cost(position, "Pz", "0304") == 3


@pytest.mark.rule("6.3")
def test_units_without_a_movement_factor_never_move() -> None:
    position = march(PLAIN.replace(".Inf", ".Gar"), SOVIET)
    assert legal(position) == ["end"]
    assert refused(position, "unit Gar") == "6.3"


@pytest.mark.rule("6.4")
def test_a_unit_moves_once_in_a_segment_and_keeps_nothing() -> None:
    position = march(PLAIN)
    play(position, "move Inf 0304")
    assert refused(position, "move Inf 0305") == "6.4"
    assert legal(position) == ["end"]


@pytest.mark.rule("6.4")
def test_a_unit_that_stays_when_taken_up_is_done() -> None:
    position = march(PLAIN)
    play(position, "unit Inf", "stop")
    assert where(position, "Inf") == "0303"
    assert refused(position, "unit Inf") == "6.4"


@pytest.mark.rule("6.4", "8.5")
def test_no_unit_enters_an_enemy_hex() -> None:
    position = march(PLAIN.replace(".Inf  .", ".Inf  .A1"))
    assert refused(position, "move Inf 0304") == "8.5"
    assert refused(position, "march Inf 0303-0304") == "8.5"


@pytest.mark.rule("6.4", "5.5")
def test_only_units_of_an_opened_sector_move() -> None:
    position = march(
        PLAIN.replace(".    .    .Inf", ".    .Pz    .Inf"), caucasus="0303", sectors=Sectors.STALINGRAD
    )
    assert legal(position) == ["unit Pz", "end"]
    assert refused(position, "move Inf 0304") == "6.4"


@pytest.mark.rule("6.4")
def test_the_enemy_and_boxes_are_not_moved() -> None:
    position = march(PLAIN.replace(".Inf  .    .    .", ".Inf  .    .    .A1"), boxes="Inf2")
    assert refused(position, "move A1 0304") == "6.0"
    assert refused(position, "move Inf2 0304") == "6.4"


# --- zones (6.4, 6.7, 9.3) ---------------------------------------------------------------------------


@pytest.mark.rule("6.4", "6.7", "9.3")
def test_zones_stop_and_no_step_leads_from_zone_to_zone() -> None:
    position = march(PLAIN.replace(".Inf  .    .    .", ".Pz  .    .    .A1"))
    found = reach(position, "Pz")
    assert {"0305", "0405"} <= found  # the edge of the zone can be entered
    assert "0306" not in found
    assert "0307" not in found  # behind the enemy, who cannot be passed
    assert refused(position, "march Pz 0303-0304-0305-0205") == "6.4"


@pytest.mark.rule("6.4", "9.3")
def test_a_unit_that_starts_in_a_zone_may_leave_it_but_not_for_another() -> None:
    position = march(PLAIN.replace(".Inf  .    .    .", ".    .    .Inf    .A1"))
    assert "0304" in reach(position, "Inf")
    assert refused(position, "march Inf 0305-0205") == "6.4"  # both in the zone of the same enemy
    assert refused(position, "march Inf 0305-0204-0205") == ""  # out of it and back


@pytest.mark.rule("9.3")
def test_a_unit_goes_no_further_once_it_has_entered_a_zone() -> None:
    position = march(PLAIN.replace(".Inf  .    .    .", ".Pz  .    .    .A1"))
    assert refused(position, "march Pz 0303-0304-0305-0304") == "9.3"


# --- 6.5 to 6.7 --------------------------------------------------------------------------------------


@pytest.mark.rule("6.5", "5.5")
def test_a_unit_may_cross_the_boundary_but_does_not_attack_from_there() -> None:
    picture = PLAIN.replace(".Inf  .    .    .", ".Inf  .    .    .A1")
    east = "0305 0205 0405"
    position = scene(
        picture,
        CombatSegment(AXIS),
        Movement(AXIS),
        segment=Segment.MOVEMENT,
        caucasus=east,
        sectors=Sectors.STALINGRAD,
    )
    play(position, "move Inf 0305", "end")
    assert position.outcome is not None  # nobody could attack from 0305
    both = scene(
        picture,
        CombatSegment(AXIS),
        Movement(AXIS),
        segment=Segment.MOVEMENT,
        caucasus=east,
        sectors=Sectors.BOTH,
    )
    play(both, "move Inf 0305", "end")
    assert legal(both) == ["attack 0306", "end"]


@pytest.mark.rule("6.6", "15.18")
def test_without_support_a_unit_has_a_point_less_but_one_at_least() -> None:
    far = {AXIS: "", SOVIET: ""}
    position = march(PLAIN.replace(".Inf", ".Inf,Depot"), depots=far)
    assert cost(position, "Inf", "0305") == 2
    assert cost(position, "Inf", "0306") is None
    slow = march(PLAIN.replace(".Inf", ".Oil"), depots=far)
    assert cost(slow, "Oil", "0304") == 1
    assert cost(slow, "Oil", "0305") is None


@pytest.mark.rule("6.7")
def test_one_hex_can_always_be_gone_whatever_it_costs() -> None:
    position = march(PLAIN.replace(".Inf  .", ".Oil  r"), weather=Weather.MUD)
    assert cost(position, "Oil", "0304") == 2  # rough costs 4 in mud, the unit has 2
    assert cost(position, "Oil", "0305") is None
    play(position, "march Oil 0303-0304")
    assert where(position, "Oil") == "0304"


@pytest.mark.rule("6.7")
def test_the_one_hex_does_not_open_closed_ground() -> None:
    position = march(PLAIN.replace(".Inf  .", ".Inf  ^"))
    assert refused(position, "move Inf 0304") == "6.9"
    assert refused(position, "march Inf 0303-0304") == "6.9"


@pytest.mark.rule("6.8")
def test_retreats_and_pursuits_are_no_moves_of_this_segment() -> None:
    position = march(PLAIN.replace(".Inf  .", ".Inf  .A1"))
    assert refused(position, "back Inf 0302") == "6.0"
    assert refused(position, "pursue Inf 0304") == "6.0"


# --- 6.9 ---------------------------------------------------------------------------------------------


@pytest.mark.rule("6.9")
def test_the_example_of_a_minor_river_and_rough_ground() -> None:
    position = march(PLAIN.replace(".Inf  .", ".Inf  r"), sides={"minor_river": "0303/0304"})
    assert cost(position, "Inf", "0304") == 3  # one for the river and two for the rough


@pytest.mark.rule("6.9")
def test_the_dearest_ground_of_a_hex_counts_alone() -> None:
    position = march(PLAIN.replace(".Inf  .", ".Inf  r"), places={"city Town": "0304"})
    assert cost(position, "Inf", "0304") == 2


@pytest.mark.rule("6.9", "18.2")
def test_only_mountain_units_enter_high_mountains() -> None:
    position = march(PLAIN.replace(".Inf  .", ".Inf,Mtn  ^"))
    assert cost(position, "Inf", "0304") is None
    assert cost(position, "Mtn", "0304") == 3


@pytest.mark.rule("6.9", "2.1")
def test_sea_is_neither_entered_nor_crossed() -> None:
    position = march(PLAIN.replace(".Inf  .", ".Inf  ="), sides={"sea": "0303/0203"})
    assert cost(position, "Inf", "0304") is None
    assert cost(position, "Inf", "0203") == 2  # round the strait
    assert refused(position, "march Inf 0303-0203") == "6.9"


@pytest.mark.rule("6.9")
def test_lakes_add_their_price_in_winter_too() -> None:
    position = march(PLAIN, sides={"lake": "0303/0304", "volga": "0303/0302"}, weather=Weather.WINTER)
    assert price(position, "Inf", "0303", "0304") == 3
    assert price(position, "Inf", "0303", "0302") == 1  # 20.2: rivers are frozen


# --- 6.10 --------------------------------------------------------------------------------------------

RAIL: Mapping[str, str] = {"railroad": "0301-0307"}


@pytest.mark.rule("6.10")
def test_the_road_along_a_railroad_costs_half_a_point() -> None:
    position = march(
        PLAIN.replace(".    .    .Inf  .    .    .    .", "r    r    rInf  r    r    r    r"), links=RAIL
    )
    assert cost(position, "Inf", "0304") == 0.5
    assert cost(position, "Inf", "0307") == 2
    assert price(position, "Inf", "0304", "0204") == 1  # away from it the ground counts


@pytest.mark.rule("6.10")
def test_railroad_hexes_that_no_railroad_joins_cost_what_their_ground_costs() -> None:
    position = march(PLAIN, links={"railroad": "0301-0303 0203-0207"})
    assert cost(position, "Inf", "0203") == 1


@pytest.mark.rule("6.10")
def test_a_military_road_costs_one_point_and_two_in_winter() -> None:
    picture = PLAIN.replace(".Inf  .    .", ".Inf  r    r")
    road = {"military_road": "0303-0305"}
    assert cost(march(picture, links=road), "Inf", "0305") == 2
    assert cost(march(picture, links=road, weather=Weather.MUD), "Inf", "0305") == 2
    assert cost(march(picture, links=road, weather=Weather.WINTER), "Inf", "0304") == 2


@pytest.mark.rule("6.10")
def test_a_railroad_is_a_bridge_and_a_military_road_is_none() -> None:
    river = {"major_river": "0303/0304"}
    assert price(march(PLAIN, links=RAIL, sides=river), "Inf", "0303", "0304") == 0.5
    assert price(march(PLAIN, links={"military_road": "0303-0304"}, sides=river), "Inf", "0303", "0304") == 3
    assert price(march(PLAIN, sides=river), "Inf", "0303", "0304") == 3


@pytest.mark.rule("6.10", "16.13")
def test_bridges_are_of_no_use_to_soviets_under_a_german_air_zone() -> None:
    picture = PLAIN.replace(".Inf", ".A1")
    river = {"major_river": "0303/0304"}
    free = march(picture, SOVIET, links=RAIL, sides=river)
    assert price(free, "A1", "0303", "0304") == 0.5
    bombed = march(picture, SOVIET, links=RAIL, sides=river, over={"FK4": "0305"})
    assert price(bombed, "A1", "0303", "0304") == 2.5
    allied = march(picture, SOVIET, links=RAIL, sides=river, over={"GAL": "0305"})
    assert price(allied, "A1", "0303", "0304") == 0.5


@pytest.mark.rule("6.10", "19.5")
def test_bridges_are_of_no_use_to_the_axis_among_partisans() -> None:
    river = {"major_river": "0303/0304"}
    position = march(PLAIN, links=RAIL, sides=river, over={"Partisan": "0204"})
    assert price(position, "Inf", "0303", "0304") == 2.5
    soviet = march(PLAIN.replace(".Inf", ".A1"), SOVIET, links=RAIL, sides=river, over={"Partisan": "0204"})
    assert price(soviet, "A1", "0303", "0304") == 0.5
