"""The constraints of the components: held on a good pack, and broken by a single spoilt cell.

Each broken constraint has to say what is wrong and where.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping
from typing import NamedTuple

import pytest
from tests.games.moscow1941.plain_map import plain_files, plain_layers

from grognard.games import open_layers
from grognard.games.moscow1941 import MODULE
from grognard.games.moscow1941.checks import CHECKS, constraints
from grognard.games.moscow1941.components import Components, read
from grognard.packs.constraint import Constraint
from grognard.packs.lookup import problems_of

TYPHOON, RED_SNOW = "scenarios/typhoon", "scenarios/red-snow"
BARRAGE = """
[[barrage]]
id = "thunder"
side = "axis"
first_turn = 1
last_turn = 2
ammunition = 3

[victory]
"""


class Change(NamedTuple):
    """A text of a file, and what is put in its place."""

    file: str
    old: str
    new: str


def cell(file: str, id: str, column: str, value: str) -> Change:
    """A change of one cell of a table."""
    return cells(file, id, {column: value})


def cells(file: str, id: str, values: Mapping[str, str]) -> Change:
    """A change of some cells of one row of a table."""
    header, old = line_of(file, header_of(file)), line_of(file, id)
    cells = next(csv.reader([old]))
    for column, value in values.items():
        cells[header.split(",").index(column)] = value
    new = io.StringIO()
    csv.writer(new, lineterminator="").writerow(cells)
    return Change(file, old, new.getvalue())


def no_row(file: str, id: str) -> Change:
    """A table that has lost a row."""
    return Change(file, line_of(file, id) + "\n", "")


def header_of(file: str) -> str:
    return next(line for line in lines_of(file) if not line.startswith("#")).partition(",")[0]


def line_of(file: str, id: str) -> str:
    return next(line for line in lines_of(file) if line.startswith(f"{id},"))


def lines_of(file: str) -> list[str]:
    return plain_files()[file].decode().splitlines()


def answer_of(components: Components, id: str) -> Constraint:
    answer = CHECKS[int(id.removeprefix("C-M")) - 1](components)
    assert answer.id == id
    return answer


def test_every_constraint_holds_and_tells_its_counts(components: Components) -> None:
    answers = constraints(components)
    assert [answer.id for answer in answers] == [f"C-M{number:02}" for number in range(1, len(CHECKS) + 1)]
    assert len(answers) == 18
    assert [answer for answer in answers if not answer.held] == []
    assert all(answer.detail and answer.title for answer in answers)
    assert [answer.id for answer in answers if not answer.count] == ["C-M05"], "no big rivers on this map"


def test_the_pack_that_ships_holds_every_constraint() -> None:
    answers = constraints(read(open_layers(MODULE)))
    assert [(answer.id, answer.detail) for answer in answers if not answer.held] == []


@pytest.mark.parametrize(
    ("id", "found"),
    [
        ("C-M01", "2442 hexes; 3 fixed places; "),
        ("C-M02", "221 counters, 121 Axis and 100 Soviet; at most 8 levels in a hex at the start, in "),
        ("C-M04", "10 corps and 8 armies, 10 points and 1 level each"),
        ("C-M08", "moscow 12, klin 2, kalinin 2"),
        ("C-M09", "43 villages; typhoon: 5 points at the start, 97 in reach; red-snow: 2 points"),
        ("C-M10", "1 road bridges and 0 railway bridges"),
        ("C-M12", "typhoon: axis 4, red-snow: soviet 4"),
        ("C-M15", "11 x 13 cells of combat, 341 cells in all, 14 notes"),
        ("C-M16", "typhoon: 178 counters on the map, 11 reinforcements"),
        ("C-M17", "typhoon: 20 turns, 5 bands"),
    ],
)
def test_an_answer_tells_what_was_found(components: Components, id: str, found: str) -> None:
    assert found in answer_of(components, id).detail


def spoilt_maps() -> Iterator[tuple[str, Change, str]]:
    places, links, zones = "map/places.csv", "map/links.csv", "map/zones.csv"
    terrain = "map/terrain.txt"
    yield "C-M01", cell(places, "kimry", "hexes", "1303"), "1203 is not kimry"
    yield "C-M01", cell(places, "istra", "hexes", "4419"), "4418 is not istra"
    yield "C-M01", Change(terrain, "65: s", "65: c"), "no swamp on the map"
    yield "C-M01", Change("map/hexsides.csv", "Nara,river", "Nara,canal"), "no river on the map"
    yield "C-M01", Change(terrain, f"33: {'c' * 33}", f"33: {'c' * 32}l"), "3333 of a set-up is no land"
    yield "C-M05", cell("map/hexsides.csv", "nara", "kind", "big_river"), "1 hexsides of big_river"
    yield "C-M06", Change(zones, "front,0131 ", "front,"), "typhoon: 0131 on no side of the front"
    yield (
        "C-M06",
        Change(zones, "typhoon soviet,front,0101 ", "typhoon soviet,front,0101 0137 "),
        "typhoon: 0137 on both sides of the front",
    )
    yield "C-M08", cell(places, "klin", "hexes", "2519"), "klin is no city of two or more hexes"
    yield "C-M08", cell(places, "klin", "hexes", "2519 2521"), "klin is not in one piece"
    yield "C-M08", cell(places, "klin", "kind", "town"), "klin is no city of two or more hexes"
    yield "C-M09", cell(places, "istra", "hexes", "4418 4419"), "istra is a town of 2 hexes"
    yield "C-M10", no_row("map/bridges.csv", "nara-1"), "no road bridge at 5230/5229"
    yield "C-M10", cell("tables/terrain.csv", "river", "id", "brook"), "road bridge at 5230/5229 over nothing"
    yield "C-M11", cell(links, "kimry", "path", "1303-1302-1301"), "no road at kimry"
    yield "C-M11", cell(links, "kiev", "path", "6428-6429"), "no road at 6427"


def spoilt_counters() -> Iterator[tuple[str, Change, str]]:
    units, setup = "units.csv", f"{RED_SNOW}_setup.csv"
    yield "C-M02", cell(units, "316RD", "sp_reduced", "6"), "316RD: the weaker side is not weaker"
    yield "C-M02", cell(units, "257.185RD", "sp", "0"), "257.185RD: no strength"
    yield "C-M02", cell(units, "316RD", "mp", "0"), "316RD: no movement points"
    yield "C-M02", cell(setup, "86ID.184", "reduction", "2"), "red-snow 86ID.184: loses 2 of 2 levels"
    yield "C-M02", cell(f"{TYPHOON}_setup.csv", "1Pz", "reduction", "6"), "typhoon 1Pz: loses 6 of 6 levels"
    lone = {"cel": "1", "sp_reduced": ""}
    yield "C-M02", cells(units, "183ID.330", lone), "183ID.330: a German infantry regiment has two levels"
    gun = {"cel": "2", "sp_reduced": "1"}
    yield "C-M02", cells(units, "Art1.16A", gun), "Art1.16A: a towed gun with 2 levels (6.1.6)"
    yield "C-M03", cell(units, "316RD", "movement_class", "tracked"), "316RD: infantry cannot be tracked"
    yield "C-M03", cell(units, "Art1.16A", "movement_class", "tracked"), "Art1.16A: a towed unit is trucked"
    yield "C-M04", cell(units, "HQ.16A", "size", "corps"), "HQ.16A: of size corps, not army"
    yield "C-M04", cell(units, "HQ.16A", "mp", "9"), "HQ.16A: 9 points and 1 levels, not 10 and 1 (9.1)"
    yield "C-M04", cells(units, "HQ.16A", gun), "HQ.16A: 10 points and 2 levels, not 10 and 1 (9.1)"
    yield "C-M04", cell(units, "HQ.16A", "movement_class", "foot"), "HQ.16A: not trucked (9.1.2)"
    yield "C-M14", cell("tables/markers.csv", "masking", "id", "mask"), "no marker masking"


def spoilt_tables() -> Iterator[tuple[str, Change, str]]:
    terrain, doubts = "tables/terrain.csv", "tables/doubtful_cells.csv"
    yield "C-M03", no_row("tables/unit_types.csv", "cavalry"), "no row for cavalry in tables/unit_types.csv"
    yield "C-M15", cell("tables/combat.csv", "2", "1:4", "-1/-1 TEST"), "a test for the defender at 2, 1:4"
    yield "C-M15", cell("tables/air_attack.csv", "3-5", "sp", "3-4"), "air_attack: a gap or an overlap at 6"
    yield (
        "C-M15",
        cell("tables/artillery_fire.csv", "17+", "sp", "17-20"),
        "artillery_fire: does not run from 1",
    )
    yield "C-M15", cell(terrain, "big_river", "id", "great_river"), "no row big_river in tables/terrain.csv"
    yield "C-M15", no_row("tables/stars.csv", "blue"), "no row blue in tables/stars.csv"
    yield "C-M15", no_row("tables/unit_types.csv", "engineer"), "no row engineer in tables/unit_types.csv"
    yield "C-M15", no_row("tables/morale.csv", "dutch"), "15 classes of morale, not 16"
    yield "C-M15", cell(doubts, "combat-3", "row", "13"), "doubtful cells combat-3: no such cells in combat"
    yield "C-M15", cell(doubts, "combat-3", "table", "battle"), "doubtful cells combat-3: no table battle"
    yield "C-M18", cell(terrain, "canal", "kind", "ground"), "canal has no row of kind hexside"
    yield (
        "C-M18",
        cell(terrain, "forest", "on_map", "no"),
        "forest is on the map, but tables/terrain.csv says",
    )


def spoilt_scenarios() -> Iterator[tuple[str, Change, str]]:
    file, setup = f"{TYPHOON}.toml", f"{TYPHOON}_setup.csv"
    arrivals, red_snow = f"{TYPHOON}_reinforcements.csv", f"{RED_SNOW}_setup.csv"
    yield "C-M06", cell(setup, "316RD", "at", "3335"), "typhoon: 316RD in 3335 behind the enemy's front"
    yield (
        "C-M06",
        cell(red_snow, "14Mot", "at", "2604 5201"),
        "red-snow: 14Mot in 5201 behind the enemy's front",
    )
    yield "C-M07", cell(setup, "10Pz", "at", "4230"), "typhoon: 14 levels in 4230"
    yield "C-M07", cell(red_snow, "14Mot", "at", "2604 1719"), "red-snow: 11 levels in 1719"
    yield (
        "C-M08",
        cell(red_snow, "106ID", "units", "106ID 23ID 5ID"),
        "red-snow: 17 levels in klin, which holds 16",
    )
    yield (
        "C-M09",
        Change(file, "points = 4", "points = 3"),
        "typhoon: 86 points in reach, the highest band needs 91",
    )
    yield "C-M09", Change(file, "most = 30", "most = 4"), "typhoon: 5 points at the start, more than 4"
    yield "C-M12", Change(file, "strength = 4", "strength = 5"), "typhoon: not one air counter of 4"
    yield "C-M12", Change(file, "12-04\nnote", "12-05\nnote"), "typhoon axis-air: flies on days outside"
    yield "C-M13", Change(file, "\n[victory]\n", BARRAGE), "typhoon: grants a barrage"
    yield "C-M16", cell(setup, "316RD", "units", "126RD"), "typhoon: 126RD stands 2 times"
    yield "C-M16", cell(setup, "316RD", "side", "axis"), "typhoon: 316RD is not of the axis side"
    yield "C-M16", cell(setup, "HQ.XX", "at", "6502"), "typhoon: HQ.XX cannot stand in 6502, lake"
    yield "C-M16", cell(setup, "3Mot", "at", "6501"), "typhoon: 3Mot.8 cannot stand in 6501, swamp"
    yield "C-M16", cell(setup, "183ID", "at", "6501"), "typhoon: 183ID.330 is dug in in a swamp, 6501 (7.1.8)"
    yield "C-M16", cell(setup, "316RD", "at", "3333"), "typhoon: both sides in 3333"
    yield "C-M16", no_row(setup, "25TB"), "25TB is used by no scenario"
    yield "C-M17", Change(file, "turns = 20", "turns = 19"), "typhoon: 20 days but 19 turns"
    yield "C-M17", cell(arrivals, "18CD", "turn", "3"), "typhoon 18CD: turn 3 is not 1941-11-16"
    yield "C-M17", Change(file, "least = 51", "least = 52"), "typhoon: a gap or an overlap in the scale at 52"
    yield "C-M17", Change(file, "least = 0", "least = 1"), "typhoon: the scale does not run from 0 upward"


SPOILT = [*spoilt_maps(), *spoilt_counters(), *spoilt_tables(), *spoilt_scenarios()]


@pytest.mark.parametrize(("id", "change", "found"), SPOILT, ids=lambda value: str(value)[:60])
def test_a_spoilt_cell_breaks_the_constraint_that_it_concerns(id: str, change: Change, found: str) -> None:
    spoilt = read(plain_layers({change.file: (change.old, change.new)}))
    broken = answer_of(spoilt, id)
    assert not broken.held
    assert found in broken.detail
    assert any(found.startswith(fault.says) or found in fault.says for fault in broken.faults)


@pytest.mark.parametrize(
    ("change", "id", "place"),
    [
        (cell("units.csv", "316RD", "mp", "0"), "C-M02", ("units.csv", "316RD", "mp")),
        (cell("units.csv", "HQ.16A", "mp", "9"), "C-M04", ("units.csv", "HQ.16A", "mp")),
        (cell("map/places.csv", "klin", "hexes", "2519"), "C-M08", ("map/places.csv", "klin", "hexes")),
        (
            cell(f"{TYPHOON}_setup.csv", "10Pz", "at", "4230"),
            "C-M07",
            (f"{TYPHOON}_setup.csv", "DR", "at"),
        ),
        (
            cell(f"{TYPHOON}_setup.csv", "316RD", "at", "3335"),
            "C-M06",
            (f"{TYPHOON}_setup.csv", "316RD", "at"),
        ),
        (
            cell("tables/combat.csv", "2", "1:4", "-1/-1 TEST"),
            "C-M15",
            ("tables/combat.csv", "2", "1:4"),
        ),
        (Change(f"{TYPHOON}.toml", "turns = 20", "turns = 19"), "C-M17", (f"{TYPHOON}.toml", "", "turns")),
    ],
    ids=lambda value: str(value)[:40],
)
def test_a_fault_names_the_cell_that_could_mend_it(
    change: Change, id: str, place: tuple[str, str, str]
) -> None:
    layers = plain_layers({change.file: (change.old, change.new)})
    broken = answer_of(read(layers), id)
    assert place in [(fault.file, fault.row, fault.column) for fault in broken.faults]
    assert all(problem.line for problem in problems_of(layers, [broken]))


def test_every_constraint_has_a_cell_that_breaks_it() -> None:
    assert {id for id, _, _ in SPOILT} == {f"C-M{number:02}" for number in range(1, len(CHECKS) + 1)}
