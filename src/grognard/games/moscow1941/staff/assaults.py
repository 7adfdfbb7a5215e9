"""The plan of a combat phase: who attacks whom, so that duties are met and the odds are worth it."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.board.grid import Hex
from grognard.core import Dice
from grognard.games.moscow1941.artillery import deployed
from grognard.games.moscow1941.basics import LAST_COLUMN, ratio_column, shifted
from grognard.games.moscow1941.battle import concentrations, unit_attack
from grognard.games.moscow1941.components import Star
from grognard.games.moscow1941.duties import Duties
from grognard.games.moscow1941.field import fortified
from grognard.games.moscow1941.headquarters import in_range
from grognard.games.moscow1941.staff.outlook import level_worth
from grognard.games.moscow1941.staff.picture import Picture, Target
from grognard.games.moscow1941.state import Mark

SPENT = Mark.FIRED | Mark.FOUGHT
"""Marks of guns that have had their shot."""

NEGLECT = 8.0
"""The price of a duty that the plan leaves to chance."""

EAGER, CAUTIOUS = 0.2, 0.6
"""What an attack that nobody asks for has to promise, on the offensive and on the defensive."""

CROWD = 0.04
"""The price of each unit more in an attack: it may have to go back and be shaken with the rest."""


class Assault:
    """An attack on one hex as it is planned."""

    __slots__ = ("hex", "units", "value")

    def __init__(self, hex: Hex, units: tuple[int, ...], value: float) -> None:
        self.hex = hex
        self.units = units
        self.value = value


class Scales:
    """Weighs attacks; units may be weighed as if they stood elsewhere."""

    def __init__(self, picture: Picture) -> None:
        self.picture = picture
        self._known: dict[tuple[Hex, frozenset[tuple[int, Hex]], bool, float], float] = {}

    def column(self, target: Target, placed: Iterable[tuple[int, Hex]], support: float = 0.0) -> int:
        """The column of the combat table that an attack from these hexes comes to."""
        picture = self.picture
        position, game = picture.position, picture.position.game
        placed = tuple(placed)
        total = across = water_worth = 0
        stars = 0
        dug_in = fortified(position, target.hex)
        for unit, hex in placed:
            strength = unit_attack(position, unit, False)
            total += strength
            water = game.geography.river(hex, target.hex)
            if water is not None:
                across += strength
                water_worth = max(water_worth, water.combat_modifier)
            if game.special_units and game.units[unit].star is Star.BLACK and not dug_in:
                stars += 1
        if not target.defence:
            return LAST_COLUMN
        effect = game.geography.effect[target.hex]
        attack = total + int(support)
        if effect is not None and effect.halves_attackers:
            attack = -(-attack // 2)
        mine = sum(concentrations(position, (unit for unit, _ in placed)).values()) + min(stars, 1)
        theirs = target.modifiers + (water_worth if 2 * across > total else 0)
        column = ratio_column(attack, target.defence + target.guns_near, game.literal_ratio)
        return shifted(column, mine, theirs)

    def weigh(
        self, target: Target, placed: frozenset[tuple[int, Hex]], can_go: bool, support: float = 0.0
    ) -> float:
        """What an attack promises in strength points."""
        key = (target.hex, placed, can_go, support)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._weigh(target, placed, can_go, support)
        return known

    def _weigh(
        self, target: Target, placed: frozenset[tuple[int, Hex]], can_go: bool, support: float
    ) -> float:
        position = self.picture.position
        modifier = -1 if self._led(placed) else 0
        if in_range(position, self.picture.enemy, position.state.stacks[target.hex]):
            modifier += 1
        column = self.column(target, placed, support)
        found = self.picture.atlas.outlook(column, modifier, target.levels, can_go)
        mine = min(level_worth(position, unit) for unit, _ in placed)
        gain = found.levels_taken * target.level_worth + found.vacated * (target.ground + target.spoils)
        gain += found.driven * 0.3 * target.level_worth
        price = found.levels_paid * max(1.6, mine) + found.repelled * 0.8 + found.shaken * 1.2
        return gain - price - CROWD * len(placed)

    def _led(self, placed: frozenset[tuple[int, Hex]]) -> bool:
        position, game = self.picture.position, self.picture.position.game
        posts = [
            (where, game.headquarters_range[unit])
            for unit in game.headquarters_of[self.picture.seat]
            if (where := position.state.where[unit]) >= 0
        ]
        distance = game.grid.distance
        return all(any(distance(hex, post) <= reach for post, reach in posts) for _, hex in placed)


class Allocation:
    """Every unit that can attack is given a target or none, and the sum of all promises is driven up."""

    def __init__(self, picture: Picture, duties: Duties, dice: Dice, passes: int) -> None:
        self.picture = picture
        self.duties = duties
        self.scales = Scales(picture)
        self.where = picture.position.state.where
        self._dice, self._passes = dice, passes
        self.choice: dict[int, Hex | None] = dict.fromkeys(duties.partners)
        self._members: dict[Hex, set[int]] = {
            hex: set() for hexes in duties.partners.values() for hex in hexes
        }
        self._support = self._guns()

    def _guns(self) -> dict[Hex, float]:
        """A rough share of the guns that could support an attack on each hex."""
        position, distance = self.picture.position, self.picture.position.game.grid.distance
        share = dict.fromkeys(self._members, 0.0)
        for gun in position.game.guns_of[self.picture.seat]:
            if self.where[gun] < 0 or not deployed(position, gun) or position.state.marks[gun] & SPENT:
                continue
            reached = [hex for hex in share if distance(self.where[gun], hex) <= 4]
            for hex in reached:
                share[hex] += position.game.units[gun].attack_strength(1) / len(reached)
        return share

    def value(self, hex: Hex, units: Iterable[int]) -> float:
        """What an attack on a hex by these units promises; what it costs to leave a duty undone."""
        placed = frozenset((unit, self.where[unit]) for unit in units)
        if not placed:
            return -NEGLECT if hex in self.duties.targets else 0.0
        can_go = self.picture.can_go(hex, self.picture.own_zone)
        found = self.scales.weigh(self.picture.target(hex), placed, can_go, self._support[hex])
        if hex in self.duties.targets:
            return found
        return found - (EAGER if self.picture.on_offensive else CAUTIOUS)

    def solve(self) -> list[Assault]:
        """The attacks to make, the most promising first."""
        self._begin()
        for _ in range(self._passes):
            if not self._improve():
                break
        found = [
            Assault(hex, tuple(sorted(units)), self.value(hex, units))
            for hex, units in self._members.items()
            if units
        ]
        found = [assault for assault in found if assault.value > 0 or self._owed(assault)]
        return sorted(found, key=lambda assault: (-assault.value, assault.hex))

    def _owed(self, assault: Assault) -> bool:
        """Is the attack made because a rule asks for it?"""
        return assault.hex in self.duties.targets or any(
            unit in self.duties.attackers for unit in assault.units
        )

    def _begin(self) -> None:
        """All who can fall upon the most promising hex first, and so on."""
        hexes = sorted(self._members)
        order = sorted(hexes, key=lambda hex: -self.value(hex, self.duties.attackers_of(hex)))
        for hex in order:
            free = [unit for unit in sorted(self.duties.attackers_of(hex)) if self.choice[unit] is None]
            if free and (self.value(hex, free) > 0 or hex in self.duties.targets):
                for unit in free:
                    self._give(unit, hex)
        for unit in sorted(self.duties.attackers):
            if self.choice[unit] is None:
                self._give(unit, min(self.duties.partners[unit]))

    def _give(self, unit: int, hex: Hex | None) -> None:
        old = self.choice[unit]
        if old is not None:
            self._members[old].discard(unit)
        if hex is not None:
            self._members[hex].add(unit)
        self.choice[unit] = hex

    def _improve(self) -> bool:
        """Let every unit change its mind once; did anything get better?"""
        better = False
        for unit in sorted(self.choice):
            options: list[Hex | None] = [*sorted(self.duties.partners[unit])]
            if unit not in self.duties.attackers:
                options.append(None)
            if len(options) > 1 and self._move_for_the_better(unit, options):
                better = True
        return better

    def _move_for_the_better(self, unit: int, options: list[Hex | None]) -> bool:
        old = self.choice[unit]
        best, gain = old, 1e-6
        for hex in options:
            if hex != old:
                found = self._change(unit, old, hex)
                if found > gain:
                    best, gain = hex, found
        if best != old:
            self._give(unit, best)
            return True
        return False

    def _change(self, unit: int, old: Hex | None, new: Hex | None) -> float:
        found = 0.0
        if old is not None:
            members = self._members[old]
            found += self.value(old, members - {unit}) - self.value(old, members)
        if new is not None:
            members = self._members[new]
            found += self.value(new, members | {unit}) - self.value(new, members)
        return found
