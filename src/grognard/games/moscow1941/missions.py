"""8.1.8, 8.2 What missions do once they are uncovered: air combat, attacks, crossings, supply."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from typing import ClassVar

import msgspec

from grognard.board.grid import OFF_GRID, Hex
from grognard.core import AnyStep, Event, Modifier, Order, Outcomes, Seat, dice
from grognard.games.moscow1941 import bridges, sight
from grognard.games.moscow1941.aftermath import Losses
from grognard.games.moscow1941.aircraft import TITLES
from grognard.games.moscow1941.artillery import remaining_strength
from grognard.games.moscow1941.disorganization import disorganize, disturb
from grognard.games.moscow1941.field import holder, lose_level, units_in
from grognard.games.moscow1941.ground import ground
from grognard.games.moscow1941.state import AXIS, SOVIET, Mission, MissionKind, other
from grognard.games.moscow1941.steps import MoscowRoll, MoscowStep, Pos
from grognard.games.moscow1941.supply import is_out_of_supply

AT_ONCE = (MissionKind.ATTACK, MissionKind.OBJECT, MissionKind.SUPPLY)
"""Missions that are carried out in the air phase itself; the others wait for combat or movement."""

FATAL = 6
"""8.2.19, 8.2.24: the die that costs a crossing unit a level, or a supply mission its success."""


def described(position: Pos, mission: Mission) -> str:
    """A mission in words."""
    game = position.game
    names = ", ".join(game.aircraft[counter].id for counter in mission.counters)
    return f"{names} flies {TITLES[mission.kind]} to {_target(position, mission)}"


def _target(position: Pos, mission: Mission) -> str:
    grid = position.game.grid
    if mission.kind is MissionKind.OBJECT:
        return "the bridge " + "/".join(sorted(grid.label(hex) for hex in places(position, mission)))
    return grid.label(mission.hex)


def places(position: Pos, mission: Mission) -> tuple[Hex, ...]:
    """The hexes over which a mission is flown: of a bridge both banks."""
    if mission.kind is MissionKind.OBJECT:
        return tuple(hex for hex in position.game.grid.side_hexes(mission.side) if hex != OFF_GRID)
    return (mission.hex,)


def uncover(position: Pos, missions: tuple[Mission, ...]) -> None:
    """8.1.7: both have chosen. All is shown, and enemies that meet fight first (8.1.8)."""
    state = position.state
    state.missions.extend(missions)
    state.flown.update(counter for mission in missions for counter in mission.counters)
    ground.forget(position)
    if position.heard:
        for mission in missions:
            labels = tuple(position.game.grid.label(hex) for hex in places(position, mission))
            position.tell(Event("8.1.7", described(position, mission), hexes=labels, reveals=True))
    position.push(*reversed([AirCombat(group) for group in _meetings(position)]))


# --- air combat (8.1.8) ------------------------------------------------------------------------------


def _meetings(position: Pos) -> Iterator[tuple[Hex, ...]]:
    """Groups of connected hexes over which both sides fly (ruling M29)."""
    over = {hex for mission in position.state.missions for hex in places(position, mission)}
    neighbours = position.game.grid.neighbours
    while over:
        group, found = set[Hex](), {min(over)}
        while found:
            group |= found
            found = {there for hex in found for there in neighbours[hex] if there in over} - group
        over -= group
        hexes = tuple(sorted(group))
        if len({mission.seat for mission in _within(position, hexes)}) > 1:
            yield hexes


def _within(position: Pos, hexes: tuple[Hex, ...]) -> Iterator[Mission]:
    for mission in position.state.missions:
        if any(hex in hexes for hex in places(position, mission)):
            yield mission


class AirCombat(MoscowRoll, frozen=True):
    """8.1.8: aircraft of both sides over connected hexes; each side throws a die, the lower one goes home."""

    hexes: tuple[Hex, ...]
    first: int = 0
    """What the Axis has thrown; 0 when it has not."""
    rule: ClassVar[str] = "8.1.8"

    def prompt(self, position: Pos) -> str:
        """Who throws."""
        seat = SOVIET if self.first else AXIS
        labels = ", ".join(position.game.grid.label(hex) for hex in self.hexes)
        strength = self._strength(position, seat)
        return f"Air combat over {labels}: a die for the {position.game.seat_title(seat)} side ({strength})."

    def outcomes(self, position: Pos) -> Outcomes:
        """One die."""
        return dice(1)

    def _strength(self, position: Pos, seat: Seat) -> int:
        """All that a side has over these hexes, every counter once."""
        mine = [mission for mission in _within(position, self.hexes) if mission.seat == seat]
        counters = {counter for mission in mine for counter in mission.counters}
        return sum(position.game.aircraft[counter].strength for counter in counters)

    def take(self, position: Pos, order: Order) -> None:
        """Strength and die against strength and die; a tie is thrown again."""
        if not self.first:
            position.replace(AirCombat(self.hexes, order.values[0]))
            return
        thrown = {AXIS: self.first, SOVIET: order.values[0]}
        totals = {seat: self._strength(position, seat) + die for seat, die in thrown.items()}
        tied = totals[AXIS] == totals[SOVIET]
        loser = AXIS if totals[AXIS] < totals[SOVIET] else SOVIET
        if position.heard:
            self._report(position, totals, thrown, None if tied else loser)
        if tied:
            position.replace(AirCombat(self.hexes))
            return
        gone = [mission for mission in _within(position, self.hexes) if mission.seat == loser]
        position.state.missions = [mission for mission in position.state.missions if mission not in gone]
        ground.forget(position)
        position.pop()

    def _report(
        self, position: Pos, totals: dict[Seat, int], thrown: dict[Seat, int], loser: Seat | None
    ) -> None:
        game = position.game
        sides = " against ".join(
            f"{game.seat_title(seat)} {totals[seat] - die} and {die}" for seat, die in thrown.items()
        )
        result = "a tie, thrown again" if loser is None else f"{game.seat_title(loser)} aircraft turn back"
        labels = tuple(game.grid.label(hex) for hex in self.hexes)
        text = f"Air combat over {', '.join(labels)}: {sides}: {result}"
        position.tell(Event("8.1.8", text, hexes=labels, reveals=True, result=result))


# --- missions of the air phase -----------------------------------------------------------------------


class CarryOut(MoscowStep, frozen=True):
    """The missions that come through and are done at once, those of the acting player first."""

    acting: Seat

    def proceed(self, position: Pos) -> None:
        """One after another; what waits for combat or movement stays."""
        state = position.state
        todo = [mission for mission in state.missions if mission.kind in AT_ONCE]
        if not todo:
            position.pop()
            return
        mission = next((mission for mission in todo if mission.seat == self.acting), todo[0])
        state.missions.remove(mission)
        if mission.kind is MissionKind.OBJECT:
            position.push(BridgeAttack(mission))
        elif mission.kind is MissionKind.SUPPLY:
            position.push(SupplyFlight(mission))
        elif holder(position, mission.hex) == other(mission.seat):
            _strike(position, mission)


def _strike(position: Pos, mission: Mission) -> None:
    """8.2.6, 8.2.7: what is left of the strength above the ground decides whether dice fall at all."""
    struck = units_in(position, mission.hex)
    sight.lay_open(position, (mission.hex,))  # 5.6.1 counts an air attack among combats
    for unit in struck:
        disturb(position, unit)
    if remaining_strength(position, mission.strength, mission.hex) > 0:
        position.push(AirStrike(mission))
    elif position.heard:
        text = f"{described(position, mission)}: nothing is left of the strength, no effect"
        position.tell(Event("8.2.7", text, modifiers=_ground_modifiers(position, mission)))


def _ground_modifiers(position: Pos, mission: Mission) -> tuple[Modifier, ...]:
    effect = position.game.geography.effect[mission.hex]
    value = remaining_strength(position, 0, mission.hex)
    name = effect.name.lower() if effect else "ground"
    return (Modifier(f"{name}, doubled, off the strength", value, "8.2.7"),) if value else ()


class AirStrike(MoscowRoll, frozen=True):
    """8.2.6: aircraft attack the units in a hex by the air attack table."""

    mission: Mission
    rule: ClassVar[str] = "8.2.6"

    def prompt(self, position: Pos) -> str:
        """Strength and target."""
        strength = remaining_strength(position, self.mission.strength, self.mission.hex)
        return f"Roll for the air attack on {_target(position, self.mission)} with {strength}."

    def outcomes(self, position: Pos) -> Outcomes:
        """Two dice."""
        return dice(2)

    def take(self, position: Pos, order: Order) -> None:
        """Losses of the owner's choice first, then disorganization (5.2.1 f, g)."""
        mission, roll = self.mission, order.values[0]
        strength = remaining_strength(position, mission.strength, mission.hex)
        result = position.game.components.air_attack.result(strength, roll)
        if position.heard:
            text = f"{described(position, mission)}: strength {strength}, dice {roll}: {result}"
            labels, modifiers = (position.game.grid.label(mission.hex),), _ground_modifiers(position, mission)
            position.tell(Event("8.2.6", text, labels, modifiers=modifiers, reveals=True, result=str(result)))
        struck = units_in(position, mission.hex)
        following: list[AnyStep] = []
        if result.disorganized:
            following.append(Scatter(struck))
        if result.loss:
            following.append(Losses(other(mission.seat), result.loss, struck))
        position.replace(*following) if following else position.pop()


class Scatter(MoscowStep, frozen=True):
    """The letter D of an air attack: the units in the hex become disorganized (5.6.1)."""

    units: tuple[int, ...]

    def proceed(self, position: Pos) -> None:
        """All that are left of them."""
        position.pop()
        for unit in self.units:
            disorganize(position, unit)


class BridgeAttack(MoscowRoll, frozen=True):
    """8.2.8: aircraft attack a bridge; the ground does not matter (8.2.9)."""

    mission: Mission
    rule: ClassVar[str] = "8.2.8"

    def prompt(self, position: Pos) -> str:
        """Strength and target."""
        return f"Roll for the air attack on {_target(position, self.mission)} with {self.mission.strength}."

    def outcomes(self, position: Pos) -> Outcomes:
        """Two dice."""
        return dice(2)

    def take(self, position: Pos, order: Order) -> None:
        """The table of attacks on objects says whether the bridge falls."""
        position.pop()
        mission, roll = self.mission, order.values[0]
        destroyed = position.game.components.attack_on_objects.result(mission.strength, roll)
        if position.heard:
            result = "destroyed" if destroyed else "no effect"
            text = f"{described(position, mission)}: strength {mission.strength}, dice {roll}: {result}"
            labels = tuple(position.game.grid.label(hex) for hex in places(position, mission))
            position.tell(Event("8.2.8", text, labels, reveals=True, result=result))
        if destroyed and bridges.standing(position, mission.side):
            bridges.destroy(position, mission.side, "8.2.8")


class SupplyFlight(MoscowRoll, frozen=True):
    """8.2.24: a die for each air counter that brings supply; a 6 spoils the mission."""

    mission: Mission
    thrown: int = 0
    rule: ClassVar[str] = "8.2.24"

    def prompt(self, position: Pos) -> str:
        """Who flies where."""
        name = position.game.aircraft[self.mission.counters[self.thrown]].id
        return f"Roll for {name}, which flies supply to {_target(position, self.mission)}: fails on 6."

    def outcomes(self, position: Pos) -> Outcomes:
        """One die."""
        return dice(1)

    def take(self, position: Pos, order: Order) -> None:
        """8.2.25: a success takes a level off every unit in the hex that is out of supply."""
        mission, failed = self.mission, order.values[0] == FATAL
        if not failed and self.thrown + 1 < len(mission.counters):
            position.replace(msgspec.structs.replace(self, thrown=self.thrown + 1))
            return
        position.pop()
        if position.heard:
            text = f"{described(position, mission)}: {'it fails' if failed else 'it gets through'}"
            position.tell(Event("8.2.24", text, (position.game.grid.label(mission.hex),), reveals=True))
        if failed:
            return
        for unit in units_in(position, mission.hex):
            if is_out_of_supply(position, unit):
                position.state.shortage[unit] -= 1


# --- crossings (8.2.16 to 8.2.21) --------------------------------------------------------------------


def crossing_attacks(position: Pos, unit: int, path: Iterable[Hex]) -> tuple[AnyStep, ...]:
    """The attacks on a unit that has moved along a path over big rivers, the first one last.

    8.2.21: whoever crosses by a bridge is safe. 8.2.20: the attacks on a hex meet every unit that comes.
    """
    game, enemy = position.game, other(position.game.owner[unit])
    found: list[AnyStep] = []
    if any(mission.kind is MissionKind.CROSSING for mission in position.state.missions):
        for here, there in itertools.pairwise(path):
            side = game.grid.side(here, there)
            if side not in game.geography.big_rivers or bridges.standing(position, side):
                continue
            attacks = sum(
                mission.strength
                for mission in position.state.missions
                if mission.kind is MissionKind.CROSSING and mission.seat == enemy and mission.hex == there
            )
            if attacks:
                found.append(CrossingAttack(unit, there, attacks))
    return tuple(reversed(found))


class CrossingAttack(MoscowRoll, frozen=True):
    """8.2.19: a die for each attack on the hex that a unit enters over a big river; a 6 costs a level."""

    unit: int
    hex: Hex
    left: int
    rule: ClassVar[str] = "8.2.19"

    def prompt(self, position: Pos) -> str:
        """Who is attacked."""
        name, label = position.game.units[self.unit].id, position.game.grid.label(self.hex)
        return f"{name} crosses to {label} under {self.left} air attacks: a level is lost on 6."

    def outcomes(self, position: Pos) -> Outcomes:
        """One die."""
        return dice(1)

    def take(self, position: Pos, order: Order) -> None:
        """On a 6 a level is lost; the next attack follows."""
        position.pop()
        if self.left > 1:
            position.push(CrossingAttack(self.unit, self.hex, self.left - 1))
        if order.values[0] == FATAL:
            lose_level(position, self.unit, "8.2.19")
            if not position.state.levels[self.unit]:
                self._drown(position)

    def _drown(self, position: Pos) -> None:
        """The unit is gone: no further attacks on it."""
        while isinstance(position.step, CrossingAttack):
            position.pop()


STEPS: tuple[type[AnyStep], ...] = (
    AirCombat, CarryOut, AirStrike, Scatter, BridgeAttack, SupplyFlight, CrossingAttack,
)  # fmt: skip
