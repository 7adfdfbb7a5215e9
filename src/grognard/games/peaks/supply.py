"""15 Logistics: lines of communications, their sources, and who has none."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from grognard.board.bits import HexSet, bits_of, hexes_of
from grognard.board.grid import OFF_GRID, Hex
from grognard.board.network import Network
from grognard.core import Derived, Event, Seat
from grognard.games.peaks import control, naval
from grognard.games.peaks.basics import weather_of
from grognard.games.peaks.components import UnitType, Weather
from grognard.games.peaks.field import has_mark, leave_for_pool, occupied, zones
from grognard.games.peaks.state import AXIS, Mark, other
from grognard.games.peaks.steps import Pos

LENGTH = {
    (AXIS, Weather.SUMMER): 3,
    (AXIS, Weather.WINTER): 2,
    (AXIS, Weather.MUD): 1,
    (other(AXIS), Weather.SUMMER): 2,
    (other(AXIS), Weather.WINTER): 2,
    (other(AXIS), Weather.MUD): 1,
}
"""15.4, 20.1, 20.2: hexes that a line of communications may be long."""


def length(position: Pos, seat: Seat) -> int:
    """How long a line of communications may be now (15.4)."""
    return LENGTH[seat, weather_of(position)]


# --- the ground ------------------------------------------------------------------------------------


def _barred(position: Pos, seat: Seat) -> HexSet:
    """15.2, 15.8: hexes with an enemy unit or in an enemy zone, friends or not."""
    enemy = other(seat)
    return occupied(position, enemy) | zones(position, enemy)


def _passable(position: Pos, seat: Seat, climbs: bool) -> HexSet:
    """The hexes that a line may be traced into (15.2, 2.12): for mountain units all ground (18.2)."""
    geography = position.game.geography
    found = geography.open_to(climbs)
    if not climbs and weather_of(position) is not Weather.SUMMER:
        found &= ~geography.rough
    return found & ~_barred(position, seat)


def _reached(position: Pos, seat: Seat, sources: HexSet, climbs: bool) -> HexSet:
    """All hexes from which a line leads to one of these sources (15.1); each serves its own hex anyway."""
    step, passable = _step(position), _passable(position, seat, climbs)
    found, ring = sources, sources & passable
    for _ in range(length(position, seat)):
        near = step(ring)
        found |= near
        ring |= near & passable
    return found


def _step(position: Pos) -> Callable[[HexSet], HexSet]:
    geography = position.game.geography
    return geography.loc_steps


# --- sources (15.5, 15.6) ----------------------------------------------------------------------------


def depots(position: Pos, seat: Seat) -> HexSet:
    """The printed depots that a seat controls, of its own only (15.11)."""
    return position.game.depots[seat] & control.controlled(position, seat)


def rail_network(position: Pos) -> Network:
    """The railroads along which lines run: not over the sector boundary, unless ruled otherwise (Q-P27)."""
    game = position.game
    return game.geography.rail if game.rules.rail_crosses_boundary else game.geography.rail_within_sectors


def rail_lines(position: Pos, seat: Seat, ends: HexSet, area: HexSet) -> HexSet:
    """The rail hexes from which a rail line leads to one of these, free of enemies and their zones (15.9)."""
    free = area & ~_barred(position, seat)
    return rail_network(position).flood(ends & free, free)


def _last_mile(position: Pos, lines: HexSet, area: HexSet) -> HexSet:
    """15.2: who stands in an enemy zone traces out of his hex, along the railroad too."""
    return lines | rail_network(position).step(lines) & area


def mobile_depots(position: Pos, seat: Seat) -> HexSet:
    """15.5, 15.12, 23.4: hexes of mobile depots with a rail line home."""
    game = position.game
    places = bits_of(
        position.state.where[unit]
        for unit in game.units_of[seat]
        if game.units[unit].type is UnitType.MOBILE_DEPOT and position.state.where[unit] >= 0
    )
    if not places:
        return 0
    ends = depots(position, seat)
    if seat == AXIS:
        ends |= game.west_edge  # ruling Q-P28
    lines = rail_lines(position, seat, ends, game.grid.all)
    return places & _last_mile(position, lines, game.grid.all)


def _axis_sources(position: Pos) -> HexSet:
    game = position.game
    own = control.controlled(position, AXIS)
    found = depots(position, AXIS) | mobile_depots(position, AXIS)
    found |= game.place_hexes("taman") & own
    ports = game.ports["black-sea"]
    if ports and not ports & ~own:
        found |= ports
    return found | naval.sources(position, AXIS)


def _soviet_sources(position: Pos) -> HexSet:
    game, seat = position.game, other(AXIS)
    printed = depots(position, seat)
    home = game.geography.home[seat]
    lines = rail_lines(position, seat, printed, home)  # 15.6: not beyond the printed front line
    found = printed | _last_mile(position, lines, home) | mobile_depots(position, seat)
    return found | naval.sources(position, seat)


def _sources(position: Pos, seat: Seat) -> HexSet:
    return _axis_sources(position) if seat == AXIS else _soviet_sources(position)


sources: Derived[Pos, HexSet] = Derived("logistics sources", _sources)
"""The hexes of a seat's logistics sources, truck columns aside; all its units use them (15.10, 15.11)."""


# --- trucks (15.13) ----------------------------------------------------------------------------------


def columns(position: Pos) -> tuple[int, ...]:
    """The truck columns on the map."""
    return tuple(truck for truck in position.game.trucks if position.state.where[truck] >= 0)


def _column_area(position: Pos, truck: int, climbs: bool) -> HexSet:
    place = 1 << position.state.where[truck]
    return _reached(position, position.game.owner[truck], place, climbs)


column_area: Derived[Pos, HexSet] = Derived("hexes served by a truck column", _column_area)
"""Where the units are that can trace a line to a truck column; it needs no line of its own (15.5)."""


def trucks_for(position: Pos, unit: int) -> tuple[int, ...]:
    """The truck columns to which a unit can trace a line."""
    game = position.game
    return tuple(
        truck
        for truck in columns(position)
        if game.owner[truck] == game.owner[unit]
        and column_area(position, truck, game.climbs[unit]) >> position.state.where[unit] & 1
    )


def declare(position: Pos, truck: int) -> None:
    """15.13: the column supplies all units in reach for the whole phase or segment."""
    position.state.marks[truck] |= Mark.SUPPLYING
    position.memo.clear()
    if position.heard:
        name = position.game.names[truck]
        position.tell(Event("15.13", f"{name} supplies the units around it", units=(name,)))


def expend(position: Pos, truck: int) -> None:
    """15.13: a column that has been used goes back to the pool."""
    leave_for_pool(position, truck, "15.13")


def end_declarations(position: Pos) -> None:
    """15.13: columns declared for a phase or segment are used up at its end."""
    for truck in columns(position):
        if has_mark(position, truck, Mark.SUPPLYING):
            expend(position, truck)


# --- the state of units (15.16) ----------------------------------------------------------------------


def _supplied_area(position: Pos, seat: Seat, climbs: bool) -> HexSet:
    found = _reached(position, seat, sources(position, seat), climbs)
    for truck in columns(position):
        if position.game.owner[truck] == seat and has_mark(position, truck, Mark.SUPPLYING):
            found |= column_area(position, truck, climbs)
    if seat == AXIS:
        found |= airlift_zone(position)
    return found


supplied_area: Derived[Pos, HexSet] = Derived("hexes in support", _supplied_area)
"""The hexes in which units of a seat are supported, for mountain units (True) and all others."""


def airlift_zone(position: Pos) -> HexSet:
    """17.2: the hex of the airlift and all around it; nothing stops it."""
    hex = position.state.where[position.game.airlift]
    return bits_of(position.game.grid.disc(hex, 1)) if hex >= 0 else 0


def supported(position: Pos, unit: int) -> bool:
    """Is a ground unit in support (15.16, 15.17)? Nobody asks for aircraft and support units (15.7).

    Declared truck columns count, others have to be declared first.
    """
    game, where = position.game, position.state.where[unit]
    kind = game.units[unit]
    if where < 0 or kind.static or kind.is_logistics:
        return True  # 15.6
    seat = game.owner[unit]
    if game.depots[seat] >> where & 1:
        return True  # 15.6: in the very hex of a printed depot
    return bool(supplied_area(position, seat, game.climbs[unit]) >> where & 1)


def cut_off(position: Pos, unit: int) -> bool:
    """15.16: no line, and no way out through any of the six hexes around."""
    if supported(position, unit):
        return False
    game, here = position.game, position.state.where[unit]
    seat = game.owner[unit]
    free = game.geography.open_to(game.climbs[unit]) & ~_barred(position, seat)
    hostile_edge = game.geography.home[other(seat)] >> here & 1
    for near in game.grid.neighbours[here]:
        if near == OFF_GRID:
            if not hostile_edge:
                return False
        elif free >> near & 1 and game.geography.passable(here, near, game.climbs[unit]):
            return False
    return True


def has_land_line(position: Pos, hex: Hex, seat: Seat) -> bool:
    """18.4: can a line be traced from a hex to a printed or mobile depot, not to a truck column?"""
    ends = depots(position, seat) | mobile_depots(position, seat)
    return bool(_reached(position, seat, ends, False) >> hex & 1)


def line(position: Pos, unit: int) -> tuple[Hex, ...]:
    """One line from a unit to a source, both included; nothing when there is none."""
    game, here = position.game, position.state.where[unit]
    seat, climbs = game.owner[unit], game.climbs[unit]
    passable, step = _passable(position, seat, climbs), _step(position)
    ends = sources(position, seat)
    if ends >> here & 1:
        return (here,)
    came: dict[Hex, Hex] = {here: here}
    ring: Iterable[Hex] = (here,)
    for _ in range(length(position, seat)):
        found: list[Hex] = []
        for hex in ring:
            for near in hexes_of(step(1 << hex) & passable):
                if near not in came:
                    came[near] = hex
                    found.append(near)
                    if ends >> near & 1:
                        return _back(came, near)
        ring = found
    return ()


def _back(came: dict[Hex, Hex], hex: Hex) -> tuple[Hex, ...]:
    path = [hex]
    while came[hex] != hex:
        hex = came[hex]
        path.append(hex)
    return tuple(reversed(path))


def idle_columns(position: Pos, seat: Seat) -> tuple[int, ...]:
    """The truck columns of a seat on the map that are not declared."""
    return tuple(
        truck
        for truck in columns(position)
        if position.game.owner[truck] == seat and not has_mark(position, truck, Mark.SUPPLYING)
    )
