"""5 Combat: the phase, putting an attack together, the defender's answer, and the dice."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from typing import ClassVar

import msgspec

from grognard.board.grid import Hex
from grognard.core import ROLL, Event, Modifier, Order, Outcomes, Refusal, Seat, dice
from grognard.games.moscow1941 import aftermath, artillery, fire, headquarters, sight, special
from grognard.games.moscow1941.battle import Assessment, Battle, assess, attacking_hexes, defenders
from grognard.games.moscow1941.components import RATIOS, Star, Trait
from grognard.games.moscow1941.disorganization import disturb
from grognard.games.moscow1941.duties import (
    duties,
    forget_duties,
    impossible,
    left_undone,
    may_attack,
    may_be_attacked,
    open_duty,
)
from grognard.games.moscow1941.field import fortified, has_mark, set_mark, units_in
from grognard.games.moscow1941.fortifications import in_fixed_position
from grognard.games.moscow1941.orders import (
    ALL_OUT,
    ALSO,
    ATTACK,
    BOMBARD,
    CANCEL,
    COVER,
    END,
    FIGHT,
    GARRISON,
    JOIN,
    READY,
    SHELL,
    SPEND,
    STAR,
    SUPPORT,
    WAIVE,
)
from grognard.games.moscow1941.state import Mark, MissionKind
from grognard.games.moscow1941.steps import MoscowChoice, MoscowRoll, Pos
from grognard.games.moscow1941.supply import is_out_of_supply, worsen


class Combat(MoscowChoice, frozen=True):
    """Phases 4 and 10: attacks in any order (5.1.6), ended by the player once all duties are met (5.1.7)."""

    who: Seat
    rule: ClassVar[str] = "5.1"
    verbs: ClassVar = (ATTACK, BOMBARD, SHELL, END)

    def seat(self, position: Pos) -> Seat:
        """The attacker."""
        return self.who

    def prompt(self, position: Pos) -> str:
        """What is asked, with the duties that are open."""
        duty = open_duty(position, self.who)
        if duty is None:
            return "Attack, fire, or end the combat phase."
        return f"Attack: {duty.why}."

    def orders(self, position: Pos) -> Iterable[Order]:
        """Hexes that can be attacked or fired at, and the end."""
        found = duties(position, self.who)
        for hex in sorted(set(chain.from_iterable(found.partners.values()))):
            if self._cannot_attack(position, hex) is None:
                yield ATTACK(hex)
        yield from fire.orders(position, self.who)
        if open_duty(position, self.who) is None:
            yield END()

    def refusal(self, position: Pos, order: Order) -> Refusal | None:
        """Why not, for attacks, fire and the end."""
        if order.verb is END:
            return open_duty(position, self.who)
        if order.verb is ATTACK:
            return self._cannot_attack(position, order.values[0])
        return fire.refusal(position, self.who, order)

    def _cannot_attack(self, position: Pos, hex: Hex) -> Refusal | None:
        stack, label = units_in(position, hex), position.game.grid.label(hex)
        if not stack or position.game.owner[stack[0]] == self.who:
            return Refusal("5.1.2", f"there is no enemy in {label}")
        if not may_be_attacked(position, hex):
            return _spent_target(position, hex)
        neighbours = duties(position, self.who).attackers_of(hex)
        if not neighbours:
            return Refusal("5.1.2", f"no unit that may still attack stands next to {label}")
        refusal = None
        for unit in sorted(neighbours):
            found = impossible(position, self.who, (unit,), (hex,))
            if found is None:
                return None
            refusal = refusal or found
        return refusal

    def take(self, position: Pos, order: Order) -> None:
        """Begin an attack, fire, or end the phase."""
        if order.verb is END:
            position.pop()
        elif order.verb is ATTACK:
            position.push(Assemble(Battle(self.who, (order.values[0],))))
        else:
            fire.begin(position, self.who, order)


class Assemble(MoscowChoice, frozen=True):
    """5.2.1 a: the attacker chooses units, targets and support, and then fights."""

    battle: Battle
    rule: ClassVar[str] = "5.2.1"
    verbs: ClassVar = (ALSO, JOIN, ALL_OUT, SUPPORT, COVER, STAR, SPEND, WAIVE, CANCEL, FIGHT)

    def seat(self, position: Pos) -> Seat:
        """The attacker."""
        return self.battle.seat

    def prompt(self, position: Pos) -> str:
        """Targets and the odds so far."""
        labels = ", ".join(position.game.grid.label(hex) for hex in self.battle.targets)
        if not self.battle.attackers:
            return f"Choose who attacks {labels}."
        found = assess(position, self.battle)
        if not all(sight.lies_open(position, unit) for unit in defenders(position, self.battle)):
            # 16.1.1: nobody counts the strength of a hidden enemy before he fights him
            return f"Attack on {labels} with {found.attack}. Add, or fight."
        return f"Attack on {labels}: {found.attack} against {found.defence}, {found.ratio}. Add, or fight."

    def orders(self, position: Pos) -> Iterable[Order]:
        """Everything that can be added, and the fight."""
        for order in self._candidates(position):
            if self.refusal(position, order) is None:
                yield order

    def _candidates(self, position: Pos) -> Iterable[Order]:
        battle, game = self.battle, position.game
        found = duties(position, battle.seat)
        for hex in sorted({there for unit in battle.attackers for there in found.partners.get(unit, ())}):
            yield ALSO(hex)
        for unit in sorted(found.partners):
            yield JOIN(unit)
        for gun in game.guns_of[battle.seat]:
            yield SUPPORT(gun)
        for unit in (*battle.attackers, *battle.guns):
            yield ALL_OUT(unit)
        for number, mission in enumerate(position.state.missions):
            if mission.seat == battle.seat:
                yield COVER(number)
        for unit in battle.attackers:
            if game.units[unit].star is not Star.NONE:
                yield STAR(unit)
        for hex in headquarters.stocks(position, battle.seat, battle.targets):
            yield SPEND(hex)
        yield from (WAIVE(), FIGHT(), CANCEL())

    def refusal(self, position: Pos, order: Order) -> Refusal | None:
        """Why not, for each way of strengthening the attack."""
        verb, values = order
        battle = self.battle
        if verb is CANCEL:
            return None
        if verb is FIGHT:
            return self._cannot_fight(position)
        if verb is JOIN:
            return self._cannot_join(position, values[0])
        if verb is ALSO:
            return self._cannot_extend(position, values[0])
        if not battle.attackers:
            return Refusal("5.2.1", "choose an attacking unit first")
        if verb is SUPPORT:
            if values[0] in battle.guns:
                return Refusal("6.3.1", "that gun supports already")
            return artillery.cannot_support(
                position, battle.seat, values[0], attacking_hexes(position, battle)
            )
        if verb is ALL_OUT:
            return self._cannot_go_all_out(position, values[0])
        if verb is COVER:
            return _cannot_cover(
                position, battle.seat, values[0], battle.air, battle.targets, MissionKind.OFFENSIVE
            )
        if verb is STAR:
            return self._cannot_use_star(position, values[0])
        if verb is SPEND:
            return _cannot_spend(position, battle.seat, battle.targets, battle.spent, values[0])
        return _cannot_waive(position, battle.seat, battle.attackers, battle.waived)

    def _cannot_fight(self, position: Pos) -> Refusal | None:
        battle = self.battle
        if not battle.attackers:
            return Refusal("5.2.1", "nobody attacks yet")
        return left_undone(position, battle.seat, (*battle.attackers, *battle.guns), battle.targets)

    def _cannot_join(self, position: Pos, unit: int) -> Refusal | None:
        game, battle = position.game, self.battle
        name = game.units[unit].id
        if game.owner[unit] != battle.seat:
            return Refusal("5.2.1", f"{name} is not yours")
        if unit in battle.attackers:
            return Refusal("5.2.1", f"{name} attacks already")
        if not may_attack(position, unit):
            return self._no_attacker(position, unit)
        if not set(battle.targets) <= duties(position, battle.seat).partners.get(unit, frozenset()):
            return Refusal("5.1.2", f"{name} does not stand next to what is attacked")
        hexes = {*attacking_hexes(position, battle), position.state.where[unit]}
        if len(hexes) > 1 and len(battle.targets) > 1:
            return Refusal("5.1.5", "one side of a combat must be in one hex")
        return impossible(position, battle.seat, (*battle.attackers, unit), battle.targets)

    @staticmethod
    def _no_attacker(position: Pos, unit: int) -> Refusal:
        game, name = position.game, position.game.units[unit].id
        if position.state.where[unit] < 0:
            return Refusal("5.1.2", f"{name} is not on the map")
        if game.units[unit].towed:
            return Refusal("5.1.10", f"{name} is towed and cannot attack directly")
        if not game.fights[unit]:
            return Refusal("5.1.2", f"{name} is no regular unit and cannot attack")
        if has_mark(position, unit, Mark.FOUGHT):
            return Refusal("5.1.1", f"{name} has fought in this phase")
        if has_mark(position, unit, Mark.FIRED):
            return Refusal("6.1.4", f"{name} has fired in this phase")
        return Refusal("5.2.1", f"{name} has no strength to attack with")

    def _cannot_extend(self, position: Pos, hex: Hex) -> Refusal | None:
        battle, label = self.battle, position.game.grid.label(hex)
        if hex in battle.targets:
            return Refusal("5.2.1", f"{label} is attacked already")
        if not battle.attackers:
            return Refusal("5.2.1", "choose an attacking unit first")
        if len(attacking_hexes(position, battle)) > 1:
            return Refusal("5.1.5", "one side of a combat must be in one hex")
        found = duties(position, battle.seat)
        if not all(hex in found.partners.get(unit, ()) for unit in battle.attackers):
            stack = units_in(position, hex)
            if not stack or position.game.owner[stack[0]] == battle.seat:
                return Refusal("5.1.2", f"there is no enemy in {label}")
            if not may_be_attacked(position, hex):
                return _spent_target(position, hex)
            return Refusal("5.1.2", f"the attackers do not stand next to {label}")
        return impossible(position, battle.seat, battle.attackers, (*battle.targets, hex))

    def _cannot_go_all_out(self, position: Pos, unit: int) -> Refusal | None:
        battle = self.battle
        if unit not in battle.attackers and unit not in battle.guns:
            return Refusal("10.2.3", "only a unit that attacks can exert itself")
        if unit in battle.all_out or not is_out_of_supply(position, unit):
            return Refusal("10.2.3", "the unit fights at full strength already")
        return None

    def _cannot_use_star(self, position: Pos, unit: int) -> Refusal | None:
        battle, game = self.battle, position.game
        if unit not in battle.attackers or unit in battle.stars:
            return Refusal("15.1.6", "only an attacking unit uses its star, and once")
        if _across_big_river(position, battle):
            return Refusal("15.1.8", "no special abilities in an assault across a big river")
        enemies = defenders(position, battle)
        works = any(fortified(position, hex) or in_fixed_position(position, hex) for hex in battle.targets)
        return (
            special.star_usable(position, unit, True, enemies, works)
            if game.special_units
            else Refusal("15.0", "this game is played without special units")
        )

    def take(self, position: Pos, order: Order) -> None:
        """Add what was chosen, or go into the fight."""
        verb, values = order
        battle = self.battle
        if verb is CANCEL:
            position.pop()
        elif verb is FIGHT:
            position.replace(CombatRoll(battle), *_defender_steps(position, battle))
            sight.lay_open(position, _hexes_of(position, battle))
        else:
            position.replace(Assemble(self._with(verb, values)))

    def _with(self, verb: object, values: tuple[int, ...]) -> Battle:
        battle = self.battle
        replace = msgspec.structs.replace
        if verb is JOIN:
            return replace(battle, attackers=(*battle.attackers, *values))
        if verb is ALSO:
            return replace(battle, targets=(*battle.targets, *values))
        if verb is SUPPORT:
            return replace(battle, guns=(*battle.guns, *values))
        if verb is ALL_OUT:
            return replace(battle, all_out=(*battle.all_out, *values))
        if verb is COVER:
            return replace(battle, air=(*battle.air, *values))
        if verb is STAR:
            return replace(battle, stars=(*battle.stars, *values))
        if verb is SPEND:
            return replace(battle, spent=(*battle.spent, *values))
        return replace(battle, waived=True)


class Defend(MoscowChoice, frozen=True):
    """The defender adds what he has: guns, aircraft, special abilities, modifiers won."""

    battle: Battle
    rule: ClassVar[str] = "5.2.1"
    verbs: ClassVar = (SUPPORT, COVER, STAR, GARRISON, SPEND, WAIVE, READY)

    def seat(self, position: Pos) -> Seat:
        """The defender."""
        return self.battle.enemy

    def prompt(self, position: Pos) -> str:
        """The odds so far."""
        labels = ", ".join(position.game.grid.label(hex) for hex in self.battle.targets)
        found = assess(position, self.battle)
        return (
            f"{labels} is attacked: {found.attack} against {found.defence}, {found.ratio}. Add, or be ready."
        )

    def orders(self, position: Pos) -> Iterable[Order]:
        """What can be added."""
        for order in self.candidates(position):
            if self.refusal(position, order) is None:
                yield order
        yield READY()

    def candidates(self, position: Pos) -> Iterable[Order]:
        """Everything worth asking about."""
        battle, game = self.battle, position.game
        for gun in game.guns_of[battle.enemy]:
            yield SUPPORT(gun)
        for number, mission in enumerate(position.state.missions):
            if mission.seat == battle.enemy:
                yield COVER(number)
        for unit in defenders(position, battle):
            if game.units[unit].star is not Star.NONE:
                yield STAR(unit)
            if game.units[unit].trait is Trait.FORTIFICATION_UNIT:
                yield GARRISON(unit)
        for hex in headquarters.stocks(position, battle.enemy, battle.targets):
            yield SPEND(hex)
        yield WAIVE()

    def refusal(self, position: Pos, order: Order) -> Refusal | None:
        """Why not, for each way of strengthening the defence."""
        verb, values = order
        battle = self.battle
        under_attack = defenders(position, battle)
        if verb is READY:
            return None
        if verb is SUPPORT:
            return self._cannot_support(position, values[0])
        if verb is COVER:
            if not position.game.defensive_air[battle.enemy]:
                return Refusal("8.2.5", "Soviet aircraft give no defensive support")
            return _cannot_cover(
                position,
                battle.enemy,
                values[0],
                battle.defending_air,
                battle.targets,
                MissionKind.DEFENSIVE,
            )
        if verb is STAR:
            if values[0] not in under_attack or values[0] in battle.defending_stars:
                return Refusal("15.1.6", "only a unit under attack uses its star, and once")
            if _across_big_river(position, battle):
                return Refusal("15.1.8", "no special abilities in an assault across a big river")
            return special.star_usable(position, values[0], False, battle.attackers, False)
        if verb is GARRISON:
            return self._cannot_garrison(position, values[0])
        if verb is SPEND:
            return _cannot_spend(position, battle.enemy, battle.targets, battle.defending_spent, values[0])
        return _cannot_waive(position, battle.enemy, under_attack, battle.defending_waived)

    def _cannot_support(self, position: Pos, gun: int) -> Refusal | None:
        battle = self.battle
        if gun in battle.defending_guns:
            return Refusal("6.3.1", "that gun supports already")
        if position.state.where[gun] in battle.targets:
            return Refusal("6.6.1", "a gun in an attacked hex defends with its hex")
        if not any(artillery.fights_itself(position, unit) for unit in defenders(position, battle)):
            return Refusal("6.3.1", "artillery supports regular units")
        return artillery.cannot_support(position, battle.enemy, gun, battle.targets)

    def _cannot_garrison(self, position: Pos, unit: int) -> Refusal | None:
        game, hex = position.game, position.state.where[unit]
        if not game.special_units or game.units[unit].trait is not Trait.FORTIFICATION_UNIT:
            return Refusal("15.4.1", "only fortification units have that ability")
        if unit in self.battle.garrisons or hex not in self.battle.targets:
            return Refusal("15.4.2", "only a unit under attack uses its ability, and once")
        if not (fortified(position, hex) or in_fixed_position(position, hex)):
            return Refusal("15.4.1", "it counts only in fortifications")
        return None

    def take(self, position: Pos, order: Order) -> None:
        """Add it; once ready, the dice fall."""
        verb, values = order
        battle, replace = self.battle, msgspec.structs.replace
        if verb is READY:
            position.pop()
            position.replace(CombatRoll(battle))
            return
        if verb is SUPPORT:
            battle = replace(battle, defending_guns=(*battle.defending_guns, *values))
            sight.lay_open(position, (position.state.where[values[0]],))
        elif verb is COVER:
            battle = replace(battle, defending_air=(*battle.defending_air, *values))
        elif verb is STAR:
            battle = replace(battle, defending_stars=(*battle.defending_stars, *values))
        elif verb is GARRISON:
            battle = replace(battle, garrisons=(*battle.garrisons, *values))
        elif verb is SPEND:
            battle = replace(battle, defending_spent=(*battle.defending_spent, *values))
        else:
            battle = replace(battle, defending_waived=True)
        position.replace(Defend(battle))


def _hexes_of(position: Pos, battle: Battle) -> tuple[Hex, ...]:
    """The hexes of all stacks that take part (16.1.3)."""
    where = position.state.where
    return (*battle.targets, *(where[unit] for unit in (*battle.attackers, *battle.guns)))


def _defender_steps(position: Pos, battle: Battle) -> tuple[Defend, ...]:
    """The defender is asked only when there is something to add."""
    step = Defend(battle)
    offers = (order for order in step.candidates(position) if order.verb is not WAIVE)
    if any(step.refusal(position, order) is None for order in offers):
        return (step,)
    return ()


# --- shared refusals ---------------------------------------------------------------------------------


def _spent_target(position: Pos, hex: Hex) -> Refusal:
    label = position.game.grid.label(hex)
    if any(has_mark(position, unit, Mark.SHELLED) for unit in units_in(position, hex)):
        return Refusal("6.4.5", f"{label} has been under ranged fire in this phase")
    return Refusal("5.1.1", f"the units in {label} have fought in this phase")


def _cannot_cover(
    position: Pos,
    seat: Seat,
    number: int,
    used: tuple[int, ...],
    targets: tuple[Hex, ...],
    kind: MissionKind,
) -> Refusal | None:
    missions = position.state.missions
    if not 0 <= number < len(missions) or missions[number].seat != seat or number in used:
        return Refusal("8.1.3", "there is no such air counter to add")
    mission = missions[number]
    if mission.kind is not kind or mission.hex not in targets or not mission.strength:
        return Refusal("8.2.1", "that air counter flies another mission")
    return None


def _cannot_spend(
    position: Pos, seat: Seat, targets: tuple[Hex, ...], spent: tuple[Hex, ...], hex: Hex
) -> Refusal | None:
    if spent.count(hex) >= headquarters.stocks(position, seat, targets).get(hex, 0):
        return Refusal("9.1.6", "no modifiers for a lost headquarters are left for this combat")
    return None


def _cannot_waive(position: Pos, seat: Seat, units: tuple[int, ...], waived: bool) -> Refusal | None:
    if waived or not headquarters.in_range(position, seat, units):
        return Refusal("9.2.1", "there is no headquarters modifier to do without")
    return None


def _across_big_river(position: Pos, battle: Battle) -> bool:
    game = position.game
    return any(
        target in game.grid.neighbours[hex] and game.grid.side(hex, target) in game.geography.big_rivers
        for hex in attacking_hexes(position, battle)
        for target in battle.targets
    )


# --- the dice ------------------------------------------------------------------------------------------


class CombatRoll(MoscowRoll, frozen=True):
    """5.2.1 e, f: two dice, the modifier of headquarters, and the cell of the table."""

    battle: Battle
    rule: ClassVar[str] = "5.2.1"
    verbs: ClassVar = (ROLL,)

    def prompt(self, position: Pos) -> str:
        """The final ratio."""
        found = assess(position, self.battle)
        labels = ", ".join(position.game.grid.label(hex) for hex in self.battle.targets)
        return f"Roll for the attack on {labels} at {found.ratio}."

    def outcomes(self, position: Pos) -> Outcomes:
        """1.8: the sum of two dice."""
        return dice(2)

    def take(self, position: Pos, order: Order) -> None:
        """Find the result, note who fought, and put the consequences on the stack."""
        battle = self.battle
        found = assess(position, battle)
        roll = max(2, min(12, order.values[0] + found.roll_modifier))  # ruling M08
        result = position.game.components.combat.result(found.column, roll)
        _report(position, battle, found, order.values[0], roll, f"{result.attacker} / {result.defender}")
        under_attack = defenders(position, battle)
        _note_fighters(position, battle, under_attack)
        position.replace(*aftermath.steps(position, battle, result, under_attack))


def _note_fighters(position: Pos, battle: Battle, under_attack: tuple[int, ...]) -> None:
    """Mark who fought and fired, use up what was spent, and worsen those who exert themselves (10.2.3)."""
    for unit in (*battle.attackers, *under_attack):
        set_mark(position, unit, Mark.FOUGHT)
        disturb(position, unit)
    for gun in (*battle.guns, *battle.defending_guns):
        set_mark(position, gun, Mark.FIRED)
        disturb(position, gun)
    for unit in battle.all_out:
        worsen(position, unit, "10.2.3")
    missions = position.state.missions
    for number in (*battle.air, *battle.defending_air):
        missions[number] = msgspec.structs.replace(missions[number], strength=0)
    headquarters.spend(position, battle.seat, battle.spent)
    headquarters.spend(position, battle.enemy, battle.defending_spent)
    forget_duties(position)


def _report(position: Pos, battle: Battle, found: Assessment, thrown: int, roll: int, result: str) -> None:
    if not position.heard:
        return
    game = position.game
    labels = tuple(game.grid.label(hex) for hex in battle.targets)
    names = tuple(game.units[unit].id for unit in (*battle.attackers, *defenders(position, battle)))
    ratio = f"{RATIOS[found.initial]}, finally {found.ratio}" if not found.fixed else found.ratio
    shown = f"{thrown}, counted as {roll}" if roll != thrown else str(roll)
    text = f"{game.seat_title(battle.seat)} attacks {', '.join(labels)}: {found.attack} against "
    text += f"{found.defence}, {ratio}; dice {shown}: attacker {result.replace(' / ', ', defender ')}"
    modifiers: tuple[Modifier, ...] = (*found.modifiers, *found.roll_modifiers)
    position.tell(
        Event("5.2.1", text, hexes=labels, units=names, modifiers=modifiers, reveals=True, result=result)
    )
