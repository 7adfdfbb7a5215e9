"""What a screen is given: overlays, charts, measures, gauges and headings."""

from __future__ import annotations

import pytest
from tests.games.peaks.real import hex_of, opened, station, until
from tests.games.peaks.situation import PeaksPosition, play, scene, unit
from tests.rules.peaks.test_15_logistics import placed

from grognard.core import Layer, Subject
from grognard.games.peaks.overlays import KINDS, points
from grognard.games.peaks.state import AXIS, SEATS, SOVIET, Segment


def layers(position: PeaksPosition, id: str, subject: str = "") -> tuple[Layer, ...]:
    """The layers of an overlay."""
    kind = next(kind for kind in KINDS if kind.id == id)
    return tuple(position.game.overlay(position, kind, subject).layers)


def hexes(position: PeaksPosition, id: str, subject: str = "") -> set[str]:
    """All hexes of an overlay."""
    return {hex for layer in layers(position, id, subject) for hex in layer.hexes}


def test_every_overlay_can_be_drawn_at_any_moment() -> None:
    position = opened()
    for turn in (1, 3, 6):
        until(position, "Movement", turn=turn)
        labels = {position.game.grid.label(hex) for hex in position.game.grid.hexes}
        for kind in KINDS:
            subjects = {
                Subject.NONE: [""],
                Subject.SEAT: ["", *SEATS],
                Subject.UNIT: [position.game.names[n] for n in range(len(position.game.units))],
            }[kind.subject]
            for subject in subjects:
                for layer in position.game.overlay(position, kind, subject).layers:
                    assert set(layer.hexes) <= labels
                    assert set(layer.words) <= labels
        play(position, "end")


def test_overlays_about_nobody_are_empty() -> None:
    position = opened()
    for subject in ("nobody", "SSPz", "FK4"):
        assert layers(position, "reach", subject) == ()


def test_reach_tells_what_each_hex_costs() -> None:
    position = scene(
        placed({"0303": "Inf"}, {"0304": "r"}), segment=Segment.MOVEMENT, links={"railroad": "0301-0303"}
    )
    (layer,) = layers(position, "reach", "Inf")
    assert (layer.words["0304"], layer.words["0302"], layer.words["0203"]) == ("2", "½", "1")
    assert [points(cost) for cost in (0, 1, 2, 5)] == ["0", "½", "1", "2½"]
    assert hexes(position, "rail", "Inf") == {"0301", "0302"}


def test_the_line_of_a_unit_is_drawn_or_its_want_named() -> None:
    position = scene(placed({"0303": "Inf", "0308": "Pz"}), depots={AXIS: "0301", SOVIET: ""})
    (line,) = layers(position, "line", "Inf")
    assert line.lines == (("0303", "0302", "0301"),)
    (want,) = layers(position, "line", "Pz")
    assert (want.tone, want.hexes) == ("bad", ("0308",))
    titles = [layer.title for layer in layers(position, "supply", "axis")]
    assert titles == ["Axis logistic support", "Axis units without support"]
    assert hexes(position, "sources", "axis") == {"0301"}


def test_zones_air_zones_and_partisans() -> None:
    position = scene(placed({"0303": "Inf"}), over={"FK4": "0306", "Partisan": "0501"})
    assert hexes(position, "zones", "axis") == {"0202", "0203", "0302", "0304", "0402", "0403"}
    assert "0306" in hexes(position, "air", "axis")
    assert hexes(position, "air", "soviet") == set()
    assert "0501" in hexes(position, "partisans")


def test_the_sectors_that_are_open_shine() -> None:
    position = opened()
    until(position, "Movement", AXIS)
    assert position.state.impulse is not None
    tones = {layer.title.split(" ")[0]: layer.tone for layer in layers(position, "sectors")}
    assert sorted(tones.values()) == ["good", "neutral"]


def test_victory_places_show_what_they_are_worth() -> None:
    position = opened()
    axis, soviet, ports = layers(position, "objectives")
    label = position.game.grid.label
    assert axis.words[label(hex_of(position, "stalingrad"))] == "5"
    assert soviet.words[label(hex_of(position, "kharkov"))] == "2"
    assert len(ports.hexes) == 4


def test_measures_follow_the_game() -> None:
    position = opened()
    before = {measure.id: dict(measure.values) for measure in position.game.measures(position)}
    station(position, "14Pz", "stalingrad")
    position.state.steps[unit(position, "62A")] = 0
    after = {measure.id: dict(measure.values) for measure in position.game.measures(position)}
    assert after["points"]["axis"] == before["points"]["axis"] + 5
    assert after["control"]["axis"] == before["control"]["axis"] + 1


@pytest.mark.parametrize("scenario", ["standard", "extended"])
def test_headings_name_turn_phase_player_and_segment(scenario: str) -> None:
    position = opened(scenario)
    assert position.game.heading(position) == "Turn 1, July 1942: Refit Phase"
    until(position, "Movement", SOVIET)
    heading = position.game.heading(position)
    assert heading.endswith("Operations Phase, Soviet Ground Movement Segment")


def test_marks_on_counters_tell_their_state() -> None:
    position = scene(
        placed({"0305": "Inf", "0203": "A1", "0206": "A2", "0405": "A3", "0308": "Truck"}),
        depots={AXIS: "", SOVIET: ""},
    )
    marks = {piece.id: piece.marks for piece in position.view(AXIS).pieces}
    assert marks["Inf"] == ("cut off",)
    assert marks["A1"] == ("unsupplied",)
    assert marks["Truck"] == ()
