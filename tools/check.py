"""The steps of `./check`: each one prints its result and its time, and pytest's summary comes last."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BIN = ROOT / ".venv" / "bin"


@dataclass(frozen=True)
class Step:
    """One thing to check: some commands, each a tool of `.venv/bin` with its arguments."""

    name: str
    summary: str
    commands: Callable[[], Iterable[list[str]]]
    streams: bool = False
    environment: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Outcome:
    """How a step went, and the last line that it printed."""

    step: Step
    passed: bool
    seconds: float
    last_line: str = ""


def pack_checks() -> list[list[str]]:
    listing = subprocess.run(
        [
            BIN / "python",
            "-c",
            "from grognard.games import all_games\nfor game in all_games(): print(game.id)",
        ],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    if listing.returncode:
        raise CannotRunError(f"the games cannot be listed:\n{listing.stderr}")
    return [["grognard", "pack", "check", game] for game in listing.stdout.split()]


def in_web(*command: str) -> list[str]:
    """A program of the client's tools, run with the Node.js that builds it."""
    return ["python", "tools/build_client.py", *command]


class CannotRunError(Exception):
    """A step cannot start; the text says why."""


def pytest_step(*, fast: bool, fuzz: bool) -> Step:
    selection = ["-m", "not slow"] if fast else []
    profile = {"HYPOTHESIS_PROFILE": "fuzz"} if fuzz else {}
    return Step(
        "tests",
        "pytest, on two cores",
        lambda: [["pytest", "-n", "2", "-q", *selection]],
        streams=True,
        environment=profile,
    )


def steps(*, fast: bool, fuzz: bool, bench: bool, mutate: bool) -> list[Step]:
    """List the steps in their order; the tests come last, so that their summary ends the output."""
    chosen = [
        Step("lint", "ruff check", lambda: [["ruff", "check", "--quiet"]]),
        Step("format", "ruff format --check", lambda: [["ruff", "format", "--check", "--quiet"]]),
        Step("types", "mypy --strict on src and tests", lambda: [["mypy"]]),
        Step("imports", "import-linter: imports point one way", lambda: [["lint-imports", "--no-cache"]]),
        Step("packs", "grognard pack check, for every game", pack_checks),
        Step(
            "generated",
            "generated pages are current",
            lambda: [["python", "tools/generate_docs.py", "--check"]],
        ),
        Step(
            "interface",
            "the server's interface and the client's types are current",
            lambda: [
                ["python", "tools/generate_api.py", "--check"],
                in_web("npm", "run", "--silent", "types:check"),
            ],
        ),
        Step(
            "web",
            "eslint, prettier, svelte-check and vitest on the client",
            lambda: [
                in_web("npm", "run", "--silent", script) for script in ("lint", "format", "check", "test")
            ],
        ),
        Step("pages", "the client is built", lambda: [["python", "tools/build_client.py"]]),
    ]
    if not fast:
        chosen.append(
            Step(
                "docs",
                "mkdocs build --strict",
                lambda: [["mkdocs", "build", "--strict", "--quiet", "--site-dir", "site"]],
            )
        )
    if bench:
        chosen.append(
            Step("bench", "grognard bench kernels", lambda: [["grognard", "bench", "kernels"]], streams=True)
        )
    if mutate:
        summary = "tools/mutate.py: tests notice broken rules"
        chosen.append(Step("mutate", summary, lambda: [["python", "tools/mutate.py"]], streams=True))
    return [*chosen, pytest_step(fast=fast, fuzz=fuzz)]


def run_step(step: Step) -> Outcome:
    """Run the commands of a step until one fails."""
    started = time.monotonic()
    passed, output = True, ""
    try:
        for command in step.commands():
            code, text = run_command(command, step)
            output += text
            if code:
                passed = False
                break
    except CannotRunError as problem:
        passed, output = False, str(problem)
    seconds = time.monotonic() - started
    if not passed and not step.streams:
        print(output.rstrip())
    lines = output.strip().splitlines()
    return Outcome(step, passed, seconds, lines[-1] if lines else "")


def run_command(command: list[str], step: Step) -> tuple[int, str]:
    """Run one tool in the root of the project; show what it prints at once when the step streams."""
    tool = BIN / command[0]
    if not tool.exists():
        raise CannotRunError(f"{command[0]} is missing from .venv; run: tools/setup check")
    environment = {**os.environ, "PATH": f"{BIN}{os.pathsep}{os.environ.get('PATH', '')}", **step.environment}
    if step.streams and sys.stdout.isatty():
        environment.setdefault("FORCE_COLOR", "1")
    output = []
    with subprocess.Popen(
        [tool, *command[1:]],
        cwd=ROOT,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            output.append(line)
            if step.streams:
                print(line, end="", flush=True)
    return process.returncode, "".join(output)


def report(outcome: Outcome, total: int, number: int) -> None:
    word = "ok" if outcome.passed else "FAILED"
    step = outcome.step
    print(
        f"[{number}/{total}] {step.name:<10} {word:<7} {outcome.seconds:6.1f} s   {step.summary}", flush=True
    )


def conclude(outcomes: list[Outcome], seconds: float) -> int:
    """Say how it all went, then repeat the closing line of the tests, if they ran."""
    failed = [outcome.step.name for outcome in outcomes if not outcome.passed]
    if failed:
        print(f"check: FAILED in {seconds:.0f} s: {', '.join(failed)}")
    else:
        print(f"check: all {len(outcomes)} steps passed in {seconds:.0f} s")
    if outcomes[-1].step.name == "tests":
        print(outcomes[-1].last_line)
    return 1 if failed else 0


def parse(arguments: list[str] | None) -> argparse.Namespace:
    listing = "\n".join(
        f"  {step.name:<10} {step.summary}" for step in steps(fast=False, fuzz=False, bench=True, mutate=True)
    )
    parser = argparse.ArgumentParser(
        prog="./check",
        description="Checks everything that a machine can check. Exit code 0: all is well; 1: a step failed.",
        epilog=f"steps:\n{listing}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--fast", action="store_true", help="leave out slow tests and the build of the documentation"
    )
    parser.add_argument("--fuzz", action="store_true", help="give the property tests many more examples")
    parser.add_argument("--bench", action="store_true", help="measure the kernels too")
    parser.add_argument("--mutate", action="store_true", help="break rules on purpose too; some minutes")
    parser.add_argument(
        "--only", metavar="STEP", action="append", default=[], help="run this step alone (may be repeated)"
    )
    chosen = parser.parse_args(arguments)
    known = [step.name for step in steps(fast=False, fuzz=False, bench=True, mutate=True)]
    for name in chosen.only:
        if name not in known:
            parser.error(f"no step is called {name!r}; choose from {', '.join(known)}")
    return chosen


def main(arguments: list[str] | None = None) -> int:
    options = parse(arguments)
    only = options.only
    chosen = steps(
        fast=options.fast and "docs" not in only,
        fuzz=options.fuzz,
        bench=options.bench or "bench" in only,
        mutate=options.mutate or "mutate" in only,
    )
    chosen = [step for step in chosen if not only or step.name in only]
    started = time.monotonic()
    outcomes = []
    for number, step in enumerate(chosen, start=1):
        outcomes.append(run_step(step))
        report(outcomes[-1], len(chosen), number)
    return conclude(outcomes, time.monotonic() - started)


if __name__ == "__main__":
    sys.exit(main())
