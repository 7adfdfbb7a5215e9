"""22 Setting up: units by sector and side of the front line, losses of Blau I, first support units."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar

from grognard.board.bits import hexes_of
from grognard.board.grid import Hex
from grognard.core import AnyStep, Event, Order, Outcomes, Refusal, Seat, dice
from grognard.games.peaks import control, deployment, losses, support
from grognard.games.peaks.components import Side, Size, UnitType, Variant
from grognard.games.peaks.field import fits, has_mark, occupied, put, set_mark, zones
from grognard.games.peaks.orders import PLACE, READY, REDUCE, RESTORE
from grognard.games.peaks.phases import Sequence
from grognard.games.peaks.state import (
    ASIDE,
    AXIS,
    BOX,
    NOT_DEPLOYED,
    POOL,
    SEATS,
    SOVIET,
    TRACK,
    Lot,
    Mark,
    PeaksState,
    Sectors,
)
from grognard.games.peaks.steps import PeaksChoice, PeaksRoll, PeaksStep, Pos

if TYPE_CHECKING:
    from grognard.games.peaks.game import Peaks

RULES = {SOVIET: "22.1.2", AXIS: "22.1.3"}


# --- the state before the first decision ----------------------------------------------------------------


def begin(game: Peaks) -> tuple[PeaksState, tuple[AnyStep, ...]]:
    """The state with all units where we suggest them, and the steps of the set-up, the Soviets first."""
    state = _empty_state(game)
    for unit, hex in game.suggested.items():
        state.where[unit] = hex
        state.stacks[hex] = (*state.stacks.get(hex, ()), unit)
    steps: list[AnyStep] = [Sequence()]
    for seat in (AXIS, SOVIET):  # the last named runs first
        if seat == AXIS:
            steps += support.draw_steps(AXIS, game.scenario_data.file.axis_free_support)
        steps.append(BlauLosses(seat))
        if game.rules.free_set_up:
            steps.append(SettingUp(seat))
    return state, tuple(steps)


def _empty_state(game: Peaks) -> PeaksState:
    file, size = game.scenario_data.file, game.grid.size
    number = len(game.names)
    state = PeaksState(
        turn=1,
        phase=0,
        segment=0,
        impulse=None,
        where=[ASIDE] * number,
        stacks={},
        steps=[*(unit.steps for unit in game.units), *(2 for _ in range(len(game.units), number))],
        marks=[0] * number,
        due={},
        control=[control.pack(game.geography.home[seat], size) for seat in SEATS],
        refit=[file.of(Side(str(seat))).refit_start for seat in SEATS],
        lots=[Lot.ASIDE for _ in game.markers],
        placed=[0, 0],
        passes=0,
        airlift_turn=NOT_DEPLOYED,
        operation_turn=0,
        uranus_turn=0,
        manstein_turn=0,
        eleventh_turn=0,
        committed=0,
        trophies=0,
        naval_arrivals=set(),
        bridgeheads={},
    )
    _lay_out(game, state)
    return state


def _lay_out(game: Peaks, state: PeaksState) -> None:
    """Put everything that does not start on the map into its box (22.1.2, 22.1.3)."""
    for number, unit in enumerate(game.units):
        extra = unit.variant is Variant.BETTER_LOGISTICS and unit.type is UnitType.TRUCK_COLUMN
        if unit.code.turn:
            state.where[number], state.due[number] = TRACK, unit.code.turn
        elif unit.variant is Variant.POOL or (extra and game.rules.better_logistics):
            state.where[number] = POOL
    for number, airstrike in game.airstrikes.items():
        if not airstrike.optional:
            state.where[number] = BOX if airstrike.turn == 0 else TRACK
            if airstrike.turn:
                state.due[number] = airstrike.turn
    for number in (*game.supports, game.airlift):
        state.where[number] = POOL


# --- choosing --------------------------------------------------------------------------------------------


def bare_sides(position: Pos, seat: Seat) -> tuple[Hex, ...]:
    """Hexes behind the front line that no unit of the side holds or reaches (ruling Q-P39)."""
    game = position.game
    covered = occupied(position, seat) | zones(position, seat)
    front = deployment.front_hexes(game, game.geography.home[seat])
    return tuple(hex for hex in front if not covered >> hex & 1)


class SettingUp(PeaksChoice, frozen=True):
    """A player moves units within what the set-up allows, each once, and says when he is ready."""

    who: Seat
    placed: tuple[int, ...] = ()
    verbs: ClassVar = (PLACE, RESTORE, READY)

    def rule_of(self, position: Pos) -> str:
        """The section on this side's deployment."""
        return RULES[self.who]

    def seat(self, position: Pos) -> Seat:
        """The player who sets up."""
        return self.who

    def prompt(self, position: Pos) -> str:
        """What is asked."""
        bare = bare_sides(position, self.who)
        if bare:
            labels = ", ".join(position.game.grid.label(hex) for hex in bare)
            return f"Place units; the front line is bare at {labels}."
        return "Place units behind your front line, or be ready."

    def _units(self, position: Pos) -> Iterable[int]:
        return (unit for unit in position.game.suggested if position.game.owner[unit] == self.who)

    def _is_as_suggested(self, position: Pos) -> bool:
        game, where = position.game, position.state.where
        return all(where[unit] == game.suggested[unit] for unit in self._units(position))

    def orders(self, position: Pos) -> Iterable[Order]:
        """Each unit that has not been placed with each hex that has room; the suggestion; ready."""
        game = position.game
        for unit in self._units(position):
            if unit not in self.placed:
                for hex in hexes_of(deployment.area_of(game, unit)):
                    if self._cannot_stand(position, unit, hex) is None:
                        yield PLACE(unit, hex)
        if not self._is_as_suggested(position):
            yield RESTORE()
        if not bare_sides(position, self.who):
            yield READY()

    def refusal(self, position: Pos, order: Order) -> Refusal | None:
        """Why not."""
        game, rule = position.game, RULES[self.who]
        if order.verb is READY:
            bare = bare_sides(position, self.who)
            labels = ", ".join(game.grid.label(hex) for hex in bare)
            return Refusal(rule, f"no unit covers the front line at {labels}") if bare else None
        if order.verb is RESTORE:
            same = self._is_as_suggested(position)
            return Refusal(rule, "all units stand as suggested") if same else None
        unit, hex = order.values
        if unit not in game.suggested or game.owner[unit] != self.who:
            return Refusal(rule, f"{game.names[unit]} is not yours to set up")
        if unit in self.placed:
            return Refusal(rule, f"{game.names[unit]} has been placed")
        if not deployment.area_of(game, unit) >> hex & 1:
            return Refusal(rule, f"{game.names[unit]} cannot be set up in {game.grid.label(hex)}")
        return self._cannot_stand(position, unit, hex)

    def _cannot_stand(self, position: Pos, unit: int, hex: Hex) -> Refusal | None:
        game, label = position.game, position.game.grid.label(hex)
        if position.state.where[unit] == hex:
            return Refusal(RULES[self.who], f"{game.names[unit]} stands in {label} already")
        if not fits(position, unit, hex):
            return Refusal("8.4", f"{label} would be over-stacked")
        return None

    def take(self, position: Pos, order: Order) -> None:
        """Put the unit there, take up the suggestion, or be ready."""
        if order.verb is READY:
            position.pop()
        elif order.verb is RESTORE:
            for unit in self._units(position):
                if position.state.where[unit] != position.game.suggested[unit]:
                    put(position, unit, position.game.suggested[unit])
        else:
            unit, hex = order.values
            put(position, unit, hex)
            position.replace(SettingUp(self.who, (*self.placed, unit)))


# --- losses of Blau I (22.1.2, 22.1.3) ------------------------------------------------------------------


class BlauLosses(PeaksStep, frozen=True):
    """What the first weeks of Blau cost: a die of armies a Soviet sector, a corps a German army group."""

    who: Seat

    def proceed(self, position: Pos) -> None:
        """Ask for each sector."""
        if self.who == SOVIET:
            position.replace(BlauRoll(Sectors.CAUCASUS), BlauRoll(Sectors.STALINGRAD))
        else:
            position.replace(
                BlauReduction(AXIS, Sectors.CAUCASUS, 1), BlauReduction(AXIS, Sectors.STALINGRAD, 1)
            )


def candidates(position: Pos, seat: Seat, sector: int) -> tuple[int, ...]:
    """The units of a sector that may be reduced: Soviet armies, German corps; none of them twice."""
    game, state = position.game, position.state
    size = Size.ARMY if seat == SOVIET else Size.CORPS
    return tuple(
        unit
        for unit in game.units_of[seat]
        if state.where[unit] >= 0
        and game.geography.sector_of[state.where[unit]] == sector
        and game.units[unit].size is size
        and (seat == SOVIET or game.units[unit].german)
        and state.steps[unit] > 1
        and not has_mark(position, unit, Mark.REDUCED_IN_SET_UP)
    )


class BlauRoll(PeaksRoll, frozen=True):
    """The die for a Soviet sector: so many armies are reduced."""

    sector: int
    rule: ClassVar[str] = "22.1.2"

    def prompt(self, position: Pos) -> str:
        """What is rolled for."""
        return f"Roll for Soviet losses in the {_sector_name(self.sector)} Sector."

    def outcomes(self, position: Pos) -> Outcomes:
        """One die."""
        return dice(1)

    def take(self, position: Pos, order: Order) -> None:
        """So many armies, or as many as there are (ruling Q-P40)."""
        number = order.values[0]
        position.replace(BlauReduction(SOVIET, self.sector, number))
        if position.heard:
            text = f"{_sector_name(self.sector)} Sector: {number} Soviet armies are reduced"
            position.tell(Event("22.1.2", text, result=str(number)))
        _skip_if_none_left(position)


class BlauReduction(PeaksChoice, frozen=True):
    """The owner picks a unit that Blau I has worn down."""

    who: Seat
    sector: int
    number: int
    verbs: ClassVar = (REDUCE,)

    def rule_of(self, position: Pos) -> str:
        """The section on this side's deployment."""
        return RULES[self.who]

    def seat(self, position: Pos) -> Seat:
        """The owner."""
        return self.who

    def prompt(self, position: Pos) -> str:
        """What is asked."""
        what = "an army" if self.who == SOVIET else "a German corps"
        return f"Reduce {what} in the {_sector_name(self.sector)} Sector ({self.number} to go)."

    def orders(self, position: Pos) -> Iterable[Order]:
        """The units that may be reduced."""
        return [REDUCE(unit) for unit in candidates(position, self.who, self.sector)]

    def refusal(self, position: Pos, order: Order) -> Refusal | None:
        """Why not."""
        if order.values[0] in candidates(position, self.who, self.sector):
            return None
        return Refusal(RULES[self.who], f"{position.game.names[order.values[0]]} cannot be reduced here")

    def take(self, position: Pos, order: Order) -> None:
        """Reduce it."""
        unit = order.values[0]
        losses.reduce(position, unit, RULES[self.who])
        set_mark(position, unit, Mark.REDUCED_IN_SET_UP)
        if self.number > 1:
            position.replace(BlauReduction(self.who, self.sector, self.number - 1))
        else:
            position.pop()
        _skip_if_none_left(position)


def _skip_if_none_left(position: Pos) -> None:
    step = position.step
    if isinstance(step, BlauReduction) and not candidates(position, step.who, step.sector):
        position.pop()


def _sector_name(sector: int) -> str:
    return "Stalingrad" if sector == Sectors.STALINGRAD else "Caucasus"


STEPS = (SettingUp, BlauLosses, BlauRoll, BlauReduction)
