"""Refusals on the wire: one JSON shape for everything that goes wrong (RFC 9457)."""

from __future__ import annotations

import logging
from typing import Any

import msgspec
from litestar import MediaType, Request, Response
from litestar.exceptions import HTTPException, ValidationException

from grognard.core import (
    GrognardError,
    IllegalOrder,
    InvalidOrder,
    NotPlayable,
    RecordError,
    SaveError,
)
from grognard.packs import PackError
from grognard.server.store import StoreError


class Problem(msgspec.Struct, frozen=True, omit_defaults=True):
    """What went wrong, in words for the player; `rule` when a rule of the game forbids it."""

    title: str
    status: int
    detail: str = ""
    type: str = "about:blank"
    rule: str = ""
    line: int = 0


class Refused(Exception):  # noqa: N818 - a refusal, not a fault
    """A request that cannot be granted; ends as a `Problem`."""

    def __init__(self, status: int, title: str, detail: str = "", kind: str = "about:blank") -> None:
        super().__init__(detail or title)
        self.problem = Problem(title, status, detail, kind)


def stale() -> Refused:
    """The page showed an older moment than the table has."""
    return Refused(412, "The table has moved on", "look at the table again and repeat", "stale")


def unknown() -> Refused:
    """No such table, or no right to it: the answer does not tell which."""
    return Refused(404, "No such table", "the link is wrong, or the table is gone")


def respond(problem: Problem) -> Response[bytes]:
    """The problem as a response."""
    return Response(
        msgspec.json.encode(problem),
        status_code=problem.status,
        media_type="application/problem+json",
    )


def _refused(request: Request[Any, Any, Any], error: Refused) -> Response[bytes]:
    return respond(error.problem)


def _illegal(request: Request[Any, Any, Any], error: IllegalOrder) -> Response[bytes]:
    return respond(Problem("The rules do not allow it", 409, error.why, "illegal", error.rule))


def _bad_input(request: Request[Any, Any, Any], error: GrognardError) -> Response[bytes]:
    line = error.line if isinstance(error, RecordError) else 0
    return respond(Problem(_TITLES.get(type(error), "That cannot be read"), 400, str(error), line=line))


_TITLES = {
    InvalidOrder: "Not an order of this game",
    NotPlayable: "That cannot be played",
    RecordError: "The record cannot be read",
    SaveError: "The save cannot be read",
}


def _no_store(request: Request[Any, Any, Any], error: StoreError) -> Response[bytes]:
    logging.getLogger(__name__).error("the database: %s", error)
    return respond(Problem("The games cannot be reached", 503, "try again in a moment"))


def _pack(request: Request[Any, Any, Any], error: PackError) -> Response[bytes]:
    text: str = request.app.state.keeper.shelf.without_folder(str(error))
    return respond(Problem("The component pack has faults", 400, text))


def _http(request: Request[Any, Any, Any], error: HTTPException) -> Response[bytes]:
    detail = error.detail
    if isinstance(error, ValidationException):
        detail = "the request does not have the expected form"
    return respond(Problem(error.__class__.__name__.removesuffix("Exception"), error.status_code, detail))


def _unreadable(request: Request[Any, Any, Any], error: ValueError) -> Response[bytes]:
    return respond(Problem("That cannot be read", 400, str(error)))


def _too_deep(request: Request[Any, Any, Any], error: RecursionError) -> Response[bytes]:
    return respond(Problem("That cannot be read", 400, "nested too deeply"))


def _fault(request: Request[Any, Any, Any], error: Exception) -> Response[bytes]:
    logging.getLogger(__name__).exception("a fault in the server", exc_info=error)
    return respond(Problem("A fault in the server", 500, "it has been written to the server's log"))


HANDLERS: dict[int | type[Exception], Any] = {
    Refused: _refused,
    IllegalOrder: _illegal,
    PackError: _pack,
    StoreError: _no_store,
    GrognardError: _bad_input,
    msgspec.ValidationError: _unreadable,
    msgspec.DecodeError: _unreadable,
    RecursionError: _too_deep,
    HTTPException: _http,
    Exception: _fault,
}

JSON = MediaType.JSON
