"""Reading the component files of a pack into one value."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import TypeVar

import msgspec

from grognard.board.grid import UnknownHex
from grognard.board.model import Board
from grognard.games.moscow1941.components import tables as t
from grognard.games.moscow1941.components.kinds import Star, UnitType
from grognard.games.moscow1941.components.scenarios import (
    EDGE,
    ReinforcementRow,
    Scenario,
    ScenarioFile,
    SetupRow,
)
from grognard.games.moscow1941.components.table_reading import (
    read_combat,
    read_fire,
    read_objects,
    read_terrain,
)
from grognard.games.moscow1941.components.units import Unit
from grognard.packs.document import LocatedDocument
from grognard.packs.layers import PackLayers
from grognard.packs.map import collect_board
from grognard.packs.problem import Problems, did_you_mean
from grognard.packs.rows import Located
from grognard.packs.tomlplaces import KeyPath

UNITS = "units.csv"
RowT = TypeVar("RowT", bound=msgspec.Struct)


class Components(msgspec.Struct, frozen=True, kw_only=True):
    """Everything in the box: the board, the counters, the tables and the scenarios."""

    board: Board
    units: Mapping[str, Unit]
    combat: t.CombatTable
    air_attack: t.FireTable
    artillery_fire: t.FireTable
    attack_on_objects: t.ObjectTable
    terrain: Mapping[str, t.TerrainEffect]
    nations: Mapping[str, t.NationRow]
    morale: Mapping[str, t.MoraleRow]
    stars: Mapping[Star, t.StarRow]
    unit_types: Mapping[UnitType, t.UnitTypeRow]
    markers: Mapping[str, t.MarkerRow]
    reasons: Mapping[str, t.ReasonRow]
    doubtful_cells: tuple[t.DoubtfulRow, ...]
    scenarios: Mapping[str, Scenario]

    def units_named(self, name: str) -> tuple[Unit, ...]:
        """The counter with this id, or all counters of the division with this id.

        >>> [unit.id for unit in components.units_named("7Pz")]      # doctest: +SKIP
        ['7Pz.25', '7Pz.S6', '7Pz.S7']
        """
        unit = self.units.get(name)
        if unit is not None:
            return (unit,)
        return tuple(unit for unit in self.units.values() if unit.parent == name)


def read(layers: PackLayers) -> Components:
    """All components of a pack; raises `PackError` with every problem of its files."""
    with Problems() as problems:
        board = collect_board(layers, problems)
        reader = _Reader(layers, problems, board)
        units = reader.units()
        scenarios = reader.scenarios(units)
        terrain = read_terrain(layers, problems)
        combat = read_combat(layers, problems)
        air, artillery = (read_fire(layers, name, problems) for name in ("air_attack", "artillery_fire"))
        objects = read_objects(layers, problems)
        stars = reader.rows("tables/stars.csv", t.StarRow)
        types = reader.rows("tables/unit_types.csv", t.UnitTypeRow)
        markers = reader.by_id("tables/markers.csv", t.MarkerRow)
        doubtful = reader.rows("tables/doubtful_cells.csv", t.DoubtfulRow)
        problems.raise_if_any()
    assert board is not None  # else there were problems
    return Components(
        board=board,
        units=units,
        combat=combat,
        air_attack=air,
        artillery_fire=artillery,
        attack_on_objects=objects,
        terrain=terrain,
        nations=reader.nations,
        morale=reader.morale,
        stars={row.id: row for row in stars},
        unit_types={row.id: row for row in types},
        markers=markers,
        reasons=reader.reasons,
        doubtful_cells=tuple(doubtful),
        scenarios=scenarios,
    )


class _Reader:
    """Reads rows and notes every word in them that no other file explains."""

    def __init__(self, layers: PackLayers, problems: Problems, board: Board | None) -> None:
        self.layers = layers
        self.problems = problems
        self.board = board
        self.unsure: set[str] = set()
        self.nations = self.by_id("tables/nations.csv", t.NationRow)
        self.morale = self.by_id("tables/morale.csv", t.MoraleRow)
        self.reasons = self.by_id("tables/reasons.csv", t.ReasonRow)

    def rows(self, file: str, row_type: type[RowT]) -> list[RowT]:
        """The rows of a file."""
        return [located.row for located in self.located(file, row_type)]

    def located(self, file: str, row_type: type[RowT]) -> list[Located[RowT]]:
        """The rows of a file with their places; a file with problems is noted as one that may lack rows."""
        before = len(self.problems)
        found = self.layers.rows(file, row_type, self.problems)
        if len(self.problems) > before:
            self.unsure.add(file)
        return found

    def by_id(self, file: str, row_type: type[RowT]) -> dict[str, RowT]:
        """The rows of a file by the text in their column `id`."""
        located = self.located(file, row_type)
        return {row.raw.text("id"): row.row for row in located}

    def units(self) -> dict[str, Unit]:
        """The counters by id."""
        units = {}
        for located in self.located(UNITS, Unit):
            unit = located.row
            units[unit.id] = unit
            self._known(located, "nation", (unit.nation,), self.nations, "a nation", "tables/nations.csv")
            self._known(located, "morale", (unit.morale,), self.morale, "a class", "tables/morale.csv")
            self._known(located, "reason", (unit.reason,), self.reasons, "a key", "tables/reasons.csv")
            self._check_levels(located)
        return units

    def _check_levels(self, located: Located[Unit]) -> None:
        unit = located.row
        if unit.cel == 2 and unit.sp_reduced is None:
            self.problems.add(located.problem("sp_reduced", "the strength of the weaker side", found=""))
        if unit.cel == 1 and unit.sp_reduced is not None:
            self.problems.add(located.problem("sp_reduced", "nothing for a counter with one level"))
        if unit.is_artillery and unit.defence is None:
            self.problems.add(located.problem("defence", "the second value of an artillery counter"))

    def scenarios(self, units: Mapping[str, Unit]) -> dict[str, Scenario]:
        """The scenarios by id, the earliest in the war first."""
        known = {*units, *(unit.parent for unit in units.values() if unit.parent)}
        files = [
            file
            for file in self.layers.file_names
            if file.startswith("scenarios/") and file.endswith(".toml")
        ]
        found = [scenario for file in files if (scenario := self._scenario(file, known)) is not None]
        return {
            scenario.id: scenario
            for scenario in sorted(found, key=lambda each: (each.file.first_day, each.id))
        }

    def _scenario(self, file: str, known: Collection[str]) -> Scenario | None:
        stem = file.removesuffix(".toml")
        setup = self.layers.rows(f"{stem}_setup.csv", SetupRow, self.problems)
        arrivals_file = f"{stem}_reinforcements.csv"
        arrivals = (
            self.layers.rows(arrivals_file, ReinforcementRow, self.problems)
            if arrivals_file in self.layers
            else []
        )
        for row in setup:
            self._known(row, "units", row.row.units, known, "a unit or division", UNITS)
            self._places(row, "at", row.row.at)
        for arrival in arrivals:
            self._known(arrival, "units", arrival.row.units, known, "a unit or division", UNITS)
            self._places(arrival, "at", (arrival.row.at,))
            self._places(arrival, "alternates", arrival.row.alternates)
        located = self.layers.document(file, ScenarioFile, self.problems)
        if located is None:
            return None
        self._check_scenario(located, known)
        return Scenario(located.value, tuple(row.row for row in setup), tuple(row.row for row in arrivals))

    def _check_scenario(self, located: LocatedDocument[ScenarioFile], known: Collection[str]) -> None:
        for path, place in _places_named(located.value):
            expected = self._place_wanted(place)
            if expected:
                self.problems.add(located.problem(path, expected, found=place))
        for number, counter in enumerate(located.value.air):
            if counter.nation and counter.nation not in self.nations:
                hint = did_you_mean(counter.nation, self.nations)
                wanted = "a nation of tables/nations.csv"
                self.problems.add(
                    located.problem(("air", number, "nation"), wanted, found=counter.nation, hint=hint)
                )
        for number, reserve in enumerate(located.value.reserves):
            for name in reserve.units if UNITS not in self.unsure else ():
                if name not in known:
                    path = ("reserves", number, "units")
                    hint = did_you_mean(name, known)
                    wanted = "a unit or division of units.csv"
                    self.problems.add(located.problem(path, wanted, found=name, hint=hint))
        self._zone(located, ("front", "axis"), located.value.front.axis)
        self._zone(located, ("front", "soviet"), located.value.front.soviet)
        if located.value.area:
            self._zone(located, ("area",), located.value.area)

    def _zone(self, located: LocatedDocument[ScenarioFile], path: KeyPath, zone: str) -> None:
        if self.board is not None and zone not in self.board.zones:
            hint = did_you_mean(zone, self.board.zones)
            self.problems.add(located.problem(path, "a zone of map/zones.csv", found=zone, hint=hint))

    def _known(
        self,
        located: Located[RowT],
        column: str,
        names: Iterable[str],
        known: Collection[str],
        what: str,
        file: str,
    ) -> None:
        """Note the names that a file does not explain; one that has problems itself is not blamed twice."""
        for name in names if file not in self.unsure else ():
            if name not in known:
                hint = did_you_mean(name, known)
                self.problems.add(located.problem(column, f"{what} of {file}", found=name, hint=hint))

    def _places(self, located: Located[RowT], column: str, names: Iterable[str]) -> None:
        for name in names:
            expected = self._place_wanted(name)
            if expected:
                self.problems.add(located.problem(column, expected, found=name))

    def _place_wanted(self, name: str) -> str:
        """What should stand in place of a name that is no hex, place or edge; empty when it is one."""
        if self.board is None or name in self.board.places:
            return ""
        if name.startswith(EDGE):
            known = name.removeprefix(EDGE) in self.board.grid.edges
            return "" if known else "edge:north, edge:south, edge:east or edge:west"
        try:
            return "" if self.board.terrain[self.board.grid.hex(name)] else "a hex of the map"
        except UnknownHex:
            hint = did_you_mean(name, self.board.places)
            return "a hex, or a place of map/places.csv" + (f" ({hint.rstrip('?')})" if hint else "")


def _places_named(scenario: ScenarioFile) -> list[tuple[KeyPath, str]]:
    """Every word of a scenario that names a place, with its key path."""
    found: list[tuple[KeyPath, str]] = []
    for side, rules in (("axis", scenario.sides.axis), ("soviet", scenario.sides.soviet)):
        found += [(("sides", side, "supply"), name) for name in rules.supply]
    for number, reserve in enumerate(scenario.reserves):
        found += [(("reserves", number, "entries"), name) for name in reserve.entries]
        if reserve.threatened:
            found.append((("reserves", number, "threatened"), reserve.threatened))
    found += [(("victory", "automatic", "places"), name) for name in scenario.victory.automatic.places]
    for number, rule in enumerate(scenario.victory.points):
        if rule.place:
            found.append((("victory", "points", number, "place"), rule.place))
    found += [(("stacking_exceptions",), name) for name in scenario.stacking_exceptions]
    return found
