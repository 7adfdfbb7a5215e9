"""The table: a game with its history, its dice and its record, open to whoever sits down."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeAlias

import msgspec

from grognard.core import CHANCE, Event, IllegalOrder, Order, Record, RecordEntry, Seat, Timeline
from grognard.core.game import AnyGame
from grognard.core.order import shorten
from grognard.core.record import RECORD_VERSION
from grognard.core.refusal import NotPlayable, RecordError
from grognard.core.timeline import AnyPosition
from grognard.games import find, load
from grognard.table.chance import Fate, fate_of

Loader: TypeAlias = Callable[[str, str, Mapping[str, str], str | Path | None], AnyGame]


class Table:
    """One game being played.

    Orders are checked, dice that come due after them are rolled at once, and the record keeps the comments
    and headers of the file it was opened from.
    """

    def __init__(
        self, timeline: Timeline, headers: Mapping[str, str] | None = None, fate: Fate | None = None
    ) -> None:
        self.timeline = timeline
        self.fate = fate or Fate()
        self._old = Record(dict(headers or {}))

    @staticmethod
    def open(record: Record, game: AnyGame | None = None, pack: str | Path | None = None) -> Table:
        """The table as a record left it; raises `RecordError` when the record does not replay."""
        game = game or open_game(record, pack)
        _check_pack(record, game)
        table = Table(record.replay(game), fate=fate_of(record.headers))
        table._old = record
        return table

    @property
    def game(self) -> AnyGame:
        """The game that is played."""
        return self.timeline.game

    @property
    def position(self) -> AnyPosition:
        """The position on the table."""
        return self.timeline.position

    @property
    def headers(self) -> Mapping[str, str]:
        """What the record says about itself: players, seed, and whatever its owner wrote."""
        return self._old.headers

    def submit(self, order: Order | str, seat: Seat | None = None) -> tuple[Event, ...]:
        """Carry out an order of a player and roll the dice that come due.

        Orders of chance are refused: the table rolls its own dice.
        """
        order = self.game.parse(order) if isinstance(order, str) else order
        if seat == CHANCE:
            raise IllegalOrder("", "the table rolls the dice itself")
        return (*self.roll(), *self.timeline.submit(order, seat), *self.roll())

    def roll(self) -> tuple[Event, ...]:
        """Let fate answer as long as it is its turn; what happened."""
        events: list[Event] = []
        number = sum(entry.seat == CHANCE for entry in self.timeline.entries)
        while self.position.seat == CHANCE:
            outcomes = self.position.decision.outcomes
            assert outcomes is not None
            events.extend(self.timeline.submit(self.fate.throw(outcomes, number), CHANCE))
            number += 1
        return tuple(events)

    # --- taking back ----------------------------------------------------------------------------

    def last_mover(self) -> Seat | None:
        """The player who gave the last order; None before the first one."""
        movers = (entry.seat for entry in reversed(self.timeline.entries) if entry.seat != CHANCE)
        return next(movers, None)

    def undo(self, seat: Seat | None = None, agreed: bool = False) -> tuple[str, ...]:
        """Take back the last order of a player; with `agreed`, also what the dice made of it.

        Returns the texts of the orders taken back, the last one first.
        """
        seat = seat or self.last_mover()
        if seat is None:
            raise IllegalOrder("", "nothing has been ordered yet")
        if not agreed or self.timeline.free_undo(seat):
            return (self.game.text(self.timeline.undo(seat).order),)
        entries = self.timeline.entries
        back = next((n for n in range(len(entries) - 1, -1, -1) if entries[n].seat == seat), None)
        if back is None:
            raise IllegalOrder("", f"{self.game.seat_title(seat)} has ordered nothing yet")
        return self.undo_to(back)

    def undo_to(self, moment: int) -> tuple[str, ...]:
        """Go back to the moment after so many orders, as all players agree."""
        taken = tuple(self.game.text(entry.order) for entry in reversed(self.timeline.entries[moment:]))
        self.timeline.undo_to(moment, self.game.seats)
        return taken

    # --- the record -----------------------------------------------------------------------------

    def record(self, headers: Mapping[str, str] | None = None) -> Record:
        """The game so far, with the comments and headers that were there before, and with those given."""
        fresh, old = Record.of(self.timeline), self._old
        kept = 0
        for mine, theirs in zip(fresh.entries, old.entries, strict=False):
            if (mine.seat, mine.order) != (theirs.seat, theirs.order):
                break
            kept += 1
        entries = [*(_with_comments(*pair) for pair in zip(fresh.entries[:kept], old.entries, strict=False))]
        entries += fresh.entries[kept:]
        after = old.after
        if kept < len(entries) and after:
            entries[kept] = msgspec.structs.replace(entries[kept], before=after)
            after = ()
        known = {name: value for name, value in old.headers.items() if name != "Result"}
        return Record({**known, **fresh.headers, **(headers or {})}, tuple(entries), after)


def _with_comments(entry: RecordEntry, old: RecordEntry) -> RecordEntry:
    return msgspec.structs.replace(entry, before=old.before, comment=old.comment)


def open_game(record: Record, pack: str | Path | None = None, load: Loader = load) -> AnyGame:
    """The game of a record: its game, pack, scenario and options; raises `RecordError` when there is none.

    A pack that is not built in is named by the caller, or looked for by its id. `load` may take the game from
    where it is kept.
    """
    headers = record.headers
    if headers.get("Grognard") != RECORD_VERSION:
        raise RecordError(0, f"expected a record of version {RECORD_VERSION}")
    options = {
        name.removeprefix("Option."): value for name, value in headers.items() if name.startswith("Option.")
    }
    try:
        module = find(headers["Game"])
        wanted = pack or _pack_of(headers.get("Pack", ""), module.id)
        return load(headers["Game"], headers["Scenario"], options, wanted)
    except NotPlayable as error:
        raise RecordError(0, str(error)) from None


def _check_pack(record: Record, game: AnyGame) -> None:
    """A game is played to its end with the components it was begun with."""
    begun_with = record.headers.get("PackDigest", game.pack_digest)
    if begun_with != game.pack_digest:
        short, now = shorten(begun_with, 13), shorten(game.pack_digest, 13)
        why = f"the pack {game.pack} has changed since this game was begun (PackDigest {short}, now {now})"
        raise RecordError(0, why)


def _pack_of(name: str, game: str) -> str | None:
    return None if name in ("", game) else name
