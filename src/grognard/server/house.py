"""The requests of the house: what there is to play, opening tables, going on with them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import datetime
from typing import Annotated, Any, TypeVar

from litestar import Controller, Request, Response, get, post
from litestar.datastructures import State as AppState
from litestar.exceptions import ClientException
from litestar.params import Parameter

from grognard import __version__
from grognard.core import Record
from grognard.games.tour import Tour
from grognard.server import library, wire
from grognard.server.guard import Knocks, address_of
from grognard.server.keeper import Keeper
from grognard.server.shelf import PackRef
from grognard.server.store import TableRow

Ask = Request[Any, Any, AppState]
Word = Annotated[str, Parameter(max_length=80)]
CACHED = {"cache-control": "public, max-age=300"}
T = TypeVar("T")


def _knock(request: Ask) -> None:
    knocks: Knocks = request.app.state.knocks
    knocks.count(f"house {address_of(request)}")


def _open(request: Ask) -> None:
    openings: Knocks = request.app.state.openings
    openings.count(address_of(request))


class GameController(Controller):
    """Everything under `/api/games`: public, and the same for everybody."""

    path = "/api/games"
    tags = ("games",)

    @get("/")
    async def games(self, request: Ask) -> tuple[wire.GameInfo, ...]:
        """Every game, with its scenarios, options, packs and bots."""
        return await asyncio.to_thread(library.games, _keeper(request).shelf)

    @get("/{game:str}/board")
    async def board(self, request: Ask, game: Word, pack: Word = "") -> Response[wire.BoardInfo]:
        """The board as coordinates over its drawing."""
        return await _read(request, game, pack, library.board)

    @get("/{game:str}/counters")
    async def counters(self, request: Ask, game: Word, pack: Word = "") -> Response[wire.CountersInfo]:
        """What is printed on the counters."""
        return await _read(request, game, pack, library.counters)

    @get("/{game:str}/rules")
    async def rules(self, request: Ask, game: Word, pack: Word = "") -> Response[wire.RulesInfo]:
        """The rules in our words, and the tables."""
        return await _read(request, game, pack, library.rules)

    @get("/{game:str}/tour/{scenario:str}")
    async def tour(self, game: Word, scenario: Word) -> Response[Tour]:
        """The guided tour through a scenario."""
        return Response(await asyncio.to_thread(library.tour, game, scenario), headers=CACHED)

    @get("/{game:str}/map.svg")
    async def map_svg(
        self, request: Ask, game: Word, season: Word = "", pack: Word = "", v: Word = ""
    ) -> Response[bytes]:
        """The map without counters; with `v`, the version that the board names, it may be kept for ever."""
        shelf, cache = _keeper(request).shelf, request.app.state.map_cache

        def draw() -> tuple[str, bytes]:
            chosen = shelf.find(game, pack)
            drawing = library.map_svg(game, season, chosen, cache).encode()
            return library.version(game, chosen), drawing

        version, drawing = await asyncio.to_thread(draw)
        lasting = "public, max-age=31536000, immutable" if v == version else "no-cache"
        tag = f'"{version}-{season}"'
        headers = {"cache-control": lasting, "etag": tag}
        if request.headers.get("if-none-match") == tag:
            return Response(b"", status_code=304, headers=headers)
        return Response(drawing, media_type="image/svg+xml", headers=headers)


def _keeper(request: Ask) -> Keeper:
    keeper: Keeper = request.app.state.keeper
    return keeper


async def _read(request: Ask, game: str, pack: str, read: Callable[[str, PackRef], T]) -> Response[T]:
    """What a game's pack holds."""
    shelf = _keeper(request).shelf
    return Response(await asyncio.to_thread(lambda: read(game, shelf.find(game, pack))), headers=CACHED)


class TablesController(Controller):
    """Everything under `/api/tables`: opening tables, and going on with them."""

    path = "/api/tables"
    tags = ("tables",)

    @post("/", status_code=201)
    async def create(self, request: Ask, data: wire.NewTable) -> wire.TableCreated:
        """Open a table."""
        _open(request)
        return await _keeper(request).create(data)

    @post("/record", status_code=201)
    async def from_record(self, request: Ask) -> wire.TableCreated:
        """Open a table from a record, sent as plain text."""
        _open(request)
        body = await request.body()
        if not body:
            raise ClientException("an empty record")
        return await _keeper(request).create_from(body)

    @post("/mine", status_code=200)
    async def mine(self, request: Ask, data: wire.Tokens) -> tuple[wire.TableSummary, ...]:
        """The tables of some keys, the last one touched first; keys that open nothing are left out."""
        _knock(request)
        found = await asyncio.to_thread(_keeper(request).store.tables_of, data.tokens)
        return tuple(_summary(key, seats, row) for key, seats, row in found)


def _summary(key: str, seats: tuple[str, ...], row: TableRow) -> wire.TableSummary:
    """A line of a list of games."""
    opening = Record.parse(row.opening).headers
    game, scenario = opening["Game"], opening["Scenario"]
    return wire.TableSummary(
        token=key,
        game=game,
        game_title=library.title(game),
        scenario=scenario,
        scenario_title=library.scenario_title(game, scenario),
        title=row.title,
        heading=row.glance.heading,
        outcome=row.glance.outcome,
        mine=seats,
        to_move=row.glance.to_move,
        updated=_to_the_minute(row.updated),
    )


def _to_the_minute(moment: str) -> str:
    """Seconds would tell how many orders the other side gives in secret."""
    return datetime.fromisoformat(moment).replace(second=0).isoformat(timespec="minutes")


@get("/api/health", tags=["house"])
async def health(request: Ask) -> dict[str, str]:
    """Is the server there, and which one?"""
    return {"grognard": __version__, "run": _keeper(request).settings.run}
