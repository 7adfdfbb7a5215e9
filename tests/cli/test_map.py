"""`grognard map`: what it writes, and how it refuses."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path
from xml.etree import ElementTree

import msgspec
import pytest
from tests.cli.console import Grognard, process

from grognard.board.cartography import png
from grognard.board.cartography.style import Palette, Style
from grognard.board.model import Board


@pytest.fixture
def grognard(capsys: pytest.CaptureFixture[str]) -> Grognard:
    """The command line."""
    return Grognard(capsys)


def shape(path: Path) -> tuple[int, int]:
    """The width and height of a PNG; fails when it breaks off."""
    data = path.read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    assert data[-12:] == struct.pack(">I", 0) + b"IEND" + struct.pack(">I", zlib.crc32(b"IEND"))
    width, height = struct.unpack(">II", data[16:24])
    return width, height


def test_a_map_as_svg(grognard: Grognard, tmp_path: Path) -> None:
    answer = grognard("map", "moscow-1941", "-o", str(tmp_path / "moscow.svg"))
    assert (answer.code, answer.err) == (0, "")
    assert "moscow.svg: 1" in answer.out
    tree = ElementTree.parse(tmp_path / "moscow.svg").getroot()
    assert tree.find(".//*[@id='stacks']") is None
    assert "Autumn 1941" in (tmp_path / "moscow.svg").read_text(encoding="utf-8")


def test_a_png_of_the_width_asked_for(grognard: Grognard, tmp_path: Path) -> None:
    answer = grognard(
        "map", "moscow-1941", "--counters", "--width", "300", "--output", str(tmp_path / "box.PNG")
    )
    assert (answer.code, answer.err) == (0, "")
    width, height = shape(tmp_path / "box.PNG")
    assert width == 300
    assert height > 300


def test_a_scenario_brings_its_counters_its_fronts_and_its_season(grognard: Grognard, tmp_path: Path) -> None:
    path = tmp_path / "snow.svg"
    assert grognard("map", "moscow-1941", "--scenario", "red-snow", "-o", str(path)).code == 0
    drawing = path.read_text(encoding="utf-8")
    assert 'id="stack-4615"' in drawing
    assert 'class="front-of-soviet"' in drawing
    assert "Red Snow, 5 December 1941" in drawing
    assert "#eef0ee" in drawing  # the ground of the winter palette


@pytest.mark.parametrize(
    ("words", "season"),
    [
        ((), "summer"),
        (("--season", "winter"), "winter"),
        (("-s", "typhoon"), "summer"),
        (("-s", "red-snow"), "winter"),
        (("-s", "red-snow", "--season", "print"), "print"),
    ],
)
def test_the_season_is_the_one_asked_for_or_that_of_the_scenario(
    grognard: Grognard,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    words: tuple[str, ...],
    season: str,
) -> None:
    drawn: list[str] = []

    def draw(board: Board, style: Style, season: str, **_: object) -> str:
        drawn.append(season)
        return "<svg/>"

    monkeypatch.setattr("grognard.cli.map.draw_sheet", draw)
    assert grognard("map", "moscow-1941", *words, "-o", str(tmp_path / "x.svg")).code == 0
    assert drawn == [season]


def test_the_sheet_of_counters(grognard: Grognard, tmp_path: Path) -> None:
    path = tmp_path / "counters.svg"
    assert grognard("map", "moscow-1941", "--counters", "-o", str(path)).code == 0
    drawing = path.read_text(encoding="utf-8")
    assert 'id="front-HQ.XX"' in drawing
    assert 'id="back-183ID.330"' in drawing


def test_a_pack_of_ones_own_is_drawn_in_its_own_colours(grognard: Grognard, tmp_path: Path) -> None:
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / "pack.toml").write_text(
        '[pack]\nid = "mine"\ntitle = "Mine"\nbase = "moscow-1941"\n', encoding="utf-8"
    )
    (mine / "palette.toml").write_text(
        '[sheet]\ntitle = "Mine"\n[palettes.odd]\ntitle = "Odd"\n'
        + "".join(f'{name} = "#0a0b0c"\n' for name in _colours()),
        encoding="utf-8",
    )
    path = tmp_path / "mine.svg"
    answer = grognard("map", "moscow-1941", "--pack", str(mine), "-o", str(path))
    assert (answer.code, answer.err) == (0, "")
    assert "#0a0b0c" in path.read_text(encoding="utf-8")


def _colours() -> list[str]:
    return [
        field.name for field in msgspec.structs.fields(Palette) if field.required and field.name != "title"
    ]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("nosuchgame", "-o", "x.svg"), "unknown game"),
        (("moscow-1941", "-o", "x.jpg"), "a map is written as .svg or .png, not as .jpg"),
        (("moscow-1941", "-o", "x"), "not as a file without ending"),
        (("moscow-1941", "-s", "tyfoon", "-o", "x.svg"), "did you mean 'typhoon'"),
        (("moscow-1941", "--season", "wintr", "-o", "x.svg"), "did you mean winter"),
        (("moscow-1941", "--counters", "-s", "typhoon", "-o", "x.svg"), "leave out the scenario"),
        (("moscow-1941", "--width", "300", "-o", "x.svg"), "--width is for a .png"),
        (("moscow-1941", "--width", "5", "-o", "x.png"), "--width"),
        (("moscow-1941", "--pack", "nosuchpack", "-o", "x.svg"), "nosuchpack"),
        (("moscow-1941", "-o", "no/such/folder/x.svg"), "there is no folder no/such/folder"),
        (("moscow-1941",), "--output"),
    ],
)
def test_a_wrong_word_is_one_clear_error(
    grognard: Grognard, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    answer = grognard("map", *words)
    assert answer.code == 2
    assert said in answer.err
    assert "Traceback" not in answer.err
    assert list(tmp_path.iterdir()) == []


def test_without_a_renderer_a_png_says_how_to_get_one(
    grognard: Grognard, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(png, "_RENDERER", "no_such_renderer")
    answer = grognard("map", "moscow-1941", "-o", str(tmp_path / "x.png"))
    assert answer.code == 2
    assert "pip install 'grognard[png]'" in answer.err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_another_process_draws_the_same_map(grognard: Grognard, tmp_path: Path) -> None:
    here, there = tmp_path / "here.svg", tmp_path / "there.svg"
    assert grognard("map", "moscow-1941", "-s", "typhoon", "-o", str(here)).code == 0
    answer = process("map", "moscow-1941", "-s", "typhoon", "-o", str(there), PYTHONHASHSEED="123")
    assert answer.code == 0
    assert here.read_bytes() == there.read_bytes()
