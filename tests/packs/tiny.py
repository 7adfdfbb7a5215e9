"""A tiny valid pack with a bit of everything, and ways to spoil it.

The map has four lines of five hexes, lines growing to the south and places to the east:

       01  02  03  04  05
    01   .   .   f   .   .        odd lines lie half a hex further east
    02 .   .   .   f   .
    03   .   ~   .   .   .
    04 .   .   .   s   -
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

import msgspec

from grognard.packs import PackError, PackLayers, Problem, Problems, collect_board
from grognard.packs.layers import lay
from grognard.packs.pack import make_pack

MANIFEST = """\
# A pack of twenty hexes.
[pack]
id = "tiny"
game = "drill"
title = "Tiny"
version = "1"

[grid]
shifted = "odd"
lines_run = "south"
places_run = "east"
sheets = [{ id = "map", first_line = 1, last_line = 4, first_place = 1, last_place = 5 }]

[sources.atlas]
title = "An atlas"
licence = "public domain"

[kinds.terrain]
clear = { title = "Clear" }
forest = { title = "Forest" }
swamp = { title = "Swamp" }
lake = { title = "Lake", water = true }

[kinds.side]
river = { title = "River", flows = true }
cliff = { title = "Cliff" }

[kinds.bridge]
road = { title = "Road bridge" }

[kinds.link]
main = { title = "Main road", bridge = "road" }
rail = { title = "Railway" }

[kinds.place]
town = { title = "Town" }

[kinds.zone]
supply = { title = "Supply" }

[kinds.label]
wood = { title = "Wood" }

[columns]
"map/places.csv" = ["points"]
"""

TERRAIN = """\
# What the letters mean.
. clear
f forest
s swamp
~ lake
- none

places 1-5
01:  . . f . . | geography:atlas
02: . . . f .  | geography:atlas;design
03:  . ~ . . . | design
04: . . . s -  | design
"""

# The Long runs from a spring between 0101, 0102 and 0202 to the lake at 0302.
FILES: Mapping[str, str] = {
    "pack.toml": MANIFEST,
    "map/terrain.txt": TERRAIN,
    "map/hexsides.csv": """\
id,name,kind,sides,begin,end,source,note
long,The Long,river,0101/0202 0201/0202 0202/0301,spring,,geography:atlas,
scarp,,cliff,0104/0105,,,design,
""",
    "map/bridges.csv": """\
id,name,side,kind,source
old-bridge,Old Bridge,0201/0202,road,design
""",
    "map/links.csv": """\
id,name,kind,path,source
highway,Highway,main,0201-0202-0203-0204-0205,design
line,,rail,0101-0102,history:atlas p. 3
""",
    "map/places.csv": """\
id,name,kind,hexes,points,source
alder,Alder,town,0203,2,rulebook:3.1
birch,"Birch, Upper",town,0104 0105,,design
""",
    "map/zones.csv": """\
id,name,kind,hexes,source
west,West edge,supply,edge:west,rulebook:10.1
rear,Rear,supply,place:birch lines:04 0303,design
""",
    "map/labels.csv": """\
text,kind,at,angle,size,source
The Wood,wood,0103-0204,30,,design
""",
    "map/facts.csv": """\
hex,what,value,source
0203,place,alder,rulebook:3.1
0302,land,no,rulebook:3.1
""",
    "units.csv": """\
id,name,kind,steps,speed,source
1,First,infantry,2,1/2,rulebook:2.1
2,Second,armor,1,,design
10,Tenth,infantry,3,2,design
""",
    "tables/combat.csv": """\
roll,1:2,1:1,source
1,A1,A1,rulebook:5.2
2,A1,D1,rulebook:5.2
""",
    "scenarios/raid.toml": """\
title = "Raid"
turns = 3
source = "rulebook:20.1"

[sides.red]
supply = ["west"]

[[victory]]
id = "town"
points = 2

[[victory]]
id = "edge"
points = 1
source = "design"
""",
}

CHANGES_MANIFEST = """\
[pack]
id = "mine"
title = "Mine"
base = "tiny"
"""


class UnitRow(msgspec.Struct, frozen=True):
    id: str
    name: str
    kind: Literal["infantry", "armor"]
    steps: Annotated[int, msgspec.Meta(ge=1, le=4)]
    speed: str = "1"


class CombatRow(msgspec.Struct, frozen=True):
    roll: int
    long_odds: str = msgspec.field(name="1:2")
    even_odds: str = msgspec.field(name="1:1")


class SideTerms(msgspec.Struct, frozen=True):
    supply: tuple[str, ...]


class VictoryTerm(msgspec.Struct, frozen=True):
    id: str
    points: Annotated[int, msgspec.Meta(ge=1)]


class Raid(msgspec.Struct, frozen=True):
    title: str
    turns: int
    sides: dict[str, SideTerms]
    victory: tuple[VictoryTerm, ...]
    weather: Literal["dry", "mud"] = "dry"


def spoilt(file: str, old: str, new: str) -> dict[str, str]:
    """The files of the tiny pack with one text replaced by another."""
    assert FILES[file].count(old) == 1, f"{old!r} has to stand in {file} once"
    return {**FILES, file: FILES[file].replace(old, new)}


def without(file: str) -> dict[str, str]:
    """The files of the tiny pack without one of them."""
    return {name: text for name, text in FILES.items() if name != file}


def encoded(files: Mapping[str, str]) -> dict[str, bytes]:
    return {name: text.encode() for name, text in files.items()}


def tiny(files: Mapping[str, str] = FILES, *changes: Mapping[str, str]) -> PackLayers:
    """The tiny pack, with packs of changes laid over it."""
    packs = [make_pack("tiny", encoded(files))]
    packs += [make_pack("mine", encoded({"pack.toml": CHANGES_MANIFEST, **change})) for change in changes]
    return lay(packs)


def read_all(layers: PackLayers) -> None:
    """Read everything, as a game would."""
    with Problems() as problems:
        collect_board(layers, problems)
        layers.rows("units.csv", UnitRow, problems)
        layers.rows("tables/combat.csv", CombatRow, problems)
        layers.document("scenarios/raid.toml", Raid, problems)


def problems_of(files: Mapping[str, str], *changes: Mapping[str, str]) -> list[Problem]:
    """Every problem of a spoilt pack."""
    try:
        read_all(tiny(files, *changes))
    except PackError as error:
        return list(error.problems)
    return []


def only_problem(files: Mapping[str, str], *changes: Mapping[str, str]) -> str:
    """The text of the one problem of a spoilt pack."""
    problems = problems_of(files, *changes)
    assert len(problems) == 1, [str(problem) for problem in problems]
    return str(problems[0])
