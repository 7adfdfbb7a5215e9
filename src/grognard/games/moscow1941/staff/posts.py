"""Posts: where units that attack nobody had best stand, be it in the line, in reserve, or on the march."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.board.bits import HexSet, hexes_of
from grognard.board.grid import Hex
from grognard.games.moscow1941 import fortifications
from grognard.games.moscow1941.field import fortified
from grognard.games.moscow1941.staff.keys import URGE, Keys
from grognard.games.moscow1941.staff.operations import MOST_THREAT, SHARE, Operations
from grognard.games.moscow1941.staff.outlook import worth

FREE = 3.0
"""With less threat than this around it a unit is free to march where it is needed."""

KEEP, KEEP_ATTACKING = 0.5, 0.15
"""What it is worth to bar a hex to the enemy, for the side that has to hold and for the other."""

FREE_POINT, LOST_POINT = 8.0, 3.5
"""What a victory point is worth that needs only be walked into, to who comes and to who comes back."""

PRESSED = 1.7
"""So many times our strength in a sector the enemy has to have for us to give way."""

STAYS = 0.6
"""How far a unit that has no post yet is counted where it stands."""


def _risk(hold: float) -> float:
    """The danger of losing what stands in a hex whose strength is so many times what comes upon it."""
    return min(1.0, max(0.0, (1.0 / max(hold, 0.01) - 0.6) / 2.4))


class Posts:
    """Gives every unit without a task its post, one after another, each knowing the ones before."""

    def __init__(self, operations: Operations) -> None:
        self.operations = operations
        self.picture = operations.picture
        self.position = operations.position
        self.atlas = self.picture.atlas
        game = self.position.game
        self.covered: HexSet = 0
        """Hexes in the zone of somebody who has his post."""
        self.strength: dict[Hex, float] = {}
        """Strength of those who have their posts, by hex, and a part of those who still wait for theirs."""
        self.stake: dict[Hex, float] = {}
        """What the same units are worth."""
        for unit in operations.committed:
            self.note(unit)
        moving = set(operations.units)
        for unit in game.units_of[self.picture.seat]:
            if self.position.state.where[unit] >= 0 and unit not in moving:
                self.note(unit)
        self.keys = Keys(self.picture)
        self._recalls: dict[Hex, tuple[Hex, ...] | None] = {}
        self.need = self._need()
        self.calls = self._calls()

    def note(self, unit: int) -> None:
        """A unit has its post: what it covers and how strong the hex is."""
        game, hex = self.position.game, self.operations.goes_to[unit]
        if game.regular[unit]:
            self.covered |= game.geography.zone[game.motorized[unit]][hex] | 1 << hex
            self._count(unit, hex, 1.0)

    def _count(self, unit: int, hex: Hex, share: float) -> None:
        power = self.position.game.units[unit].defence_strength(self.position.state.levels[unit])
        self.strength[hex] = self.strength.get(hex, 0.0) + share * power
        self.stake[hex] = self.stake.get(hex, 0.0) + share * worth(self.position, unit)

    # --- what has to be held ----------------------------------------------------------------------

    def _need(self) -> list[float]:
        """How much it matters that the enemy does not get through each hex."""
        picture = self.picture
        keep = KEEP_ATTACKING if picture.on_offensive else KEEP
        found = [0.0] * self.position.game.grid.size
        for hex, threat in enumerate(picture.threat):
            if threat > 0 and not picture.enemy_set >> hex & 1:
                found[hex] = keep * min(1.0, threat / 6.0) * min(1.6, 0.5 + 0.08 * picture.weight[hex])
        return found

    def _calls(self) -> list[tuple[Hex, float]]:
        """The places that call for help loudest: much that looms, little that gathers, much to lose."""
        picture = self.picture
        found: list[tuple[float, Hex]] = []
        for hex, value in self.atlas.points.items():
            if picture.holds(hex) and picture.looming[hex] > 0:
                lack = 0.6 * picture.looming[hex] - 0.5 * picture.gathering[hex]
                if lack > 0:
                    found.append((lack * value * self._rim(hex), hex))
        found.sort(key=lambda call: (-call[0], call[1]))
        return [(hex, loud) for loud, hex in found[:12]]

    def _rim(self, hex: Hex) -> float:
        """How open a place lies: a hex among hexes that we hold too is attacked last."""
        near = self.atlas.near[hex]
        inside = sum(there in self.atlas.points and self.picture.holds(there) for there in near)
        return 1.0 - 0.8 * inside / len(near)

    # --- the value of a post ------------------------------------------------------------------------

    def score(self, unit: int, hex: Hex) -> float:
        """What it is worth to have a unit in a hex at the end of the phase."""
        position, picture, game = self.position, self.picture, self.position.game
        here = position.state.where[unit]
        staying = hex == here
        found = 0.35 if staying else 0.0
        zone = game.geography.zone[game.motorized[unit]][hex] | 1 << hex
        fresh = zone & ~self.covered
        if fresh:
            found += sum(self.need[there] for there in hexes_of(fresh))
        found += self._objective(unit, hex)
        found += self._safety(unit, hex, staying)
        if picture.on_offensive:
            found += 0.45 * (picture.pull[hex] - picture.pull[here])
        else:
            found += self._help(hex, here) + self._recall(hex, here)
        if not picture.supplied >> hex & 1:
            found -= 5.0
        if self.operations.load.get(hex, 0) > 5 and not staying:
            found -= 0.5
        return found

    def _objective(self, unit: int, hex: Hex) -> float:
        """Taking a free place, or keeping one that nobody else keeps."""
        points = self.atlas.points.get(hex)
        if points is None:
            return 0.0
        if not self.picture.holds(hex):
            return (FREE_POINT if self.picture.on_offensive else LOST_POINT) * points
        # what is to come counts for a city, which is not manned in a day
        danger = max(self.picture.threat[hex], 0.5 * self.picture.looming[hex] if points > 2 else 0.0)
        lack = min(MOST_THREAT, danger) * SHARE - self.strength.get(hex, 0.0)
        if lack <= 0:
            return 0.0
        return 1.4 * points * min(1.0, lack / 5.0) * self._rim(hex)

    def _safety(self, unit: int, hex: Hex, staying: bool) -> float:
        """The danger of a post, less what ground, works and friends make of it."""
        picture, position = self.picture, self.position
        threat = min(MOST_THREAT, picture.threat[hex]) * SHARE
        if threat <= 0:
            return 0.0
        power = max(1.0, position.game.units[unit].defence_strength(position.state.levels[unit]))
        others, stake = self.strength.get(hex, 0.0), self.stake.get(hex, 0.0)
        works = fortified(position, hex)
        digs = staying and not works and self.can_dig(unit)
        shifts = position.game.geography.combat_modifier(hex) + (2 if works or digs else 0)
        exits = picture.exits(hex)
        trapped = 1.5 if not exits else 1.2 if exits == 1 else 1.0
        hardness = (1.0 + 0.4 * shifts) / threat
        alone = _risk(others * hardness) * stake if others else 0.0
        together = _risk((others + power) * hardness) * (stake + worth(position, unit))
        found = -0.8 * trapped * (together - alone) + 0.25 * shifts
        defence = others + power
        if picture.enemy_zone >> hex & 1 and not works and not digs:
            found -= self._contact(unit, hex, defence)
        return found

    def _contact(self, unit: int, hex: Hex, power: float) -> float:
        """The price of having to attack from a hex next to the enemy."""
        enemies = [there for there in self.atlas.near[hex] if self.picture.enemy_set >> there & 1]
        if not enemies:
            return 0.0
        weakest = min(
            self.picture.target(there).defence * (1.0 + 0.35 * self.picture.target(there).modifiers)
            for there in enemies
        )
        ratio = (power + 0.5) / max(1.0, weakest)
        return max(0.0, 3.2 - 1.5 * ratio) + 0.6 * (len(enemies) - 1)

    def can_dig(self, unit: int) -> bool:
        """May a unit dig in where it stands?"""
        if not self.position.game.regular[unit] or self.operations.strategic:
            return False
        leaves = len(self.operations.reach.get(unit, ())) > 1
        return fortifications.cannot_dig(self.position, unit, leaves) is None

    def _help(self, hex: Hex, here: Hex) -> float:
        """For those behind the line: nearer to where help is needed."""
        if not self.calls or self.picture.threat[here] > FREE:
            return 0.0
        distance = self.position.game.grid.distance
        best = 0.0
        for goal, loud in self.calls:
            before, after = distance(here, goal), distance(hex, goal)
            if before <= 25:
                best = max(best, (before - after) * min(1.0, loud / 20.0) * (0.2 + 4.0 / (4 + before)))
        return best

    def _recall(self, hex: Hex, here: Hex) -> float:
        """Who has been passed by on the way to a key place falls back on it."""
        if here not in self._recalls:
            pressed = self.picture.looming[here] > PRESSED * max(1.0, self.picture.gathering[here])
            self._recalls[here] = self.keys.recall(here, pressed)
        place = self._recalls[here]
        if place is None:
            return 0.0
        return URGE * (self.keys.distance(place, here) - self.keys.distance(place, hex))

    # --- giving posts -------------------------------------------------------------------------------

    def assign(self, units: Iterable[int]) -> None:
        """A post for each of these units; those in contact and in the line first."""
        threat, where = self.picture.threat, self.position.state.where
        order = sorted(units, key=lambda unit: (-threat[where[unit]], unit))
        for unit in order:
            self._count(unit, where[unit], STAYS)
        for unit in order:
            self._count(unit, where[unit], -STAYS)
            self.assign_one(unit)

    def assign_one(self, unit: int) -> None:
        """The best post that a unit can reach."""
        operations, here = self.operations, self.position.state.where[unit]
        best, most = here, self.score(unit, here)
        for hex in self.candidates(unit):
            if operations.room(unit, hex):
                value = self.score(unit, hex)
                if value > most + 1e-9:
                    best, most = hex, value
        if best != here:
            operations.send(unit, best)
        self.note(unit)

    def candidates(self, unit: int) -> list[Hex]:
        """Hexes worth looking at; a unit locked by an enemy cannot choose freely anyway."""
        found = [hex for hex in self.operations.reach[unit] if not self.picture.enemy_set >> hex & 1]
        garrison = self.keys.garrison(unit)
        if garrison:
            found = [hex for hex in found if hex in garrison]
        return sorted(found)
