"""`reach` against a search that looks at every step anew, and the movement rules that it must express."""

from __future__ import annotations

import heapq
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.board.maps import few_hexes, grids, hex_sets, hexes, inner_sides, link_steps, walks

from grognard.board.bits import hexes_of
from grognard.board.grid import OFF_GRID, Grid, Hex
from grognard.board.reach import CLOSED, Bonus, MovementCosts, reach
from grognard.testing import TinyBoard, picture, tiny_board


@dataclass
class Case:
    """A random move."""

    costs: MovementCosts
    start: Hex
    allowance: int
    terms: dict[str, Any]


@st.composite
def costs(draw: st.DrawFn, grid: Grid) -> MovementCosts:
    """Prices of ground, hexsides and roads; thirds, free roads and closed hexes among them."""
    ground = draw(st.sampled_from([(0, 3, 3, 6), (1,), (0, 1, 2), (2, 3, 4)]))
    entry = {hex: price for hex in grid.hexes if (price := draw(st.sampled_from(ground)))}
    inner = inner_sides(grid)
    sides = st.dictionaries(st.sampled_from(inner), st.sampled_from([None, 1, 3]), max_size=8)
    roads = draw(st.lists(walks(grid), max_size=3))
    price = draw(st.sampled_from([0, 1, 1, 2]))
    return MovementCosts.build(grid, entry, draw(sides) if inner else {}, [(link_steps(grid, roads), price)])


@st.composite
def cases(draw: st.DrawFn) -> Case:
    grid = draw(grids(6, 6))
    terms: dict[str, Any] = {}
    for name in draw(st.sets(st.sampled_from(["blocked", "stop", "locked", "leaving", "forbidden", "cap"]))):
        match name:
            case "leaving":
                terms |= {"leaving": draw(hex_sets(grid)), "leave_cost": draw(st.integers(0, 3))}
            case "forbidden":
                terms["forbidden"] = draw(st.dictionaries(hexes(grid), hex_sets(grid), max_size=4))
            case "cap":
                terms["first_step_cap"] = draw(st.integers(0, 4))
            case "blocked":
                terms["blocked"] = draw(few_hexes(grid, 10))
            case _:
                terms[name] = draw(hex_sets(grid))
    return Case(draw(costs(grid)), draw(hexes(grid)), draw(st.integers(0, 14)), terms)


def price(case: Case, a: Hex, b: Hex) -> int | None:
    """What one step costs, zones and all; None when it cannot be made."""
    terms, plain = case.terms, case.costs.price(a, b)
    if plain == CLOSED or terms.get("blocked", 0) >> b & 1:
        return None
    if a != case.start and terms.get("stop", 0) >> a & 1:
        return None
    locked = terms.get("locked", 0)
    if locked >> a & 1 and locked >> b & 1:
        return None
    if terms.get("forbidden", {}).get(a, 0) >> b & 1:
        return None
    if terms.get("leaving", 0) >> a & 1:
        plain += terms["leave_cost"]
    cap = terms.get("first_step_cap")
    return min(plain, cap) if cap is not None and a == case.start else plain


def slow_reach(case: Case) -> dict[Hex, int]:
    found: dict[Hex, int] = {}
    queue = [(0, case.start)]
    while queue:
        spent, hex = heapq.heappop(queue)
        if hex in found:
            continue
        found[hex] = spent
        for near in case.costs.grid.neighbours[hex]:
            step = None if near == OFF_GRID else price(case, hex, near)
            if step is not None and spent + step <= case.allowance:
                heapq.heappush(queue, (spent + step, near))
    return found


@given(cases())
def test_reach_agrees_with_a_search_step_by_step(case: Case) -> None:
    found = reach(case.costs, case.start, case.allowance, **case.terms)
    assert dict(found.cost) == slow_reach(case)
    assert list(found.cost.values()) == sorted(found.cost.values())
    assert set(hexes_of(found.hexes)) == set(found.cost)
    assert len(found) == len(found.cost)


@given(cases())
def test_every_path_is_legal_and_costs_what_it_says(case: Case) -> None:
    found = reach(case.costs, case.start, case.allowance, **case.terms)
    for hex, cost in found.cost.items():
        path = found.path(hex)
        assert (path[0], path[-1]) == (case.start, hex)
        steps = [price(case, a, b) for a, b in pairwise(path)]
        assert None not in steps
        assert sum(step for step in steps if step is not None) == cost
        assert found.left(hex) == case.allowance - cost
        assert hex in found


@given(cases(), st.data())
def test_changed_costs_are_costs_built_anew(case: Case, data: st.DataObject) -> None:
    grid = case.costs.grid
    extra = data.draw(st.dictionaries(hexes(grid), st.sampled_from([None, 0, 1, 2]), max_size=6))
    prices = [list(row) for row in case.costs.prices]
    for hex in grid.hexes:
        for direction, near in enumerate(grid.neighbours[hex]):
            if near in extra and prices[hex][direction] != CLOSED:
                add = extra[near]
                prices[hex][direction] = CLOSED if add is None else prices[hex][direction] + add
    changed, rebuilt = case.costs.with_entry(extra), MovementCosts(grid, prices)
    assert (changed.prices, changed.steps) == (rebuilt.prices, rebuilt.steps)
    assert all(changed.cheapest <= groups[0][0] for groups in rebuilt.steps if groups)
    one, other = (reach(with_it, case.start, case.allowance, **case.terms) for with_it in (changed, rebuilt))
    assert one.cost == other.cost


@given(cases(), st.data())
def test_single_steps_can_be_priced_anew(case: Case, data: st.DataObject) -> None:
    grid, new = case.costs.grid, dict[tuple[Hex, Hex], int]()
    for hex in data.draw(st.lists(hexes(grid), max_size=4)):
        near = data.draw(
            st.sampled_from([near for near in grid.neighbours[hex] if near != OFF_GRID] or [hex])
        )
        if near != hex:
            new[hex, near] = data.draw(st.sampled_from([CLOSED, 0, 1, 5]))
    changed = case.costs.with_steps(new)
    for hex in grid.hexes:
        for near in grid.neighbours[hex]:
            if near != OFF_GRID:
                assert changed.price(hex, near) == new.get((hex, near), case.costs.price(hex, near))
    again = MovementCosts(grid, changed.prices)
    assert reach(changed, case.start, case.allowance).cost == reach(again, case.start, case.allowance).cost


@given(cases(), st.integers(1, 4), st.data())
def test_a_bonus_adds_what_its_own_steps_reach(case: Case, extra: int, data: st.DataObject) -> None:
    bonus = Bonus(data.draw(costs(case.costs.grid)), extra)
    plain = reach(case.costs, case.start, case.allowance, **case.terms)
    further = Case(bonus.costs, case.start, case.allowance + extra, case.terms)
    found = reach(case.costs, case.start, case.allowance, bonus=bonus, **case.terms)
    assert found.cost == {**dict.fromkeys(slow_reach(further), case.allowance), **plain.cost}
    for hex in found.cost:
        rules = case if hex in plain.cost else further
        assert None not in [price(rules, a, b) for a, b in pairwise(found.path(hex))]


# --- rules of the field, by picture -----------------------------------------------------------------

FIELD = """
    .  .  .  .  .  .
      .  .  f  .  .  .
    .  .u .  .e .  .
      .  .  ~  .  .  .
    .  .  .  .  .  .
"""
THIRDS = {"clear": 3, "forest": 6, "swamp": 9}


@pytest.fixture
def tiny() -> TinyBoard:
    return tiny_board(FIELD, links={"road": "0301-0306"}, sides={"river": "u/0303 0202/0203"})


def open_country(tiny: TinyBoard, **more: Any) -> MovementCosts:
    entry = {hex: THIRDS[tiny.board.terrain[hex]] for hex in tiny.grid.hexes}
    return MovementCosts.build(tiny.grid, entry, **more)


def test_a_zone_of_control_stops_who_enters_it(tiny: TinyBoard) -> None:
    zone = tiny.set("0203 0204 0303 0305 0403 0404")
    found = reach(open_country(tiny), tiny.at["u"], 9, blocked=tiny.set("e"), stop=zone)
    assert tiny.show(found.cost) == picture("""
        6 6 6 9 . .
         3 3 9 . . .
        3 0 3 . . .
         3 3 . . . .
        6 6 6 9 . .
    """)


def test_roads_cost_a_third_and_rivers_hold_up_all_but_roads(tiny: TinyBoard) -> None:
    river = dict.fromkeys(tiny.board.side_sets["river"], 3)
    road = [(tiny.board.link_steps["road"], 1)]
    costs = open_country(tiny, sides=river, links=road)
    found = reach(costs, tiny.at["u"], 4, blocked=tiny.set("e"))
    assert tiny.show(found.cost) == picture("""
        . . . . . .
         3 3 . . . .
        1 0 1 . . .
         3 3 . . . .
        . . . . . .
    """)
    assert reach(
        open_country(tiny, sides=river), tiny.at["u"], 4
    ).cost.keys() == found.cost.keys() - tiny_set(tiny, "0303")


def tiny_set(tiny: TinyBoard, names: str) -> set[Hex]:
    return set(hexes_of(tiny.set(names)))


def test_no_way_leads_from_zone_to_zone_when_that_is_forbidden(tiny: TinyBoard) -> None:
    zone = tiny.set("0303 0304 0203")
    found = reach(open_country(tiny), tiny.at["u"], 6, locked=zone)
    assert tiny.hex("0303") in found
    assert tiny.hex("0304") not in found


def test_one_hex_can_always_be_gone_when_the_rules_say_so(tiny: TinyBoard) -> None:
    dear = open_country(tiny).with_entry(dict.fromkeys(tiny.grid.hexes, 9))
    assert len(reach(dear, tiny.at["u"], 3)) == 1
    assert len(reach(dear, tiny.at["u"], 3, first_step_cap=3)) == 7


def test_a_path_out_of_reach_is_refused(tiny: TinyBoard) -> None:
    found = reach(open_country(tiny), tiny.at["u"], 3)
    with pytest.raises(ValueError, match="hex 0106 is out of reach"):
        found.path(tiny.hex("0106"))
    assert found.start == tiny.at["u"]
    assert found.allowance == 3
