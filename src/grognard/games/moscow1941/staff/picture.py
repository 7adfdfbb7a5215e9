"""The situation at the beginning of a phase, as a staff puts it on the map: threat, backing, objectives."""

from __future__ import annotations

import math
from functools import cached_property

from grognard.board.bits import HexSet
from grognard.board.grid import Hex
from grognard.core import Seat
from grognard.games.moscow1941 import control, headquarters
from grognard.games.moscow1941.artillery import deployed
from grognard.games.moscow1941.battle import (
    concentrations,
    defence_of_hex,
    unit_attack,
    unit_defence,
)
from grognard.games.moscow1941.components import MovementClass, Star
from grognard.games.moscow1941.field import occupied, zones
from grognard.games.moscow1941.fortifications import field_modifiers
from grognard.games.moscow1941.staff.atlas import Atlas
from grognard.games.moscow1941.staff.outlook import level_worth, worth
from grognard.games.moscow1941.state import other
from grognard.games.moscow1941.steps import Pos
from grognard.games.moscow1941.supply import supplied_hexes

WALKING = (1.0, 1.0, 0.9, 0.6, 0.25)
RIDING = (1.0, 1.0, 1.0, 0.85, 0.7, 0.45, 0.25)
"""How much of a unit's strength counts at each distance, on foot and on wheels or tracks."""

LOOMING = (1.0, 1.0, 1.0, 1.0, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1)
"""How much of a unit's strength counts at each distance for the days to come."""

STEEPNESS = 0.25
"""How fast an objective fades with each movement point."""

WEIGHT_FADES = 0.12
"""How fast what we hold loses weight with each movement point from it."""

POINT_WORTH = 5.0
"""A victory point in strength points of fighting units."""


MOST_SPENT = 2
"""Modifiers for a lost headquarters that the enemy is expected to spend on one fight."""


class Target:
    """An enemy hex as an attacker sees it."""

    __slots__ = ("defence", "ground", "guns_near", "hex", "level_worth", "levels", "modifiers", "spoils")

    def __init__(self, picture: Picture, hex: Hex) -> None:
        position = picture.position
        stack = position.state.stacks[hex]
        fighters = [unit for unit in stack if not position.game.falls_alone[unit]]
        self.hex = hex
        self.defence = defence_of_hex(position, hex)
        self.guns_near = picture.gun_defence(hex) if fighters else 0
        self.modifiers = picture.modifiers(hex) + picture.skill(hex, fighters)
        self.levels = sum(position.state.levels[unit] for unit in stack) or 1
        prices = sorted(level_worth(position, unit) for unit in fighters or stack)
        self.level_worth = sum(prices) / len(prices)
        self.spoils = sum(worth(position, unit) for unit in stack if position.game.falls_alone[unit])
        self.ground = picture.ground_worth(hex)


class Picture:
    """What a seat makes of a glimpse; everything is computed when it is first needed."""

    def __init__(self, position: Pos, seat: Seat, atlas: Atlas) -> None:
        self.position = position
        self.seat = seat
        self.enemy = other(seat)
        self.atlas = atlas
        game = position.game
        self.on_offensive = seat == game.scoring_seat
        self.stacks = position.state.stacks
        self.enemy_hexes = [hex for hex, stack in self.stacks.items() if game.owner[stack[0]] == self.enemy]
        self.enemy_hexes.sort()
        self.enemy_set: HexSet = occupied(position, self.enemy)
        self.enemy_zone: HexSet = zones(position, self.enemy)
        self.own_zone: HexSet = zones(position, seat)
        self._targets: dict[Hex, Target] = {}

    # --- strengths ------------------------------------------------------------------------------

    def _field(self, seat: Seat, attacking: bool, far: bool = False) -> list[float]:
        position, game = self.position, self.position.game
        found = [0.0] * game.grid.size
        on_foot, on_wheels = (LOOMING, LOOMING) if far else (WALKING, RIDING)
        for hex, stack in self.stacks.items():
            if game.owner[stack[0]] != seat:
                continue
            walking = riding = 0.0
            for unit in stack:
                if not game.regular[unit]:
                    continue
                strength = unit_attack(position, unit, False) if attacking else unit_defence(position, unit)
                if game.motorized[unit] or game.units[unit].mp > 4:
                    riding += strength
                else:
                    walking += strength
            rings = self.atlas.rings(hex)
            if walking:
                _spread(found, rings, on_foot, walking)
            if riding:
                _spread(found, rings, on_wheels, riding)
        return found

    @cached_property
    def threat(self) -> list[float]:
        """Enemy strength that could be brought to bear on each hex."""
        return self._field(self.enemy, True)

    @cached_property
    def backing(self) -> list[float]:
        """Own strength that could come to the help of each hex."""
        return self._field(self.seat, False)

    @cached_property
    def looming(self) -> list[float]:
        """Enemy strength that could be there within days."""
        return self._field(self.enemy, True, far=True)

    @cached_property
    def gathering(self) -> list[float]:
        """Own strength that could be there within days."""
        return self._field(self.seat, False, far=True)

    def gun_defence(self, hex: Hex) -> int:
        """What one enemy gun nearby would add to the defence of a hex."""
        position, game = self.position, self.position.game
        return max(
            (
                game.units[gun].defence_strength(1)
                for gun in game.guns_of[self.enemy]
                if (where := position.state.where[gun]) >= 0
                and where != hex
                and deployed(position, gun)
                and game.grid.distance(where, hex) <= 3
            ),
            default=0,
        )

    def modifiers(self, hex: Hex) -> int:
        """What ground and works give to whoever stands in a hex."""
        return self.position.game.geography.combat_modifier(hex) + field_modifiers(self.position, hex)

    def skill(self, hex: Hex, fighters: list[int]) -> int:
        """What the enemy himself adds: concentration, a star, and modifiers won with our headquarters."""
        position, game = self.position, self.position.game
        found = sum(concentrations(position, fighters).values())
        if game.special_units and any(game.units[unit].star is Star.BLACK for unit in fighters):
            found += 1
        won = sum(grant.left for grant in headquarters.grants_for(position, self.enemy, (hex,)))
        return found + min(won, MOST_SPENT)

    def target(self, hex: Hex) -> Target:
        """An enemy hex as an attacker sees it."""
        found = self._targets.get(hex)
        if found is None:
            found = self._targets[hex] = Target(self, hex)
        return found

    # --- objectives -----------------------------------------------------------------------------

    def holds(self, hex: Hex) -> bool:
        """Does the own side control a hex?"""
        return control.controls(self.position, self.seat, hex)

    @cached_property
    def wanted(self) -> dict[Hex, float]:
        """Objectives that are not ours, with their points."""
        return {hex: value for hex, value in self.atlas.points.items() if not self.holds(hex)}

    @cached_property
    def pull(self) -> list[float]:
        """How near the wanted objectives are: each movement point closer counts 1, the richer the nearer."""
        total = self.atlas.fading(self.wanted, STEEPNESS)
        return [math.log(value + 1e-9) / STEEPNESS for value in total]

    @cached_property
    def weight(self) -> list[float]:
        """How much hangs on a hex: what we hold within some days' march behind and around it."""
        held = {hex: value for hex, value in self.atlas.points.items() if self.holds(hex)}
        return self.atlas.fading(held, WEIGHT_FADES)

    def points_worth(self, hex: Hex) -> float:
        """What the victory points of a hex are worth in strength points."""
        return POINT_WORTH * self.atlas.points.get(hex, 0.0)

    def ground_worth(self, hex: Hex) -> float:
        """What it is worth to take a hex from the enemy."""
        base = 1.3 if self.on_offensive else 0.4
        return base + (0.0 if self.holds(hex) else self.points_worth(hex))

    # --- supply and ways out --------------------------------------------------------------------

    @cached_property
    def supplied(self) -> HexSet:
        """Hexes to which the own side can trace supply as things stand."""
        game = self.position.game
        points = min(game.supply_points[unit] for unit in game.units_of[self.seat])
        return supplied_hexes(self.position, self.seat, points)

    def exits(self, hex: Hex) -> int:
        """The ways on which own units could leave a hex as things stand."""
        shut = self.enemy_zone | self.enemy_set
        closed = self.position.game.geography.closed
        return sum(
            not shut >> there & 1 and not closed(there, MovementClass.FOOT) for there in self.atlas.near[hex]
        )

    def can_go(self, hex: Hex, own_zone: HexSet) -> bool:
        """Could the enemy in a hex retreat at all if our zones were these?"""
        geography, game = self.position.game.geography, self.position.game
        for there in self.atlas.near[hex]:
            stack = self.stacks.get(there)
            if stack is not None:
                if game.owner[stack[0]] == self.enemy:
                    return True
                continue
            if not own_zone >> there & 1 and not geography.closed(there, MovementClass.FOOT):
                return True
        return False


def _spread(
    found: list[float], rings: tuple[tuple[Hex, ...], ...], shares: tuple[float, ...], strength: float
) -> None:
    for share, ring in zip(shares, rings, strict=False):
        amount = share * strength
        for hex in ring:
            found[hex] += amount
