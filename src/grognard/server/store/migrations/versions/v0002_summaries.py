"""A list of games is read from the rows of tables, without opening the games."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

_COLUMNS = {"heading": 200, "outcome": 400, "to_move": 40}


def upgrade() -> None:
    """Add what a line of the list says."""
    for name, length in _COLUMNS.items():
        op.add_column("tables", sa.Column(name, sa.String(length), nullable=False, server_default=""))


def downgrade() -> None:
    """Take it away."""
    with op.batch_alter_table("tables") as batch:
        for name in _COLUMNS:
            batch.drop_column(name)
