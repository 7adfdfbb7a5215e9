"""The requests of the house: what there is to play, opening tables, going on with them."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated, Any

from litestar import Controller, Request, Response, get, post
from litestar.datastructures import State as AppState
from litestar.exceptions import ClientException
from litestar.params import Parameter

from grognard import __version__
from grognard.core import Record
from grognard.games.tour import Tour
from grognard.server import library, wire
from grognard.server.guard import TOO_OFTEN, Knocks
from grognard.server.keeper import Keeper
from grognard.server.problems import Refused
from grognard.server.store import TableRow

Ask = Request[Any, Any, AppState]
Word = Annotated[str, Parameter(max_length=80)]
CACHED = {"cache-control": "public, max-age=300"}


def _knock(request: Ask) -> None:
    knocks: Knocks = request.app.state.knocks
    if not knocks.allow(f"house {request.client.host if request.client else ''}"):
        raise Refused(TOO_OFTEN.status, TOO_OFTEN.title, TOO_OFTEN.detail)


class GameController(Controller):
    """Everything under `/api/games`: public, and the same for everybody."""

    path = "/api/games"
    tags = ("games",)

    @get("/")
    async def games(self) -> tuple[wire.GameInfo, ...]:
        """Every game, with its scenarios, options and bots."""
        return await asyncio.to_thread(library.games)

    @get("/{game:str}/board")
    async def board(self, game: Word) -> Response[wire.BoardInfo]:
        """The board as coordinates over its drawing."""
        return Response(await asyncio.to_thread(library.board, game), headers=CACHED)

    @get("/{game:str}/counters")
    async def counters(self, game: Word) -> Response[wire.CountersInfo]:
        """What is printed on the counters."""
        return Response(await asyncio.to_thread(library.counters, game), headers=CACHED)

    @get("/{game:str}/rules")
    async def rules(self, game: Word) -> Response[wire.RulesInfo]:
        """The rules in our words, and the tables."""
        return Response(await asyncio.to_thread(library.rules, game), headers=CACHED)

    @get("/{game:str}/tour/{scenario:str}")
    async def tour(self, game: Word, scenario: Word) -> Response[Tour]:
        """The guided tour through a scenario."""
        return Response(await asyncio.to_thread(library.tour, game, scenario), headers=CACHED)

    @get("/{game:str}/map.svg")
    async def map_svg(self, request: Ask, game: Word, season: Word = "") -> Response[str]:
        """The map without counters."""
        cache: Path | None = request.app.state.map_cache
        drawing = await asyncio.to_thread(library.map_svg, game, season, "", cache)
        headers = {"cache-control": "public, max-age=86400"}
        return Response(drawing, media_type="image/svg+xml", headers=headers)


class TablesController(Controller):
    """Everything under `/api/tables`: opening tables, and going on with them."""

    path = "/api/tables"
    tags = ("tables",)

    @post("/", status_code=201)
    async def create(self, request: Ask, data: wire.NewTable) -> wire.TableCreated:
        """Open a table."""
        _knock(request)
        keeper: Keeper = request.app.state.keeper
        if data.pack:
            raise Refused(400, "No packs from outside", "this server plays with the packs it was built with")
        return await keeper.create(data)

    @post("/record", status_code=201)
    async def from_record(self, request: Ask) -> wire.TableCreated:
        """Open a table from a record, sent as plain text."""
        _knock(request)
        keeper: Keeper = request.app.state.keeper
        body = await request.body()
        if not body:
            raise ClientException("an empty record")
        return await keeper.create_from(body)

    @post("/mine", status_code=200)
    async def mine(self, request: Ask, data: wire.Tokens) -> tuple[wire.TableSummary, ...]:
        """The tables of some keys, the last one touched first; keys that open nothing are left out."""
        _knock(request)
        keeper: Keeper = request.app.state.keeper
        found = await asyncio.to_thread(keeper.store.tables_of, data.tokens)
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
        updated=row.updated,
    )


@get("/api/health", tags=["house"])
async def health(request: Ask) -> dict[str, str]:
    """Is the server there, and which one?"""
    keeper: Keeper = request.app.state.keeper
    return {"grognard": __version__, "run": keeper.settings.run}
