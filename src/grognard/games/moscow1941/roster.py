"""The counters of a scenario in flat columns, so that rules look up facts by number."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.core import Order, Seat
from grognard.games.moscow1941.components import (
    Components,
    Scenario,
    Side,
    Trait,
    Unit,
    UnitType,
    entry_units,
)
from grognard.games.moscow1941.orders import UNIT_MOVES
from grognard.games.moscow1941.state import SEATS

CONCENTRATING = (UnitType.ARMOR, UnitType.MOTORIZED)
"""13.1.1: of the Soviets only armoured and mechanized corps concentrate; divisions of the Axis all do."""


class Roster:
    """Facts about the counters of a scenario that never change."""

    def __init__(self, components: Components, scenario: Scenario) -> None:
        self.units: tuple[Unit, ...] = tuple(_units(components, scenario))
        numbers = range(len(self.units))
        self.unit_index = {unit.id: number for number, unit in enumerate(self.units)}
        self.owner = tuple(Seat(unit.side.value) for unit in self.units)
        self.units_of = {seat: tuple(unit for unit in numbers if self.owner[unit] == seat) for seat in SEATS}
        self.regular = tuple(unit.is_regular for unit in self.units)
        self.motorized = tuple(unit.is_motorized for unit in self.units)
        self.towed_gun = tuple(unit.is_artillery and unit.towed for unit in self.units)
        self.falls_alone = tuple(
            gun or unit.is_headquarters for gun, unit in zip(self.towed_gun, self.units, strict=True)
        )  # 6.1.7, 9.1.5
        self.movable = tuple(unit.trait is not Trait.RESILIENCE_GROUP for unit in self.units)  # 15.2.1
        self.fights = tuple(unit.is_regular and not unit.towed for unit in self.units)  # 5.1.10
        self.concentrates = tuple(_concentrates(unit) for unit in self.units)
        self.guns_of = {
            seat: tuple(unit for unit in self.units_of[seat] if self.units[unit].is_artillery)
            for seat in SEATS
        }
        self.headquarters_of = {
            seat: tuple(unit for unit in self.units_of[seat] if self.units[unit].is_headquarters)
            for seat in SEATS
        }
        nations = components.nations
        self.headquarters_range = tuple(nations[unit.nation].headquarters_range for unit in self.units)
        self.supply_points = tuple(nations[unit.nation].supply_points for unit in self.units)
        self.morale_limit = tuple(components.morale[unit.morale].limit for unit in self.units)
        self.activations: tuple[Order, ...] = tuple(UNIT_MOVES(number) for number in numbers)


def _units(components: Components, scenario: Scenario) -> Iterable[Unit]:
    """The counters of the set-up, the reinforcements and the reserves, each once."""
    names = [unit.id for row in scenario.setup for unit in entry_units(components, row)]
    names += [
        unit.id
        for row in scenario.reinforcements
        for name in row.units
        for unit in components.units_named(name)
    ]
    names += [
        unit.id
        for reserve in scenario.file.reserves
        for name in reserve.units
        for unit in components.units_named(name)
    ]
    return (components.units[name] for name in dict.fromkeys(names))


def _concentrates(unit: Unit) -> bool:
    if not unit.parent or unit.is_headquarters:
        return False
    return unit.side is Side.AXIS or unit.type in CONCENTRATING
