"""6.4, 6.5 Artillery fire: ranged fire at units and at objects, and the barrage."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

import msgspec

from grognard.board.grid import OFF_GRID, Hex, Side
from grognard.core import AnyStep, Event, Modifier, Order, Outcomes, Refusal, Seat, dice
from grognard.games.moscow1941 import artillery, bridges, sight
from grognard.games.moscow1941.aftermath import Losses
from grognard.games.moscow1941.components import NO_EFFECT, SideResult
from grognard.games.moscow1941.disorganization import disorganize, disturb, push_test
from grognard.games.moscow1941.duties import duties, forget_duties, left_undone
from grognard.games.moscow1941.field import has_mark, holder, set_mark, units_in
from grognard.games.moscow1941.orders import (
    ALL_OUT,
    BOMBARD,
    CANCEL,
    COVER,
    END,
    FIRE,
    SHELL,
    SUPPORT,
)
from grognard.games.moscow1941.state import Mark, MissionKind, other
from grognard.games.moscow1941.steps import MoscowChoice, MoscowRoll, MoscowStep, Pos
from grognard.games.moscow1941.supply import is_out_of_supply, worsen

BARRAGE_GUNS = 2
"""6.5.4: guns that a barrage on a hex takes at least."""

NO_BRIDGE = -1


class Salvo(msgspec.Struct, frozen=True):
    """Fire while it is prepared, at a hex or at a bridge. Air counters are missions by number."""

    seat: Seat
    hex: Hex
    bridge: Side = NO_BRIDGE
    barrage: bool = False
    guns: tuple[int, ...] = ()
    all_out: tuple[int, ...] = ()
    air: tuple[int, ...] = ()

    @property
    def at_object(self) -> bool:
        """Is it fire at a bridge (6.4.7)?"""
        return self.bridge != NO_BRIDGE


# --- opening fire ------------------------------------------------------------------------------------


def orders(position: Pos, seat: Seat) -> Iterable[Order]:
    """Ranged fire that may be opened in the combat phase."""
    guns = [gun for gun in position.game.guns_of[seat] if artillery.cannot_fire(position, seat, gun) is None]
    if not guns:
        return
    near = _near(position, guns)
    for hex in _enemies_in(position, seat, near):
        if _cannot_open(position, Salvo(seat, hex), guns) is None:
            yield BOMBARD(hex)
    for side in _bridges_in(position, near):
        if refusal(position, seat, SHELL(side)) is None:
            yield SHELL(side)


def refusal(position: Pos, seat: Seat, order: Order) -> Refusal | None:
    """Why ranged fire may not be opened; None when it may."""
    return _cannot_open(position, _salvo(position, seat, order), position.game.guns_of[seat])


def begin(position: Pos, seat: Seat, order: Order) -> None:
    """Open ranged fire: the guns are named next (6.4.2 a)."""
    position.push(Laying(_salvo(position, seat, order)))


def _salvo(position: Pos, seat: Seat, order: Order, barrage: bool = False) -> Salvo:
    target = order.values[0]
    if order.verb is SHELL:
        return Salvo(seat, position.game.grid.side_hexes(target)[0], target)
    return Salvo(seat, target, barrage=barrage)


def _near(position: Pos, guns: Iterable[int]) -> set[Hex]:
    """All hexes within range of one of these guns."""
    where, disc = position.state.where, position.game.grid.disc
    return {hex for here in {where[gun] for gun in guns} for hex in disc(here, artillery.RANGE)}


def _enemies_in(position: Pos, seat: Seat, area: set[Hex]) -> list[Hex]:
    stacks, owner = position.state.stacks, position.game.owner
    return sorted(hex for hex in area & stacks.keys() if owner[stacks[hex][0]] != seat)


def _bridges_in(position: Pos, area: set[Hex]) -> list[Side]:
    """The sides with a bank in an area where bridges are or may be built."""
    bridges_at = position.game.geography.bridges_at
    return sorted({side for hex in area for side, _ in bridges_at.get(hex, ())})


def _cannot_open(position: Pos, salvo: Salvo, guns: Iterable[int]) -> Refusal | None:
    """Why nobody may fire at a target; None when enough guns can."""
    refused = _no_target(position, salvo)
    if refused is not None:
        return refused
    reasons = [_cannot_lay(position, salvo, gun) for gun in guns if position.state.where[gun] >= 0]
    needed = BARRAGE_GUNS if salvo.barrage else 1
    if reasons.count(None) >= needed:
        return None
    if salvo.barrage:
        return Refusal("6.5.4", f"a barrage takes at least {BARRAGE_GUNS} guns that can fire at the hex")
    # the most telling reason is that of a gun which is near, but not allowed to fire
    telling = [reason for reason in reasons if reason is not None and reason.rule not in ("6.1.2", "6.3.1")]
    return telling[0] if telling else Refusal("6.1.2", "no gun that may fire is within range")


def _no_target(position: Pos, salvo: Salvo) -> Refusal | None:
    if salvo.at_object:
        return _no_bridge(position, salvo.bridge)
    label = position.game.grid.label(salvo.hex)
    if holder(position, salvo.hex) != other(salvo.seat):
        return Refusal("6.4.1", f"there is no enemy in {label}")
    if salvo.barrage:
        return None
    if not targets(position, salvo.hex):
        # ruling M31: ranged fire comes before the direct attacks on a hex
        return Refusal("6.4.5", f"{label} has been fought over in this phase")
    if salvo.hex in duties(position, salvo.seat).targets:
        return Refusal("6.4.5", f"{label} must be attacked directly, so ranged fire cannot be made at it")
    undone = left_undone(position, salvo.seat, (), (salvo.hex,))
    return None if undone is None else Refusal("6.4.5", undone.why)


def _no_bridge(position: Pos, side: Side) -> Refusal | None:
    if not position.game.bridges_in_play:
        return Refusal("14.0", "this game is played without the rules for bridges")
    if not bridges.standing(position, side):
        return Refusal("6.4.7", "there is no standing bridge")
    return None


def _cannot_lay(position: Pos, salvo: Salvo, gun: int) -> Refusal | None:
    """Why a gun may not take part in this fire; None when it may."""
    if salvo.at_object:
        banks = [hex for hex in position.game.grid.side_hexes(salvo.bridge) if hex != OFF_GRID]
        return artillery.cannot_shell(position, salvo.seat, gun, banks)
    if salvo.barrage and gun in position.state.silenced:
        return Refusal("6.5.7", f"{position.game.units[gun].id} has fired a barrage already")
    refused = artillery.cannot_bombard(position, salvo.seat, gun, salvo.hex)
    if refused is None and not salvo.barrage and gun in duties(position, salvo.seat).attackers:
        return Refusal("5.1.3", f"{position.game.units[gun].id} must attack directly")
    return refused


def targets(position: Pos, hex: Hex) -> tuple[int, ...]:
    """The units of a hex that fire hits: all but those that have fought in this phase (5.1.1, ruling M31)."""
    return tuple(unit for unit in units_in(position, hex) if not has_mark(position, unit, Mark.FOUGHT))


# --- preparing it --------------------------------------------------------------------------------------


class Laying(MoscowChoice, frozen=True):
    """6.4.2 a: the player names the guns that fire, adds aircraft, and gives the order to fire."""

    salvo: Salvo
    rule: ClassVar[str] = "6.4.2"
    verbs: ClassVar = (SUPPORT, COVER, ALL_OUT, FIRE, CANCEL)

    def seat(self, position: Pos) -> Seat:
        """Whose guns they are."""
        return self.salvo.seat

    def rule_of(self, position: Pos) -> str:
        """Fire at units, at an object, or a barrage."""
        return _rule(self.salvo)

    def prompt(self, position: Pos) -> str:
        """The target, and the strength so far."""
        target = _target_name(position, self.salvo)
        if not self.salvo.guns:
            return f"Choose the guns that fire at {target}."
        strength, _ = strength_of(position, self.salvo)
        return f"Fire at {target} with strength {strength}. Add, or fire."

    def orders(self, position: Pos) -> Iterable[Order]:
        """Guns and aircraft that can be added, and the fire itself."""
        for order in self._candidates(position):
            if self.refusal(position, order) is None:
                yield order

    def _candidates(self, position: Pos) -> Iterable[Order]:
        yield from (SUPPORT(gun) for gun in position.game.guns_of[self.salvo.seat])
        yield from (ALL_OUT(gun) for gun in self.salvo.guns)
        yield from (COVER(number) for number in range(len(position.state.missions)))
        yield from (FIRE(), CANCEL())

    def refusal(self, position: Pos, order: Order) -> Refusal | None:
        """Why not, for each way of strengthening the fire."""
        verb, salvo = order.verb, self.salvo
        if verb is CANCEL:
            return None
        if verb is FIRE:
            return self._cannot_fire()
        if verb is SUPPORT:
            return self._cannot_add(position, order.values[0])
        if not salvo.guns:
            return Refusal("6.4.2", "choose a gun first")
        if verb is COVER:
            return _cannot_cover(position, salvo, order.values[0])
        gun = order.values[0]
        if gun not in salvo.guns or gun in salvo.all_out or not is_out_of_supply(position, gun):
            return Refusal("10.2.3", "only a firing gun at half strength for want of supply can exert itself")
        return None

    def _cannot_fire(self) -> Refusal | None:
        if not self.salvo.guns:
            return Refusal("6.4.2", "no gun fires yet")
        if self.salvo.barrage and len(self.salvo.guns) < BARRAGE_GUNS:
            return Refusal("6.5.4", f"a barrage takes at least {BARRAGE_GUNS} guns")
        return None

    def _cannot_add(self, position: Pos, gun: int) -> Refusal | None:
        salvo = self.salvo
        if gun in salvo.guns:
            return Refusal("6.4.2", "that gun fires already")
        if salvo.barrage and len(salvo.guns) >= ammunition(position, salvo.seat):
            return Refusal("6.5.7", "no ammunition is left for another gun")
        return _cannot_lay(position, salvo, gun)

    def take(self, position: Pos, order: Order) -> None:
        """Add what was chosen, or fire."""
        verb, salvo, replace = order.verb, self.salvo, msgspec.structs.replace
        if verb is CANCEL:
            position.pop()
        elif verb is FIRE:
            position.replace(FireRoll(salvo))
        elif verb is SUPPORT:
            position.replace(Laying(replace(salvo, guns=(*salvo.guns, *order.values))))
        elif verb is COVER:
            position.replace(Laying(replace(salvo, air=(*salvo.air, *order.values))))
        else:
            position.replace(Laying(replace(salvo, all_out=(*salvo.all_out, *order.values))))


def _cannot_cover(position: Pos, salvo: Salvo, number: int) -> Refusal | None:
    """6.4.4, 8.2.3: aircraft on offensive support over the target may add their strength."""
    missions = position.state.missions
    if not 0 <= number < len(missions) or missions[number].seat != salvo.seat or number in salvo.air:
        return Refusal("8.1.3", "there is no such air counter to add")
    mission = missions[number]
    over = position.game.grid.side_hexes(salvo.bridge) if salvo.at_object else (salvo.hex,)
    if mission.kind is not MissionKind.OFFENSIVE or mission.hex not in over or not mission.strength:
        return Refusal("8.2.3", "that air counter flies another mission")
    return None


def strength_of(position: Pos, salvo: Salvo) -> tuple[int, tuple[Modifier, ...]]:
    """The strength of fire, with everything that makes it up (6.4.2 b, 6.5.3)."""
    found: list[Modifier] = []
    for gun in salvo.guns:
        found += _gun_strength(position, gun, gun in salvo.all_out)
    if salvo.barrage:
        found.append(Modifier("a barrage doubles the guns", sum(part.value for part in found), "6.5.3"))
    planes = sum(position.state.missions[number].strength for number in salvo.air)
    if planes:
        found.append(Modifier("aircraft", planes, "6.4.4"))
    if not salvo.at_object:
        effect = position.game.geography.effect[salvo.hex]
        cover = artillery.cover_of(position, salvo.hex)
        if cover and effect is not None:
            found.append(Modifier(f"{effect.name.lower()}, doubled", -cover, "6.4.2"))
    return sum(part.value for part in found), tuple(found)


def _gun_strength(position: Pos, gun: int, all_out: bool) -> list[Modifier]:
    """A gun's attack strength, and what disorganization and want of supply take off (5.6.4, 10.2.2)."""
    unit, state = position.game.units[gun], position.state
    full = unit.attack_strength(state.levels[gun])
    upset = full - artillery.fire_strength(position, gun, True, all_out=True)
    hungry = full - upset - artillery.fire_strength(position, gun, True, all_out)
    found = [Modifier(unit.id, full, "6.4.1")]
    if upset:
        found.append(Modifier(f"{unit.id} is disorganized", -upset, "5.6.4"))
    if hungry:
        found.append(Modifier(f"{unit.id} is out of supply", -hungry, "10.2.2"))
    return found


# --- the dice ------------------------------------------------------------------------------------------


class FireRoll(MoscowRoll, frozen=True):
    """6.4.2 c, d: two dice on the table of artillery fire, or of attacks on objects (6.4.7)."""

    salvo: Salvo
    rule: ClassVar[str] = "6.4.2"

    def rule_of(self, position: Pos) -> str:
        """Fire at units, at an object, or a barrage."""
        return _rule(self.salvo)

    def prompt(self, position: Pos) -> str:
        """The target and the strength."""
        strength, _ = strength_of(position, self.salvo)
        return f"Roll for fire at {_target_name(position, self.salvo)} with strength {strength}."

    def outcomes(self, position: Pos) -> Outcomes:
        """Two dice."""
        return dice(2)

    def take(self, position: Pos, order: Order) -> None:
        """Read the table, note who fired and what was hit, and put the consequences on the stack."""
        salvo, roll = self.salvo, order.values[0]
        strength, modifiers = strength_of(position, salvo)
        position.pop()
        if salvo.at_object:
            destroyed = position.game.components.attack_on_objects.result(strength, roll)
            _report(position, salvo, roll, modifiers, "destroyed" if destroyed else "no effect")
            _note_guns(position, salvo)
            if destroyed:
                bridges.destroy(position, salvo.bridge, "6.4.7")
            return
        result = position.game.components.artillery_fire.result(strength, roll)
        _report(position, salvo, roll, modifiers, "no effect" if result == NO_EFFECT else str(result))
        _note_guns(position, salvo)
        _strike(position, salvo, result)


def _note_guns(position: Pos, salvo: Salvo) -> None:
    """Guns have fired, aircraft are spent, ammunition is used up (6.1.4, 6.5.6, 6.5.7)."""
    state = position.state
    for gun in salvo.guns:
        disturb(position, gun)
        sight.lay_open(position, (state.where[gun],))
        if salvo.barrage:
            state.silenced[gun] = artillery.SILENCE
            _use_round(position, salvo.seat)
        else:
            set_mark(position, gun, Mark.FIRED)
    for gun in salvo.all_out:
        worsen(position, gun, "10.2.3")
    for number in salvo.air:
        state.missions[number] = msgspec.structs.replace(state.missions[number], strength=0)
    forget_duties(position)


def _strike(position: Pos, salvo: Salvo, result: SideResult) -> None:
    """The target's units lose levels at their owner's choice, and are disorganized or tested (ruling M71)."""
    hit = targets(position, salvo.hex)
    sight.lay_open(position, (salvo.hex,))
    for unit in hit:
        disturb(position, unit)
        if not salvo.barrage:
            set_mark(position, unit, Mark.SHELLED)  # 6.4.5: no direct attack on them in this phase
    forget_duties(position)
    position.push(Shaken(hit, result))
    if result.loss:
        position.push(Losses(other(salvo.seat), result.loss, hit))


class Shaken(MoscowStep, frozen=True):
    """After the losses of fire: units still there are disorganized, or test on the dot (5.6.1)."""

    units: tuple[int, ...]
    result: SideResult

    def proceed(self, position: Pos) -> None:
        """Letters first; whoever is disorganized need not test."""
        position.pop()
        alive = [unit for unit in self.units if position.state.where[unit] >= 0]
        for unit in alive:
            if self.result.disorganized:
                disorganize(position, unit)
        for unit in reversed(alive):
            push_test(position, unit, int(self.result.test))


def _rule(salvo: Salvo) -> str:
    return "6.5.3" if salvo.barrage else "6.4.7" if salvo.at_object else "6.4.2"


def _target_name(position: Pos, salvo: Salvo) -> str:
    label = position.game.grid.label
    if salvo.at_object:
        return "the bridge " + "/".join(label(hex) for hex in position.game.grid.side_hexes(salvo.bridge))
    return label(salvo.hex)


def _report(position: Pos, salvo: Salvo, roll: int, modifiers: tuple[Modifier, ...], result: str) -> None:
    if not position.heard:
        return
    game = position.game
    hexes = game.grid.side_hexes(salvo.bridge) if salvo.at_object else (salvo.hex,)
    labels = tuple(game.grid.label(hex) for hex in hexes)
    names = tuple(game.units[unit].id for unit in salvo.guns)
    strength = sum(part.value for part in modifiers)
    what = "barrage" if salvo.barrage else "fire"
    text = (
        f"{game.seat_title(salvo.seat)} {what} at {_target_name(position, salvo)} with strength {strength}; "
    )
    text += f"dice {roll}: {result}"
    position.tell(
        Event(_rule(salvo), text, hexes=labels, units=names, modifiers=modifiers, reveals=True, result=result)
    )


# --- the barrage (6.5) -----------------------------------------------------------------------------------


def steps_of(position: Pos, seat: Seat) -> Sequence[AnyStep]:
    """The steps of a barrage phase: none unless the scenario grants a barrage (6.5.1, ruling M63)."""
    return (Barrage(seat),) if ammunition(position, seat) >= BARRAGE_GUNS else ()


def ammunition(position: Pos, seat: Seat) -> int:
    """6.5.7: ammunition units that a side may use this turn."""
    return sum(position.state.ammunition[number] for number in _open_grants(position, seat))


def _open_grants(position: Pos, seat: Seat) -> list[int]:
    """The grants of the scenario that are open to a side this turn, those that end first in front."""
    grants, turn = position.game.scenario_data.file.barrage, position.state.turn
    found = [
        number
        for number, grant in enumerate(grants)
        if grant.side.value == seat and grant.first_turn <= turn <= grant.last_turn
    ]
    return sorted(found, key=lambda number: (grants[number].last_turn, number))


def _use_round(position: Pos, seat: Seat) -> None:
    stock = position.state.ammunition
    for number in _open_grants(position, seat):
        if stock[number]:
            stock[number] -= 1
            return


class Barrage(MoscowChoice, frozen=True):
    """Phases 2 and 8: barrages hex by hex, as long as guns and ammunition last (6.5.2, 6.5.8)."""

    who: Seat
    rule: ClassVar[str] = "6.5.2"
    verbs: ClassVar = (BOMBARD, END)

    def seat(self, position: Pos) -> Seat:
        """Whose barrage it is."""
        return self.who

    def prompt(self, position: Pos) -> str:
        """What is asked, with the ammunition left."""
        return f"Choose a hex for a barrage ({ammunition(position, self.who)} ammunition units), or end."

    def orders(self, position: Pos) -> Iterable[Order]:
        """Hexes that enough guns can fire at; and the end."""
        for hex in _enemies_in(position, self.who, _near(position, self._guns(position))):
            if self.refusal(position, BOMBARD(hex)) is None:
                yield BOMBARD(hex)
        yield END()

    def _guns(self, position: Pos) -> list[int]:
        return [gun for gun in position.game.guns_of[self.who] if position.state.where[gun] >= 0]

    def refusal(self, position: Pos, order: Order) -> Refusal | None:
        """Why a hex cannot be put under barrage."""
        if order.verb is END:
            return None
        if ammunition(position, self.who) < BARRAGE_GUNS:
            return Refusal("6.5.7", "there is not enough ammunition for a barrage")
        return _cannot_open(position, _salvo(position, self.who, order, True), self._guns(position))

    def take(self, position: Pos, order: Order) -> None:
        """Lay the guns, or end the phase."""
        if order.verb is END:
            position.pop()
        else:
            position.push(Laying(_salvo(position, self.who, order, True)))


STEPS: tuple[type[AnyStep], ...] = (Barrage, Laying, FireRoll, Shaken)
