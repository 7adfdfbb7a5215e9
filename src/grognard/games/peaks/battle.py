"""10.8, 10.9 A combat in numbers: strengths, the column they give, and every shift by name and rule."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import Enum

import msgspec

from grognard.board.grid import Hex
from grognard.core import Modifier, Seat
from grognard.games.peaks import air, bridgeheads
from grognard.games.peaks.basics import weather_of
from grognard.games.peaks.combat_columns import column_of, percentage, shifted
from grognard.games.peaks.components import COLUMNS
from grognard.games.peaks.field import units_in
from grognard.games.peaks.state import other
from grognard.games.peaks.steps import Pos
from grognard.games.peaks.supply import supported

NOBODY = -1
"""No support unit."""


class Table(Enum):
    """The two combat results tables (10.7)."""

    ASSAULT = "assault"
    MOBILE = "mobile"


class Battle(msgspec.Struct, frozen=True):
    """A combat while it is put together and fought."""

    seat: Seat
    target: Hex
    attackers: tuple[int, ...] = ()
    support: int = NOBODY
    """The attacker's special support unit (19.2)."""
    defending_support: int = NOBODY
    table: Table = Table.ASSAULT
    relieved: tuple[int, ...] = ()
    """Units that truck columns have supplied for this combat (15.13)."""

    @property
    def enemy(self) -> Seat:
        """The defender."""
        return other(self.seat)


class Assessment(msgspec.Struct, frozen=True):
    """What a combat comes to before the die: strengths, columns, and every shift by name and rule."""

    attack: int
    defence: int
    initial: int
    column: int
    modifiers: tuple[Modifier, ...]

    @property
    def percent(self) -> int:
        """The attack in percent of the defence."""
        return percentage(self.attack, self.defence)

    @property
    def odds(self) -> str:
        """The final column as the table names it."""
        return COLUMNS[self.column]


def defenders(position: Pos, battle: Battle) -> tuple[int, ...]:
    """10.6: all ground units in the attacked hex defend as one stack."""
    return units_in(position, battle.target)


def attack_of(position: Pos, unit: int) -> int:
    """A unit's attack strength as it is now."""
    return position.game.units[unit].attack_strength(position.state.steps[unit])


def defence_of(position: Pos, unit: int) -> int:
    """A unit's defence strength as it is now."""
    return position.game.units[unit].defence_strength(position.state.steps[unit])


def assess(position: Pos, battle: Battle) -> Assessment:
    """Strengths, percentage, shifts and final column of a combat (10.1)."""
    attack = sum(attack_of(position, unit) for unit in battle.attackers)
    defence = sum(defence_of(position, unit) for unit in defenders(position, battle))
    initial = column_of(percentage(attack, defence))
    modifiers = tuple(_modifiers(position, battle))
    column = shifted(initial, sum(modifier.value for modifier in modifiers))
    return Assessment(attack, defence, initial, column, modifiers)


def is_supplied(position: Pos, battle: Battle, unit: int) -> bool:
    """Has a unit of the combat logistic support, truck columns of this combat included (10.9, 15.13)?"""
    return unit in battle.relieved or supported(position, unit)


def _modifiers(position: Pos, battle: Battle) -> Iterator[Modifier]:
    """10.9: all shifts, those to the right positive."""
    impulse = position.state.impulse
    if impulse is not None and impulse.shift:
        yield Modifier("command marker", impulse.shift, "5.6")
    yield from _logistics(position, battle)
    yield from _air(position, battle)
    yield from _support(position, battle)
    yield from _ground(position, battle)


def _logistics(position: Pos, battle: Battle) -> Iterator[Modifier]:
    """15.18: each unsupported unit shifts the column against its side."""
    for units, sign, text in (
        (battle.attackers, -1, "attacking"),
        (defenders(position, battle), 1, "defending"),
    ):
        for unit in units:
            if not is_supplied(position, battle, unit):
                name = position.game.names[unit]
                yield Modifier(f"{text} {name} is not supported", sign, "15.18")


def _air(position: Pos, battle: Battle) -> Iterator[Modifier]:
    """16.12: one airstrike of each side whose zone covers the attacked hex."""
    for seat, sign, text in ((battle.seat, 1, "supports the attack"), (battle.enemy, -1, "helps to defend")):
        found = air.support_over(position, seat, battle.target)
        if found is not None:
            counter, shifts = found
            yield Modifier(f"{position.game.names[counter]} {text}", sign * shifts, "16.12")


def _support(position: Pos, battle: Battle) -> Iterator[Modifier]:
    """19.2: the special support units of both sides."""
    for counter, sign in ((battle.support, 1), (battle.defending_support, -1)):
        if counter != NOBODY:
            value = position.game.supports[counter].value
            yield Modifier(position.game.names[counter], sign * value, "19.2")


def _ground(position: Pos, battle: Battle) -> Iterator[Modifier]:
    """10.9: terrain, a river if all attackers come across one, and what mountain units make of that."""
    game = position.game
    weather = weather_of(position)
    shifts = game.geography.ground_shifts(battle.target, weather)
    if shifts:
        yield Modifier("terrain of the attacked hex", -shifts, "10.9")
    river = river_shifts(position, battle)
    if river:
        yield Modifier("all attack across a river", -river, "10.9")
    high_ground = game.geography.rough | game.geography.high_mountains
    climbers = any(game.climbs[unit] for unit in battle.attackers)
    if climbers and high_ground >> battle.target & 1 and shifts + river:
        yield Modifier("mountain units attack", 1, "18.2")


def river_shifts(position: Pos, battle: Battle) -> int:
    """10.9: the river counts only when all attackers are across it; of different rivers the least does.

    20.2: none in winter. 25.2.2: none over a bridgehead of the attacker. 6.10: bridges change nothing.
    """
    weather, shifts = weather_of(position), []
    for here in attacking_hexes(position, battle.attackers):
        river = position.game.geography.river_between(here, battle.target, weather)
        if river is None or bridgeheads.spans(position, battle.seat, here, battle.target):
            return 0
        shifts.append(river.shifts_in(weather))
    return min(shifts, default=0)


def attacking_hexes(position: Pos, attackers: Iterable[int]) -> tuple[Hex, ...]:
    """The hexes from which the attack is made."""
    return tuple(dict.fromkeys(position.state.where[unit] for unit in attackers))
