"""Reading the component files of a pack into one value."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TypeVar

import msgspec

from grognard.board.grid import UnknownHex
from grognard.board.model import Board
from grognard.games.peaks.components import table_reading as read_table
from grognard.games.peaks.components import tables as t
from grognard.games.peaks.components.kinds import Result, UnitType
from grognard.games.peaks.components.scenarios import Scenario, ScenarioFile, SetupRow
from grognard.games.peaks.components.units import (
    AirUnit,
    CommandMarker,
    DisplayRow,
    SupportUnit,
    TokenRow,
    Unit,
    UnitRow,
    UnitTypeRow,
)
from grognard.packs.layers import PackLayers
from grognard.packs.map import collect_board
from grognard.packs.problem import Problem, Problems, did_you_mean
from grognard.packs.rows import Located

UNITS, TYPES, REASONS = "units.csv", "tables/unit_types.csv", "tables/reasons.csv"
AIR, SUPPORT, COMMAND, TOKENS = "air_units.csv", "support_units.csv", "command_markers.csv", "tokens.csv"
DISPLAYS = "displays.csv"
TURNS = "tables/turns.csv"
RowT = TypeVar("RowT", bound=msgspec.Struct)


class Components(msgspec.Struct, frozen=True, kw_only=True):
    """Everything in the box: the board, the counters, the charts and the scenarios."""

    board: Board
    units: Mapping[str, Unit]
    air: Mapping[str, AirUnit]
    support: Mapping[str, SupportUnit]
    markers: Mapping[str, CommandMarker]
    tokens: Mapping[str, TokenRow]
    displays: Mapping[str, DisplayRow]
    unit_types: Mapping[UnitType, UnitTypeRow]
    turns: tuple[t.TurnRow, ...]
    terrain: Mapping[str, t.TerrainEffect]
    assault: Mapping[int, tuple[Result, ...]]
    mobile: Mapping[int, tuple[Result, ...]]
    air_superiority: t.AirSuperiorityTable
    air_attrition: t.AirAttritionTable
    refit_table: t.RefitTable
    reasons: Mapping[str, t.ReasonRow]
    scenarios: Mapping[str, Scenario]


def read(layers: PackLayers) -> Components:
    """All components of a pack; raises `PackError` with every problem of its files."""
    with Problems() as problems:
        board = collect_board(layers, problems)
        reader = _Reader(layers, problems, board)
        units = reader.units()
        air = reader.by_id(AIR, AirUnit)
        support = reader.by_id(SUPPORT, SupportUnit)
        markers = reader.by_id(COMMAND, CommandMarker)
        tokens = reader.by_id(TOKENS, TokenRow)
        displays = reader.by_id(DISPLAYS, DisplayRow)
        turns = reader.turns()
        terrain = read_table.read_terrain(layers, problems)
        assault, mobile = (read_table.read_combat(layers, name, problems) for name in ("assault", "mobile"))
        superiority = read_table.read_air_superiority(layers, problems)
        attrition = read_table.read_air_attrition(layers, problems)
        refit = read_table.read_refit(layers, problems)
        scenarios = reader.scenarios(units)
        problems.raise_if_any()
    assert board is not None  # else there were problems
    return Components(
        board=board,
        units=units,
        air=air,
        support=support,
        markers=markers,
        tokens=tokens,
        displays=displays,
        unit_types=reader.types,
        turns=turns,
        terrain=terrain,
        assault=assault,
        mobile=mobile,
        air_superiority=superiority,
        air_attrition=attrition,
        refit_table=refit,
        reasons=reader.reasons,
        scenarios=scenarios,
    )


class _Reader:
    """Reads rows and notes every word in them that no other file explains."""

    def __init__(self, layers: PackLayers, problems: Problems, board: Board | None) -> None:
        self.layers = layers
        self.problems = problems
        self.board = board
        self.unsure: set[str] = set()
        self.types = {located.row.id: located.row for located in self.located(TYPES, UnitTypeRow)}
        self.reasons = self.by_id(REASONS, t.ReasonRow)

    def located(self, file: str, row_type: type[RowT]) -> list[Located[RowT]]:
        """The rows of a file with their places; a file with problems is noted as one that may lack rows."""
        before = len(self.problems)
        found = self.layers.rows(file, row_type, self.problems)
        if len(self.problems) > before:
            self.unsure.add(file)
        return found

    def by_id(self, file: str, row_type: type[RowT]) -> dict[str, RowT]:
        """The rows of a file by the text in their column `id`."""
        return {row.raw.text("id"): row.row for row in self.located(file, row_type)}

    def units(self) -> dict[str, Unit]:
        """The ground counters by id."""
        units = {}
        for located in self.located(UNITS, UnitRow):
            row = located.row
            self._known(located, "reason", row.reason, self.reasons, REASONS)
            if row.city and self.board is not None:
                self._known(located, "city", row.city, self.board.places, "map/places.csv")
            self._check_steps(located)
            profile = self.types.get(row.type)
            if profile is None:
                if TYPES not in self.unsure:
                    self.problems.add(located.problem("type", f"a row of {TYPES}"))
            else:
                units[row.id] = Unit(**msgspec.structs.asdict(row), profile=profile)
        return units

    def _check_steps(self, located: Located[UnitRow]) -> None:
        row = located.row
        reduced = {
            "attack_reduced": row.attack_reduced,
            "defence_reduced": row.defence_reduced,
            "movement_reduced": row.movement_reduced,
        }
        given = [column for column, value in reduced.items() if value is not None]
        if given and len(given) < len(reduced):
            missing = next(column for column in reduced if column not in given)
            self.problems.add(
                located.problem(missing, "all three values of the reduced side, or none", found="")
            )

    def turns(self) -> tuple[t.TurnRow, ...]:
        """The boxes of the turn track, in order and without a gap."""
        rows = sorted((located.row for located in self.located(TURNS, t.TurnRow)), key=lambda row: row.turn)
        if TURNS not in self.unsure and [row.turn for row in rows] != list(range(1, len(rows) + 1)):
            self.problems.add(Problem(TURNS, 0, "turn", expected="a row for each turn from 1 on"))
        return tuple(rows)

    def scenarios(self, units: Collection[str]) -> dict[str, Scenario]:
        """The scenarios by id, the shortest first."""
        found = []
        for file in self.layers.file_names:
            if file.startswith("scenarios/") and file.endswith(".toml"):
                located = self.layers.document(file, ScenarioFile, self.problems)
                if located is not None:
                    found.append(Scenario(located.value, self._setup(located.value.setup, units)))
        return {
            scenario.id: scenario
            for scenario in sorted(found, key=lambda each: (each.file.turns, each.file.id))
        }

    def _setup(self, name: str, units: Collection[str]) -> dict[str, str]:
        before = len(self.problems)
        rows = self.layers.rows(f"scenarios/{name}_setup.csv", SetupRow, self.problems)
        if len(self.problems) > before:
            return {}
        for located in rows:
            self._known(located, "unit", located.row.unit, units, UNITS)
            if self.board is not None and not self._is_hex(self.board, located.row.hex):
                self.problems.add(located.problem("hex", "a hex of the map"))
        return {located.row.unit: located.row.hex for located in rows}

    @staticmethod
    def _is_hex(board: Board, label: str) -> bool:
        try:
            return bool(board.terrain[board.grid.hex(label)])
        except UnknownHex:
            return False

    def _known(
        self, located: Located[RowT], column: str, name: str, known: Collection[str], file: str
    ) -> None:
        """Note a name that a file does not explain; one that has problems itself is not blamed twice."""
        if file not in self.unsure and name not in known:
            hint = did_you_mean(name, known)
            self.problems.add(located.problem(column, f"a row of {file}", found=name, hint=hint))
