"""Starting a server, and opening the browser when it is there."""

from __future__ import annotations

import os
import socket
import sys
import threading
import urllib.request
import webbrowser
from collections.abc import Callable

import uvicorn

from grognard.core import GrognardError
from grognard.server.app import create_app
from grognard.server.settings import Settings

SECONDS_TO_START = 30.0
SCREENS = ("DISPLAY", "WAYLAND_DISPLAY", "WSL_DISTRO_NAME")


class PortTakenError(GrognardError):
    """Somebody listens there already."""


def free_port(host: str, wanted: int) -> int:
    """The wanted port, or the next free one of the ten after it; raises `PortTakenError`."""
    for port in range(wanted, wanted + 10):
        with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((host, port))
            except OSError:
                continue
            return port
    raise PortTakenError(
        f"the ports {wanted} to {wanted + 9} of {host} are taken; choose another with --port"
    )


def serve(settings: Settings, on_ready: Callable[[str], None] = lambda address: None) -> None:
    """Serve until somebody presses Ctrl-C."""
    app = create_app(settings)
    config = uvicorn.Config(
        app,
        host=settings.host,
        port=settings.port,
        log_level="warning",
        ws_max_size=settings.largest_body,
        server_header=False,
        timeout_graceful_shutdown=3,
    )
    address = f"http://{_shown(settings.host)}:{settings.port}/"
    threading.Thread(target=_when_ready, args=(address, on_ready), daemon=True).start()
    uvicorn.Server(config).run()


def _shown(host: str) -> str:
    if host in ("0.0.0.0", "::"):
        return "localhost"
    return f"[{host}]" if ":" in host else host


def _when_ready(address: str, on_ready: Callable[[str], None]) -> None:
    """Wait until the server answers, then say so."""
    pause = threading.Event()
    for _ in range(int(SECONDS_TO_START * 20)):
        try:
            with urllib.request.urlopen(f"{address}api/health", timeout=1):
                on_ready(address)
                return
        except OSError:
            pause.wait(0.05)


def open_browser(address: str) -> bool:
    """Show a page in the user's browser; False when there is none.

    Where Linux has no screen, there may still be browsers that would take the terminal: they are not meant.
    """
    if sys.platform.startswith("linux") and not any(os.environ.get(name) for name in SCREENS):
        return False
    try:
        return webbrowser.open(address)
    except webbrowser.Error:
        return False
