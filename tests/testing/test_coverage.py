"""Rules are found where code cites them, tests by their marks; what is missing is named."""

from __future__ import annotations

from pathlib import Path

import pytest

from grognard.games.rulebook import RuleBook
from grognard.testing.coverage import Coverage, citations, cover, marks

BOOK = RuleBook(
    "Drill",
    {"1": "Basics", "2": "Moves", "tables": "Tables"},
    {"1.1": "a map", "2.1.1": "step by step", "2.1.10": "no jumping", "combat-table": "results"},
    {"1.1": "pack/map"},
)

CODE = '''
"""2 Moves. 2.1.1: one step."""
LIMIT = 2.1
text = "no jumping (2.1.10, combat-table)"
'''

TESTS = """
import pytest
from pytest import mark
pytestmark = pytest.mark.rule("1.1")

@pytest.mark.rule("2.1.1", "combat-table")
def test_steps(): ...

class TestJumps:
    @pytest.mark.rule("2.1.10")
    def test_none(self): ...

@pytest.mark.rule("9.9.9")
def helper(): ...
"""


@pytest.fixture
def folders(tmp_path: Path) -> tuple[Path, Path]:
    code, tests = tmp_path / "code", tmp_path / "tests"
    for folder, name, text in ((code, "moves.py", CODE), (tests, "test_02_moves.py", TESTS)):
        folder.mkdir()
        (folder / name).write_text(text)
    return code, tests


def look(folders: tuple[Path, Path]) -> Coverage:
    return cover(BOOK, *folders)


def test_numbers_in_comments_and_texts_are_homes_and_numbers_in_code_are_not(
    folders: tuple[Path, Path],
) -> None:
    found = citations(folders[0])
    assert set(found) == {"2.1.1", "2.1.10", "combat-table"}
    assert found["2.1.10"] == ("moves.py:4",)


def test_marks_of_functions_classes_and_modules_count(folders: tuple[Path, Path]) -> None:
    found = marks(folders[1])
    assert found["2.1.1"] == ("test_02_moves.py::test_steps",)
    assert found["2.1.10"] == ("test_02_moves.py::test_none",)
    assert found["1.1"] == ("test_02_moves.py::test_steps", "test_02_moves.py::test_none")
    assert "9.9.9" not in found  # only tests hold rules


def test_a_full_cover_is_complete(folders: tuple[Path, Path]) -> None:
    assert look(folders).complete


def test_a_rule_that_nothing_cites_is_homeless(folders: tuple[Path, Path]) -> None:
    (folders[0] / "moves.py").write_text('"""2.1.1 and 2.1.10"""\n')
    assert look(folders).homeless == ("combat-table",)


def test_a_rule_that_no_test_holds_is_named(folders: tuple[Path, Path]) -> None:
    (folders[1] / "test_02_moves.py").write_text(TESTS.replace('"2.1.1", ', ""))
    assert look(folders).untested == ("2.1.1",)


def test_a_mark_that_names_no_rule_is_named(folders: tuple[Path, Path]) -> None:
    (folders[1] / "test_02_moves.py").write_text(TESTS.replace('"2.1.1"', '"2.1.11"'))
    found = look(folders)
    assert found.unknown == ("test_02_moves.py::test_steps: 2.1.11",)
    assert not found.complete


def test_tests_about_another_game_do_not_count(folders: tuple[Path, Path]) -> None:
    other = folders[1] / "rules" / "chess" / "test_castling.py"
    other.parent.mkdir(parents=True)
    other.write_text(TESTS)
    (folders[1] / "test_02_moves.py").write_text(TESTS + "# of the drill\n")
    assert set(marks(folders[1], ("drill",))["2.1.1"]) == {"test_02_moves.py::test_steps"}
    assert set(marks(folders[1], ("chess",))["2.1.1"]) == {"rules/chess/test_castling.py::test_steps"}


def test_rules_are_grouped_by_chapter_and_chosen_by_prefix() -> None:
    assert BOOK.by_chapter() == {"1": ("1.1",), "2": ("2.1.1", "2.1.10"), "tables": ("combat-table",)}
    assert BOOK.by_chapter("2.1.1") == {"2": ("2.1.1",)}
    assert BOOK.by_chapter("2") == {"2": ("2.1.1", "2.1.10")}
