"""Bots at a table: they play in processes of their own, can be stopped, and may fail without harm."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.server.house import GAME, PATIENCE, SHORT, Player, Server


def children(pid: int) -> list[int]:
    """The processes that a process has started, by what Linux says."""
    found = []
    for task in Path(f"/proc/{pid}/task").iterdir():
        found += [int(word) for word in (task / "children").read_text().split()]
    return [child for child in found if b"resource_tracker" not in _command(child)]


def _command(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except FileNotFoundError:
        return b""


def until(happens: Callable[[], bool], what: str) -> None:
    """Wait for something to happen."""
    deadline = time.monotonic() + PATIENCE
    while not happens():
        assert time.monotonic() < deadline, f"{what} does not happen"
        time.sleep(0.02)


def is_over(player: Player) -> bool:
    return "ask" not in player.state("")["view"]


@pytest.fixture
def own_server(new_server: Callable[..., Server], tmp_path: Path) -> Server:
    """A server whose processes this test may look at."""
    return new_server(f"sqlite:///{tmp_path / 'games.sqlite3'}", "--rehearsal", "bots")


@pytest.fixture
def watched(own_server: Server) -> Iterator[Player]:
    """A game of two bots, and somebody who watches."""
    keys = own_server.open_table(axis="staff", soviet="staff")
    with own_server.sit(keys["spectator"]) as player:
        yield player


def test_bots_play_to_the_end_and_report_how_far_they_are(watched: Player) -> None:
    with watched.live() as line:
        line.next("thinking")
        until(lambda: is_over(watched), "the end of the game")
        assert watched.state("")["view"]["outcome"]
    thinking = [message for message in line.heard if message["type"] == "thinking"]
    assert {message["seat"] for message in thinking} <= {"axis", "soviet"}
    assert all(0 <= message["progress"] <= 1 for message in thinking)
    assert watched.record(), "nothing is secret any more"


def test_a_bot_answers_a_human(own_server: Server) -> None:
    keys = own_server.open_table(axis="me", soviet="staff")
    with own_server.sit(keys["host"]) as player:
        state = player.state("axis")
        while state["view"].get("ask", {}).get("seat") == "axis":
            state = player.play("axis", state["choices"][-1]["text"])
        until(
            lambda: player.state("axis")["view"].get("ask", {"seat": "axis"})["seat"] == "axis",
            "the answer of the bot",
        )
        told = player.get("/story", seat="axis")["entries"]
        assert "soviet" in {entry["seat"] for entry in told}


def test_bots_are_stopped_and_go_on(own_server: Server) -> None:
    keys = own_server.open_table(axis="me", soviet="staff")
    with own_server.sit(keys["host"]) as player:
        player.ask("/interrupt")
        assert player.get("")["paused"]
        state = player.state("axis")
        while state["view"]["ask"]["seat"] == "axis":
            state = player.play("axis", state["choices"][-1]["text"])
        assert own_server.process is not None
        assert children(own_server.process.pid) == [], "nobody thinks while the bots are stopped"
        asked = player.ask("/undo", seat="axis", state_id=state["state_id"])
        assert asked.status_code == 200, "a bot always agrees"
        state = player.state("axis")
        while state["view"]["ask"]["seat"] == "axis":
            state = player.play("axis", state["choices"][-1]["text"])
        with player.live() as line:
            player.ask("/resume")
            line.next("paused")
            line.next("state")
        assert not player.get("")["paused"]


def test_a_stopped_bot_ends_its_process(own_server: Server) -> None:
    keys = own_server.open_table(axis="staff", soviet="me")
    assert own_server.process is not None
    pid = own_server.process.pid
    until(lambda: bool(children(pid)), "a bot's process")
    with own_server.sit(keys["host"]) as player:
        player.ask("/interrupt")
        until(lambda: not children(pid), "its end")


def test_a_worker_that_dies_does_not_hang_the_table(own_server: Server) -> None:
    keys = own_server.open_table(axis="staff", soviet="staff")
    assert own_server.process is not None
    pid = own_server.process.pid
    with own_server.sit(keys["spectator"]) as player:
        for _ in range(2):
            until(lambda: bool(children(pid)) or is_over(player), "a bot's process")
            for child in children(pid):
                os.kill(child, signal.SIGKILL)
        until(lambda: is_over(player), "the end of the game")


def test_bots_go_on_after_a_restart_as_soon_as_somebody_looks(own_server: Server) -> None:
    keys = own_server.open_table(axis="staff", soviet="staff")
    with own_server.sit(keys["spectator"]) as player:
        until(lambda: player.state("")["total"] > 2, "an order")
    own_server.kill()
    own_server.start()
    with own_server.sit(keys["spectator"]) as player:
        before = player.state("")["total"]
        until(lambda: is_over(player) or player.state("")["total"] > before, "an order")


def test_the_server_ends_with_its_workers(own_server: Server) -> None:
    own_server.open_table(axis="staff", soviet="staff")
    assert own_server.process is not None
    pid = own_server.process.pid
    until(lambda: bool(children(pid)), "a bot's process")
    workers = children(pid)
    own_server.stop()
    until(lambda: not any(Path(f"/proc/{worker}").exists() for worker in workers), "the end of the workers")


# --- faults of bots ----------------------------------------------------------------------------------------

GUESTS = """
import os, time
from grognard.bots import Bot


class Guest(Bot):
    def __init__(self, seat, deed):
        super().__init__(seat)
        self.name, self.deed = deed.__name__, deed

    def choose(self, glimpse, legal):
        return self.deed(glimpse, legal)


def stumbles(glimpse, legal):
    raise KeyError("secret plans for " + glimpse.game.text(legal[0]))


def cheats(glimpse, legal):
    return glimpse.game.parse("unit 316RD")


def babbles(glimpse, legal):
    return "fight on"


def sleeps(glimpse, legal):
    time.sleep(1000)


def dies(glimpse, legal):
    os._exit(1)


def invite(deed):
    return lambda game, seat, seed, level: Guest(seat, deed)


def stay_away(game, seat, seed, level):
    raise RuntimeError("no time")


stumble, cheat, babble, sleep, die = map(invite, (stumbles, cheats, babbles, sleeps, dies))
"""


@pytest.fixture
def guests(tmp_path: Path) -> Path:
    """A package of bots with bad manners, as it would be installed."""
    folder = tmp_path / "guests"
    about = folder / "bad_manners-1.0.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: bad-manners\nVersion: 1.0\n")
    names = ("stay_away", "stumble", "cheat", "babble", "sleep", "die")
    points = "\n".join(f"{name} = bad_manners:{name}" for name in names)
    (about / "entry_points.txt").write_text(f"[grognard.bots]\n{points}\n")
    (folder / "bad_manners.py").write_text(GUESTS)
    return folder


@pytest.mark.parametrize("bot", ["stumble", "cheat", "babble", "sleep", "die"])
def test_the_game_goes_on_whatever_a_bot_does(
    new_server: Callable[..., Server], tmp_path: Path, guests: Path, bot: str
) -> None:
    address = f"sqlite:///{tmp_path / 'games.sqlite3'}"
    server = new_server(address, "--patience", "0.2", PYTHONPATH=str(guests))
    keys = server.open_table(axis=bot, soviet="me")
    with server.sit(keys["host"]) as player, player.live() as line:
        note = line.next("bot")["note"]
        assert "another order stands in" in note
        assert "secret" not in note
        until(lambda: player.state("soviet")["total"] > 0, "an order that stands in")
        player.ask("/interrupt")
        assert "ask" in player.state("soviet")["view"]


def test_a_bot_that_cannot_come_is_no_fault_of_the_server(
    new_server: Callable[..., Server], tmp_path: Path, guests: Path
) -> None:
    server = new_server(f"sqlite:///{tmp_path / 'games.sqlite3'}", PYTHONPATH=str(guests))
    table = {"game": GAME, "scenario": SHORT, "seats": {"axis": {"kind": "bot", "bot": "stay_away"}}}
    with server.client() as client:
        answer = client.post("/tables", json=table)
        assert (answer.status_code, answer.json()["title"]) == (400, "This bot cannot play")
