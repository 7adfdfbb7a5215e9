"""Battlefield: carries out the plan of a combat phase, attack by attack."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.board.grid import Hex
from grognard.core import Dice, Order, Seat
from grognard.games.moscow1941.combat import Assemble
from grognard.games.moscow1941.duties import duties
from grognard.games.moscow1941.orders import ALSO, ATTACK, CANCEL, END, FIGHT, JOIN
from grognard.games.moscow1941.staff.arms import bombard
from grognard.games.moscow1941.staff.assaults import Allocation, Assault
from grognard.games.moscow1941.staff.atlas import Atlas
from grognard.games.moscow1941.staff.conduct import at, strengthen
from grognard.games.moscow1941.staff.picture import Picture
from grognard.games.moscow1941.steps import Pos

PASSES = {1: 2, 2: 5, 3: 12}
"""How often all units reconsider whom to attack, by level."""


class Battlefield:
    """The attacks of a combat phase."""

    def __init__(self, seat: Seat, atlas: Atlas, dice: Dice, level: int) -> None:
        self.seat, self.atlas, self.dice, self.level = seat, atlas, dice, level
        self.plan: list[Assault] = []
        self.now: Assault | None = None
        self.given_up: set[Hex] = set()
        self.report: tuple[str, ...] = ()
        self._picture: Picture | None = None

    def next(self, position: Pos, legal: Sequence[Order]) -> Order | None:
        """The next attack, or the end of the phase."""
        attacks = {order.values[0]: order for order in legal if order.verb is ATTACK}
        for fresh in (False, True):
            if fresh:
                self._make_plan(position)
            while self.plan:
                assault = self.plan.pop(0)
                if (
                    assault.hex in attacks
                    and assault.hex not in self.given_up
                    and self._sound(position, assault)
                ):
                    self.now = assault
                    return attacks[assault.hex]
        end = next((order for order in legal if order.verb is END), None)
        if end is not None:
            return bombard(Picture(position, self.seat, self.atlas), legal) or end
        self.now = None
        open_targets = duties(position, self.seat).targets
        owed = [hex for hex in attacks if hex in open_targets and hex not in self.given_up]
        rest = [hex for hex in attacks if hex not in self.given_up]
        for hexes in (owed, rest, list(attacks)):
            if hexes:
                return attacks[
                    min(
                        hexes,
                        key=lambda hex: (Picture(position, self.seat, self.atlas).target(hex).defence, hex),
                    )
                ]
        return None

    def _make_plan(self, position: Pos) -> None:
        picture = Picture(position, self.seat, self.atlas)
        self.plan = Allocation(picture, duties(position, self.seat), self.dice, PASSES[self.level]).solve()
        names = position.game.units
        self.report = tuple(
            f"attack {at(position, assault.hex)} with {', '.join(names[unit].id for unit in assault.units)}"
            f" (promises {assault.value:.1f})"
            for assault in self.plan
        )

    def _sound(self, position: Pos, assault: Assault) -> bool:
        """Can a planned attack still be made by those who were to make it?"""
        partners = duties(position, self.seat).partners
        return all(assault.hex in partners.get(unit, ()) for unit in assault.units)

    def assemble(self, position: Pos, legal: Sequence[Order]) -> Order | None:
        """Bring in who was planned, then whatever else helps, and fight."""
        step = position.step
        assert isinstance(step, Assemble)
        battle = step.battle
        if self.now is not None and self.now.hex in battle.targets:
            for unit in self.now.units:
                order = JOIN(unit)
                if unit not in battle.attackers and order in legal:
                    return order
        picture = Picture(position, self.seat, self.atlas)
        if battle.attackers:
            addition = strengthen(picture, battle, legal, True)
            if addition is not None:
                return addition
            if FIGHT() in legal:
                return FIGHT()
        return self._must_add(position, legal) or self._give_up(battle.targets, legal)

    def _must_add(self, position: Pos, legal: Sequence[Order]) -> Order | None:
        """The fight cannot begin yet: others have to come along."""
        levels, units = position.state.levels, position.game.units
        joins = [order for order in legal if order.verb is JOIN]
        if joins:
            return max(
                joins,
                key=lambda order: (
                    units[order.values[0]].attack_strength(levels[order.values[0]]),
                    -order.values[0],
                ),
            )
        return next((order for order in legal if order.verb is ALSO), None)

    def _give_up(self, targets: tuple[Hex, ...], legal: Sequence[Order]) -> Order | None:
        self.given_up.update(targets)
        return next((order for order in legal if order.verb is CANCEL), None)
