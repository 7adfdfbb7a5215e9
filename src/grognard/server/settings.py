"""What a server can be told: where it listens, where it keeps games, and how much it takes."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from pathlib import Path

from platformdirs import user_data_path

DATABASE = "grognard.sqlite3"


def data_folder() -> Path:
    """The folder of the user's games; made when it is not there."""
    return user_data_path("grognard", appauthor=False, ensure_exists=True)


@dataclass(frozen=True)
class Settings:
    """One server. The defaults suit one user on one machine."""

    host: str = "127.0.0.1"
    port: int = 8741
    database: str = ""
    """An SQLAlchemy URL; empty for a file in the user's data folder."""
    cache: Path | None = None
    """Where drawn maps are kept; None for a folder beside the default database, else in memory only."""
    packs: Path | None = None
    """A folder with component packs to choose from; None for the one beside the default database."""
    hosts: tuple[str, ...] = ()
    """Further names under which browsers reach this server; others are refused."""
    largest_body: int = 2_000_000
    most_tables: int = 10_000
    most_live: int = 200
    """WebSockets that one table may have."""
    requests_a_second: int = 40
    """How many requests one key, or one address without a key, may make in a second, on average."""
    workers: int = 2
    """Bots that may think at the same time."""
    seconds_to_think: float = 300.0
    """How long a bot may think about one order before another one stands in."""
    warm: bool = False
    """Draw maps as soon as the server runs, so that nobody has to wait for them."""
    rehearsal: str = ""
    """A seed for all dice and bots, so that a game can be played once more. Whoever knows it foresees every
    throw: it is for tests, never for play."""
    run: str = field(default_factory=lambda: secrets.token_hex(8))
    """A mark of this run of the server, so that pages notice a restart."""

    @property
    def database_url(self) -> str:
        """The URL of the database, the default one included."""
        return self.database or f"sqlite:///{data_folder() / DATABASE}"

    @property
    def pack_folder(self) -> Path | None:
        """Where packs are looked for."""
        return self.packs or (None if self.database else data_folder() / "packs")

    @property
    def map_folder(self) -> Path | None:
        """Where drawn maps are kept."""
        return self.cache or (None if self.database else data_folder() / "maps")

    @property
    def allowed_hosts(self) -> frozenset[str]:
        """Names that a request's Host header may bear."""
        own = () if self.host in ("0.0.0.0", "::") else (self.host,)
        return frozenset({"localhost", "127.0.0.1", "[::1]", *own, *self.hosts})
