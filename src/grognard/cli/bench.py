"""`grognard bench`: how fast the kernels are beside their peers, and how fast a game can be played."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.table import Table

from grognard.board.bench import (
    Measured,
    Timing,
    measure_reach,
    measure_roads,
    measure_trace,
    synthetic_field,
)
from grognard.games import load
from grognard.testing.speed import (
    Load,
    Speed,
    decisions_per_second,
    parade,
    seconds_per_copy,
    seconds_to_import,
)

COPY_AIM, IMPORT_AIM = 5.0, 100_000.0
"""Microseconds."""
COUNTERS = 600

app = typer.Typer(
    no_args_is_help=True, help="Measure the kernels and the games. Figures mean little on a busy machine."
)


@app.command()
def kernels(
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for a program to read.")] = False,
    quick: Annotated[
        bool, typer.Option("--quick", help="A smaller map and one round: only a rehearsal.")
    ] = False,
) -> None:
    """Time reach, supply, copy and import, side by side with networkx, scipy and plain Python."""
    found = measure_kernels(quick)
    if as_json:
        _print_json(found)
        return
    console = Console(highlight=False)
    for measured in found:
        console.print(_kernel_table(measured))
    missing = {"networkx", "scipy"} - {timing.who for measured in found for timing in measured.timings}
    if missing:
        console.print(
            f"Not installed, so not compared: {', '.join(sorted(missing))} (pip install 'grognard[bench]')"
        )


@app.command()
def decisions(
    game: Annotated[str, typer.Argument(help="The game, such as moscow-1941.")],
    scenario: Annotated[
        str | None, typer.Option("--scenario", "-s", help="The scenario; the first if left out.")
    ] = None,
    pack: Annotated[str | None, typer.Option("--pack", help="Your own component pack, by path.")] = None,
    seconds: Annotated[
        float, typer.Option("--seconds", min=0.01, max=600, help="How long to play under each load.")
    ] = 2.0,
    seed: Annotated[int, typer.Option("--seed", help="The seed of the random play.")] = 1,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for a program to read.")] = False,
) -> None:
    """Play a game at random and count decisions: raw, with a copy each, with JSON and all views each."""
    loaded = load(game, scenario, pack=pack)
    speeds = [decisions_per_second(loaded, way, seconds, seed) for way in Load]
    if as_json:
        _print_json(speeds)
        return
    Console(highlight=False).print(_speed_table(f"{game}, {loaded.scenario}: random play", speeds))


@app.command()
def table(
    orders: Annotated[
        int, typer.Option("--orders", min=10, max=10_000, help="How many orders to give.")
    ] = 100,
    seconds: Annotated[
        float, typer.Option("--seconds", min=0.5, max=60, help="How long to pan, and how long to zoom.")
    ] = 3.0,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for a program to read.")] = False,
) -> None:
    """Time the table in Chromium: orders answered, time until it can be used, frames while the map moves."""
    from grognard.testing.tablespeed import measure

    found = measure(orders, seconds)
    if as_json:
        print(msgspec.json.format(msgspec.json.encode(found), indent=2).decode())
        return
    console = Console(highlight=False)
    for title, rows in (("Orders", [found.orders]), ("Opening", found.usable), ("Frames", found.frames)):
        console.print(_plain_table(title, rows))
    console.print(f"load of the machine before: {found.load}")


def _plain_table(title: str, rows: Sequence[msgspec.Struct]) -> Table:
    shown = Table(title=title, title_justify="left")
    for name in rows[0].__struct_fields__:
        shown.add_column(name.replace("_", " "))
    for row in rows:
        shown.add_row(*(str(value) for value in msgspec.structs.astuple(row)))
    return shown


def measure_kernels(quick: bool = False) -> list[Measured]:
    """Everything that `grognard bench kernels` prints; `quick` only shows that all of it runs."""
    field = synthetic_field(20, 20) if quick else synthetic_field()
    rounds = 1 if quick else 40
    found = [measure(field, rounds) for measure in (measure_reach, measure_trace, measure_roads)]
    return [*found, measure_copy(50 if quick else 2000), measure_import(1 if quick else 9)]


def measure_copy(repeats: int) -> Measured:
    """Time the copy of a large position."""
    spent = seconds_per_copy(parade(COUNTERS), repeats) * 1e6
    return Measured(
        f"copy of a position with {COUNTERS} counters",
        (Timing("Grognard", round(spent, 2), 1.0),),
        f"under {COPY_AIM:g} us",
        spent < COPY_AIM,
    )


def measure_import(rounds: int) -> Measured:
    """Time `import grognard` in a fresh Python, and what of it is Python's own."""
    bare, full = (seconds * 1e6 for seconds in seconds_to_import(rounds))
    above = max(full - bare, 0.1)
    return Measured(
        "import grognard, above bare Python",
        (
            Timing("Grognard", round(above, 2), 1.0),
            Timing("bare Python", round(bare, 2), round(bare / above, 2)),
        ),
        f"under {IMPORT_AIM / 1000:g} ms",
        above < IMPORT_AIM,
    )


def _kernel_table(measured: Measured) -> Table:
    table = Table(
        title=measured.work, title_justify="left", caption=_verdict(measured), caption_justify="left"
    )
    table.add_column("who", min_width=14)
    table.add_column("time", justify="right", min_width=12)
    table.add_column("times ours", justify="right")
    for timing in measured.timings:
        table.add_row(timing.who, _time(timing.microseconds), f"{timing.ratio:,.2f}")
    return table


def _verdict(measured: Measured) -> str:
    if not measured.aim:
        return "no aim is set"
    return (
        f"{measured.aim}: {'not compared' if measured.met is None else 'met' if measured.met else 'MISSED'}"
    )


def _time(microseconds: float) -> str:
    return f"{microseconds:,.1f} us" if microseconds < 1000 else f"{microseconds / 1000:,.2f} ms"


def _speed_table(title: str, speeds: Sequence[Speed]) -> Table:
    table = Table(title=title, title_justify="left")
    for name in ("load", "decisions", "seconds", "per second"):
        table.add_column(name, justify="left" if name == "load" else "right")
    for speed in speeds:
        table.add_row(speed.load, f"{speed.decisions:,}", f"{speed.seconds:.2f}", f"{speed.per_second:,.0f}")
    return table


def _print_json(values: Sequence[msgspec.Struct]) -> None:
    print(msgspec.json.format(msgspec.json.encode(values), indent=2).decode())
