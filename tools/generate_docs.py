"""Writes the pages of the documentation that are made from data: docs/components/<game>.md for each game.

.venv/bin/python tools/generate_docs.py            write them
.venv/bin/python tools/generate_docs.py --check    exit code 1 when one is not current
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from grognard.games import GameModule, all_games, pack_path
from grognard.packs import PackLayers, Problems, open_pack
from grognard.packs.content import Address, contents
from grognard.packs.lookup import SOURCE, source_of
from grognard.packs.pack import PALETTE
from grognard.packs.provenance import Standing, provenance
from grognard.packs.source import KINDS_IN_LEGEND, SourceKind, parse_sources
from grognard.packs.table import RawRow

ROOT = Path(__file__).resolve().parent.parent
COMMAND = ".venv/bin/python tools/generate_docs.py"
CALIBRATION = "calibration.md"
IMAGES = ROOT / "docs" / "images"
PICTURES = {"map": "the map", "counters": "the counters"}
"""The pictures that a page shows when they have been drawn, and what they show."""

UNITS, REASONS, DOUBTS = "units.csv", "tables/reasons.csv", "tables/doubtful_cells.csv"
COLUMNS = {
    Standing.STATED: "rule book",
    Standing.COMPLETED: "rule book and us",
    Standing.FACT: "history, geography",
    Standing.DESIGNED: "us alone",
}

Row = Mapping[str, str]


class Pages:
    """The page of one pack, section by section."""

    def __init__(self, module: GameModule) -> None:
        self.module = module
        self.layers: PackLayers = open_pack(module.id, pack_path)
        self.files = provenance(self.layers)
        self.cells = contents(self.layers)

    def text(self) -> str:
        sections = (
            *self.opening(),
            *self.by_file(),
            *self.stated(),
            *self.facts(),
            *self.counters(),
            *self.choices(),
            *self.doubts(),
            *self.constraints(),
            *self.calibration(),
        )
        return "\n".join(sections).rstrip() + "\n"

    def opening(self) -> Iterator[str]:
        total: Counter[Standing] = Counter()
        for file in self.files:
            total.update(file.standings)
        title = self.module.title
        yield f"<!-- Made from the pack of {title}; do not edit. To make it again: {COMMAND} -->"
        yield f"\n# {title}: what is stated and what is ours\n"
        yield (
            f"The rule book of {title} comes here without its printed map, without most of its counters and, "
            "in part, without its charts, so Grognard made its own. This page says which is which, "
            f"row by row of the [component pack](../packs.md): {sum(file.rows for file in self.files):,} "
            f"rows in {len(self.files)} files.\n"
        )
        yield from table(
            ("rests on", "rows", "which means"),
            [
                ("rule book", f"{total[Standing.STATED]:,}", "stated or implied by the rule book: law"),
                (
                    "rule book and us",
                    f"{total[Standing.COMPLETED]:,}",
                    "the rule book gives a part, such as the name and place of a unit; we added the rest",
                ),
                (
                    "history, geography",
                    f"{total[Standing.FACT]:,}",
                    "public facts, fitted to hexes by us",
                ),
                ("us alone", f"{total[Standing.DESIGNED]:,}", "our design, under the constraints at the end"),
            ],
        )
        for part, words in PICTURES.items():
            if (IMAGES / f"{self.module.id}-{part}.png").is_file():
                yield f"\n![{title}: {words}](../images/{self.module.id}-{part}.png)"
        yield (
            "\nIf your printed copy says otherwise, your copy is right: change the cell in "
            "[a pack of your own](../packs.md) and play with it.\n"
        )

    def by_file(self) -> Iterator[str]:
        yield "## File by file\n"
        rows = [
            (
                f"`{file.file}`",
                self._about(file.file),
                f"{file.rows:,}",
                *(f"{file.standings[each]:,}" if file.standings.get(each) else "" for each in COLUMNS),
            )
            for file in self.files
        ]
        yield from table(("file", "what it holds", "rows", *COLUMNS.values()), rows)

    def _about(self, file: str) -> str:
        return self._remark(file).split(". ")[0].rstrip(".")

    def _remark(self, file: str) -> str:
        """What the lines at the top of a file say about it."""
        name = file if file in self.layers else f"{file}.txt"
        remark = ""
        for line in self.layers.holders(name)[0].text(name).splitlines():
            if not line.startswith("#"):
                break
            remark += line[1:]
        return remark.strip()

    def stated(self) -> Iterator[str]:
        yield "\n## Stated by the rule book\n"
        yield (
            "Where a row cites the rule book, it cites the chapter, table or scenario. Tests hold the "
            "tables, set-ups and schedules against transcriptions of their own.\n"
        )
        rows: Counter[str] = Counter()
        files: dict[str, set[str]] = defaultdict(set)
        for file, source in self._sources():
            for each in parse_sources(source):
                if each.kind is SourceKind.RULEBOOK:
                    rows[each.reference] += 1
                    files[each.reference].add(file)
        yield from table(
            ("section", "rows", "files"),
            [(name, f"{rows[name]:,}", code(sorted(files[name]))) for name in sorted(rows, key=by_number)],
        )

    def facts(self) -> Iterator[str]:
        yield "\n## History and geography\n"
        rows: Counter[str] = Counter()
        for _, source in self._sources():
            rows.update({each.key for each in parse_sources(source) if each.kind in KINDS_IN_LEGEND})
        yield from table(
            ("key", "source", "licence", "rows"),
            [
                (f"`{key}`", note.title, note.licence, f"{rows[key]:,}")
                for key, note in self.layers.manifest.sources.items()
            ],
        )

    def counters(self) -> Iterator[str]:
        reasons = self._rows(REASONS)
        if not reasons:
            return
        yield "\n## Ours: the counters\n"
        yield (
            "One line for each kind of unit: how many counters, their values, and why. A span such as 3-5 "
            "means that the values differ from counter to counter. "
            f"`grognard pack show {self.module.id} {UNITS}` lists every counter.\n"
        )
        yield f"{self._remark(UNITS).partition('. ')[2]}\n"
        units: dict[str, list[Row]] = defaultdict(list)
        counters = self._rows(UNITS).values()
        for unit in counters:
            units[unit.get("reason", "")].append(unit)
        numbers = number_columns(counters)
        yield from table(
            ("units", "counters", "values", "why", "source"),
            [
                (row["units"], len(units[key]), spans(units[key], numbers), row["reason"], row[SOURCE])
                for key, row in reasons.items()
            ],
        )

    def choices(self) -> Iterator[str]:
        yield "\n## Ours: map, tables and scenarios\n"
        yield (
            "Every other row that rests on us, wholly or in part, and has a remark. Rows of the map that "
            "only follow their source have none, nor have bridges: they stand wherever a road meets water.\n"
        )
        yield from table(
            ("file", "row", "remark", "source"),
            [
                (f"`{file}`", row, note, source)
                for file, row, note, source in self._remarks()
                if any(each.kind is SourceKind.DESIGN for each in parse_sources(source))
                and file not in (UNITS, REASONS, DOUBTS)
            ],
        )

    def _remarks(self) -> Iterator[tuple[str, str, str, str]]:
        for address, cell in self.cells.items():
            if address.column == "note":
                name = self.cells.get(Address(address.file, address.row, "name"), cell).text
                row = name if name != cell.text else address.row
                yield address.file, row, cell.text, source_of(address, self.cells)

    def doubts(self) -> Iterator[str]:
        doubts = self._rows(DOUBTS)
        if not doubts:
            return
        yield "\n## Doubtful cells of the printed tables\n"
        yield (
            "*Repaired*: the print lost the cell, and we read it so. *Irregular*: printed so and kept, "
            "although its neighbours differ.\n"
        )
        names = ("table", "row", "columns", "printed", "reading", "kind", "confidence", "reason")
        rows = [[row.get(name, "") for name in names] for row in doubts.values()]
        yield from table(("table", "row", "columns", "printed", "read as", "kind", "sure?", "why"), rows)

    def constraints(self) -> Iterator[str]:
        yield "\n## What the components must hold together\n"
        yield (
            f"`grognard pack check {self.module.id}` asks these questions of the pack, and of every pack "
            "that changes it.\n"
        )
        answers = self.module.constraints(self.module.read_components(self.layers))
        marked: Counter[str] = Counter()
        for _, source in self._sources():
            marked.update(
                {each.reference for each in parse_sources(source) if each.kind is SourceKind.DESIGN}
            )
        yield from table(
            ("", "demand", "found", "rows that name it"),
            [(each.id, each.title, each.detail, marked[each.id] or "") for each in answers],
        )

    def calibration(self) -> Iterator[str]:
        text = self.layers.prose(CALIBRATION).strip()
        yield "\n## Calibration\n"
        yield text or "No notes yet."

    def _rows(self, file: str) -> dict[str, Row]:
        """The rows of a table in the order of the file, not of their keys."""
        if file not in self.layers:
            return {}
        with Problems() as problems:
            found = self.layers.table(file, problems)
        ordered: list[RawRow] = sorted(found.rows, key=lambda row: row.line)
        return {
            row.text(found.key[0]): {name: cell.text for name, cell in row.cells.items()} for row in ordered
        }

    def _sources(self) -> Iterator[tuple[str, str]]:
        """The source of every row, with its file."""
        for address, cell in self.cells.items():
            if address.column == SOURCE and cell.text and address.file != PALETTE:
                yield address.file, cell.text


def number_columns(rows: Iterable[Row]) -> list[str]:
    """The columns in which nothing stands but numbers."""
    texts: dict[str, set[str]] = defaultdict(set)
    for row in rows:
        for name, text in row.items():
            texts[name].add(text or "0")
    return [name for name, found in texts.items() if found != {"0"} and all(map(str.isdigit, found))]


def spans(units: Sequence[Row], columns: Iterable[str]) -> str:
    """The numbers of some counters, each as one value or from the least to the most.

    >>> spans([{"sp": "3", "mp": "4"}, {"sp": "5", "mp": "4"}], ("sp", "mp"))
    'sp 3-5, mp 4'
    """
    parts = []
    for column in columns:
        numbers = sorted({int(unit[column]) for unit in units if unit.get(column, "").isdigit()})
        if numbers:
            parts.append(f"{column} {numbers[0]}" + (f"-{numbers[-1]}" if len(numbers) > 1 else ""))
    return ", ".join(parts)


def table(head: Iterable[object], rows: Iterable[Iterable[object]]) -> Iterator[str]:
    """A table in Markdown."""
    names = [str(name) for name in head]
    yield line(names)
    yield line(["---"] * len(names))
    for row in rows:
        yield line([str(cell) for cell in row])


def line(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|").replace("\n", " ") for cell in cells) + " |"


def code(words: Iterable[str]) -> str:
    return ", ".join(f"`{word}`" for word in words)


def by_number(section: str) -> tuple[object, ...]:
    """The chapters in the order of the book, then what has a name."""
    numbers = section.split(".")
    if all(part.isdigit() for part in numbers):
        return 0, tuple(map(int, numbers)), ""
    return 1, (), section


def pages() -> dict[Path, str]:
    """Every page that is made from data, with what it should say."""
    return {ROOT / "docs" / "components" / f"{game.id}.md": Pages(game).text() for game in all_games()}


def is_current(path: Path, text: str) -> bool:
    return path.is_file() and path.read_text(encoding="utf-8") == text


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Writes the pages of the documentation made from data.")
    parser.add_argument("--check", action="store_true", help="write nothing; fail when a page is stale")
    check = parser.parse_args(arguments).check
    stale = {path: text for path, text in pages().items() if not is_current(path, text)}
    for path, text in stale.items():
        if check:
            print(f"{path.relative_to(ROOT)} is not current; run: {COMMAND}", file=sys.stderr)
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
            print(f"wrote {path.relative_to(ROOT)}")
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
