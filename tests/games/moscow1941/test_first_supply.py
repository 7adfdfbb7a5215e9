"""Nobody begins out of supply on the real map, but for a spearhead that history cut off as well."""

from __future__ import annotations

import pytest

import grognard
from grognard.core import Seat
from grognard.games.moscow1941.overlays import SUPPLY

CUT_OFF = {("red-snow", "axis"): ("2604",)}
"""The vanguard of the 14th Motorized Division on the canal, with the enemy all around it."""


@pytest.mark.parametrize("scenario", ["typhoon", "red-snow", "first-steps"])
@pytest.mark.parametrize("seat", ["axis", "soviet"])
def test_units_begin_in_supply(scenario: str, seat: str) -> None:
    position = grognard.load("moscow-1941", scenario).start()
    layers = position.game.overlay(position, SUPPLY, Seat(seat)).layers
    without = [hex for layer in layers if layer.tone == "bad" for hex in layer.hexes]
    assert tuple(without) == CUT_OFF.get((scenario, seat), ())
