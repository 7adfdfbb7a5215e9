"""A new pack of changes: it loads, changes nothing, and says how to go on."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.packs.tiny import FILES

from grognard.packs import PackLayers, digest, open_pack
from grognard.packs.diff import compare
from grognard.packs.starter import StartError, start_pack


@pytest.fixture
def base(tmp_path: Path) -> Path:
    folder = tmp_path / "tiny"
    for name, text in FILES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def opened(path: Path, base: Path) -> PackLayers:
    return open_pack(str(path), lambda name: base if name == "tiny" else None)


def test_a_new_pack_loads_and_changes_nothing(base: Path, tmp_path: Path) -> None:
    mine = tmp_path / "My_Pack"
    written = start_pack(mine, opened(base, base), "tiny")
    layers = opened(mine, base)
    assert (layers.id, layers.title, layers.game) == ("my-pack", "Tiny, changed", "drill")
    assert compare(opened(base, base), layers) == ()
    assert digest(layers) == digest(opened(base, base))
    assert [path.name for path in written] == ["pack.toml", "README.md"]


def test_the_example_of_the_readme_can_be_used_as_it_stands(base: Path, tmp_path: Path) -> None:
    mine = tmp_path / "mine"
    start_pack(mine, opened(base, base), "tiny")
    readme = (mine / "README.md").read_text(encoding="utf-8")
    example = readme.split("```csv\n")[1].split("```")[0]
    file = example.splitlines()[0].removeprefix("# ")
    (mine / file).write_text(example, encoding="utf-8")
    assert [change.column for change in compare(opened(base, base), opened(mine, base))] == [
        "source",
        "steps",
    ]


def test_the_readme_tells_the_files_and_which_columns_tell_their_rows_apart(
    base: Path, tmp_path: Path
) -> None:
    start_pack(tmp_path / "mine", opened(base, base), "tiny")
    readme = (tmp_path / "mine" / "README.md").read_text(encoding="utf-8")
    assert "* `units.csv`: **id**, name, kind, steps, speed, source" in readme
    assert "* `map/facts.csv`: **hex**, **what**, **value**, source" in readme


def test_files_can_be_copied_whole(base: Path, tmp_path: Path) -> None:
    start_pack(tmp_path / "mine", opened(base, base), "tiny", copies=("units", "raid.toml"))
    assert (tmp_path / "mine" / "units.csv").read_text(encoding="utf-8") == FILES["units.csv"]
    assert (tmp_path / "mine" / "scenarios" / "raid.toml").is_file()
    assert digest(opened(tmp_path / "mine", base)) == digest(opened(base, base))


def test_a_pack_can_be_based_on_a_folder(base: Path, tmp_path: Path) -> None:
    mine = tmp_path / "deep" / "mine"
    start_pack(mine, opened(base, base), str(base))
    assert 'base = "../../tiny"' in (mine / "pack.toml").read_text(encoding="utf-8")
    assert len(open_pack(str(mine), lambda name: None).packs) == 2


def test_a_file_that_comes_from_two_packs_cannot_be_copied_whole(base: Path, tmp_path: Path) -> None:
    start_pack(tmp_path / "one", opened(base, base), "tiny", copies=("units.csv",))
    with pytest.raises(StartError, match=r"units\.csv comes from 2 packs"):
        start_pack(
            tmp_path / "two", opened(tmp_path / "one", base), str(tmp_path / "one"), copies=("units.csv",)
        )


@pytest.mark.parametrize("name", ["tiny", "über", "-mine", "a.b", "x" * 65])
def test_a_name_that_is_no_id_is_refused(base: Path, tmp_path: Path, name: str) -> None:
    with pytest.raises(StartError, match="a pack is called by its folder; expected a name of letters"):
        start_pack(tmp_path / "new" / name, opened(base, base), "tiny")
    assert not (tmp_path / "new").exists()


def test_nothing_is_written_over(base: Path, tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "notes").write_text("keep me", encoding="utf-8")
    (tmp_path / "file").write_text("keep me", encoding="utf-8")
    for name in ("mine", "file"):
        with pytest.raises(StartError, match="there is something already"):
            start_pack(tmp_path / name, opened(base, base), "tiny")


@pytest.mark.parametrize("title", ['say "no"', "back\\slash", "two\nlines", "\x1b[2J"])
def test_a_title_that_would_break_the_file_is_refused(base: Path, tmp_path: Path, title: str) -> None:
    with pytest.raises(StartError, match="must do without quotes, backslashes and line breaks"):
        start_pack(tmp_path / "mine", opened(base, base), "tiny", title)
    assert not (tmp_path / "mine").exists()


def test_an_unknown_file_to_copy_leaves_nothing_behind(base: Path, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="no file 'unitz' in the pack"):
        start_pack(tmp_path / "mine", opened(base, base), "tiny", copies=("unitz",))
    assert not (tmp_path / "mine").exists()
