"""Headquarters and guns: never in front, always near enough to count."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.board.grid import Hex
from grognard.games.moscow1941.allowance import starting_points
from grognard.games.moscow1941.artillery import RANGE, SETUP_COST
from grognard.games.moscow1941.routes import reachable, terms_of
from grognard.games.moscow1941.staff.operations import MOST_THREAT, SHARE, Operations
from grognard.games.moscow1941.staff.outlook import limbered

WORTH_LIMBERING, IDLE = 2.0, 0.4
"""How much better a new place has to be before guns are limbered up for it, unless they serve nobody here."""


class Services:
    """Finds places for what supports the fighting units."""

    def __init__(self, operations: Operations) -> None:
        self.operations = operations
        self.picture = operations.picture
        self.position = operations.position
        game = self.position.game
        self.guarded: dict[Hex, float] = {}
        """Hexes where fighting units will stand, with their strength."""
        self.lodgers: dict[Hex, int] = {}
        """How many guns and headquarters have their place in a hex."""
        for unit, hex in operations.goes_to.items():
            if game.regular[unit]:
                power = game.units[unit].defence_strength(self.position.state.levels[unit])
                self.guarded[hex] = self.guarded.get(hex, 0.0) + power
        self.demand = self._demand()

    def _demand(self) -> dict[Hex, float]:
        """Own hexes that will see fighting, with how much."""
        found: dict[Hex, float] = {}
        threat = self.picture.threat
        for hex in self.guarded:
            if threat[hex] > 2.0:
                found[hex] = min(1.0, threat[hex] / 12.0)
        for attack in self.operations.prepared:
            for hex in {hex for _, hex in attack.placed}:
                found[hex] = found.get(hex, 0.0) + 0.8
        return found

    def _service(self, hex: Hex, reach: int) -> float:
        demand, found = self.demand, 0.0
        for ring in self.picture.atlas.rings(hex)[: reach + 1]:
            for there in ring:
                if there in demand:
                    found += demand[there]
        return found

    def _danger(self, hex: Hex) -> float:
        """Standing where the enemy can come, alone or next to him."""
        picture = self.picture
        found = 0.0
        if hex not in self.guarded:
            found += 0.5 + 0.6 * min(20.0, picture.threat[hex])
        else:
            found += 0.5 * max(0.0, min(MOST_THREAT, picture.threat[hex]) * SHARE - self.guarded[hex])
        found += 1.5 * self.lodgers.get(hex, 0)
        if picture.enemy_zone >> hex & 1 or any(
            picture.enemy_set >> there & 1 for there in picture.atlas.near[hex]
        ):
            found += 4.0
        if not picture.supplied >> hex & 1:
            found += 5.0
        return found

    def value(self, hex: Hex, reach: int) -> float:
        """What a place is worth for something that serves as far as this."""
        value = self._service(hex, reach) - self._danger(hex)
        if self.picture.on_offensive:
            value += 0.05 * self.picture.pull[hex]
        else:
            value += 0.02 * min(self.picture.backing[hex], 20.0)
        return value

    def assign(self) -> None:
        """A place for every headquarters and gun that may move."""
        game = self.position.game
        for unit in self.operations.units:
            if game.units[unit].is_headquarters:
                self._assign(unit, self.operations.reach[unit], game.headquarters_range[unit], 0.3)
            elif game.towed_gun[unit]:
                reach = self.gun_reach(unit)
                idle = limbered(self.position, unit) or self._service(self._here(unit), RANGE) < IDLE
                self._assign(unit, reach, RANGE, 0.2 if idle else WORTH_LIMBERING)

    def _here(self, unit: int) -> Hex:
        return self.position.state.where[unit]

    def gun_reach(self, unit: int) -> Mapping[Hex, int]:
        """Where a gun can be ready again at the end of the phase: limbered up, drawn there, deployed."""
        position = self.position
        allowance = starting_points(position, unit, strategic_move=self.operations.strategic)
        toll = SETUP_COST if limbered(position, unit) else 2 * SETUP_COST
        if allowance <= toll:
            return {}
        terms = terms_of(position, unit, allowance - toll, allowance, False, self.operations.strategic)
        return reachable(position, terms).cost

    def _assign(self, unit: int, reach: Mapping[Hex, int], span: int, gain: float) -> None:
        operations, here = self.operations, self.position.state.where[unit]
        best, most = here, self.value(here, span) + gain
        for hex in sorted(reach):
            if hex != here and operations.room(unit, hex) and not self.picture.enemy_set >> hex & 1:
                value = self.value(hex, span)
                if value > most + 1e-9:
                    best, most = hex, value
        if best != here:
            operations.send(unit, best)
        self.lodgers[best] = self.lodgers.get(best, 0) + 1
        # who is served by one is served by the next only half as well
        served = 0.4 if self.position.game.units[unit].is_headquarters else 0.7
        for there in self.demand:
            if self.position.game.grid.distance(best, there) <= span:
                self.demand[there] *= served
