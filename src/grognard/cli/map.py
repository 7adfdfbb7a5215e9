"""`grognard map`: the map or the counters of a game as a picture."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from grognard.board.cartography.countersheet import draw_counters
from grognard.board.cartography.lettering import MapLabel
from grognard.board.cartography.png import check_renderer, to_png
from grognard.board.cartography.portrait import Portrait
from grognard.board.cartography.sheet import draw_map as draw_sheet
from grognard.core.refusal import GrognardError
from grognard.games import GameModule, find, open_layers
from grognard.packs import PackLayers, read_board, read_labels
from grognard.packs.palette import read_style


def draw_map(
    game: Annotated[str, typer.Argument(help="The game, as `grognard games` lists it.")],
    output: Annotated[Path, typer.Option("--output", "-o", help="Where to write: a file .svg or .png.")],
    scenario: Annotated[
        str | None, typer.Option("--scenario", "-s", help="Put the counters and fronts of a scenario on it.")
    ] = None,
    season: Annotated[
        str | None, typer.Option(help="The colours, such as summer or winter; the pack names them.")
    ] = None,
    pack: Annotated[
        Path | None, typer.Option(help="A component pack of your own, by id or directory.")
    ] = None,
    counters: Annotated[bool, typer.Option("--counters", help="Draw the sheet of counters instead.")] = False,
    width: Annotated[
        int | None, typer.Option(min=100, max=12_000, help="The width of a PNG in pixels.")
    ] = None,
) -> None:
    """Draw a map as SVG or PNG, or the sheet of its counters."""
    encode = _encoder(output, width)
    if counters and scenario is not None:
        raise GrognardError("the sheet of counters shows the whole box; leave out the scenario")
    module = find(game)
    layers = open_layers(module, pack)
    drawing = (
        counter_sheet(module, layers, season) if counters else map_sheet(module, layers, season, scenario)
    )
    data = encode(drawing)
    output.write_bytes(data)
    print(f"{output}: {len(data) / 1e6:.1f} MB")


def map_sheet(module: GameModule, layers: PackLayers, season: str | None, scenario: str | None) -> str:
    """The map as SVG; with a scenario, as it stands before the first turn."""
    board, style = read_board(layers), read_style(layers)
    names = [
        MapLabel(label.text, label.kind, label.hexes, label.angle, label.size)
        for label in read_labels(layers, board.grid)
    ]
    shown = Portrait() if scenario is None else _portrait(module, layers, module.scenario(scenario).id)
    return draw_sheet(
        board,
        style,
        style.season(season or shown.season or None),
        names=names,
        fronts=shown.fronts,
        stacks=shown.stacks,
        note=shown.title,
    )


def counter_sheet(module: GameModule, layers: PackLayers, season: str | None) -> str:
    """All counters of the box as SVG."""
    style = read_style(layers)
    return draw_counters(_portrait(module, layers, None).counters, style, style.season(season))


def _portrait(module: GameModule, layers: PackLayers, scenario: str | None) -> Portrait:
    if module.portrait is None:
        raise GrognardError(f"{module.title}: its counters cannot be drawn yet; leave out the scenario")
    return module.portrait(module.read_components(layers), scenario)


def _svg(drawing: str) -> bytes:
    return drawing.encode("utf-8")


def _encoder(output: Path, width: int | None) -> Callable[[str], bytes]:
    """How to write a file of this name; raises before anything is drawn when there is no way."""
    if not output.parent.is_dir():
        raise GrognardError(f"{output}: there is no folder {output.parent}")
    kind = output.suffix.lower()
    if kind == ".png":
        check_renderer()
        return lambda drawing: to_png(drawing, width)
    if kind == ".svg":
        if width is not None:
            raise GrognardError("--width is for a .png; an .svg has no pixels and fits any width")
        return _svg
    raise GrognardError(
        f"{output}: a map is written as .svg or .png, not as {kind or 'a file without ending'}"
    )
