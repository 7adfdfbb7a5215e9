"""The five nouns every game is built from: Game, Position, Decision, Order, Event.

    game = grognard.load("moscow-1941", scenario="typhoon")
    position = game.start()
    position.decision.prompt
    events = position.submit("move 2Pz.304 3333-3232")

Nothing here knows a map or a rule book; see `docs/architecture.md`.
"""

from grognard.core.chance import CHANCE, DRAW, ROLL, Dice, Outcomes, dice, equally_likely
from grognard.core.decision import Decision, Legal
from grognard.core.event import Event, Modifier
from grognard.core.game import Fault, Game, Option, Scenario
from grognard.core.memo import Derived
from grognard.core.order import Argument, Number, Order, Pointer, Several, Verb, Word, order_pointer
from grognard.core.position import Position
from grognard.core.procedure import AnyStep, Choice, GameOver, Outcome, Roll, Step
from grognard.core.record import Record, RecordEntry
from grognard.core.refusal import (
    GrognardError,
    IllegalOrder,
    InvalidOrder,
    NotPlayable,
    RecordError,
    Refusal,
    SaveError,
)
from grognard.core.screen import Chart, Force, Forecast, Layer, Measure, Overlay, OverlayKind, Subject
from grognard.core.seat import Seat
from grognard.core.state import State
from grognard.core.timeline import Timeline
from grognard.core.view import View

__all__ = [
    "CHANCE",
    "DRAW",
    "ROLL",
    "AnyStep",
    "Argument",
    "Chart",
    "Choice",
    "Decision",
    "Derived",
    "Dice",
    "Event",
    "Fault",
    "Force",
    "Forecast",
    "Game",
    "GameOver",
    "GrognardError",
    "IllegalOrder",
    "InvalidOrder",
    "Layer",
    "Legal",
    "Measure",
    "Modifier",
    "NotPlayable",
    "Number",
    "Option",
    "Order",
    "Outcome",
    "Outcomes",
    "Overlay",
    "OverlayKind",
    "Pointer",
    "Position",
    "Record",
    "RecordEntry",
    "RecordError",
    "Refusal",
    "Roll",
    "SaveError",
    "Scenario",
    "Seat",
    "Several",
    "State",
    "Step",
    "Subject",
    "Timeline",
    "Verb",
    "View",
    "Word",
    "dice",
    "equally_likely",
    "order_pointer",
]
