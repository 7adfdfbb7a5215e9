"""The server keeps its description's promises: schemathesis sends it what may be sent, and what may not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import response_schema_conformance
from tests.server.house import Server

schema = schemathesis.openapi.from_path(Path(__file__).resolve().parents[2] / "web" / "openapi.json")


@pytest.fixture(scope="module")
def key(server: Server) -> str:
    """A key that opens both seats of a table."""
    return str(server.open_table(axis="me", soviet="me")["host"])


@schema.parametrize()
@settings(max_examples=15, suppress_health_check=list(HealthCheck))
def test_requests_are_answered_as_described(case: schemathesis.Case[Any], server: Server, key: str) -> None:
    case.headers["authorization"] = f"Bearer {key}"
    case.call_and_validate(base_url=server.address, checks=[not_a_server_error, response_schema_conformance])


def test_the_description_tells_of_every_request(server: Server) -> None:
    with server.client() as client:
        served = client.get("/docs/openapi.json").json()["paths"]
    assert served == schema.raw_schema["paths"]
    assert {"/api/table/orders", "/api/table/state", "/api/tables", "/api/games"} <= set(served)
