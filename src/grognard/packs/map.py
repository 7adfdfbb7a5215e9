"""The map of a pack: all files under `map/` as one `Board`, checked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeVar

import msgspec

from grognard.board.grid import Grid, Hex
from grognard.board.model import Board, BoardError, Link, Place, SideFeature, Zone
from grognard.packs.facts import check_facts
from grognard.packs.hexes import HexReader, check_kind, zone_hexes
from grognard.packs.layers import PackLayers
from grognard.packs.maprows import BridgeRow, FactRow, LabelRow, LinkRow, PlaceRow, SideRow, ZoneRow
from grognard.packs.problem import Problem, Problems
from grognard.packs.rivers import SidePair, Stretch, check_bridges, check_rivers
from grognard.packs.rows import Located, typed_rows
from grognard.packs.terrain import read_grid, read_terrain
from grognard.packs.textmap import NO_TERRAIN

RowT = TypeVar("RowT", bound=msgspec.Struct)


class MapLabel(msgspec.Struct, frozen=True):
    """A name to write on the map, at one hex or along several; size 0 leaves the size to the painter."""

    text: str
    kind: str
    hexes: tuple[Hex, ...]
    angle: int = 0
    size: int = 0


def read_board(layers: PackLayers) -> Board:
    """The board of a pack; raises `PackError` with everything that is wrong with its map."""
    with Problems() as problems:
        board = collect_board(layers, problems)
        problems.raise_if_any()
    assert board is not None
    return board


def collect_board(layers: PackLayers, problems: Problems) -> Board | None:
    """The board of a pack, or None after noting in `problems` what is wrong with its map."""
    grid = read_grid(layers, problems)
    return _MapFiles(layers, grid, problems).board() if grid else None


def read_labels(layers: PackLayers, grid: Grid) -> tuple[MapLabel, ...]:
    """The names to write on the map; raises `PackError` when one is wrong."""
    with Problems() as problems:
        return _MapFiles(layers, grid, problems).labels()


class _MapFiles:
    """The map files of a pack on their way to a board."""

    def __init__(self, layers: PackLayers, grid: Grid, problems: Problems) -> None:
        self.layers = layers
        self.grid = grid
        self.problems = problems
        self.kinds = layers.manifest.kinds
        self.before = len(problems)
        read = read_terrain(layers, grid, problems)
        # A hex whose terrain could not be read is still a hex: other rows may name it.
        kinds = {
            label: read[label].text("terrain") if label in read else ""
            for label in map(grid.label, grid.hexes)
        }
        self.terrain = {grid.hex(label): kind for label, kind in kinds.items() if kind != NO_TERRAIN}
        self.reader = HexReader(grid, self.terrain, problems)
        self.knows_ground = len(problems) == self.before

    def board(self) -> Board | None:
        before = len(self.problems)
        stretches, bridges, links = self.stretches(), self.bridges(), self.links()
        if self.knows_ground:  # else a river may seem to end on land
            check_rivers(self.reader, stretches, self.kinds)
        if len(self.problems) == before:  # else a bridge may seem to hang over nothing
            check_bridges(bridges, stretches, links, self.kinds, self.problems)
        places = self.places()
        zones = self.zones({place.id: place for place in places})
        self.labels()
        facts = self.rows("map/facts.csv", FactRow)
        if len(self.problems) > self.before:
            return None
        try:
            board = Board.build(
                self.layers.id, self.grid, self.terrain, self.sides(stretches, bridges), links, places, zones
            )
        except BoardError as error:
            self.problems.add(Problem(self.layers.manifest_file, found=str(error), expected="a sound map"))
            return None
        check_facts(board, self.kinds, facts, self.problems)
        return board

    def rows(self, file: str, row_type: type[RowT]) -> list[Located[RowT]]:
        """The rows of a map file; a pack may do without any of them."""
        if file not in self.layers:
            return []
        table = self.layers.table(file, self.problems)
        return typed_rows(table, row_type, self.problems, extra=self.layers.manifest.columns.get(file, ()))

    def properties(self, row: Located[msgspec.Struct], file: str) -> Mapping[str, str]:
        """The cells under the columns that the game adds to this file."""
        return {column: row.raw.text(column) for column in self.layers.manifest.columns.get(file, ())}

    def stretches(self) -> list[Stretch]:
        found = []
        for row in self.rows("map/hexsides.csv", SideRow):
            known = check_kind(row, row.row.kind, self.kinds.side, "side", self.problems)
            sides = [self.reader.side(row.raw, "sides", text) for text in row.row.sides]
            sound = tuple(side for side in sides if side is not None)
            if known and len(sound) == len(sides):
                found.append(Stretch(row, sound))
        return found

    def bridges(self) -> list[tuple[Located[BridgeRow], SidePair]]:
        found = []
        for row in self.rows("map/bridges.csv", BridgeRow):
            known = check_kind(row, row.row.kind, self.kinds.bridge, "bridge", self.problems)
            side = self.reader.side(row.raw, "side", row.row.side)
            if known and side is not None:
                found.append((row, side))
        return found

    def links(self) -> list[Link]:
        found = []
        for row in self.rows("map/links.csv", LinkRow):
            known = check_kind(row, row.row.kind, self.kinds.link, "link", self.problems)
            path = self.reader.path(row.raw, "path", row.row.path)
            if known and path:
                found.append(Link(row.row.name, row.row.kind, path, row.row.id))
        return found

    def places(self) -> list[Place]:
        found: list[Place] = []
        taken: dict[Hex, str] = {}
        for row in self.rows("map/places.csv", PlaceRow):
            check_kind(row, row.row.kind, self.kinds.place, "place", self.problems)
            hexes = self.reader.hexes(row.raw, "hexes", row.row.hexes)
            for hex in hexes:
                if hex in taken:
                    expected = f"a hex that belongs to no other place; it belongs to {taken[hex]}"
                    self.problems.add(row.problem("hexes", expected, found=self.grid.label(hex)))
                taken[hex] = row.row.id
            properties = self.properties(row, "map/places.csv")
            found.append(Place(row.row.id, row.row.name, row.row.kind, hexes, properties))
        return found

    def zones(self, places: Mapping[str, Place]) -> list[Zone]:
        found = []
        for row in self.rows("map/zones.csv", ZoneRow):
            check_kind(row, row.row.kind, self.kinds.zone, "zone", self.problems)
            hexes = zone_hexes(self.reader, row, places)
            properties = self.properties(row, "map/zones.csv")
            found.append(Zone(row.row.id, row.row.name, row.row.kind, hexes, properties))
        return found

    def labels(self) -> tuple[MapLabel, ...]:
        found = []
        for row in self.rows("map/labels.csv", LabelRow):
            check_kind(row, row.row.kind, self.kinds.label, "label", self.problems)
            labels = tuple(row.row.at.split("-"))
            hexes = self.reader.hexes(row.raw, "at", labels)
            found.append(MapLabel(row.row.text, row.row.kind, hexes, row.row.angle, row.row.size))
        return tuple(found)

    def sides(
        self, stretches: Iterable[Stretch], bridges: Iterable[tuple[Located[BridgeRow], SidePair]]
    ) -> Iterable[tuple[int, SideFeature]]:
        for stretch in stretches:
            row = stretch.row.row
            for side in stretch.sides:
                yield self.grid.side(*side), SideFeature(row.kind, row.name, row.id)
        for bridge, side in bridges:
            carried = bridge.row
            yield self.grid.side(*side), SideFeature("bridge", carried.name, carried.id, carried.kind)
