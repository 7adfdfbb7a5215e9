"""What a screen can draw over the map: reach, rail, zones, supply, control, objectives, sectors, air."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypeAlias

from grognard.board.bits import HexSet, bits_of, hexes_of
from grognard.board.grid import Hex
from grognard.core import Layer, Overlay, OverlayKind, Seat, Subject
from grognard.games.peaks import air, control, field, routes, supply, support
from grognard.games.peaks.components import MOVEMENT_UNIT, UnitType
from grognard.games.peaks.state import AXIS, SEATS, Sectors
from grognard.games.peaks.steps import Pos

REACH = OverlayKind("reach", "Reach of a unit", Subject.UNIT, "6.1")
RAIL = OverlayKind("rail", "Rail transport of a unit", Subject.UNIT, "7.1")
LINE = OverlayKind("line", "Line of communications of a unit", Subject.UNIT, "15.1")
ZONES = OverlayKind("zones", "Zones of control", Subject.SEAT, "9.1")
SUPPLY = OverlayKind("supply", "Logistic support", Subject.SEAT, "15.4")
SOURCES = OverlayKind("sources", "Logistics sources", Subject.SEAT, "15.5")
AIR = OverlayKind("air", "Air zones", Subject.SEAT, "16.7")
CONTROL = OverlayKind("control", "Control", Subject.NONE, "3.3")
OBJECTIVES = OverlayKind("objectives", "Victory places", Subject.NONE, "3.5")
SECTORS = OverlayKind("sectors", "Sectors", Subject.NONE, "5.0")
PARTISANS = OverlayKind("partisans", "Partisan zones", Subject.NONE, "19.5")

KINDS = (REACH, RAIL, LINE, ZONES, SUPPLY, SOURCES, AIR, CONTROL, OBJECTIVES, SECTORS, PARTISANS)

Layers: TypeAlias = Iterable[Layer]


def overlay(position: Pos, kind: OverlayKind, subject: str) -> Overlay:
    """Draw an overlay; one about a unit that is not on the map, or about nobody, is empty."""
    if kind.subject is Subject.UNIT:
        unit = position.game.index.get(subject, -1)
        if not 0 <= unit < len(position.game.units) or position.state.where[unit] < 0:
            return Overlay(kind.id, ())
        return Overlay(kind.id, tuple(_OF_UNITS[kind](position, unit)))
    if kind.subject is Subject.SEAT:
        seats = [seat for seat in SEATS if subject in ("", seat)]
        return Overlay(kind.id, tuple(layer for seat in seats for layer in _OF_SEATS[kind](position, seat)))
    return Overlay(kind.id, tuple(_OF_ALL[kind](position)))


def _labels(position: Pos, hexes: HexSet | Iterable[Hex]) -> tuple[str, ...]:
    label = position.game.grid.label
    listed = hexes_of(hexes & position.game.grid.all) if isinstance(hexes, int) else hexes
    return tuple(label(hex) for hex in listed)


def _title(position: Pos, what: str, seat: Seat) -> str:
    return f"{position.game.seat_title(seat)} {what}"


def points(cost: int) -> str:
    """Half points as a player reads them: `2½`."""
    whole, half = divmod(cost, MOVEMENT_UNIT)
    return f"{whole or ''}½" if half else str(whole)


# --- units -------------------------------------------------------------------------------------------------


def _reach(position: Pos, unit: int) -> Layers:
    if position.game.units[unit].type is UnitType.MOBILE_DEPOT:
        yield Layer("can go there", "good", _labels(position, routes.destinations(position, unit)))
        return
    found, label = routes.reachable(position, unit), position.game.grid.label
    words = {label(hex): points(cost) for hex, cost in found.cost.items() if hex != found.start}
    yield Layer("can go there", "good", tuple(words), words)


def _rail(position: Pos, unit: int) -> Layers:
    yield Layer("can go there by rail", "good", _labels(position, routes.rail_reach(position, unit)))


def _line(position: Pos, unit: int) -> Layers:
    path = _labels(position, supply.line(position, unit))
    if path:
        yield Layer("line of communications", "good", path, lines=(path,))
    elif supply.supported(position, unit):
        yield Layer("in support", "good", _labels(position, [position.state.where[unit]]))
    else:
        title = "cut off" if supply.cut_off(position, unit) else "no line of communications"
        yield Layer(title, "bad", _labels(position, [position.state.where[unit]]))


# --- sides -------------------------------------------------------------------------------------------------


def _zones(position: Pos, seat: Seat) -> Layers:
    yield Layer(
        _title(position, "zones of control", seat), str(seat), _labels(position, field.zones(position, seat))
    )


def _supply(position: Pos, seat: Seat) -> Layers:
    """Where units of a side are supported, and those of its units that are not."""
    game, where = position.game, position.state.where
    hexes = _labels(position, supply.supplied_area(position, seat, False))
    yield Layer(_title(position, "logistic support", seat), str(seat), hexes)
    lost = bits_of(
        where[unit]
        for unit in game.units_of[seat]
        if where[unit] >= 0 and not supply.supported(position, unit)
    )
    if lost:
        yield Layer(_title(position, "units without support", seat), "bad", _labels(position, lost))


def _sources(position: Pos, seat: Seat) -> Layers:
    hexes = _labels(position, supply.sources(position, seat))
    yield Layer(_title(position, "logistics sources", seat), str(seat), hexes)


def _air(position: Pos, seat: Seat) -> Layers:
    for counter in air.over_the_map(position, seat):
        label = position.game.grid.label(position.state.where[counter])
        title = f"air zone of {position.game.names[counter]}"
        words = {label: str(air.strength(position, counter))}
        yield Layer(title, str(seat), _labels(position, air.zone(position, counter)), words)


# --- the map ---------------------------------------------------------------------------------------------


def _control(position: Pos) -> Layers:
    for seat in SEATS:
        hexes = control.controlled(position, seat) & position.game.geography.land
        yield Layer(_title(position, "control", seat), str(seat), _labels(position, hexes))


def _objectives(position: Pos) -> Layers:
    label = position.game.grid.label
    for seat in SEATS:
        words = {label(hex): str(worth) for hex, worth in position.game.objectives[seat].items()}
        yield Layer(_title(position, "victory places", seat), str(seat), tuple(words), words)
    ports = _labels(position, position.game.ports["black-sea"])
    yield Layer("Black Sea ports: a point for all", str(AXIS), ports)


def _sectors(position: Pos) -> Layers:
    open_now = field.open_sectors(position)
    for sector, name in ((Sectors.STALINGRAD, "Stalingrad Sector"), (Sectors.CAUCASUS, "Caucasus Sector")):
        tone = "good" if open_now & sector else "neutral"
        title = f"{name}, open" if open_now & sector else name
        yield Layer(title, tone, _labels(position, position.game.geography.sector_area[sector]))


def _partisans(position: Pos) -> Layers:
    hexes = _labels(position, support.partisan_zones(position))
    if hexes:
        yield Layer("no rail transport and no bridges for the Axis", "bad", hexes)


_OF_UNITS: Mapping[OverlayKind, Callable[[Pos, int], Layers]] = {REACH: _reach, RAIL: _rail, LINE: _line}
_OF_SEATS: Mapping[OverlayKind, Callable[[Pos, Seat], Layers]] = {
    ZONES: _zones,
    SUPPLY: _supply,
    SOURCES: _sources,
    AIR: _air,
}
_OF_ALL: Mapping[OverlayKind, Callable[[Pos], Layers]] = {
    CONTROL: _control,
    OBJECTIVES: _objectives,
    SECTORS: _sectors,
    PARTISANS: _partisans,
}
