"""Reading the bytes of a pack file: UTF-8, with or without a byte order mark, any line ending."""

from __future__ import annotations

import codecs
import unicodedata
from pathlib import Path

from grognard.packs.problem import PackError, Problem


def read_text(path: Path, name: str) -> str:
    """The text of a file with plain newlines; `name` is what an error calls the file."""
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        raise PackError([Problem(name, expected="this file in the pack")]) from None
    except OSError as error:
        found = error.strerror or "an error"
        raise PackError([Problem(name, found=found, expected="a readable file")]) from None
    return decode(data, name)


def decode(data: bytes, name: str) -> str:
    """Bytes as text; an error names the line of the first byte that is not UTF-8."""
    try:
        text = data.removeprefix(codecs.BOM_UTF8).decode("utf-8")
    except UnicodeDecodeError as error:
        bad = error.object[error.start]
        line = error.object.count(b"\n", 0, error.start) + 1
        hint = "save the file with the encoding UTF-8"
        problem = Problem(name, line, found=f"byte 0x{bad:02x}", expected="UTF-8 text", hint=hint)
        raise PackError([problem]) from None
    return unicodedata.normalize("NFC", text.replace("\r\n", "\n").replace("\r", "\n"))
