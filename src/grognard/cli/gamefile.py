"""`grognard new`, `submit` and `undo`: the commands that write a game file."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from grognard.cli.telling import event_lines
from grognard.core import Event, GrognardError, IllegalOrder, InvalidOrder, Timeline
from grognard.core.order import shorten
from grognard.games import load
from grognard.table import Fate, GameFile, Table, split_orders

FileArgument = Annotated[Path, typer.Argument(metavar="FILE", help="The game file.")]
PackOption = Annotated[
    str | None, typer.Option("--pack", "-p", help="The component pack it is played with, by id or directory.")
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON for a program to read.")]


def options_from(words: list[str]) -> dict[str, str]:
    """The switches of `--option name=value`."""
    chosen: dict[str, str] = {}
    for word in words:
        name, sign, value = word.partition("=")
        if not sign or not name or not value:
            raise GrognardError(f"expected an option as name=value, found {shorten(word)}")
        chosen[name] = value
    return chosen


def open_table(file: GameFile, pack: str | None = None) -> Table:
    """The table as a game file left it; errors name the file and the line."""
    record = file.read()
    with file.named():
        return Table.open(record, pack=pack or _pack_beside(file.path, record.headers))


def _pack_beside(path: Path, headers: dict[str, str]) -> str | None:
    """A pack that lies beside the game file, under the name that the record gives."""
    name = headers.get("Pack", "")
    beside = path.parent / name
    own = name and name == Path(name).name and name != headers.get("Game")
    return str(beside) if own and (beside / "pack.toml").is_file() else None


def new(
    game: Annotated[str, typer.Argument(help="The game, as `grognard games` lists it.")],
    output: Annotated[Path, typer.Option("--output", "-o", help="The game file to write.")],
    scenario: Annotated[str | None, typer.Option("--scenario", "-s", help="The scenario.")] = None,
    option: Annotated[
        list[str] | None,
        typer.Option("--option", metavar="NAME=VALUE", help="A switch of the rules; may be repeated."),
    ] = None,
    pack: PackOption = None,
    seed: Annotated[
        str, typer.Option("--seed", help="Make the dice foreseeable: the same seed throws the same dice.")
    ] = "",
) -> None:
    """Begin a game: write a game file that the other commands read and extend."""
    opened = load(game, scenario, options_from(option or []), pack)
    table = Table(Timeline(opened), {"Seed": seed} if seed else {}, Fate(seed))
    table.roll()
    GameFile(output).create(table.record())
    print(f"{output}: {table.game.heading(table.position)}")
    print(waiting(table))


def submit(
    file: FileArgument,
    orders: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="ORDER...", help="One or more orders, such as: attack 3031 (- reads them from the input)."
        ),
    ] = None,
    pack: PackOption = None,
    as_json: JsonOption = False,
) -> None:
    """Check orders, carry them out, roll the dice that come due, and write all of it to the file.

    When one order is refused, none of them is carried out.
    """
    texts = [text for word in orders or [] for text in (_from_input() if word == "-" else [word])]
    with GameFile(file).writing() as opened:
        table = open_table(opened, pack)
        events = [*table.roll()]
        for words in split_orders(table.game, texts):
            try:
                events += table.submit(words.text, words.seat)
            except (IllegalOrder, InvalidOrder) as error:
                raise GrognardError(f"{words.text}: {error}") from None
        opened.write(table.record())
    _report(table, events, as_json)


def _from_input() -> list[str]:
    """Orders from the input, one or more to a line; what follows a semicolon is a comment."""
    return [line.partition(";")[0] for line in sys.stdin.read().splitlines()]


def _report(table: Table, events: list[Event], as_json: bool) -> None:
    if as_json:
        from grognard.cli.look import print_json

        print_json({"events": events, "ply": table.position.ply, "digest": table.position.digest()})
        return
    console = Console(highlight=False, soft_wrap=True)
    for event in events:
        console.print(*event_lines(event), sep="\n")
    console.print(waiting(table))


def waiting(table: Table) -> str:
    """What the game waits for, in a line."""
    position = table.position
    if position.outcome is not None:
        return f"The game is over: {position.outcome.text}"
    decision = position.decision
    return f"{table.game.seat_title(decision.seat)}: {decision.prompt} [{decision.rule}]"


def undo(
    file: FileArgument,
    seat: Annotated[
        str | None, typer.Option("--seat", help="Whose order (default: who gave the last one).")
    ] = None,
    count: Annotated[int, typer.Option("--count", "-n", min=1, help="How many orders.")] = 1,
    to: Annotated[
        int | None, typer.Option("--to", min=0, help="Go back to the moment after so many orders.")
    ] = None,
    agreed: Annotated[
        bool, typer.Option("--agreed", help="All players agree: dice and news may be taken back too.")
    ] = False,
    pack: PackOption = None,
) -> None:
    """Take orders back: freely to the last die, news or change of seat, and further when all agree."""
    with GameFile(file).writing() as opened:
        table = open_table(opened, pack)
        taken: list[str] = []
        if to is not None:
            if not agreed:
                raise GrognardError("going back to a moment needs the consent of all players: add --agreed")
            taken += table.undo_to(to)
        else:
            who = None if seat is None else table.game.seat_named(seat)
            for _ in range(count):
                taken += _undo_one(table, who, agreed)
        opened.write(table.record())
    for text in taken:
        print(f"taken back: {text}")
    print(waiting(table))


def _undo_one(table: Table, seat: str | None, agreed: bool) -> tuple[str, ...]:
    try:
        return table.undo(None if seat is None else table.game.seat_named(seat), agreed)
    except IllegalOrder as error:
        hint = "" if agreed or not table.timeline.entries else " (--agreed says they do)"
        raise GrognardError(f"{error}{hint}") from None
