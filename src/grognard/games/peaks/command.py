"""5 Sectors, planning and activations: bins, drawing, playing and passing."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from grognard.core import DRAW, Event, Order, Outcomes, Refusal, Seat, equally_likely
from grognard.games.peaks import arrivals
from grognard.games.peaks.basics import turn_row
from grognard.games.peaks.components import MarkerVariant, Opening, Operation, Side
from grognard.games.peaks.orders import PASS, PLAY
from grognard.games.peaks.state import Impulse, Lot, Sectors, other, seat_index
from grognard.games.peaks.steps import PeaksChoice, PeaksRoll, PeaksStep, Pos

BOTH_PASS = 2

OPENS = {
    Opening.STALINGRAD: ("stalingrad",),
    Opening.CAUCASUS: ("caucasus",),
    Opening.EITHER: ("stalingrad", "caucasus"),
    Opening.BOTH: ("both",),
}
"""2.10, ruling Q-P10: S, C, one of them by choice, both at once."""

SECTORS = {"stalingrad": Sectors.STALINGRAD, "caucasus": Sectors.CAUCASUS, "both": Sectors.BOTH}
OPERATIONS = (Operation.URANUS, Operation.SATURN, Operation.STAR)


# --- the bins (5.2) ------------------------------------------------------------------------------------


def fill_bins(position: Pos) -> None:
    """5.2, 5.8: played regular markers come back, dated ones join on their turn."""
    state = position.state
    for number, lot in enumerate(state.lots):
        if lot == Lot.PLAYED or (lot == Lot.ASIDE and _is_due(position, number)):
            state.lots[number] = Lot.BIN
    state.placed = [0, 0]
    state.passes = 0


def _is_due(position: Pos, number: int) -> bool:
    """Is a marker that lies aside to go into the bin this turn?"""
    game, state = position.game, position.state
    marker = game.markers[number]
    if marker.variant is MarkerVariant.OPTION:
        return False  # 5.1: not in the scenarios of the book
    if marker.variant is MarkerVariant.VARIABLE_MARKERS and not game.rules.variable_markers:
        return False
    if marker.operation is Operation.WINTERGEWITTER:
        return 0 < state.uranus_turn < state.turn  # 23.1
    return marker.turn <= state.turn


def bin_of(position: Pos, seat: Seat) -> tuple[int, ...]:
    """The markers in a player's bin."""
    lots = position.state.lots
    return tuple(number for number in position.game.markers_of[seat] if lots[number] == Lot.BIN)


def limit(position: Pos, seat: Seat) -> int:
    """5.7: markers that a player may play this turn."""
    return turn_row(position).command_limit(Side(str(seat)))


def can_draw(position: Pos, seat: Seat) -> bool:
    """Has a player a marker left to draw, and one left to play (5.4, 5.7)?"""
    placed = position.state.placed[seat_index(seat)]
    return placed < limit(position, seat) and bool(bin_of(position, seat))


# --- drawing (5.4) -------------------------------------------------------------------------------------


class Operations(PeaksStep, frozen=True):
    """Phase III: the players draw in turn until nobody can, or both pass one after the other."""

    who: Seat

    def proceed(self, position: Pos) -> None:
        """Let the player draw; one who cannot counts as passing (rulings Q-P11, Q-P72)."""
        if position.state.passes >= BOTH_PASS:
            position.pop()
        elif can_draw(position, self.who):
            position.replace(Operations(other(self.who)), Draw(self.who))
        else:
            position.state.passes += 1
            position.replace(Operations(other(self.who)))


class Draw(PeaksRoll, frozen=True):
    """The command segment: one marker, unseen, out of the bin (2.15)."""

    who: Seat
    rule: ClassVar[str] = "5.4"
    verbs: ClassVar = (DRAW,)

    def prompt(self, position: Pos) -> str:
        """What is drawn."""
        return f"{position.game.seat_title(self.who)}: draw a command marker."

    def outcomes(self, position: Pos) -> Outcomes:
        """Every marker of the bin alike."""
        return equally_likely(DRAW(position.game.markers[n].id) for n in bin_of(position, self.who))

    def take(self, position: Pos, order: Order) -> None:
        """Look at it, alone."""
        marker = position.game.marker_index[order.values[0]]
        position.replace(PlayOrPass(self.who, marker))
        if position.heard:
            name = position.game.markers[marker].name
            position.tell(Event("5.4", f"you draw {name}", seats=(self.who,), reveals=True))


class PlayOrPass(PeaksChoice, frozen=True):
    """Who has drawn plays his marker, or puts it back unseen; a directive has to be played (5.4)."""

    who: Seat
    marker: int
    rule: ClassVar[str] = "5.4"
    verbs: ClassVar = (PLAY, PASS)

    def seat(self, position: Pos) -> Seat:
        """The phasing player."""
        return self.who

    def prompt(self, position: Pos) -> str:
        """What is asked."""
        return f"You have drawn {position.game.markers[self.marker].name}: play it or pass."

    def orders(self, position: Pos) -> Iterable[Order]:
        """The sectors that the marker opens, and passing."""
        marker = position.game.markers[self.marker]
        yield from (PLAY(sector) for sector in OPENS[marker.opens])
        if not marker.must_play:
            yield PASS()

    def refusal(self, position: Pos, order: Order) -> Refusal | None:
        """Why not."""
        marker = position.game.markers[self.marker]
        if order.verb is PASS:
            return Refusal("5.4", f"{marker.name} has to be played") if marker.must_play else None
        if order.values[0] not in OPENS[marker.opens]:
            return Refusal("5.1", f"{marker.name} opens {' or '.join(OPENS[marker.opens])}")
        return None

    def take(self, position: Pos, order: Order) -> None:
        """Begin the impulse, or hand over."""
        position.pop()
        if order.verb is PASS:
            position.state.passes += 1
            if position.heard:
                position.tell(Event("5.4", f"{position.game.seat_title(self.who)} passes"))
            return
        play(position, self.who, self.marker, SECTORS[order.values[0]])


def play(position: Pos, seat: Seat, number: int, sectors: Sectors) -> None:
    """Reveal a marker, open its sectors and begin the impulse."""
    game, state = position.game, position.state
    marker = game.markers[number]
    state.passes = 0
    state.placed[seat_index(seat)] += 1
    state.lots[number] = Lot.DISCARDED if marker.special else Lot.PLAYED  # 5.8
    state.impulse = Impulse(seat, number, int(sectors), marker.shift)
    if position.heard:
        opened = " and ".join(name.capitalize() for name, bit in SECTORS.items() if bit == sectors)
        shift = f", attacks +{marker.shift}" if marker.shift else ""
        text = f"{game.seat_title(seat)} plays {marker.name}: {opened}{shift}"
        position.tell(Event("5.4", text, reveals=True))
    position.push(ImpulseSegments(seat))
    if marker.refit_points:
        arrivals.gain_refit(position, seat, marker.refit_points, "14.1")
    if marker.operation in OPERATIONS:
        state.operation_turn = state.turn
    if marker.operation is Operation.URANUS:
        state.uranus_turn = state.turn
    elif marker.operation is Operation.MANSTEIN:
        state.manstein_turn = state.turn
    arrivals.answer(position, marker.operation)


class ImpulseSegments(PeaksStep, frozen=True):
    """An operations impulse: its segments one after the other, in their order (4.2)."""

    who: Seat

    def proceed(self, position: Pos) -> None:
        """Close the segment that is over and open the next one."""
        position.game.next_segment(position, self.who)


STEPS = (Operations, Draw, PlayOrPass, ImpulseSegments)
