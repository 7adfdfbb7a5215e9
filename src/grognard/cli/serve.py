"""`grognard serve`: the table in the browser."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from grognard.server.library import warm
from grognard.server.run import addresses, open_browser
from grognard.server.run import serve as run
from grognard.server.settings import Settings


def serve(
    host: Annotated[str, typer.Option(help="Where to listen; 0.0.0.0 lets others in.")] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="The port, or the next free one; 0 for any.")
    ] = 8741,
    database: Annotated[
        str,
        typer.Option(help="An SQLAlchemy URL, such as postgresql+psycopg://…; a file of yours without it."),
    ] = "",
    cache: Annotated[Path | None, typer.Option(help="A folder for drawn maps.")] = None,
    packs: Annotated[
        Path | None, typer.Option(help="A folder with component packs that can be played with.")
    ] = None,
    name: Annotated[
        list[str] | None, typer.Option("--name", help="A further name of this server, as browsers write it.")
    ] = None,
    rate: Annotated[
        int, typer.Option(min=1, help="How many requests a second one player may make, on average.")
    ] = 40,
    patience: Annotated[
        float, typer.Option(min=0, help="Seconds that a bot may think about one order.")
    ] = 300.0,
    ahead: Annotated[
        bool, typer.Option("--draw-ahead/--no-draw-ahead", help="Draw the maps before anybody asks for them.")
    ] = True,
    draw_only: Annotated[bool, typer.Option("--draw-only", help="Draw the maps, and stop.")] = False,
    rehearsal: Annotated[
        str,
        typer.Option(hidden=True, help="A seed for all dice and bots: for tests, since it can be foreseen."),
    ] = "",
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the browser.")] = False,
) -> None:
    """Serve the table to browsers: yours, or with --host those of your friends."""
    settings = Settings(
        host=host,
        port=port,
        database=database,
        cache=cache,
        packs=packs,
        hosts=tuple(name or ()),
        requests_a_second=rate,
        seconds_to_think=patience,
        warm=ahead,
        rehearsal=rehearsal,
    )

    if draw_only:
        warm(settings.map_folder)
        return

    def ready(address: str) -> None:
        print(f"Grognard is at {address}   (Ctrl-C stops it)", flush=True)
        for other in addresses(settings, address):
            print(f"Others reach it at {other}", flush=True)
        if browser and not open_browser(address):
            print("No browser was found here: open that address yourself.", flush=True)

    run(settings, ready)
