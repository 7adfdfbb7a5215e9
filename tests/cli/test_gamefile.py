"""Game files on the command line: begin, give orders, look, take back, replay, and whatever can be wrong."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.cli.console import Grognard, process

from grognard.cli import errors, main

TANKS = ("11Pz.15", "11Pz.S110", "11Pz.S111")
ADVANCE = tuple(word for tank in TANKS for word in (f"unit {tank}", f"move {tank} 3731"))
ATTACK = ("attack 3730", *(f"join {tank}" for tank in TANKS))


@pytest.fixture
def grognard(capsys: pytest.CaptureFixture[str]) -> Grognard:
    return Grognard(capsys)


@pytest.fixture
def game(tmp_path: Path, grognard: Grognard) -> str:
    """A file at the start of the first turn of the learning scenario."""
    file = str(tmp_path / "game.txt")
    begin = ("new", "moscow-1941", "-s", "first-steps", "--option", "set-up=printed", "--seed", "4")
    assert grognard(*begin, "-o", file).code == 0
    return file


def to_the_attack(grognard: Grognard, file: str) -> None:
    assert grognard("submit", file, *ADVANCE, "end").code == 0


# --- new -------------------------------------------------------------------------------------------------


def test_a_new_game_waits_for_its_first_order(tmp_path: Path, grognard: Grognard) -> None:
    file = tmp_path / "game.txt"
    answer = grognard(
        "new", "moscow-1941", "--scenario", "typhoon", "--option", "masking=off", "-o", str(file)
    )
    assert answer.code == 0
    assert "Soviet: Choose hexes" in answer.out
    text = file.read_text()
    assert '[Scenario "typhoon"]' in text
    assert '[Option.masking "off"]' in text
    assert "[Seed" not in text


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("moscow", "-s", "typhon"), "no scenario 'typhon'; did you mean 'typhoon'?"),
        (("moskow-1941",), "unknown game 'moskow-1941'; did you mean 'moscow-1941'?"),
        (("moscow-1941", "--option", "masking"), "expected an option as name=value, found 'masking'"),
        (("moscow-1941", "--option", "masking=maybe"), "option masking is one of on, off, not 'maybe'"),
        (("moscow-1941", "--pack", "nowhere"), "nowhere"),
    ],
)
def test_a_game_that_cannot_be_begun(
    words: tuple[str, ...], complaint: str, tmp_path: Path, grognard: Grognard
) -> None:
    answer = grognard("new", *words, "-o", str(tmp_path / "game.txt"))
    assert answer.code == 2
    assert complaint in answer.err
    assert answer.err.count("\n") == 1
    assert not (tmp_path / "game.txt").exists()


def test_a_file_is_not_overwritten(game: str, grognard: Grognard) -> None:
    answer = grognard("new", "moscow-1941", "-o", game)
    assert (answer.code, answer.out) == (2, "")
    assert "there is a file of that name already" in answer.err


# --- submit ------------------------------------------------------------------------------------------------


def test_orders_are_carried_out_and_kept(game: str, grognard: Grognard) -> None:
    answer = grognard("submit", game, *ADVANCE)
    assert answer.code == 0
    assert "11Pz.15 moves to 3731  [3.1]" in answer.out
    text = Path(game).read_text()
    assert "axis: move 11Pz.15 3731" in text
    assert re.search(r"^= [0-9a-f]{24}$", text, re.MULTILINE)


def test_words_need_no_quotes(game: str, grognard: Grognard) -> None:
    assert grognard("submit", game, "axis:", "unit", "11Pz.15", "move", "11Pz.15", "3731").code == 0
    assert "axis: move 11Pz.15 3731" in Path(game).read_text()


def test_dice_roll_and_are_written_down(game: str, grognard: Grognard) -> None:
    to_the_attack(grognard, game)
    answer = grognard("submit", game, *ATTACK, "fight", "--json")
    told = json.loads(answer.out)
    fought = next(event for event in told["events"] if event.get("result"))
    assert fought["rule"] == "5.2.1"
    assert {modifier["rule"] for modifier in fought["modifiers"]} == {"13.1.2", "9.2.1"}
    assert re.search(r"^chance: roll \d+$", Path(game).read_text(), re.MULTILINE)


def test_all_orders_or_none(game: str, grognard: Grognard) -> None:
    before = Path(game).read_bytes()
    answer = grognard("submit", game, *ADVANCE, "move 11Pz.15 0101")
    assert answer.code == 2
    assert answer.err.startswith("grognard: move 11Pz.15 0101: ")
    assert answer.out == ""
    assert Path(game).read_bytes() == before


def test_orders_from_the_input(game: str) -> None:
    lines = "unit 11Pz.15  ; the tanks first\n\nmove 11Pz.15 3731\n"
    answer = process("submit", game, "-", stdin=lines)
    assert answer.code == 0, answer.err
    assert "11Pz.15 moves to 3731" in answer.out


def test_an_order_of_the_wrong_seat_is_refused(game: str, grognard: Grognard) -> None:
    answer = grognard("submit", game, "soviet: end")
    assert answer.code == 2
    assert "it is for German to decide now" in answer.err


# --- looking -----------------------------------------------------------------------------------------------


def test_show_is_what_a_seat_sees(game: str, grognard: Grognard) -> None:
    german, soviet = (grognard("show", game, "--seat", seat).out for seat in ("axis", "soviet"))
    assert "as German sees it" in german
    assert "Choose a unit for movement" in german
    assert "G3 11" in german
    assert "G3 11" not in soviet
    view = json.loads(grognard("show", game, "--seat", "soviet", "--json").out)
    assert view["seat"] == "soviet"
    assert "ask" not in view or not view["ask"].get("orders")


def test_show_finds_a_place(game: str, grognard: Grognard) -> None:
    assert "Voloko" in grognard("show", game, "--map", "volokolamsk", "--units").out
    answer = grognard("show", game, "--map", "Volokolamks")
    assert answer.code == 2
    assert "did you mean 'Volokolamsk'" in answer.err


def test_legal_orders_can_be_filtered(game: str, grognard: Grognard) -> None:
    texts = grognard("legal", game).out.splitlines()
    assert "unit 11Pz.15" in texts
    assert "end" in texts
    assert grognard("legal", game, "-f", "11pz", "-f", "S11").out.split() == [
        "unit", "11Pz.S110", "unit", "11Pz.S111",
    ]  # fmt: skip
    assert grognard("legal", game, "--count").out == f"{len(texts)}\n"
    found = json.loads(grognard("legal", game, "--json").out)
    assert (found["seat"], found["count"], found["orders"]) == ("axis", len(texts), texts)


def test_explain_tells_the_rule(game: str, grognard: Grognard) -> None:
    to_the_attack(grognard, game)
    answer = grognard("explain", game, "end")
    assert answer.code == 1
    assert "end: not allowed: " in answer.out
    number = re.search(r"\[(5\.1\.\d)\]", answer.out)
    assert number is not None
    assert f"  {number[1]}  " in answer.out
    assert grognard("explain", game, "attack 3730").code == 0
    told = json.loads(grognard("explain", game, "end", "--json").out)
    assert (told["legal"], told["rule"]) == (False, number[1])
    assert told["text"]


def test_replay_tells_the_story_and_checks_it(game: str, grognard: Grognard) -> None:
    to_the_attack(grognard, game)
    grognard("submit", game, *ATTACK, "fight")
    story = grognard("replay", game).out
    headings = ("German movement phase", "German combat phase")
    assert [story.index(heading) for heading in headings] == sorted(story.index(h) for h in headings)
    assert "  axis: join 11Pz.15\n" in story
    first = json.loads(grognard("replay", game, "--to", "2", "--json").out)
    assert [h["order"] for chapter in first["chapters"] for h in chapter["happenings"]] == list(ADVANCE[:2])
    assert grognard("replay", game, "--brief").out.count("\n") == 2


def test_a_record_that_was_changed_does_not_replay(game: str, grognard: Grognard) -> None:
    grognard("submit", game, *ADVANCE)
    text = Path(game).read_text()
    Path(game).write_text(re.sub(r"^= .*$", f"= {'0' * 24}", text, flags=re.MULTILINE))
    answer = grognard("replay", game)
    assert answer.code == 2
    line = text.splitlines().index("axis: move 11Pz.S111 3731") + 1
    assert f"game.txt:{line}: the digest after this order differs" in answer.err


# --- taking back -------------------------------------------------------------------------------------------


def test_undo_is_free_to_the_last_die(game: str, grognard: Grognard) -> None:
    before = Path(game).read_text()
    grognard("submit", game, *ADVANCE)
    assert "taken back: move 11Pz.S111 3731" in grognard("undo", game).out
    assert grognard("undo", game, "-n", str(len(ADVANCE) - 1)).code == 0
    assert Path(game).read_text() == before


def test_dice_are_taken_back_when_all_agree(game: str, grognard: Grognard) -> None:
    to_the_attack(grognard, game)
    grognard("submit", game, *ATTACK)
    before = Path(game).read_text()
    grognard("submit", game, "fight")
    after = Path(game).read_text()
    refused = grognard("undo", game)
    assert refused.code == 2
    assert "--agreed" in refused.err
    assert Path(game).read_text() == after
    assert grognard("undo", game, "--agreed", "--seat", "axis").code == 0
    assert Path(game).read_text() == before
    grognard("submit", game, "fight")
    assert Path(game).read_text() == after


def test_undo_to_a_moment(game: str, grognard: Grognard) -> None:
    assert grognard("undo", game, "--to", "0").code == 2
    assert grognard("undo", game, "--to", "0", "--agreed").code == 0
    assert "0 orders replayed" in grognard("replay", game).out
    assert grognard("undo", game).code == 2


# --- odds --------------------------------------------------------------------------------------------------


def test_odds_of_a_plan(game: str, grognard: Grognard) -> None:
    to_the_attack(grognard, game)
    before = Path(game).read_bytes()
    answer = grognard("odds", game, *ATTACK)
    assert answer.code == 0
    assert "tactical concentration of 11Pz +1 [13.1.2]" in answer.out
    assert "assumed: axis: fight" in answer.out
    found = json.loads(grognard("odds", game, *ATTACK, "--choices", "stop", "--json").out)
    assert sum(_number(result["probability"]) for result in found["odds"]["results"]) == pytest.approx(1)
    assert found["odds"]["waiting"]
    assert Path(game).read_bytes() == before


def _number(fraction: str) -> float:
    above, _, below = fraction.partition("/")
    return int(above) / int(below or 1)


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("attack 3730",), "no unit that may still attack"),
        ((), "no dice fall here"),
        (("attack 3730", "--choices", "spairing"), "did you mean 'sparing'"),
    ],
)
def test_odds_that_there_are_not(
    words: tuple[str, ...], complaint: str, game: str, grognard: Grognard
) -> None:
    if "--choices" not in words and words:
        assert grognard("submit", game, "end").code == 0
    answer = grognard("odds", game, *words)
    assert answer.code == 2
    assert complaint in answer.err


# --- what can be wrong with a file ------------------------------------------------------------------------

HEADERS = '[Grognard "1"]\n[Game "moscow-1941"]\n[Scenario "first-steps"]\n[Option.set-up "printed"]\n'


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "the header [Grognard"),
        ("PK\x03\x04", "game.txt:1: expected a line of printable text"),
        (HEADERS.replace('"1"', '"9"'), "game.txt:1: record version '9' is unknown"),
        (HEADERS.replace("moscow-1941", "chess"), "game.txt: unknown game 'chess'"),
        (HEADERS.replace("first-steps", "last-steps"), "game.txt: Moscow 1941 has no scenario 'last-steps'"),
        (HEADERS + '[Pack "elsewhere"]\n', "elsewhere"),
        (
            HEADERS + '[PackDigest "00"]\n',
            "game.txt: the pack moscow-1941 has changed since this game was begun",
        ),
        (HEADERS + '[Option.rain "on"]\n', "no option 'rain'"),
        (HEADERS + "axis end\n", "game.txt:5: expected `seat: order`"),
        (HEADERS + "axis: unit 11Pz.15\naxis: fly me\n", "game.txt:6: axis: 'fly me': "),
        (HEADERS + "turk: end\n", "unknown seat 'turk'"),
        (HEADERS + "chance: roll 7\n", "game.txt:5: chance: 'roll 7': it is for German to decide now"),
    ],
)
def test_a_broken_file_is_one_clear_line(
    text: str, complaint: str, tmp_path: Path, grognard: Grognard
) -> None:
    file = tmp_path / "game.txt"
    file.write_text(text)
    for command in ("show", "submit"):
        answer = grognard(command, str(file))
        assert answer.code == 2
        assert complaint in answer.err
        assert answer.err.count("\n") == 1
        assert answer.out == ""
    assert file.read_text() == text


def test_a_file_that_is_not_there(tmp_path: Path, grognard: Grognard) -> None:
    answer = grognard("show", str(tmp_path / "none.txt"))
    assert (answer.code, answer.err.strip().endswith("none.txt: No such file or directory")) == (2, True)
    assert grognard("submit", str(tmp_path), "end").code == 2


SPOILT = st.tuples(st.integers(0, 4000), st.integers(0, 30), st.text(max_size=12))


@settings(max_examples=25)
@given(spoilt=st.lists(SPOILT, min_size=1, max_size=3))
def test_no_spoilt_file_ends_in_a_traceback(
    spoilt: list[tuple[int, int, str]], tmp_path_factory: pytest.TempPathFactory
) -> None:
    text = HEADERS + "axis: unit 11Pz.15\naxis: move 11Pz.15 3731\n"
    for place, length, other in spoilt:
        place %= len(text) + 1
        text = text[:place] + other + text[place + length :]
    file = tmp_path_factory.mktemp("spoilt") / "game.txt"
    file.write_text(text, encoding="utf-8", errors="surrogatepass")
    code: object = 0
    try:
        main.run(["replay", "--brief", str(file)])
    except SystemExit as leaving:
        code = leaving.code
    assert code in (None, 0, errors.BAD_INPUT), text
