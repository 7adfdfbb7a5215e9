"""Two players on one screen: a curtain falls between them, and what is hidden is not on the page at all."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect
from tests.browser.chromium import Desk
from tests.browser.conftest import Sit
from tests.browser.sitting import Sitting, calm, phase
from tests.server.house import GAME

pytestmark = pytest.mark.slow

TURN = "Turn 2"
BOTH = {"seats": {"axis": {"kind": "me"}, "soviet": {"kind": "me"}}}


def known(sitting: Sitting, seat: str) -> set[str]:
    """The counters on the map that a seat knows of."""
    pieces = sitting.player.state(seat)["view"]["pieces"]
    return {piece["id"] for piece in pieces if piece.get("id") and piece.get("hex")}


def traces(page: Page, units: set[str], titles: dict[str, str]) -> set[str]:
    """Counters of which there is any trace in the whole page, by id or by name."""
    html = page.content()
    shown = set(page.locator("[data-unit]").evaluate_all("(all) => all.map((one) => one.dataset.unit)"))
    return {unit for unit in units if unit in shown or f'"{unit}"' in html or titles[unit] in html}


def test_what_one_side_hides_is_not_on_the_page_of_the_other(desk: Desk, sit: Sit) -> None:
    sitting = sit(desk, **BOTH)
    with sitting.server.client() as client:
        printed = client.get(f"/games/{GAME}/counters").json()["counters"]
    titles = {unit: face["title"] for unit, face in printed.items()}
    sitting.give("unit 5Pz.31", "mask 4130", "stop")
    axis, soviet = known(sitting, "axis"), known(sitting, "soviet")
    hidden = {"axis": axis - soviet, "soviet": soviet - axis}
    assert {"5Pz.31", "5Pz.S13", "5Pz.S14"} <= hidden["axis"], "the stack was masked"
    assert hidden["soviet"]

    assert sitting.seat == "axis"
    assert not traces(sitting.page, hidden["soviet"], titles)
    assert traces(sitting.page, hidden["axis"], titles) == hidden["axis"]

    sitting.pass_the_turn()
    curtain = sitting.page.get_by_role("dialog", name="Hand the screen to Soviet")
    expect(curtain).to_be_visible()
    expect(sitting.part("map")).not_to_be_focused()
    sitting.page.keyboard.press("Escape")
    expect(curtain).to_be_visible()
    assert sitting.seat == "axis", "nothing of the next side is shown before it says that it is there"

    sitting.press("I am Soviet: show the table")
    expect(curtain).to_be_hidden()
    state = sitting.my_turn()
    assert state["seat"] == sitting.seat == "soviet"
    axis, soviet = known(sitting, "axis"), known(sitting, "soviet")
    assert not traces(sitting.page, axis - soviet, titles)
    assert soviet - axis <= traces(sitting.page, soviet - axis, titles)

    end = sitting.play(calm, phase(TURN))
    assert end["seat"] == sitting.seat == "axis"
    assert not traces(sitting.page, known(sitting, "soviet") - known(sitting, "axis"), titles)


def test_the_curtain_can_be_done_without(desk: Desk, sit: Sit) -> None:
    sitting = sit(desk, **BOTH)
    sitting.press("Settings")
    sitting.page.get_by_label("Curtain when the screen is handed over").select_option("never")
    sitting.press("Close")
    sitting.pass_the_turn()
    expect(sitting.page.locator('.table[data-seat="soviet"]')).to_be_visible()
    expect(sitting.page.get_by_role("dialog")).to_have_count(0)
