"""10.10, 24 What follows the die: losses, retreats and pursuit, in the order of the result."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from grognard.board.grid import Side
from grognard.core import AnyStep, Order, Refusal, Seat
from grognard.games.peaks import bridgeheads, support
from grognard.games.peaks.basics import weather_of
from grognard.games.peaks.battle import Battle, Table, attacking_hexes
from grognard.games.peaks.components import Result
from grognard.games.peaks.field import units_in
from grognard.games.peaks.geography import RIVERS
from grognard.games.peaks.losses import reduce
from grognard.games.peaks.orders import BRIDGE, LOSE, PASS
from grognard.games.peaks.pursuit import Pursuing
from grognard.games.peaks.results import EFFECTS, Loss, Pursuit
from grognard.games.peaks.retreat import Retreating
from grognard.games.peaks.state import other
from grognard.games.peaks.steps import PeaksChoice, PeaksStep, Pos

BRIDGING = (Result.BB, Result.DD, Result.DP, Result.DZ, Result.MA, Result.OR)
"""25.2.1: results after which a bridgehead may be placed."""


def steps(
    position: Pos, battle: Battle, result: Result, under_attack: tuple[int, ...]
) -> tuple[AnyStep, ...]:
    """The steps that carry out a result, the one to be done first last (10.10)."""
    effects = EFFECTS[result]
    mobile = battle.table is Table.MOBILE
    following: list[AnyStep] = []
    if position.game.rules.bridgeheads and result in BRIDGING:
        following.append(OfferBridgehead(battle, _rivers(position, battle)))
    if effects.pursuit is not Pursuit.NEVER:
        following.append(
            Pursuing(
                battle.seat,
                battle.target,
                battle.attackers,
                effects.mechanized_bonus,
                support.pursuit_bonus(position, battle),
                battle.relieved,
            )
        )
    mover = battle.seat if position.game.rules.attacker_moves_retreats else battle.enemy  # ruling Q-P15
    if effects.attacker_retreat:
        following.append(Retreating(battle.seat, battle.seat, effects.attacker_retreat, battle.attackers))
    if effects.defender_retreat:
        following.append(Retreating(mover, battle.enemy, effects.defender_retreat, under_attack))
    if effects.attacker_loss is not Loss.NONE:
        following.append(Losses(battle.seat, battle.attackers, effects.attacker_loss, mobile))
    if effects.defender_loss is not Loss.NONE:
        following.append(Losses(battle.enemy, under_attack, effects.defender_loss, mobile))
    return tuple(following)


class Losses(PeaksStep, frozen=True):
    """One unit of a side is reduced, of the owner's choice, or all of them are (10.10)."""

    who: Seat
    units: tuple[int, ...]
    how: Loss
    mobile: bool
    rule: ClassVar[str] = "10.10"

    def candidates(self, position: Pos) -> tuple[int, ...]:
        """Who may take the loss: on the Mobile table a mechanized unit if there is one (10.10)."""
        units = position.game.units
        mechanized = tuple(unit for unit in self.units if units[unit].mechanized)
        return mechanized if self.mobile and mechanized else self.units

    def proceed(self, position: Pos) -> None:
        """Take the loss where there is no choice, ask where there is."""
        candidates = self.candidates(position)
        if self.how is Loss.ALL:
            position.pop()
            for unit in self.units:
                reduce(position, unit, "10.10")
        elif len(candidates) == 1:
            position.pop()
            reduce(position, candidates[0], "10.10")
        else:
            position.replace(ChooseLoss(self.who, candidates, self.mobile))


class ChooseLoss(PeaksChoice, frozen=True):
    """10.10: the owner says which unit is reduced."""

    who: Seat
    units: tuple[int, ...]
    mobile: bool
    rule: ClassVar[str] = "10.10"
    verbs: ClassVar = (LOSE,)

    def seat(self, position: Pos) -> Seat:
        """The owner."""
        return self.who

    def prompt(self, position: Pos) -> str:
        """What is asked."""
        return "Choose the unit to be reduced."

    def orders(self, position: Pos) -> Iterable[Order]:
        """One order for each unit that can take it."""
        return [LOSE(unit) for unit in self.units]

    def refusal(self, position: Pos, order: Order) -> Refusal | None:
        """Only units of the combat, and mechanized ones first on the Mobile table."""
        unit = order.values[0]
        if unit in self.units:
            return None
        name = position.game.names[unit]
        if self.mobile:
            return Refusal("10.10", f"not {name}: on the Mobile table a mechanized unit is reduced first")
        return Refusal("10.10", f"{name} was not in this combat on that side")

    def take(self, position: Pos, order: Order) -> None:
        """Reduce it."""
        position.pop()
        reduce(position, order.values[0], "10.10")


# --- bridgeheads (25.2) ----------------------------------------------------------------------------------


def _rivers(position: Pos, battle: Battle) -> tuple[Side, ...]:
    """The river hexsides across which the attack is made."""
    geography, weather = position.game.geography, weather_of(position)
    found = []
    for here in attacking_hexes(position, battle.attackers):
        river = geography.river_between(here, battle.target, weather)
        if river is not None and river.id in RIVERS:
            found.append(geography.grid.side(here, battle.target))
    return tuple(found)


class OfferBridgehead(PeaksStep, frozen=True):
    """25.2.1: asks the attacker when the hex was not cleared and an attacker has survived."""

    battle: Battle
    rivers: tuple[Side, ...]

    def proceed(self, position: Pos) -> None:
        """Ask, or pass over it."""
        battle, state = self.battle, position.state
        owner = position.game.owner
        held = any(owner[unit] == other(battle.seat) for unit in units_in(position, battle.target))
        survives = any(state.where[unit] >= 0 for unit in battle.attackers)
        free = tuple(side for side in self.rivers if side not in state.bridgeheads)
        if held and survives and free:
            position.replace(ChooseBridgehead(battle.seat, free))
        else:
            position.pop()


class ChooseBridgehead(PeaksChoice, frozen=True):
    """25.2.1: one bridgehead for an attack, or none."""

    who: Seat
    rivers: tuple[Side, ...]
    rule: ClassVar[str] = "25.2.1"
    verbs: ClassVar = (BRIDGE, PASS)

    def seat(self, position: Pos) -> Seat:
        """The attacker."""
        return self.who

    def prompt(self, position: Pos) -> str:
        """What is asked."""
        return "Place a bridgehead on a river of this attack, or pass."

    def orders(self, position: Pos) -> Iterable[Order]:
        """Each river, and none."""
        yield from (BRIDGE(side) for side in self.rivers)
        yield PASS()

    def refusal(self, position: Pos, order: Order) -> Refusal | None:
        """Only rivers of this attack."""
        if order.verb is PASS or order.values[0] in self.rivers:
            return None
        return Refusal("25.2.1", "nobody attacked across that river, or it has a bridgehead")

    def take(self, position: Pos, order: Order) -> None:
        """Place it."""
        position.pop()
        if order.verb is BRIDGE:
            bridgeheads.place(position, self.who, order.values[0])


STEPS = (Losses, ChooseLoss, OfferBridgehead, ChooseBridgehead)
