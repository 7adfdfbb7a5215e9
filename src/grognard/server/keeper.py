"""The keeper: all rooms of a server, and the keys to them."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import OrderedDict, defaultdict
from collections.abc import Callable
from typing import TypeVar

import msgspec

from grognard import bots
from grognard.core import GrognardError, Record, Seat, Timeline
from grognard.core.game import AnyGame
from grognard.core.record import RECORD_VERSION
from grognard.server import library, wire
from grognard.server.botkeeper import BotKeeper
from grognard.server.gallery import Gallery
from grognard.server.problems import Refused, stale, unknown
from grognard.server.room import Player, Room, glance_at, open_table
from grognard.server.settings import Settings
from grognard.server.shelf import Shelf
from grognard.server.store import ConflictError, EntryRow, KeyRow, Store, TableRow
from grognard.table import Fate, Table

ROOMS_IN_MEMORY = 200
SECONDS_BETWEEN_LOOKS = 1.0
DESKS = 3
"""Questions that are worked out at the same time, so that orders never have to wait for a thread."""
HOST, GUEST, SPECTATOR = "host", "guest", "spectator"

T = TypeVar("T")


class Access(msgspec.Struct, frozen=True):
    """What a key opens: a room, some of its seats, and in what role."""

    room: str
    seats: tuple[str, ...]
    role: str
    revision: int
    """How often the table has changed, by the database."""


class Keeper:
    """Opens rooms when they are asked for, and tells their watchers what changes."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store = store
        self.settings = settings
        self.shelf = Shelf(settings.pack_folder)
        self.desks = asyncio.Semaphore(DESKS)
        self.gallery = Gallery(settings.most_live)
        self.bots = BotKeeper(self, settings)
        self._rooms: OrderedDict[str, Room] = OrderedDict()
        self._opening: dict[str, asyncio.Lock] = defaultdict(asyncio.Lock)

    # --- keys and rooms ---------------------------------------------------------------------------

    async def access(self, key: str) -> Access:
        """What a key opens; refuses like any other wrong link when it opens nothing."""
        found = await asyncio.to_thread(self.store.key, key) if 20 <= len(key) <= 80 else None
        if found is None:
            raise unknown()
        return Access(found.table_id, found.seats, found.role, found.revision)

    async def enter(self, access: Access) -> Room:
        """The room that a key opens, as new as the database; bots go on where they stopped."""
        room = await self.room(access.room, access.revision)
        self.bots.wake(room)
        return room

    async def room(self, id: str, revision: int = 0) -> Room:
        """The room of a table, opened if need be, or once more if another server has changed it since."""
        opened = False
        async with self._opening[id]:
            room = self._rooms.get(id)
            if room is not None:
                async with room.lock:
                    if self._rooms.get(id) is not room or room.revision < revision:
                        room = None  # forgotten while we waited, or behind the database
            if room is None:
                room = await asyncio.to_thread(Room.open, self.store, self.shelf, id)
                if room is None:
                    raise unknown()
                room.table.fate = Fate(self.settings.rehearsal)
                self._rooms[id] = room
                opened = True
            self._rooms.move_to_end(id)
        if opened:
            self._forget_idle()
            await self.gallery.tell_changes(room)
        return room

    def forget(self, room: Room) -> None:
        """Another server has written to this table: open it again when it is needed."""
        if self._rooms.get(room.id) is room:
            del self._rooms[room.id]

    def _forget_idle(self) -> None:
        for id in list(self._rooms):
            if len(self._rooms) <= ROOMS_IN_MEMORY:
                return
            idle = not self.gallery.watched(id) and not self.bots.busy(id)
            if idle and not self._rooms[id].lock.locked():
                del self._rooms[id], self._opening[id]
                self.bots.dismiss(id)

    async def change(self, room: Room, work: Callable[[], T]) -> T:
        """Change a table: alone with it, in a thread, and then tell whoever sees the difference."""
        try:
            result = await room.alone(work)
        except ConflictError:
            self.forget(room)
            raise stale() from None
        await self.changed(room)
        return result

    async def changed(self, room: Room) -> None:
        """Tell those who see that something has changed, and let a bot play if it is its turn."""
        await self.gallery.tell_changes(room)
        self.bots.wake(room)

    async def create(self, new: wire.NewTable) -> wire.TableCreated:
        """Open a new table."""
        pack = await asyncio.to_thread(self.shelf.find, new.game, new.pack)
        game = await asyncio.to_thread(library.game_of, new.game, new.scenario, new.options, pack)
        players = _players(game, new)
        return await self._create(Table(Timeline(game)), players, new.title)

    async def create_from(self, text: bytes) -> wire.TableCreated:
        """Open a table from a record; whoever brings it plays all seats."""
        record = await asyncio.to_thread(Record.parse, text)
        table = await asyncio.to_thread(open_table, record, self.shelf)
        players = {str(seat): Player("human", host=True) for seat in table.game.seats}
        return await self._create(table, players, record.headers.get("Title", "")[:120])

    async def _create(self, table: Table, players: dict[str, Player], title: str) -> wire.TableCreated:
        if await asyncio.to_thread(self.store.count) >= self.settings.most_tables:
            raise Refused(503, "The house is full", "this server keeps no more tables")
        table.fate = Fate(self.settings.rehearsal)  # whatever a record that somebody brings says
        table.roll()
        game, id = table.game, secrets.token_hex(8)
        entries = [EntryRow(str(entry.seat), game.text(entry.order)) for entry in table.timeline.entries]
        row = TableRow(
            id,
            1,
            len(entries),
            title,
            Record(_headers(game)).text(),
            msgspec.json.encode(players).decode(),
            "",
            glance_at(table.position),
        )
        keys = _keys(id, players)
        await asyncio.to_thread(self.store.create, row, entries, list(keys.values()))
        room = Room(self.store, row, table, players, self.shelf.of_record(_headers(game)))
        self._rooms[id] = room
        self.bots.wake(room)
        return wire.TableCreated(
            host=keys[HOST][0],
            seats={seat: keys[seat][0] for seat in players if seat in keys},
            spectator=keys[SPECTATOR][0],
        )

    async def look_round(self) -> None:
        """Look again and again whether other servers have changed a table that is watched here."""
        while True:
            await asyncio.sleep(SECONDS_BETWEEN_LOOKS)
            watched = self.gallery.tables
            try:
                found = await asyncio.to_thread(self.store.revisions, watched) if watched else {}
                for id, revision in found.items():
                    room = self._rooms.get(id)
                    if room is not None and room.revision < revision:
                        self.bots.wake(await self.room(id, revision))
            except GrognardError as error:
                logging.getLogger(__name__).warning("looking round: %s", error)

    async def close(self) -> None:
        """Stop everything that runs."""
        await self.bots.close()
        self.store.close()


def _headers(game: AnyGame) -> dict[str, str]:
    return {
        "Grognard": RECORD_VERSION,
        "Game": game.id,
        "Scenario": game.scenario,
        "Rules": game.rules_version,
        "Pack": game.pack,
        "PackDigest": game.pack_digest,
        **{f"Option.{name}": value for name, value in game.options.items()},
    }


def _players(game: AnyGame, new: wire.NewTable) -> dict[str, Player]:
    unknown_seats = new.seats.keys() - {str(seat) for seat in game.seats}
    if unknown_seats:
        raise Refused(400, "No such seat", f"{game.id} has the seats {', '.join(game.seats)}")
    players: dict[str, Player] = {}
    for seat in game.seats:
        choice = new.seats.get(str(seat), wire.SeatChoice("me"))
        if choice.kind == "bot":
            _try_out(choice, game, seat)
            players[str(seat)] = Player("bot", choice.bot, choice.level)
        else:
            players[str(seat)] = Player("human", host=choice.kind == "me")
    return players


def _try_out(choice: wire.SeatChoice, game: AnyGame, seat: Seat) -> None:
    """Refuse a bot that is not there, or that does not want to play this game."""
    try:
        bots.make(choice.bot, game, seat, level=choice.level)
    except GrognardError:
        raise
    except Exception as error:  # a guest's fault is no fault of the server
        raise Refused(400, "This bot cannot play", f"{choice.bot}: {type(error).__name__}") from error


def _keys(id: str, players: dict[str, Player]) -> dict[str, tuple[str, KeyRow]]:
    """A key for the host, one for each seat played by link, and one to look on."""
    own = tuple(seat for seat, player in players.items() if player.host)
    keys = {HOST: (secrets.token_urlsafe(24), KeyRow(id, own, HOST))}
    for seat, player in players.items():
        if player.kind == "human" and not player.host:
            keys[seat] = (secrets.token_urlsafe(24), KeyRow(id, (seat,), GUEST))
    keys[SPECTATOR] = (secrets.token_urlsafe(24), KeyRow(id, (), SPECTATOR))
    return keys
