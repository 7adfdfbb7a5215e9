"""The tables of the rule book and the battle being put together, as a screen shows them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from grognard.board.bits import count
from grognard.core import Chart, Force, Forecast, Measure, Seat
from grognard.games.moscow1941 import artillery, control, victory
from grognard.games.moscow1941.battle import (
    Assessment,
    Battle,
    assess,
    attacking_hexes,
    defenders,
    unit_attack,
    unit_defence,
)
from grognard.games.moscow1941.combat import Assemble, CombatRoll, Defend
from grognard.games.moscow1941.components import RATIOS, Components, MovementClass, SideResult
from grognard.games.moscow1941.components.tables import MOVEMENT_UNIT, ROLLS, Cost, StrengthTable
from grognard.games.moscow1941.state import ELIMINATED, SEATS
from grognard.games.moscow1941.steps import Pos

C = TypeVar("C")

COMBAT = "combat-table"


def charts(components: Components) -> tuple[Chart, ...]:
    """Every table of the rule book."""
    return (
        _combat(components),
        _by_strength("artillery-fire-table", "Artillery fire", "6.4.2", components.artillery_fire, str),
        _by_strength("air-attack-table", "Air attack", "8.2.6", components.air_attack, str),
        _by_strength(
            "attack-on-objects-table", "Attacks on objects", "6.4.7", components.attack_on_objects, _destroyed
        ),
        _terrain(components),
        _morale(components),
    )


def _combat(components: Components) -> Chart:
    rows = tuple(
        (
            str(roll),
            tuple(_result(result.attacker, "A") + " / " + _result(result.defender, "D") for result in row),
        )
        for roll, row in sorted(components.combat.results.items())
    )
    notes = (
        "attacker / defender; A or D with a number: retreat so many hexes",
        "-1: an efficiency level; DIS: disorganized; •: test of disorganization",
    )
    return Chart(COMBAT, "Combat", "5.2.1", "2K6", RATIOS, rows, notes)


def _result(side: SideResult, letter: str) -> str:
    words = (
        f"{letter}{side.retreat}" if side.retreat else "",
        "•" if side.test else "",
        "DIS" if side.disorganized else "",
        f"-{side.loss}" if side.loss else "",
    )
    return " ".join(word for word in words if word) or "–"


def _destroyed(cell: bool) -> str:
    return "destroyed" if cell else "–"


def _by_strength(id: str, title: str, rule: str, table: StrengthTable[C], cell: Callable[[C], str]) -> Chart:
    rows = tuple(
        (
            f"{line.least}+" if line.most is None else f"{line.least}–{line.most}",
            tuple("–" if cell(found) == "0" else cell(found) for found in line.cells),
        )
        for line in table.lines
    )
    return Chart(id, title, rule, "strength", tuple(str(roll) for roll in ROLLS), rows)


def _terrain(components: Components) -> Chart:
    rows = tuple(
        (
            effect.name,
            (
                *(_cost(effect.costs[kind]) for kind in MovementClass),
                "attackers halved" if effect.halves_attackers else str(-effect.combat_modifier or "–"),
            ),
        )
        for effect in components.terrain.values()
        if effect.on_map
    )
    columns = ("trucks", "tracks", "on foot", "combat")
    notes = ("costs in movement points; + comes on top of clear ground",)
    return Chart("terrain-table", "Terrain", "3.1.11", "ground", columns, rows, notes)


def _cost(cost: Cost) -> str:
    if cost.closed:
        return "closed"
    whole, part = divmod(cost.units, MOVEMENT_UNIT)
    text = str(cost.points) if part else str(whole)
    return f"+{text}" if cost.added else text


def _morale(components: Components) -> Chart:
    rows = tuple((row.name, (str(row.limit),)) for row in components.morale.values())
    return Chart("morale", "Morale limits", "5.6.2", "units", ("disorganized on",), rows)


def measures(position: Pos) -> tuple[Measure, ...]:
    """Losses in efficiency levels, hexes under control, and victory points, by side."""
    game, state = position.game, position.state
    lost = {
        str(seat): sum(
            game.units[unit].cel - state.levels[unit]
            for unit in game.units_of[seat]
            if state.where[unit] >= 0 or state.where[unit] == ELIMINATED
        )
        for seat in SEATS
    }
    held = {str(seat): count(control.controlled(position, seat)) for seat in SEATS}
    return (
        Measure("losses", "Efficiency levels lost", lost),
        Measure("control", "Hexes controlled", held),
        Measure("points", "Victory points", {str(game.scoring_seat): victory.score(position)}),
    )


# --- the battle being put together -------------------------------------------------------------------


def forecast(position: Pos) -> Forecast | None:
    """Forces, modifiers and column of the battle on top of the stack; None when there is none."""
    step = position.step
    if not isinstance(step, Assemble | Defend | CombatRoll) or not step.battle.attackers:
        return None
    battle, found = step.battle, assess(position, step.battle)
    labels = ", ".join(position.game.grid.label(hex) for hex in battle.targets)
    return Forecast(
        title=f"Attack on {labels}",
        rule="5.2.1",
        forces=(_attackers(position, battle, found), _defenders(position, battle, found)),
        modifiers=(*found.modifiers, *found.roll_modifiers),
        steps=_steps(found),
        chart=COMBAT,
        column=found.ratio,
    )


def _steps(found: Assessment) -> tuple[str, ...]:
    if found.fixed:
        return (found.ratio,)
    initial = RATIOS[found.initial]
    moved = found.column - found.initial
    return (f"{found.attack}:{found.defence}", initial, f"{moved:+d}" if moved else "±0", found.ratio)


def _attackers(position: Pos, battle: Battle, found: Assessment) -> Force:
    own = [(unit, str(unit_attack(position, unit, unit in battle.all_out))) for unit in battle.attackers]
    guns = [
        (gun, f"guns {artillery.fire_strength(position, gun, True, gun in battle.all_out)}")
        for gun in battle.guns
    ]
    return _force(
        position, battle.seat, "attacks", found.attack, (*own, *guns), attacking_hexes(position, battle)
    )


def _defenders(position: Pos, battle: Battle, found: Assessment) -> Force:
    own = [(unit, str(unit_defence(position, unit))) for unit in defenders(position, battle)]
    guns = [(gun, f"guns {artillery.fire_strength(position, gun, False)}") for gun in battle.defending_guns]
    return _force(position, battle.enemy, "defends", found.defence, (*own, *guns), battle.targets)


def _force(
    position: Pos,
    seat: Seat,
    what: str,
    strength: int,
    units: Iterable[tuple[int, str]],
    hexes: Iterable[int],
) -> Force:
    game = position.game
    return Force(
        seat=seat,
        title=f"{game.seat_title(seat)} {what}",
        strength=str(strength),
        units=tuple((game.units[unit].id, text) for unit, text in units),
        hexes=tuple(game.grid.label(hex) for hex in hexes),
    )
