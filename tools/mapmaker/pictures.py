"""The pictures of the documentation: `python -m tools.mapmaker.pictures` draws them all afresh."""

from __future__ import annotations

import argparse
import re
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from grognard.board.cartography.png import to_png
from grognard.cli.map import counter_sheet, map_sheet
from grognard.games import find, open_layers

ROOT = Path(__file__).resolve().parents[2]
IMAGES = ROOT / "docs/images"

Cut: TypeAlias = tuple[float, float, float, float]
"""Left and top edge, width and height of a part of a page, as shares of the whole."""


@dataclass(frozen=True)
class Picture:
    """One image of the documentation."""

    game: str
    part: str
    width: int
    scenario: str | None = None
    season: str | None = None
    counters: bool = False
    cut: Cut = (0.0, 0.0, 1.0, 1.0)

    @property
    def name(self) -> str:
        """The file of the picture, without its ending."""
        return f"{self.game}-{self.part}"

    def svg(self) -> str:
        """Draw it from the pack of the game."""
        module = find(self.game)
        layers = open_layers(module, None)
        if self.counters:
            return cropped(counter_sheet(module, layers, self.season), self.cut)
        return cropped(map_sheet(module, layers, self.season, self.scenario), self.cut)


PICTURES = (
    Picture("moscow-1941", "typhoon", 1320, scenario="typhoon", cut=(0.02, 0.372, 0.72, 0.29)),
    Picture("moscow-1941", "map", 800),
    Picture("moscow-1941", "winter", 800, season="winter"),
    Picture("moscow-1941", "red-snow", 1200, scenario="red-snow", cut=(0.54, 0.43, 0.44, 0.2)),
    Picture("moscow-1941", "close", 1000, scenario="typhoon", cut=(0.085, 0.435, 0.24, 0.11)),
    Picture("moscow-1941", "counters", 1100, counters=True),
    Picture("peaks", "map", 1000),
    Picture("peaks", "winter", 800, season="winter"),
    Picture("peaks", "setup", 1000, scenario="standard", cut=(0.16, 0.06, 0.5, 0.42)),
    Picture("peaks", "caucasus", 1200, cut=(0.25, 0.46, 0.74, 0.36)),
    Picture("peaks", "counters", 1200, counters=True),
)

_PAGE = re.compile(r'viewBox="(\S+) (\S+) (\S+) (\S+)" width="\S+" height="\S+"')


def cropped(svg: str, cut: Cut) -> str:
    """Narrow a drawing to a part of its page."""
    found = _PAGE.search(svg)
    if found is None:
        raise ValueError("the drawing does not say how large it is")
    left, top, width, height = (float(word) for word in found.groups())
    x, y = left + cut[0] * width, top + cut[1] * height
    w, h = cut[2] * width, cut[3] * height
    window = f'viewBox="{x:.1f} {y:.1f} {w:.1f} {h:.1f}" width="{w:.1f}" height="{h:.1f}"'
    return svg[: found.start()] + window + svg[found.end() :]


def main(arguments: list[str] | None = None) -> int:
    """Draw the pictures of the documentation, or those named."""
    names = [picture.name for picture in PICTURES]
    parser = argparse.ArgumentParser(prog="python -m tools.mapmaker.pictures", description=main.__doc__)
    parser.add_argument("names", nargs="*", metavar="name", help=", ".join(names))
    parser.add_argument("-o", "--output", type=Path, default=IMAGES, help="the folder of the pictures")
    options = parser.parse_args(arguments)
    for name in options.names:
        if name not in names:
            parser.error(f"there is no picture {name!r}, only {', '.join(names)}")
    options.output.mkdir(parents=True, exist_ok=True)
    for picture in PICTURES:
        if not options.names or picture.name in options.names:
            path = options.output / f"{picture.name}.png"
            path.write_bytes(to_png(picture.svg(), picture.width))
            print(f"{path.name}: {path.stat().st_size / 1e6:.2f} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
