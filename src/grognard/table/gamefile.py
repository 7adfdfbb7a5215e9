"""A game on disk: the record as a file, written in one piece and by one writer at a time."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from grognard.core import GrognardError, Record, RecordError

if sys.platform != "win32":
    import fcntl

LARGEST = 32_000_000
"""Bytes that a game file may have; the longest game that people play takes a tenth of it."""
PATIENCE = 3.0
"""Seconds to wait for another writer."""


class GameFileError(GrognardError):
    """A game file cannot be read or written; the message begins with its name and, if known, the line."""


class GameFile:
    """The file of one game.

        with GameFile(path).writing() as file:
            record = file.read()
            file.write(longer)

    Readers need no lock: a file is replaced as a whole, so they see the old game or the new one.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._held: int | None = None

    def read(self) -> Record:
        """The record in the file; raises `GameFileError` with the line that is wrong."""
        with open(self.path, "rb") as stream:
            raw = stream.read(LARGEST + 1)
        if len(raw) > LARGEST:
            raise GameFileError(f"{self.path}: larger than a game can be ({LARGEST // 1_000_000} MB)")
        with self.named():
            return Record.parse(raw)

    def write(self, record: Record) -> None:
        """Replace the game by a longer one; whoever reads meanwhile sees one of the two, never a half."""
        self._put(record, replace=True)

    def create(self, record: Record) -> None:
        """Write a new game; an existing file is never overwritten."""
        if self.path.exists():
            raise GameFileError(f"{self.path}: there is a file of that name already")
        self._put(record, replace=False)

    @contextmanager
    def named(self) -> Iterator[None]:
        """Have errors of the record say which file they are about."""
        try:
            yield
        except RecordError as error:
            line = f":{error.line}" if error.line else ""
            raise GameFileError(f"{self.path}{line}: {error.reason}") from None

    @contextmanager
    def writing(self) -> Iterator[GameFile]:
        """Keep other writers away for as long as this lasts."""
        self._held = self._lock()
        try:
            yield self
        finally:
            held, self._held = self._held, None
            if held is not None:
                os.close(held)

    # --- how ----------------------------------------------------------------------------------

    def _put(self, record: Record, replace: bool) -> None:
        """Write beside the file and move it into place; the lock moves with it."""
        beside = self.path.with_name(f".{self.path.name}.{os.getpid()}.part")
        descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
        try:
            with os.fdopen(descriptor, "wb", closefd=False) as stream:
                stream.write(record.text().encode())
                stream.flush()
                os.fsync(descriptor)
            if self._held is not None:
                _try_lock(descriptor)
            if replace:
                with suppress(FileNotFoundError):
                    os.chmod(beside, self.path.stat().st_mode & 0o777)
                os.replace(beside, self.path)
            else:
                _move_without_replacing(beside, self.path)
        except BaseException:
            os.close(descriptor)
            with suppress(OSError):
                beside.unlink()
            raise
        if self._held is None:
            os.close(descriptor)
        else:
            os.close(self._held)
            self._held = descriptor

    def _lock(self) -> int:
        """An open descriptor of the very file that stands there now, locked."""
        deadline = time.monotonic() + PATIENCE
        while True:
            descriptor = os.open(self.path, os.O_RDWR)
            if _try_lock(descriptor) and _is_still(descriptor, self.path):
                return descriptor
            os.close(descriptor)
            if time.monotonic() > deadline:
                raise GameFileError(f"{self.path}: another Grognard is writing this game")
            time.sleep(0.02)


def _try_lock(descriptor: int) -> bool:
    """Lock an open file; where the system has no such locks, nobody is kept away."""
    if sys.platform == "win32":
        return True
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _is_still(descriptor: int, path: Path) -> bool:
    """Has nobody moved another file into place while the lock was being waited for?"""
    try:
        return os.path.samestat(os.fstat(descriptor), path.stat())
    except FileNotFoundError:
        return False


def _move_without_replacing(beside: Path, path: Path) -> None:
    """Give the file its name unless somebody was quicker."""
    try:
        os.link(beside, path)
    except FileExistsError:
        raise GameFileError(f"{path}: there is a file of that name already") from None
    except OSError:  # a file system without links
        os.rename(beside, path)
        return
    beside.unlink()
