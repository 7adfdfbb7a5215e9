"""The shelf: component packs that the owner of a server has put into one folder.

Visitors choose among them by id and can name nothing else: no path of theirs is ever opened.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from grognard.core import RecordError
from grognard.core.refusal import NotPlayable
from grognard.games import find, open_layers
from grognard.packs import PackError
from grognard.packs.pack import MANIFEST


class PackRef(NamedTuple):
    """A pack to read: its folder, or nothing for the game's own; `stamp` changes when its files do."""

    path: str = ""
    stamp: int = 0


BUILT_IN = PackRef()


class PackOnShelf(NamedTuple):
    """A pack as a list shows it; with a problem it cannot be played."""

    id: str
    title: str
    summary: str
    problem: str


class Shelf:
    """The packs in a folder; None for a server that has only the games' own."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder

    def packs(self, game: str) -> tuple[PackOnShelf, ...]:
        """The packs for a game, those with faults too."""
        return tuple(self._look(game, folder) for folder in self._folders(game).values())

    def find(self, game: str, id: str) -> PackRef:
        """A pack for a game by its id; raises `NotPlayable` when there is none."""
        if id in ("", find(game).id):
            return BUILT_IN
        folder = self._folders(game).get(id)
        if folder is None:
            raise NotPlayable(f"this server has no pack of that id for {find(game).id}")
        files = (path for path in folder.rglob("*") if path.is_file())
        return PackRef(str(folder), max(path.stat().st_mtime_ns for path in files))

    def without_folder(self, text: str) -> str:
        """What visitors may read of a fault in a pack: not where the owner keeps it."""
        return text.replace(f"{self._folder}/", "") if self._folder else text

    def of_record(self, headers: Mapping[str, str]) -> PackRef:
        """The pack that a record was played with; raises `RecordError` when it is not here."""
        try:
            return self.find(headers.get("Game", ""), headers.get("Pack", ""))
        except NotPlayable as error:
            raise RecordError(0, str(error)) from None

    def _folders(self, game: str) -> dict[str, Path]:
        """The folders of a game's packs by their ids."""
        if self._folder is None or not self._folder.is_dir():
            return {}
        found: dict[str, Path] = {}
        for folder in sorted(self._folder.iterdir()):
            if (folder / MANIFEST).is_file():
                try:
                    found.setdefault(open_layers(find(game), folder).id, folder)
                except PackError:
                    found.setdefault(folder.name, folder)
                except NotPlayable:
                    continue  # a pack for another game
        return found

    def _look(self, game: str, folder: Path) -> PackOnShelf:
        try:
            layers = open_layers(find(game), folder)
            find(game).read_components(layers)
        except PackError as error:
            first, *others = str(error).splitlines()
            more = f" (and {len(others)} more)" if others else ""
            return PackOnShelf(folder.name, folder.name, "", self.without_folder(first) + more)
        header = layers.manifest.pack
        return PackOnShelf(header.id, header.title, header.summary, "")
