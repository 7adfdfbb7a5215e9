"""Orders: one text for each order, one order for each text, and refusals that help."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.core.toys import DRILL
from tests.drill import ATTACK, BID, COUNTER, DONE, LOSE, MOVE, NAMES, RETREAT, SPACE

from grognard.core import DRAW, ROLL, Argument, InvalidOrder, Number, Order, Several, Verb, Word
from grognard.core.order import did_you_mean, order_text, parse_order, shorten

COLOUR = Word("colour", ("red", "green", "blue"))
PAINT = Verb("paint", COLOUR, Several(SPACE, ","), Several(COUNTER, "-", "convoy"))
VERBS = {verb.name: verb for verb in (*DRILL.verbs, ROLL, DRAW, PAINT)}

numbers = st.integers(-999_999_999, 999_999_999)
counters = st.integers(0, len(NAMES) - 1)
slips = st.from_regex(r"[a-z]{1,12}", fullmatch=True)
orders = st.one_of(
    st.builds(BID, numbers),
    st.builds(MOVE, counters, numbers),
    st.builds(ATTACK, numbers),
    st.builds(RETREAT, numbers),
    st.builds(ROLL, numbers),
    st.builds(DRAW, slips),
    st.sampled_from([DONE(), LOSE()]),
    st.builds(
        PAINT,
        st.sampled_from(COLOUR.words),
        st.lists(numbers).map(tuple),
        st.lists(counters).map(tuple),
    ),
)


@given(orders)
def test_the_text_of_an_order_parses_back_to_it(order: Order) -> None:
    assert parse_order(DRILL, VERBS, order_text(DRILL, order)) == order


@given(orders, orders)
def test_orders_have_the_same_text_only_when_they_are_equal(one: Order, two: Order) -> None:
    assert (order_text(DRILL, one) == order_text(DRILL, two)) == (one == two)
    assert (hash(one) == hash(two)) or one != two


@given(st.text(max_size=60))
def test_any_text_is_an_order_or_invalid(text: str) -> None:
    try:
        order = parse_order(DRILL, VERBS, text)
    except InvalidOrder:
        return
    assert parse_order(DRILL, VERBS, order_text(DRILL, order)) == order


near_orders = st.lists(
    st.sampled_from(
        [*VERBS, *NAMES, *COLOUR.words, "0", "7", "-3", "1,2", "r1-b2", "-", "-0", "07", "1e3", "٣"]
    ),
    max_size=5,
).map(" ".join)


@given(near_orders)
def test_words_of_the_game_in_any_order_never_crash(text: str) -> None:
    try:
        parsed = parse_order(DRILL, VERBS, text)
    except InvalidOrder:
        return
    assert order_text(DRILL, parsed) == text


def test_texts_read_like_what_a_player_types() -> None:
    assert DRILL.text(MOVE(1, 4)) == "move r2 4"
    assert DRILL.text(DONE()) == "done"
    assert order_text(DRILL, PAINT("red", (1, -2), (0, 3))) == "paint red 1,-2 r1-b1"
    assert order_text(DRILL, PAINT("blue", (), ())) == "paint blue - -"


def test_spaces_around_words_do_not_matter() -> None:
    assert DRILL.parse("  move \t r2   4 ") == MOVE(1, 4)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "an empty line is not an order"),
        ("   ", "an empty line is not an order"),
        ("moev r1 3", "unknown order 'moev'; did you mean 'move'?"),
        ("MOVE r1 3", "unknown order 'MOVE'; did you mean 'move'?"),
        ("zzz", "unknown order 'zzz'"),
        ("move r1", "expected `move <counter> <space>`, found 1 argument(s)"),
        ("done now", "expected `done`, found 1 argument(s)"),
        ("move x9 3", "unknown counter 'x9'"),
        ("bid two", "amount must be a whole number, not 'two'"),
        ("bid 1.5", "amount must be a whole number, not '1.5'"),
        ("bid 01", "amount must be a whole number, not '01'"),
        ("bid +1", "amount must be a whole number, not '+1'"),
        ("bid -", "amount must be a whole number, not '-'"),
        ("bid --1", "amount must be a whole number, not '--1'"),
        ("bid ²", "amount must be a whole number, not '²'"),
        ("bid 1_0", "amount must be a whole number, not '1_0'"),
        ("bid 1234567890", "amount must be a whole number, not '1234567890'"),
        ("roll six", "result must be a whole number, not 'six'"),
    ],
)
def test_a_text_that_is_no_order_says_what_was_expected(text: str, why: str) -> None:
    with pytest.raises(InvalidOrder) as refusal:
        DRILL.parse(text)
    assert str(refusal.value) == why


def test_a_word_outside_its_list_names_the_list() -> None:
    with pytest.raises(InvalidOrder, match="colour must be one of red, green, blue, not 'pink'"):
        parse_order(DRILL, VERBS, "paint pink 1 r1")


def test_long_nonsense_makes_a_short_message() -> None:
    for text in ("x" * 100_000, "bid " + "9" * 100_000, "bid " * 100_000):
        with pytest.raises(InvalidOrder) as refusal:
            DRILL.parse(text)
        assert len(str(refusal.value)) < 120


def test_orders_are_values() -> None:
    assert MOVE(1, 4) == Order(MOVE, (1, 4)) != MOVE(1, 5)
    assert len({MOVE(1, 4), MOVE(1, 4), DONE(), LOSE()}) == 3
    assert DONE() != LOSE()
    with pytest.raises(AttributeError):
        MOVE(1, 4).values = ()  # type: ignore[misc]


def test_verbs_of_the_same_name_are_different_verbs() -> None:
    assert Verb("move", COUNTER, SPACE)(1, 4) != MOVE(1, 4)


def test_orders_and_verbs_show_themselves() -> None:
    assert repr(MOVE(1, 4)) == "Order(move 1 4)"
    assert repr(DONE()) == "Order(done)"
    assert repr(MOVE) == "Verb('move <counter> <space>')"
    assert DONE.usage() == "done"


def test_a_list_is_named_after_its_items() -> None:
    assert Several(SPACE).name == "spaces"
    assert Several(SPACE, "-", "path").name == "path"
    assert Verb("go", Several(SPACE, "-", "path")).usage() == "go <path>"


def test_an_order_with_too_few_values_has_no_text() -> None:
    with pytest.raises(ValueError, match="zip"):
        DRILL.text(Order(MOVE, (1,)))


@pytest.mark.parametrize(
    ("text", "shown"), [("abc", "'abc'"), ("a\nb", r"'a\nb'"), ("x" * 41, f"'{'x' * 39}…'")]
)
def test_foreign_text_is_quoted_and_cut(text: str, shown: str) -> None:
    assert shorten(text) == shown
    assert shorten("x" * 40) == f"'{'x' * 40}'"


def test_hints_look_past_capitals_and_give_up_on_strangers() -> None:
    known = ("Klin", "Kalinin")
    assert did_you_mean("klim", known) == "; did you mean 'Klin'?"
    assert did_you_mean("Orel", known) == ""
    assert did_you_mean("x" * 1_000_000, known) == ""


def test_arguments_have_to_say_how_they_are_written() -> None:
    bare: Any = Argument("bare")
    with pytest.raises(NotImplementedError):
        bare.text(DRILL, 1)
    with pytest.raises(NotImplementedError):
        bare.value(DRILL, "1")


def test_numbers_are_written_in_digits() -> None:
    assert Number("n").text(DRILL, -12) == "-12"
    assert Number("n").value(DRILL, "-12") == -12
