"""Breaks rules at random, and sees whether a test notices.

    .venv/bin/python tools/mutate.py --count 60 --seed 1      sixty faults
    .venv/bin/python tools/mutate.py --list --module supply   what could be broken
    .venv/bin/python tools/mutate.py --rule 10.1.9            only faults in what cites a rule

No file is touched. The tests of a game are collected and run once, to see that all is well. Then a process is
forked for each fault; it puts the fault into the function in memory and runs the tests that hold the rules
cited there, after them their neighbours, and then all others. A fault that no test notices survives: write a
test for it, or see that it changes nothing. Exit code 1: there were survivors.
"""

from __future__ import annotations

import argparse
import functools
import gc
import importlib
import json
import os
import random
import resource
import sys
import types
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import pytest
from _pytest.runner import runtestprotocol

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tools.mutations import Mutation, mutations

from grognard.games import GameModule, find, load
from grognard.games.rulebook import RuleBook, read_rule_book
from grognard.testing.coverage import marks

ROOT = Path(__file__).resolve().parent.parent
LONGEST = 90
"""Seconds of work after which a run that does not end counts as noticed: the fault made a loop."""
PRESENTATION = frozenset({"charts.py", "counters.py", "gallery.py", "glimpse.py", "overlays.py", "status.py"})
"""Modules that show a game or look it over, and decide nothing."""
NO_END, UNFIT = "no end", "the function cannot be exchanged"


@dataclass(frozen=True)
class Verdict:
    """What became of a fault: the test that noticed it, or nothing."""

    mutation: Mutation
    noticed: str
    by_mark: bool = False

    @property
    def survived(self) -> bool:
        return not self.noticed


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


# --- putting a fault into a running program ------------------------------------------------------------


def put_in(mutation: Mutation, code: Path, package: str) -> None:
    """Exchange the function, or the value of a module, in which the fault lies."""
    path = code / mutation.file
    source = mutation.applied(path.read_text("utf-8"))
    module = importlib.import_module(f"{package}.{path.stem}")
    broken = compile(source, str(path), "exec")
    name = _function_at(broken, mutation.line)
    if name:
        function = _live_function(module, name)
        function.__code__ = dict(_codes(broken))[name]
    else:
        _exchange_values(module, broken)


def _codes(code: types.CodeType, prefix: str = "") -> Iterator[tuple[str, types.CodeType]]:
    """The functions and methods of a module by qualified name; what stands inside them is part of them."""
    for inner in code.co_consts:
        if isinstance(inner, types.CodeType) and not inner.co_name.startswith("<"):
            name = f"{prefix}{inner.co_name}"
            if inner.co_flags & 2:  # a function has optimized locals, the body of a class has not
                yield name, inner
            else:
                yield from _codes(inner, f"{name}.")


def _function_at(broken: types.CodeType, line: int) -> str:
    for name, code in _codes(broken):
        if line in _lines(code):
            return name
    return ""


def _lines(code: types.CodeType) -> set[int]:
    found = {line for _, _, line in code.co_lines() if line}
    inner = [part for part in code.co_consts if isinstance(part, types.CodeType)]
    lines = found.union(*(_lines(part) for part in inner))
    return set(range(code.co_firstlineno, max(lines) + 1))


def _live_function(module: types.ModuleType, name: str) -> types.FunctionType:
    owner: Any = module
    *classes, last = name.split(".")
    for part in classes:
        owner = getattr(owner, part)
    found = vars(owner)[last]
    found = getattr(found, "fget", None) or getattr(found, "__func__", found)
    while hasattr(found, "__wrapped__"):
        found = found.__wrapped__
    assert isinstance(found, types.FunctionType)
    return found


def _exchange_values(module: types.ModuleType, broken: types.CodeType) -> None:
    """Give every module that knows a value of this one the value that it has with the fault in it."""
    fresh = types.ModuleType(module.__name__)
    fresh.__file__ = module.__file__
    exec(broken, fresh.__dict__)  # noqa: S102 - our own source with one fault in it
    plain = (int, bool, str, tuple, frozenset, dict)
    changed = {
        name: (old, vars(fresh).get(name))
        for name, old in vars(module).items()
        if isinstance(old, plain) and vars(fresh).get(name) != old and not name.startswith("__")
    }
    for other in list(sys.modules.values()):
        for name, (old, new) in changed.items():
            if getattr(other, "__dict__", {}).get(name) is old:
                setattr(other, name, new)


# --- running the tests ---------------------------------------------------------------------------------


class Trial:
    """A plugin of pytest that runs the tests once for themselves, and then against each of the faults."""

    def __init__(self, game: GameModule, code: Path, jobs: int) -> None:
        self.game, self.code, self.jobs = game, code, jobs
        self.package = f"grognard.games.{code.name}"
        self.held: Mapping[str, tuple[str, ...]] = marks(ROOT / "tests", (code.name, game.id))
        self.chosen: Sequence[Mutation] = ()
        self.verdicts: list[Verdict] = []
        self.broken = ""
        self.items: dict[str, pytest.Item] = {}
        self.building: set[types.CodeType] = set()
        self.told: Any = print

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Take the place of pytest's own loop over the tests."""
        self.items = {item.nodeid: item for item in session.items}
        for item in session.items:
            if not _passes(item):
                self.broken = item.nodeid
                return True
        self.building = _called_in_building(self.game)
        gc.freeze()
        running: dict[int, tuple[Mutation, int]] = {}
        waiting = list(reversed(self.chosen))
        while waiting or running:
            while waiting and len(running) < self.jobs:
                mutation = waiting.pop()
                pid, pipe = self._fork(mutation)
                running[pid] = (mutation, pipe)
            pid, status = os.wait()
            mutation, pipe = running.pop(pid)
            self._conclude(mutation, pipe, status)
        return True

    def _fork(self, mutation: Mutation) -> tuple[int, int]:
        reader, writer = os.pipe()
        pid = os.fork()
        if pid:
            os.close(writer)
            return pid, reader
        resource.setrlimit(resource.RLIMIT_CPU, (LONGEST, LONGEST))
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        os.dup2(1, 2)
        try:
            noticed = self._noticed(mutation)
        except BaseException as problem:  # whatever happens here is the fault's doing
            noticed = f"{type(problem).__name__}: {problem}"
        os.write(writer, noticed.encode()[:4000])
        os._exit(0)

    def _noticed(self, mutation: Mutation) -> str:
        """The first test that fails with the fault; in the forked process."""
        tests = self._in_order(mutation)
        try:
            put_in(mutation, self.code, self.package)
        except (ValueError, AssertionError, KeyError, AttributeError):
            return UNFIT
        return next((test for test in tests if not _passes(self.items[test])), "")

    def _in_order(self, mutation: Mutation) -> Iterable[str]:
        """The tests that hold the rules, then those in the same files, then all others."""
        path = str(self.code / mutation.file)
        if any(code.co_filename == path and mutation.line in _lines(code) for code in self.building):
            _forget_games()
        holding = set(self._holders(mutation))
        files = {test.partition("::")[0] for test in holding}
        return sorted(
            self.items,
            key=lambda test: (test.partition("[")[0] not in holding, test.partition("::")[0] not in files),
        )

    def _holders(self, mutation: Mutation) -> Iterator[str]:
        for rule in mutation.rules:
            yield from (f"tests/{test}".partition("[")[0] for test in self.held.get(rule, ()))

    def _conclude(self, mutation: Mutation, pipe: int, status: int) -> None:
        with os.fdopen(pipe) as stream:
            noticed = stream.read()
        if os.WIFSIGNALED(status):
            noticed = NO_END
        if noticed == UNFIT:
            return
        by_mark = noticed.partition("[")[0] in set(self._holders(mutation))
        self.verdicts.append(Verdict(mutation, noticed, by_mark))
        self.told(told(self.verdicts[-1]))


def _passes(item: pytest.Item) -> bool:
    return not any(report.failed for report in runtestprotocol(item, log=False, nextitem=None))


def _called_in_building(module: GameModule) -> set[types.CodeType]:
    """The functions that are called when a game is made: what they make, tests keep for one another."""
    found: set[types.CodeType] = set()
    sys.setprofile(lambda frame, event, _: found.add(frame.f_code) if event == "call" else None)
    try:
        for scenario in module.scenarios:
            load(module.id, scenario.id)
    finally:
        sys.setprofile(None)
    return found


def _forget_games() -> None:
    """Have the tests build their games anew."""
    for name, module in list(sys.modules.items()):
        if name.startswith("tests."):
            for value in vars(module).values():
                if isinstance(value, functools._lru_cache_wrapper):
                    value.cache_clear()


# --- telling -------------------------------------------------------------------------------------------


def told(verdict: Verdict) -> str:
    """A verdict in one line or two."""
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
    trial = Trial(module, code, options.jobs)
    trial.chosen = chosen
    _run(trial, code.name)
    if trial.broken:
        print(f"the tests fail already: {trial.broken}", file=sys.stderr)
        return 2
    if options.json:
        options.json.write_text(json.dumps([asdict(each) for each in trial.verdicts], indent=1))
    survivors = sum(verdict.survived for verdict in trial.verdicts)
    total = len(trial.verdicts)
    print(f"{total} faults: {total - survivors} noticed, {survivors} survived")
    return 1 if survivors else 0


def _run(trial: Trial, game: str) -> None:
    os.chdir(ROOT)
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"  # they take longer to load than most tests to run
    output = os.fdopen(os.dup(1), "w")
    trial.told = functools.partial(print, file=output, flush=True)
    quiet = ["-q", "-p", "no:cacheprovider", "--no-header", "--no-summary", "--capture=no"]
    pytest.main([*quiet, f"tests/rules/{game}", f"tests/games/{game}"], plugins=[trial])


if __name__ == "__main__":
    sys.exit(main())
