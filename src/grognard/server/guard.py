"""Doors and locks: hosts, origins, keys, sizes, and how often somebody may knock."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Mapping
from ipaddress import ip_address
from types import MappingProxyType
from typing import Any
from urllib.parse import urlsplit

from litestar import Request, WebSocket
from litestar.connection import ASGIConnection
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from grognard.server.problems import Refused, respond
from grognard.server.settings import Settings

SAFE_METHODS = ("GET", "HEAD", "OPTIONS")

HEADERS: dict[str, str] = {
    "content-security-policy": (
        "default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; "
        "script-src 'self'; connect-src 'self'; font-src 'self' data:; object-src 'none'; "
        "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}

PRIVATE: dict[str, str] = {"cache-control": "no-store"}
"""For what only one seat may see."""

_REMEMBERED = 10_000


class Knocks:
    """How often each key has asked for something lately: a leaking bucket for each."""

    def __init__(self, a_second: float, burst: float) -> None:
        self._rate, self._burst = a_second, burst
        self._levels: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def allow(self, key: str) -> bool:
        """May this key ask once more now?"""
        now = time.monotonic()
        level, then = self._levels.pop(key, (0.0, now))
        level = max(0.0, level - (now - then) * self._rate)
        allowed = level + 1 <= self._burst
        self._levels[key] = (level + 1 if allowed else level, now)
        if len(self._levels) > _REMEMBERED:
            self._levels.popitem(last=False)
        return allowed

    def count(self, key: str) -> None:
        """Note that this key asks for something; refuses it when that happens too often."""
        if not self.allow(key):
            raise Refused(429, "Too often", "slow down a little")


def address_of(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """Where a request comes from."""
    return connection.client.host if connection.client else ""


def host_of(authority: str) -> str:
    """The name in a Host header, without its port.

    >>> host_of("localhost:8741"), host_of("[::1]:8741")
    ('localhost', '[::1]')
    """
    if authority.startswith("["):
        return authority.partition("]")[0] + "]"
    return authority.partition(":")[0]


def check_host(connection: ASGIConnection[Any, Any, Any, Any], settings: Settings) -> None:
    """Refuse names that are not this server's: behind one, a page of another site could pass for ours.

    Plain numbers are no names, and nobody else can give them a new meaning.
    """
    host = host_of(connection.headers.get("host", ""))
    if host not in settings.allowed_hosts and not _is_number(host):
        raise Refused(421, "Another server is meant", "this server does not answer to that name")


def _is_number(host: str) -> bool:
    try:
        ip_address(host.strip("[]"))
    except ValueError:
        return False
    return True


def check_origin(connection: ASGIConnection[Any, Any, Any, Any], settings: Settings) -> None:
    """Refuse requests that another site's page makes, and names that are not this server's."""
    check_host(connection, settings)
    authority = connection.headers.get("host", "")
    origin = connection.headers.get("origin")
    if origin is not None and urlsplit(origin).netloc != authority:
        raise Refused(403, "From another site", "only this server's own pages may ask for that")
    if connection.headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        raise Refused(403, "From another site", "only this server's own pages may ask for that")


def key_of(connection: Request[Any, Any, Any] | WebSocket[Any, Any, Any]) -> str:
    """The key in the Authorization header; empty when there is none."""
    scheme, _, key = connection.headers.get("authorization", "").partition(" ")
    return key.strip() if scheme.casefold() == "bearer" else ""


class Porter:
    """ASGI middleware: checks who asks before anything else, and adds the headers that pages need."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.settings = settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or turn it away."""
        if scope["type"] == ScopeType.HTTP:
            request: Request[Any, Any, Any] = Request(scope)
            try:
                self._check(request)
            except Refused as refused:
                response = respond(refused.problem)
                await response.to_asgi_response(app=None, request=request)(scope, receive, _dressed(send))
                return
            private = request.url.path.startswith("/api/table")
            await self.app(scope, receive, _dressed(send, PRIVATE if private else {}))
        else:
            await self.app(scope, receive, send)

    def _check(self, request: Request[Any, Any, Any]) -> None:
        if request.method in SAFE_METHODS:
            check_host(request, self.settings)
        else:
            check_origin(request, self.settings)
        length = request.headers.get("content-length", "0")
        if not length.isdigit() or int(length) > self.settings.largest_body:
            raise Refused(413, "Too large", f"at most {self.settings.largest_body} bytes")


def _dressed(send: Send, more: Mapping[str, str] = MappingProxyType({})) -> Send:
    async def dressed(message: Message) -> None:
        if message["type"] == "http.response.start":
            known = {name.lower() for name, _ in message["headers"]}
            extra = [
                (name.encode(), value.encode())
                for name, value in {**HEADERS, **more}.items()
                if name.encode() not in known
            ]
            message["headers"] = [*message["headers"], *extra]
        await send(message)

    return dressed
