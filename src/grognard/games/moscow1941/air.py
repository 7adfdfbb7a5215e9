"""8 Aviation: both players send out their air counters in secret. `missions` carries out what they chose."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar

import msgspec

from grognard.board.grid import OFF_GRID, Hex, Side
from grognard.core import AnyStep, Event, Order, Refusal, Seat
from grognard.games.moscow1941 import missions
from grognard.games.moscow1941.aircraft import GROUPED, LEAST, SUPPLIERS, TITLES, WORDS
from grognard.games.moscow1941.bridges import standing
from grognard.games.moscow1941.field import holder, units_in
from grognard.games.moscow1941.orders import BOMB, FLY, FOLLOW, READY, STRAFE
from grognard.games.moscow1941.phases import phasing_seat
from grognard.games.moscow1941.state import Mission, MissionKind, other
from grognard.games.moscow1941.steps import MoscowChoice, Pos
from grognard.games.moscow1941.supply import is_out_of_supply

ATTACKS_PER_POINT = 2
"""8.2.17: attacks on crossings for each strength point."""


def steps_of(position: Pos, seat: Seat) -> Sequence[AnyStep]:
    """The steps of an air phase: whoever has aircraft left chooses, the player whose turn it is first.

    8.1.4: in either air phase of the turn. 8.1.6: with any number of counters to a hex.
    """
    choosing = tuple(who for who in (seat, other(seat)) if tuple(_ready(position, who)))
    return (AssignAir(choosing[0], choosing[1:], shown=position.ply),) if choosing else ()


def _ready(position: Pos, seat: Seat) -> Iterator[int]:
    """A side's air counters that can fly in this phase."""
    for number in range(len(position.game.aircraft)):
        if _grounded(position, seat, number) is None:
            yield number


def _grounded(position: Pos, seat: Seat, number: int) -> Refusal | None:
    """Why an air counter cannot fly in this phase at all; None when it can."""
    game = position.game
    aircraft = game.aircraft[number]
    day = game.scenario_data.day(position.state.turn)
    if aircraft.seat != seat:
        return Refusal("8.1.1", f"{aircraft.id} is not yours")
    if not aircraft.first_day <= day <= aircraft.last_day:
        return Refusal("8.1.1", f"{aircraft.id} does not fly on {day.day} {day:%B}")
    if number in position.state.flown:  # 8.1.9: driven off or not
        return Refusal("8.1.5", f"{aircraft.id} has flown in this turn")
    return None


class AssignAir(MoscowChoice, frozen=True):
    """Phases 1 and 7: a player sends out his air counters in secret (8.1.2, 8.1.7).

    Nothing of it enters the state before both have chosen: `chosen` is what this player has decided so far,
    `sealed` what the other one did before him.
    """

    who: Seat
    following: tuple[Seat, ...] = ()
    chosen: tuple[Mission, ...] = ()
    sealed: tuple[Mission, ...] = ()
    attacks: int = 0
    """Attacks on crossings that have no hex yet (8.2.18)."""
    shown: int = 0
    """The number of orders that others than the one who chooses may know of: counting tells nothing."""
    begun: int = -1
    """The number of orders when this player began; -1 for the first one."""
    rule: ClassVar[str] = "8.1.7"
    verbs: ClassVar = (FLY, BOMB, FOLLOW, STRAFE, READY)

    def seat(self, position: Pos) -> Seat:
        """The player who chooses."""
        return self.who

    def prompt(self, position: Pos) -> str:
        """What is asked."""
        if self.attacks:
            return f"Choose hexes for {self.attacks} more attacks on crossings."
        if self._lacking():
            return f"Add air counters to the mission: it takes {self._lacking()} more strength points."
        return "Send air counters on missions in secret, or be ready."

    def free(self, position: Pos) -> Iterator[int]:
        """The air counters that have no mission yet (8.1.3)."""
        used = {counter for mission in self.chosen for counter in mission.counters}
        return (counter for counter in _ready(position, self.who) if counter not in used)

    def _lacking(self) -> int:
        """Strength that the last mission still needs."""
        if not self.chosen or self.chosen[-1].kind not in LEAST:
            return 0
        last = self.chosen[-1]
        return max(0, LEAST[last.kind][0] - last.strength)

    # --- what is possible -----------------------------------------------------------------------

    def orders(self, position: Pos) -> Iterable[Order]:
        """Every counter on every mission to every place of use, and ready."""
        if self.attacks:
            return [STRAFE(hex) for hex in self._next_crossings(position)]
        free = tuple(self.free(position))
        found = [FOLLOW(counter) for counter in free if self._cannot_follow(position, counter) is None]
        if self._lacking():
            return found
        for counter in free:
            for word, kind in WORDS.items():
                if self._cannot_begin(position, counter, kind) is None:
                    found.extend(FLY(counter, word, hex) for hex in self._places(position, kind))
            if self._cannot_begin(position, counter, MissionKind.OBJECT) is None:
                found.extend(BOMB(counter, side) for side in _bridges(position))
        return [*found, READY()]

    def refusal(self, position: Pos, order: Order) -> Refusal | None:
        """Why not, for every order of the phase."""
        verb, values = order
        if verb is STRAFE:
            return self._cannot_strafe(position, values[0])
        if self.attacks:
            return Refusal("8.2.18", f"{self.attacks} attacks on crossings have no hex yet")
        if verb is FOLLOW:
            return self._cannot_follow(position, values[0])
        if self._lacking():
            kind = self.chosen[-1].kind
            return Refusal(LEAST[kind][1], f"the {TITLES[kind]} takes {self._lacking()} more strength points")
        if verb is READY:
            return None
        kind = MissionKind.OBJECT if verb is BOMB else WORDS[values[1]]
        refusal = self._not_free(position, values[0]) or self._cannot_begin(position, values[0], kind)
        if refusal is not None:
            return refusal
        if verb is BOMB:
            return _no_target_bridge(position, values[1])
        return self._no_use_over(position, kind, values[2])

    def _not_free(self, position: Pos, counter: int) -> Refusal | None:
        refusal = _grounded(position, self.who, counter)
        if refusal is None and counter not in self.free(position):
            return Refusal("8.1.3", f"{position.game.aircraft[counter].id} has a mission already")
        return refusal

    def _cannot_begin(self, position: Pos, counter: int, kind: MissionKind) -> Refusal | None:
        """Why a counter cannot begin a mission of this kind anywhere; None when it can."""
        refusal = self._out_of_season(position, kind) or _wrong_nation(position, counter, kind)
        if refusal is not None or kind not in LEAST:
            return refusal
        needed, rule = LEAST[kind]
        at_hand = sum(position.game.aircraft[number].strength for number in self.free(position))
        if at_hand < needed:
            return Refusal(
                rule, f"{TITLES[kind]} takes at least {needed} strength points, {at_hand} are left"
            )
        return None

    def _out_of_season(self, position: Pos, kind: MissionKind) -> Refusal | None:
        """Ruling M28: missions last for the phases of the player whose turn it is, so some are of no use."""
        acting = phasing_seat(position) == self.who
        if kind is MissionKind.OFFENSIVE and not acting:
            return Refusal("8.2.2", "no attack of yours follows this air phase")
        if kind is MissionKind.DEFENSIVE and acting:
            return Refusal("8.2.4", "no attack of the enemy follows this air phase")
        if kind is MissionKind.DISRUPT:
            nations = {position.game.units[unit].nation for unit in position.game.units_of[other(self.who)]}
            if "soviet" not in nations:
                return Refusal("8.2.11", "only the movement of Soviet units can be disrupted")
            if acting:
                return Refusal("8.2.11", "no movement of the enemy follows this air phase")
        if kind is MissionKind.CROSSING and acting:
            return Refusal("8.2.16", "no movement of the enemy follows this air phase")
        if kind is MissionKind.OBJECT and not position.game.bridges_in_play:
            return Refusal("14.0", "this game is played without the rules for bridges")
        return None

    def _cannot_follow(self, position: Pos, counter: int) -> Refusal | None:
        """Why a counter cannot be added to the last mission; None when it can."""
        refusal = self._not_free(position, counter)
        if refusal is not None:
            return refusal
        if not self.chosen or self.chosen[-1].kind not in GROUPED:
            return Refusal("8.1.3", "there is no mission that another counter could join")
        return _wrong_nation(position, counter, self.chosen[-1].kind)

    # --- where --------------------------------------------------------------------------------------

    def _places(self, position: Pos, kind: MissionKind) -> list[Hex]:
        """The hexes to which a mission of this kind can be flown."""
        if kind is MissionKind.DISRUPT:
            effect = position.game.geography.effect
            return [hex for hex in range(len(effect)) if effect[hex] is not None]
        if kind is MissionKind.CROSSING:
            return _river_banks(position)
        return [
            hex for hex in sorted(position.state.stacks) if self._no_use_over(position, kind, hex) is None
        ]

    def _no_use_over(self, position: Pos, kind: MissionKind, hex: Hex) -> Refusal | None:
        """Why a mission of this kind cannot be flown to a hex; None when it can."""
        label = position.game.grid.label(hex)
        if kind is MissionKind.DISRUPT:
            inside = position.game.geography.effect[hex] is not None
            return None if inside else Refusal("8.2.13", f"{label} is not in play")
        if kind is MissionKind.CROSSING:
            bank = hex in _river_banks(position)
            return None if bank else Refusal("8.2.16", f"{label} does not lie at a big river")
        if kind in (MissionKind.OFFENSIVE, MissionKind.ATTACK):
            rule = "8.2.2" if kind is MissionKind.OFFENSIVE else "8.2.6"
            enemy = holder(position, hex) == other(self.who)
            return None if enemy else Refusal(rule, f"there is no enemy in {label}")
        rule = "8.2.4" if kind is MissionKind.DEFENSIVE else "8.2.22"
        if holder(position, hex) != self.who:
            return Refusal(rule, f"there is no unit of yours in {label}")
        if kind is MissionKind.DEFENSIVE or any(
            is_out_of_supply(position, unit) for unit in units_in(position, hex)
        ):
            return None
        return Refusal("8.2.25", f"no unit in {label} is out of supply")

    def _next_crossings(self, position: Pos) -> list[Hex]:
        """8.2.18: banks that are connected with those chosen for this attack on crossings."""
        counters = self.chosen[-1].counters
        mine = {mission.hex for mission in self.chosen if mission.counters == counters}
        near = {hex for here in mine for hex in position.game.grid.neighbours[here]} | mine
        return [hex for hex in _river_banks(position) if hex in near]

    def _cannot_strafe(self, position: Pos, hex: Hex) -> Refusal | None:
        if not self.attacks:
            return Refusal("8.2.18", "there are no attacks on crossings to share out")
        if hex not in self._next_crossings(position):
            label = position.game.grid.label(hex)
            return Refusal("8.2.18", f"{label} is no bank of a big river next to the hexes chosen so far")
        return None

    # --- carrying out -------------------------------------------------------------------------------

    def take(self, position: Pos, order: Order) -> None:
        """Note the mission; when all have chosen, uncover and fly them."""
        verb, values = order
        if verb is READY:
            self._seal(position)
            return
        if verb is STRAFE:
            following = self._with_attack(values[0])
        elif verb is FOLLOW:
            following = self._with_counter(position, values[0])
        else:
            following = self._with_mission(position, order)
        position.replace(following)
        if position.heard and verb in (FLY, BOMB):
            text = f"in secret: {missions.described(position, following.chosen[-1])}"
            position.tell(Event("8.1.7", text, seats=(self.who,)))

    def _with_mission(self, position: Pos, order: Order) -> AssignAir:
        counter, strength = order.values[0], position.game.aircraft[order.values[0]].strength
        if order.verb is BOMB:
            side = order.values[1]
            hex = position.game.grid.side_hexes(side)[0]
            mission = Mission((counter,), self.who, MissionKind.OBJECT, hex, strength, side)
            return msgspec.structs.replace(self, chosen=(*self.chosen, mission))
        kind, hex = WORDS[order.values[1]], order.values[2]
        if kind is not MissionKind.CROSSING:
            mission = Mission((counter,), self.who, kind, hex, strength)
            return msgspec.structs.replace(self, chosen=(*self.chosen, mission))
        mission = Mission((counter,), self.who, kind, hex, 1)
        left = ATTACKS_PER_POINT * strength - 1
        return msgspec.structs.replace(self, chosen=(*self.chosen, mission), attacks=left)

    def _with_counter(self, position: Pos, counter: int) -> AssignAir:
        last = self.chosen[-1]
        strength = last.strength + position.game.aircraft[counter].strength
        grown = msgspec.structs.replace(last, counters=(*last.counters, counter), strength=strength)
        return msgspec.structs.replace(self, chosen=(*self.chosen[:-1], grown))

    def _with_attack(self, hex: Hex) -> AssignAir:
        """One more attack on a crossing: on a hex that has some, or on one more hex."""
        last, chosen = self.chosen[-1], list(self.chosen)
        for number, mission in enumerate(chosen):
            if mission.counters == last.counters and mission.hex == hex:
                chosen[number] = msgspec.structs.replace(mission, strength=mission.strength + 1)
                break
        else:
            chosen.append(msgspec.structs.replace(last, hex=hex, strength=1))
        return msgspec.structs.replace(self, chosen=tuple(chosen), attacks=self.attacks - 1)

    def _seal(self, position: Pos) -> None:
        """The other player's turn to choose, or all is uncovered."""
        sealed = (*self.sealed, *self.chosen)
        if self.following:
            who, following = self.following[0], self.following[1:]
            position.replace(
                AssignAir(who, following, sealed=sealed, shown=self.shown + 1, begun=position.ply)
            )
        else:
            position.replace(missions.CarryOut(phasing_seat(position)))
            missions.uncover(position, sealed)

    # --- what others may know -----------------------------------------------------------------------

    def ply_for(self, position: Pos, seat: Seat | None) -> int:
        """The number of orders as a seat may know it: those of others in this phase are not counted."""
        if seat == self.who:
            return position.ply if self.begun < 0 else self.shown + position.ply - self.begun
        return self.begun if self.begun >= 0 and seat is not None else self.shown

    def missions_for(self, seat: Seat | None) -> tuple[Mission, ...]:
        """The missions of this phase that a seat knows of: its own."""
        return tuple(mission for mission in (*self.sealed, *self.chosen) if mission.seat == seat)


def _wrong_nation(position: Pos, counter: int, kind: MissionKind) -> Refusal | None:
    aircraft = position.game.aircraft[counter]
    if kind is MissionKind.DEFENSIVE and aircraft.nation == "soviet":
        return Refusal("8.2.5", "Soviet aircraft give no defensive support")
    if kind is MissionKind.SUPPLY and aircraft.nation not in SUPPLIERS:
        return Refusal("8.2.22", "only American and British aircraft bring supply")
    return None


def _bridges(position: Pos) -> list[Side]:
    known = position.game.geography.bridges | position.state.built
    return sorted(side for side in known if standing(position, side))


def _no_target_bridge(position: Pos, side: Side) -> Refusal | None:
    return None if standing(position, side) else Refusal("8.2.8", "there is no standing bridge")


def _river_banks(position: Pos) -> list[Hex]:
    """The hexes on both banks of big rivers."""
    grid = position.game.grid
    found = {hex for side in position.game.geography.big_rivers for hex in grid.side_hexes(side)}
    return sorted(found - {OFF_GRID})
