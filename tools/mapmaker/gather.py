"""What the workshop takes from public data sets: `python -m tools.mapmaker.gather`.

Two inputs of a map come from data sets that are too large to keep here: the green of the ground, cut from
NASA's Blue Marble, and the positions of towns, from GeoNames. This command cuts and compares them.
"""

from __future__ import annotations

import argparse
import csv
import io
import math
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tools.mapmaker.inputs import MOSCOW, InputError, read_towns

GREEN = "blue_marble_green.csv"
ASTRAY = 0.012
"""How far, in degrees, a town may lie from its entry in GeoNames: less than half a hex."""


@dataclass(frozen=True)
class Piece:
    """The piece of the world that a map needs, in degrees, with so many cells to a degree."""

    west: float
    south: float
    east: float
    north: float
    mesh: int

    def columns(self) -> range:
        """The columns of cells of a whole-world mosaic that lie in the piece."""
        return range(round((self.west + 180) * self.mesh), round((self.east + 180) * self.mesh))

    def rows(self) -> range:
        """The rows of cells of a whole-world mosaic that lie in the piece."""
        return range(round((90 - self.north) * self.mesh), round((90 - self.south) * self.mesh))


@dataclass(frozen=True)
class Picture:
    """A whole-world picture, three bytes to a pixel, the date line on both edges."""

    width: int
    height: int
    pixels: bytes

    def green(self, left: int, top: int, size: int) -> int:
        """The mean green of a square of pixels."""
        total = sum(
            self.pixels[3 * (row * self.width + column) + 1]
            for row in range(top, top + size)
            for column in range(left, left + size)
        )
        return round(total / size**2)


def read_ppm(path: Path) -> Picture:
    """Read a picture in the plainest of formats, binary PPM."""
    data = path.read_bytes()
    words: list[bytes] = []
    at = 0
    while len(words) < 4:
        end = at
        while end < len(data) and not data[end : end + 1].isspace():
            end += 1
        if data[at : at + 1] == b"#":
            end = data.find(b"\n", at)
        elif end > at:
            words.append(data[at:end])
        if end < 0 or end >= len(data):
            raise InputError(f"{path}: not a binary PPM picture")
        at = end + 1
    if words[0] != b"P6" or words[3] != b"255" or not (words[1].isdigit() and words[2].isdigit()):
        raise InputError(f"{path}: not a binary PPM picture with 255 shades")
    width, height = int(words[1]), int(words[2])
    if len(data) - at < 3 * width * height:
        raise InputError(f"{path}: the picture breaks off; expected {width} x {height} pixels")
    return Picture(width, height, data[at:])


def green_of(picture: Picture, piece: Piece) -> str:
    """The file of green values of a piece of the world."""
    size, rest = divmod(picture.width, 360 * piece.mesh)
    if rest or not size or picture.width != 2 * picture.height:
        raise InputError(
            f"the picture is {picture.width} x {picture.height} pixels; expected the whole world with"
            f" {360 * piece.mesh} x {180 * piece.mesh} pixels, or a multiple"
        )
    text = io.StringIO()
    text.write(
        "# Green channel of NASA Blue Marble, one row per latitude; first row and column are degrees.\n"
    )
    write = csv.writer(text, lineterminator="\n").writerow
    write(["lat", *(f"{(column + 0.5) / piece.mesh - 180:.4f}" for column in piece.columns())])
    for row in piece.rows():
        cells = (picture.green(column * size, row * size, size) for column in piece.columns())
        write([f"{90 - (row + 0.5) / piece.mesh:.4f}", *cells])
    return text.getvalue()


def astray(folder: Path, geonames: Path) -> Iterator[str]:
    """What is wrong with the towns of a map that are said to come from GeoNames."""
    known = list(_entries(geonames))
    for town in read_towns(folder / "places.csv"):
        if "geography:geonames" not in town.source.split(";"):
            continue
        far, name = min((math.dist(town.at, at), name) for name, at in known)
        if far > ASTRAY:
            yield f"{town.id}: nothing of GeoNames lies near {town.at}; the nearest is {name}"


def _entries(path: Path) -> Iterator[tuple[str, tuple[float, float]]]:
    """Names and places (longitude, latitude) of a GeoNames table, as it is published."""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        cells = line.split("\t")
        try:
            yield cells[1], (float(cells[5]), float(cells[4]))
        except (IndexError, ValueError):
            raise InputError(f"{path}:{number}: not a row of a GeoNames table") from None


def main(arguments: list[str] | None = None) -> int:
    """Cut the green of a map out of Blue Marble, and look up its towns in GeoNames."""
    parser = argparse.ArgumentParser(prog="python -m tools.mapmaker.gather", description=main.__doc__)
    parser.add_argument("inputs", nargs="?", type=Path, default=MOSCOW, help="the folder of a map's inputs")
    parser.add_argument("--blue-marble", type=Path, help="a picture of the whole world, as PPM")
    parser.add_argument("--geonames", type=Path, help="a table of GeoNames, such as cities500.txt")
    parser.add_argument("--check", action="store_true", help="write nothing; fail when the green differs")
    options = parser.parse_args(arguments)
    try:
        return _gather(options.inputs, options.blue_marble, options.geonames, options.check)
    except (InputError, OSError) as error:
        print(error, file=sys.stderr)
        return 2


def _gather(folder: Path, blue_marble: Path | None, geonames: Path | None, check: bool) -> int:
    wrong = 0
    if blue_marble is not None:
        green = green_of(read_ppm(blue_marble), _piece(folder))
        file = folder / GREEN
        if not check:
            file.write_text(green, encoding="utf-8", newline="\n")
            print(f"wrote {file}")
        elif file.read_text(encoding="utf-8") != green:
            print(f"{file} is not what {blue_marble} gives")
            wrong = 1
        else:
            print(f"{file} is what {blue_marble} gives")
    if geonames is not None:
        faults = list(astray(folder, geonames))
        print("\n".join(faults) or "every town of GeoNames lies where it says")
        wrong = wrong or int(bool(faults))
    return wrong


def _piece(folder: Path) -> Piece:
    row = tomllib.loads((folder / "fit.toml").read_text(encoding="utf-8"))["mosaic"]
    return Piece(row["west"], row["south"], row["east"], row["north"], row["mesh"])


if __name__ == "__main__":
    sys.exit(main())
