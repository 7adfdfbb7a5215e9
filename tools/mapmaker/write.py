"""A finished map as the files of a pack's `map` folder."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence

from tools.mapmaker.build import Map
from tools.mapmaker.hexgrid import Hex, label, side_label


def map_files(drawn: Map) -> dict[str, str]:
    """The text of every file, by its name."""
    return {
        "terrain.txt": terrain(drawn),
        "places.csv": places(drawn),
        "hexsides.csv": hexsides(drawn),
        "links.csv": links(drawn),
        "bridges.csv": bridges(drawn),
        "zones.csv": zones(drawn),
        "labels.csv": labels(drawn),
        "facts.csv": facts(drawn),
    }


def terrain(drawn: Map) -> str:
    """The text map, west on the left as on the page; a turned one lies on its side, north on the left."""
    grid, words = drawn.inputs.grid, drawn.inputs.words
    letter_of = dict(words.letters)
    places = grid.place_range if grid.turned else grid.place_range[::-1]
    head = [
        "# The ground of every hex. Towns and cities stand in places.csv; their hexes are clear land here.",
        *(f"{letter} {kind}" for kind, letter in letter_of.items()),
        "",
        f"places {places[0]}-{places[-1]}",
    ]
    rows = []
    for line in grid.line_range:
        letters = (letter_of[drawn.terrain[line, place]] for place in places)
        indent = " " if (line % 2 == 1) == grid.turned else ""
        row = f"{line:02d}: {indent}{' '.join(letters)}{'' if indent else ' '} | {words.ground_source}"
        rows.append(row)
    return "\n".join([*head, *rows]) + "\n"


def places(drawn: Map) -> str:
    """Cities first, then towns from north to south."""
    towns = sorted(drawn.places, key=lambda place: (place.kind != "city", place.hexes[0]))
    extra = tuple(dict.fromkeys(name for place in towns for name, _ in place.properties))
    rows = (
        (p.id, p.name, p.kind, _words(p.hexes), *_cells(p.properties, extra), p.source, p.note) for p in towns
    )
    columns = " ".join(("id name kind hexes", *extra, "source note"))
    return _csv(f"Cities and towns with their names of {drawn.inputs.words.year}.", columns, rows)


def _cells(properties: Iterable[tuple[str, str]], columns: Iterable[str]) -> list[str]:
    return [dict(properties).get(column, "") for column in columns]


def hexsides(drawn: Map) -> str:
    """Rivers from their upper to their lower end."""
    rows = []
    for river in drawn.rivers:
        course = river.course
        source = drawn.inputs.words.pin_source if river.pinned else "geography:hand"
        sides = " ".join(side_label(side) for side in river.sides)
        begin = "spring" if course.start == "spring" else ""
        rows.append((course.id, course.kind, course.name, sides, begin, "", source, course.note))
    for line in drawn.lines:
        sides = " ".join(side_label(side) for side in line.sides)
        rows.append((line.id, line.kind, line.name, sides, "", "", line.source, line.note))
    return _csv("Water along hexsides, downstream.", "id kind name sides begin end source note", rows)


def links(drawn: Map) -> str:
    """Roads and railways as paths of hexes."""
    rows = []
    for link in drawn.links:
        course = link.course
        source = "geography:hand;design" if link.pinned else "geography:hand"
        path = "-".join(label(hex_) for hex_ in link.path)
        rows.append((course.id, course.kind, course.name, path, source, course.note))
    return _csv(f"Roads and railways of {drawn.inputs.words.time}.", "id kind name path source note", rows)


def bridges(drawn: Map) -> str:
    """Every crossing of a road or railway over water."""
    source = drawn.inputs.words.bridge_source
    rows = ((b.id, b.kind, b.name, side_label(b.side), source) for b in drawn.bridges)
    return _csv("A bridge wherever a road or railway crosses water.", "id kind name side source", rows)


def zones(drawn: Map) -> str:
    """Edges, entries, fronts and regions."""
    rows = ((z.id, z.name, z.kind, ranges(z.hexes), z.source, z.note) for z in drawn.zones)
    return _csv(
        "Parts of the map; 0132-0137 is a range of places on one line.",
        "id name kind hexes source note",
        rows,
    )


def ranges(hexes: Iterable[Hex]) -> str:
    """Hexes in their order, runs along a line shortened: `0132-0137`."""
    runs: list[list[Hex]] = []
    for hex_ in hexes:
        if runs and hex_ == (runs[-1][-1][0], runs[-1][-1][1] + 1):
            runs[-1].append(hex_)
        else:
            runs.append([hex_])
    return " ".join(label(run[0]) if len(run) == 1 else f"{label(run[0])}-{label(run[-1])}" for run in runs)


def labels(drawn: Map) -> str:
    """Names of rivers, woods, marshes and lakes."""
    rows = ((n.text, n.kind, label(n.at), n.angle, n.size, n.source) for n in drawn.labels)
    return _csv("Names written across the map.", "text kind at angle size source", rows)


def facts(drawn: Map) -> str:
    """What the rule book says of single hexes."""
    rows = (
        (hex_, row["what"], row["value"], row["source"], row["reason"])
        for row in drawn.inputs.curation.rows("fact")
        for hex_ in row["hexes"].split()
    )
    return _csv("What the rule book says of single hexes.", "hex what value source note", rows)


def _words(hexes: Iterable[Hex]) -> str:
    return " ".join(label(hex_) for hex_ in hexes)


def _csv(comment: str, columns: str, rows: Iterable[Sequence[object]]) -> str:
    text = io.StringIO()
    text.write(f"# {comment} Made by the map workshop (tools/mapmaker); see docs/map-workshop.md.\n")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns.split())
    writer.writerows(rows)
    return text.getvalue()
