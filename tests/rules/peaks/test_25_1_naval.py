"""25.1 Naval operations: who ships what over which sea, harbours as sources, and arrivals by sea."""

from __future__ import annotations

import pytest
from tests.games.peaks.real import at, clear_map, hex_of, opened, station
from tests.games.peaks.situation import PeaksPosition, legal, play, refused, unit

from grognard.core import Seat
from grognard.games.peaks import naval, supply
from grognard.games.peaks.movement import Movement
from grognard.games.peaks.reinforcements import Reinforcements
from grognard.games.peaks.state import AXIS, BOX, SOVIET, Sectors, Segment

PORTS = {
    naval.BLACK_SEA: ("novorossiysk", "tuapse", "sukhumi", "batum"),
    naval.AZOV: ("taman", "kerch", "mariupol"),
    naval.CASPIAN: ("astrakhan", "makhachkala", "baku"),
}


def afloat(
    *stations: tuple[str, str], seat: Seat = SOVIET, option: str = "on", sectors: Sectors = Sectors.BOTH
) -> PeaksPosition:
    """Units at places, nobody else on the map, in a Ground Movement Segment."""
    position = opened("standard", {"naval-operations": option})
    clear_map(position)
    for name, place in stations:
        station(position, name, place)
    return at(position, Movement(seat), seat=seat, sectors=sectors)


def label(position: PeaksPosition, place: str) -> str:
    """The number of a place's hex."""
    return str(position.game.grid.label(hex_of(position, place)))


def sails(position: PeaksPosition, name: str) -> set[str]:
    """The ports to which a unit may be shipped."""
    play(position, f"unit {name}")
    return {text.split()[2] for text in legal(position, "sail")}


@pytest.mark.rule("25.1", "25.1.2")
def test_the_ports_of_the_three_seas_and_taman_on_the_sea_of_azov() -> None:
    position = afloat()
    for sea, places in PORTS.items():
        assert position.game.ports[sea] == sum(1 << hex_of(position, place) for place in places)


@pytest.mark.rule("25.1", "25.1.2", "25.1.3")
def test_a_soviet_unit_goes_from_port_to_port_of_the_black_sea_for_its_whole_move() -> None:
    position = afloat(("18A", "batum"))
    found = sails(position, "18A")
    assert found == {label(position, place) for place in ("novorossiysk", "tuapse", "sukhumi")}
    play(position, f"sail 18A {label(position, 'tuapse')}")
    assert position.state.where[unit(position, "18A")] == hex_of(position, "tuapse")
    assert refused(position, "unit 18A") == "6.4"


@pytest.mark.rule("25.1")
def test_without_the_option_nobody_sails() -> None:
    position = afloat(("18A", "batum"), option="off")
    assert refused(position, f"sail 18A {label(position, 'tuapse')}") == "25.1.2"
    assert sails(position, "18A") == set()


@pytest.mark.rule("25.1.2")
def test_units_start_in_a_port_and_enter_friendly_ones_only() -> None:
    position = afloat(("18A", "batum"), ("37A", "maikop"), ("14Pz", "tuapse"))
    assert sails(position, "18A") == {label(position, place) for place in ("novorossiysk", "sukhumi")}
    play(position, "stop")
    assert refused(position, f"sail 37A {label(position, 'tuapse')}") == "25.1.2"


@pytest.mark.rule("25.1.2", "15.12")
def test_depots_and_truck_columns_are_not_shipped() -> None:
    position = afloat(("Depot1", "mariupol"), ("Truck1", "mariupol"), seat=AXIS)
    taman = label(position, "kerch")
    assert refused(position, f"sail Depot1 {taman}") == "25.1.2"
    assert refused(position, f"sail Truck1 {taman}") == "25.1.2"


@pytest.mark.rule("25.1.2")
def test_both_ports_lie_in_opened_sectors() -> None:
    astrakhan = afloat(("18A", "baku"), sectors=Sectors.CAUCASUS)
    assert sails(astrakhan, "18A") == {label(astrakhan, "makhachkala")}  # Astrakhan is in the other sector
    both = afloat(("18A", "baku"))
    assert sails(both, "18A") == {label(both, "makhachkala"), label(both, "astrakhan")}


@pytest.mark.rule("25.1.2")
def test_ships_go_into_and_out_of_enemy_zones() -> None:
    position = afloat(("18A", "batum"), ("14Pz", "maikop"))
    assert label(position, "tuapse") in sails(position, "18A")
    assert position.game.geography.zone[False][hex_of(position, "maikop")] >> hex_of(position, "tuapse") & 1


@pytest.mark.rule("25.1.3")
def test_the_soviets_need_batum_and_ship_one_unit() -> None:
    lost = afloat(("18A", "tuapse"), ("14Pz", "batum"))
    assert sails(lost, "18A") == set()
    position = afloat(("18A", "batum"), ("12A", "tuapse"))
    play(position, f"sail 18A {label(position, 'sukhumi')}")
    assert sails(position, "12A") == set()


@pytest.mark.rule("25.1.4")
def test_the_axis_needs_all_black_sea_ports_and_ships_one_unit() -> None:
    some = afloat(("14Pz", "tuapse"), seat=AXIS)
    assert sails(some, "14Pz") == set()
    position = afloat(
        ("14Pz", "batum"), ("40Pz", "sukhumi"), ("3Pz", "tuapse"), ("57Pz", "novorossiysk"), seat=AXIS
    )
    play(position, f"sail 14Pz {label(position, 'sukhumi')}")
    assert sails(position, "40Pz") == set()


@pytest.mark.rule("25.1.4")
def test_black_sea_ports_then_supply_the_axis() -> None:
    position = afloat(
        ("14Pz", "batum"), ("40Pz", "sukhumi"), ("3Pz", "tuapse"), ("57Pz", "novorossiysk"), seat=AXIS
    )
    assert supply.sources(position, AXIS) & position.game.ports[naval.BLACK_SEA]
    assert supply.supported(position, unit(position, "14Pz"))


@pytest.mark.rule("25.1.5")
def test_the_soviets_never_use_the_sea_of_azov() -> None:
    position = afloat(("18A", "mariupol"), ("12A", "taman"))
    assert sails(position, "18A") == set()
    assert not supply.sources(position, SOVIET) & 1 << hex_of(position, "mariupol")


@pytest.mark.rule("25.1.6")
def test_the_axis_ships_one_unit_over_the_sea_of_azov_and_supplies_by_it() -> None:
    position = afloat(("14Pz", "mariupol"), ("40Pz", "kerch"), ("3Pz", "taman"), seat=AXIS)
    assert supply.sources(position, AXIS) & 1 << hex_of(position, "kerch")
    play(position, f"sail 14Pz {label(position, 'taman')}")
    assert sails(position, "40Pz") == set()


@pytest.mark.rule("25.1.7")
def test_the_soviets_ship_two_units_over_the_caspian() -> None:
    position = afloat(("18A", "baku"), ("12A", "baku"), ("37A", "makhachkala"))
    play(position, f"sail 18A {label(position, 'astrakhan')}", f"sail 12A {label(position, 'makhachkala')}")
    assert sails(position, "37A") == set()


@pytest.mark.rule("25.1.7")
def test_caspian_ports_supply_while_astrakhan_or_baku_is_held() -> None:
    port = "makhachkala"
    for taken, supplied in ((("astrakhan",), True), (("astrakhan", "baku"), False)):
        names = ("14Pz", "40Pz")
        position = afloat(*zip(names, taken, strict=False))
        assert bool(supply.sources(position, SOVIET) & 1 << hex_of(position, port)) is supplied
    plain = afloat(("14Pz", "astrakhan"), option="off")
    assert not naval.sources(plain, SOVIET)


@pytest.mark.rule("25.1.8")
def test_the_axis_never_uses_the_caspian() -> None:
    position = afloat(("14Pz", "baku"), ("40Pz", "makhachkala"), ("3Pz", "astrakhan"), seat=AXIS)
    assert sails(position, "14Pz") == set()
    assert not naval.sources(position, AXIS) & position.game.ports[naval.CASPIAN]


@pytest.mark.rule("25.1.6", "25.1.7", "25.1.2")
@pytest.mark.parametrize(
    ("seat", "names", "port"),
    [(SOVIET, ("62A", "64A"), "makhachkala"), (AXIS, ("42Inf", "HGR"), "mariupol")],
)
def test_one_reinforcement_a_turn_comes_by_sea(seat: Seat, names: tuple[str, str], port: str) -> None:
    position = opened("standard", {"naval-operations": "on"})
    clear_map(position)
    for name in names:
        counter = unit(position, name)
        position.state.where[counter] = BOX
        position.state.due.pop(counter, None)
    arriving = at(
        position, Reinforcements(seat), Reinforcements(seat), seat=seat, segment=Segment.REINFORCEMENT
    )
    harbour = label(arriving, port)
    play(arriving, f"deploy {names[0]} {harbour}")
    assert not any(text.endswith(f" {harbour}") for text in legal(arriving, "deploy"))
    play(arriving, "end")
    assert not any(text.endswith(f" {harbour}") for text in legal(arriving, "deploy"))  # of the whole turn
    off = opened("standard")
    clear_map(off)
    off.state.where[unit(off, names[0])] = BOX
    off.state.due.pop(unit(off, names[0]), None)
    plain = at(off, Reinforcements(seat), seat=seat, segment=Segment.REINFORCEMENT)
    assert f"deploy {names[0]} {harbour}" not in legal(plain)
