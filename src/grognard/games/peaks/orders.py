"""The orders of Peaks of the Caucasus: their verbs, and how counters and hexes are written."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grognard.board.arguments import HEX, HexsideLabel
from grognard.core import Argument, InvalidOrder, Number, Pointer, Several, Verb, Word
from grognard.core.order import did_you_mean, shorten

if TYPE_CHECKING:
    from grognard.games.peaks.game import Peaks


class _CounterName(Argument):
    """A counter by its id: `de-3pz`."""

    def text(self, game: Any, value: Any) -> str:
        rules: Peaks = game
        name: str = rules.names[value]
        return name

    def value(self, game: Any, text: str) -> int:
        rules: Peaks = game
        counter = rules.index.get(text)
        if counter is None:
            raise InvalidOrder(f"unknown {self.name} {shorten(text)}{did_you_mean(text, rules.index)}")
        return counter

    def points_at(self, game: Any, value: Any) -> Pointer:
        return Pointer(units=(self.text(game, value),))


UNIT, AIRSTRIKE, SUPPORT_UNIT = _CounterName("unit"), _CounterName("airstrike"), _CounterName("support")
HEXSIDE = HexsideLabel("hexside")
PATH = Several(HEX, "-", "path")

# Set-up (22)
PLACE = Verb("place", UNIT, HEX)
RESTORE = Verb("restore")
READY = Verb("ready")
REDUCE = Verb("reduce", UNIT)

# Command (5)
PLAY = Verb("play", Word("sector", ("stalingrad", "caucasus", "both")))
PASS = Verb("pass")

# Refit (14, 18.3, 19.1, 23.3)
REFIT = Verb("refit", UNIT)
REPLACE = Verb("replace", UNIT)
BUILD = Verb("build", UNIT)
BUY = Verb("buy", Number("points"))

# Reinforcements (13, 17.1, 18.5)
DEPLOY = Verb("deploy", UNIT, HEX)
CALL = Verb("call", UNIT)

# Trucks (15.13)
DECLARE = Verb("declare", UNIT)

# Movement (6, 7, 25.1)
UNIT_MOVES = Verb("unit", UNIT)
MOVE = Verb("move", UNIT, HEX)
MARCH = Verb("march", UNIT, PATH)
RAIL = Verb("rail", UNIT, HEX)
SAIL = Verb("sail", UNIT, HEX)
STOP = Verb("stop")
REMOVE = Verb("remove", HEXSIDE)
BRIDGE = Verb("bridge", HEXSIDE)
END = Verb("end")

# Air (16, 17)
FLY = Verb("fly", AIRSTRIKE)
OVER = Verb("over", HEX)
CLASH = Verb("clash", HEX)

# Combat (10, 11, 12, 15.13, 19)
PARTISAN = Verb("partisan", HEX)
ATTACK = Verb("attack", HEX)
JOIN = Verb("join", UNIT)
FIGHT = Verb("fight")
CANCEL = Verb("cancel")
SUPPORT = Verb("support", SUPPORT_UNIT)
TABLE = Verb("table", Word("table", ("assault", "mobile")))
TRUCK = Verb("truck", UNIT)
LOSE = Verb("lose", UNIT)
BACK = Verb("back", UNIT, HEX)
HOLD = Verb("hold", UNIT)
GO = Verb("go", UNIT)
PURSUE = Verb("pursue", UNIT, PATH)

VERBS = (
    PLACE, RESTORE, READY, REDUCE, PLAY, PASS, REFIT, REPLACE, BUILD, BUY, DEPLOY, CALL, DECLARE, UNIT_MOVES,
    MOVE, MARCH, RAIL, SAIL, STOP, REMOVE, BRIDGE, END, FLY, OVER, CLASH, PARTISAN, ATTACK, JOIN,
    FIGHT, CANCEL, SUPPORT, TABLE, TRUCK, LOSE, BACK, HOLD, GO, PURSUE,
)  # fmt: skip
