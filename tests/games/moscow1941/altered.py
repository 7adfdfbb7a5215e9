"""Changes to the plain map: other ground, rivers, roads and bridges, and other counters.

plain_game(changes=ground({"4010": "forest"}) + rivers("river", "4010/4009"))
"""

from __future__ import annotations

from collections.abc import Mapping

from tests.games.moscow1941.plain_map import plain_files
from tests.games.moscow1941.situation import Changes

LAST_SIDE = "canal,Canal,canal,6604/6605,spring,fades,design"
LAST_LINK = "north,north,main,0105-0205,design"
LAST_PLACE = "istra,istra,town,4418,design"
LAST_BRIDGE = "nara-1,,5230/5229,road,design"


def ground(kinds: Mapping[str, str]) -> Changes:
    """Other ground in some hexes: forest, swamp or lake."""
    rows = dict(
        row.split(": ") for row in plain_files()["map/terrain.txt"].decode().splitlines() if ":" in row
    )
    changes = []
    for line in sorted({hex[:2] for hex in kinds}):
        letters = list(rows[line])
        for hex, kind in kinds.items():
            if hex[:2] == line:
                letters[int(hex[2:]) - 1] = kind[0]
        changes.append(("map/terrain.txt", f"{line}: {rows[line]}", f"{line}: {''.join(letters)}"))
    return tuple(changes)


def towns(*hexes: str) -> Changes:
    """More villages."""
    rows = [f"town{hex},village,town,{hex},design" for hex in hexes]
    return (("map/places.csv", LAST_PLACE, "\n".join([LAST_PLACE, *rows])),)


def city(*hexes: str) -> Changes:
    """One more city."""
    row = f"newtown,Newtown,city,{' '.join(hexes)},design"
    return (("map/places.csv", LAST_PLACE, f"{LAST_PLACE}\n{row}"),)


def rivers(kind: str, *sides: str) -> Changes:
    """Water along hexsides."""
    rows = [f"{kind}{n},Water,{kind},{side},spring,fades,design" for n, side in enumerate(sides)]
    return (("map/hexsides.csv", LAST_SIDE, "\n".join([LAST_SIDE, *rows])),)


def works(*sides: str) -> Changes:
    """Fixed positions along hexsides."""
    rows = [f"line{n},Line,fixed_position,{side},,,design" for n, side in enumerate(sides)]
    return (
        ("pack.toml", "[kinds.bridge]", 'fixed_position = { title = "Line" }\n\n[kinds.bridge]'),
        ("map/hexsides.csv", LAST_SIDE, "\n".join([LAST_SIDE, *rows])),
    )


def road(kind: str, path: str) -> Changes:
    """One more road: main or secondary."""
    return (("map/links.csv", LAST_LINK, f"{LAST_LINK}\n{kind}{path},Road,{kind},{path},design"),)


def bridge(side: str) -> Changes:
    """One more bridge."""
    return (("map/bridges.csv", LAST_BRIDGE, f"{LAST_BRIDGE}\nbridge,,{side},road,design"),)
