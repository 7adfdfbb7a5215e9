"""5.2.1 f, g What follows the dice: losses, retreats, pursuits, and disorganization, in this order."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from grognard.board.grid import Hex
from grognard.core import AnyStep, Order, Refusal, Seat
from grognard.games.moscow1941 import pursuit, retreat, special
from grognard.games.moscow1941.battle import Battle, fixed_positions_hold
from grognard.games.moscow1941.components import CombatResult
from grognard.games.moscow1941.disorganization import disorganize, push_test
from grognard.games.moscow1941.duties import forget_duties
from grognard.games.moscow1941.field import lose_level
from grognard.games.moscow1941.orders import LOSE
from grognard.games.moscow1941.steps import MoscowChoice, MoscowStep, Pos
from grognard.games.moscow1941.supply import is_out_of_supply, worsen


def steps(
    position: Pos, battle: Battle, result: CombatResult, under_attack: tuple[int, ...]
) -> tuple[AnyStep, ...]:
    """The steps that carry out a result, the one to be done first last."""
    position.state.trails.clear()
    attackers = (*battle.attackers, *adjacent_guns(position, battle, True))
    others = (*under_attack, *adjacent_guns(position, battle, False))
    mine = special.stars_in_effect(position, battle.stars, battle.defending_stars)
    theirs = special.stars_in_effect(position, battle.defending_stars, battle.stars)
    my_users, their_users = _groups(mine), _groups(theirs, battle.garrisons)
    # 10.2.4: the level rises of whoever is attacked with success, or attacks without
    worse = under_attack if result.defender.retreat else battle.attackers
    following: list[AnyStep] = [Disorder(result, attackers, others, worse)]
    advance = pursuit.Pursuing(battle.seat, battle.attackers, _places(position, under_attack))
    counter = pursuit.Pursuing(battle.enemy, under_attack, _places(position, battle.attackers))
    if result.defender.retreat:
        sheltered = tuple(hex for hex in battle.targets if fixed_positions_hold(position, battle, hex))
        able = retreat.able_to_retreat(position, others)
        alone = retreat.left_alone(position, under_attack, able)
        users = their_users[result.defender.loss :]
        following += [
            advance,
            retreat.Retreating(battle.enemy, result.defender.retreat, others, able, alone, users, sheltered),
        ]
    elif result.attacker.retreat:
        able = retreat.able_to_retreat(position, attackers)
        users = my_users[result.attacker.loss :]
        following += [
            counter,
            retreat.Retreating(battle.seat, result.attacker.retreat, attackers, able, users=users),
        ]
    elif result.defender.loss or result.attacker.loss:
        following += [counter, advance]
    if result.defender.loss:
        following.append(Losses(battle.enemy, result.defender.loss, others, their_users))
    if result.attacker.loss:
        following.append(Losses(battle.seat, result.attacker.loss, attackers, my_users))
    return tuple(following)


def _groups(*groups: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    return tuple(group for group in groups if group)


def _places(position: Pos, units: Iterable[int]) -> tuple[tuple[int, Hex], ...]:
    return tuple((unit, position.state.where[unit]) for unit in units)


def adjacent_guns(position: Pos, battle: Battle, attacking: bool) -> tuple[int, ...]:
    """Supporting guns next to the enemy: they share all results (6.3.5, 5.6.3); distant ones none (6.3.4)."""
    where, distance = position.state.where, position.game.grid.distance
    if attacking:
        guns, enemies = battle.guns, set(battle.targets)
    else:
        guns, enemies = battle.defending_guns, {where[unit] for unit in battle.attackers}
    return tuple(gun for gun in guns if any(distance(where[gun], hex) <= 1 for hex in enemies))


class Losses(MoscowStep, frozen=True):
    """So many efficiency levels are lost by some of these units; the owner chooses (5.1.8)."""

    who: Seat
    count: int
    units: tuple[int, ...]
    users: tuple[tuple[int, ...], ...] = ()
    """Groups of units that used a special ability: each group owes one of the losses (15.1.7, 15.4.3)."""
    rule: ClassVar[str] = "5.1.8"

    def candidates(self, position: Pos) -> tuple[int, ...]:
        """Who may take the next loss."""
        alive = tuple(unit for unit in self.units if position.state.where[unit] >= 0)
        forced = tuple(unit for unit in alive if any(unit in group for group in self.users))
        return forced or alive

    def proceed(self, position: Pos) -> None:
        """Take the loss where there is no choice, ask where there is."""
        candidates = self.candidates(position)
        if not self.count or not candidates:
            position.pop()
        elif len(candidates) == 1:
            self.inflict(position, candidates[0])
        else:
            position.push(ChooseLoss(self.who, self.count, candidates))

    def inflict(self, position: Pos, unit: int) -> None:
        """One level off a unit; go on with what is left."""
        owing = tuple(group for group in self.users if unit not in group)
        position.replace(Losses(self.who, self.count - 1, self.units, owing))
        lose_level(position, unit, "5.1.8")
        forget_duties(position)


class ChooseLoss(MoscowChoice, frozen=True):
    """5.1.8: the owner says which unit is reduced."""

    who: Seat
    count: int
    units: tuple[int, ...]
    rule: ClassVar[str] = "5.1.8"
    verbs: ClassVar = (LOSE,)

    def seat(self, position: Pos) -> Seat:
        """The owner."""
        return self.who

    def prompt(self, position: Pos) -> str:
        """How much is to be lost."""
        return f"Choose a unit to lose an efficiency level ({self.count} to lose)."

    def orders(self, position: Pos) -> Iterable[Order]:
        """One order for each unit that can take it."""
        return [LOSE(unit) for unit in self.units]

    def refusal(self, position: Pos, order: Order) -> Refusal | None:
        """Only units of the combat, and those first that used a special ability."""
        if order.values[0] in self.units:
            return None
        return Refusal(
            "5.1.8", "the loss must fall on one of the units offered (15.1.7: users of stars first)"
        )

    def take(self, position: Pos, order: Order) -> None:
        """Hand the choice to the losses below."""
        position.pop()
        losses = position.step
        assert isinstance(losses, Losses)
        losses.inflict(position, order.values[0])


class Disorder(MoscowStep, frozen=True):
    """The end of a battle: out-of-supply levels rise, and disorganization is settled (5.2.1 g)."""

    result: CombatResult
    attackers: tuple[int, ...]
    defenders: tuple[int, ...]
    worse: tuple[int, ...]
    """Units whose out-of-supply level rises, if they are out of supply (10.2.4)."""

    def proceed(self, position: Pos) -> None:
        """10.2.4, 5.6.1: successes and failures of units out of supply; letters, dots and long retreats."""
        position.pop()
        self._worsen(position)
        trails = dict(position.state.trails)
        position.state.trails.clear()
        forget_duties(position)
        if self.result.attacker.disorganized:
            for unit in self.attackers:
                disorganize(position, unit)
        if self.result.defender.disorganized:
            for unit in self.defenders:
                disorganize(position, unit)
        for unit in reversed((*self.attackers, *self.defenders)):
            tests = max(0, len(trails.get(unit, ())) - 2)  # 5.3.9: one for each hex after the first
            dot = self.result.attacker if unit in self.attackers else self.result.defender
            push_test(position, unit, tests + int(dot.test))

    def _worsen(self, position: Pos) -> None:
        for unit in self.worse:
            if position.state.where[unit] >= 0 and is_out_of_supply(position, unit):
                worsen(position, unit, "10.2.4")
