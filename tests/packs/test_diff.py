"""The comparison of two packs, value by value."""

from __future__ import annotations

import pytest
from tests.packs.tiny import FILES, TERRAIN, spoilt, tiny, without

from grognard.packs.diff import Change, compare


def changes(file: str, old: str, new: str) -> list[str]:
    return [f"{change.file} {change}" for change in compare(tiny(), tiny(spoilt(file, old, new)))]


def test_a_pack_does_not_differ_from_itself_however_it_is_written() -> None:
    other = {
        **FILES,
        "map/terrain.txt": TERRAIN.replace(". clear", "c clear").replace(".", "c"),
        "units.csv": "\n".join(reversed(FILES["units.csv"].splitlines()[1:])).join(
            ("# turned\nid,name,kind,steps,speed,source\n", "\n")
        ),
    }
    assert compare(tiny(), tiny(other)) == ()


@pytest.mark.parametrize(
    ("file", "old", "new", "told"),
    [
        ("units.csv", "armor,1,,design", "armor,2,,design", ["units.csv 2: steps: 1 -> 2"]),
        ("units.csv", "armor,1,,design", "armor,1,3,design", ["units.csv 2: speed: (empty) -> 3"]),
        ("units.csv", "2,Second", "3,Second", ["units.csv 2: removed", "units.csv 3: added"]),
        ("units.csv", "armor,1,,design", "armor,1,,printed:x", ["units.csv 2: source: design -> printed:x"]),
        ("map/terrain.txt", "01:  . . f", "01:  . f f", ["map/terrain 0102: terrain: clear -> forest"]),
        ("scenarios/raid.toml", "turns = 3", "turns = 4", ["scenarios/raid.toml turns: 3 -> 4"]),
        (
            "scenarios/raid.toml",
            'id = "edge"',
            'id = "rim"',
            ["scenarios/raid.toml victory.edge: removed", "scenarios/raid.toml victory.rim: added"],
        ),
        (
            "scenarios/raid.toml",
            '["west"]',
            '["rear"]',
            ["scenarios/raid.toml sides.red.supply: [0]: west -> rear"],
        ),
    ],
)
def test_each_difference_is_told(file: str, old: str, new: str, told: list[str]) -> None:
    assert changes(file, old, new) == told


def test_the_order_of_a_list_of_tables_is_a_difference() -> None:
    town = '[[victory]]\nid = "town"\npoints = 2\n\n'
    edge = '[[victory]]\nid = "edge"\npoints = 1\nsource = "design"\n'
    (change,) = compare(tiny(), tiny(spoilt("scenarios/raid.toml", town + edge, edge + "\n" + town)))
    assert (change.row, change.before, change.after) == ("victory", "town edge", "edge town")


def test_a_file_that_only_one_pack_has_is_all_its_rows() -> None:
    found = compare(tiny(without("map/zones.csv")), tiny())
    assert [(change.kind, change.file, change.row) for change in found] == [
        ("added", "map/zones.csv", "rear"),
        ("added", "map/zones.csv", "west"),
    ]
    assert {change.kind for change in compare(tiny(), tiny(without("map/zones.csv")))} == {"removed"}


def test_a_change_names_the_line_where_it_is_written() -> None:
    above = tiny(FILES, {"units.csv": "# mine\nid,steps,source\n2,3,design\n"})
    (change,) = compare(tiny(), above)
    assert change == Change("changed", "units.csv", "2", "steps", "1", "3", 3)


def test_the_way_back_is_the_way_there_turned_round() -> None:
    other = tiny(spoilt("units.csv", "armor,1,,design", "armor,4,2,design"))
    there, back = compare(tiny(), other), compare(other, tiny())
    assert [(each.row, each.column, each.before, each.after) for each in there] == [
        (each.row, each.column, each.after, each.before) for each in back
    ]
