"""Mouse, finger and keyboard. None of them knows a game: they point at hexes, counters, buttons and menus."""

from __future__ import annotations

from playwright.sync_api import CDPSession, Error, Locator
from tests.browser.chromium import PATIENCE
from tests.browser.sitting import MOVED_ON, Sitting
from tests.server.house import Json

Point = tuple[float, float]

SPOT = """([x, y, hex]) => {
  const frame = document.querySelector("[data-part=map]");
  const pose = new DOMMatrix(getComputedStyle(document.querySelector(".world")).transform);
  const box = frame.getBoundingClientRect();
  const at = [box.left + pose.e + x * pose.a, box.top + pose.f + y * pose.d];
  const hit = document.elementFromPoint(...at);
  const there = hit?.closest("[data-hex]")?.dataset.hex ?? hex;
  return { at, free: !!hit && frame.contains(hit) && there === hex };
}"""
"""Where a hex is on the screen, and whether a press there would reach it."""

FREE = """() => {
  const frame = document.querySelector("[data-part=map]");
  const box = frame.getBoundingClientRect();
  const middle = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  const found = [];
  for (let x = box.left + 30; x < box.right - 20; x += 25)
    for (let y = box.top + 30; y < box.bottom - 20; y += 25) {
      const hit = document.elementFromPoint(x, y);
      if (hit && frame.contains(hit)) found.push([x, y, hit.closest("[data-hex]") ? 1 : 0]);
    }
  const far = ([x, y]) => Math.hypot(x - middle[0], y - middle[1]);
  return found.sort((one, two) => far(one) - far(two));
}"""
"""Points of the map that nothing covers, the middle first; the last number: does a counter lie there?"""

ANSWERED = """([before, unit, sign]) => {
  const table = document.querySelector(".table");
  const counter = document.querySelector(`button[data-unit="${unit}"]`);
  return !table.dataset.busy && (table.dataset.state !== before || counter.matches(sign));
}"""
"""Has a press on a stack given an order, or spread the stack, or put its unit in hand?"""

STILL = """() => new Promise((done) => {
  const pose = () => document.querySelector(".world").style.transform;
  const look = (before) => requestAnimationFrame(() => (pose() === before ? done(true) : look(pose())));
  requestAnimationFrame(() => look(pose()));
})"""
FINDER = "Find a place or a unit"
REACHED = """(target) => {
  const box = target.getBoundingClientRect();
  const hit = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
  return target.contains(hit);
}"""
"""Would a press on the middle of an element reach it?"""

LISTED = "[data-part=choices] "
FLICK = 120
"""Pixels that the map is moved by at once, at most: not into what stands around it."""
ATTEMPTS = 4
"""How often a press is tried again when the map has moved below it."""
FAR = 200
"""More steps of Tab than any page needs."""


class Pointer:
    """What mouse and finger have in common."""

    def press(self, target: Locator) -> None:
        raise NotImplementedError

    def open_tab(self, tab: Locator) -> None:
        self.press(tab)

    def press_at(self, sitting: Sitting, at: Point) -> None:
        raise NotImplementedError

    def pan(self, sitting: Sitting, start: Point, end: Point) -> None:
        raise NotImplementedError

    # --- the map ----------------------------------------------------------------------------------------

    def hex(self, sitting: Sitting, hex: str) -> None:
        """Press a hex of the map."""
        self.press_at(sitting, self.bring(sitting, hex))

    def bring(self, sitting: Sitting, hex: str) -> Point:
        """Have a hex in sight, with nothing before it; where it is."""
        bar = sitting.part("tray").locator("> button[aria-expanded=true]")
        if bar.count():
            self.press(bar)
        if spot := self._spot(sitting, hex):
            return spot
        if sitting.button(FINDER).evaluate(REACHED):
            self._find(sitting, hex)
        return self._spot(sitting, hex) or self._uncover(sitting, hex)

    def _spot(self, sitting: Sitting, hex: str) -> Point | None:
        sitting.page.evaluate(STILL)
        found = sitting.page.evaluate(SPOT, [*sitting.places[hex], hex])
        return (found["at"][0], found["at"][1]) if found["free"] else None

    def _find(self, sitting: Sitting, hex: str) -> None:
        page = sitting.page
        self.press(sitting.button(FINDER))
        page.get_by_role("combobox", name="A place, a unit, or the number of a hex").fill(hex)
        self.press(page.get_by_role("option").first.get_by_text(f"Hex {hex}", exact=True))
        page.locator("dialog[open]").wait_for(state="detached")

    def _uncover(self, sitting: Sitting, hex: str) -> Point:
        """Move the map until nothing lies before a hex."""
        page = sitting.page
        for _ in range(9):
            here: list[float] = page.evaluate(SPOT, [*sitting.places[hex], hex])["at"]
            free: list[list[float]] = page.evaluate(FREE)
            start = next(point for point in free if not point[2])
            goal = free[0]
            reach = max(abs(goal[0] - here[0]), abs(goal[1] - here[1]), FLICK)
            by = [(goal[axis] - here[axis]) * FLICK / reach for axis in (0, 1)]
            self.pan(sitting, (start[0], start[1]), (start[0] + by[0], start[1] + by[1]))
            if spot := self._spot(sitting, hex):
                return spot
        raise AssertionError(f"hex {hex} stays covered")

    def unit(self, sitting: Sitting, unit: str, before: str) -> None:
        """Press a counter: on the map out of its stack, or in a box beside it."""
        counter = sitting.counter(unit)
        if not counter.count():
            self.press(sitting.part("tray").get_by_role("button", name="Off the map"))
        if counter.get_attribute("data-hex") is None:
            self.press(counter)
            return
        if not _is_spread(sitting, unit):
            sign = ".fanned" if "hand" in _class_of(sitting, unit) else ".fanned, .hand"
            self.hex(sitting, counter.get_attribute("data-hex") or "")
            sitting.page.wait_for_function(ANSWERED, arg=[before, unit, sign], timeout=PATIENCE / ATTEMPTS)
        if _shows(sitting, before) and _is_spread(sitting, unit):
            sitting.page.evaluate(STILL)
            box = counter.bounding_box()
            assert box
            self.press_at(sitting, (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2))

    # --- orders -----------------------------------------------------------------------------------------

    def give(self, sitting: Sitting, choice: Json) -> None:
        """Give an order: on the map when it names a counter or a hex there, else by its button."""
        before = sitting.page.locator(".table").get_attribute("data-state") or ""
        units, hexes, text = choice.get("units") or [], choice.get("hexes") or [], choice["text"]
        if not units and not hexes:
            self.press(sitting.order(text).first)
            return
        if len(units) > 1 or self._under_a_counter(sitting, choice):
            self._from_list(sitting, text)
            return
        for _ in range(ATTEMPTS):
            try:
                self._on_map(sitting, units, hexes, before)
                break
            except Error:
                continue  # the map has moved below the hand
        if _shows(sitting, before):
            self.press(sitting.part("choices-here").locator(f'[data-order="{text}"]'))

    def _on_map(self, sitting: Sitting, units: list[str], hexes: list[str], before: str) -> None:
        """Press the unit and the hex of a choice; raises when the page has not answered for a while."""
        if units and not (hexes and "hand" in _class_of(sitting, units[0])):
            self.unit(sitting, units[0], before)
        if hexes and _shows(sitting, before):
            self.hex(sitting, hexes[-1])
        sitting.page.wait_for_function(MOVED_ON, arg=before, timeout=PATIENCE / ATTEMPTS)

    def _under_a_counter(self, sitting: Sitting, choice: Json) -> bool:
        """Is the choice about a hex in which a counter is meant first?"""
        if choice.get("units") or not choice.get("hexes"):
            return False
        return bool(sitting.page.locator(f'[data-hex="{choice["hexes"][-1]}"]:is(.lit, .hand)').count())

    def _from_list(self, sitting: Sitting, text: str) -> None:
        """Choose from the list beside the board."""
        sitting.tab("Orders")
        listed = sitting.page.locator(LISTED)
        if listed.get_by_role("button", name="Show all", exact=True).count():
            self.press(listed.get_by_role("button", name="Show all", exact=True))
        if not sitting.order(text).count():
            listed.get_by_role("searchbox").fill(text)
        self.press(sitting.order(text).first)


def _shows(sitting: Sitting, before: str) -> bool:
    """Does the page still show this state?"""
    return sitting.page.locator(".table").get_attribute("data-state") == before


def _is_spread(sitting: Sitting, unit: str) -> bool:
    return "fanned" in _class_of(sitting, unit)


def _class_of(sitting: Sitting, unit: str) -> list[str]:
    counter = sitting.counter(unit)
    return (counter.first.get_attribute("class") or "").split() if counter.count() else []


class Mouse(Pointer):
    """A mouse with one button."""

    def press(self, target: Locator) -> None:
        target.click()

    def press_at(self, sitting: Sitting, at: Point) -> None:
        sitting.page.mouse.click(*at)

    def pan(self, sitting: Sitting, start: Point, end: Point) -> None:
        self.drag(sitting, start, end)

    def drag(self, sitting: Sitting, start: Point, end: Point) -> None:
        """Press, pull and let go."""
        mouse = sitting.page.mouse
        mouse.move(*start)
        mouse.down()
        mouse.move((start[0] + end[0]) / 2, (start[1] + end[1]) / 2, steps=4)
        mouse.move(*end, steps=4)
        mouse.up()


class Finger(Pointer):
    """A finger on a touch screen."""

    def press(self, target: Locator) -> None:
        target.tap()

    def press_at(self, sitting: Sitting, at: Point) -> None:
        sitting.page.touchscreen.tap(*at)

    def pan(self, sitting: Sitting, start: Point, end: Point) -> None:
        line = sitting.page.context.new_cdp_session(sitting.page)
        steps = 6
        _touch(line, "touchStart", start)
        for step in range(1, steps + 1):
            share = step / steps
            _touch(
                line,
                "touchMove",
                (start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share),
            )
        _touch(line, "touchEnd", None)
        line.detach()


def _touch(line: CDPSession, kind: str, at: Point | None) -> None:
    points = [{"x": at[0], "y": at[1]}] if at else []
    line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


class Keyboard:
    """Keys alone: the mouse never moves."""

    def press(self, target: Locator) -> None:
        """Walk there with Tab, and press."""
        self._walk_to(target)
        target.page.keyboard.press("Space" if target.evaluate("(it) => it.matches('input')") else "Enter")

    def _walk_to(self, target: Locator) -> None:
        target.wait_for()
        for _ in range(FAR):
            if target.evaluate("(target) => target === document.activeElement"):
                return
            target.page.keyboard.press("Tab")
        raise AssertionError(f"Tab does not lead to {target}")

    def open_tab(self, tab: Locator) -> None:
        """The tabs are one stop of Tab; arrows walk between them."""
        open_one = tab.locator("xpath=..").locator("[aria-selected=true]")
        self._walk_to(open_one)
        for _ in range(tab.locator("xpath=../*").count()):
            if tab.get_attribute("aria-selected") == "true":
                return
            tab.page.keyboard.press("ArrowRight")
        raise AssertionError(f"arrows do not lead to {tab}")

    def give(self, sitting: Sitting, choice: Json) -> None:
        """Give an order with the keys that the help tells of."""
        text, units, hexes = choice["text"], choice.get("units") or [], choice.get("hexes") or []
        state = sitting.player.state(sitting.seat)
        plain = [each["text"] for each in state["choices"] if not each.get("units") and not each.get("hexes")]
        if text in plain and plain.index(text) < 9:
            sitting.page.keyboard.press(str(plain.index(text) + 1))
        elif len(hexes) == 1 and (not units or "hand" in _class_of(sitting, units[0])):
            self._on_map(sitting, hexes[0], text, state["state_id"])
        else:
            self._from_list(sitting, text)

    def _on_map(self, sitting: Sitting, hex: str, text: str, before: str) -> None:
        page = sitting.page
        page.keyboard.press("m")
        page.wait_for_function("() => document.activeElement?.matches('[data-part=map]')")
        self._go(sitting, hex)
        page.keyboard.press("Enter")
        page.wait_for_function(MOVED_ON, arg=before)
        if not _shows(sitting, before):
            return
        item = sitting.part("choices-here").locator(f'[data-order="{text}"]')
        for _ in range(sitting.part("choices-here").get_by_role("menuitem").count()):
            if item.evaluate("(item) => item === document.activeElement"):
                break
            page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")

    def _go(self, sitting: Sitting, hex: str) -> None:
        """Tab from one legal place to the next; where there are many, find the hex by its number."""
        told = sitting.page.locator("#hex-told")
        keyboard = sitting.page.keyboard
        for _ in range(8):
            if told.inner_text().startswith(f"Hex {hex}."):
                return
            keyboard.press("Tab")
            if not sitting.page.evaluate("() => document.activeElement.matches('[data-part=map]')"):
                break
        keyboard.press("/")
        sitting.page.locator("dialog[open] input").wait_for()
        keyboard.type(hex)
        keyboard.press("Enter")
        sitting.page.wait_for_function(
            "(words) => document.activeElement?.matches('[data-part=map]')"
            " && document.querySelector('#hex-told').textContent.startsWith(words)",
            arg=f"Hex {hex}.",
        )

    def _from_list(self, sitting: Sitting, text: str) -> None:
        page = sitting.page
        page.keyboard.press("o")
        page.wait_for_function(
            "() => document.activeElement?.closest('[data-part=choices], [data-part=decision]')"
        )
        field = page.locator("[data-part=choices] input")
        if field.count():
            self._tab_to(sitting, "input", "Shift+Tab")
            page.keyboard.type(text)
            sitting.order(text).first.wait_for()
        self._tab_to(sitting, f'[data-order="{text}"]', "Tab")
        page.keyboard.press("Enter")

    def _tab_to(self, sitting: Sitting, selector: str, key: str) -> None:
        for _ in range(FAR):
            if sitting.page.evaluate("(it) => !!document.activeElement?.matches(it)", selector):
                return
            sitting.page.keyboard.press(key)
        raise AssertionError(f"{key} does not lead to {selector}")
