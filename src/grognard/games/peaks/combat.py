"""10 Combat: the Combat Segment, putting an attack together, support, the choice of table, and the die."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from typing import ClassVar

import msgspec

from grognard.board.bits import hexes_of
from grognard.board.grid import OFF_GRID, Hex
from grognard.core import ROLL, AnyStep, Event, Order, Outcomes, Refusal, Seat, dice
from grognard.games.peaks import aftermath, support
from grognard.games.peaks.battle import Battle, Table, assess, attack_of, defenders, is_supplied
from grognard.games.peaks.components import COLUMNS, Result
from grognard.games.peaks.field import has_mark, is_active, occupied, set_mark, units_in
from grognard.games.peaks.orders import ATTACK, CANCEL, END, FIGHT, JOIN, READY, SUPPORT, TABLE, TRUCK
from grognard.games.peaks.results import EFFECTS
from grognard.games.peaks.state import AXIS, Mark, other
from grognard.games.peaks.steps import PeaksChoice, PeaksRoll, PeaksStep, Pos
from grognard.games.peaks.supply import expend, trucks_for

# --- who may attack whom -------------------------------------------------------------------------------


def cannot_attack(position: Pos, seat: Seat, unit: int) -> Refusal | None:
    """Why a unit can take part in no attack now; None when it can (10.2 to 10.6)."""
    game, name = position.game, position.game.names[unit]
    where = position.state.where[unit]
    if game.owner[unit] != seat:
        return Refusal("10.2", f"{name} is not yours")
    if unit >= len(game.units) or where < 0:
        return Refusal("10.2", f"{name} is no ground unit on the map")
    if not is_active(position, where):
        # 10.3: where the target lies does not matter, where the attacker stands does
        return Refusal("10.3", f"{name} stands in a sector that is not activated")
    if not attack_of(position, unit):
        return Refusal("10.4", f"{name} has no attack strength")
    if has_mark(position, unit, Mark.ATTACKED):
        return Refusal("10.6", f"{name} has attacked in this segment")
    return None


def cannot_be_attacked(position: Pos, seat: Seat, hex: Hex) -> Refusal | None:
    """Why a hex is no target of an attack; None when it is (10.6, 11.2)."""
    label = position.game.grid.label(hex)
    if not occupied(position, other(seat)) >> hex & 1:
        return Refusal("10.6", f"there is no enemy ground unit in {label}")
    if any(has_mark(position, unit, Mark.DEFENDED) for unit in units_in(position, hex)):
        return Refusal("10.6", f"the units in {label} have been attacked in this segment")
    return None


def attackers_beside(position: Pos, seat: Seat, hex: Hex) -> tuple[int, ...]:
    """The units that may attack a hex, from all around it (10.6)."""
    return tuple(
        unit
        for near in position.game.grid.neighbours[hex]
        if near != OFF_GRID
        for unit in units_in(position, near)
        if cannot_attack(position, seat, unit) is None
    )


def targets(position: Pos, seat: Seat) -> Iterable[Hex]:
    """The hexes that can be attacked now."""
    for hex in hexes_of(occupied(position, other(seat))):
        if cannot_be_attacked(position, seat, hex) is None and attackers_beside(position, seat, hex):
            yield hex


class CombatSegment(PeaksStep, frozen=True):
    """4.2: attacks in any order, as long as there are any and the player likes (10.2, 10.5)."""

    who: Seat
    rule: ClassVar[str] = "10.0"

    def proceed(self, position: Pos) -> None:
        """Ask while there is somebody to attack."""
        if any(True for _ in targets(position, self.who)):
            position.push(DeclareAttack(self.who))
        else:
            position.pop()


class DeclareAttack(PeaksChoice, frozen=True):
    """10.1: which enemy hex is attacked next; or none (10.2)."""

    who: Seat
    rule: ClassVar[str] = "10.1"
    verbs: ClassVar = (ATTACK, END)

    def seat(self, position: Pos) -> Seat:
        """The attacker."""
        return self.who

    def prompt(self, position: Pos) -> str:
        """What is asked."""
        return "Choose a hex to attack, or end the combat segment."

    def orders(self, position: Pos) -> Iterable[Order]:
        """Every hex that can be attacked, and the end."""
        yield from (ATTACK(hex) for hex in targets(position, self.who))
        yield END()

    def refusal(self, position: Pos, order: Order) -> Refusal | None:
        """Why a hex cannot be attacked."""
        if order.verb is END:
            return None
        hex = order.values[0]
        refusal = cannot_be_attacked(position, self.who, hex)
        if refusal is not None or attackers_beside(position, self.who, hex):
            return refusal
        label = position.game.grid.label(hex)
        for near in position.game.grid.neighbours[hex]:
            for unit in units_in(position, near):
                if position.game.owner[unit] == self.who:
                    return cannot_attack(position, self.who, unit)
        return Refusal("10.6", f"no unit of yours stands next to {label}")

    def take(self, position: Pos, order: Order) -> None:
        """Begin an attack, or end the segment."""
        position.pop()
        if order.verb is END:
            position.pop()
        else:
            position.push(Assemble(Battle(self.who, order.values[0])))


class Assemble(PeaksChoice, frozen=True):
    """10.1, 10.6: the attacker names the units that attack the hex; they make one attack together."""

    battle: Battle
    rule: ClassVar[str] = "10.1"
    verbs: ClassVar = (JOIN, FIGHT, CANCEL)

    def seat(self, position: Pos) -> Seat:
        """The attacker."""
        return self.battle.seat

    def prompt(self, position: Pos) -> str:
        """The odds so far."""
        label = position.game.grid.label(self.battle.target)
        if not self.battle.attackers:
            return f"Choose who attacks {label}."
        return f"Attack on {label}: {_odds(position, self.battle)}. Add a unit, or fight."

    def orders(self, position: Pos) -> Iterable[Order]:
        """Everybody who can join, the fight, and calling it off."""
        battle = self.battle
        for unit in attackers_beside(position, battle.seat, battle.target):
            if unit not in battle.attackers:
                yield JOIN(unit)
        if battle.attackers:
            yield FIGHT()
        yield CANCEL()

    def refusal(self, position: Pos, order: Order) -> Refusal | None:
        """Why a unit cannot join."""
        battle, game = self.battle, position.game
        if order.verb is CANCEL:
            return None
        if order.verb is FIGHT:
            return None if battle.attackers else Refusal("10.1", "nobody attacks yet")
        unit = order.values[0]
        if unit in battle.attackers:
            return Refusal("10.6", f"{game.names[unit]} attacks already")
        refusal = cannot_attack(position, battle.seat, unit)
        if refusal is None and position.state.where[unit] not in game.grid.neighbours[battle.target]:
            refusal = Refusal("10.6", f"{game.names[unit]} does not stand next to the attacked hex")
        return refusal

    def take(self, position: Pos, order: Order) -> None:
        """Add a unit, go on, or call it off."""
        battle = self.battle
        if order.verb is CANCEL:
            position.pop()
        elif order.verb is JOIN:
            attackers = (*battle.attackers, order.values[0])
            position.replace(Assemble(msgspec.structs.replace(battle, attackers=attackers)))
        else:
            position.replace(next_step(position, battle, Stage.SUPPORT))


def _odds(position: Pos, battle: Battle) -> str:
    found = assess(position, battle)
    return f"{found.attack} against {found.defence}, {found.percent}%, column {found.odds}"


# --- from the declaration to the die ---------------------------------------------------------------------


class Stage(IntEnum):
    """What has to be settled between the declaration and the die, in this order (10.1)."""

    SUPPORT = 1
    ANSWER = 2
    TABLE = 3
    TRUCKS = 4
    ROLL = 5


def next_step(position: Pos, battle: Battle, stage: Stage) -> AnyStep:
    """The next step of a combat from a stage on at which there is anything to decide."""
    if stage <= Stage.SUPPORT and support.available(position, battle.seat):
        return CommitSupport(battle, battle.seat)
    if stage <= Stage.ANSWER and support.available(position, battle.enemy):
        return CommitSupport(battle, battle.enemy)
    if stage <= Stage.TABLE and no_mobile_table(position, battle) is None:
        return ChooseTable(battle)
    if stage <= Stage.TRUCKS and any(True for _ in _columns(position, battle)):
        return DeclareTruck(battle)
    return CombatRoll(battle)


class CommitSupport(PeaksChoice, frozen=True):
    """10.1, 19.2: each side commits one support unit at most, the attacker first."""

    battle: Battle
    who: Seat
    rule: ClassVar[str] = "19.2"
    verbs: ClassVar = (SUPPORT, READY)

    def seat(self, position: Pos) -> Seat:
        """The side that is asked."""
        return self.who

    def prompt(self, position: Pos) -> str:
        """The odds so far."""
        label = position.game.grid.label(self.battle.target)
        return f"Attack on {label}: {_odds(position, self.battle)}. Commit a support unit, or be ready."

    def orders(self, position: Pos) -> Iterable[Order]:
        """Every support unit that may be used here, and none."""
        for counter in support.available(position, self.who):
            if support.refused(position, self.battle, self.who, counter) is None:
                yield SUPPORT(counter)
        yield READY()

    def refusal(self, position: Pos, order: Order) -> Refusal | None:
        """Why a support unit cannot be used here."""
        if order.verb is READY:
            return None
        return support.refused(position, self.battle, self.who, order.values[0])

    def take(self, position: Pos, order: Order) -> None:
        """Note it and go on."""
        battle, attacking = self.battle, self.who == self.battle.seat
        if order.verb is SUPPORT:
            counter = order.values[0]
            change = {"support": counter} if attacking else {"defending_support": counter}
            battle = msgspec.structs.replace(battle, **change)
            position.state.where[counter] = battle.target
            if position.heard:
                name, label = position.game.names[counter], position.game.grid.label(battle.target)
                text = f"{name} is committed at {label}"
                position.tell(Event("19.2", text, hexes=(label,), units=(name,), reveals=True))
        position.replace(next_step(position, battle, Stage.ANSWER if attacking else Stage.TABLE))


def no_mobile_table(position: Pos, battle: Battle) -> Refusal | None:
    """Why the Mobile table cannot be chosen; None when it can (10.7)."""
    if position.game.geography.assault_only(battle.target):
        return Refusal("10.7", "an attack on a city is resolved on the Assault table")
    if not any(position.game.units[unit].mechanized for unit in battle.attackers):
        return Refusal("10.7", "the Mobile table needs a mechanized unit among the attackers")
    return None


class ChooseTable(PeaksChoice, frozen=True):
    """10.7: the attacker chooses between the Assault and the Mobile table."""

    battle: Battle
    rule: ClassVar[str] = "10.7"
    verbs: ClassVar = (TABLE,)

    def seat(self, position: Pos) -> Seat:
        """The attacker."""
        return self.battle.seat

    def prompt(self, position: Pos) -> str:
        """The odds."""
        return f"Choose the table: {_odds(position, self.battle)}."

    def orders(self, position: Pos) -> Iterable[Order]:
        """Both tables."""
        return [TABLE(table.value) for table in Table]

    def refusal(self, position: Pos, order: Order) -> Refusal | None:
        """Both are allowed here."""
        return None

    def take(self, position: Pos, order: Order) -> None:
        """Note it and go on."""
        battle = msgspec.structs.replace(self.battle, table=Table(order.values[0]))
        position.replace(next_step(position, battle, Stage.TRUCKS))


def _needy(position: Pos, battle: Battle) -> tuple[int, ...]:
    """The Axis units of a combat that have no logistic support."""
    mine = battle.attackers if battle.seat == AXIS else defenders(position, battle)
    return tuple(unit for unit in mine if not is_supplied(position, battle, unit))


def _columns(position: Pos, battle: Battle) -> Iterable[int]:
    """The truck columns that would help (15.13)."""
    found = {truck for unit in _needy(position, battle) for truck in trucks_for(position, unit)}
    return sorted(found)


class DeclareTruck(PeaksChoice, frozen=True):
    """15.13: the Axis may use up truck columns for the units of this combat that can trace a line to them."""

    battle: Battle
    rule: ClassVar[str] = "15.13"
    verbs: ClassVar = (TRUCK, READY)

    def seat(self, position: Pos) -> Seat:
        """The Axis, in attack and in defence."""
        return AXIS

    def prompt(self, position: Pos) -> str:
        """The odds so far."""
        return f"{_odds(position, self.battle)}. Use up a truck column for this combat, or be ready."

    def orders(self, position: Pos) -> Iterable[Order]:
        """Every column that helps, and none."""
        yield from (TRUCK(truck) for truck in _columns(position, self.battle))
        yield READY()

    def refusal(self, position: Pos, order: Order) -> Refusal | None:
        """Why a column does not help."""
        if order.verb is READY or order.values[0] in _columns(position, self.battle):
            return None
        name = position.game.names[order.values[0]]
        return Refusal("15.13", f"no unit of this combat that needs it can trace a line to {name}")

    def take(self, position: Pos, order: Order) -> None:
        """Use it up, and ask again while another one helps."""
        battle = self.battle
        if order.verb is READY:
            position.replace(CombatRoll(battle))
            return
        truck = order.values[0]
        helped = tuple(unit for unit in _needy(position, battle) if truck in trucks_for(position, unit))
        expend(position, truck)
        battle = msgspec.structs.replace(battle, relieved=(*battle.relieved, *helped))
        position.replace(next_step(position, battle, Stage.TRUCKS))


# --- the die -----------------------------------------------------------------------------------------------


class CombatRoll(PeaksRoll, frozen=True):
    """10.1: one die, and the cell of the chosen table."""

    battle: Battle
    rule: ClassVar[str] = "10.1"
    verbs: ClassVar = (ROLL,)

    def prompt(self, position: Pos) -> str:
        """The final column."""
        label = position.game.grid.label(self.battle.target)
        return f"Roll for the attack on {label}: {_odds(position, self.battle)}."

    def outcomes(self, position: Pos) -> Outcomes:
        """One die."""
        return dice(1)

    def take(self, position: Pos, order: Order) -> None:
        """Find the result, note who fought, and put the consequences on the stack."""
        battle, components = self.battle, position.game.components
        rows = components.mobile if battle.table is Table.MOBILE else components.assault
        result = rows[order.values[0]][assess(position, battle).column]
        _report(position, battle, order.values[0], result)
        under_attack = defenders(position, battle)
        for unit in battle.attackers:
            set_mark(position, unit, Mark.ATTACKED)
        for unit in under_attack:
            set_mark(position, unit, Mark.DEFENDED)
        position.replace(*aftermath.steps(position, battle, result, under_attack))
        for counter in (battle.support, battle.defending_support):
            support.give_back(position, counter)


def _report(position: Pos, battle: Battle, roll: int, result: Result) -> None:
    if not position.heard:
        return
    game, found = position.game, assess(position, battle)
    label = game.grid.label(battle.target)
    names = tuple(game.names[unit] for unit in (*battle.attackers, *defenders(position, battle)))
    text = f"{game.seat_title(battle.seat)} attacks {label}: {found.attack} against {found.defence}, "
    text += f"{found.percent}%, column {COLUMNS[found.initial]}, finally {found.odds} of the "
    text += f"{battle.table.value.title()} table; die {roll}: {result.value}, {EFFECTS[result].text}"
    position.tell(
        Event(
            "10.1",
            text,
            hexes=(label,),
            units=names,
            modifiers=found.modifiers,
            reveals=True,
            result=result.value,
        )
    )


STEPS = (CombatSegment, DeclareAttack, Assemble, CommitSupport, ChooseTable, DeclareTruck, CombatRoll)
