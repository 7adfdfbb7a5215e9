"""Somebody at a table in a browser, who acts on it with mouse, keyboard or finger.

The choices of the moment are read from the server, so that a test can decide what to do next. Doing it is a
real click, key or tap on what the screen shows. Nothing here knows a game.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from playwright.sync_api import Error, Locator, Page
from tests.browser.chromium import PATIENCE
from tests.server.house import Json, Player, Server

SHOWN = """([seat, id]) => {
  const table = document.querySelector(".table");
  return table?.dataset.seat === seat && table.dataset.state === id && !table.dataset.busy;
}"""
MOVED_ON = """(before) => {
  const table = document.querySelector(".table");
  const open = (part) => !!document.querySelector(`[data-part="${part}"]`);
  return (table.dataset.state !== before && !table.dataset.busy) || open("choices-here") || open("why")
    || !!document.querySelector("dialog[open]");
}"""
MY_TURN = """() => {
  const head = document.querySelector("[data-part=decision]");
  return !!head && !!head.querySelector("h2") && !head.querySelector(".waits")
    || !!document.querySelector("dialog[open]");
}"""
GLANCE = 2_000


class Hands(Protocol):
    """A way to act on the screen."""

    def press(self, target: Locator) -> None:
        """Press a button, a box or a link."""

    def open_tab(self, tab: Locator) -> None:
        """Open a tab beside the board."""

    def give(self, sitting: Sitting, choice: Json) -> None:
        """Give an order that is among the choices."""


class Sitting:
    """One page with a table, and who sits before it."""

    def __init__(self, page: Page, server: Server, hands: Hands, key: str = "") -> None:
        self.page = page
        self.server = server
        self.hands = hands
        page.locator(".table[data-state]").wait_for()
        self.key = key or page.url.rpartition("/")[2]
        self.player: Player = server.sit(self.key)
        self.info: Json = self.player.get("")
        with server.client() as client:
            board = client.get(f"/games/{self.info['game']}/board").json()
        self.places: dict[str, tuple[float, float]] = {
            hex["id"]: (hex["x"], hex["y"]) for hex in board["hexes"]
        }

    # --- seeing -----------------------------------------------------------------------------------------

    @property
    def seat(self) -> str:
        """The seat whose view is shown."""
        return self.page.locator(".table").get_attribute("data-seat") or ""

    def now(self) -> Json:
        """The state of the table, as soon as the page shows it."""
        while True:
            state = self.player.state(self.seat) if self.seat else self.player.get("/state")
            try:
                self.page.wait_for_function(SHOWN, arg=[self.seat, state["state_id"]], timeout=GLANCE)
            except Error:
                continue  # it has moved on meanwhile
            return dict(state)

    def my_turn(self) -> Json:
        """The state when the shown seat is to decide, or the game is over; a curtain is opened."""
        curtain = self.page.get_by_role("dialog", name="Hand the screen to").get_by_role("button")
        while True:
            self.page.wait_for_function(MY_TURN, timeout=2 * PATIENCE)
            if curtain.is_visible():
                self.press(curtain)
                curtain.wait_for(state="detached")
            state = self.now()
            ask = state["view"].get("ask")
            if ask is None or ask["seat"] == state["seat"]:
                return state

    def part(self, name: str) -> Locator:
        """A named part of the page."""
        return self.page.locator(f'[data-part="{name}"]')

    def button(self, name: str) -> Locator:
        """A button by its name."""
        return self.page.get_by_role("button", name=name, exact=True)

    def counter(self, unit: str) -> Locator:
        """The counter of a unit."""
        return self.page.locator(f'button[data-unit="{unit}"]')

    def order(self, text: str) -> Locator:
        """Buttons that give an order."""
        return self.page.locator(f'[data-order="{text}"]')

    # --- acting -----------------------------------------------------------------------------------------

    def press(self, target: Locator | str) -> None:
        """Press a button, with whatever hands there are."""
        self.hands.press(self.button(target) if isinstance(target, str) else target)

    def tab(self, name: str) -> None:
        """Open a tab beside the board."""
        self.hands.open_tab(self.page.get_by_role("tab", name=name))

    def give(self, *texts: str) -> Json:
        """Give orders one by one; the state afterwards. An order may be written short: its beginning."""
        state = self.my_turn()
        for text in texts:
            state = self._give(state, text)
        return state

    def _give(self, state: Json, text: str) -> Json:
        choice = chosen(state, text)
        self.hands.give(self, choice)
        self.page.wait_for_function(MOVED_ON, arg=state["state_id"])
        after = self.now()
        assert after["state_id"] != state["state_id"], f"{choice['text']} did nothing"
        return after

    def pass_the_turn(self) -> Json:
        """Answer calmly until somebody else is to decide; the last state of the own seat."""
        state = self.my_turn()
        seat = state["seat"]
        while state["view"]["ask"]["seat"] == seat:
            state = self._give(state, calm(state))
        return state

    def play(self, policy: Callable[[Json], str], until: Callable[[Json], bool]) -> Json:
        """Answer every question by a policy until something is so, or the game is over."""
        while not until(state := self.my_turn()) and not state["view"].get("outcome"):
            self._give(state, policy(state))
        return state


def chosen(state: Json, text: str) -> Json:
    """The choice with this text, or the first that begins with it."""
    choices: list[Json] = state["choices"]
    whole = [choice for choice in choices if choice["text"] == text]
    begun = [choice for choice in choices if f"{choice['text']} ".startswith(f"{text} ")]
    found = whole or begun
    assert found, f"{text} is not among {[choice['text'] for choice in choices][:40]}"
    return found[0]


def texts(state: Json) -> list[str]:
    """What can be ordered."""
    return [str(choice["text"]) for choice in state["choices"]]


def calm(state: Json) -> str:
    """An answer of somebody who wants no trouble: end what can be ended, else the first that leads on."""
    legal = texts(state)
    for easy in ("end", "ready", "stop", "pass", "waive"):
        if easy in legal:
            return easy
    return next((text for text in legal if text not in ("cancel", "undo")), legal[0])


def phase(*words: str) -> Callable[[Json], bool]:
    """Is it a phase whose heading has one of these words?"""
    return lambda state: any(word in state["view"]["heading"] for word in words)
