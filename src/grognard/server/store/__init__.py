"""Where tables are kept: SQLite by default, PostgreSQL when it grows."""

from grognard.server.store.opening import open_store
from grognard.server.store.store import (
    ConflictError,
    EntryRow,
    Glance,
    KeyRow,
    LineRow,
    Store,
    StoreError,
    TableRow,
)

__all__ = [
    "ConflictError",
    "EntryRow",
    "Glance",
    "KeyRow",
    "LineRow",
    "Store",
    "StoreError",
    "TableRow",
    "open_store",
]
