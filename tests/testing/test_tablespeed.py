"""The speed of the table is measured for real: a server, Chromium, and a plain of 4,500 hexes."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from grognard.games import open_layers
from grognard.packs import read_board
from grognard.testing import greatplain
from grognard.testing.tablespeed import measure


def test_the_great_plain_is_as_great_as_it_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    environment = greatplain.offered(tmp_path)
    monkeypatch.setenv("GROGNARD_GREAT_PLAIN", environment["GROGNARD_GREAT_PLAIN"])
    module = greatplain.module()
    layers = open_layers(module, module.pack_path)
    assert len(list(read_board(layers).grid.hexes)) == 4_500
    assert module.create is not None
    position = module.create(layers, "parade", {}).start()
    pieces = position.view(None).pieces
    assert len({piece.id for piece in pieces}) == len(pieces) == 600
    first = position.seat
    position.submit("pass")
    assert position.seat != first


@pytest.mark.slow
def test_orders_opening_and_frames_are_measured() -> None:
    with ThreadPoolExecutor(1) as aside:  # another thread, apart from the browser that tests hold open
        found = aside.submit(measure, orders=10, seconds=1.0).result()
    assert found.orders.orders == 10
    assert 0 < found.orders.median_ms <= found.orders.slow_ms
    assert [usable.game for usable in found.usable] == ["moscow-1941", "great-plain"]
    assert [usable.counters for usable in found.usable][1] == 600
    assert all(0 < usable.shown_ms <= usable.usable_ms for usable in found.usable)
    assert [(frames.game, frames.motion) for frames in found.frames] == [
        (game, motion) for game in ("moscow-1941", "great-plain") for motion in ("pan", "zoom")
    ]
    assert sum(frames.frames for frames in found.frames) > 0  # how many is the machine's affair
