"""`./play`, `./check` and `tools/setup`: help from anywhere, and one line when something is missing."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SHELL_TOOLS = ("sh", "readlink", "dirname", "cksum", "cat", "rm", "mktemp", "env", "grep", "tail")


def run(*command: str | Path, path: Path | None = None, cwd: Path = ROOT) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PATH": str(path)} if path else dict(os.environ)
    environment.pop("PYTHON", None)
    return subprocess.run(
        [str(word) for word in command],
        cwd=cwd,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


def script(path: Path, *lines: str) -> None:
    path.write_text("\n".join(("#!/bin/sh", *lines)) + "\n")
    path.chmod(0o755)


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout in a folder with a space, without an environment."""
    root = tmp_path / "a checkout"
    (root / "tools").mkdir(parents=True)
    for name in ("play", "check", "pyproject.toml", "tools/setup", "tools/check.py", "tools/build_client.py"):
        shutil.copy(ROOT / name, root / name)
    return root


@pytest.fixture
def poor_machine(tmp_path: Path) -> Path:
    """A search path with the plain tools of a shell, without Python, for a user who is not root."""
    path = tmp_path / "bin"
    path.mkdir()
    for tool in SHELL_TOOLS:
        (path / tool).symlink_to(str(shutil.which(tool)))
    script(path / "id", "echo 1000")
    return path


@pytest.mark.parametrize("command", ["play", "check", "tools/setup"])
def test_help_works_from_any_folder_and_prepares_nothing(
    checkout: Path, tmp_path: Path, command: str
) -> None:
    answer = run(checkout / command, "--help", cwd=tmp_path)
    assert answer.returncode == 0
    assert "usage" in answer.stdout.lower()
    assert not (checkout / ".venv").exists()


def test_a_link_to_play_finds_the_checkout(checkout: Path, tmp_path: Path) -> None:
    link = tmp_path / "play"
    link.symlink_to(checkout / "play")
    assert "Usage: ./play" in run(link, "--help", cwd=tmp_path).stdout


def test_without_python_one_line_says_what_to_install(checkout: Path, poor_machine: Path) -> None:
    answer = run(checkout / "play", path=poor_machine)
    assert answer.returncode == 2
    assert answer.stderr.count("\n") == 1
    assert "Python 3.11 or newer is missing" in answer.stderr


def test_an_old_python_is_not_taken(checkout: Path, poor_machine: Path) -> None:
    script(poor_machine / "python3", "exit 1")
    answer = run(checkout / "tools/setup", "--python", path=poor_machine)
    assert answer.returncode == 2
    assert "Python 3.11 or newer is missing" in answer.stderr


def test_the_newest_python_of_several_is_found_behind_an_old_one(checkout: Path, poor_machine: Path) -> None:
    script(poor_machine / "python3", "exit 1")
    script(poor_machine / "python3.12", f'exec "{sys.executable}" "$@"')
    answer = run(checkout / "tools/setup", "--python", path=poor_machine)
    assert answer.stdout.strip() == str(poor_machine / "python3.12")


def test_without_venv_pip_and_apt_one_line_says_what_to_install(checkout: Path, poor_machine: Path) -> None:
    script(poor_machine / "python3", '[ "$1" = -m ] && exit 1', f'exec "{sys.executable}" "$@"')
    answer = run(checkout / "play", path=poor_machine)
    assert answer.returncode == 2
    assert answer.stderr.splitlines()[-1].startswith("setup: Python 3.")
    assert "python3-venv" in answer.stderr
    assert "Traceback" not in answer.stderr
    assert not (checkout / ".venv").exists()


def test_apt_brings_the_missing_venv_module_when_it_may(checkout: Path, poor_machine: Path) -> None:
    """Here apt-get makes `python3 -m venv` work, and the next step fails for want of pip."""
    calls = poor_machine / "calls"
    installed = poor_machine / "installed"
    script(poor_machine / "id", "echo 0")
    script(
        poor_machine / "apt-get",
        f'echo "$@" >>"{calls}"',
        f'case $* in install*) : >"{installed}" ;; esac',
    )
    script(
        poor_machine / "python3",
        f'[ "$2" = venv ] && [ ! -e "{installed}" ] && exit 1',
        f'[ "$2" = venv ] && exec "{sys.executable}" -m venv --without-pip "$4"',
        '[ "$1" = -m ] && exit 1',
        f'exec "{sys.executable}" "$@"',
    )
    answer = run(checkout / "play", path=poor_machine)
    assert "install -y" in calls.read_text()
    assert "-venv" in calls.read_text()
    assert "installing python3" in answer.stderr
    assert answer.returncode == 2
    assert "pip could not install the packages" in answer.stderr.splitlines()[-1]


def prepare(checkout: Path, poor_machine: Path) -> None:
    """An environment with a stand-in for Grognard, as an earlier run left it."""
    script(poor_machine / "python3", f'exec "{sys.executable}" "$@"')
    binaries = checkout / ".venv" / "bin"
    binaries.mkdir(parents=True)
    script(binaries / "python", f'exec "{sys.executable}" "$@"')
    script(binaries / "grognard", 'echo "the table: $*"')
    mark = run("sh", "-c", 'cksum <pyproject.toml; printf "%s\\n" "$PWD"', cwd=checkout).stdout
    (checkout / ".venv" / "ready-play").write_text(mark)


@pytest.mark.parametrize(
    ("given", "handed_on"),
    [
        (["moscow-1941", "typhoon"], "play moscow-1941 typhoon"),
        (["--terminal"], "play"),
        (["--terminal", "moscow-1941"], "play moscow-1941"),
        (["--file", "evening.txt"], "play --file evening.txt"),
    ],
)
def test_a_prepared_checkout_is_not_prepared_again(
    checkout: Path, poor_machine: Path, given: list[str], handed_on: str
) -> None:
    prepare(checkout, poor_machine)
    answer = run(checkout / "play", *given, path=poor_machine)
    assert answer.stdout.rstrip() == f"the table: {handed_on}"
    assert answer.stderr == ""


@pytest.mark.parametrize(
    ("given", "handed_on"),
    [([], "serve --browser"), (["--port", "9000"], "serve --browser --port 9000")],
)
def test_without_a_game_the_browser_opens(
    checkout: Path, poor_machine: Path, given: list[str], handed_on: str
) -> None:
    prepare(checkout, poor_machine)
    build_pages(checkout, poor_machine)
    answer = run(checkout / "play", *given, path=poor_machine)
    assert answer.stdout.rstrip() == f"the table: {handed_on}"
    assert answer.stderr == ""


def build_pages(checkout: Path, poor_machine: Path) -> Path:
    """A client of one page, built by stand-ins for Node.js; they write down what they are asked."""
    calls = poor_machine / "calls"
    (checkout / "web" / "src").mkdir(parents=True)
    (checkout / "web" / "package-lock.json").write_text("{}")
    (checkout / "web" / "src" / "main.ts").write_text("begin();")
    pages = checkout / "src" / "grognard" / "server" / "static"
    pages.mkdir(parents=True)
    binaries = checkout / "web" / "node_modules" / ".bin"
    binaries.mkdir(parents=True)
    script(poor_machine / "node", "echo v22.1.0")
    script(poor_machine / "npm", f'echo "npm $*" >>"{calls}"')
    script(binaries / "vite", f'echo "vite $*" >>"{calls}"')
    assert run(checkout / "tools/setup", "play", path=poor_machine).returncode == 0
    assert [line.split()[:2] for line in calls.read_text().splitlines()] == [["npm", "ci"], ["vite", "build"]]
    return calls


def test_the_pages_are_built_again_when_their_sources_change(checkout: Path, poor_machine: Path) -> None:
    prepare(checkout, poor_machine)
    calls = build_pages(checkout, poor_machine)
    run(checkout / "tools/setup", "play", path=poor_machine)
    assert calls.read_text().count("vite") == 1
    (checkout / "web" / "src" / "main.ts").write_text("begin(again);")
    run(checkout / "tools/setup", "play", path=poor_machine)
    assert calls.read_text().count("vite") == 2
    assert calls.read_text().count("npm ci") == 1


def test_without_a_recent_node_one_line_says_what_to_install(
    checkout: Path, poor_machine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PIP_NO_INDEX", "1")  # nothing comes from the network
    prepare(checkout, poor_machine)
    build_pages(checkout, poor_machine)
    (checkout / "web" / "src" / "main.ts").write_text("begin(again);")
    script(poor_machine / "node", "echo v12.22.9")
    script(checkout / ".venv" / "bin" / "python", f'exec "{sys.executable}" -S "$@"')
    answer = run(checkout / "tools/setup", "play", path=poor_machine)
    assert answer.returncode == 2
    assert "Node.js 20 or newer is missing" in answer.stderr.splitlines()[-1]
    assert "Traceback" not in answer.stderr


def test_pages_that_cannot_be_built_stop_the_start(checkout: Path, poor_machine: Path) -> None:
    prepare(checkout, poor_machine)
    build_pages(checkout, poor_machine)
    (checkout / "web" / "src" / "main.ts").write_text("begin(;")
    script(checkout / "web" / "node_modules" / ".bin" / "vite", "echo 'main.ts:1: no'", "exit 1")
    answer = run(checkout / "play", path=poor_machine)
    assert answer.returncode == 2
    assert "main.ts:1: no" in answer.stderr
    assert answer.stderr.splitlines()[-1] == "setup: vite could not build the pages"


@pytest.mark.parametrize(("missing", "package"), [("chromium", "chromium"), ("initdb", "postgresql")])
def test_what_the_tests_drive_is_named_when_it_is_missing(
    checkout: Path, poor_machine: Path, missing: str, package: str
) -> None:
    prepare(checkout, poor_machine)
    (checkout / ".venv" / "ready-play").rename(checkout / ".venv" / "ready-check")
    for tool in {"chromium", "initdb"} - {missing}:
        script(poor_machine / tool)
    setup = checkout / "tools" / "setup"
    setup.write_text(setup.read_text().replace("/usr/lib/postgresql", "/nowhere"))
    answer = run(setup, "check", path=poor_machine)
    assert answer.returncode == 2
    assert f"apt-get install {package}" in answer.stderr.splitlines()[-1]


def test_a_changed_pyproject_is_noticed(checkout: Path, poor_machine: Path) -> None:
    prepare(checkout, poor_machine)
    with (checkout / "pyproject.toml").open("a") as file:
        file.write("\n# changed\n")
    script(checkout / ".venv" / "bin" / "python", '[ "$3" = install ] && exit 1', "exit 0")
    answer = run(checkout / "play", path=poor_machine)
    assert answer.returncode == 2
    assert "installing Grognard" in answer.stderr


def test_an_unknown_level_is_refused(checkout: Path) -> None:
    answer = run(checkout / "tools/setup", "everything")
    assert answer.returncode == 2
    assert "Usage" in answer.stderr


def test_the_build_server_runs_the_same_check() -> None:
    text = (ROOT / ".ci" / "run").read_text()
    assert os.access(ROOT / ".ci" / "run", os.X_OK)
    assert "exec ./check" in text
