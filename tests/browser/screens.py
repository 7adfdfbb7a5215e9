"""Every screen of the table, one after the other: for pictures of them, and for what must hold on each."""

from __future__ import annotations

import re
from collections.abc import Iterator

from playwright.sync_api import Locator, Page, expect
from tests.browser.chromium import Desk
from tests.browser.hands import Finger, Mouse, Pointer
from tests.browser.sitting import Sitting, texts
from tests.server.house import Json, Server

BOTH: Json = {"axis": {"kind": "me"}, "soviet": {"kind": "me"}}
Screen = tuple[str, Page]


class Visitor:
    """Somebody who opens everything once, with a mouse or with a finger."""

    def __init__(self, desk: Desk, server: Server, touch: bool = False) -> None:
        self.desk = desk
        self.server = server
        self.hands: Pointer = Finger() if touch else Mouse()
        self._seated: list[Sitting] = []

    def press(self, target: Locator) -> None:
        self.hands.press(target)

    def screens(self) -> Iterator[Screen]:
        """All screens by name; a page is shown until the next one is asked for."""
        yield from self.before_a_game()
        yield from self.tour()
        yield from self.table()
        yield from self.combat()
        for sitting in self._seated:
            sitting.player.http.close()

    def before_a_game(self) -> Iterator[Screen]:
        """The pages without a table."""
        page = self.desk.open("/")
        page.get_by_role("button", name="New game: First Steps").wait_for()
        page.wait_for_function("() => [...document.images].every((each) => each.complete)")
        yield "start", page
        self.press(page.get_by_role("button", name="New game: Typhoon"))
        yield "new-game", page
        page.goto("/rules/moscow-1941")
        page.locator(".rule").first.wait_for()
        yield "rules", page
        page.goto("/nowhere")
        yield "missing", page
        page.close()

    def sit(self, **table: Json) -> Sitting:
        """Sit down at a new table."""
        key = self.server.create({"seats": BOTH, **table})["host"]
        sitting = Sitting(self.desk.open(f"/t/{key}"), self.server, self.hands, key)
        self._seated.append(sitting)
        drawn(sitting.page)
        return sitting

    def tour(self) -> Iterator[Screen]:
        """The guided tour."""
        page = self.desk.open("/")
        self.press(page.get_by_role("button", name="Learn by playing"))
        card = page.get_by_role("region", name="Guided tour")
        for _ in range(2):
            self.press(card.get_by_role("button", name="Next", exact=True))
        drawn(page)
        yield "tour", page
        self.press(card.get_by_role("button", name="End the tour"))
        self.press(page.get_by_role("button", name="Links for others"))
        yield "links", page
        page.close()

    def table(self) -> Iterator[Screen]:
        """The table in a movement phase, with all that can be opened."""
        sitting = self.sit()
        page, part = sitting.page, sitting.part
        yield "table", page
        sitting.give("unit 2Pz.3")
        yield "reach", page
        page.keyboard.press("Escape")
        sitting.give("unit 2Pz.3")
        self.hands.hex(sitting, "4029")
        part("why").wait_for()
        yield "why-not", page
        page.keyboard.press("Escape")
        sitting.give("move 2Pz.3 3432")
        for name in ("Layers", "How the map looks"):
            sitting.press(name)
            if name == "Layers":
                sitting.press("Zones of control: Soviet")
            yield name.lower().replace(" ", "-"), page
            sitting.press(name)
        sitting.press("Find a place or a unit")
        page.get_by_role("combobox").fill("panzer")
        yield "find", page
        page.keyboard.press("Escape")
        page.keyboard.press("t")
        yield "in-words", page
        page.keyboard.press("Escape")
        for name in ("Help and keys", "Settings"):
            sitting.press(name)
            yield name.partition(" ")[0].lower(), page
            sitting.press("Close")
        sitting.press("Rule book")
        page.get_by_role("dialog", name="Rule book").locator(".rule").first.wait_for()
        yield "rule-book", page
        sitting.press("Close the rule book")
        sitting.tab("Talk")
        page.get_by_label("Say something to the table").fill("Good luck!")
        sitting.press("Say")
        page.get_by_role("log", name="What was said").get_by_text("Good luck!").wait_for()
        yield "talk", page
        sitting.tab("Story")
        yield "story", page
        for name in ("Charts", "Share"):
            sitting.press(name)
            dialog = page.get_by_role("dialog")
            if name == "Charts":
                dialog.get_by_role("img").first.wait_for()
            yield name.lower(), page
            sitting.press("Close")
        sitting.press("Look back")
        sitting.press("One step back")
        yield "look-back", page
        page.get_by_role("region", name="Looking back").get_by_role(
            "button", name=re.compile("Close|Back to now")
        ).first.press("Enter")
        sitting.tab("Orders")
        sitting.pass_the_turn()
        page.get_by_role("dialog", name="Hand the screen to").wait_for()
        yield "curtain", page
        page.close()

    def combat(self) -> Iterator[Screen]:
        """An attack: the odds, then the dice."""
        sitting = self.sit()
        for unit in ("2Pz.3", "2Pz.S304", "2Pz.S2"):
            sitting.give(f"unit {unit}", f"move {unit} 3432")
            if "stop" in texts(sitting.my_turn()):
                sitting.give("stop")
        sitting.give("end", "attack 3431", "join 2Pz.3", "join 2Pz.S304", "join 2Pz.S2")
        sitting.page.get_by_role("table", name="Chances of each result").wait_for()
        yield "combat", sitting.page
        while "fight" not in (legal := texts(sitting.my_turn())):
            sitting.give(next(text for text in legal if text in ("ready", "waive")))
        sitting.give("fight")
        expect(sitting.page.get_by_role("group", name="Dice")).to_be_visible()
        yield "dice", sitting.page
        sitting.page.close()


def drawn(page: Page) -> None:
    """Wait until the map is on the paper."""
    page.locator(".frame.ready").wait_for()
