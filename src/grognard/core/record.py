"""The record: a game as a text file that a person can read, diff and mail.

    [Grognard "1"]
    [Game "moscow-1941"]
    [Scenario "typhoon"]

    ## Turn 1, 15 November 1941: movement, Axis
    axis: move 2Pz.304 3333-3232        ; a comment
    chance: roll 7
    = 0f3a5c7e9b1d2f4a6c8e0a1b

Headers come first. `##` lines are headings, `;` starts a comment, `=` states the digest at that
moment, and every other line is `seat: order`. A record replays to the same digest everywhere.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from grognard.core.game import AnyGame
from grognard.core.order import shorten
from grognard.core.refusal import GrognardError, RecordError
from grognard.core.timeline import Timeline

RECORD_VERSION = "1"
REQUIRED = ("Grognard", "Game", "Scenario")
_RESERVED = (*REQUIRED, "Rules", "Pack", "PackDigest", "Packdigest", "Result")
_HEADER = re.compile(r'\[([A-Za-z][A-Za-z0-9_.-]*) "((?:[^"\\]|\\["\\])*)"\]')
_HEADER_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_.-]*")
_DIGEST = re.compile(r"[0-9a-f]{24}")
_NOT_TEXT = ("Cc", "Cs", "Co", "Cn")
"""Unicode's classes of control characters, halves of pairs, private and unassigned characters."""
LONGEST_LINE = 4000
LONGEST_REMARK = 1500
"""What a comment, a heading or a header may take of a line, with room for its order or escapes."""


class RecordEntry(msgspec.Struct, frozen=True):
    """One line of play, with the comments around it."""

    seat: str
    order: str
    line: int = 0
    heading: str = ""
    before: tuple[str, ...] = ()
    comment: str = ""
    digest: str = ""


class Record(msgspec.Struct, frozen=True):
    """A game file: headers, then the orders as text. Knows no rules until it is replayed."""

    headers: dict[str, str]
    entries: tuple[RecordEntry, ...] = ()
    after: tuple[str, ...] = ()

    # --- text ---------------------------------------------------------------------------------

    @staticmethod
    def parse(text: str | bytes) -> Record:
        """Read a record, as text or as the bytes of a file; raises `RecordError` with line and reason."""
        return _Reader(_decoded(text) if isinstance(text, bytes) else text).record()

    def text(self) -> str:
        """The record as text; parses back to the same record.

        What would break a line (a line feed in a comment, say) becomes a space, and an endless remark is cut.
        """
        return "\n".join(self._lines()) + "\n"

    def _lines(self) -> Iterator[str]:
        for name, value in self.headers.items():
            escaped = _line_text(value).replace("\\", "\\\\").replace('"', '\\"')
            yield f'[{name} "{escaped}"]'
        heading = ""
        for entry in self.entries:
            if entry.heading != heading:
                heading = entry.heading
                yield ""
                yield f"## {_line_text(heading)}".rstrip()
            yield from _comment_lines(entry.before)
            comment = _line_text(entry.comment)
            yield f"{entry.seat}: {entry.order}" + (f"  ; {comment}" if comment else "")
            if entry.digest:
                yield f"= {entry.digest}"
        yield from _comment_lines(self.after)

    # --- play ---------------------------------------------------------------------------------

    @staticmethod
    def of(timeline: Timeline, players: Mapping[str, str] | None = None) -> Record:
        """The record of a game as played so far, with the final digest."""
        game = timeline.game
        entries = [
            RecordEntry(str(entry.seat), game.text(entry.order), heading=_one_line(entry.heading))
            for entry in timeline.entries
        ]
        if entries:
            entries[-1] = msgspec.structs.replace(entries[-1], digest=timeline.position.digest())
        headers = headers_of(game) | _player_headers(players or {})
        if timeline.position.outcome is not None:
            headers["Result"] = timeline.position.outcome.text
        return Record({name: _one_line(value) for name, value in headers.items()}, tuple(entries))

    def replay(self, game: AnyGame) -> Timeline:
        """Play the record from the start, checking every order, seat and digest."""
        self._check_headers(game)
        timeline = Timeline(game)
        for entry in self.entries:
            try:
                timeline.submit(entry.order, game.seat_named(entry.seat))
            except GrognardError as error:
                raise RecordError(entry.line, f"{entry.seat}: {shorten(entry.order, 80)}: {error}") from None
            if entry.digest and entry.digest != (found := timeline.position.digest()):
                raise RecordError(
                    entry.line, f"the digest after this order differs: the replay gives {found}"
                )
        return timeline

    def _check_headers(self, game: AnyGame) -> None:
        expected = headers_of(game)
        for name, value in self.headers.items():
            known = name in expected or name.startswith("Option.")
            if known and value != expected.get(name):
                wanted = f"this game's is {expected[name]!r}" if name in expected else "this game has none"
                raise RecordError(0, f"the record's {name} is {shorten(value)}, {wanted}")


def headers_of(game: AnyGame) -> dict[str, str]:
    """The headers that tie a record to its game, pack, scenario and options."""
    fixed = {
        "Grognard": RECORD_VERSION,
        "Game": game.id,
        "Rules": game.rules_version,
        "Scenario": game.scenario,
        "Pack": game.pack,
        "PackDigest": game.pack_digest,
    }
    return fixed | {f"Option.{name}": value for name, value in sorted(game.options.items())}


def _player_headers(players: Mapping[str, str]) -> dict[str, str]:
    """Who played which seat: `[Axis "Ada"]`."""
    headers = {name.capitalize(): value for name, value in players.items()}
    for name in headers:
        if not _HEADER_NAME.fullmatch(name) or name in _RESERVED:
            raise ValueError(f"{name!r} cannot be the header of a player")
    return headers


def _comment_lines(comments: tuple[str, ...]) -> Iterator[str]:
    return (f"; {_line_text(comment)}".rstrip() for comment in comments)


def _line_text(text: str) -> str:
    """A text that fits on one line: what a record cannot hold becomes a space."""
    kept = text if text.isprintable() else "".join(char if _is_text(char) else " " for char in text)
    return kept.strip()[:LONGEST_REMARK].rstrip()


def _is_text(char: str) -> bool:
    return unicodedata.category(char) not in _NOT_TEXT


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _decoded(raw: bytes) -> str:
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise RecordError(line, "this is not UTF-8 text; save the file as UTF-8") from None


class _Reader:
    """Reads a record line by line."""

    def __init__(self, text: str) -> None:
        self._lines = text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")
        self._headers: dict[str, str] = {}
        self._entries: list[dict[str, Any]] = []
        self._heading = ""
        self._before: list[str] = []

    def record(self) -> Record:
        for number, line in enumerate(self._lines, start=1):
            self._read(number, line.expandtabs(1).strip())
        for name in REQUIRED:
            if name not in self._headers:
                raise RecordError(len(self._lines), f'the header [{name} "..."] is missing')
        entries = tuple(RecordEntry(**entry) for entry in self._entries)
        return Record(self._headers, entries, tuple(self._before))

    def _read(self, number: int, line: str) -> None:
        if not line:
            return
        if len(line) > LONGEST_LINE or not (line.isprintable() or all(map(_is_text, line))):
            raise RecordError(
                number, f"expected a line of printable text, at most {LONGEST_LINE} characters long"
            )
        match line[0]:
            case ";":
                self._before.append(line[1:].strip())
            case "#":
                self._heading = " ".join(line.lstrip("#").split())
            case "[":
                self._read_header(number, line)
            case "=":
                self._read_digest(number, line)
            case _:
                self._read_order(number, line)

    def _read_header(self, number: int, line: str) -> None:
        if self._entries:
            raise RecordError(number, "headers must stand before the first order")
        match = _HEADER.fullmatch(line)
        if match is None:
            raise RecordError(number, f'expected a header [Name "value"], found {shorten(line)}')
        name, value = match[1], re.sub(r'\\(["\\])', r"\1", match[2]).strip()
        if name in self._headers:
            raise RecordError(number, f"the header {name} stands there twice")
        if name == "Grognard" and value != RECORD_VERSION:
            known = f"this Grognard reads {RECORD_VERSION!r}"
            raise RecordError(number, f"record version {shorten(value)} is unknown; {known}")
        self._headers[name] = value

    def _read_digest(self, number: int, line: str) -> None:
        digest = line[1:].strip()
        if not _DIGEST.fullmatch(digest):
            raise RecordError(number, f"expected a digest of 24 hexadecimal digits, found {shorten(digest)}")
        if not self._entries:
            raise RecordError(number, "a digest must follow an order")
        if self._entries[-1]["digest"] not in ("", digest):
            raise RecordError(number, "two different digests follow the same order")
        self._entries[-1]["digest"] = digest

    def _read_order(self, number: int, line: str) -> None:
        play, _, comment = line.partition(";")
        seat, colon, order = play.partition(":")
        seat, order = seat.strip(), " ".join(order.split())
        if not colon or not seat or " " in seat or not order:
            raise RecordError(number, f"expected `seat: order`, found {shorten(line)}")
        self._entries.append(
            {
                "seat": seat,
                "order": order,
                "line": number,
                "heading": self._heading,
                "before": tuple(self._before),
                "comment": comment.strip(),
                "digest": "",
            }
        )
        self._before = []
