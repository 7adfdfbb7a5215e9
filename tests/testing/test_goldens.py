"""The goldens: every record replays to its digests, and from its positions there is as much to do as ever.

Where a change of rules or components is meant, `tools/goldens` renews them.
"""

from pathlib import Path

import pytest

from grognard.core import Record, RecordError
from grognard.games import find
from grognard.testing.golden import Golden, counts_path, read_goldens, record_path, table

FOLDER = Path(__file__).resolve().parents[1] / "goldens"
GOLDENS = read_goldens(FOLDER)


@pytest.mark.parametrize("game", ["moscow-1941", "peaks"])
def test_every_scenario_of_a_game_has_one(game: str) -> None:
    played = {golden.scenario for golden in GOLDENS if golden.game == game}
    assert played == {scenario.id for scenario in find(game).scenarios}


@pytest.mark.slow
@pytest.mark.parametrize("golden", GOLDENS, ids=lambda golden: f"{golden.game}-{golden.name}")
def test_a_golden_is_played_as_it_was(golden: Golden) -> None:
    record = Record.parse(record_path(FOLDER, golden).read_bytes())
    timeline = record.replay(golden.open())
    assert timeline.position.outcome is not None
    assert timeline.position.outcome.text == record.headers["Result"]
    assert record.entries[-1].digest == timeline.position.digest()
    assert table(timeline) == counts_path(FOLDER, golden).read_text("utf-8")


def test_a_replay_that_goes_another_way_is_found_near_the_order() -> None:
    golden = next(golden for golden in GOLDENS if golden.name == "first-steps")
    text = record_path(FOLDER, golden).read_text("utf-8")
    first = next(line for line in text.splitlines() if line.startswith("chance: roll"))
    changed = text.replace(first, "chance: roll 2" if first != "chance: roll 2" else "chance: roll 12", 1)
    with pytest.raises(RecordError):
        Record.parse(changed).replay(golden.open())
