"""5.2.1 f, g What follows the dice: losses, retreats, pursuits, and disorganization, in this order."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from grognard.core import AnyStep, Order, Refusal, Seat
from grognard.games.moscow1941 import pursuit, retreat, special
from grognard.games.moscow1941.battle import Battle, defenders
from grognard.games.moscow1941.components import CombatResult
from grognard.games.moscow1941.disorganization import disorganize, push_test
from grognard.games.moscow1941.duties import forget_duties
from grognard.games.moscow1941.field import lose_level
from grognard.games.moscow1941.orders import LOSE
from grognard.games.moscow1941.steps import MoscowChoice, MoscowStep, Pos
from grognard.games.moscow1941.supply import is_out_of_supply, worsen


def steps(position: Pos, battle: Battle, result: CombatResult) -> tuple[AnyStep, ...]:
    """The steps that carry out a result, the one to be done first last."""
    position.state.trails.clear()
    under_attack = defenders(position, battle)
    attackers, others = (
        (*battle.attackers, *adjacent_guns(position, battle, True)),
        (*under_attack, *adjacent_guns(position, battle, False)),
    )
    mine = special.stars_in_effect(position, battle.stars, battle.defending_stars)
    theirs = special.stars_in_effect(position, battle.defending_stars, battle.stars)
    following: list[AnyStep] = [Disorder(battle, result, attackers, others)]
    if result.defender.retreat:
        following.append(pursuit.Pursuing(battle, battle.seat))
        following.append(
            retreat.Retreating(battle, battle.enemy, result.defender.retreat, under_attack, theirs)
        )
    elif result.attacker.retreat:
        following.append(pursuit.Pursuing(battle, battle.enemy))
        following.append(retreat.Retreating(battle, battle.seat, result.attacker.retreat, attackers, mine))
    elif result.defender.loss or result.attacker.loss:
        following.append(pursuit.Pursuing(battle, battle.enemy))
        following.append(pursuit.Pursuing(battle, battle.seat))
    if result.defender.loss:
        users = (*theirs, *battle.garrisons)
        following.append(Losses(battle.enemy, result.defender.loss, others, users))
    if result.attacker.loss:
        following.append(Losses(battle.seat, result.attacker.loss, attackers, mine))
    return tuple(following)


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
    users: tuple[int, ...] = ()
    """Units that used a special ability: the first loss is theirs (15.1.7, 15.4.3)."""
    rule: ClassVar[str] = "5.1.8"

    def candidates(self, position: Pos) -> tuple[int, ...]:
        """Who may take the next loss."""
        alive = tuple(unit for unit in self.units if position.state.where[unit] >= 0)
        forced = tuple(unit for unit in self.users if unit in alive)
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
        position.replace(Losses(self.who, self.count - 1, self.units))
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

    battle: Battle
    result: CombatResult
    attackers: tuple[int, ...]
    defenders: tuple[int, ...]

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
        suffering = self.defenders if self.result.defender.retreat else self.battle.attackers
        for unit in suffering:
            if position.state.where[unit] >= 0 and is_out_of_supply(position, unit):
                worsen(position, unit, "10.2.4")
