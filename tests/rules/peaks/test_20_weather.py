"""20 Weather: summer, mud and winter in movement and on the turn track."""

from __future__ import annotations

import pytest
from tests.games.peaks.real import opened
from tests.rules.peaks.test_06_movement import march, price
from tests.rules.peaks.test_15_logistics import placed

from grognard.games.peaks.basics import weather_of
from grognard.games.peaks.components import Weather

GROUND = {"0304": "r", "0203": "~", "0402": "~"}


@pytest.mark.rule("20.0", "4.2")
def test_the_turn_track_tells_the_weather() -> None:
    position = opened("extended")
    found = []
    for turn in range(1, 10):
        position.state.turn = turn
        found.append(weather_of(position))
    assert found[:3] == [Weather.SUMMER] * 3
    assert found[5:8] == [Weather.WINTER] * 3
    assert Weather.MUD in found


@pytest.mark.rule("20.1", "2.12")
@pytest.mark.parametrize(
    ("weather", "rough", "swamp", "clear"),
    [
        (Weather.SUMMER, (2, 3), (2, 3), (1, 1)),
        (Weather.MUD, (4, 4), (3, 4), (2, 2)),
        (Weather.WINTER, (3, 3), (1, 1), (1, 1)),
    ],
)
def test_what_ground_costs_on_foot_and_mechanized(
    weather: Weather, rough: tuple[int, int], swamp: tuple[int, int], clear: tuple[int, int]
) -> None:
    position = march(placed({"0303": "Inf,Pz"}, GROUND), weather=weather)
    for there, expected in (("0304", rough), ("0203", swamp), ("0302", clear)):
        assert (price(position, "Inf", "0303", there), price(position, "Pz", "0303", there)) == expected


@pytest.mark.rule("20.2")
@pytest.mark.parametrize("river", ["minor_river", "major_river", "volga"])
def test_in_winter_rivers_cost_nothing_and_swamps_are_clear(river: str) -> None:
    sides = {river: "0303/0302"}
    frozen = march(placed({"0303": "Inf"}, GROUND), sides=sides, weather=Weather.WINTER)
    assert price(frozen, "Inf", "0303", "0302") == 1
    assert price(frozen, "Inf", "0303", "0203") == 1
    open_water = march(placed({"0303": "Inf"}, GROUND), sides=sides)
    assert price(open_water, "Inf", "0303", "0302") > 1
    game = frozen.game
    a, b = game.grid.hex("0303"), game.grid.hex("0302")
    assert game.geography.river_between(a, b, Weather.WINTER) is None
    assert game.geography.river_between(a, b, Weather.MUD) is not None
    assert game.geography.ground_shifts(game.grid.hex("0203"), Weather.WINTER) == 0
    assert game.geography.ground_shifts(game.grid.hex("0203"), Weather.SUMMER) == 1
