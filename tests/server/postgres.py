"""A PostgreSQL server of our own in a folder of its own, run by somebody who is not root."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

USER = "grognard"


class Cluster:
    """A running cluster that listens on a socket in its folder only."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._databases = 0

    def url(self, database: str) -> str:
        """The address of a database, as `grognard serve --database` takes it."""
        return f"postgresql+psycopg://{USER}@/{database}?host={self._folder}"

    def new_database(self) -> str:
        """The address of a fresh, empty database."""
        self._databases += 1
        name = f"games{self._databases}"
        command = [program("createdb"), "-h", str(self._folder), "-U", USER, name]
        subprocess.run(command, check=True, capture_output=True)
        return self.url(name)


def program(name: str) -> str:
    """A program of PostgreSQL; Debian keeps some of them off the path."""
    found = shutil.which(name)
    if found:
        return found
    kept = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))
    assert kept, f"PostgreSQL's {name} is missing: run tools/setup check, or apt-get install postgresql"
    return str(kept[-1])


@contextmanager
def cluster() -> Iterator[Cluster]:
    """Make a cluster, run it, and take it away again."""
    folder = Path(tempfile.mkdtemp(prefix="grognard-pg-"))
    somebody = _somebody()
    if somebody is not None:
        os.chown(folder, somebody.pw_uid, somebody.pw_gid)
    data = folder / "data"
    _run(somebody, "initdb", "-D", str(data), "-U", USER, "-A", "trust", "-E", "UTF8", "--no-sync")
    options = f"-k {folder} -c listen_addresses='' -c max_connections=60"
    log = str(folder / "log")
    try:
        _run(somebody, "pg_ctl", "-D", str(data), "-l", log, "-w", "-t", "60", "-o", options, "start")
        yield Cluster(folder)
    finally:
        _run(somebody, "pg_ctl", "-D", str(data), "-m", "immediate", "stop", check=False)
        shutil.rmtree(folder, ignore_errors=True)


def _somebody() -> pwd.struct_passwd | None:
    """Who runs it: PostgreSQL refuses root."""
    return pwd.getpwnam("nobody") if os.geteuid() == 0 else None


def _run(somebody: pwd.struct_passwd | None, name: str, *arguments: str, check: bool = True) -> None:
    who = {} if somebody is None else {"user": somebody.pw_uid, "group": somebody.pw_gid, "extra_groups": []}
    done = subprocess.run(
        [program(name), *arguments],
        cwd="/",
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
        **who,  # type: ignore[call-overload]
    )
    assert not check or done.returncode == 0, done.stderr
