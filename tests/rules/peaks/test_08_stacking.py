"""8 Stacking: how many and who with whom, and what happens to the excess."""

from __future__ import annotations

import pytest
from tests.games.peaks.situation import PeaksPosition, legal, play, refused, scene, units, where
from tests.rules.peaks.test_06_movement import march

from grognard.core import Seat
from grognard.games.peaks.field import crowding
from grognard.games.peaks.movement import Movement
from grognard.games.peaks.stacking import StackingCheck
from grognard.games.peaks.state import AXIS, ELIMINATED, SOVIET, Segment

FIELD = """
    .    .    .    .    .
      .    .    .    .    .
    .    .    .    .    .
"""


def crowded(names: str) -> str:
    """The rule by which these units may not stay in one hex; empty when they may."""
    position = scene(FIELD)
    refusal = crowding(position, units(position, names))
    return refusal.rule if refusal else ""


@pytest.mark.rule("8.0", "8.1")
@pytest.mark.parametrize("names", ["Pz Inf", "Inf Rom", "Pz Hun", "Rom Rom2", "Rom RomPz", "Inf KG", "Ita"])
def test_two_axis_units_may_stack_germans_with_anybody_allies_with_their_own(names: str) -> None:
    assert not crowded(names)


@pytest.mark.rule("8.1")
@pytest.mark.parametrize("names", ["Pz Inf Inf2", "Inf Inf2 KG", "Rom Hun", "Ita Rom", "Hun Ita"])
def test_three_units_or_two_allied_nations_are_too_much(names: str) -> None:
    assert crowded(names) == "8.1"


@pytest.mark.rule("8.2", "8.3")
def test_one_soviet_unit_fills_a_hex_whatever_its_size() -> None:
    assert not crowded("A1")
    assert crowded("A1 A2") == "8.2"
    assert crowded("T1 Mar") == "8.2"


@pytest.mark.rule("8.3")
def test_static_and_logistics_units_and_oil_detachments_do_not_count() -> None:
    assert not crowded("Pz Inf Depot Truck Oil")
    assert not crowded("A1 Gar")


@pytest.mark.rule("8.3")
def test_only_one_of_each_sort_that_does_not_count() -> None:
    assert crowded("Truck Truck2") == "8.3"
    position = scene(FIELD)
    gar, depot = units(position, "Gar Depot")
    assert crowding(position, (gar, gar)) is not None
    assert crowding(position, (depot, depot)) is not None


@pytest.mark.rule("8.4")
def test_friends_are_passed_freely() -> None:
    position = march(
        FIELD.replace(
            "    .    .    .    .    .\n      .    .    .    .    .\n    .    .    .",
            "    .    .    .    .    .\n      .    .    .    .    .\n    .Pz    .Inf,Inf2    .",
            1,
        )
    )
    play(position, "march Pz 0301-0302-0303")
    assert where(position, "Pz") == "0303"


def overfull(seat: Seat, moving: str, standing: str) -> PeaksPosition:
    picture = f"""
    .{moving}    .    .    .    .
      .    .    .    .    .
    .    .{standing}    .    .    .
"""
    return scene(picture, StackingCheck(), Movement(seat), seat=seat, segment=Segment.MOVEMENT)


@pytest.mark.rule("8.4")
def test_the_owner_of_an_overstacked_hex_picks_what_is_eliminated_at_the_end_of_the_segment() -> None:
    position = overfull(AXIS, "Pz", "Inf,Inf2,Depot")
    play(position, "move Pz 0302")
    assert len(position.state.stacks[position.game.grid.hex("0302")]) == 4  # not before the end
    play(position, "end")
    assert position.decision.seat == AXIS
    assert legal(position) == ["lose Inf", "lose Inf2", "lose Pz"]
    assert refused(position, "lose Depot") == "8.4"
    play(position, "lose Inf2")
    assert position.state.where[position.game.index["Inf2"]] == ELIMINATED
    assert position.outcome is not None


@pytest.mark.rule("8.4")
def test_the_check_covers_both_sides() -> None:
    position = scene(FIELD.replace(".    .    .", ".A1,A2    .    .", 1), StackingCheck(), seat=AXIS)
    assert position.decision.seat == SOVIET
    assert legal(position) == ["lose A1", "lose A2"]


@pytest.mark.rule("8.4", "8.1")
def test_of_allies_that_do_not_mix_one_has_to_go() -> None:
    position = overfull(AXIS, "Rom", "Hun")
    play(position, "move Rom 0302", "end")
    assert sorted(legal(position)) == ["lose Hun", "lose Rom"]


@pytest.mark.rule("8.4")
def test_who_leaves_in_time_saves_the_stack() -> None:
    position = overfull(AXIS, "Pz", "Inf,Inf2")
    play(position, "move Pz 0302", "move Inf 0303", "end")
    assert position.outcome is not None


@pytest.mark.rule("8.5")
def test_opposing_units_never_share_a_hex() -> None:
    position = overfull(SOVIET, "A1", "Inf")
    assert refused(position, "move A1 0302") == "8.5"
    assert refused(position, "march A1 0101-0201-0302") == "8.5"


@pytest.mark.rule("8.6")
def test_the_order_of_a_stack_matters_nowhere() -> None:
    position = scene(FIELD.replace(".    .", ".Pz,Inf    .A1", 1))
    turned = scene(FIELD.replace(".    .", ".Inf,Pz    .A1", 1))
    assert sorted(legal(position)) == sorted(legal(turned))
