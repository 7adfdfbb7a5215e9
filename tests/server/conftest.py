"""Servers and databases, real ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.server.house import Server
from tests.server.postgres import Cluster, cluster


@pytest.fixture(scope="session")
def postgres() -> Iterator[Cluster]:
    with cluster() as running:
        yield running


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database: each test runs with both."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'games.sqlite3'}"
    running: Cluster = request.getfixturevalue("postgres")
    return running.new_database()


@pytest.fixture
def new_server(tmp_path: Path) -> Iterator[Callable[..., Server]]:
    """Starts servers, and ends them with the test."""
    started: list[Server] = []

    def start(database: str, *arguments: str, **environment: str) -> Server:
        folder = tmp_path / f"server{len(started)}"
        folder.mkdir()
        started.append(Server(database, folder, *arguments, **environment))
        return started[-1].start()

    yield start
    for server in started:
        server.stop()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for all tests that leave it as it is, with the games in a file."""
    folder = tmp_path_factory.mktemp("server")
    running = Server(f"sqlite:///{folder / 'games.sqlite3'}", folder, "--rate", "10000").start()
    yield running
    running.stop()
