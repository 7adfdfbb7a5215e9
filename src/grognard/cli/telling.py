"""Events, orders and refusals in words for the terminal."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from rich.text import Text

from grognard.core import Event, Modifier, Refusal
from grognard.core.game import AnyGame
from grognard.core.refusal import GrognardError
from grognard.games import find
from grognard.games.rulebook import RuleBook, read_rule_book
from grognard.table import Chapter, Happening


def book_of(game: AnyGame) -> RuleBook | None:
    """The rules of a game in our words, when the game brings them along."""
    try:
        path = find(game.id).rules_path
    except GrognardError:
        return None
    return read_rule_book(path) if path is not None and path.is_file() else None


def rule_line(book: RuleBook | None, number: str) -> str:
    """A rule with its number: `5.1.3 Every enemy ... must be attacked.`; empty when nobody knows it."""
    text = book.rules.get(number, "") if book is not None else ""
    return f"{number}  {text}" if text else ""


def refusal_lines(order: str, refusal: Refusal, book: RuleBook | None) -> Iterator[str]:
    """Why not, and the rule behind it."""
    yield f"{order}: not allowed: {refusal}"
    line = rule_line(book, refusal.rule)
    if line:
        yield f"  {line}"


def modifier_text(modifier: Modifier) -> str:
    """One modifier: `forest -1 [5.5.1]`."""
    value = f" {modifier.value:+d}" if modifier.value else ""
    return f"{modifier.text}{value}" + (f" [{modifier.rule}]" if modifier.rule else "")


def event_lines(event: Event, indent: str = "  ") -> Iterator[Text]:
    """What happened, with the rule, and its modifiers below."""
    line = Text(f"{indent}{event.text}")
    if event.rule:
        line.append(f"  [{event.rule}]", "dim")
    yield line
    if event.modifiers:
        notes = " · ".join(modifier_text(modifier) for modifier in event.modifiers)
        yield Text(f"{indent}  {notes}", "dim")


def happening_lines(happening: Happening, headings: Collection[str] = ()) -> Iterator[Text]:
    """An order and what it brought, but for events that only say what a heading says."""
    if happening.order:
        yield Text(f"  {happening.seat}: {happening.order}")
    for event in happening.events:
        if event.text in headings:
            continue
        yield from event_lines(event, "      ")


def chapter_lines(chapters: Iterable[Chapter]) -> Iterator[Text]:
    """The story of a game, phase by phase."""
    told = list(chapters)
    headings = {chapter.heading for chapter in told}
    for chapter in told:
        yield Text(chapter.heading or "Before the first turn", "bold")
        for happening in chapter.happenings:
            yield from happening_lines(happening, headings)
