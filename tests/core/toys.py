"""Games of a few lines for one promise of the core each, and the drill played so far."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, ClassVar

from tests.drill import Drill, DrillState

from grognard.core import (
    Choice,
    Dice,
    Fault,
    Game,
    Number,
    Order,
    Outcome,
    Outcomes,
    Position,
    Roll,
    Seat,
    State,
    Step,
    Timeline,
    Verb,
    View,
    dice,
)

DRILL = Drill("drill")
DrillPosition = Position[DrillState, Drill]

OPENING = ("bid 0", "bid 2", "draw mud")
"""Blue bids more and acts first."""

FIGHT = (*OPENING, "move b1 3", "attack 2", "roll 5")
"""Blue's b1 steps next to r3 in space 2 and hits it; red has to suffer."""


def drill_after(*orders: str) -> DrillPosition:
    """The drill after these orders."""
    position = DRILL.start()
    for order in orders:
        position.submit(order)
    return position


def timeline_after(*orders: str) -> Timeline:
    """The drill with its history after these orders."""
    timeline = Timeline(DRILL)
    for order in orders:
        timeline.submit(order)
    return timeline


def random_timeline(seed: int, length: int = 10_000) -> Timeline:
    """A random game of the drill, up to so many orders."""
    dice, timeline = Dice(seed), Timeline(DRILL)
    while timeline.position.outcome is None and len(timeline.entries) < length:
        orders = timeline.position.legal().orders
        timeline.submit(orders[dice.below(len(orders))])
    return timeline


# --- a game made of the steps of one test -----------------------------------------------------------

SOLO = Seat("solo")
SAY = Verb("say", Number("number"))


class Heard(State):
    """What has been said, and by which automatic steps."""

    said: list[int]
    names: list[str]


Toy = Position[Heard, Any]


class Ask(Choice[Heard, Any], frozen=True):
    """Waits for a number from 0 to 9 and remembers it."""

    rule: ClassVar[str] = "1"
    verbs: ClassVar = (SAY,)

    def seat(self, position: Toy) -> Seat:
        return SOLO

    def prompt(self, position: Toy) -> str:
        return "Say a number."

    def orders(self, position: Toy) -> Iterable[Order]:
        return [SAY(number) for number in range(10)]

    def take(self, position: Toy, order: Order) -> None:
        position.state.said.append(order.values[0])
        position.pop()


class Throw(Roll[Heard, Any], frozen=True):
    """Throws one die and remembers it."""

    rule: ClassVar[str] = "2"

    def prompt(self, position: Toy) -> str:
        return "Throw a die."

    def outcomes(self, position: Toy) -> Outcomes:
        return dice(1)

    def take(self, position: Toy, order: Order) -> None:
        position.state.said.append(order.values[0])
        position.pop()


class Note(Step[Heard, Any], frozen=True):
    """Writes its name down and is done."""

    name: str

    def proceed(self, position: Toy) -> None:
        position.state.names.append(self.name)
        position.pop()


class Spin(Step[Heard, Any], frozen=True):
    """Never gets anywhere."""

    def proceed(self, position: Toy) -> None:
        position.replace(self)


class End(Step[Heard, Any], frozen=True):
    """Ends the game."""

    def proceed(self, position: Toy) -> None:
        position.finish(Outcome(SOLO, "the end"))


class ToyGame(Game[Heard]):
    """A game that starts with the stack it is given."""

    id = "toy"
    rules_version = "1"
    seats = (SOLO,)
    verbs = (SAY,)
    steps = (Ask, Throw, Note, Spin, End)
    state_type = Heard

    def __init__(self, *stack: Step[Any, Any]) -> None:
        super().__init__("toy")
        self.stack = stack

    def setup(self) -> tuple[Heard, tuple[Step[Any, Any], ...]]:
        return Heard([], []), self.stack

    def heading(self, position: Toy) -> str:
        return "Toy"

    def status(self, position: Toy) -> tuple[Fault, ...]:
        return ()

    def view(self, position: Toy, seat: Seat | None) -> View:
        return View(self.id, self.scenario, position.ply, "Toy", seat, ())


class Scripted(Step[Heard, Any], frozen=True):
    """A step whose work a test hands over as a function; it never reaches a save."""

    work: Callable[[Toy], None]

    def proceed(self, position: Toy) -> None:
        self.work(position)
