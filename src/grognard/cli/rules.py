"""`grognard rules`: a game's rules in our words, where each lives, and which tests hold it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from grognard.core.refusal import NotPlayable
from grognard.games import GameModule, find
from grognard.games.rulebook import RuleBook, read_rule_book
from grognard.testing.coverage import Coverage, RuleCover, citations, cover

INCOMPLETE = 1
SHOWN = 3
"""Places and tests that a table shows of one rule."""


def rules(
    game: Annotated[str, typer.Argument(help="The game, such as moscow-1941.")],
    number: Annotated[str, typer.Argument(help="A rule, section or chapter: 10.1.9, 10.1, 10.")] = "",
    coverage: Annotated[
        bool, typer.Option("--coverage", help="Where every rule lives and which tests hold it.")
    ] = False,
    tests: Annotated[
        Path | None, typer.Option("--tests", help="The folder of tests (default: that of the checkout).")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for a program to read.")] = False,
) -> None:
    """Read a game's rules, or see that each of them lives somewhere and is tested."""
    module = find(game)
    book = rule_book(module)
    chosen = {each for numbers in book.by_chapter(number).values() for each in numbers}
    if not chosen:
        book.text(number)
    if coverage:
        _show_coverage(_covered(module, book, tests), chosen, as_json)
    elif as_json:
        print(_json({each: text for each, text in book.rules.items() if each in chosen}))
    else:
        _show_rules(module, book, number)


def rule_book(module: GameModule) -> RuleBook:
    """The rule book of a game; raises `NotPlayable` when it has none yet."""
    if module.rules_path is None:
        raise NotPlayable(f"{module.title}: {module.status}")
    return read_rule_book(module.rules_path)


def _json(value: object) -> str:
    return msgspec.json.format(msgspec.json.encode(value), indent=2).decode()


def _show_rules(module: GameModule, book: RuleBook, number: str) -> None:
    console = Console(highlight=False)
    lives = citations(_code(module))
    for chapter, numbers in book.by_chapter(number).items():
        console.print(f"\n{_chapter_title(book, chapter)}", style="bold")
        for each in numbers:
            console.print(f"[bold]{each:>8}[/bold]  {escape(book.rules[each])}")
            if each == number:
                places = lives.get(each, ()) or (book.where.get(each, ""),)
                console.print(f"          lives in {', '.join(places)}", style="dim")


def _chapter_title(book: RuleBook, chapter: str) -> str:
    title = book.chapters[chapter]
    return f"{chapter} {title}" if chapter.isdigit() else title


def _code(module: GameModule) -> Path:
    assert module.rules_path is not None
    return module.rules_path.parent


def _covered(module: GameModule, book: RuleBook, tests: Path | None) -> Coverage:
    folder = tests or _tests_of(module)
    if not folder.is_dir():
        raise NotPlayable(f"coverage needs the tests, and there is no folder {folder}; name it with --tests")
    return cover(book, _code(module), folder, () if tests else (_code(module).name, module.id))


def _tests_of(module: GameModule) -> Path:
    """The tests of a checkout stand in a folder `tests` beside `src`."""
    code = _code(module)
    return next((up.parent / "tests" for up in code.parents if up.name == "src"), code / "tests")


def _show_coverage(found: Coverage, chosen: set[str], as_json: bool) -> None:
    if as_json:
        summary = {
            "rules": [rule for rule in found.rules if rule.number in chosen],
            "homeless": found.homeless,
            "untested": found.untested,
            "unknown": found.unknown,
            "complete": found.complete,
        }
        print(_json(summary))
    else:
        _print_table([rule for rule in found.rules if rule.number in chosen], found)
    if not found.complete:
        raise typer.Exit(INCOMPLETE)


def _print_table(rules: list[RuleCover], found: Coverage) -> None:
    console = Console(highlight=False)
    table = Table("rule", "lives in", "held by", box=None, pad_edge=False)
    for rule in rules:
        table.add_row(rule.number, _some(rule.lives), _some(rule.tests))
    console.print(table)
    tests = {test for rule in found.rules for test in rule.tests}
    console.print(f"\n{len(found.rules)} rules, {len(tests)} tests that hold them")
    for what, numbers in (
        ("live nowhere", found.homeless),
        ("are held by no test", found.untested),
        ("marks on tests name no rule", found.unknown),
    ):
        if numbers:
            console.print(f"{len(numbers)} {what}: {', '.join(numbers)}", style="red")


def _some(names: tuple[str, ...]) -> str:
    more = f" and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
    return escape(", ".join(names[:SHOWN])) + more if names else "[red]nothing[/red]"
