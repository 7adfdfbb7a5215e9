"""The files that checks speak of, and words that several of them use."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.board.bits import HexSet
from grognard.board.grid import OFF_GRID, Hex
from grognard.board.model import Board, Place
from grognard.games.peaks.components import Components, Scenario
from grognard.packs.constraint import Fault

UNITS = "units.csv"
PLACES = "map/places.csv"
ZONES = "map/zones.csv"
SIDES = "map/hexsides.csv"
LINKS = "map/links.csv"
TERRAIN = "map/terrain"
SUPPORT = "support_units.csv"
COMMAND = "command_markers.csv"
TERRAIN_TABLE = "tables/terrain.csv"
TURNS = "tables/turns.csv"

CLOSED_GROUND = ("", "sea", "neutral")


def setup_file(scenario: Scenario) -> str:
    """The set-up of a scenario."""
    return f"scenarios/{scenario.file.setup}_setup.csv"


def no_row(file: str, row: str) -> Fault:
    """That a file lacks a row."""
    return Fault(f"no row {row} in {file}", file, row)


def missing(file: str, wanted: Iterable[str], found: Iterable[str]) -> list[Fault]:
    """That a file lacks some rows."""
    known = set(found)
    return [no_row(file, row) for row in wanted if row not in known]


def area(board: Board, zone: str) -> HexSet:
    """The hexes of a zone; none when there is no such zone."""
    return board.zones[zone].area if zone in board.zones else 0


def land(board: Board) -> HexSet:
    """The hexes in which ground units can stand."""
    return sum(1 << hex for hex in board.grid.hexes if board.terrain[hex] not in CLOSED_GROUND)


def neighbours(board: Board, hex: Hex) -> list[Hex]:
    """The neighbours of a hex that are on the map."""
    return [near for near in board.grid.neighbours[hex] if near != OFF_GRID]


def names(board: Board, hexes: Iterable[Hex], shown: int = 4) -> str:
    """Some hexes by their numbers.

    >>> names(board, [])                                           # doctest: +SKIP
    ''
    """
    labels = [board.grid.label(hex) for hex in hexes]
    more = f" and {len(labels) - shown} more" if len(labels) > shown else ""
    return ", ".join(labels[:shown]) + more


def places_with(components: Components, name: str, value: str = "") -> dict[str, Place]:
    """The places that have a property, by id; those with one value of it when a value is given."""
    return {
        place.id: place
        for place in components.board.places.values()
        if place.properties.get(name) and value in ("", place.properties[name])
    }
