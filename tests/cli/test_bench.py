"""`grognard bench`: everything runs, the peers answer the same, and what a program reads is complete."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest
from tests.cli.console import Grognard

from grognard.board import bench
from grognard.board.bench import (
    Timing,
    agree,
    in_supply,
    measure_reach,
    measure_trace,
    measured,
    reach_of,
    reach_peers,
    synthetic_field,
)
from grognard.board.bits import hexes_of
from grognard.cli.bench import measure_copy, measure_import


@pytest.fixture
def grognard(capsys: pytest.CaptureFixture[str]) -> Grognard:
    return Grognard(capsys)


def test_kernels_print_times_ratios_and_verdicts(grognard: Grognard) -> None:
    answer = grognard("bench", "kernels", "--quick")
    assert (answer.code, answer.err) == (0, "")
    for word in ("Grognard", "plain Python", "networkx", "scipy", "times ours", "reach of one unit"):
        assert word in answer.out
    assert "at least 3 times as fast as networkx: " in answer.out
    assert "under 5 us: " in answer.out


def test_kernels_as_json(grognard: Grognard) -> None:
    found: list[Mapping[str, Any]] = json.loads(grognard("bench", "kernels", "--quick", "--json").out)
    assert [row["work"].split()[0] for row in found] == ["reach", "supply", "the", "copy", "import"]
    for row in found[:3]:
        assert [timing["who"] for timing in row["timings"]] == [
            "Grognard", "plain Python", "networkx", "scipy",
        ]  # fmt: skip
    for row in found:
        assert row["timings"][0]["ratio"] == 1.0
        assert all(timing["microseconds"] > 0 for timing in row["timings"])
        assert row["met"] in ((True, False) if row["aim"] else (None,))


@pytest.mark.slow
def test_decisions_of_a_game_under_every_load(grognard: Grognard) -> None:
    words = ("bench", "decisions", "moscow-1941", "--scenario", "typhoon", "--seconds", "0.01")
    answer = grognard(*words, "--json")
    assert (answer.code, answer.err) == (0, "")
    found = json.loads(answer.out)
    assert [row["load"] for row in found] == ["raw", "with a copy", "with JSON and all views"]
    assert all(row["decisions"] > 0 and row["per_second"] > 0 for row in found)
    assert "per second" in grognard(*words).out


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("nowhere",), "unknown game 'nowhere'"),
        (("moscow-1941", "--scenario", "typhon"), "has no scenario 'typhon'; did you mean 'typhoon'?"),
        (("moscow-1941", "--pack", "nowhere"), "nowhere"),
    ],
)
def test_a_game_that_is_not_there_is_one_line(
    grognard: Grognard, words: tuple[str, ...], complaint: str
) -> None:
    answer = grognard("bench", "decisions", *words)
    assert answer.code == 2
    assert complaint in answer.err
    assert len(answer.err.splitlines()) == 1


def test_a_race_for_another_answer_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    field = synthetic_field(12, 12)
    monkeypatch.setattr(bench, "plain_dijkstra", lambda adjacent, starts, limit: dict.fromkeys(starts, 0))
    for measure in (measure_reach, measure_trace):
        with pytest.raises(AssertionError, match="give different answers"):
            measure(field, 1)


def test_answers_are_compared_with_the_first() -> None:
    agree({"a": 1, "b": 1})
    with pytest.raises(AssertionError, match="b and a give different answers"):
        agree({"a": 1, "b": 2})


def test_the_synthetic_map_asks_something_of_the_kernels() -> None:
    field = synthetic_field()
    assert len(field.grid.hexes) == 4500
    reached = [reach_of(field, unit) for unit in field.units]
    assert all(len(found) < 100 for found in reached)
    assert sum(bool(field.zones >> hex & 1) for found in reached for hex in found) > 50
    assert field.grid.all != in_supply(field, field.depots) > 0
    assert {"plain Python", "networkx", "scipy"} == reach_peers(field).keys()
    assert next(hexes_of(field.sources)) in field.grid


def test_aims_are_met_or_missed_by_the_ratio() -> None:
    ours = Timing("Grognard", 1.0, 1.0)
    assert measured("x", (ours, Timing("networkx", 3.0, 3.0)), 3).met is True
    assert measured("x", (ours, Timing("networkx", 2.9, 2.9)), 3).met is False
    assert measured("x", (ours,), 3).met is None
    assert measured("x", (ours, Timing("networkx", 9.0, 9.0))).aim == ""


def test_copy_and_import_have_aims_of_their_own() -> None:
    assert measure_copy(20).timings[0].microseconds > 0
    assert measure_import(1).met is True
