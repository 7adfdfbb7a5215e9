"""Timelines: the one policy for taking orders back, and the way back through snapshots."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.core.toys import DRILL, FIGHT, OPENING, Ask, Throw, ToyGame, random_timeline, timeline_after
from tests.drill import BLUE, MOVE, RED

from grognard.core import CHANCE, Dice, IllegalOrder, Timeline
from grognard.core.timeline import SNAPSHOT_EVERY


@given(st.integers(0, 30), st.integers(0, 120), st.data())
def test_every_moment_can_be_seen_again(seed: int, length: int, data: st.DataObject) -> None:
    timeline = random_timeline(seed, length)
    moment = data.draw(st.integers(0, len(timeline.entries)))
    position = DRILL.start()
    for entry in timeline.entries[:moment]:
        position.apply(entry.order)
    before = timeline.position.digest()
    assert timeline.at(moment) == position
    assert timeline.position.digest() == before


def test_a_long_game_goes_back_through_snapshots() -> None:
    timeline = Timeline(DRILL)
    longest = max((random_timeline(seed) for seed in range(60)), key=lambda one: len(one.entries))
    for entry in longest.entries:
        timeline.submit(entry.order, entry.seat)
    assert len(timeline.entries) > SNAPSHOT_EVERY // 2
    for moment in (len(timeline.entries), len(timeline.entries) // 2, 1, 0):
        timeline.undo_to(moment, consent=DRILL.seats)
        assert timeline.position.ply == moment == len(timeline.entries)
    assert timeline.position == DRILL.start()


def test_snapshots_of_what_is_taken_back_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grognard.core.timeline.SNAPSHOT_EVERY", 2)
    timeline = timeline_after(*OPENING, "move b1 3", "move b2 4")
    taken_back = timeline.at(4)
    timeline.undo_to(3, consent=DRILL.seats)
    timeline.submit("move b3 5")
    assert timeline.at(4) == timeline.position != taken_back


def test_own_orders_are_free_until_a_die_falls() -> None:
    timeline = timeline_after(*OPENING, "move b1 3", "move b2 4")
    assert (timeline.free_undo(BLUE), timeline.free_undo(RED)) == (2, 0)
    assert timeline.undo(BLUE).order == MOVE(4, 4)
    timeline.submit("attack 2")
    # The attack hands the turn to chance: a change of seat.
    assert timeline.free_undo(BLUE) == 0
    with pytest.raises(IllegalOrder, match="news came out or the turn passed on"):
        timeline.undo(BLUE)
    timeline.submit("roll 5")
    with pytest.raises(IllegalOrder, match="a die has been cast since"):
        timeline.undo(BLUE)


def test_nobody_takes_back_what_another_ordered() -> None:
    timeline = timeline_after(*OPENING, "move b1 3")
    with pytest.raises(IllegalOrder, match=re.escape("the last order was Blue's")):
        timeline.undo(RED)
    with pytest.raises(IllegalOrder, match="nothing has been ordered yet"):
        Timeline(DRILL).undo(RED)


def test_news_is_a_barrier_even_without_a_die() -> None:
    assert [entry.barrier for entry in timeline_after(*FIGHT).entries] == [
        True,
        True,
        True,
        False,
        True,
        True,
    ]


def test_nobody_takes_back_a_die_even_when_another_follows() -> None:
    timeline = Timeline(ToyGame(Ask(), Throw(), Throw()))
    timeline.submit("roll 3")
    assert timeline.position.seat == CHANCE
    assert timeline.entries[-1].barrier
    assert timeline.free_undo(CHANCE) == 0


@given(st.integers(0, 30), st.integers(0, 60))
def test_free_undo_ends_at_the_first_barrier(seed: int, length: int) -> None:
    timeline = random_timeline(seed, length)
    for seat in (*DRILL.seats, CHANCE):
        free = timeline.free_undo(seat)
        taken = timeline.entries[len(timeline.entries) - free :]
        assert all(entry.seat == seat and not entry.barrier for entry in taken)
        earlier = timeline.entries[: len(timeline.entries) - free]
        assert not earlier or earlier[-1].barrier or earlier[-1].seat != seat
    assert timeline.free_undo(CHANCE) == 0


def test_further_back_every_player_has_to_agree() -> None:
    timeline = timeline_after(*FIGHT)
    with pytest.raises(IllegalOrder, match=r"needs the consent of Blue$"):
        timeline.undo_to(2, consent=[RED])
    with pytest.raises(IllegalOrder, match=r"needs the consent of Red, Blue$"):
        timeline.undo_to(2, consent=[])
    assert len(timeline.entries) == len(FIGHT)
    timeline.undo_to(2, consent={RED, BLUE})
    assert timeline.position == timeline_after(*FIGHT[:2]).position


@pytest.mark.parametrize("moment", [-1, 7])
def test_a_moment_that_has_not_been_is_refused(moment: int) -> None:
    timeline = timeline_after(*FIGHT)
    for use in (timeline.at, lambda moment: timeline.undo_to(moment, DRILL.seats)):
        with pytest.raises(IllegalOrder, match=f"the game has 6 orders, there is no moment {moment}"):
            use(moment)


def test_a_refused_order_leaves_no_entry() -> None:
    timeline = timeline_after(*OPENING)
    for order, seat in (("move r1 1", None), ("move b1 3", RED), ("nonsense", None)):
        with pytest.raises(ValueError, match=r"."):
            timeline.submit(order, seat)
    assert len(timeline.entries) == 3


def test_chance_rolls_until_somebody_has_to_decide() -> None:
    timeline = timeline_after(*OPENING, "move b1 3", "attack 2")
    events = timeline.roll(Dice("fate"))
    assert timeline.position.seat != CHANCE
    assert events[0].text.startswith("the die shows")
    assert timeline.roll(Dice("fate")) == ()


def test_entries_remember_heading_and_events() -> None:
    entry = timeline_after(*OPENING, "move b1 3").entries[-1]
    assert (entry.heading, entry.seat) == ("Turn 1", BLUE)
    assert [event.text for event in entry.events] == ["b1 moves to 3"]


def test_a_finished_game_takes_no_order() -> None:
    timeline = random_timeline(2)
    with pytest.raises(IllegalOrder, match=r"^the game is over$"):
        timeline.submit("done")
