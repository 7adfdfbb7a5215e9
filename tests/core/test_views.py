"""Views, events and remembered values: who sees what, and when a memory is stale."""

from __future__ import annotations

import subprocess
import sys

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.core.toys import DRILL, OPENING, drill_after, random_timeline, timeline_after
from tests.drill import BLUE, DONE, MOVE, RED, held

import grognard
from grognard.core import Derived, Event, Modifier, NotPlayable, Position, Refusal
from grognard.core.view import Piece, View


def test_a_bid_is_for_the_eyes_of_its_bidder() -> None:
    position = drill_after("bid 1", "bid 2")
    assert "sealed 1" in str(position.view(RED))
    for seat in (BLUE, None):
        assert "sealed 1" not in str(position.view(seat))
    event = timeline_after("bid 1").entries[0].events[0]
    assert [event.visible_to(seat) for seat in (RED, BLUE, None)] == [True, False, False]


def test_an_event_without_seats_is_for_everybody() -> None:
    event = Event("2.3", "the die shows 4", modifiers=(Modifier("forest", -1, "5.5.1"),))
    assert all(event.visible_to(seat) for seat in (RED, BLUE, None))
    assert msgspec.json.decode(msgspec.json.encode(event), type=Event) == event


@given(st.integers(0, 30), st.integers(0, 60))
def test_a_view_is_plain_text_for_any_client(seed: int, length: int) -> None:
    position = random_timeline(seed, length).position
    for seat in (RED, BLUE, None):
        view = position.view(seat)
        assert msgspec.json.decode(msgspec.json.encode(view), type=View) == view
        assert (view.seat, view.ply) == (seat, position.ply)
        orders = view.ask.orders if view.ask else ()
        assert [DRILL.parse(text) for text in orders] == list(position.legal(seat) if seat else ())


def test_a_masked_piece_has_neither_id_nor_face() -> None:
    assert msgspec.json.encode(Piece(RED, hex="3")) == b'{"seat":"red","hex":"3"}'


# --- legal lists ------------------------------------------------------------------------------------------


def test_a_legal_list_is_not_made_until_somebody_looks() -> None:
    legal = drill_after(*OPENING).legal()
    assert repr(legal) == "Legal(not enumerated)"
    assert MOVE(3, 3) in legal
    assert bool(legal)
    assert repr(legal) == "Legal(not enumerated)"
    assert legal.count() == len(list(legal))
    assert repr(legal) == f"Legal({legal.count()})"
    assert bool(legal)
    assert "move b1 3" not in legal


def test_a_legal_list_can_be_asked_for_parts() -> None:
    legal = drill_after(*OPENING).legal()
    assert legal.where(DONE) == (DONE(),)
    assert legal.where(MOVE, counter=3) == (MOVE(3, 3), MOVE(3, 5))
    assert legal.where(space=3) == (MOVE(3, 3),)
    assert legal.where(MOVE, colour="red") == ()


# --- remembered values ---------------------------------------------------------------------------------


def test_a_derived_value_is_computed_once_until_it_is_forgotten() -> None:
    asked: list[tuple[object, ...]] = []

    def compute(position: object, *key: object) -> int:
        asked.append(key)
        return len(asked)

    number: Derived[Position[object, object], int] = Derived("number", compute)  # type: ignore[type-var]
    position = DRILL.start()
    assert [number(position), number(position), number(position, RED), number(position, BLUE)] == [1, 1, 2, 3]  # type: ignore[arg-type]
    twin = position.copy()
    number.forget(position)  # type: ignore[arg-type]
    assert number(twin, RED) == 2  # type: ignore[arg-type]
    assert number(position, RED) == 4  # type: ignore[arg-type]
    assert asked == [(), (RED,), (BLUE,), (RED,)]
    assert repr(number) == "Derived('number')"


def test_a_memory_is_no_part_of_the_position() -> None:
    position = drill_after(*OPENING)
    fresh = DRILL.from_json(position.to_json())
    held(position, RED)
    assert fresh.memo != position.memo
    assert fresh == position
    assert fresh.digest() == position.digest()


# --- loading a game -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "scenario", "options", "complaint"),
    [
        ("moscau", None, {}, r"^unknown game 'moscau'; did you mean '[a-z0-9-]+'\? \(games: moscow-1941"),
        ("chess", None, {}, r"^unknown game 'chess' \(games: "),
        ("moscow-1941", "typhon", {}, r"has no scenario 'typhon'; did you mean 'typhoon'\?"),
        ("moscow-1941", "typhoon", {"wether": "on"}, r"has no option 'wether'"),
        ("x" * 500, None, {}, r"^unknown game 'x{39}…'"),
    ],
)
def test_a_game_that_does_not_exist_is_refused(
    game: str, scenario: str | None, options: dict[str, str], complaint: str
) -> None:
    with pytest.raises(NotPlayable, match=complaint):
        grognard.load(game, scenario=scenario, options=options)


def test_refusals_cite_their_rule() -> None:
    assert str(Refusal("5.1.3", "no way")) == "no way [5.1.3]"
    assert str(Refusal("", "no way")) == "no way"


def test_the_core_needs_msgspec_alone() -> None:
    program = "import sys; bare = set(sys.modules); import grognard.core; print(*set(sys.modules) - bare)"
    loaded = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    packages = {name.partition(".")[0] for name in loaded.stdout.split()} - set(sys.stdlib_module_names)
    # msgspec looks for typing_extensions by itself.
    assert packages - {"typing_extensions"} == {"grognard", "msgspec"}
