"""What an attack promises: the real tables, weighed over the die."""

from __future__ import annotations

from typing import NamedTuple

from grognard.board.grid import OFF_GRID
from grognard.games.peaks.battle import Battle, Table, assess, defenders
from grognard.games.peaks.combat import no_mobile_table
from grognard.games.peaks.components import ROLLS, Result
from grognard.games.peaks.field import may_enter, zones
from grognard.games.peaks.results import EFFECTS, Loss
from grognard.games.peaks.steps import Pos
from grognard.games.peaks.victory import prize

POINT = 2.5
"""What a victory point is worth, in strength points."""

EXPOSED = 0.3
"""How much of a unit's points is as good as lost with its first step."""

REPULSE = 0.4
"""What a hex of the attacker's own retreat costs him."""

FURTHER = 0.6
"""The chance that a second or third hex of a retreat leads through a zone as well."""


class Outlook(NamedTuple):
    """The expectation of an attack with one of the tables."""

    value: float
    table: Table


def step_worth(position: Pos, unit: int, lost: int = 0) -> float:
    """What the next step of a unit is worth that has lost so many already; nothing when it has none."""
    kind, steps = position.game.units[unit], position.state.steps[unit] - lost
    if steps <= 0:
        return 0.0
    strength = (kind.attack_strength(steps) + kind.defence_strength(steps)) / 2
    if steps == 1:
        return strength + POINT * prize(kind) + 0.5
    half = (kind.attack_strength(steps - 1) + kind.defence_strength(steps - 1)) / 2
    return strength - half + EXPOSED * POINT * prize(kind)


def worth(position: Pos, unit: int) -> float:
    """What a unit is worth as it stands."""
    return sum(step_worth(position, unit, lost) for lost in range(position.state.steps[unit]))


def outlook(position: Pos, battle: Battle, hex_worth: float) -> Outlook:
    """The better of the tables that the attacker may choose."""
    column = assess(position, battle).column
    tables = [Table.ASSAULT]
    if no_mobile_table(position, battle) is None:
        tables.append(Table.MOBILE)
    beaten = _Beaten(position, battle)
    return max(
        (_expect(position, battle, table, column, beaten, hex_worth) for table in tables),
        key=lambda found: found.value,
    )


class _Beaten:
    """What becomes of the defenders when they lose steps or have to go."""

    def __init__(self, position: Pos, battle: Battle) -> None:
        units = defenders(position, battle)
        self.cheapest = min(step_worth(position, unit) for unit in units)
        self.first = sum(step_worth(position, unit) for unit in units)
        self.second = sum(step_worth(position, unit, 1) for unit in units)
        self.lone_step = sum(position.state.steps[unit] for unit in units) == 1
        self.all_one_step = all(position.state.steps[unit] == 1 for unit in units)
        self.whole = self.first + self.second
        self.holds = position.game.geography.is_fortress(battle.target)
        zone = zones(position, battle.seat)
        ways = [
            there
            for there in position.game.grid.neighbours[battle.target]
            if there != OFF_GRID
            and any(may_enter(position, unit, battle.target, there) is None for unit in units)
        ]
        self.trapped = not ways
        self.dear = any(zone >> there & 1 for there in ways)

    def retreat(self, distance: int, lost: bool) -> float:
        """The worth that a retreat costs, with one step lost before or not."""
        rest = self.second if lost else self.whole
        if self.trapped:
            return rest
        if not self.dear:
            return 0.0
        next_step = self.second if lost else self.first
        after = 0.0 if lost else self.second
        further = FURTHER * (distance - 1)
        return min(rest, next_step + min(1.0, further) * after)


def _expect(
    position: Pos, battle: Battle, table: Table, column: int, beaten: _Beaten, hex_worth: float
) -> Outlook:
    components = position.game.components
    rows = components.mobile if table is Table.MOBILE else components.assault
    mine = sorted(step_worth(position, unit) for unit in battle.attackers)
    if table is Table.MOBILE:
        armour = [u for u in battle.attackers if position.game.units[u].mechanized]
        mine_first = min(step_worth(position, unit) for unit in armour)
    else:
        mine_first = mine[0]
    value = 0.0
    for roll in ROLLS:
        gain, leaves = _gain(rows[roll][column], beaten)
        effects = EFFECTS[rows[roll][column]]
        if effects.attacker_loss is Loss.ONE:
            gain -= mine_first
        elif effects.attacker_loss is Loss.ALL:
            gain -= sum(mine)
        gain -= REPULSE * effects.attacker_retreat * len(mine)
        value += gain + leaves * hex_worth
    return Outlook(value / len(ROLLS), table)


def _gain(result: Result, beaten: _Beaten) -> tuple[float, float]:
    """What a result takes from the defender, and whether he leaves the hex."""
    effects = EFFECTS[result]
    gain, leaves = 0.0, 0.0
    one = effects.defender_loss is Loss.ONE
    if one:
        gain += beaten.cheapest
        leaves = float(beaten.lone_step)
    elif effects.defender_loss is Loss.ALL:
        gain += beaten.first
        leaves = float(beaten.all_one_step)
    if effects.defender_retreat and not beaten.holds:
        gain += beaten.retreat(effects.defender_retreat, effects.defender_loss is Loss.ALL)
        leaves = 1.0
    return gain, leaves
