"""The bots of a server: they play when it is their turn, can be stopped, and may fail without harm."""

from __future__ import annotations

import asyncio
import logging
import time
from contextlib import suppress
from typing import TYPE_CHECKING

from grognard.core import Dice, IllegalOrder, InvalidOrder, Seat
from grognard.server import wire
from grognard.server.botworker import Question, Reply, Worker, brief_of, question_of
from grognard.server.problems import Refused
from grognard.server.room import Room
from grognard.server.settings import Settings

if TYPE_CHECKING:
    from grognard.server.keeper import Keeper

SECONDS_BETWEEN_REPORTS = 0.25
ATTEMPTS = 2


class BotKeeper:
    """Lets the bots of all tables play, a few at a time."""

    def __init__(self, keeper: Keeper, settings: Settings) -> None:
        self._keeper = keeper
        self._settings = settings
        self._workers: dict[str, Worker] = {}
        self._playing: dict[str, asyncio.Task[None]] = {}
        self._thinking: dict[str, wire.Thinking] = {}
        self._reported: dict[str, float] = {}
        self._paused: set[str] = set()
        self._places = asyncio.Semaphore(settings.workers)

    def thinking(self, room: Room) -> wire.Thinking | None:
        """The bot at work at a table."""
        return self._thinking.get(room.id)

    def paused(self, room: Room) -> bool:
        """Have the bots of this table been stopped?"""
        return room.id in self._paused

    def busy(self, id: str) -> bool:
        """Does a bot play at this table?"""
        return id in self._playing

    # --- playing ----------------------------------------------------------------------------------

    def wake(self, room: Room) -> None:
        """Let a bot play if it is its turn."""
        if room.id in self._playing or room.id in self._paused or room.bot_to_move() is None:
            return
        task = asyncio.get_running_loop().create_task(self._play(room.id))
        self._playing[room.id] = task
        task.add_done_callback(lambda done: self._played(room, done))

    def _played(self, room: Room, task: asyncio.Task[None]) -> None:
        self._playing.pop(room.id, None)
        self._thinking.pop(room.id, None)
        if not task.cancelled() and (error := task.exception()) is not None:
            logging.getLogger(__name__).error("a bot could not go on", exc_info=error)
            self._paused.add(room.id)  # somebody has to look at it, and can let it go on
            self._keeper.gallery.tell(room, "paused", paused=True)

    async def _play(self, id: str) -> None:
        """Answer for bots until it is somebody else's turn."""
        while (room := await self._keeper.room(id)).bot_to_move() is not None:
            async with self._places:
                await self._one_order(room)

    async def _one_order(self, room: Room) -> None:
        revision, question = await room.alone(lambda: (room.revision, question_of(room)))
        if question is None:
            return
        reply = await self._ask(room, question)
        if reply.complaint:
            logging.getLogger(__name__).warning("a bot's fault: %s", reply.complaint)
            note = f"{room.players[question.seat].bot} had trouble; another order stands in for its own"
            self._keeper.gallery.tell(room, "bot", seat=question.seat, note=note)
        with suppress(Refused):  # another server was quicker
            await self._keeper.change(room, lambda: _answer(room, revision, Seat(question.seat), reply.order))

    async def _ask(self, room: Room, question: Question) -> Reply:
        """Ask the table's worker, and once more if it breaks down."""
        loop, seat = asyncio.get_running_loop(), Seat(question.seat)

        def report(done: float) -> None:
            if done < 1:  # who is through has answered: that shows by itself
                loop.call_soon_threadsafe(self._report, room, seat, done)

        reply = Reply("")
        for _ in range(ATTEMPTS):
            worker = self._workers.setdefault(room.id, Worker(brief_of(room, self._settings.rehearsal)))
            self._report(room, seat, 0.0)
            reply = await worker.ask(question, report, self._settings.seconds_to_think)
            if not reply.broken:
                break
        return reply

    def _report(self, room: Room, seat: Seat, done: float) -> None:
        """Tell how far a bot is, but not so often that its orders could be counted."""
        if room.id not in self._playing or room.to_move != seat:
            return
        heading = room.game.heading(room.position)
        self._thinking[room.id] = wire.Thinking(str(seat), round(done, 2), heading)
        now = time.monotonic()
        if now - self._reported.get(room.id, 0.0) >= SECONDS_BETWEEN_REPORTS:
            self._reported[room.id] = now
            self._keeper.gallery.tell(room, "thinking", seat=seat, progress=round(done, 2), note=heading)

    # --- stopping ---------------------------------------------------------------------------------

    async def interrupt(self, room: Room) -> None:
        """Stop a bot in its thoughts; `resume` lets it go on."""
        self._paused.add(room.id)
        task = self._playing.get(room.id)
        if task is not None:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
        self.dismiss(room.id)
        self._keeper.gallery.tell(room, "paused", paused=True)

    def resume(self, room: Room) -> None:
        """Let the bots of a table play on."""
        self._paused.discard(room.id)
        self._keeper.gallery.tell(room, "paused", paused=False)
        self.wake(room)

    def dismiss(self, id: str) -> None:
        """End the worker of a table."""
        worker = self._workers.pop(id, None)
        if worker is not None:
            worker.stop()

    async def close(self) -> None:
        """End all of them."""
        playing = list(self._playing.values())
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        for id in list(self._workers):
            self.dismiss(id)


def _answer(room: Room, revision: int, seat: Seat, order: str) -> None:
    """Give a bot's order, or another one where it is of no use."""
    if room.revision != revision:
        return  # somebody took something back meanwhile
    with suppress(IllegalOrder, InvalidOrder):
        if order:
            room.submit(order, seat)
            return
    room.submit(_stand_in(room), seat)


def _stand_in(room: Room) -> str:
    """A legal order in place of a bot's, drawn at random: random play always comes to an end."""
    orders = room.position.legal().orders
    return room.game.text(orders[Dice(f"stand-in {room.position.ply}").below(len(orders))])
