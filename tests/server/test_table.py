"""A table over HTTP and WebSocket, on a server in a process of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.server.house import GAME, Json, Player, Server, info_for, live_address


@pytest.fixture
def alone(server: Server) -> Iterator[Player]:
    """Somebody who plays both sides."""
    with server.sit(server.open_table(axis="me", soviet="me")["host"]) as player:
        yield player


@pytest.fixture
def pair(server: Server) -> Iterator[tuple[Player, Player]]:
    """Two players with a key each."""
    keys = server.open_table(axis="me", soviet="link")
    with server.sit(keys["host"]) as axis, server.sit(keys["seats"]["soviet"]) as soviet:
        yield axis, soviet


def pass_the_turn(axis: Player, soviet: Player) -> Json:
    """Both sides end what they can until it is for the second one to decide."""
    for _ in range(200):
        state = axis.state("axis")
        if state["view"]["ask"]["seat"] == "soviet":
            return soviet.state("soviet")
        axis.play("axis", state["choices"][-1]["text"])
    raise AssertionError("the turn does not pass")


# --- new tables ------------------------------------------------------------------------------------------


def test_what_there_is_to_play(server: Server) -> None:
    with server.client() as client:
        games = {game["id"]: game for game in client.get("/games").json()}
        moscow = games[GAME]
        assert moscow["playable"]
        assert {seat["id"] for seat in moscow["seats"]} == {"axis", "soviet"}
        assert {scenario["id"] for scenario in moscow["scenarios"]} >= {"typhoon", "red-snow", "first-steps"}
        assert {"staff"} <= {bot["name"] for bot in moscow["bots"]}
        assert client.get("/games/nothing/board").status_code == 400


def test_a_table_has_a_key_for_each_that_sits_down_and_one_to_look_on(server: Server) -> None:
    keys = server.open_table(axis="me", soviet="link")
    assert set(keys["seats"]) == {"soviet"}
    assert info_for(server, keys["host"])["mine"] == ["axis"]
    assert info_for(server, keys["seats"]["soviet"])["mine"] == ["soviet"]
    info = info_for(server, keys["spectator"])
    assert (info["mine"], info["spectator"]) == ([], True)
    assert len({keys["host"], keys["spectator"], *keys["seats"].values()}) == 3


def test_options_and_a_title_are_taken_over(server: Server) -> None:
    keys = server.create({"scenario": "typhoon", "options": {"masking": "off"}, "title": "Friday"})
    info = info_for(server, keys["host"])
    assert info["options"]["masking"] == "off"
    assert (info["title"], info["scenario_title"], info["pack"]) == ("Friday", "Typhoon", "")


@pytest.mark.parametrize(
    "table",
    [
        {"game": "moscow-1942"},
        {"scenario": "nothing"},
        {"options": {"masking": "perhaps"}},
        {"options": {"nothing": "on"}},
        {"seats": {"emperor": {"kind": "me"}}},
        {"seats": {"axis": {"kind": "bot", "bot": "nobody"}}},
        {"seats": {"axis": {"kind": "ghost"}}},
        {"pack": "nothing"},
        {"pack": "../../../../etc"},
        {"unheard-of": 1},
    ],
)
def test_a_table_that_cannot_be_is_refused(server: Server, table: Json) -> None:
    with server.client() as client:
        answer = client.post("/tables", json={"game": GAME, "scenario": "first-steps", "seats": {}, **table})
        assert answer.status_code == 400, answer.text
        assert answer.headers["content-type"] == "application/problem+json"
        assert "Traceback" not in answer.text


def test_a_browser_gets_a_list_of_its_games(server: Server) -> None:
    keys = server.create({"title": "Mine"})
    with server.client() as client:
        found = client.post("/tables/mine", json={"tokens": [keys["host"], "x" * 32]}).json()
    assert [(line["token"], line["title"], line["mine"], line["to_move"]) for line in found] == [
        (keys["host"], "Mine", ["axis", "soviet"], "axis")
    ]
    assert found[0]["heading"].startswith("Turn 1")
    assert len(found[0]["updated"]) == len("2026-11-19T22:30+00:00"), "seconds would count secret orders"


# --- orders ----------------------------------------------------------------------------------------------


def test_an_order_changes_the_table_and_tells_what_happened(alone: Player) -> None:
    state = alone.state("axis")
    after = alone.order(state, alone.first(state, "end")).json()
    assert after["state_id"] != state["state_id"]
    assert after["total"] > state["total"]
    assert after["events"]


def test_an_order_for_an_older_moment_is_refused(alone: Player) -> None:
    state = alone.state("axis")
    alone.order(state, alone.first(state, "unit"))
    late = alone.order(state, alone.first(state, "unit"))
    assert (late.status_code, late.json()["type"]) == (412, "stale")


def test_an_illegal_order_is_refused_with_its_rule(alone: Player) -> None:
    state = alone.state("axis")
    refused = alone.order(state, "unit 316RD")
    assert (refused.status_code, refused.json()["type"]) == (409, "illegal")
    assert refused.json()["rule"]
    assert alone.state("axis")["state_id"] == state["state_id"]


def test_only_the_seat_that_decides_gets_choices(pair: tuple[Player, Player]) -> None:
    axis, soviet = pair
    assert axis.state("axis")["choices"]
    waiting = soviet.state("soviet")
    assert "choices" not in waiting
    refused = soviet.ask("/orders", seat="soviet", state_id=waiting["state_id"], order="end")
    assert refused.status_code == 409


def test_nobody_orders_for_a_seat_that_his_key_does_not_open(
    server: Server, pair: tuple[Player, Player]
) -> None:
    axis, soviet = pair
    state = axis.state("axis")
    order = {"seat": "axis", "state_id": state["state_id"], "order": "end"}
    assert soviet.ask("/orders", **order).status_code == 403
    for path in ("/state?seat=axis", "/story?seat=axis", "/at/0?seat=axis", "/series?seat=axis"):
        assert soviet.http.get(f"/table{path}").status_code == 403
    for path in ("/why", "/preview", "/odds", "/explain"):
        assert soviet.ask(path, seat="axis", orders=["end"]).status_code in (400, 403)
    assert soviet.ask("/overlay", seat="axis", kind="supply").status_code == 403
    assert soviet.http.put("/table/notes", json={"seat": "axis", "text": "x"}).status_code == 403
    assert soviet.ask("/chat", seat="axis", text="I surrender").status_code == 403


def test_a_spectator_sees_and_talks_but_changes_nothing(server: Server) -> None:
    keys = server.open_table(axis="me", soviet="me")
    with server.sit(keys["spectator"]) as guest:
        state = guest.state("")
        assert state["view"]["pieces"]
        assert "choices" not in state
        order = {"state_id": state["state_id"], "order": "end"}
        for seat in ("", "axis", "chance", "spectator"):
            assert guest.ask("/orders", seat=seat, **order).status_code == 403
            assert guest.ask("/undo", seat=seat, state_id=state["state_id"]).status_code == 403
        assert guest.ask("/interrupt").status_code == 403
        assert guest.ask("/resume").status_code == 403
        assert guest.http.get("/table/record").status_code == 409
        assert guest.ask("/chat", seat="", text="Good luck").status_code == 204
        assert guest.get("/talk")["chat"][0]["text"] == "Good luck"


# --- taking back -----------------------------------------------------------------------------------------


def test_an_order_is_taken_back_for_free(alone: Player) -> None:
    state = alone.state("axis")
    after = alone.order(state, alone.first(state, "unit")).json()
    assert (after["undo"]["free"], after["undo"]["next"]) == (1, alone.first(state, "unit"))
    back = alone.ask("/undo", seat="axis", state_id=after["state_id"]).json()
    assert back["view"] == state["view"]
    assert back["total"] == state["total"]


def test_further_back_the_other_side_has_to_agree(pair: tuple[Player, Player]) -> None:
    axis, soviet = pair
    before = axis.state("axis")
    pass_the_turn(axis, soviet)
    asked = axis.ask("/undo", seat="axis", state_id=axis.state("axis")["state_id"]).json()
    assert asked["asks_consent"] == "axis"
    assert asked["total"] > before["total"]
    seen = soviet.state("soviet")
    assert seen["asks_consent"] == "axis"
    granted = soviet.ask("/undo", seat="soviet", state_id=seen["state_id"], consent=True).json()
    assert "asks_consent" not in granted
    assert axis.state("axis")["view"]["ask"]["seat"] == "axis"


def test_the_other_side_may_decline(pair: tuple[Player, Player]) -> None:
    axis, soviet = pair
    pass_the_turn(axis, soviet)
    axis.ask("/undo", seat="axis", state_id=axis.state("axis")["state_id"])
    seen = soviet.state("soviet")
    declined = soviet.ask("/undo", seat="soviet", state_id=seen["state_id"], decline=True).json()
    assert "asks_consent" not in declined
    assert declined["total"] == seen["total"]
    late = soviet.ask("/undo", seat="soviet", state_id=declined["state_id"], consent=True)
    assert late.status_code == 409


def test_an_order_ends_what_was_asked(pair: tuple[Player, Player]) -> None:
    axis, soviet = pair
    pass_the_turn(axis, soviet)
    axis.ask("/undo", seat="axis", state_id=axis.state("axis")["state_id"])
    state = soviet.state("soviet")
    soviet.play("soviet", state["choices"][-1]["text"])
    assert "asks_consent" not in axis.state("axis")


def test_nobody_agrees_for_the_other_side(pair: tuple[Player, Player]) -> None:
    axis, soviet = pair
    pass_the_turn(axis, soviet)
    asked = axis.ask("/undo", seat="axis", state_id=axis.state("axis")["state_id"]).json()
    again = axis.ask("/undo", seat="axis", state_id=asked["state_id"], consent=True).json()
    assert again["asks_consent"] == "axis"
    assert again["total"] == asked["total"]


def test_who_plays_alone_agrees_with_himself(alone: Player) -> None:
    before = alone.state("axis")
    pass_the_turn(alone, alone)
    answer = alone.ask("/undo", seat="axis", state_id=alone.state("axis")["state_id"])
    assert answer.status_code == 200
    assert alone.state("axis")["view"]["ask"]["seat"] == "axis"
    assert alone.state("axis")["total"] >= before["total"]


def test_there_is_a_first_order(alone: Player) -> None:
    state = alone.state("axis")
    refused = alone.ask("/undo", seat="axis", state_id=state["state_id"])
    assert refused.status_code == 409


# --- looking back --------------------------------------------------------------------------------------


def test_the_story_is_told_in_parts_and_every_moment_can_be_seen_again(alone: Player) -> None:
    start = alone.state("axis")
    pass_the_turn(alone, alone)
    story = alone.get("/story", seat="axis")
    assert story["total"] == alone.state("axis")["total"] == len(story["entries"])
    assert [entry["n"] for entry in story["entries"]] == list(range(story["total"]))
    later = alone.get("/story", seat="axis", since=1)
    assert later["entries"] == story["entries"][1:]
    assert alone.get("/at/0", seat="axis")["view"]["pieces"] == start["view"]["pieces"]
    last = alone.get(f"/at/{story['total']}", seat="axis")
    assert last["view"]["pieces"] == alone.state("axis")["view"]["pieces"]
    assert last["entry"] == story["entries"][-1]
    assert alone.http.get(f"/table/at/{story['total'] + 1}").status_code == 404


def test_measures_are_kept_for_each_phase(alone: Player) -> None:
    pass_the_turn(alone, alone)
    series = alone.get("/series")
    assert series["samples"][0]["n"] == 0
    assert len({sample["heading"] for sample in series["samples"]}) == len(series["samples"]) > 1
    assert {"losses", "control"} <= set(series["samples"][0]["measures"])


# --- questions -------------------------------------------------------------------------------------------


def test_a_click_that_means_nothing_is_told_why(alone: Player) -> None:
    refusal = alone.ask("/why", seat="axis", unit="316RD").json()["refusal"]
    assert (refusal["rule"], refusal["why"]) == ("3.1", "316RD is not yours")


def test_why_not_knows_whose_turn_it_is(pair: tuple[Player, Player]) -> None:
    _, soviet = pair
    refusal = soviet.ask("/why", seat="soviet", unit="316RD").json()["refusal"]
    assert "German" in refusal["why"]


def test_any_order_can_be_explained(alone: Player) -> None:
    legal = alone.first(alone.state("axis"), "unit")
    assert alone.ask("/explain", seat="axis", orders=[legal]).json() == {"refusal": None}
    assert alone.ask("/explain", seat="axis", orders=["unit 316RD"]).json()["refusal"]["rule"]
    assert alone.ask("/explain", seat="axis", orders=["sing a song"]).status_code == 400
    assert alone.ask("/explain", seat="axis", orders=[]).status_code == 400


def test_a_plan_is_looked_at_and_changes_nothing(alone: Player) -> None:
    state = alone.state("axis")
    unit = alone.first(state, "unit")
    plan = alone.ask("/preview", seat="axis", orders=[unit]).json()
    move = next(each for each in plan["choices"] if each["verb"] == "move")
    moved = alone.ask("/preview", seat="axis", orders=[unit, move["text"]]).json()
    assert any(event["hexes"] for event in moved["events"])
    refused = alone.ask("/preview", seat="axis", orders=[unit, f"move {unit.split()[1]} 0101"]).json()
    assert refused["refusal"]["rule"] == "3.1.5"
    assert "movement points" in refused["refusal"]["text"]
    assert alone.state("axis") == state


def test_every_overlay_of_the_game_can_be_drawn(server: Server, alone: Player) -> None:
    with server.client() as client:
        game = next(game for game in client.get("/games").json() if game["id"] == GAME)
    unit = alone.first(alone.state("axis"), "unit").removeprefix("unit ")
    subjects = {"unit": unit, "seat": "axis", "none": ""}
    drawn = {}
    for kind in game["overlays"]:
        answer = alone.ask("/overlay", seat="axis", kind=kind["id"], subject=subjects[kind["subject"]])
        assert answer.status_code == 200, answer.text
        drawn[kind["id"]] = answer.json()["layers"]
    assert drawn["reach"][0]["words"], "the cost of each hex"
    assert alone.ask("/overlay", seat="axis", kind="nothing").status_code == 404


# --- talk --------------------------------------------------------------------------------------------


def test_chat_is_for_all_and_notes_are_for_oneself(pair: tuple[Player, Player]) -> None:
    axis, soviet = pair
    with soviet.live() as line:
        line.next("presence")
        axis.ask("/chat", seat="axis", text="Good evening")
        assert line.next("chat")["text"] == "Good evening"
    axis.http.put("/table/notes", json={"seat": "axis", "text": "through the woods"})
    assert axis.get("/talk")["notes"] == {"axis": "through the woods"}
    assert soviet.get("/talk")["notes"] == {}
    assert [line["text"] for line in soviet.get("/talk")["chat"]] == ["Good evening"]


# --- the live wire ---------------------------------------------------------------------------------------


def test_a_page_is_told_who_is_there_and_what_changes(pair: tuple[Player, Player]) -> None:
    axis, soviet = pair
    with soviet.live() as line:
        assert line.next("presence")["present"] == ["soviet"]
        with axis.live() as other:
            assert other.next("presence")["present"] == ["axis", "soviet"]
            assert axis.get("")["seats"][0]["present"]
        assert line.next("presence")["present"] == ["axis", "soviet"]
        assert line.next("presence")["present"] == ["soviet"]
        axis.play("axis", axis.first(axis.state("axis"), "end"))
        assert line.next("state")["states"] == {"soviet": soviet.state("soviet")["state_id"]}


def test_two_windows_of_the_same_player_may_watch(pair: tuple[Player, Player]) -> None:
    axis, _ = pair
    with axis.live() as one, axis.live() as two:
        axis.play("axis", axis.first(axis.state("axis"), "end"))
        states = {"axis": axis.state("axis")["state_id"]}
        one.until_state(states)
        two.until_state(states)


# --- records ---------------------------------------------------------------------------------------------


def test_a_record_is_downloaded_and_goes_on_at_a_new_table(server: Server, alone: Player) -> None:
    pass_the_turn(alone, alone)
    record = alone.record()
    with server.client() as client:
        answer = client.post("/tables/record", content=record, headers={"content-type": "text/plain"})
    assert answer.status_code == 201, answer.text
    with server.sit(answer.json()["host"]) as again:
        assert again.state("soviet")["view"] == alone.state("soviet")["view"]
        assert again.get("/story", seat="soviet") == alone.get("/story", seat="soviet")
        state = again.state("soviet")
        again.play("soviet", state["choices"][-1]["text"])
        assert again.record().splitlines()[-1] != record.splitlines()[-1]


def test_a_record_stays_secret_while_the_other_side_may_hide_something(pair: tuple[Player, Player]) -> None:
    for player in pair:
        assert player.http.get("/table/record").status_code == 409


@pytest.mark.parametrize(
    "record",
    [
        b"",
        b"nonsense",
        b"\xff\xfe\x00",
        b'[Grognard "1"]\n[Game "moscow-1941"]\n[Scenario "first-steps"]\n\naxis: fly 0101\n',
        b'[Grognard "1"]\n[Game "moscow-1941"]\n[Scenario "first-steps"]\n[Pack "/etc"]\n',
        b'[Grognard "1"]\n[Game "/etc"]\n[Scenario "first-steps"]\n',
    ],
)
def test_a_record_that_cannot_be_read_is_refused(server: Server, record: bytes) -> None:
    with server.client() as client:
        answer = client.post("/tables/record", content=record, headers={"content-type": "text/plain"})
    assert answer.status_code == 400, answer.text


def test_the_line_of_a_faulty_record_is_named(server: Server, alone: Player) -> None:
    alone.play("axis", alone.first(alone.state("axis"), "end"))
    record = alone.record() + "axis: unit 999\n"
    with server.client() as client:
        answer = client.post("/tables/record", content=record)
    assert answer.status_code == 400
    assert answer.json()["line"] == len(record.splitlines())


# --- packs ---------------------------------------------------------------------------------------------


@pytest.fixture
def shelf(tmp_path: Path) -> Path:
    """A pack that changes one counter, and one with a fault."""
    for name, text in {
        "mine": '[pack]\nid = "mine"\ntitle = "My printed copy"\nbase = "moscow-1941"\n',
        "broken": '[pack]\nid = "broken"\ntitle = 3\n',
    }.items():
        (tmp_path / "packs" / name).mkdir(parents=True)
        (tmp_path / "packs" / name / "pack.toml").write_text(text)
    return tmp_path / "packs"


def test_packs_on_the_shelf_can_be_played_with(
    new_server: Callable[..., Server], tmp_path: Path, shelf: Path
) -> None:
    server = new_server(f"sqlite:///{tmp_path / 'games.sqlite3'}", "--packs", str(shelf))
    with server.client() as client:
        moscow = next(game for game in client.get("/games").json() if game["id"] == GAME)
        packs = {pack["id"]: pack for pack in moscow["packs"]}
        assert packs["mine"]["title"] == "My printed copy"
        assert packs["broken"]["problem"].startswith("broken/pack.toml")
        assert client.get(f"/games/{GAME}/board?pack=mine").status_code == 200
        broken = client.get(f"/games/{GAME}/board?pack=broken")
        assert broken.status_code == 400
        assert str(shelf) not in broken.text, "visitors need not know where packs are kept"
        assert client.get(f"/games/{GAME}/board?pack=..%2Fmine").status_code == 400
    keys = server.create({"pack": "mine", "seats": {"axis": {"kind": "me"}, "soviet": {"kind": "me"}}})
    with server.sit(keys["host"]) as player:
        assert player.get("")["pack"] == "mine"
        player.play("axis", player.first(player.state("axis"), "end"))
        record = player.record()
        assert '[Pack "mine"]' in record
    with server.client() as client:
        assert client.post("/tables/record", content=record).status_code == 201


# --- maps and pages ----------------------------------------------------------------------------------------


def test_a_map_is_drawn_for_each_season_and_kept_by_browsers(server: Server) -> None:
    with server.client() as client:
        game = next(game for game in client.get("/games").json() if game["id"] == GAME)
        version = client.get(f"/games/{GAME}/board").json()["version"]
        drawn = {}
        for season in game["seasons"]:
            answer = client.get(f"/games/{GAME}/map.svg", params={"season": season, "v": version})
            assert answer.headers["content-type"] == "image/svg+xml"
            assert "immutable" in answer.headers["cache-control"]
            drawn[season] = answer.text
        assert len(set(drawn.values())) == len(drawn) > 1
        loose = client.get(f"/games/{GAME}/map.svg")
        assert loose.headers["cache-control"] == "no-cache"
        again = client.get(f"/games/{GAME}/map.svg", headers={"if-none-match": loose.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
        assert client.get(f"/games/{GAME}/map.svg?season=monsoon").status_code == 400


def test_rules_and_counters_are_served(server: Server) -> None:
    with server.client() as client:
        rules = client.get(f"/games/{GAME}/rules").json()
        assert len(rules["chapters"]) > 10
        assert rules["charts"]
        assert len(client.get(f"/games/{GAME}/counters").json()["counters"]) > 100


def test_there_is_one_page_for_every_address_of_the_client(server: Server) -> None:
    with server.client() as client:
        pages = {client.get(f"{server.address}{path}").text for path in ("/", "/t/somewhere", "/rules/x")}
        assert len(pages) == 1
        assert "<!doctype html>" in pages.pop().casefold()
        assert client.get(f"{server.address}/api/nothing").status_code == 404
        assert client.get(f"{server.address}/nothing/here").status_code == 404
    assert live_address(server).startswith("ws://127.0.0.1:")
