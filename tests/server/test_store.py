"""The store, on SQLite and on PostgreSQL: migrations, one writer, nothing half written."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Engine, inspect, text

from grognard.server.store import (
    ConflictError,
    EntryRow,
    Glance,
    KeyRow,
    Store,
    StoreError,
    TableRow,
    open_store,
)
from grognard.server.store.opening import MIGRATIONS, engine_for
from grognard.server.store.schema import metadata
from grognard.server.store.store import LINES_KEPT

KEY = "k" * 32
NOW = Glance("Turn 1", "", "axis")


def a_table(id: str = "t1", length: int = 0) -> TableRow:
    return TableRow(id, 1, length, "Ours", '[Game "x"]\n', "{}", "", NOW)


def entries(*texts: str) -> list[EntryRow]:
    return [EntryRow("axis", each) for each in texts]


@pytest.fixture
def store(database: str) -> Iterator[Store]:
    opened = open_store(database)
    opened.create(a_table(), [], [(KEY, KeyRow("t1", ("axis",), "host"))])
    yield opened
    opened.close()


# --- migrations --------------------------------------------------------------------------------------


@pytest.fixture
def engine(database: str) -> Iterator[Engine]:
    made = engine_for(database)
    yield made
    made.dispose()


def move(engine: Engine, step: Callable[[Config, str], None], revision: str) -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        step(config, revision)


def differences(engine: Engine) -> list[Any]:
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_server_default": False})
        return list(compare_metadata(context, metadata))


def test_an_empty_database_becomes_what_the_program_expects(engine: Engine, database: str) -> None:
    open_store(database).close()
    assert differences(engine) == []


def test_every_step_leads_up_and_down_again(engine: Engine) -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    steps = [step.revision for step in ScriptDirectory.from_config(config).walk_revisions()]
    for revision in reversed(steps):
        move(engine, command.upgrade, revision)
    assert differences(engine) == []
    for revision in [*steps[1:], "base"]:
        move(engine, command.downgrade, revision)
    assert inspect(engine).get_table_names() == ["alembic_version"]
    move(engine, command.upgrade, "head")
    assert differences(engine) == []


def test_games_of_the_first_version_are_taken_over(engine: Engine, database: str) -> None:
    move(engine, command.upgrade, "0001")
    with engine.begin() as connection:
        connection.execute(
            text(
                "INSERT INTO tables (id, revision, length, title, opening, seats, created, updated)"
                " VALUES ('old', 3, 2, 'Old', 'x', '{}', '2026-01-02 03:04:05', '2026-01-02 03:04:05')"
            )
        )
        for n, order in enumerate(("unit 1", "end")):
            connection.execute(
                text("INSERT INTO entries (table_id, n, seat, \"order\") VALUES ('old', :n, 'axis', :order)"),
                {"n": n, "order": order},
            )
        connection.execute(
            text("INSERT INTO notes (table_id, seat, text) VALUES ('old', 'axis', 'hold the bridge')")
        )
    store = open_store(database)
    found = store.game("old")
    assert found is not None
    row, orders = found
    assert (row.revision, row.length, row.title, row.glance) == (3, 2, "Old", Glance())
    assert orders == (EntryRow("axis", "unit 1"), EntryRow("axis", "end"))
    assert store.notes("old", ["axis"]) == {"axis": "hold the bridge"}
    store.append("old", 3, 2, entries("unit 2"), NOW)
    assert [entry.order for entry in store.entries("old")] == ["unit 1", "end", "unit 2"]
    store.close()


def test_a_database_of_a_newer_version_is_left_alone(engine: Engine, database: str) -> None:
    open_store(database).close()
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(StoreError, match="9999"):
        open_store(database)


def test_several_servers_may_begin_with_an_empty_database(database: str) -> None:
    program = f"from grognard.server.store import open_store\nopen_store({database!r}).close()"
    servers = [subprocess.Popen([sys.executable, "-c", program]) for _ in range(3)]
    assert [server.wait(60) for server in servers] == [0, 0, 0]


def test_what_cannot_be_opened_is_said_in_one_line_without_the_password() -> None:
    with pytest.raises(StoreError) as refused:
        open_store("postgresql://somebody:hunter2@127.0.0.1:1/games")
    assert "hunter2" not in str(refused.value)
    assert "\n" not in str(refused.value)
    with pytest.raises(StoreError, match="cannot be read"):
        open_store("not an address")
    with pytest.raises(StoreError, match="cannot be opened"):
        open_store("sqlite:////nowhere/at/all/games.sqlite3")


# --- one writer ----------------------------------------------------------------------------------------


def test_orders_are_kept_in_their_order(store: Store) -> None:
    store.append("t1", 1, 0, entries("a", "b"), NOW)
    store.append("t1", 2, 2, entries("c"), Glance("Turn 2", "over", ""))
    found = store.game("t1")
    assert found is not None
    assert [entry.order for entry in found[1]] == ["a", "b", "c"]
    assert (found[0].revision, found[0].length, found[0].glance.outcome) == (3, 3, "over")


def test_the_slower_of_two_writers_is_refused_and_leaves_nothing(store: Store) -> None:
    store.append("t1", 1, 0, entries("a"), NOW)
    with pytest.raises(ConflictError):
        store.append("t1", 1, 0, entries("x", "y"), NOW)
    with pytest.raises(ConflictError):
        store.cut("t1", 1, 0, NOW)
    assert [entry.order for entry in store.entries("t1")] == ["a"]


def test_of_many_writers_at_once_one_wins(store: Store) -> None:
    won: list[str] = []

    def write(name: str) -> None:
        try:
            store.append("t1", 1, 0, entries(name, name), NOW)
        except ConflictError:
            return
        won.append(name)

    threads = [threading.Thread(target=write, args=(f"w{n}",)) for n in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(won) == 1
    assert [entry.order for entry in store.entries("t1")] == won * 2


def test_taking_back_keeps_the_beginning(store: Store) -> None:
    store.append("t1", 1, 0, entries("a", "b", "c"), NOW)
    store.cut("t1", 2, 1, NOW)
    store.append("t1", 3, 1, entries("d"), NOW)
    assert [entry.order for entry in store.entries("t1")] == ["a", "d"]


# --- keys, talk and notes --------------------------------------------------------------------------------


def test_of_keys_only_hashes_are_kept(store: Store) -> None:
    with store.engine.connect() as connection:
        kept = connection.execute(text("SELECT * FROM keys")).all()
    assert KEY not in repr(kept)
    assert store.key(KEY) == KeyRow("t1", ("axis",), "host", 1)
    assert store.key("K" * 32) is None


def test_a_list_of_games_names_those_of_its_keys_the_last_changed_first(store: Store) -> None:
    store.create(a_table("t2"), [], [("m" * 32, KeyRow("t2", (), "spectator"))])
    found = store.tables_of([KEY, "m" * 32, "unknown" * 5])
    assert {(key, seats, row.id) for key, seats, row in found} == {
        (KEY, ("axis",), "t1"),
        ("m" * 32, (), "t2"),
    }
    assert store.tables_of([]) == []


def test_everybody_is_heard_when_all_speak_at_once(store: Store) -> None:
    threads = [threading.Thread(target=store.say, args=("t1", "axis", f"line {n}")) for n in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(line.text for line in store.lines("t1")) == [f"line {n}" for n in range(6)]


def test_old_lines_are_forgotten(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grognard.server.store.store.LINES_KEPT", 3)
    for n in range(5):
        store.say("t1", "axis", f"line {n}")
    assert [line.text for line in store.lines("t1")] == ["line 2", "line 3", "line 4"]
    assert LINES_KEPT > 100


def test_notes_are_replaced(store: Store) -> None:
    store.note("t1", "axis", "first")
    store.note("t1", "axis", "second")
    store.note("t1", "soviet", "theirs")
    assert store.notes("t1", ["axis"]) == {"axis": "second"}


def test_a_database_that_goes_away_is_a_store_error(store: Store) -> None:
    with store.engine.begin() as connection:
        connection.execute(text("DROP TABLE entries"))
    with pytest.raises(StoreError, match="does not answer"):
        store.entries("t1")
