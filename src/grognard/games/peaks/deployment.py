"""22.1 Where units start: what the codes on the counters allow, and a suggestion that covers the front."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from grognard.board.bits import HexSet, hexes_of
from grognard.board.grid import Hex
from grognard.games.peaks.components import Code, UnitType, Variant
from grognard.games.peaks.field import crowding_of
from grognard.games.peaks.state import SEATS, SOVIET, Sectors

if TYPE_CHECKING:
    from grognard.games.peaks.game import Peaks

CODED_SECTOR: Mapping[Code, Sectors] = {
    Code.ARMY_GROUP_A: Sectors.CAUCASUS,
    Code.ARMY_GROUP_B: Sectors.STALINGRAD,
    Code.EITHER_ARMY_GROUP: Sectors.BOTH,
    Code.CAUCASUS: Sectors.CAUCASUS,
    Code.STALINGRAD: Sectors.STALINGRAD,
}
"""22.1.2, 22.1.3: the sectors in which a code sets up."""


def starts_on_map(game: Peaks, unit: int) -> bool:
    """Does a unit belong to the set-up? With better logistics one extra truck column does (23.4)."""
    counter = game.units[unit]
    if counter.variant is Variant.BETTER_LOGISTICS:
        if not game.rules.better_logistics or counter.type is not UnitType.TRUCK_COLUMN:
            return False
        return unit == min(n for n in game.trucks if game.units[n].variant is Variant.BETTER_LOGISTICS)
    return counter.code in CODED_SECTOR


def area_of(game: Peaks, unit: int) -> HexSet:
    """The hexes in which a unit may set up."""
    counter, geography = game.units[unit], game.geography
    seat = game.owner[unit]
    if counter.city:
        return game.place_hexes(counter.city)
    if counter.type is UnitType.MARINES:
        return game.ports["black-sea"] & geography.home[SOVIET]
    sectors = CODED_SECTOR.get(counter.code, Sectors.BOTH)
    area = geography.home[seat] & geography.sector_area[sectors] & geography.open_to(game.climbs[unit])
    return area & geography.rail_hexes if counter.type is UnitType.MOBILE_DEPOT else area


def front_hexes(game: Peaks, home: HexSet) -> tuple[Hex, ...]:
    """The hexes of a side that touch the start front line."""
    found = {hex for side in game.front_sides for hex in game.grid.side_hexes(side) if home >> hex & 1}
    return tuple(sorted(found))


def suggestions(game: Peaks) -> dict[int, Hex]:
    """The hex of every unit that starts on the map: the scenario's own, else one where it is needed."""
    rows = game.scenario_data.setup
    starting = [unit for unit in range(len(game.units)) if starts_on_map(game, unit)]
    found = {unit: game.grid.hex(rows[game.names[unit]]) for unit in starting if game.names[unit] in rows}
    for seat in SEATS:
        left = [unit for unit in starting if unit not in found and game.owner[unit] == seat]
        # those with the least choice first
        left.sort(key=lambda unit: (area_of(game, unit).bit_count(), unit))
        for unit in left:
            hex = _where_needed(game, unit, found)
            if hex is not None:
                found[unit] = hex
    return found


def _where_needed(game: Peaks, unit: int, found: Mapping[int, Hex]) -> Hex | None:
    """A hex with room: one that covers most of the bare front, else one with few units, near the front."""
    seat = game.owner[unit]
    mine = [other for other in found if game.owner[other] == seat]
    front = front_hexes(game, game.geography.home[seat])
    bare = 0
    for hex in front:
        bare |= 1 << hex
    for other in mine:
        bare &= ~_covered(game, other, found[other])
    options = [
        hex
        for hex in hexes_of(area_of(game, unit))
        if crowding_of(game, (unit, *(other for other in mine if found[other] == hex))) is None
    ]
    if not options:
        return None

    def merit(hex: Hex) -> tuple[int, int, int, int]:
        cover = (_covered(game, unit, hex) & bare).bit_count()
        company = sum(found[other] == hex for other in mine)
        distance = min((game.grid.distance(hex, there) for there in front), default=0)
        return (-cover, company, distance, hex)

    return min(options, key=merit)


def _covered(game: Peaks, unit: int, hex: Hex) -> HexSet:
    """The hex of a unit and those in its zone."""
    if unit in game.trucks:
        return 0
    return game.geography.zone[game.climbs[unit]][hex] | 1 << hex
