"""16 What a player may take a position for: hidden counters replaced by a guess from what he knows.

He knows which enemy counters are on the map, since all others lie in the open beside it; he sees the top of
each stack, how high it is unless masked, the types next to his own units, and everything in a combat of the
phase. The counters he does not see are dealt to the places he does not see into, always in the same way.
"""

from __future__ import annotations

import msgspec

from grognard.board.bits import HexSet
from grognard.board.grid import OFF_GRID, Hex
from grognard.core import AnyStep, Seat
from grognard.games.moscow1941.air import AssignAir
from grognard.games.moscow1941.field import STACKING_LIMIT, occupied
from grognard.games.moscow1941.fortifications import need_not_attack
from grognard.games.moscow1941.ground import ground
from grognard.games.moscow1941.state import Mark, other
from grognard.games.moscow1941.steps import Pos

KNOWN_MARKS = (
    Mark.TRANSPORT
    | Mark.STRATEGIC
    | Mark.FOUGHT
    | Mark.FIRED
    | Mark.RETREATED
    | Mark.SHELLED
    | Mark.SEEN
    | Mark.MASKED
)
"""What the enemy knows of a counter that lies open."""


class Place(msgspec.Struct):
    """A place in an enemy stack of which the player does not know the counter, but perhaps the kind."""

    hex: Hex
    kind: tuple[str, str] | None = None
    levels: int | None = None
    marks: int = 0


def glimpse(position: Pos, seat: Seat) -> Pos:
    """The position as this seat may take it to be; see `Game.glimpse`."""
    found = position.copy()
    enemy = other(seat)
    state, owner = found.state, position.game.owner
    state.spans = [span for span in state.spans if owner[span.headquarters] == seat]  # 14.3.2: in secret
    state.banks = {unit: hex for unit, hex in state.banks.items() if owner[unit] == seat}
    _seal(found, position, seat)
    if position.game.masking:
        _Guess(found, enemy).make()
    else:
        for unit in position.game.units_of[enemy]:
            state.marks[unit] &= KNOWN_MARKS
    return found


def _seal(found: Pos, position: Pos, seat: Seat) -> None:
    """8.1.7: what the enemy has chosen in secret, and how many orders it took him."""
    step = position.step
    if isinstance(step, AssignAir):
        found.ply = step.ply_for(position, seat)
        found.stack = tuple(_unsealed(step, seat) for step in position.stack)


def _unsealed(step: AnyStep, seat: Seat) -> AnyStep:
    if not isinstance(step, AssignAir):
        return step
    if step.who == seat:
        return msgspec.structs.replace(step, sealed=())
    return msgspec.structs.replace(step, chosen=(), attacks=0)


class _Guess:
    """Deals the hidden counters of a side anew."""

    def __init__(self, position: Pos, enemy: Seat) -> None:
        self.position, self.enemy = position, enemy
        self.game, self.state = position.game, position.state
        self.stacks: dict[Hex, list[int]] = {}
        """Enemy stacks: the counters that lie open, then those that are dealt."""
        self.places: list[Place] = []
        self.masked: list[Hex] = []
        """Stacks under a mask, which may hold more than is seen."""
        self.hidden: list[int] = []
        self.free: dict[int, None] = {}
        """Hidden counters that have no place yet, in order."""
        self.kin: dict[str, list[int]] = {}
        """Hidden counters by the division or corps they belong to."""
        self.unknown: set[int] = set()
        """Dealt counters of whose levels nothing is known."""

    def make(self) -> None:
        """Find out what is hidden, and deal it."""
        near = self._neighbourhood()
        for hex in sorted(hex for hex, stack in self.state.stacks.items() if self._enemies(stack)):
            self._look_into(hex, bool(near >> hex & 1))
        self._deal()
        for unit in self.game.units_of[self.enemy]:
            self.state.marks[unit] &= KNOWN_MARKS
        memo = self.position.memo
        kept = {derived: memo[derived] for derived in (ground,) if derived in memo}
        memo.clear()
        memo.update(kept)

    def _enemies(self, stack: tuple[int, ...]) -> bool:
        return self.game.owner[stack[0]] == self.enemy

    def _neighbourhood(self) -> HexSet:
        """The hexes next to the player's own units."""
        found: HexSet = 0
        for hex, stack in self.state.stacks.items():
            if not self._enemies(stack):
                for near in self.game.grid.neighbours[hex]:
                    if near != OFF_GRID:
                        found |= 1 << near
        return found & occupied(self.position, self.enemy)

    def _look_into(self, hex: Hex, adjacent: bool) -> None:
        """Which counters of a stack are known, and what is known of the others (16.1)."""
        marks, stack = self.state.marks, self.state.stacks[hex]
        top = stack[0]
        masked = marks[top] & Mark.MASKED
        known = [unit for unit in stack if marks[unit] & Mark.SEEN or (unit == top and not masked)]
        hidden = [unit for unit in stack if unit not in known]
        shelled = Mark.SHELLED if any(marks[unit] & Mark.SHELLED for unit in stack) else 0
        for unit in known:
            marks[unit] &= ~Mark.MASKED
        self.hidden += hidden
        self.stacks[hex] = list(known)
        if not hidden:
            return
        if masked:
            # a mask on the top counter covers the stack, whatever has been seen of it in a combat
            shelled |= Mark.MASKED
            if known and known[0] == top:
                marks[top] |= Mark.MASKED
        if adjacent:
            self.places += self._told(hex, hidden, shelled)
        elif masked:
            self.masked.append(hex)
            self.places.append(Place(hex, marks=shelled))
        else:
            self.places += [Place(hex, marks=shelled) for _ in hidden]

    def _told(self, hex: Hex, hidden: list[int], marks: int) -> list[Place]:
        """16.1.4: the kinds of adjacent counters, with their levels unless they are dug in; in no order."""
        found = []
        for unit in hidden:
            counter = self.game.units[unit]
            levels = None if need_not_attack(self.position, hex) else self.state.levels[unit]
            found.append(Place(hex, (counter.type.value, counter.size.value), levels, marks))
        return sorted(found, key=lambda place: (place.kind or ("", ""), place.levels or 0))

    # --- dealing ----------------------------------------------------------------------------------

    def _deal(self) -> None:
        """First where the kind is known, then anywhere; what is left goes under the masks."""
        self.free = dict.fromkeys(sorted(self.hidden, key=lambda unit: (not self.game.regular[unit], unit)))
        for unit in self.free:
            self.kin.setdefault(self._family(unit), []).append(unit)
        for place in sorted(self.places, key=lambda place: (place.kind is None, -(place.levels or 0))):
            best = self._best_for(place)
            if best is not None:  # there is always one: the counter that really lies there
                del self.free[best]
                self._put(best, place)
        for unit in self.free:
            hex = min(self.masked, key=lambda hex: (len(self.stacks[hex]), hex))
            self._put(unit, Place(hex, marks=Mark.MASKED))
        for hex, stack in self.stacks.items():
            self.state.stacks[hex] = tuple(stack)
            self._fill_up(stack)

    def _family(self, unit: int) -> str:
        """What counters stand together by: their division or corps."""
        counter = self.game.units[unit]
        return counter.parent or counter.formation

    def _best_for(self, place: Place) -> int | None:
        """A counter for a place: of the family of those that lie open there, if there is one left."""
        stack = self.stacks[place.hex]
        if stack:
            for unit in self.kin.get(self._family(stack[0]), ()):
                if unit in self.free and self._fits(unit, place):
                    return unit
        return next((unit for unit in self.free if self._fits(unit, place)), None)

    def _fits(self, unit: int, place: Place) -> bool:
        counter = self.game.units[unit]
        if place.kind is None:
            return True
        if place.kind != (counter.type.value, counter.size.value):
            return False
        return place.levels is None or place.levels <= counter.cel

    def _put(self, unit: int, place: Place) -> None:
        state = self.state
        self.stacks[place.hex].append(unit)
        state.where[unit] = place.hex
        state.levels[unit] = place.levels or 1
        state.shortage[unit] = state.upset[unit] = 0
        state.marks[unit] = place.marks
        state.silenced.pop(unit, None)
        if place.levels is None:
            self.unknown.add(unit)

    def _fill_up(self, stack: list[int]) -> None:
        """Where nothing is known of the levels of a counter it has as many as the stack has room for."""
        levels = self.state.levels
        room = STACKING_LIMIT - sum(levels[unit] for unit in stack)
        for unit in stack:
            if unit in self.unknown and room > 0:
                more = min(room, self.game.units[unit].cel - 1)
                levels[unit] += more
                room -= more
