"""The application: routes, doors, pages, and the life of the house around them."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from litestar import Litestar, Response, get
from litestar.config.compression import CompressionConfig
from litestar.datastructures import CacheControlHeader
from litestar.middleware.base import DefineMiddleware
from litestar.openapi import OpenAPIConfig
from litestar.static_files import create_static_files_router

from grognard import __version__
from grognard.server import library
from grognard.server.guard import Knocks, Porter
from grognard.server.house import GameController, TablesController, health
from grognard.server.keeper import Keeper
from grognard.server.live import live
from grognard.server.play import TableController
from grognard.server.problems import HANDLERS, Refused
from grognard.server.settings import Settings
from grognard.server.store import open_store

PAGES = Path(__file__).parent / "static"
NOT_BUILT = """<!doctype html><html lang="en"><title>Grognard</title>
<h1>The pages are not built yet</h1>
<p>Run <code>./play --setup</code> in the checkout, then start the server again.</p></html>"""
BURST = 3
"""Seconds worth of requests that may come at once."""
REQUESTS_FOR_A_TABLE = 20
"""A new table costs the server as much as so many other requests."""


def create_app(settings: Settings) -> Litestar:
    """A server over a database; raises `StoreError` when that cannot be opened."""
    store = open_store(settings.database_url)

    @asynccontextmanager
    async def life(app: Litestar) -> AsyncIterator[None]:
        keeper = Keeper(store, settings)
        app.state.keeper = keeper
        app.state.knocks = Knocks(settings.requests_a_second, BURST * settings.requests_a_second)
        openings = settings.requests_a_second / REQUESTS_FOR_A_TABLE
        app.state.openings = Knocks(openings, max(3.0, 10 * BURST * openings))
        app.state.map_cache = settings.map_folder
        if settings.warm:
            threading.Thread(target=library.warm, args=(settings.map_folder,), daemon=True).start()
        looking = asyncio.create_task(keeper.look_round())
        try:
            yield
        finally:
            looking.cancel()
            await keeper.close()

    return Litestar(
        route_handlers=[GameController, TablesController, TableController, live, health, *_pages()],
        lifespan=[life],
        middleware=[DefineMiddleware(Porter, settings=settings)],
        exception_handlers=HANDLERS,
        compression_config=CompressionConfig(backend="gzip", gzip_compress_level=4, minimum_size=4096),
        request_max_body_size=settings.largest_body,
        openapi_config=OpenAPIConfig(
            title="Grognard",
            version=__version__,
            path="/api/docs",
            render_plugins=[],
            use_handler_docstrings=True,
        ),
        debug=False,
    )


def _pages() -> list[Any]:
    """The built client: its files, and one page for every address that is not the server's own."""
    index = PAGES / "index.html"

    @get(["/", "/t/{rest:path}", "/new", "/rules/{rest:path}", "/settings", "/help"], include_in_schema=False)
    async def page() -> Response[str]:
        return shown(200)

    @get("/{rest:path}", include_in_schema=False, status_code=404)
    async def nowhere(rest: str) -> Response[str]:
        return shown(404)

    def shown(status: int) -> Response[str]:
        text = index.read_text("utf-8") if index.is_file() else NOT_BUILT
        headers = {"cache-control": "no-cache"}
        return Response(text, status_code=status, media_type="text/html", headers=headers)

    @get(["/icon.svg", "/favicon.ico"], include_in_schema=False)
    async def icon() -> Response[bytes]:
        drawing = PAGES / "icon.svg"
        return Response(
            drawing.read_bytes() if drawing.is_file() else b"",
            status_code=200 if drawing.is_file() else 404,
            media_type="image/svg+xml",
            headers={"cache-control": "public, max-age=86400"},
        )

    @get("/api/{rest:path}", include_in_schema=False)
    async def nothing(rest: str) -> None:
        raise Refused(404, "No such address", rest)

    handlers: list[Any] = [page, nowhere, icon, nothing]
    if (PAGES / "assets").is_dir():
        handlers.append(
            create_static_files_router(
                path="/assets",
                directories=[PAGES / "assets"],
                cache_control=CacheControlHeader(public=True, max_age=31_536_000, immutable=True),
                include_in_schema=False,
            )
        )
    return handlers
