"""Who says so: how many rows of each file the rule book states, how many are facts, and how many are ours."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from enum import Enum

import msgspec

from grognard.packs.document import parse_document
from grognard.packs.layers import TERRAIN_CHANGES, TERRAIN_TEXT, PackLayers
from grognard.packs.pack import PALETTE
from grognard.packs.problem import Problems
from grognard.packs.rows import FREE_COLUMNS
from grognard.packs.source import Source, SourceKind, parse_sources
from grognard.packs.terrain import TERRAIN, read_grid, read_terrain
from grognard.packs.tomlplaces import KeyPath


class Standing(Enum):
    """What a row rests on, by all of its sources together."""

    STATED = "rule book"
    COMPLETED = "rule book, completed by us"
    FACT = "history or geography"
    DESIGNED = "design"
    PRINTED = "printed copy"


class FileSources(msgspec.Struct, frozen=True):
    """How the rows of one file stand; for a document, its tables."""

    file: str
    rows: int
    standings: Mapping[Standing, int]


def standing(sources: Iterable[Source]) -> Standing:
    """What a row with these sources rests on.

    >>> standing(parse_sources("history:haupt; design"))
    <Standing.FACT: 'history or geography'>
    """
    kinds = {source.kind for source in sources}
    if SourceKind.PRINTED in kinds:
        return Standing.PRINTED
    if SourceKind.RULEBOOK in kinds:
        return Standing.STATED if len(kinds) == 1 else Standing.COMPLETED
    return Standing.DESIGNED if kinds == {SourceKind.DESIGN} else Standing.FACT


def provenance(layers: PackLayers) -> tuple[FileSources, ...]:
    """How the rows of every file stand, with all layers merged; raises `PackError` for a broken pack."""
    found = []
    with Problems() as problems:
        for file, sources in _files(layers, problems):
            counts = Counter(standing(parse_sources(text)) for text in sources if text)
            found.append(FileSources(file, sum(counts.values()), counts))
    return tuple(found)


def _files(layers: PackLayers, problems: Problems) -> Iterator[tuple[str, list[str]]]:
    for file in layers.file_names:
        if file.endswith(".csv") and file != TERRAIN_CHANGES:
            yield file, [row.text("source") for row in layers.table(file, problems).rows]
        elif file.endswith(".toml") and file != PALETTE:
            yield file, _document_sources(layers, file, problems)
    if TERRAIN_TEXT in layers and (grid := read_grid(layers, problems)) is not None:
        yield TERRAIN, [row.text("source") for row in read_terrain(layers, grid, problems).values()]


def _document_sources(layers: PackLayers, file: str, problems: Problems) -> list[str]:
    """The source of every table of a document: that of the upper layer which says something in it."""
    merged = dict(_table_sources(layers.raw_document(file, problems).values, "", ()))
    written: dict[KeyPath, str] = {}
    for pack in layers.holders(file):
        written |= _table_sources(parse_document(pack.text(file), file, Problems()).values, "", ())
    return [written.get(path, source) for path, source in merged.items()]


def _table_sources(value: object, inherited: str, path: KeyPath) -> Iterator[tuple[KeyPath, str]]:
    """Every table that has values of its own, with its source or that of the table around it."""
    if isinstance(value, Mapping):
        source = str(value.get("source", inherited))
        tables = {key: each for key, each in value.items() if isinstance(each, Mapping) or _is_tables(each)}
        if value.keys() - tables.keys() - {*FREE_COLUMNS}:
            yield path, source
        for key, each in tables.items():
            yield from _table_sources(each, source, (*path, key))
    elif isinstance(value, list):
        for number, each in enumerate(value):
            name = each.get("id") if isinstance(each, Mapping) else None
            yield from _table_sources(each, inherited, (*path, name if isinstance(name, str) else number))


def _is_tables(value: object) -> bool:
    return isinstance(value, list) and any(isinstance(each, Mapping) for each in value)
