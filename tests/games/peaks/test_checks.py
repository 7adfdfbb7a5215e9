"""The constraints of the components: held by the pack that ships, and broken by a single spoilt cell.

Each broken constraint has to say what is wrong and where.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.games.peaks.packfiles import Change, cell, ground, no_row, spoilt

from grognard.games import open_layers
from grognard.games.peaks import MODULE
from grognard.games.peaks.checks import CHECKS, constraints
from grognard.games.peaks.components import Components, read
from grognard.packs.constraint import Constraint
from grognard.packs.lookup import problems_of

UNITS, PLACES, ZONES = "units.csv", "map/places.csv", "map/zones.csv"
TERRAIN, TURNS, COMMAND = "tables/terrain.csv", "tables/turns.csv", "command_markers.csv"
SUPPORT, SETUP, LINKS = "support_units.csv", "scenarios/july-1942_setup.csv", "map/links.csv"


@pytest.fixture(scope="module")
def components() -> Components:
    return read(open_layers(MODULE))


def answer_of(components: Components, id: str) -> Constraint:
    answer = CHECKS[int(id.removeprefix("C-P")) - 1](components)
    assert answer.id == id
    return answer


def test_every_constraint_holds_and_tells_its_counts(components: Components) -> None:
    answers = constraints(components)
    assert [answer.id for answer in answers] == [f"C-P{number:02}" for number in range(1, 21)]
    assert [(answer.id, answer.detail) for answer in answers if not answer.held] == []
    assert all(answer.detail and answer.title and answer.count for answer in answers)


@pytest.mark.parametrize(
    ("id", "found"),
    [
        ("C-P01", "272 hexes"),
        ("C-P03", "59 of them set up"),
        ("C-P05", "2 tables of 6 x 8 cells, 15 of 15 results"),
        ("C-P11", "hexsides of front line"),
        ("C-P13", "Soviet: astrakhan, baku, stalingrad"),
        ("C-P17", "4 black-sea, 3 azov, 3 caspian"),
        ("C-P18", "baku, batum, grozny, maikop"),
    ],
)
def test_an_answer_tells_what_was_found(components: Components, id: str, found: str) -> None:
    assert found in answer_of(components, id).detail


def spoilt_maps() -> Iterator[tuple[str, Change, str]]:
    yield "C-P01", ground("5312", "."), "5312 is no sea"
    yield "C-P01", ground("6517", "~"), "6517 is no land"
    yield "C-P01", no_row(PLACES, "sukhumi"), "no row sukhumi"
    yield "C-P01", cell(PLACES, "elista", "hexes", "6211 6311"), "elista: not one hex of land"
    yield "C-P11", cell(PLACES, "krasnodar", "hexes", "5508"), "krasnodar lies not on the soviet side"
    yield "C-P11", cell(PLACES, "kursk", "hexes", "5905"), "kursk lies not on the axis side"
    yield "C-P11", Change(ZONES, "5503-5509", "5504-5509"), "5503: in none of axis-side, soviet-side"
    yield (
        "C-P11",
        Change("map/hexsides.csv", " 5705/5805 5706/5707", " 5706/5707"),
        "front line at 5705/5805: missing",
    )
    yield "C-P11", Change("map/hexsides.csv", "boundary,5206/5207 ", "boundary,"), "sector boundary at "
    yield "C-P12", no_row(LINKS, "orel-stalino"), "no railroad from Kursk to Stalino"
    yield "C-P12", cell(PLACES, "urbakh", "hexes", "6404"), "no railroad from astrakhan to Urbakh"
    yield (
        "C-P12",
        cell(PLACES, "dnepropetrovsk", "depot", ""),
        "caucasus-sector: no railroad from an Axis depot",
    )
    yield "C-P12", no_row("map/bridges.csv", "donets-5506-5607-rail"), "5506/5607: a railroad without"
    yield "C-P13", cell(PLACES, "kharkov", "depot", ""), "Kharkov is no Axis depot"
    yield "C-P13", cell(PLACES, "grozny", "depot", "soviet"), "grozny: the rule book knows no such"
    yield "C-P13", cell(PLACES, "baku", "depot", ""), "baku is no Soviet depot"
    yield "C-P13", cell(PLACES, "rostov", "depot", "axis"), "rostov lies behind the other front"
    yield "C-P16", Change(ZONES, "5503-5509", "5504-5509"), "5503: controlled by nobody"
    yield (
        "C-P16",
        Change(ZONES, "Caspian,entry,6803-6809", "Caspian,entry,6703-6709"),
        "soviet-entry: not hexes of the east edge",
    )
    yield "C-P17", cell(PLACES, "taman", "port", "black-sea"), "taman is no port of the azov"
    yield "C-P17", cell(PLACES, "batum", "port", ""), "batum is no port of the black-sea"
    yield "C-P17", cell(PLACES, "tuapse", "port", "caspian"), "tuapse does not touch its sea"
    yield "C-P17", cell(PLACES, "tuapse", "port", "baltic"), "tuapse: no sea baltic"
    yield "C-P18", cell(PLACES, "batum", "oil", ""), "3 oil objectives, not 4"
    yield "C-P18", cell(PLACES, "maikop", "oil", ""), "maikop is no oil objective"
    yield "C-P18", cell(PLACES, "tiflis", "oil", "yes"), "5 oil objectives, not 4"
    yield "C-P19", cell(PLACES, "rostov", "kind", "fortress"), "rostov: Stalingrad alone is a fortress"
    yield "C-P19", cell(PLACES, "stalingrad", "kind", "city"), "stalingrad: Stalingrad alone is a fortress"
    yield "C-P19", cell(PLACES, "grozny", "kind", "town"), "GGrozny: its city is no city"
    yield "C-P19", cell(UNITS, "GGrozny", "city", "baku"), "GGrozny: its city has another name"
    yield "C-P19", cell(PLACES, "taman", "kind", "city"), "Taman is a town"


def spoilt_counters() -> Iterator[tuple[str, Change, str]]:
    yield "C-P03", no_row(UNITS, "HGD"), "no row HGD"
    yield "C-P03", cell(UNITS, "62A", "code", "2"), "62A is not an army of July 1942"
    yield "C-P03", cell(UNITS, "62A", "defence", "0"), "62A: no defence"
    yield "C-P03", cell(UNITS, "14Pz", "attack_reduced", "9"), "14Pz: the reduced side is not weaker"
    yield "C-P03", cell(UNITS, "GBaku", "movement", "1"), "GBaku: a garrison neither moves nor attacks"
    yield "C-P03", cell(UNITS, "8Inf", "movement", "0"), "8Inf: only garrisons are static"
    yield "C-P03", cell(UNITS, "Depot1", "movement", "2"), "Depot1: a mobile depot moves one hex"
    yield "C-P03", cell(UNITS, "8Inf", "code", "S"), "8Inf: a code of the Soviets"
    yield "C-P03", cell(UNITS, "KG1", "variant", ""), "KG1: optional counters"
    yield "C-P03", cell(UNITS, "HGR", "code", "1"), "HGR is not a late reserve"
    yield "C-P03", no_row(UNITS, "KGMtn"), "there are no Kampfgruppen of three types"
    yield "C-P03", no_row(UNITS, "Truck5"), "there are no two optional truck columns"
    yield "C-P03", cell("air_units.csv", "LKDon", "turn", "0"), "0 Axis airstrikes as reinforcements"
    yield "C-P03", cell("air_units.csv", "PVO1", "home_side_only", "no"), "PVO1 stays on its own side"
    yield "C-P03", cell("air_units.csv", "VVSS", "command", "caucasus"), "VVSS flies with the markers"
    yield "C-P03", no_row(SETUP, "8Inf"), "8Inf has no hex"
    yield "C-P03", cell(SETUP, "8Inf", "hex", "5905"), "8Inf in 5905: beyond the front line"
    yield "C-P03", cell(SETUP, "8Inf", "hex", "5609"), "8Inf in 5609: not in its sector"
    yield "C-P03", cell(SETUP, "8Inf", "hex", "5704"), "5704: 3 units, not 2"
    yield "C-P03", cell(SETUP, "It35", "hex", "5610"), "5610: allies of two nations"
    yield "C-P03", cell(SETUP, "GBaku", "hex", "6617"), "GBaku in 6617: not in its city"
    yield "C-P03", cell(SETUP, "Depot1", "hex", "5508"), "Depot1 in 5508: not on a railroad"
    yield "C-P03", cell(SETUP, "BSF", "hex", "5712"), "BSF in 5712: in no port of the Black Sea"
    yield "C-P03", cell(SETUP, "46A", "hex", "6014"), "46A in 6014: it cannot climb there"
    yield "C-P03", cell(SETUP, "3A", "hex", "6003"), "the soviet side does not cover the front line at 5503"
    yield "C-P03", cell(SETUP, "7Inf", "hex", "5806"), "7Inf in 5806: out of support at the start"
    yield "C-P03", cell(SETUP, "13A", "hex", "5603"), "13A in 5603: out of support at the start"
    yield "C-P03", cell(SETUP, "37A", "hex", "5708"), "37A in 5708: out of support at the start"
    yield "C-P04", cell("tables/unit_types.csv", "tank", "mechanized", "no"), "tank: the wrong class"
    yield "C-P04", cell("tables/unit_types.csv", "infantry", "mechanized", "yes"), "infantry: the wrong"
    yield "C-P04", cell("tables/unit_types.csv", "infantry", "mountain", "yes"), "infantry: mountain units"
    yield "C-P04", cell("tables/unit_types.csv", "garrison", "stacks", "yes"), "garrison: wrong for stacking"
    yield "C-P04", cell("tables/unit_types.csv", "truck_column", "ground", "yes"), "truck_column: truck"
    yield "C-P14", no_row(SUPPORT, "RVGK"), "no rvgk on the soviet side"
    yield "C-P14", cell(SUPPORT, "Sturm", "use", "D"), "Sturm: of use to an attacker"
    yield "C-P14", cell(SUPPORT, "Flak", "value", "0"), "Flak: partisans alone have no value"
    yield "C-P15", no_row("tokens.csv", "bridgehead"), "no row bridgehead"
    yield "C-P20", no_row("displays.csv", "axis_gone"), "no row axis_gone"
    yield "C-P20", cell("displays.csv", "axis_bin", "side", "soviet"), "axis_bin: a box of the other side"


def spoilt_charts() -> Iterator[tuple[str, Change, str]]:
    yield "C-P02", cell(TERRAIN, "rough", "foot", "3"), "rough: foot is not 2"
    yield "C-P02", cell(TERRAIN, "rough", "winter_mechanized", "2"), "rough: winter_mechanized is not 3"
    yield "C-P02", cell(TERRAIN, "railroad", "foot", "1"), "railroad: foot is not 1/2"
    yield (
        "C-P02",
        cell(TERRAIN, "high_mountain", "mechanized", "4"),
        "mechanized is not closed",
    )
    yield "C-P02", cell(TERRAIN, "volga", "winter_foot", "1"), "volga: rivers are ignored in winter"
    yield "C-P02", cell(TERRAIN, "swamp", "winter_foot", "2"), "swamp: swamps are clear in winter"
    yield "C-P02", cell(TERRAIN, "town", "assault_only", "yes"), "town: cities alone force"
    yield "C-P02", cell(TERRAIN, "rough", "shifts", "0"), "rough: no shift for the defender"
    yield "C-P02", cell(TERRAIN, "lake", "id", "pond"), "no row lake"
    yield "C-P05", cell("tables/assault.csv", "6", "500+", "OR"), "assault: an overrun at 6"
    yield "C-P05", cell("tables/mobile.csv", "6", "100-149", "AD"), "mobile: AD for 6 at 100-149 is worse"
    yield "C-P05", cell("tables/assault.csv", "6", "<=49", "AS"), "the weakest attack can never succeed"
    yield "C-P05", cell("tables/mobile.csv", "6", "500+", "DZ"), "worse than at 400-499"
    yield "C-P06", cell("tables/air_superiority.csv", "6", "0", "AL1"), "AL1 for 6 at 0 is worse"
    yield "C-P07", cell("tables/refit.csv", "4", "soviet", "3"), "the 2 of the example does not occur"
    yield "C-P07", cell("tables/refit.csv", "2", "german", "3"), "german: slower than the Soviets for 2"
    yield "C-P07", cell("tables/refit.csv", "6", "soviet", "4"), "soviet: never a failure"
    yield "C-P08", no_row(COMMAND, "Zhukov"), "no row Zhukov"
    yield "C-P08", cell(COMMAND, "Star", "opens", "C+S"), "Star: opens is not what the rule book says"
    yield "C-P08", cell(COMMAND, "Directive", "must_play", "no"), "Directive: must_play is not"
    yield "C-P08", cell(COMMAND, "Uranus", "shift", "1"), "Uranus: shift is not"
    yield "C-P08", cell(COMMAND, "Saturn", "turn", "5"), "Saturn: turn is not"
    yield "C-P08", cell(COMMAND, "Ax-S1", "shift", "1"), "Ax-S1: regular markers have neither"
    yield "C-P08", cell(COMMAND, "Manstein", "opens", "C"), "no marker opens both sectors"
    yield "C-P08", cell(COMMAND, "Edelweiss", "shift", "3"), "Edelweiss: a bonus of one or two columns"
    yield "C-P09", cell(TURNS, "1", "weather", "mud"), "July 1942 is no summer"
    yield "C-P09", cell(TURNS, "5", "initiative", "axis"), "turn 5: the initiative is soviet"
    yield "C-P09", cell(TURNS, "1", "axis_limit", "9"), "turn 1: a limit of 9 for"
    yield "C-P09", cell(TURNS, "9", "axis_refit", "3"), "March 1943: no way to the 6 points"
    yield "C-P09", cell(TURNS, "2", "axis_refit", "6"), "turn 2: more refit points than"
    yield "C-P10", cell("tables/air_attrition.csv", "5", "axis_winter", "no"), "axis_winter: wrong for 5"
    yield "C-P10", cell("tables/air_attrition.csv", "5", "soviet", "yes"), "soviet: wrong for 5"


SPOILT = [*spoilt_maps(), *spoilt_counters(), *spoilt_charts()]


@pytest.mark.parametrize(("id", "change", "found"), SPOILT, ids=lambda value: str(value)[:60])
def test_a_spoilt_cell_breaks_the_constraint_that_it_concerns(id: str, change: Change, found: str) -> None:
    broken = answer_of(read(spoilt(change, *unsaid(found))), id)
    assert not broken.held
    assert any(found in fault.says for fault in broken.faults), [fault.says for fault in broken.faults]


def unsaid(found: str) -> tuple[Change, ...]:
    """The facts of a hex taken out, where they would stop the reader before the check could speak."""
    return (no_row("map/facts.csv", found[:4]),) if found[:4] in ("5312", "6517") else ()


def test_every_constraint_has_a_cell_that_breaks_it() -> None:
    assert {id for id, _, _ in SPOILT} == {f"C-P{number:02}" for number in range(1, len(CHECKS) + 1)}


@pytest.mark.parametrize(
    ("change", "id", "place"),
    [
        (cell(TERRAIN, "rough", "foot", "3"), "C-P02", (TERRAIN, "rough", "foot")),
        (cell(UNITS, "62A", "defence", "0"), "C-P03", (UNITS, "62A", "defence")),
        (cell(SETUP, "8Inf", "hex", "5905"), "C-P03", (SETUP, "8Inf", "hex")),
        (cell(COMMAND, "Star", "opens", "C+S"), "C-P08", (COMMAND, "Star", "opens")),
        (cell(TURNS, "5", "initiative", "axis"), "C-P09", (TURNS, "5", "initiative")),
        (cell(PLACES, "grozny", "depot", "soviet"), "C-P13", (PLACES, "grozny", "depot")),
        (ground("5312", "."), "C-P01", ("map/terrain", "5312", "terrain")),
    ],
    ids=lambda value: str(value)[:40],
)
def test_a_fault_names_the_cell_that_could_mend_it(
    change: Change, id: str, place: tuple[str, str, str]
) -> None:
    layers = spoilt(change, *unsaid(place[1]))
    broken = answer_of(read(layers), id)
    assert place in [(fault.file, fault.row, fault.column) for fault in broken.faults]
    assert all(problem.line for problem in problems_of(layers, [broken]) if place[0] in problem.file)


def test_the_command_names_file_line_and_cell() -> None:
    layers = spoilt(cell(TERRAIN, "rough", "foot", "3"))
    (problem,) = problems_of(layers, constraints(read(layers)))
    assert str(problem) == (
        "peaks/tables/terrain.csv:4: foot: expected what C-P02 demands, found '3'; rough: foot is not 2"
    )
