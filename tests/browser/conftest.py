"""A browser, a server whose dice are known beforehand, and desks to sit down at."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page
from tests.browser.chromium import PHONE, Desk, chromium
from tests.browser.hands import Mouse
from tests.browser.sitting import Hands, Sitting
from tests.server.house import Server

DICE = ("--rehearsal", "1941", "--rate", "1000")

Sit = Callable[..., Sitting]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with chromium() as running:
        yield running


def server_in(folder: Path) -> Server:
    """A server on a free port that keeps its games in a folder."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = str(probe.getsockname()[1])
    return Server(f"sqlite:///{folder / 'games.sqlite3'}", folder, "--port", port, *DICE)


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for all browser tests that leave it running."""
    folder = tmp_path_factory.mktemp("house")
    running = server_in(folder).start()
    yield running
    running.stop()


@pytest.fixture
def own_house(tmp_path: Path) -> Iterator[Server]:
    """A server that a test may kill."""
    running = server_in(tmp_path).start()
    yield running
    running.stop()


@pytest.fixture
def new_desk(browser: Browser, house: Server) -> Iterator[Callable[..., Desk]]:
    """Opens browsers of their own, and closes them with the test."""
    opened: list[Desk] = []

    def open_desk(server: Server = house, **screen: Any) -> Desk:
        opened.append(Desk(browser, server.address, **screen))
        return opened[-1]

    yield open_desk
    for each in opened:
        each.close()


@pytest.fixture
def desk(new_desk: Callable[..., Desk]) -> Desk:
    return new_desk()


@pytest.fixture
def phone(new_desk: Callable[..., Desk]) -> Desk:
    return new_desk(**PHONE)


@pytest.fixture
def sit(house: Server) -> Iterator[Sit]:
    """Sit down at a table: on a page, with a key, or at one that is opened for it."""
    seated: list[Sitting] = []

    def sit_down(
        at: Desk | Page, key: str = "", hands: Hands | None = None, server: Server = house, **table: Any
    ) -> Sitting:
        if isinstance(at, Page):
            seated.append(Sitting(at, server, hands or Mouse()))
            return seated[-1]
        key = key or server.create(table)["host"]
        page = at.open(f"/t/{key}")
        seated.append(Sitting(page, server, hands or Mouse(), key))
        return seated[-1]

    yield sit_down
    for each in seated:
        each.player.http.close()
