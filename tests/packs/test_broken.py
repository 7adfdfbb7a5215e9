"""Broken packs: each mistake is one problem, which names the file, the line and the cell."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import pytest
from tests.packs.tiny import FILES, encoded, only_problem, problems_of, spoilt, tiny, without

from grognard.packs import PackError, PackLayers, Problem, Problems
from grognard.packs.layers import lay
from grognard.packs.pack import make_pack
from grognard.packs.problem import MOST_PROBLEMS

RAID, RIVERS, PLACES, ZONES = "scenarios/raid.toml", "map/hexsides.csv", "map/places.csv", "map/zones.csv"
UNITS, TERRAIN, FACTS = "units.csv", "map/terrain.txt", "map/facts.csv"
SOURCE = "expected a source such as rulebook:10.1, history:KEY, geography:KEY, printed:map or design"


def cells() -> Iterator[tuple[str, str, str, str]]:
    """Cells of a table: file, old, new, and what is said after the name of the pack."""
    first, second = "1,First,infantry,2,", "armor,1,,design"
    yield UNITS, first, "1,First,infantry,two,", ":2: steps: expected a whole number, found 'two'"
    yield UNITS, first, "1,First,infantry,9,", ":2: steps: expected a whole number of at least 1"
    yield UNITS, first, "1,First,infantri,2,", "found 'infantri'; did you mean 'infantry'?"
    yield UNITS, first, "1,,infantry,2,", ":2: name: expected a text, found nothing"
    yield UNITS, "1,First", "10,First", ":4: id: expected each id once, found '10'; it stands in line 2 too"
    yield UNITS, "1,First", ",First", ":2: id: expected a text that tells this row from the others"
    yield UNITS, second, "armor,1,,", f":3: source: {SOURCE}, found nothing"
    yield UNITS, second, "armor,1,,desing", "found 'desing'; did you mean 'design'?"
    yield UNITS, second, "armor,1,,rulebook", ":3: source: expected a reference after 'rulebook:'"
    yield UNITS, second, "armor,1,,history:nobody", ":3: source: expected a key of the [sources] legend"
    yield UNITS, "speed,source", "speeds,source", ":1: speeds: expected a known column, found 'speeds'"
    yield UNITS, "speed,source", "steps,source", ":1: steps: expected each column once, found 'steps'"
    yield UNITS, "speed,source", ",source", ":1: column 5: expected a name for the column, found nothing"
    yield UNITS, "id,name,kind,steps,speed,source", "id;name;kind", "separated by semicolons"
    yield UNITS, second, f"{second},more", ":3: expected 6 cells, one for each column, found '7 cells'"
    yield UNITS, "2,Second", '2,"Second', ":3: expected cells between commas, quotes closed on the same line"


def maps() -> Iterator[tuple[str, str, str, str]]:
    yield PLACES, "0104 0105", "0104 0109", ":3: hexes: expected a hex of the map, 0101 to 0405, found '0109'"
    yield PLACES, "0104 0105", "0104 0405", ":3: hexes: expected a hex of the map"
    yield PLACES, "0104 0105", "0104 0104", ":3: hexes: expected each hex once, found '0104'"
    yield PLACES, "0104 0105", "0104 0203", "it belongs to alder, found '0203'"
    yield PLACES, "Alder,town", "Alder,twon", ":2: kind: expected a kind of [kinds.place] in pack.toml"
    yield RIVERS, "0201/0202 0202/0301", "0202/0301", "it breaks off between 0101/0202 and 0202/0301"
    yield RIVERS, "0202/0301,spring", "0202/0301,", ":2: begin: expected a river to reach water"
    yield RIVERS, "0201/0202 0202/0301", "0201/0202", ":2: end: expected a river to reach water"
    yield RIVERS, "0104/0105", "0104/0401", ":3: sides: expected two adjacent hexes; 0104 and 0401 do not"
    yield RIVERS, "0104/0105", "0104", ":3: sides: expected two hexes with a slash"
    yield RIVERS, "long,The Long,river", "long,The Long,rivet", "found 'rivet'; did you mean 'river'?"
    yield "map/bridges.csv", "0201/0202", "0101/0202", ":2: side: expected a link that this bridge carries"
    yield "map/bridges.csv", ",road,", ",rail,", ":2: kind: expected a kind of [kinds.bridge]"
    yield "map/links.csv", "0201-0202-0203", "0201-0203", ":2: path: expected steps to adjacent hexes"
    yield "map/links.csv", "0101-0102", "0101-0199", ":3: path: expected a hex of the map"
    yield ZONES, "place:birch", "place:bitch", ":3: hexes: expected a known place"
    yield ZONES, "edge:west", "edge:wset", "found 'edge:wset'; did you mean 'west'?"
    yield ZONES, "lines:04", "lines:07", ":3: hexes: expected lines of the grid such as lines:01-04"
    yield ZONES, "0303", "0303-0101", ":3: hexes: expected the first and the last hex of a run"
    yield ZONES, "0303", "town:birch", ":3: hexes: expected a hex, edge:..., place:... or lines:..."
    yield FACTS, "place,alder", "place,birch", ":2: value: expected a map that agrees; at 0203 it has place"
    yield FACTS, "0302,land,no", "0302,land,yes", ":3: value: expected a map that agrees"
    yield FACTS, "0302,land", "0399,land", ":3: hex: expected a hex of the map, found '0399'"
    yield "map/labels.csv", "0103-0204", "0103-9999", ":2: at: expected a hex of the map"
    yield "map/labels.csv", "30,,design", "300,,design", ":2: angle: expected a whole number of at least -180"
    yield TERRAIN, "01:  . . f . .", "01:  . . f .", ":9: line 01: expected 5 cells"
    yield TERRAIN, "01:  . . f . .", "01:  . . x . .", ":9: 0103: expected a letter of the legend"
    yield TERRAIN, "f forest", "f forrest", "found 'forrest'; did you mean 'forest'?"
    yield TERRAIN, "places 1-5", "places 1-6", ": places: expected the places of a line, 5-1, found '1-6'"
    yield TERRAIN, "01:  . . f . . | geography:atlas", "01:  . . f . .", f":9: source: {SOURCE}"


def documents() -> Iterator[tuple[str, str, str, str]]:
    yield RAID, "turns = 3", 'turns = "3"', ":2: turns: expected a whole number, found '3'"
    yield RAID, "turns = 3", "turns = ", ":2: expected TOML"
    yield RAID, "turns = 3", "turns = 3\nturnz = 4", ":3: turnz: expected a known key"
    yield RAID, "turns = 3\n", "", ":1: turns: expected a key 'turns', found nothing"
    yield RAID, "turns = 3\n", 'turns = 3\nweather = "dri"\n', "expected one of dry, mud, found 'dri'"
    yield RAID, 'source = "rulebook:20.1"\n', "", ":1: source: expected a key 'source', found nothing"
    yield RAID, 'source = "design"\n', 'source = "desing"\n', f":15: source: {SOURCE}"
    yield RAID, 'supply = ["west"]', 'supply = "west"', ":6: sides.red.supply: expected a list"
    yield RAID, "points = 2", "points = 0", ":10: victory[0].points: expected a whole number of at least 1"
    yield RAID, "[sides.red]", "[sides.red", ":5: expected TOML"
    yield RAID, "turns = 3", f"turns = {'9' * 5000}", ": expected TOML"
    yield RAID, "turns = 3", f"turns = 3\nweather = {'[' * 40}{']' * 40}", "nested at most 20 deep"
    yield RAID, "turns = 3", f"turns = 3\nx = {'[' * 9000}{']' * 9000}", "nested at most 20 deep"
    yield RAID, "turns = 3", "turns = 3\nx" + ".x" * 9000 + " = 1", ":3: expected tables and lists nested"


def manifests() -> Iterator[tuple[str, str, str, str]]:
    file = "pack.toml"
    yield file, "[columns]", "[colums]", "found 'colums'; did you mean 'columns'?"
    yield file, 'title = "Tiny"\n', "", ":2: pack.title: expected a key 'title', found nothing"
    yield file, 'id = "tiny"', 'id = "Tiny!"', ":3: pack.id: expected a text like"
    yield file, 'shifted = "odd"', 'shifted = "left"', ":9: grid.shifted: expected one of odd, even"
    yield file, "last_line = 4", "last_line = 0", ":8: grid: expected a grid, found \"sheet 'map' ends"
    yield file, "last_line = 4", "last_line = 999", ":8: grid: expected a grid"
    yield file, 'game = "drill"\n', "", ": pack.game: expected the id of a game, found nothing"
    yield file, "[pack]", "[pack", ":2: expected TOML"


@pytest.mark.parametrize(
    ("file", "old", "new", "says"),
    [*cells(), *maps(), *documents(), *manifests()],
    ids=lambda value: value[:40],
)
def test_a_mistake_is_one_problem_that_names_its_place(file: str, old: str, new: str, says: str) -> None:
    problem = only_problem(spoilt(file, old, new))
    assert problem.startswith(f"tiny/{file}")
    assert says in problem
    assert "\n" not in problem


@pytest.mark.parametrize(
    ("file", "line"), [(UNITS, 3), (TERRAIN, 3), (RAID, 3), (PLACES, 3), ("pack.toml", 3)]
)
def test_a_byte_that_is_no_text_is_named_with_its_line(file: str, line: int) -> None:
    text = FILES[file].encode()
    at = [number for number, byte in enumerate(text) if byte == ord("\n")][line - 2] + 1
    files = {**encoded(FILES), file: text[:at] + b"\xff" + text[at:]}
    with pytest.raises(PackError) as error:
        read(files)
    assert f"tiny/{file}:{line}: expected UTF-8 text, found 'byte 0xff'" in str(error.value)


def read(files: Mapping[str, bytes]) -> None:
    """Read the files whose encoding may be wrong."""
    layers = lay([make_pack("tiny", files)])
    with Problems() as problems:
        for file in layers.file_names:
            if file.endswith(".csv"):
                layers.table(file, problems)
            elif file.endswith(".toml"):
                layers.raw_document(file, problems)
    from grognard.packs import read_board

    read_board(layers)


@pytest.mark.parametrize("file", [UNITS, "tables/combat.csv", RAID, TERRAIN])
def test_a_missing_file_is_named(file: str) -> None:
    assert only_problem(without(file)) == f"tiny/{file}: expected this file in the pack, found nothing"


@pytest.mark.parametrize("file", [UNITS, "tables/combat.csv", PLACES])
def test_an_empty_file_is_named(file: str) -> None:
    problems = [str(problem) for problem in problems_of({**FILES, file: "\n# nothing\n"})]
    assert f"tiny/{file}:1: expected a first line with the names of the columns, found nothing" in problems


def test_a_manifest_must_be_there() -> None:
    with pytest.raises(PackError, match=r"tiny/pack\.toml: expected this file in the pack"):
        make_pack("tiny", {})


def test_all_mistakes_are_told_at_once() -> None:
    files = {
        **spoilt(UNITS, "infantry,2,", "infantry,two,"),
        PLACES: FILES[PLACES].replace("0104 0105", "0104 9999"),
        RAID: FILES[RAID].replace("turns = 3", "turns = true"),
    }
    assert [problem.file for problem in problems_of(files)] == [
        f"tiny/{PLACES}",
        f"tiny/{RAID}",
        f"tiny/{UNITS}",
    ]


def test_reading_stops_after_far_too_many_problems() -> None:
    rows = "".join(f"x{number},Name,tank,2,1,design\n" for number in range(MOST_PROBLEMS * 3))
    with pytest.raises(PackError) as error:
        load_units({**FILES, UNITS: FILES[UNITS] + rows})
    assert len(error.value.problems) <= MOST_PROBLEMS
    assert str(error.value).endswith(f"and perhaps more: reading stops after {MOST_PROBLEMS} problems")


def load_units(files: Mapping[str, str]) -> PackLayers:
    from tests.packs.tiny import UnitRow

    layers = tiny(files)
    with Problems() as problems:
        layers.rows(UNITS, UnitRow, problems)
    return layers


def test_what_stands_in_a_file_cannot_command_the_terminal() -> None:
    problem = only_problem(spoilt(UNITS, "1,First,infantry,2,", "1,First,\x1b[2Jtank\u202e,2,"))
    assert "\x1b" not in problem
    assert "\u202e" not in problem


def test_a_problem_quotes_a_long_cell_in_short() -> None:
    assert len(only_problem(spoilt(UNITS, "infantry,2,", f"infantry,{'9' * 10_000},"))) < 200


def test_a_problem_without_a_line_names_the_file_alone() -> None:
    assert str(Problem("mine", expected="a pack")) == "mine: expected a pack, found nothing"
