"""How fast the table in the browser is: orders answered, time until it can be used, frames while it moves.

A real server runs in a process of its own; Chromium is driven through Playwright and counts its frames itself
(its own tracing). Figures mean little on a busy machine.
"""

from __future__ import annotations

import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.client import HTTPConnection
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from grognard.core import GrognardError
from grognard.games import all_games
from grognard.testing import greatplain

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

FLAGS = ("--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking")
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
FRAMES = ("devtools.timeline", "disabled-by-default-devtools.timeline.frame", "devtools.timeline.frame")
QUIET = 500
"""Milliseconds without a long task after which a page counts as usable."""
WINDOW = {"width": 1280, "height": 800}

READY = """() => {
  const has = (what) => !!document.querySelector(what);
  return has(".table[data-state]") && has("[data-part=decision]") && has("[data-counter]");
}"""
WATCH = """() => {
  window.longTasks = [];
  new PerformanceObserver((list) => {
    for (const task of list.getEntries()) window.longTasks.push(task.startTime + task.duration);
  }).observe({ type: "longtask", buffered: true });
}"""
SETTLED = f"() => performance.now() - Math.max(0, ...window.longTasks) > {QUIET}"


class CannotMeasureError(GrognardError):
    """Something that the measurement needs is missing."""


class Answered(msgspec.Struct, frozen=True):
    """Orders answered by the server, without a bot."""

    game: str
    orders: int
    median_ms: float
    slow_ms: float
    """Nine of ten were faster."""


class Usable(msgspec.Struct, frozen=True):
    """From the click to a table that answers: nothing in the browser's cache."""

    game: str
    counters: int
    shown_ms: float
    """The decision and the counters are there."""
    usable_ms: float
    """And no long task has run since."""


class Frames(msgspec.Struct, frozen=True):
    """What Chromium drew while the map moved."""

    game: str
    counters: int
    motion: str
    frames: int
    dropped: int
    per_second: float
    slow_ms: float
    """The time between two frames that nineteen of twenty stay below."""


class TableSpeed(msgspec.Struct, frozen=True):
    """Everything measured."""

    orders: Answered
    usable: tuple[Usable, ...]
    frames: tuple[Frames, ...]
    load: float
    """How busy the machine was; below 0.5 the figures mean something."""


class Stage(NamedTuple):
    """A running server and the keys of the tables to look at: game, number of counters, key."""

    port: int
    tables: tuple[tuple[str, int, str], ...]


def measure(orders: int = 100, seconds: float = 3.0) -> TableSpeed:
    """Measure all of it; raises `CannotMeasureError` when the browser or Playwright is missing."""
    load = os.getloadavg()[0]
    with _stage() as stage, _browser() as browser:
        answered = _orders(stage, orders)
        usable: list[Usable] = []
        frames: list[Frames] = []
        for game, counters, key in stage.tables:
            address = f"http://127.0.0.1:{stage.port}/t/{key}"
            usable.append(_usable(browser, game, counters, address))
            frames += _frames(browser, game, counters, address, seconds)
    return TableSpeed(answered, tuple(usable), tuple(frames), round(load, 2))


# --- the server ---------------------------------------------------------------------------------------------


@contextmanager
def _stage() -> Iterator[Stage]:
    with tempfile.TemporaryDirectory(prefix="grognard-bench-") as name:
        folder = Path(name)
        command = [
            sys.executable,
            "-m",
            "grognard",
            "serve",
            "--no-draw-ahead",
            "--port",
            "0",
            "--rate",
            "100000",
            "--cache",
            str(folder / "maps"),
        ]
        command += ["--database", f"sqlite:///{folder / 'games.sqlite3'}"]
        server = subprocess.Popen(
            command,
            env=greatplain.offered(folder),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            assert server.stdout is not None
            said = server.stdout.readline()
            if not said.startswith("Grognard is at"):
                raise CannotMeasureError("the server does not start; try: grognard serve")
            port = int(said.split()[3].rstrip("/").rpartition(":")[2])
            yield Stage(port, tuple(_tables(port)))
        finally:
            server.terminate()
            server.wait(30)
            if server.stdout is not None:
                server.stdout.close()


def _tables(port: int) -> Iterator[tuple[str, int, str]]:
    """A table of the first game and one of the great plain, with their maps drawn."""
    for game in (all_games()[0].id, greatplain.ID):
        listed = next(each for each in _ask(port, "GET", "/games") if each["id"] == game)
        seats = {seat["id"]: {"kind": "me"} for seat in listed["seats"]}
        new = {"game": game, "scenario": listed["scenarios"][0]["id"], "seats": seats}
        key = _ask(port, "POST", "/tables", new)["host"]
        state = _ask(port, "GET", f"/table/state?seat={listed['seats'][0]['id']}", key=key)
        for season in ("", *listed["seasons"]):
            _raw(port, "GET", f"/games/{game}/map.svg?season={season}")
        yield game, sum(1 for piece in state["view"]["pieces"] if piece.get("hex")), key


def _ask(port: int, method: str, path: str, body: Any = None, key: str = "") -> Any:
    return json.loads(_raw(port, method, path, body, key))


def _raw(port: int, method: str, path: str, body: Any = None, key: str = "") -> bytes:
    line = HTTPConnection("127.0.0.1", port, timeout=300)
    try:
        return _exchange(line, method, path, body, key)
    finally:
        line.close()


def _exchange(line: HTTPConnection, method: str, path: str, body: Any = None, key: str = "") -> bytes:
    headers = {"content-type": "application/json"} if body is not None else {}
    if key:
        headers["authorization"] = f"Bearer {key}"
    raw = None if body is None else json.dumps(body).encode()
    line.request(method, f"/api{path}", raw, headers)
    answer = line.getresponse()
    content = answer.read()
    if answer.status >= 400:
        raise CannotMeasureError(f"{method} {path}: {content.decode(errors='replace')}")
    return content


def _orders(stage: Stage, number: int) -> Answered:
    """Order for both sides, as a page does: one after the other over a line that stays open."""
    game, _, key = stage.tables[0]
    line = HTTPConnection("127.0.0.1", stage.port, timeout=60)
    spent: list[float] = []
    seat = _ask(stage.port, "GET", "/table", key=key)["mine"][0]
    state = json.loads(_exchange(line, "GET", f"/table/state?seat={seat}", key=key))
    while len(spent) < number and "ask" in state["view"]:
        seat = state["view"]["ask"]["seat"]
        if state["seat"] != seat:
            state = json.loads(_exchange(line, "GET", f"/table/state?seat={seat}", key=key))
        choices = state["choices"]
        order = choices[len(spent) * 7 % len(choices)]["text"]
        give = {"seat": seat, "state_id": state["state_id"], "order": order}
        started = time.perf_counter()
        state = json.loads(_exchange(line, "POST", "/table/orders", give, key))
        spent.append((time.perf_counter() - started) * 1000)
    line.close()
    slow = statistics.quantiles(spent, n=10)[-1]
    return Answered(game, len(spent), round(statistics.median(spent), 2), round(slow, 2))


# --- the browser --------------------------------------------------------------------------------------------


@contextmanager
def _browser() -> Iterator[Browser]:
    program = next(filter(None, map(shutil.which, BROWSERS)), None)
    if program is None:
        raise CannotMeasureError("Chromium is missing; install it (sudo apt-get install chromium)")
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        raise CannotMeasureError("Playwright is missing; install it (pip install playwright)") from None
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=list(FLAGS))
        yield browser
        browser.close()


@contextmanager
def _fresh_page(browser: Browser) -> Iterator[Page]:
    """A page with an empty cache."""
    context = browser.new_context(viewport=WINDOW)  # type: ignore[arg-type]
    context.set_default_timeout(120_000)
    context.add_init_script(f"({WATCH})()")
    yield context.new_page()
    context.close()


def _usable(browser: Browser, game: str, counters: int, address: str) -> Usable:
    with _fresh_page(browser) as page:
        page.goto(address, wait_until="commit")
        page.wait_for_function(READY, polling="raf")
        shown = page.evaluate("performance.now()")
        page.wait_for_function(SETTLED, polling=50)
        last = page.evaluate("Math.max(0, ...window.longTasks)")
        return Usable(game, counters, round(shown, 1), round(max(shown, last), 1))


def _frames(browser: Browser, game: str, counters: int, address: str, seconds: float) -> Iterator[Frames]:
    with _fresh_page(browser) as page:
        page.goto(address)
        page.wait_for_function(READY)
        page.wait_for_function(SETTLED, polling=50)
        for motion, move in {"pan": _pan, "zoom": _zoom}.items():
            browser.start_tracing(page=page, categories=list(FRAMES))
            started = time.monotonic()
            move(page, seconds)
            spent = time.monotonic() - started
            yield _counted(game, counters, motion, json.loads(browser.stop_tracing()), spent)


def _pan(page: Page, seconds: float) -> None:
    """Drag the map to and fro."""
    x, y = _middle(page)
    page.mouse.move(x, y)
    page.mouse.down()
    for step in _beats(seconds):
        away = step % 120
        page.mouse.move(x - 3 * min(away, 120 - away), y - 2 * min(away, 120 - away))
    page.mouse.up()


def _zoom(page: Page, seconds: float) -> None:
    """Turn the wheel, in and out again."""
    page.mouse.move(*_middle(page))
    for step in _beats(seconds):
        page.mouse.wheel(0, -40 if step % 80 < 40 else 40)


def _middle(page: Page) -> tuple[float, float]:
    box = page.locator('[data-part="map"]').bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def _beats(seconds: float) -> Iterator[int]:
    """Sixty beats a second."""
    started, step = time.monotonic(), 0
    while (now := time.monotonic() - started) < seconds:
        yield step
        step += 1
        time.sleep(max(0.0, step / 60 - now))


def _counted(game: str, counters: int, motion: str, trace: Mapping[str, Any], seconds: float) -> Frames:
    """The frames in a trace."""
    names: dict[str, list[float]] = {"DrawFrame": [], "DroppedFrame": []}
    for event in trace["traceEvents"]:
        if event["name"] in names:
            names[event["name"]].append(event["ts"] / 1000)
    drawn = sorted(names["DrawFrame"])
    gaps = [after - before for before, after in pairwise(drawn)]
    slow = statistics.quantiles(gaps, n=20)[-1] if len(gaps) > 1 else 0.0
    return Frames(
        game,
        counters,
        motion,
        len(drawn),
        len(names["DroppedFrame"]),
        round(len(drawn) / seconds, 1),
        round(slow, 1),
    )
