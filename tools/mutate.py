"""Breaks rules at random, and sees whether a test notices.

    .venv/bin/python tools/mutate.py --count 60 --seed 1      sixty faults, two at a time
    .venv/bin/python tools/mutate.py --list --module supply   what could be broken
    .venv/bin/python tools/mutate.py --rule 10.1.9            only faults in what cites a rule

Each fault goes into a copy of the tree, and meets the tests that hold the rules cited there first, then all
the other tests of the game. A fault that no test notices survives: write a test for it, or see that it
changes nothing. Exit code 1: there were survivors.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import asdict, dataclass
from pathlib import Path
from queue import SimpleQueue

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tools.mutations import Mutation, mutations

from grognard.games import find
from grognard.games.rulebook import RuleBook, read_rule_book
from grognard.testing.coverage import marks

ROOT = Path(__file__).resolve().parent.parent
COPIED = ("src", "tests", "pyproject.toml")
LONGEST = 90
"""Seconds of work after which a run that does not end counts as noticed: the fault made a loop."""
PRESENTATION = frozenset({"charts.py", "counters.py", "gallery.py", "glimpse.py", "overlays.py", "status.py"})
"""Modules that show a game or look it over, and decide nothing."""


@dataclass(frozen=True)
class Verdict:
    """What became of a fault: the test that noticed it, or nothing."""

    mutation: Mutation
    noticed: str
    by_mark: bool
    seconds: float

    @property
    def survived(self) -> bool:
        return not self.noticed


class BrokenTreeError(Exception):
    """The tests fail before anything is broken on purpose."""


def candidates(code: Path, book: RuleBook) -> list[Mutation]:
    """Everything that can be broken in the rule modules of a game."""
    found: list[Mutation] = []
    for path in sorted(code.glob("*.py")):
        if path.name not in PRESENTATION:
            found += mutations(path.name, path.read_text("utf-8"), lambda cited: rules_of(book, cited))
    return found


def rules_of(book: RuleBook, cited: str) -> tuple[str, ...]:
    """The rules that a number stands for: itself, or those of its section."""
    if cited in book.rules:
        return (cited,)
    return tuple(rule for rule in book.rules if rule.startswith(f"{cited}."))


class Bench:
    """A copy of the tree in which one fault at a time is tried."""

    def __init__(self, folder: Path, code: Path, held: Mapping[str, tuple[str, ...]]) -> None:
        self.folder = folder
        self.code = folder / code.relative_to(ROOT)
        self.tests = [f"tests/{kind}/{code.name}" for kind in ("rules", "games")]
        self.held = held
        for name in COPIED:
            source = ROOT / name
            if source.is_dir():
                shutil.copytree(source, folder / name, ignore=shutil.ignore_patterns("static", ".hypothesis"))
            else:
                shutil.copy(source, folder / name)

    def check_whole(self) -> None:
        """See that all is well before anything is broken."""
        failed = self._run(self.tests)
        if failed:
            raise BrokenTreeError(f"the tests fail already: {failed}")

    def verdict(self, mutation: Mutation) -> Verdict:
        """Break, test and mend."""
        path = self.code / mutation.file
        whole, begun = path.read_text("utf-8"), time.monotonic()
        try:
            self._write(path, mutation.applied(whole))
            noticed = self._run(self._holders(mutation)) if self._holders(mutation) else ""
            by_mark = bool(noticed)
            noticed = noticed or self._run(self.tests)
        finally:
            self._write(path, whole)
        return Verdict(mutation, noticed, by_mark, round(time.monotonic() - begun, 1))

    def _holders(self, mutation: Mutation) -> list[str]:
        """The tests that bear the marks of the rules, as pytest names them."""
        tests = dict.fromkeys(test for rule in mutation.rules for test in self.held.get(rule, ()))
        return [f"tests/{test}" for test in tests]

    def _write(self, path: Path, text: str) -> None:
        """Change a module, and throw away what Python has compiled of it."""
        path.write_text(text, "utf-8")
        for compiled in (path.parent / "__pycache__").glob(f"{path.stem}.*"):
            compiled.unlink()

    def _run(self, tests: Sequence[str]) -> str:
        """Run tests until one fails; its name, or nothing."""
        environment = {
            **os.environ,
            "PYTHONPATH": f"{self.folder / 'src'}{os.pathsep}{self.folder}",
            "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",  # plugins take longer to load than most tests to run
        }
        command = [
            sys.executable,
            "-m",
            "pytest",
            "-x",
            "-q",
            "-p",
            "no:cacheprovider",
            "--no-header",
            *tests,
        ]
        limited = ["sh", "-c", 'ulimit -t "$0"; exec "$@"', str(LONGEST), *command]
        run = subprocess.run(limited, cwd=self.folder, env=environment, capture_output=True, text=True)
        if run.returncode in (-signal.SIGXCPU, -signal.SIGKILL):
            return "no end"
        if run.returncode == 0:
            return ""
        failed = re.search(r"^(?:FAILED|ERROR) (\S+)", run.stdout, re.MULTILINE)
        return failed[1] if failed else f"pytest ended with {run.returncode}"


def verdicts(benches: Sequence[Bench], chosen: Sequence[Mutation]) -> Iterator[Verdict]:
    """Try all faults, as many at a time as there are benches; as they come."""
    free: SimpleQueue[Bench] = SimpleQueue()
    for bench in benches:
        free.put(bench)

    def attempt(mutation: Mutation) -> Verdict:
        bench = free.get()
        try:
            return bench.verdict(mutation)
        finally:
            free.put(bench)

    with ThreadPoolExecutor(len(benches)) as pool:
        for future in as_completed([pool.submit(attempt, mutation) for mutation in chosen]):
            yield future.result()


def told(verdict: Verdict) -> str:
    """A verdict in one line."""
    rules = ", ".join(verdict.mutation.rules[:4])
    if verdict.survived:
        return f"SURVIVED  [{rules}] {verdict.mutation}"
    by = "" if verdict.by_mark else " (not by a test that holds the rule)"
    return f"noticed   [{rules}] {verdict.mutation}\n          by {verdict.noticed}{by}"


def parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="tools/mutate.py", description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--game", default="moscow-1941", help="the game (default: %(default)s)")
    parser.add_argument("--count", type=int, default=20, help="how many faults (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="the same seed picks the same faults")
    parser.add_argument("--jobs", type=int, default=2, help="how many at a time (default: %(default)s)")
    parser.add_argument("--module", action="append", default=[], help="only this module (may be repeated)")
    parser.add_argument("--rule", action="append", default=[], help="only what cites this rule")
    parser.add_argument("--at", action="append", default=[], metavar="FILE:LINE", help="only this line")
    parser.add_argument("--list", action="store_true", help="list what could be broken, and break nothing")
    parser.add_argument("--json", type=Path, help="write the verdicts into this file too")
    return parser.parse_args(arguments)


def pick(options: argparse.Namespace, everything: Sequence[Mutation]) -> list[Mutation]:
    """The faults to try: those asked for, or a random choice of them."""
    fitting = [
        mutation
        for mutation in everything
        if (not options.module or Path(mutation.file).stem in options.module)
        and (not options.rule or set(mutation.rules) & set(options.rule))
        and (not options.at or f"{mutation.file}:{mutation.line}" in options.at)
    ]
    if options.list or len(fitting) <= options.count:
        return fitting
    return random.Random(options.seed).sample(fitting, options.count)


def main(arguments: Sequence[str] | None = None) -> int:
    options = parse(arguments)
    module = find(options.game)
    assert module.rules_path is not None
    code = module.rules_path.parent
    everything = candidates(code, read_rule_book(module.rules_path))
    chosen = pick(options, everything)
    if options.list:
        print("\n".join(f"[{', '.join(mutation.rules)}] {mutation}" for mutation in chosen))
        return 0
    print(f"{len(everything)} faults are possible, {len(chosen)} are tried", flush=True)
    with tempfile.TemporaryDirectory(prefix="mutate-") as folder:
        held = marks(ROOT / "tests")
        benches = [Bench(Path(folder) / str(number), code, held) for number in range(options.jobs)]
        try:
            benches[0].check_whole()
        except BrokenTreeError as problem:
            print(problem, file=sys.stderr)
            return 2
        found = []
        for verdict in verdicts(benches, chosen):
            found.append(verdict)
            print(told(verdict), flush=True)
            if options.json:
                options.json.write_text(json.dumps([asdict(each) for each in found], indent=1))
    survivors = sum(verdict.survived for verdict in found)
    print(f"{len(found)} faults: {len(found) - survivors} noticed, {survivors} survived")
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())
