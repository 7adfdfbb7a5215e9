"""Attacks in one line, and what they come to before the die."""

from __future__ import annotations

from tests.games.peaks.situation import PeaksPosition, legal, play, units

from grognard.core import CHANCE, Event
from grognard.games.peaks.battle import NOBODY, Assessment, Battle, assess
from grognard.games.peaks.combat import ChooseTable, CombatRoll

FIELD = """
    .    .    .    .    .    .    .
      .    .    .    .    .    .    .
    .    .    .Pz,Inf  .A1    .    .    .
      .    .    .    .    .    .    .
    .    .    .    .    .    .    .
"""
"""A panzer and an infantry corps in 0303 beside a Soviet army of 4 in 0304, and room all around."""


def fight(
    position: PeaksPosition, target: str, attackers: str, roll: int = 1, table: str = "assault"
) -> tuple[Event, ...]:
    """Attack a hex with units, named in one line, and throw the die."""
    events = play(position, f"attack {target}", *(f"join {unit}" for unit in attackers.split()), "fight")
    while not isinstance(position.step, CombatRoll):
        choosing = isinstance(position.step, ChooseTable)
        events += play(position, f"table {table}" if choosing else "ready")
    return events + play(position, f"roll {roll}")


def odds(
    position: PeaksPosition, target: str, attackers: str, support: str = "", defending_support: str = ""
) -> Assessment:
    """What an attack of the phasing player would come to."""
    impulse = position.state.impulse
    assert impulse is not None
    hex = position.game.grid.hex(target)
    mine, theirs = (units(position, name)[0] if name else NOBODY for name in (support, defending_support))
    return assess(position, Battle(impulse.seat, hex, units(position, attackers), mine, theirs))


def worth(found: Assessment, rule: str) -> int:
    """What the shifts of a rule come to in an assessment."""
    return sum(modifier.value for modifier in found.modifiers if modifier.rule == rule)


def finish(position: PeaksPosition) -> None:
    """Carry everything to its end by the first order that is offered; nobody pursues, dice show 1."""
    while position.outcome is None:
        texts = legal(position)
        chosen = [text for text in texts if text in ("ready", "end", "pass", "roll 1")]
        play(position, (chosen or texts)[0])


def waits_for(position: PeaksPosition) -> tuple[str, str]:
    """Who has to decide, and the kind of decision."""
    if position.outcome is not None:
        return "", "GameOver"
    seat = position.decision.seat
    return ("chance" if seat == CHANCE else str(seat)), position.decision.kind
