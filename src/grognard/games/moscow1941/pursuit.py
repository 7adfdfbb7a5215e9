"""5.4 Pursuit: the other side follows along the path of a retreat, or into the hex of the destroyed."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from typing import ClassVar

import msgspec

from grognard.board.grid import OFF_GRID, Hex
from grognard.board.reach import CLOSED
from grognard.core import Order, Refusal, Seat
from grognard.games.moscow1941 import artillery, sight
from grognard.games.moscow1941.field import STACKING_LIMIT, enter_hex, room_for, units_in, zones
from grognard.games.moscow1941.ground import ground_for
from grognard.games.moscow1941.orders import PURSUE, READY
from grognard.games.moscow1941.state import other
from grognard.games.moscow1941.steps import MoscowChoice, MoscowStep, Pos


class Pursuing(MoscowStep, frozen=True):
    """A side may pursue as long as any of its units of the combat has a way to go."""

    who: Seat
    units: tuple[int, ...]
    """Its units in the combat; once it has started, those that may pursue."""
    enemies: tuple[tuple[int, Hex], ...]
    """The enemy units of the combat, and where they fought."""
    moved: tuple[int, ...] = ()
    started: bool = False

    def proceed(self, position: Pos) -> None:
        """Find out who may go where; ask, or be done."""
        if not self.started:
            position.replace(msgspec.structs.replace(self, started=True, units=self._pursuers(position)))
        elif any(True for unit in self.waiting(position) for _ in paths(position, self, unit)):
            position.push(ChoosePursuit(self.who))
        else:
            position.pop()

    def waiting(self, position: Pos) -> tuple[int, ...]:
        """Units that have not pursued yet."""
        return tuple(
            unit for unit in self.units if unit not in self.moved and position.state.where[unit] >= 0
        )

    def fights(self) -> tuple[Hex, ...]:
        """Hexes of the fight that the enemy held, whence a pursuit begins (5.4.4)."""
        return tuple(dict.fromkeys(hex for _, hex in self.enemies))

    def destroyed_in(self, position: Pos, fight: Hex) -> bool:
        """Was an enemy unit eliminated in this hex of the fight (5.4.10)?"""
        where, trails = position.state.where, position.state.trails
        return any(
            hex == fight and where[unit] < 0 and len(trails.get(unit, ())) < 2 for unit, hex in self.enemies
        )

    def _pursuers(self, position: Pos) -> tuple[int, ...]:
        """Units of the combat that may pursue, and headquarters that stand with them (5.4.1, 5.4.9)."""
        game, where = position.game, position.state.where
        able = [
            unit
            for unit in self.units
            if where[unit] >= 0 and game.regular[unit] and game.movable[unit] and not game.units[unit].towed
        ]
        hexes = {where[unit] for unit in able}
        staffs = [unit for unit in game.headquarters_of[self.who] if where[unit] in hexes]
        return (*able, *staffs)


def paths(position: Pos, pursuit: Pursuing, unit: int) -> Iterator[tuple[Hex, ...]]:
    """Every pursuit that a unit may make along any path of the beaten (5.4.3), its own hex first."""
    here = position.state.where[unit]
    seen: set[tuple[Hex, ...]] = set()
    for fight in pursuit.fights():
        if fight not in position.game.grid.neighbours[here] or not _emptied(position, unit, fight):
            continue
        trails = [trail for trail in position.state.trails.values() if trail[0] == fight and len(trail) > 1]
        ways = list(_along(position, here, trails))
        if pursuit.destroyed_in(position, fight):
            ways += _into(position, unit, here, fight)
        for path in ways:
            if path not in seen and _passable(position, unit, path):
                seen.add(path)
                yield path


def _emptied(position: Pos, unit: int, hex: Hex) -> bool:
    """Has every enemy who could hold the hex left it? Lone guns and headquarters cannot (6.2.4, 9.1.5)."""
    enemies = [
        enemy for enemy in units_in(position, hex) if position.game.owner[enemy] != position.game.owner[unit]
    ]
    if enemies and not position.game.regular[unit]:
        return False
    return not any(artillery.fights_itself(position, enemy) for enemy in enemies)


def _along(position: Pos, here: Hex, trails: list[tuple[Hex, ...]]) -> Iterator[tuple[Hex, ...]]:
    """5.4.2, 5.4.5, 5.4.6: along a retreat path, no longer than it, the last hex beside it or not (M49)."""
    for trail in sorted(trails):
        length = len(trail) - 1
        for steps in range(1, length + 1):
            followed = (here, *trail[:steps])
            yield followed
            if steps < length:
                for beside in position.game.grid.neighbours[trail[steps - 1]]:
                    if beside not in (OFF_GRID, here) and beside not in followed and beside != trail[steps]:
                        yield (*followed, beside)


def _into(position: Pos, unit: int, here: Hex, fight: Hex) -> Iterator[tuple[Hex, ...]]:
    """5.4.10: into the hex of the destroyed and on to a hex next to it, unless an enemy zone stops it."""
    yield (here, fight)
    if zones(position, other(position.game.owner[unit])) >> fight & 1:
        return
    for beside in position.game.grid.neighbours[fight]:
        if beside not in (OFF_GRID, here):
            yield (here, fight, beside)


def _passable(position: Pos, unit: int, path: tuple[Hex, ...]) -> bool:
    """Is nothing in the way?"""
    return _barred(position, unit, path) is None


def _barred(position: Pos, unit: int, path: tuple[Hex, ...]) -> Refusal | None:
    """5.4.7, 5.4.8: no closed ground, no enemy in the way, a halt behind a big river; and room at the end."""
    game, costs, label = position.game, ground_for(position, unit).costs, position.game.grid.label
    for number, (here, there) in enumerate(itertools.pairwise(path), start=1):
        if costs.price(here, there) == CLOSED:
            return Refusal("5.4.7", f"the ground of {label(there)} is closed to the unit")
        if game.grid.side(here, there) in game.geography.big_rivers and number < len(path) - 1:
            return Refusal("5.4.8", f"the unit must stop in {label(there)}, behind the big river")
        if not _emptied(position, unit, there):
            return Refusal("3.1.8", f"the enemy holds {label(there)}")
    if not room_for_pursuer(position, unit, path[-1]):
        return Refusal("3.2.1", f"{label(path[-1])} would hold more than {STACKING_LIMIT} efficiency levels")
    return None


def _off_the_path(position: Pos, pursuit: Pursuing, unit: int, path: tuple[Hex, ...]) -> Refusal:
    """Why a path is none that a pursuit may take, whatever lies on it."""
    label, here, neighbours = (
        position.game.grid.label,
        position.state.where[unit],
        position.game.grid.neighbours,
    )
    if len(path) < 2 or path[0] != here:
        return Refusal("3.1.4", f"the path must begin where the unit stands, in {label(here)}")
    if any(there not in neighbours[hex] for hex, there in itertools.pairwise(path)):
        return Refusal("3.1.4", "the hexes of the path must be adjacent")
    fight = path[1]
    if fight not in pursuit.fights():
        return Refusal(
            "5.4.4", f"a pursuit begins with a hex that the enemy has left, not with {label(fight)}"
        )
    if not _emptied(position, unit, fight):
        return Refusal("5.4.4", f"the enemy still holds {label(fight)}")
    lengths = [len(trail) - 1 for trail in position.state.trails.values() if trail[0] == fight]
    if pursuit.destroyed_in(position, fight):
        if max(lengths, default=0) < 2 and len(path) > 2:
            return Refusal(
                "5.4.10", "one hex more, and none out of an enemy zone, after the enemy's destruction"
            )
    elif not any(lengths):
        return Refusal("5.4.1", f"nobody retreated from {label(fight)}")
    if len(path) - 1 > max(lengths, default=0):
        return Refusal("5.4.6", f"the retreat from {label(fight)} was {max(lengths, default=0)} hexes long")
    return Refusal("5.4.2", "a pursuit follows the retreat and leaves its path with the last hex at most")


def room_for_pursuer(position: Pos, unit: int, hex: Hex) -> bool:
    """Is there room among friends? Lone enemies in the hex are swept away."""
    stack = units_in(position, hex)
    if stack and position.game.owner[stack[0]] != position.game.owner[unit]:
        return True
    return room_for(position, unit, hex)


class ChoosePursuit(MoscowChoice, frozen=True):
    """Which unit pursues, and how far; or none (5.4.1)."""

    who: Seat
    rule: ClassVar[str] = "5.4"
    verbs: ClassVar = (PURSUE, READY)

    def seat(self, position: Pos) -> Seat:
        """The side that may pursue."""
        return self.who

    def prompt(self, position: Pos) -> str:
        """What is asked."""
        return "Pursue with a unit, or be ready."

    def orders(self, position: Pos) -> Iterable[Order]:
        """Every way of every unit, and an end."""
        pursuing = self._pursuing(position)
        for unit in pursuing.waiting(position):
            for path in paths(position, pursuing, unit):
                yield PURSUE(unit, path)
        yield READY()

    def _pursuing(self, position: Pos) -> Pursuing:
        below = position.stack[-2]
        assert isinstance(below, Pursuing)
        return below

    def refusal(self, position: Pos, order: Order) -> Refusal | None:
        """Why a pursuit is not possible."""
        if order.verb is READY:
            return None
        unit, path = order.values
        pursuing = self._pursuing(position)
        if unit not in pursuing.waiting(position):
            return Refusal("5.4.1", f"{position.game.units[unit].id} cannot pursue now")
        if path in set(paths(position, pursuing, unit)):
            return None
        refusal = _off_the_path(position, pursuing, unit, path)
        if refusal.rule in ("3.1.4", "5.4.1", "5.4.4"):
            return refusal
        return _barred(position, unit, path) or refusal

    def take(self, position: Pos, order: Order) -> None:
        """Move the pursuer, or end the pursuit."""
        pursuing = self._pursuing(position)
        position.pop()
        if order.verb is READY:
            position.pop()
            return
        unit, path = order.values
        position.replace(msgspec.structs.replace(pursuing, moved=(*pursuing.moved, unit)))
        sight.tell_way(position, unit, "5.4", "pursues to", path)
        for hex in path[1:]:
            enter_hex(position, unit, hex)
