"""Demands on what is fought for: C-M08 on the cities and C-M09 on villages and victory points."""

from __future__ import annotations

from grognard.board.bits import Shifter, bit, bits_of, count
from grognard.board.model import Board, Place
from grognard.games.moscow1941.checks.answer import PLACES, scenario_file, setup_file
from grognard.games.moscow1941.checks.counters import STACK_LIMIT
from grognard.games.moscow1941.checks.map import front_area
from grognard.games.moscow1941.components import Components, Objective, Scenario, entry_units, hexes_named
from grognard.packs.constraint import Constraint, Fault, answer

CITIES = ("moscow", "klin", "kalinin")
MARGIN = 5
"""Victory points by which the highest band has to be within reach."""


def cities(components: Components) -> Constraint:
    """C-M08: the cities are of several hexes in one piece, and Moscow can hold its garrison."""
    board = components.board
    faults, sizes = [], []
    for name in CITIES:
        place = board.places.get(name)
        hexes = len(place.hexes) if place else 0
        sizes.append(f"{name} {hexes}")
        if place is None or hexes < 2 or place.kind != "city":
            column = "kind" if hexes > 1 else "hexes"
            faults.append(Fault(f"{name} is no city of two or more hexes", PLACES, name, column))
        elif not _connected(board, place):
            faults.append(Fault(f"{name} is not in one piece", PLACES, name, "hexes"))
    for scenario in components.scenarios.values():
        faults += _garrison_faults(components, scenario)
    return answer("C-M08", "Hexes of Moscow, Klin and Kalinin", len(CITIES), ", ".join(sizes), faults)


def _connected(board: Board, place: Place) -> bool:
    shifter = Shifter(board.grid)
    reached = bit(place.hexes[0])
    while (further := shifter.expand(reached) & place.area) != reached:
        reached = further
    return reached == place.area


def _garrison_faults(components: Components, scenario: Scenario) -> list[Fault]:
    faults = []
    for name in CITIES:
        place = components.board.places.get(name)
        room = STACK_LIMIT * len(place.hexes) if place else 0
        rows = [row for row in scenario.setup if row.at == (name,)]
        levels = sum(unit.cel for row in rows for unit in entry_units(components, row))
        levels -= sum(row.reduction for row in rows)
        if levels > room:
            says = f"{scenario.id}: {levels} levels in {name}, which holds {room}"
            faults.append(Fault(says, setup_file(scenario.id), rows[-1].id, "units"))
    return faults


def villages(components: Components) -> Constraint:
    """C-M09: the highest victory is within reach, and an attacker who does nothing loses."""
    board = components.board
    towns = [place for place in board.places.values() if place.kind == "town" and len(place.hexes) == 1]
    details = [f"{len(towns)} villages"]
    # Terrain table, note 1: an area of two or more town hexes is a city.
    faults = [
        Fault(
            f"{place.id} is a town of {len(place.hexes)} hexes, which makes it a city",
            PLACES,
            place.id,
            "hexes",
        )
        for place in board.places.values()
        if place.kind == "town" and len(place.hexes) > 1
    ]
    for scenario in components.scenarios.values():
        if scenario.file.ours:
            continue
        most, idle = _most_points(components, scenario, towns), _idle_points(components, scenario, towns)
        first, last = scenario.file.victory.scale[0], scenario.file.victory.scale[-1]
        top, bottom = last.least, first.most or 0
        file = scenario_file(scenario.id)
        details.append(f"{scenario.id}: {idle} points at the start, {most} in reach")
        if most < top + MARGIN:
            says = f"{scenario.id}: {most} points in reach, the highest band needs {top}"
            faults.append(Fault(says, file, f"victory.scale.{last.id}", "least"))
        if idle > bottom:
            says = f"{scenario.id}: {idle} points at the start, more than {bottom}"
            faults.append(Fault(says, file, f"victory.scale.{first.id}", "most"))
    return answer("C-M09", "Villages and victory points", len(towns), "; ".join(details), faults)


def _most_points(components: Components, scenario: Scenario, towns: list[Place]) -> int:
    """What the side that scores can gather short of an automatic victory by a city."""
    points = 0
    for rule in scenario.file.victory.points:
        if rule.objective is Objective.EACH_TOWN:
            points += rule.points * len(towns)
        elif rule.objective is Objective.EACH_HEX:
            points += rule.points * (len(hexes_named(components.board, rule.place)) - 1)
        else:
            points += rule.points
    return points


def _idle_points(components: Components, scenario: Scenario, towns: list[Place]) -> int:
    """What the side that scores holds before the first move."""
    own = front_area(components.board, scenario, scenario.file.victory.side)
    points = 0
    for rule in scenario.file.victory.points:
        if rule.objective is Objective.EACH_TOWN:
            points += rule.points * sum(1 for town in towns if not town.area & ~own)
        else:
            area = bits_of(hexes_named(components.board, rule.place))
            held = count(area & own) if rule.objective is Objective.EACH_HEX else int(not area & ~own)
            points += rule.points * held
    return points
