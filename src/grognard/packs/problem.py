"""What is wrong with a pack, said so that its owner can mend it.

Every reader of this package reports a `Problem`: the file, the line, the cell, what stands there and
what was expected. Readers do not stop at the first one; they add to a `Problems` list and go on, and
the whole list is raised together as one `PackError`.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator
from types import TracebackType

import msgspec

from grognard.core.refusal import GrognardError

_LONGEST_QUOTE = 60
MOST_PROBLEMS = 500
"""After so many problems reading stops: the file is most likely not what it seems to be."""


class Problem(msgspec.Struct, frozen=True, order=True):
    """One thing that is wrong in one place of a pack.

    >>> str(Problem("mine/units.csv", 12, "movement", "six", "a whole number"))
    "mine/units.csv:12: movement: expected a whole number, found 'six'"
    """

    file: str
    line: int = 0
    cell: str = ""
    found: str = ""
    expected: str = ""
    hint: str = ""

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}" if self.line else self.file
        cell = f"{self.cell}: " if self.cell else ""
        found = quoted(self.found) if self.found else "nothing"
        hint = f"; {self.hint}" if self.hint else ""
        return printable(f"{place}: {cell}expected {self.expected}, found {found}{hint}")


class PackError(GrognardError):
    """A pack cannot be used; `problems` lists every reason, sorted by file, line and cell."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems: tuple[Problem, ...] = tuple(sorted(set(problems)))
        super().__init__(self.problems)

    def __str__(self) -> str:
        lines = [str(problem) for problem in self.problems]
        if len(lines) >= MOST_PROBLEMS:
            lines.append(f"and perhaps more: reading stops after {MOST_PROBLEMS} problems")
        return "\n".join(lines)


class Problems:
    """Collects problems while a pack is read; as a context it raises them together at the end.

    >>> with Problems() as problems:                            # doctest: +SKIP
    ...     units = layers.rows("units.csv", UnitRow, problems)
    ...     towns = layers.rows("map/places.csv", PlaceRow, problems)
    """

    def __init__(self) -> None:
        self._found: list[Problem] = []

    def add(self, problem: Problem) -> None:
        """Note one problem; raises `PackError` with all of them when there are far too many."""
        self._found.append(problem)
        if len(self._found) >= MOST_PROBLEMS:
            raise PackError(self._found)

    def extend(self, problems: Iterable[Problem]) -> None:
        """Note several problems."""
        for problem in problems:
            self.add(problem)

    def raise_if_any(self) -> None:
        """Raise `PackError` with all problems noted so far, if there are any."""
        if self._found:
            raise PackError(self._found)

    def __len__(self) -> int:
        return len(self._found)

    def __iter__(self) -> Iterator[Problem]:
        return iter(self._found)

    def __enter__(self) -> Problems:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if error is None:
            self.raise_if_any()
        elif isinstance(error, PackError):
            raise PackError([*self._found, *error.problems]) from None


def quoted(text: str) -> str:
    """The text in quotes on one line, cut when it is long."""
    short = text if len(text) <= _LONGEST_QUOTE else text[: _LONGEST_QUOTE - 3] + "..."
    return repr(short)


def printable(text: str) -> str:
    """The text on one line, with an escape for each character that a terminal would obey."""
    return "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in text)


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """A hint that names the known word nearest to `word`, or nothing when none is near.

    >>> did_you_mean("forrest", ["clear", "forest"])
    "did you mean 'forest'?"
    """
    if len(word) > _LONGEST_QUOTE:
        return ""
    choices = {choice.casefold(): choice for choice in sorted(known)}
    near = difflib.get_close_matches(word.casefold(), choices, n=1)
    return f"did you mean '{choices[near[0]]}'?" if near else ""


def one_of(known: Iterable[str]) -> str:
    """How an error says "one of these words".

    >>> one_of(["road", "rail"])
    'one of road, rail'
    """
    return "one of " + ", ".join(known)
