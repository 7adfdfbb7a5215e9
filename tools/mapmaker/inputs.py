"""The hand-made inputs of one map, read from its folder: geography first, corrections last."""

from __future__ import annotations

import csv
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tools.mapmaker.hexgrid import Hex, HexGrid, Point, Side, parse_hex, parse_side
from tools.mapmaker.projection import Affine, Anchor, Conic, Projection

DATA = Path(__file__).parent / "data"
MOSCOW = DATA / "moscow-1941"


class InputError(ValueError):
    """An input that the workshop cannot use."""


@dataclass(frozen=True)
class Course:
    """A river, road or railway as drawn: stops are earth points or words that name a place or an end."""

    id: str
    name: str
    kind: str
    stops: tuple[Point | str, ...]
    start: str = ""
    end: str = ""
    note: str = ""


@dataclass(frozen=True)
class Area:
    """A ring on earth that pulls the forest score up or down, or a marsh."""

    name: str
    pull: float
    ring: tuple[Point, ...]


@dataclass(frozen=True)
class Town:
    """A settlement and where it lies on earth."""

    id: str
    name: str
    at: Point
    source: str
    kind: str = "town"
    properties: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Curation:
    """Every correction by hand, as written in curation.toml; each carries its reason there."""

    raw: dict[str, list[dict[str, Any]]]

    def rows(self, table: str) -> list[dict[str, Any]]:
        """The corrections of one sort, in the order written."""
        return self.raw.get(table, [])

    def river_pins(self, river: str) -> list[tuple[Side, str]]:
        """The hexsides that a river must run along."""
        rows = [row for row in self.rows("river_pin") if row["river"] == river]
        return [(parse_side(text), row["reason"]) for row in rows for text in row["sides"]]

    def link_pins(self, link: str) -> list[Hex]:
        """The hexes that a road or railway must run through."""
        rows = [row for row in self.rows("link_pin") if row["link"] == link]
        return [parse_hex(text) for row in rows for text in row["hexes"]]

    def link_bans(self, link: str) -> set[Hex]:
        """The hexes that a road or railway must keep out of."""
        rows = [row for row in self.rows("link_ban") if row["link"] in (link, "*")]
        return {parse_hex(text) for row in rows for text in row["hexes"]}

    def terrain(self) -> dict[Hex, tuple[str, str]]:
        """Terrain fixed by hand: hex to kind and source; later rows win."""
        return {
            parse_hex(text): (row["kind"], row.get("source", "design"))
            for row in self.rows("terrain")
            for text in row["hexes"].split()
        }


@dataclass(frozen=True)
class Words:
    """What the map of one game calls things: its ground, its bridges and the time it shows."""

    time: str = "autumn 1941"
    letters: tuple[tuple[str, str], ...] = (("clear", "."), ("forest", "f"), ("swamp", "s"), ("lake", "~"))
    carried: tuple[tuple[str, str], ...] = (("main", "road"), ("secondary", "road"), ("rail", "rail"))
    """The kinds of links that have bridges, and the kind of bridge."""
    ground_source: str = "geography:blue-marble;geography:hand;design"
    pin_source: str = "geography:hand;rulebook:4.3.1;design"
    bridge_source: str = "design:C-M10"
    edge_source: str = "rulebook:11.1"
    dry: tuple[str, ...] = ()
    """Kinds of ground beside those of water that are no land to stand on."""

    @property
    def year(self) -> str:
        """The year of the names."""
        return self.time.split()[-1]

    def bridge(self, link: str) -> str:
        """The kind of bridge that a kind of link needs, or nothing."""
        return dict(self.carried).get(link, "")


@dataclass(frozen=True)
class Inputs:
    """Everything the workshop knows about one map."""

    grid: HexGrid
    projection: Projection
    rivers: tuple[Course, ...]
    links: tuple[Course, ...]
    towns: tuple[Town, ...]
    woods: tuple[Area, ...]
    marshes: tuple[Area, ...]
    mosaic: Mosaic | None
    curation: Curation
    labels: tuple[dict[str, Any], ...] = field(default=())
    words: Words = field(default_factory=lambda: Words())


@dataclass(frozen=True)
class Mosaic:
    """A small raster of green values by latitude and longitude."""

    lats: tuple[float, ...]
    lons: tuple[float, ...]
    green: tuple[tuple[int, ...], ...]

    def darkness(self, lon: float, lat: float) -> float:
        """How dark the ground looks there, 0 for bright fields to 1 for dense woods."""
        row = _between(lat, self.lats)
        column = _between(lon, self.lons)
        upper = _mix(self.green[row[0]], column)
        lower = _mix(self.green[row[0] + 1], column)
        return max(0.0, min(1.0, (60 - (upper + (lower - upper) * row[1])) / 20))


def read_inputs(folder: Path) -> Inputs:
    """Read the folder of one map."""
    fit = _toml(folder / "fit.toml")
    cover = _toml(folder / "cover.toml") if (folder / "cover.toml").is_file() else {}
    anchors = [_anchor(row) for row in fit.get("anchor", ())]
    affine = Conic(**fit["conic"]) if "conic" in fit else Affine(tuple(fit["origin"]), tuple(fit["terms"]))
    areas = [
        Area(row["name"], row.get("pull", 0.0), tuple((lon, lat) for lon, lat in row["ring"]))
        for table in ("wood", "open", "marsh")
        for row in cover.get(table, ())
    ]
    return Inputs(
        grid=HexGrid(
            fit["lines"],
            fit["places"],
            fit.get("first_line", 1),
            fit.get("first_place", 1),
            fit.get("turned", False),
        ),
        projection=Projection(affine, anchors, fit.get("reach", 1.0), fit.get("stiffness", 1.0)),
        rivers=tuple(_courses(_toml(folder / "rivers.toml")["river"])),
        links=tuple(_courses(_toml(folder / "roads.toml")["link"])),
        towns=tuple(read_towns(folder / "places.csv")),
        woods=tuple(area for area in areas if area.pull),
        marshes=tuple(area for area in areas if not area.pull),
        mosaic=_mosaic(folder / "blue_marble_green.csv"),
        words=_words(fit.get("words", {})),
        curation=_curation(folder / "curation.toml"),
        labels=tuple(_toml(folder / "labels.toml")["label"]),
    )


def _words(row: dict[str, Any]) -> Words:
    pairs = {name: tuple(table.items()) for name, table in row.items() if isinstance(table, dict)}
    lists = {name: tuple(value) for name, value in row.items() if isinstance(value, list)}
    return Words(**{**row, **pairs, **lists})


def _anchor(row: dict[str, Any]) -> Anchor:
    (lon, lat), (line, place) = row["at"], row["grid"]
    return Anchor(row["name"], lon, lat, line, place, row["weight"])


def _toml(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"{path.name}: {error}") from None


def _curation(path: Path) -> Curation:
    """Read the corrections by hand; none goes without its reason."""
    raw = _toml(path)
    for table, rows in raw.items():
        for number, row in enumerate(rows, start=1):
            if not str(row.get("reason", "")).strip():
                raise InputError(f"{path.name}: [[{table}]] number {number} gives no reason")
    return Curation(raw)


def _courses(rows: list[dict[str, Any]]) -> Iterator[Course]:
    for row in rows:
        stops = tuple(stop if isinstance(stop, str) else (stop[0], stop[1]) for stop in row["course"])
        start, end, note = row.get("from", ""), row.get("to", ""), row.get("note", "")
        yield Course(row["id"], row["name"], row["kind"], stops, start, end, note)


def _rows(path: Path) -> Iterator[list[str]]:
    lines = path.read_text(encoding="utf-8").splitlines()
    return csv.reader(line for line in lines if not line.startswith("#"))


def read_towns(path: Path) -> Iterator[Town]:
    """Read the settlements of a map and where they lie on earth."""
    rows = _rows(path)
    columns = next(rows)
    for cells in rows:
        row = dict(zip(columns, cells, strict=True))
        own = {name: row.pop(name) for name in ("id", "name", "lon", "lat", "source")}
        kind = row.pop("kind", "town")
        at = float(own["lon"]), float(own["lat"])
        yield Town(own["id"], own["name"], at, own["source"], kind, tuple(row.items()))


def _mosaic(path: Path) -> Mosaic | None:
    if not path.is_file():
        return None
    header, *body = list(_rows(path))
    return Mosaic(
        lats=tuple(float(row[0]) for row in body),
        lons=tuple(float(cell) for cell in header[1:]),
        green=tuple(tuple(int(cell) for cell in row[1:]) for row in body),
    )


def _between(value: float, steps: tuple[float, ...]) -> tuple[int, float]:
    part = (value - steps[0]) / (steps[-1] - steps[0]) * (len(steps) - 1)
    index = max(0, min(len(steps) - 2, int(part)))
    return index, max(0.0, min(1.0, part - index))


def _mix(row: tuple[int, ...], column: tuple[int, float]) -> float:
    index, part = column
    return row[index] + (row[index + 1] - row[index]) * part
