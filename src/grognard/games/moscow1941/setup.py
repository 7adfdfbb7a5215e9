"""Setting up a scenario: counters where the book puts them, the choices it leaves, and free set-up."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar

from grognard.board.bits import hexes_of
from grognard.board.grid import Hex
from grognard.core import AnyStep, Order, Refusal, Seat
from grognard.games.moscow1941 import control
from grognard.games.moscow1941.components import (
    MovementClass,
    Scenario,
    Side,
    choices,
    default_setup,
    entry_units,
)
from grognard.games.moscow1941.field import holder, note_bridgeheads, put, room_for
from grognard.games.moscow1941.orders import PLACE, READY
from grognard.games.moscow1941.phases import Sequence
from grognard.games.moscow1941.state import (
    LATER,
    RESERVE,
    SEATS,
    Mark,
    MoscowState,
    other,
    seat_index,
)
from grognard.games.moscow1941.steps import MoscowChoice, MoscowStep, Pos

if TYPE_CHECKING:
    from grognard.games.moscow1941.game import Moscow1941

RULE = "setup-aid"


def begin(game: Moscow1941) -> tuple[MoscowState, tuple[AnyStep, ...]]:
    """The state before anybody has decided anything, and the steps of the set-up."""
    state = _empty_state(game)
    for placed in default_setup(game.components, game.scenario_data):
        unit = game.unit_index[placed.unit.id]
        state.levels[unit] = placed.levels
        state.where[unit] = placed.hex
        state.stacks[placed.hex] = (*state.stacks.get(placed.hex, ()), unit)
    file = game.scenario_data.file
    for row in game.scenario_data.reinforcements:
        for name in row.units:
            for counter in game.components.units_named(name):
                unit = game.unit_index[counter.id]
                state.where[unit], state.due[unit], state.entry[unit] = LATER, row.turn, row.at
                _limber(game, state, unit)
    for reserve in file.reserves:
        for name in reserve.units:
            for counter in game.components.units_named(name):
                unit = game.unit_index[counter.id]
                state.where[unit] = RESERVE
                _limber(game, state, unit)
    state.ammunition = [barrage.ammunition for barrage in file.barrage]
    steps: list[AnyStep] = [Sequence(), DugIn()]
    # the side that moves second shows its hand first
    steps += [
        SettingUp(seat) for seat in (game.first_seat, other(game.first_seat)) if _has_choices(game, seat)
    ]
    return state, tuple(steps)


def _has_choices(game: Moscow1941, seat: Seat) -> bool:
    if game.set_up == "choices":
        return bool(game.set_up_choices[seat])
    return game.set_up == "free"


def _limber(game: Moscow1941, state: MoscowState, unit: int) -> None:
    """6.2.3: a gun that has to come from elsewhere is on the march."""
    if game.towed_gun[unit]:
        state.marks[unit] |= Mark.TRANSPORT


def _empty_state(game: Moscow1941) -> MoscowState:
    number = len(game.units)
    front = game.scenario_data.file.front
    areas = [game.board.zones[front.of(Side(str(seat)))].area for seat in SEATS]
    return MoscowState(
        turn=1,
        phase=0,
        where=[-1] * number,
        stacks={},
        levels=[unit.cel for unit in game.units],
        shortage=[0] * number,
        marks=[0] * number,
        upset=[0] * number,
        forts={},
        control=[control.pack(area, game.grid.size) for area in areas],
        broken=set(),
        bridgeheads={},
        built=set(),
        spans=[],
        banks={},
        entry={},
        due={},
        entered={},
        grants=[],
        missions=[],
        flown=set(),
        credits=[0, 0],
        ammunition=[],
        silenced={},
        trails={},
        holding=[0, 0],
    )


def open_choices(game: Moscow1941, scenario: Scenario, seat: Seat) -> dict[int, tuple[Hex, ...]]:
    """For each counter of a seat the hexes that its owner may choose from, where the book leaves several."""
    found: dict[int, tuple[Hex, ...]] = {}
    for row in scenario.setup:
        hexes = choices(game.board, row)
        if row.side.value == seat and len(hexes) > 1:
            for counter in entry_units(game.components, row):
                found[game.unit_index[counter.id]] = hexes
    return found


class SettingUp(MoscowChoice, frozen=True):
    """A player moves counters within what the set-up allows, each once, and says when he is ready."""

    who: Seat
    placed: tuple[int, ...] = ()
    rule: ClassVar[str] = RULE
    verbs: ClassVar = (PLACE, READY)

    def seat(self, position: Pos) -> Seat:
        """The player who sets up."""
        return self.who

    def prompt(self, position: Pos) -> str:
        """What is asked."""
        if position.game.set_up == "free":
            return "Place counters anywhere behind your front, or be ready."
        return "Choose hexes for counters that have a choice, or be ready."

    def _hexes(self, position: Pos, unit: int) -> tuple[Hex, ...]:
        game = position.game
        if game.set_up == "free":
            enemy = control.controlled(position, other(self.who))
            return tuple(hexes_of(control.controlled(position, self.who) & ~enemy))
        return game.set_up_choices[self.who].get(unit, ())

    def orders(self, position: Pos) -> Iterable[Order]:
        """Every counter that has a choice, with every hex that has room; and ready."""
        game = position.game
        for unit in game.units_of[self.who]:
            if unit not in self.placed and position.state.where[unit] >= 0:
                for hex in self._hexes(position, unit):
                    if self._cannot_place(position, unit, hex) is None:
                        yield PLACE(unit, hex)
        yield READY()

    def refusal(self, position: Pos, order: Order) -> Refusal | None:
        """Why a counter cannot stand there."""
        if order.verb is READY:
            return None
        unit, hex = order.values
        game = position.game
        if game.owner[unit] != self.who or position.state.where[unit] < 0:
            return Refusal(RULE, f"{game.units[unit].id} is not yours to set up")
        if unit in self.placed:
            return Refusal(RULE, f"{game.units[unit].id} has been placed")
        if hex not in self._hexes(position, unit):
            return Refusal(RULE, f"{game.units[unit].id} cannot be set up in {game.grid.label(hex)}")
        return self._cannot_place(position, unit, hex)

    def _cannot_place(self, position: Pos, unit: int, hex: Hex) -> Refusal | None:
        game, label = position.game, position.game.grid.label(hex)
        if position.state.where[unit] == hex:
            return Refusal(RULE, f"{game.units[unit].id} stands in {label} already")
        kind = game.units[unit].movement_class
        if game.geography.closed(hex, MovementClass.FOOT if game.towed_gun[unit] else kind):
            return Refusal("3.1.11", f"the ground of {label} is closed to {game.units[unit].id}")
        if holder(position, hex) not in (None, self.who):
            return Refusal("3.1.8", f"the enemy stands in {label}")
        if not room_for(position, unit, hex):
            return Refusal("3.2.1", f"{label} would hold more than 8 efficiency levels")
        return None

    def take(self, position: Pos, order: Order) -> None:
        """Put the counter there, or be ready."""
        if order.verb is READY:
            position.pop()
            return
        unit, hex = order.values
        put(position, unit, hex)
        position.replace(SettingUp(self.who, (*self.placed, unit)))


class DugIn(MoscowStep, frozen=True):
    """The set-up is done: sides that start dug in get their works, and the first day dawns."""

    def proceed(self, position: Pos) -> None:
        """Every set-up hex of such a side has field fortifications, but for swamps (7.1.8)."""
        game, state = position.game, position.state
        for hex, stack in sorted(state.stacks.items()):
            seat = game.owner[stack[0]]
            effect = game.geography.effect[hex]
            swamp = effect is not None and effect.id == "swamp"
            if game.scenario_data.file.sides.of(Side(str(seat))).field_fortifications and not swamp:
                state.forts[hex] = seat_index(seat)
            note_bridgeheads(position, hex)
        position.pop()
