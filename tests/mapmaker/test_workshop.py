"""The map workshop on a small made-up country, and on the map that ships."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from tests.mapmaker.small import FILES, TURNED, write_inputs
from tools.mapmaker.__main__ import MAPS, main
from tools.mapmaker.build import Map, build
from tools.mapmaker.hexgrid import Hex, HexGrid, parse_hex, parse_side, side_corners, side_label
from tools.mapmaker.inputs import DATA, MOSCOW, read_inputs
from tools.mapmaker.write import map_files

RILL = "[30.03, 50.2], [30.03, 50.06], [30.04, 50.03]"


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Map:
    """The small country, built."""
    return build(read_inputs(write_inputs(tmp_path_factory.mktemp("small"))))


def hexes(words: str) -> set[Hex]:
    """Hexes by their numbers."""
    return {parse_hex(word) for word in words.split()}


@pytest.mark.slow
@pytest.mark.parametrize("name", MAPS)
def test_the_map_that_ships_is_what_its_inputs_make(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(DATA / name), "--check"]) == 0
    assert capsys.readouterr().out == ""
    assert len(list(MAPS[name].iterdir())) == 8


def test_a_map_of_ones_own_needs_a_place_to_go(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main([str(write_inputs(tmp_path))])
    assert "needs -o" in capsys.readouterr().err


def test_the_same_inputs_make_the_same_bytes(small: Map, tmp_path: Path) -> None:
    again = map_files(build(read_inputs(write_inputs(tmp_path))))
    assert again == map_files(small)


def test_a_river_runs_unbroken_from_its_spring_through_its_pins_to_the_lake(small: Map) -> None:
    brook = next(river for river in small.rivers if river.course.id == "brook")
    chain = [set(side_corners(side)) for side in brook.sides]
    assert all(len(a & b) == 1 for a, b in pairwise(chain))
    assert parse_side("0505/0605") in brook.sides
    shore = {corner for hex_ in hexes("0703 0803") for side in _around(hex_) for corner in side_corners(side)}
    assert chain[-1] & shore
    assert not chain[0] & shore


def _around(hex_: Hex) -> list[tuple[Hex, Hex]]:
    return [(min(hex_, near), max(hex_, near)) for near in HexGrid(12, 10).neighbours(hex_)]


def test_a_tributary_comes_in_from_the_rim_and_ends_in_its_river(small: Map) -> None:
    rill = next(river for river in small.rivers if river.course.id == "rill")
    brook = next(river for river in small.rivers if river.course.id == "brook")
    mother = {corner for side in brook.sides for corner in side_corners(side)}
    assert set(side_corners(rill.sides[-1])) & mother
    assert not set(rill.sides) & set(brook.sides)
    assert {hex_[0] for hex_ in rill.sides[0]} <= {1, 2}


def test_roads_pass_through_their_places_and_railways_through_their_pins(small: Map) -> None:
    paths = {link.course.id: link.path for link in small.links}
    assert paths["post-road"][0] == (7, 7)
    assert paths["post-road"][-1] == (4, 3)
    assert (6, 6) in paths["post-road"]
    assert (9, 9) in paths["railway"]
    assert paths["railway"][-1][1] == 1  # off the east edge
    grid = HexGrid(12, 10)
    for path in paths.values():
        assert all(b in grid.neighbours(a) for a, b in pairwise(path))
        assert not set(path) & hexes("0703 0803")


def test_there_is_a_bridge_wherever_a_way_crosses_water_and_nowhere_else(small: Map) -> None:
    water = {side for river in small.rivers for side in river.sides}
    crossed = {
        (tuple(sorted(pair)), "rail" if link.course.kind == "rail" else "road")
        for link in small.links
        for pair in pairwise(link.path)
        if tuple(sorted(pair)) in water
    }
    assert {(bridge.side, bridge.kind) for bridge in small.bridges} == crossed
    assert len(crossed) == 3


def test_curation_moves_drops_and_paints(small: Map) -> None:
    places = {place.id: place for place in small.places}
    assert set(places) == {"town", "mill", "ferry"}
    assert places["ferry"].hexes == ((4, 3),)
    assert places["ferry"].source == "rulebook:made-up;design"
    assert places["mill"].source == "geography:geonames"
    assert small.terrain[12, 1] == "swamp"
    assert {hex_ for hex_, kind in small.terrain.items() if kind == "lake"} == hexes("0703 0803")


def test_woods_and_fields_lie_where_they_are_drawn(small: Map) -> None:
    north = [small.terrain[2, place] for place in range(1, 11)]
    south = [small.terrain[11, place] for place in range(1, 11)]
    assert north.count("forest") > 6
    assert south.count("forest") < 3
    assert "swamp" in {small.terrain[line, place] for line in (9, 10, 11) for place in range(5, 9)}
    assert set(small.terrain) == set(HexGrid(12, 10))


def test_towns_stand_on_clear_land(small: Map) -> None:
    assert {small.terrain[hex_] for place in small.places for hex_ in place.hexes} == {"clear"}


def test_a_front_parts_the_whole_map(small: Map) -> None:
    zones = {zone.id: set(zone.hexes) for zone in small.zones}
    assert zones["start-axis"] | zones["start-soviet"] == set(HexGrid(12, 10))
    assert not zones["start-axis"] & zones["start-soviet"]
    assert zones["lesson"] == hexes("0302 0303 0402 0403")


def test_names_of_rivers_and_roads_stand_on_them(small: Map) -> None:
    labels = {label.text: label for label in small.labels}
    brook = next(river for river in small.rivers if river.course.id == "brook")
    assert labels["Brook"].at in {hex_ for side in brook.sides for hex_ in side}
    road = next(link for link in small.links if link.course.id == "post-road")
    assert labels["Post Road"].at in road.path
    assert all(-90 < label.angle <= 90 for label in small.labels)


def test_an_anchor_pulls_its_place_to_its_hex(tmp_path: Path) -> None:
    bent = FILES["fit.toml"].replace("grid = [6.0, 6.0]", "grid = [8.0, 5.0]")
    bent = bent.replace("made up: the mill stands in 0606", "made up")
    moved = read_inputs(write_inputs(tmp_path, fit_toml=bent))
    line, place = moved.projection.grid(30.0, 50.0)
    assert (round(line), round(place)) == (8, 5)


def test_page_and_earth_are_each_others_reverse() -> None:
    projection = read_inputs(MOSCOW).projection
    for lon, lat in ((37.617, 55.752), (35.905, 56.858), (36.73, 55.387), (37.36, 56.873)):
        back = projection.earth(*projection.grid(lon, lat))
        assert back == pytest.approx((lon, lat), abs=0.0005)


def test_the_command_writes_and_checks(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    inputs, output = write_inputs(tmp_path / "in"), tmp_path / "out"
    assert main([str(inputs), "-o", str(output), "--check"]) == 1
    assert "terrain.txt is not what" in capsys.readouterr().out
    assert main([str(inputs), "-o", str(output)]) == 0
    assert sorted(path.name for path in output.iterdir()) == [
        "bridges.csv",
        "facts.csv",
        "hexsides.csv",
        "labels.csv",
        "links.csv",
        "places.csv",
        "terrain.txt",
        "zones.csv",
    ]
    assert main([str(inputs), "-o", str(output), "--check"]) == 0
    places = output / "places.csv"
    places.write_text(places.read_text(encoding="utf-8").replace("0403", "0404"), encoding="utf-8")
    capsys.readouterr()
    assert main([str(inputs), "-o", str(output), "--check"]) == 1
    assert capsys.readouterr().out.splitlines() == [f"{places} is not what {inputs} makes"]


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        ("curation.toml", 'reason = "too small to count"', "", "[[place]] number 1 gives no reason"),
        ("curation.toml", '"0703 0803"', '"703"', "not a hex number: '703'"),
        ("curation.toml", '"0505/0605"', '"0505/0705"', "brook: 0505/0705 is not a hexside"),
        ("roads.toml", '"mill", "ferry"', '"mill", "fery"', "post-road: there is no 'fery'"),
        ("rivers.toml", 'to = "brook"', 'to = "broook"', "rill: there is no 'broook'"),
        ("rivers.toml", RILL, "[9.0, 9.0], [9.1, 9.0]", "rill: a course lies outside"),
        ("fit.toml", "lines = 12", "lines 12", "fit.toml: Expected '='"),
    ],
)
def test_a_broken_input_is_one_clear_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], file: str, old: str, new: str, said: str
) -> None:
    assert old in FILES[file]
    inputs = write_inputs(tmp_path, **{file.replace(".", "_"): FILES[file].replace(old, new)})
    assert main([str(inputs), "-o", str(tmp_path / "out")]) == 2
    answer = capsys.readouterr().err
    assert said in answer
    assert answer.count("\n") == 1
    assert not (tmp_path / "out").exists()


def test_a_missing_input_is_one_clear_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(tmp_path / "nowhere"), "-o", str(tmp_path / "out")]) == 2
    assert "nowhere" in capsys.readouterr().err


def test_sides_read_back_as_written() -> None:
    for side in list(HexGrid(5, 4).sides()):
        assert parse_side(side_label(side)) == side


def test_a_turned_grid_has_its_edges_where_the_page_has_them() -> None:
    grid = HexGrid(lines=3, places=2, first_line=52, first_place=3, turned=True)
    assert (53, 3) in grid
    assert (1, 1) not in grid
    assert len(list(grid)) == 6
    assert grid.edge("west") == [(52, 3), (52, 4)]
    assert grid.edge("east") == [(54, 3), (54, 4)]
    assert grid.edge("north") == [(52, 3), (53, 3), (54, 3)]
    assert grid.edge("south") == [(52, 4), (53, 4), (54, 4)]


@pytest.fixture(scope="module")
def turned(tmp_path_factory: pytest.TempPathFactory) -> Map:
    """A country without woods on a turned grid under a cone, with a bay, a zone and its border."""
    folder = tmp_path_factory.mktemp("turned")
    for name, text in TURNED.items():
        (folder / name).write_text(text, encoding="utf-8")
    return build(read_inputs(folder))


def test_towns_keep_their_kind_and_properties(turned: Map) -> None:
    (town,) = turned.places
    assert (town.kind, town.properties) == ("port", (("depot", "north"),))
    assert "id,name,kind,hexes,depot,source,note" in map_files(turned)["places.csv"]


def test_a_link_may_be_given_hex_by_hex_and_needs_a_bridge_only_of_its_own_kind(turned: Map) -> None:
    assert [link.path for link in turned.links] == [((52, 4), (53, 4), (54, 5))] * 2
    assert turned.bridges == []


def test_zones_follow_lines_shores_and_what_is_left(turned: Map) -> None:
    found = {zone.id: {f"{line}{place:02d}" for line, place in zone.hexes} for zone in turned.zones}
    assert found["upper"] == {"5203", "5204", "5303", "5403"}
    assert found["lower"] == {"5205", "5304", "5404", "5405"}
    assert found["beach"] == {"5205", "5304", "5405"}


def test_a_border_runs_between_a_zone_and_the_rest_of_the_land(turned: Map) -> None:
    (border,) = turned.lines
    sides = {side_label(side) for side in border.sides}
    assert sides == {"5204/5205", "5204/5304", "5303/5304", "5303/5404", "5403/5404"}
    assert "front,line,Front," in map_files(turned)["hexsides.csv"]


def test_a_turned_text_map_shows_each_line_from_the_north(turned: Map) -> None:
    rows = [row for row in map_files(turned)["terrain.txt"].splitlines() if row[:1].isdigit()]
    assert [row.partition("|")[0].split() for row in rows] == [
        ["52:", ".", ".", "."],
        ["53:", ".", ".", "~"],
        ["54:", ".", ".", "."],
    ]
