"""`grognard odds`: the exact chances of an attack, by the rules that will resolve it."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated

import typer
from rich.console import Console, Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from grognard.cli.gamefile import FileArgument, JsonOption, PackOption, open_table
from grognard.cli.look import print_json
from grognard.cli.telling import modifier_text
from grognard.core import GrognardError
from grognard.core.game import AnyGame
from grognard.core.order import did_you_mean, shorten
from grognard.lab.odds import Odds, SideOdds, distribution_for
from grognard.lab.policies import POLICIES
from grognard.table import GameFile, split_orders

EXPLAINED = {
    "sparing": "whoever has a choice spares steps, then counters, then ground",
    "first": "whoever has a choice takes the first one offered",
    "stop": "nothing is assumed about choices",
}


def odds(
    file: FileArgument,
    orders: Annotated[
        list[str] | None,
        typer.Argument(metavar="ORDER...", help="The plan, such as: attack 3031 join 5Pz.31"),
    ] = None,
    choices: Annotated[
        str, typer.Option("--choices", help="How choices in the middle are answered: sparing, first or stop.")
    ] = "sparing",
    open_: Annotated[
        bool, typer.Option("--open", help="Look at hidden counters too, as only a referee may.")
    ] = False,
    pack: PackOption = None,
    as_json: JsonOption = False,
) -> None:
    """The exact chances of an attack that is planned or declared; the game file stays as it is.

    Counters that are hidden from the seat that decides are guessed, unless --open asks for the truth.
    """
    if choices not in POLICIES:
        hint = did_you_mean(choices, POLICIES)
        raise GrognardError(f"choices are answered by {', '.join(POLICIES)}, not {shorten(choices)}{hint}")
    table = open_table(GameFile(file), pack)
    planned = [words.text for words in split_orders(table.game, orders or [])]
    seat = None if open_ else table.position.seat
    found, guessed = distribution_for(seat, table.position, planned, POLICIES[choices])
    if as_json:
        print_json({"guessed": guessed, "odds": as_plain(found)})
    else:
        Console(highlight=False).print(odds_table(table.game, found, choices, guessed))


def as_plain(found: Odds) -> object:
    """The odds with exact fractions as text, `5/36`, for JSON."""
    import msgspec

    return msgspec.to_builtins(
        found, enc_hook=lambda value: str(value) if isinstance(value, Fraction) else value
    )


def odds_table(game: AnyGame, found: Odds, choices: str, guessed: bool = False) -> RenderableType:
    """The odds for a reader."""
    parts: list[RenderableType] = [Text(f"{found.prompt} [{found.rule}]", "bold")]
    parts += [Text(f"  {modifier_text(modifier)}") for modifier in found.modifiers]
    if found.assumed:
        parts.append(Text(f"  assumed: {'; '.join(found.assumed)}", "dim"))
    if guessed:
        parts.append(Text("  hidden counters are guessed from what you can know", "dim"))
    grid = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    grid.add_column("Result")
    grid.add_column("dice")
    grid.add_column("chance", justify="right")
    grid.add_column("%", justify="right")
    for result in found.results:
        grid.add_row(result.text, _dice(result.throws), *_cells(result.probability))
    parts += [grid, Text(f"Losses ({EXPLAINED[choices]}):", "bold")]
    parts += [Text(f"  {_side_line(game, side)}") for side in found.sides]
    for waiting in found.waiting:
        chance = " = ".join(_cells(waiting.probability))
        parts.append(Text(f"  {chance}: {game.seat_title(waiting.seat)} has to choose: {waiting.prompt}"))
    return Group(*parts)


def _dice(throws: tuple[str, ...]) -> str:
    """Throws in a row are written as a stretch: `4-6, 8`."""
    if not all(throw.isdigit() for throw in throws):
        return ", ".join(throws)
    stretches: list[list[int]] = []
    for number in sorted(map(int, throws)):
        if stretches and number == stretches[-1][-1] + 1:
            stretches[-1].append(number)
        else:
            stretches.append([number])
    return ", ".join(f"{s[0]}-{s[-1]}" if len(s) > 1 else str(s[0]) for s in stretches)


def _cells(share: Fraction) -> tuple[str, str]:
    exact = str(share) if share.denominator <= 7776 else f"~{float(share):.4f}"
    return exact, f"{float(share):.1%}"


def _side_line(game: AnyGame, side: SideOdds) -> str:
    steps = ", ".join(f"{chance.value}: {float(chance.probability):.1%}" for chance in side.steps)
    expected = f"{float(side.expected):.2f} steps expected"
    if side.expected.denominator <= 7776:
        expected += f" ({side.expected})"
    line = f"{game.seat_title(side.seat)}: {expected}; {steps}"
    if side.destroyed:
        line += f"; a counter destroyed {float(side.destroyed):.1%}"
    if side.displaced:
        line += f"; driven back or moved on {float(side.displaced):.1%}"
    return line
