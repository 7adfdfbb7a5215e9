"""16 Masking: what a player sees of the enemy, when he learns more, and what nobody is told."""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec
import pytest
from tests.games.moscow1941.altered import works
from tests.games.moscow1941.situation import (
    MoscowPosition,
    hexes,
    legal,
    plain_game,
    play,
    refused,
    situation,
    unit,
    where,
)

from grognard.core import CHANCE, Dice, Event, Seat
from grognard.core.view import Piece
from grognard.games.moscow1941.field import put
from grognard.games.moscow1941.phases import Phase
from grognard.games.moscow1941.sight import lies_open
from grognard.games.moscow1941.state import AXIS, SOVIET, Mark

STACK = {"354RD": "3031", "44CD": "3031", "HQ.29A": "3031"}
"""A Soviet stack of three, a rifle division on top."""
FAR, NEAR = {"5Pz.31": "3025"}, {"5Pz.31": "3032"}


def seen(position: MoscowPosition, seat: Seat | None, at: str = "3031") -> list[Piece]:
    return [piece for piece in position.view(seat).pieces if piece.hex == at]


def faces(position: MoscowPosition, seat: Seat | None, at: str = "3031") -> list[tuple[str, dict[str, str]]]:
    return [(piece.id, piece.face) for piece in seen(position, seat, at)]


def movement(
    extra: dict[str, str], seat: Seat = AXIS, masked: bool = False, **more: object
) -> MoscowPosition:
    marks = dict.fromkeys(STACK, int(Mark.MASKED)) if masked else {}
    return situation({**STACK, **extra}, Phase.MOVEMENT, seat, marks=marks, **more)  # type: ignore[arg-type]


# --- 16.1.1 The top counter ------------------------------------------------------------------------


@pytest.mark.rule("16.1.1")
@pytest.mark.parametrize("viewer", [AXIS, None])
def test_of_a_distant_stack_one_sees_the_top_counter_and_the_height(viewer: Seat | None) -> None:  # M61
    top, *below = seen(movement(FAR), viewer)
    assert (top.id, top.face["attack"], top.face["levels"]) == ("354RD", "5", "2")
    assert below == [Piece(SOVIET, "3031")] * 2


@pytest.mark.rule("16.1.1")
def test_the_owner_sees_all_of_his_stacks() -> None:
    position = movement(NEAR, masked=True)
    assert {piece.id for piece in seen(position, SOVIET)} == set(STACK)
    assert all("masked" in piece.marks for piece in seen(position, SOVIET))


@pytest.mark.rule("16.1.1")
def test_without_the_rules_of_masking_all_lies_open() -> None:
    game = plain_game(options=("masking=off",))
    position = movement(FAR, game=game)
    assert {piece.id for piece in seen(position, AXIS)} == set(STACK)
    play(position, "unit 5Pz.31")
    assert refused(position, "mask 3025") == "16.0"


@pytest.mark.rule("16.1.1")
def test_nobody_counts_the_strength_of_a_hidden_enemy_before_the_fight() -> None:
    position = situation({**STACK, **NEAR}, Phase.COMBAT)
    play(position, "attack 3031", "join 5Pz.31")
    assert position.decision.prompt == "Attack on 3031 with 7. Add, or fight."
    alone = situation({"354RD": "3031", **NEAR}, Phase.COMBAT)
    play(alone, "attack 3031", "join 5Pz.31")
    assert "7 against 5" in alone.decision.prompt


# --- 16.1.2 Masks ----------------------------------------------------------------------------------


@pytest.mark.rule("16.1.2")
@pytest.mark.parametrize("viewer", [AXIS, None])
def test_of_a_masked_stack_one_sees_that_it_is_there_and_nothing_else(viewer: Seat | None) -> None:
    assert seen(movement(FAR, masked=True), viewer) == [Piece(SOVIET, "3031", marks=("masked",))]


@pytest.mark.rule("16.1.2")
def test_a_player_covers_and_uncovers_a_stack_in_his_movement() -> None:
    position = movement(FAR, SOVIET)
    told = play(position, "unit 354RD", "mask 3031")
    assert [(event.text, event.hexes) for event in told if event.rule == "16.1.2"] == [
        ("the stack in 3031 is masked", ("3031",))
    ]
    assert not seen(position, AXIS)[0].id
    assert (
        refused(position, "unmask 3031") == "16.1.2"
    )  # once in an activation, so that nobody plays for time
    assert not {"mask 3031", "unmask 3031"} & set(legal(position))
    play(position, "stop", "unit 44CD")
    assert refused(position, "mask 3031") == "16.1.2"
    play(position, "unmask 3031")
    assert seen(position, AXIS)[0].id == "354RD"


@pytest.mark.rule("16.1.2")
def test_a_mask_covers_the_own_stack_of_the_unit_alone() -> None:
    position = movement(FAR, SOVIET)
    play(position, "unit 354RD")
    assert refused(position, "mask 3025") == refused(position, "mask 3030") == "16.1.2"
    assert refused(position, "unmask 3031") == "16.1.2"


@pytest.mark.rule("16.1.2")
def test_a_unit_takes_its_mask_along_and_shares_that_of_the_stack_it_joins() -> None:
    position = movement({**FAR, "1Msk": "3029", "2Msk": "3033"}, SOVIET, masked=True)
    play(position, "unit 44CD", "move 44CD 3030", "stop")
    assert seen(position, AXIS, "3030") == [Piece(SOVIET, "3030", marks=("masked",))]
    play(position, "unit 1Msk", "move 1Msk 3030")  # an open unit goes under the mask
    assert seen(position, AXIS, "3030") == [Piece(SOVIET, "3030", marks=("masked",))]
    play(position, "stop", "unit 354RD", "move 354RD 3033")  # a masked one comes into an open stack
    top, below = seen(position, AXIS, "3033")
    assert (top.id, below) == ("2Msk", Piece(SOVIET, "3033"))
    # so whatever leaves a stack first, the rest looks as it did
    put(position, unit(position, "44CD"), hexes(position, "3020")[0])
    assert seen(position, AXIS, "3030") == [Piece(SOVIET, "3030", marks=("masked",))]
    put(position, unit(position, "2Msk"), hexes(position, "3021")[0])
    assert seen(position, AXIS, "3033")[0].id == "354RD"


# --- 16.1.3 Combat ---------------------------------------------------------------------------------


@pytest.mark.rule("16.1.3")
@pytest.mark.parametrize("masked", [False, True])
def test_stacks_in_combat_lie_open_to_the_end_of_the_phase(masked: bool) -> None:
    marks = dict.fromkeys(STACK, int(Mark.MASKED)) if masked else {}
    placed = {**STACK, **NEAR, "10Pz.7": "3032", "HQ.XX": "3032"}
    position = situation(placed, Phase.COMBAT, marks=marks)
    play(position, "attack 3031", "join 5Pz.31", "join 10Pz.7")
    assert {piece.id for piece in seen(position, AXIS)} & {"44CD", "HQ.29A"} == set()
    play(position, "fight")
    # the whole of both stacks, counters that do not fight included
    assert {piece.id for piece in seen(position, AXIS)} == set(STACK)
    assert {piece.id for piece in seen(position, SOVIET, "3032")} == {"5Pz.31", "10Pz.7", "HQ.XX"}
    assert {piece.id for piece in seen(position, None)} == set(STACK)
    while position.state.phase == Phase.COMBAT:
        orders = legal(position)
        play(position, "roll 8" if position.seat == CHANCE else orders[-1])
    shown = {piece.id for piece in seen(position, AXIS)} - {""}
    assert shown == (set() if masked else {"354RD"})


@pytest.mark.rule("16.1.3")
def test_an_air_attack_is_a_combat_to_the_end_of_the_air_phase() -> None:
    position = situation({**STACK, **FAR}, Phase.AIR)
    play(position, "fly axis-air strike 3031", "ready")
    assert {piece.id for piece in seen(position, AXIS)} == set(STACK)
    play(position, "roll 7")
    assert {piece.id for piece in seen(position, AXIS)} == {"354RD", ""}


# --- 16.1.4 Adjacent stacks ------------------------------------------------------------------------


@pytest.mark.rule("16.1.4")
@pytest.mark.parametrize("masked", [False, True])
def test_of_adjacent_enemies_types_and_levels_are_told(masked: bool) -> None:
    position = movement(NEAR, masked=masked, levels={"44CD": 1})
    told = [face for id, face in faces(position, AXIS) if not id]
    cavalry, staff = {"type": "cavalry", "levels": "1"}, {"type": "headquarters", "levels": "1"}
    infantry = {"type": "infantry", "levels": "2"}
    assert told == ([cavalry, staff, infantry] if masked else [cavalry, staff])
    assert [id for id, _ in faces(position, AXIS) if id] == ([] if masked else ["354RD"])


@pytest.mark.rule("16.1.4")
def test_of_adjacent_enemies_in_works_the_types_alone_are_told() -> None:
    position = movement(NEAR, masked=True, forts=["3031"])
    assert [face for _, face in faces(position, AXIS)] == [
        {"type": "cavalry"}, {"type": "headquarters"}, {"type": "infantry"},
    ]  # fmt: skip


@pytest.mark.rule("16.1.4", "7.2.1")
def test_of_adjacent_enemies_in_fixed_positions_the_types_alone_are_told() -> None:
    line = plain_game(changes=works("3031/3030"))
    told = [{"type": "cavalry"}, {"type": "headquarters"}, {"type": "infantry"}]
    position = movement(NEAR, masked=True, game=line)
    assert [face for _, face in faces(position, AXIS)] == told


@pytest.mark.rule("16.1.4")
def test_a_spectator_is_told_nothing_of_adjacent_enemies() -> None:
    assert faces(movement(NEAR, masked=True), None) == [("", {})]


@pytest.mark.rule("16.1.4")
def test_coming_next_to_hidden_enemies_is_news_and_not_taken_back_for_free() -> None:
    position = movement({"5Pz.31": "3034"})
    far, near = position.copy(), position.copy()
    assert not any(event.reveals for event in play(far, "unit 5Pz.31", "move 5Pz.31 3033"))
    assert any(event.reveals for event in play(near, "unit 5Pz.31", "move 5Pz.31 3032"))
    again = movement({"5Pz.31": "3034", "10Pz.7": "3032"})  # a friend has told already
    assert not any(event.reveals for event in play(again, "unit 5Pz.31", "move 5Pz.31 3032"))


# --- news and prompts ------------------------------------------------------------------------------


@pytest.mark.rule("16.1.1", "16.1.2")
def test_the_enemy_reads_of_a_hidden_move_that_something_moved() -> None:
    position = movement({**FAR, "2Msk": "3033", "1Msk": "3033"}, SOVIET, masked=True)
    events = play(position, "unit 44CD", "move 44CD 3030")
    read = {
        seat: [e.text for e in events if e.rule == "3.1" and e.visible_to(seat)] for seat in (AXIS, SOVIET)
    }
    assert read == {AXIS: ["a hidden unit moves to 3030"], SOVIET: ["44CD moves to 3030"]}
    assert not [event for event in events if event.rule == "3.1" and event.visible_to(None)]
    events = play(position, "stop", "unit 2Msk", "move 2Msk 3034")
    assert [event.visible_to(None) for event in events if event.rule == "3.1"] == [True]


@pytest.mark.rule("16.1.1", "10.2.6")
def test_the_dice_of_a_hidden_unit_do_not_name_it() -> None:
    position = situation(
        {**STACK, **FAR}, Phase.SUPPLY, SOVIET, shortage={"44CD": 9}, control={SOVIET: ["3031"], AXIS: []}
    )
    position = position if position.seat == CHANCE else surrounded()
    prompts = {seat: position.view(seat).ask for seat in (AXIS, SOVIET, None)}
    assert all(ask is not None for ask in prompts.values())
    assert prompts[AXIS].prompt == prompts[None].prompt == "Roll for a hidden Soviet unit."  # type: ignore[union-attr]
    assert "44CD" in prompts[SOVIET].prompt  # type: ignore[union-attr]
    events = play(position, "roll 12")
    assert all(event.visible_to(SOVIET) and not event.visible_to(AXIS) for event in events if event.units)


def surrounded() -> MoscowPosition:
    """A Soviet stack in a ring of Germans, at the surrender test of its second counter."""
    grid = plain_game().grid
    ring = [grid.label(hex) for hex in grid.neighbours[grid.hex("3031")]]
    germans = ("5Pz.31", "10Pz.7", "2Pz.3", "11Pz.15", "7ID.19", "7ID.61")
    placed = {**STACK, **dict(zip(germans, ring, strict=True))}
    position = situation(placed, Phase.SUPPLY, SOVIET, shortage={"44CD": 9})
    assert position.seat == CHANCE
    return position


def names_of_hidden(position: MoscowPosition, seat: Seat | None) -> Iterator[str]:
    """The ids of counters that a seat must not read anywhere."""
    game = position.game
    for number, counter in enumerate(game.units):
        if game.owner[number] != seat and not lies_open(position, number):
            yield counter.id


def words(text: str) -> set[str]:
    return {word.strip(".") for word in re.findall(r"[\w.]+", text)}


@pytest.mark.rule("16.1.1", "16.1.2", "16.1.3", "16.1.4")
@pytest.mark.parametrize("scenario", ["typhoon", "red-snow"])
def test_in_random_play_no_view_and_no_news_names_a_hidden_counter(scenario: str) -> None:
    position, dice = plain_game(scenario).start(), Dice(f"masks {scenario}")
    encoder, masks = msgspec.json.Encoder(), 0
    while position.outcome is None and position.ply < 400:
        outcomes = position.decision.outcomes
        if outcomes is not None:
            events = position.submit(dice.throw(outcomes))
        else:
            orders = position.legal().orders
            covers = [order for order in orders if order.verb.name == "mask"]
            masks += len(covers)
            events = position.submit(covers[0] if covers else orders[dice.below(len(orders))])
        for seat in (AXIS, SOVIET, None):
            if position.ply % 11 == 0:
                hidden = set(names_of_hidden(position, seat))
                assert not hidden & words(encoder.encode(position.view(seat)).decode())
                assert {secret.strip('"') for secret in position.game.secrets(position, seat)} == hidden
            assert not [event for event in events if _tells_too_much(position, event, seat)]
    assert masks > 10


def _tells_too_much(position: MoscowPosition, event: Event, seat: Seat | None) -> bool:
    """Does a seat read the name of a counter that was hidden all the time, before and after?"""
    if not event.visible_to(seat) or event.rule in ("3.1", "5.3", "5.4"):
        return False  # a counter that moves shows itself at one end of its way
    for name in event.units:
        number = unit(position, name)
        if position.game.owner[number] != seat and not lies_open(position, number):
            return not event.rule.startswith(("11.", "scenario"))
    return False


@pytest.mark.rule("16.1.1")
def test_bridges_are_begun_in_secret() -> None:
    position = movement(FAR, SOVIET)
    position.state.marks[unit(position, "354RD")] |= Mark.SPANNING | Mark.MOVED
    assert {"building a bridge", "moved"} <= set(seen(position, SOVIET)[0].marks)
    assert not {"building a bridge", "moved"} & set(seen(position, AXIS)[0].marks)


@pytest.mark.rule("16.1.1")
def test_the_question_to_the_other_player_shows_neither_prompt_nor_orders() -> None:
    position = movement(FAR, SOVIET)
    play(position, "unit 44CD")
    ask = position.view(AXIS).ask
    assert ask is not None
    assert (ask.prompt, ask.orders) == ("Soviet to decide.", ())


@pytest.mark.rule("16.1.1")
def test_a_view_follows_every_change_of_the_state() -> None:
    position = movement(NEAR, SOVIET)
    fresh = position.game.from_json(position.to_json())
    assert fresh.view(AXIS) == position.view(AXIS)
    number = unit(position, "354RD")
    for change in ("levels", "shortage", "upset"):
        column = getattr(position.state, change)
        before = position.view(AXIS)
        column[number] = column[number] - 1 if change == "levels" else 3
        assert position.view(AXIS) != before
    before = position.view(AXIS)
    position.state.forts[hexes(position, "3031")[0]] = 1
    assert position.view(AXIS).pieces != before.pieces
    assert where(position, "354RD") == "3031"
