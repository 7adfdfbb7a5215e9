"""A few counters on a tiny board, in the middle of an impulse: the situations that rules are tried on.

    position = scene('''
        .    .Inf   .
          .     .A1    .
        .    .      .
    ''', result="DD")
    play(position, "attack 0202", "join Inf", "fight", "roll 1")
    where(position, "A1")

The picture is that of `tiny_board`: a sign for the ground and the names of who stands there, from the cast
below. Both combat tables answer `result` to every roll in every column. Unless a test says otherwise all are
in logistic support, the weather is summer, both sectors are open to the Axis, and nothing is in the air.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any, TypeAlias

import msgspec

from grognard.board.bits import HexSet
from grognard.core import AnyStep, Event, GameOver, Outcome, Position, Seat
from grognard.games import open_layers
from grognard.games.peaks import MODULE
from grognard.games.peaks.combat import CombatSegment
from grognard.games.peaks.components import (
    COLUMNS,
    ROLLS,
    AirUnit,
    Code,
    Components,
    Nation,
    Result,
    Sector,
    Side,
    Size,
    SupportUnit,
    Unit,
    UnitType,
    Weather,
    read,
)
from grognard.games.peaks.field import forget, put, take_control
from grognard.games.peaks.game import Peaks
from grognard.games.peaks.state import (
    ASIDE,
    AXIS,
    BOX,
    POOL,
    SOVIET,
    Impulse,
    PeaksState,
    Phase,
    Sectors,
    Segment,
)
from grognard.testing.tiny import TinyBoard, tiny_board

PeaksPosition: TypeAlias = Position[PeaksState, Any]

SIGNS = {".": "clear", "r": "rough", "^": "high_mountain", "~": "swamp", "=": "sea", "-": ""}

CAST = """
Pz     german   panzer           corps        6-5-5/3-3-5
Pz2    german   panzer           corps        6-5-5/3-3-5
Pz3    german   panzer           corps        6-5-5/3-3-5
Inf    german   infantry         corps        4-5-3/2-3-3
Inf2   german   infantry         corps        4-5-3/2-3-3
Inf3   german   infantry         corps        4-5-3/2-3-3
Mtn    german   mountain         corps        4-5-3/2-3-3
KG     german   infantry         kampfgruppe  2-2-3
Rom    romanian infantry         army         2-3-3/1-2-3
Rom2   romanian infantry         army         2-3-3/1-2-3
RomPz  romanian panzer           corps        3-3-5/1-2-5
Ita    italian  infantry         army         2-3-3/1-2-3
Hun    hungarian infantry        army         2-3-3/1-2-3
Depot  german   mobile_depot     logistics    0-1-1
Truck  german   truck_column     logistics    0-0-4
Truck2 german   truck_column     logistics    0-0-4
Oil    german   oil_detachment   detachment   0-1-2
A1     soviet   infantry         army         2-4-3/1-2-3
A2     soviet   infantry         army         2-4-3/1-2-3
A3     soviet   infantry         army         2-4-3/1-2-3
A4     soviet   infantry         army         2-4-3/1-2-3
Weak   soviet   infantry         army         1-2-3
T1     soviet   tank             army         6-5-4/3-3-4
T2     soviet   tank             army         6-5-4/3-3-4
S1     soviet   shock            army         4-5-3/2-3-3
Gar    soviet   garrison         garrison     0-2-0
Mar    soviet   marines          corps        1-2-3
"""
"""Ground units: attack-defence-movement, and the same of the reduced side if there is one."""

AIR = """
FK4     german   2 1
FK8     german   2 1
GAL     romanian 1 1
LKDon   german   1 1
VVSC    soviet   1 1 caucasus
VVSS    soviet   1 1 stalingrad
PVO     soviet   1 1
Stavka  soviet   2 1
"""

HOME_ONLY = ("LKDon", "PVO")


END: AnyStep = GameOver(Outcome(None, "the end of the test"))
"""What lies at the bottom of the stack: the game stops when the steps of a test are done."""


@cache
def box() -> Components:
    """The real components, read once."""
    return read(open_layers(MODULE))


def _unit(line: str) -> Unit:
    id, nation, kind, size, strengths = line.split()
    full, _, reduced = strengths.partition("/")
    attack, defence, movement = map(int, full.split("-"))
    back = [int(number) for number in reduced.split("-")] if reduced else [None] * 3
    return Unit(
        id=id,
        side=Side.SOVIET if nation == "soviet" else Side.AXIS,
        nation=Nation(nation),
        name=id,
        long_name=id,
        type=UnitType(kind),
        size=Size(size),
        attack=attack,
        defence=defence,
        movement=movement,
        attack_reduced=back[0],
        defence_reduced=back[1],
        movement_reduced=back[2],
        code=Code.OPTIONAL,
        reason="",
        profile=box().unit_types[UnitType(kind)],
    )


def _airstrike(line: str) -> AirUnit:
    id, nation, strength, reduced, *command = line.split()
    return AirUnit(
        id=id,
        side=Side.SOVIET if nation == "soviet" else Side.AXIS,
        nation=Nation(nation),
        name=id,
        long_name=id,
        strength=int(strength),
        strength_reduced=int(reduced),
        turn=0,
        command=Sector(command[0]) if command else None,
        home_side_only=id in HOME_ONLY,
    )


def _lines(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.strip()]


@cache
def cast() -> tuple[Mapping[str, Unit], Mapping[str, AirUnit], Mapping[str, SupportUnit]]:
    """The counters of the tests; the special support units are those of the box."""
    units = {unit.id: unit for unit in map(_unit, _lines(CAST))}
    air = {airstrike.id: airstrike for airstrike in map(_airstrike, _lines(AIR))}
    return units, air, box().support


def rigged(result: str) -> Mapping[int, tuple[Result, ...]]:
    """A combat table that knows one answer."""
    return {roll: (Result(result),) * len(COLUMNS) for roll in ROLLS}


def tiny_game(
    tiny: TinyBoard,
    result: str = "",
    options: Mapping[str, str] | None = None,
    weather: Weather = Weather.SUMMER,
) -> Peaks:
    """The game on a tiny board with the cast of the tests, in the same weather on every turn."""
    units, air, support = cast()
    tables = {"assault": rigged(result), "mobile": rigged(result)} if result else {}
    scenario = msgspec.structs.replace(box().scenarios["standard"], setup={})
    components = msgspec.structs.replace(
        box(),
        board=tiny.board,
        units=units,
        air=air,
        support=support,
        scenarios={"standard": scenario},
        turns=tuple(msgspec.structs.replace(row, weather=weather) for row in box().turns),
        **tables,
    )
    return Peaks(components, "standard", options or {})


def scene(
    picture: str,
    *steps: AnyStep,
    result: str = "",
    seat: Seat = AXIS,
    sectors: Sectors = Sectors.BOTH,
    shift: int = 0,
    turn: int = 1,
    weather: Weather = Weather.SUMMER,
    phase: Phase = Phase.OPERATIONS,
    segment: Segment = Segment.COMBAT,
    signs: Mapping[str, str] | None = None,
    sides: Mapping[str, str] | None = None,
    links: Mapping[str, str] | None = None,
    places: Mapping[str, str] | None = None,
    ports: Mapping[str, str] | None = None,
    caucasus: str = "",
    soviet_side: str = "",
    coast: str = "",
    entries: Mapping[Seat, str] | None = None,
    depots: Mapping[Seat, str] | None = None,
    reduced: str = "",
    boxes: str = "",
    over: Mapping[str, str] | None = None,
    options: Mapping[str, str] | None = None,
) -> PeaksPosition:
    """The position with these counters on the board and no others; by default a Combat Segment of the Axis.

    `depots` replaces the hexes in which a side is supported whatever happens: by default all of them are.
    `caucasus` and `soviet_side` are hexes outside the Stalingrad Sector, and beyond the Axis side of the
    front. `reduced` names counters that have lost a step, `boxes` those that are available, `over` airstrikes
    and markers with their hexes. `places` are written as for `tiny_board`, `ports` give places by id a sea.
    `steps` replace the Combat Segment.
    """
    tiny = _board(picture, signs, sides, links, places, ports, caucasus, soviet_side, coast, entries or {})
    game = tiny_game(tiny, result, options, weather)
    game.depots = {who: _everywhere(tiny, depots, who) for who in (AXIS, SOVIET)}
    state, _ = game.setup()
    position: PeaksPosition = Position(game, state, (END, *(steps or (CombatSegment(seat),))))
    _clear(position)
    for name in tiny.at:
        if name in game.index:
            put(position, game.index[name], tiny.hex(name))
            state.steps[game.index[name]] = game.units[game.index[name]].steps
            if game.index[name] not in game.trucks:
                take_control(position, game.owner[game.index[name]], [tiny.hex(name)])
    for name in reduced.split():
        state.steps[game.index[name]] = 1
    for name in boxes.split():
        state.where[game.index[name]] = BOX
    for name, place in (over or {}).items():
        state.where[game.index[name]] = tiny.hex(place)
    state.turn, state.phase, state.segment = turn, phase, segment
    state.impulse = Impulse(seat, 0, sectors, shift)
    forget(position)
    position.settle()
    return position


def _clear(position: PeaksPosition) -> None:
    game, state = position.game, position.state
    for number in range(len(game.units)):
        put(position, number, ASIDE)
        state.steps[number] = game.units[number].steps
    for number in game.airstrikes:
        state.where[number], state.steps[number] = ASIDE, 2
    for number in game.supports:
        state.where[number] = POOL
    state.where[game.airlift] = ASIDE
    state.due.clear()


def _everywhere(tiny: TinyBoard, depots: Mapping[Seat, str] | None, seat: Seat) -> HexSet:
    return tiny.grid.all if depots is None else tiny.set(depots.get(seat, ""))


def _board(
    picture: str,
    signs: Mapping[str, str] | None,
    sides: Mapping[str, str] | None,
    links: Mapping[str, str] | None,
    places: Mapping[str, str] | None,
    ports: Mapping[str, str] | None,
    caucasus: str,
    soviet_side: str,
    coast: str,
    entries: Mapping[Seat, str],
) -> TinyBoard:
    bare = tiny_board(picture, terrain={**SIGNS, **(signs or {})})
    every = [bare.grid.label(hex) for hex in bare.grid.hexes]
    south, east = (
        {bare.grid.label(bare.hex(name)) for name in text.split()} for text in (caucasus, soviet_side)
    )
    zones = {
        "sector stalingrad-sector": " ".join(label for label in every if label not in south),
        "sector caucasus-sector": " ".join(sorted(south)),
        "front axis-side": " ".join(label for label in every if label not in east),
        "front soviet-side": " ".join(sorted(east)),
        "sea black-sea-coast": coast,
        "entry axis-entry": entries.get(AXIS, ""),
        "entry soviet-entry": entries.get(SOVIET, ""),
    }
    tiny = tiny_board(
        picture, terrain={**SIGNS, **(signs or {})}, sides=sides, links=links, places=places, zones=zones
    )
    if not ports:
        return tiny
    known = {
        id: msgspec.structs.replace(place, properties={"port": ports[id]}) if id in ports else place
        for id, place in tiny.board.places.items()
    }
    board = replace(tiny.board, places=known, place_at={p.hexes[0]: p for p in known.values()})
    return replace(tiny, board=board)


def unit(position: PeaksPosition, id: str) -> int:
    """The number of a counter."""
    return int(position.game.index[id])


def units(position: PeaksPosition, ids: str) -> tuple[int, ...]:
    """The numbers of some counters."""
    return tuple(unit(position, id) for id in ids.split())


def where(position: PeaksPosition, id: str) -> str:
    """The label of the hex in which a counter is; empty when it is off the map."""
    hex = position.state.where[unit(position, id)]
    return str(position.game.grid.label(hex)) if hex >= 0 else ""


def steps_left(position: PeaksPosition, id: str) -> int:
    """The steps that a counter has left."""
    return int(position.state.steps[unit(position, id)])


def play(position: PeaksPosition, *orders: str) -> tuple[Event, ...]:
    """Carry out orders one after another; what happened in all of them."""
    return tuple(event for order in orders for event in position.submit(order))


def refused(position: PeaksPosition, order: str) -> str:
    """The rule by which an order is refused; empty when it is legal."""
    refusal = position.explain(order)
    return refusal.rule if refusal is not None else ""


def legal(position: PeaksPosition, verb: str = "") -> list[str]:
    """The texts of the legal orders, of one verb or of all."""
    texts = [str(position.game.text(order)) for order in position.legal()]
    return [text for text in texts if not verb or text.split()[0] == verb]
