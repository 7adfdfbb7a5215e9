"""Packs spoilt at random: they load, or they say what is wrong; nothing else ever happens."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.packs.tiny import CHANGES_MANIFEST, FILES, encoded, read_all

from grognard.games import find
from grognard.packs import PackError, digest
from grognard.packs.content import contents
from grognard.packs.layers import PackLayers, lay
from grognard.packs.lookup import problems_of
from grognard.packs.pack import load_pack, make_pack
from grognard.packs.provenance import provenance

GAME = "moscow-1941"
MANY = settings().max_examples
FEW = MANY if MANY > 1000 else 10
"""A whole pack takes a tenth of a second to read; `HYPOTHESIS_PROFILE=fuzz` tries thousands."""

ODD = st.sampled_from(
    (
        *(
            "",
            " ",
            "0",
            "-1",
            "99999999999",
            "1/0",
            "1e9",
            "nan",
            "٣",
            "yes",
            "no",
            "none",
            "(empty)",
            "A" * 300,
        ),
        *(
            "0101",
            "9999",
            "0101/0102",
            "0101-0102",
            "edge:west",
            "place:klin",
            "lines:01-99",
            "design",
            "history:x",
        ),
        *(
            '"',
            "'",
            ",",
            ";",
            "|",
            "#",
            "[",
            "]",
            "{",
            "=",
            "\n",
            "\r",
            "\0",
            "\x1b",
            "\ufeff",
            "\u2028",
            "é",
            "𐍈",
        ),
        *("x = 1", "[a]", "[[a]]", "a.b.c = {}", "'''", '"""', "1941-02-30", "true", "remove", "source"),
    )
)
Files = Mapping[str, bytes]


@st.composite
def spoilt(draw: st.DrawFn, files: Files) -> Files:
    """Some files with one to three accidents."""
    found = dict(files)
    for _ in range(draw(st.integers(1, 3))):
        name = draw(st.sampled_from(sorted(found)))
        found[name] = draw(st.sampled_from(ACCIDENTS))(draw, found[name])
    if draw(st.integers(0, 9)) == 0:
        del found[draw(st.sampled_from(sorted(found)))]
    return found


def a_bad_byte(draw: st.DrawFn, data: bytes) -> bytes:
    at = draw(st.integers(0, len(data)))
    return data[:at] + draw(st.binary(max_size=3)) + data[at + draw(st.integers(0, 3)) :]


def an_odd_text(draw: st.DrawFn, data: bytes) -> bytes:
    at = draw(st.integers(0, len(data)))
    return data[:at] + draw(ODD).encode() + data[at:]


def an_odd_cell(draw: st.DrawFn, data: bytes) -> bytes:
    lines = data.split(b"\n")
    at = draw(st.integers(0, len(lines) - 1))
    mark = draw(st.sampled_from((b",", b" = ", b"|", b" ")))
    cells = lines[at].split(mark)
    cells[draw(st.integers(0, len(cells) - 1))] = draw(ODD).encode()
    lines[at] = mark.join(cells)
    return b"\n".join(lines)


def lines_moved(draw: st.DrawFn, data: bytes) -> bytes:
    lines = data.split(b"\n")
    line = lines.pop(draw(st.integers(0, len(lines) - 1)))
    times = draw(st.integers(0, 2))
    at = draw(st.integers(0, len(lines)))
    return b"\n".join([*lines[:at], *[line] * times, *lines[at:]])


def cut_short(draw: st.DrawFn, data: bytes) -> bytes:
    return data[: draw(st.integers(0, len(data)))]


ACCIDENTS: tuple[Callable[[st.DrawFn, bytes], bytes], ...] = (
    a_bad_byte,
    an_odd_text,
    an_odd_cell,
    an_odd_cell,
    lines_moved,
    cut_short,
)


@cache
def real_files() -> Files:
    return load_pack(find(GAME).pack_path, GAME).files


def use(layers: PackLayers) -> None:
    """All that the commands do with a pack."""
    contents(layers)
    provenance(layers)
    assert len(digest(layers)) == 64


def check_said(error: PackError) -> None:
    assert error.problems
    for problem in error.problems:
        assert problem.file
        assert problem.expected
        assert "\n" not in str(problem)
        assert len(str(problem)) < 2_000


@given(spoilt(encoded(FILES)))
def test_a_spoilt_pack_loads_or_says_what_is_wrong(files: Files) -> None:
    try:
        layers = lay([make_pack("tiny", files)])
        use(layers)
        read_all(layers)
    except PackError as error:
        check_said(error)


@given(spoilt({name: data for name, data in encoded(FILES).items() if name != "pack.toml"}))
def test_spoilt_changes_load_or_say_what_is_wrong(files: Files) -> None:
    try:
        above = make_pack("mine", {"pack.toml": CHANGES_MANIFEST.encode(), **files})
        layers = lay([make_pack("tiny", encoded(FILES)), above])
        use(layers)
        read_all(layers)
    except PackError as error:
        check_said(error)


@pytest.mark.slow
@settings(max_examples=FEW)
@given(st.deferred(lambda: spoilt(real_files())))
def test_the_real_pack_when_spoilt_loads_or_says_what_is_wrong(files: Files) -> None:
    module = find(GAME)
    try:
        layers = lay([make_pack(GAME, files)])
        answers = module.constraints(module.read_components(layers))
        use(layers)
        problems = problems_of(layers, answers)
    except PackError as error:
        check_said(error)
    else:
        assert all(answer.held for answer in answers) == (not problems)


@given(st.sampled_from(sorted(FILES)), st.text(max_size=300))
def test_no_text_at_all_breaks_a_reader(name: str, text: str) -> None:
    try:
        read_all(lay([make_pack("tiny", {**encoded(FILES), name: text.encode("utf-8", "replace")})]))
    except PackError as error:
        check_said(error)
