"""24 Combat results: what each of the fifteen codes does, in the order in which it is done."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

import msgspec

from grognard.games.peaks.components import Result


class Loss(Enum):
    """How many units of one side are reduced."""

    NONE = "none"
    ONE = "one"
    ALL = "all"


class Pursuit(Enum):
    """When surviving attackers may pursue."""

    NEVER = "never"
    IF_CLEARED = "if_cleared"
    """When no defender is left in the hex, though nobody has to retreat."""
    YES = "yes"


class Effects(msgspec.Struct, frozen=True):
    """What a result does: losses first, the defender's before the attacker's, then retreat, then pursuit."""

    text: str
    defender_loss: Loss = Loss.NONE
    attacker_loss: Loss = Loss.NONE
    defender_retreat: int = 0
    attacker_retreat: int = 0
    pursuit: Pursuit = Pursuit.NEVER
    mechanized_bonus: int = 0
    """12.1: hexes that mechanized units may pursue further."""


EFFECTS: Mapping[Result, Effects] = {
    Result.AA: Effects("attacker attrition", attacker_loss=Loss.ONE),
    Result.AD: Effects("attacker defeated", attacker_loss=Loss.ONE, attacker_retreat=1),
    Result.AP: Effects("attacker panics", attacker_retreat=2),
    Result.AS: Effects("attack stalls"),
    Result.AW: Effects("attacker withdraws", attacker_retreat=1),
    Result.AZ: Effects("attacker disaster", attacker_loss=Loss.ALL, attacker_retreat=2),
    Result.BB: Effects(
        "bloodbath", defender_loss=Loss.ONE, attacker_loss=Loss.ONE, pursuit=Pursuit.IF_CLEARED
    ),
    Result.DA: Effects("defender attrition", defender_loss=Loss.ONE, pursuit=Pursuit.IF_CLEARED),
    Result.DD: Effects("defender defeated", defender_loss=Loss.ONE, defender_retreat=1, pursuit=Pursuit.YES),
    Result.DP: Effects("defender panics", defender_retreat=2, pursuit=Pursuit.YES),
    Result.DW: Effects("defender withdraws", defender_retreat=1, pursuit=Pursuit.YES),
    Result.DZ: Effects("defender disaster", defender_loss=Loss.ALL, defender_retreat=2, pursuit=Pursuit.YES),
    Result.MD: Effects("mobile defense", attacker_loss=Loss.ONE, defender_retreat=1, pursuit=Pursuit.YES),
    Result.MA: Effects("mobile assault", defender_loss=Loss.ONE, defender_retreat=1, pursuit=Pursuit.YES),
    Result.OR: Effects(
        "overrun", defender_loss=Loss.ALL, defender_retreat=3, pursuit=Pursuit.YES, mechanized_bonus=1
    ),
}
"""The fifteen codes."""
