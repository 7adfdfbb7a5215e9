"""A room: one game in memory and its one writer."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

import msgspec

from grognard.core import Event, IllegalOrder, Order, Record, Seat, Timeline, View
from grognard.core.game import AnyGame
from grognard.core.timeline import AnyPosition
from grognard.server import library, wire
from grognard.server.hearsay import Hearsay
from grognard.server.problems import Refused, stale
from grognard.server.screen import choices_of, forecast_of, ids_in, without_orders
from grognard.server.shelf import PackRef, Shelf
from grognard.server.store import EntryRow, Glance, Store, TableRow
from grognard.table import Table, open_game

T = TypeVar("T")

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
    """A game being played. Whoever reads or changes it holds `lock`; a change is written before it is told.

    In memory a room holds no more than what replaying its orders gives.
    """

    def __init__(
        self, store: Store, row: TableRow, table: Table, players: Mapping[str, Player], pack: PackRef
    ) -> None:
        self.store = store
        self.id = row.id
        self.title = row.title
        self.revision = row.revision
        self.table = table
        self.players = dict(players)
        self.pack = pack
        self.lock = asyncio.Lock()
        self.wants_undo = ""
        self.samples: list[wire.Sample] = []
        self._agreed: set[str] = set()
        self._marks: dict[Seat | None, str] = {}
        self._hearsay: dict[Seat | None, Hearsay] = {}
        self._sample_from(0)

    # --- opening ----------------------------------------------------------------------------------

    @staticmethod
    def open(store: Store, shelf: Shelf, id: str) -> Room | None:
        """Bring a kept game back to its last moment; None when there is no such table."""
        kept = store.game(id)
        if kept is None:
            return None
        row, entries = kept
        table = open_table(Record.parse(row.opening), shelf)
        for entry in entries:
            table.timeline.submit(entry.order, Seat(entry.seat))
        players = msgspec.json.decode(row.seats, type=dict[str, Player])
        return Room(store, row, table, players, shelf.of_record(table.headers))

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
    def over(self) -> bool:
        """Has the game ended, so that nothing is secret any more?"""
        return self.position.outcome is not None

    @property
    def to_move(self) -> str:
        """Who is to decide; empty when the game is over."""
        return str(self.position.seat or "")

    @property
    def humans(self) -> frozenset[str]:
        """The seats that people play."""
        return frozenset(seat for seat, player in self.players.items() if player.kind == "human")

    def bot_to_move(self) -> Player | None:
        """The bot whose turn it is; None when a human or nobody is to decide."""
        player = self.players.get(self.to_move)
        return player if player is not None and player.kind == "bot" else None

    # --- the moment -------------------------------------------------------------------------------

    def state_id(self, seat: Seat | None) -> str:
        """Names what a seat sees: equal as long as nothing that it may know has changed."""
        found = self._marks.get(seat)
        if found is None:
            shown = msgspec.json.encode((self.position.view(seat), self.wants_undo))
            found = self._marks[seat] = hashlib.sha256(self.id.encode() + shown).hexdigest()[:20]
        return found

    def check(self, state_id: str, seat: Seat) -> None:
        """Refuse a change that was meant for another moment."""
        if state_id != self.state_id(seat):
            raise stale()

    async def alone(self, work: Callable[[], T]) -> T:
        """Do something with the table while nobody else does; in a thread, and to its end once begun."""
        async with self.lock:
            working = asyncio.ensure_future(asyncio.to_thread(work))
            try:
                return await asyncio.shield(working)
            except asyncio.CancelledError:
                await asyncio.wait([working])
                raise

    # --- changes: call with the lock held ----------------------------------------------------------

    def submit(self, order: Order | str, seat: Seat) -> tuple[Event, ...]:
        """Carry out an order, roll the dice that come due, write all of it down."""
        order = self.game.parse(order) if isinstance(order, str) else order
        refusal = self.position.explain(order, seat)
        if refusal is not None:
            refusal = self.known_to(seat).explain(order, seat) or refusal  # as far as the seat can know why
            raise IllegalOrder(refusal.rule, refusal.why)
        return self._keep(lambda: self.table.submit(order, seat))

    def _keep(self, play: Callable[[], tuple[Event, ...]]) -> tuple[Event, ...]:
        """Play and write down; when either fails, the room is as it was."""
        length = len(self.timeline.entries)
        try:
            events = play()
            added = [
                EntryRow(str(entry.seat), self.game.text(entry.order))
                for entry in self.timeline.entries[length:]
            ]
            self.store.append(self.id, self.revision, length, added, glance_at(self.position))
        except BaseException:
            self.timeline.undo_to(length, self.game.seats)
            raise
        self._changed(length)
        return events

    def undo(self, seat: Seat, agrees: Iterable[str], consent: bool) -> bool:
        """Take back a seat's last order; beyond the free part, once every other human agrees.

        `agrees` are the seats of the one who asks. True when something was taken back, False when the others
        are now being asked.
        """
        if consent and not self.wants_undo:
            raise Refused(409, "Nobody has asked", "no seat wants to take anything back")
        mover = seat
        if not (self.timeline.free_undo(seat) and not consent):
            mover = Seat(self.wants_undo) if consent else seat
            if not self._agreed_on(mover, set(agrees)):
                return False
        entries = self.timeline.entries
        back = next((n for n in range(len(entries) - 1, -1, -1) if entries[n].seat == mover), None)
        if back is None:
            raise Refused(409, "Nothing to take back", "this seat has ordered nothing yet")
        self._cut(back)
        return True

    def decline(self) -> None:
        """Say no to whoever wants to take something back."""
        self._ask_for("")

    def _cut(self, back: int) -> None:
        taken, length = self.timeline.at(back), len(self.timeline.entries)
        if back < length:
            self.store.cut(self.id, self.revision, back, glance_at(taken))
            self.timeline.undo_to(back, self.game.seats)
            self._changed(back)

    def _agreed_on(self, mover: Seat, agrees: set[str]) -> bool:
        """Do all humans agree that this seat takes something back? Bots always do."""
        if not any(entry.seat == mover for entry in self.timeline.entries):
            raise Refused(409, "Nothing to take back", "this seat has ordered nothing yet")
        agreed = (self._agreed if self.wants_undo == mover else set()) | agrees
        if self.humans <= agreed:
            return True
        self._ask_for(mover)
        self._agreed = agreed
        return False

    def _ask_for(self, seat: str) -> None:
        self.wants_undo, self._agreed = seat, set()
        self._marks.clear()

    def _changed(self, length: int) -> None:
        self.revision += 1
        self._ask_for("")
        for hearsay in self._hearsay.values():
            hearsay.forget_from(length)
        self._sample_from(length)

    # --- measures ---------------------------------------------------------------------------------

    def _sample_from(self, length: int) -> None:
        """Keep what the game measures at the beginning of each phase, as soon as it begins."""
        self.samples = [sample for sample in self.samples if sample.n <= length]
        entries = self.timeline.entries
        for n in range(length, len(entries) + 1):
            heading = entries[n].heading if n < len(entries) else self.game.heading(self.position)
            if not self.samples or self.samples[-1].heading != heading:
                self._sample(n, heading)

    def _sample(self, n: int, heading: str) -> None:
        measures = self.game.measures(self.timeline.at(n))
        self.samples.append(
            wire.Sample(n, heading, {measure.id: dict(measure.values) for measure in measures})
        )

    # --- what a seat sees: call with the lock held --------------------------------------------------

    def hearsay(self, seat: Seat | None) -> Hearsay:
        """The entries of the timeline that a seat can tell from each other."""
        found = self._hearsay.setdefault(seat, Hearsay(seat))
        found.listen(self.timeline.entries)
        return found

    def state(self, seat: Seat | None, events: Sequence[Event] = ()) -> wire.State:
        """The table as a seat (None: a spectator) sees it now."""
        position = self.position
        mine = seat is not None and position.seat == seat
        view = position.view(seat)
        return wire.State(
            state_id=self.state_id(seat),
            seat=str(seat or ""),
            view=without_orders(view),
            total=len(self.hearsay(seat)),
            choices=choices_of(position) if mine else (),
            forecast=forecast_of(self.known_to(seat), ids_in(view)) if seat is not None else None,
            undo=self.undo_state(seat) if seat is not None else None,
            events=tuple(event for event in events if event.visible_to(seat)),
            asks_consent=self.wants_undo,
        )

    def differs(self, seat: Seat, others: Iterable[Seat]) -> bool:
        """Does a seat see other things on the table than some others do?"""
        own = _visible(self.position.view(seat))
        return any(_visible(self.position.view(other)) != own for other in others)

    def known_to(self, seat: Seat) -> AnyPosition:
        """The position as far as a seat knows it."""
        return self.game.glimpse(self.position, seat)

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

    def story(self, seat: Seat | None, since: int) -> wire.Story:
        """The story from an entry on, as a seat may know it; all of it once the game is over."""
        heard = self.hearsay(seat)
        part = range(since, min(len(heard), since + BATCH))
        return wire.Story(tuple(self.entry(n, seat) for n in part), len(heard))

    def entry(self, n: int, seat: Seat | None) -> wire.StoryEntry:
        """One entry of the story; of other seats' orders only what their events tell."""
        heard = self.hearsay(seat)
        part = [self.timeline.entries[each] for each in heard.behind(n)]
        last = part[-1]
        told = [entry for entry in part if self.over or heard.may_read(entry)]
        return wire.StoryEntry(
            n,
            str(last.seat),
            last.heading,
            "; ".join(self.game.text(entry.order) for entry in told),
            tuple(event for entry in part for event in entry.events if self.over or event.visible_to(seat)),
        )

    def moment(self, n: int, seat: Seat | None) -> wire.Moment:
        """The table after `n` entries of a seat's story, as it saw it then."""
        heard = self.hearsay(seat)
        if not 0 <= n <= len(heard):
            raise Refused(404, "No such moment", f"the story has {len(heard)} entries")
        view = self.timeline.at(heard.moment(n)).view(seat)
        return wire.Moment(n, len(heard), without_orders(view), self.entry(n - 1, seat) if n else None)

    def series(self, seat: Seat | None) -> wire.Series:
        """What was measured at the beginning of each phase."""
        heard = self.hearsay(seat)
        samples = tuple(msgspec.structs.replace(each, n=heard.count_before(each.n)) for each in self.samples)
        return wire.Series(samples, self.position.view(seat).gauges)


def open_table(record: Record, shelf: Shelf) -> Table:
    """The table as a record left it; a record can name only packs that are on the shelf."""
    pack = shelf.of_record(record.headers)

    def known(game: str, scenario: str, options: Mapping[str, str], _pack: str | Path | None) -> AnyGame:
        return library.game_of(game, scenario, options, pack)

    return Table.open(record, open_game(record, pack.path, known))


def _visible(view: View) -> tuple[object, ...]:
    return view.pieces, view.markers, view.gauges


def glance_at(position: AnyPosition) -> Glance:
    """What a list of games says of a position."""
    outcome = position.outcome
    return Glance(position.game.heading(position), outcome.text if outcome else "", str(position.seat or ""))
