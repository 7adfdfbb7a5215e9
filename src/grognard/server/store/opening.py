"""Opening a database: SQLite or PostgreSQL, brought to the newest form."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import URL, Connection, Engine, create_engine, event, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError
from sqlalchemy.pool import StaticPool

from grognard.server.store.store import WRITES, Store, StoreError

MIGRATIONS = Path(__file__).parent / "migrations"
_ONE_AT_A_TIME = 0x67726F67
"""The advisory lock under which servers migrate a PostgreSQL database."""


def open_store(url: str) -> Store:
    """Open a database and bring it up to date; raises `StoreError` when that is not possible."""
    address = _address(url)
    try:
        engine = _engine(address)
        try:
            migrate(engine)
        except BaseException:
            engine.dispose()
            raise
    except (SQLAlchemyError, CommandError, ImportError, OSError) as error:
        shown = address.render_as_string(hide_password=True)
        raise StoreError(f"the database {shown} cannot be opened: {_first_line(error)}") from None
    return Store(engine)


def engine_for(url: str) -> Engine:
    """Connections to a database as it is."""
    return _engine(_address(url))


def _address(url: str) -> URL:
    """The address with the driver that Grognard brings along."""
    try:
        address = make_url(url)
    except (ArgumentError, ValueError):
        raise StoreError(
            "the address of the database cannot be read; expected something like sqlite:///games.sqlite3 "
            "or postgresql://user@host/name"
        ) from None
    if address.drivername in ("postgres", "postgresql"):
        return address.set(drivername="postgresql+psycopg")
    return address


def _engine(address: URL) -> Engine:
    if address.get_backend_name() != "sqlite":
        return create_engine(address, pool_pre_ping=True, pool_timeout=10, hide_parameters=True)
    if address.database in (None, "", ":memory:"):
        engine = create_engine(
            address, poolclass=StaticPool, connect_args={"check_same_thread": False}, hide_parameters=True
        )
    else:
        engine = create_engine(address, hide_parameters=True)
    event.listen(engine, "connect", _tune_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def migrate(engine: Engine) -> None:
    """Bring a database to the newest form."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    with engine.execution_options(**WRITES).begin() as connection:
        if engine.dialect.name == "postgresql":
            connection.execute(text(f"SELECT pg_advisory_xact_lock({_ONE_AT_A_TIME})"))
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def _tune_sqlite(connection: object, _record: object) -> None:
    """Write ahead, and have what is committed survive the end of the process and of the current."""
    connection.isolation_level = None  # type: ignore[attr-defined]  # transactions begin where we say so
    cursor = connection.cursor()  # type: ignore[attr-defined]
    for pragma in ("busy_timeout=5000", "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin_sqlite(connection: Connection) -> None:
    """Whoever will write waits for his turn at once: SQLite refuses readers that want to write later."""
    writes = connection.get_execution_options().keys() & WRITES.keys()
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _first_line(error: Exception) -> str:
    return str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
