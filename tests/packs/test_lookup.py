"""Looking up values: their text, source, layer and line, and what they hide."""

from __future__ import annotations

import pytest
from tests.packs.tiny import FILES, tiny

from grognard.packs import Constraint, Fault
from grognard.packs.lookup import UnknownEntryError, Value, known_file, problems_of, values
from grognard.packs.provenance import Standing, provenance, standing
from grognard.packs.source import parse_sources

MINE = {"units.csv": "id,steps,speed,source\n2,3,4,printed:counter\n"}


def value(column: str, row: str = "2") -> Value:
    return next(each for each in values(tiny(FILES, MINE), "units.csv", row) if each.column == column)


def test_a_changed_value_comes_with_its_own_source_and_what_it_hides() -> None:
    assert value("steps") == Value(
        "units.csv", "2", "steps", "3", "printed:counter", "mine", "mine/units.csv", 2, below="1"
    )
    assert value("speed").below is None, "there was nothing"


def test_a_value_that_is_not_changed_keeps_its_source_and_place() -> None:
    name = value("name")
    assert (name.text, name.source, name.pack, name.place) == ("Second", "design", "tiny", "tiny/units.csv:3")
    assert name.below is None


def test_a_value_of_a_document_has_the_source_of_the_nearest_table() -> None:
    found = {(each.row, each.column): each.source for each in values(tiny(), "scenarios/raid.toml")}
    assert found["", "turns"] == "rulebook:20.1"
    assert found["victory.town", "points"] == "rulebook:20.1"
    assert found["victory.edge", "points"] == "design"


def test_the_ground_of_a_hex_has_the_source_of_its_line() -> None:
    found = {each.column: each for each in values(tiny(), "map/terrain", "0103")}
    assert (found["terrain"].text, found["terrain"].source) == ("forest", "geography:atlas")
    assert found["terrain"].place == "tiny/map/terrain.txt:9"


def test_a_table_of_a_document_is_shown_with_those_inside() -> None:
    assert {each.row for each in values(tiny(), "raid", "victory")} == {
        "victory",
        "victory.town",
        "victory.edge",
    }
    assert {each.row for each in values(tiny(), "raid", "victory.town")} == {"victory.town"}


def test_a_row_of_a_table_is_shown_alone() -> None:
    assert {each.row for each in values(tiny(), "units.csv", "1")} == {"1"}


@pytest.mark.parametrize("name", ["scenarios/raid.toml", "scenarios/raid", "raid.toml", "raid"])
def test_a_file_may_be_named_in_short(name: str) -> None:
    assert known_file(name, tiny().file_names) == "scenarios/raid.toml"


@pytest.mark.parametrize("name", ["map/terrain", "map/terrain.txt", "map/terrain.csv", "terrain"])
def test_the_ground_may_be_named_by_its_files(name: str) -> None:
    assert {each.file for each in values(tiny(), name)} == {"map/terrain"}


def test_a_name_that_fits_two_files_or_none_is_refused_with_a_hint() -> None:
    with pytest.raises(UnknownEntryError, match=r"no file 'unit' in the pack; did you mean 'units'\?"):
        known_file("unit", ["units.csv", "tables/odds.csv"])
    with pytest.raises(UnknownEntryError, match=r"no file 'odds' in the pack"):
        known_file("odds", ["a/odds.csv", "b/odds.csv"])


def test_a_file_without_rows_has_no_values() -> None:
    assert values(tiny({**FILES, "map/labels.csv": "text,kind,at,source\n"}), "map/labels.csv") == ()


def test_a_broken_file_does_not_keep_another_from_being_shown() -> None:
    assert values(tiny({**FILES, "units.csv": "id,source\n1\n"}), "map/places.csv", "birch")


def test_a_row_that_is_not_there_is_refused_with_a_hint() -> None:
    with pytest.raises(UnknownEntryError, match=r"no row 'birh' in map/places\.csv; did you mean 'birch'\?"):
        values(tiny(), "map/places.csv", "birh")


@pytest.mark.parametrize(
    ("fault", "problem"),
    [
        (
            Fault("too weak", "units.csv", "2", "steps"),
            "mine/units.csv:2: steps: expected what X demands, found '3'",
        ),
        (
            Fault("too weak", "units.csv", "2", "name"),
            "tiny/units.csv:3: name: expected what X demands, found 'Second'",
        ),
        (
            Fault("no star", "units.csv", "2", "star"),
            "mine/units.csv:2: star: expected what X demands, found nothing",
        ),
        (Fault("no unit", "units.csv", "9", "steps"), "mine/units.csv: 9 steps: expected what X demands"),
        (Fault("no unit", "units.csv"), "mine/units.csv: expected what X demands, found nothing; no unit"),
        (
            Fault("too early", "scenarios/raid.toml", "", "turns"),
            "tiny/scenarios/raid.toml:2: turns: expected",
        ),
        (Fault("no road"), "mine: expected what X demands, found nothing; no road"),
    ],
)
def test_a_fault_of_a_constraint_is_told_at_its_cell(fault: Fault, problem: str) -> None:
    broken = Constraint("X", "A demand", held=False, detail=fault.says, faults=(fault,))
    held = Constraint("Y", "Another", held=True)
    (found,) = problems_of(tiny(FILES, MINE), (broken, held))
    assert str(found).startswith(problem)
    assert str(found).endswith(f"; {fault.says}")


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("rulebook:3.1", Standing.STATED),
        ("rulebook:3.1;rulebook:B1", Standing.STATED),
        ("rulebook:3.1;design", Standing.COMPLETED),
        ("rulebook:3.1;history:atlas", Standing.COMPLETED),
        ("geography:atlas", Standing.FACT),
        ("geography:atlas;design", Standing.FACT),
        ("design:C-M01", Standing.DESIGNED),
        ("design;printed:map", Standing.PRINTED),
    ],
)
def test_a_row_rests_on_all_of_its_sources(source: str, expected: Standing) -> None:
    assert standing(parse_sources(source)) is expected


def test_provenance_counts_every_row_and_table() -> None:
    found = {file.file: file for file in provenance(tiny(FILES, MINE))}
    assert found["units.csv"].standings == {
        Standing.STATED: 1,
        Standing.PRINTED: 1,
        Standing.DESIGNED: 1,
    }
    assert found["map/terrain"].standings == {Standing.FACT: 10, Standing.DESIGNED: 10}
    assert (found["scenarios/raid.toml"].rows, found["map/places.csv"].rows) == (4, 2)
    assert sum(file.rows for file in found.values()) == 41


def test_a_changed_table_of_a_document_rests_on_the_change_and_the_others_as_before() -> None:
    change = 'source = "printed:book"\n[[victory]]\nid = "town"\npoints = 3\n'
    (raid,) = [
        file for file in provenance(tiny(FILES, {"scenarios/raid.toml": change})) if "raid" in file.file
    ]
    assert raid.standings == {Standing.STATED: 2, Standing.PRINTED: 1, Standing.DESIGNED: 1}
