"""A rehearsal: chance that tests know beforehand, given by whoever starts the server and by nobody else."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tests.server.house import Player, Server

QUESTIONS = 20


def draws(player: Player) -> list[str]:
    """Answer some questions with the last choice; what chance has answered meanwhile."""
    seats = player.get("")["mine"]
    for _ in range(QUESTIONS):
        states = [player.state(seat) for seat in seats]
        state = next(state for state in states if state["view"]["ask"]["seat"] == state["seat"])
        player.play(state["seat"], state["choices"][-1]["text"])
    return [line for line in player.record().splitlines() if line.startswith("chance:")]


def test_the_chance_of_a_rehearsal_comes_again_and_no_record_brings_its_own(
    tmp_path: Path, new_server: Callable[..., Server]
) -> None:
    database = f"sqlite:///{tmp_path / 'games.sqlite3'}"
    server = new_server(database, "--rehearsal", "1942", "--rate", "1000")
    peaks = {"game": "peaks", "scenario": "standard"}
    with server.sit(server.create(peaks)["host"]) as player:
        drawn = draws(player)
    assert len(drawn) >= 6
    with server.sit(server.create(peaks)["host"]) as player:
        fresh = player.record()
    with server.client() as client:
        loaded = fresh.replace("Scenario:", "Seed: loaded dice\nScenario:", 1)
        brought = client.post("/tables/record", content=loaded)
        assert brought.status_code == 201, brought.text
    with server.sit(brought.json()["host"]) as player:
        assert draws(player) == drawn
