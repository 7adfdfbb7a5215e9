"""pack.toml: who a pack is, what it is based on, its grid, its sources and the words its map uses."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec

from grognard.board.grid import GridSpec

Identifier: TypeAlias = Annotated[str, msgspec.Meta(pattern=r"^[a-z0-9][a-z0-9-]*$", max_length=64)]
Merge: TypeAlias = Literal["cells", "files"]


class Header(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The `[pack]` table.

    `base` is the id or the path of the pack that this one changes. With `merge = "cells"` the files here hold
    only what is different; with `merge = "files"` a file here takes the place of the base's file.
    """

    id: Identifier
    title: str
    version: str = "1"
    game: str = ""
    base: str = ""
    merge: Merge = "cells"
    summary: str = ""


class SourceNote(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One entry of the `[sources]` legend: what a source key stands for."""

    title: str
    licence: str = ""
    credit: str = ""


class Kind(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A word that the map files use, such as the terrain `forest` or the link `main`.

    `flows` is for hexsides that form a river; `water` is for terrain in which a river may end;
    `bridge` is for links: the kind of bridge on which they cross what flows.
    """

    title: str
    flows: bool = False
    water: bool = False
    bridge: str = ""


class Kinds(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The `[kinds]` tables: every word that may stand in a `kind` column, by sort of feature."""

    terrain: dict[str, Kind] = {}
    side: dict[str, Kind] = {}
    bridge: dict[str, Kind] = {}
    link: dict[str, Kind] = {}
    place: dict[str, Kind] = {}
    zone: dict[str, Kind] = {}
    label: dict[str, Kind] = {}


class Manifest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All of pack.toml.

    `keys` names the columns that tell the rows of a file apart, where that is not `id` or the first column;
    `columns` names the columns that a game adds to a map file.
    """

    pack: Header
    grid: GridSpec | None = None
    sources: dict[str, SourceNote] = {}
    kinds: Kinds = Kinds()
    keys: dict[str, tuple[str, ...]] = {}
    columns: dict[str, tuple[str, ...]] = {}


def inherit(base: Manifest, own: Manifest) -> Manifest:
    """The manifest of a pack that changes another: its own words, and the base's where it has none."""
    return Manifest(
        pack=msgspec.structs.replace(own.pack, game=own.pack.game or base.pack.game),
        grid=own.grid or base.grid,
        sources={**base.sources, **own.sources},
        kinds=Kinds(
            **{
                name: {**getattr(base.kinds, name), **getattr(own.kinds, name)}
                for name in Kinds.__struct_fields__
            }
        ),
        keys={**base.keys, **own.keys},
        columns={**base.columns, **own.columns},
    )
