"""The house rules that no linter knows: sizes, one-way imports, links, leftovers, and a cheap import."""

import json
import re
import shutil
import statistics
import subprocess
import sys
import time
from pathlib import Path

import pytest

import grognard

ROOT = Path(__file__).resolve().parents[2]
SOURCES = sorted((ROOT / "src" / "grognard").rglob("*.py"))
PYTHON_FILES = [*SOURCES, *sorted((ROOT / "tests").rglob("*.py")), *sorted((ROOT / "tools").rglob("*.py"))]
DOCUMENTS = [*sorted(ROOT.glob("*.md")), ROOT / "NOTICE", *sorted((ROOT / "docs").rglob("*.md"))]
LONGEST_MODULE = 600


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT))


def modules_after(statement: str) -> set[str]:
    """The modules that are loaded when a fresh Python has run a statement."""
    program = f"{statement}\nimport json, sys\nprint(json.dumps(sorted(sys.modules)))"
    answer = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return set(json.loads(answer.stdout.splitlines()[-1]))


def seconds_of(statement: str) -> float:
    """The median time of a fresh Python that runs a statement."""

    def once() -> float:
        started = time.perf_counter()
        subprocess.run([sys.executable, "-c", statement], check=True)
        return time.perf_counter() - started

    return statistics.median(once() for _ in range(5))


def test_the_package_knows_its_version_and_loads_games_lazily() -> None:
    assert re.fullmatch(r"\d+\.\d+\.\d+", grognard.__version__)
    assert "load" in dir(grognard)
    assert callable(grognard.load)
    with pytest.raises(AttributeError, match="unheard_of"):
        _ = grognard.unheard_of


def test_import_grognard_loads_nothing_else() -> None:
    fresh = modules_after("import grognard") - modules_after("pass")
    assert {name for name in fresh if name.startswith("grognard")} == {"grognard"}
    assert not fresh & {"msgspec", "typer", "rich", "numpy", "scipy", "networkx"}


def test_import_grognard_costs_little_beside_python_itself() -> None:
    assert seconds_of("import grognard") < 3 * seconds_of("pass")


def test_version_and_help_load_no_game() -> None:
    for option in ("--version", "--help"):
        fresh = modules_after(
            f"from grognard.cli.main import run\ntry: run(['{option}'])\nexcept SystemExit: pass"
        )
        assert {name for name in fresh if name.startswith("grognard")} <= {
            "grognard",
            "grognard.cli",
            "grognard.cli.errors",
            "grognard.cli.lazy",
            "grognard.cli.main",
        }


@pytest.mark.parametrize("path", SOURCES, ids=name_of)
def test_no_module_is_too_long_to_be_one_idea(path: Path) -> None:
    assert len(path.read_text().splitlines()) <= LONGEST_MODULE


@pytest.mark.parametrize("path", [*PYTHON_FILES, *DOCUMENTS], ids=name_of)
def test_nothing_is_left_over(path: Path) -> None:
    leftovers = re.compile(
        r"\b(?:TO" + r"DO|FIX" + r"ME)\b|^<{7} |^>{7} |(?<![\w.])/(?:home|work|root)/\w", re.MULTILINE
    )
    assert leftovers.findall(path.read_text()) == []


@pytest.mark.parametrize("path", [path for path in DOCUMENTS if path.parent == ROOT], ids=name_of)
def test_links_and_pictures_exist(path: Path) -> None:
    links = re.findall(r"\]\(([^)#]+?)(?:#[^)]*)?\)", path.read_text())
    local = [link for link in links if not re.match(r"[a-z]+:", link)]
    assert [link for link in local if not (ROOT / link).exists()] == []


@pytest.fixture
def copy_of_source(tmp_path: Path) -> Path:
    ignored = shutil.ignore_patterns("pack", "fonts", "__pycache__")
    shutil.copytree(ROOT / "src" / "grognard", tmp_path / "grognard", ignore=ignored)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def lint_imports(folder: Path) -> str:
    answer = subprocess.run(
        [Path(sys.executable).with_name("lint-imports"), "--no-cache", "--config", folder / "pyproject.toml"],
        cwd=folder,
        env={"PYTHONPATH": str(folder), "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        check=False,
    )
    return answer.stdout


ONE_WAY = "Imports point one way"
LIGHT = "Rules and boards need neither the command line nor a number library"


def test_the_house_as_it_stands_keeps_its_rules(copy_of_source: Path) -> None:
    assert " 0 broken" in lint_imports(copy_of_source)


@pytest.mark.parametrize(
    ("module", "violation", "contract"),
    [
        ("core/order.py", "import grognard.games", ONE_WAY),
        ("board/grid.py", "import grognard.packs", ONE_WAY),
        ("packs/rows.py", "import grognard.games", ONE_WAY),
        ("games/__init__.py", "import grognard.cli", ONE_WAY),
        ("core/order.py", "import rich", LIGHT),
        ("board/reach.py", "import numpy", LIGHT),
    ],
)
def test_an_import_that_points_the_wrong_way_is_caught(
    copy_of_source: Path, module: str, violation: str, contract: str
) -> None:
    with (copy_of_source / "grognard" / module).open("a") as file:
        file.write(f"\n{violation}\n")
    assert f"{contract} BROKEN" in lint_imports(copy_of_source)


def test_a_game_that_imports_another_is_caught(copy_of_source: Path) -> None:
    for name, text in (("chess", ""), ("draughts", "import grognard.games.chess\n")):
        folder = copy_of_source / "grognard" / "games" / name
        folder.mkdir()
        (folder / "__init__.py").write_text(text)
    assert "No game imports another BROKEN" in lint_imports(copy_of_source)
