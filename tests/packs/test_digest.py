"""The digest of a pack: the same for the same values, another for any other value."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.packs.tiny import FILES, TERRAIN, spoilt, tiny, without

from grognard.games import all_games, open_layers
from grognard.packs import PackError, digest

PALETTE = '[palettes.summer]\npaper = "#ffffff"\n'
PLAIN = digest(tiny())


def changed(file: str, old: str, new: str) -> str:
    return digest(tiny(spoilt(file, old, new)))


def test_it_is_sixty_four_letters_of_hexadecimal() -> None:
    assert len(PLAIN) == 64
    assert set(PLAIN) <= set("0123456789abcdef")


def test_every_pack_that_ships_has_a_digest_of_its_own() -> None:
    found = [digest(open_layers(game)) for game in all_games()]
    assert len(set(found)) == len(found) > 0
    assert all(len(each) == 64 for each in found)


@pytest.mark.parametrize("ending", ["\r\n", "\r"])
def test_line_endings_do_not_count(ending: str) -> None:
    assert digest(tiny({name: text.replace("\n", ending) for name, text in FILES.items()})) == PLAIN


def test_a_byte_order_mark_does_not_count() -> None:
    assert digest(tiny({name: "\ufeff" + text for name, text in FILES.items()})) == PLAIN


def test_comments_and_blank_lines_do_not_count() -> None:
    assert (
        digest(tiny({name: "# a remark\n\n" + text + "\n# another\n" for name, text in FILES.items()}))
        == PLAIN
    )


@given(st.permutations(sorted(FILES)))
def test_the_order_of_files_does_not_count(names: list[str]) -> None:
    assert digest(tiny({name: FILES[name] for name in names})) == PLAIN


@given(st.permutations(FILES["units.csv"].splitlines()[1:]))
def test_the_order_of_rows_does_not_count(rows: list[str]) -> None:
    header = FILES["units.csv"].splitlines()[0]
    assert digest(tiny({**FILES, "units.csv": "\n".join([header, *rows])})) == PLAIN


def test_the_order_of_columns_does_not_count() -> None:
    turned = "".join(",".join(reversed(line.split(","))) + "\n" for line in FILES["units.csv"].splitlines())
    assert turned.startswith("source,speed")
    assert digest(tiny({**FILES, "units.csv": turned})) == PLAIN


def test_the_order_of_keys_does_not_count() -> None:
    assert (
        changed("scenarios/raid.toml", 'title = "Raid"\nturns = 3\n', 'turns = 3\ntitle = "Raid"\n') == PLAIN
    )


def test_the_letters_of_the_text_map_do_not_count() -> None:
    other = TERRAIN.replace(". clear", "c clear").replace(".", "c")
    assert "c c f c c" in other
    assert digest(tiny({**FILES, "map/terrain.txt": other})) == PLAIN


def test_the_direction_of_the_text_map_does_not_count() -> None:
    lines = TERRAIN.replace("places 1-5", "places 5-1").splitlines()
    turned = [
        f"{line[:3]} {''.join(reversed(line[3:].partition('|')[0]))} |{line.partition('|')[2]}"
        if line[:1] == "0"
        else line
        for line in lines
    ]
    assert digest(tiny({**FILES, "map/terrain.txt": "\n".join(turned)})) == PLAIN


def test_spaces_between_words_do_not_count() -> None:
    assert changed("map/places.csv", "0104 0105", " 0104   0105 ") == PLAIN


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("units.csv", "armor,1,,design", "armor,1,,printed:counter"),
        ("map/hexsides.csv", "0104/0105,,,design,", "0104/0105,,,design,a steep one"),
        ("scenarios/raid.toml", 'source = "rulebook:20.1"', 'source = "rulebook:20.2"\nnote = "short"'),
        ("map/labels.csv", "The Wood", "The Great Wood"),
        ("pack.toml", 'title = "Tiny"', 'title = "Small"'),
        ("pack.toml", 'version = "1"', 'version = "2"'),
        ("pack.toml", 'title = "An atlas"', 'title = "Another atlas"'),
        ("pack.toml", 'title = "Forest"', 'title = "Wood"'),
    ],
)
def test_what_no_rule_asks_for_does_not_count(file: str, old: str, new: str) -> None:
    assert changed(file, old, new) == PLAIN


def test_the_look_of_the_map_does_not_count_and_needs_no_source() -> None:
    assert digest(tiny({**FILES, "palette.toml": PALETTE})) == PLAIN
    assert digest(tiny(FILES, {"palette.toml": PALETTE})) == PLAIN


def test_even_a_palette_that_cannot_be_read_does_not_stop_a_game() -> None:
    assert digest(tiny({**FILES, "palette.toml": "["})) == PLAIN


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("units.csv", "armor,1,,design", "armor,2,,design"),
        ("units.csv", "2,Second,armor", "3,Second,armor"),
        ("units.csv", "Tenth", "Eleventh"),
        ("tables/combat.csv", "2,A1,D1", "2,A1,D2"),
        ("tables/combat.csv", "1:2,1:1", "1:1,1:2"),
        ("map/terrain.txt", "01:  . . f", "01:  . f f"),
        ("map/places.csv", "0203,2", "0203,3"),
        ("map/places.csv", "0104 0105", "0104"),
        ("map/bridges.csv", "old-bridge,Old Bridge,0201/0202", "old-bridge,Older Bridge,0201/0202"),
        ("map/links.csv", "rail,0101-0102", "rail,0101-0102-0103"),
        ("scenarios/raid.toml", "turns = 3", "turns = 4"),
        ("scenarios/raid.toml", 'id = "edge"', 'id = "rim"'),
        ("pack.toml", 'shifted = "odd"', 'shifted = "even"'),
        ("pack.toml", 'Swamp" }', 'Swamp", water = true }'),
        ("pack.toml", "last_place = 5 }", "last_place = 5, place_offset = 1 }"),
    ],
)
def test_every_value_in_play_counts(file: str, old: str, new: str) -> None:
    assert changed(file, old, new) != PLAIN


def test_the_order_of_a_list_counts() -> None:
    assert changed("scenarios/raid.toml", '["west"]', '["west", "rear"]') != changed(
        "scenarios/raid.toml", '["west"]', '["rear", "west"]'
    )


def test_the_order_of_a_list_of_tables_counts() -> None:
    town = '[[victory]]\nid = "town"\npoints = 2\n\n'
    edge = '[[victory]]\nid = "edge"\npoints = 1\nsource = "design"\n'
    assert FILES["scenarios/raid.toml"].endswith(town + edge)
    assert changed("scenarios/raid.toml", town + edge, edge + "\n" + town) != PLAIN


def test_a_row_and_a_file_count() -> None:
    assert changed("units.csv", "2,Second,armor,1,,design\n", "") != PLAIN
    assert digest(tiny(without("map/zones.csv"))) != PLAIN


@pytest.mark.parametrize(
    "change",
    [
        {},
        {"units.csv": "id,steps,source\n2,1,printed:counter\n"},
        {"units.csv": "id,source,note\n2,printed:counter,looked up\n"},
        {"map/terrain.csv": "hex,terrain,source\n0103,forest,printed:map\n"},
        {"map/terrain.txt": TERRAIN.replace("geography:atlas", "printed:map")},
        {"scenarios/raid.toml": 'source = "printed:book"\nturns = 3\n'},
        {"palette.toml": PALETTE},
        {"read.me.md": "mine"},
    ],
)
def test_a_pack_of_changes_that_changes_nothing_has_the_digest_of_its_base(change: Mapping[str, str]) -> None:
    assert digest(tiny(FILES, change)) == PLAIN


@pytest.mark.parametrize(
    ("change", "same"),
    [
        ({"units.csv": "id,steps,source\n2,2,printed:counter\n"}, ("units.csv", "armor,1,", "armor,2,")),
        (
            {"map/terrain.csv": "hex,terrain,source\n0101,swamp,printed:map\n"},
            ("map/terrain.txt", "01:  . .", "01:  s ."),
        ),
        (
            {"scenarios/raid.toml": 'source = "printed:book"\nturns = 9\n'},
            ("scenarios/raid.toml", "turns = 3", "turns = 9"),
        ),
        (
            {"tables/combat.csv": "roll,source,remove\n2,printed:book,yes\n"},
            ("tables/combat.csv", "2,A1,D1,rulebook:5.2\n", ""),
        ),
    ],
)
def test_a_change_laid_over_counts_like_one_written_into_the_pack(
    change: Mapping[str, str], same: tuple[str, str, str]
) -> None:
    assert digest(tiny(FILES, change)) == changed(*same) != PLAIN


def test_two_values_are_never_one() -> None:
    """Cells that run together in print have to stay apart in the digest."""
    a = changed("units.csv", "1,First,infantry,2,1/2,", '1,"First, infantry",infantry,2,1/2,')
    b = changed("units.csv", "1,First,infantry,2,1/2,", '1,First,infantry,2,"1/2 ,",')
    assert len({a, b, PLAIN}) == 3


def test_a_broken_pack_has_no_digest() -> None:
    with pytest.raises(PackError, match=r"units\.csv:3"):
        changed("units.csv", "2,Second,armor,1,,design", "2,Second")
