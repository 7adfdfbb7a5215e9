"""Records: text that goes round, replays to the same digest, and names the line of what is wrong."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.core.toys import DRILL, FIGHT, OPENING, random_timeline, timeline_after
from tests.drill import Drill

from grognard.core import GrognardError, NotPlayable, Record, RecordEntry, RecordError
from grognard.core.record import LONGEST_LINE, LONGEST_REMARK, RECORD_VERSION, headers_of

HEAD = '[Grognard "1"]\n[Game "drill"]\n[Scenario "drill"]\n'


class Optional(Drill):
    """The drill with an option that a scenario could have."""

    def __init__(self, weather: str = "on") -> None:
        super().__init__("drill", {"weather": weather}, pack="mine", pack_digest="f00d")


# --- there and back -----------------------------------------------------------------------------------


@given(st.integers(0, 40), st.integers(0, 80))
def test_any_game_goes_round_and_replays_to_the_same_digest(seed: int, length: int) -> None:
    timeline = random_timeline(seed, length)
    record = Record.of(timeline)
    assert Record.parse(record.text()).text() == record.text()
    assert Record.parse(record.text().encode()) == Record.parse(record.text())
    again = Record.parse(record.text()).replay(DRILL)
    assert again.position == timeline.position
    assert [entry.order for entry in again.entries] == [entry.order for entry in timeline.entries]
    assert record.headers.get("Result") == (
        timeline.position.outcome.text if timeline.position.outcome else None
    )


def test_a_record_reads_like_a_game() -> None:
    text = Record.of(timeline_after(*OPENING), {"red": 'Ada "the fox"', "blue": "Bert"}).text()
    assert text.splitlines() == [
        '[Grognard "1"]',
        '[Game "drill"]',
        '[Rules "1"]',
        '[Scenario "drill"]',
        '[Pack "drill"]',
        '[PackDigest ""]',
        r'[Red "Ada \"the fox\""]',
        '[Blue "Bert"]',
        "",
        "## Turn 1",
        "red: bid 0",
        "blue: bid 2",
        "chance: draw mud",
        f"= {timeline_after(*OPENING).position.digest()}",
    ]


remarks = st.text(max_size=60)
words = st.from_regex(r"[a-z]{1,8}", fullmatch=True)
entries = st.builds(
    RecordEntry,
    seat=words,
    order=st.lists(words, min_size=1, max_size=3).map(" ".join),
    heading=remarks,
    before=st.lists(remarks, max_size=2).map(tuple),
    comment=remarks,
    digest=st.sampled_from(["", "0123456789abcdef01234567"]),
)
records = st.builds(
    Record,
    headers=st.dictionaries(st.from_regex(r"X[A-Za-z0-9_.-]{1,10}", fullmatch=True), remarks, max_size=4).map(
        lambda more: {"Grognard": RECORD_VERSION, "Game": "drill", "Scenario": "drill", **more}
    ),
    entries=st.lists(entries, max_size=6).map(tuple),
    after=st.lists(remarks, max_size=2).map(tuple),
)


@given(records)
def test_whatever_people_remark_a_record_can_be_read_again(record: Record) -> None:
    text = record.text()
    again = Record.parse(text)
    assert Record.parse(again.text()).text() == again.text()
    plays = [(entry.seat, entry.order, entry.digest) for entry in record.entries]
    assert [(entry.seat, entry.order, entry.digest) for entry in again.entries] == plays
    assert again.headers.keys() == record.headers.keys()
    assert all(len(line) <= LONGEST_LINE for line in text.splitlines())


def test_an_endless_remark_is_cut_and_a_broken_one_is_mended() -> None:
    entry = RecordEntry("red", "bid 0", comment="so " * 5000, before=("two\nlines\x00",))
    record = Record({"Grognard": "1", "Game": "g", "Scenario": "s", "Note": '"\\' * 3000}, (entry,))
    again = Record.parse(record.text())
    assert len(again.entries[0].comment) <= LONGEST_REMARK
    assert again.entries[0].before == ("two lines",)
    assert record.headers["Note"].startswith(again.headers["Note"])


def test_comments_headings_and_blank_lines_find_their_place() -> None:
    text = (
        HEAD + "\n; before\n## Turn 1:  bids\nred:  bid   0 ; bold\r\n\n; then\nblue: bid 1\n; at the end\n"
    )
    record = Record.parse("\ufeff" + text)
    first, second = record.entries
    assert first == RecordEntry("red", "bid 0", 7, "Turn 1: bids", ("before",), "bold")
    assert (second.before, second.comment, second.line) == (("then",), "", 10)
    assert record.after == ("at the end",)
    assert record.replay(DRILL).position.ply == 2


# --- what is wrong with it --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("", 1, 'the header [Grognard "..."] is missing'),
        ('[Grognard "1"]\n[Game "drill"]', 2, 'the header [Scenario "..."] is missing'),
        ('[Grognard "2"]', 1, "record version '2' is unknown; this Grognard reads '1'"),
        ("[Grognard 1]", 1, "expected a header [Name \"value\"], found '[Grognard 1]'"),
        ('[Game "a"]\n[Game "b"]', 2, "the header Game stands there twice"),
        (HEAD + 'red: bid 0\n[Late "x"]', 5, "headers must stand before the first order"),
        (HEAD + "red bid 0", 4, "expected `seat: order`, found 'red bid 0'"),
        (HEAD + "red:", 4, "expected `seat: order`, found 'red:'"),
        (HEAD + "red army: bid 0", 4, "expected `seat: order`, found 'red army: bid 0'"),
        (HEAD + ": bid 0", 4, "expected `seat: order`, found ': bid 0'"),
        (HEAD + "= 0123", 4, "expected a digest of 24 hexadecimal digits, found '0123'"),
        (HEAD + "= " + "a" * 24, 4, "a digest must follow an order"),
        (HEAD + f"red: bid 0\n= {'a' * 24}\n= {'b' * 24}", 6, "two different digests follow the same order"),
        (HEAD + "red: bid\x000", 4, "expected a line of printable text, at most 4000 characters long"),
        (HEAD + "x" * 4001, 4, "expected a line of printable text, at most 4000 characters long"),
    ],
)
def test_a_text_that_is_no_record_names_line_and_reason(text: str, line: int, reason: str) -> None:
    with pytest.raises(RecordError) as refused:
        Record.parse(text)
    assert (refused.value.line, refused.value.reason) == (line, reason)
    assert str(refused.value) == f"line {line}: {reason}"


def test_bytes_that_are_no_text_name_their_line() -> None:
    with pytest.raises(RecordError, match=r"^line 4: this is not UTF-8 text; save the file as UTF-8$"):
        Record.parse(HEAD.encode() + b"red: b\xffd 0\n")


@pytest.mark.parametrize(
    ("play", "line", "reason"),
    [
        ("red: bid 9", 4, "red: 'bid 9': bids go from 0 to 2 [1.1]"),
        ("blue: bid 0", 4, "blue: 'bid 0': it is for Red to decide now [1.1]"),
        ("red: bid 0\n\nblue: jump", 6, "blue: 'jump': unknown order 'jump'"),
        ("read: bid 0", 4, "read: 'bid 0': unknown seat 'read'; did you mean 'red'?"),
        (f"red: bid 0\n= {'0' * 24}", 4, "the digest after this order differs: the replay gives"),
    ],
)
def test_a_game_that_cannot_have_been_names_line_and_rule(play: str, line: int, reason: str) -> None:
    with pytest.raises(RecordError) as refused:
        Record.parse(HEAD + play).replay(DRILL)
    assert refused.value.line == line
    assert refused.value.reason.startswith(reason)


def test_orders_after_the_end_are_refused() -> None:
    over = random_timeline(3)
    text = Record.of(over).text() + "red: done\n"
    with pytest.raises(RecordError, match="red: 'done': the game is over") as refused:
        Record.parse(text).replay(DRILL)
    assert refused.value.line == len(text.splitlines())


@pytest.mark.parametrize(
    ("game", "header", "complaint"),
    [
        (Optional(), ("Game", "chess"), "the record's Game is 'chess', this game's is 'drill'"),
        (Optional(), ("Rules", "0"), "the record's Rules is '0', this game's is '1'"),
        (Optional(), ("Scenario", "x"), "the record's Scenario is 'x', this game's is 'drill'"),
        (Optional(), ("Pack", "other"), "the record's Pack is 'other', this game's is 'mine'"),
        (Optional(), ("PackDigest", "beef"), "the record's PackDigest is 'beef', this game's is 'f00d'"),
        (Optional(), ("Option.weather", "off"), "the record's Option.weather is 'off', this game's is 'on'"),
        (Optional(), ("Option.fog", "on"), "the record's Option.fog is 'on', this game has none"),
    ],
)
def test_a_record_of_another_game_is_refused(game: Drill, header: tuple[str, str], complaint: str) -> None:
    record = Record(headers_of(game) | {header[0]: header[1]}, ())
    assert Record(headers_of(game), ()).replay(game).position == game.start()
    with pytest.raises(RecordError, match=re.escape(complaint)):
        Record.parse(record.text()).replay(game)


@pytest.mark.parametrize("name", ["game", "packDigest", "", "two words", 'x"'])
def test_a_player_cannot_take_the_place_of_a_header(name: str) -> None:
    with pytest.raises(ValueError, match="cannot be the header of a player"):
        Record.of(timeline_after(), {name: "Ada"})


# --- hostile text -----------------------------------------------------------------------------------------


def replayed_or_refused(text: str | bytes) -> None:
    """A record is read and replayed, or refused with a line that it has; nothing else may happen."""
    raw = text if isinstance(text, bytes) else text.encode()
    lines = raw.count(b"\n") + 1
    try:
        Record.parse(text).replay(DRILL)
    except RecordError as error:
        refusal = error
    else:
        return
    assert 0 <= refusal.line <= lines
    assert "\n" not in str(refusal)
    assert len(str(refusal)) < 500


@given(st.text(max_size=200))
def test_any_text_is_a_record_or_refused(text: str) -> None:
    replayed_or_refused(text)
    replayed_or_refused(HEAD + text)


@given(st.binary(max_size=100))
def test_any_bytes_are_a_record_or_refused(raw: bytes) -> None:
    replayed_or_refused(HEAD.encode() + raw)


pieces = st.sampled_from(
    [
        *FIGHT,
        "red: ",
        "blue: ",
        "chance: ",
        "\n",
        "; ",
        "= ",
        "## ",
        "[",
        '"]',
        "roll 5",
        "done",
        "retreat 1",
        ":",
    ]
)


@given(st.lists(pieces, max_size=40))
def test_pieces_of_records_in_any_order_never_crash(parts: list[str]) -> None:
    replayed_or_refused(HEAD + "".join(parts))


@given(st.integers(0, 20), st.data())
def test_a_record_damaged_anywhere_is_read_or_refused(seed: int, data: st.DataObject) -> None:
    raw = bytearray(Record.of(random_timeline(seed)).text().encode())
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(raw) - 1))
        match data.draw(st.sampled_from(["change", "drop", "double"])):
            case "change":
                raw[at] = data.draw(st.integers(0, 255))
            case "drop":
                del raw[at]
            case _:
                raw[at:at] = raw[at : at + 30]
    replayed_or_refused(bytes(raw))


def test_errors_of_the_outside_world_are_of_one_family() -> None:
    kinds: list[Any] = [RecordError, NotPlayable]
    assert all(issubclass(kind, GrognardError) for kind in kinds)
    assert issubclass(GrognardError, ValueError)
    assert str(RecordError(0, "the record as a whole")) == "the record as a whole"
