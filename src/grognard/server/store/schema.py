"""The tables of the database. Changes to them go through a migration."""

from __future__ import annotations

from sqlalchemy import Column, DateTime, ForeignKey, Index, Integer, MetaData, String, Table, Text

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(column_0_label)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)

tables = Table(
    "tables",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("revision", Integer, nullable=False),
    Column("length", Integer, nullable=False),
    Column("title", String(120), nullable=False),
    Column("opening", Text, nullable=False),
    Column("seats", Text, nullable=False),
    Column("created", DateTime(timezone=True), nullable=False),
    Column("updated", DateTime(timezone=True), nullable=False),
    Column("heading", String(200), nullable=False, server_default=""),
    Column("outcome", String(400), nullable=False, server_default=""),
    Column("to_move", String(40), nullable=False, server_default=""),
)
"""One row a game. `opening` is the record it began with (headers, and what had been played before);
`seats` says in JSON who plays what. `revision` grows with every change, `length` counts the entries.
The last three are what a list of games says of it."""

entries = Table(
    "entries",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("n", Integer, primary_key=True),
    Column("seat", String(40), nullable=False),
    Column("order", Text, nullable=False),
)
"""Orders in the order in which they were given, dice included."""

keys = Table(
    "keys",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    Column("seats", Text, nullable=False),
    Column("role", String(16), nullable=False),
    Index("ix_keys_table_id", "table_id"),
)
"""Who may sit down. Of the keys themselves only hashes are kept."""

lines = Table(
    "lines",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("n", Integer, primary_key=True),
    Column("seat", String(40), nullable=False),
    Column("text", Text, nullable=False),
    Column("at", DateTime(timezone=True), nullable=False),
)
"""What was said at a table."""

notes = Table(
    "notes",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", String(40), primary_key=True),
    Column("text", Text, nullable=False),
)
"""Each seat's own notes."""
