"""17 The airlift: once, for a turn, whatever the enemy does."""

from __future__ import annotations

import pytest
from tests.games.peaks.situation import PeaksPosition, legal, play, refused, scene, unit, where

from grognard.games.peaks import air, airlift, supply, victory
from grognard.games.peaks.state import AXIS, NOT_DEPLOYED, REMOVED, SOVIET, Sectors, Segment

POCKET = """
    .    .    .    .    .
      .    .A2  .A3  .    .
    .    .    .Inf  .T1   .
      .    .A1  .T2  .    .
    .    .    .    .    .
"""
"""A corps in 0303 with enemies around it."""


def segment(boxes: str = "airlift", seat: str = "axis", sectors: Sectors = Sectors.BOTH) -> PeaksPosition:
    who = AXIS if seat == "axis" else SOVIET
    return scene(
        POCKET,
        air.AirstrikeSegment(who),
        seat=who,
        sectors=sectors,
        segment=Segment.AIRSTRIKE,
        boxes=boxes,
        depots={},
        caucasus="0303 0304 0403",
    )


@pytest.mark.rule("17.0", "17.1")
def test_the_airlift_is_placed_in_any_hex_in_an_airstrike_segment() -> None:
    position = segment(sectors=Sectors.STALINGRAD)
    assert legal(position) == ["fly airlift", "end"]
    play(position, "fly airlift")
    assert len(legal(position, "over")) == len(position.game.grid.hexes)
    play(position, "over 0303")
    assert where(position, "airlift") == "0303"
    assert position.state.airlift_turn == 1


@pytest.mark.rule("17.1", "4.2")
def test_it_has_to_be_brought_in_first_and_is_the_axis_players() -> None:
    assert segment(boxes="").outcome is not None
    assert refused(segment(boxes="FK4"), "fly airlift") == "17.1"
    assert refused(segment(boxes="airlift VVSS", seat="soviet"), "fly airlift") == "17.1"


@pytest.mark.rule("17.1")
def test_once_placed_it_stays_and_it_comes_once_a_game() -> None:
    position = segment(boxes="airlift FK4")
    play(position, "fly airlift", "over 0303")
    assert refused(position, "fly airlift") == "17.1"


@pytest.mark.rule("17.1", "4.2")
def test_it_leaves_at_the_end_of_the_refit_phase_of_the_next_turn() -> None:
    position = segment()
    play(position, "fly airlift", "over 0303")
    airlift.remove(position)
    assert where(position, "airlift") == "0303"  # the Refit Phase of its own turn
    position.state.turn += 1
    airlift.remove(position)
    assert position.state.where[unit(position, "airlift")] == REMOVED
    assert not supply.airlift_zone(position)


@pytest.mark.rule("17.2", "15.16")
def test_units_in_its_zone_are_supported_and_not_cut_off() -> None:
    position = segment()
    corps = unit(position, "Inf")
    assert supply.cut_off(position, corps)
    play(position, "fly airlift", "over 0302")
    assert supply.supported(position, corps)
    assert not supply.cut_off(position, corps)


@pytest.mark.rule("17.2")
def test_the_zone_is_its_hex_and_all_around_across_boundary_and_enemies() -> None:
    position = segment()
    play(position, "fly airlift", "over 0303")
    zone = supply.airlift_zone(position)
    found = {position.game.grid.label(hex) for hex in position.game.grid.hexes if zone >> hex & 1}
    assert found == {"0303", "0302", "0304", "0202", "0203", "0402", "0403"}
    beyond = segment()
    play(beyond, "fly airlift", "over 0301")
    assert not supply.supported(beyond, unit(beyond, "Inf"))


@pytest.mark.rule("17.2")
def test_it_feeds_the_axis_alone() -> None:
    position = segment()
    play(position, "fly airlift", "over 0303")
    assert not supply.supported(position, unit(position, "A1"))


@pytest.mark.rule("17.3", "3.6")
@pytest.mark.parametrize("points", ["2", "1"])
def test_the_soviets_score_for_it(points: str) -> None:
    position = scene(
        POCKET,
        air.AirstrikeSegment(AXIS),
        segment=Segment.AIRSTRIKE,
        boxes="airlift",
        options={"airlift-points": points},
    )
    assert position.state.airlift_turn == NOT_DEPLOYED
    before = victory.points(position, SOVIET)
    play(position, "fly airlift", "over 0303")
    assert victory.points(position, SOVIET) == before + int(points)
