"""The store: every change of a table is one transaction, and is acknowledged after it."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from datetime import UTC, datetime

import msgspec
from sqlalchemy import Connection, Engine, Row, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.pool import StaticPool

from grognard.core import GrognardError
from grognard.server.store import schema

LINES_KEPT = 2_000
"""Lines of chat that a table keeps; older ones are forgotten."""
_ATTEMPTS = 5
WRITES = {"writes": True}
"""The option of a transaction that will write."""


class StoreError(GrognardError):
    """The database cannot be opened, read or written."""


class ConflictError(StoreError):
    """Somebody else has written to the table in between."""


class Glance(msgspec.Struct, frozen=True):
    """What a list of games says of a table."""

    heading: str = ""
    outcome: str = ""
    to_move: str = ""


class TableRow(msgspec.Struct, frozen=True):
    """A game as it is kept."""

    id: str
    revision: int
    length: int
    title: str
    opening: str
    seats: str
    updated: str
    glance: Glance = Glance()


class EntryRow(msgspec.Struct, frozen=True):
    """One order."""

    seat: str
    order: str


class KeyRow(msgspec.Struct, frozen=True):
    """What a key opens, and how often that table has changed so far."""

    table_id: str
    seats: tuple[str, ...]
    role: str
    revision: int = 0


class LineRow(msgspec.Struct, frozen=True):
    """Something that was said."""

    seat: str
    text: str
    at: str


def hash_of(key: str) -> str:
    """What is kept of a key."""
    return hashlib.sha256(key.encode()).hexdigest()


def _now() -> datetime:
    return datetime.now(UTC)


class Store:
    """Reads and writes tables. All methods block, and may be called from any thread.

    Whatever the database says against it ends as a `StoreError`.
    """

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        shared = isinstance(engine.pool, StaticPool)  # one connection for all threads: one at a time
        self._turn = threading.RLock() if shared else nullcontext()

    def close(self) -> None:
        """Let go of the database."""
        self.engine.dispose()

    @contextmanager
    def _transaction(self, **options: bool) -> Iterator[Connection]:
        try:
            with self._turn, self.engine.execution_options(**options).begin() as connection:
                yield connection
        except IntegrityError:
            raise
        except SQLAlchemyError as error:
            raise StoreError(f"the database does not answer ({type(error).__name__})") from error

    # --- tables -----------------------------------------------------------------------------------

    def count(self) -> int:
        """How many tables there are."""
        with self._transaction() as connection:
            return connection.execute(select(func.count()).select_from(schema.tables)).scalar_one()

    def create(self, row: TableRow, entries: Iterable[EntryRow], keys: Iterable[tuple[str, KeyRow]]) -> None:
        """Keep a new table, what has been played of it, and its keys."""
        now = _now()
        with self._transaction(**WRITES) as connection:
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
                    **_shown(row.glance),
                )
            )
            _insert(connection, row.id, 0, list(entries))
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
        with self._transaction() as connection:
            row = connection.execute(select(schema.tables).where(schema.tables.c.id == id)).one_or_none()
        return None if row is None else _table(row)

    def entries(self, id: str) -> tuple[EntryRow, ...]:
        """All orders of a table."""
        query = select(schema.entries).where(schema.entries.c.table_id == id).order_by(schema.entries.c.n)
        with self._transaction() as connection:
            return tuple(EntryRow(row.seat, row.order) for row in connection.execute(query))

    def game(self, id: str) -> tuple[TableRow, tuple[EntryRow, ...]] | None:
        """A table with its orders, as they were at one moment."""
        for _ in range(_ATTEMPTS):
            row, entries = self.table(id), self.entries(id)
            if row is None:
                return None
            again = self.table(id)
            if again is not None and again.revision == row.revision:
                return row, entries
        raise StoreError("the table changes faster than it can be read")

    def revisions(self, ids: Iterable[str]) -> dict[str, int]:
        """How often each of some tables has changed."""
        query = select(schema.tables.c.id, schema.tables.c.revision).where(schema.tables.c.id.in_(tuple(ids)))
        with self._transaction() as connection:
            return {row.id: row.revision for row in connection.execute(query)}

    def append(
        self, id: str, revision: int, length: int, entries: Sequence[EntryRow], glance: Glance
    ) -> None:
        """Add orders after the first `length`; raises `ConflictError` when somebody else wrote in between."""
        try:
            with self._transaction(**WRITES) as connection:
                _advance(connection, id, revision, length + len(entries), glance)
                _insert(connection, id, length, entries)
        except IntegrityError:
            raise ConflictError("another server has written to this table") from None

    def cut(self, id: str, revision: int, length: int, glance: Glance) -> None:
        """Keep the first `length` orders only."""
        with self._transaction(**WRITES) as connection:
            _advance(connection, id, revision, length, glance)
            connection.execute(
                delete(schema.entries).where(schema.entries.c.table_id == id, schema.entries.c.n >= length)
            )

    # --- keys -------------------------------------------------------------------------------------

    def key(self, key: str) -> KeyRow | None:
        """What a key opens; None when it opens nothing."""
        query = (
            select(schema.keys, schema.tables.c.revision)
            .join(schema.tables, schema.tables.c.id == schema.keys.c.table_id)
            .where(schema.keys.c.hash == hash_of(key))
        )
        with self._transaction() as connection:
            row = connection.execute(query).one_or_none()
        if row is None:
            return None
        return KeyRow(row.table_id, _seats(row.seats), row.role, row.revision)

    def tables_of(self, keys: Iterable[str]) -> list[tuple[str, tuple[str, ...], TableRow]]:
        """For each key that opens something: the key, its seats, and the table; the last changed first."""
        by_hash = {hash_of(key): key for key in keys}
        query = (
            select(schema.tables, schema.keys.c.hash, schema.keys.c.seats.label("mine"))
            .join(schema.keys, schema.tables.c.id == schema.keys.c.table_id)
            .where(schema.keys.c.hash.in_(by_hash))
            .order_by(schema.tables.c.updated.desc(), schema.keys.c.hash)
        )
        with self._transaction() as connection:
            rows = connection.execute(query).all()
        return [(by_hash[row.hash], _seats(row.mine), _table(row)) for row in rows]

    # --- talk -------------------------------------------------------------------------------------

    def say(self, id: str, seat: str, text: str) -> LineRow:
        """Keep a line of chat."""
        for _ in range(_ATTEMPTS):
            try:
                return self._say(id, seat, text)
            except IntegrityError:
                continue  # somebody spoke at the same moment
        raise StoreError("too many speak at once")

    def _say(self, id: str, seat: str, text: str) -> LineRow:
        now, lines = _now(), schema.lines
        with self._transaction(**WRITES) as connection:
            last = select(func.max(lines.c.n)).where(lines.c.table_id == id)
            found = connection.execute(last).scalar_one()
            number = 0 if found is None else found + 1
            connection.execute(insert(lines).values(table_id=id, n=number, seat=seat, text=text, at=now))
            connection.execute(delete(lines).where(lines.c.table_id == id, lines.c.n <= number - LINES_KEPT))
        return LineRow(seat, text, _text(now))

    def lines(self, id: str, most: int = 500) -> tuple[LineRow, ...]:
        """The last lines of the chat."""
        query = (
            select(schema.lines)
            .where(schema.lines.c.table_id == id)
            .order_by(schema.lines.c.n.desc())
            .limit(most)
        )
        with self._transaction() as connection:
            rows = [LineRow(row.seat, row.text, _text(row.at)) for row in connection.execute(query)]
        return tuple(reversed(rows))

    def note(self, id: str, seat: str, text: str) -> None:
        """Keep a seat's notes."""
        notes = schema.notes
        mine = (notes.c.table_id == id, notes.c.seat == seat)
        for _ in range(_ATTEMPTS):
            try:
                with self._transaction(**WRITES) as connection:
                    changed = connection.execute(update(notes).where(*mine).values(text=text))
                    if changed.rowcount == 0:
                        connection.execute(insert(notes).values(table_id=id, seat=seat, text=text))
                return
            except IntegrityError:
                continue  # the same seat wrote its first note in another window
        raise StoreError("the notes change faster than they can be kept")

    def notes(self, id: str, seats: Iterable[str]) -> dict[str, str]:
        """The notes of some seats."""
        query = select(schema.notes).where(
            schema.notes.c.table_id == id, schema.notes.c.seat.in_(tuple(seats))
        )
        with self._transaction() as connection:
            return {row.seat: row.text for row in connection.execute(query)}


def _advance(connection: Connection, id: str, revision: int, length: int, glance: Glance) -> None:
    found = connection.execute(
        update(schema.tables)
        .where(schema.tables.c.id == id, schema.tables.c.revision == revision)
        .values(
            revision=revision + 1,
            length=length,
            updated=_now(),
            **_shown(glance),
        )
    )
    if found.rowcount != 1:
        raise ConflictError("another server has written to this table")


def _shown(glance: Glance) -> dict[str, str]:
    return {"heading": glance.heading[:200], "outcome": glance.outcome[:400], "to_move": glance.to_move}


def _insert(connection: Connection, id: str, start: int, entries: Sequence[EntryRow]) -> None:
    if entries:
        rows = [
            {"table_id": id, "n": start + n, "seat": entry.seat, "order": entry.order}
            for n, entry in enumerate(entries)
        ]
        connection.execute(insert(schema.entries), rows)


def _table(row: Row[tuple[object, ...]]) -> TableRow:
    return TableRow(
        row.id,
        row.revision,
        row.length,
        row.title,
        row.opening,
        row.seats,
        _text(row.updated),
        Glance(row.heading, row.outcome, row.to_move),
    )


def _seats(text: str) -> tuple[str, ...]:
    return msgspec.json.decode(text, type=tuple[str, ...])


def _text(moment: datetime) -> str:
    return moment.replace(tzinfo=moment.tzinfo or UTC).isoformat(timespec="seconds")
