"""`grognard auto`: bots play many games, and what came of it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table as Grid

from grognard import bots
from grognard.bots.registry import USUAL_LEVEL
from grognard.cli.gamefile import JsonOption, PackOption, options_from
from grognard.cli.look import print_json
from grognard.cli.seats import bots_for, seat_words, sort_words
from grognard.core import GrognardError
from grognard.core.game import AnyGame
from grognard.games import find
from grognard.lab.auto import Match, Played, Rate, Summary, simulate, summary

MOST_COMPLAINTS = 10


def auto(
    context: typer.Context,
    game: Annotated[str, typer.Argument(help="The game, as `grognard games` lists it.")],
    scenario: Annotated[str | None, typer.Option("--scenario", "-s", help="The scenario.")] = None,
    seat: Annotated[
        list[str] | None,
        typer.Option(
            "--seat",
            metavar="SEAT=BOT",
            help="Who plays a seat; --axis staff is short for --seat axis=staff.",
        ),
    ] = None,
    games: Annotated[int, typer.Option("--games", "-n", min=1, help="How many games.")] = 10,
    seed: Annotated[str, typer.Option("--seed", help="The same seed gives the same games.")] = "1",
    jobs: Annotated[int, typer.Option("--jobs", "-j", min=0, help="Processes (0: one for each core).")] = 1,
    level: Annotated[
        int,
        typer.Option("--level", min=min(bots.LEVELS), max=max(bots.LEVELS), help="How hard the bots think."),
    ] = USUAL_LEVEL,
    option: Annotated[
        list[str] | None,
        typer.Option("--option", metavar="NAME=VALUE", help="A switch of the rules; may be repeated."),
    ] = None,
    keep: Annotated[Path | None, typer.Option("--keep", help="Write every game into this folder.")] = None,
    pack: PackOption = None,
    as_json: JsonOption = False,
) -> None:
    """Have bots play many games against each other, and tell who won how often.

    Seats are named as the game names them: `--axis staff --soviet random`. A bot may have a level: `staff:3`.
    """
    plain, extra = sort_words([game, *context.args])
    if len(plain) != 1:
        raise GrognardError(f"expected one game, found {' '.join(plain) or 'none'}")
    module = find(plain[0])
    chosen = module.scenario(scenario).id
    switches = options_from(option or [])
    opened = Match(module.id, chosen, {}, seed, switches, pack).open()
    players = bots_for(opened, seat_words(opened, extra, seat or []), level)
    match = Match(module.id, chosen, players, seed, switches, pack, keep is not None)
    if keep is not None:
        keep.mkdir(parents=True, exist_ok=True)
    played = _play(match, games, jobs or os.cpu_count() or 1, keep, quiet=as_json)
    found = summary(match, played, opened.seats)
    if as_json:
        print_json(found)
    else:
        _print(found, opened)


def _play(match: Match, games: int, jobs: int, keep: Path | None, quiet: bool) -> list[Played]:
    played: list[Played] = []
    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
        disable=quiet,
    )
    width = len(str(games))
    with bar:
        task = bar.add_task(f"{match.game} {match.scenario}", total=games)
        for one in simulate(match, games, jobs):
            if keep is not None:
                name = f"{match.scenario}-{match.seed}-{one.number:0{width}}.txt"
                (keep / name).write_text(one.record, encoding="utf-8")
            played.append(one)
            bar.advance(task)
    return played


def _print(found: Summary, game: AnyGame) -> None:
    console = Console(highlight=False)
    players = ", ".join(f"{game.seat_title(seat)} {found.players[seat]}" for seat in game.seats)
    console.print(
        f"{found.game} {found.scenario}: {found.games} games, {players} (seed {found.seed})", style="bold"
    )
    grid = Grid(box=None, pad_edge=False)
    for title, justify in (("Outcome", "left"), ("games", "right"), ("share", "right"), ("95 %", "right")):
        grid.add_column(title, justify=justify)  # type: ignore[arg-type]
    for level in found.levels:
        grid.add_row(level.text, *_cells(level.rate))
    grid.add_section()
    for seat in game.seats:
        grid.add_row(f"{game.seat_title(seat)} wins", *_cells(found.wins[seat]))
    console.print(grid)
    for name, mean in found.scores.items():
        seat_name = game.seat_title(game.seat_named(name)) if name in game.seats else name
        console.print(
            f"Score of {seat_name}: mean {mean.mean:.1f}, deviation {mean.deviation:.1f}, "
            f"from {mean.lowest} to {mean.highest}"
        )
    console.print(f"{found.orders:.0f} orders and {found.seconds:.2f} seconds per game")
    for complaint in found.complaints[:MOST_COMPLAINTS]:
        console.print(f"a bot went wrong: {complaint}", style="red")
    if len(found.complaints) > MOST_COMPLAINTS:
        console.print(f"... and {len(found.complaints) - MOST_COMPLAINTS} times more", style="red")


def _cells(rate: Rate) -> tuple[str, str, str]:
    return str(rate.count), f"{rate.share:.1%}", f"{rate.low:.1%} to {rate.high:.1%}"
