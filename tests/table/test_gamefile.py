"""Game files: whole or not at all, one writer at a time, and errors that name file and line."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from grognard.core import Record, RecordEntry
from grognard.table import GameFile, GameFileError, gamefile

HEADERS = {"Grognard": "1", "Game": "drill", "Scenario": "drill"}


def record(*orders: str) -> Record:
    return Record(HEADERS, tuple(RecordEntry("red", order) for order in orders))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "game.txt"
    GameFile(path).create(record())
    return path


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gamefile, "PATIENCE", 0.05)


def test_what_is_written_is_read_again(path: Path) -> None:
    with GameFile(path).writing() as file:
        file.write(record("bid 1", "bid 2"))
    assert [entry.order for entry in GameFile(path).read().entries] == ["bid 1", "bid 2"]
    assert os.listdir(path.parent) == ["game.txt"]


def test_a_new_game_never_overwrites_a_file(path: Path) -> None:
    before = path.read_text()
    with pytest.raises(GameFileError, match=r"game\.txt: there is a file of that name already"):
        GameFile(path).create(record("bid 1"))
    assert path.read_text() == before
    assert os.listdir(path.parent) == ["game.txt"]


@pytest.mark.usefixtures("hasty")
def test_there_is_one_writer_at_a_time(path: Path) -> None:
    with GameFile(path).writing():
        second = GameFile(path).writing()
        with pytest.raises(GameFileError, match="another Grognard is writing this game"):
            second.__enter__()
    with GameFile(path).writing() as third:
        third.write(record("bid 0"))


@pytest.mark.usefixtures("hasty")
def test_the_lock_moves_with_the_file(path: Path) -> None:
    with GameFile(path).writing() as file:
        file.write(record("bid 1"))
        second = GameFile(path).writing()
        with pytest.raises(GameFileError, match="another Grognard"):
            second.__enter__()
        file.write(record("bid 1", "bid 2"))
    with GameFile(path).writing():
        assert len(GameFile(path).read().entries) == 2


def test_readers_need_no_lock(path: Path) -> None:
    with GameFile(path).writing():
        assert GameFile(path).read() == record()


def test_a_write_that_fails_leaves_the_old_game(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = path.read_text()

    def full_disk(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    with GameFile(path).writing() as file, monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full_disk)
        with pytest.raises(OSError, match="No space left"):
            file.write(record("bid 1"))
    assert path.read_text() == before
    assert os.listdir(path.parent) == ["game.txt"]


def test_a_file_keeps_its_permissions(path: Path) -> None:
    path.chmod(0o600)
    with GameFile(path).writing() as file:
        file.write(record("bid 1"))
    assert path.stat().st_mode & 0o777 == 0o600


def test_errors_name_the_file_and_the_line(path: Path) -> None:
    path.write_text(path.read_text() + "nonsense\n")
    with pytest.raises(GameFileError, match=r"game\.txt:4: expected `seat: order`"):
        GameFile(path).read()


def test_a_file_that_is_too_large_is_refused_unread(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gamefile, "LARGEST", 10)
    with pytest.raises(GameFileError, match="larger than a game can be"):
        GameFile(path).read()


def test_a_missing_file_is_an_error_of_the_system(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        GameFile(tmp_path / "none.txt").read()
    with pytest.raises(FileNotFoundError), GameFile(tmp_path / "none.txt").writing():
        pass
