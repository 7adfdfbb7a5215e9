"""`grognard fuzz`: random play to the end, with every check on the way."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import Progress

from grognard.cli.gamefile import JsonOption, PackOption, options_from
from grognard.cli.look import print_json
from grognard.games import find, load
from grognard.testing.fuzz import fuzz as run_fuzz

FAULT_FOUND = 1


def fuzz(
    game: Annotated[str, typer.Argument(help="The game, as `grognard games` lists it.")],
    scenario: Annotated[str | None, typer.Option("--scenario", "-s", help="The scenario.")] = None,
    games: Annotated[int, typer.Option("--games", "-n", min=1, help="How many games.")] = 10,
    seed: Annotated[int, typer.Option("--seed", help="The same seed gives the same games.")] = 1,
    option: Annotated[
        list[str] | None,
        typer.Option("--option", metavar="NAME=VALUE", help="A switch of the rules; may be repeated."),
    ] = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="Where to write a game that goes wrong.")
    ] = None,
    pack: PackOption = None,
    as_json: JsonOption = False,
) -> None:
    """Play at random to the end; look at the position after every order, save, load and take back on the way.

    A game that goes wrong is written as a game file up to the last good order, and the exit code is 1.
    """
    module = find(game)
    chosen = module.scenario(scenario).id
    opened = load(module.id, chosen, options_from(option or []), pack)
    with Progress(console=Console(stderr=True), transient=True, disable=as_json) as bar:
        task = bar.add_task(f"{module.id} {chosen}", total=games)
        report = run_fuzz(opened, games, seed, progress=lambda played: bar.update(task, completed=played))
    target = output or Path(f"fault-{chosen}-{seed}-{report.games}.txt")
    if report.fault:
        target.write_text(report.record, encoding="utf-8")
    if as_json:
        print_json(report)
    else:
        print(f"{report.games} games, {report.orders} orders, {len(report.outcomes)} different outcomes")
        for text, count in sorted(report.outcomes.items(), key=lambda pair: (-pair[1], pair[0])):
            print(f"  {count:4}  {text}")
        if report.fault:
            print(f"a fault: {report.fault}\n{target} holds the game up to there")
    if report.fault:
        raise typer.Exit(FAULT_FOUND)
