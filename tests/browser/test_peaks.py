"""Another game with the same hands: nothing in the pages and nothing in the helpers knows it."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from tests.browser.chromium import Desk
from tests.browser.conftest import Sit
from tests.browser.sitting import Sitting, calm, phase, texts
from tests.server.house import Json

pytestmark = pytest.mark.slow

BOTH = {"axis": {"kind": "me"}, "soviet": {"kind": "me"}}


class Curious:
    """Does something at each kind of question once, on the map if it can be, and is calm afterwards."""

    def __init__(self) -> None:
        self.seen: set[tuple[str, str]] = set()
        self.verbs: set[str] = set()

    def __call__(self, state: Json) -> str:
        ask = state["view"]["ask"]
        kind = (ask["seat"], ask["kind"])
        answer = calm(state) if kind in self.seen else self.first(state)
        self.seen.add(kind)
        self.verbs.add(answer.partition(" ")[0])
        return answer

    def first(self, state: Json) -> str:
        on_map = (choice["text"] for choice in state["choices"] if choice.get("units") or choice.get("hexes"))
        return next(on_map, "") or next((text for text in texts(state) if text != calm(state)), calm(state))


def never_hidden(sitting: Sitting) -> None:
    """The page has no counter that the shown seat may not know of."""
    known = {piece["id"] for piece in sitting.now()["view"]["pieces"] if piece.get("id")}
    shown = sitting.page.locator("[data-unit]").evaluate_all("(all) => all.map((one) => one.dataset.unit)")
    assert set(shown) <= known


def test_a_turn_of_both_sides_of_another_game(desk: Desk, sit: Sit) -> None:
    sitting = sit(desk, game="peaks", scenario="standard", seats=BOTH)
    page, curious = sitting.page, Curious()
    seats = set()
    first = sitting.my_turn()

    def turned(state: Json) -> bool:
        seats.add(state["seat"])
        never_hidden(sitting)
        return phase("Turn 2")(state)

    end = sitting.play(curious, turned)
    assert "Turn 2" in end["view"]["heading"], end["view"]
    assert seats == {"axis", "soviet"}
    assert {"place", "unit", "move", "attack", "join", "fight", "end"} <= curious.verbs
    assert first["view"]["heading"] != end["view"]["heading"]
    sitting.press("Rule book")
    expect(page.get_by_role("dialog", name="Rule book").locator(".rule").first).to_be_visible()
    page.keyboard.press("Escape")
    assert texts(sitting.my_turn())
