"""`./check`: a failed step or a missing tool fails the whole, and pytest's summary is the last line."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def check(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    spec = importlib.util.spec_from_file_location("check", ROOT / "tools" / "check.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "check", module)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def tools(check: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of stand-ins for the tools: all succeed, and pytest counts three tests."""
    monkeypatch.setattr(check, "BIN", tmp_path)
    for name in ("ruff", "mypy", "lint-imports", "python", "mkdocs", "grognard"):
        tool(tmp_path, name, "exit 0")
    tool(tmp_path, "pytest", "echo '3 passed in 0.01s'")
    return tmp_path


def tool(folder: Path, name: str, *lines: str) -> None:
    (folder / name).write_text("\n".join(("#!/bin/sh", *lines)) + "\n")
    (folder / name).chmod(0o755)


def test_the_last_line_is_the_summary_of_the_tests(
    check: ModuleType, tools: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert check.main([]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[-1] == "3 passed in 0.01s"
    assert lines[-2].startswith("check: all 11 steps passed")


def test_a_failed_step_shows_its_output_and_fails_the_whole(
    check: ModuleType, tools: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tool(tools, "mypy", "echo 'src/x.py:1: error: no'", "exit 1")
    assert check.main([]) == 1
    output = capsys.readouterr().out
    assert "src/x.py:1: error: no" in output
    assert "FAILED in" in output
    assert output.splitlines()[-1] == "3 passed in 0.01s"


@pytest.mark.parametrize("missing", ["ruff", "mypy", "lint-imports", "mkdocs", "pytest"])
def test_a_missing_tool_is_a_failure(
    check: ModuleType, tools: Path, missing: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (tools / missing).unlink()
    assert check.main([]) == 1
    assert f"{missing} is missing from .venv" in capsys.readouterr().out


def test_no_test_at_all_is_a_failure(check: ModuleType, tools: Path) -> None:
    tool(tools, "pytest", "echo 'no tests ran in 0.01s'", "exit 5")
    assert check.main([]) == 1


def test_every_game_has_its_pack_checked(
    check: ModuleType, tools: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tool(tools, "python", "echo one", "echo two")
    tool(tools, "grognard", 'case "$*" in "pack check two") echo "two is broken"; exit 2 ;; esac')
    assert check.main(["--only", "packs"]) == 1
    assert "two is broken" in capsys.readouterr().out


def test_fuzz_asks_for_more_examples(check: ModuleType, tools: Path, tmp_path: Path) -> None:
    tool(tools, "pytest", f'echo "$HYPOTHESIS_PROFILE $*" >"{tmp_path}/seen"', "echo 1 passed")
    assert check.main(["--only", "tests", "--fuzz", "--fast"]) == 0
    assert (tmp_path / "seen").read_text() == "fuzz -n 2 -q -m not slow\n"


def test_only_runs_that_step_alone(
    check: ModuleType, tools: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert check.main(["--only", "bench"]) == 0
    assert "[1/1] bench" in capsys.readouterr().out


def test_an_unknown_step_is_refused(check: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as leaving:
        check.main(["--only", "nonsense"])
    assert leaving.value.code == 2
    assert "no step is called 'nonsense'" in capsys.readouterr().err
