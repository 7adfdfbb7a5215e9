"""The live wire: a page that watches a table is told what happens there."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect

from grognard.server.guard import check_origin
from grognard.server.keeper import Keeper
from grognard.server.problems import Refused
from grognard.server.settings import Settings

SECONDS_TO_SAY_WHO = 10.0
LONGEST_HELLO = 2000
POLICY, GONE = 4403, 4404


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
        access = keeper.access(key)
        room = await keeper.room(access.room)
    except (Refused, msgspec.DecodeError, TimeoutError, WebSocketDisconnect, UnicodeError):
        await _close(socket, GONE, "No such table")
        return

    async def listener(raw: bytes) -> None:
        await socket.send_text(raw.decode())

    try:
        keeper.watch(room, listener, access.seats)
    except Refused as refused:
        await _close(socket, POLICY, refused.problem.title)
        return
    try:
        await listener(msgspec.json.encode({"type": "hello", "state_id": room.state_id, "run": settings.run}))
        await keeper.tell(room, "presence", present=sorted(keeper.present(room)))
        while True:
            await socket.receive_text()  # pages only listen; what they send keeps the line open
    except (WebSocketDisconnect, RuntimeError):
        pass
    finally:
        keeper.leave(room, listener)
        await keeper.tell(room, "presence", present=sorted(keeper.present(room)))


async def _close(socket: WebSocket[Any, Any, Any], code: int, reason: str) -> None:
    try:
        await socket.close(code=code, reason=reason)
    except (RuntimeError, WebSocketDisconnect):
        return
