"""18 Unique units, as far as no other chapter holds them: garrisons, mountain units, Kampfgruppen in play."""

from __future__ import annotations

import pytest
from tests.games.peaks.situation import legal, play, refused, scene, steps_left, unit, where
from tests.rules.peaks.test_06_movement import cost, march
from tests.rules.peaks.test_15_logistics import ALL, placed

from grognard.games.peaks import losses, supply
from grognard.games.peaks.components import Weather
from grognard.games.peaks.field import crowding, zones
from grognard.games.peaks.state import AXIS, ELIMINATED, SOVIET


@pytest.mark.rule("18.0", "18.1")
def test_a_garrison_is_a_ground_unit_that_stays_where_it_is() -> None:
    position = march(placed({"0303": "Gar", "0306": "A1"}), SOVIET, soviet_side=ALL)
    assert zones(position, SOVIET) >> position.game.grid.hex("0304") & 1
    assert refused(position, "unit Gar") == "6.3"
    assert refused(position, "rail Gar 0304") == "6.3"
    losses.reduce(position, unit(position, "Gar"), "10.10")
    assert position.state.where[unit(position, "Gar")] == ELIMINATED


@pytest.mark.rule("18.0", "18.3")
def test_a_kampfgruppe_moves_stacks_and_falls_like_any_german_unit() -> None:
    position = march(placed({"0303": "KG,Inf"}))
    assert cost(position, "KG", "0306") == 3
    kg, inf, pz = (unit(position, name) for name in ("KG", "Inf", "Pz"))
    assert crowding(position, (kg, inf)) is None
    assert crowding(position, (kg, inf, pz)) is not None
    losses.reduce(position, kg, "10.10")
    assert position.state.where[kg] == ELIMINATED  # one step


@pytest.mark.rule("18.2")
@pytest.mark.parametrize("weather", list(Weather))
def test_mountain_units_live_in_the_mountains(weather: Weather) -> None:
    peaks = dict.fromkeys(("0302", "0303"), "^")
    position = scene(placed({"0303": "Mtn"}, peaks), depots={AXIS: "0302", SOVIET: ""}, weather=weather)
    assert supply.supported(position, unit(position, "Mtn"))  # into and out of high mountains
    moving = march(placed({"0304": "Mtn", "0305": "Inf"}, peaks), weather=weather)
    play(moving, "unit Mtn")
    assert "move Mtn 0303" in legal(moving)
    play(moving, "move Mtn 0303")
    assert where(moving, "Mtn") == "0303"
    assert refused(moving, "move Inf 0303") == "6.9"


@pytest.mark.rule("18.0")
def test_an_oil_detachment_marches_with_the_army() -> None:
    position = march(placed({"0303": "Oil,Pz,Inf"}))
    play(position, "move Oil 0305")
    assert where(position, "Oil") == "0305"
    assert steps_left(position, "Oil") == 1
