"""Packs laid over one another: what comes from which, and chains that lead nowhere."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
from tests.packs.tiny import CHANGES_MANIFEST, FILES, UnitRow, encoded, only_problem, tiny

from grognard.packs import PackError, PackLayers, Problems, open_pack, read_board
from grognard.packs.layers import lay
from grognard.packs.pack import make_pack

UNITS = "units.csv"


def units(layers: PackLayers) -> dict[str, UnitRow]:
    with Problems() as problems:
        return {row.row.id: row.row for row in layers.rows(UNITS, UnitRow, problems)}


def changed(text: str, file: str = UNITS) -> PackLayers:
    return tiny(FILES, {file: text})


def write(folder: Path, files: Mapping[str, str]) -> Path:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def manifest(id: str, base: str) -> str:
    return f'[pack]\nid = "{id}"\ntitle = "{id}"\nbase = "{base}"\n'


def test_a_cell_above_takes_the_place_of_the_one_below_and_leaves_the_others() -> None:
    found = units(changed("id,steps,source\n2,3,printed:counter\n"))
    assert found["2"] == UnitRow("2", "Second", "armor", 3)
    assert found["1"] == units(tiny())["1"]


def test_an_empty_cell_above_leaves_the_one_below_alone() -> None:
    assert units(changed("id,name,steps,source\n2,,3,design\n"))["2"].name == "Second"


def test_a_cell_can_be_made_empty() -> None:
    assert units(tiny())["1"].speed == "1/2"
    assert units(changed("id,speed,source\n1,(empty),design\n"))["1"].speed == "1"


def test_a_row_can_be_added_and_taken_away() -> None:
    found = units(changed("id,name,kind,steps,source,remove\n7,Seventh,armor,2,design,\n2,,,,design,yes\n"))
    assert list(found) == ["1", "7", "10"]
    assert found["7"].name == "Seventh"


def test_the_upper_of_two_packs_of_changes_wins() -> None:
    layers = tiny(FILES, {UNITS: "id,steps,source\n2,3,design\n"}, {UNITS: "id,steps,source\n2,4,design\n"})
    assert units(layers)["2"].steps == 4


def test_a_cell_remembers_the_pack_the_file_and_the_line() -> None:
    with Problems() as problems:
        table = changed("id,steps,source\n\n2,3,printed:counter\n").table(UNITS, problems)
    row = next(row for row in table.rows if row.text("id") == "2")
    assert (row.cell("steps").pack, row.cell("steps").file, row.cell("steps").line) == (
        "mine",
        "mine/units.csv",
        3,
    )
    assert (row.cell("name").pack, row.cell("name").file, row.cell("name").line) == (
        "tiny",
        "tiny/units.csv",
        3,
    )


def test_tables_of_a_document_merge_key_by_key() -> None:
    layers = changed(
        'source = "design"\nturns = 9\n[[victory]]\nid = "edge"\npoints = 5\n', "scenarios/raid.toml"
    )
    with Problems() as problems:
        raid = layers.raw_document("scenarios/raid.toml", problems).values
    assert (raid["title"], raid["turns"], raid["sides"]["red"]["supply"]) == ("Raid", 9, ["west"])
    assert [(each["id"], each["points"]) for each in raid["victory"]] == [("town", 2), ("edge", 5)]


def test_elements_keep_their_order_unless_all_are_named() -> None:
    edge, town, rim = (f'[[victory]]\nid = "{id}"\npoints = 5\n' for id in ("edge", "town", "rim"))
    orders = {
        (edge,): ["town", "edge"],
        (rim, edge): ["town", "edge", "rim"],
        (edge, rim, town): ["edge", "rim", "town"],
    }
    for written, order in orders.items():
        layers = changed('source = "design"\n' + "".join(written), "scenarios/raid.toml")
        with Problems() as problems:
            raid = layers.raw_document("scenarios/raid.toml", problems).values
        assert [each["id"] for each in raid["victory"]] == order


def test_an_element_of_a_document_can_be_taken_away() -> None:
    layers = changed('source = "design"\n[[victory]]\nid = "edge"\nremove = true\n', "scenarios/raid.toml")
    with Problems() as problems:
        raid = layers.raw_document("scenarios/raid.toml", problems).values
    assert [each["id"] for each in raid["victory"]] == ["town"]


def test_with_merge_files_a_file_takes_the_place_of_the_one_below() -> None:
    above = make_pack(
        "mine",
        encoded(
            {
                "pack.toml": CHANGES_MANIFEST + 'merge = "files"\n',
                UNITS: "id,name,kind,steps,source\n5,Fifth,armor,1,design\n",
            }
        ),
    )
    assert list(units(lay([make_pack("tiny", encoded(FILES)), above]))) == ["5"]


def test_a_palette_takes_the_place_of_the_one_below() -> None:
    below, above = '[palettes.summer]\npaper = "white"\n', '[palettes.winter]\npaper = "grey"\n'
    with Problems() as problems:
        found = tiny({**FILES, "palette.toml": below}, {"palette.toml": above}).raw_document(
            "palette.toml", problems
        )
    assert found.values == {"palettes": {"winter": {"paper": "grey"}}}


@pytest.mark.parametrize(
    ("file", "text", "says"),
    [
        (UNITS, "id,steps,source\n22,3,design\n", "mine/units.csv:2: id: expected a row of tiny/units.csv"),
        (UNITS, "id,steps,source\n2,9,design\n", "mine/units.csv:2: steps: expected a whole number"),
        (UNITS, "id,steps\n2,3\n", "mine/units.csv:1: source: expected a column 'source'"),
        (UNITS, "id,steps,source\n2,3,\n", "mine/units.csv:2: source: expected a source"),
        (UNITS, "name,steps,source\nFirst,3,design\n", "mine/units.csv:1: id: expected a column 'id'"),
        (UNITS, "id,stepz,source\n2,3,design\n", "mine/units.csv:1: stepz: expected a known column"),
        (UNITS, "id,source,remove\n3,design,yes\n", "expected a row of tiny/units.csv to remove, found '3'"),
        (UNITS, "id,source,remove\n2,design,x\n", "mine/units.csv:2: remove: expected yes or nothing"),
        ("unit.csv", "id,source\n", "expected a file that the base has, found 'unit.csv'; did you mean"),
        ("map/terrain.csv", "hex,terrain,source\n0199,forest,design\n", "expected a hex of the map"),
        (
            "map/terrain.csv",
            "hex,terrain,source\n0101,wood,design\n",
            "mine/map/terrain.csv:2: 0101: expected",
        ),
        (
            "scenarios/raid.toml",
            'source = "design"\n[[victory]]\nid = "rim"\nremove = true\n',
            "mine/scenarios/raid.toml:3: id: expected the id of an element",
        ),
    ],
)
def test_a_change_that_fits_nothing_is_one_problem(file: str, text: str, says: str) -> None:
    assert says in only_problem(FILES, {file: text})


def test_the_ground_of_single_hexes_can_change_and_a_hex_can_join_the_map() -> None:
    layers = changed("hex,terrain,source\n0405,forest,design\n0101,swamp,design\n", "map/terrain.csv")
    board = read_board(layers)
    assert [board.terrain[board.grid.hex(label)] for label in ("0405", "0101", "0102")] == [
        "forest",
        "swamp",
        "clear",
    ]
    assert not read_board(tiny()).terrain[board.grid.hex("0405")]


def test_a_name_that_is_known_is_an_id_and_any_other_a_folder(tmp_path: Path) -> None:
    base = write(tmp_path / "base", FILES)
    mine = write(tmp_path / "mine", {"pack.toml": CHANGES_MANIFEST})
    layers = open_pack(str(mine), lambda name: base if name == "tiny" else None)
    assert [pack.id for pack in layers.packs] == ["tiny", "mine"]
    assert (layers.id, layers.title, layers.game) == ("mine", "Mine", "drill")


def test_a_base_can_be_a_folder_beside_the_pack(tmp_path: Path) -> None:
    write(tmp_path / "base", FILES)
    mine = write(tmp_path / "mine", {"pack.toml": manifest("mine", "../base")})
    assert list(units(open_pack(str(mine), lambda name: None))) == ["1", "2", "10"]


def test_a_folder_may_be_called_like_the_pack_it_changes(tmp_path: Path) -> None:
    base = write(tmp_path / "home" / "tiny", FILES)
    mine = write(tmp_path / "tiny", {"pack.toml": manifest("tiny-2", "tiny")})
    assert len(open_pack(str(mine), lambda name: base if name == "tiny" else None).packs) == 2


def test_a_base_that_is_not_there_is_named(tmp_path: Path) -> None:
    mine = write(tmp_path / "mine", {"pack.toml": manifest("mine", "nowhere")})
    with pytest.raises(PackError, match=r"nowhere: expected the id of a pack, or a directory with a pack"):
        open_pack(str(mine), lambda name: None)


def test_packs_that_are_based_on_each_other_are_refused(tmp_path: Path) -> None:
    write(tmp_path / "one", {"pack.toml": manifest("one", "../two")})
    write(tmp_path / "two", {"pack.toml": manifest("two", "../three")})
    write(tmp_path / "three", {"pack.toml": manifest("three", "../one")})
    with pytest.raises(
        PackError, match=r"three/pack\.toml: pack\.base: expected a chain of packs that comes"
    ):
        open_pack(str(tmp_path / "one"), lambda name: None)


def test_a_pack_that_is_based_on_itself_is_refused(tmp_path: Path) -> None:
    write(tmp_path / "one", {"pack.toml": manifest("one", ".")})
    with pytest.raises(PackError, match=r"pack\.base: expected a chain of packs that comes to an end"):
        open_pack(str(tmp_path / "one"), lambda name: None)


def test_an_endless_chain_is_refused(tmp_path: Path) -> None:
    for number in range(20):
        write(tmp_path / str(number), {"pack.toml": manifest(f"p{number}", f"../{number + 1}")})
    with pytest.raises(PackError, match=r"15/pack\.toml: pack\.base: expected a chain of packs that comes"):
        open_pack(str(tmp_path / "0"), lambda name: None)


def test_packs_of_two_games_do_not_mix() -> None:
    other = CHANGES_MANIFEST.replace("[pack]", '[pack]\ngame = "chess"')
    with pytest.raises(PackError, match=r"tiny/pack\.toml: pack\.game: expected the game of the pack on top"):
        lay([make_pack("tiny", encoded(FILES)), make_pack("mine", encoded({"pack.toml": other}))])


@pytest.mark.parametrize("name", ["nowhere", "x" * 5000, "a\0b", "", "."])
def test_a_folder_that_is_no_pack_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(PackError, match="expected the id of a pack, or a directory with a pack"):
        open_pack(f"{tmp_path}/{name}", lambda name: None)


def test_a_folder_full_of_files_is_refused(tmp_path: Path) -> None:
    write(
        tmp_path, {"pack.toml": FILES["pack.toml"], **{f"notes/{number}.txt": "" for number in range(2001)}}
    )
    with pytest.raises(PackError, match="expected at most 2000 files of 8 MB together, found 'more'"):
        open_pack(str(tmp_path), lambda name: None)


def test_a_file_of_many_megabytes_is_refused(tmp_path: Path) -> None:
    write(tmp_path, FILES)
    with (tmp_path / "tables" / "combat.csv").open("wb") as file:
        file.truncate(9_000_000)
    with pytest.raises(PackError, match="expected at most 2000 files of 8 MB together"):
        open_pack(str(tmp_path), lambda name: None)
