"""Both scenarios: every printed entry stands where it is printed, with the losses that are printed."""

import datetime as dt
from collections import Counter

import pytest
from tests.games.moscow1941 import printed
from tests.games.moscow1941.printed import Printed

from grognard.games.moscow1941.components import (
    Components,
    Objective,
    ReserveKind,
    Side,
    VictoryLevel,
    choices,
    default_setup,
    entry_units,
    hexes_named,
    spread_losses,
)

SETUPS = [
    ("typhoon", "axis", printed.TYPHOON_AXIS),
    ("typhoon", "soviet", printed.TYPHOON_SOVIET),
    ("red-snow", "axis", printed.RED_SNOW_AXIS),
    ("red-snow", "soviet", printed.RED_SNOW_SOVIET),
]
SHARED = {"50 CAV-D", "53 CAV-D", "20 ARM-BR", "29 ARM-BR"}
"""Pairs whose printed loss of two levels is shared, because a counter has at most two (ruling M76)."""

TWICE = Printed("20", "27 ARM-BR", "4305", 0)
"""Printed for two armies; it stands with the one it had in Typhoon (ruling M42)."""


@pytest.mark.parametrize(("scenario", "side", "text"), SETUPS)
def test_every_printed_entry_is_set_up_and_nothing_else(
    components: Components, scenario: str, side: str, text: str
) -> None:
    wanted = Counter(
        (printed.ids(side, entry.unit, entry.formation), entry.at, entry.lost)
        for entry in printed.entries(text)
        if entry != TWICE and not (scenario == "red-snow" and entry.unit in SHARED)
    )
    if (scenario, side) == ("red-snow", "soviet"):
        wanted[("50CD 53CD", "4809", 2)] = wanted[("20TB 29TB", "5507", 2)] = 1
    found = Counter(
        (" ".join(row.units), " ".join(row.at), row.reduction)
        for row in components.scenarios[scenario].setup
        if row.side.value == side
    )
    assert found == wanted


@pytest.mark.parametrize(("scenario", "side", "text"), SETUPS)
def test_entries_stand_under_their_printed_formation(
    components: Components, scenario: str, side: str, text: str
) -> None:
    """The number or name of the corps or army; units that are printed under none may name theirs."""
    formations = {row.id: row.formation for row in components.scenarios[scenario].setup}
    for entry in printed.entries(text):
        id = printed.ids(side, entry.unit, entry.formation)
        if entry.formation != "-" and id in formations and entry != TWICE:
            number = formations[id].split()[0]
            assert number.removesuffix("st").removesuffix("rd").removesuffix("th") == entry.formation


def test_a_typhoon_reinforcement_comes_on_its_day_at_its_town(components: Components) -> None:
    wanted = set()
    for line in printed.REINFORCEMENTS.strip().splitlines():
        day, _, arrivals = line.partition(": ")
        for arrival in arrivals.split("; "):
            unit, _, rest = arrival.partition(" (")
            army, _, town = rest.partition(") ")
            id = printed.ids("soviet", unit, army)
            wanted.add((id, int(day) - 14, f"1941-11-{day}", {"Kirmy": "kimry", "Dmitrow": "dmitrov"}[town]))
    rows = components.scenarios["typhoon"].reinforcements
    assert {(*row.units, row.turn, row.date, row.at) for row in rows} == wanted
    assert len(rows) == 11
    assert {row.side for row in rows} == {Side.SOVIET}


def test_a_reinforcement_may_shift_to_the_other_town(components: Components) -> None:
    """11.2: each entry names the other as its neighbour."""
    for row in components.scenarios["typhoon"].reinforcements:
        assert {row.at, *row.alternates} == {"kimry", "dmitrov"}


def test_red_snow_has_no_dated_reinforcements(components: Components) -> None:
    assert components.scenarios["red-snow"].reinforcements == ()


def test_the_german_pool_replaces_counters(components: Components) -> None:
    pool = ["5 INF", "6 INF", "23 INF", "161 INF", "255 INF", "HQ VI", "638 INF-R"]
    for scenario, names in (("typhoon", pool), ("red-snow", [name for name in pool if name != "23 INF"])):
        axis = components.scenarios[scenario].file.reserves[0]
        assert (axis.side, axis.kind) == (Side.AXIS, ReserveKind.REPLACEMENT)
        assert list(axis.units) == [
            {"638 INF-R": "638Fr", "HQ VI": "HQ.VI"}.get(name) or printed.ids("axis", name, "-")
            for name in names
        ]


def test_three_divisions_come_when_moscow_is_threatened(components: Components) -> None:
    for scenario in components.scenarios.values():
        reserve = scenario.file.reserves[1]
        assert (reserve.side, reserve.kind) == (Side.SOVIET, ReserveKind.THREATENED)
        assert reserve.units == ("19RD", "173RD", "129RD")
        assert (reserve.threatened, reserve.distance, reserve.entries) == ("moscow", 3, ("moscow",))


def test_time_and_who_moves_first(components: Components) -> None:
    typhoon, red_snow = (components.scenarios[name] for name in ("typhoon", "red-snow"))
    assert list(components.scenarios) == ["typhoon", "red-snow"]
    assert (typhoon.file.moves_first, red_snow.file.moves_first) == (Side.AXIS, Side.SOVIET)
    assert (typhoon.day(1), typhoon.day(20)) == (dt.date(1941, 11, 15), dt.date(1941, 12, 4))
    assert (red_snow.day(1), red_snow.day(11)) == (dt.date(1941, 12, 5), dt.date(1941, 12, 15))
    assert (typhoon.file.turns, red_snow.file.turns) == (20, 11)


def test_supply_bases(components: Components) -> None:
    supply = {
        (scenario.id, side): scenario.file.sides.of(side).supply
        for scenario in components.scenarios.values()
        for side in Side
    }
    assert supply == {
        ("typhoon", Side.AXIS): ("edge:west", "6427"),
        ("typhoon", Side.SOVIET): ("edge:east", "edge:north", "moscow"),
        ("red-snow", Side.AXIS): ("edge:west",),
        ("red-snow", Side.SOVIET): ("edge:east", "moscow"),
    }


@pytest.mark.rule("7.1.10")
def test_who_starts_dug_in_and_what_that_gives(components: Components) -> None:
    typhoon, red_snow = (components.scenarios[name].file for name in ("typhoon", "red-snow"))
    assert (typhoon.sides.axis.field_fortifications, typhoon.sides.soviet.field_fortifications) == (
        True,
        False,
    )
    assert (red_snow.sides.axis.field_fortifications, red_snow.sides.soviet.field_fortifications) == (
        True,
        True,
    )
    dug_in = typhoon.fortification
    assert (dug_in.open_modifier, dug_in.town_modifier, dug_in.least_strength) == (2, 2, 0)
    dug_in = red_snow.fortification
    assert (dug_in.open_modifier, dug_in.town_modifier, dug_in.least_strength) == (1, 2, 5)


def test_one_air_counter_of_four_and_no_barrage(components: Components) -> None:
    for scenario, side in (("typhoon", Side.AXIS), ("red-snow", Side.SOVIET)):
        file = components.scenarios[scenario].file
        assert [(air.side, air.strength) for air in file.air] == [(side, 4)]
        assert (file.air[0].first_day, file.air[0].last_day) == (file.first_day, file.last_day)
        assert file.barrage == ()


def test_victory_points(components: Components) -> None:
    points = {
        scenario.id: {(rule.objective, rule.place): rule.points for rule in scenario.file.victory.points}
        for scenario in components.scenarios.values()
    }
    cities = {(Objective.WHOLE_PLACE, "klin"): 5, (Objective.WHOLE_PLACE, "kalinin"): 5}
    villages = {(Objective.EACH_TOWN, ""): 1}
    assert points["typhoon"] == cities | villages | {(Objective.EACH_HEX, "moscow"): 4}
    assert points["red-snow"] == cities | villages


def test_automatic_victories(components: Components) -> None:
    typhoon, red_snow = (components.scenarios[name].file.victory for name in ("typhoon", "red-snow"))
    assert (typhoon.side, typhoon.automatic.places) == (Side.AXIS, ("moscow",))
    assert (red_snow.side, red_snow.automatic.places) == (Side.SOVIET, ("kalinin", "klin", "istra"))


@pytest.mark.parametrize(
    ("scenario", "score", "winner", "level"),
    [
        ("typhoon", 0, "soviet", "victory"),
        ("typhoon", 30, "soviet", "victory"),
        ("typhoon", 31, "axis", "minimal"),
        ("typhoon", 32, "axis", "minimal"),
        ("typhoon", 50, "axis", "minimal"),
        ("typhoon", 51, "axis", "small"),
        ("typhoon", 65, "axis", "small"),
        ("typhoon", 66, "axis", "medium"),
        ("typhoon", 90, "axis", "medium"),
        ("typhoon", 91, "axis", "significant"),
        ("typhoon", 400, "axis", "significant"),
        ("red-snow", 25, "axis", "victory"),
        ("red-snow", 26, "soviet", "minimal"),
        ("red-snow", 30, "soviet", "minimal"),
        ("red-snow", 31, "soviet", "small"),
        ("red-snow", 40, "soviet", "small"),
        ("red-snow", 41, "soviet", "medium"),
        ("red-snow", 42, "soviet", "significant"),
    ],
)
def test_the_victory_scale(
    components: Components, scenario: str, score: int, winner: str, level: str
) -> None:
    band = components.scenarios[scenario].file.victory.band(score)
    assert (band.winner, band.level) == (Side(winner), VictoryLevel(level))


def test_a_score_below_the_scale_is_a_mistake(components: Components) -> None:
    with pytest.raises(ValueError, match="no band of the victory scale holds -1"):
        components.scenarios["typhoon"].file.victory.band(-1)


# --- the default set-up --------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", ["typhoon", "red-snow"])
def test_the_default_setup_places_every_counter_with_the_levels_it_has_left(
    components: Components, scenario: str
) -> None:
    chosen = components.scenarios[scenario]
    placed = default_setup(components, chosen)
    printed_levels = sum(unit.cel for row in chosen.setup for unit in entry_units(components, row))
    lost = sum(row.reduction for row in chosen.setup)
    assert sum(each.levels for each in placed) == printed_levels - lost
    assert len({each.unit.id for each in placed}) == len(placed)
    assert all(1 <= each.levels <= each.unit.cel for each in placed)


@pytest.mark.rule("3.2.1")
@pytest.mark.parametrize("scenario", ["typhoon", "red-snow"])
def test_no_hex_of_the_default_setup_holds_more_than_eight_levels(
    components: Components, scenario: str
) -> None:
    stacks: Counter[int] = Counter()
    for placed in default_setup(components, components.scenarios[scenario]):
        stacks[placed.hex] += placed.levels
    assert max(stacks.values()) <= 8


def test_5_panzer_and_the_ss_just_fit_into_their_hex(components: Components) -> None:
    """The tightest hex of the book: both divisions start in 4230."""
    levels = [unit.cel for name in ("5Pz", "DR") for unit in components.units_named(name)]
    assert sum(levels) == 8


def test_a_garrison_spreads_over_its_city(components: Components) -> None:
    moscow = hexes_named(components.board, "moscow")
    stacks: Counter[int] = Counter()
    for placed in default_setup(components, components.scenarios["typhoon"]):
        if placed.hex in moscow:
            stacks[placed.hex] += placed.levels
    assert len(stacks) >= 10
    assert max(stacks.values()) - min(stacks.values()) <= 2


@pytest.mark.parametrize(
    ("division", "hexes"), [("14Mot", "2604 2305"), ("7Pz", "3104 3303"), ("36Mot", "2309 2312")]
)
def test_three_divisions_choose_between_two_hexes_and_take_the_first_by_default(
    components: Components, division: str, hexes: str
) -> None:
    red_snow = components.scenarios["red-snow"]
    row = next(row for row in red_snow.setup if row.units == (division,))
    label = components.board.grid.label
    assert [label(hex) for hex in choices(components.board, row)] == hexes.split()
    stands = {label(each.hex) for each in default_setup(components, red_snow) if each.unit.parent == division}
    assert stands == {hexes.split()[0]}


def test_losses_fall_one_by_one_on_the_counter_with_most_levels(components: Components) -> None:
    division = components.units_named("1Pz")
    assert spread_losses(division, 3) == {unit.id: 1 for unit in division}
    assert spread_losses(division, 1)["1Pz.1"] == 2, "the tanks, the strongest, are spared at first"
    assert sum(spread_losses(division, 5).values()) == 1
    assert sum(spread_losses(division, 99).values()) == 0


def test_the_two_cavalry_divisions_of_dovator_share_their_loss(components: Components) -> None:
    placed = {
        each.unit.id: each.levels for each in default_setup(components, components.scenarios["red-snow"])
    }
    assert (placed["50CD"], placed["53CD"]) == (1, 1)
    assert (placed["20TB"], placed["29TB"]) == (1, 1)
