"""Write the interface of the server as OpenAPI, from which the types of the client are made."""

from __future__ import annotations

import sys
from pathlib import Path

import msgspec

from grognard.server.app import create_app
from grognard.server.settings import Settings


def document() -> bytes:
    """The document as readable JSON with sorted keys."""
    app = create_app(Settings(database="sqlite://"))
    raw = msgspec.json.encode(app.openapi_schema.to_schema(), order="sorted")
    return msgspec.json.format(raw, indent=1) + b"\n"


if __name__ == "__main__":
    Path(sys.argv[1]).write_bytes(document())
