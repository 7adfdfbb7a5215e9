"""The orders of Moscow 1941: their verbs, and how units, hexes and bridges are written."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grognard.board.arguments import HEX, HexsideLabel
from grognard.core import Argument, InvalidOrder, Number, Pointer, Several, Verb, Word
from grognard.core.order import did_you_mean, shorten

if TYPE_CHECKING:
    from grognard.games.moscow1941.game import Moscow1941


class _UnitName(Argument):
    """A counter by its id: `2Pz.304`."""

    def text(self, game: Any, value: Any) -> str:
        rules: Moscow1941 = game
        id: str = rules.units[value].id
        return id

    def value(self, game: Any, text: str) -> int:
        rules: Moscow1941 = game
        unit = rules.unit_index.get(text)
        if unit is None:
            raise InvalidOrder(f"unknown unit {shorten(text)}{did_you_mean(text, rules.unit_index)}")
        return unit

    def points_at(self, game: Any, value: Any) -> Pointer:
        return Pointer(units=(self.text(game, value),))


class _EntryName(Argument):
    """An entry zone by its id."""

    def text(self, game: Any, value: Any) -> str:
        return str(value)

    def value(self, game: Any, text: str) -> str:
        rules: Moscow1941 = game
        if text not in rules.entries:
            raise InvalidOrder(f"unknown entry {shorten(text)}{did_you_mean(text, rules.entries)}")
        return text


class _AircraftName(Argument):
    """An air counter by its id: `axis-air`."""

    def text(self, game: Any, value: Any) -> str:
        rules: Moscow1941 = game
        id: str = rules.aircraft[value].id
        return id

    def value(self, game: Any, text: str) -> int:
        rules: Moscow1941 = game
        names = [aircraft.id for aircraft in rules.aircraft]
        if text not in names:
            raise InvalidOrder(f"unknown aircraft {shorten(text)}{did_you_mean(text, names)}")
        return names.index(text)


UNIT, BRIDGE, ENTRY = _UnitName("unit"), HexsideLabel("bridge"), _EntryName("entry")
PATH = Several(HEX, "-", "path")
AIRCRAFT, COUNTER = _AircraftName("aircraft"), Number("counter")
MISSION = Word("mission", ("support", "cover", "strike", "disrupt", "crossing", "supply"))

# Set-up
PLACE = Verb("place", UNIT, HEX)
READY = Verb("ready")

# Movement (3, 6.2, 7.1, 10.2.3, 11, 12, 14)
UNIT_MOVES = Verb("unit", UNIT)
EXERT = Verb("exert")
MOVE = Verb("move", UNIT, HEX)
MARCH = Verb("march", UNIT, PATH)
DIG = Verb("dig")
MARK = Verb("strategic")
DEPLOY = Verb("deploy")
LIMBER = Verb("limber")
DEMOLISH = Verb("demolish", BRIDGE)
REBUILD = Verb("rebuild", BRIDGE)
SPAN = Verb("span", UNIT, BRIDGE)
ABSORB = Verb("absorb", UNIT, UNIT)
ENTER = Verb("enter", UNIT, ENTRY)
SHIFT = Verb("shift", UNIT, ENTRY)
CALL = Verb("call", UNIT, ENTRY)
ARRIVE = Verb("arrive", UNIT, HEX)
LEAVE = Verb("leave")
MASK = Verb("mask", HEX)
UNMASK = Verb("unmask", HEX)
STOP = Verb("stop")
END = Verb("end")

# Air (8)
FLY = Verb("fly", AIRCRAFT, MISSION, HEX)
BOMB = Verb("bomb", AIRCRAFT, BRIDGE)
FOLLOW = Verb("follow", AIRCRAFT)
STRAFE = Verb("strafe", HEX)

# Combat (5, 6, 9, 15)
ATTACK = Verb("attack", HEX)
ALSO = Verb("also", HEX)
JOIN = Verb("join", UNIT)
ALL_OUT = Verb("all-out", UNIT)
SUPPORT = Verb("support", UNIT)
COVER = Verb("cover", COUNTER)
STAR = Verb("star", UNIT)
GARRISON = Verb("garrison", UNIT)
SPEND = Verb("spend", HEX)
WAIVE = Verb("waive")
CANCEL = Verb("cancel")
FIGHT = Verb("fight")
BOMBARD = Verb("bombard", HEX)
SHELL = Verb("shell", BRIDGE)
FIRE = Verb("fire")
LOSE = Verb("lose", UNIT)
BACK = Verb("back", UNIT, HEX)
HOLD = Verb("hold", UNIT)
PURSUE = Verb("pursue", UNIT, PATH)

VERBS = (
    PLACE, READY, UNIT_MOVES, EXERT, MOVE, MARCH, DIG, MARK, DEPLOY, LIMBER, DEMOLISH, REBUILD, SPAN, ABSORB,
    ENTER, SHIFT, CALL, ARRIVE, LEAVE, MASK, UNMASK, STOP, END, FLY, BOMB, FOLLOW, STRAFE, ATTACK, ALSO, JOIN,
    ALL_OUT, SUPPORT, COVER, STAR, GARRISON, SPEND, WAIVE, CANCEL, FIGHT, BOMBARD, SHELL, FIRE, LOSE,
    BACK, HOLD, PURSUE,
)  # fmt: skip
