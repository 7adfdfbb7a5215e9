"""Where in a TOML text each value stands: the line for every key path.

`tomllib` reads values but forgets their lines, and an error should name the line. `value_lines` walks
over a text that `tomllib` has already accepted, so it may trust that the syntax is right.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Mapping
from typing import TypeAlias

KeyPath: TypeAlias = tuple[str | int, ...]

_KEY_PART = re.compile(r"""\s*("(?:[^"\\]|\\.)*"|'[^']*'|[A-Za-z0-9_-]+)\s*""")
_STRING = re.compile(r'"""(?:[^\\]|\\.)*?"{3,5}|\'\'\'.*?\'{3,5}|"(?:[^"\\\n]|\\.)*"|\'[^\'\n]*\'', re.DOTALL)
_PLAIN = re.compile(r"[^,\]}#\n]+")
_SPACE = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")


def value_lines(text: str) -> Mapping[KeyPath, int]:
    """The line of every table, key and array element of a valid TOML text.

    What the walk does not understand it leaves out; an error then names the nearest line around it.

    >>> value_lines('a = 1\\n[b]\\nc = [\\n 2,\\n]')[("b", "c", 0)]
    4
    """
    walk = _Walk(text)
    with contextlib.suppress(_LostError, RecursionError):
        walk.run()
    return walk.lines


class _LostError(Exception):
    """The walk met something it does not understand."""


class _Walk:
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.counted = (0, 1)
        self.lines: dict[KeyPath, int] = {(): 1}
        self.lengths: dict[KeyPath, int] = {}

    def run(self) -> None:
        table: KeyPath = ()
        while self._skip_space() < len(self.text):
            if self.text[self.at] == "[":
                table = self._header()
            else:
                self._pair(table)

    def _header(self) -> KeyPath:
        double = self.text.startswith("[[", self.at)
        line = self._line()
        self.at += 2 if double else 1
        path = self._resolve(self._key())
        self.at += 2 if double else 1
        if double:
            number = self.lengths.get(path, 0)
            self.lengths[path] = number + 1
            self.lines.setdefault(path, line)
            path = (*path, number)
        self.lines[path] = line
        return path

    def _resolve(self, key: KeyPath) -> KeyPath:
        # [a.b] below [[a]] means the last element of a.
        path: KeyPath = ()
        for part in key[:-1]:
            path = (*path, part)
            if path in self.lengths:
                path = (*path, self.lengths[path] - 1)
        return (*path, key[-1])

    def _pair(self, table: KeyPath) -> None:
        line = self._line()
        path = table
        for part in self._key():
            path = (*path, part)
            self.lines.setdefault(path, line)
        self.at += 1  # the sign =
        self._value(path)

    def _key(self) -> KeyPath:
        parts: list[str] = []
        while found := _KEY_PART.match(self.text, self.at):
            parts.append(_unquoted(found[1]))
            self.at = found.end()
            if not self.text.startswith(".", self.at):
                break
            self.at += 1
        if not parts:
            raise _LostError
        return tuple(parts)

    def _value(self, path: KeyPath) -> None:
        self._skip_space()
        self.lines[path] = self._line()
        first = self.text[self.at : self.at + 1]
        if first == "[":
            self._list(path)
        elif first == "{":
            self._inline_table(path)
        elif found := (_STRING if first in ('"', "'") else _PLAIN).match(self.text, self.at):
            self.at = found.end()
        else:
            raise _LostError

    def _list(self, path: KeyPath) -> None:
        self.at += 1
        number = 0
        while self._next_item("]"):
            self._value((*path, number))
            number += 1
        self.at += 1

    def _inline_table(self, path: KeyPath) -> None:
        self.at += 1
        while self._next_item("}"):
            self._pair(path)
        self.at += 1

    def _next_item(self, closing: str) -> bool:
        self._skip_space()
        if self.text.startswith(",", self.at):
            self.at += 1
            self._skip_space()
        if self.at >= len(self.text):
            raise _LostError
        return not self.text.startswith(closing, self.at)

    def _skip_space(self) -> int:
        found = _SPACE.match(self.text, self.at)
        self.at = found.end() if found else self.at
        return self.at

    def _line(self) -> int:
        since, line = self.counted
        self.counted = self.at, line + self.text.count("\n", since, self.at)
        return self.counted[1]


def _unquoted(key: str) -> str:
    # Escapes in keys are left alone: a key is only looked up to find its line.
    return key[1:-1] if key[0] in "\"'" else key
