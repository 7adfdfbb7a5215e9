"""A room: one game in memory, its one writer, and those who watch it."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime

import msgspec

from grognard.core import CHANCE, Event, Order, Record, RecordError, Seat, Timeline, View, order_pointer
from grognard.core.game import AnyGame
from grognard.core.timeline import AnyPosition
from grognard.games import find
from grognard.server import wire
from grognard.server.problems import Refused, stale
from grognard.server.store import EntryRow, Store, TableRow
from grognard.table import Table, open_game

BATCH = 500
"""Entries of the story in one answer at most."""


class Player(msgspec.Struct, frozen=True):
    """Who plays a seat of a table."""

    kind: str
    """`human` or `bot`."""
    bot: str = ""
    level: int = 0
    host: bool = False
    """Whether the host's key opens this seat."""


class Room:
    """A game being played. Every change goes through `lock`, is written, and only then told.

    In memory a room holds no more than what replaying its orders gives.
    """

    def __init__(self, store: Store, row: TableRow, table: Table, players: Mapping[str, Player]) -> None:
        self.store = store
        self.id = row.id
        self.title = row.title
        self.revision = row.revision
        self.table = table
        self.players = dict(players)
        self.lock = asyncio.Lock()
        self.wants_undo = ""
        self.samples: list[wire.Sample] = []
        self.touched = datetime.now(UTC)
        self._sample_from(0)

    # --- opening ----------------------------------------------------------------------------------

    @staticmethod
    def open(store: Store, row: TableRow) -> Room:
        """Bring a kept game back to its last moment."""
        record = Record.parse(row.opening)
        table = Table.open(record, open_game(record))
        _replay(table, store.entries(row.id))
        players = msgspec.json.decode(row.seats, type=dict[str, Player])
        return Room(store, row, table, players)

    @property
    def game(self) -> AnyGame:
        """The game that is played."""
        return self.table.game

    @property
    def position(self) -> AnyPosition:
        """The position on the table."""
        return self.table.position

    @property
    def timeline(self) -> Timeline:
        """The orders so far."""
        return self.table.timeline

    @property
    def state_id(self) -> str:
        """Changes with every change of the table."""
        return str(self.revision)

    @property
    def to_move(self) -> str:
        """Who is to decide; empty when the game is over."""
        return str(self.position.seat or "")

    def bot_to_move(self) -> Player | None:
        """The bot whose turn it is; None when a human or nobody is to decide."""
        player = self.players.get(self.to_move)
        return player if player is not None and player.kind == "bot" else None

    # --- changes ----------------------------------------------------------------------------------

    def check(self, state_id: str) -> None:
        """Refuse a change that was meant for another moment."""
        if state_id != self.state_id:
            raise stale()

    def submit(self, order: Order | str, seat: Seat) -> tuple[Event, ...]:
        """Carry out an order, roll the dice that come due, write both down. Call with the lock held."""
        length = len(self.timeline.entries)
        events = self.table.submit(order, seat)
        self._write(length)
        self.wants_undo = ""
        return events

    def start(self) -> None:
        """Roll the dice that come due before anybody has decided anything."""
        length = len(self.timeline.entries)
        self.table.roll()
        if len(self.timeline.entries) > length:
            self._write(length)

    def _write(self, length: int) -> None:
        added = [
            EntryRow(str(entry.seat), self.game.text(entry.order)) for entry in self.timeline.entries[length:]
        ]
        try:
            self.store.append(self.id, self.revision, length, added)
        except Exception:
            self.timeline.undo_to(length, self.game.seats)
            raise
        self._changed(length)

    def undo(self, seat: Seat, consent: bool) -> bool:
        """Take back the seat's last order; beyond the free part, ask the other humans first.

        True when something was taken back, False when consent is now asked for. Call with the lock held.
        """
        free = self.timeline.free_undo(seat)
        if not free and not self._may_go_back(seat, consent):
            return False
        mover = Seat(self.wants_undo) if consent and self.wants_undo else seat
        back = next(
            (
                n
                for n in range(len(self.timeline.entries) - 1, -1, -1)
                if self.timeline.entries[n].seat == mover
            ),
            None,
        )
        if back is None:
            raise Refused(409, "Nothing to take back", "this seat has ordered nothing yet")
        self.store.cut(self.id, self.revision, back)
        self.timeline.undo_to(back, self.game.seats)
        self.wants_undo = ""
        self._changed(back)
        return True

    def _may_go_back(self, seat: Seat, consent: bool) -> bool:
        """Is everybody else agreed? Bots and seats of the same hand always are."""
        if consent and self.wants_undo and self.wants_undo != seat:
            return True
        mine = self.players[str(seat)]
        others = [
            player
            for id, player in self.players.items()
            if id != seat and player.kind == "human" and not (player.host and mine.host)
        ]
        if not others:
            return True
        self.wants_undo = str(seat)
        return False

    def _changed(self, length: int) -> None:
        self.revision += 1
        self.touched = datetime.now(UTC)
        self._sample_from(length)

    def _sample_from(self, length: int) -> None:
        """Keep what the game measures at the beginning of each phase."""
        self.samples = [sample for sample in self.samples if sample.n <= length]
        heading = self.samples[-1].heading if self.samples else ""
        entries = self.timeline.entries
        for n in range(length, len(entries)):
            if entries[n].heading != heading:
                heading = entries[n].heading
                self._sample(n, heading)
        if not entries and not self.samples:
            self._sample(0, self.game.heading(self.position))

    def _sample(self, n: int, heading: str) -> None:
        measures = self.game.measures(
            self.timeline.at(n) if n < len(self.timeline.entries) else self.position
        )
        self.samples.append(
            wire.Sample(n, heading, {measure.id: dict(measure.values) for measure in measures})
        )

    # --- what a seat sees -------------------------------------------------------------------------

    def state(self, seat: Seat | None, events: Sequence[Event] = ()) -> wire.State:
        """The table as a seat (None: a spectator) sees it now."""
        position = self.position
        mine = seat is not None and position.seat == seat
        return wire.State(
            state_id=self.state_id,
            seat=str(seat or ""),
            view=_without_orders(position.view(seat)),
            total=len(self.timeline.entries),
            choices=self.choices() if mine else (),
            forecast=self.game.forecast(self.known_to(seat)) if seat is not None else None,
            undo=self.undo_state(seat) if seat is not None else None,
            events=tuple(event for event in events if event.visible_to(seat)),
            asks_consent=self.wants_undo,
            secrets=seat is not None and self._has_secrets(seat),
        )

    def _has_secrets(self, seat: Seat) -> bool:
        """Would another seat of the table see other things than this one?"""
        position = self.position
        own = _visible(position.view(seat))
        return any(_visible(position.view(other)) != own for other in self.game.seats if other != seat)

    def known_to(self, seat: Seat) -> AnyPosition:
        """The position as far as a seat knows it."""
        return self.game.glimpse(self.position, seat)

    def choices(self, position: AnyPosition | None = None) -> tuple[wire.Choice, ...]:
        """The legal orders, of this moment or of another position, with what they name."""
        game = self.game
        return tuple(
            wire.Choice(game.text(order), order.verb.name, *order_pointer(game, order))
            for order in (position or self.position).legal()
        )

    def undo_state(self, seat: Seat) -> wire.Undo:
        """What a seat can take back."""
        free = self.timeline.free_undo(seat)
        entries = self.timeline.entries
        if free:
            return wire.Undo(free, self.game.text(entries[-1].order), "")
        last = next((entry for entry in reversed(entries) if entry.seat == seat), None)
        if last is None:
            return wire.Undo(0, "", "nothing has been ordered yet")
        why = "dice, news or the other side's turn came in between: taking back needs consent"
        return wire.Undo(0, self.game.text(last.order), why)

    def story(self, seat: Seat | None, since: int, full: bool) -> wire.Story:
        """The story from an entry on, as a seat may know it."""
        entries = self.timeline.entries
        part = range(max(0, since), min(len(entries), max(0, since) + BATCH))
        return wire.Story(tuple(self.entry(n, seat, full) for n in part), len(entries))

    def entry(self, n: int, seat: Seat | None, full: bool) -> wire.StoryEntry:
        """One entry of the story; of other seats' orders only what their events tell."""
        entry = self.timeline.entries[n]
        known = full or entry.seat in (seat, CHANCE)
        return wire.StoryEntry(
            n,
            str(entry.seat),
            entry.heading,
            self.game.text(entry.order) if known else "",
            tuple(event for event in entry.events if full or event.visible_to(seat)),
        )

    def moment(self, n: int, seat: Seat | None, full: bool) -> wire.Moment:
        """The table after `n` orders, as the seat saw it then."""
        total = len(self.timeline.entries)
        if not 0 <= n <= total:
            raise Refused(404, "No such moment", f"the game has {total} entries")
        view = _without_orders(self.timeline.at(n).view(seat))
        return wire.Moment(n, total, view, self.entry(n - 1, seat, full) if n else None)

    def series(self) -> wire.Series:
        """What was measured at the beginning of each phase."""
        return wire.Series(tuple(self.samples), self.position.view(None).gauges)

    def summary(self, key: str, mine: Sequence[str]) -> wire.TableSummary:
        """A line of a list of games."""
        module, outcome = find(self.game.id), self.position.outcome
        return wire.TableSummary(
            token=key,
            game=self.game.id,
            game_title=module.title,
            scenario=self.game.scenario,
            scenario_title=module.scenario(self.game.scenario).title,
            title=self.title,
            heading=self.game.heading(self.position),
            outcome=outcome.text if outcome else "",
            mine=tuple(mine),
            to_move=self.to_move,
            updated=self.touched.isoformat(timespec="seconds"),
        )


def _visible(view: View) -> tuple[object, ...]:
    return view.pieces, view.markers, view.gauges


def _without_orders(view: View) -> View:
    """The view without the plain list of orders, which travel as choices."""
    if view.ask is None or not view.ask.orders:
        return view
    return msgspec.structs.replace(view, ask=msgspec.structs.replace(view.ask, orders=()))


def _replay(table: Table, entries: Sequence[EntryRow]) -> None:
    for n, entry in enumerate(entries):
        try:
            table.timeline.submit(entry.order, Seat(entry.seat))
        except ValueError as error:
            raise RecordError(0, f"order {n} of the table does not replay: {error}") from None
