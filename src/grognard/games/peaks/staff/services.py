"""Everything but marching and fighting: markers, refit, reinforcements, airstrikes, partisans, the set-up."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.board.bits import hexes_of
from grognard.board.grid import Hex
from grognard.core import Order
from grognard.games.peaks import air, routes, support
from grognard.games.peaks.air import ChooseClash, ChooseSky
from grognard.games.peaks.battle import attack_of
from grognard.games.peaks.components import UnitType
from grognard.games.peaks.field import is_active, open_sectors
from grognard.games.peaks.movement import cannot_move
from grognard.games.peaks.orders import (
    BUILD,
    BUY,
    CLASH,
    DEPLOY,
    END,
    FLY,
    LOSE,
    OVER,
    PARTISAN,
    PASS,
    PLAY,
    REDUCE,
    REFIT,
    REPLACE,
)
from grognard.games.peaks.refit import restore_cost
from grognard.games.peaks.staff.outlook import POINT, step_worth, worth
from grognard.games.peaks.staff.picture import Picture
from grognard.games.peaks.state import Sectors, other
from grognard.games.peaks.victory import prize

SECTOR_BITS = {
    "stalingrad": Sectors.STALINGRAD,
    "caucasus": Sectors.CAUCASUS,
    "both": Sectors.BOTH,
}
BOX_OF_SUPPORT = 2
"""Support units that the staff likes to have at hand."""


# --- command ---------------------------------------------------------------------------------------------


def play(picture: Picture, legal: Sequence[Order]) -> Order:
    """The sector in which there is most to do; a marker is never put back."""
    plays = [order for order in legal if order.verb is PLAY]
    if not plays:
        return legal[0]
    return max(plays, key=lambda order: (_business(picture, SECTOR_BITS[order.values[0]]), order.values))


def _business(picture: Picture, sectors: Sectors) -> float:
    """What there is to win in some sectors: strength in touch with the enemy, and goals in reach."""
    position, game = picture.position, picture.game
    found = 0.0
    for unit in picture.friends:
        hex = position.state.where[unit]
        if game.geography.sector_of[hex] & sectors:
            strength = attack_of(position, unit)
            gap = picture.nearest_enemy(hex)
            found += strength * (1.0 if gap <= 2 else 0.4 if gap <= 4 else 0.1)
    for goal in picture.atlas.goals[picture.seat]:
        if game.geography.sector_of[goal.hex] & sectors:
            found += picture.need[goal.hex]
    return found


# --- refit -----------------------------------------------------------------------------------------------


def refit(picture: Picture, legal: Sequence[Order]) -> Order:
    """The best bargain, as long as there is one."""
    best, most = next(order for order in legal if order.verb is END), 0.8
    for order in legal:
        value = _bargain(picture, order)
        if value > most:
            best, most = order, value
    return best


def _bargain(picture: Picture, order: Order) -> float:
    """What a refit point brings."""
    position, game = picture.position, picture.game
    if order.verb is BUY:
        at_hand = len(support.available(position, picture.seat))
        return 1.2 if at_hand < BOX_OF_SUPPORT and order.values[0] == 1 else 0.0
    if order.verb not in (REFIT, REPLACE, BUILD):
        return 0.0
    counter: int = order.values[0]
    ground = counter < len(game.units)
    if order.verb is REFIT:
        gain = _full_strength(picture, counter) if ground else 2.5
        return gain / restore_cost(position, counter)
    if order.verb is REPLACE:
        if not ground:
            return 1.2
        kind = game.units[counter]
        half = (kind.attack_strength(1) + kind.defence_strength(1)) / 2
        return 0.3 * half + 0.35 * POINT * prize(kind)
    kind = game.units[counter]
    if kind.type is UnitType.TRUCK_COLUMN:
        return 0.9 if picture.turns_left > 1 else 0.0
    return (kind.attack + kind.defence) / (4 if kind.mechanized else 2) * 0.75


def _full_strength(picture: Picture, unit: int) -> float:
    """What the missing step of a unit is worth."""
    kind = picture.game.units[unit]
    gain = kind.attack + kind.defence - kind.attack_strength(1) - kind.defence_strength(1)
    return gain / 2 + 0.3 * POINT * prize(kind)


# --- reinforcements --------------------------------------------------------------------------------------


def deploy(picture: Picture, legal: Sequence[Order]) -> Order:
    """Everybody who can come, to the best place for him."""
    position, game = picture.position, picture.game
    end = next(order for order in legal if order.verb is END)
    choices = [
        order
        for order in legal
        if order.verb is DEPLOY and picture.has_room(position, order.values[0], order.values[1])
    ]
    best, most = end, -3.0
    for order in choices:
        unit, hex = order.values
        if game.units[unit].variant == "eleventh-army":
            continue  # they cost a point each and bring an army of the enemy's
        value = picture.post(position, unit, hex)
        if value > most:
            best, most = order, value
    return best


# --- air -------------------------------------------------------------------------------------------------


def fly(picture: Picture, legal: Sequence[Order]) -> Order:
    """The next airstrike that has a better place to be; the airlift costs points and stays at home."""
    position, game = picture.position, picture.game
    values = _sky(picture)
    for order in legal:
        if order.verb is FLY and order.values[0] != game.airlift:
            counter = order.values[0]
            hex = position.state.where[counter]
            now = _cover(picture, values, counter, hex) if hex >= 0 else 0.0
            best = max(
                (
                    _cover(picture, values, counter, there)
                    for there in game.grid.hexes
                    if air.not_over(position, picture.seat, counter, there) is None
                ),
                default=0.0,
            )
            if best > now + 0.5:
                return order
    return next(order for order in legal if order.verb is END)


def sky(picture: Picture, step: ChooseSky, legal: Sequence[Order]) -> Order:
    """The hex from which an airstrike covers most."""
    values = _sky(picture)
    overs = [order for order in legal if order.verb is OVER]
    if not overs:
        return legal[0]
    return max(
        overs,
        key=lambda order: (_cover(picture, values, step.counter, order.values[0]), -order.values[0]),
    )


def _sky(picture: Picture) -> dict[Hex, float]:
    """What air support is worth over each hex: enemies in reach of open units, and friends under threat."""
    position, game = picture.position, picture.game
    values: dict[Hex, float] = {}
    if open_sectors(position):
        for unit in game.units_of[picture.seat]:
            if cannot_move(position, picture.seat, unit) is not None or not attack_of(position, unit):
                continue
            ends = routes.destinations(position, unit) | 1 << position.state.where[unit]
            touched = {
                near
                for hex in hexes_of(ends)
                if is_active(position, hex)
                for near in game.grid.neighbours[hex]
                if near >= 0 and picture.enemy_hexes >> near & 1
            }
            for near in touched:
                values[near] = values.get(near, 0.0) + attack_of(position, unit)
        for hex in values:
            values[hex] = min(values[hex], 24.0) * (0.2 + 0.06 * picture.hex_worth(hex))
    for unit in picture.friends:
        hex = position.state.where[unit]
        threat = picture.threat(hex)
        if threat:
            values[hex] = values.get(hex, 0.0) + 0.1 * min(threat, 12.0)
    return values


def _cover(picture: Picture, values: dict[Hex, float], counter: int, hex: Hex) -> float:
    """What an airstrike adds over a hex, where no other of its side counts already."""
    position = picture.position
    strength = air.strength(position, counter)
    full = position.state.steps[counter] > 1 or counter in position.game.supports
    area = position.game.grid.disc(hex, 1) if full else (hex,)
    found = 0.0
    for there in area:
        value = values.get(there)
        if value:
            found += value * max(0, strength - _covered(picture, there, counter))
    return found


def _covered(picture: Picture, hex: Hex, but: int) -> int:
    position = picture.position
    return max(
        (
            air.strength(position, one)
            for one in air.over_the_map(position, picture.seat)
            if one != but and air.zone(position, one) >> hex & 1
        ),
        default=0,
    )


def clash(picture: Picture, step: ChooseClash, legal: Sequence[Order]) -> Order:
    """Fight for the air where it is not against the odds."""
    position = picture.position
    where = position.state.where
    for order in legal:
        if order.verb is CLASH:
            hex = order.values[0]
            mine, theirs = (
                max(
                    air.strength(position, one)
                    for one in air.over_the_map(position, seat)
                    if where[one] == hex
                )
                for seat in (step.who, other(step.who))
            )
            if mine >= theirs:
                return order
    return next(order for order in legal if order.verb is END)


# --- the rest ---------------------------------------------------------------------------------------------


def rise(picture: Picture, legal: Sequence[Order]) -> Order:
    """Partisans rise where most of the enemy's units are near."""
    position, distance = picture.position, picture.game.grid.distance

    def nuisance(order: Order) -> int:
        hex: Hex = order.values[0]
        rails = picture.game.geography.rail_hexes >> hex & 1
        near = sum(distance(position.state.where[unit], hex) <= 1 for unit in picture.enemies)
        return 2 * near + rails

    places = [order for order in legal if order.verb is PARTISAN]
    best = max(places, key=lambda order: (nuisance(order), -order.values[0]), default=None)
    if best is not None and nuisance(best) >= 3:
        return best
    return next(order for order in legal if order.verb is PASS)


def reduce(picture: Picture, legal: Sequence[Order]) -> Order:
    """Blau I, or too many in a hex: the loss that hurts least."""
    position = picture.position
    over_stacked = any(order.verb is LOSE for order in legal)
    price = worth if over_stacked else step_worth
    return min(
        (order for order in legal if order.verb in (REDUCE, LOSE)),
        key=lambda order: (price(position, order.values[0]), order.values[0]),
    )
