"""Saves: they open in the game that made them, after an update too, and any other says why it does not."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.core.test_record import Optional
from tests.core.toys import DRILL, FIGHT, OPENING, Ask, ToyGame, drill_after, random_timeline
from tests.drill import DrillState

from grognard.core import SaveError, State, Step, codec
from grognard.core.codec import SAVE_VERSION, Codec, read_save
from grognard.core.digest import digest_of

SAVED = DRILL.save(drill_after(*FIGHT))


def spoilt(change: Callable[[dict[str, Any]], object], raw: bytes = SAVED) -> bytes:
    """The save after a change, with a digest that fits unless the change spoils that too."""
    content = json.loads(raw)
    before = content["digest"]
    change(content)
    if content.get("digest") == before and isinstance(content.get("position"), list):
        inner = json.dumps(content["position"], separators=(",", ":")).encode()
        content["digest"] = digest_of(DRILL.identity, inner)
    return json.dumps(content).encode()


@given(st.integers(0, 40), st.integers(0, 80))
def test_any_position_goes_round(seed: int, length: int) -> None:
    position = random_timeline(seed, length).position
    raw = DRILL.save(position)
    loaded = DRILL.load(raw)
    assert loaded == position
    assert loaded.digest() == position.digest()
    assert list(loaded.legal()) == list(position.legal())
    assert DRILL.save(loaded) == raw
    assert DRILL.from_json(position.to_json()) == position


def test_a_save_is_readable_and_says_what_it_needs() -> None:
    content = json.loads(SAVED)
    assert SAVED.count(b"\n") > 20
    assert {name: content[name] for name in ("format", "version", "game", "rules", "scenario", "pack")} == {
        "format": "grognard-save", "version": SAVE_VERSION, "game": "drill", "rules": "1",
        "scenario": "drill", "pack": "drill",
    }  # fmt: skip
    assert content["digest"] == drill_after(*FIGHT).digest()


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"format": "chess-save"}, "this is not a Grognard save"),
        (
            {"version": SAVE_VERSION + 1},
            f"the save has version {SAVE_VERSION + 1}; this Grognard reads up to",
        ),
        ({"version": 0}, "there is no way to read a save of version 0"),
        ({"version": -3}, "there is no way to read a save of version -3"),
        ({"version": "1"}, "the save is damaged: Expected `int`, got `str` - at `$.version`"),
        ({"game": "chess"}, "the save is of another game: expected 'drill', found 'chess'"),
        ({"rules": "0"}, "the save is of another rules version: expected '1', found '0'"),
        ({"scenario": "late"}, "the save is of another scenario: expected 'drill', found 'late'"),
        ({"pack": "mine"}, "the save is of another pack: expected 'drill', found 'mine'"),
        ({"pack_digest": "f00d"}, "the save is of another pack digest: expected '', found 'f00d'"),
        ({"options": {"fog": "on"}}, "the save has another option 'fog': expected 'nothing', found 'on'"),
        ({"options": ["fog"]}, "the save is damaged: Expected `object`, got `array` - at `$.options`"),
        ({"digest": "0" * 24}, "the save was changed: its digest does not match its content"),
        ({"extra": 1}, "the save is damaged: Object contains unknown field `extra`"),
        ({"position": {}}, "this is not a position of the game"),
        ({"position": [0, {}, []]}, "this is not a position of the game"),
    ],
)
def test_a_save_that_does_not_fit_says_why(change: dict[str, Any], why: str) -> None:
    with pytest.raises(SaveError, match=f"^{re.escape(why)}"):
        DRILL.load(spoilt(lambda content: content.update(change)))


@pytest.mark.parametrize("name", ["game", "rules", "scenario", "pack", "options", "digest", "position"])
def test_a_save_that_lacks_something_names_it(name: str) -> None:
    with pytest.raises(SaveError, match=f"missing required field `{name}`"):
        DRILL.load(spoilt(lambda content: content.pop(name)))


def test_a_save_with_another_option_is_refused() -> None:
    raw = Optional("on").save(Optional("on").start())
    assert Optional("on").load(raw) == Optional("on").start()
    with pytest.raises(SaveError, match="another option 'weather': expected 'off', found 'on'"):
        Optional("off").load(raw)
    with pytest.raises(SaveError, match="the save is of another pack"):
        DRILL.load(raw)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda state: state["space"].__setitem__(3, 1), "impossible position: both sides in [1]"),
        (lambda state: state["space"].clear(), "impossible position: list index out of range"),
        (lambda state: state.update(turn="two"), "not a position of the game: Expected `int`, got `str`"),
        (lambda state: state.update(weather="mud"), "unknown field `weather`"),
    ],
)
def test_a_position_that_cannot_be_is_refused(change: Callable[[Any], object], why: str) -> None:
    with pytest.raises(SaveError, match=re.escape(why)):
        DRILL.load(spoilt(lambda content: change(content["position"][1])))


@pytest.mark.parametrize(
    "stack",
    [
        [],
        [{"type": "EndTurn"}],
        [{"type": "Coup"}],
        [{"type": "Bid"}],
        [{"type": "Bid", "who": "red", "x": 1}],
    ],
)
def test_a_stack_that_waits_for_nothing_is_refused(stack: list[Any]) -> None:
    def change(content: dict[str, Any]) -> None:
        content["position"][2] = stack

    with pytest.raises(SaveError, match="this is not a position of the game"):
        DRILL.load(spoilt(change))


def test_a_position_before_the_first_order_is_refused() -> None:
    with pytest.raises(SaveError, match="waits for nothing"):
        DRILL.from_json(DRILL.start().to_json().replace(b"[0,", b"[-1,", 1))


@given(st.binary(max_size=200))
def test_any_bytes_are_a_save_or_refused(raw: bytes) -> None:
    with pytest.raises(SaveError):
        DRILL.load(raw)


@given(st.data())
def test_a_save_damaged_anywhere_is_refused(data: st.DataObject) -> None:
    """Each byte counts, but for spaces and what only makes it prettier."""
    raw = bytearray(SAVED)
    at = data.draw(st.integers(0, len(raw) - 1))
    raw[at] = data.draw(st.integers(0, 255))
    try:
        loaded = DRILL.load(bytes(raw))
    except SaveError:
        return
    assert loaded == drill_after(*FIGHT)


def test_nested_nonsense_does_not_exhaust_the_stack() -> None:
    for raw in (b"[" * 100_000, b'{"format":"grognard-save","version":1,"a":' + b"[" * 100_000):
        with pytest.raises(SaveError):
            DRILL.load(raw)


def test_an_older_save_is_brought_up_to_date(monkeypatch: pytest.MonkeyPatch) -> None:
    def rename(content: dict[str, Any]) -> dict[str, Any]:
        content["options"] = content.pop("switches")
        return {**content, "version": 1}

    monkeypatch.setattr(codec, "MIGRATIONS", {0: rename})
    old = spoilt(lambda content: content.update(version=0, switches=content.pop("options")))
    assert DRILL.load(old) == drill_after(*FIGHT)
    assert read_save(old).version == 1


# --- states and steps that can be saved and copied ------------------------------------------------------


class Nested(State):
    rows: list[list[int]]


class Loose(State):
    anything: dict[str, Any]


def test_a_state_whose_copy_would_share_is_refused() -> None:
    for state in (Nested([[1]]), Loose({})):
        with pytest.raises(TypeError, match="a copy would share what changes inside"):
            state.copy()


def test_a_step_that_holds_a_list_is_refused() -> None:
    class Plan(Step[Any, Any], frozen=True):
        todo: list[int]

    with pytest.raises(TypeError, match=r"Plan\.todo: a step holds immutable values only"):
        Codec(DrillState, (Plan,))


def test_a_copy_shares_no_container() -> None:
    state = drill_after(*OPENING).state
    twin = state.copy()
    assert twin == state
    for name in ("space", "steps", "bids", "moved"):
        assert getattr(twin, name) is not getattr(state, name)


def test_a_save_of_a_toy_does_not_open_as_another() -> None:
    raw = ToyGame(Ask()).save(ToyGame(Ask()).start())
    with pytest.raises(SaveError, match="another game: expected 'drill', found 'toy'"):
        DRILL.load(raw)
