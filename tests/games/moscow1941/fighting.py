"""Attacks in one line, and what they come to before the dice."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from tests.games.moscow1941.situation import MoscowPosition, hexes, legal, play, units

from grognard.core import Event
from grognard.games.moscow1941.battle import Assessment, Battle, assess
from grognard.games.moscow1941.combat import Combat, Defend
from grognard.games.moscow1941.phases import phasing_seat


def fight(
    position: MoscowPosition, targets: str, attackers: str, roll: int, *further: str
) -> tuple[Event, ...]:
    """Attack hexes with units, both named in one line, and throw the dice; `further` orders come before."""
    first, *others = targets.split()
    joins = [f"join {unit}" for unit in attackers.split()]
    events = play(position, f"attack {first}", *joins, *(f"also {hex}" for hex in others), *further, "fight")
    if isinstance(position.step, Defend):
        events += play(position, "ready")
    return events + play(position, f"roll {roll}")


def odds(position: MoscowPosition, targets: str, attackers: str, **more: str) -> Assessment:
    """What an attack would come to."""
    battle = Battle(
        phasing_seat(position), hexes(position, *targets.split()), units(position, *attackers.split())
    )
    chosen = {name: units(position, *value.split()) for name, value in more.items()}
    return assess(position, msgspec.structs.replace(battle, **chosen))


def worth(found: Assessment, rule: str) -> int:
    """What the modifiers of a rule come to in an assessment."""
    return sum(modifier.value for modifier in found.modifiers if modifier.rule == rule)


def dice(position: MoscowPosition, *rolls: int) -> Sequence[Event]:
    """Throw the dice one after another."""
    return play(position, *(f"roll {roll}" for roll in rolls))


def stand(position: MoscowPosition) -> None:
    """Carry a combat to its end: nobody retreats or pursues who need not, and all tests are passed."""
    while not isinstance(position.step, Combat):
        texts = legal(position)
        chosen = [text for text in texts if text.split()[0] in ("hold", "ready", "roll")]
        play(position, (chosen or texts)[0])
