"""Rivers, roads and fronts as lines: where they run, how wide, where they end."""

from __future__ import annotations

import msgspec
import pytest
from tests.board.cartography.conftest import country

from grognard.board.cartography.fronts import Front, draw_fronts, front_chains, front_lines
from grognard.board.cartography.geometry import gap
from grognard.board.cartography.mesh import UNIT, Mesh
from grognard.board.cartography.page import front_entries
from grognard.board.cartography.roads import draw_roads, ways
from grognard.board.cartography.style import Style, WaterStyle
from grognard.board.cartography.water import River, rivers
from grognard.board.model import Board, Link


def river_of(board: Board, style: Style) -> River:
    """The only river of the small country."""
    (river,) = rivers(Mesh(board.grid), board, style)
    return river


def test_a_river_keeps_to_its_hexsides_and_grows_from_spring_to_lake(style: Style) -> None:
    board = country()
    mesh = Mesh(board.grid)
    river = river_of(board, style)
    for side in river.sides:
        for corner in side:
            assert min(gap(mesh.points[corner], point) for point in river.line) < 0.4 * UNIT
    assert len(river.sides) == 7
    assert river.widths[0] < 0.6 * max(river.widths)
    lake = mesh.of_hex[board.grid.hex("0603")].centre
    assert gap(river.line[-1], lake) < gap(river.line[0], lake)


def test_a_river_may_be_wider_by_its_name(style: Style) -> None:
    wide = msgspec.structs.replace(style, rivers={"Lama": WaterStyle(width=0.2, rank=4)})
    assert max(river_of(country(), wide).widths) > 2 * max(river_of(country(), style).widths)


def test_a_name_alone_makes_no_water_of_a_hexside(style: Style) -> None:
    assert style.water_style("bridge", "Volga") is None
    assert style.water_style("river", "Volga") is style.rivers["Volga"]
    assert style.water_style("river", "Lama") is style.water["river"]


def test_a_road_passes_its_town_and_crosses_water_on_one_bridge(style: Style) -> None:
    board = country()
    mesh = Mesh(board.grid)
    found = ways(mesh, board, style)
    by_name = {way.name: way for way in found}
    town = mesh.of_hex[board.grid.hex("0405")].centre
    for name in ("Old Road", "Ford Road"):
        assert min(gap(town, point) for point in by_name[name].line()) < 1.0
    drawn = draw_roads(found, rivers(mesh, board, style), mesh, board, style)
    assert drawn.split('class="bridge"')[1].count("M") == 2  # a bracket on either hand


def test_roads_are_drawn_over_railways_and_great_ones_over_small(style: Style) -> None:
    board = country()
    forms = [way.form for way in ways(Mesh(board.grid), board, style)]
    assert forms == ["rail", "road", "highway"]


def test_a_stretch_shared_by_two_roads_is_drawn_once_as_the_greater(style: Style) -> None:
    board = country()
    shared = board.links[0].path[:3]
    doubled = with_links(board, (*board.links, Link("Byway", "secondary", shared)))
    assert [way.name for way in ways(Mesh(board.grid), doubled, style)] == [
        way.name for way in ways(Mesh(board.grid), board, style)
    ]


@pytest.mark.parametrize(("through", "beyond"), [(False, True), (True, False)])
def test_a_road_runs_off_the_map_unless_it_joins_another_at_the_rim(
    style: Style, through: bool, beyond: bool
) -> None:
    board = country()
    hexes = board.grid.hex
    links = [Link("Branch", "rail", (hexes("0404"), hexes("0303"), hexes("0203"), hexes("0103")))]
    if through:
        links.append(Link("Line", "rail", (hexes("0104"), hexes("0103"), hexes("0102"))))
    mesh = Mesh(board.grid)
    (branch,) = [way for way in ways(mesh, with_links(board, tuple(links)), style) if way.name == "Branch"]
    top = mesh.box()[1]
    assert (min(y for _, y in branch.knots) < top) == beyond


def with_links(board: Board, links: tuple[Link, ...]) -> Board:
    """The board with other roads."""
    terrain = {hex: board.terrain[hex] for hex in board.grid.hexes}
    return Board.build(board.id, board.grid, terrain, links=links, places=board.places.values())


def test_a_front_runs_between_the_sides_and_each_side_has_its_own_line(style: Style) -> None:
    board = country()
    mesh = Mesh(board.grid)
    west = frozenset(hex for hex in board.grid.hexes if board.grid.label(hex)[2:] >= "05")
    east = frozenset(board.grid.hexes) - west
    (one,), (two,) = front_lines(Front("axis", west), mesh), front_lines(Front("soviet", east), mesh)
    assert sum(x for x, _ in one) / len(one) < sum(x for x, _ in two) / len(two)
    (chain,) = front_chains(mesh, west)
    assert chain == front_chains(mesh, east)[0][::-1]
    drawn = draw_fronts((Front("axis", west), Front("soviet", east)), mesh, style)
    assert style.liveries["axis"].line in drawn
    assert style.liveries["soviet"].line in drawn
    assert draw_fronts((), mesh, style) == ""


def test_the_legend_names_the_fronts_of_a_scenario(style: Style) -> None:
    fronts = (Front("axis", frozenset()), Front("soviet", frozenset()), Front("nobody", frozenset()))
    found = front_entries(fronts, style)
    assert [entry.words for entry in found] == ["German front", "Soviet front"]
    assert style.liveries["axis"].line in found[0].draw((0.0, 0.0, 60.0, 40.0))
