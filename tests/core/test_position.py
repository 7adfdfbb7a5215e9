"""Positions: what they wait for, checked and unchecked orders, reasons, copies and fingerprints."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.core.toys import (
    DRILL,
    FIGHT,
    OPENING,
    SOLO,
    Ask,
    DrillPosition,
    ToyGame,
    drill_after,
    random_timeline,
)
from tests.drill import ATTACK, BID, BLUE, DONE, LOSE, MOVE, RED, RETREAT, Drill, held

from grognard.core import (
    CHANCE,
    DRAW,
    ROLL,
    GrognardError,
    IllegalOrder,
    InvalidOrder,
    NotPlayable,
    Order,
    Refusal,
    Seat,
)

moments = st.builds(
    lambda seed, length: random_timeline(seed, length).position, st.integers(0, 30), st.integers(0, 60)
)


# --- waiting ----------------------------------------------------------------------------------------


def test_the_first_position_waits_for_a_bid() -> None:
    position = DRILL.start()
    assert (position.seat, position.ply, position.outcome) == (RED, 0, None)
    assert position.decision.kind == "Bid"
    assert position.decision.rule == "1.1"
    assert position.decision.prompt == "Bid for the first move, in secret."
    assert position.decision.outcomes is None
    assert list(position.legal()) == [BID(0), BID(1), BID(2)]
    assert repr(position) == "Position(drill, ply 0, Decision(red: Bid for the first move, in secret.))"


def test_only_the_seat_that_decides_has_orders() -> None:
    position = drill_after(*OPENING)
    assert position.legal(BLUE) == position.legal()
    assert list(position.legal(BLUE))
    for idle in (RED, CHANCE, Seat("spectator")):
        assert not position.legal(idle)
        assert position.legal(idle).count() == 0
        assert DONE() not in position.legal(idle)


def test_the_procedure_walks_through_a_turn() -> None:
    kinds = []
    position = DRILL.start()
    for order in (*FIGHT, "retreat 1", "done", "done"):
        kinds.append((position.decision.kind, position.seat))
        position.submit(order)
    assert kinds == [
        ("Bid", RED),
        ("Bid", BLUE),
        ("Draw", CHANCE),
        ("Act", BLUE),
        ("Act", BLUE),
        ("Fight", CHANCE),
        ("Suffer", RED),
        ("Act", BLUE),
        ("Act", RED),
    ]
    assert position.state.turn == 2
    assert position.state.space == [0, 1, 1, 3, 5, 6]
    assert position.decision.kind == "Bid"


def test_a_repulse_ends_the_attackers_turn_by_itself() -> None:
    position = drill_after(*FIGHT[:-1], "roll 2")
    assert (position.decision.kind, position.seat) == ("Act", RED)


# --- submit -----------------------------------------------------------------------------------------


def test_submit_takes_a_text_or_an_order_and_tells_what_happened() -> None:
    by_text, by_order = drill_after(*OPENING), drill_after(*OPENING)
    told = by_text.submit("move b1 3", BLUE)
    assert told == by_order.submit(MOVE(3, 3))
    assert [(event.rule, event.text) for event in told] == [("2.2", "b1 moves to 3")]
    assert by_text == by_order
    assert by_text.ply == 4


def test_events_belong_to_the_order_that_made_them() -> None:
    position = DRILL.start()
    first, second = position.submit("bid 1"), position.submit("bid 2")
    assert [event.text for event in first] == ["red bids 1"]
    assert [event.text for event in second] == ["blue bids 2"]
    assert not position.heard


@pytest.mark.parametrize(
    ("orders", "order", "seat", "rule", "why"),
    [
        (OPENING, "move b1 3", RED, "2.1", "it is for Blue to decide now"),
        (OPENING, "move b1 3", CHANCE, "2.1", "it is for Blue to decide now"),
        (OPENING, "move b1 3", Seat("nobody"), "2.1", "it is for Blue to decide now"),
        (OPENING, "move r1 1", None, "2.1", "this counter cannot move now"),
        (OPENING, "move b1 2", None, "2.2", "a counter moves one space, not into the enemy"),
        (OPENING, "move b3 7", None, "2.2", "a counter moves one space, not into the enemy"),
        (OPENING, "attack 2", None, "2.3", "no enemy next to a friend"),
        ((), "bid 3", None, "1.1", "bids go from 0 to 2"),
        (OPENING[:2], "draw hail", None, "1.2", "that cannot come up"),
        (FIGHT[:-1], "roll 7", None, "2.3", "that cannot come up"),
        (FIGHT, "retreat 3", None, "2.4", "that is not among the choices"),
    ],
)
def test_an_illegal_order_is_refused_with_its_rule_and_changes_nothing(
    orders: tuple[str, ...], order: str, seat: Seat | None, rule: str, why: str
) -> None:
    position, before = drill_after(*orders), drill_after(*orders).digest()
    assert position.explain(order, seat) == Refusal(rule, why)
    with pytest.raises(IllegalOrder) as refused:
        position.submit(order, seat)
    assert refused.value.refusal == Refusal(rule, why)
    assert str(refused.value) == f"{why} [{rule}]"
    assert position.digest() == before
    assert not position.heard


def test_an_order_of_another_moment_hears_what_the_game_waits_for() -> None:
    position = drill_after(*FIGHT)
    refusal = position.explain("bid 1")
    assert refusal == Refusal(
        "2.4", "now the game waits for: Lose a step or retreat. (expected lose or retreat <space>)"
    )


def test_a_text_that_is_no_order_is_invalid_not_illegal() -> None:
    position = drill_after(*OPENING)
    for act in (position.submit, position.explain, position.after):
        with pytest.raises(InvalidOrder):
            act("frobnicate")


def test_the_fallback_looks_an_order_up_in_the_list() -> None:
    position = drill_after(*FIGHT)
    assert set(position.legal()) == {LOSE(), RETREAT(1)}
    assert position.explain("retreat 1") is None
    assert RETREAT(1) in position.legal()
    assert RETREAT(5) not in position.legal()


@given(moments)
def test_what_is_listed_is_legal_and_has_no_refusal(position: DrillPosition) -> None:
    fresh = position.copy()
    for order in position.legal():
        assert order in fresh.legal()
        assert position.explain(order) is None
        assert position.explain(DRILL.text(order), position.seat) is None


every_order = st.one_of(
    st.builds(BID, st.integers(-1, 3)),
    st.builds(MOVE, st.integers(0, 5), st.integers(-2, 8)),
    st.builds(ATTACK, st.integers(-2, 8)),
    st.builds(RETREAT, st.integers(-2, 8)),
    st.builds(ROLL, st.integers(-1, 8)),
    st.builds(DRAW, st.sampled_from(["mud", "snow", "hail"])),
    st.sampled_from([DONE(), LOSE()]),
)


@given(moments, every_order, st.sampled_from([None, RED, BLUE, CHANCE]))
def test_any_order_is_carried_out_or_refused_without_a_trace(
    position: DrillPosition, order: Order, seat: Seat | None
) -> None:
    before, listed = position.copy(), order in set(position.legal(seat))
    assert (position.explain(order, seat) is None) == listed
    try:
        position.submit(order, seat)
    except GrognardError:
        assert not listed
        assert position == before
    else:
        assert listed
        assert position.ply == before.ply + 1
        assert not position.status()


# --- apply and after ----------------------------------------------------------------------------------


@given(st.integers(0, 30))
def test_apply_leads_where_submit_leads(seed: int) -> None:
    timeline = random_timeline(seed)
    position = DRILL.start()
    for entry in timeline.entries:
        position.apply(entry.order)
    assert position == timeline.position
    assert position.digest() == timeline.position.digest()


def test_apply_collects_no_events_and_does_not_look() -> None:
    position = drill_after(*OPENING)
    position.apply(MOVE(3, 3))
    position.apply(MOVE(3, 4))  # b1 has moved already
    assert position.state.space[3] == 4
    assert not position.heard


def test_after_leaves_the_position_as_it_is() -> None:
    position = drill_after(*OPENING)
    before = position.digest()
    following = position.after("move b1 3", BLUE)
    assert position.digest() == before
    assert following == drill_after(*OPENING, "move b1 3")
    with pytest.raises(IllegalOrder):
        position.after("move b1 3", RED)


# --- copies and fingerprints ----------------------------------------------------------------------------


@given(moments)
def test_a_copy_is_equal_and_independent(position: DrillPosition) -> None:
    before = position.digest()
    for order in position.legal():
        twin = position.copy()
        assert twin == position
        assert twin.digest() == before
        assert list(twin.legal()) == list(position.legal())
        twin.apply(order)
        assert twin != position
        assert position.digest() == before


def test_a_copy_remembers_but_forgets_alone() -> None:
    position = drill_after(*OPENING)
    assert held(position, BLUE) == {4, 5, 6}
    twin = position.copy()
    twin.submit("move b1 3")
    assert held(twin, BLUE) == {3, 5, 6}
    assert held(position, BLUE) == {4, 5, 6}
    assert held(position, RED) == {0, 1, 2}
    assert position.copy().memo == position.memo


def test_a_copy_is_taken_without_the_events_of_the_moment() -> None:
    position = drill_after(*OPENING)
    position._events = []
    assert position.heard
    assert not position.copy().heard


def test_digests_tell_every_difference_apart() -> None:
    start, other = DRILL.start(), Drill("other").start()
    shifted = DRILL.start()
    shifted.ply = 1
    stacked = DRILL.start()
    stacked.push(Ask())
    positions = [start, other, shifted, drill_after("bid 0"), drill_after("bid 1")]
    digests = {position.digest() for position in positions}
    assert len(digests) == len(positions)
    assert all(len(digest) == 24 and int(digest, 16) >= 0 for digest in digests)
    assert all(one == two for one, two in zip(positions, positions, strict=True))
    assert start != other
    assert start != shifted
    assert start != stacked
    assert start != "start"


def test_the_digest_of_a_moment_stays_what_it_is() -> None:
    assert drill_after(*FIGHT).digest() == "460992c5feaeffdfe3a2e414"


def test_the_identity_names_pack_and_options() -> None:
    class Optional(Drill):
        def __init__(self) -> None:
            super(Drill, self).__init__("s", {"b": "2", "a": "1"}, pack="mine", pack_digest="f00d")

    assert Optional().identity == "drill 1 mine:f00d s a=1 b=2"
    assert DRILL.identity == "drill 1 drill: drill"


def test_a_position_is_no_key() -> None:
    with pytest.raises(TypeError):
        hash(DRILL.start())


# --- the end ------------------------------------------------------------------------------------------


def test_a_finished_game_offers_nothing_and_says_why() -> None:
    position = random_timeline(1).position
    assert position.outcome is not None
    assert position.seat is None
    assert not position.legal()
    assert not position.legal(RED)
    assert position.explain("done") == Refusal("", "the game is over")
    assert position.explain(DONE(), RED) == Refusal("", "the game is over")
    for use in (lambda: position.decision, lambda: position.submit("done")):
        with pytest.raises(IllegalOrder, match=r"^the game is over$"):
            use()
    assert repr(position) == f"Position(drill, ply {position.ply}, {position.outcome.text})"


def test_the_outcome_tells_winner_rule_and_scores() -> None:
    position = drill_after(*FIGHT, "retreat 1", *["done"] * 2)
    for _ in range(3):
        for order in ("bid 1", "bid 1", "draw mud", "done", "done"):
            position.submit(order)
    outcome = position.outcome
    assert outcome is not None
    assert (outcome.winner, outcome.text, outcome.rule) == (BLUE, "blue wins", "3.1")
    assert outcome.scores == {"red": 2, "blue": 3}


def test_seats_are_found_by_name() -> None:
    assert [DRILL.seat_named(name) for name in ("red", "blue", "chance")] == [RED, BLUE, CHANCE]
    with pytest.raises(NotPlayable, match=r"^unknown seat 'bleu'; did you mean 'blue'\?$"):
        DRILL.seat_named("bleu")
    assert ToyGame(Ask()).seat_named("solo") == SOLO


def test_status_lists_what_is_impossible() -> None:
    position = drill_after(*OPENING)
    assert position.status() == ()
    position.state.space[3] = 2
    held.forget(position)
    assert [(fault.rule, fault.text) for fault in position.status()] == [("2.2", "both sides in [2]")]
