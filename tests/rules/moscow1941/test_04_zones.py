"""4 Zone of control, and control of hexes."""

from __future__ import annotations

import pytest
from tests.games.moscow1941.altered import bridge, ground, rivers, road
from tests.games.moscow1941.situation import (
    Changes,
    MoscowPosition,
    hexes,
    plain_game,
    play,
    refused,
    situation,
    unit,
    where,
)

from grognard.board.bits import hexes_of
from grognard.games.moscow1941.control import controls, settle
from grognard.games.moscow1941.field import put, zone_of, zones
from grognard.games.moscow1941.movement import MovingUnit
from grognard.games.moscow1941.phases import Phase
from grognard.games.moscow1941.state import AXIS, SOVIET, Mark

LAND: Changes = (
    ground({"3909": "swamp", "3910": "lake"})
    + rivers("big_river", "4009/4010", "4009/4109")
    + road("main", "4009-4010")
    + bridge("4009/4010")
)
INFANTRY, TANKS = "7ID.19", "2Pz.3"


def zone(id: str, hex: str = "4010") -> set[str]:
    position = situation({id: hex}, Phase.MOVEMENT, AXIS, game=plain_game(changes=LAND))
    return {position.game.grid.label(found) for found in hexes_of(zone_of(position, unit(position, id)))}


@pytest.mark.rule("4.1.1", "4.1.3", "4.1.4")
def test_a_zone_is_all_neighbours_but_across_big_rivers_and_on_closed_ground() -> None:
    assert (
        zone(INFANTRY, "3510") == {"3409", "3410", "3509", "3511", "3609", "3610"}
        or len(zone(INFANTRY, "3510")) == 6
    )
    assert zone(INFANTRY) == {"3909", "4011", "4109", "4110"}
    assert zone(TANKS) == zone("2Pz.S2") == {"4011", "4109", "4110"}


@pytest.mark.rule("4.1.2")
@pytest.mark.parametrize(
    ("id", "regular"), [("StuG.191", True), ("50CD", True), ("Art.XX", False), ("HQ.XX", False)]
)
def test_regular_units_have_a_zone_guns_and_headquarters_have_none(id: str, regular: bool) -> None:
    assert bool(zone(id, "3510")) == regular


@pytest.mark.rule("4.1.5")
def test_zones_of_both_sides_overlap() -> None:
    position = situation({INFANTRY: "3510", "316RD": "3512", "50RD": "3513"}, Phase.MOVEMENT, AXIS)
    (middle,) = hexes(position, "3511")
    assert zones(position, AXIS) >> middle & 1
    assert zones(position, SOVIET) >> middle & 1


# --- movement ------------------------------------------------------------------------------------------


def moving(id: str, hex: str, enemies: dict[str, str], **more: object) -> MoscowPosition:
    position = situation({id: hex} | enemies, Phase.MOVEMENT, AXIS, **more)  # type: ignore[arg-type]
    play(position, f"unit {id}")
    return position


@pytest.mark.rule("4.2.1", "4.2.2")
def test_entering_an_enemy_zone_costs_nothing_and_ends_the_move() -> None:
    position = moving(TANKS, "3508", {"316RD": "3511"})
    assert refused(position, f"march {TANKS} 3508-3509-3510-3410") == "4.2.1"
    step = position.step
    assert isinstance(step, MovingUnit)
    play(position, f"march {TANKS} 3508-3509-3510")
    assert where(position, TANKS) == "3510"
    assert refused(position, f"move {TANKS} 3509")
    assert position.state.marks[unit(position, TANKS)] & Mark.MOVED


@pytest.mark.rule("4.2.1", "4.2.3")
def test_no_way_that_is_offered_leads_on_from_an_enemy_zone() -> None:
    enemies = {"316RD": "3510", "50RD": "3408", "78RD": "3612"}
    position = moving(TANKS, "3508", enemies)
    step, zone_hexes = position.step, zones(position, SOVIET)
    assert isinstance(step, MovingUnit)
    reach = step.reach(position)
    assert reach is not None
    ways = [reach.path(hex) for hex in reach.cost]
    assert len(ways) > 20
    for path in ways:
        assert not any(zone_hexes >> hex & 1 for hex in path[1:-1])


@pytest.mark.rule("4.2.1", "6.2.4", "14.2.1")
def test_who_has_entered_an_enemy_zone_spends_no_more_points_on_anything() -> None:
    limbered = {"Art.XX": int(Mark.TRANSPORT)}
    position = moving("Art.XX", "3508", {"316RD": "3511"}, marks=limbered)
    play(position, "move Art.XX 3509")
    assert refused(position, "deploy") == ""
    position = moving("Art.XX", "3508", {"316RD": "3510"}, marks=limbered)
    play(position, "move Art.XX 3509")
    assert position.state.marks[unit(position, "Art.XX")] & Mark.MOVED  # nothing left to do
    position = moving("Art.XX", "3509", {"316RD": "3510"}, marks=limbered)
    assert refused(position, "deploy") == ""  # it stood there before
    game = plain_game(changes=LAND)
    position = moving(INFANTRY, "4012", {"316RD": "3910"}, game=game)
    play(position, f"move {INFANTRY} 4010")
    assert position.state.marks[unit(position, INFANTRY)] & Mark.MOVED  # the bridge stays whole


@pytest.mark.rule("4.2.2")
def test_the_price_of_a_hex_is_the_same_in_an_enemy_zone() -> None:
    position = moving(INFANTRY, "3506", {"316RD": "3511"})
    assert refused(position, f"march {INFANTRY} 3506-3507-3508-3509-3510") == ""


@pytest.mark.rule("4.2.3")
def test_nobody_moves_within_the_zone_of_one_enemy_unit() -> None:
    position = moving(TANKS, "3510", {"316RD": "3511"})
    assert refused(position, f"march {TANKS} 3510-3411") == "4.2.3"
    assert refused(position, f"march {TANKS} 3510-3611") == "4.2.3"
    assert refused(position, f"march {TANKS} 3510-3410") == ""


@pytest.mark.rule("4.2.3")
def test_another_enemy_whose_zone_covers_the_hex_too_does_not_open_it() -> None:
    # 4010 and 4110 both lie in the zone of 4011; 4110 also in that of 4210
    position = moving(TANKS, "4010", {"316RD": "4011", "50RD": "4210"})
    assert refused(position, f"march {TANKS} 4010-4110") == "4.2.3"


@pytest.mark.rule("4.2.4")
def test_a_unit_leaves_a_zone_and_enters_the_same_again() -> None:
    position = moving(TANKS, "4010", {"316RD": "4011"})
    play(position, f"march {TANKS} 4010-4109-4209-4210")
    assert where(position, TANKS) == "4210"
    position = moving(TANKS, "4010", {"316RD": "4011"})
    play(position, f"march {TANKS} 4010-4109-4110")  # back into the zone that it left
    assert where(position, TANKS) == "4110"


@pytest.mark.rule("4.2.5")
def test_a_unit_steps_from_the_zone_of_one_enemy_into_that_of_another() -> None:
    position = moving(TANKS, "4010", {"316RD": "4011", "50RD": "4209"})
    play(position, f"march {TANKS} 4010-4109")  # 4209 reaches 4109 and 4011 does not
    assert where(position, TANKS) == "4109"
    assert refused(position, f"move {TANKS} 4108")


@pytest.mark.rule("4.2.6")
def test_leaving_an_enemy_zone_costs_a_point() -> None:
    position = moving(INFANTRY, "4010", {"316RD": "4011"})
    play(position, f"move {INFANTRY} 4009")
    step = position.step
    assert isinstance(step, MovingUnit)
    assert step.left == (4 - 1 - 1) * 6


# --- control ---------------------------------------------------------------------------------------------


def settled(
    units: dict[str, str], seat: str = "axis", supplied: bool = True, held_by: str = "soviet"
) -> MoscowPosition:
    """A supply phase of a seat ends; the hexes around 4010 belonged to one side."""
    around = ("4010", "4009", "4011", "3909", "3910", "4109", "4110", "4012")
    marks = dict.fromkeys(units, int(Mark.IN_SUPPLY) if supplied else 0)
    nothing: tuple[str, ...] = ()
    owner, loser = (AXIS, SOVIET) if held_by == "axis" else (SOVIET, AXIS)
    position = situation(units, Phase.MOVEMENT, AXIS, control={owner: around, loser: nothing}, marks=marks)
    settle(position, AXIS if seat == "axis" else SOVIET)
    return position


def owner(position: MoscowPosition, label: str) -> str:
    (hex,) = hexes(position, label)
    found = [str(seat) for seat in (AXIS, SOVIET) if controls(position, seat, hex)]
    assert len(found) < 2
    return found[0] if found else ""


@pytest.mark.rule("4.3.1")
def test_at_the_start_each_side_controls_what_lies_behind_its_front() -> None:
    game = plain_game()
    position = game.start()
    for id in ("183ID.330", "316RD"):
        number = game.unit_index[id]
        assert controls(position, game.owner[number], position.state.where[number])
    assert not any(
        controls(position, AXIS, hex) and controls(position, SOVIET, hex) for hex in game.grid.hexes
    )


@pytest.mark.rule("4.3.2")
@pytest.mark.parametrize("id", ["7ID.19", "Art.XX", "HQ.XX"])
def test_a_unit_takes_its_own_hex_even_without_supply(id: str) -> None:
    assert owner(settled({id: "4010"}, supplied=False), "4010") == "axis"


@pytest.mark.rule("4.3.2")
def test_control_changes_at_the_end_of_the_own_supply_phase_and_not_before() -> None:
    position = settled({"7ID.19": "4010"}, seat="soviet")
    assert owner(position, "4010") == "soviet"
    position = situation(
        {"7ID.19": "4010"}, Phase.MOVEMENT, AXIS, control={SOVIET: ["4010", "4011"], AXIS: []}
    )
    play(position, "unit 7ID.19", "move 7ID.19 4011", "stop", "end", "end")
    assert owner(position, "4011") == "soviet"
    play(position, "end")
    assert owner(position, "4011") == "axis"


@pytest.mark.rule("4.1.6", "4.3.3", "4.3.5")
def test_supplied_units_take_the_hexes_in_their_zone() -> None:
    assert owner(settled({"7ID.19": "4010"}), "4009") == "axis"
    assert owner(settled({"7ID.19": "4010"}), "4012") == "soviet"
    assert owner(settled({"7ID.19": "4010"}, supplied=False), "4009") == "soviet"
    assert owner(settled({"Art.XX": "4010"}), "4009") == "soviet"


@pytest.mark.rule("4.3.3", "4.3.6")
def test_a_hex_in_the_zones_of_both_sides_belongs_to_nobody() -> None:
    units = {"7ID.19": "4010", "316RD": "4012"}
    assert owner(settled(units), "4011") == ""
    assert owner(settled(units, held_by="axis"), "4011") == ""
    assert owner(settled(units, held_by="axis", supplied=False), "4011") == ""


@pytest.mark.rule("4.3.6")
def test_a_hex_with_a_unit_is_held_in_spite_of_enemy_zones() -> None:
    assert owner(settled({"7ID.19": "4010", "316RD": "4011"}), "4010") == "axis"
    assert owner(settled({"7ID.19": "4010", "316RD": "4011"}), "4011") == "soviet"


@pytest.mark.rule("4.3.4")
def test_who_surrenders_controls_nothing() -> None:
    position = situation(
        {"7ID.19": "4010"},
        Phase.STRATEGIC,
        AXIS,
        shortage={"7ID.19": 13},
        control={SOVIET: ["4010"], AXIS: []},
    )
    play(position, "end", "roll 12")
    assert where(position, "7ID.19") == ""
    assert owner(position, "4010") == "soviet"


@pytest.mark.rule("4.3", "4.3.2", "4.3.3")
def test_what_was_left_behind_stays_under_control() -> None:
    position = settled({"7ID.19": "4010"})
    put(position, unit(position, "7ID.19"), hexes(position, "3020")[0])
    settle(position, AXIS)
    assert owner(position, "4010") == "axis"
