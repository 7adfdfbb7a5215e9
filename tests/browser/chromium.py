"""Real Chromium, and the shapes of the screens that the tests look at."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
PATIENCE = 40_000
"""Milliseconds for anything to happen; a busy machine takes its time."""

DESK: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
}


def program() -> str:
    """Where Chromium is on this machine."""
    found = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    assert found, "Chromium is missing: ./check --setup installs it"
    return found


@contextmanager
def chromium() -> Iterator[Browser]:
    """A browser for many pages."""
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program(), args=list(FLAGS))
        yield browser
        browser.close()


class Desk:
    """One user's browser: its own storage, and all faults of its pages."""

    def __init__(self, browser: Browser, address: str, **screen: Any) -> None:
        self.address = address
        self.faults: list[str] = []
        chosen = {"reduced_motion": "reduce", "color_scheme": "light", **(screen or DESK)}
        self.context: BrowserContext = browser.new_context(base_url=address, **chosen)
        self.context.set_default_timeout(PATIENCE)

    def open(self, path: str = "/") -> Page:
        """A page; whatever goes wrong on it is kept."""
        page = self.context.new_page()
        page.on("pageerror", lambda error: self.faults.append(error.stack or str(error)))
        page.goto(path)
        return page

    def close(self) -> None:
        """Leave; the pages must not have had any fault."""
        self.context.close()
        assert not self.faults, self.faults
