"""Whether the suggested set-up is one that the rules allow (22.1.2, 22.1.3): a part of C-P03."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from grognard.board.grid import Hex
from grognard.board.model import Board
from grognard.games.peaks.checks.files import SIDES, area, setup_file
from grognard.games.peaks.checks.logistics import out_of_support, zone_of
from grognard.games.peaks.components import Code, Components, Nation, Scenario, Side, Unit, UnitType
from grognard.packs.constraint import Fault

SECTOR_OF: Mapping[Code, str] = {
    Code.ARMY_GROUP_A: "caucasus-sector",
    Code.ARMY_GROUP_B: "stalingrad-sector",
    Code.EITHER_ARMY_GROUP: "",
    Code.CAUCASUS: "caucasus-sector",
    Code.STALINGRAD: "stalingrad-sector",
}
"""Where units with a code of set-up may stand; anywhere on their side when it is empty."""

HOME: Mapping[Side, str] = {Side.AXIS: "axis-side", Side.SOVIET: "soviet-side"}
STACKING: Mapping[Side, int] = {Side.AXIS: 2, Side.SOVIET: 1}


def setup_faults(components: Components, scenario: Scenario) -> list[Fault]:
    """Everything that is wrong with the set-up of a scenario."""
    file, board = setup_file(scenario), components.board
    placed = {id: board.grid.hex(label) for id, label in scenario.setup.items() if id in components.units}
    starting = [unit for unit in components.units.values() if unit.code in SECTOR_OF]
    faults = [Fault(f"{unit.id} has no hex", file, unit.id) for unit in starting if unit.id not in placed]
    for id, hex in placed.items():
        faults += _place_faults(board, components.units[id], hex, file)
    stacks: dict[Hex, list[Unit]] = {}
    for id, hex in placed.items():
        stacks.setdefault(hex, []).append(components.units[id])
    for hex, stack in stacks.items():
        faults += _stack_faults(board, hex, stack, file)
    for side in Side:
        faults += _cover_faults(components, side, stacks)
    faults += [
        Fault(f"{unit.id} in {board.grid.label(hex)}: out of support at the start", file, unit.id, "hex")
        for unit, hex in out_of_support(components, stacks)
    ]
    return faults


def _place_faults(board: Board, unit: Unit, hex: Hex, file: str) -> Iterator[Fault]:
    label = board.grid.label(hex)
    if unit.code not in SECTOR_OF:
        yield Fault(f"{unit.id} does not start on the map", file, unit.id, "hex")
        return
    if not area(board, HOME[unit.side]) >> hex & 1:
        yield Fault(f"{unit.id} in {label}: beyond the front line", file, unit.id, "hex")
    sector = SECTOR_OF[unit.code]
    if sector and not area(board, sector) >> hex & 1 and unit.type is not UnitType.GARRISON:
        yield Fault(f"{unit.id} in {label}: not in its sector", file, unit.id, "hex")
    if unit.city and unit.city in board.places and hex not in board.places[unit.city].hexes:
        yield Fault(f"{unit.id} in {label}: not in its city", file, unit.id, "hex")
    if unit.type is UnitType.MOBILE_DEPOT and not board.link_hexes("railroad") >> hex & 1:
        yield Fault(f"{unit.id} in {label}: not on a railroad", file, unit.id, "hex")
    if unit.type is UnitType.MARINES and not _is_black_sea_port(board, hex):
        yield Fault(f"{unit.id} in {label}: in no port of the Black Sea", file, unit.id, "hex")
    if board.terrain[hex] == "high_mountain" and not unit.mountain:
        yield Fault(f"{unit.id} in {label}: it cannot climb there", file, unit.id, "hex")


def _is_black_sea_port(board: Board, hex: Hex) -> bool:
    place = board.place_at.get(hex)
    return place is not None and place.properties.get("port") == "black-sea"


def _stack_faults(board: Board, hex: Hex, stack: list[Unit], file: str) -> Iterator[Fault]:
    label, side = board.grid.label(hex), stack[0].side
    fighters = [unit for unit in stack if unit.is_combat]
    if len(fighters) > STACKING[side]:
        yield Fault(f"{label}: {len(fighters)} units, not {STACKING[side]}", file, fighters[-1].id, "hex")
    allies = {unit.nation for unit in fighters} - {Nation.GERMAN, Nation.SOVIET}
    if len(allies) > 1:
        yield Fault(f"{label}: allies of two nations", file, fighters[-1].id, "hex")
    for kind in (UnitType.GARRISON, UnitType.MOBILE_DEPOT, UnitType.TRUCK_COLUMN):
        same = [unit for unit in stack if unit.type is kind]
        if len(same) > 1:
            yield Fault(f"{label}: more than one {kind.value.replace('_', ' ')}", file, same[-1].id, "hex")


def _cover_faults(components: Components, side: Side, stacks: Mapping[Hex, list[Unit]]) -> Iterator[Fault]:
    """A unit or its zone beside every hexside of the front line (ruling Q-P39)."""
    board = components.board
    home, covered = area(board, HOME[side]), 0
    for hex, stack in stacks.items():
        if any(unit.side is side and unit.exerts_zone for unit in stack):
            covered |= 1 << hex | zone_of(board, hex)
    for number in sorted(board.side_sets.get("front_line", frozenset())):
        pair = board.grid.side_hexes(number)
        own = next((hex for hex in pair if home >> hex & 1), None)
        if own is not None and not covered >> own & 1:
            a, b = map(board.grid.label, pair)
            says = f"the {side.value} side does not cover the front line at {a}/{b}"
            yield Fault(says, SIDES, "front-line", "sides")
