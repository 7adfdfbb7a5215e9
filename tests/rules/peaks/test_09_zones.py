"""9 Zones of control: where they reach, and what they do."""

from __future__ import annotations

import pytest
from tests.games.peaks.situation import PeaksPosition, scene, unit

from grognard.board.bits import hexes_of
from grognard.core import Seat
from grognard.games.peaks import control
from grognard.games.peaks.field import in_enemy_zone, zones
from grognard.games.peaks.state import AXIS, SOVIET, Sectors

FIELD = """
    .    .    .    .    .
      .    .    .    .    .
    .    .    .A1    .    .
      .    .    .    .    .
    .    .    .    .    .
"""
AROUND = ["0202", "0203", "0302", "0304", "0402", "0403"]


def zone(position: PeaksPosition, seat: Seat = SOVIET) -> list[str]:
    """The hexes in the zones of a seat."""
    return [position.game.grid.label(hex) for hex in hexes_of(zones(position, seat))]


@pytest.mark.rule("9.0", "9.1")
def test_a_zone_is_the_six_hexes_around() -> None:
    assert zone(scene(FIELD)) == AROUND


@pytest.mark.rule("9.1")
@pytest.mark.parametrize("name", ["A1", "T1", "Gar", "Mar", "Weak"])
def test_every_ground_unit_has_one(name: str) -> None:
    assert zone(scene(FIELD.replace(".A1", f".{name}"))) == AROUND
    assert zone(scene(FIELD.replace(".A1", ".A1"), reduced="A1")) == AROUND


@pytest.mark.rule("9.1")
@pytest.mark.parametrize(("name", "exerts"), [("Depot", True), ("Oil", True), ("KG", True), ("Truck", False)])
def test_depots_and_detachments_have_a_zone_and_truck_columns_have_none(name: str, exerts: bool) -> None:
    assert zone(scene(FIELD.replace(".A1", f".{name}")), AXIS) == (AROUND if exerts else [])


@pytest.mark.rule("9.1", "2.1")
def test_zones_do_not_reach_where_the_unit_could_not_go() -> None:
    position = scene(FIELD.replace(".A1    .", ".A1    ^"))
    assert zone(position) == [hex for hex in AROUND if hex != "0304"]
    sea = scene(FIELD.replace(".A1    .", ".A1    ="), sides={"sea": "0303/0203"})
    assert zone(sea) == [hex for hex in AROUND if hex not in ("0304", "0203")]


@pytest.mark.rule("9.1", "18.2")
def test_mountain_units_reach_into_high_mountains() -> None:
    position = scene(FIELD.replace(".A1    .", ".Mtn    ^"))
    assert "0304" in zone(position, AXIS)


@pytest.mark.rule("9.1")
def test_nothing_negates_a_zone() -> None:
    position = scene(FIELD.replace(".A1    .", ".A1    .Pz"))
    assert "0304" in zone(position)
    assert in_enemy_zone(position, unit(position, "Pz"))


@pytest.mark.rule("9.2")
def test_zones_of_both_sides_and_of_several_units_lie_over_one_another() -> None:
    position = scene(FIELD.replace(".A1    .    .", ".A1    .    .Pz"))
    assert "0304" in zone(position)
    assert "0304" in zone(position, AXIS)
    two = scene(FIELD.replace(".A1    .    .", ".A1    .    .A2"))
    assert zone(two).count("0304") == 1


@pytest.mark.rule("9.3", "3.3")
def test_a_zone_contests_the_control_of_an_empty_hex_and_the_last_holder_has_it_back() -> None:
    position = scene(FIELD)
    grid = position.game.grid
    assert control.held(position, AXIS) >> grid.hex("0304") & 1
    assert not control.controls(position, AXIS, grid.hex("0304"))
    assert not control.controls(position, SOVIET, grid.hex("0304"))
    assert control.controls(position, AXIS, grid.hex("0305"))
    garrisoned = scene(FIELD.replace(".A1    .", ".A1    .Pz"))
    assert control.controls(garrisoned, AXIS, grid.hex("0304"))


@pytest.mark.rule("9.3", "3.3")
def test_a_zone_contests_nothing_but_objectives_and_sources() -> None:
    none = {AXIS: "", SOVIET: ""}
    plain = scene(FIELD, depots=none)
    hex = plain.game.grid.hex("0304")
    assert control.controls(plain, AXIS, hex)
    port = scene(FIELD, depots=none, places={"town Batum": "0304"}, ports={"batum": "black-sea"})
    assert not control.controls(port, AXIS, hex)
    plain.game.objectives[SOVIET] = {hex: 1}
    assert not control.controls(plain, AXIS, hex)


@pytest.mark.rule("9.3")
def test_nobody_has_to_attack_because_of_a_zone() -> None:
    position = scene(FIELD.replace(".A1    .", ".A1    .Pz"))
    position.submit("end")
    assert position.outcome is not None


@pytest.mark.rule("9.4")
def test_zones_cross_the_boundary_and_the_front_whatever_is_open() -> None:
    position = scene(FIELD, caucasus="0304 0203", soviet_side="0303", sectors=Sectors.STALINGRAD)
    assert zone(position) == AROUND
