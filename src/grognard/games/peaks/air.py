"""16 Airpower: air zones, the Airstrike Segment, air superiority, and the Air Return Phase.

An airstrike has as many missions as it likes (16.0, 16.8): it fights for the air, supports combats in its
zone, and if it is German interdicts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

from grognard.board.bits import HexSet, bit, bits_of
from grognard.board.grid import OFF_GRID, Hex
from grognard.core import ROLL, Event, Order, Outcomes, Refusal, Seat, dice
from grognard.games.peaks import airlift
from grognard.games.peaks.basics import weather_of
from grognard.games.peaks.components import AirResult, Side, SupportKind
from grognard.games.peaks.field import is_active, open_sectors
from grognard.games.peaks.orders import CANCEL, CLASH, END, FLY, OVER
from grognard.games.peaks.state import BOX, ELIMINATED, POOL, SEATS, Mark, Sectors, other
from grognard.games.peaks.steps import PeaksChoice, PeaksRoll, PeaksStep, Pos

FULL = 2
"""Steps of an airstrike at full strength."""


# --- airstrikes and their zones --------------------------------------------------------------------


def airstrikes_of(position: Pos, seat: Seat) -> Iterator[int]:
    """The airstrikes of a seat, wherever they are; the Fliegerführer is treated as one (19.4)."""
    game = position.game
    yield from (counter for counter in game.airstrikes if game.owner[counter] == seat)
    for counter, support in game.supports.items():
        if game.owner[counter] == seat and support.kind is SupportKind.FLIEGERFUHRER:
            yield counter


def over_the_map(position: Pos, seat: Seat) -> Iterator[int]:
    """The airstrikes of a seat that are on the map."""
    return (counter for counter in airstrikes_of(position, seat) if position.state.where[counter] >= 0)


def strength(position: Pos, counter: int) -> int:
    """The combat strength of an airstrike as it is now."""
    support = position.game.supports.get(counter)
    if support is not None:
        return support.value
    return position.game.airstrikes[counter].strength_at(position.state.steps[counter])


def zone(position: Pos, counter: int) -> HexSet:
    """16.7: its hex and those around it at full strength, its hex alone when reduced (ruling Q-P45)."""
    hex = position.state.where[counter]
    if counter in position.game.airstrikes and position.state.steps[counter] < FULL:
        return bit(hex)
    return around(position, hex)


def around(position: Pos, hex: Hex) -> HexSet:
    """A hex and all adjacent ones."""
    return bits_of((hex, *(there for there in position.game.grid.neighbours[hex] if there != OFF_GRID)))


def support_over(position: Pos, seat: Seat, hex: Hex) -> tuple[int, int] | None:
    """The airstrike of a seat that helps most in a combat over a hex, with its shifts (16.12).

    10.9, 16.12: only one airstrike a side counts, whatever command or sector it belongs to.
    """
    found = [
        (strength(position, counter), -counter)
        for counter in over_the_map(position, seat)
        if zone(position, counter) >> hex & 1
    ]
    if not found:
        return None
    shifts, counter = max(found)
    return -counter, shifts


def interdicted(position: Pos) -> HexSet:
    """16.13: hexes in which German airstrikes stop Soviet rail transport and make bridges useless."""
    game, found = position.game, 0
    for seat in SEATS:
        for counter in over_the_map(position, seat):
            airstrike = game.airstrikes.get(counter)
            if airstrike is not None and airstrike.interdicts:
                found |= zone(position, counter)
    return found


def reduce(position: Pos, counter: int, rule: str) -> None:
    """16.11: flip an airstrike, or eliminate a reduced one; the Fliegerführer goes home (19.4)."""
    state, name = position.state, position.game.names[counter]
    if counter in position.game.supports:
        state.where[counter] = POOL
        text, rule = f"{name} returns to the pool", "19.4"
    elif state.steps[counter] >= FULL:
        state.steps[counter] = FULL - 1
        text = f"{name} is reduced"
    else:
        state.steps[counter] = 0
        state.where[counter] = ELIMINATED
        text = f"{name} is eliminated"
    if position.heard:
        position.tell(Event(rule, text, units=(name,), reveals=True))


# --- the Airstrike Segment: deployment ---------------------------------------------------------------


class AirstrikeSegment(PeaksStep, frozen=True):
    """4.2: deployment comes first, then air superiority combat."""

    who: Seat
    rule: ClassVar[str] = "16.3"

    def proceed(self, position: Pos) -> None:
        """Fresh airstrikes, and the two parts of the segment."""
        for counter in airstrikes_of(position, self.who):
            position.state.marks[counter] &= ~Mark.MOVED
        position.replace(AirSuperiority(self.who), AirDeployment(self.who))


class AirDeployment(PeaksStep, frozen=True):
    """16.3, 16.5: airstrikes are placed and relocated, one by one, as long as the player likes."""

    who: Seat

    def proceed(self, position: Pos) -> None:
        """Ask as long as there is anything to fly."""
        if any(True for _ in ready(position, self.who)):
            position.push(ChooseAirstrike(self.who))
        else:
            position.pop()


def ready(position: Pos, seat: Seat) -> Iterator[int]:
    """What a seat may still place or move in this segment, the airlift included."""
    for counter in (*airstrikes_of(position, seat), position.game.airlift):
        if grounded(position, seat, counter) is None:
            yield counter


def grounded(position: Pos, seat: Seat, counter: int) -> Refusal | None:
    """Why a counter cannot be placed or moved now; None when it can."""
    game, state = position.game, position.state
    name = game.names[counter]
    if counter == game.airlift:
        return airlift.unavailable(position, seat)
    if game.owner[counter] != seat:
        return Refusal("16.1", f"{name} is not yours")
    if counter not in airstrikes_of(position, seat):
        return Refusal("16.3", f"{name} is no airstrike")
    if state.marks[counter] & Mark.MOVED:
        return Refusal("16.5", f"{name} has been placed in this segment")
    if state.where[counter] != BOX and state.where[counter] < 0:
        return Refusal("16.1", f"{name} is not available")
    if state.where[counter] >= 0 and not is_active(position, state.where[counter]):
        return Refusal("16.5", f"{name} is in a sector that is not activated")
    airstrike = game.airstrikes.get(counter)
    command = airstrike.command if airstrike is not None else None
    if command is not None and not Sectors[command.name] & open_sectors(position):
        # 16.2: the airstrikes of the two Soviet fronts fly with the markers of their own sector only
        return Refusal("16.2", f"{name} flies only when its own sector is activated")
    return None


def not_over(position: Pos, seat: Seat, counter: int, hex: Hex) -> Refusal | None:
    """Why an airstrike cannot be placed over a hex; None when it can (16.3 to 16.6)."""
    game, label = position.game, position.game.grid.label(hex)
    if not is_active(position, hex):
        return Refusal("16.3", f"{label} is not in an activated sector")
    airstrike = game.airstrikes.get(counter)
    if airstrike is not None and airstrike.home_side_only and not game.geography.home[seat] >> hex & 1:
        return Refusal("16.4", f"{game.names[counter]} stays on its own side of the front line")
    if any(position.state.where[one] == hex for one in over_the_map(position, seat) if one != counter):
        return Refusal("16.6", f"there is an airstrike of yours over {label}")
    return None


class ChooseAirstrike(PeaksChoice, frozen=True):
    """Which airstrike is placed or moved next."""

    who: Seat
    rule: ClassVar[str] = "16.3"
    verbs: ClassVar = (FLY, END)

    def seat(self, position: Pos) -> Seat:
        """The phasing player."""
        return self.who

    def prompt(self, position: Pos) -> str:
        """What is asked."""
        return "Choose an airstrike to place or to relocate, or end the deployment."

    def orders(self, position: Pos) -> Iterable[Order]:
        """Every airstrike that may fly, and the end."""
        yield from (FLY(counter) for counter in ready(position, self.who))
        yield END()

    def refusal(self, position: Pos, order: Order) -> Refusal | None:
        """Why an airstrike cannot fly."""
        return None if order.verb is END else grounded(position, self.who, order.values[0])

    def take(self, position: Pos, order: Order) -> None:
        """Ask for the hex, or end the deployment."""
        if order.verb is END:
            position.pop()
            position.pop()
        else:
            position.replace(ChooseSky(self.who, order.values[0]))


class ChooseSky(PeaksChoice, frozen=True):
    """Over which hex an airstrike, or the airlift, is placed."""

    who: Seat
    counter: int
    rule: ClassVar[str] = "16.4"
    verbs: ClassVar = (OVER, CANCEL)

    def seat(self, position: Pos) -> Seat:
        """The phasing player."""
        return self.who

    def prompt(self, position: Pos) -> str:
        """What is asked."""
        return f"Choose a hex for {position.game.names[self.counter]}."

    def orders(self, position: Pos) -> Iterable[Order]:
        """Every hex that it may fly to, and a way back."""
        for hex in position.game.grid.hexes:
            if self._cannot(position, hex) is None:
                yield OVER(hex)
        yield CANCEL()

    def refusal(self, position: Pos, order: Order) -> Refusal | None:
        """Why it cannot fly there."""
        return None if order.verb is CANCEL else self._cannot(position, order.values[0])

    def _cannot(self, position: Pos, hex: Hex) -> Refusal | None:
        if self.counter == position.game.airlift:
            return None  # 17.1: in any hex
        return not_over(position, self.who, self.counter, hex)

    def take(self, position: Pos, order: Order) -> None:
        """Place it."""
        position.pop()
        if order.verb is CANCEL:
            return
        hex = order.values[0]
        if self.counter == position.game.airlift:
            airlift.deploy(position, hex)
            return
        position.state.where[self.counter] = hex
        position.state.marks[self.counter] |= Mark.MOVED
        if position.heard:
            name, label = position.game.names[self.counter], position.game.grid.label(hex)
            position.tell(Event("16.3", f"{name} flies over {label}", hexes=(label,), units=(name,)))


# --- air superiority -----------------------------------------------------------------------------------


class AirSuperiority(PeaksStep, frozen=True):
    """16.9: combat over hexes where airstrikes of both sides are; each hex once (ruling Q-P44)."""

    who: Seat
    fought: tuple[Hex, ...] = ()

    def proceed(self, position: Pos) -> None:
        """Ask as long as there is an enemy to fight."""
        if clashes(position, self.who, self.fought):
            position.push(ChooseClash(self.who, self.fought))
        else:
            for counter in airstrikes_of(position, self.who):
                position.state.marks[counter] &= ~Mark.MOVED
            position.pop()


def clashes(position: Pos, seat: Seat, fought: tuple[Hex, ...] = ()) -> tuple[Hex, ...]:
    """Hexes of activated sectors over which airstrikes of both sides are (16.9)."""
    where = position.state.where
    theirs = {where[counter] for counter in over_the_map(position, other(seat))}
    mine = {where[counter] for counter in over_the_map(position, seat)}
    return tuple(sorted(hex for hex in mine & theirs if hex not in fought and is_active(position, hex)))


class ChooseClash(PeaksChoice, frozen=True):
    """Which enemy airstrike is attacked; or none."""

    who: Seat
    fought: tuple[Hex, ...]
    rule: ClassVar[str] = "16.9"
    verbs: ClassVar = (CLASH, END)

    def seat(self, position: Pos) -> Seat:
        """The phasing player."""
        return self.who

    def prompt(self, position: Pos) -> str:
        """What is asked."""
        return "Declare air superiority combat over a hex, or end the segment."

    def orders(self, position: Pos) -> Iterable[Order]:
        """Every hex with airstrikes of both sides, and the end."""
        yield from (CLASH(hex) for hex in clashes(position, self.who, self.fought))
        yield END()

    def refusal(self, position: Pos, order: Order) -> Refusal | None:
        """Only where both sides fly, and once a segment."""
        if order.verb is END or order.values[0] in clashes(position, self.who, self.fought):
            return None
        label = position.game.grid.label(order.values[0])
        if order.values[0] in self.fought:
            return Refusal("16.9", f"the air over {label} has been fought for in this segment")
        return Refusal("16.9", f"there are no airstrikes of both sides over {label} in an activated sector")

    def take(self, position: Pos, order: Order) -> None:
        """Fight, or end the segment."""
        position.pop()
        if order.verb is END:
            position.replace(AirSuperiority(self.who, clashes(position, self.who)))
            return
        hex = order.values[0]
        position.replace(AirSuperiority(self.who, (*self.fought, hex)), AirCombatRoll(self.who, hex))


class AirCombatRoll(PeaksRoll, frozen=True):
    """16.9: the attacker's strength less the defender's gives the column; one die."""

    who: Seat
    hex: Hex
    rule: ClassVar[str] = "16.9"
    verbs: ClassVar = (ROLL,)

    def fighters(self, position: Pos) -> tuple[int, int]:
        """The attacking and the defending airstrike."""
        where = position.state.where
        mine = next(one for one in over_the_map(position, self.who) if where[one] == self.hex)
        theirs = next(one for one in over_the_map(position, other(self.who)) if where[one] == self.hex)
        return mine, theirs

    def prompt(self, position: Pos) -> str:
        """Who fights whom."""
        names = [position.game.names[one] for one in self.fighters(position)]
        return f"Roll for air superiority: {names[0]} against {names[1]}."

    def outcomes(self, position: Pos) -> Outcomes:
        """One die."""
        return dice(1)

    def take(self, position: Pos, order: Order) -> None:
        """16.10: the defender's loss first, then the attacker's."""
        mine, theirs = self.fighters(position)
        differential = strength(position, mine) - strength(position, theirs)
        result = position.game.components.air_superiority.result(differential, order.values[0])
        position.pop()
        if position.heard:
            game = position.game
            names, label = (game.names[mine], game.names[theirs]), game.grid.label(self.hex)
            text = f"{names[0]} fights {names[1]} over {label}: difference {differential:+d}, "
            text += f"die {order.values[0]}: {result.value}"
            position.tell(Event("16.9", text, hexes=(label,), units=names, reveals=True, result=result.value))
        if result in (AirResult.DL1, AirResult.BL1):
            reduce(position, theirs, "16.10")
        if result in (AirResult.AL1, AirResult.BL1):
            reduce(position, mine, "16.10")


# --- the Air Return Phase -------------------------------------------------------------------------------


class AttritionCheck(PeaksStep, frozen=True):
    """IV A: each airstrike on the map is checked once (16.2, ruling Q-P46)."""

    checked: tuple[int, ...] = ()

    def proceed(self, position: Pos) -> None:
        """The next airstrike, or on to the return."""
        for seat in SEATS:
            for counter in over_the_map(position, seat):
                if counter not in self.checked:
                    position.replace(AttritionCheck((*self.checked, counter)), AttritionRoll(counter))
                    return
        position.pop()


class AttritionRoll(PeaksRoll, frozen=True):
    """16.2: a six reduces an airstrike; in winter an Axis one on a five, too."""

    counter: int
    rule: ClassVar[str] = "16.2"
    verbs: ClassVar = (ROLL,)

    def prompt(self, position: Pos) -> str:
        """Who is checked."""
        return f"Roll for the attrition of {position.game.names[self.counter]}."

    def outcomes(self, position: Pos) -> Outcomes:
        """One die."""
        return dice(1)

    def take(self, position: Pos, order: Order) -> None:
        """Reduce it, or tell that all is well."""
        game = position.game
        side = Side(str(game.owner[self.counter]))
        suffers = game.components.air_attrition.reduces(side, weather_of(position), order.values[0])
        position.pop()
        if position.heard:
            name, result = game.names[self.counter], "reduced" if suffers else "no loss"
            text = f"attrition of {name}: die {order.values[0]}, {result}"
            position.tell(Event("16.2", text, units=(name,), reveals=True, result=result))
        if suffers:
            reduce(position, self.counter, "16.11")


class AirReturn(PeaksStep, frozen=True):
    """IV B: surviving airstrikes go back to their boxes (4.2, 16.3)."""

    def proceed(self, position: Pos) -> None:
        """Everything that flies goes home."""
        for seat in SEATS:
            for counter in over_the_map(position, seat):
                position.state.where[counter] = BOX
        position.pop()


STEPS = (
    AirstrikeSegment,
    AirDeployment,
    ChooseAirstrike,
    ChooseSky,
    AirSuperiority,
    ChooseClash,
    AirCombatRoll,
    AttritionCheck,
    AttritionRoll,
    AirReturn,
)
