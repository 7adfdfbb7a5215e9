"""The conformance kit on Peaks of the Caucasus: scenarios, options, and what each seat is shown."""

from __future__ import annotations

import pytest

import grognard
from grognard.games import find
from grognard.testing import check_game
from grognard.testing.bots import check_glimpse

OTHERS = {
    option.id: next(choice for choice in option.choices if choice != option.default)
    for option in find("peaks").options
}
"""Every option with its other value."""


@pytest.mark.slow
@pytest.mark.parametrize("scenario", ["standard", "extended"])
def test_a_scenario_conforms(scenario: str) -> None:
    check_game(grognard.load("peaks", scenario), seeds=(1,))


@pytest.mark.slow
def test_all_options_together_conform() -> None:
    check_game(grognard.load("peaks", "extended", {**OTHERS, "set-up": "free"}), seeds=(2,))


@pytest.mark.slow
def test_a_glimpse_looks_like_the_position_and_gives_nothing_away() -> None:
    check_glimpse(grognard.load("peaks", "standard"), seeds=(3,), every=31)
    check_glimpse(grognard.load("peaks", "extended", OTHERS), seeds=(4,), every=53)
