"""The learning scenario, guided, played to its end: by mouse, by keyboard alone, and on a phone."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from tests.browser.chromium import PHONE, Desk
from tests.browser.conftest import Sit
from tests.browser.hands import Finger, Keyboard, Mouse
from tests.browser.sitting import Hands, Sitting, calm, phase, texts
from tests.server.house import Json

pytestmark = pytest.mark.slow

ATTACK_GOES_IN = ("ready", "fight")
VICTORY = re.compile(r"victory|draw", re.IGNORECASE)


def begin(desk: Desk, hands: Hands, sit: Sit) -> Sitting:
    """Open the start page and press the button of the guided path."""
    page = desk.open("/")
    hands.press(page.get_by_role("button", name="Learn by playing"))
    return sit(page, hands=hands)


def tour(page: Page) -> tuple[int, str]:
    """The step of the tour that is shown."""
    card = page.get_by_role("region", name="Guided tour")
    number, _, _ = card.locator("header span").first.inner_text().partition(" of ")
    return int(number), card.get_by_role("heading").inner_text()


def read_on(sitting: Sitting, goal: str) -> None:
    """Press on through what is only read, until the step with this title is shown."""
    card = sitting.page.get_by_role("region", name="Guided tour")
    heading = card.get_by_role("heading")
    for _ in range(20):
        expect(card).to_be_visible()
        if heading.inner_text() == goal:
            return
        following = card.get_by_role("button", name="Next", exact=True)
        expect(following.or_(heading.filter(has_text=goal))).to_be_visible()
        if following.is_visible():
            before, _ = tour(sitting.page)
            sitting.press(following)
            expect(card.locator("header span").first).not_to_have_text(re.compile(f"^{before} of "))
    raise AssertionError(f"the tour does not come to “{goal}”")


def first_day(sitting: Sitting) -> None:
    """The first German turn, as the tour proposes it."""
    read_on(sitting, "Take the tanks in hand")
    sitting.give("unit 2Pz.3")
    read_on(sitting, "Drive up to Panfilov")
    sitting.give("move 2Pz.3 3432")
    finish(sitting)
    read_on(sitting, "Bring up the riflemen")
    move(sitting, "2Pz.S304", "3432")
    move(sitting, "2Pz.S2", "3432")
    read_on(sitting, "And a second division")
    move(sitting, "11Pz.15", "3531")
    read_on(sitting, "See what the referee sees")
    sitting.press("Layers")
    sitting.press("Zones of control: Soviet")
    sitting.press("Layers")
    read_on(sitting, "To the attack")
    sitting.give("end")
    read_on(sitting, "Choose the target")
    sitting.give("attack 3431")
    read_on(sitting, "Everybody joins")
    while join := next((text for text in texts(sitting.my_turn()) if text.startswith("join")), ""):
        sitting.give(join)
    read_on(sitting, "The corps artillery")
    while "fight" not in texts(state := sitting.my_turn()):
        sitting.give(next(text for text in texts(state) if text in ATTACK_GOES_IN))
    sitting.give("fight")
    expect(sitting.page.get_by_role("group", name="Dice")).to_be_visible()
    read_on(sitting, "The dice have fallen")
    sitting.play(calm, phase("Turn 2"))


def finish(sitting: Sitting) -> None:
    """Put down the unit in hand, if it still has movement points."""
    if "stop" in texts(sitting.my_turn()):
        sitting.give("stop")


def move(sitting: Sitting, unit: str, hex: str) -> None:
    """Take a unit in hand, move it, and put it down."""
    sitting.give(f"unit {unit}", f"move {unit} {hex}")
    finish(sitting)


def two_days_alone(sitting: Sitting) -> Json:
    """The second and the third day: one move to begin with, then whatever must be answered."""
    read_on(sitting, "What happened meanwhile")
    sitting.tab("Story")
    read_on(sitting, "What you fight for")
    sitting.press("Finish")
    sitting.tab("Orders")
    return sitting.play(calm, lambda state: bool(state["view"].get("outcome")))


@pytest.mark.parametrize(
    ("hands", "screen"),
    [(Mouse(), {}), (Keyboard(), {}), (Finger(), PHONE)],
    ids=["by mouse", "by keyboard alone", "on a phone"],
)
def test_the_guided_first_game_is_played_to_its_end(
    hands: Hands, screen: Json, new_desk: Callable[..., Desk], sit: Sit
) -> None:
    sitting = begin(new_desk(**screen), hands, sit)
    first_day(sitting)
    end = two_days_alone(sitting)
    outcome = sitting.part("decision").get_by_role("heading")
    expect(outcome).to_have_text(end["view"]["outcome"])
    assert VICTORY.search(outcome.inner_text())
    assert "Turn 3" in end["view"]["heading"]
