"""A game's rule book as the house knows it: every numbered rule in one line of our own."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import msgspec

from grognard.core.order import did_you_mean, shorten
from grognard.core.refusal import NotPlayable


class RuleBook(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The rules by number, in the order of the book.

    `where` tells where a rule lives that no line of code cites: in a file of the pack, or in the core.
    """

    title: str
    chapters: dict[str, str]
    rules: dict[str, str]
    where: dict[str, str] = {}

    def text(self, number: str) -> str:
        """The rule in our words; raises `NotPlayable` with a hint when there is none of that number."""
        if number not in self.rules:
            raise NotPlayable(f"{self.title} has no rule {shorten(number)}{did_you_mean(number, self.rules)}")
        return self.rules[number]

    def chapter_of(self, number: str) -> str:
        """The chapter of a rule: the first part of its number, or `tables` and `scenarios`."""
        first = number.partition(".")[0]
        if first in self.chapters:
            return first
        return "tables" if number.endswith("-table") else "scenarios"

    def by_chapter(self, prefix: str = "") -> Mapping[str, tuple[str, ...]]:
        """Rule numbers by chapter; with a prefix only that chapter, section or rule (`10`, `10.1.9`)."""
        found: dict[str, tuple[str, ...]] = {}
        for number in self.rules:
            chapter = self.chapter_of(number)
            if not prefix or prefix in (number, chapter) or number.startswith(f"{prefix}."):
                found[chapter] = (*found.get(chapter, ()), number)
        return found


def read_rule_book(path: Path) -> RuleBook:
    """Read a `rules.toml`."""
    return msgspec.toml.decode(path.read_bytes(), type=RuleBook)
