"""The situation as the staff sees it: where the enemy can strike, and what a hex is worth to stand in."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import TYPE_CHECKING

from grognard.board.bits import HexSet
from grognard.board.grid import OFF_GRID, Hex
from grognard.core import Seat
from grognard.games.peaks import control, supply
from grognard.games.peaks.basics import weather_of
from grognard.games.peaks.battle import attack_of, defence_of
from grognard.games.peaks.combat_columns import column_of, percentage, shifted
from grognard.games.peaks.components import COLUMNS, ROLLS, Result
from grognard.games.peaks.field import fits, occupied, units_in, zones
from grognard.games.peaks.results import EFFECTS, Loss
from grognard.games.peaks.staff.atlas import Atlas, Goal
from grognard.games.peaks.staff.outlook import step_worth
from grognard.games.peaks.staff.posture import posture_of
from grognard.games.peaks.state import other
from grognard.games.peaks.steps import Pos

if TYPE_CHECKING:
    from grognard.games.peaks.game import Peaks

DECAY, DECAY_BEHIND = 0.86, 0.7
"""How much of an objective's pull is left a movement point further away, and of one to be guarded."""

GUARDED = 0.1
"""What is left of a need to guard a place when somebody does."""

NEAR = (1.0, 1.0, 0.75, 0.4, 0.2)
"""How much of an enemy's strength counts so many hexes away."""

MOST_STRIKING = 4
"""Enemy units that may be expected to join in an attack."""

ENGAGED, GROUND = 0.6, 1.0
"""The chance that the enemy strikes just here, and what the ground is worth to him who holds it."""

ALARM = 1.3
"""How much of an empty goal's worth is at stake when the enemy stands on its threshold."""

ATTENTION = 0.35
"""How much of a goal's pull one unit on it takes off for the others."""

LAST_TURNS = 2
"""Turns before the end in which standing on an objective is all that counts."""


class Picture:
    """A position through the eyes of one seat; it notes which goals are taken care of."""

    def __init__(self, position: Pos, seat: Seat, atlas: Atlas) -> None:
        self.position = position
        self.seat, self.enemy = seat, other(seat)
        self.atlas = atlas
        self.game: Peaks = position.game
        self.weather = weather_of(position)
        self.posture = posture_of(position, seat)
        self.enemies = tuple(_on_map(position, self.enemy))
        self.friends = tuple(_on_map(position, seat))
        turns = self.game.scenario_data.file.turns
        self.turns_left = turns - position.state.turn
        self.need = {goal.hex: self._need(goal) for goal in atlas.goals[seat]}
        """What each goal is worth to go for, less what stands there already."""
        self._decay = {goal.hex: DECAY_BEHIND if self._behind(goal) else DECAY for goal in atlas.goals[seat]}

    # --- the enemy -----------------------------------------------------------------------------------

    @cached_property
    def enemy_zone(self) -> HexSet:
        """Hexes in enemy zones of control."""
        return zones(self.position, self.enemy)

    @cached_property
    def enemy_hexes(self) -> HexSet:
        """Hexes with enemy ground units."""
        return occupied(self.position, self.enemy)

    @cached_property
    def _strikes(self) -> tuple[tuple[Hex, float, int], ...]:
        """Each enemy unit: its hex, its attack strength, and how far it strikes."""
        found = []
        for unit in self.enemies:
            strength = attack_of(self.position, unit)
            if strength:
                reach = 4 if self.game.units[unit].mechanized else 3
                found.append((self.position.state.where[unit], float(strength), reach))
        return tuple(found)

    def threat(self, hex: Hex) -> float:
        """The strength that the enemy could bring against a hex."""
        distance = self.game.grid.distance
        found = []
        for here, strength, reach in self._strikes:
            gap = distance(here, hex)
            if gap <= reach:
                found.append(strength * NEAR[gap])
        return sum(sorted(found)[-MOST_STRIKING:])

    def nearest_enemy(self, hex: Hex) -> int:
        """Hexes to the nearest enemy unit; 99 when there is none."""
        where, distance = self.position.state.where, self.game.grid.distance
        return min((distance(where[unit], hex) for unit in self.enemies), default=99)

    # --- goals ---------------------------------------------------------------------------------------

    def _need(self, goal: Goal) -> float:
        value, where = goal.worth, self.position.state.where
        if not self._behind(goal):
            return value
        gap = self.nearest_enemy(goal.hex)
        guards = [unit for unit in self.friends if where[unit] == goal.hex]
        if not guards:
            return value * min(1.0, max(0.0, ALARM - 0.15 * gap))
        defence = sum(defence_of(self.position, unit) for unit in guards)
        pressure = self.threat(goal.hex) / (1.0 + defence * (1.0 + 0.35 * self.shelter(goal.hex)))
        return value * min(0.8, max(0.05, 0.4 * (pressure - 0.6)))

    def _behind(self, goal: Goal) -> bool:
        """Is the goal in this side's hands anyway?"""
        return bool(control.held(self.position, self.seat) >> goal.hex & 1)

    def pull(self, hex: Hex, climbs: bool) -> float:
        """How well a hex lies for what is wanted."""
        found = 0.0
        for goal in self.atlas.goals[self.seat]:
            if climbs or not goal.for_climbers:
                gap = goal.distance.get(hex)
                if gap is not None:
                    found += self.need[goal.hex] * self._decay[goal.hex] ** gap
        return found

    def attend(self, hex: Hex) -> None:
        """Note that somebody is going to stand in a hex: the goals around need him no more."""
        for goal in self.atlas.goals[self.seat]:
            gap = goal.distance.get(hex)
            if goal.hex == hex and self._behind(goal):
                self.need[goal.hex] *= GUARDED
            elif gap is not None:
                self.need[goal.hex] *= 1.0 - ATTENTION * DECAY ** (2 * gap)

    # --- hexes ---------------------------------------------------------------------------------------

    def hex_worth(self, hex: Hex) -> float:
        """What driving the enemy from a hex is worth."""
        own = self.atlas.worth[self.seat].get(hex, 0.0)
        return 0.5 + 0.8 * own + 0.15 * self.posture.drive * self.pull(hex, False)

    def shelter(self, hex: Hex) -> int:
        """Shifts that the ground gives a defender."""
        return self.game.geography.ground_shifts(hex, self.weather)

    def is_fed(self, position: Pos, unit: int, hex: Hex) -> bool:
        """Would a unit be in support in a hex, as things stand in a position?"""
        if self.game.depots[self.seat] >> hex & 1:
            return True
        return bool(supply.supplied_area(position, self.seat, self.game.climbs[unit]) >> hex & 1)

    def ring(self, hex: Hex) -> int:
        """How many of the hexes around are closed by the enemy."""
        closed = self.enemy_zone | self.enemy_hexes
        return sum(there == OFF_GRID or bool(closed >> there & 1) for there in self.game.grid.neighbours[hex])

    def post(self, position: Pos, unit: int, hex: Hex) -> float:
        """What it is worth that a unit stands in a hex at the end of the impulse."""
        game = self.game
        found = self.posture.drive * self.pull(hex, game.climbs[unit])
        here = self.atlas.worth[self.seat].get(hex, 0.0)
        friends = [one for one in units_in(position, hex) if one != unit]
        if here and not friends:
            found += here * (2.0 if self.turns_left < LAST_TURNS else 0.7)
        if not self.is_fed(position, unit, hex):
            found -= self.posture.hunger
        found -= self.posture.caution * self.risk(position, unit, hex, friends)
        ring = self.ring(hex)
        found -= 0.12 * ring + (4.0 if ring >= 6 else 1.0 if ring == 5 else 0.0)
        return found + 0.2 * self._company(position, unit, hex)

    def risk(self, position: Pos, unit: int, hex: Hex, friends: Iterable[int]) -> float:
        """What may be lost by standing in a hex: the enemy's attack there, weighed over the die."""
        threat = self.threat(hex)
        if threat < 1.0:
            return 0.0
        defence = sum(defence_of(position, one) for one in friends) + defence_of(position, unit)
        odds = column_of(percentage(round(threat), max(1, defence)))
        column = shifted(odds, -self.shelter(hex))
        harm = self._harm[column] if not self.game.geography.is_fortress(hex) else self._harm[column] / 2
        return ENGAGED * harm * (GROUND + step_worth(position, unit))

    @cached_property
    def _harm(self) -> tuple[float, ...]:
        """Steps that a defender has to expect to lose in each column."""
        tables = self.game.components
        rows = tables.mobile if any(reach > 3 for _, _, reach in self._strikes) else tables.assault
        return tuple(
            sum(_harm_of(rows[roll][column]) for roll in ROLLS) / len(ROLLS) for column in range(len(COLUMNS))
        )

    def _company(self, position: Pos, unit: int, hex: Hex) -> int:
        """Friends close by, up to three."""
        distance, where = self.game.grid.distance, position.state.where
        near = sum(
            where[one] >= 0 and one != unit and distance(where[one], hex) in (1, 2) for one in self.friends
        )
        return min(3, near)

    def has_room(self, position: Pos, unit: int, hex: Hex) -> bool:
        """Does a unit fit into a hex?"""
        return fits(position, unit, hex)


def _harm_of(result: Result) -> float:
    """Steps that a result costs each defender: whoever is driven is driven through a zone."""
    effects = EFFECTS[result]
    lost = {Loss.NONE: 0.0, Loss.ONE: 0.6, Loss.ALL: 1.0}[effects.defender_loss]
    return lost + (0.5 + 0.4 * effects.defender_retreat if effects.defender_retreat else 0.0)


def _on_map(position: Pos, seat: Seat) -> Iterable[int]:
    trucks = position.game.trucks
    return (
        unit
        for unit in position.game.units_of[seat]
        if position.state.where[unit] >= 0 and unit not in trucks
    )
