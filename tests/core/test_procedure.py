"""The procedure: a stack of steps, the last one named runs first."""

from __future__ import annotations

from typing import Any

import pytest
from tests.core.toys import SAY, SOLO, Ask, End, Note, Scripted, Spin, Toy, ToyGame

from grognard.core import Choice, GameOver, Outcome, Roll, Step
from grognard.core.position import LONGEST_CHAIN


def names(*stack: Step[Any, Any]) -> list[str]:
    """What the automatic steps above an `Ask` wrote down, in the order in which they ran."""
    return ToyGame(Ask(), *stack).start().state.names


def test_the_last_step_named_runs_first() -> None:
    assert names(Note("third"), Note("second"), Note("first")) == ["first", "second", "third"]


def test_push_puts_steps_above() -> None:
    def work(position: Toy) -> None:
        position.pop()
        position.push(Note("later"), Note("sooner"))

    assert names(Note("last"), Scripted(work)) == ["sooner", "later", "last"]


def test_replace_puts_steps_in_the_place_of_the_top() -> None:
    assert names(Note("last"), Scripted(lambda position: position.replace(Note("two"), Note("one")))) == [
        "one",
        "two",
        "last",
    ]


def test_replace_by_nothing_and_pop_take_the_top_away() -> None:
    assert names(Note("last"), Scripted(lambda position: position.replace())) == ["last"]
    assert names(Note("last"), Scripted(lambda position: position.pop())) == ["last"]


def test_finish_clears_the_stack() -> None:
    position = ToyGame(Ask(), Note("never"), End()).start()
    assert position.stack == (GameOver(Outcome(SOLO, "the end")),)
    assert position.state.names == []
    assert position.outcome == Outcome(SOLO, "the end")
    assert position.step == position.stack[-1]


def test_steps_below_wait_until_the_decision_is_made() -> None:
    position = ToyGame(End(), Note("after"), Ask()).start()
    assert position.state.names == []
    assert position.step == Ask()
    position.submit(SAY(3))
    assert position.state.said == [3]
    assert position.state.names == ["after"]
    assert position.outcome is not None


def test_the_same_step_can_ask_again_and_again() -> None:
    position = ToyGame(End(), Ask(), Ask(), Ask()).start()
    for number in (1, 2, 3):
        assert position.outcome is None
        position.submit(SAY(number))
    assert position.state.said == [1, 2, 3]
    assert position.ply == 3


def test_a_procedure_that_runs_out_of_steps_is_a_fault() -> None:
    with pytest.raises(RuntimeError, match="the last step was popped: end the game with `finish`"):
        ToyGame(Note("only")).start()


def test_a_procedure_that_never_rests_is_a_fault() -> None:
    with pytest.raises(RuntimeError, match=rf"{LONGEST_CHAIN} automatic steps in a row; last Spin\(\)"):
        ToyGame(Ask(), Spin()).start()


def test_a_long_chain_of_steps_is_no_loop() -> None:
    assert len(names(*(Note(str(number)) for number in range(LONGEST_CHAIN - 1)))) == LONGEST_CHAIN - 1


def test_a_step_that_forgets_its_work_says_so() -> None:
    position: Toy = ToyGame(Ask()).start()
    bare: Any = Choice()
    with pytest.raises(NotImplementedError, match="Step neither waits nor proceeds"):
        Step[Any, Any]().proceed(position)
    for forgotten in (bare.seat, bare.prompt, bare.orders):
        with pytest.raises(NotImplementedError):
            forgotten(position)
    with pytest.raises(NotImplementedError):
        bare.take(position, SAY(1))
    with pytest.raises(NotImplementedError):
        Roll[Any, Any]().outcomes(position)


def test_steps_are_values() -> None:
    assert Note("a") == Note("a") != Note("b")
    assert hash(Ask()) == hash(Ask())
    with pytest.raises(AttributeError):
        Note("a").name = "b"  # type: ignore[misc]
