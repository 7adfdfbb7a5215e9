"""What a seat must not know does not leave the server: every byte that is sent to it is looked at."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

import httpx
import msgspec
import pytest
from tests.server.house import GAME, Json, Line, Player, Server

import grognard
from grognard.core import CHANCE, Dice, Order, Seat, Timeline
from grognard.core.game import AnyGame
from grognard.table import Table
from grognard.table.chance import Fate

SEED = "a-seed-that-nobody-may-see"
OVERLAYS = ("zoc", "supply", "control", "reach", "guns", "air")
ORDERS = 140


@dataclass
class Watcher:
    """A page of somebody, and all that has been sent to it."""

    player: Player
    seat: Seat | None
    line: Line
    sent: list[bytes] = field(default_factory=list)
    known: int = 0

    def __post_init__(self) -> None:
        self.player.http.event_hooks["response"].append(self._keep)

    def _keep(self, response: httpx.Response) -> None:
        headers = "\n".join(f"{name}: {value}" for name, value in response.headers.items())
        self.sent.append(headers.encode() + b"\n\n" + response.read())

    def take(self) -> bytes:
        """All bytes since the last time."""
        taken, self.sent = b"\n".join(self.sent), []
        return taken

    def look(self) -> Json:
        """Fetch whatever a page can fetch without naming anything."""
        name = str(self.seat or "")
        seen = {path: self.player.get(path, seat=name) for path in ("/state", "/series")}
        seen["/story"] = self.player.get("/story", seat=name, since=self.known)
        seen["/table"] = self.player.get("")
        seen["/talk"] = self.player.get("/talk")
        mine = self.player.http.post("/tables/mine", json={"tokens": [self.player.key]}).json()
        seen["/mine"] = {**mine[0], "updated": mine[0]["updated"].partition("T")[2].count(":")}
        seen["/at"] = self.player.get(f"/at/{seen['/story']['total']}", seat=name)
        return seen

    def news(self, seen: Json) -> list[Json]:
        """The entries of the story that are new."""
        self.known = seen["/story"]["total"]
        return list(seen["/story"]["entries"])


class Mirror:
    """The same game beside the server's: what is really so."""

    def __init__(self, scenario: str) -> None:
        self.game: AnyGame = grognard.load(GAME, scenario)
        self.table = Table(Timeline(self.game), fate=Fate(SEED))
        self.table.roll()
        self.visible: dict[Seat | None, set[str]] = defaultdict(set)
        self.readable: dict[Seat | None, set[str]] = defaultdict(set)
        self._dice, self._noted = Dice("orders"), 0

    @property
    def seat(self) -> Seat:
        seat = self.table.position.seat
        assert seat is not None
        return seat

    def choose(self) -> Order:
        """Some order: often the last one, which ends something, so that phases pass."""
        orders = self.table.position.legal().orders
        return orders[-1 if self._dice.below(3) == 0 else self._dice.below(len(orders))]

    def hidden_from(self, seat: Seat | None) -> tuple[bytes, ...]:
        """The words that must not be sent to a seat now."""
        return tuple(word.encode() for word in self.game.secrets(self.table.position, seat))

    def take_note(self) -> None:
        """Note what each may know of the orders since the last time."""
        entries = self.table.timeline.entries
        for entry in entries[self._noted :]:
            for seat in (None, *self.game.seats):
                self.visible[seat].update(plain(event) for event in entry.events if event.visible_to(seat))
                if entry.seat in (seat, CHANCE):
                    self.readable[seat].add(self.game.text(entry.order))
        self._noted = len(entries)


def plain(event: Any) -> str:
    """An event so that it can be compared."""
    return json.dumps(json.loads(msgspec.json.encode(event)), sort_keys=True)


Stage: TypeAlias = tuple[Mirror, list[Watcher]]


@pytest.fixture
def stage(new_server: Callable[..., Server], tmp_path: Path) -> Iterator[Stage]:
    """A table of two players and a spectator, and the same game beside it."""
    address = f"sqlite:///{tmp_path / 'games.sqlite3'}"
    server = new_server(address, "--rehearsal", SEED, "--rate", "10000")
    seats = {"axis": {"kind": "link"}, "soviet": {"kind": "link"}}
    keys = server.create({"scenario": "typhoon", "seats": seats})
    with ExitStack() as stack:
        watchers = []
        for seat, key in ((Seat("axis"), keys["seats"]["axis"]), (Seat("soviet"), keys["seats"]["soviet"])):
            player = stack.enter_context(server.sit(key))
            watchers.append(Watcher(player, seat, stack.enter_context(player.live())))
        player = stack.enter_context(server.sit(keys["spectator"]))
        watchers.append(Watcher(player, None, stack.enter_context(player.live())))
        yield Mirror("typhoon"), watchers


@pytest.mark.slow
def test_no_byte_of_a_whole_game_tells_a_secret(stage: Stage) -> None:
    mirror, watchers = stage
    keys = {watcher.player.key.encode() for watcher in watchers}
    phases, masked, unheard = set(), 0, 0
    for number in range(ORDERS):
        start = len(mirror.table.timeline.entries)
        order, seat = mirror.choose(), mirror.seat
        phases.add(mirror.table.position.decision.kind)
        text = mirror.game.text(order)
        mover = next(watcher for watcher in watchers if watcher.seat == seat)
        for path in ("/preview", "/explain"):
            mover.player.ask(path, seat=seat, orders=[text])
        mover.player.ask("/overlay", seat=seat, kind=OVERLAYS[number % len(OVERLAYS)], subject=seat)
        mover.player.ask("/why", seat=seat, unit="316RD", hex="3030")
        if number % 20 == 0:
            mover.player.ask("/odds", seat=seat, orders=[text])
        hidden = mirror.hidden_from(seat)
        before = mover.take()
        assert not [word for word in hidden if word in before]
        answer = mover.player.order(mover.player.state(str(seat)), text)
        assert answer.status_code == 200, answer.text
        mirror.table.submit(order, seat)
        mirror.take_note()
        for watcher in watchers:
            seen = watcher.look()
            raw = watcher.take()
            hidden = mirror.hidden_from(watcher.seat)
            masked += len(hidden)
            state = json.dumps(seen["/state"]["view"], ensure_ascii=False).encode()
            assert not [word for word in hidden if word in state]
            news = watcher.news(seen)
            told = {plain(event) for entry in news for event in entry.get("events", ())}
            assert told <= mirror.visible[watcher.seat]
            given = {each for entry in news if entry.get("order") for each in entry["order"].split("; ")}
            assert given <= mirror.readable[watcher.seat]
            unheard += not news and watcher.seat != seat
            others = keys - {watcher.player.key.encode()}
            assert not [word for word in (SEED.encode(), *others) if word in raw]
        assert start < len(mirror.table.timeline.entries)
        if mirror.table.position.outcome is not None:
            break
    assert "AssignAir" in phases, "the secret air phase belongs to the test"
    assert masked > 1000, "and so do masked counters"
    assert unheard > 0, "and orders that the others do not even hear of"
    for watcher in watchers:
        for message in watcher.line.listen(0.2):
            assert set(message) <= {"type", "states", "present", "spectators", "run"}
            assert set(message.get("states", {})) <= {str(watcher.seat or "")}


@pytest.mark.slow
def test_secret_orders_leave_no_trace_at_all(stage: Stage) -> None:
    """Whatever the others can fetch stays the same to the byte, and their lines stay silent."""
    mirror, watchers = stage
    for _ in range(1_000):
        if mirror.table.position.decision.kind == "AssignAir":
            break
        order, seat = mirror.choose(), mirror.seat
        mover = next(watcher for watcher in watchers if watcher.seat == seat)
        mover.player.play(str(seat), mirror.game.text(order))
        mirror.table.submit(order, seat)
    seat = mirror.seat
    mover = next(watcher for watcher in watchers if watcher.seat == seat)
    others = [watcher for watcher in watchers if watcher is not mover]
    before = [watcher.look() for watcher in others]
    for watcher in others:
        watcher.line.listen(0.3)
    flights = [order for order in mirror.table.position.legal().orders if order.verb.arguments]
    assert len(flights) > 2
    for order in flights[:3]:
        state = mover.player.play(str(seat), mirror.game.text(order))
        assert [watcher.look() for watcher in others] == before
        mover.player.ask("/undo", seat=seat, state_id=state["state_id"])
        assert [watcher.look() for watcher in others] == before
    for watcher in others:
        assert watcher.line.listen(0.3) == []
    assert mover.line.listen(0.3) != []
