"""`grognard auto` and `grognard fuzz`: many games on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.cli.console import Grognard

from grognard.core import Record
from grognard.testing import FuzzReport

AUTO = ("auto", "moscow-1941", "--scenario", "first-steps", "--seed", "5")


@pytest.fixture
def grognard(capsys: pytest.CaptureFixture[str]) -> Grognard:
    return Grognard(capsys)


def test_a_table_of_outcomes(grognard: Grognard) -> None:
    answer = grognard(*AUTO, "--games", "2", "--axis", "random", "--soviet=random")
    assert answer.code == 0, answer.err
    assert "first-steps: 2 games, German random, Soviet random (seed 5)" in answer.out
    assert "German wins" in answer.out
    assert " to " in answer.out
    assert "Score of German: mean" in answer.out
    assert "seconds per game" in answer.out


def test_a_program_reads_the_same(grognard: Grognard, tmp_path: Path) -> None:
    keep = tmp_path / "kept"
    answer = grognard("auto", "--axis", "random", *AUTO[1:], "-n", "2", "--keep", str(keep), "--json")
    found = json.loads(answer.out)
    assert (found["games"], found["players"]) == (2, {"axis": "random", "soviet": "random"})
    assert sum(level["rate"]["count"] for level in found["levels"]) == 2
    files = sorted(keep.iterdir())
    assert [file.name for file in files] == ["first-steps-5-1.txt", "first-steps-5-2.txt"]
    results = [Record.parse(file.read_text()).headers["Result"].partition(" (")[0] for file in files]
    assert sorted(results) == sorted(
        level["text"] for level in found["levels"] for _ in range(level["rate"]["count"])
    )
    assert grognard("replay", "--brief", str(files[0])).code == 0


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("--axis", "nobody"), "unknown bot 'nobody'"),
        (("--turkish", "random"), "no such option: '--turkish'"),
        (("typhoon",), "expected one game"),
        (("--seat", "west=random"), "has no seat 'west'"),
    ],
)
def test_games_that_cannot_be_played(words: tuple[str, ...], complaint: str, grognard: Grognard) -> None:
    answer = grognard(*AUTO, *words)
    assert (answer.code, answer.out) == (2, "")
    assert complaint in answer.err


def test_fuzz_counts_what_it_saw(grognard: Grognard) -> None:
    answer = grognard("fuzz", "moscow-1941", "-s", "first-steps", "-n", "1", "--seed", "3", "--json")
    assert answer.code == 0, answer.out
    found = json.loads(answer.out)
    assert (found["games"], found["fault"]) == (1, "")
    assert found["orders"] > 50


def test_a_fault_is_kept_and_told(
    grognard: Grognard, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The command itself: what it does with a report of a fault."""
    file = tmp_path / "game.txt"
    grognard("new", "moscow-1941", "-s", "first-steps", "-o", str(file))
    report = FuzzReport(4, 900, {"draw": 4}, "game 4, ply 7: KeyError: 'x'", file.read_text())
    monkeypatch.setattr("grognard.cli.fuzz.run_fuzz", lambda *args, **settings: report)
    monkeypatch.chdir(tmp_path)
    answer = grognard("fuzz", "moscow-1941", "-s", "first-steps")
    assert answer.code == 1
    assert "a fault: game 4, ply 7" in answer.out
    kept = tmp_path / "fault-first-steps-1-4.txt"
    assert kept.read_text() == file.read_text()
    assert grognard("show", str(kept)).code == 0
