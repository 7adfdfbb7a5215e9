"""Words and tours for screens fit the games they are about."""

from __future__ import annotations

from pathlib import Path

import pytest

import grognard
from grognard.core.refusal import NotPlayable
from grognard.games import all_games, open_layers
from grognard.games.module import GameModule
from grognard.games.tour import read_tour, tours_in
from grognard.games.wording import read_words
from grognard.packs import read_board

PLAYABLE = [module for module in all_games() if module.create]
TOURS = [(module, scenario) for module in all_games() for scenario in tours_in(module.tours_path)]


@pytest.mark.parametrize("module", PLAYABLE, ids=lambda module: module.id)
def test_words_are_about_verbs_of_the_game_and_leave_none_out(module: GameModule) -> None:
    words = read_words(module.words_path)
    if words:
        verbs = {verb.name for verb in grognard.load(module.id, module.scenarios[0].id).verbs}
        assert set(words) == verbs


@pytest.mark.parametrize(("module", "scenario"), TOURS, ids=lambda value: getattr(value, "id", value))
def test_a_tour_points_at_things_of_its_scenario(module: GameModule, scenario: str) -> None:
    tour = read_tour(module.tours_path, scenario)
    game = grognard.load(module.id, scenario)
    seat = game.seat_named(tour.seat)
    pieces = game.start().view(seat).pieces
    units, verbs = {piece.id for piece in pieces}, {verb.name for verb in game.verbs}
    grid = read_board(open_layers(module)).grid
    hexes = {grid.label(hex) for hex in grid.hexes}
    for step in tour.step:
        assert set(step.units) <= units, step.title
        assert set(step.hexes) <= hexes, step.title
        assert step.until.what or step.until.when in ("read", "outcome"), step.title
        if step.until.when == "order":
            assert {what.split()[0] for what in step.until.what} <= verbs, step.title


def test_every_scenario_to_learn_by_has_a_tour() -> None:
    for module in PLAYABLE:
        for scenario in module.scenarios:
            assert not scenario.teaches or scenario.id in tours_in(module.tours_path)


def test_no_tour_is_said_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(NotPlayable, match="no tour of 'nowhere'"):
        read_tour(tmp_path, "nowhere")
    with pytest.raises(NotPlayable):
        read_tour(None, "first-steps")
