"""14 Refitting: gaining and spending points, the Refit Table, and where rebuilt units go."""

from __future__ import annotations

from typing import Any

import pytest
from tests.games.peaks.real import hex_of, kill, opened, real_game, station, until
from tests.games.peaks.situation import END, PeaksPosition, legal, play, refused, scene, steps_left, unit
from tests.rules.peaks.test_15_logistics import placed

from grognard.core import CHANCE, Seat
from grognard.games.peaks import arrivals, oil
from grognard.games.peaks.components import UnitType
from grognard.games.peaks.field import clear_marks
from grognard.games.peaks.refit import Refit, scheduled_points
from grognard.games.peaks.state import (
    AXIS,
    BOX,
    ELIMINATED,
    POOL,
    REMOVED,
    SOVIET,
    TRACK,
    Mark,
    Phase,
    seat_index,
)


def refitting(hexes: dict[str, str], points: int, seat: Seat = AXIS, **more: Any) -> PeaksPosition:
    """A Refit Phase with so many points in store."""
    position = scene(placed(hexes), Refit(seat), seat=seat, phase=Phase.REFIT, **more)
    position.state.refit[seat_index(seat)] = points
    return position


def lost(position: PeaksPosition, *names: str) -> PeaksPosition:
    """Counters in the Eliminated box."""
    for name in names:
        position.state.where[unit(position, name)] = ELIMINATED
        position.state.steps[unit(position, name)] = 0
    return position


# --- gaining (14.1) ----------------------------------------------------------------------------------------


@pytest.mark.rule("14.1", "22.1.3", "22.1.2")
def test_the_track_gives_points_on_top_of_those_at_the_start() -> None:
    position = opened()
    row = position.game.components.turns[0]
    assert position.state.refit == [2 + row.axis_refit, 0]  # the Axis has the initiative and refits first
    until(position, "Refit", SOVIET)
    assert position.state.refit[1] == row.soviet_refit


@pytest.mark.rule("14.1")
@pytest.mark.parametrize(("seat", "cap"), [(AXIS, 5), (SOVIET, 9)])
def test_points_above_the_cap_are_lost(seat: Seat, cap: int) -> None:
    position = opened()
    arrivals.gain_refit(position, seat, 20, "14.1")
    assert position.state.refit[seat_index(seat)] == cap


@pytest.mark.rule("14.1")
@pytest.mark.parametrize(("turn", "played", "cap"), [(9, 8, 6), (9, 0, 5), (8, 8, 5)])
def test_manstein_raises_the_cap_in_march_1943(turn: int, played: int, cap: int) -> None:
    position = opened("extended")
    position.state.turn, position.state.manstein_turn = turn, played
    assert arrivals.refit_cap(position, AXIS) == cap
    assert arrivals.refit_cap(position, SOVIET) == 9


@pytest.mark.rule("14.1")
def test_stalingrad_and_kharkov_give_a_point_whatever_the_supply() -> None:
    position = opened()
    axis, soviet = scheduled_points(position, AXIS), scheduled_points(position, SOVIET)
    kill(position, "GStalingrad GKharkov")
    for name in list(position.game.names[: len(position.game.units)]):
        if position.state.where[unit(position, name)] in (
            hex_of(position, "stalingrad"),
            hex_of(position, "kharkov"),
        ):
            kill(position, name)
    station(position, "14Pz", "stalingrad")
    station(position, "62A", "kharkov")
    assert scheduled_points(position, AXIS) == axis + 1
    assert scheduled_points(position, SOVIET) == soviet + 1


@pytest.mark.rule("14.1", "5.1")
def test_points_from_a_marker_come_at_once_and_within_the_cap() -> None:
    from grognard.games.peaks.command import play as play_marker
    from grognard.games.peaks.state import Lot, Sectors

    position = opened()
    marker = next(n for n, marker in enumerate(position.game.markers) if marker.id == "OKH")
    position.state.lots[marker] = Lot.BIN
    position.state.refit[0] = 4
    play_marker(position, AXIS, marker, Sectors.CAUCASUS)
    assert position.state.refit[0] == 5


# --- what can be done (14.2, 14.3) -------------------------------------------------------------------------


@pytest.mark.rule("14.0", "14.2", "14.3")
def test_restoring_costs_one_point_and_two_in_an_enemy_zone() -> None:
    position = refitting({"0303": "Inf", "0307": "Pz", "0308": "A1"}, 3, reduced="Inf Pz")
    assert legal(position, "refit") == ["refit Pz", "refit Inf"]
    play(position, "refit Pz")
    assert (position.state.refit[0], steps_left(position, "Pz")) == (1, 2)
    play(position, "refit Inf")
    assert position.state.refit[0] == 0
    assert legal(position) == ["end"]


@pytest.mark.rule("14.3")
def test_too_few_points_are_too_few() -> None:
    position = refitting({"0307": "Pz", "0308": "A1"}, 1, reduced="Pz")
    assert refused(position, "refit Pz") == "14.3"
    lost(position, "Inf")
    assert refused(position, "replace Inf") == "14.3"


@pytest.mark.rule("14.2")
def test_nobody_has_to_spend_and_the_rest_is_kept() -> None:
    position = refitting({"0303": "Inf"}, 3, reduced="Inf")
    play(position, "end")
    assert position.state.refit[0] == 3


@pytest.mark.rule("14.3")
def test_full_and_one_step_units_and_those_of_the_enemy_are_not_restored() -> None:
    position = refitting({"0303": "Inf", "0305": "Oil", "0308": "A1"}, 5, reduced="A1")
    assert legal(position, "refit") == []
    assert refused(position, "refit Inf") == "14.3"
    assert refused(position, "refit A1") == "14.2"


@pytest.mark.rule("14.3", "15.6")
def test_a_rebuilt_unit_in_the_box_is_restored_too() -> None:
    position = refitting({}, 1, boxes="Inf", reduced="Inf")
    play(position, "refit Inf")
    assert steps_left(position, "Inf") == 2


@pytest.mark.rule("14.3", "14.4", "14.5")
def test_an_eliminated_unit_costs_two_points_and_a_die_and_comes_back_reduced() -> None:
    position = lost(refitting({}, 2, SOVIET), "A1")
    play(position, "replace A1")
    assert position.decision.seat == CHANCE
    play(position, "roll 1")
    assert position.state.where[unit(position, "A1")] == BOX
    assert steps_left(position, "A1") == 1
    assert position.state.refit[1] == 0


@pytest.mark.rule("14.4", "14.5")
def test_the_example_rolled_in_august_with_a_two_returns_in_october() -> None:
    position = lost(refitting({}, 2, SOVIET, turn=2), "A1")
    play(position, "replace A1", "roll 4")  # 4 is a two in the column of the Soviets
    army = unit(position, "A1")
    assert (position.state.where[army], position.state.due[army]) == (TRACK, 4)
    position.state.turn = 3
    arrivals.muster(position)
    assert position.state.where[army] == TRACK
    position.state.turn = 4
    arrivals.muster(position)
    assert (position.state.where[army], steps_left(position, "A1")) == (BOX, 1)


@pytest.mark.rule("14.4")
def test_a_failure_leaves_it_in_the_box_of_the_eliminated_and_the_points_are_gone() -> None:
    position = lost(refitting({}, 2), "Inf")
    play(position, "replace Inf", "roll 6")
    assert position.state.where[unit(position, "Inf")] == ELIMINATED
    assert position.state.refit[0] == 0


@pytest.mark.rule("14.4")
def test_germans_use_a_column_of_their_own_allies_that_of_the_soviets() -> None:
    for name, turn in (("Inf", 1), ("Rom", 2)):
        position = lost(refitting({}, 2), name)
        play(position, f"replace {name}", "roll 4")
        assert position.state.due[unit(position, name)] == 1 + turn


@pytest.mark.rule("14.5", "16.11")
def test_airstrikes_are_replaced_at_full_strength_and_one_step_units_on_their_only_side() -> None:
    position = lost(refitting({}, 4), "FK4", "Depot")
    play(position, "replace FK4", "roll 1", "replace Depot", "roll 1")
    assert (position.state.where[unit(position, "FK4")], steps_left(position, "FK4")) == (BOX, 2)
    assert steps_left(position, "Depot") == 1


@pytest.mark.rule("14.3", "18.1")
def test_garrisons_and_units_lost_for_good_are_not_replaced() -> None:
    position = lost(refitting({}, 9, SOVIET), "Gar", "A1")
    position.state.where[unit(position, "A1")] = REMOVED
    assert refused(position, "replace Gar") == "18.1"
    assert refused(position, "replace A1") == "14.3"


@pytest.mark.rule("14.3", "18.3")
def test_kampfgruppen_are_built_for_points_without_a_die() -> None:
    position = real_game().start()
    until(position, "Refit")
    position.state.refit[0] = 5
    game = position.game
    prices = {}
    for name in ("KG1", "KGMtn", "KGPz1"):
        before = position.state.refit[0]
        play(position, f"build {name}")
        prices[name] = before - position.state.refit[0]
        assert position.state.where[unit(position, name)] == BOX
        assert steps_left(position, name) == game.units[unit(position, name)].steps
    assert prices == {"KG1": 1, "KGMtn": 1, "KGPz1": 2}  # ruling Q-P26


@pytest.mark.rule("18.3")
def test_an_eliminated_kampfgruppe_is_built_anew_without_a_die() -> None:
    position = lost(refitting({}, 2), "KG")
    assert refused(position, "replace KG") == "18.3"
    play(position, "build KG")
    assert position.state.where[unit(position, "KG")] == BOX


@pytest.mark.rule("14.3")
def test_soviets_build_neither_kampfgruppen_nor_trucks() -> None:
    position = opened()
    until(position, "Refit", SOVIET)
    position.state.refit[1] = 9
    assert legal(position, "build") == []
    assert refused(position, "build KG1") == "14.2"


@pytest.mark.rule("14.3", "19.1")
def test_so_many_points_buy_so_many_blind_draws_declared_before() -> None:
    position = refitting({}, 3)
    pool = [n for n in position.game.supports_of[AXIS] if position.state.where[n] == POOL]
    assert legal(position, "buy") == ["buy 1", "buy 2", "buy 3"]
    play(position, "buy 2")
    assert position.state.refit[0] == 1
    drawn: list[str] = []
    while position.decision.seat == CHANCE:
        outcomes = position.decision.outcomes
        assert outcomes is not None
        assert len(outcomes) == len(pool) - len(drawn)
        drawn.append(outcomes.orders[0].values[0])
        position.submit(outcomes.orders[0])
    assert len(drawn) == 2
    assert all(position.state.where[unit(position, name)] == BOX for name in drawn)
    assert refused(position, "buy 4") == "14.3"


# --- oil (18.4) -------------------------------------------------------------------------------------------


def oilfield(*, depot: str = "0301", seat_side: str = "") -> PeaksPosition:
    position = scene(placed({"0303": "Oil"}), END, depots={AXIS: depot, SOVIET: ""}, soviet_side=seat_side)
    position.game.oilfields = 1 << position.game.grid.hex("0303")
    return position


@pytest.mark.rule("18.4")
def test_a_six_restores_an_oilfield_and_then_it_pays_while_it_has_a_land_line() -> None:
    position = oilfield()
    assert oil.income(position) == 0
    position.push(*oil.restorations(position))
    play(position, "roll 5")
    assert oil.income(position) == 0
    position.push(*oil.restorations(position))
    play(position, "roll 6")
    assert oil.income(position) == 0  # it pays from the next turn on
    clear_marks(position, Mark.RESTORED)
    assert oil.income(position) == 1
    assert oil.restorations(position) == ()  # no more dice
    position.memo.clear()
    position.game.depots = {AXIS: 0, SOVIET: 0}
    assert oil.income(position) == 0


@pytest.mark.rule("18.4")
def test_a_truck_column_is_no_land_line() -> None:
    position = scene(placed({"0303": "Oil", "0302": "Truck"}), END, depots={AXIS: "", SOVIET: ""})
    position.game.oilfields = 1 << position.game.grid.hex("0303")
    position.state.marks[unit(position, "Oil")] |= Mark.PRODUCING
    position.state.marks[unit(position, "Truck")] |= Mark.SUPPLYING
    position.memo.clear()
    assert oil.income(position) == 0


@pytest.mark.rule("18.4")
def test_oil_stops_when_the_detachment_leaves_or_falls_and_has_to_be_restored_again() -> None:
    from grognard.games.peaks import losses
    from grognard.games.peaks.field import enter_hex

    position = oilfield()
    position.state.marks[unit(position, "Oil")] |= Mark.PRODUCING
    moved = position.copy()
    enter_hex(moved, unit(moved, "Oil"), moved.game.grid.hex("0302"))
    assert oil.income(moved) == 0
    enter_hex(moved, unit(moved, "Oil"), moved.game.grid.hex("0303"))
    assert oil.income(moved) == 0
    assert len(oil.restorations(moved)) == 1
    losses.eliminate(position, unit(position, "Oil"), "10.10")
    assert oil.restorations(position) == ()


@pytest.mark.rule("18.4", "14.1")
def test_oil_is_rolled_for_in_the_command_placement_phase_and_counted_at_refit() -> None:
    position = opened()
    detachment = next(n for n, u in enumerate(position.game.units) if u.type is UnitType.OIL_DETACHMENT)
    name = position.game.names[detachment]
    station(position, name, "maikop")
    until(position, "RestoreOil", turn=2)
    base = scheduled_points(position, AXIS)
    assert position.state.phase == Phase.COMMAND_PLACEMENT
    station(position, name, "kharkov")  # beside a depot, were there oil
    position.game.oilfields |= 1 << hex_of(position, "kharkov")
    before = position.state.refit[0]
    play(position, "roll 6")
    assert position.state.phase == Phase.REFIT
    assert position.state.refit[0] == min(5, before + base)
    until(position, "Refit", AXIS, turn=3)
    assert oil.income(position) == 1


@pytest.mark.rule("4.2", "14.1")
def test_both_sides_refit_the_side_with_the_initiative_first() -> None:
    position = opened()
    assert position.decision.seat == AXIS
    play(position, "end")
    assert position.decision.seat == SOVIET
