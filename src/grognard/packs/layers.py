"""A pack together with the packs it is based on, read as one.

    layers = open_pack("mine", resolve)
    with Problems() as problems:
        units = layers.rows("units.csv", UnitRow, problems)
        scenario = layers.document("scenarios/typhoon.toml", Scenario, problems)

Every cell remembers the pack, file and line it comes from. Rows come in the order of their keys,
whatever their order in the files, so that packs with the same digest play the same game.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import reduce
from pathlib import Path
from types import MappingProxyType
from typing import TypeAlias, TypeVar

import msgspec

from grognard.packs.document import (
    Document,
    LocatedDocument,
    check_document_sources,
    parse_document,
    typed_document,
)
from grognard.packs.manifest import Manifest, inherit
from grognard.packs.overlay import keyed, overlay_document, overlay_table, row_key
from grognard.packs.pack import MANIFEST, PALETTE, Pack, load_pack
from grognard.packs.problem import PackError, Problem, Problems, did_you_mean
from grognard.packs.rows import Located, check_sources, typed_rows
from grognard.packs.table import Table, parse_table

RowT = TypeVar("RowT", bound=msgspec.Struct)
T = TypeVar("T")

Resolver: TypeAlias = Callable[[str], Path | None]
"""Finds the directory of a pack that is known by id, or says None."""

_DEEPEST = 16
_NUMBER = re.compile(r"([0-9]{1,9})")
_MAP_KEYS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "map/terrain.csv": ("hex",),
        "map/labels.csv": ("text", "at"),
        "map/facts.csv": ("hex", "what", "value"),
    }
)
TERRAIN_TEXT = "map/terrain.txt"
TERRAIN_CHANGES = "map/terrain.csv"
ALWAYS_WELCOME = (TERRAIN_TEXT, PALETTE, *_MAP_KEYS)


@dataclass(frozen=True, slots=True)
class PackLayers:
    """Packs laid over one another, the base first; together they read like one pack."""

    packs: tuple[Pack, ...]
    manifest: Manifest

    @property
    def id(self) -> str:
        """The id of the uppermost pack."""
        return self.manifest.pack.id

    @property
    def title(self) -> str:
        """The title of the uppermost pack."""
        return self.manifest.pack.title

    @property
    def game(self) -> str:
        """The id of the game that the components belong to."""
        return self.manifest.pack.game

    @property
    def legend(self) -> frozenset[str]:
        """The keys of the `[sources]` legend."""
        return frozenset(self.manifest.sources)

    @property
    def manifest_file(self) -> str:
        """What errors call the uppermost pack.toml."""
        return self.packs[-1].name(MANIFEST)

    @property
    def file_names(self) -> tuple[str, ...]:
        """The data files of all layers, sorted."""
        return tuple(sorted({name for pack in self.packs for name in pack.data_files}))

    def __contains__(self, file: object) -> bool:
        return any(file in pack.files for pack in self.packs)

    def holders(self, file: str) -> tuple[Pack, ...]:
        """The packs whose version of a file counts, the lowest first."""
        holders = [pack for pack in self.packs if file in pack.files]
        whole = [
            at for at, pack in enumerate(holders) if pack.manifest.pack.merge == "files" or file == PALETTE
        ]
        return tuple(holders[whole[-1] :] if whole else holders)

    def rows(self, file: str, row_type: type[RowT], problems: Problems) -> list[Located[RowT]]:
        """The typed rows of a CSV file, in the order of their keys."""
        return typed_rows(self.table(file, problems), row_type, problems)

    def table(self, file: str, problems: Problems) -> Table:
        """The raw rows of a CSV file, in the order of their keys; the file may be one that is missing."""
        tables = [
            parse_table(text, name, problems, pack=pack) for text, name, pack in self._texts(file, problems)
        ]
        tables = [table for table in tables if table.columns]
        if not tables:
            return Table(file)
        key = self.key_columns(file, tables[0].columns)
        for table in tables:
            check_sources(table, self.legend, problems)
        tables = [Table(t.file, t.columns, t.rows, t.header_line, key) for t in tables]
        first = tables[0]
        lowest = Table(
            first.file, first.columns, tuple(keyed(first, problems).values()), first.header_line, key
        )
        merged = reduce(lambda below, above: overlay_table(below, above, problems), tables[1:], lowest)
        rows = sorted(merged.rows, key=lambda row: natural(row_key(row, key)))
        return Table(merged.file, merged.columns, tuple(rows), merged.header_line, key)

    def key_columns(self, file: str, columns: Collection[str]) -> tuple[str, ...]:
        """The columns that tell the rows of a file apart."""
        declared = self.manifest.keys.get(file) or _MAP_KEYS.get(file)
        if declared:
            return declared
        return ("id",) if "id" in columns else tuple(columns)[:1]

    def document(self, file: str, kind: type[T], problems: Problems) -> LocatedDocument[T] | None:
        """A TOML file as a Struct, or None when it cannot be read."""
        before = len(problems)
        document = self.raw_document(file, problems)
        return None if len(problems) > before else typed_document(document, kind, problems)

    def raw_document(self, file: str, problems: Problems) -> Document:
        """The values of a TOML file, merged over all layers."""
        before = len(problems)
        documents = [
            parse_document(text, name, problems, pack=pack)
            for text, name, pack in self._texts(file, problems)
        ]
        if len(problems) > before:
            return Document(file)
        for document in documents if file != PALETTE else ():
            check_document_sources(document, self.legend, problems)
        return reduce(lambda below, above: overlay_document(below, above, problems), documents)

    def prose(self, file: str) -> str:
        """The text of a file of prose in the uppermost pack that has it; empty when none has."""
        holders = [pack for pack in self.packs if file in pack.files]
        return holders[-1].text(file) if holders else ""

    def _texts(self, file: str, problems: Problems) -> list[tuple[str, str, str]]:
        holders = self.holders(file)
        if not holders:
            hint = did_you_mean(file, self.file_names)
            problems.add(Problem(self.packs[-1].name(file), expected="this file in the pack", hint=hint))
        texts = []
        for pack in holders:
            try:
                texts.append((pack.text(file), pack.name(file), pack.id))
            except PackError as error:
                problems.extend(error.problems)
        return texts


def open_pack(name_or_path: str, resolve: Resolver) -> PackLayers:
    """Open a pack by id or by path, together with the packs it is based on.

    A name that `resolve` knows is an id; anything else is a directory. `./name` is always a directory.
    """
    directory, label = _locate(name_or_path, Path(), resolve)
    packs = [load_pack(directory, label)]
    seen = [directory]
    while base := packs[0].manifest.pack.base:
        directory, label = _locate(base, directory, resolve)
        if directory in seen or len(packs) == _DEEPEST:
            file, expected = packs[0].name(MANIFEST), "a chain of packs that comes to an end"
            raise PackError([Problem(file, 0, "pack.base", base, expected)])
        packs.insert(0, load_pack(directory, label))
        seen.append(directory)
    return lay(packs)


def _locate(name: str, beside: Path, resolve: Resolver) -> tuple[Path, str]:
    known = resolve(name) if os.sep not in name else None
    if known is not None:
        return known, name
    path = Path(os.path.normpath(beside / name))
    return path, str(path)


def lay(packs: Collection[Pack]) -> PackLayers:
    """Packs laid over one another, the base first; raises `PackError` when they do not belong together."""
    layers = PackLayers(tuple(packs), reduce(inherit, (pack.manifest for pack in packs)))
    with Problems() as problems:
        _check_games(layers, problems)
        _check_files(layers, problems)
    return layers


def _check_games(layers: PackLayers, problems: Problems) -> None:
    if not layers.game:
        problems.add(Problem(layers.manifest_file, 0, "pack.game", expected="the id of a game"))
    for pack in layers.packs:
        game = pack.manifest.pack.game
        if game and game != layers.game:
            expected = f"the game of the pack on top, {layers.game}"
            problems.add(Problem(pack.name(MANIFEST), 0, "pack.game", game, expected))


def _check_files(layers: PackLayers, problems: Problems) -> None:
    """A change to a file that the base does not have is most likely a misspelt name."""
    known = set(layers.packs[0].data_files)
    for pack in layers.packs[1:]:
        for name in pack.data_files:
            hint = did_you_mean(name, known)
            if name not in known and name not in ALWAYS_WELCOME and not name.startswith("scenarios/"):
                problems.add(
                    Problem(pack.name(name), found=name, expected="a file that the base has", hint=hint)
                )
        known.update(pack.data_files)


def natural(key: tuple[str, ...]) -> tuple[object, ...]:
    """A sort key that puts numbers in the order of their size: 2 before 10."""
    return tuple(
        tuple((0, int(part), "") if at % 2 else (1, 0, part) for at, part in enumerate(_NUMBER.split(text)))
        for text in key
    )
