"""Which rule lives where, and which tests hold it.

A rule lives wherever a comment or a text of the game's code cites its number. A test holds it with the mark
`@pytest.mark.rule("10.1.9")`. Both are found by reading source files; nothing is imported or run.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

import msgspec

from grognard.games.rulebook import RuleBook

_NUMBER = re.compile(r"(?<![\w.])(?:\d+(?:\.\d+){1,2}|[a-z]+(?:-[a-z]+)+)(?![\w]|\.\d)")
_CITING = (tokenize.COMMENT, tokenize.STRING)


class RuleCover(msgspec.Struct, frozen=True):
    """One rule: its line, the places that cite it, and the tests that hold it."""

    number: str
    text: str
    lives: tuple[str, ...]
    tests: tuple[str, ...]


class Coverage(msgspec.Struct, frozen=True):
    """All rules of a game, and the marks on tests that name no rule of its book."""

    rules: tuple[RuleCover, ...]
    unknown: tuple[str, ...]

    @property
    def homeless(self) -> tuple[str, ...]:
        """Rules that live nowhere."""
        return tuple(rule.number for rule in self.rules if not rule.lives)

    @property
    def untested(self) -> tuple[str, ...]:
        """Rules that no test holds."""
        return tuple(rule.number for rule in self.rules if not rule.tests)

    @property
    def complete(self) -> bool:
        """Does every rule have a home and a test, and every mark a rule?"""
        return not (self.homeless or self.untested or self.unknown)


def cover(book: RuleBook, code: Path, tests: Path, about: Collection[str] = ()) -> Coverage:
    """Look through a game's folder and a folder of tests, of which only those `about` the game count.

    >>> cover(book, Path("src/grognard/games/moscow1941"), Path("tests")).complete    # doctest: +SKIP
    True
    """
    cited, marked = citations(code), marks(tests, about)
    rules = tuple(
        RuleCover(
            number,
            text,
            (*cited.get(number, ()), *((book.where[number],) if number in book.where else ())),
            marked.get(number, ()),
        )
        for number, text in book.rules.items()
    )
    unknown = tuple(
        f"{test}: {number}" for number, names in marked.items() if number not in book.rules for test in names
    )
    return Coverage(rules, unknown)


def citations(code: Path) -> Mapping[str, tuple[str, ...]]:
    """For each number the places in comments, docstrings and texts that cite it: `supply.py:41`."""
    found: dict[str, dict[str, None]] = {}
    for path in sorted(code.rglob("*.py")):
        name = path.relative_to(code).as_posix()
        for token in tokenize.generate_tokens(io.StringIO(path.read_text("utf-8")).readline):
            if token.type in _CITING:
                for number in _NUMBER.findall(token.string):
                    found.setdefault(number, {})[f"{name}:{token.start[0]}"] = None
    return {number: tuple(places) for number, places in found.items()}


def marks(tests: Path, about: Collection[str] = ()) -> Mapping[str, tuple[str, ...]]:
    """For each number the tests that bear it: `test_10_supply.py::test_roads_carry_supply`.

    With words in `about` only those files count that lie in a folder of such a name or mention one of them:
    two games may have rules of the same number.
    """
    found: dict[str, dict[str, None]] = {}
    for path in sorted(tests.rglob("test_*.py")):
        text, place = path.read_text("utf-8"), path.relative_to(tests)
        if about and not any(word in place.parts or word in text for word in about):
            continue
        for name, number in _marks_in(ast.parse(text), ()):
            found.setdefault(number, {})[f"{place.as_posix()}::{name}"] = None
    return {number: tuple(names) for number, names in found.items()}


def _marks_in(tree: ast.Module | ast.ClassDef, inherited: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    own = (*inherited, *(number for line in tree.body for number in _module_marks(line)))
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            yield from _marks_in(node, (*own, *_decorations(node)))
        elif isinstance(node, ast.FunctionDef) and node.name.startswith("test"):
            for number in (*own, *_decorations(node)):
                yield node.name, number


def _module_marks(line: ast.stmt) -> Iterator[str]:
    """The numbers of `pytestmark = pytest.mark.rule("10.1.9")`."""
    if isinstance(line, ast.Assign) and any(
        isinstance(target, ast.Name) and target.id == "pytestmark" for target in line.targets
    ):
        for node in ast.walk(line.value):
            yield from _numbers(node)


def _decorations(node: ast.ClassDef | ast.FunctionDef) -> Iterator[str]:
    for decorator in node.decorator_list:
        yield from _numbers(decorator)


def _numbers(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.rule":
        for argument in node.args:
            if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                yield argument.value
