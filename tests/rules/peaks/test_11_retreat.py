"""11 Retreat: who moves whom where, what an enemy zone costs, and the fortress city."""

from __future__ import annotations

import pytest
from tests.games.peaks.fighting import FIELD, fight, waits_for
from tests.games.peaks.situation import PeaksPosition, legal, play, refused, scene, steps_left, where

from grognard.games.peaks.state import SOVIET

LONE = FIELD.replace(".Pz,Inf", ".Pz")


def beaten(picture: str = LONE, result: str = "DW", attackers: str = "Pz", **more: object) -> PeaksPosition:
    """A defender in 0304 is beaten from 0303."""
    position = scene(picture, result=result, **more)  # type: ignore[arg-type]
    fight(position, "0304", attackers)
    return position


@pytest.mark.rule("11.0", "11.1")
def test_the_phasing_player_moves_the_retreat_of_the_enemy() -> None:
    position = beaten()
    assert waits_for(position) == ("axis", "ChooseRetreat")
    # 0203 and 0403 are in the zone of the attacker, but open: the army would pay for them
    assert legal(position) == ["back A1 0203", "back A1 0204", "back A1 0305", "back A1 0403", "back A1 0404"]


@pytest.mark.rule("11.1")
def test_by_a_switch_the_owner_moves_his_own_retreats() -> None:
    position = beaten(options={"attacker-moves-retreats": "off"})
    assert waits_for(position) == ("soviet", "ChooseRetreat")
    own = scene(LONE, result="AW", options={"attacker-moves-retreats": "off"})
    fight(own, "0304", "Pz")
    assert waits_for(own) == ("axis", "ChooseRetreat")


@pytest.mark.rule("11.1")
def test_the_phasing_player_moves_his_own_retreats_too() -> None:
    position = beaten(result="AW")
    assert waits_for(position) == ("axis", "ChooseRetreat")
    assert all(text.startswith("back Pz ") for text in legal(position))


@pytest.mark.rule("11.0", "11.1")
@pytest.mark.parametrize(("result", "hexes"), [("DW", 1), ("DP", 2), ("OR", 3)])
def test_a_retreat_ends_as_many_hexes_away_as_the_result_says(result: str, hexes: int) -> None:
    position = beaten(result=result)
    grid, start = position.game.grid, position.game.grid.hex("0304")
    gone = 0
    while waits_for(position)[1] == "ChooseRetreat":
        before = where(position, "A1")
        play(position, legal(position)[-1])
        gone += 1
        assert grid.distance(start, grid.hex(where(position, "A1"))) >= min(gone, hexes) > 0, before
    assert grid.distance(start, grid.hex(where(position, "A1"))) == hexes


@pytest.mark.rule("11.0")
def test_the_distance_does_not_depend_on_the_movement_factor() -> None:
    position = beaten(result="OR")
    play(position, "back A1 0305", "back A1 0306", "back A1 0307")
    assert where(position, "A1") == "0307"  # three hexes off, with a movement factor of three or less


@pytest.mark.rule("11.1")
def test_a_step_that_does_not_lead_away_is_refused() -> None:
    position = beaten(result="DP")
    play(position, "back A1 0305")
    assert refused(position, "back A1 0204") == "11.1"  # still next to the hex of the fight
    assert refused(position, "back A1 0304") == "11.1"  # used already
    assert refused(position, "back A1 0101") == "11.1"  # not adjacent
    assert refused(position, "back Pz 0302") == "11.1"  # has not to retreat


@pytest.mark.rule("11.1")
def test_retreats_never_enter_enemies_closed_ground_or_the_sea() -> None:
    picture = """
        .    .    .    .    .    .
          .    .    .Inf  ^    .    .
        .    .    .Pz  .A1   =    .
          .    .    .Inf2 .    .    .
        .    .    .    .    .    .
    """
    position = beaten(picture)
    # 0203 and 0403 hold enemies, 0204 is high mountain, 0305 all-sea: 0404 alone is left, and taken at once
    assert where(position, "A1") == "0404"


@pytest.mark.rule("11.1", "18.2")
def test_mountain_units_may_retreat_into_the_high_mountains() -> None:
    picture = """
        .    .    .A2  ^    .    .
          =    .Mtn  =     .    .    .
        .    =    =    .    .    .
    """
    position = scene(picture, seat=SOVIET, result="DW")
    fight(position, "0202", "A2")
    assert where(position, "Mtn") in ("0201", "0102")


@pytest.mark.rule("11.1")
def test_a_retreat_leaves_neither_the_map_nor_its_hexes_twice() -> None:
    corner = """
        .    .    .Pz  .A1
          =    =    =    =
    """
    position = scene(corner, result="DW")
    fight(position, "0104", "Pz")
    assert where(position, "A1") == ""  # nowhere to go


@pytest.mark.rule("11.1")
def test_who_cannot_go_far_enough_is_lost() -> None:
    pocket = """
        =    =    =    =    =    =
          =    =    =    =    =    =
        =    =    .Pz  .A1  .    =
          =    =    =    =    =    =
    """
    position = scene(pocket, result="DP")
    fight(position, "0304", "Pz")
    assert where(position, "A1") == ""
    near = scene(pocket, result="DW")
    fight(near, "0304", "Pz")
    assert where(near, "A1") == "0305"


@pytest.mark.rule("11.1")
def test_a_way_that_comes_to_an_end_is_not_offered_while_another_leads_on() -> None:
    fork = """
        =    =    =    =    =    =    =
          =    =    =    .    =    =    =
        =    =    .Pz  .A1  .    .    =
          =    =    =    =    =    =    =
    """
    position = scene(fork, result="DP")
    play(position, "attack 0304", "join Pz", "fight", "table assault", "roll 1")
    # 0204 is a dead end; the army goes 0305 and 0306 by itself
    assert where(position, "A1") == "0306"


@pytest.mark.rule("11.1", "8.2")
def test_a_longer_retreat_does_not_come_nearer_to_the_fight_again() -> None:
    bend = """
        =    =    =    =    =    =
          =    =    =    .    .A2  =
        =    =    .Pz  .A1  .    =
          =    =    =    =    =    =
    """
    position = scene(bend, result="DP")
    fight(position, "0304", "Pz")
    play(position, legal(position)[0])
    # two hexes away there is only 0205, which is full; 0204 and 0305 are but one hex away
    assert where(position, "A1") == ""


@pytest.mark.rule("11.1", "8.2")
def test_a_full_hex_without_a_way_on_is_not_offered_while_there_is_room_elsewhere() -> None:
    fork = """
        =    =    =    =    =    =
          =    =    .A2  =    =    =
        =    =    .Pz  .A1  .    .
          =    =    =    =    =    =
    """
    position = scene(fork, result="DW")
    fight(position, "0304", "Pz")
    assert where(position, "A1") == "0305"  # by itself: it is the only way to a good end


@pytest.mark.rule("11.1")
def test_stacked_units_retreat_one_by_one_and_need_not_stay_together() -> None:
    position = scene(FIELD, seat=SOVIET, result="DW")
    fight(position, "0303", "A1")
    assert waits_for(position)[0] == "soviet"
    play(position, "back Inf 0302")
    assert "back Pz 0402" in legal(position)
    play(position, "back Pz 0402")
    assert (where(position, "Inf"), where(position, "Pz")) == ("0302", "0402")


@pytest.mark.rule("11.1")
def test_a_dead_end_is_refused_while_another_way_leads_on() -> None:
    fork = """
        =    =    =    =    =    =    =
          =    =    =    .    =    =    =
        =    =    .Pz  .A1  .    .    =
          =    =    =    .    .    =    =
    """
    position = scene(fork, result="DP")
    fight(position, "0304", "Pz")
    assert legal(position) == ["back A1 0305", "back A1 0404"]
    assert refused(position, "back A1 0204") == "11.1"


@pytest.mark.rule("11.1", "10.10")
def test_only_survivors_retreat() -> None:
    position = scene(FIELD, seat=SOVIET, result="DZ", reduced="Inf")
    events = list(fight(position, "0303", "A1"))
    while waits_for(position)[1] == "ChooseRetreat":
        events += play(position, legal(position)[0])
    assert sum(event.text == "Inf is eliminated" for event in events) == 1
    assert where(position, "Pz") not in ("", "0303")


@pytest.mark.rule("11.1")
def test_one_retreat_is_finished_before_the_next_begins() -> None:
    position = scene(FIELD, seat=SOVIET, result="DP")
    fight(position, "0303", "A1")
    play(position, "back Inf 0302")
    assert all(text.startswith("back Inf ") for text in legal(position))
    assert refused(position, "back Pz 0302") == "11.1"


@pytest.mark.rule("11.1", "5.5")
def test_retreats_cross_sector_boundary_and_front_line() -> None:
    position = beaten(caucasus="0305", soviet_side="0304")
    assert "back A1 0305" in legal(position)


@pytest.mark.rule("11.1")
def test_enemy_airstrikes_and_markers_do_not_block_a_retreat() -> None:
    position = beaten(over={"FK4": "0305", "Partisan": "0204"})
    assert {"back A1 0305", "back A1 0204"} <= set(legal(position))


@pytest.mark.rule("11.1", "8.4")
def test_a_retreat_goes_on_through_full_hexes_to_one_with_room() -> None:
    picture = """
        =    =    =    =    =    =    =
          =    =    =    =    =    =    =
        =    =    .Pz  .A1  .A2  .A3  .
          =    =    =    =    =    =    =
    """
    position = scene(picture, result="DW")
    fight(position, "0304", "Pz")
    assert where(position, "A1") == "0307"
    full = scene(picture.replace(".A3  .", ".A3  ="), result="DW")
    fight(full, "0304", "Pz")
    assert where(full, "A1") == ""  # forced to end over-stacked: eliminated
    assert where(full, "A2") == "0305"


@pytest.mark.rule("11.1", "8.1")
def test_allies_of_different_nations_are_no_room_for_each_other() -> None:
    picture = """
        =    =    =    =    =    =
          =    =    =    =    =    =
        .    .Ita .Rom .A1  =    =
          =    =    =    =    =    =
    """
    position = scene(picture, seat=SOVIET, result="DW")
    fight(position, "0303", "A1")
    assert where(position, "Rom") == "0301"
    german = scene(picture.replace(".Ita", ".Inf"), seat=SOVIET, result="DW")
    fight(german, "0303", "A1")
    assert where(german, "Rom") == "0302"


@pytest.mark.rule("11.1", "18.1", "12.4")
def test_units_that_cannot_move_are_lost_when_forced_to_retreat() -> None:
    position = beaten(LONE.replace(".A1", ".Gar"))
    assert where(position, "Gar") == ""


@pytest.mark.rule("15.12", "11.1")
def test_a_mobile_depot_retreats_along_railroads_alone() -> None:
    picture = LONE.replace(".Pz", ".Depot")
    position = scene(picture, seat=SOVIET, result="DW", links={"railroad": "0302-0303"})
    fight(position, "0303", "A1")
    assert where(position, "Depot") == "0302"
    stranded = scene(picture, seat=SOVIET, result="DW")
    fight(stranded, "0303", "A1")
    assert where(stranded, "Depot") == ""


# --- 11.2 -----------------------------------------------------------------------------------------


@pytest.mark.rule("11.2")
def test_retreating_into_an_enemy_zone_costs_a_step() -> None:
    position = beaten()
    play(position, "back A1 0203")
    assert (where(position, "A1"), steps_left(position, "A1")) == ("0203", 1)
    free = beaten()
    play(free, "back A1 0305")
    assert steps_left(free, "A1") == 2


@pytest.mark.rule("11.2")
def test_a_unit_with_one_step_dies_in_an_enemy_zone() -> None:
    position = beaten(reduced="A1")
    play(position, "back A1 0203")
    assert where(position, "A1") == ""


@pytest.mark.rule("11.2")
def test_every_zone_on_the_way_costs_a_step() -> None:
    corridor = """
        =    =    =    =    .Inf  .Inf2   =
          =    =    =    =    =    =    =
        =    =    .Pz  .A1  .    .    =
          =    =    =    =    =    =    =
    """
    open_water = """
        =    =    =    =    =    =    =
          =    =    =    .Inf .Inf2    =    =
        =    =    .Pz  .A1  .    .    =
          =    =    =    =    =    =    =
    """
    calm = scene(corridor, result="DP")
    fight(calm, "0304", "Pz")
    assert (where(calm, "A1"), steps_left(calm, "A1")) == ("0306", 2)
    watched = scene(open_water, result="DP")
    fight(watched, "0304", "Pz")
    assert where(watched, "A1") == ""  # 0305 and 0306 both lie in zones: two steps


@pytest.mark.rule("11.2", "10.6")
def test_a_unit_that_retreated_may_be_attacked_again_by_units_that_have_not_attacked() -> None:
    picture = """
        .    .    .    .    .    .    .
          .    .    .    .    .Inf2    .    .
        .    .    .Pz  .A1  .    .    .
          .    .    .    .    .    .    .
        .    .    .    .    .    .    .
    """
    position = scene(picture, result="DW")
    fight(position, "0304", "Pz")
    play(position, "back A1 0305", "ready")
    assert legal(position) == ["attack 0305", "end"]
    play(position, "attack 0305")
    assert legal(position, "join") == ["join Inf2"]


@pytest.mark.rule("10.6")
def test_a_unit_that_held_is_not_attacked_again() -> None:
    position = scene(FIELD, result="AS")
    fight(position, "0304", "Pz")
    assert position.outcome is not None


# --- 11.3 -----------------------------------------------------------------------------------------

CITY = {"fortress Stalingrad": "0304"}


@pytest.mark.rule("11.3")
def test_the_owner_may_ignore_a_retreat_in_the_fortress_city() -> None:
    position = scene(LONE, result="DD", places=CITY)
    fight(position, "0304", "Pz")
    assert waits_for(position) == ("soviet", "StandFast")
    play(position, "hold A1")
    assert (where(position, "A1"), steps_left(position, "A1")) == ("0304", 1)  # the loss stands
    assert position.outcome is not None  # 12.3: and there is no pursuit


@pytest.mark.rule("11.3")
def test_he_may_let_them_go_as_well() -> None:
    position = scene(LONE, result="DW", places=CITY)
    fight(position, "0304", "Pz")
    play(position, "go A1")
    assert waits_for(position) == ("axis", "ChooseRetreat")


@pytest.mark.rule("11.3", "18.1")
def test_a_garrison_of_the_fortress_city_may_hold_out() -> None:
    position = scene(LONE.replace(".A1", ".Gar"), result="DW", places=CITY)
    fight(position, "0304", "Pz")
    play(position, "hold Gar")
    assert where(position, "Gar") == "0304"
    gone = scene(LONE.replace(".A1", ".Gar"), result="DW", places=CITY)
    fight(gone, "0304", "Pz")
    play(gone, "go Gar")
    assert where(gone, "Gar") == ""


@pytest.mark.rule("11.3")
def test_attackers_in_the_fortress_city_may_ignore_their_retreat_those_outside_may_not() -> None:
    position = scene(
        FIELD.replace(".A1    .", ".A1    .Inf2"), result="AW", places={"fortress Stalingrad": "0303"}
    )
    fight(position, "0304", "Pz Inf2")
    assert waits_for(position) == ("axis", "StandFast")
    assert legal(position) == ["hold Pz", "go Pz"]
    play(position, "hold Pz")
    assert {text.split()[1] for text in legal(position)} == {"Inf2"}


@pytest.mark.rule("11.3")
@pytest.mark.parametrize("place", ["city", "town"])
def test_other_cities_are_no_fortress(place: str) -> None:
    position = scene(LONE, result="DW", places={f"{place} Rostov": "0304"})
    fight(position, "0304", "Pz")
    assert waits_for(position)[1] == "ChooseRetreat"


@pytest.mark.rule("11.3")
def test_a_retreat_may_end_in_the_fortress_city() -> None:
    position = scene(LONE, result="DP", places={"fortress Stalingrad": "0305"})
    fight(position, "0304", "Pz")
    play(position, "back A1 0305")
    assert waits_for(position) == ("soviet", "HaltInFortress")
    play(position, "hold A1")
    assert where(position, "A1") == "0305"
    on = scene(LONE, result="DP", places={"fortress Stalingrad": "0305"})
    fight(on, "0304", "Pz")
    play(on, "back A1 0305", "go A1", "back A1 0306")
    assert where(on, "A1") == "0306"


@pytest.mark.rule("11.3", "11.1")
def test_the_fortress_city_is_an_end_of_a_retreat_even_where_no_way_leads_on() -> None:
    fork = """
        =    =    =    =    =    =    =
          =    =    =    .    =    =    =
        =    =    .Pz  .A1  .    .    =
          =    =    =    =    =    =    =
    """
    position = scene(fork, result="DP", places={"fortress Stalingrad": "0204"})
    fight(position, "0304", "Pz")
    assert legal(position) == ["back A1 0204", "back A1 0305"]


@pytest.mark.rule("11.3", "8.2")
def test_stacking_holds_in_the_fortress_city() -> None:
    position = scene(
        LONE.replace(".A1    .", ".A1    .A2"), result="DP", places={"fortress Stalingrad": "0305"}
    )
    fight(position, "0304", "Pz")
    play(position, "back A1 0305")
    assert waits_for(position)[1] == "ChooseRetreat"  # full: it has to go on
