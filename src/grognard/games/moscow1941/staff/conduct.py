"""Conduct of a fight: who pays, who goes back and where to, who follows, and what is thrown in."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from grognard.board.grid import Hex
from grognard.core import Order, Verb
from grognard.games.moscow1941.battle import Battle, assess, defenders
from grognard.games.moscow1941.field import fortified, levels_in, units_in
from grognard.games.moscow1941.orders import (
    BACK,
    COVER,
    GARRISON,
    HOLD,
    LOSE,
    PURSUE,
    READY,
    SPEND,
    STAR,
    SUPPORT,
)
from grognard.games.moscow1941.phases import phasing_seat
from grognard.games.moscow1941.retreat import ChooseRetreat, Retreating
from grognard.games.moscow1941.staff.outlook import level_worth
from grognard.games.moscow1941.staff.picture import Picture
from grognard.games.moscow1941.steps import Pos


def pay(picture: Picture, legal: Sequence[Order]) -> Order:
    """The loss that hurts least; a counter is not given up while another can be reduced."""
    position = picture.position

    def price(order: Order) -> tuple[float, int]:
        unit = order.values[0]
        last = position.state.levels[unit] == 1
        return level_worth(position, unit) + (1.0 if last else 0.0), unit

    return min((order for order in legal if order.verb is LOSE), key=price)


# --- retreat ---------------------------------------------------------------------------------------


def hold_price(picture: Picture, hex: Hex) -> float:
    """What it is worth not to give up a hex."""
    position = picture.position
    found = 0.8 + picture.points_worth(hex) * (0.8 if picture.holds(hex) else 0.4)
    if fortified(position, hex):
        found += 1.0
    found += sum(
        2.5 for unit in units_in(position, hex) if position.game.falls_alone[unit]
    )  # guns and headquarters fall with the hex
    return found


def go_back(picture: Picture, step: ChooseRetreat, legal: Sequence[Order]) -> Order:
    """Hold what is worth its price; else back, the whole way, to where it is safest."""
    position = picture.position
    retreating = position.stack[-2]
    assert isinstance(retreating, Retreating)
    holds = {order.values[0]: order for order in legal if order.verb is HOLD}
    backs = [order for order in legal if order.verb is BACK]
    if not backs:
        return next(iter(holds.values()))
    if holds and _stand(picture, retreating):
        return next(iter(holds.values()))
    return max(
        backs, key=lambda order: (_refuge(picture, order.values[0], order.values[1]), -order.values[1])
    )


def _stand(picture: Picture, retreating: Retreating) -> bool:
    """Is it better to pay than to go?"""
    position = picture.position
    state = position.state
    alive = [unit for unit in retreating.units if state.where[unit] >= 0]
    if retreating.held:
        return True  # the bill is the same for all: whoever can stay pays it together
    if any(len(state.trails.get(unit, (0,))) > 1 for unit in alive):
        return False  # once on the way, all the way
    levels = sum(state.levels[unit] for unit in alive)
    bill = retreating.distance
    if bill >= levels:
        return False
    value = max(hold_price(picture, state.where[unit]) for unit in alive)
    if retreating.who == phasing_seat(position):
        value -= 0.8  # who attacked has nothing to lose but the ground he came from
    costs = sorted(
        (level_worth(position, unit) for unit in alive for _ in range(state.levels[unit])),
    )
    price = sum(costs[:bill])
    spared = 0.35 * (bill - 1) * len(alive) + 0.25  # tests for disorganization, works lost
    return price < value + spared


def _refuge(picture: Picture, unit: int, hex: Hex) -> float:
    """How good a hex is to go back to."""
    position = picture.position
    found = -0.10 * min(30.0, picture.threat[hex]) + 0.05 * min(30.0, picture.backing[hex])
    found += 0.5 * picture.modifiers(hex) if units_in(position, hex) else 0.3 * picture.modifiers(hex)
    if picture.enemy_zone >> hex & 1:
        found -= 3.0
    if not picture.supplied >> hex & 1:
        found -= 3.0
    found += 0.2 * picture.atlas.points.get(hex, 0.0)
    if levels_in(position, hex) + position.state.levels[unit] > 8:
        found -= 0.5
    return found


# --- pursuit ---------------------------------------------------------------------------------------


def follow(picture: Picture, legal: Sequence[Order]) -> Order:
    """The most rewarding pursuit, if there is one; strong stacks stay together."""
    ready = next(order for order in legal if order.verb is READY)
    best, most = ready, 0.15
    for order in legal:
        if order.verb is PURSUE:
            value = _chase(picture, *order.values)
            if value > most:
                best, most = order, value
    return best


def _chase(picture: Picture, unit: int, path: tuple[Hex, ...]) -> float:
    position = picture.position
    game = position.game
    here, there = path[0], path[-1]
    found = 0.0
    for hex in path[1:]:
        prey = [enemy for enemy in units_in(position, hex) if game.owner[enemy] != picture.seat]
        found += 4.0 * len(prey)
    if not picture.holds(there):
        found += picture.points_worth(there)
    if picture.on_offensive:
        found += 0.5 * (picture.pull[there] - picture.pull[here]) + 0.2
    else:
        found -= 0.4 * (len(path) - 1)
        if fortified(position, here):
            found -= 1.0
    left = levels_in(position, here) - position.state.levels[unit]
    if not left and picture.holds(here):
        found -= 0.8 * min(2.0, picture.atlas.points.get(here, 0.0) * picture.threat[here] / 6.0)
    power = game.units[unit].defence_strength(position.state.levels[unit])
    friends = sum(
        game.units[friend].defence_strength(position.state.levels[friend])
        for friend in units_in(position, there)
        if game.owner[friend] == picture.seat
    )
    threat = min(26.0, picture.threat[there]) * 0.5
    risk = max(0.0, threat / (power + friends + 1.0) - 0.8)
    found -= min(1.0, 0.4 * risk) * 0.6 * power
    if not picture.supplied >> there & 1:
        found -= 1.5
    return found


# --- strengthening a fight --------------------------------------------------------------------------


def promise(picture: Picture, battle: Battle) -> float:
    """What the attacker may expect of a battle as it stands, in strength points."""
    position = picture.position
    found = assess(position, battle)
    under_attack = defenders(position, battle)
    levels = sum(position.state.levels[unit] for unit in under_attack) or 1
    view = picture.atlas.outlook(found.column, found.roll_modifier, levels, True)
    prices = [level_worth(position, unit) for unit in under_attack] or [1.0]
    worth = sum(prices) / len(prices)
    gain = view.levels_taken * worth + 2.0 * view.vacated + 0.3 * worth * view.driven
    users = [level_worth(position, unit) for unit in battle.stars]
    mine = max(users, default=2.0)
    return gain - view.levels_paid * max(1.8, mine) - view.repelled - view.shaken * 1.2


_FIELDS: dict[Verb, tuple[str, str]] = {
    SUPPORT: ("guns", "defending_guns"),
    COVER: ("air", "defending_air"),
    STAR: ("stars", "defending_stars"),
    SPEND: ("spent", "defending_spent"),
    GARRISON: ("garrisons", "garrisons"),
}
"""Where a battle notes what each verb adds, for the attacker and for the defender."""

LEAST_GAIN = {SUPPORT: 0.12, COVER: 0.02, STAR: 0.1, SPEND: 0.5, GARRISON: 0.1}
"""What an addition has to bring."""


def strengthen(picture: Picture, battle: Battle, legal: Sequence[Order], attacking: bool) -> Order | None:
    """The addition that helps most; None when nothing helps enough."""
    base = promise(picture, battle)
    best, most = None, 0.0
    for order in legal:
        fields = _FIELDS.get(order.verb)
        if fields is None:
            continue
        name = fields[0] if attacking else fields[1]
        more = msgspec.structs.replace(battle, **{name: (*getattr(battle, name), *order.values)})
        change = promise(picture, more) - base
        gain = (change if attacking else -change) - LEAST_GAIN[order.verb]
        if gain > most:
            best, most = order, gain
    return best


def at(position: Pos, hex: Hex) -> str:
    """The label of a hex."""
    return str(position.game.grid.label(hex))
