"""5.1.3 to 5.1.5 Mandatory combat: who must attack, who must be attacked, and what would make it impossible.

Combats are stars: many attackers on one hex, or one hex of attackers on many. Whatever set of
"somebody must fight somebody" pairs covers all duties can be thinned out to stars, so the duties can be met
exactly when every unit and every hex with a duty still has at least one possible partner left.

Duties are read from the map as it is: an enemy has one as long as any unit of ours stands in his zone, even
one that has fought already (5.1.4, example c). A retreat can end a duty, and a pursuit can bring a new one,
but only upon those who still find somebody to fight.
"""

from __future__ import annotations

from collections.abc import Collection

import msgspec

from grognard.board.bits import HexSet
from grognard.board.grid import Hex
from grognard.core import Derived, Refusal, Seat
from grognard.games.moscow1941 import fortifications
from grognard.games.moscow1941.field import has_mark, units_in, zone_of, zones
from grognard.games.moscow1941.state import Mark, other
from grognard.games.moscow1941.steps import Pos


class Duties(msgspec.Struct, frozen=True):
    """What is still open in a combat phase."""

    partners: dict[int, frozenset[Hex]]
    """For each unit that may still attack, the enemy hexes that it could attack."""
    attackers: frozenset[int]
    """Units that must attack (5.1.3)."""
    targets: frozenset[Hex]
    """Enemy hexes that must be attacked (5.1.4)."""

    def attackers_of(self, hex: Hex) -> frozenset[int]:
        """The units that could attack a hex."""
        return frozenset(unit for unit, hexes in self.partners.items() if hex in hexes)


def may_attack(position: Pos, unit: int) -> bool:
    """Can a unit attack directly: regular, not towed, neither fought nor fired (5.1.1, 5.1.10, 6.1.4)?"""
    game, state = position.game, position.state
    return (
        state.where[unit] >= 0
        and game.fights[unit]
        and not has_mark(position, unit, Mark.FOUGHT | Mark.FIRED)
        and game.units[unit].sp > 0
    )


def attackable(position: Pos, hex: Hex) -> tuple[int, ...]:
    """The units of a hex that can still be attacked in this phase (5.1.1, 6.4.5).

    Whoever has fought and then retreated into the hex stands aside, and shields nobody.
    """
    marks, spent = position.state.marks, Mark.FOUGHT | Mark.SHELLED
    return tuple(unit for unit in units_in(position, hex) if not marks[unit] & spent)


def may_be_attacked(position: Pos, hex: Hex) -> bool:
    """Can a hex still be attacked in this phase?"""
    return bool(attackable(position, hex))


def _duties(position: Pos, seat: Seat) -> Duties:
    game, state, enemy = position.game, position.state, other(seat)
    enemy_zone = zones(position, enemy)
    partners: dict[int, frozenset[Hex]] = {}
    for unit in game.units_of[seat]:
        if not may_attack(position, unit):
            continue
        found = frozenset(
            there
            for there in game.grid.neighbours[state.where[unit]]
            if there in state.stacks
            and game.owner[state.stacks[there][0]] == enemy
            and may_be_attacked(position, there)
        )
        if found:
            partners[unit] = found
    attackers = frozenset(
        unit
        for unit in partners
        if enemy_zone >> state.where[unit] & 1
        and not fortifications.need_not_attack(position, state.where[unit])
    )
    return Duties(partners, attackers, _targets(position, partners))


def _targets(position: Pos, partners: dict[int, frozenset[Hex]]) -> frozenset[Hex]:
    """Enemy hexes with a unit in whose zone a fighting unit of ours stands (5.1.4, rulings M09, M78)."""
    candidates = {hex for hexes in partners.values() for hex in hexes}
    if not candidates:
        return frozenset()
    bound = _bound_hexes(position, position.game.owner[next(iter(partners))])
    return frozenset(
        hex
        for hex in candidates
        if any(zone_of(position, unit) & bound for unit in attackable(position, hex))
    )


def _bound_hexes(position: Pos, seat: Seat) -> HexSet:
    """Where units of a seat stand that bring a duty upon the enemies around them.

    Ruling M78: only units that attack directly do. Ruling M09: units in works do not, unless the switch
    says so.
    """
    game, state, found = position.game, position.state, 0
    for hex, stack in state.stacks.items():
        if game.owner[stack[0]] != seat or not any(game.fights[unit] for unit in stack):
            continue
        if game.fortified_bind or not fortifications.need_not_attack(position, hex):
            found |= 1 << hex
    return found


duties: Derived[Pos, Duties] = Derived("duties of combat", _duties)


def forget_duties(position: Pos) -> None:
    """Something fought, fired or moved: the duties have changed."""
    duties.forget(position)


def left_undone(
    position: Pos, seat: Seat, attackers: Collection[int], targets: Collection[Hex]
) -> Refusal | None:
    """Would fighting these make another duty impossible? The duty, or None."""
    open_duties = duties(position, seat)
    gone_units, gone_hexes = frozenset(attackers), frozenset(targets)
    game = position.game
    for unit in sorted(open_duties.attackers - gone_units):
        if not open_duties.partners[unit] - gone_hexes:
            name = game.units[unit].id
            return Refusal("5.1.3", f"{name} must attack too, and would find nobody left to attack")
    for hex in sorted(open_duties.targets - gone_hexes):
        if not open_duties.attackers_of(hex) - gone_units:
            label = game.grid.label(hex)
            return Refusal("5.1.4", f"{label} must be attacked too, and nobody would be left to do it")
    return None


def impossible(
    position: Pos, seat: Seat, attackers: Collection[int], targets: Collection[Hex]
) -> Refusal | None:
    """Why no attack that contains this one leaves all other duties possible; None when there is one.

    Whoever would find nobody else to attack has to join in, and whoever could be attacked by nobody else has
    to be attacked along with the rest. What comes of it must still have one side in one hex (5.1.5).
    """
    found, game = duties(position, seat), position.game
    units, hexes = _grown(found, frozenset(attackers), frozenset(targets))
    together = len(hexes) == 1 or len({position.state.where[unit] for unit in units}) == 1
    if together and all(hexes <= found.partners.get(unit, frozenset()) for unit in units):
        return None
    joining = [game.units[unit].id for unit in sorted(units - set(attackers))]
    along = [game.grid.label(hex) for hex in sorted(hexes - set(targets))]
    demands = [f"{', '.join(joining)} would have to join in, with nobody else to attack"] if joining else []
    demands += [f"{', '.join(along)} would have to be attacked along, by nobody else"] if along else []
    rule = "5.1.3" if joining else "5.1.4" if along else "5.1.5"
    return Refusal(rule, "; ".join([*demands, "but one side of a combat must be in one hex (5.1.5)"]))


def _grown(
    found: Duties, units: frozenset[int], hexes: frozenset[Hex]
) -> tuple[frozenset[int], frozenset[Hex]]:
    """The least attack that contains these and leaves nobody with a duty that cannot be met any more."""
    while True:
        more_units = {unit for unit in found.attackers - units if found.partners[unit] <= hexes}
        more_hexes = {hex for hex in found.targets - hexes if found.attackers_of(hex) <= units}
        if not more_units and not more_hexes:
            return units, hexes
        units, hexes = units | more_units, hexes | more_hexes


def open_duty(position: Pos, seat: Seat) -> Refusal | None:
    """A duty that keeps the combat phase from ending (5.1.7); None when all are met."""
    found = duties(position, seat)
    if found.attackers:
        names = ", ".join(position.game.units[unit].id for unit in sorted(found.attackers)[:3])
        return Refusal("5.1.3", f"in an enemy zone of control and must still attack: {names}")
    if found.targets:
        labels = ", ".join(position.game.grid.label(hex) for hex in sorted(found.targets)[:3])
        return Refusal("5.1.4", f"the enemy in {labels} must still be attacked")
    return None
