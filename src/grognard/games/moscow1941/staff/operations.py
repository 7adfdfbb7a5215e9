"""The plan of a movement phase: attacks to prepare first, then posts for everybody else."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from grognard.board.grid import Hex
from grognard.core import Dice
from grognard.games.moscow1941.allowance import starting_points
from grognard.games.moscow1941.field import STACKING_LIMIT, fortified
from grognard.games.moscow1941.movement import can_be_activated
from grognard.games.moscow1941.routes import reachable, terms_of
from grognard.games.moscow1941.staff.assaults import Scales
from grognard.games.moscow1941.staff.outlook import limbered
from grognard.games.moscow1941.staff.picture import Picture, Target
from grognard.games.moscow1941.steps import Pos

MOST_IN_AN_ATTACK = 10
"""Units that the staff brings together against one hex at most."""

LEAST_PROMISE = 0.6
"""What an attack has to promise to be prepared."""

MOST_THREAT = 26.0
"""More enemy strength than this finds no room around one hex."""

SHARE = 0.55
"""How much of the strength that could reach a hex is expected to fall upon it."""

EXPOSURE, LEAVING_WORKS = 0.35, 0.25
"""What standing in the open costs for each strength point, and coming out of field fortifications."""


class Prepared:
    """An attack that units are to move up for."""

    __slots__ = ("placed", "target", "value")

    def __init__(self, target: Target, placed: tuple[tuple[int, Hex], ...], value: float) -> None:
        self.target = target
        self.placed = placed
        self.value = value


class Operations:
    """Where everybody is to be at the end of the movement phase, and what he is to do there."""

    def __init__(self, picture: Picture, dice: Dice, strategic: bool = False) -> None:
        self.picture = picture
        self.position: Pos = picture.position
        self.strategic = strategic
        self.dice = dice
        game, state = self.position.game, self.position.state
        self.units = [
            unit
            for unit in game.units_of[picture.seat]
            if can_be_activated(self.position, unit, strategic) is None
        ]
        self.reach: dict[int, Mapping[Hex, int]] = {unit: self._reach(unit) for unit in self.units}
        self.goes_to: dict[int, Hex] = {
            unit: state.where[unit] for unit in game.units_of[picture.seat] if state.where[unit] >= 0
        }
        self.load: dict[Hex, int] = {}
        for unit, hex in self.goes_to.items():
            self.load[hex] = self.load.get(hex, 0) + state.levels[unit]
        self.prepared: list[Prepared] = []
        self.committed: set[int] = set()

    def _reach(self, unit: int) -> Mapping[Hex, int]:
        position = self.position
        allowance = starting_points(position, unit, strategic_move=self.strategic)
        here = position.state.where[unit]
        if position.game.towed_gun[unit] and not limbered(position, unit):
            return {here: 0}
        return reachable(position, terms_of(position, unit, allowance, allowance, True, self.strategic)).cost

    def send(self, unit: int, hex: Hex) -> None:
        """Note where a unit is to go."""
        levels = self.position.state.levels[unit]
        self.load[self.goes_to[unit]] -= levels
        self.load[hex] = self.load.get(hex, 0) + levels
        self.goes_to[unit] = hex

    def room(self, unit: int, hex: Hex) -> bool:
        """Is there room for a unit at the end of the phase, if all go where they are to go?"""
        if self.goes_to[unit] == hex:
            return True
        return self.load.get(hex, 0) + self.position.state.levels[unit] <= STACKING_LIMIT

    # --- attacks --------------------------------------------------------------------------------

    def prepare_attacks(self, rounds: int, pinned: Iterable[int]) -> None:
        """Find the attacks that promise most, one after another, and send units up for them."""
        free = self._attackers(set(pinned))
        options = self._options(free)
        scales = Scales(self.picture)
        found: list[Prepared] = []
        for hex in options:
            attack = self._best(hex, options[hex], scales)
            if attack is not None:
                found.append(attack)
        for _ in range(rounds * 40):
            found = [attack for attack in found if attack.value > LEAST_PROMISE]
            if not found:
                break
            best = max(found, key=lambda attack: (attack.value, -attack.target.hex))
            found.remove(best)
            if any(unit in self.committed for unit, _ in best.placed) or not self._fits(best):
                again = self._best(best.target.hex, options[best.target.hex], scales)
                if again is not None and again.value > LEAST_PROMISE:
                    found.append(again)
                continue
            self._commit(best)

    def _commit(self, attack: Prepared) -> None:
        self.prepared.append(attack)
        for unit, hex in attack.placed:
            self.send(unit, hex)
            self.committed.add(unit)

    def _fits(self, attack: Prepared) -> bool:
        more: dict[Hex, int] = {}
        for unit, hex in attack.placed:
            if self.goes_to[unit] != hex:
                more[hex] = more.get(hex, 0) + self.position.state.levels[unit]
        return all(self.load.get(hex, 0) + levels <= STACKING_LIMIT for hex, levels in more.items())

    def _attackers(self, pinned: set[int]) -> list[int]:
        game, state = self.position.game, self.position.state
        return [
            unit
            for unit in self.units
            if game.fights[unit] and game.units[unit].sp > 0 and unit not in pinned and not state.upset[unit]
        ]

    def _options(self, free: Iterable[int]) -> dict[Hex, dict[int, list[Hex]]]:
        """For each enemy hex, who could attack it from where."""
        found: dict[Hex, dict[int, list[Hex]]] = {}
        beside: dict[Hex, tuple[Hex, ...]] = {}
        near = self.picture.atlas.near
        for hex in self.picture.enemy_hexes:
            for there in near[hex]:
                beside[there] = (*beside.get(there, ()), hex)
        for unit in free:
            for there in self.reach[unit].keys() & beside.keys():
                if there in self.picture.stacks and self.picture.enemy_set >> there & 1:
                    continue
                for hex in beside[there]:
                    found.setdefault(hex, {}).setdefault(unit, []).append(there)
        return {hex: found[hex] for hex in sorted(found)}

    def _best(self, hex: Hex, options: dict[int, list[Hex]], scales: Scales) -> Prepared | None:
        """The best attack on a hex with those who are still free."""
        position, target = self.position, self.picture.target(hex)
        free = [unit for unit in options if unit not in self.committed]
        if not free:
            return None
        levels, units = position.state.levels, position.game.units
        free.sort(key=lambda unit: (-units[unit].attack_strength(levels[unit]), unit))
        strengths = sum(units[unit].attack_strength(levels[unit]) for unit in free)
        if strengths * 2 < target.defence:
            return None
        placed: list[tuple[int, Hex]] = []
        zone = self.picture.own_zone
        more: dict[Hex, int] = {}
        best: Prepared | None = None
        ground = 0.25 * self._headway(hex)
        for unit in free[: MOST_IN_AN_ATTACK + 4]:
            there = self._place(unit, options[unit], hex, more, placed)
            if there is None:
                continue
            if self.goes_to[unit] != there:
                more[there] = more.get(there, 0) + levels[unit]
            placed.append((unit, there))
            zone |= position.game.geography.zone[position.game.motorized[unit]][there]
            if len(placed) > MOST_IN_AN_ATTACK:
                break
            can_go = self.picture.can_go(hex, zone)
            support = self._support(placed) + self._aircraft(hex)
            value = scales.weigh(target, frozenset(placed), can_go, support) + ground
            value -= self._entanglement(placed, hex) + 0.02 * len(placed) + self._exposure(placed, target)
            if best is None or value > best.value + 0.05:
                best = Prepared(target, tuple(placed), value)
        return best

    def _headway(self, hex: Hex) -> float:
        """How much nearer the objectives a hex is than the fighting around it, in movement points."""
        if not self.picture.on_offensive:
            return 0.0
        pull, near = self.picture.pull, self.picture.atlas.near[hex]
        return max(-2.0, min(6.0, 2.0 * (pull[hex] - sum(pull[there] for there in near) / len(near))))

    def _place(
        self,
        unit: int,
        hexes: list[Hex],
        target: Hex,
        more: dict[Hex, int],
        placed: list[tuple[int, Hex]],
    ) -> Hex | None:
        """From where a unit had best attack: no new enemies, good ground, another side than its friends."""
        levels = self.position.state.levels[unit]
        best, least = None, 99.0
        taken = {hex for _, hex in placed}
        for hex in hexes:
            staying = self.goes_to[unit] == hex
            if not staying and self.load.get(hex, 0) + more.get(hex, 0) + levels > STACKING_LIMIT:
                continue
            price = 1.5 * len(self._others_near(hex, target)) - 0.3 * self.picture.modifiers(hex)
            price -= 0.6 if staying else 0.0
            water = self.position.game.geography.river(hex, target)
            price += 0.8 if water is not None else 0.0
            price -= 0.3 if hex not in taken else 0.0
            price -= 0.5 * (self.picture.pull[hex] - self.picture.pull[target])
            if (price, hex) < (least, best if best is not None else hex + 1):
                best, least = hex, price
        return best

    def _others_near(self, hex: Hex, target: Hex) -> list[Hex]:
        """Other enemy hexes that stand next to a hex and would have to be attacked too."""
        return [
            there
            for there in self.picture.atlas.near[hex]
            if there != target and self.picture.enemy_set >> there & 1
        ]

    def _entanglement(self, placed: list[tuple[int, Hex]], target: Hex) -> float:
        """The price of fights that come with the attack: those whom nobody else attacks must be attacked."""
        hexes = {hex for _, hex in placed}
        others = {there for hex in hexes for there in self._others_near(hex, target)}
        others -= {attack.target.hex for attack in self.prepared}
        standing = {hex for unit, hex in placed if self.position.state.where[unit] == hex}
        known = {there for hex in standing for there in self._others_near(hex, target)}
        return sum(0.5 + 0.22 * self.picture.target(hex).defence for hex in others - known)

    def _exposure(self, placed: list[tuple[int, Hex]], target: Target) -> float:
        """The price of standing where the attack leaves its units: in the open, among enemies, unsupplied."""
        picture, where = self.picture, self.position.state.where
        strength: dict[Hex, float] = {}
        for unit, hex in placed:
            power = float(self.position.game.units[unit].sp)
            strength[hex] = strength.get(hex, 0.0) + power
        found = 0.0
        for hex, power in strength.items():
            threat = min(MOST_THREAT, max(0.0, picture.threat[hex] - target.defence)) * SHARE
            shifts = self.position.game.geography.combat_modifier(hex)
            ratio = threat / (power + 0.1) / (1.0 + 0.4 * shifts)
            found += EXPOSURE * power * min(1.0, max(0.0, (ratio - 0.8) / 2.5))
            if not picture.supplied >> hex & 1:
                found += 0.15 * power
        for unit, hex in placed:
            if where[unit] != hex and fortified(self.position, where[unit]) and picture.threat[where[unit]]:
                found += LEAVING_WORKS
        return found

    def _aircraft(self, hex: Hex) -> int:
        """Strength of aircraft that have been sent to support an attack on a hex."""
        return sum(
            mission.strength
            for mission in self.position.state.missions
            if mission.hex == hex and mission.seat == self.picture.seat
        )

    def _support(self, placed: list[tuple[int, Hex]]) -> float:
        position, distance = self.position, self.position.game.grid.distance
        where, hexes = position.state.where, {hex for _, hex in placed}
        best = 0
        for gun in position.game.guns_of[self.picture.seat]:
            if where[gun] >= 0 and any(distance(where[gun], hex) <= 3 for hex in hexes):
                best = max(best, position.game.units[gun].attack_strength(1))
        return float(best)
