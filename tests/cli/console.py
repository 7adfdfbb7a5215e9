"""The command line as the tests use it: in this process, in a process of its own, and in a terminal."""

from __future__ import annotations

import os
import pty
import re
import select
import subprocess
import sys
import time
from typing import NamedTuple

import pytest

from grognard.cli.main import run

PLAIN = {"TERM": "dumb", "NO_COLOR": "1", "COLUMNS": "100", "LINES": "40"}
PATIENCE = 30.0


class Answer(NamedTuple):
    """What a command printed, and its exit code."""

    code: int
    out: str
    err: str


class Grognard:
    """Calls commands in this process."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys

    def __call__(self, *words: str) -> Answer:
        self._capsys.readouterr()
        code: int | str | None = 0
        try:
            run(words)
        except SystemExit as leaving:
            code = leaving.code
        printed = self._capsys.readouterr()
        assert code is None or isinstance(code, int), code
        return Answer(code or 0, printed.out, printed.err)


def process(*words: str, stdin: str | None = None, **environment: str) -> Answer:
    """Call a command in a fresh process; its input is empty unless a text is given."""
    found = subprocess.run(
        [sys.executable, "-m", "grognard", *words],
        input=stdin or "",
        env={**os.environ, **PLAIN, **environment},
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        check=False,
        timeout=PATIENCE,
    )
    return Answer(found.returncode, found.stdout, found.stderr)


def converse(command: tuple[str, ...], *lines: str) -> Answer:
    """Call a command in a terminal and type a line whenever it asks with `> `."""
    child, terminal = pty.fork()
    if not child:
        os.execve(sys.executable, [sys.executable, "-m", "grognard", *command], {**os.environ, **PLAIN})
    printed, waiting, asked = "", list(lines), 0
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        if not select.select([terminal], [], [], 0.1)[0]:
            continue
        try:
            printed += os.read(terminal, 65536).decode("utf-8", "replace")
        except OSError:
            break
        if printed.endswith("> ") and len(printed) > asked:
            asked = len(printed)
            os.write(terminal, (waiting.pop(0) if waiting else "\x04").encode() + b"\n")
    os.close(terminal)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    return Answer(code, re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]|\r", "", printed), "")
