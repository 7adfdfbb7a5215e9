"""Every cell of every table, against a transcription of the rule book made for these tests.

Cells are written as in the book, with the retreat before the loss: `-` nothing, `o` the black dot (a test),
`D` after a figure or alone a disorganization, `A1` or `D3` a retreat.
"""

import re
from fractions import Fraction

import pytest

from grognard.games.moscow1941.components import (
    RATIOS,
    ROLLS,
    CombatResult,
    Components,
    MovementClass,
    SideResult,
    Star,
    StarTarget,
    TerrainKind,
    UnitType,
)

COMBAT = """
 2|-1/-1D  |-1/D1D  |-1/D1D  |-1/D2D  |-1/D3D |-1/D3D |-1/D3D|-1/D4D|-1/D4D|-1/D4D|-1/D4D|-1/D5D|-1/D5D-1
 3|-1/-    |-1/D1   |o/D1    |o/D2    |o/D2-1 |o/D3-1 |o/D3-1|o/D3-1|o/D4-1|o/D4-1|o/D4-1|o/D4-1|o/D5-1
 4|A1o/-   |o/-1    |o/D1    |o/D1    |o/D2   |o/D3   |o/D3  |o/D3  |o/D3  |o/D4-1|o/D4-1|o/D4-1|o/D4-1
 5|A1-1/-  |-1/-    |-1/-1   |o/D1    |o/D2   |o/D2   |-/D3  |-/D3  |-/D3  |-/D3  |-/D4  |-/D4  |-/D4-1
 6|A1-1/-  |A1o/-   |-1/-1   |-/D1    |-/D2   |-/D2   |-/D2  |-/D3  |-/D3  |-/D3  |-/D3  |-/D4  |-/D4-1
 7|A2-1/-  |A1/-    |A1/-    |-1/-1   |-/D1   |-/D2   |-/D2  |-/D2  |-/D3  |-/D3  |-/D3-1|-/D3-1|-/D4
 8|A2-2/-1 |A1-1/-  |A1/-    |-1/-1   |-/D1   |-/D2   |-/D2  |-/D2  |-/D2-1|-/D3-1|-/D3  |-/D3-1|-/D3
 9|A2-2/-  |A2-1/-1 |A1-1/-  |-1/-    |-1/D1  |-/D1   |o/D2-1|o/D2-1|o/D2  |-/D2  |-/D3  |-/D3  |-/D3
10|A2-2/-  |A2-2/-  |A2-1/-1 |A1/-    |-1/D1-1|-1/D1-1|-1/D2 |-/D2  |-/D2  |o/D2  |o/D2  |o/D3  |-/D3
11|A2-2/-  |A2-2/-  |A2-2/-  |A1-1/-  |-1/-1  |-1/-1  |-1/D1 |-1/D2 |-1/D2 |-1/D2 |-1/D2 |-1/D2 |o/D3
12|A2D-2/-1|A2D-2/-1|A2D-2/-1|A2D-1/-1|D-1/-1 |D-1/-1 |D-1/-1|D-1/D1|D-1/D2|D-1/D2|D-1/D2|D-1/D2|D-1/D2
"""


AIR = """
1-2   |   - |   - |   - |  - |  - |  - |  - |  - |   - |   - |  -1
3-5   |  -1 |   - |   - |  - |  - |  - |  - |  - |   - |  -1 |  -1
6-8   | -1D |  -1 |   - |  - |  - |  - |  - |  - |  -1 |  -1 | -1D
9-12  | -1D | -1D |  -1 | -1 |  - |  - |  - | -1 |  -1 | -1D | -1D
13-16 |   - | -1D | -1D | -1 | -1 | -1 | -1 | -1 |  -1 | -1D |   -
17+   | -2D |   - | -1D | -1 | -1 | -1 | -1 | -1 | -1D |   - | -2D
"""

ARTILLERY = """
1-2   |  -1 |   - |   - |   - |  - |  - |  - |   - |   - |   - |   o
3-5   |  -1 |   D |   o |   - |  - |  - |  - |   - |   - |   o |   D
6-8   | -1D | -1D |   o |   o |  - |  - |  - |   - |   o |  -1 | -1D
9-12  | -1D | -1D |   D |   o |  - |  - |  - |   o |   D | -1D | -1D
13-16 |   - | -1D |   D |   o |  o |  - |  o |   D | -1D | -1D |   -
17+   |   - | -1D | -1D | -1o | -1 | -1 | -1 | -1o | -1D | -1D |   -
"""

OBJECTS = """
1-2   | D | - | - | - | - | - | - | - | - | - | -
3-5   | D | D | - | - | - | - | - | - | - | D | D
6-8   | D | D | D | - | - | - | - | - | D | D | D
9-12  | - | D | D | D | - | - | - | D | D | D | -
13-16 | - | - | D | D | D | - | D | D | D | - | -
17+   | - | - | D | D | D | D | D | D | D | D | -
"""


def rows(text: str) -> list[tuple[str, list[str]]]:
    """Each line of a transcription: its first cell, and the others."""
    lines = [[cell.strip() for cell in line.split("|")] for line in text.strip().splitlines()]
    return [(line[0], line[1:]) for line in lines]


def side(cell: str) -> SideResult:
    """A cell, or half of one, as the book writes it."""
    found = re.fullmatch(r"-|(?:[AD]([1-5]))?(-[12])?(o)?(D)?(-[12])?", cell)
    assert found is not None, cell
    retreat, before, dot, letter, after = found.groups()
    loss = before or after or "0"
    return SideResult(int(retreat or 0), abs(int(loss)), disorganized=bool(letter), test=bool(dot))


def combat(cell: str) -> CombatResult:
    attacker, defender = cell.split("/")
    return CombatResult(side(attacker), side(defender))


# --- results -------------------------------------------------------------------------------------


@pytest.mark.rule("5.2.1")
@pytest.mark.parametrize(("roll", "cells"), rows(COMBAT), ids=[f"roll {roll}" for roll, _ in rows(COMBAT)])
def test_the_combat_table_is_that_of_the_book(components: Components, roll: str, cells: list[str]) -> None:
    found = {ratio: components.combat.result(column, int(roll)) for column, ratio in enumerate(RATIOS)}
    assert found == dict(zip(RATIOS, map(combat, cells), strict=True))


def test_the_combat_table_has_a_row_for_each_roll_and_no_more(components: Components) -> None:
    assert sorted(components.combat.results) == [int(roll) for roll, _ in rows(COMBAT)] == list(ROLLS)


def test_the_combat_table_has_the_ratios_of_the_book() -> None:
    assert RATIOS[:4] == ("1:4", "1:3", "1:2", "1:1")
    assert RATIOS[4:] == tuple(f"{strength}:1" for strength in range(2, 11))


def strengths(span: str) -> range:
    """The strengths of a line, and a few beyond for the last one."""
    least, _, most = span.rstrip("+").partition("-")
    return range(int(least), int(most or int(least) + 20) + 1)


@pytest.mark.rule("8.2.6")
@pytest.mark.parametrize(("span", "cells"), rows(AIR), ids=[span for span, _ in rows(AIR)])
def test_the_air_attack_table_is_that_of_the_book(
    components: Components, span: str, cells: list[str]
) -> None:
    for strength in strengths(span):
        found = [components.air_attack.result(strength, roll) for roll in ROLLS]
        assert found == [side(cell) for cell in cells]


@pytest.mark.rule("6.4.2")
@pytest.mark.parametrize(("span", "cells"), rows(ARTILLERY), ids=[span for span, _ in rows(ARTILLERY)])
def test_the_artillery_fire_table_is_that_of_the_book(
    components: Components, span: str, cells: list[str]
) -> None:
    for strength in strengths(span):
        found = [components.artillery_fire.result(strength, roll) for roll in ROLLS]
        assert found == [side(cell) for cell in cells]


@pytest.mark.rule("6.4.7", "8.2.8")
@pytest.mark.parametrize(("span", "cells"), rows(OBJECTS), ids=[span for span, _ in rows(OBJECTS)])
def test_the_table_of_attacks_on_objects_is_that_of_the_book(
    components: Components, span: str, cells: list[str]
) -> None:
    for strength in strengths(span):
        found = [components.attack_on_objects.result(strength, roll) for roll in ROLLS]
        assert found == [cell == "D" for cell in cells]


@pytest.mark.rule("6.4.2", "8.2.6")
@pytest.mark.parametrize("strength", [-5, 0])
def test_without_strength_nothing_happens(components: Components, strength: int) -> None:
    for roll in ROLLS:
        assert components.air_attack.result(strength, roll) == SideResult()
        assert components.artillery_fire.result(strength, roll) == SideResult()
        assert components.attack_on_objects.result(strength, roll) is False


DOUBTFUL = {
    ("combat", "3"): "6:1 7:1 8:1 9:1 10:1",
    ("combat", "4"): "7:1 8:1 9:1 10:1",
    ("combat", "7"): "8:1 9:1",
    ("combat", "8"): "1:4 6:1 7:1 9:1",
    ("combat", "9"): "4:1 5:1",
    ("combat", "11"): "5:1 6:1 7:1 8:1 9:1 10:1",
    ("air_attack", "1-2"): "3 5 6 8 9 11",
    ("air_attack", "9-12"): "6 8",
    ("artillery_fire", "1-2"): "2 12",
    ("artillery_fire", "3-5"): "2 3 4 10 11 12",
    ("artillery_fire", "6-8"): "3 5 9 11",
    ("artillery_fire", "13-16"): "4 5 9 10",
    ("attack_on_objects", "1-2"): "2 3 9",
    ("attack_on_objects", "17+"): "3 11",
}
LOST_IN_PRINT = {("combat", "3"), ("combat", "4"), ("combat", "11")}


def test_every_doubtful_cell_is_marked(components: Components) -> None:
    marked = {(row.table, row.row): " ".join(row.columns) for row in components.doubtful_cells}
    assert marked == DOUBTFUL


def test_cells_that_the_print_lost_are_marked_as_repaired(components: Components) -> None:
    repaired = {(row.table, row.row) for row in components.doubtful_cells if row.kind == "repaired"}
    assert repaired & {key for key in DOUBTFUL if key[0] == "combat"} == LOST_IN_PRINT
    assert all(row.reason and row.reading and row.printed for row in components.doubtful_cells)


def test_the_fire_table_is_lopsided_only_where_that_is_marked(components: Components) -> None:
    """Each row mirrors itself around 7 but in the marked columns."""
    for span, cells in rows(ARTILLERY):
        lopsided = {str(roll) for roll in ROLLS if cells[roll - 2] != cells[14 - roll - 2]}
        assert lopsided == set(DOUBTFUL.get(("artillery_fire", span), "").split())


# --- terrain -------------------------------------------------------------------------------------

TERRAIN = """
clear     | 2      | 1      | 1   | 0
forest    | +2     | +2     | +1  | 1
swamp     | closed | closed | +1  | 0
lake      | closed | closed | closed | 0
town      | 1      | 1      | 1   | 1
city      | 2      | 2      | 2   | 2
river     | +2     | +2     | +1  | 1
stream    | +2     | +2     | +1  | 1
canal     | +2     | +2     | +1  | 1
secondary | 1/2    | 1      | 1   | 0
main      | 1/3    | 1/2    | 1/2 | 0
"""
CLASSES = (MovementClass.TRUCKED, MovementClass.TRACKED, MovementClass.FOOT)


@pytest.mark.rule("3.1.11", "5.5.1")
@pytest.mark.parametrize(("name", "cells"), rows(TERRAIN), ids=[name for name, _ in rows(TERRAIN)])
def test_the_terrain_table_is_that_of_the_book(components: Components, name: str, cells: list[str]) -> None:
    effect = components.terrain[name]
    for kind, cell in zip(CLASSES, cells, strict=False):
        cost = effect.costs[kind]
        assert cost.closed == (cell == "closed")
        assert cost.added == cell.startswith("+")
        if cell != "closed":
            assert cost.points == Fraction(cell.removeprefix("+"))
    assert effect.combat_modifier == int(cells[3])


def test_only_swamps_and_fixed_positions_halve_the_attackers(components: Components) -> None:
    halving = {effect.id for effect in components.terrain.values() if effect.halves_attackers}
    assert halving == {"swamp", "fixed_position"}


def test_only_secondary_routes_give_a_hex_more_and_not_to_trucks(components: Components) -> None:
    further = {effect.id: {*effect.extra_hex} for effect in components.terrain.values() if effect.extra_hex}
    assert further == {"secondary": {MovementClass.TRACKED, MovementClass.FOOT}}


def test_railways_have_no_effect(components: Components) -> None:
    rail = components.terrain["rail"]
    assert rail.kind is TerrainKind.LINK
    assert {cost.units for cost in rail.costs.values()} == {0}
    assert rail.combat_modifier == 0


def test_terrain_that_this_map_does_without_is_marked(components: Components) -> None:
    absent = {effect.id for effect in components.terrain.values() if not effect.on_map}
    assert absent == {"hills", "mountains", "big_river", "fixed_position"}


@pytest.mark.rule("8.2.7")
def test_hills_give_the_two_modifiers_of_the_example(components: Components) -> None:
    assert components.terrain["hills"].combat_modifier == 2


@pytest.mark.rule("7.2.2")
def test_fixed_positions_give_three_modifiers(components: Components) -> None:
    assert components.terrain["fixed_position"].combat_modifier == 3


# --- nations, morale, stars, types ---------------------------------------------------------------


@pytest.mark.rule("9.2.2", "10.1.7")
@pytest.mark.parametrize(
    ("nation", "reach", "points"),
    [
        ("american", 4, 12),
        ("british", 4, 12),
        ("german", 4, 10),
        ("soviet", 3, 8),
        ("polish", 3, 8),
        ("romanian", 3, 7),
        ("hungarian", 3, 7),
        ("italian", 3, 7),
    ],
)
def test_range_of_headquarters_and_points_of_supply(
    components: Components, nation: str, reach: int, points: int
) -> None:
    row = components.nations[nation]
    assert (row.headquarters_range, row.supply_points) == (reach, points)


MORALE = {
    "ss": 12,
    "wehrmacht": 11,
    "axis_italian": 9,
    "volkssturm": 9,
    "american": 11,
    "british": 11,
    "allied_polish": 11,
    "french": 9,
    "romanian": 9,
    "hungarian": 9,
    "belgian": 8,
    "dutch": 8,
    "allied_italian": 7,
    "guards": 11,
    "soviet_polish": 11,
    "soviet": 10,
}


@pytest.mark.rule("5.6.2")
def test_the_morale_limits_are_those_of_the_book(components: Components) -> None:
    assert {row.id: row.limit for row in components.morale.values()} == MORALE


@pytest.mark.rule("15.1.2", "15.1.3")
def test_the_stars_are_those_of_the_book(components: Components) -> None:
    found = {
        star: (row.modifier, row.against, row.in_attack, row.in_defence, {*row.disabled_by})
        for star, row in components.stars.items()
    }
    assert found == {
        Star.BLACK: (1, StarTarget.UNFORTIFIED, True, True, {Star.WHITE}),
        Star.WHITE: (1, StarTarget.MECHANIZED, True, True, set()),
        Star.YELLOW: (1, StarTarget.ANY, True, False, {Star.BLACK, Star.WHITE}),
        Star.BLUE: (1, StarTarget.ANY, True, True, set()),
    }


@pytest.mark.rule("4.1.2", "1.3")
def test_types_of_units_move_as_the_book_says(components: Components) -> None:
    types = components.unit_types
    assert {*types} == {*UnitType}
    assert {kind for kind, row in types.items() if not row.regular} == {
        UnitType.ARTILLERY,
        UnitType.HEADQUARTERS,
    }
    assert types[UnitType.HEADQUARTERS].movement_classes == (MovementClass.TRUCKED,)
    assert types[UnitType.ARMOR].movement_classes == (MovementClass.TRACKED,)
    assert MovementClass.FOOT in types[UnitType.INFANTRY].movement_classes
