"""The table in a terminal: whole conversations, piped and in a pseudo-terminal."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.cli.console import Grognard, converse, process

from grognard.core import Record
from grognard.table import Table

GAME = ("play", "moscow-1941", "first-steps", "--option", "set-up=printed")
TABLE = (*GAME, "--axis", "human", "--soviet", "random", "--seed", "4")


@pytest.fixture
def grognard(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Grognard:
    monkeypatch.setenv("TERM", "dumb")
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("LINES", "24")
    return Grognard(capsys)


def typed(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    import io

    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))


def talk(
    grognard: Grognard, monkeypatch: pytest.MonkeyPatch, *lines: str, words: tuple[str, ...] = ()
) -> str:
    """What the table prints while these lines are typed."""
    typed(monkeypatch, *lines)
    answer = grognard(*TABLE, *words)
    assert answer.code == 0, answer.err
    return answer.out


# --- what is shown --------------------------------------------------------------------------------------


def test_the_first_turn_of_a_newcomer(grognard: Grognard, monkeypatch: pytest.MonkeyPatch) -> None:
    out = talk(grognard, monkeypatch, "help", "?", "unit 11Pz.15 move 11Pz.15 3731", "map 3731", "quit")
    assert "Moscow 1941: First Steps, 3 turns" in out
    assert "German: human   Soviet: random" in out
    assert "Turn 1, 16 November 1941: German movement phase" in out
    assert "unit, 3333 Volokolamsk: 1) 2Pz.3 6-6-7" in out
    assert "Type the number of a choice" in out
    assert "11Pz.15 moves to 3731  [3.1]" in out
    assert " G3 9  3 German, attack 9" in out


def test_no_line_is_wider_than_the_screen(grognard: Grognard, monkeypatch: pytest.MonkeyPatch) -> None:
    out = talk(grognard, monkeypatch, "help", "units", "map", "hex volokolamsk", "log", "end")
    assert max(map(len, out.splitlines())) <= 80


def test_choices_are_numbered_filtered_and_taken(grognard: Grognard, monkeypatch: pytest.MonkeyPatch) -> None:
    out = talk(grognard, monkeypatch, "volok", "unit 11", "xyzzy", "99", "2", "log 1")
    filtered = out[out.index("German> volok") : out.index("German> unit 11")]
    assert "2) 2Pz.S2" in filtered
    assert "11Pz" not in filtered
    assert "11Pz.S110" in out[out.index("German> unit 11") : out.index("German> xyzzy")]
    assert "no choice contains 'xyzzy'" in out
    assert "the choices are numbered from 1 to 13" in out
    assert "Order 2Pz.S2: 7 movement points left." in out
    assert out.rstrip().count("axis: unit 2Pz.S2") == 1


def test_why_not_and_which_rule(grognard: Grognard, monkeypatch: pytest.MonkeyPatch) -> None:
    out = talk(grognard, monkeypatch, "why attack 3730", "attack 3730", "? 5.1.2", "? 99", "why unit 2Pz.3")
    assert out.count("attack 3730: not allowed: now the game waits for") == 2
    assert re.search(r"^5\.1\.2  \S+", out, re.MULTILINE)
    assert "has no rule '99'" in out
    assert "unit 2Pz.3: allowed" in out


def test_orders_before_a_refused_one_stand(grognard: Grognard, monkeypatch: pytest.MonkeyPatch) -> None:
    out = talk(
        grognard,
        monkeypatch,
        "unit 11Pz.15 move 11Pz.15 0101",
        "undo",
        "end",
        "end",
        "end",
        "undo",
        "undo anyway",
    )
    assert "move 11Pz.15 0101: not allowed" in out
    assert "taken back: unit 11Pz.15" in out
    assert "you play alone: `undo anyway` does it" in out
    assert "taken back: end" in out


def test_a_refused_order_shows_the_way_out(grognard: Grognard, monkeypatch: pytest.MonkeyPatch) -> None:
    out = talk(grognard, monkeypatch, "unit 11Pz.15", "end", "stop", "unit 11Pz.S110 end")
    assert out.count("after `stop` it is allowed") == 2


def test_odds_fight_and_pursue(grognard: Grognard, monkeypatch: pytest.MonkeyPatch) -> None:
    tanks = ("11Pz.15", "11Pz.S110", "11Pz.S111")
    move = " ".join(f"unit {tank} move {tank} 3731" for tank in tanks)
    join = " ".join(f"join {tank}" for tank in tanks)
    out = talk(grognard, monkeypatch, move, "end", f"attack 3730 {join}", "odds", "fight")
    assert "tactical concentration of 11Pz +1 [13.1.2]" in out
    assert "Losses (whoever has a choice spares steps" in out
    assert re.search(r"German attacks 3730: 11 against 3, .*dice", out)


# --- keeping --------------------------------------------------------------------------------------------


def test_a_game_is_kept_and_gone_on_with(
    grognard: Grognard, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "evening.txt"
    out = talk(grognard, monkeypatch, "unit 11Pz.15", words=("--file", str(file)))
    assert f"grognard play --file {file}" in "".join(out.split("\n"))
    kept = Record.parse(file.read_text())
    assert (kept.headers["Axis"], kept.headers["Soviet"]) == ("human", "random")
    assert [entry.order for entry in kept.entries] == ["unit 11Pz.15"]
    typed(monkeypatch, "move 11Pz.15 3731")
    again = grognard("play", "--file", str(file))
    assert again.code == 0, again.err
    assert "1 orders so far" in again.out
    assert "German: human   Soviet: random" in again.out
    assert Table.open(Record.parse(file.read_text())).record().entries[-1].order == "move 11Pz.15 3731"


def test_a_game_can_be_saved_later(
    grognard: Grognard, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    out = talk(grognard, monkeypatch, "save", "unit 11Pz.15", "save", "save moscow-1941-first-steps.txt")
    assert "kept in moscow-1941-first-steps.txt; from now on by itself" in out
    record = Record.parse((tmp_path / "moscow-1941-first-steps.txt").read_text())
    assert record.entries[-1].order == "unit 11Pz.15"


def test_a_file_that_is_in_use_is_left_alone(
    grognard: Grognard, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    out = talk(grognard, monkeypatch, f"save {tmp_path}/a.txt")
    assert "from now on by itself" in "".join(out.split("\n"))
    before = (tmp_path / "a.txt").read_text()
    out = talk(grognard, monkeypatch, "unit 11Pz.15", f"save {tmp_path}/a.txt")
    assert "there is a file of that name already" in " ".join(out.split())
    assert (tmp_path / "a.txt").read_text() == before


# --- who sits where -------------------------------------------------------------------------------------


def test_bots_play_each_other_to_the_end(grognard: Grognard) -> None:
    answer = grognard(
        "play", "moscow-1941", "first-steps", "--axis", "random", "--soviet", "random", "--seed", "9"
    )
    assert answer.code == 0, answer.err
    assert re.search(r"The game is over: .*victory", answer.out)
    assert "... and " in answer.out


def test_two_humans_share_the_screen(grognard: Grognard, monkeypatch: pytest.MonkeyPatch) -> None:
    typed(monkeypatch, "unit 11Pz.15 stop", "end", "end", "end")
    answer = grognard(*GAME, "--axis", "human", "--soviet", "human")
    assert answer.out.index("German to the screen") < answer.out.index("Soviet to the screen")
    assert "Soviet movement phase" in answer.out


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("moscow-1941", "--allies", "human"), "no such option: '--allies'; did you mean '--axis'?"),
        (("moscow-1941", "--axis"), "the option --axis needs a name behind it"),
        (("moscow-1941", "--axis", "stuff"), "unknown bot 'stuff'; did you mean 'staff'?"),
        (("moscow-1941", "--axis", "staff:9"), "the level of a bot is one of"),
        (("moscow-1941", "--axis", "human", "--seat", "axis=random"), "two players for the seat axis"),
        (("moscow-1941", "--seat", "axis"), "expected a seat as axis=BOT"),
        (("chess",), "unknown game 'chess'"),
    ],
)
def test_a_seat_that_cannot_be_taken(words: tuple[str, ...], complaint: str, grognard: Grognard) -> None:
    answer = grognard("play", *words)
    assert answer.code == 2
    assert complaint in answer.err
    assert answer.err.count("\n") == 1


def test_without_a_game_there_is_a_menu(grognard: Grognard, monkeypatch: pytest.MonkeyPatch) -> None:
    typed(monkeypatch)
    out = grognard("play").out
    assert "first-steps" in out
    assert "To play: grognard play moscow-1941 typhoon" in out


# --- real processes -------------------------------------------------------------------------------------


def test_a_script_plays_through_a_pipe() -> None:
    answer = process(*TABLE, stdin="end\nend\n")
    assert answer.code == 0, answer.err
    assert answer.err == ""
    assert "German combat phase" in answer.out


def test_a_terminal_asks_for_game_and_side_and_offers_to_keep(tmp_path: Path) -> None:
    answer = converse(("play", "--option", "set-up=printed"), "moscow first-steps", "1", "end", "quit", "n")
    assert answer.code == 0
    assert "Which side do you play?  1) German  2) Soviet  3) all of them" in answer.out
    assert "German movement phase" in answer.out
    assert "Keep the game?" in answer.out


def test_the_curtain_falls_between_two_players() -> None:
    answer = converse(
        (*GAME, "--axis", "human", "--soviet", "human"), "", "end", "end", "end", "", "quit", "n"
    )
    assert answer.code == 0
    assert "Soviet to the screen, please; Enter when nobody else looks" in answer.out
    assert "German to the screen, please; Enter when nobody else looks" in answer.out
