"""Writes web/openapi.json, the description of the server's interface that the client is typed by.

.venv/bin/python tools/generate_api.py            write it (then: npm run types, in web/)
.venv/bin/python tools/generate_api.py --check    exit code 1 when it is not current
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from litestar.serialization import encode_json

from grognard.server.app import create_app
from grognard.server.settings import Settings

TARGET = Path(__file__).resolve().parent.parent / "web" / "openapi.json"


def description() -> str:
    app = create_app(Settings(database="sqlite://"))
    schema = json.loads(encode_json(app.openapi_schema.to_schema()))
    return json.dumps(schema, indent=1, ensure_ascii=False, sort_keys=True) + "\n"


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--check", action="store_true", help="change nothing; exit code 1 when it is not current"
    )
    options = parser.parse_args(arguments)
    text = description()
    if not options.check:
        TARGET.write_text(text, "utf-8")
    elif not TARGET.is_file() or TARGET.read_text("utf-8") != text:
        print(f"{TARGET.name} is not current; run: .venv/bin/python tools/generate_api.py")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
