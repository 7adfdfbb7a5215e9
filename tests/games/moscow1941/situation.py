"""A few units on a plain map, at the beginning of a phase: the situations that rules are tried on.

    position = situation({"316RD": "3031", "2Pz.R2": "3132"}, Phase.COMBAT, AXIS)
    play(position, "attack 3031", "join 2Pz.R2", "fight", "roll 7")
    unit(position, "316RD"), hexes(position, "3031")

All other counters are out of the game, so that nothing happens but what the test is about. Changes of the
map, the counters or the scenario go into `plain_game(changes=...)`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, TypeAlias

from tests.games.moscow1941.plain_map import plain_files

from grognard.core import Event, Position, Seat
from grognard.games.moscow1941.components import Components, read
from grognard.games.moscow1941.control import write
from grognard.games.moscow1941.field import put
from grognard.games.moscow1941.game import Moscow1941
from grognard.games.moscow1941.phases import HALF, Phase, Sequence, open_phase
from grognard.games.moscow1941.state import AXIS, ELIMINATED, MoscowState, seat_index
from grognard.packs.layers import lay
from grognard.packs.pack import make_pack

MoscowPosition: TypeAlias = Position[MoscowState, Any]

Changes: TypeAlias = tuple[tuple[str, str, str], ...]
"""Texts to replace in files of the plain pack: (file, old, new)."""


@cache
def plain_components(changes: Changes = ()) -> Components:
    """The components on the plain map, with texts of its files replaced."""
    files = dict(plain_files())
    for file, old, new in changes:
        text = files[file].decode()
        assert old in text, f"{file} has no {old!r} to change"
        files[file] = text.replace(old, new, 1).encode()
    return read(lay([make_pack("moscow-1941", files)]))


@cache
def plain_game(scenario: str = "typhoon", changes: Changes = (), options: tuple[str, ...] = ()) -> Moscow1941:
    """A scenario on the plain map; options are written `masking=off`."""
    chosen = dict(option.split("=") for option in options)
    return Moscow1941(plain_components(changes), scenario, chosen)


def situation(
    units: Mapping[str, str],
    phase: Phase,
    seat: Seat = AXIS,
    *,
    game: Moscow1941 | None = None,
    turn: int = 1,
    levels: Mapping[str, int] | None = None,
    shortage: Mapping[str, int] | None = None,
    marks: Mapping[str, int] | None = None,
    forts: Iterable[str] = (),
    control: Mapping[Seat, Iterable[str]] | None = None,
) -> MoscowPosition:
    """The position at the beginning of a seat's phase, with these counters at these hexes and no others.

    `units` maps ids to hex labels; what is named first in a hex lies on top. `levels`, `shortage` (the
    out-of-supply level) and `marks` are by id, `forts` are hexes dug in by whoever stands there. `control`
    replaces the hexes that a seat controls at the start of the scenario.
    """
    game = game or plain_game()
    state, _ = game.setup()
    position: MoscowPosition = Position(game, state, (Sequence(),))
    for number in range(len(game.units)):
        put(position, number, ELIMINATED)
    state.due.clear()
    state.entry.clear()
    for id, label in units.items():
        number = unit(position, id)
        put(position, number, game.grid.hex(label))
        state.levels[number] = (levels or {}).get(id, game.units[number].cel)
        state.shortage[number] = (shortage or {}).get(id, 0)
        state.marks[number] = int((marks or {}).get(id, 0))
    for label in forts:
        hex = game.grid.hex(label)
        state.forts[hex] = seat_index(game.owner[state.stacks[hex][0]])
    for who, labels in (control or {}).items():
        write(position, who, sum(1 << game.grid.hex(label) for label in labels))
    state.turn = turn
    state.phase = phase if seat == game.first_seat else phase + HALF
    open_phase(position)
    position.settle()
    return position


def unit(position: MoscowPosition, id: str) -> int:
    """The number of a counter."""
    return int(position.game.unit_index[id])


def units(position: MoscowPosition, *ids: str) -> tuple[int, ...]:
    """The numbers of some counters."""
    return tuple(unit(position, id) for id in ids)


def hexes(position: MoscowPosition, *labels: str) -> tuple[int, ...]:
    """The indices of some hexes."""
    return tuple(position.game.grid.hex(label) for label in labels)


def where(position: MoscowPosition, id: str) -> str:
    """The label of the hex in which a counter stands; empty when it is off the map."""
    hex = position.state.where[unit(position, id)]
    return str(position.game.grid.label(hex)) if hex >= 0 else ""


def play(position: MoscowPosition, *orders: str) -> tuple[Event, ...]:
    """Carry out orders one after another; what happened in all of them."""
    return tuple(event for order in orders for event in position.submit(order))


def refused(position: MoscowPosition, order: str) -> str:
    """The rule by which an order is refused; empty when it is legal."""
    refusal = position.explain(order)
    return refusal.rule if refusal is not None else ""


def legal(position: MoscowPosition, verb: str = "") -> list[str]:
    """The texts of the legal orders, of one verb or of all."""
    texts = [str(position.game.text(order)) for order in position.legal()]
    return [text for text in texts if not verb or text.split()[0] == verb]
