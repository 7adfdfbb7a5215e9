"""Bots in processes of their own: they are sent what their seat may know, and answer with an order.

A worker serves one table, so that a bot keeps its plans from one order to the next. It can be stopped at any
time; the next question starts a new one.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any

import msgspec

from grognard import bots
from grognard.core import Seat
from grognard.core.game import AnyGame
from grognard.games import load
from grognard.server.room import Room

_SPAWN = multiprocessing.get_context("spawn")


class Brief(msgspec.Struct, frozen=True):
    """What a worker is told once: the game and the bots."""

    game: str
    scenario: str
    options: dict[str, str]
    pack: str
    bots: dict[str, tuple[str, int]]
    """For each seat of a bot: its name and level."""
    seed: int


class Question(msgspec.Struct, frozen=True, tag=True):
    """A decision: the seat, the position as it knows it, and the legal orders."""

    seat: str
    glimpse: bytes
    legal: tuple[str, ...]


class Reply(msgspec.Struct, frozen=True, tag=True):
    """The bot's answer; empty when it had none that is legal."""

    order: str
    complaint: str = ""
    broken: bool = False
    """Did the process end, so that a new one may do better?"""


class Report(msgspec.Struct, frozen=True, tag=True):
    """How far the bot has got."""

    done: float


class Worker:
    """A process with the bots of one table."""

    def __init__(self, brief: Brief) -> None:
        self._brief = brief
        self._process: Any = None
        self._pipe: Connection | None = None

    async def ask(self, question: Question, report: Callable[[float], None], seconds: float) -> Reply:
        """Have the bot of a seat answer. Cancelling this call stops the process, and so does its delay."""
        try:
            return await asyncio.wait_for(asyncio.to_thread(self._exchange, question, report), seconds)
        except asyncio.CancelledError:
            self.stop()
            raise
        except TimeoutError:
            self.stop()
            return Reply("", complaint=f"no answer within {seconds:g} seconds")
        except (EOFError, OSError):
            self.stop()
            return Reply("", complaint="the process ended", broken=True)

    def _exchange(self, question: Question, report: Callable[[float], None]) -> Reply:
        pipe = self._started()
        pipe.send_bytes(msgspec.msgpack.encode(question))
        while True:
            answer = msgspec.msgpack.decode(pipe.recv_bytes(), type=Reply | Report)
            if isinstance(answer, Reply):
                return answer
            report(answer.done)

    def _started(self) -> Connection:
        if self._pipe is None or self._process is None or not self._process.is_alive():
            self.stop()
            self._pipe, theirs = _SPAWN.Pipe()
            self._process = _SPAWN.Process(
                target=serve, args=(theirs, msgspec.msgpack.encode(self._brief)), daemon=True
            )
            self._process.start()
            theirs.close()
        assert self._pipe is not None
        return self._pipe

    def stop(self) -> None:
        """End the process, in the middle of a thought if need be."""
        if self._process is not None and self._process.is_alive():
            self._process.kill()
            self._process.join(timeout=5)
        if self._pipe is not None:
            self._pipe.close()
        self._process = self._pipe = None


def brief_of(room: Room, rehearsal: str = "") -> Brief:
    """What the worker of a room has to know."""
    game = room.game
    players = {
        seat: (player.bot, player.level) for seat, player in room.players.items() if player.kind == "bot"
    }
    return Brief(
        game.id,
        game.scenario,
        game.options,
        room.pack.path,
        players,
        seed_of(rehearsal or room.id),
    )


def seed_of(name: str) -> int:
    """A seed for the bots of a table: it decides between equal plans, never about dice."""
    return int.from_bytes(name.encode()[:6], "big")


def question_of(room: Room) -> Question | None:
    """What the bot to decide is asked; None when a human or nobody is to decide."""
    if room.bot_to_move() is None:
        return None
    seat = Seat(room.to_move)
    texts = tuple(room.game.text(order) for order in room.position.legal())
    return Question(str(seat), room.known_to(seat).to_json(), texts)


# --- in the worker -------------------------------------------------------------------------------------


def serve(pipe: Connection, raw: bytes) -> None:
    """Answer questions until the pipe closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server's own end is the pipe's
    os.nice(5)
    with suppress(EOFError, OSError):  # the server is gone, or wants no more
        _serve(pipe, msgspec.msgpack.decode(raw, type=Brief))


def _serve(pipe: Connection, brief: Brief) -> None:
    game = load(brief.game, brief.scenario, brief.options, brief.pack or None)
    staff: dict[str, bots.Bot] = {}
    while True:
        question = msgspec.msgpack.decode(pipe.recv_bytes(), type=Question)
        pipe.send_bytes(msgspec.msgpack.encode(_answer(pipe, game, brief, staff, question)))


def _answer(
    pipe: Connection, game: AnyGame, brief: Brief, staff: dict[str, bots.Bot], question: Question
) -> Reply:
    def report(done: float, _what: str) -> None:
        pipe.send_bytes(msgspec.msgpack.encode(Report(done)))

    seat = question.seat
    try:
        if seat not in staff:
            name, level = brief.bots[seat]
            staff[seat] = bots.make(name, game, Seat(seat), seed=brief.seed, level=level, progress=report)
        bot = staff[seat]
        legal = tuple(game.parse(text) for text in question.legal)
        order = bot.choose(game.from_json(question.glimpse), legal)
        if order not in legal:
            return Reply("", complaint=f"{bot.name} answered with an order that is not legal")
        return Reply(game.text(order))
    except OSError:
        raise
    except Exception as error:  # a bot is a guest: its faults must not end the game
        staff.pop(seat, None)
        return Reply("", complaint=f"{type(error).__name__}: {error}")
