"""Reading the bytes of a pack file: UTF-8, with or without a byte order mark, any line ending."""

from __future__ import annotations

import codecs
import unicodedata

from grognard.packs.problem import PackError, Problem


def decode(data: bytes, name: str) -> str:
    """Bytes as text with plain newlines; an error names the line of the first byte that is not UTF-8."""
    try:
        text = data.removeprefix(codecs.BOM_UTF8).decode("utf-8")
    except UnicodeDecodeError as error:
        bad = error.object[error.start]
        line = error.object.count(b"\n", 0, error.start) + 1
        hint = "save the file with the encoding UTF-8"
        problem = Problem(name, line, found=f"byte 0x{bad:02x}", expected="UTF-8 text", hint=hint)
        raise PackError([problem]) from None
    return unicodedata.normalize("NFC", text.replace("\r\n", "\n").replace("\r", "\n"))
