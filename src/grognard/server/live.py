"""The live wire: a page that watches a table is told what happens there."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect

from grognard.core import GrognardError
from grognard.server.gallery import Watcher
from grognard.server.guard import check_origin
from grognard.server.keeper import Keeper
from grognard.server.problems import Refused
from grognard.server.settings import Settings

SECONDS_TO_SAY_WHO = 10.0
LONGEST_HELLO = 2000
POLICY, GONE, TOO_SLOW, FAULT = 4403, 4404, 4408, 1011


class Hello(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first message: the key."""

    token: str


@websocket("/api/table/live")
async def live(socket: WebSocket[Any, Any, Any]) -> None:
    """Tell a page when its table changes, who is there, what is said, and how a bot gets on."""
    keeper: Keeper = socket.app.state.keeper
    settings: Settings = keeper.settings
    await socket.accept()
    try:
        check_origin(socket, settings)
    except Refused as refused:
        await socket.close(code=POLICY, reason=refused.problem.title)
        return
    try:
        hello = await asyncio.wait_for(socket.receive_text(), SECONDS_TO_SAY_WHO)
        key = msgspec.json.decode(hello[:LONGEST_HELLO], type=Hello).token
        access = await keeper.access(key)
        room = await keeper.enter(access)
    except (Refused, msgspec.DecodeError, TimeoutError, WebSocketDisconnect, UnicodeError):
        await _close(socket, GONE, "No such table")
        return
    except GrognardError as error:  # the database is away, or the pack of the game has changed
        logging.getLogger(__name__).warning("a line is not opened: %s", error)
        await _close(socket, FAULT, "The table cannot be opened")
        return
    try:
        watcher = keeper.gallery.watch(room, access.seats)
    except Refused as refused:
        await _close(socket, POLICY, refused.problem.title)
        return
    talking = asyncio.create_task(_talk(socket, watcher))
    try:
        watcher.hear("hello", run=settings.run)
        await keeper.gallery.tell_changes(room)
        keeper.gallery.tell_presence(room)
        while True:
            await socket.receive_text()  # pages only listen; what they send keeps the line open
    except (WebSocketDisconnect, RuntimeError, KeyError):
        pass
    finally:
        talking.cancel()
        keeper.gallery.leave(room, watcher)
        keeper.gallery.tell_presence(room)


async def _talk(socket: WebSocket[Any, Any, Any], watcher: Watcher) -> None:
    """Send what waits, until there is no more."""
    while (text := await watcher.messages.get()) is not None:
        try:
            await socket.send_text(text)
        except (WebSocketDisconnect, RuntimeError):
            return
    await _close(socket, TOO_SLOW, "too slow")


async def _close(socket: WebSocket[Any, Any, Any], code: int, reason: str) -> None:
    try:
        await socket.close(code=code, reason=reason)
    except (RuntimeError, WebSocketDisconnect):
        return
