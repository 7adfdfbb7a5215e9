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

SECONDS_TO_START = 60.0
PORTS = 10
BACKLOG = 512
LARGEST_MESSAGE = 4_096
"""Bytes; pages say little over the live wire."""
SCREENS = ("DISPLAY", "WAYLAND_DISPLAY", "WSL_DISTRO_NAME")


class PortTakenError(GrognardError):
    """The server cannot listen there."""


def listen(host: str, wanted: int) -> socket.socket:
    """A socket that listens on the wanted port, or on the next free one of the nine after it.

    Port 0 stands for any that is free. Raises `PortTakenError` when there is none.
    """
    for port in range(wanted, wanted + PORTS) if wanted else (0,):
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        opened = socket.socket(
            family, socket.SOCK_STREAM, socket.IPPROTO_TCP
        )  # asyncio asks: no delay for TCP
        opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            opened.bind((host, port))
            opened.listen(BACKLOG)
        except socket.gaierror:
            opened.close()
            raise PortTakenError(f"no address of this machine is called {host}") from None
        except (OSError, OverflowError):  # taken, or beyond the last port
            opened.close()
            continue
        return opened
    raise PortTakenError(
        f"the ports {wanted} to {wanted + PORTS - 1} of {host} are taken; choose another with --port"
    )


def serve(settings: Settings, on_ready: Callable[[str], None] = lambda address: None) -> None:
    """Serve until somebody presses Ctrl-C."""
    opened = listen(settings.host, settings.port)
    config = uvicorn.Config(
        create_app(settings),
        log_level="warning",
        ws_max_size=LARGEST_MESSAGE,
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=3,
    )
    address = f"http://{_shown(settings.host)}:{opened.getsockname()[1]}/"
    threading.Thread(target=_when_ready, args=(address, on_ready), daemon=True).start()
    uvicorn.Server(config).run(sockets=[opened])


def _shown(host: str) -> str:
    if host in ("0.0.0.0", "::"):
        return "localhost"
    return f"[{host}]" if ":" in host else host


def addresses(settings: Settings, address: str) -> tuple[str, ...]:
    """Under which addresses other machines reach a server; none when it listens to this one only."""
    if settings.host not in ("0.0.0.0", "::"):
        return ()
    port = address.rstrip("/").rpartition(":")[2]
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # nothing is sent: the system only chooses its own address
            own = probe.getsockname()[0]
        except OSError:
            return ()
    return (f"http://{own}:{port}/",)


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
