"""Whether everybody starts in support (15.0) where the suggested set-up puts him: a part of C-P03.

The rules of supply are written for a game under way; this is the one day on which they can be told in short:
summer, nothing moved, nobody expended.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from grognard.board.bits import HexSet
from grognard.board.grid import Hex
from grognard.board.model import Board
from grognard.games.peaks.checks.files import area, land, neighbours, places_with
from grognard.games.peaks.components import Components, Side, Unit, UnitType

RAIL = "railroad"
REACH: Mapping[Side, int] = {Side.AXIS: 3, Side.SOVIET: 2}
"""The length of a line of communications in summer (15.4)."""


def zone_of(board: Board, hex: Hex) -> HexSet:
    """The zone of control of a unit that does not climb (9.0, 9.1)."""
    ground = land(board) & ~board.terrain_sets.get("high_mountain", 0)
    return sum(
        1 << near
        for near in neighbours(board, hex)
        if ground >> near & 1 and not board.has_side("sea", hex, near)
    )


def out_of_support(components: Components, stacks: Mapping[Hex, list[Unit]]) -> Iterator[tuple[Unit, Hex]]:
    """The units that cannot trace a line of communications, with their hexes."""
    board = components.board
    for side in Side:
        blocked = _blocked(board, side, stacks)
        sources = _sources(components, side, stacks, blocked)
        depots = sum(place.area for place in places_with(components, "depot", side.value).values())
        for hex, stack in stacks.items():
            fed = depots >> hex & 1 or _reaches(board, hex, sources, blocked, REACH[side])
            for unit in stack:
                free = unit.static or unit.is_logistics
                if unit.side is side and not fed and not free:
                    yield unit, hex


def _blocked(board: Board, side: Side, stacks: Mapping[Hex, list[Unit]]) -> HexSet:
    """Where no line may run: enemy units and their zones, the sea, high mountains (15.2)."""
    closed = board.grid.all & ~land(board) | board.terrain_sets.get("high_mountain", 0)
    for hex, stack in stacks.items():
        if any(unit.side is side.enemy and unit.exerts_zone for unit in stack):
            closed |= 1 << hex | zone_of(board, hex)
    return closed


def _sources(components: Components, side: Side, stacks: Mapping[Hex, list[Unit]], blocked: HexSet) -> HexSet:
    """Depots and, for the Soviets, the railroads that join them; for the Axis, mobile depots (15.5, 15.6)."""
    board = components.board
    printed = sum(place.area for place in places_with(components, "depot", side.value).values()) & ~blocked
    if side is Side.SOVIET:
        return _railed(board, printed, blocked | ~area(board, "soviet-side"))
    served = _railed(board, printed | board.grid.edges["west"] & area(board, "axis-side"), blocked)
    mobile = sum(
        1 << hex
        for hex, stack in stacks.items()
        if any(unit.type is UnitType.MOBILE_DEPOT and unit.side is side for unit in stack)
    )
    return printed | mobile & served


def _railed(board: Board, start: HexSet, blocked: HexSet) -> HexSet:
    """The hexes on railroads that lead to some hexes, without leaving a sector (15.3)."""
    found, wave = 0, [hex for hex in board.grid.hexes if start >> hex & 1 and not blocked >> hex & 1]
    while wave:
        hex = wave.pop()
        if found >> hex & 1 or blocked >> hex & 1:
            continue
        found |= 1 << hex
        wave += [
            near
            for near in neighbours(board, hex)
            if board.linked(RAIL, hex, near) and not board.has_side("sector_boundary", hex, near)
        ]
    return found


def _reaches(board: Board, start: Hex, sources: HexSet, blocked: HexSet, reach: int) -> bool:
    """Whether a line of so many hexes leads from a hex, itself not counted, to a source (15.1)."""
    if sources >> start & 1:
        return True
    seen = wave = 1 << start
    for _ in range(reach):
        beyond = 0
        for hex in board.grid.hexes:
            if wave >> hex & 1:
                for near in neighbours(board, hex):
                    crosses = board.has_side("sector_boundary", hex, near) or board.has_side("sea", hex, near)
                    if not crosses and not blocked >> near & 1:
                        beyond |= 1 << near
        wave = beyond & ~seen
        seen |= wave
        if wave & sources:
            return True
    return False
