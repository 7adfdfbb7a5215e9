"""A real server in a process of its own, and players who talk to it over HTTP and WebSocket."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self

import httpx
from websockets.sync.client import ClientConnection, connect

GAME, SHORT = "moscow-1941", "first-steps"
PATIENCE = 60.0
"""Seconds for anything to happen; a busy machine takes its time."""

Json = dict[str, Any]


class Server:
    """`grognard serve` as its own process; it can be killed and started again on the same database."""

    def __init__(self, database: str, folder: Path, *arguments: str, **environment: str) -> None:
        self._command = [sys.executable, "-m", "grognard", "serve", "--no-draw-ahead", "--database", database]
        self._command += ["--port", "0", "--cache", str(folder / "maps"), *arguments]
        self._environment = {**os.environ, **environment}
        self._log = folder / "server.log"
        self.address = ""
        self.process: subprocess.Popen[str] | None = None

    def start(self) -> Self:
        """Start it, and wait until it says where it is."""
        with self._log.open("a") as log:
            self.process = subprocess.Popen(
                self._command,
                env=self._environment,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line.startswith("Grognard is at "), (line, self._log.read_text())
        self.address = line.split()[3].rstrip("/")
        return self

    def kill(self) -> None:
        """Pull the plug: SIGKILL."""
        assert self.process is not None
        self.process.kill()
        self._bury()

    def stop(self) -> None:
        """Ask it to end."""
        if self.process is not None:
            self.process.terminate()
            self._bury()

    def _bury(self) -> None:
        assert self.process is not None
        self.process.wait(PATIENCE)
        assert self.process.stdout is not None
        self.process.stdout.close()
        self.process = None

    @property
    def log(self) -> str:
        """What it has written about itself."""
        return self._log.read_text()

    @property
    def port(self) -> int:
        """Where it listens."""
        return int(self.address.rpartition(":")[2])

    def client(self, key: str = "") -> httpx.Client:
        """An HTTP client, with a key or without one."""
        headers = {"authorization": f"Bearer {key}"} if key else {}
        return httpx.Client(base_url=f"{self.address}/api", headers=headers, timeout=PATIENCE)

    def open_table(self, **seats: Any) -> Json:
        """Open a table of the shortest scenario; a seat is `me`, `link`, or the name of a bot."""
        return self.create({"seats": {seat: choice(kind) for seat, kind in seats.items()}})

    def create(self, table: Json) -> Json:
        """Open a table; its keys."""
        with self.client() as client:
            answer = client.post("/tables", json={"game": GAME, "scenario": SHORT, "seats": {}, **table})
        assert answer.status_code == 201, answer.text
        return dict(answer.json())

    def sit(self, key: str) -> Player:
        """Sit down with a key."""
        return Player(self, key)


def info_for(server: Server, key: str) -> Json:
    """What a page needs to know once, with some key."""
    with server.sit(key) as player:
        return dict(player.get(""))


def choice(kind: str) -> Json:
    """What `seats` holds for a seat."""
    return {"kind": kind} if kind in ("me", "link") else {"kind": "bot", "bot": kind}


class Player:
    """Somebody with a key."""

    def __init__(self, server: Server, key: str) -> None:
        self.server = server
        self.key = key
        self.http = server.client(key)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.http.close()

    def get(self, path: str, **query: Any) -> Any:
        """The answer to a request that succeeds."""
        answer = self.http.get(f"/table{path}", params=query)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def ask(self, path: str, **body: Any) -> httpx.Response:
        """The response to a question or a change, whatever it is."""
        return self.http.post(f"/table{path}", json=body)

    def state(self, seat: str) -> Json:
        """The table as a seat sees it."""
        return dict(self.get("/state", seat=seat))

    def order(self, state: Json, text: str) -> httpx.Response:
        """Give an order for the moment that a state shows."""
        return self.ask("/orders", seat=state["seat"], state_id=state["state_id"], order=text)

    def play(self, seat: str, *texts: str) -> Json:
        """Give orders that are accepted; the state after them."""
        state = self.state(seat)
        for text in texts:
            answer = self.order(state, text)
            assert answer.status_code == 200, answer.text
            state = answer.json()
        return state

    def first(self, state: Json, verb: str) -> str:
        """The first choice with a verb."""
        return next(str(each["text"]) for each in state["choices"] if each["verb"] == verb)

    def record(self) -> str:
        """The record of the game."""
        answer = self.http.get("/table/record")
        assert answer.status_code == 200, answer.text
        return answer.text

    @contextmanager
    def live(self, **options: Any) -> Iterator[Line]:
        """Watch the table over the live wire."""
        with connect(live_address(self.server), max_queue=None, **options) as socket:
            socket.send(json.dumps({"token": self.key}))
            line = Line(socket)
            line.next("hello")  # from now on nothing is missed
            yield line


class Line:
    """The live wire of one page."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.heard: list[Json] = []

    def next(self, kind: str) -> Json:
        """The next message of a kind; others are passed over."""
        while True:
            message: Json = json.loads(self.socket.recv(PATIENCE))
            self.heard.append(message)
            if message["type"] == kind:
                return message

    def until_state(self, states: Json) -> None:
        """Listen until these states are told."""
        while self.next("state")["states"] != states:
            pass

    def listen(self, seconds: float) -> list[Json]:
        """All that comes within a while."""
        start = len(self.heard)
        try:
            while True:
                self.heard.append(json.loads(self.socket.recv(seconds)))
        except TimeoutError:
            return self.heard[start:]


def live_address(server: Server) -> str:
    """Where the live wire is."""
    return server.address.replace("http", "ws", 1) + "/api/table/live"
