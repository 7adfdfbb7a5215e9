"""12 Pursuit: how far, where to, and who does not."""

from __future__ import annotations

import pytest
from tests.games.peaks.fighting import FIELD, fight, waits_for
from tests.games.peaks.situation import PeaksPosition, legal, play, refused, scene, where

from grognard.games.peaks.control import held
from grognard.games.peaks.state import AXIS, SOVIET, Sectors

WIDE = """
    .    .    .    .    .    .    .    .
      .    .    .    .    .    .    .    .
    .    .    .Pz,Inf  .Weak   .    .    .    .
      .    .    .    .    .    .    .    .
    .    .    .    .    .    .    .    .
"""
"""An army of one step in 0304, gone with the first loss."""

RED = """
    .    .    .    .    .    .    .    .
      .    .    .    .    .    .    .    .
    .    .    .T1  .KG   .    .    .    .
      .    .    .    .    .    .    .    .
    .    .    .    .    .    .    .    .
"""


def cleared(
    picture: str = WIDE, result: str = "DA", attackers: str = "Pz Inf", **more: object
) -> PeaksPosition:
    """The defender of 0304 is eliminated, and the attacker may pursue."""
    position = scene(picture, result=result, **more)  # type: ignore[arg-type]
    fight(position, "0304", attackers, table="mobile" if result == "OR" else "assault")
    return position


def longest(position: PeaksPosition, unit: str) -> int:
    """Hexes that a unit may pursue."""
    paths = [text.split()[2] for text in legal(position, "pursue") if text.split()[1] == unit]
    return max((path.count("-") for path in paths), default=0)


@pytest.mark.rule("12.0", "12.1")
def test_pursuit_is_the_attackers_and_of_any_number_of_his_units() -> None:
    position = cleared()
    assert waits_for(position) == ("axis", "ChoosePursuit")
    play(position, "pursue Inf 0303-0304", "ready")
    assert (where(position, "Pz"), where(position, "Inf")) == ("0303", "0304")
    none = cleared()
    play(none, "ready")
    assert (where(none, "Pz"), where(none, "Inf")) == ("0303", "0303")


@pytest.mark.rule("12.1")
def test_german_mechanized_units_go_two_hexes_all_others_one() -> None:
    assert longest(cleared(), "Pz") == 2
    assert longest(cleared(), "Inf") == 1
    assert longest(cleared(WIDE.replace("Inf", "RomPz"), attackers="RomPz"), "RomPz") == 1
    assert longest(cleared(RED, attackers="T1", seat=SOVIET), "T1") == 1


@pytest.mark.rule("12.1")
def test_an_overrun_gives_mechanized_units_of_either_side_one_hex_more() -> None:
    assert longest(cleared(result="OR"), "Pz") == 3
    assert longest(cleared(result="OR"), "Inf") == 1
    assert longest(cleared(RED, result="OR", attackers="T1", seat=SOVIET), "T1") == 2


@pytest.mark.rule("12.1", "12.2")
def test_a_pursuit_may_stop_anywhere_and_go_on_in_any_direction() -> None:
    position = cleared()
    paths = {text.split()[2] for text in legal(position, "pursue") if " Pz " in text}
    onward = {"0203", "0204", "0303", "0305", "0403", "0404"}
    assert paths == {"0303-0304", *(f"0303-0304-{hex}" for hex in onward)}


@pytest.mark.rule("12.2")
def test_a_pursuit_begins_with_the_hex_that_the_enemy_held() -> None:
    position = cleared()
    assert refused(position, "pursue Pz 0303-0204") == "12.2"
    assert refused(position, "pursue Pz 0302-0303") == "12.1"
    assert refused(position, "pursue Pz 0303-0304-0306") == "12.2"
    assert refused(position, "pursue Inf 0303-0304-0305") == "12.1"
    assert refused(position, "pursue Weak 0304-0305") == "12.1"


@pytest.mark.rule("12.1")
def test_a_unit_pursues_once() -> None:
    position = cleared()
    play(position, "pursue Pz 0303-0304")
    assert refused(position, "pursue Pz 0304-0305") == "12.1"
    play(position, "pursue Inf 0303-0304")
    assert position.outcome is not None


@pytest.mark.rule("12.3")
def test_pursuit_enters_only_hexes_that_the_unit_could_enter() -> None:
    picture = WIDE.replace(".Weak   .", ".Weak   =")
    assert "pursue Pz 0303-0304-0305" not in legal(cleared(picture))
    assert refused(cleared(picture), "pursue Pz 0303-0304-0305") == "12.3"
    held = WIDE.replace(".Weak   .", ".Weak   .A1")
    assert refused(cleared(held), "pursue Pz 0303-0304-0305") == "12.3"
    high = WIDE.replace(".Weak ", "^Weak ")
    position = cleared(high)
    assert position.outcome is not None  # high mountains are for mountain units
    climbing = cleared(high.replace("Inf", "Mtn"), attackers="Mtn")
    assert legal(climbing) == ["pursue Mtn 0303-0304", "ready"]


@pytest.mark.rule("12.3", "9.3")
def test_pursuit_goes_through_enemy_zones_freely() -> None:
    picture = WIDE.replace(".Weak   .    .", ".Weak   .    .A1")
    position = cleared(picture, result="OR")
    play(position, "pursue Pz 0303-0304-0305-0205")  # out of a zone and into it again
    assert where(position, "Pz") == "0205"
    assert position.state.steps[position.game.index["Pz"]] == 2


@pytest.mark.rule("12.3", "5.5")
@pytest.mark.parametrize("sectors", [Sectors.STALINGRAD, Sectors.BOTH])
def test_no_pursuit_across_the_sector_boundary(sectors: Sectors) -> None:
    position = cleared(caucasus="0304", sectors=sectors)
    assert position.outcome is not None
    further = cleared(caucasus="0305", sectors=sectors)
    assert refused(further, "pursue Pz 0303-0304-0305") == "12.3"
    assert longest(further, "Pz") == 2


@pytest.mark.rule("12.3")
def test_railroads_and_roads_do_not_lengthen_a_pursuit() -> None:
    position = cleared(links={"railroad": "0303-0304-0305-0306", "military_road": "0303-0304-0305"})
    assert longest(position, "Pz") == 2


@pytest.mark.rule("12.3", "11.3")
def test_no_pursuit_of_those_who_stand_in_the_fortress_city() -> None:
    position = scene(WIDE.replace(".Weak", ".A1"), result="DW", places={"fortress Stalingrad": "0304"})
    fight(position, "0304", "Pz")
    play(position, "hold A1")
    assert position.outcome is not None


@pytest.mark.rule("12.3", "11.3")
def test_one_who_stays_is_enough_to_hold_the_hex() -> None:
    position = scene(WIDE.replace(".Weak", ".A1,Gar"), result="DW", places={"fortress Stalingrad": "0304"})
    fight(position, "0304", "Pz")
    play(position, "go A1", "hold Gar", "back A1 0305")
    assert position.outcome is not None


@pytest.mark.rule("15.18", "12.4")
def test_an_unsupported_unit_pursues_one_hex_at_most() -> None:
    position = cleared(depots={SOVIET: "0304"})
    assert longest(position, "Pz") == 1
    assert longest(cleared(result="OR", depots={SOVIET: "0304"}), "Pz") == 1


@pytest.mark.rule("15.19", "12.4")
def test_a_unit_that_is_cut_off_does_not_pursue() -> None:
    island = """
        =    =    =    =    =    =
          =    =    =    =    =    =
        =    =    .Pz  .Weak   .A1  .
          =    =    =    =    =    =
    """
    # 0304 lies in the zone of A1 when the combat is over, and all else is sea
    position = cleared(island, attackers="Pz", depots={SOVIET: "0304 0305"})
    assert position.outcome is not None
    fed = cleared(island, attackers="Pz")
    assert "pursue Pz 0303-0304" in legal(fed)


@pytest.mark.rule("15.13")
def test_a_truck_column_that_fed_the_attack_feeds_its_pursuit() -> None:
    position = scene(WIDE.replace("Inf", "Truck"), result="DA", depots={SOVIET: "0304"})
    play(position, "attack 0304", "join Pz", "fight", "table assault", "truck Truck", "roll 1")
    assert longest(position, "Pz") == 2


@pytest.mark.rule("3.3", "12.2")
def test_pursuit_takes_control_of_every_hex_on_its_way() -> None:
    position = cleared(soviet_side="0304 0305")
    play(position, "pursue Pz 0303-0304-0305")
    for label in ("0304", "0305"):
        assert held(position, AXIS) >> position.game.grid.hex(label) & 1


@pytest.mark.rule("12.4", "6.3")
def test_pursuit_ends_when_nobody_is_left_to_go() -> None:
    position = scene(FIELD.replace(".A1", ".Weak"), result="DA")
    fight(position, "0304", "Inf")
    play(position, "pursue Inf 0303-0304")
    assert position.outcome is not None
