"""The drill: a game of one page that exercises all of the core.

Seven spaces in a row, three counters a side, four turns. A turn: both sides hide a bid, a chit is drawn
blind from a bin and goes back unseen by the other side, the higher bid moves first, moves counters and
may attack a neighbour with a die; the defender chooses between a step loss and a retreat.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from grognard.core import (
    CHANCE,
    DRAW,
    ROLL,
    Argument,
    Choice,
    Derived,
    Event,
    Fault,
    Game,
    InvalidOrder,
    Number,
    Order,
    Outcome,
    Outcomes,
    Position,
    Refusal,
    Roll,
    Seat,
    State,
    Step,
    Verb,
    View,
    dice,
    equally_likely,
)
from grognard.core.view import Ask, Piece

RED, BLUE = Seat("red"), Seat("blue")
SPACES, TURNS, NOWHERE = 7, 4, -1
NAMES = ("r1", "r2", "r3", "b1", "b2", "b3")
BIN = ("mud", "snow", "thaw")


class Counter(Argument):
    """A counter by its name."""

    def text(self, game: Any, value: Any) -> str:
        return NAMES[value]

    def value(self, game: Any, text: str) -> int:
        if text not in NAMES:
            raise InvalidOrder(f"unknown counter {text!r}")
        return NAMES.index(text)


COUNTER, SPACE = Counter("counter"), Number("space")
BID, MOVE, ATTACK, DONE = (
    Verb("bid", Number("amount")),
    Verb("move", COUNTER, SPACE),
    Verb("attack", SPACE),
    Verb("done"),
)
LOSE, RETREAT = Verb("lose"), Verb("retreat", SPACE)


class DrillState(State):
    space: list[int]
    steps: list[int]
    bids: dict[str, int]
    moved: set[int]
    turn: int = 1
    chit: str = ""


Pos = Position[DrillState, "Drill"]


def enemy(seat: Seat) -> Seat:
    return BLUE if seat == RED else RED


def own(seat: Seat) -> range:
    return range(3) if seat == RED else range(3, 6)


def _held(position: Pos, seat: Seat) -> frozenset[int]:
    return frozenset(position.state.space[unit] for unit in own(seat)) - {NOWHERE}


held: Derived[Pos, frozenset[int]] = Derived("spaces held", _held)


def put(position: Pos, unit: int, space: int) -> None:
    position.state.space[unit] = space
    held.forget(position)


class Bid(Choice[DrillState, "Drill"], frozen=True):
    who: Seat
    rule: ClassVar[str] = "1.1"
    verbs: ClassVar = (BID,)

    def seat(self, position: Pos) -> Seat:
        return self.who

    def prompt(self, position: Pos) -> str:
        return "Bid for the first move, in secret."

    def orders(self, position: Pos) -> Iterable[Order]:
        return [BID(amount) for amount in range(3)]

    def refusal(self, position: Pos, order: Order) -> Refusal | None:
        return None if order.values[0] in range(3) else Refusal("1.1", "bids go from 0 to 2")

    def take(self, position: Pos, order: Order) -> None:
        position.state.bids[self.who] = order.values[0]
        position.tell(Event("1.1", f"{self.who} bids {order.values[0]}", seats=(self.who,)))
        position.replace(Bid(BLUE) if self.who == RED else Draw())


class Draw(Roll[DrillState, "Drill"], frozen=True):
    rule: ClassVar[str] = "1.2"
    verbs: ClassVar = (DRAW,)

    def prompt(self, position: Pos) -> str:
        return "Draw a chit from the bin."

    def outcomes(self, position: Pos) -> Outcomes:
        return equally_likely(DRAW(chit) for chit in (*BIN, "snow"))

    def take(self, position: Pos, order: Order) -> None:
        bids = position.state.bids
        position.state.chit = order.values[0]
        first = BLUE if bids[BLUE] > bids[RED] else RED
        position.tell(Event("1.2", f"{first} moves first", reveals=True))
        position.replace(EndTurn(), Act(enemy(first)), Act(first))


class Act(Choice[DrillState, "Drill"], frozen=True):
    who: Seat
    rule: ClassVar[str] = "2.1"
    verbs: ClassVar = (MOVE, ATTACK, DONE)

    def seat(self, position: Pos) -> Seat:
        return self.who

    def prompt(self, position: Pos) -> str:
        return "Move a counter, attack a neighbour, or be done."

    def orders(self, position: Pos) -> Iterable[Order]:
        everything = [MOVE(unit, space) for unit in own(self.who) for space in range(SPACES)]
        everything += [ATTACK(space) for space in range(SPACES)]
        return [*(order for order in everything if self.refusal(position, order) is None), DONE()]

    def refusal(self, position: Pos, order: Order) -> Refusal | None:
        mine, theirs = held(position, self.who), held(position, enemy(self.who))
        if order.verb is ATTACK:
            near = any(space + way in mine for space in order.values for way in (-1, 1))
            return None if order.values[0] in theirs and near else Refusal("2.3", "no enemy next to a friend")
        if order.verb is MOVE:
            unit, space = order.values
            here = position.state.space[unit]
            if unit not in own(self.who) or here == NOWHERE or unit in position.state.moved:
                return Refusal("2.1", "this counter cannot move now")
            if abs(space - here) != 1 or not 0 <= space < SPACES or space in theirs:
                return Refusal("2.2", "a counter moves one space, not into the enemy")
        return None

    def take(self, position: Pos, order: Order) -> None:
        if order.verb is DONE:
            position.pop()
        elif order.verb is MOVE:
            unit, space = order.values
            put(position, unit, space)
            position.state.moved.add(unit)
            position.tell(Event("2.2", f"{NAMES[unit]} moves to {space}"))
        else:
            position.push(Fight(self.who, order.values[0]))


class Fight(Roll[DrillState, "Drill"], frozen=True):
    who: Seat
    space: int
    rule: ClassVar[str] = "2.3"

    def prompt(self, position: Pos) -> str:
        return "Roll for the attack."

    def outcomes(self, position: Pos) -> Outcomes:
        return dice(1)

    def take(self, position: Pos, order: Order) -> None:
        position.state.moved.update(own(self.who))
        position.tell(Event("2.3", f"the die shows {order.values[0]}", reveals=True))
        if order.values[0] >= 3:
            position.replace(Suffer(enemy(self.who), self.space))
        else:
            position.replace(Repulse(self.who))


class Repulse(Step[DrillState, "Drill"], frozen=True):
    who: Seat

    def proceed(self, position: Pos) -> None:
        position.pop()
        position.replace()  # the attack also ends the turn of the attacker


class Suffer(Choice[DrillState, "Drill"], frozen=True):
    who: Seat
    space: int
    rule: ClassVar[str] = "2.4"
    verbs: ClassVar = (LOSE, RETREAT)

    def seat(self, position: Pos) -> Seat:
        return self.who

    def prompt(self, position: Pos) -> str:
        return "Lose a step or retreat."

    def orders(self, position: Pos) -> Iterable[Order]:
        free = set(range(SPACES)) - held(position, enemy(self.who))
        return [LOSE(), *(RETREAT(self.space + way) for way in (-1, 1) if self.space + way in free)]

    def take(self, position: Pos, order: Order) -> None:
        state = position.state
        here = [unit for unit in own(self.who) if state.space[unit] == self.space]
        for unit in here if order.verb is RETREAT else here[:1]:
            if order.verb is RETREAT:
                put(position, unit, order.values[0])
            else:
                state.steps[unit] -= 1
                if state.steps[unit] == 0:
                    put(position, unit, NOWHERE)
        position.pop()


class EndTurn(Step[DrillState, "Drill"], frozen=True):
    def proceed(self, position: Pos) -> None:
        state = position.state
        state.moved.clear()
        state.bids.clear()
        state.chit = ""
        left = {seat: len(held(position, seat)) for seat in (RED, BLUE)}
        if state.turn == TURNS or not all(left.values()):
            winner = None if left[RED] == left[BLUE] else max(left, key=lambda seat: left[seat])
            scores = {str(seat): number for seat, number in left.items()}
            position.finish(Outcome(winner, f"{winner or 'nobody'} wins", "3.1", scores))
        else:
            state.turn += 1
            position.replace(Bid(RED))


class Drill(Game[DrillState]):
    id = "drill"
    rules_version = "1"
    seats = (RED, BLUE)
    verbs = (BID, MOVE, ATTACK, DONE, LOSE, RETREAT)
    steps = (Bid, Draw, Act, Fight, Repulse, Suffer, EndTurn)
    state_type = DrillState

    def setup(self) -> tuple[DrillState, tuple[Step[Any, Any], ...]]:
        return DrillState([0, 1, 2, 4, 5, 6], [2] * 6, {}, set()), (Bid(RED),)

    def heading(self, position: Pos) -> str:
        return f"Turn {position.state.turn}"

    def status(self, position: Pos) -> tuple[Fault, ...]:
        both = held(position, RED) & held(position, BLUE)
        return (Fault("2.2", f"both sides in {sorted(both)}"),) if both else ()

    def view(self, position: Pos, seat: Seat | None) -> View:
        state = position.state
        pieces = tuple(
            Piece(side, hex=str(state.space[unit]), id=NAMES[unit], face={"steps": str(state.steps[unit])})
            for side in (RED, BLUE)
            for unit in own(side)
            if state.space[unit] != NOWHERE
        )
        shown = (
            (Piece(seat, box=f"sealed {state.bids[seat]}"),)
            if seat is not None and seat in state.bids
            else ()
        )
        ask = None
        if position.outcome is None:
            decision = position.decision
            texts = tuple(self.text(order) for order in decision.legal) if decision.seat == seat else ()
            ask = Ask(decision.seat, decision.kind, decision.rule, decision.prompt, texts)
        return View("drill", "drill", position.ply, self.heading(position), seat, pieces + shown, ask)

    def secrets(self, position: Pos, seat: Seat | None) -> tuple[str, ...]:
        bids = position.state.bids
        mine = bids.get(seat or "")
        hidden = tuple(f"sealed {bid}" for who, bid in bids.items() if who != seat and bid != mine)
        return (*hidden, position.state.chit) if position.state.chit else hidden


__all__ = ["BLUE", "CHANCE", "DRAW", "RED", "ROLL", "Drill"]
