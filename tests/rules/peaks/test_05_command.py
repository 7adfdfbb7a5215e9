"""5 Sectors, planning and activations: bins, draws, passes, limits, and what an activation opens."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.games.peaks.real import hex_of, opened, real_game
from tests.games.peaks.situation import PeaksPosition, legal, play, refused

from grognard.core import CHANCE, DRAW, Position, Seat
from grognard.games.peaks.basics import first_seat
from grognard.games.peaks.command import (
    Draw,
    Operations,
    bin_of,
    can_draw,
    fill_bins,
    limit,
)
from grognard.games.peaks.components import MarkerVariant, Opening
from grognard.games.peaks.state import AXIS, SOVIET, Lot, Phase, Sectors


def marker(position: PeaksPosition, id: str) -> int:
    """The number of a command marker."""
    return int(position.game.marker_index[id])


def bin_ids(position: PeaksPosition, seat: Seat) -> set[str]:
    """What is in a bin."""
    return {position.game.markers[n].id for n in bin_of(position, seat)}


def operations(
    seat: Seat = AXIS, axis: str = "Ax-S1 Ax-C1", soviet: str = "So-S1 So-C1", turn: int = 1
) -> PeaksPosition:
    """The Operations Phase with these markers in the bins."""
    start = opened()
    position: PeaksPosition = Position(start.game, start.state, (start.stack[0], Operations(seat)))
    state = position.state
    state.turn, state.phase = turn, Phase.OPERATIONS
    for number in range(len(state.lots)):
        state.lots[number] = Lot.ASIDE
    for id in (*axis.split(), *soviet.split()):
        state.lots[marker(position, id)] = Lot.BIN
    limited(position, axis=5, soviet=5)
    position.settle()
    return position


def limited(position: PeaksPosition, axis: int, soviet: int) -> None:
    """Print these command limits on the turn track."""
    box = position.game.components
    turns = tuple(replace(row, axis_limit=axis, soviet_limit=soviet) for row in box.turns)
    position.game.components = replace(box, turns=turns)


def run_impulse(position: PeaksPosition) -> None:
    """End every segment of an impulse without doing anything."""
    while position.state.impulse is not None and position.outcome is None:
        texts = legal(position)
        if position.decision.seat == CHANCE:
            position.submit(texts[0])
        else:
            position.submit(next(t for t in texts if t in ("end", "pass", "ready")))


def play_one(position: PeaksPosition, id: str, how: str) -> None:
    """Draw this marker, and play or pass it; an impulse is run through."""
    play(position, f"draw {id}", how)
    run_impulse(position)


# --- sectors (5.0) and markers (5.1) ----------


@pytest.mark.rule("5.0", "2.1")
def test_every_hex_lies_in_one_sector_on_both_sides_of_the_front() -> None:
    game = real_game()
    stalingrad, caucasus = (game.geography.sector_area[s] for s in (Sectors.STALINGRAD, Sectors.CAUCASUS))
    assert stalingrad & caucasus == 0
    assert (stalingrad | caucasus) & game.grid.all == game.grid.all
    for seat in (AXIS, SOVIET):
        home = game.geography.home[seat] & game.geography.land
        assert home & stalingrad
        assert home & caucasus
    assert game.geography.sector_of[game.board.places["stalingrad"].hexes[0]] == Sectors.STALINGRAD
    assert game.geography.sector_of[game.board.places["baku"].hexes[0]] == Sectors.CAUCASUS


@pytest.mark.rule("5.1", "2.10")
def test_directive_zhukov_and_star_open_one_sector_of_choice_by_the_errata() -> None:
    position = operations(SOVIET, soviet="Directive Zhukov Star", turn=8)
    for id in ("Directive", "Zhukov", "Star"):
        assert position.game.markers[marker(position, id)].opens is Opening.EITHER
    play(position, "draw Zhukov")
    assert legal(position) == ["play stalingrad", "play caucasus", "pass"]
    play(position, "play caucasus")
    assert position.state.impulse is not None
    assert position.state.impulse.sectors == Sectors.CAUCASUS


@pytest.mark.rule("5.1")
def test_a_regular_marker_opens_its_own_sector_only() -> None:
    position = operations()
    play(position, "draw Ax-S1")
    assert legal(position) == ["play stalingrad", "pass"]
    assert refused(position, "play caucasus") == "5.1"


@pytest.mark.rule("5.1", "5.5", "2.10")
def test_a_marker_with_a_plus_between_its_letters_opens_both_at_once() -> None:
    position = operations(axis="Manstein", turn=8)
    play(position, "draw Manstein")
    assert legal(position) == ["play both", "pass"]
    play(position, "play both")
    assert position.state.impulse is not None
    assert position.state.impulse.sectors == Sectors.BOTH


@pytest.mark.rule("5.1", "23.1")
def test_uranus_wintergewitter_and_option_markers_stay_out_of_the_standard_game() -> None:
    position = opened()
    for turn in range(1, 10):
        position.state.turn = turn
        fill_bins(position)
    inside = bin_ids(position, AXIS) | bin_ids(position, SOVIET)
    assert not {"Uranus", "Winter", "Ax-Option", "So-Option"} & inside
    options = [m for m in position.game.markers if m.variant is MarkerVariant.OPTION]
    assert len(options) == 2


# --- the bins (5.2, 5.8) ----------


@pytest.mark.rule("5.2", "2.10")
def test_undated_markers_go_in_every_turn_dated_ones_from_their_turn_on() -> None:
    position = opened()
    assert {"Ax-S1", "Ax-S2", "Ax-C1", "Ax-C2", "Blau", "Edelweiss"} == bin_ids(position, AXIS)
    assert "Zhukov" not in bin_ids(position, SOVIET)
    position.state.turn = 2
    fill_bins(position)
    assert "Zhukov" in bin_ids(position, SOVIET)
    assert "Saturn" not in bin_ids(position, SOVIET)


@pytest.mark.rule("5.2", "5.8")
def test_the_example_of_saturn_aside_until_december_then_in_the_bin_until_it_is_played() -> None:
    position = opened()
    saturn = marker(position, "Saturn")
    seen = []
    for turn in range(1, 9):
        position.state.turn = turn
        fill_bins(position)
        seen.append(saturn in bin_of(position, SOVIET))
    assert seen == [False] * 5 + [True] * 3
    twin = operations(SOVIET, soviet="Saturn", turn=6)
    play_one(twin, "Saturn", "play stalingrad")
    assert twin.state.lots[saturn] == Lot.DISCARDED
    twin.state.turn = 7
    fill_bins(twin)
    assert saturn not in bin_of(twin, SOVIET)


@pytest.mark.rule("5.8", "5.2")
def test_regular_markers_come_back_next_turn_and_not_before() -> None:
    position = operations()
    play_one(position, "Ax-S1", "play stalingrad")
    assert bin_ids(position, AXIS) == {"Ax-C1"}
    position.state.turn = 2
    fill_bins(position)
    assert "Ax-S1" in bin_ids(position, AXIS)


# --- initiative (5.3) ----------


@pytest.mark.rule("5.3")
def test_the_axis_draws_first_until_october_the_soviets_from_november_on() -> None:
    position = opened("extended")
    found = []
    for turn in range(1, 10):
        position.state.turn = turn
        found.append(first_seat(position))
    assert found == [AXIS] * 4 + [SOVIET] * 5


# --- drawing, playing and passing (5.4) ----------


@pytest.mark.rule("5.4", "2.15")
def test_every_marker_of_the_bin_is_as_likely_as_any_other() -> None:
    position = operations()
    assert isinstance(position.step, Draw)
    assert position.decision.seat == CHANCE
    outcomes = position.decision.outcomes
    assert outcomes is not None
    assert dict(outcomes) == {DRAW("Ax-S1"): 1, DRAW("Ax-C1"): 1}


@pytest.mark.rule("5.4")
def test_a_marker_that_is_passed_goes_back_and_the_other_player_draws() -> None:
    position = operations()
    play(position, "draw Ax-S1", "pass")
    assert bin_ids(position, AXIS) == {"Ax-S1", "Ax-C1"}
    assert position.state.placed == [0, 0]
    assert position.step == Draw(SOVIET)
    assert position.state.impulse is None


@pytest.mark.rule("5.4")
@pytest.mark.parametrize(("seat", "id", "turn"), [(AXIS, "Fuhrer", 2), (SOVIET, "Directive", 1)])
def test_directive_and_fuhrer_order_have_to_be_played(seat: Seat, id: str, turn: int) -> None:
    bins = {"axis": "Fuhrer", "soviet": "So-S1"} if seat == AXIS else {"axis": "Ax-S1", "soviet": "Directive"}
    position = operations(seat, turn=turn, **bins)
    play(position, f"draw {id}")
    assert "pass" not in legal(position)
    assert refused(position, "pass") == "5.4"


@pytest.mark.rule("5.4", "5.9", "21.0")
def test_a_drawn_marker_is_seen_by_nobody_else() -> None:
    position = operations()
    events = position.submit("draw Ax-S1")
    assert all(event.seats == (AXIS,) for event in events)
    for seat in (SOVIET, None):
        assert "Ax-S1" not in str(position.view(seat))
        assert "Ax-C1" not in str(position.view(seat))
    other = operations()
    other.submit("draw Ax-C1")
    assert position.view(SOVIET) == other.view(SOVIET)
    assert position.game.glimpse(position, SOVIET) == other.game.glimpse(other, SOVIET)


@pytest.mark.rule("5.4")
def test_two_passes_in_a_row_end_the_phase_even_across_a_pair_of_impulses() -> None:
    position = operations()
    play(position, "draw Ax-S1", "pass")
    play_one(position, "So-S1", "play stalingrad")
    assert position.state.phase == Phase.OPERATIONS  # a play between two passes breaks the chain
    play(position, "draw Ax-S1", "pass", "draw So-C1", "pass")
    assert position.state.phase > Phase.OPERATIONS or position.state.turn == 2
    straddling = operations()
    play_one(straddling, "Ax-S1", "play stalingrad")
    play(straddling, "draw So-S1", "pass", "draw Ax-C1", "pass")
    assert straddling.state.turn == 2 or straddling.state.phase > Phase.OPERATIONS


@pytest.mark.rule("5.4")
def test_who_has_no_marker_left_counts_as_passing_and_the_other_goes_on() -> None:
    position = operations(axis="Ax-S1", soviet="So-S1 So-C1", turn=5)
    play_one(position, "Ax-S1", "play stalingrad")
    play_one(position, "So-S1", "play stalingrad")
    assert position.step == Draw(SOVIET)  # the Axis has nothing left
    play(position, "draw So-C1", "pass")
    assert position.state.turn == 6 or position.state.phase > Phase.OPERATIONS


@pytest.mark.rule("5.4")
def test_the_phase_ends_when_both_bins_are_empty() -> None:
    position = operations(axis="Ax-S1", soviet="So-S1")
    play_one(position, "Ax-S1", "play stalingrad")
    play_one(position, "So-S1", "play stalingrad")
    assert position.state.turn == 2 or position.state.phase > Phase.OPERATIONS


@pytest.mark.rule("5.7", "5.4")
def test_nobody_plays_more_markers_than_his_limit() -> None:
    position = operations(SOVIET, soviet="So-S1 So-S2 So-C1 So-C2", axis="Ax-S1 Ax-S2 Ax-C1 Ax-C2 Blau")
    limited(position, axis=4, soviet=2)
    assert (limit(position, AXIS), limit(position, SOVIET)) == (4, 2)
    for soviet, axis in (("So-S1", "Ax-S1"), ("So-S2", "Ax-S2")):
        play_one(position, soviet, "play stalingrad")
        assert can_draw(position, AXIS)
        play_one(position, axis, "play stalingrad")
    assert position.state.placed == [2, 2]
    assert not can_draw(position, SOVIET)
    assert position.step == Draw(AXIS)  # the other goes on to his own limit
    play_one(position, "Ax-C1", "play caucasus")
    play_one(position, "Ax-C2", "play caucasus")
    assert position.state.turn == 2 or position.state.phase > Phase.OPERATIONS


@pytest.mark.rule("5.7")
def test_passes_do_not_count_towards_the_limit() -> None:
    position = operations(soviet="So-S1 So-C1 So-C2")
    play(position, "draw Ax-S1", "pass")
    play_one(position, "So-S1", "play stalingrad")
    assert position.state.placed == [0, 1]


# --- what an activation opens (5.5, 5.6, 5.9) ----------


@pytest.mark.rule("5.5", "4.1")
def test_the_example_of_stalingrad_opened_alone() -> None:
    position = operations()
    play(position, "draw Ax-S1", "play stalingrad")
    until_movement(position)
    sector = position.game.geography.sector_of
    movable = {text.split()[1] for text in legal(position, "unit")}
    for name in movable:
        assert sector[position.state.where[position.game.index[name]]] == Sectors.STALINGRAD
    outside = [
        position.game.names[unit]
        for unit in position.game.units_of[AXIS]
        if position.state.where[unit] >= 0
        and sector[position.state.where[unit]] == Sectors.CAUCASUS
        and not position.game.units[unit].static
    ]
    assert outside
    assert refused(position, f"unit {outside[0]}") == "6.4"


def until_movement(position: PeaksPosition) -> None:
    """Go on to the Ground Movement Segment."""
    while position.decision.kind != "Movement":
        position.submit(next(t for t in legal(position) if t in ("end", "pass", "ready")))


@pytest.mark.rule("5.6", "2.10")
def test_the_plus_of_a_marker_is_the_attack_shift_of_its_impulse() -> None:
    position = operations(SOVIET, soviet="Vasilevsky So-S1", turn=5)
    play(position, "draw Vasilevsky", "play stalingrad")
    assert position.state.impulse is not None
    assert position.state.impulse.shift == 2
    run_impulse(position)
    play(position, "draw Ax-S1", "play stalingrad")
    assert position.state.impulse.shift == 0  # a defence is never helped, and the next impulse is another


@pytest.mark.rule("5.9")
def test_a_player_looks_into_his_own_bin_and_not_into_the_other() -> None:
    position = operations()
    mine = {piece.id for piece in position.view(AXIS).pieces if piece.box == "command bin" and piece.id}
    assert mine == {"Ax-S1", "Ax-C1"}
    theirs = [p for p in position.view(SOVIET).pieces if p.box == "command bin" and p.seat == AXIS]
    assert [piece.id for piece in theirs] == ["", ""]
    play(position, "draw Ax-S1", "play stalingrad")
    shown = [p.id for p in position.view(SOVIET).pieces if p.box == "played this turn"]
    assert shown == ["Ax-S1"]


@pytest.mark.rule("5.9")
def test_a_unit_may_act_in_several_impulses_of_a_turn() -> None:
    position = operations(axis="Ax-S1 Ax-S2")
    play(position, "draw Ax-S1", "play stalingrad")
    until_movement(position)
    mover = legal(position, "unit")[0].split()[1]
    play(position, f"unit {mover}", "stop")
    assert refused(position, f"unit {mover}") == "6.4"
    run_impulse(position)
    play(position, "draw So-S1", "pass", "draw Ax-S2", "play stalingrad")
    until_movement(position)
    assert refused(position, f"unit {mover}") == ""


@pytest.mark.rule("5.10", "16.2")
def test_airstrikes_follow_rules_of_their_own() -> None:
    position = operations(soviet="So-C1", turn=2)
    play(position, "draw Ax-C1", "pass", "draw So-C1", "play caucasus")
    while position.decision.kind != "ChooseAirstrike":
        position.submit(next(t for t in legal(position) if t in ("end", "pass")))
    assert refused(position, "fly VVSS") == "16.2"  # the Stalingrad air army with a Caucasus marker
    assert "fly VVSC" in legal(position)


# --- the order of an impulse (4.2) ----------


@pytest.mark.rule("4.2", "4.1")
def test_the_segments_of_an_impulse_keep_their_order() -> None:
    position = operations()
    play(position, "draw Ax-S1", "play stalingrad")
    kinds: list[str] = []
    while position.state.impulse is not None:
        if not kinds or kinds[-1] != position.decision.kind:
            kinds.append(position.decision.kind)
        position.submit(next(t for t in legal(position) if t in ("end", "pass", "ready")))
    assert kinds[:3] == ["Reinforcements", "ChooseAirstrike", "Movement"]
    assert kinds[3:] in ([], ["DeclareAttack"])


@pytest.mark.rule("4.2")
def test_nothing_is_done_out_of_its_segment() -> None:
    position = operations()
    play(position, "draw Ax-S1", "play stalingrad")
    assert position.decision.kind == "Reinforcements"
    assert refused(position, "unit 14Pz") != ""
    assert refused(position, "fly FK4") != ""
    until_movement(position)
    assert refused(position, "deploy Oil1 5203") != ""
    assert hex_of(position, "5203") in position.game.grid
