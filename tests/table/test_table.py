"""The table: orders are checked, dice roll by themselves, and the record keeps what its owner wrote."""

from __future__ import annotations

import msgspec
import pytest
from tests.core.toys import DRILL, FIGHT, OPENING

from grognard.core import CHANCE, Event, IllegalOrder, InvalidOrder, Record, Seat, Timeline, dice
from grognard.table import Fate, Table, fate_of, split_orders, story
from grognard.table.story import last_of

RED, BLUE = Seat("red"), Seat("blue")


def seeded(seed: str = "7") -> Table:
    return Table(Timeline(DRILL), {"Seed": seed}, Fate(seed))


def texts(table: Table) -> list[str]:
    return [f"{entry.seat}: {DRILL.text(entry.order)}" for entry in table.timeline.entries]


def play(table: Table, count: int) -> Table:
    """So many orders of players, the first legal one each time."""
    for _ in range(count):
        if table.position.outcome is None:
            table.submit(next(iter(table.position.legal())))
    return table


# --- dice ----------------------------------------------------------------------------------------------


def test_dice_that_come_due_are_rolled_at_once() -> None:
    table = seeded()
    table.submit("bid 0", RED)
    events = table.submit("bid 1", BLUE)
    assert table.position.seat == BLUE
    assert table.timeline.entries[-1].seat == CHANCE
    assert [event.rule for event in events] == ["1.1", "1.2"]


def test_the_same_seed_throws_the_same_dice() -> None:
    assert texts(play(seeded("a"), 40)) == texts(play(seeded("a"), 40))
    drawn = {texts(play(seeded(str(seed)), 2))[-1] for seed in range(20)}
    assert drawn == {"chance: draw mud", "chance: draw snow", "chance: draw thaw"}


def test_a_game_put_away_goes_on_with_the_same_dice() -> None:
    straight, halting = play(seeded(), 30), seeded()
    while len(halting.timeline.entries) < len(straight.timeline.entries):
        play(halting, 1)
        halting = Table.open(halting.record(), DRILL)
    assert texts(halting) == texts(straight)


def test_without_a_seed_all_outcomes_come_up() -> None:
    fate, outcomes = Fate(), dice(1)
    assert {fate.throw(outcomes, 0) for _ in range(400)} == set(outcomes.orders)


def test_a_seed_gives_fair_dice() -> None:
    outcomes = dice(2)
    thrown = [Fate("fair").throw(outcomes, number).values[0] for number in range(3600)]
    assert abs(thrown.count(7) - 600) < 75
    assert fate_of({"Seed": "x"}).seed == "x"
    assert fate_of({}).seed == ""


def test_players_cannot_throw_the_dice_of_the_table() -> None:
    table = Table(Timeline(DRILL))
    with pytest.raises(IllegalOrder, match="rolls the dice itself"):
        table.submit("draw mud", CHANCE)


# --- taking back -----------------------------------------------------------------------------------------


def test_undo_takes_back_the_last_order_of_whoever_gave_it() -> None:
    table = play(seeded(), 2)
    mover = table.position.seat
    move = next(order for order in table.position.legal() if order.verb.name == "move")
    table.submit(move)
    assert table.last_mover() == mover
    assert table.undo() == (DRILL.text(move),)


def test_dice_are_taken_back_by_agreement_only_and_fall_alike_again() -> None:
    table = play(seeded(), 2)
    before = texts(table)
    with pytest.raises(IllegalOrder, match="consent"):
        table.undo(BLUE)
    assert len(table.undo(BLUE, agreed=True)) == 2
    table.submit(before[1].partition(": ")[2])
    assert texts(table) == before


def test_there_is_a_beginning() -> None:
    with pytest.raises(IllegalOrder, match="nothing has been ordered"):
        seeded().undo()
    with pytest.raises(IllegalOrder, match="has ordered nothing yet"):
        play(seeded(), 1).undo(BLUE, agreed=True)


# --- the record ----------------------------------------------------------------------------------------


def test_comments_and_headers_of_the_owner_survive() -> None:
    text = play(seeded(), 1).record().text()
    text = text.replace('[Seed "7"]', '[Seed "7"]\n[Place "Kitchen table"]')
    text = text.replace("red: bid 0", "; a cautious start\nred: bid 0  ; hm") + "; to be continued\n"
    table = Table.open(Record.parse(text), DRILL)
    table.submit("bid 2", BLUE)
    lines = table.record({"Red": "Ada"}).text().splitlines()
    for line in ('[Place "Kitchen table"]', '[Red "Ada"]', "; a cautious start", "red: bid 0  ; hm"):
        assert line in lines
    assert lines.index("; to be continued") < lines.index("blue: bid 2")
    assert sum(line.startswith("=") for line in lines) == 1


def test_what_was_taken_back_takes_its_comments_along() -> None:
    table = play(seeded(), 2)
    move = next(DRILL.text(o) for o in table.position.legal() if o.verb.name == "move")
    table.submit(move)
    text = table.record().text().replace(move, f"{move}  ; brilliant")
    reopened = Table.open(Record.parse(text), DRILL)
    reopened.undo()
    reopened.submit("done")
    assert "brilliant" not in reopened.record().text()


# --- typing orders ---------------------------------------------------------------------------------------


def test_orders_in_a_row_are_told_apart_by_their_verbs() -> None:
    found = list(split_orders(DRILL, ["move b1 3 attack 2", "blue: done"]))
    assert [(words.text, words.seat) for words in found] == [
        ("move b1 3", None),
        ("attack 2", None),
        ("done", BLUE),
    ]


@pytest.mark.parametrize(
    ("typed", "complaint"),
    [
        ("mvoe b1 3", "found 'mvoe'; did you mean 'move'"),
        ("move b1", "expected `move <counter> <space>`"),
        ("move b1 3 4", "expected an order, found '4'"),
        ("red:", "expected an order after 'red:'"),
    ],
)
def test_what_is_no_order_is_named(typed: str, complaint: str) -> None:
    with pytest.raises(InvalidOrder) as error:
        list(split_orders(DRILL, [typed]))
    assert complaint in str(error.value)


# --- the story -------------------------------------------------------------------------------------------


def _fight() -> Timeline:
    timeline = Timeline(DRILL)
    for order in FIGHT:
        timeline.submit(order)
    return timeline


def test_the_full_story_has_every_order_under_its_heading() -> None:
    timeline = _fight()
    told = list(story(DRILL, timeline.entries))
    assert [chapter.heading for chapter in told] == ["Turn 1"]
    assert [happening.order for happening in told[0].happenings] == list(FIGHT)


def test_a_seat_is_not_told_what_it_may_not_know() -> None:
    told = [h for chapter in story(DRILL, _fight().entries, RED, full=False) for h in chapter.happenings]
    assert "bid 2" not in [happening.order for happening in told]
    texts = [event.text for happening in told for event in happening.events]
    assert "red bids 0" in texts
    assert "blue bids 2" not in texts
    assert "b1 moves to 3" in texts


def test_what_another_seat_draws_in_secret_is_not_told() -> None:
    draw = next(entry for entry in _fight().entries if entry.seat == CHANCE)
    secret = msgspec.structs.replace(draw, events=(Event("1.2", "you draw it", seats=(BLUE,)),))

    def orders(seat: Seat) -> list[str]:
        return [h.order for c in story(DRILL, [secret], seat, full=False) for h in c.happenings]

    assert orders(BLUE) == [DRILL.text(draw.order)]
    assert orders(RED) == []


def test_the_last_of_a_story() -> None:
    told = list(story(DRILL, _fight().entries))
    assert [h.order for c in last_of(told, 2) for h in c.happenings] == list(FIGHT[-2:])
    assert last_of(told, 100) == tuple(told)
    assert OPENING[0] == told[0].happenings[0].order
