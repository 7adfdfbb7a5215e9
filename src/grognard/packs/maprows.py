"""The rows of the map files: one Struct for each file under `map/`."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec

Words: TypeAlias = tuple[str, ...]
RiverEnd: TypeAlias = Literal["", "spring", "fades"]
FactKind: TypeAlias = Literal["terrain", "land", "place", "zone", "link", "neighbour"]


class TerrainRow(msgspec.Struct, frozen=True):
    """`map/terrain.csv`: the terrain of one hex, over what the text map says."""

    hex: str
    terrain: str


class SideRow(msgspec.Struct, frozen=True):
    """`map/hexsides.csv`: a stretch of river or another line along hexsides, such as `3102/3103 3103/3202`.

    `begin` and `end` say why a river may begin or end in the middle of the land: it springs there,
    or it fades, being too small to draw beyond.
    """

    id: str
    kind: str
    sides: Words
    name: str = ""
    begin: RiverEnd = ""
    end: RiverEnd = ""


class BridgeRow(msgspec.Struct, frozen=True):
    """`map/bridges.csv`: a bridge over one hexside, and whether it carries a road or a railway."""

    id: str
    side: str
    kind: str
    name: str = ""


class LinkRow(msgspec.Struct, frozen=True):
    """`map/links.csv`: a road or railway along a path of hexes, such as `5305-5206-5106`."""

    id: str
    kind: str
    path: str
    name: str = ""


class PlaceRow(msgspec.Struct, frozen=True):
    """`map/places.csv`: a village, town or city and its hexes."""

    id: str
    name: str
    kind: str
    hexes: Words


class ZoneRow(msgspec.Struct, frozen=True):
    """`map/zones.csv`: a part of the map: hexes and runs of them, edges, places, lines.

    The words are `0132`, `0132-0137`, `edge:west`, `place:klin` and `lines:01-12`.
    """

    id: str
    name: str
    kind: str
    hexes: Words


class LabelRow(msgspec.Struct, frozen=True):
    """`map/labels.csv`: a name written on the map, at a hex or along hexes such as `1203-1302`."""

    text: str
    kind: str
    at: str
    angle: Annotated[int, msgspec.Meta(ge=-180, le=180)] = 0
    size: Annotated[int, msgspec.Meta(ge=0, le=100)] = 0


class FactRow(msgspec.Struct, frozen=True):
    """`map/facts.csv`: something a rule book says of a hex, which the map has to agree with."""

    hex: str
    what: FactKind
    value: str
