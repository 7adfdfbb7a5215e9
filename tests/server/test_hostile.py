"""Hostile input: nothing is accepted, nothing leaks, nothing breaks."""

from __future__ import annotations

import json
import socket
import string
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.server.house import GAME, PATIENCE, SHORT, Json, Player, Server, live_address
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage
from websockets.sync.client import connect

REFUSALS = {400, 401, 403, 404, 405, 409, 412, 413, 414, 415, 421, 422, 429, 431}
NOBODY = "n" * 32


@pytest.fixture
def table(server: Server) -> Iterator[tuple[Player, Player, Player]]:
    """Two players and a spectator."""
    keys = server.open_table(axis="me", soviet="link")
    with (
        server.sit(keys["host"]) as axis,
        server.sit(keys["seats"]["soviet"]) as soviet,
        server.sit(keys["spectator"]) as guest,
    ):
        yield axis, soviet, guest


def assert_refused(answer: httpx.Response) -> None:
    """A refusal in the form that all refusals have, and nothing else."""
    assert answer.status_code in REFUSALS, (answer.status_code, answer.text)
    assert answer.headers["content-type"].startswith("application/problem+json"), answer.text
    problem = answer.json()
    assert problem["status"] == answer.status_code
    assert set(problem) <= {"title", "status", "detail", "type", "rule", "line"}
    assert "Traceback" not in answer.text
    assert "/src/" not in answer.text


# --- keys ------------------------------------------------------------------------------------------------

KEYS = st.one_of(
    st.text(string.ascii_letters + string.digits + "-_", min_size=1, max_size=90),
    st.text(string.printable.strip(), min_size=1, max_size=40),
    st.sampled_from(["' OR 1=1 --", "../../etc/passwd", "null", "0", "x" * 5000, "host", "spectator"]),
)


@settings(max_examples=60)
@given(key=KEYS)
def test_a_key_that_was_never_given_opens_nothing(server: Server, key: str) -> None:
    with server.client() as client:
        answer = client.get("/table", headers=bearer(key))
    assert_refused(answer)
    assert answer.status_code in (404, 400, 429)


def test_a_key_is_only_a_key_in_its_place(server: Server, table: tuple[Player, Player, Player]) -> None:
    key = table[0].key
    with server.client() as client:
        for headers in (
            {},
            {"authorization": key},
            {"authorization": f"Basic {key}"},
            {"cookie": f"token={key}; key={key}; authorization=Bearer {key}"},
            {"x-token": key},
        ):
            assert client.get("/table", headers=headers).status_code == 404
        assert client.get("/table", params={"token": key, "key": key}).status_code == 404
        for near in (key[:-1], key + "A", key.swapcase(), key[::-1]):
            assert client.get("/table", headers={"authorization": f"Bearer {near}"}).status_code == 404


def test_keys_are_neither_logged_nor_told_to_others(
    server: Server, table: tuple[Player, Player, Player]
) -> None:
    for player in table:
        player.get("")
        player.get("/state")
        player.http.get("/table/state", params={"seat": "emperor"})
    keys = [player.key for player in table]
    assert not [key for key in keys if key in server.log]
    for player in table:
        told = player.http.get("/table").text + player.http.get("/table/talk").text
        assert not [key for key in keys if key in told]


# --- orders --------------------------------------------------------------------------------------------

VERBS = (
    "unit",
    "move",
    "attack",
    "join",
    "end",
    "ready",
    "roll",
    "draw",
    "fight",
    "undo",
    "end end",
    "chance: roll 6",
)
ORDERS = st.one_of(
    st.builds(
        lambda verb, words: " ".join((verb, *words)),
        st.sampled_from(VERBS),
        st.lists(
            st.sampled_from(["316RD", "2Pz.3", "3333", "0101", "6", "-1", "axis", "3333-3232"]), max_size=3
        ),
    ),
    st.text(max_size=60),
    st.text("(){}[];:'\"\\\0\n\t☠𝕏", min_size=1, max_size=20),
)


@settings(max_examples=120)
@given(
    who=st.integers(0, 2),
    seat=st.sampled_from(["axis", "soviet", "", "chance", "spectator", "AXIS", "axis "]),
    stale=st.sampled_from(["", "0", "-1", "now", "f" * 20]),
    order=ORDERS,
)
def test_no_order_out_of_place_is_carried_out(
    standing_table: tuple[Player, Player, Player], who: int, seat: str, stale: str, order: str
) -> None:
    """The wrong seat, an older moment, nonsense, or dice of one's own: the table stays as it is."""
    axis, soviet, guest = standing_table
    player = (axis, soviet, guest)[who]
    before = axis.state("axis")
    right = (who, seat) == (0, "axis")
    legal = {each["text"] for each in before["choices"]}
    current = "" if right and order in legal else before["state_id"]
    assert_refused(player.ask("/orders", seat=seat, state_id=current or "0", order=order))
    assert_refused(player.ask("/orders", seat=seat, state_id=stale, order="end"))
    assert axis.state("axis") == before


@pytest.fixture(scope="module")
def standing_table(server: Server) -> Iterator[tuple[Player, Player, Player]]:
    """A table that nobody manages to change."""
    keys = server.open_table(axis="me", soviet="link")
    with (
        server.sit(keys["host"]) as axis,
        server.sit(keys["seats"]["soviet"]) as soviet,
        server.sit(keys["spectator"]) as guest,
    ):
        yield axis, soviet, guest


def test_nobody_rolls_his_own_dice(table: tuple[Player, Player, Player]) -> None:
    axis = table[0]
    state = axis.state("axis")
    for order in ("roll 6", "roll 1", "draw 1"):
        for seat in ("axis", "chance"):
            assert_refused(axis.ask("/orders", seat=seat, state_id=state["state_id"], order=order))
    assert axis.state("axis") == state


# --- bodies ----------------------------------------------------------------------------------------------

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=10), inner, max_size=4),
    max_leaves=12,
)
FIELDS = st.sampled_from(
    ["seat", "state_id", "order", "orders", "kind", "subject", "text", "consent", "unit", "tokens"]
)
PATHS = st.sampled_from(
    [
        "/table/orders",
        "/table/undo",
        "/table/explain",
        "/table/why",
        "/table/preview",
        "/table/odds",
        "/table/overlay",
        "/table/chat",
        "/tables",
        "/tables/mine",
    ]
)


@settings(max_examples=150)
@given(path=PATHS, body=JSON | st.dictionaries(FIELDS, JSON, max_size=5))
def test_json_of_any_shape_breaks_nothing(
    standing_table: tuple[Player, Player, Player], path: str, body: Any
) -> None:
    player = standing_table[0]
    raw = json.dumps(body).encode()
    answer = player.http.post(path, content=raw, headers={"content-type": "application/json"})
    assert answer.status_code < 500, answer.text
    assert "Traceback" not in answer.text


@settings(max_examples=60)
@given(
    path=PATHS,
    raw=st.binary(max_size=200),
    kind=st.sampled_from(
        ["application/json", "text/plain", "application/msgpack", "multipart/form-data", "x"]
    ),
)
def test_bytes_of_any_kind_break_nothing(
    standing_table: tuple[Player, Player, Player], path: str, raw: bytes, kind: str
) -> None:
    answer = standing_table[0].http.post(path, content=raw, headers={"content-type": kind})
    assert answer.status_code < 500, answer.text


@settings(max_examples=80)
@given(
    raw=st.binary(max_size=300) | st.text(max_size=300).map(lambda text: f'[Grognard "1"]\n{text}'.encode())
)
def test_records_of_any_kind_break_nothing(server: Server, raw: bytes) -> None:
    with server.client() as client:
        assert_refused(client.post("/tables/record", content=raw, headers={"content-type": "text/plain"}))


@pytest.mark.parametrize("length", [2_000_001, 50_000_000])
def test_bodies_that_are_too_large_are_refused_before_they_are_read(server: Server, length: int) -> None:
    head = (
        f"POST /api/tables/record HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n"
        f"Content-Type: text/plain\r\nContent-Length: {length}\r\n\r\n"
    )
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as line:
        line.sendall(head.encode())
        assert line.recv(100).startswith(b"HTTP/1.1 413 ")


def test_a_body_that_does_not_say_its_length_is_cut_off(server: Server) -> None:
    def endless() -> Iterator[bytes]:
        for _ in range(60):
            yield b"x" * 50_000

    with server.client() as client:
        answer = client.post("/tables/record", content=endless())
    assert answer.status_code == 413


def test_json_that_is_very_deep_is_refused(table: tuple[Player, Player, Player]) -> None:
    for raw in (b"[" * 100_000, b'{"seat":' * 50_000, b'{"seats":' + b"[" * 100_000):
        for path in ("/tables", "/table/orders"):
            answer = table[0].http.post(path, content=raw, headers={"content-type": "application/json"})
            assert_refused(answer)


def test_long_addresses_and_many_headers_break_nothing(server: Server) -> None:
    with server.client() as client:
        assert client.get("/games/" + "x" * 20_000).status_code in REFUSALS
        assert client.get("/games", headers={f"x-{n}": "y" for n in range(200)}).status_code in {
            200,
            *REFUSALS,
        }
    for path in (
        "/%00",
        "/..%2f..%2fetc/passwd",
        "/assets/../../settings.py",
        "/assets/%2e%2e/%2e%2e/app.py",
    ):
        answer = httpx.get(server.address + path)
        assert answer.status_code in REFUSALS
        assert "import" not in answer.text


@settings(max_examples=60)
@given(
    game=st.sampled_from([GAME, "..", "%2e%2e", "x", "peaks"])
    | st.text(string.printable.strip(), max_size=20),
    what=st.sampled_from(["board", "counters", "rules", "map.svg", "tour/first-steps", "tour/..", ""]),
    query=st.dictionaries(st.sampled_from(["season", "pack", "v"]), st.text(max_size=20), max_size=3),
)
def test_any_address_about_games_breaks_nothing(
    standing_table: tuple[Player, Player, Player], game: str, what: str, query: dict[str, str]
) -> None:
    player = standing_table[0]
    path = "/games/" + "".join(
        letter if letter.isalnum() or letter in "-._" else f"%{ord(letter):02x}" for letter in game
    )
    answer = player.http.get(f"{path}/{what}", params=query)
    assert answer.status_code < 500, answer.text


# --- cross-site requests ---------------------------------------------------------------------------------

ELSEWHERE = (
    {"origin": "https://evil.example"},
    {"origin": "null"},
    {"origin": "http://127.0.0.1"},
    {"origin": "http://localhost:1"},
    {"sec-fetch-site": "cross-site"},
    {"sec-fetch-site": "same-site"},
    {"host": "evil.example"},
    {"host": "evil.example:8741"},
    {"host": ""},
)


@pytest.mark.parametrize("headers", ELSEWHERE, ids=str)
def test_other_sites_can_ask_for_nothing(
    server: Server, table: tuple[Player, Player, Player], headers: dict[str, str]
) -> None:
    axis = table[0]
    state = axis.state("axis")
    order: Json = {"seat": "axis", "state_id": state["state_id"], "order": state["choices"][-1]["text"]}
    refused = axis.http.post("/table/orders", json=order, headers=headers)
    assert refused.status_code in (400, 403, 421), refused.text
    new = {"game": GAME, "scenario": SHORT, "seats": {}}
    assert axis.http.post("/tables", json=new, headers=headers).status_code in (400, 403, 421)
    assert axis.http.post("/tables/record", content=b"x", headers=headers).status_code in (400, 403, 421)
    assert axis.state("axis") == state


@pytest.mark.parametrize("headers", ELSEWHERE[:4], ids=str)
def test_pages_of_other_sites_may_not_read_answers(server: Server, headers: dict[str, str]) -> None:
    with server.client() as client:
        for answer in (client.get("/games", headers=headers), client.options("/games", headers=headers)):
            assert not [name for name in answer.headers if name.startswith("access-control-")]
            assert "set-cookie" not in answer.headers


def test_a_name_that_is_not_the_servers_own_is_not_answered(server: Server) -> None:
    """Else a page of another site could make itself look like this one (DNS rebinding)."""
    with server.client() as client:
        for path in ("/games", "/table", "/health"):
            assert client.get(path, headers={"host": "evil.example"}).status_code == 421
        for host in ("localhost", "127.0.0.1", "192.168.7.8", "[fe80::1]"):
            assert client.get("/health", headers={"host": f"{host}:{server.port}"}).status_code == 200


def test_every_answer_carries_the_headers_that_protect_pages(server: Server) -> None:
    with server.client() as client:
        answers = [
            client.get("/games"),
            client.get("/nothing"),
            client.get("/table"),
            client.get(server.address),
        ]
        answers.append(client.get("/games", headers={"host": "evil.example"}))
    for answer in answers:
        policy = answer.headers["content-security-policy"]
        assert "default-src 'self'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "unsafe-eval" not in policy
        assert "script-src 'self'" in policy
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert "server" not in answer.headers


def test_what_a_seat_sees_is_kept_by_no_cache(table: tuple[Player, Player, Player]) -> None:
    for path in ("/table", "/table/state", "/table/story", "/table/talk"):
        assert table[0].http.get(path).headers["cache-control"] == "no-store"


# --- the live wire ---------------------------------------------------------------------------------------


def closes(server: Server, *messages: str | bytes, headers: dict[str, str] | None = None) -> int:
    """Say something on the live wire; the code with which the server hangs up."""
    try:
        with connect(
            live_address(server), origin=None, additional_headers=headers or {}, open_timeout=PATIENCE
        ) as line:
            try:
                for message in messages:
                    line.send(message)
                while True:
                    line.recv(PATIENCE)
            except ConnectionClosed as closed:
                return int(closed.rcvd.code) if closed.rcvd is not None else 0
    except InvalidHandshake as refused:
        status = getattr(getattr(refused, "response", None), "status_code", 0)
        assert status in (400, 403, 421)
        return int(status)
    except InvalidMessage:
        return 400


@pytest.mark.parametrize(
    "hello",
    [
        "",
        "hello",
        "{}",
        "[]",
        json.dumps({"token": NOBODY}),
        json.dumps({"token": 7}),
        json.dumps({"token": NOBODY, "seat": "axis"}),
        json.dumps({"token": "x" * 1900}),
        "x" * 3000,
        b"\xff\xfe",
        b"",
    ],
)
def test_who_does_not_say_who_he_is_hears_nothing(server: Server, hello: str | bytes) -> None:
    assert closes(server, hello) == 4404


def test_a_page_that_talks_too_much_is_cut_off(server: Server) -> None:
    assert closes(server, "x" * 100_000) == 1009


@pytest.mark.parametrize(
    "headers", [{"Origin": "https://evil.example"}, {"Origin": "null"}, {"Sec-Fetch-Site": "cross-site"}]
)
def test_pages_of_other_sites_may_not_listen(
    server: Server, table: tuple[Player, Player, Player], headers: dict[str, str]
) -> None:
    assert closes(server, json.dumps({"token": table[0].key}), headers=headers) in (403, 4403)


def test_what_pages_say_later_is_of_no_consequence(table: tuple[Player, Player, Player]) -> None:
    axis = table[0]
    before = axis.state("axis")
    with axis.live() as line:
        line.next("presence")
        for message in (
            "{}",
            "undo",
            json.dumps({"type": "orders", "seat": "axis", "order": "end"}),
            b"\x00",
        ):
            line.socket.send(message)
        assert axis.state("axis") == before


# --- too much ----------------------------------------------------------------------------------------------


def test_who_knocks_too_often_has_to_wait(new_server: Callable[..., Server], tmp_path: Path) -> None:
    server = new_server(f"sqlite:///{tmp_path / 'games.sqlite3'}", "--rate", "1")
    keys = server.open_table(axis="me", soviet="me")
    with server.sit(keys["host"]) as host, server.sit(keys["spectator"]) as guest:
        codes = [guest.http.get("/table/talk").status_code for _ in range(12)]
        assert set(codes) == {200, 429}
        assert host.http.get("/table/talk").status_code == 200, "others are not made to wait for it"
    with server.client() as client:
        table = {"game": GAME, "scenario": SHORT, "seats": {}}
        assert [client.post("/tables", json=table).status_code for _ in range(4)][-1] == 429
        codes = [client.get("/table", headers=bearer(f"{n:032}")).status_code for n in range(12)]
        assert set(codes) == {404, 429}, "a new key for each try is of no help"


def bearer(key: str) -> dict[str, str]:
    return {"authorization": f"Bearer {key}"}
