"""What a screen can draw over the map: reach, zones, supply, control, objectives, works, ranges, missions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypeAlias

from grognard.board.bits import HexSet, hexes_of
from grognard.board.grid import OFF_GRID, Hex
from grognard.core import Layer, Overlay, OverlayKind, Seat, Subject
from grognard.games.moscow1941 import artillery, control, field, supply, victory
from grognard.games.moscow1941.allowance import starting_points
from grognard.games.moscow1941.movement import MovingUnit
from grognard.games.moscow1941.routes import points, reachable, terms_of
from grognard.games.moscow1941.state import SEATS, MissionKind
from grognard.games.moscow1941.steps import Pos

REACH = OverlayKind("reach", "Reach of a unit", Subject.UNIT, "3.1.5")
ZONES = OverlayKind("zones", "Zones of control", Subject.SEAT, "4.1.1")
SUPPLY = OverlayKind("supply", "Supply", Subject.SEAT, "10.1.1")
LINE = OverlayKind("line", "Line of supply of a unit", Subject.UNIT, "10.1.1")
CONTROL = OverlayKind("control", "Control", Subject.NONE, "4.3")
OBJECTIVES = OverlayKind("objectives", "Victory places", Subject.NONE, "4.3")
WORKS = OverlayKind("works", "Fortifications", Subject.NONE, "7.1.1")
RANGE = OverlayKind("range", "Range of guns or headquarters", Subject.UNIT, "6.1.2")
MISSIONS = OverlayKind("missions", "Air missions", Subject.NONE, "8.2.1")

KINDS = (REACH, ZONES, SUPPLY, LINE, CONTROL, OBJECTIVES, WORKS, RANGE, MISSIONS)

MISSION_WORDS: Mapping[MissionKind, str] = {
    MissionKind.OFFENSIVE: "support",
    MissionKind.DEFENSIVE: "cover",
    MissionKind.ATTACK: "strike",
    MissionKind.OBJECT: "bridge",
    MissionKind.DISRUPT: "disrupt",
    MissionKind.CROSSING: "crossing",
    MissionKind.SUPPLY: "supply",
}

Layers: TypeAlias = Iterable[Layer]


def overlay(position: Pos, kind: OverlayKind, subject: str) -> Overlay:
    """Draw an overlay; one about a unit that is not on the map, or about nobody, is empty."""
    if kind.subject is Subject.UNIT:
        unit = position.game.unit_index.get(subject, -1)
        if unit < 0 or position.state.where[unit] < 0:
            return Overlay(kind.id, ())
        return Overlay(kind.id, tuple(_OF_UNITS[kind](position, unit)))
    if kind.subject is Subject.SEAT:
        seats = [seat for seat in SEATS if subject in ("", seat)]
        return Overlay(kind.id, tuple(layer for seat in seats for layer in _OF_SEATS[kind](position, seat)))
    return Overlay(kind.id, tuple(_OF_ALL[kind](position)))


def _labels(position: Pos, hexes: HexSet | Iterable[Hex]) -> tuple[str, ...]:
    label = position.game.grid.label
    return tuple(label(hex) for hex in (hexes_of(hexes) if isinstance(hexes, int) else hexes))


def _title(position: Pos, what: str, seat: Seat) -> str:
    return f"{position.game.seat_title(seat)} {what}"


# --- units -----------------------------------------------------------------------------------------


def _reach(position: Pos, unit: int) -> Layers:
    """Where a unit could go: with what it has left when it is moving, else with all its points."""
    step = position.step
    if isinstance(step, MovingUnit) and step.unit == unit:
        found = step.reach(position)
    else:
        allowance = starting_points(position, unit)
        found = reachable(position, terms_of(position, unit, allowance, allowance))
    if found is None:
        return
    label = position.game.grid.label
    words = {label(hex): points(cost) for hex, cost in found.cost.items() if hex != found.start}
    yield Layer("can go there", "good", tuple(words), words)


def _line(position: Pos, unit: int) -> Layers:
    path = _labels(position, supply.supply_line(position, unit))
    if path:
        yield Layer("line of supply", "good", path, lines=(path,))
    else:
        here = _labels(position, [position.state.where[unit]])
        yield Layer("no line of supply", "bad", here)


def _range(position: Pos, unit: int) -> Layers:
    game, here = position.game, position.state.where[unit]
    if game.units[unit].is_artillery:
        yield Layer(
            "in range of the guns", "neutral", _labels(position, game.grid.disc(here, artillery.RANGE))
        )
    elif game.units[unit].is_headquarters:
        hexes = game.grid.disc(here, game.headquarters_range[unit])
        yield Layer("in range of the headquarters", "neutral", _labels(position, hexes))


# --- sides -----------------------------------------------------------------------------------------


def _zones(position: Pos, seat: Seat) -> Layers:
    hexes = _labels(position, field.zones(position, seat))
    yield Layer(_title(position, "zones of control", seat), str(seat), hexes)


def _supply(position: Pos, seat: Seat) -> Layers:
    """Where the units of a side with most supply points would be in supply, and its units that are not."""
    game, state = position.game, position.state
    most = max(game.supply_points[unit] for unit in game.units_of[seat])
    hexes = supply.supplied_hexes(position, seat, most)
    yield Layer(_title(position, "supply", seat), str(seat), _labels(position, hexes))
    lost = {
        state.where[unit]
        for unit in game.units_of[seat]
        if state.where[unit] >= 0 and not hexes >> state.where[unit] & 1
    }
    if lost:
        yield Layer(_title(position, "units without supply", seat), "bad", _labels(position, sorted(lost)))


# --- the map ---------------------------------------------------------------------------------------


def _control(position: Pos) -> Layers:
    for seat in SEATS:
        hexes = _labels(position, control.controlled(position, seat))
        yield Layer(_title(position, "control", seat), str(seat), hexes)


def _objectives(position: Pos) -> Layers:
    """What is worth victory points, by who controls it; the word is what a hex or its place is worth."""
    worth: dict[Hex, str] = {}
    for rule in position.game.scenario_data.file.victory.points:
        for hex in hexes_of(victory.area_of(position, rule)):
            worth[hex] = str(rule.points)
    label = position.game.grid.label
    owners: list[tuple[str, str, HexSet]] = [
        (_title(position, "victory places", seat), str(seat), control.controlled(position, seat))
        for seat in SEATS
    ]
    held = owners[0][2] | owners[1][2]
    owners.append(("victory places of nobody", "neutral", ~held))
    for title, tone, area in owners:
        mine = {label(hex): word for hex, word in worth.items() if area >> hex & 1}
        if mine:
            yield Layer(title, tone, tuple(mine), mine)


def _works(position: Pos) -> Layers:
    for index, seat in enumerate(SEATS):
        hexes = [hex for hex, owner in sorted(position.state.forts.items()) if owner == index]
        if hexes:
            yield Layer(_title(position, "field fortifications", seat), str(seat), _labels(position, hexes))


def _missions(position: Pos) -> Layers:
    grid = position.game.grid
    for mission in position.state.missions:
        word = f"{MISSION_WORDS[mission.kind]} {mission.strength}"
        around = [hex for hex in grid.neighbours[mission.hex] if hex != OFF_GRID]
        hexes = [mission.hex, *(around if mission.kind is MissionKind.DISRUPT else [])]
        title = _title(position, f"mission: {MISSION_WORDS[mission.kind]}", mission.seat)
        yield Layer(title, str(mission.seat), _labels(position, hexes), {grid.label(mission.hex): word})


_OF_UNITS: Mapping[OverlayKind, Callable[[Pos, int], Layers]] = {REACH: _reach, LINE: _line, RANGE: _range}
_OF_SEATS: Mapping[OverlayKind, Callable[[Pos, Seat], Layers]] = {ZONES: _zones, SUPPLY: _supply}
_OF_ALL: Mapping[OverlayKind, Callable[[Pos], Layers]] = {
    CONTROL: _control,
    OBJECTIVES: _objectives,
    WORKS: _works,
    MISSIONS: _missions,
}
