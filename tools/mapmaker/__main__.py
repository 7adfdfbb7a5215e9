"""The command of the map workshop: `python -m tools.mapmaker`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tools.mapmaker.build import build
from tools.mapmaker.inputs import MOSCOW, read_inputs
from tools.mapmaker.write import map_files

ROOT = Path(__file__).resolve().parents[2]
GAMES = ROOT / "src/grognard/games"
MAPS = {"moscow-1941": GAMES / "moscow1941/pack/map", "peaks": GAMES / "peaks/pack/map"}
"""Where the maps of our own games go, by the names of their folders of inputs."""


def main(arguments: list[str] | None = None) -> int:
    """Rebuild the files of a map, or say which of them are not what the inputs make."""
    parser = argparse.ArgumentParser(prog="python -m tools.mapmaker", description=main.__doc__)
    parser.add_argument("inputs", nargs="?", type=Path, default=MOSCOW, help="the folder of a map's inputs")
    parser.add_argument(
        "-o", "--output", type=Path, help="the map folder of a pack, if it is not a game's own"
    )
    parser.add_argument("--check", action="store_true", help="write nothing; fail when a file would change")
    options = parser.parse_args(arguments)
    output: Path | None = options.output or MAPS.get(options.inputs.resolve().name)
    if output is None:
        parser.error("a map of your own needs -o, the map folder of its pack")
    try:
        files = map_files(build(read_inputs(options.inputs)))
    except (OSError, ValueError, KeyError) as error:
        print(f"{options.inputs}: {_said(error)}", file=sys.stderr)
        return 2
    if options.check:
        stale = [name for name, text in files.items() if not _holds(output / name, text)]
        for name in stale:
            print(f"{output / name} is not what {options.inputs} makes")
        return 1 if stale else 0
    output.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (output / name).write_text(text, encoding="utf-8", newline="\n")
    print(f"wrote {len(files)} files to {output}")
    return 0


def _said(error: Exception) -> str:
    return f"{error.args[0]!r} is not known" if isinstance(error, KeyError) else str(error)


def _holds(path: Path, text: str) -> bool:
    return path.is_file() and path.read_bytes() == text.encode()


if __name__ == "__main__":
    sys.exit(main())
