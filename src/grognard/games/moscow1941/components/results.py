"""What stands in the cells of the combat, fire and object tables."""

from __future__ import annotations

import re

import msgspec

_RETREAT = re.compile(r"[AD]([1-9])")
_LOSS = re.compile(r"-([1-9])")


class SideResult(msgspec.Struct, frozen=True):
    """What a result does to one side.

    `retreat` counts hexes, `loss` efficiency levels; `disorganized` and `test` are the letter D that is no
    retreat and the black dot (5.6.1).
    """

    retreat: int = 0
    loss: int = 0
    disorganized: bool = False
    test: bool = False

    def __str__(self) -> str:
        words = (
            f"R{self.retreat}" * bool(self.retreat),
            "TEST" * self.test,
            "DIS" * self.disorganized,
            f"-{self.loss}" * bool(self.loss),
        )
        return " ".join(word for word in words if word) or "0"


class CombatResult(msgspec.Struct, frozen=True):
    """A cell of the combat table: what happens to the attacker and to the defender (5.2.1)."""

    attacker: SideResult
    defender: SideResult


NO_EFFECT = SideResult()


class ResultError(ValueError):
    """A cell that is no result; the text says what was expected."""


def parse_combat(text: str) -> CombatResult:
    """Read a cell of the combat table, attacker first.

    >>> parse_combat("TEST/D2 -1").defender
    SideResult(retreat=2, loss=1, disorganized=False, test=False)
    """
    attacker, slash, defender = text.partition("/")
    if not slash:
        raise ResultError("attacker and defender joined by a slash, such as -1/D2")
    return CombatResult(parse_side(attacker, "A"), parse_side(defender, "D"))


def parse_side(text: str, retreat: str = "") -> SideResult:
    """Read one side of a cell; `retreat` is the letter with which that side's retreats begin, if it has any.

    >>> parse_side("D4 DIS -1", retreat="D")
    SideResult(retreat=4, loss=1, disorganized=True, test=False)
    """
    words = text.split()
    if not words:
        raise ResultError(_expected(retreat))
    if words == ["0"]:
        return NO_EFFECT
    hexes, loss = 0, 0
    for word in words:
        if retreat and word[0] == retreat and (found := _RETREAT.fullmatch(word)):
            hexes = int(found[1])
        elif found := _LOSS.fullmatch(word):
            loss = int(found[1])
        elif word not in ("DIS", "TEST"):
            raise ResultError(_expected(retreat))
    return SideResult(hexes, loss, "DIS" in words, "TEST" in words)


def parse_destroyed(text: str) -> bool:
    """Read a cell of the table of attacks on objects."""
    if text not in ("0", "D"):
        raise ResultError("0 or D")
    return text == "D"


def _expected(retreat: str) -> str:
    words = f"{retreat}1, {retreat}2, " if retreat else ""
    return f"0, or {words}-1, -2, DIS and TEST joined by spaces"
