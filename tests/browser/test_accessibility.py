"""axe-core looks at every screen, and at all that can be opened there."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page
from tests.browser.chromium import DESK, PHONE, Desk
from tests.browser.screens import Visitor
from tests.server.house import Json, Server

pytestmark = pytest.mark.slow

AXE = Path(__file__).resolve().parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
GRAVE = {"serious", "critical"}
EXPECTED = {
    "start", "new-game", "rules", "missing", "tour", "links", "table", "reach", "why-not", "layers",
    "how-the-map-looks", "find", "in-words", "help", "settings", "rule-book", "talk", "story", "charts",
    "share", "look-back", "curtain", "combat", "dice",
}  # fmt: skip
RUN = """async () => {
    await document.fonts.ready;
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
    return axe.run(document, { resultTypes: ['violations'] });
}"""
"""Axe looks when the page has been painted, not in the middle of its first styles."""


def faults(page: Page) -> list[str]:
    """What axe-core finds serious or critical on a page, and finds there still at a second look."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE.read_text("utf-8"))
    first = look(page)
    return [fault for fault in look(page) if fault in first] if first else []


def look(page: Page) -> list[str]:
    """What axe-core finds serious or critical on a page as it is now."""
    found = page.evaluate(RUN)["violations"]
    return [
        f"{fault['id']}: {node['html'][:160]} ({node['failureSummary'].splitlines()[-1].strip()[:160]})"
        for fault in found
        if fault["impact"] in GRAVE
        for node in fault["nodes"][:3]
    ]


@pytest.mark.parametrize(
    ("screen", "touch"),
    [({**DESK, "color_scheme": "light"}, False), ({**DESK, "color_scheme": "dark"}, False), (PHONE, True)],
    ids=["light", "dark", "phone"],
)
def test_nothing_serious_stands_in_anybodys_way(
    screen: Json, touch: bool, new_desk: Callable[..., Desk], house: Server
) -> None:
    visitor = Visitor(new_desk(**screen), house, touch)
    found = {name: faults(page) for name, page in visitor.screens()}
    assert {name: wrong for name, wrong in found.items() if wrong} == {}
    assert set(found) == EXPECTED
