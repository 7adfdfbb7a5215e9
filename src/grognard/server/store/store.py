"""The store: every change of a table is one transaction, and is acknowledged after it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path

import msgspec
from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, Engine, create_engine, delete, event, func, insert, select, update
from sqlalchemy.engine import make_url
from sqlalchemy.exc import SQLAlchemyError

from grognard.core import GrognardError
from grognard.server.store import schema

MIGRATIONS = Path(__file__).parent / "migrations"


class StoreError(GrognardError):
    """The database cannot be opened or written."""


class TableRow(msgspec.Struct, frozen=True):
    """A game as it is kept."""

    id: str
    revision: int
    length: int
    title: str
    opening: str
    seats: str
    updated: str


class EntryRow(msgspec.Struct, frozen=True):
    """One order."""

    seat: str
    order: str


class KeyRow(msgspec.Struct, frozen=True):
    """What a key opens."""

    table_id: str
    seats: tuple[str, ...]
    role: str


class LineRow(msgspec.Struct, frozen=True):
    """Something that was said."""

    seat: str
    text: str
    at: str


def hash_of(key: str) -> str:
    """What is kept of a key."""
    return hashlib.sha256(key.encode()).hexdigest()


def open_store(url: str) -> Store:
    """Open a database and bring it up to date; raises `StoreError` when that is not possible."""
    try:
        engine = create_engine(url, pool_pre_ping=True)
        if make_url(url).get_backend_name() == "sqlite":
            event.listen(engine, "connect", _tune_sqlite)
        migrate(engine)
    except (SQLAlchemyError, ImportError, OSError) as error:
        raise StoreError(f"the database {_public(url)} cannot be opened: {_first_line(error)}") from None
    return Store(engine)


def migrate(engine: Engine) -> None:
    """Bring a database to the newest form."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def _tune_sqlite(connection: object, _record: object) -> None:
    """Write ahead, and let what is committed survive the end of the process."""
    cursor = connection.cursor()  # type: ignore[attr-defined]
    for pragma in ("journal_mode=WAL", "synchronous=NORMAL", "foreign_keys=ON", "busy_timeout=5000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _public(url: str) -> str:
    return make_url(url).render_as_string(hide_password=True)


def _first_line(error: Exception) -> str:
    return str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__


def _now() -> datetime:
    return datetime.now(UTC)


class Store:
    """Reads and writes tables. All methods block; the server calls them from threads or accepts the wait."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine

    def close(self) -> None:
        """Let go of the database."""
        self.engine.dispose()

    # --- tables -----------------------------------------------------------------------------------

    def count(self) -> int:
        """How many tables there are."""
        with self.engine.connect() as connection:
            return connection.execute(select(func.count()).select_from(schema.tables)).scalar_one()

    def create(self, row: TableRow, entries: Iterable[EntryRow], keys: Iterable[tuple[str, KeyRow]]) -> None:
        """Keep a new table, what has been played of it, and its keys."""
        now = _now()
        with self.engine.begin() as connection:
            connection.execute(
                insert(schema.tables).values(
                    id=row.id,
                    revision=row.revision,
                    length=row.length,
                    title=row.title,
                    opening=row.opening,
                    seats=row.seats,
                    created=now,
                    updated=now,
                )
            )
            self._insert(connection, row.id, 0, list(entries))
            for key, opens in keys:
                connection.execute(
                    insert(schema.keys).values(
                        hash=hash_of(key),
                        table_id=opens.table_id,
                        seats=msgspec.json.encode(opens.seats).decode(),
                        role=opens.role,
                    )
                )

    def table(self, id: str) -> TableRow | None:
        """The row of a table."""
        with self.engine.connect() as connection:
            row = connection.execute(select(schema.tables).where(schema.tables.c.id == id)).one_or_none()
        if row is None:
            return None
        return TableRow(
            row.id, row.revision, row.length, row.title, row.opening, row.seats, _text(row.updated)
        )

    def entries(self, id: str) -> tuple[EntryRow, ...]:
        """All orders of a table."""
        query = select(schema.entries).where(schema.entries.c.table_id == id).order_by(schema.entries.c.n)
        with self.engine.connect() as connection:
            return tuple(EntryRow(row.seat, row.order) for row in connection.execute(query))

    def append(self, id: str, revision: int, length: int, entries: Sequence[EntryRow]) -> None:
        """Add orders after the first `length`; raises `StoreError` when somebody else wrote in between."""
        with self.engine.begin() as connection:
            self._advance(connection, id, revision, length + len(entries))
            self._insert(connection, id, length, entries)

    def cut(self, id: str, revision: int, length: int) -> None:
        """Keep the first `length` orders only."""
        with self.engine.begin() as connection:
            self._advance(connection, id, revision, length)
            connection.execute(
                delete(schema.entries).where(schema.entries.c.table_id == id, schema.entries.c.n >= length)
            )

    def _advance(self, connection: Connection, id: str, revision: int, length: int) -> None:
        found = connection.execute(
            update(schema.tables)
            .where(schema.tables.c.id == id, schema.tables.c.revision == revision)
            .values(revision=revision + 1, length=length, updated=_now())
        )
        if found.rowcount != 1:
            raise StoreError("another server has written to this table")

    @staticmethod
    def _insert(connection: Connection, id: str, start: int, entries: Sequence[EntryRow]) -> None:
        if entries:
            rows = [
                {"table_id": id, "n": start + n, "seat": entry.seat, "order": entry.order}
                for n, entry in enumerate(entries)
            ]
            connection.execute(insert(schema.entries), rows)

    # --- keys -------------------------------------------------------------------------------------

    def key(self, key: str) -> KeyRow | None:
        """What a key opens; None when it opens nothing."""
        query = select(schema.keys).where(schema.keys.c.hash == hash_of(key))
        with self.engine.connect() as connection:
            row = connection.execute(query).one_or_none()
        if row is None:
            return None
        return KeyRow(
            row.table_id,
            msgspec.json.decode(row.seats, type=tuple[str, ...]),
            row.role,
        )

    # --- talk -------------------------------------------------------------------------------------

    def say(self, id: str, seat: str, text: str) -> LineRow:
        """Keep a line of chat."""
        now = _now()
        with self.engine.begin() as connection:
            query = select(func.count()).select_from(schema.lines).where(schema.lines.c.table_id == id)
            number = connection.execute(query).scalar_one()
            connection.execute(
                insert(schema.lines).values(table_id=id, n=number, seat=seat, text=text, at=now)
            )
        return LineRow(seat, text, _text(now))

    def lines(self, id: str, most: int = 500) -> tuple[LineRow, ...]:
        """The last lines of the chat."""
        query = (
            select(schema.lines)
            .where(schema.lines.c.table_id == id)
            .order_by(schema.lines.c.n.desc())
            .limit(most)
        )
        with self.engine.connect() as connection:
            rows = [LineRow(row.seat, row.text, _text(row.at)) for row in connection.execute(query)]
        return tuple(reversed(rows))

    def note(self, id: str, seat: str, text: str) -> None:
        """Keep a seat's notes."""
        with self.engine.begin() as connection:
            connection.execute(
                delete(schema.notes).where(schema.notes.c.table_id == id, schema.notes.c.seat == seat)
            )
            connection.execute(insert(schema.notes).values(table_id=id, seat=seat, text=text))

    def notes(self, id: str, seats: Iterable[str]) -> dict[str, str]:
        """The notes of some seats."""
        query = select(schema.notes).where(
            schema.notes.c.table_id == id, schema.notes.c.seat.in_(tuple(seats))
        )
        with self.engine.connect() as connection:
            return {row.seat: row.text for row in connection.execute(query)}


def _text(moment: datetime) -> str:
    return moment.replace(tzinfo=moment.tzinfo or UTC).isoformat(timespec="seconds")
