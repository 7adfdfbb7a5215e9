"""Two browsers in one game by seat links, and others who look on; the server may even be killed."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from tests.browser.chromium import Desk
from tests.browser.conftest import Sit
from tests.browser.sitting import Sitting, calm
from tests.server.house import Server

pytestmark = pytest.mark.slow

LINKED = {"seats": {"axis": {"kind": "me"}, "soviet": {"kind": "link"}}}


def link(page: Page, name: str) -> str:
    """A link out of the dialog of links."""
    page.get_by_role("button", name="Links for others").click()
    address = page.get_by_role("textbox", name=name).input_value()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    return address


def counter_stands(sitting: Sitting, unit: str, hex: str) -> None:
    expect(sitting.counter(unit)).to_have_attribute("data-hex", hex)


def test_a_game_by_link_survives_reload_and_the_death_of_the_server(
    own_house: Server, new_desk: Callable[..., Desk], sit: Sit
) -> None:
    here, there = new_desk(own_house), new_desk(own_house)
    page = here.open("/")
    page.get_by_role("button", name="New game: First Steps").click()
    dialog = page.get_by_role("dialog", name="New game")
    dialog.get_by_role("combobox", name="German").select_option("me")
    dialog.get_by_role("combobox", name="Soviet").select_option("link")
    dialog.get_by_label("Name of the game").fill("A winter evening")
    dialog.get_by_role("button", name="Begin").click()
    host = sit(page, server=own_house)
    expect(page.get_by_text("A winter evening")).to_be_visible()
    address = link(page, "Play Soviet")
    seats = page.get_by_role("list", name="Seats")
    expect(seats.get_by_text("away")).to_be_attached()

    guest = sit(there, key=address.rpartition("/")[2], server=own_house)
    assert guest.seat == "soviet"
    expect(seats.get_by_text("here")).to_be_attached()
    expect(guest.part("decision").get_by_role("heading")).to_have_text("German decides")

    # what is said is heard
    host.tab("Talk")
    page.get_by_label("Say something to the table").fill("Good luck over there!")
    host.press("Say")
    expect(guest.page.get_by_role("tab", name="Talk")).to_contain_text("1 new")
    guest.tab("Talk")
    expect(guest.page.get_by_role("log", name="What was said")).to_contain_text("Good luck over there!")

    # each order is there for both, and stays after a reload
    host.tab("Orders")
    host.give("unit 2Pz.3", "move 2Pz.3 3432")
    counter_stands(guest, "2Pz.3", "3432")
    page.reload()
    page.locator(".table[data-state]").wait_for()
    counter_stands(host, "2Pz.3", "3432")

    # an order that was answered survives a kill
    own_house.kill()
    expect(page.get_by_text("The line is broken; trying again")).to_be_visible()
    own_house.start()
    expect(page.get_by_text("The line is broken; trying again")).to_be_hidden()
    counter_stands(host, "2Pz.3", "3432")
    host.pass_the_turn()
    state = guest.my_turn()
    counter_stands(guest, "2Pz.3", "3432")
    guest.give(calm(state))
    there.context.close()
    expect(seats.get_by_text("away")).to_be_attached()


def test_who_looks_on_sees_the_game_and_orders_nothing(
    house: Server, new_desk: Callable[..., Desk], sit: Sit
) -> None:
    keys = house.create({"seats": {"axis": {"kind": "me"}, "soviet": {"kind": "me"}}})
    host = sit(new_desk(), key=keys["host"])
    looker = new_desk().open(f"/t/{keys['spectator']}")
    looker.locator(".table[data-state]").wait_for()
    expect(looker.get_by_text("You look on.")).to_be_visible()
    host.give("unit 2Pz.3", "move 2Pz.3 3432")
    moved = looker.locator('button[data-unit="2Pz.3"]')
    expect(moved).to_have_attribute("data-hex", "3432")
    moved.click()
    expect(looker.locator("[data-order]")).to_have_count(0)
    seen = set(looker.locator("[data-unit]").evaluate_all("(all) => all.map((one) => one.dataset.unit)"))
    own = {side: set(ids_on_map(host, side)) for side in ("axis", "soviet")}
    assert seen & own["axis"] & own["soviet"]
    assert not seen & (own["axis"] ^ own["soviet"]), "who looks on sees what both sides see"


def ids_on_map(sitting: Sitting, seat: str) -> list[str]:
    pieces = sitting.player.state(seat)["view"]["pieces"]
    return [piece["id"] for piece in pieces if piece.get("id") and piece.get("hex")]


def test_beyond_what_is_free_the_other_side_is_asked(
    house: Server, new_desk: Callable[..., Desk], sit: Sit
) -> None:
    keys = house.create(LINKED)
    host = sit(new_desk(), key=keys["host"])
    guest = sit(new_desk(), key=keys["seats"]["soviet"])
    page, unanswered = host.page, host.page.get_by_text("the other side has not answered yet")
    asked = guest.page.get_by_text("would like to take an order back")
    host.pass_the_turn()
    guest.my_turn()
    for answer in ("Rather not", "Agree"):
        host.press(page.get_by_text("Nothing to take back freely"))
        host.press("Ask to take it back")
        expect(unanswered).to_be_visible()
        expect(asked).to_be_visible()
        guest.press(answer)
        expect(unanswered).to_be_hidden()
        expect(asked).to_be_hidden()
    assert host.my_turn()["view"]["ask"]["seat"] == "axis"
    expect(guest.part("decision").get_by_role("heading")).to_have_text("German decides")
