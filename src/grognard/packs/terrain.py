"""The grid of a pack and the terrain of its hexes, through all layers."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from grognard.board.grid import Grid, GridSpec
from grognard.packs.hexes import grid_lines
from grognard.packs.layers import TERRAIN_CHANGES, TERRAIN_TEXT, PackLayers
from grognard.packs.maprows import TerrainRow
from grognard.packs.overlay import keyed
from grognard.packs.pack import MANIFEST, Pack
from grognard.packs.problem import PackError, Problem, Problems, did_you_mean, one_of
from grognard.packs.rows import check_source, check_sources, typed_rows
from grognard.packs.table import RawRow, Table, parse_table
from grognard.packs.textmap import NO_TERRAIN, TextMap, parse_text_map, read_cells

TERRAIN = "map/terrain"
"""The name under which the terrain of all layers together is shown."""


@lru_cache(maxsize=16)
def _grid(spec: GridSpec) -> Grid:
    return Grid(spec)


def read_grid(layers: PackLayers, problems: Problems) -> Grid | None:
    """The grid that pack.toml describes, or None after noting why there is none."""
    if layers.manifest.grid is None:
        problems.add(
            Problem(layers.manifest_file, 0, "grid", expected="a table [grid] with the sheets of the map")
        )
        return None
    try:
        return _grid(layers.manifest.grid)
    except ValueError as error:
        pack = next(pack for pack in reversed(layers.packs) if pack.manifest.grid is not None)
        problems.add(Problem(pack.name(MANIFEST), pack.grid_line, "grid", str(error), "a grid"))
        return None


def read_terrain(layers: PackLayers, grid: Grid, problems: Problems) -> dict[str, RawRow]:
    """A row with the terrain of each hex, by label: the cells `hex`, `terrain` and `source`.

    Every layer may bring a whole `map/terrain.txt`, and single hexes in `map/terrain.csv` on top of it.
    """
    terrain: dict[str, RawRow] = {}
    found = False
    for pack in layers.packs:
        try:
            if TERRAIN_TEXT in pack.files:
                found = True
                terrain = _from_text(layers, pack, grid.spec, problems)
            if TERRAIN_CHANGES in pack.files:
                terrain |= _from_table(layers, pack, terrain, problems)
        except PackError as error:
            problems.extend(error.problems)
    if not found:
        problems.add(Problem(layers.packs[0].name(TERRAIN_TEXT), expected="this file in the pack"))
    _check_kinds(layers, terrain, problems)
    return terrain


def _check_kinds(layers: PackLayers, terrain: Mapping[str, RawRow], problems: Problems) -> None:
    kinds = {*layers.manifest.kinds.terrain, NO_TERRAIN}
    first_of: dict[str, str] = {}
    for label, row in terrain.items():
        first_of.setdefault(row.text("terrain"), label)
    for kind, label in first_of.items():
        if kind not in kinds:
            row, expected = terrain[label], f"a kind of [kinds.terrain] in pack.toml, {one_of(sorted(kinds))}"
            problems.add(Problem(row.file, row.line, label, kind, expected, did_you_mean(kind, kinds)))


def _from_text(layers: PackLayers, pack: Pack, spec: GridSpec, problems: Problems) -> dict[str, RawRow]:
    name = pack.name(TERRAIN_TEXT)
    text_map = parse_text_map(pack.text(TERRAIN_TEXT), name, problems, pack=pack.id)
    for line in text_map.lines:
        check_source(line.source, layers.legend, problems)
    return read_cells(text_map, _labels_in_order(text_map, spec, problems), problems)


def _labels_in_order(text_map: TextMap, spec: GridSpec, problems: Problems) -> dict[str, tuple[str, ...]]:
    lines = grid_lines(spec)
    if text_map.order is None:
        return lines
    ends = {(sheet.first_place, sheet.last_place) for sheet in spec.sheets}
    if text_map.order[::-1] in ends:
        return {name: labels[::-1] for name, labels in lines.items()}
    if text_map.order not in ends:
        expected = " or ".join(f"{last}-{first}" for first, last in sorted(ends))
        found = f"{text_map.order[0]}-{text_map.order[1]}"
        problems.add(Problem(text_map.file, 0, "places", found, f"the places of a line, {expected}"))
    return lines


def _from_table(
    layers: PackLayers, pack: Pack, below: Mapping[str, RawRow], problems: Problems
) -> dict[str, RawRow]:
    table = parse_table(pack.text(TERRAIN_CHANGES), pack.name(TERRAIN_CHANGES), problems, pack=pack.id)
    table = Table(table.file, table.columns, table.rows, table.header_line, ("hex",))
    check_sources(table, layers.legend, problems)
    keyed(table, problems)
    changes: dict[str, RawRow] = {}
    for row in typed_rows(table, TerrainRow, problems):
        if below and row.row.hex not in below:
            problems.add(row.problem("hex", "a hex of the map", hint=did_you_mean(row.row.hex, below)))
        else:
            changes[row.row.hex] = row.raw
    return changes
