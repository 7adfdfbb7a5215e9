"""The combat that is being put together, as a screen shows it: forces, shifts, and where the die looks."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from grognard.board.grid import Hex
from grognard.core import Force, Forecast, Seat
from grognard.games.peaks.battle import (
    Assessment,
    Table,
    assess,
    attack_of,
    attacking_hexes,
    defence_of,
    defenders,
)
from grognard.games.peaks.combat import Assemble, ChooseTable, CombatRoll, CommitSupport, DeclareTruck
from grognard.games.peaks.components import COLUMNS
from grognard.games.peaks.steps import Pos

CHARTS = {Table.ASSAULT: "assault-table", Table.MOBILE: "mobile-table"}
"""The ids of the two combat results tables among the charts."""


def forecast(position: Pos) -> Forecast | None:
    """Forces, shifts and column of the combat on top of the stack; None when there is none."""
    step = position.step
    if not isinstance(step, Assemble | CommitSupport | ChooseTable | DeclareTruck | CombatRoll):
        return None
    battle = step.battle
    if not battle.attackers:
        return None
    found = assess(position, battle)
    where = attacking_hexes(position, battle.attackers)
    under_attack = defenders(position, battle)
    return Forecast(
        title=f"Attack on {position.game.grid.label(battle.target)}",
        rule="10.1",
        forces=(
            _force(position, battle.seat, "attacks", battle.attackers, attack_of, where),
            _force(position, battle.enemy, "defends", under_attack, defence_of, (battle.target,)),
        ),
        modifiers=found.modifiers,
        steps=_steps(found),
        chart=CHARTS[battle.table],
        column=found.odds,
    )


def _steps(found: Assessment) -> tuple[str, ...]:
    shift = sum(modifier.value for modifier in found.modifiers)
    return (
        f"{found.attack}:{found.defence}",
        f"{found.percent}%",
        COLUMNS[found.initial],
        f"{shift:+d}" if shift else "±0",
        found.odds,
    )


def _force(
    position: Pos,
    seat: Seat,
    what: str,
    units: Iterable[int],
    strength: Callable[[Pos, int], int],
    hexes: Iterable[Hex],
) -> Force:
    game = position.game
    values = [(unit, strength(position, unit)) for unit in units]
    return Force(
        seat=seat,
        title=f"{game.seat_title(seat)} {what}",
        strength=str(sum(value for _, value in values)),
        units=tuple((game.names[unit], str(value)) for unit, value in values),
        hexes=tuple(game.grid.label(hex) for hex in hexes),
    )
