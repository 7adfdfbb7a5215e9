"""The gallery: pages that watch a table over the live wire.

What they are told never holds anything secret, and they are told of a change only when they can see it: the
mere number of messages would give away what the other side orders in secret.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict

import msgspec

from grognard.core import Seat
from grognard.server.problems import Refused
from grognard.server.room import Room

MOST_WAITING = 200
"""Messages that a slow page may leave lying."""


class Watcher:
    """A page, with the messages that wait for it; None ends them."""

    def __init__(self, seats: tuple[str, ...]) -> None:
        self.seats = seats
        self.told: dict[str, str] = {}
        self.messages: asyncio.Queue[str | None] = asyncio.Queue(MOST_WAITING)

    def hear(self, kind: str, **content: object) -> None:
        """Lay a message ready; a page that takes none for too long is given up."""
        text = msgspec.json.encode({"type": kind, **content}).decode()
        if not self.messages.full():
            self.messages.put_nowait(text)
            return
        while not self.messages.empty():
            self.messages.get_nowait()
        self.messages.put_nowait(None)


class Gallery:
    """Who watches which table, and what each has been told."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._watchers: dict[str, list[Watcher]] = defaultdict(list)

    def watch(self, room: Room, seats: tuple[str, ...]) -> Watcher:
        """Somebody who is told what happens at a table from now on."""
        if len(self._watchers[room.id]) >= self._most:
            raise Refused(503, "The gallery is full", "too many watch this table")
        watcher = Watcher(seats)
        self._watchers[room.id].append(watcher)
        return watcher

    def leave(self, room: Room, watcher: Watcher) -> None:
        """Tell it no more."""
        self._watchers[room.id].remove(watcher)
        if not self._watchers[room.id]:
            del self._watchers[room.id]

    def watched(self, id: str) -> bool:
        """Does anybody watch this table?"""
        return id in self._watchers

    @property
    def tables(self) -> tuple[str, ...]:
        """The tables that somebody watches."""
        return tuple(self._watchers)

    def present(self, room: Room) -> frozenset[str]:
        """The seats at which somebody sits right now."""
        return frozenset(seat for watcher in self._of(room) for seat in watcher.seats)

    def spectators(self, room: Room) -> int:
        """How many look on without a seat."""
        return sum(not watcher.seats for watcher in self._of(room))

    def _of(self, room: Room) -> tuple[Watcher, ...]:
        return tuple(self._watchers.get(room.id, ()))

    def tell(self, room: Room, kind: str, **content: object) -> None:
        """Tell everybody who watches the same."""
        for watcher in self._of(room):
            watcher.hear(kind, **content)

    def tell_presence(self, room: Room) -> None:
        """Say who is there."""
        self.tell(room, "presence", present=sorted(self.present(room)), spectators=self.spectators(room))

    async def tell_changes(self, room: Room) -> None:
        """Say to those who see something new that there is something new, and for which of their seats."""
        if not self.watched(room.id):
            return
        marks = await room.alone(lambda: {seat: room.state_id(seat) for seat in (None, *room.game.seats)})
        for watcher in self._of(room):
            states = {seat: marks[Seat(seat)] for seat in watcher.seats} or {"": marks[None]}
            if watcher.told != states:
                watcher.told = states
                watcher.hear("state", states=states)
