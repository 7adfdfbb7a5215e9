"""The Ground Movement Segment: attacks are brought up first, then everybody else is found a post."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.board.bits import hexes_of
from grognard.board.grid import Hex
from grognard.core import Order
from grognard.games.peaks import control, routes, supply
from grognard.games.peaks.battle import attack_of
from grognard.games.peaks.components import UnitType
from grognard.games.peaks.field import fits, put
from grognard.games.peaks.movement import cannot_move
from grognard.games.peaks.orders import END, MOVE, RAIL, STOP, UNIT_MOVES
from grognard.games.peaks.staff.attacks import Plan, best_move
from grognard.games.peaks.staff.picture import Picture
from grognard.games.peaks.steps import Pos

PLANS = {1: 3, 2: 8, 3: 12}
"""Attacks that are brought up in one segment, by level."""

STIR = 0.15
"""What a move has to gain."""

TRAIN_GAIN = 0.8
"""What a ride has to gain over a march."""


class Marching:
    """The plan of a Ground Movement Segment: where every unit goes."""

    def __init__(self, picture: Picture, level: int) -> None:
        self.picture = picture
        self.goals: dict[int, Hex] = {}
        self.by_rail: set[int] = set()
        self.report: list[str] = []
        position = picture.position
        self._trial = position.copy()
        movers = [
            unit
            for unit in picture.game.units_of[picture.seat]
            if cannot_move(position, picture.seat, unit) is None
        ]
        fighters = [unit for unit in movers if not picture.game.units[unit].is_logistics]
        self._reach = {unit: self._ends(unit) for unit in fighters}
        self._plan_attacks(PLANS[level])
        self._post_everybody(fighters)
        self._move_services([unit for unit in movers if picture.game.units[unit].is_logistics])

    def _ends(self, unit: int) -> tuple[Hex, ...]:
        position = self.picture.position
        return (position.state.where[unit], *hexes_of(routes.destinations(position, unit)))

    # --- attacks -------------------------------------------------------------------------------------

    def _plan_attacks(self, most: int) -> None:
        free = dict(self._reach)
        done: set[Hex] = set()
        for _ in range(most):
            plan = best_move(self.picture, self._trial, free)
            if plan is None or plan.target in done:
                return
            done.add(plan.target)
            self._commit(plan)
            for unit in plan.attackers:
                free.pop(unit, None)

    def _commit(self, plan: Plan) -> None:
        for unit, hex in plan.stands:
            self._send(unit, hex)
        label = self.picture.game.grid.label(plan.target)
        self.report.append(f"attack {label} with {len(plan.stands)} unit(s)")

    def _send(self, unit: int, hex: Hex) -> None:
        self.goals[unit] = hex
        if self._trial.state.where[unit] != hex:
            put(self._trial, unit, hex)
        self.picture.attend(hex)

    # --- everybody else --------------------------------------------------------------------------------

    def _post_everybody(self, fighters: Sequence[int]) -> None:
        game, position = self.picture.game, self.picture.position
        rest = [unit for unit in fighters if unit not in self.goals]
        rest.sort(key=lambda unit: (-attack_of(position, unit) - position.state.steps[unit], unit))
        trains = game.rail_capacity[self.picture.seat]
        for unit in rest:
            if game.units[unit].type is UnitType.OIL_DETACHMENT:
                self._send(unit, self._oil_post(unit))
                continue
            here = position.state.where[unit]
            stay = self._value(unit, here)
            hex, value = self._best(unit, self._reach[unit])
            if trains:
                ride, gain = self._best(unit, tuple(hexes_of(routes.rail_reach(position, unit))))
                if gain > max(value, stay) + TRAIN_GAIN:
                    self.by_rail.add(unit)
                    trains -= 1
                    hex, value = ride, gain
            self._send(unit, hex if value > stay + STIR else here)

    def _best(self, unit: int, hexes: Sequence[Hex]) -> tuple[Hex, float]:
        best, most = -1, -1e9
        for hex in hexes:
            if fits(self._trial, unit, hex):
                value = self._value(unit, hex)
                if value > most:
                    best, most = hex, value
        return best, most

    def _value(self, unit: int, hex: Hex) -> float:
        return self.picture.post(self._trial, unit, hex)

    def _oil_post(self, unit: int) -> Hex:
        """18.4: the oilfield nearest to an oil detachment that is safe; else nowhere."""
        game, position = self.picture.game, self.picture.position
        fields = [
            goal for goal in self.picture.atlas.goals[self.picture.seat] if game.oilfields >> goal.hex & 1
        ]
        own = control.held(position, self.picture.seat)
        open_fields = [goal for goal in fields if own >> goal.hex & 1]
        here = position.state.where[unit]
        if not open_fields or any(goal.hex == here for goal in open_fields):
            return here
        safe = [hex for hex in self._reach[unit] if not self.picture.enemy_zone >> hex & 1]
        return min(
            safe or [here], key=lambda hex: (min(goal.distance.get(hex, 99.0) for goal in open_fields), hex)
        )

    # --- depots and trucks -----------------------------------------------------------------------------

    def _move_services(self, services: Sequence[int]) -> None:
        for unit in services:
            position = self.picture.position
            ends = list(self._ends(unit))
            rides = (
                [] if unit in self.picture.game.trucks else list(hexes_of(routes.rail_reach(position, unit)))
            )
            best, most = ends[0], -1e9
            for hex in dict.fromkeys((*ends, *rides)):
                if hex != ends[0] and not fits(self._trial, unit, hex):
                    continue
                value = self._service(unit, hex)
                if value > most + 1e-9:
                    best, most = hex, value
            if best not in ends:
                self.by_rail.add(unit)
            self._send_service(unit, best)

    def _send_service(self, unit: int, hex: Hex) -> None:
        self.goals[unit] = hex
        if self._trial.state.where[unit] != hex:
            put(self._trial, unit, hex)

    def _service(self, unit: int, hex: Hex) -> float:
        """How many units a depot or column feeds from a hex, how far forward and how safe it is there."""
        trial = self._trial.copy()
        if trial.state.where[unit] != hex:
            put(trial, unit, hex)
        picture, game = self.picture, self.picture.game
        if unit in game.trucks:
            hungry = [one for one in picture.friends if not supply.supported(trial, one)]
            value = float(sum(unit in supply.trucks_for(trial, one) for one in hungry))
            value += 0.1 * picture.pull(hex, False)
        else:
            posture = picture.posture
            value = posture.feeding * sum(supply.supported(trial, one) for one in picture.friends)
            hops = picture.atlas.railheads[game.geography.sector_of[hex]].get(hex, 30)
            value -= posture.depots * hops
            if not supply.mobile_depots(trial, picture.seat) >> hex & 1:
                value -= 6.0
        if picture.enemy_zone >> hex & 1:
            value -= 3.0
        guards = [one for one in trial.state.stacks.get(hex, ()) if one != unit and game.units[one].is_combat]
        return value if guards else value - 0.4 * picture.threat(hex)

    # --- orders ------------------------------------------------------------------------------------------

    def activate(self, position: Pos, legal: Sequence[Order]) -> Order:
        """The next unit that has somewhere to go; the end when there is none."""
        for order in legal:
            if order.verb is UNIT_MOVES:
                unit = order.values[0]
                goal = self.goals.get(unit)
                if goal is not None and goal != position.state.where[unit]:
                    return order
        return next(order for order in legal if order.verb is END)

    def order(self, unit: int, legal: Sequence[Order]) -> Order:
        """How it goes there."""
        goal = self.goals.pop(unit, None)
        verbs = (RAIL, MOVE) if unit in self.by_rail else (MOVE, RAIL)
        for verb in verbs:
            for order in legal:
                if order.verb is verb and order.values[1] == goal:
                    return order
        return next(order for order in legal if order.verb is STOP)
