"""12 Strategic movement: units that did nothing else move after combat."""

from __future__ import annotations

import pytest
from tests.games.moscow1941.situation import (
    MoscowPosition,
    hexes,
    legal,
    plain_game,
    play,
    refused,
    situation,
    unit,
    where,
)

from grognard.games.moscow1941.field import put
from grognard.games.moscow1941.movement import MovingUnit
from grognard.games.moscow1941.phases import Phase

TRUCKS, INFANTRY, RIFLES = "3Mot.8", "183ID.330", "316RD"


def marked(units: dict[str, str], *ids: str) -> MoscowPosition:
    """A movement phase in which these units have been marked."""
    position = situation(units, Phase.MOVEMENT)
    for id in ids:
        play(position, f"unit {id}", "strategic")
    return position


def after_combat(position: MoscowPosition) -> MoscowPosition:
    """The strategic movement phase of the same player."""
    play(position, "end", "end")
    assert position.state.phase == Phase.STRATEGIC
    return position


def left(position: MoscowPosition) -> int:
    step = position.step
    assert isinstance(step, MovingUnit)
    return step.left


@pytest.mark.rule("12.1.1", "12.1.4", "3.1.1")
def test_marked_units_move_after_combat_and_unmarked_ones_do_not() -> None:
    position = after_combat(marked({TRUCKS: "3030", INFANTRY: "3330"}, TRUCKS))
    assert legal(position, "unit") == [f"unit {TRUCKS}"]
    assert refused(position, f"unit {INFANTRY}") == "12.1.4"
    play(position, f"unit {TRUCKS}", f"move {TRUCKS} 3028")
    assert where(position, TRUCKS) == "3028"
    assert refused(position, f"unit {TRUCKS}") == "3.1.6"


@pytest.mark.rule("12.1.2")
def test_a_unit_that_was_activated_cannot_be_marked_nor_a_marked_one_be_activated() -> None:
    position = situation({TRUCKS: "3030", INFANTRY: "3330"}, Phase.MOVEMENT)
    play(position, f"unit {TRUCKS}", f"move {TRUCKS} 3029")
    assert refused(position, "strategic") != ""
    play(position, "stop", f"unit {INFANTRY}", "dig")
    assert refused(position, f"unit {INFANTRY}") == "3.1.6"  # digging was its activation
    other = marked({TRUCKS: "3030"}, TRUCKS)
    assert refused(other, f"unit {TRUCKS}") == "12.1.2"


@pytest.mark.rule("12.1.2")
def test_a_unit_that_fights_stays() -> None:
    position = situation({INFANTRY: "3030", RIFLES: "3029", TRUCKS: "3330"}, Phase.MOVEMENT, forts=["3030"])
    for id in (INFANTRY, TRUCKS):
        play(position, f"unit {id}", "strategic")
    play(position, "end", "attack 3029", f"join {INFANTRY}", "fight", "roll 8")
    while position.decision.kind != "Combat":
        outcomes = position.decision.outcomes
        position.submit(outcomes.at(0) if outcomes else position.legal().orders[0])
    put(position, unit(position, RIFLES), hexes(position, "1010")[0])
    play(position, "end")
    assert refused(position, f"unit {INFANTRY}") == "12.1.2"
    assert refused(position, f"unit {TRUCKS}") == ""


@pytest.mark.rule("12.1.3")
def test_costs_and_zones_of_movement_hold_and_nothing_but_movement_is_possible() -> None:
    position = after_combat(marked({INFANTRY: "3030"}, INFANTRY))
    play(position, f"unit {INFANTRY}")
    assert left(position) == 2 * 6
    assert refused(position, f"move {INFANTRY} 3027") == "3.1.5"
    assert refused(position, "dig") == "12.1.3"
    assert legal(position, "dig") == []
    full = after_combat(marked({INFANTRY: "3030", **dict.fromkeys(_four_regiments(), "3029")}, INFANTRY))
    play(full, f"unit {INFANTRY}")
    assert refused(full, f"move {INFANTRY} 3029") == "3.2.1"


def _four_regiments() -> tuple[str, ...]:
    return "183ID.343", "183ID.351", "7ID.19", "7ID.61"


@pytest.mark.rule("12.2.1")
def test_no_strategic_movement_from_an_enemy_zone() -> None:
    position = marked({TRUCKS: "3030", RIFLES: "3027"}, TRUCKS)
    put(position, unit(position, RIFLES), hexes(position, "3029")[0])
    position.state.forts[hexes(position, "3030")[0]] = 0  # dug in, it need not attack
    after_combat(position)
    assert refused(position, f"unit {TRUCKS}") == "12.2.1"
    put(position, unit(position, RIFLES), hexes(position, "3027")[0])
    assert refused(position, f"unit {TRUCKS}") == ""


@pytest.mark.rule("12.2.2")
def test_no_strategic_movement_into_an_enemy_zone() -> None:
    position = after_combat(marked({TRUCKS: "3030", RIFLES: "3027"}, TRUCKS))
    play(position, f"unit {TRUCKS}")
    assert refused(position, f"move {TRUCKS} 3028") == "12.2.2"
    assert refused(position, f"march {TRUCKS} 3030-3029-3028") == "12.2.2"
    assert refused(position, f"move {TRUCKS} 3029") == ""


@pytest.mark.rule("12.2.3")
def test_two_points_less() -> None:
    position = after_combat(marked({TRUCKS: "3030"}, TRUCKS))
    play(position, f"unit {TRUCKS}")
    assert left(position) == 5 * 6  # the example of the book: 7 points become 5


@pytest.mark.rule("12.1.3", "3.1.13")
def test_even_without_any_points_left_a_unit_goes_one_hex() -> None:
    position = situation({INFANTRY: "3030"}, Phase.MOVEMENT, shortage={INFANTRY: 1})
    play(position, f"unit {INFANTRY}", "strategic")
    after_combat(position)
    play(position, f"unit {INFANTRY}")
    assert left(position) == 0  # half of 4, and 2 less
    assert f"move {INFANTRY} 3029" in legal(position)
    assert refused(position, f"march {INFANTRY} 3030-3029") == ""
    assert refused(position, f"march {INFANTRY} 3030-3029-3028") == "3.1.5"
    play(position, f"move {INFANTRY} 3029")
    assert where(position, INFANTRY) == "3029"


@pytest.mark.rule("12.1.1")
def test_without_the_chapter_nobody_is_marked() -> None:
    game = plain_game(options=("strategic-movement=off",))
    position = situation({TRUCKS: "3030"}, Phase.MOVEMENT, game=game)
    play(position, f"unit {TRUCKS}")
    assert refused(position, "strategic") == "12.0"
    assert legal(position, "strategic") == []
