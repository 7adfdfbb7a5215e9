"""14 Bridges: who holds them, blowing them up, rebuilding them, and spanning big rivers."""

from __future__ import annotations

import pytest
from tests.games.moscow1941.situation import (
    Changes,
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

from grognard.core import CHANCE
from grognard.games.moscow1941 import bridges
from grognard.games.moscow1941.field import put
from grognard.games.moscow1941.game import Moscow1941
from grognard.games.moscow1941.movement import MovingUnit
from grognard.games.moscow1941.phases import Phase
from grognard.games.moscow1941.retreat import able_to_retreat
from grognard.games.moscow1941.state import AXIS, SOVIET, Mark

INFANTRY, SECOND, TANKS, GUNS, POST = "183ID.330", "183ID.343", "10Pz.7", "Art.XX", "HQ.XX"
RIFLES, RED_POST = "316RD", "HQ.16A"
BRIDGE = "5229/5230"
"""The bridge of the plain map: over the Nara, with the main road along line 52."""

NARA = "nara,Nara,river,5230/5229,spring,fades,design"
STREAM_BRIDGE = "nara-1,,5230/5229,road,design"
NORTH = "north,north,main,0105-0205,design"
BIG: Changes = (
    ("map/hexsides.csv", NARA, f"{NARA}\nvolga,Volga,big_river,3030/3029 3030/3129,spring,fades,design"),
    ("map/links.csv", NORTH, f"{NORTH}\nvolga,volga,main,3031-3030-3029,design"),
    ("map/bridges.csv", STREAM_BRIDGE, f"{STREAM_BRIDGE}\nvolga-1,,3030/3029,road,design"),
)
"""A big river along two sides of 3030, with a bridge on one of them."""
BIG_BRIDGE, FREE = "3029/3030", "3030/3129"
"""The bridge over the big river, and its side without one."""


def big_game() -> Moscow1941:
    return plain_game(changes=BIG)


def side(position: MoscowPosition, bridge: str) -> int:
    one, other = bridge.split("/")
    return int(position.game.grid.side(*hexes(position, one, other)))


def broken(position: MoscowPosition, bridge: str = BRIDGE) -> bool:
    return side(position, bridge) in position.state.broken


def holder(position: MoscowPosition, bridge: str = BRIDGE) -> str | None:
    return bridges.bridge_holder(position, side(position, bridge))


def left(position: MoscowPosition) -> int:
    step = position.step
    assert isinstance(step, MovingUnit)
    return step.left


def cost_to(position: MoscowPosition, label: str) -> int:
    step = position.step
    assert isinstance(step, MovingUnit)
    found = step.reach(position)
    assert found is not None
    return found.cost[hexes(position, label)[0]]


def moving(units: dict[str, str], mover: str, **settings: object) -> MoscowPosition:
    position = situation(units, Phase.MOVEMENT, **settings)  # type: ignore[arg-type]
    play(position, f"unit {mover}")
    return position


# --- 14.1 ---------------------------------------------------------------------------------------------


@pytest.mark.rule("14.1.1")
def test_every_road_bridge_of_the_map_is_an_object() -> None:
    position = moving({INFANTRY: "5230"}, INFANTRY)
    assert side(position, BRIDGE) in position.game.geography.bridges
    assert f"demolish {BRIDGE}" in legal(position, "demolish")
    assert refused(position, "demolish 5230/5130") == "14.1.1"  # no bridge there


@pytest.mark.rule("14.1.2")
def test_a_bridge_that_is_down_is_marked_for_everybody() -> None:
    position = moving({INFANTRY: "5230"}, INFANTRY)
    for seat in (AXIS, SOVIET, None):
        assert "destroyed bridge" not in [marker.kind for marker in position.view(seat).markers]
    play(position, f"demolish {BRIDGE}")
    for seat in (AXIS, SOVIET, None):
        marked = [marker.hex for marker in position.view(seat).markers if marker.kind == "destroyed bridge"]
        assert [set(hex.split("/")) for hex in marked] == [set(BRIDGE.split("/"))]


@pytest.mark.rule("14.1.3")
def test_a_bridge_belongs_to_who_stands_on_its_banks_and_else_to_who_controls_them() -> None:
    assert holder(situation({INFANTRY: "5230"}, Phase.MOVEMENT)) == AXIS
    assert holder(situation({RIFLES: "5229"}, Phase.MOVEMENT)) == SOVIET
    both = {AXIS: ["5230", "5229"], SOVIET: []}
    assert holder(situation({}, Phase.MOVEMENT, control=both)) == AXIS
    split = {AXIS: ["5230"], SOVIET: ["5229"]}
    assert holder(situation({}, Phase.MOVEMENT, control=split)) is None


@pytest.mark.rule("14.1.3")
def test_of_two_enemies_on_the_banks_the_first_holds_the_bridge_until_he_leaves() -> None:
    """The example of the book: A is won, B is cleared, B is entered again, A is left."""
    position = situation({INFANTRY: "5232", RIFLES: "5229"}, Phase.MOVEMENT)
    attacker, garrison = unit(position, INFANTRY), unit(position, RIFLES)
    a, b, elsewhere = hexes(position, "5230", "5229", "5227")
    assert holder(position) == SOVIET
    put(position, attacker, a)
    assert holder(position) == SOVIET  # he was there first
    put(position, garrison, elsewhere)
    assert holder(position) == AXIS
    put(position, garrison, b)
    assert holder(position) == AXIS  # coming back does not help
    put(position, attacker, hexes(position, "5232")[0])
    assert holder(position) == SOVIET  # until the other bank is left


@pytest.mark.rule("14.1.3")
def test_the_set_up_counts_as_the_first_arrival() -> None:
    game = plain_game()
    position = game.start()
    for number in (unit(position, INFANTRY), unit(position, RIFLES)):
        assert position.state.where[number] >= 0
    while position.decision.kind == "SettingUp":
        play(position, "ready")
    for near, known in position.state.bridgeheads.items():
        banks = [position.state.stacks.get(hex, ()) for hex in game.grid.side_hexes(near)]
        owners = {game.owner[stack[0]] for stack in banks if stack}
        assert owners == {(AXIS, SOVIET)[known]}


@pytest.mark.rule("14.1.4")
def test_only_who_holds_a_bridge_can_blow_it_up() -> None:
    position = situation({INFANTRY: "5232", RIFLES: "5229"}, Phase.MOVEMENT)
    put(position, unit(position, INFANTRY), hexes(position, "5230")[0])
    play(position, f"unit {INFANTRY}")
    assert refused(position, f"demolish {BRIDGE}") == "14.1.4"
    assert not legal(position, "demolish")
    put(position, unit(position, RIFLES), hexes(position, "5227")[0])
    assert refused(position, f"demolish {BRIDGE}") == ""


# --- 14.2 ---------------------------------------------------------------------------------------------


@pytest.mark.rule("14.2.1")
def test_regular_units_and_headquarters_on_a_bank_demolish_for_a_point() -> None:
    for id, label in ((INFANTRY, "5230"), (TANKS, "5229"), (POST, "5230")):
        position = moving({id: label}, id)
        before = left(position)
        play(position, f"demolish {BRIDGE}")
        assert broken(position)
        assert before - left(position) == 6
    away = moving({INFANTRY: "5231"}, INFANTRY)
    assert refused(away, f"demolish {BRIDGE}") == "14.2.1"
    gunners = moving({GUNS: "5230"}, GUNS)
    assert refused(gunners, f"demolish {BRIDGE}") == "14.2.1"
    without = situation({INFANTRY: "5233"}, Phase.MOVEMENT, shortage={INFANTRY: 1})
    play(without, f"march {INFANTRY} 5233-5232-5231-5230")
    assert left(without) == 3  # half a point is left of two after three hexes of main route
    assert refused(without, f"demolish {BRIDGE}") == "14.2.1"


@pytest.mark.rule("14.2.1")
def test_a_bridge_that_is_down_carries_no_road() -> None:
    position = moving({INFANTRY: "5230"}, INFANTRY)
    assert cost_to(position, "5229") == 3  # half a point along the road
    play(position, f"demolish {BRIDGE}")
    assert cost_to(position, "5229") == 12  # 1 for clear ground, 1 for the river


def ruin(units: dict[str, str], worker: str) -> MoscowPosition:
    position = situation(units, Phase.MOVEMENT)
    bridges.destroy(position, side(position, BRIDGE), "14.2.1")
    play(position, f"unit {worker}")
    return position


@pytest.mark.rule("14.2.2")
def test_in_range_of_a_headquarters_a_bridge_is_rebuilt_for_three_points() -> None:
    position = ruin({INFANTRY: "5230", POST: "5234"}, INFANTRY)
    before = left(position)
    play(position, f"rebuild {BRIDGE}")
    assert not broken(position)
    assert before - left(position) == 18
    far = ruin({INFANTRY: "5230", POST: "5235"}, INFANTRY)
    assert refused(far, f"rebuild {BRIDGE}") == "14.2.2"
    alone = ruin({POST: "5229"}, POST)
    assert refused(alone, f"rebuild {BRIDGE}") == ""
    gunners = ruin({GUNS: "5230", POST: "5231"}, GUNS)
    assert refused(gunners, f"rebuild {BRIDGE}") == "14.2.2"


@pytest.mark.rule("14.2.2")
def test_rebuilding_takes_three_whole_points() -> None:
    position = situation({INFANTRY: "5230", POST: "5231"}, Phase.MOVEMENT, shortage={INFANTRY: 1})
    bridges.destroy(position, side(position, BRIDGE), "14.2.1")
    play(position, f"unit {INFANTRY}")
    assert left(position) == 12
    assert refused(position, f"rebuild {BRIDGE}") == "14.2.2"


@pytest.mark.rule("14.2.3")
def test_rivers_get_no_new_bridges() -> None:
    position = moving({POST: "5230"}, POST)
    assert refused(position, f"rebuild {BRIDGE}") == "14.2.3"  # it stands
    phase = situation({POST: "5230"}, Phase.MOVEMENT)
    assert refused(phase, f"span {POST} {BRIDGE}") == "14.2.3"
    assert not legal(phase, "span")


@pytest.mark.rule("14.1.1")
def test_without_the_chapter_nobody_works_on_bridges() -> None:
    game = plain_game(options=("bridges=off",))
    position = moving({INFANTRY: "5230"}, INFANTRY, game=game)
    assert not legal(position, "demolish")
    assert refused(position, f"demolish {BRIDGE}") == "14.0"
    guns = situation({GUNS: "5231"}, Phase.COMBAT, game=game)
    assert refused(guns, f"shell {BRIDGE}") == "14.0"
    assert legal(guns, "shell") == []
    aircraft = situation({GUNS: "5231"}, Phase.AIR, game=game)
    assert refused(aircraft, f"bomb axis-air {BRIDGE}") == "14.0"
    assert legal(aircraft, "bomb") == []


# --- 14.3 ---------------------------------------------------------------------------------------------


@pytest.mark.rule("14.3.1")
def test_a_bridge_over_a_big_river_takes_three_points_to_destroy() -> None:
    position = moving({INFANTRY: "3030"}, INFANTRY, game=big_game())
    before = left(position)
    play(position, f"demolish {BIG_BRIDGE}")
    assert broken(position, BIG_BRIDGE)
    assert before - left(position) == 18


def at_the_bank(units: dict[str, str] | None = None, *, broken: bool = False) -> MoscowPosition:
    """The movement phase after a supply phase in which the headquarters stood in 3030."""
    position = situation(units or {POST: "3030"}, Phase.SUPPLY, game=big_game())
    if broken:
        bridges.destroy(position, side(position, BIG_BRIDGE), "14.3.1")
    _until_movement(position)
    return position


def _until_movement(position: MoscowPosition) -> None:
    """End phases until the Axis movement phase of the next turn."""
    turn = position.state.turn
    while (position.state.turn, position.state.phase) != (turn + 1, Phase.MOVEMENT):
        if position.seat == CHANCE:
            outcomes = position.decision.outcomes
            assert outcomes is not None
            position.submit(outcomes.at(outcomes.total // 2))
        else:
            position.submit(position.legal().orders[-1])


@pytest.mark.rule("14.3.2")
def test_a_headquarters_that_stood_on_the_bank_builds_in_two_turns() -> None:
    position = at_the_bank()
    span = FREE
    assert f"span {POST} {span}" in legal(position, "span")
    play(position, f"span {POST} {span}")
    assert refused(position, f"unit {POST}") in ("3.1.6", "14.3.4")  # all its points are spent
    assert side(position, span) not in position.state.built
    _until_movement(position)
    assert side(position, span) in position.state.built
    assert refused(position, f"unit {POST}") == "3.1.6"  # it spends its points once more
    assert bridges.standing(position, side(position, span))
    _until_movement(position)
    assert refused(position, f"unit {POST}") == ""


@pytest.mark.rule("14.3.2")
def test_a_printed_bridge_that_is_down_is_rebuilt_the_same_way() -> None:
    position = at_the_bank(broken=True)
    play(position, f"unit {POST}")
    assert refused(position, f"rebuild {BIG_BRIDGE}") == "14.3.2"
    play(position, "stop")
    fresh = at_the_bank(broken=True)
    play(fresh, f"span {POST} {BIG_BRIDGE}")
    _until_movement(fresh)
    assert not broken(fresh, BIG_BRIDGE)
    standing = at_the_bank()
    assert refused(standing, f"span {POST} {BIG_BRIDGE}") == "14.3.2"


@pytest.mark.rule("14.3.2")
def test_the_headquarters_must_have_stood_there_at_the_end_of_its_supply_phase() -> None:
    position = situation({POST: "3030"}, Phase.MOVEMENT, game=big_game())
    assert refused(position, f"span {POST} {FREE}") == "14.3.2"
    assert refused(at_the_bank({POST: "3031"}), f"span {POST} {FREE}") == "14.3.2"
    assert refused(at_the_bank({INFANTRY: "3030"}), f"span {INFANTRY} {FREE}") == "14.3.2"


@pytest.mark.rule("14.3.2")
def test_the_far_bank_must_be_free_of_enemy_zones_or_both_banks_held() -> None:
    enemy_near = at_the_bank({POST: "3030", RIFLES: "3329"})
    play(enemy_near, f"span {POST} {FREE}")
    put(enemy_near, unit(enemy_near, RIFLES), hexes(enemy_near, "3229")[0])
    _until_movement(enemy_near)
    assert not enemy_near.state.built
    held = at_the_bank({POST: "3030", INFANTRY: "3030", SECOND: "3129", RIFLES: "3329"})
    play(held, f"span {POST} {FREE}")
    put(held, unit(held, RIFLES), hexes(held, "3229")[0])
    bridges.complete_spans(_a_turn_later(held), AXIS)
    assert held.state.built


def _a_turn_later(position: MoscowPosition) -> MoscowPosition:
    position.state.turn += 1
    return position


@pytest.mark.rule("14.3.2", "2.2")
def test_the_work_is_secret() -> None:
    position = at_the_bank()
    events = play(position, f"span {POST} {FREE}")
    told = [event for event in events if "bridge" in event.text]
    assert told
    assert not any(event.visible_to(SOVIET) or event.visible_to(None) for event in told)
    own, theirs = position.view(AXIS), position.view(SOVIET)
    marks = {piece.id: piece.marks for piece in own.pieces}
    assert "building a bridge" in marks[POST]
    assert all("building a bridge" not in piece.marks for piece in theirs.pieces)


@pytest.mark.rule("14.3.3")
def test_one_bridge_one_headquarters() -> None:
    position = at_the_bank({POST: "3030", "HQ.VII": "3030"}, broken=True)
    play(position, f"span {POST} {FREE}")
    assert refused(position, f"span HQ.VII {FREE}") == "14.3.3"
    assert refused(position, f"span HQ.VII {BIG_BRIDGE}") == ""


@pytest.mark.rule("14.3.4")
def test_at_work_a_headquarters_neither_moves_nor_retreats() -> None:
    position = at_the_bank({POST: "3030", INFANTRY: "3030"})
    companions = (unit(position, POST), unit(position, INFANTRY))
    assert able_to_retreat(position, companions) == companions
    play(position, f"span {POST} {FREE}")
    assert able_to_retreat(position, companions) == (unit(position, INFANTRY),)
    assert where(position, POST) == "3030"
    # marked as moved no longer, it still stays where it is
    position.state.marks[unit(position, POST)] &= ~int(Mark.MOVED)
    assert refused(position, f"unit {POST}") == "14.3.4"
    position.state.marks[unit(position, POST)] &= ~int(Mark.SPANNING)
    assert refused(position, f"unit {POST}") == ""
