"""The counters: who is in the box, what the book implies of each, and why each has its values."""

import re
from collections import Counter

import pytest
from tests.games.moscow1941 import printed
from tests.games.moscow1941.plain_map import plain_layers

from grognard.games import find, open_layers
from grognard.games.moscow1941.components import (
    Components,
    MovementClass,
    Side,
    Size,
    Star,
    Trait,
    Unit,
    UnitType,
    read,
)
from grognard.packs.layers import PackLayers
from grognard.packs.problem import Problems
from grognard.packs.source import SourceKind, parse_sources

CORPS = "V VI VII IX XX XXVII XXXX XXXXI XXXXVI LVI"
ARMIES = "1SA 5A 16A 20A 29A 30A 31A 33A"


@pytest.fixture(scope="module")
def layers() -> PackLayers:
    return plain_layers()


def of_type(components: Components, side: Side, kind: UnitType) -> list[Unit]:
    return [unit for unit in components.units.values() if (unit.side, unit.type) == (side, kind)]


def named(components: Components, *texts: str, side: str) -> set[str]:
    """The ids of all counters that printed set-ups name."""
    return {
        unit.id
        for text in texts
        for entry in printed.entries(text)
        for name in printed.ids(side, entry.unit, entry.formation).split()
        for unit in components.units_named(name)
    }


def test_the_box_holds_what_the_scenarios_name_and_nothing_else(components: Components) -> None:
    axis = named(components, printed.TYPHOON_AXIS, printed.RED_SNOW_AXIS, side="axis")
    soviet = named(components, printed.TYPHOON_SOVIET, printed.RED_SNOW_SOVIET, side="soviet")
    pool = {
        unit.id
        for name in ("5ID", "6ID", "23ID", "161ID", "255ID", "HQ.VI", "638Fr")
        for unit in components.units_named(name)
    }
    arrivals = {name for row in components.scenarios["typhoon"].reinforcements for name in row.units}
    reserve = {"19RD", "173RD", "129RD"}
    found = {side: {unit.id for unit in components.units.values() if unit.side is side} for side in Side}
    assert found[Side.AXIS] == axis | pool
    assert found[Side.SOVIET] == soviet | arrivals | reserve


def test_every_printed_entry_names_counters_that_exist(components: Components) -> None:
    for side, text in (
        ("axis", printed.TYPHOON_AXIS),
        ("axis", printed.RED_SNOW_AXIS),
        ("soviet", printed.TYPHOON_SOVIET),
        ("soviet", printed.RED_SNOW_SOVIET),
    ):
        for entry in printed.entries(text):
            for name in printed.ids(side, entry.unit, entry.formation).split():
                assert components.units_named(name), entry


def test_a_name_that_is_no_counter_and_no_division_stands_for_nothing(components: Components) -> None:
    assert components.units_named("999ID") == ()


@pytest.mark.rule("1.3")
def test_a_printed_division_of_the_germans_is_all_its_counters(components: Components) -> None:
    """Set-ups give some divisions in three regiments; so are all of them."""
    divisions: dict[str, list[Unit]] = {}
    for unit in components.units.values():
        if unit.parent:
            assert unit.side is Side.AXIS, "Soviet divisions are one counter each"
            divisions.setdefault(unit.parent, []).append(unit)
    assert {len(units) for units in divisions.values()} == {3}
    for name, units in divisions.items():
        kinds = Counter(unit.type for unit in units)
        if name.endswith("ID"):
            assert kinds == {UnitType.INFANTRY: 3}
        elif name.endswith("Pz"):
            assert kinds == {UnitType.ARMOR: 1, UnitType.MOTORIZED: 2}
        else:
            assert kinds == {UnitType.MOTORIZED: 3}


def test_a_german_infantry_regiment_has_two_levels(components: Components) -> None:
    """Proved by 184/86, which loses one in Red Snow and is still there."""
    regiments = [unit for unit in of_type(components, Side.AXIS, UnitType.INFANTRY) if unit.parent]
    assert {unit.cel for unit in regiments} == {2}
    assert {unit.mp for unit in regiments} == {4}


def test_the_counter_that_the_book_shows(components: Components) -> None:
    """37/6 INF-R: 3 strength points, 4 movement points."""
    unit = components.units["6ID.37"]
    assert (unit.sp, unit.mp) == (3, 4)


@pytest.mark.rule("9.1.1", "9.1.2", "9.1.4")
def test_headquarters(components: Components) -> None:
    found = [unit for unit in components.units.values() if unit.is_headquarters]
    assert {unit.id for unit in found} == {f"HQ.{name}" for name in f"{CORPS} {ARMIES}".split()}
    for unit in found:
        assert (unit.mp, unit.cel, unit.sp) == (10, 1, 0)
        assert unit.movement_class is MovementClass.TRUCKED
        assert unit.size is (Size.CORPS if unit.side is Side.AXIS else Size.ARMY)
        assert not unit.is_regular


@pytest.mark.rule("6.1.6", "6.2.1")
def test_artillery_is_towed_with_one_level_and_two_strengths(components: Components) -> None:
    for side in Side:
        guns = of_type(components, side, UnitType.ARTILLERY)
        assert guns
        for unit in guns:
            assert unit.towed
            assert (unit.cel, unit.movement_class) == (1, MovementClass.TRUCKED)
            assert unit.defence is not None
            assert (unit.attack_strength(1), unit.defence_strength(1)) == (unit.sp, unit.defence)
            assert not unit.is_regular


@pytest.mark.parametrize(
    ("kind", "movement_class", "points"),
    [
        (UnitType.INFANTRY, MovementClass.FOOT, {4}),
        (UnitType.CAVALRY, MovementClass.FOOT, {6}),
        (UnitType.MOTORIZED, MovementClass.TRUCKED, {7}),
        (UnitType.ARMOR, MovementClass.TRACKED, {7}),
        (UnitType.ASSAULT_GUN, MovementClass.TRACKED, {7}),
        (UnitType.ARTILLERY, MovementClass.TRUCKED, {7}),
    ],
)
def test_how_each_type_moves(
    components: Components, kind: UnitType, movement_class: MovementClass, points: set[int]
) -> None:
    """Armour, motorized infantry and infantry as in the examples; the classes by ruling M66."""
    units = [unit for unit in components.units.values() if unit.type is kind]
    assert {unit.movement_class for unit in units} == {movement_class}
    assert {unit.mp for unit in units} == points


@pytest.mark.rule("1.3")
def test_kinds_of_movement_say_who_is_motorized_and_who_mechanized(components: Components) -> None:
    tanks, lorries, feet = (components.units[id] for id in ("7Pz.25", "7Pz.S6", "316RD"))
    assert (tanks.is_motorized, tanks.is_mechanized) == (True, True)
    assert (lorries.is_motorized, lorries.is_mechanized) == (True, False)
    assert (feet.is_motorized, feet.is_mechanized) == (False, False)


@pytest.mark.rule("1.2")
def test_a_hit_counter_with_two_levels_fights_with_its_weaker_side(components: Components) -> None:
    for unit in components.units.values():
        assert unit.attack_strength(unit.cel) == unit.sp
        if unit.cel == 2:
            assert unit.sp_reduced is not None
            assert 1 <= unit.attack_strength(1) == unit.sp_reduced < unit.sp
            assert unit.defence_strength(1) == unit.sp_reduced
        else:
            assert unit.sp_reduced is None


@pytest.mark.rule("5.6.2")
def test_morale_follows_the_nation(components: Components) -> None:
    ss = {unit.id for unit in components.units.values() if unit.morale == "ss"}
    assert ss == {unit.id for unit in components.units_named("DR")}
    assert components.morale[components.units["638Fr"].morale].limit == 9
    others = {unit.morale for unit in components.units.values() if unit.id not in ss | {"638Fr"}}
    assert others == {"wehrmacht", "soviet"}


def test_stars_follow_the_type(components: Components) -> None:
    """As the sample of a tank regiment, tanks of the Germans are black; assault guns hunt tanks."""
    for unit in components.units.values():
        if unit.side is Side.AXIS:
            wanted = {UnitType.ARMOR: Star.BLACK, UnitType.ASSAULT_GUN: Star.WHITE}
            assert unit.star is wanted.get(unit.type, Star.NONE)
    starred = {
        unit.id for unit in of_type(components, Side.SOVIET, UnitType.ARMOR) if unit.star is Star.BLACK
    }
    assert starred == {"4TB", "8TB"}


def test_no_counter_has_a_trait_that_this_title_lacks(components: Components) -> None:
    assert {unit.trait for unit in components.units.values()} == {Trait.NONE}


def test_every_counter_names_its_source(layers: PackLayers) -> None:
    """What the scenarios name is law, the values on the counters are ours: each row says both."""
    with Problems() as problems:
        rows = layers.table("units.csv", problems).rows
    for row in rows:
        kinds = {source.kind for source in parse_sources(row.text("source"), layers.legend)}
        assert {SourceKind.RULEBOOK, SourceKind.DESIGN} <= kinds, row.text("id")


def test_every_row_of_every_file_names_its_source(layers: PackLayers) -> None:
    files = [name for name in layers.file_names if name.endswith(".csv") and not name.startswith("map/")]
    with Problems() as problems:
        rows = [row for name in files for row in layers.table(name, problems).rows]
    assert len(rows) > 600
    assert all(parse_sources(row.text("source"), layers.legend) for row in rows)


def test_each_reason_is_one_line_that_counters_use(components: Components) -> None:
    used = Counter(unit.reason for unit in components.units.values())
    assert {*used} == {*components.reasons}
    for reason in components.reasons.values():
        assert reason.units
        assert 10 < len(reason.reason) < 240
        assert "\n" not in reason.reason


def test_the_reason_of_a_counter_tells_its_strength() -> None:
    """The full strength stands in it; the weaker side too unless it is half, rounded down."""
    components = read(open_layers(find("moscow-1941")))
    for unit in components.units.values():
        if unit.is_headquarters:
            continue
        told = {int(number) for number in re.findall(r"\d+", components.reasons[unit.reason].reason)}
        assert unit.sp in told, unit.id
        assert unit.defence is None or unit.defence in told, unit.id
        if unit.sp_reduced is not None:
            assert unit.sp_reduced == unit.sp // 2 or unit.sp_reduced in told, unit.id


def test_names_on_the_counters_are_short_and_tell_them_apart(components: Components) -> None:
    for side in Side:
        names = Counter(
            (unit.name, unit.formation, unit.type) for unit in components.units.values() if unit.side is side
        )
        assert {name for name, times in names.items() if times > 1} == set()
    assert max(len(unit.name) for unit in components.units.values()) <= 12
