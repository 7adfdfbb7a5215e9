"""The conformance kit: the drill passes, and each of many small mistakes is noticed and named."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import Any

import pytest
from tests import drill
from tests.drill import (
    ATTACK,
    BID,
    DONE,
    MOVE,
    RED,
    Act,
    Bid,
    Counter,
    Drill,
    DrillState,
    EndTurn,
    Fight,
    Pos,
    Suffer,
    own,
)

from grognard.core import Fault, Order, Record, Seat, View
from grognard.core.view import Piece
from grognard.testing import NonconformingError, check_game, decisions_per_second, fuzz, seconds_per_copy
from grognard.testing.speed import Load, parade, seconds_to_import

Break = Callable[[pytest.MonkeyPatch], None]


def test_the_drill_conforms() -> None:
    check_game(Drill("drill"), seeds=range(8))


# --- ways to break the drill ------------------------------------------------------------------------------


def stale_memory(patch: pytest.MonkeyPatch) -> None:
    """A counter is put without forgetting what was derived."""
    patch.setattr(drill, "put", lambda position, unit, space: position.state.space.__setitem__(unit, space))


def leaking_view(patch: pytest.MonkeyPatch) -> None:
    """A spectator sees both bids."""
    honest = Drill.view

    def view(self: Drill, position: Pos, seat: Seat | None) -> View:
        bids = tuple(Piece(Seat(who), box=f"sealed {bid}") for who, bid in position.state.bids.items())
        shown = honest(self, position, seat)
        return View("drill", "drill", shown.ply, shown.heading, seat, shown.pieces + bids, shown.ask)

    patch.setattr(Drill, "view", view)


def shared_list(patch: pytest.MonkeyPatch) -> None:
    """A copy goes on using the list of its original."""
    honest = DrillState.copy

    def copy(self: DrillState) -> DrillState:
        twin = honest(self)
        twin.bids = self.bids
        return twin

    patch.setattr(DrillState, "copy", copy)


def offered_but_refused(patch: pytest.MonkeyPatch) -> None:
    """The list has an attack that the rules refuse."""
    honest = Act.orders
    patch.setattr(Act, "orders", lambda self, position: [*honest(self, position), ATTACK(99)])


def order_of_the_moon(patch: pytest.MonkeyPatch) -> None:
    """The list runs the other way now and then, by something outside the game."""
    honest, moon = Act.orders, count()
    patch.setattr(
        Act, "orders", lambda self, position: list(honest(self, position))[:: -1 if next(moon) % 3 else 1]
    )


def silent_question(patch: pytest.MonkeyPatch) -> None:
    """A step asks without a word."""
    patch.setattr(Suffer, "prompt", lambda self, position: "")


def order_twice(patch: pytest.MonkeyPatch) -> None:
    """The list says the same thing twice."""
    honest = Act.orders
    patch.setattr(Act, "orders", lambda self, position: [*honest(self, position), DONE()])


def one_text_for_two(patch: pytest.MonkeyPatch) -> None:
    """Two counters go by the same name."""
    patch.setattr(Counter, "text", lambda self, game, value: "r1" if value < 3 else "b1")


def another_way_back(patch: pytest.MonkeyPatch) -> None:
    """A text is read as something else than was written."""
    patch.setattr(Counter, "value", lambda self, game, text: (drill.NAMES.index(text) + 1) % 6)


def chance_without_outcomes(patch: pytest.MonkeyPatch) -> None:
    """Fate decides, and nobody knows the odds."""
    patch.setattr(Fight, "chances", lambda self, position: None)


def both_in_one_space(patch: pytest.MonkeyPatch) -> None:
    """A counter may move into the enemy."""
    honest = Act.refusal

    def refusal(self: Act, position: Pos, order: Order) -> Any:
        if order.verb is MOVE and order.values[0] in own(self.who) and order.values[1] == 3:
            return None
        return honest(self, position, order)

    patch.setattr(Act, "refusal", refusal)


def dead_end(patch: pytest.MonkeyPatch) -> None:
    """Somebody has to choose from nothing."""
    patch.setattr(Suffer, "orders", lambda self, position: [])


def no_end(patch: pytest.MonkeyPatch) -> None:
    """The game begins again when it should be over."""
    patch.setattr(EndTurn, "proceed", lambda self, position: position.replace(Bid(RED)))


def a_look_that_touches(patch: pytest.MonkeyPatch) -> None:
    """Asking whether an order is legal changes the position."""

    def refusal(self: Bid, position: Pos, order: Order) -> None:
        position.state.moved.add(-1)

    patch.setattr(Bid, "refusal", refusal)


def everything_goes(patch: pytest.MonkeyPatch) -> None:
    """Any number of pips can be rolled."""
    patch.setattr(Fight, "refusal", lambda self, position, order: None)


def memory_in_the_game(patch: pytest.MonkeyPatch) -> None:
    """The game itself remembers something that the position should."""
    honest, heard = Bid.take, list[int]()

    def take(self: Bid, position: Pos, order: Order) -> None:
        heard.append(order.values[0])
        honest(self, position, order)

    def orders(self: Bid, position: Pos) -> list[Order]:
        return [BID(amount) for amount in range(3 if len(heard) % 7 else 2)]

    patch.setattr(Bid, "take", take)
    patch.setattr(Bid, "orders", orders)


def stranger_at_the_table(patch: pytest.MonkeyPatch) -> None:
    """A seat decides that is not of this game."""
    patch.setattr(Suffer, "seat", lambda self, position: Seat("green"))


def orders_for_all_eyes(patch: pytest.MonkeyPatch) -> None:
    """The view lists to everybody what one seat may order."""
    honest = Drill.view
    patch.setattr(Drill, "view", lambda self, position, seat: honest(self, position, position.seat or seat))


def forgotten_field(patch: pytest.MonkeyPatch) -> None:
    """Going back to the start does not lead to the start."""
    starts = count()
    honest = Drill.setup

    def setup(self: Drill) -> Any:
        state, stack = honest(self)
        state.turn = 1 + (next(starts) > 0)
        return state, stack

    patch.setattr(Drill, "setup", setup)


BREAKS: list[tuple[Break, str]] = [
    (stale_memory, "a Derived value is stale|impossible position|offered but refused"),
    (leaking_view, r"the view of .* shows 'sealed \d'"),
    (shared_list, "an order to a copy changed the original: a shared list\\?"),
    (offered_but_refused, r"'attack 99' is offered but refused: no enemy next to a friend \[2\.3\]"),
    (order_of_the_moon, "offers other orders|the same seed gave another game"),
    (silent_question, "Suffer has no prompt"),
    (order_twice, "Act offers an order twice"),
    (one_text_for_two, "two orders have the same text|parses back to another order"),
    (another_way_back, r"'move \w+ \d' parses back to another order"),
    (chance_without_outcomes, "Fight: chance decisions have outcomes"),
    (both_in_one_space, r"an impossible position after 'move .. 3': both sides in \[3\] \[2\.2\]"),
    (dead_end, "nobody can go on: .*Lose a step or retreat.* offers no order"),
    (no_end, r"no end after 400 orders \(seed 1\)"),
    (a_look_that_touches, "asking about '.*' changed the position"),
    (everything_goes, "the order 'roll .*' was accepted"),
    (memory_in_the_game, "offers other orders|the same seed gave another game"),
    (stranger_at_the_table, "is for an unknown seat"),
    (orders_for_all_eyes, "the view of .* lists orders that are not its own|shows 'sealed"),
    (forgotten_field, "the same seed gave another game"),
]


@pytest.mark.parametrize(("broken", "complaint"), BREAKS, ids=[broken.__name__ for broken, _ in BREAKS])
def test_the_kit_notices(broken: Break, complaint: str, monkeypatch: pytest.MonkeyPatch) -> None:
    broken(monkeypatch)
    with pytest.raises(NonconformingError, match=complaint):
        check_game(Drill("drill"), seeds=range(1, 13), longest=400)


def test_a_fault_is_followed_back_to_the_order_that_made_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grognard.testing.conformance.EARLY", 0)
    monkeypatch.setattr(
        Drill,
        "status",
        lambda self, position: (Fault("9", "late"),) if position.ply >= 5 else (),
    )
    with pytest.raises(NonconformingError, match=r"^ply 5: an impossible position after '.*': late \[9\]$"):
        check_game(Drill("drill"), seeds=(1,))


# --- fuzz -------------------------------------------------------------------------------------------------


def test_fuzzing_the_drill_finds_nothing_and_counts() -> None:
    played: list[int] = []
    report = fuzz(Drill("drill"), 30, seed=5, progress=played.append)
    assert (report.fault, report.record) == ("", "")
    assert report.games == sum(report.outcomes.values()) == 30
    assert set(report.outcomes) <= {"red wins", "blue wins", "nobody wins"}
    assert report.orders > 300
    assert played == list(range(1, 31))
    assert fuzz(Drill("drill"), 30, seed=5) == report


def test_a_crash_is_kept_as_a_record_that_leads_to_it(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Suffer.take

    def take(self: Suffer, position: Pos, order: Order) -> None:
        if position.state.steps[0] == 1:
            raise ZeroDivisionError("a rule that divides by the steps lost")
        honest(self, position, order)

    monkeypatch.setattr(Suffer, "take", take)
    report = fuzz(Drill("drill"), 200, seed=1)
    assert "ZeroDivisionError: a rule that divides by the steps lost" in report.fault
    assert f"game {report.games}, ply " in report.fault
    timeline = Record.parse(report.record).replay(Drill("drill"))
    assert timeline.position.state.steps[0] == 1
    assert timeline.position.decision.kind == "Suffer"


@pytest.mark.parametrize(
    ("broken", "complaint"),
    [
        (both_in_one_space, "impossible position: both sides in"),
        (no_end, "no end after 200 orders"),
        (dead_end, "nobody can go on"),
    ],
)
def test_fuzzing_notices(broken: Break, complaint: str, monkeypatch: pytest.MonkeyPatch) -> None:
    broken(monkeypatch)
    assert complaint in fuzz(Drill("drill"), 50, seed=1, longest=200).fault


# --- speed ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("load", list(Load))
def test_decisions_are_counted_under_every_load(load: Load) -> None:
    speed = decisions_per_second(Drill("drill"), load, seconds=0.02)
    assert speed.load == load.value
    assert speed.decisions >= speed.games >= 1
    assert speed.per_second > 100


def test_copies_and_imports_take_time() -> None:
    assert 0 < seconds_per_copy(Drill("drill").start(), repeats=10) < 0.01
    bare, full = seconds_to_import(1)
    assert bare > 0
    assert full > 0


def test_the_parade_is_a_position_like_any_other() -> None:
    position = parade(30)
    assert position.status() == ()
    assert position.copy() == position
    assert position.game.load(position.game.save(position)) == position
    assert position.view(None).heading == "parade"
