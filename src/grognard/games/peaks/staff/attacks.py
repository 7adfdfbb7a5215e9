"""Attacks: whom to attack with whom, now or after a move."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from grognard.board.grid import OFF_GRID, Hex
from grognard.games.peaks.battle import Battle, attack_of
from grognard.games.peaks.combat import attackers_beside, cannot_be_attacked, targets
from grognard.games.peaks.field import fits, is_active, put, units_in
from grognard.games.peaks.staff.outlook import outlook
from grognard.games.peaks.staff.picture import Picture
from grognard.games.peaks.steps import Pos

MOST_ATTACKERS = 9

THRESHOLD = 0.6
"""What an attack has to promise."""

ANSWERED = 0.5
"""How much of what the enemy could do to the attackers afterwards counts against a move."""


class Plan(NamedTuple):
    """An attack: the hex, who attacks from where, and what it promises."""

    target: Hex
    stands: tuple[tuple[int, Hex], ...]
    value: float

    @property
    def attackers(self) -> tuple[int, ...]:
        """Those who attack."""
        return tuple(unit for unit, _ in self.stands)


def best_now(picture: Picture, position: Pos) -> Plan | None:
    """The most promising attack with the units as they stand; None when none is worth it."""
    found = []
    for hex in targets(position, picture.seat):
        units = attackers_beside(position, picture.seat, hex)
        choices = {unit: (position.state.where[unit],) for unit in units}
        plan = _compose(picture, position, hex, choices, moving=False)
        if plan is not None:
            found.append(plan)
    return max(found, key=lambda plan: (plan.value, -plan.target), default=None)


def best_move(picture: Picture, position: Pos, reach: Mapping[int, Sequence[Hex]]) -> Plan | None:
    """The most promising attack that units can be brought up for; `reach` is where each may end."""
    slots: dict[Hex, dict[int, tuple[Hex, ...]]] = {}
    neighbours = picture.game.grid.neighbours
    for unit, hexes in reach.items():
        if not attack_of(position, unit):
            continue
        for hex in hexes:
            if is_active(position, hex):
                for near in neighbours[hex]:
                    if near != OFF_GRID and picture.enemy_hexes >> near & 1:
                        places = slots.setdefault(near, {})
                        places[unit] = (*places.get(unit, ()), hex)
    plans = (
        _compose(picture, position, target, choices, moving=True)
        for target, choices in sorted(slots.items())
        if cannot_be_attacked(position, picture.seat, target) is None
    )
    return max(
        (plan for plan in plans if plan is not None),
        key=lambda plan: (plan.value, -plan.target),
        default=None,
    )


def _compose(
    picture: Picture, position: Pos, target: Hex, choices: Mapping[int, Sequence[Hex]], moving: bool
) -> Plan | None:
    """Add the strongest units one by one and keep the number that promises most."""
    trial = position.copy()
    worth = picture.hex_worth(target)
    stands: list[tuple[int, Hex]] = []
    best: Plan | None = None
    strongest = sorted(choices, key=lambda unit: (-attack_of(position, unit), unit))
    for unit in strongest[:MOST_ATTACKERS]:
        hex = _stand(picture, trial, unit, choices[unit])
        if hex is None:
            continue
        if trial.state.where[unit] != hex:
            put(trial, unit, hex)
        stands.append((unit, hex))
        battle = Battle(picture.seat, target, tuple(unit for unit, _ in stands))
        value = outlook(trial, battle, worth).value - 0.05 * len(stands)
        if moving:
            value -= ANSWERED * picture.posture.caution * _exposure(picture, trial, stands)
        if value >= THRESHOLD and (best is None or value > best.value + 0.25):
            best = Plan(target, tuple(stands), value)
    return best


def _exposure(picture: Picture, trial: Pos, stands: Iterable[tuple[int, Hex]]) -> float:
    """What the enemy could do to those who attack from where they go."""
    found = 0.0
    for unit, hex in stands:
        friends = [one for one in units_in(trial, hex) if one != unit]
        found += picture.risk(trial, unit, hex, friends)
    return found


def _stand(picture: Picture, trial: Pos, unit: int, hexes: Iterable[Hex]) -> Hex | None:
    """Where a unit best attacks from: where it stands, else where it is safest."""
    here = trial.state.where[unit]
    fitting = [hex for hex in hexes if hex == here or fits(trial, unit, hex)]
    if here in fitting:
        return here
    return max(
        fitting,
        key=lambda hex: (
            picture.is_fed(trial, unit, hex),
            picture.shelter(hex) - 0.2 * picture.ring(hex),
            -hex,
        ),
        default=None,
    )
