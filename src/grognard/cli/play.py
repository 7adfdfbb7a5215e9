"""`grognard play`: the games as a menu, and a board to walk over in the terminal.

A game whose rules are not there yet can be looked at: its scenarios, the order of battle, the map around any
hex, and what lies in a hex.
"""

from __future__ import annotations

import sys
from typing import Annotated

import typer
from rich.console import Console, RenderableType

from grognard import __version__
from grognard.cli.errors import describe, is_known
from grognard.cli.games import entry_of, in_words
from grognard.cli.lookout import Lookout
from grognard.cli.main import Commands
from grognard.core.refusal import NotPlayable
from grognard.games import all_games, find, open_layers

_MENU_HINT = "Choose a game and a scenario, such as: {example}   (q leaves)"
_HELP = """\
  map [PLACE or HEX]   the map around a place, such as: map klin, map 1810
  hex HEX              what lies in a hex and who begins there
  army [SIDE]          the order of battle
  draw FILE            the whole map as a picture, FILE.svg or FILE.png
  menu                 back to the games
  quit                 leave"""
_LEAVE = ("q", "quit", "exit")


def play(
    game: Annotated[str | None, typer.Argument(help="The game, such as moscow-1941.")] = None,
    scenario: Annotated[str | None, typer.Argument(help="The scenario, such as typhoon.")] = None,
    pack: Annotated[str | None, typer.Option("--pack", help="Your own component pack, by path.")] = None,
) -> None:
    """Sit down at the table in this terminal: choose a game, then a scenario."""
    console = Console(highlight=False)
    talking = sys.stdin.isatty()
    chosen = open_lookout(game, scenario, pack) if game else None
    while True:
        lookout = chosen or _choose(console, pack, talking)
        if lookout is None:
            return
        _show_opening(console, lookout)
        if not talking or not _walk(console, lookout):
            return
        chosen = None


def open_lookout(game: str, scenario: str | None, pack: str | None = None) -> Lookout:
    """The board of a game and scenario; raises `NotPlayable` with a hint when there is none."""
    module = find(game)
    return Lookout(module, module.scenario(scenario), open_layers(module, pack))


def _choose(console: Console, pack: str | None, talking: bool) -> Lookout | None:
    """Show the menu and ask until the answer names a scenario; None to leave."""
    console.print(f"Grognard {__version__}\n", style="bold")
    choices = [(module, scenario) for module in all_games() for scenario in module.scenarios]
    for module in all_games():
        console.print(in_words(entry_of(module)), "", sep="\n")
    example = f"{choices[0][0].id} {choices[0][1].id}" if choices else ""
    if not talking:
        console.print(f"To look at a board: grognard play {example}")
        return None
    console.print(_MENU_HINT.format(example=example))
    while (words := _ask(console, "> ")) is not None:
        try:
            if words:
                return open_lookout(words[0], words[1] if len(words) > 1 else None, pack)
        except NotPlayable as refusal:
            console.print(str(refusal))
    return None


def _show_opening(console: Console, lookout: Lookout) -> None:
    console.print(lookout.opening())
    console.print()
    console.print(_map(console, lookout))


def _walk(console: Console, lookout: Lookout) -> bool:
    """Obey commands about one board; True to go back to the menu, False to leave."""
    console.print(_HELP)
    while (words := _ask(console, f"{lookout.scenario.id}> ")) is not None:
        if words == ["menu"]:
            return True
        try:
            _obey(console, lookout, words)
        except Exception as error:
            if not is_known(error):
                raise
            console.print(describe(error))
    return False


def _obey(console: Console, lookout: Lookout, words: list[str]) -> None:
    match words:
        case []:
            pass
        case ["map", *where]:
            console.print(_map(console, lookout, " ".join(where)))
        case ["hex", *where] if where:
            console.print(lookout.hex(lookout.find(" ".join(where))))
        case ["army", *side]:
            console.print(lookout.army(" ".join(side)))
        case ["draw", file]:
            _draw(lookout, file)
        case _:
            console.print(_HELP)


def _map(console: Console, lookout: Lookout, where: str = "") -> RenderableType:
    centre = lookout.find(where) if where else lookout.middle()
    return lookout.map(centre, console.width, max(12, min(console.height - 8, 40)))


def _draw(lookout: Lookout, file: str) -> None:
    """Have the command `grognard map` draw the whole map of a scenario."""
    command = Commands.entries["map"].load("map")
    arguments = [lookout.module.id, "--scenario", lookout.scenario.id, "-o", file]
    command.main(arguments, prog_name="grognard map", standalone_mode=False)


def _ask(console: Console, prompt: str) -> list[str] | None:
    """The words of the next line; None when the player leaves."""
    try:
        words = console.input(prompt).split()
    except (EOFError, KeyboardInterrupt):
        console.print()
        return None
    return None if words and words[0] in _LEAVE else words
