"""The pictures of the documentation."""

from __future__ import annotations

from pathlib import Path

import pytest
from tools.mapmaker.pictures import IMAGES, PICTURES, ROOT, cropped, main

PAGE = '<svg viewBox="-10.0 20.0 200 100" width="200" height="100"><rect/></svg>'


def test_a_drawing_is_narrowed_to_a_part_of_its_page() -> None:
    part = cropped(PAGE, (0.5, 0.25, 0.25, 0.5))
    assert part == '<svg viewBox="90.0 45.0 50.0 50.0" width="50.0" height="50.0"><rect/></svg>'


def test_a_drawing_without_a_page_is_refused() -> None:
    with pytest.raises(ValueError, match="how large"):
        cropped("<svg/>", (0, 0, 1, 1))


def test_every_picture_of_the_documentation_is_there_and_small_enough_for_a_page() -> None:
    for picture in PICTURES:
        path = IMAGES / f"{picture.name}.png"
        data = path.read_bytes()
        assert int.from_bytes(data[16:20], "big") == picture.width, f"{path} is stale"
        assert len(data) < 1_500_000
    games = {picture.game for picture in PICTURES}
    drawn = {path.stem for game in games for path in IMAGES.glob(f"{game}-*.png")}
    assert drawn == {picture.name for picture in PICTURES}
    assert f"{PICTURES[0].name}.png" in (ROOT / "README.md").read_text(encoding="utf-8")


def test_a_picture_can_be_drawn_by_itself(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["moscow-1941-counters", "-o", str(tmp_path)]) == 0
    assert [path.name for path in tmp_path.iterdir()] == ["moscow-1941-counters.png"]
    assert "moscow-1941-counters.png" in capsys.readouterr().out


def test_an_unknown_picture_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as leaving:
        main(["moscow", "-o", str(tmp_path)])
    assert leaving.value.code == 2
    assert "there is no picture 'moscow', only moscow-1941-typhoon" in capsys.readouterr().err
