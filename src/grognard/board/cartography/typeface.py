"""The typefaces of the map: their names, their measures, and their embedding in the drawing.

Only what lettering needs is read from the font files: how wide each character is.
"""

from __future__ import annotations

import base64
import struct
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from pathlib import Path

ASCENT = 0.72
"""Height of capitals and ascenders above the base line, as a share of the type size."""
DESCENT = 0.2
"""Depth of descenders below the base line, as a share of the type size."""


@dataclass(frozen=True, slots=True)
class Face:
    """One typeface in one weight and posture, shipped with the library."""

    family: str
    weight: int
    italic: bool
    file: str

    @property
    def css(self) -> str:
        """The face as CSS declarations."""
        posture = "font-style:italic;" if self.italic else ""
        return f"font-family:'{self.family}',{self._fallback};font-weight:{self.weight};{posture}"

    @property
    def _fallback(self) -> str:
        return "serif" if self.family == "Alegreya" else "sans-serif"

    def width(self, text: str, size: float, spacing: float = 0.0) -> float:
        """Return how wide `text` runs at a type size, with extra space after each character."""
        widths = _widths(self.file)
        missing = widths["n"]
        return sum(widths.get(letter, missing) for letter in text) * size + spacing * len(text)


SANS = Face("Alegreya Sans", 500, False, "alegreya-sans-500")
SANS_BOLD = Face("Alegreya Sans", 700, False, "alegreya-sans-700")
SERIF_ITALIC = Face("Alegreya", 500, True, "alegreya-500-italic")
SERIF_BOLD = Face("Alegreya", 700, False, "alegreya-700")
NARROW = Face("Barlow Condensed", 500, False, "barlow-condensed-500")
NARROW_BOLD = Face("Barlow Condensed", 600, False, "barlow-condensed-600")
FACES = (SANS, SANS_BOLD, SERIF_ITALIC, SERIF_BOLD, NARROW, NARROW_BOLD)


def font_files() -> list[Path]:
    """Return the font files for a renderer that reads fonts from disk."""
    return [Path(str(_folder().joinpath(face.file + ".ttf"))) for face in FACES]


@lru_cache(maxsize=1)
def embedded() -> str:
    """Return the CSS rules that carry the faces inside the drawing itself."""
    rules: list[str] = []
    for face in FACES:
        data = base64.b64encode(_folder().joinpath(face.file + ".woff2").read_bytes()).decode("ascii")
        rules.append(
            f"@font-face{{font-family:'{face.family}';font-weight:{face.weight};"
            f"font-style:{'italic' if face.italic else 'normal'};"
            f"src:url(data:font/woff2;base64,{data}) format('woff2')}}"
        )
    return "\n".join(rules)


def _folder() -> resources.abc.Traversable:
    return resources.files(__package__).joinpath("fonts")


@lru_cache(maxsize=len(FACES))
def _widths(file: str) -> Mapping[str, float]:
    """Read the advance widths of a TrueType file, as shares of the type size."""
    data = _folder().joinpath(file + ".ttf").read_bytes()
    tables = _tables(data)
    (units,) = struct.unpack_from(">H", data, tables["head"] + 18)
    (long_metrics,) = struct.unpack_from(">H", data, tables["hhea"] + 34)

    def advance(glyph: int) -> float:
        at = tables["hmtx"] + 4 * min(glyph, long_metrics - 1)
        return float(struct.unpack_from(">H", data, at)[0]) / float(units)

    return {chr(code): advance(glyph) for code, glyph in _characters(data, tables["cmap"]).items()}


def _tables(data: bytes) -> dict[str, int]:
    (count,) = struct.unpack_from(">H", data, 4)
    found: dict[str, int] = {}
    for index in range(count):
        tag, _, start, _ = struct.unpack_from(">4sIII", data, 12 + 16 * index)
        found[tag.decode("ascii")] = start
    return found


def _characters(data: bytes, cmap: int) -> dict[int, int]:
    """Read the character map (format 4, the one every font of the Latin script has)."""
    (count,) = struct.unpack_from(">H", data, cmap + 2)
    for index in range(count):
        (start,) = struct.unpack_from(">I", data, cmap + 4 + 8 * index + 4)
        if struct.unpack_from(">H", data, cmap + start)[0] == 4:
            return _segments(data, cmap + start)
    raise ValueError("the font has no character map of format 4")


def _segments(data: bytes, table: int) -> dict[int, int]:
    (doubled,) = struct.unpack_from(">H", data, table + 6)
    ends, starts = table + 14, table + 16 + doubled
    deltas, ranges = starts + doubled, starts + 2 * doubled
    glyphs: dict[int, int] = {}
    for step in range(0, doubled, 2):
        (end,) = struct.unpack_from(">H", data, ends + step)
        (start,) = struct.unpack_from(">H", data, starts + step)
        (delta,) = struct.unpack_from(">H", data, deltas + step)
        (skip,) = struct.unpack_from(">H", data, ranges + step)
        for code in range(start, min(end, 0xFFFE) + 1):
            glyph = code
            if skip:
                (glyph,) = struct.unpack_from(">H", data, ranges + step + skip + 2 * (code - start))
            if glyph or not skip:
                glyphs[code] = (glyph + delta) & 0xFFFF
    return glyphs
