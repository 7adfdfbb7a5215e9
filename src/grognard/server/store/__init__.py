"""Where tables are kept: SQLite by default, PostgreSQL when it grows."""

from grognard.server.store.store import EntryRow, Store, StoreError, TableRow, open_store

__all__ = ["EntryRow", "Store", "StoreError", "TableRow", "open_store"]
