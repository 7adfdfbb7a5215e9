"""7 Rail transport: who rides, how far, on which side of the front, and how many."""

from __future__ import annotations

import pytest
from tests.games.peaks.real import real_game
from tests.games.peaks.situation import PeaksPosition, legal, play, refused, scene, where
from tests.rules.peaks.test_06_movement import march

from grognard.core import Seat
from grognard.games.peaks.components import Weather
from grognard.games.peaks.movement import Movement
from grognard.games.peaks.phases import next_segment
from grognard.games.peaks.state import AXIS, SOVIET, Sectors, Segment

LINE = """
    .    .    .    .    .    .    .    .    .
      .    .    .    .    .    .    .    .    .
    .Inf    ^    r    .    .    .    .    .    .
      .    .    .    .    .    .    .    .    .
    .    .    .    .    .    .    .    .    .
"""
RAIL = {"railroad": "0301-0309"}


def rides(position: PeaksPosition, name: str) -> list[str]:
    """The hexes to which a unit may go by rail."""
    play(position, f"unit {name}")
    return [text.split()[2] for text in legal(position, "rail")]


@pytest.mark.rule("7.0", "7.1")
def test_a_unit_rides_any_distance_whatever_the_ground() -> None:
    position = march(LINE, links=RAIL, weather=Weather.MUD)
    play(position, "rail Inf 0309")
    assert where(position, "Inf") == "0309"


@pytest.mark.rule("7.0")
def test_static_units_and_truck_columns_do_not_ride() -> None:
    position = march(LINE.replace(".Inf", ".Truck"), links=RAIL)
    assert refused(position, "rail Truck 0309") == "7.0"
    garrison = march(LINE.replace(".Inf", ".Gar"), SOVIET, links=RAIL, soviet_side="0301 0302 0303")
    assert refused(garrison, "rail Gar 0303") == "6.3"


@pytest.mark.rule("7.1")
def test_a_unit_begins_on_a_railroad_and_keeps_to_it() -> None:
    position = march(LINE, links={"railroad": "0302-0309"})
    assert refused(position, "rail Inf 0309") == "7.1"
    gap = march(LINE, links={"railroad": "0301-0304 0305-0309"})
    assert rides(gap, "Inf") == ["0302", "0303", "0304"]
    assert refused(gap, "rail Inf 0305") == "7.3"


@pytest.mark.rule("7.2")
def test_a_unit_rides_on_its_own_side_of_the_front_line_only() -> None:
    position = march(LINE, links=RAIL, soviet_side="0306 0307 0308 0309")
    assert rides(position, "Inf")[-1] == "0305"
    soviet = march(LINE.replace(".Inf", ".A1"), SOVIET, links=RAIL, soviet_side="0301 0302 0303")
    assert rides(soviet, "A1") == ["0302", "0303"]
    astray = march(LINE, links=RAIL, soviet_side="0301 0302 0303")
    assert refused(astray, "rail Inf 0305") == "7.1"


@pytest.mark.rule("7.2")
def test_the_example_of_kursk_stalino_and_krasnodar() -> None:
    game = real_game()
    network = game.geography.home_rail[AXIS]
    kursk, stalino, krasnodar = (
        game.board.places[name].hexes[0] for name in ("kursk", "stalino", "krasnodar")
    )
    served = network.flood(1 << kursk, game.grid.all)
    assert served >> stalino & 1
    assert not served >> krasnodar & 1
    whole = game.geography.rail.flood(1 << kursk, game.grid.all)
    assert whole >> krasnodar & 1  # it is the front line that stops the train


@pytest.mark.rule("7.3")
def test_trains_enter_a_zone_and_stop_there() -> None:
    position = march(
        LINE.replace(
            ".    .    .    .    .    .\n      .    .    .    .    .    .    .    .    .\n    .    ",
            ".    .    .    .    .    .\n      .    .    .    .    .A1    .    .    .    .\n    .    ",
        ),
        links=RAIL,
    )
    assert where(position, "A1") == "0405"
    assert rides(position, "Inf") == ["0302", "0303", "0304", "0305"]  # 0305 and 0306 lie in the zone


@pytest.mark.rule("7.3", "6.4")
def test_a_train_may_start_in_a_zone_but_not_run_on_to_the_next_hex_of_it() -> None:
    picture = LINE.replace(".Inf    ^    r    .    .", ".    ^    r    .    .Inf")
    above = picture.replace("      .    .    .    .    .    .", "      .    .    .    .    .A1    .", 1)
    position = march(above, links=RAIL)
    assert where(position, "A1") == "0205"
    assert "0306" not in rides(position, "Inf")  # from zone to zone
    assert legal(position, "rail")[0] == "rail Inf 0301"


@pytest.mark.rule("7.3")
def test_no_train_runs_through_an_enemy_or_joins_another_movement() -> None:
    position = march(LINE.replace("r    .    .    .", "r    .    .    .A1"), links=RAIL)
    assert rides(position, "Inf") == ["0302", "0303", "0304", "0305"]
    play(position, "rail Inf 0303")
    assert refused(position, "move Inf 0304") == "6.4"


@pytest.mark.rule("7.3", "15.18")
def test_who_is_not_in_support_does_not_ride() -> None:
    position = march(LINE, links=RAIL, depots={AXIS: "", SOVIET: ""})
    assert refused(position, "rail Inf 0303") == "15.18"


@pytest.mark.rule("7.3", "19.5")
def test_partisans_stop_axis_trains() -> None:
    position = march(LINE, links=RAIL, over={"Partisan": "0305"})
    assert rides(position, "Inf") == ["0302", "0303"]
    inside = march(LINE, links=RAIL, over={"Partisan": "0301"})
    assert refused(inside, "rail Inf 0303") == "19.5"


@pytest.mark.rule("7.3", "16.13")
def test_german_airstrikes_stop_soviet_trains() -> None:
    soviet = "0301 0302 0303 0304 0305 0306 0307 0308 0309"
    picture = LINE.replace(".Inf", ".A1")
    position = march(picture, SOVIET, links=RAIL, soviet_side=soviet, over={"FK4": "0305"})
    assert rides(position, "A1") == ["0302", "0303"]
    allied = march(picture, SOVIET, links=RAIL, soviet_side=soviet, over={"GAL": "0305"})
    assert rides(allied, "A1")[-1] == "0309"
    inside = march(picture, SOVIET, links=RAIL, soviet_side=soviet, over={"FK4": "0301"})
    assert refused(inside, "rail A1 0305") == "16.13"


@pytest.mark.rule("7.4")
@pytest.mark.parametrize(
    ("seat", "names", "capacity"), [(AXIS, "Inf Inf2 Pz", 2), (SOVIET, "A1 A2 A3 A4 T1", 4)]
)
def test_so_many_units_ride_in_an_impulse_but_any_number_use_the_road(
    seat: Seat, names: str, capacity: int
) -> None:
    units = names.split()
    places = "".join(f".{name}    " for name in units)
    picture = LINE.replace(".Inf    ^    r    .    .    ", places + ".    " * (5 - len(units)))
    side = "" if seat == AXIS else "0301 0302 0303 0304 0305 0306 0307 0308 0309"
    position = march(picture, seat, links=RAIL, soviet_side=side)
    for number, name in enumerate(reversed(units)):
        goal = f"030{9 - number}"
        if number < capacity:
            play(position, f"rail {name} {goal}")
        else:
            assert refused(position, f"rail {name} {goal}") == "7.4"
            play(position, f"move {name} 0306")  # half a point a hex along the railroad
            assert where(position, name) == "0306"


@pytest.mark.rule("7.4")
def test_the_capacity_is_there_again_in_the_next_impulse() -> None:
    position = scene(LINE, Movement(AXIS), segment=Segment.MOVEMENT, links=RAIL, sectors=Sectors.BOTH)
    play(position, "rail Inf 0305")
    assert position.state.impulse is not None
    assert position.state.impulse.rail == 1
    position.state.segment = Segment.COMBAT
    position.push(Movement(AXIS))
    next_segment(position, AXIS)
    assert position.state.impulse is None
