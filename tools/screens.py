"""Take the pictures of the table for the documentation: the built client in Chromium, with known dice.

    .venv/bin/python tools/build_client.py
    .venv/bin/python tools/screens.py            # or the names of some pictures

It needs Chromium and Playwright (`pip install -e .[dev]`). The pictures belong to
`docs/tutorials/browser.md`.
"""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tests.browser.chromium import PATIENCE, PHONE, chromium  # noqa: E402

FOLDER = ROOT / "docs" / "images" / "table"
DESK: dict[str, Any] = {"viewport": {"width": 1360, "height": 850}}
SMALL: dict[str, Any] = {**PHONE, "device_scale_factor": 1.5}
SETTLE = 2.5
"""Seconds for a map to be painted."""

GATHER = tuple(
    order
    for unit, goal in (("2Pz.3", "3432"), ("2Pz.S2", "3432"), ("2Pz.S304", "3432"), ("11Pz.15", "3531"))
    for order in (f"unit {unit}", f"move {unit} {goal}", "stop")
)
ATTACK = (*GATHER, "end", "attack 3431", "join 2Pz.3", "join 2Pz.S2", "join 2Pz.S304", "join 11Pz.15")

Take = Callable[[Page, "House"], None]


class House:
    """A server for the pictures."""

    def __init__(self, address: str) -> None:
        self.address = address

    def ask(self, path: str, body: object = None, key: str = "") -> Any:
        """A request; None where the server says no."""
        request = urllib.request.Request(self.address + path, json.dumps(body).encode() if body else None)
        request.add_header("content-type", "application/json")
        if key:
            request.add_header("authorization", f"Bearer {key}")
        try:
            with urllib.request.urlopen(request) as answer:
                return json.loads(answer.read())
        except urllib.error.HTTPError:
            return None

    def table(self, game: str, scenario: str, other: str, orders: tuple[str, ...] = ()) -> dict[str, Any]:
        """The keys of a new table, played so far; orders that are not needed are left out."""
        soviet = {"kind": other, **({"bot": "staff", "level": 1} if other == "bot" else {})}
        seats = {"axis": {"kind": "me"}, "soviet": soviet}
        wish = {"game": game, "scenario": scenario, "seats": seats}
        made: dict[str, Any] = self.ask("/api/tables", wish)
        for order in orders:
            state = self.ask("/api/table/state?seat=axis", key=made["host"])
            move = {"seat": "axis", "state_id": state["state_id"], "order": order}
            self.ask("/api/table/orders", move, made["host"])
        return made


def sit(
    page: Page,
    house: House,
    *orders: str,
    game: str = "moscow-1941",
    scenario: str = "first-steps",
    other: str = "bot",
) -> None:
    """Open a table at which these orders have been given."""
    keys = house.table(game, scenario, other, orders)
    kept = [{"token": keys["host"], "seats": keys["seats"], "spectator": keys["spectator"]}]
    page.add_init_script(f"localStorage.setItem('grognard.tables', '{json.dumps(kept)}')")
    page.goto(f"{house.address}/t/{keys['host']}")
    painted(page)


def painted(page: Page) -> None:
    """Wait for the question and the map."""
    page.wait_for_selector("[data-part=decision] h2")
    page.wait_for_selector("text=Unrolling the map", state="hidden", timeout=60_000)
    time.sleep(SETTLE)


def start(page: Page, house: House) -> None:
    """The start page."""
    page.goto(house.address)
    page.wait_for_selector("article img")
    for picture in page.locator("article img").all():
        picture.scroll_into_view_if_needed()
        picture.evaluate("(image) => image.decode()")
    page.evaluate("scrollTo(0, 0)")


def new_game(page: Page, house: House) -> None:
    """The dialog of a new game."""
    start(page, house)
    page.get_by_role("button", name="New game: Typhoon").click()


def tour(page: Page, house: House) -> None:
    """The guided tour."""
    start(page, house)
    page.get_by_role("button", name="Learn by playing").click()
    page.wait_for_selector("[aria-label='Guided tour']")
    painted(page)


def reach(page: Page, house: House) -> None:
    """A unit in hand, and all it can reach."""
    sit(page, house, "unit 2Pz.3")


def combat(page: Page, house: House) -> None:
    """An attack before the dice."""
    sit(page, house, *ATTACK)
    page.wait_for_selector(".odds")


def dice(page: Page, house: House) -> None:
    """The dice of an attack."""
    sit(page, house, *ATTACK)
    page.locator("[data-order=fight]").click()
    page.wait_for_selector("[aria-label=Dice]")


def story(page: Page, house: House) -> None:
    """Looking back."""
    sit(page, house, *ATTACK, "fight")
    page.locator("#tab-story").click()
    page.keyboard.press(",")
    page.wait_for_selector("[aria-label='Looking back']")


def talk(page: Page, house: House) -> None:
    """Chat and notes."""
    sit(page, house, other="link")
    page.locator("#tab-talk").click()


def told(button: str) -> Take:
    """A dialog of the story, when something has happened."""

    def take(page: Page, house: House) -> None:
        sit(page, house, *ATTACK, "fight")
        page.locator("#tab-story").click()
        page.locator("#dock-panel").get_by_role("button", name=button).click()
        if button == "Share":
            page.get_by_role("button", name="Make a picture").click()
            page.get_by_role("link", name="Save the picture").wait_for(timeout=60_000)

    return take


def missing(page: Page, house: House) -> None:
    """An address that leads nowhere."""
    page.goto(f"{house.address}/rules/moscow-1941/nothing")
    page.wait_for_selector("h1")


def peaks(page: Page, house: House) -> None:
    """Another game."""
    sit(page, house, scenario="standard", game="peaks", other="me")
    if page.locator("#curtain-title").count():
        page.get_by_role("button", name="show the table").click()


def typhoon(page: Page, house: House) -> None:
    """The large scenario."""
    sit(page, house, scenario="typhoon")


def rules(page: Page, house: House) -> None:
    """The rule book."""
    page.goto(f"{house.address}/rules/moscow-1941#combat-table")
    page.wait_for_selector("table")


def dialog(button: str) -> Take:
    """A dialog that a button of the head opens."""

    def take(page: Page, house: House) -> None:
        sit(page, house, other="link")
        page.get_by_role("button", name=button).first.click()

    return take


def curtain(page: Page, house: House) -> None:
    """The screen goes to the other player."""
    sit(page, house, *("end",) * 3, other="me")
    page.wait_for_selector("#curtain-title")


SCREENS: dict[str, Take] = {
    "start": start,
    "new-game": new_game,
    "tour": tour,
    "reach": reach,
    "combat": combat,
    "dice": dice,
    "story": story,
    "talk": talk,
    "charts": told("Charts"),
    "share": told("Share"),
    "curtain": curtain,
    "rules": rules,
    "rule-sheet": dialog("Rule book"),
    "links": dialog("Links for others"),
    "settings": dialog("Settings"),
    "help": dialog("Help and keys"),
    "missing": missing,
    "typhoon": typhoon,
    "peaks": peaks,
}
LOOKS: dict[str, tuple[dict[str, Any], str]] = {
    "light": (DESK, "light"),
    "dark": (DESK, "dark"),
    "phone": (SMALL, "light"),
}
PICTURES: dict[str, tuple[Take, dict[str, Any], str]] = {
    f"{name}-{look}": (take, *LOOKS[look]) for name, take in SCREENS.items() for look in LOOKS
} | {"reach-winter": (reach, DESK, "winter"), "reach-safe": (reach, DESK, "safe")}


@contextmanager
def serving() -> Iterator[House]:
    """A server with known dice that forgets its games afterwards."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite:///{folder}/games.sqlite3"
        command = [sys.executable, "-m", "grognard", "serve", "--port", str(port), "--database", database]
        server = subprocess.Popen([*command, "--rehearsal", "1941", "--rate", "1000"])
        house = House(f"http://127.0.0.1:{port}")
        try:
            for _ in range(100):
                try:
                    house.ask("/api/health")
                    break
                except OSError:
                    time.sleep(0.2)
            yield house
        finally:
            server.terminate()
            server.wait()


def photograph(browser: Browser, house: House, name: str) -> None:
    """Take one picture."""
    take, screen, theme = PICTURES[name]
    context = browser.new_context(reduced_motion="reduce", **screen)
    context.set_default_timeout(PATIENCE)
    settings = json.dumps({"theme": theme, "motion": "reduced"})
    context.add_init_script(f"localStorage.setItem('grognard.settings', '{settings}')")
    page = context.new_page()
    take(page, house)
    time.sleep(SETTLE)
    page.screenshot(path=FOLDER / f"{name}.jpg", type="jpeg", quality=72)
    context.close()
    print(name)


def main(names: list[str]) -> None:
    """Take the pictures with these names, or all."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with chromium() as browser, serving() as house:
        for name in names or PICTURES:
            photograph(browser, house, name)


if __name__ == "__main__":
    main(sys.argv[1:])
