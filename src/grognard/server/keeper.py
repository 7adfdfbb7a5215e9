"""The keeper: all rooms of a server, who watches them, and the bots that play in them."""

from __future__ import annotations

import asyncio
import secrets
from collections import OrderedDict, defaultdict
from collections.abc import Awaitable, Callable, Iterable

import msgspec

from grognard import bots
from grognard.core import Dice, Record, Seat
from grognard.core.game import AnyGame
from grognard.core.record import RECORD_VERSION
from grognard.games import load
from grognard.server import wire
from grognard.server.botworker import Worker, brief_of
from grognard.server.problems import Refused, unknown
from grognard.server.room import Player, Room
from grognard.server.settings import Settings
from grognard.server.store import EntryRow, Store, TableRow
from grognard.server.store.store import KeyRow
from grognard.table import Table, open_game

ROOMS_IN_MEMORY = 200
HOST, GUEST, SPECTATOR = "host", "guest", "spectator"

Listener = Callable[[bytes], Awaitable[None]]


class Access(msgspec.Struct, frozen=True):
    """What a key opens: a room, some of its seats, and in what role."""

    room: str
    seats: tuple[str, ...]
    role: str


class Keeper:
    """Opens rooms when they are asked for, tells their watchers what changes, and lets bots play."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store = store
        self.settings = settings
        self._rooms: OrderedDict[str, Room] = OrderedDict()
        self._opening: dict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._watchers: dict[str, dict[Listener, tuple[str, ...]]] = defaultdict(dict)
        self._workers: dict[str, Worker] = {}
        self._playing: dict[str, asyncio.Task[None]] = {}
        self._thinking: dict[str, wire.Thinking] = {}
        self._paused: set[str] = set()
        self._room_for_bots = asyncio.Semaphore(settings.workers)

    # --- keys and rooms ---------------------------------------------------------------------------

    def access(self, key: str) -> Access:
        """What a key opens; refuses like any other wrong link when it opens nothing."""
        found = self.store.key(key) if 20 <= len(key) <= 80 else None
        if found is None:
            raise unknown()
        return Access(found.table_id, found.seats, found.role)

    async def room(self, id: str) -> Room:
        """The room of a table, opened if need be."""
        async with self._opening[id]:
            room = self._rooms.get(id)
            if room is None:
                row = await asyncio.to_thread(self.store.table, id)
                if row is None:
                    raise unknown()
                room = await asyncio.to_thread(Room.open, self.store, row)
                self._rooms[id] = room
            self._rooms.move_to_end(id)
        self._forget_idle()
        return room

    def _forget_idle(self) -> None:
        for id in list(self._rooms):
            if len(self._rooms) <= ROOMS_IN_MEMORY:
                return
            if not self._watchers.get(id) and id not in self._playing and not self._rooms[id].lock.locked():
                del self._rooms[id]
                self._stop_worker(id)

    async def create(self, new: wire.NewTable) -> wire.TableCreated:
        """Open a new table."""
        game = await asyncio.to_thread(load, new.game, new.scenario, new.options, new.pack or None)
        players = _players(game, new)
        return await self._create(game, Record(_headers(game)), players, new.title)

    async def create_from(self, text: bytes) -> wire.TableCreated:
        """Open a table from a record; whoever brings it plays all seats."""
        record = Record.parse(text)
        game = await asyncio.to_thread(open_game, record)
        table = await asyncio.to_thread(Table.open, record, game)
        players = {str(seat): Player("human", host=True) for seat in game.seats}
        played = [EntryRow(str(entry.seat), game.text(entry.order)) for entry in table.timeline.entries]
        title = record.headers.get("Title", "")[:120]
        return await self._create(game, Record(_headers(game)), players, title, played)

    async def _create(
        self,
        game: AnyGame,
        opening: Record,
        players: dict[str, Player],
        title: str,
        played: Iterable[EntryRow] = (),
    ) -> wire.TableCreated:
        if self.store.count() >= self.settings.most_tables:
            raise Refused(503, "The house is full", "this server keeps no more tables")
        entries = list(played)
        id = secrets.token_hex(8)
        row = TableRow(id, 1, len(entries), title, opening.text(), msgspec.json.encode(players).decode(), "")
        keys = _keys(id, players)
        await asyncio.to_thread(
            self.store.create, row, entries, [(key, opens) for key, opens in keys.values()]
        )
        room = await self.room(id)
        async with room.lock:
            room.start()
        self.wake(room)
        return wire.TableCreated(
            host=keys[HOST][0],
            seats={seat: keys[seat][0] for seat in players if seat in keys},
            spectator=keys[SPECTATOR][0],
        )

    # --- watchers ---------------------------------------------------------------------------------

    def watch(self, room: Room, listener: Listener, seats: tuple[str, ...]) -> None:
        """Tell a listener what happens at a table from now on."""
        if len(self._watchers[room.id]) >= self.settings.most_live:
            raise Refused(503, "The gallery is full", "too many watch this table")
        self._watchers[room.id][listener] = seats

    def leave(self, room: Room, listener: Listener) -> None:
        """Tell it no more."""
        self._watchers[room.id].pop(listener, None)

    def present(self, room: Room) -> frozenset[str]:
        """The seats at which somebody sits right now."""
        return frozenset(seat for seats in self._watchers[room.id].values() for seat in seats)

    def thinking(self, room: Room) -> wire.Thinking | None:
        """The bot at work at a table."""
        return self._thinking.get(room.id)

    async def tell(self, room: Room, kind: str, **content: object) -> None:
        """Send a short message to everybody who watches; it never holds anything secret."""
        raw = msgspec.json.encode({"type": kind, "state_id": room.state_id, **content})
        for listener in list(self._watchers[room.id]):
            try:
                await asyncio.wait_for(listener(raw), timeout=5)
            except Exception:
                self._watchers[room.id].pop(listener, None)

    async def changed(self, room: Room) -> None:
        """A table has changed: tell everybody, and let a bot play if it is its turn."""
        await self.tell(room, "state")
        self.wake(room)

    # --- bots -------------------------------------------------------------------------------------

    def wake(self, room: Room) -> None:
        """Let a bot play if it is its turn."""
        if room.id in self._playing or room.id in self._paused or room.bot_to_move() is None:
            return
        task = asyncio.get_running_loop().create_task(self._play(room))
        self._playing[room.id] = task
        task.add_done_callback(lambda done: self._played(room, done))

    def _played(self, room: Room, task: asyncio.Task[None]) -> None:
        self._playing.pop(room.id, None)
        self._thinking.pop(room.id, None)
        if not task.cancelled() and task.exception() is None:
            self.wake(room)

    async def _play(self, room: Room) -> None:
        """Answer for bots until it is somebody else's turn."""
        loop = asyncio.get_running_loop()
        worker = self._workers.setdefault(room.id, Worker(brief_of(room)))
        while (player := room.bot_to_move()) is not None:
            seat, revision = room.to_move, room.revision
            self._thinking[room.id] = wire.Thinking(seat, 0.0, "")

            def report(done: float, what: str, seat: str = seat) -> None:
                self._thinking[room.id] = wire.Thinking(seat, done, what)
                asyncio.run_coroutine_threadsafe(
                    self.tell(room, "thinking", seat=seat, progress=done, note=what), loop
                )

            async with self._room_for_bots:
                reply = await worker.ask(room, report)
            async with room.lock:
                if room.revision != revision:
                    continue  # somebody took something back meanwhile
                order = reply.order or _stand_in(room)
                room.submit(order, Seat(seat))
            if reply.complaint:
                await self.tell(room, "bot", seat=seat, note=f"{player.bot}: {reply.complaint}")
            await self.tell(room, "state", intentions=list(reply.intentions), seat=seat)

    async def interrupt(self, room: Room) -> None:
        """Stop a bot in its thoughts; `resume` lets it go on."""
        self._paused.add(room.id)
        task = self._playing.get(room.id)
        if task is not None:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
        self._stop_worker(room.id)
        await self.tell(room, "paused", paused=True)

    async def resume(self, room: Room) -> None:
        """Let the bots of a table play on."""
        self._paused.discard(room.id)
        await self.tell(room, "paused", paused=False)
        self.wake(room)

    def paused(self, room: Room) -> bool:
        """Have the bots of this table been stopped?"""
        return room.id in self._paused

    def _stop_worker(self, id: str) -> None:
        worker = self._workers.pop(id, None)
        if worker is not None:
            worker.stop()

    async def close(self) -> None:
        """Stop everything that runs."""
        for task in list(self._playing.values()):
            task.cancel()
        await asyncio.gather(*self._playing.values(), return_exceptions=True)
        for id in list(self._workers):
            self._stop_worker(id)
        self.store.close()


def _stand_in(room: Room) -> str:
    """A legal order in place of a bot's, drawn at random: random play always comes to an end."""
    orders = room.position.legal().orders
    return room.game.text(orders[Dice(f"stand-in {room.position.ply}").below(len(orders))])


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
            bots.make(choice.bot, game, seat, level=choice.level)  # refuses what is not there
            players[str(seat)] = Player("bot", choice.bot, choice.level)
        else:
            players[str(seat)] = Player("human", host=choice.kind == "me")
    return players


def _keys(id: str, players: dict[str, Player]) -> dict[str, tuple[str, KeyRow]]:
    """A key for the host, one for each seat played by link, and one to look on."""
    own = tuple(seat for seat, player in players.items() if player.host)
    keys = {HOST: (secrets.token_urlsafe(24), KeyRow(id, own, HOST))}
    for seat, player in players.items():
        if player.kind == "human" and not player.host:
            keys[seat] = (secrets.token_urlsafe(24), KeyRow(id, (seat,), GUEST))
    keys[SPECTATOR] = (secrets.token_urlsafe(24), KeyRow(id, (), SPECTATOR))
    return keys
