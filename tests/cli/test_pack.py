"""`grognard pack check|new|diff|show`, as an owner of the game uses them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.cli.console import Grognard, process

from grognard.games import find, load, open_layers
from grognard.packs import digest

GAME = "moscow-1941"
SOURCE = find(GAME).pack_path


@pytest.fixture
def grognard(capsys: pytest.CaptureFixture[str]) -> Grognard:
    return Grognard(capsys)


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a pack of changes in it, `mine`, as the current directory."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "pack.toml").write_text(
        f'[pack]\nid = "mine"\ntitle = "Mine"\nbase = "{GAME}"\n', encoding="utf-8"
    )
    return tmp_path / "mine"


def write(folder: Path, file: str, text: str | bytes) -> None:
    (folder / file).parent.mkdir(parents=True, exist_ok=True)
    (folder / file).write_bytes(text if isinstance(text, bytes) else text.encode())


def read_json(text: str) -> Any:
    return json.loads(text)


@pytest.mark.parametrize("command", [(), ("check",), ("new",), ("diff",), ("show",)])
def test_every_command_explains_itself(grognard: Grognard, command: tuple[str, ...]) -> None:
    for option in ("--help", "-h"):
        answer = grognard("pack", *command, option)
        assert answer.code == 0
        assert "Usage: grognard pack" in answer.out
    assert grognard("pack").code == 0


def test_check_tells_every_constraint_as_held_with_counts(grognard: Grognard) -> None:
    answer = grognard("pack", "check", GAME)
    assert (answer.code, answer.err) == (0, "")
    lines = answer.out.splitlines()
    for number in range(1, 15):
        (line,) = [line for line in lines if line.startswith(f"C-M{number:02}")]
        assert "  held   " in line
        assert line.endswith(")")
        assert line.rpartition("(")[2].rstrip(")").replace(",", "").isdigit()
    assert lines[-1] == "All 18 constraints are held."


def test_check_tells_a_program_the_same(grognard: Grognard) -> None:
    answer = grognard("pack", "check", GAME, "--json")
    report = read_json(answer.out)
    assert answer.code == 0
    assert (report["sound"], report["problems"], report["game"]) == (True, [], GAME)
    assert report["digest"] == digest(open_layers(find(GAME)))
    assert [each["id"] for each in report["constraints"]] == [f"C-M{number:02}" for number in range(1, 19)]
    assert all(each["held"] for each in report["constraints"])


def test_a_game_may_be_called_by_its_alias_and_a_pack_by_its_folder(grognard: Grognard, mine: Path) -> None:
    for name in ("moscow", str(SOURCE), "mine", "./mine", str(mine)):
        assert "Panfilov" in grognard("pack", "show", name, "units", "316RD").out


def test_a_pack_of_changes_is_checked_with_its_base(grognard: Grognard, mine: Path) -> None:
    write(mine, "units.csv", "id,sp,source\n316RD,8,printed:counter\n")
    report = read_json(grognard("pack", "check", "mine", "--json").out)
    assert (report["pack"], report["based_on"], report["sound"]) == ("mine", [GAME], True)
    assert report["digest"] != digest(open_layers(find(GAME)))


SPOILT = [
    (
        "units.csv",
        "id,sp,source\n316RD,six,design\n",
        "units.csv:2: sp: expected a whole number, found 'six'",
    ),
    (
        "units.csv",
        "id,sp,source\n316XX,7,design\n",
        "units.csv:2: id: expected a row of moscow-1941/units.csv",
    ),
    ("units.csv", "id,nation,source\n316RD,atlantis,design\n", "units.csv:2: nation: expected a nation of"),
    ("units.csv", b"id,name,source\n316RD,\xe9,design\n", "units.csv:2: expected UTF-8 text"),
    ("map/places.csv", "id,hexes,source\nistra,44180,design\n", "places.csv:2: hexes: expected a hex of the"),
    (
        "map/hexsides.csv",
        "id,sides,source\nlama,0101/0109,design\n",
        "hexsides.csv:2: sides: expected two adjacent",
    ),
    ("scenarios/typhoon.toml", 'source = "design"\nturns = "x"\n', "typhoon.toml:2: turns: expected a whole"),
    ("scenarios/typhoon_setup.csv", "id,at,source\n316RD,Klinn,design\n", "setup.csv:2: at: expected a hex"),
    ("palette.toml", "[sheet]\ntitle = 5\n", "palette.toml:2: sheet.title: expected a text"),
    ("tables/combat.csv", "roll,1:1,source\n7,D9X,design\n", "combat.csv:2: 1:1: expected"),
    # What no single cell can know, but the components as a whole.
    (
        "units.csv",
        "id,mp,source\n316RD,0,design\n",
        "units.csv:2: mp: expected what C-M02 demands, found '0'",
    ),
    (
        "map/terrain.csv",
        "hex,terrain,source\n3331,lake,design\n",
        "terrain.csv:2: terrain: expected what C-M01",
    ),
    ("map/places.csv", "id,hexes,source\nklin,2717,design\n", "places.csv:2: hexes: expected what C-M08"),
    (
        "tables/markers.csv",
        "id,source,remove\nmasking,design,yes\n",
        "markers.csv: masking: expected what C-M14",
    ),
    (
        "scenarios/typhoon.toml",
        'source = "design"\n[[victory.scale]]\nid = "axis-small"\nleast = 53\n',
        "typhoon.toml:4: least: expected what C-M17 demands, found '53'; typhoon: a gap or an overlap",
    ),
]


@pytest.mark.parametrize(
    ("file", "text", "says"), SPOILT, ids=[f"{each[0]}-{each[2][:40]}" for each in SPOILT]
)
def test_a_spoilt_cell_fails_the_check_at_its_place(
    grognard: Grognard, mine: Path, file: str, text: str | bytes, says: str
) -> None:
    write(mine, file, text)
    answer = grognard("pack", "check", "mine")
    assert answer.code == 2
    line = next(line for line in answer.err.splitlines() if says in line)
    assert line.startswith("mine/")
    assert answer.err.splitlines()[-1].startswith("grognard: mine: ")
    assert "Traceback" not in answer.err


def test_check_tells_a_program_where_the_fault_is(grognard: Grognard, mine: Path) -> None:
    write(mine, "units.csv", "id,mp,source\n316RD,0,printed:counter\n")
    answer = grognard("pack", "check", "mine", "--json")
    report = read_json(answer.out)
    assert (answer.code, report["sound"]) == (2, False)
    assert report["problems"] == [
        {
            "file": "mine/units.csv",
            "line": 2,
            "cell": "mp",
            "found": "0",
            "expected": "what C-M02 demands",
            "hint": "316RD: no movement points",
        }
    ]
    assert [each["id"] for each in report["constraints"] if not each["held"]] == ["C-M02"]


def test_a_pack_that_cannot_be_read_is_told_as_json_too(grognard: Grognard, mine: Path) -> None:
    write(mine, "units.csv", "id,mp,source\n316RD,x,printed:counter\n")
    answer = grognard("pack", "check", "mine", "--json")
    report = read_json(answer.out)
    assert (answer.code, report["sound"], len(report["problems"])) == (2, False, 1)
    assert (report["problems"][0]["file"], report["problems"][0]["line"]) == ("mine/units.csv", 2)


def test_a_pack_for_a_game_that_is_not_there_says_so(grognard: Grognard, mine: Path) -> None:
    (mine / "pack.toml").write_text(
        '[pack]\nid = "mine"\ntitle = "M"\ngame = "moscow-1942"\n', encoding="utf-8"
    )
    answer = grognard("pack", "check", "mine")
    assert answer.code == 2
    assert "mine/pack.toml: pack.game: expected the id of a game (moscow-1941" in answer.err
    assert "did you mean 'moscow-1941'?" in answer.err


@pytest.mark.parametrize("command", ["check", "show", "diff"])
@pytest.mark.parametrize("name", ["moskow", "nowhere", "", "x" * 5000, "a\0b", "/dev/null"])
def test_a_name_that_is_no_pack_is_one_line(grognard: Grognard, command: str, name: str) -> None:
    answer = grognard("pack", command, name)
    assert answer.code == 2
    assert "Traceback" not in answer.err
    assert len(answer.err) < 12_000
    if name == "moskow":
        assert answer.err == (
            "grognard: no pack 'moskow': neither a game nor a folder; did you mean 'moscow'?\n"
        )


@pytest.mark.slow
def test_a_new_pack_can_be_checked_changed_compared_and_played(
    grognard: Grognard, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    answer = grognard("pack", "new", "--from", GAME, "mine", "--title", "My printed copy")
    assert answer.code == 0
    assert "wrote mine/pack.toml" in answer.out
    assert "grognard pack check mine" in answer.out
    assert grognard("pack", "check", "mine").code == 0
    assert grognard("pack", "diff", "mine").out == "moscow-1941 and mine have the same components.\n"

    write(tmp_path / "mine", "units.csv", "id,sp,source\n316RD,9,printed:counter\n")
    told = grognard("pack", "diff", "mine").out
    assert "units.csv\n" in told
    assert "  316RD: sp: 7 -> 9\n" in told
    assert told.endswith("2 differences from moscow-1941 to mine\n")
    assert load(GAME, pack="mine").pack_digest != load(GAME).pack_digest


def test_new_copies_a_file_to_edit_whole(grognard: Grognard, tmp_path: Path) -> None:
    mine = tmp_path / "mine"
    answer = grognard(
        "pack", "new", "--from", "moscow", str(mine), "--copy", "units", "--copy", "typhoon.toml"
    )
    assert answer.code == 0
    assert (mine / "units.csv").read_bytes() == (SOURCE / "units.csv").read_bytes()
    assert (mine / "scenarios" / "typhoon.toml").is_file()
    assert grognard("pack", "check", str(mine)).code == 0


def test_a_pack_can_change_a_pack_of_changes(grognard: Grognard, mine: Path) -> None:
    write(mine, "units.csv", "id,sp,source\n316RD,9,printed:counter\n")
    assert grognard("pack", "new", "--from", "mine", "theirs").code == 0
    write(Path("theirs"), "units.csv", "id,sp,source\n316RD,8,design\n")
    shown = read_json(grognard("pack", "show", "theirs", "units.csv", "316RD", "--json").out)
    strength = next(value for value in shown if value["column"] == "sp")
    assert (strength["text"], strength["pack"], strength["below"]) == ("8", "theirs", "9")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("new", "--from", GAME, "mine"), "mine: there is something already; choose a new folder"),
        (("new", "--from", GAME, "Über"), "a pack is called by its folder"),
        (("new", "--from", "nowhere", "yours"), "no pack 'nowhere'"),
        (("new", "--from", GAME, "yours", "--copy", "unit.csv"), "no file 'unit.csv' in the pack"),
        (("diff", GAME), "moscow-1941 is based on no other pack; name a second one"),
        (("show", GAME, "unit.csv"), "no file 'unit.csv' in the pack; did you mean 'units.csv'?"),
        (("show", GAME, "units.csv", "316RG"), "no row '316RG' in units.csv; did you mean '316RD'?"),
    ],
)
def test_what_cannot_be_done_is_one_line(
    grognard: Grognard, mine: Path, words: tuple[str, ...], says: str
) -> None:
    answer = grognard("pack", *words)
    assert answer.code == 2
    assert answer.err.startswith("grognard: ")
    assert says in answer.err
    assert answer.err.count("\n") == 1
    assert not Path("yours").exists()


@pytest.mark.slow
def test_diff_tells_a_program_the_changes(grognard: Grognard, mine: Path) -> None:
    write(mine, "units.csv", "id,sp,source\n316RD,9,printed:counter\n")
    for words in (("mine",), (GAME, "mine")):
        found = read_json(grognard("pack", "diff", *words, "--json").out)
        assert (found["before"], found["after"]) == (GAME, "mine")
        assert found["digest_before"] != found["digest_after"]
        assert [(each["row"], each["column"], each["after"]) for each in found["changes"]] == [
            ("316RD", "source", "printed:counter"),
            ("316RD", "sp", "9"),
        ]


def test_show_tells_what_each_file_rests_on(grognard: Grognard) -> None:
    answer = grognard("pack", "show", GAME)
    assert answer.code == 0
    line = next(line for line in answer.out.splitlines() if line.startswith("tables/combat.csv"))
    assert line.split() == ["tables/combat.csv", "11", "11", "rule", "book"]
    files = read_json(grognard("pack", "show", GAME, "--json").out)
    assert {"file", "rows", "standings"} == set(files[0])


def test_show_tells_the_layers(grognard: Grognard, mine: Path) -> None:
    write(mine, "units.csv", "id,sp,source\n316RD,9,printed:counter\n")
    assert "Layers, the upper first: mine, moscow-1941" in grognard("pack", "show", "mine").out
    table = grognard("pack", "show", "mine", "units.csv").out.splitlines()
    assert table[0].endswith("(layers)")
    assert [line.split()[0] for line in table if line.endswith("mine moscow-1941")] == ["316RD"]


def test_show_tells_each_value_with_its_source_and_place(grognard: Grognard, mine: Path) -> None:
    write(mine, "units.csv", "id,sp,source\n316RD,9,printed:counter\n")
    lines = grognard("pack", "show", "mine", "units", "316RD").out.splitlines()
    found = {line.split()[0]: line for line in lines}
    assert found["sp"].split() == ["sp", "9", "mine/units.csv:2", "printed:counter", "(was", "7)"]
    assert "moscow-1941/units.csv:" in found["mp"]
    assert "design" in found["mp"]


def test_show_tells_a_document_table_by_table(grognard: Grognard) -> None:
    whole = grognard("pack", "show", GAME, "typhoon.toml").out
    assert "[victory.points.klin]\n" in whole
    assert "  points = 5\n" in whole
    part = grognard("pack", "show", GAME, "typhoon.toml", "victory").out
    assert "victory.points.klin.points" in part
    assert "victory.automatic.places[0]" in part


def test_show_tells_the_ground_of_a_hex(grognard: Grognard) -> None:
    out = grognard("pack", "show", GAME, "map/terrain", "4418").out
    assert out.splitlines()[1].split()[:2] == ["terrain", "clear"]


def test_a_broken_pack_is_no_traceback_in_a_process_of_its_own(mine: Path) -> None:
    write(mine, "units.csv", "id,sp,source\n316RD,six,design\n")
    answer = process("pack", "check", str(mine))
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.splitlines()[0].startswith(f"{mine}/units.csv:2: sp: expected a whole number")


@pytest.mark.slow
def test_the_examples_of_the_guide_pass_the_check(grognard: Grognard, mine: Path) -> None:
    guide = (Path(__file__).parents[2] / "docs" / "packs.md").read_text(encoding="utf-8")
    unit, ground = (block.split("```")[0] for block in guide.split("```csv\n")[1:])
    scenario = guide.split("```toml\n")[1].split("```")[0]
    write(mine, "units.csv", unit)
    write(mine, "map/terrain.csv", ground)
    write(mine, "scenarios/typhoon.toml", scenario)
    assert grognard("pack", "check", "mine").code == 0
    told = grognard("pack", "diff", "mine").out
    for change in (
        "316RD: sp: 7 -> 8",
        "3429: terrain: clear -> forest",
        "victory.points.klin: points: 5 -> 6",
    ):
        assert f"  {change}\n" in told
    write(mine, "units.csv", unit.replace("8,5", "8,8"))
    says = "mine/units.csv:3: sp_reduced: expected what C-M02 demands, found '8'; 316RD: the weaker side is"
    assert says in guide
    assert says in grognard("pack", "check", "mine").err
