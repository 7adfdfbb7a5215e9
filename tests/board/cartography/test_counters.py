"""Counters in the classic layout, stacks of them, and the sheet on which they lie."""

from __future__ import annotations

import re
from itertools import combinations
from xml.etree import ElementTree

import pytest

from grognard.board.cartography.counter import (
    SIDE,
    Mobility,
    Piece,
    Token,
    definitions,
    draw_counter,
    draw_stack,
)
from grognard.board.cartography.countersheet import draw_counters, lay_out
from grognard.board.cartography.geometry import boxes_touch
from grognard.board.cartography.style import Style
from grognard.board.cartography.symbols import GLYPHS, SYMBOLS
from grognard.board.cartography.typeface import NARROW_BOLD

BACK = Piece("a", "axis", "armor", "25", "2-7", levels=2, levels_left=1, weaker=True)
FRONT = Piece(
    "a", "axis", "armor", "25", "5-7", "7", "III", "tracks", ("black",), 2, morale="11", reverse=BACK,
    group="LVI Corps", title="25th Panzer Regiment",
)  # fmt: skip


def drawn(item: Piece | Token, style: Style) -> ElementTree.Element:
    """One counter as a tree."""
    return ElementTree.fromstring(draw_counter(item, style.liveries, (0.0, 0.0)))


def texts(tree: ElementTree.Element) -> set[str]:
    """All that is written."""
    return {item.text or "" for item in tree.iter("text")}


def classes(tree: ElementTree.Element) -> list[str]:
    """The classes of all shapes."""
    return [item.get("class", "") for item in tree.iter()]


def test_a_counter_shows_symbol_size_name_parent_values_and_morale(style: Style) -> None:
    tree = drawn(FRONT, style)
    assert texts(tree) == {"25", "7", "III", "5-7", "11"}
    assert [item.get("href") for item in tree.iter("use") if "symbol" in item.get("href", "")] == [
        "#symbol-armor"
    ]
    assert tree.findtext("title") == "25th Panzer Regiment"
    assert classes(tree).count("counter-star") == 1
    assert tree.get("class") == "counter livery-axis"


def test_efficiency_levels_are_filled_while_the_unit_has_them(style: Style) -> None:
    assert classes(drawn(FRONT, style)).count("level") == 2
    assert classes(drawn(FRONT, style)).count("level-lost") == 0
    assert classes(drawn(BACK, style)).count("level") == 1
    assert classes(drawn(BACK, style)).count("level-lost") == 1


def test_only_the_weaker_side_carries_the_stripe(style: Style) -> None:
    assert "stripe" in classes(drawn(BACK, style))
    assert "stripe" not in classes(drawn(FRONT, style))


@pytest.mark.parametrize("mobility", ["none", "wheels", "tracks", "tow"])
def test_how_a_unit_moves_is_marked_unless_it_walks(style: Style, mobility: Mobility) -> None:
    tree = drawn(Piece("a", "axis", "infantry", "1", "4-4", mobility=mobility), style)
    assert ("mobility" in classes(tree)) == (mobility != "none")


@pytest.mark.parametrize("name", ["1", "1 Moskwa", "XXXXVI", "a very long name of a very small unit"])
def test_a_name_stays_between_the_emblem_and_the_foot(style: Style, name: str) -> None:
    drawing = draw_counter(Piece("a", "soviet", "infantry", name, ""), style.liveries, (0.0, 0.0))
    found = re.search(r'font-size="([\d.]+)" transform="translate\(11\.2 ([\d.]+)\) rotate', drawing)
    assert found is not None
    size, middle = float(found[1]), float(found[2])
    half = NARROW_BOLD.width(name, size) / 2
    assert middle - half >= 14.6
    assert middle + half <= 46.0


@pytest.mark.parametrize("values", ["4", "12-7", "5/3-0", "123/456-789"])
def test_values_stay_between_star_and_tab(style: Style, values: str) -> None:
    drawing = draw_counter(Piece("a", "axis", "infantry", "", values), style.liveries, (0.0, 0.0))
    found = re.search(r'class="values"[^>]* font-size="([\d.]+)"', drawing)
    assert found is not None
    assert NARROW_BOLD.width(values, float(found[1])) <= 34.0


@pytest.mark.parametrize("symbol", sorted(SYMBOLS))
def test_every_symbol_has_a_frame_of_its_own(symbol: str) -> None:
    tree = ElementTree.fromstring(f"<g>{definitions([Piece('a', 'axis', symbol, '', '')])}</g>")
    (found,) = [item for item in tree.iter("g") if item.get("id") == f"symbol-{symbol}"]
    assert (found[0].get("d") or "").startswith("M-14")


def test_symbols_differ() -> None:
    pictures = {
        name: definitions([Piece("a", "axis", name, "", "")]).replace(f"symbol-{name}", "")
        for name in SYMBOLS
    }
    same = [{a, b} for a, b in combinations(sorted(SYMBOLS), 2) if pictures[a] == pictures[b]]
    assert same == [{"cavalry", "reconnaissance"}]  # so it is in APP-6


@pytest.mark.parametrize("glyph", sorted(GLYPHS))
def test_a_marker_shows_its_sign_and_its_words(style: Style, glyph: str) -> None:
    tree = drawn(Token("m", "both", glyph, "Out of supply", title="beyond reach"), style)
    assert texts(tree) == {"Out of supply"}
    assert GLYPHS[glyph] in [item.get("d") for item in tree.iter("path")]


def test_a_stack_shows_the_last_on_top_and_counts_the_rest(style: Style) -> None:
    pieces = [Piece(str(number), "axis", "infantry", str(number), "4-4") for number in range(6)]
    tree = ElementTree.fromstring(draw_stack(pieces, style.liveries, (100.0, 100.0), 0.7))
    cards = [item for item in tree if item.get("class", "").startswith("counter")]
    assert len(cards) == 4
    assert "5" in texts(cards[-1])
    assert texts(tree) >= {"6"}
    alone = ElementTree.fromstring(draw_stack(pieces[:1], style.liveries, (0.0, 0.0), 0.7))
    assert "badge" not in classes(alone)


def box(corner: tuple[float, float]) -> tuple[float, float, float, float]:
    """The room of a counter."""
    return (corner[0], corner[1], corner[0] + SIDE, corner[1] + SIDE)


@pytest.mark.parametrize("columns", [1, 4, 5, 22])
def test_nothing_lies_on_another_on_the_sheet(columns: int) -> None:
    sizes = (7, 1, 12, 3, 2, 2, 9)
    pieces = [
        Piece(
            f"{group}.{number}",
            "axis",
            "armor",
            "",
            "",
            reverse=(None, BACK)[number % 2],
            group=f"Corps {group}",
        )
        for group, count in enumerate(sizes)
        for number in range(count)
    ]
    blocks = lay_out(pieces, columns)
    cards = [box(corner) for block in blocks for _, _, corner in block.counters]
    heads = [(block.at[0], block.at[1] - 24, block.at[0] + 20, block.at[1] - 8) for block in blocks]
    assert len(cards) == sum(sizes) + sum(count // 2 for count in sizes)
    assert not any(boxes_touch(a, b) for a, b in combinations([*cards, *heads], 2))


def test_the_sheet_shows_both_sides_of_every_counter(style: Style) -> None:
    sheet = draw_counters([FRONT, Token("m", "both", "march", "March", group="Markers")], style, "summer")
    tree = ElementTree.fromstring(sheet)
    ids = {item.get("id") for item in tree.iter()}
    assert {"front-a", "back-a", "front-m"} <= ids
    written = {item.text for item in tree.iter("{http://www.w3.org/2000/svg}text")}
    assert {"LVI Corps", "Markers", "5-7", "2-7", "March"} <= written
