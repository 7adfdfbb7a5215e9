"""19 Special support units: who may use which in a combat, the partisans, and the way back to the pool.

19.6: they lie in no stack, so that no result touches them and no zone goes out from them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

from grognard.board.bits import HexSet, bits_of
from grognard.core import DRAW, Event, Order, Outcomes, Refusal, Seat, equally_likely
from grognard.games.peaks import control
from grognard.games.peaks.battle import NOBODY, Battle, attacking_hexes, defenders
from grognard.games.peaks.components import SupportKind, SupportUse
from grognard.games.peaks.field import is_active
from grognard.games.peaks.orders import PARTISAN, PASS
from grognard.games.peaks.state import BOX, POOL, SOVIET, Sectors
from grognard.games.peaks.steps import PeaksChoice, PeaksRoll, PeaksStep, Pos
from grognard.games.peaks.supply import supported

APART = (SupportKind.FLIEGERFUHRER, SupportKind.PARTISAN)
"""Support units that are no good in a combat itself: an airstrike, and a nuisance (19.4, 19.5)."""

VOLGA = "volga"


def of_seat(position: Pos, seat: Seat, where: int) -> tuple[int, ...]:
    """The support units of a seat that lie in a box or hex."""
    game, state = position.game, position.state
    return tuple(one for one in game.supports if game.owner[one] == seat and state.where[one] == where)


def available(position: Pos, seat: Seat) -> tuple[int, ...]:
    """The support units in a seat's Support Units Available Box."""
    return of_seat(position, seat, BOX)


# --- in combat ---------------------------------------------------------------------------------------


def refused(position: Pos, battle: Battle, seat: Seat, counter: int) -> Refusal | None:
    """Why a side cannot commit a support unit to a combat; None when it can (19.2, 19.3)."""
    game, name = position.game, position.game.names[counter]
    unit = game.supports.get(counter)
    if unit is None:
        return Refusal("19.2", f"{name} is no support unit")
    if game.owner[counter] != seat or position.state.where[counter] != BOX:
        return Refusal("19.1", f"{name} is not in your box of available support units")
    if unit.kind in APART:
        rule = "19.4" if unit.kind is SupportKind.FLIEGERFUHRER else "19.5"
        return Refusal(rule, f"{name} does not take part in a combat")
    attacking = seat == battle.seat
    if unit.use is (SupportUse.DEFENCE if attacking else SupportUse.ATTACK):
        role = "defence" if attacking else "attack"
        return Refusal("19.2", f"{name} can be used in {role} only")
    if unit.sector is not None and game.geography.sector_of[battle.target] != Sectors[unit.sector.name]:
        return Refusal("19.3", f"{name} can be used in the {unit.sector.value.title()} Sector only")
    mine = battle.attackers if attacking else defenders(position, battle)
    if unit.needs_supply and not any(supported(position, one) for one in mine):
        return Refusal("19.3", f"{name} needs a unit in the combat that is in logistic support")
    return _not_here(position, battle, attacking, unit.kind, name)


def _not_here(position: Pos, battle: Battle, attacking: bool, kind: SupportKind, name: str) -> Refusal | None:
    """The conditions that some support units have of their own (19.4, 19.5)."""
    game = position.game
    hexes = attacking_hexes(position, battle.attackers) if attacking else (battle.target,)
    place = bits_of(hexes)
    match kind:
        case SupportKind.STURMGRUPPE:
            if not attacking or not game.geography.is_city(battle.target):
                return Refusal("19.4", f"{name} is used in attacks on cities only")
        case SupportKind.ARMORED_TRAIN:
            if not attacking or not place & game.geography.rail_hexes:
                return Refusal("19.5", f"{name} needs an attacking unit on a railroad")
        case SupportKind.BLACK_SEA_FLEET:
            if not place & game.geography.board.zones["black-sea-coast"].area:
                return Refusal("19.5", f"{name} needs a unit of the combat on the coast of the Black Sea")
            if not game.ports["black-sea"] & control.controlled(position, SOVIET):
                return Refusal("19.5", f"{name} needs a port of the Black Sea under Soviet control")
        case SupportKind.VOLGA_FLOTILLA:
            if not any(_beside_volga(position, hex) for hex in hexes):
                return Refusal("19.5", f"{name} needs a unit of the combat beside the Volga")
        case SupportKind.RVGK:
            if position.state.operation_turn != position.state.turn:
                return Refusal("19.5", f"{name} is used only on turns with Uranus, Saturn or Star")
        case _:
            pass
    return None


def _beside_volga(position: Pos, hex: int) -> bool:
    geography = position.game.geography
    volga = geography.board.side_sets.get(VOLGA, frozenset())
    return not volga.isdisjoint(geography.grid.sides_of(hex))


def give_back(position: Pos, counter: int) -> None:
    """19.1: after use a support unit returns to the pool."""
    if counter != NOBODY:
        position.state.where[counter] = POOL


def pursuit_bonus(position: Pos, battle: Battle) -> int:
    """19.5: one hex more for one attacking unit behind a Front Maneuver Group."""
    if battle.support == NOBODY:
        return 0
    return int(position.game.supports[battle.support].kind is SupportKind.FRONT_MANEUVER_GROUP)


# --- what stays on the map ------------------------------------------------------------------------------


def partisan_zones(position: Pos) -> HexSet:
    """19.5: where Axis units have no rail transport and no use of bridges: its hex and all around it."""
    found = 0
    for counter in _partisans(position):
        hex = position.state.where[counter]
        if hex >= 0:
            found |= bits_of(position.game.grid.disc(hex, 1))
    return found


def _partisans(position: Pos) -> Iterator[int]:
    supports = position.game.supports
    return (counter for counter, unit in supports.items() if unit.kind is SupportKind.PARTISAN)


class PlacePartisan(PeaksStep, frozen=True):
    """19.5: partisans rise at the start of a Soviet impulse, once its sector is known (ruling Q-P37)."""

    who: Seat

    def proceed(self, position: Pos) -> None:
        """Ask for each partisan that is available."""
        position.pop()
        if self.who == SOVIET:
            for counter in _partisans(position):
                if position.state.where[counter] == BOX:
                    position.push(ChoosePartisanHex(counter))


class ChoosePartisanHex(PeaksChoice, frozen=True):
    """Where partisans rise, or that they wait."""

    counter: int
    rule: ClassVar[str] = "19.5"
    verbs: ClassVar = (PARTISAN, PASS)

    def seat(self, position: Pos) -> Seat:
        """The Soviet player."""
        return SOVIET

    def prompt(self, position: Pos) -> str:
        """What is asked."""
        return f"Place {position.game.names[self.counter]} in an activated sector, or pass."

    def orders(self, position: Pos) -> Iterable[Order]:
        """Every hex of land in an activated sector, and waiting."""
        for hex in position.game.grid.hexes:
            if self._cannot(position, hex) is None:
                yield PARTISAN(hex)
        yield PASS()

    def refusal(self, position: Pos, order: Order) -> Refusal | None:
        """Why they cannot rise there."""
        return None if order.verb is PASS else self._cannot(position, order.values[0])

    @staticmethod
    def _cannot(position: Pos, hex: int) -> Refusal | None:
        label = position.game.grid.label(hex)
        if not position.game.geography.land >> hex & 1:
            return Refusal("19.5", f"{label} is not on land")
        if not is_active(position, hex):
            return Refusal("19.5", f"{label} is not in an activated sector")
        return None

    def take(self, position: Pos, order: Order) -> None:
        """Put the marker on the map, or wait."""
        position.pop()
        if order.verb is PASS:
            return
        position.state.where[self.counter] = order.values[0]
        if position.heard:
            label, name = position.game.grid.label(order.values[0]), position.game.names[self.counter]
            position.tell(
                Event("19.5", f"{name} rise at {label}", hexes=(label,), units=(name,), reveals=True)
            )


def end_of_impulse(position: Pos) -> None:
    """19.4: the Fliegerführer goes back to the pool at the end of an Axis impulse."""
    for counter, unit in position.game.supports.items():
        if unit.kind is SupportKind.FLIEGERFUHRER and position.state.where[counter] >= 0:
            position.state.where[counter] = POOL


def end_of_turn(position: Pos) -> None:
    """19.5: partisans go back to the pool in the Air Return Phase."""
    for counter in _partisans(position):
        if position.state.where[counter] >= 0:
            position.state.where[counter] = POOL


# --- drawing --------------------------------------------------------------------------------------------


def draw_steps(seat: Seat, number: int) -> tuple[Drawing, ...]:
    """The steps that draw so many support units for a seat (19.1)."""
    return (Drawing(seat, number),)


class Drawing(PeaksStep, frozen=True):
    """19.1: so many support units are drawn, or as many as the pool holds."""

    who: Seat
    number: int

    def proceed(self, position: Pos) -> None:
        """The next draw, if there is one."""
        if self.number > 0 and of_seat(position, self.who, POOL):
            position.replace(Drawing(self.who, self.number - 1), DrawSupport(self.who))
        else:
            position.pop()


class DrawSupport(PeaksRoll, frozen=True):
    """19.1: a support unit is drawn blind from a side's pool into its box."""

    who: Seat
    rule: ClassVar[str] = "19.1"
    verbs: ClassVar = (DRAW,)

    def prompt(self, position: Pos) -> str:
        """Who draws."""
        return f"Draw a support unit for the {position.game.seat_title(self.who)}."

    def outcomes(self, position: Pos) -> Outcomes:
        """Any unit of the pool, each as likely as any other."""
        names = position.game.names
        return equally_likely(DRAW(names[counter]) for counter in of_seat(position, self.who, POOL))

    def take(self, position: Pos, order: Order) -> None:
        """Put it into the box, unseen by the enemy (21.0)."""
        (name,) = order.values
        position.state.where[position.game.index[name]] = BOX
        position.pop()
        if position.heard:
            text = f"{name} is available"
            position.tell(Event("19.1", text, units=(name,), seats=(self.who,), reveals=True))


STEPS = (PlacePartisan, ChoosePartisanHex, Drawing, DrawSupport)
