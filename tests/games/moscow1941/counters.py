"""Counters changed for a test: the text of a row of units.csv with other cells."""

from __future__ import annotations

import csv
import io
from functools import cache

from tests.games.moscow1941.plain_map import UNITS

FILE = "units.csv"


def altered(id: str, **cells: str) -> tuple[str, str, str]:
    """The change that gives a counter other values: `altered("316RD", star="black")`."""
    line, row = _rows()[id]
    out = io.StringIO()
    csv.writer(out, lineterminator="").writerow([cells.get(name, value) for name, value in row.items()])
    return FILE, line, out.getvalue()


@cache
def _rows() -> dict[str, tuple[str, dict[str, str]]]:
    lines = [line for line in UNITS.read_text("utf-8").splitlines() if not line.startswith("#")]
    header = next(csv.reader(lines[:1]))
    rows = ((line, dict(zip(header, next(csv.reader([line])), strict=True))) for line in lines[1:])
    return {row["id"]: (line, row) for line, row in rows}
