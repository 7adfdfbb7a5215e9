"""The plainest map on which both scenarios of the book can be set up, to try the counters and tables on.

All land is clear but for one hex of each other terrain. The front runs half way between the enemies, and
enough villages lie between the two fronts that every victory is within reach.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

import grognard.games
from grognard.board.grid import Grid, GridSpec, Hex, Sheet
from grognard.packs.layers import PackLayers, lay
from grognard.packs.pack import make_pack

PACK = Path(grognard.games.__file__).parent / "moscow1941" / "pack"
UNITS = Path(__file__).parent / "plain_units.csv"
"""Counters whose strengths stay as they are when those of the pack are tuned."""

SHEET = Sheet("map", first_line=1, last_line=66, first_place=1, last_place=37)
GRID = Grid(GridSpec((SHEET,), shifted="odd", lines_run="south", places_run="west"))

CITIES = {
    "moscow": tuple(f"{line}{place:02}" for line in range(51, 55) for place in range(1, 4)),
    "klin": ("2519", "2520"),
    "kalinin": ("0426", "0427"),
}
TOWNS = {"kimry": "1203", "dmitrov": "3102", "istra": "4418"}
TERRAIN = {"6501": "swamp", "6502": "lake", "6503": "forest"}
ROADS = (
    ("kimry", "secondary", "1203-1202-1201"),
    ("dmitrov", "secondary", "3102-3101"),
    ("moscow", "main", "-".join(f"52{place:02}" for place in range(37, 0, -1))),
    ("kiev", "main", "6427-6428"),
    ("north", "main", "0105-0205"),
)

MANIFEST = """
[pack]
id = "moscow-1941"
title = "Moscow 1941 on a plain map"
game = "moscow-1941"

[grid]
shifted = "odd"
lines_run = "south"
places_run = "west"
sheets = [{ id = "map", first_line = 1, last_line = 66, first_place = 1, last_place = 37 }]

[sources.tessin]
title = "Divisions of the German army"

[kinds.terrain]
clear = { title = "Clear" }
forest = { title = "Forest" }
swamp = { title = "Swamp" }
lake = { title = "Lake", water = true }

[kinds.side]
river = { title = "River", flows = true }
canal = { title = "Canal", flows = true }
big_river = { title = "Big river", flows = true }

[kinds.bridge]
road = { title = "Road bridge" }

[kinds.link]
main = { title = "Main route", bridge = "road" }
secondary = { title = "Secondary route", bridge = "road" }

[kinds.place]
town = { title = "Town" }
city = { title = "City" }

[kinds.zone]
front = { title = "Front" }
"""


def plain_layers(changes: Mapping[str, tuple[str, str]] | None = None) -> PackLayers:
    """The counters, tables and scenarios of the real pack on the plain map.

    `changes` names files with a text and what to put in its place: `{"units.csv": ("316RD,", "316XX,")}`.
    """
    files = dict(plain_files())
    for name, (old, new) in (changes or {}).items():
        text = files[name].decode()
        assert old in text, f"{name} has no {old!r} to change"
        files[name] = text.replace(old, new).encode()
    return lay([make_pack("moscow-1941", files)])


@cache
def plain_files() -> Mapping[str, bytes]:
    """The files of the pack on the plain map."""
    files = {
        path.relative_to(PACK).as_posix(): path.read_bytes()
        for path in sorted(PACK.rglob("*.*"))
        if path.is_file()
        and path.parent.name in ("tables", "scenarios")
        and not path.name.startswith("first-steps")  # it is made for a part of the real map
    }
    files["units.csv"] = UNITS.read_bytes()
    return files | {name: text.encode() for name, text in _map_files(files).items()}


def _map_files(files: Mapping[str, bytes]) -> dict[str, str]:
    fronts = {name: _front(files[f"scenarios/{name}_setup.csv"].decode()) for name in ("typhoon", "red-snow")}
    zones = [
        f"{name}-{side},{name} {side},front,{' '.join(GRID.label(hex) for hex in hexes)},design"
        for name, sides in fronts.items()
        for side, hexes in sides.items()
    ]
    between = set(fronts["typhoon"]["soviet"]) & set(fronts["red-snow"]["axis"])
    taken = {hex for labels in CITIES.values() for hex in labels} | set(TOWNS.values())
    villages = [GRID.label(hex) for hex in sorted(between) if GRID.label(hex) not in taken][:40]
    places = [f"{name},{name},city,{' '.join(hexes)},design" for name, hexes in CITIES.items()]
    places += [f"{name},{name},town,{hex},design" for name, hex in TOWNS.items()]
    places += [f"village{hex},village,town,{hex},design" for hex in villages]
    links = [f"{id},{id},{kind},{path},design" for id, kind, path in ROADS]
    return {
        "pack.toml": MANIFEST,
        "map/terrain.txt": _terrain(),
        "map/places.csv": _csv("id,name,kind,hexes,source", places),
        "map/zones.csv": _csv("id,name,kind,hexes,source", zones),
        "map/links.csv": _csv("id,name,kind,path,source", links),
        "map/hexsides.csv": _csv(
            "id,name,kind,sides,begin,end,source",
            [
                "nara,Nara,river,5230/5229,spring,fades,design",
                "canal,Canal,canal,6604/6605,spring,fades,design",
            ],
        ),
        "map/bridges.csv": _csv("id,name,side,kind,source", ["nara-1,,5230/5229,road,design"]),
    }


def _csv(header: str, rows: list[str]) -> str:
    return "\n".join([header, *rows]) + "\n"


def _terrain() -> str:
    lines = []
    for line in range(1, 67):
        letters = (TERRAIN.get(f"{line:02}{place:02}", "clear")[0] for place in range(1, 38))
        lines.append(f"{line:02}: {''.join(letters)} | design")
    return "c clear\nf forest\ns swamp\nl lake\n\n" + "\n".join(lines) + "\n"


def _front(setup: str) -> dict[str, list[Hex]]:
    """Each hex to the side whose nearest unit is nearer, and cities to those who hold them."""
    stands: dict[Hex, str] = {}
    for row in setup.splitlines():
        cells = row.split(",")
        if cells[0] != "id" and not row.startswith("#"):
            for name in cells[4].split():
                for label in CITIES.get(name, (name,)):
                    stands[GRID.hex(label)] = cells[1]
    sides: dict[str, list[Hex]] = {"axis": [], "soviet": []}
    for hex in GRID.hexes:
        sides[stands[min(stands, key=lambda other: (GRID.distance(hex, other), other))]].append(hex)
    return sides
