"""10 Combat: who attacks whom, support before the table, percentages, shifts, and who is reduced."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.games.peaks.fighting import FIELD, fight, odds, waits_for, worth
from tests.games.peaks.situation import PeaksPosition, legal, play, refused, scene, steps_left, units, where

from grognard.core import ROLL
from grognard.games.peaks import combat_forecast
from grognard.games.peaks.air import AttritionCheck
from grognard.games.peaks.combat import CombatSegment
from grognard.games.peaks.combat_columns import column_of, percentage, shifted
from grognard.games.peaks.components import COLUMNS, Weather
from grognard.games.peaks.state import AXIS, REMOVED, SOVIET, Sectors
from grognard.lab.odds import distribution
from grognard.lab.policies import sparing

ACROSS = """
    .    .    .    .    .    .    .
      .    .    .A2   .    .    .    .
    .    .    .Pz,Inf  .A1    .    .    .
      .    .Inf2    .    .    .    .    .
    .    .    .    .    .    .    .
"""
"""0303 lies beside 0304 and 0203; 0402 beside 0303 alone."""


# --- 10.1 to 10.6: declarations -------------------------------------------------------------------


@pytest.mark.rule("10.0", "10.1", "10.2")
def test_attacking_is_voluntary_and_any_enemy_beside_can_be_the_target() -> None:
    position = scene(ACROSS)
    assert waits_for(position) == ("axis", "DeclareAttack")
    assert legal(position) == ["attack 0203", "attack 0304", "end"]
    play(position, "end")
    assert position.outcome is not None


@pytest.mark.rule("10.2", "10.3", "5.5")
def test_only_units_of_the_open_sector_attack() -> None:
    # 0303 with both corps is in the Caucasus, everything else in the Stalingrad Sector
    closed = scene(ACROSS, caucasus="0303", sectors=Sectors.STALINGRAD)
    assert closed.outcome is not None  # Inf2 stands beside no enemy
    position = scene(ACROSS, caucasus="0303", sectors=Sectors.CAUCASUS)
    assert legal(position) == ["attack 0203", "attack 0304", "end"]  # 10.3: across the boundary


@pytest.mark.rule("10.2", "10.3")
def test_a_unit_of_a_closed_sector_cannot_join_an_attack() -> None:
    position = scene(FIELD.replace(".A1    .", ".A1    .Inf2"), caucasus="0303", sectors=Sectors.STALINGRAD)
    play(position, "attack 0304")
    assert legal(position, "join") == ["join Inf2"]
    assert refused(position, "join Pz") == "10.3"


@pytest.mark.rule("5.5")
def test_with_both_sectors_open_units_attack_together_across_the_boundary() -> None:
    position = scene(FIELD.replace(".A1    .", ".A1    .Inf2"), caucasus="0303", sectors=Sectors.BOTH)
    play(position, "attack 0304")
    assert sorted(legal(position, "join")) == ["join Inf", "join Inf2", "join Pz"]


@pytest.mark.rule("10.4")
def test_a_unit_without_attack_strength_never_attacks() -> None:
    position = scene(FIELD.replace(".Pz,Inf", ".Pz,Depot"))
    play(position, "attack 0304")
    assert legal(position, "join") == ["join Pz"]
    assert refused(position, "join Depot") == "10.4"


@pytest.mark.rule("10.4", "18.1")
def test_garrisons_do_not_attack() -> None:
    position = scene(FIELD.replace(".A1", ".Gar"), seat=SOVIET)
    assert position.outcome is not None  # nobody can attack, so nobody is asked


@pytest.mark.rule("10.5")
def test_a_combat_is_finished_before_the_next_begins_and_the_order_is_free() -> None:
    position = scene(ACROSS, result="DW")
    fight(position, "0304", "Pz")
    assert waits_for(position)[1] == "ChooseRetreat"
    assert refused(position, "attack 0203") == "11.1"
    finish_combat(position)
    assert legal(position) == ["attack 0203", "end"]


def finish_combat(position: PeaksPosition) -> None:
    """Go on to the next attack; nobody pursues."""
    while waits_for(position)[1] not in ("DeclareAttack", "GameOver"):
        texts = legal(position)
        play(position, "ready" if "ready" in texts else texts[0])


@pytest.mark.rule("10.6")
def test_a_unit_attacks_once_and_is_attacked_once_in_a_segment() -> None:
    position = scene(ACROSS, result="AS")
    fight(position, "0304", "Pz")
    assert refused(position, "attack 0304") == "10.6"  # though Inf has not attacked
    play(position, "attack 0203")
    assert legal(position, "join") == ["join Inf"]
    assert refused(position, "join Pz") == "10.6"


@pytest.mark.rule("10.6")
def test_units_of_one_hex_may_attack_different_hexes() -> None:
    position = scene(ACROSS, result="AS")
    fight(position, "0304", "Pz")
    fight(position, "0203", "Inf")
    assert position.outcome is not None


@pytest.mark.rule("10.6")
def test_attackers_stand_beside_the_target_in_any_number_of_hexes() -> None:
    around = """
        .    .    .    .    .
          .    .Inf .Inf2  .
        .    .Pz  .A1  .Pz2  .
          .    .KG  .Rom   .
        .    .    .    .    .Inf3
    """
    position = scene(around)
    play(position, "attack 0303")
    joins = ["join Inf", "join Inf2", "join Pz2", "join Rom", "join KG", "join Pz"]
    assert sorted(legal(position, "join")) == sorted(joins)
    assert refused(position, "join Inf3") == "10.6"
    play(position, *joins)
    assert refused(position, "join Pz") == "10.6"
    assert odds(position, "0303", "Inf Inf2 Pz2 Rom KG Pz").attack == 4 + 4 + 6 + 2 + 2 + 6


@pytest.mark.rule("10.6")
def test_all_units_of_a_hex_defend_together_and_a_truck_column_does_not() -> None:
    soviet = scene(FIELD.replace(".A1", ".A1,Gar"))
    assert odds(soviet, "0304", "Pz").defence == 4 + 2
    axis = scene(FIELD.replace(".Pz,Inf", ".Pz,Inf,Truck,Depot,Oil"), seat=SOVIET)
    assert odds(axis, "0303", "A1").defence == 5 + 5 + 1 + 1


@pytest.mark.rule("10.6")
def test_a_hex_with_markers_alone_is_no_target() -> None:
    position = scene(FIELD.replace(".Pz,Inf", ".Truck"), seat=SOVIET)
    assert position.outcome is not None


@pytest.mark.rule("10.1")
def test_an_attack_can_be_called_off_before_it_is_fought_and_needs_an_attacker() -> None:
    position = scene(FIELD)
    play(position, "attack 0304")
    assert refused(position, "fight") == "10.1"
    play(position, "join Pz", "cancel")
    assert legal(position) == ["attack 0304", "end"]


@pytest.mark.rule("10.1", "10.6")
def test_refusals_say_why_a_hex_cannot_be_attacked() -> None:
    position = scene(ACROSS)
    assert refused(position, "attack 0303") == "10.6"  # his own
    assert refused(position, "attack 0101") == "10.6"  # empty


# --- 10.1, 10.7: support before the table ---------------------------------------------------------


@pytest.mark.rule("10.1", "19.2")
def test_attacker_then_defender_commit_support_before_the_table_is_chosen() -> None:
    position = scene(FIELD, boxes="Flak Katyusha")
    play(position, "attack 0304", "join Pz", "fight")
    assert waits_for(position) == ("axis", "CommitSupport")
    play(position, "support Flak")
    assert waits_for(position) == ("soviet", "CommitSupport")
    play(position, "support Katyusha")
    assert waits_for(position) == ("axis", "ChooseTable")
    play(position, "table mobile")
    assert waits_for(position) == ("chance", "CombatRoll")


@pytest.mark.rule("10.7")
def test_the_mobile_table_needs_a_mechanized_attacker() -> None:
    position = scene(FIELD)
    play(position, "attack 0304", "join Inf", "fight")
    assert waits_for(position) == ("chance", "CombatRoll")
    position = scene(FIELD)
    play(position, "attack 0304", "join Inf", "join Pz", "fight")
    assert legal(position) == ["table assault", "table mobile"]


@pytest.mark.rule("10.7")
@pytest.mark.parametrize(("place", "choice"), [("city", False), ("fortress", False), ("town", True)])
def test_cities_are_assaulted_and_towns_are_not(place: str, choice: bool) -> None:
    position = scene(FIELD, places={f"{place} Rostov": "0304"})
    play(position, "attack 0304", "join Pz", "fight")
    assert waits_for(position)[1] == ("ChooseTable" if choice else "CombatRoll")


@pytest.mark.rule("10.7", "10.1")
def test_the_chosen_table_gives_the_result() -> None:
    for table, expected in (("assault", "assault"), ("mobile", "mobile")):
        position = scene(FIELD)
        rows = getattr(position.game.components, expected)
        event = next(e for e in fight(position, "0304", "Pz", roll=6, table=table) if e.result)
        column = odds(scene(FIELD), "0304", "Pz").column
        assert event.result == rows[6][column].value


# --- 10.8: percentage -----------------------------------------------------------------------------


@pytest.mark.rule("10.8")
def test_the_percentage_of_the_book() -> None:
    assert percentage(20, 13) == 153
    assert COLUMNS[column_of(153)] == "150-199"


@pytest.mark.rule("10.8")
@pytest.mark.parametrize(
    ("percent", "column"),
    [
        (1, "<=49"), (49, "<=49"), (50, "50-99"), (99, "50-99"), (100, "100-149"), (149, "100-149"),
        (150, "150-199"), (199, "150-199"), (200, "200-299"), (299, "200-299"), (300, "300-399"),
        (399, "300-399"), (400, "400-499"), (499, "400-499"), (500, "500+"), (2000, "500+"),
    ],
)  # fmt: skip
def test_the_column_of_a_percentage(percent: int, column: str) -> None:
    assert COLUMNS[column_of(percent)] == column


@pytest.mark.rule("10.8")
@given(st.integers(1, 200), st.integers(1, 200))
def test_a_percentage_is_never_rounded_up(attack: int, defence: int) -> None:
    percent = percentage(attack, defence)
    assert percent * defence <= attack * 100 < (percent + 1) * defence


@pytest.mark.rule("10.1", "10.8")
def test_attackers_use_their_attack_and_defenders_their_defence_as_they_are_now() -> None:
    found = odds(scene(FIELD), "0304", "Pz Inf")
    assert (found.attack, found.defence, found.percent, found.odds) == (10, 4, 250, "200-299")
    weak = odds(scene(FIELD, reduced="Pz A1"), "0304", "Pz Inf")
    assert (weak.attack, weak.defence, weak.percent) == (3 + 4, 2, 350)


# --- 10.9: shifts ---------------------------------------------------------------------------------


@pytest.mark.rule("10.9")
def test_the_first_example_of_the_book() -> None:
    """6 against 2 is 300%; one of the two attackers is unsupported: 200-299%."""
    position = scene(
        FIELD.replace(".Pz,Inf", ".Inf  ").replace(".A1    .", ".Weak  .Rom"),
        depots={AXIS: "0303", SOVIET: "0304"},
    )
    found = odds(position, "0304", "Inf Rom")
    assert (found.attack, found.defence, found.percent) == (6, 2, 300)
    assert [modifier.value for modifier in found.modifiers] == [-1]
    assert found.odds == "200-299"


@pytest.mark.rule("10.9")
def test_the_second_example_of_the_book() -> None:
    """1 against 10 is below 49%; two to the right for air, one for support, one to the left: 100-149%."""
    position = scene(
        FIELD.replace(".Pz,Inf", ".Rom").replace(".A1    .", "rA1,A2,Gar    ."),
        reduced="Rom",
        over={"FK4": "0304"},
    )
    found = odds(position, "0304", "Rom", support="Werfer")
    assert (found.attack, found.defence) == (1, 10)
    assert COLUMNS[found.initial] == "<=49"
    assert sorted(modifier.value for modifier in found.modifiers) == [-1, 1, 2]
    assert found.odds == "100-149"


@pytest.mark.rule("10.9")
def test_extreme_odds_are_shifted_from_the_end_columns() -> None:
    assert COLUMNS[shifted(column_of(10), 2)] == "100-149"
    assert COLUMNS[shifted(column_of(5000), -1)] == "400-499"
    assert COLUMNS[shifted(column_of(10), -3)] == "<=49"
    assert COLUMNS[shifted(column_of(900), 3)] == "500+"


@pytest.mark.rule("5.6", "10.9")
def test_the_shift_of_a_command_marker() -> None:
    """The book's Uranus: 300% becomes 500%; 200-299% moved two to the right is 400-499% (ruling Q-P13)."""
    assert COLUMNS[shifted(column_of(300), 2)] == "500+"
    assert COLUMNS[shifted(column_of(200), 2)] == "400-499"
    found = odds(scene(FIELD, shift=2), "0304", "Pz")
    assert (COLUMNS[found.initial], found.odds) == ("150-199", "300-399")
    assert worth(found, "5.6") == 2


@pytest.mark.rule("10.9", "15.18")
def test_each_unsupported_unit_is_a_shift_against_its_side() -> None:
    unsupported = odds(scene(FIELD, depots={}), "0304", "Pz Inf")
    assert worth(unsupported, "15.18") == -2 + 1
    assert worth(odds(scene(FIELD, depots={AXIS: "0303"}), "0304", "Pz Inf"), "15.18") == 1
    assert worth(odds(scene(FIELD, depots={SOVIET: "0304"}), "0304", "Pz"), "15.18") == -1


@pytest.mark.rule("10.9", "16.12")
def test_air_shifts_of_one_airstrike_a_side() -> None:
    position = scene(FIELD, over={"FK4": "0303", "FK8": "0304", "VVSS": "0304"})
    found = odds(position, "0304", "Pz")
    assert [m.value for m in found.modifiers] == [2, -1]


@pytest.mark.rule("10.9", "19.2")
def test_support_units_shift_for_the_side_that_commits_them() -> None:
    found = odds(scene(FIELD), "0304", "Pz", support="Sturm", defending_support="Katyusha")
    assert [m.value for m in found.modifiers if m.rule == "19.2"] == [2, -1]


@pytest.mark.rule("10.9")
@pytest.mark.parametrize(("sign", "shifts"), [(".", 0), ("r", 1), ("^", 2), ("~", 1)])
def test_terrain_shifts_to_the_left(sign: str, shifts: int) -> None:
    found = odds(scene(FIELD.replace(".A1", f"{sign}A1")), "0304", "Pz")
    assert worth(found, "10.9") == -shifts


@pytest.mark.rule("10.9", "20.2")
def test_a_frozen_swamp_is_clear_ground() -> None:
    found = odds(scene(FIELD.replace(".A1", "~A1"), weather=Weather.WINTER), "0304", "Pz")
    assert worth(found, "10.9") == 0


@pytest.mark.rule("10.9")
@pytest.mark.parametrize(("place", "shifts"), [("town", 0), ("city", 1), ("fortress", 2)])
def test_the_best_terrain_of_a_hex_counts(place: str, shifts: int) -> None:
    found = odds(scene(FIELD, places={f"{place} Rostov": "0304"}), "0304", "Pz")
    assert worth(found, "10.9") == -shifts
    rough = odds(scene(FIELD.replace(".A1", "rA1"), places={f"{place} Rostov": "0304"}), "0304", "Pz")
    assert worth(rough, "10.9") == -max(1, shifts)


BESIDE = FIELD.replace(".A1    .", ".A1    .Inf2")
"""One more corps on the other side of the army, in 0305."""


@pytest.mark.rule("10.9")
def test_a_river_counts_when_all_attack_across_it() -> None:
    position = scene(BESIDE, sides={"minor_river": "0303/0304"})
    assert worth(odds(position, "0304", "Pz Inf"), "10.9") == -1
    assert worth(odds(position, "0304", "Pz Inf2"), "10.9") == 0
    assert worth(odds(position, "0304", "Inf2"), "10.9") == 0


@pytest.mark.rule("10.9")
def test_of_different_rivers_the_smaller_one_counts() -> None:
    position = scene(BESIDE, sides={"minor_river": "0303/0304", "volga": "0304/0305"})
    assert worth(odds(position, "0304", "Inf2"), "10.9") == -2
    assert worth(odds(position, "0304", "Pz Inf2"), "10.9") == -1


@pytest.mark.rule("20.2", "10.9")
def test_rivers_do_not_count_in_winter() -> None:
    position = scene(FIELD, sides={"volga": "0303/0304"}, weather=Weather.WINTER)
    assert worth(odds(position, "0304", "Pz"), "10.9") == 0
    mud = scene(FIELD, sides={"volga": "0303/0304"}, weather=Weather.MUD)
    assert worth(odds(mud, "0304", "Pz"), "10.9") == -2


@pytest.mark.rule("6.10", "10.9")
def test_a_bridge_does_not_take_the_river_from_the_defender() -> None:
    position = scene(FIELD, sides={"minor_river": "0303/0304"}, links={"railroad": "0303-0304"})
    assert worth(odds(position, "0304", "Pz"), "10.9") == -1


@pytest.mark.rule("18.2")
@pytest.mark.parametrize(("sign", "net"), [("r", 0), ("^", -1), (".", 0), ("~", -1)])
def test_mountain_units_cancel_one_shift_of_rough_or_high_ground(sign: str, net: int) -> None:
    position = scene(FIELD.replace(".Pz,Inf", ".Pz,Mtn").replace(".A1", f"{sign}A1"))
    found = odds(position, "0304", "Pz Mtn")
    assert sum(modifier.value for modifier in found.modifiers) == net


@pytest.mark.rule("18.2")
def test_one_shift_is_cancelled_however_many_mountain_units_attack() -> None:
    position = scene(FIELD.replace(".A1", "^A1").replace(".Pz,Inf", ".Mtn"))
    assert worth(odds(position, "0304", "Mtn"), "18.2") == 1
    assert worth(odds(scene(FIELD.replace(".A1", "^A1")), "0304", "Pz"), "18.2") == 0


@pytest.mark.rule("5.6")
def test_a_marker_never_helps_the_defence() -> None:
    """The shift belongs to the impulse's own attacks; there are no others in an impulse."""
    found = odds(scene(FIELD, seat=SOVIET, shift=1), "0303", "A1")
    assert worth(found, "5.6") == 1


# --- 10.10: losses --------------------------------------------------------------------------------


@pytest.mark.rule("10.10")
def test_a_full_unit_is_flipped_a_reduced_one_and_a_one_step_unit_are_eliminated() -> None:
    position = scene(FIELD, result="DA")
    fight(position, "0304", "Pz")
    assert (where(position, "A1"), steps_left(position, "A1")) == ("0304", 1)
    position = scene(FIELD, result="DA", reduced="A1")
    fight(position, "0304", "Pz")
    assert where(position, "A1") == ""
    position = scene(FIELD.replace(".A1", ".Weak"), result="DA")
    fight(position, "0304", "Pz")
    assert where(position, "Weak") == ""


@pytest.mark.rule("10.10")
def test_the_owner_chooses_who_is_reduced_on_the_assault_table() -> None:
    position = scene(FIELD, result="AA")
    fight(position, "0304", "Pz Inf", table="assault")
    assert waits_for(position)[0] == "axis"
    assert legal(position) == ["lose Pz", "lose Inf"]
    assert refused(position, "lose A1") == "10.10"


@pytest.mark.rule("10.10")
def test_on_the_mobile_table_a_mechanized_unit_is_reduced_first() -> None:
    position = scene(FIELD, result="AA")
    fight(position, "0304", "Inf Pz", table="mobile")
    assert (steps_left(position, "Pz"), steps_left(position, "Inf")) == (1, 2)
    two = scene(FIELD.replace(".Pz,Inf", ".Pz,Pz2,Inf"), result="AA")
    fight(two, "0304", "Inf Pz Pz2", table="mobile")
    assert legal(two) == ["lose Pz", "lose Pz2"]
    assert refused(two, "lose Inf") == "10.10"


@pytest.mark.rule("10.10")
def test_the_defender_too_loses_mechanized_units_first_on_the_mobile_table() -> None:
    for table, offered in (("mobile", False), ("assault", True)):
        position = scene(FIELD.replace(".A1", ".Gar,T1"), result="DA")
        fight(position, "0304", "Pz", table=table)
        assert (waits_for(position)[1] == "ChooseLoss") is offered
        if not offered:
            assert steps_left(position, "T1") == 1
        else:
            assert legal(position) == ["lose Gar", "lose T1"]


@pytest.mark.rule("10.10")
def test_without_mechanized_units_the_choice_is_free() -> None:
    position = scene(FIELD.replace(".A1", ".A1,Gar"), result="DA")
    fight(position, "0304", "Pz", table="mobile")
    assert legal(position) == ["lose A1", "lose Gar"]


@pytest.mark.rule("15.19")
def test_a_unit_that_is_cut_off_when_it_dies_is_gone_for_good() -> None:
    ring = """
        .    .    .    .    .
          .    .Inf .Inf2  .
        .    .Pz  .Weak  .Pz2  .
          .    .KG  .Rom   .
        .    .    .    .    .
    """
    position = scene(ring, result="DA", depots={AXIS: "0302"})
    fight(position, "0303", "Pz")
    assert position.state.where[units(position, "Weak")[0]] == REMOVED


# --- 10.1: what the table tells -------------------------------------------------------------------


@pytest.mark.rule("10.1", "10.9")
def test_the_event_names_every_shift_with_its_rule() -> None:
    position = scene(
        FIELD.replace(".A1", "rA1"),
        shift=1,
        over={"FK4": "0304"},
        sides={"minor_river": "0303/0304"},
        depots={AXIS: "0303"},
    )
    event = next(e for e in fight(position, "0304", "Pz", roll=3) if e.result)
    assert {(m.rule, m.value) for m in event.modifiers} == {
        ("5.6", 1), ("15.18", 1), ("16.12", 2), ("10.9", -1)
    }  # fmt: skip
    assert sum(m.value for m in event.modifiers) == 1 + 1 + 2 - 1 - 1
    assert event.reveals


@pytest.mark.rule("10.1")
def test_one_die_decides() -> None:
    position = scene(FIELD)
    play(position, "attack 0304", "join Inf", "fight")
    outcomes = position.decision.outcomes
    assert outcomes is not None
    assert [(order, weight) for order, weight in outcomes] == [(ROLL(face), 1) for face in range(1, 7)]


@pytest.mark.rule("10.1")
def test_the_forecast_shows_what_the_die_will_use() -> None:
    position = scene(FIELD, over={"FK4": "0304"})
    assert combat_forecast.forecast(position) is None
    play(position, "attack 0304", "join Pz")
    shown = combat_forecast.forecast(position)
    assert shown is not None
    assert shown.steps == ("6:4", "150%", "150-199", "+2", "300-399")
    chart = next(chart for chart in position.game.charts() if chart.id == shown.chart)
    assert (chart.title, shown.column) == ("Assault", "300-399")
    assert shown.column in chart.columns


@pytest.mark.rule("15.13")
def test_a_truck_column_supports_one_attack_and_is_used_up() -> None:
    position = scene(FIELD.replace("Pz,Inf", "Pz,Inf,Truck"), depots={SOVIET: "0304"}, result="AS")
    play(position, "attack 0304", "join Inf", "fight")
    assert waits_for(position) == ("axis", "DeclareTruck")
    play(position, "truck Truck")
    assert where(position, "Truck") == ""
    event = next(e for e in play(position, "roll 1") if e.result)
    assert not event.modifiers


@pytest.mark.rule("15.13")
def test_without_a_declaration_the_column_stays_and_the_shift_counts() -> None:
    position = scene(FIELD.replace("Pz,Inf", "Pz,Inf,Truck"), depots={SOVIET: "0304"}, result="AS")
    play(position, "attack 0304", "join Inf", "fight", "ready")
    event = next(e for e in play(position, "roll 1") if e.result)
    assert [m.value for m in event.modifiers] == [-1]
    assert where(position, "Truck") == "0303"


@pytest.mark.rule("15.13")
def test_a_truck_column_supports_a_defence_too() -> None:
    position = scene(FIELD.replace("Pz,Inf", "Inf,Truck"), seat=SOVIET, depots={SOVIET: "0304"}, result="AS")
    play(position, "attack 0303", "join A1", "fight")
    assert waits_for(position) == ("axis", "DeclareTruck")
    play(position, "truck Truck")
    event = next(e for e in play(position, "roll 1") if e.result)
    assert not event.modifiers


@pytest.mark.rule("10.1")
def test_exact_odds_follow_the_real_combat_to_its_die() -> None:
    """Both sides commit nothing; dice that would fall sooner, were the attack called off, do not count."""
    position = scene(
        FIELD, AttritionCheck(), CombatSegment(AXIS), over={"FK4": "0101"}, boxes="Flak Katyusha"
    )
    found = distribution(position, ("attack 0304", "join Inf", "join Pz"), sparing)
    assert found.assumed == ("axis: fight", "axis: ready", "soviet: ready", "axis: table assault")
    cells = [
        row[odds(position, "0304", "Inf Pz").column] for row in position.game.components.assault.values()
    ]
    assert {r.text: r.probability for r in found.results} == {
        cell.value: Fraction(cells.count(cell), 6) for cell in cells
    }
