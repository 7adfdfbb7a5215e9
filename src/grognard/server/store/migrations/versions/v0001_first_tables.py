"""The first tables: games, their orders, keys, chat and notes."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

_TABLE = ("tables.id",)


def _table_id(*, primary: bool = True) -> sa.Column[str]:
    return sa.Column("table_id", sa.String(32), primary_key=primary, nullable=False)


def _belongs(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        ["table_id"], _TABLE, name=f"fk_{table}_table_id_tables", ondelete="CASCADE"
    )


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "tables",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("length", sa.Integer, nullable=False),
        sa.Column("title", sa.String(120), nullable=False),
        sa.Column("opening", sa.Text, nullable=False),
        sa.Column("seats", sa.Text, nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated", sa.DateTime(timezone=True), nullable=False),
    )
    op.create_table(
        "entries",
        _table_id(),
        sa.Column("n", sa.Integer, primary_key=True),
        sa.Column("seat", sa.String(40), nullable=False),
        sa.Column("order", sa.Text, nullable=False),
        _belongs("entries"),
    )
    op.create_table(
        "keys",
        sa.Column("hash", sa.String(64), primary_key=True),
        _table_id(primary=False),
        sa.Column("seats", sa.Text, nullable=False),
        sa.Column("role", sa.String(16), nullable=False),
        _belongs("keys"),
    )
    op.create_index("ix_keys_table_id", "keys", ["table_id"])
    op.create_table(
        "lines",
        _table_id(),
        sa.Column("n", sa.Integer, primary_key=True),
        sa.Column("seat", sa.String(40), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        _belongs("lines"),
    )
    op.create_table(
        "notes",
        _table_id(),
        sa.Column("seat", sa.String(40), primary_key=True),
        sa.Column("text", sa.Text, nullable=False),
        _belongs("notes"),
    )


def downgrade() -> None:
    """Take the tables away."""
    for table in ("notes", "lines", "keys", "entries", "tables"):
        op.drop_table(table)
