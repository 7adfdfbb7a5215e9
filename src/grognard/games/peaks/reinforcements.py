"""13 Reinforcements: the Reinforcement Segment, and the hexes in which units may come in."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from grognard.board.bits import HexSet, bits_of, hexes_of
from grognard.board.grid import Hex
from grognard.core import Event, Order, Refusal, Seat
from grognard.games.peaks import control, naval, supply, victory
from grognard.games.peaks.components import Size, UnitType, Variant
from grognard.games.peaks.field import enter_hex, occupied, open_sectors, zones
from grognard.games.peaks.geography import zone_area
from grognard.games.peaks.orders import CALL, DEPLOY, END
from grognard.games.peaks.state import ASIDE, AXIS, BOX, POOL, other
from grognard.games.peaks.steps import PeaksChoice, Pos

ELEVENTH_ARMY_TURN = 2
"""18.5: from August 1942 on."""

LIKE_UNITS = {
    UnitType.INFANTRY: (UnitType.INFANTRY,),
    UnitType.MOUNTAIN: (UnitType.MOUNTAIN,),
    UnitType.PANZER: (UnitType.PANZER, UnitType.PANZERGRENADIER),
    UnitType.PANZERGRENADIER: (UnitType.PANZER, UnitType.PANZERGRENADIER),
}
"""18.3: on which German corps a Kampfgruppe may be put down."""


# --- where (13.4, 13.5, 14.5, 18.3, 25.1) ------------------------------------------------------------


def _railheads(position: Pos, seat: Seat) -> HexSet:
    """13.4: own printed depots with a rail line home, free of enemies and their zones.

    The fortress city itself may lie in an enemy zone (ruling Q-P24), and rail lines for arrivals cross the
    sector boundary (ruling Q-P66).
    """
    game, enemy = position.game, other(seat)
    enemies, zone = occupied(position, enemy), zones(position, enemy)
    network, depots = game.geography.rail, game.depots[seat] & _own(position, seat)
    free = game.grid.all & ~enemies & ~zone
    ends = game.west_edge if seat == AXIS else game.place_hexes("urbakh")
    lines = network.flood(ends & free, free)
    fortress = game.fortresses & ~enemies
    return depots & (lines | network.step(lines) & fortress)


def _entry(position: Pos, seat: Seat) -> HexSet:
    """13.4: the map edge of a side."""
    return zone_area(position.game.board, f"{seat}-entry")


def _harbours(position: Pos, seat: Seat) -> HexSet:
    """25.1.6, 25.1.7: own ports of the sea by which one unit a turn may come."""
    game, sea = position.game, naval.ARRIVALS[seat]
    if not game.rules.naval_operations or sea in position.state.naval_arrivals:
        return 0
    return game.ports[sea] & control.controlled(position, seat)


def places(position: Pos, unit: int) -> HexSet:
    """All hexes in which a unit may be placed now."""
    game = position.game
    seat = game.owner[unit]
    enemy = other(seat)
    zone = zones(position, enemy)
    area = _ordinary(position, seat) & (~zone | game.fortresses)
    if _built_for_points(position, unit):
        area |= _at_depots(position, seat) & ~zone
    area |= _harbours(position, seat) & ~zone
    area &= game.geography.sector_area[open_sectors(position)] & game.geography.open_to(game.climbs[unit])
    area &= ~occupied(position, enemy)
    return area | _on_like_units(position, unit)


def _ordinary(position: Pos, seat: Seat) -> HexSet:
    """13.4, 13.5: the map edge and railheads, as far as the side controls them."""
    return (_entry(position, seat) | _railheads(position, seat)) & _own(position, seat)


def _own(position: Pos, seat: Seat) -> HexSet:
    """The hexes that a side controls; a fortress city in an enemy zone is still his who entered it last."""
    return control.controlled(position, seat) | control.held(position, seat) & position.game.fortresses


def _built_for_points(position: Pos, unit: int) -> bool:
    kind = position.game.units[unit]
    return kind.size is Size.KAMPFGRUPPE or kind.type is UnitType.TRUCK_COLUMN


def _at_depots(position: Pos, seat: Seat) -> HexSet:
    """14.5: own printed depots, and mobile depots that trace a line."""
    return supply.depots(position, seat) | supply.mobile_depots(position, seat)


def _on_like_units(position: Pos, unit: int) -> HexSet:
    """18.3: a Kampfgruppe straight onto a German corps like it that traces a line, enemy zone or not."""
    game = position.game
    kind = game.units[unit]
    if kind.size is not Size.KAMPFGRUPPE:
        return 0
    likes = LIKE_UNITS.get(kind.type, ())
    sectors = game.geography.sector_area[open_sectors(position)]
    return sectors & bits_of(
        position.state.where[corps]
        for corps in game.units_of[AXIS]
        if position.state.where[corps] >= 0
        and game.units[corps].german
        and game.units[corps].size is Size.CORPS
        and game.units[corps].type in likes
        and supply.supported(position, corps)
    )


# --- the segment --------------------------------------------------------------------------------------


def waits(position: Pos, unit: int) -> bool:
    """Does a unit lie ready to be placed: in the box, or with Eleventh Army (18.5)?"""
    state, game = position.state, position.game
    if unit >= len(game.units):
        return False
    if state.where[unit] == BOX:
        return True
    eleventh = game.units[unit].variant is Variant.ELEVENTH_ARMY
    return eleventh and state.where[unit] == ASIDE and state.turn >= ELEVENTH_ARMY_TURN


class Reinforcements(PeaksChoice, frozen=True):
    """The Reinforcement Segment: units that are available come in, or wait (13.3)."""

    who: Seat
    rule: ClassVar[str] = "13.3"
    verbs: ClassVar = (DEPLOY, CALL, END)

    def seat(self, position: Pos) -> Seat:
        """The phasing player."""
        return self.who

    def prompt(self, position: Pos) -> str:
        """What is asked."""
        return "Place reinforcements, or end the segment."

    def orders(self, position: Pos) -> Iterable[Order]:
        """Units with their hexes, the airlift, and the end."""
        game = position.game
        for unit in game.units_of[self.who]:
            if waits(position, unit):
                yield from (DEPLOY(unit, hex) for hex in hexes_of(places(position, unit)))
        if self._cannot_call(position, game.airlift) is None:
            yield CALL(game.airlift)
        yield END()

    def refusal(self, position: Pos, order: Order) -> Refusal | None:
        """Why not."""
        if order.verb is END:
            return None
        if order.verb is CALL:
            return self._cannot_call(position, order.values[0])
        return self._cannot_deploy(position, *order.values)

    def _cannot_call(self, position: Pos, counter: int) -> Refusal | None:
        game = position.game
        if counter != game.airlift or self.who != AXIS:
            return Refusal("17.1", "only the Axis calls something: its airlift")
        if position.state.where[counter] != POOL:
            return Refusal("17.1", "the airlift has been called; it flies once in a game")
        return None

    def _cannot_deploy(self, position: Pos, unit: int, hex: Hex) -> Refusal | None:
        game = position.game
        name, label = game.names[unit], game.grid.label(hex)
        if game.owner[unit] != self.who or not waits(position, unit):
            return Refusal("13.3", f"{name} is not a reinforcement of yours that lies ready")
        if places(position, unit) >> hex & 1:
            return None
        if not game.geography.sector_area[open_sectors(position)] >> hex & 1:
            return Refusal("13.4", f"{label} is not in an opened sector")
        enemy = other(self.who)
        if occupied(position, enemy) >> hex & 1:
            return Refusal("8.5", f"the enemy stands in {label}")
        if zones(position, enemy) >> hex & 1:
            return Refusal("13.5", f"{label} lies in an enemy zone of control")
        if not control.controls(position, self.who, hex):
            return Refusal("13.5", f"you do not control {label}")
        return Refusal("13.4", f"{name} cannot come in in {label}")

    def take(self, position: Pos, order: Order) -> None:
        """Place it."""
        if order.verb is END:
            position.pop()
        elif order.verb is CALL:
            position.state.where[position.game.airlift] = BOX
        else:
            self._deploy(position, *order.values)
            victory.check(position)

    def _deploy(self, position: Pos, unit: int, hex: Hex) -> None:
        game, state = position.game, position.state
        if game.units[unit].variant is Variant.ELEVENTH_ARMY and state.where[unit] == ASIDE:
            state.committed += 1
            state.eleventh_turn = state.eleventh_turn or state.turn
        if game.rules.naval_operations and self._comes_by_sea(position, unit, hex):
            state.naval_arrivals.add(naval.ARRIVALS[self.who])
        enter_hex(position, unit, hex)
        if position.heard:
            label, name = game.grid.label(hex), game.names[unit]
            position.tell(Event("13.4", f"{name} arrives in {label}", (label,), (name,)))

    def _comes_by_sea(self, position: Pos, unit: int, hex: Hex) -> bool:
        """Is the port the only reason why the unit may come in here?"""
        by_land = _ordinary(position, self.who) | _on_like_units(position, unit)
        if _built_for_points(position, unit):
            by_land |= _at_depots(position, self.who)
        return not by_land >> hex & 1


STEPS = (Reinforcements,)
