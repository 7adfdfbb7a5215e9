"""What was acknowledged is there after `kill -9`, and two servers may share a database: both kinds of it."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest
from tests.server.house import Json, Player, Server

from grognard.core import Record
from grognard.server.run import listen
from grognard.table import Table


def orders_of(record: str) -> list[str]:
    """The orders of a record, dice left out."""
    return [entry.order for entry in Record.parse(record).entries if entry.seat != "chance"]


def replays(record: str) -> bool:
    """Does a record replay to its end?"""
    return Table.open(Record.parse(record)).record().text() == record


def next_order(state: Json) -> str:
    """Some order: mostly movement, now and then the end of a phase."""
    choices = [each["text"] for each in state["choices"]]
    return str(choices[state["total"] * 7 % len(choices)])


def keep_ordering(player: Player, acknowledged: list[str]) -> None:
    """Order for both sides, as fast as it goes, until the line breaks."""
    try:
        state = player.state("axis")
        while True:
            seat = state["view"]["ask"]["seat"]
            if state["seat"] != seat:
                state = player.state(seat)
            order = next_order(state)
            answer = player.order(state, order)
            if answer.status_code != 200:
                return
            acknowledged.append(order)
            state = answer.json()
            if "ask" not in state["view"]:
                return
    except (httpx.HTTPError, AssertionError):
        return


@pytest.mark.slow
def test_acknowledged_orders_survive_a_kill(new_server: Callable[..., Server], database: str) -> None:
    server = new_server(database, "--rate", "1000")
    key = server.open_table(axis="me", soviet="me")["host"]
    acknowledged: list[str] = []
    for enough in (5, 25):
        with server.sit(key) as player:
            ordering = threading.Thread(target=keep_ordering, args=(player, acknowledged))
            ordering.start()
            while len(acknowledged) < enough and ordering.is_alive():
                time.sleep(0.002)
            server.kill()
            ordering.join()
        server.start()
        with server.sit(key) as player:
            kept = orders_of(player.record())
            assert kept[: len(acknowledged)] == acknowledged
            assert len(kept) <= len(acknowledged) + 1, "at most the order on its way"
            assert replays(player.record())
            acknowledged = kept
            state = player.state("axis")
            seat = state["view"]["ask"]["seat"]
            player.play(seat, next_order(player.state(seat)))
            acknowledged.append(orders_of(player.record())[-1])


def test_a_table_goes_on_after_a_restart_with_everything_on_it(
    new_server: Callable[..., Server], database: str
) -> None:
    server = new_server(database)
    keys = server.open_table(axis="me", soviet="link")
    with server.sit(keys["host"]) as axis:
        state = axis.state("axis")
        after = axis.order(state, axis.first(state, "unit")).json()
        axis.ask("/chat", seat="axis", text="back in a minute")
    server.kill()
    server.start()
    with server.sit(keys["host"]) as axis, server.sit(keys["seats"]["soviet"]) as soviet:
        again = axis.state("axis")
        assert again["state_id"] == after["state_id"], "a page that was open goes on where it was"
        assert again["choices"] == after["choices"]
        assert soviet.get("/talk")["chat"][0]["text"] == "back in a minute"
        assert axis.ask("/undo", seat="axis", state_id=again["state_id"]).status_code == 200
        assert axis.state("axis")["view"] == state["view"]


# --- two servers -----------------------------------------------------------------------------------------


def test_two_servers_on_one_database_see_each_others_orders(
    new_server: Callable[..., Server], database: str
) -> None:
    here, there = new_server(database), new_server(database)
    key = here.open_table(axis="me", soviet="me")["host"]
    with here.sit(key) as one, there.sit(key) as other:
        for player in (one, other) * 4:
            state = player.state("axis")
            seat = state["view"]["ask"]["seat"]
            state = player.state(seat)
            assert player.order(state, next_order(state)).status_code == 200
        assert one.record() == other.record()
        assert len(orders_of(one.record())) == 8
        assert replays(one.record())


def test_who_watches_on_one_server_is_told_of_orders_on_another(
    new_server: Callable[..., Server], tmp_path: Path
) -> None:
    address = f"sqlite:///{tmp_path / 'games.sqlite3'}"
    here, there = new_server(address), new_server(address)
    keys = here.open_table(axis="me", soviet="link")
    with here.sit(keys["host"]) as axis, there.sit(keys["seats"]["soviet"]) as soviet, soviet.live() as line:
        line.next("presence")
        axis.play("axis", axis.first(axis.state("axis"), "end"))
        line.until_state({"soviet": soviet.state("soviet")["state_id"]})


def test_of_two_orders_for_the_same_moment_one_counts(
    new_server: Callable[..., Server], database: str
) -> None:
    here, there = new_server(database, "--rate", "1000"), new_server(database, "--rate", "1000")
    key = here.open_table(axis="me", soviet="me")["host"]
    given = 0
    with here.sit(key) as one, there.sit(key) as other, ThreadPoolExecutor(4) as threads:
        for _ in range(6):
            seat = one.state("axis")["view"]["ask"]["seat"]
            state = one.state(seat)
            orders = [each["text"] for each in state["choices"]][:2] * 2
            answers = list(
                threads.map(
                    lambda pair: pair[0].order(*pair[1:]),
                    [
                        (player, state, order)
                        for player, order in zip((one, other, one, other), orders, strict=False)
                    ],
                )
            )
            codes = sorted(answer.status_code for answer in answers)
            assert codes[0] == 200
            assert set(codes[1:]) == {412}, [answer.text for answer in answers]
            given += 1
            assert one.state(seat)["state_id"] == other.state(seat)["state_id"]
        assert len(orders_of(other.record())) == given
        assert replays(one.record())


def test_a_second_server_takes_the_next_port(new_server: Callable[..., Server], tmp_path: Path) -> None:
    one = new_server(f"sqlite:///{tmp_path / 'one.sqlite3'}")
    two = new_server(f"sqlite:///{tmp_path / 'two.sqlite3'}", "--port", str(one.port))
    assert two.port != one.port


def test_a_server_listens_in_the_way_in_which_asyncio_sends_without_delay() -> None:
    """Only for sockets that say so does it switch off the waiting that costs 40 ms with each answer."""
    with listen("127.0.0.1", 0) as opened:
        assert opened.proto == socket.IPPROTO_TCP
