"""The `grognard` command: the list of commands and the one place where errors end."""

import os
import sys
from collections.abc import Sequence
from io import TextIOWrapper
from typing import Annotated, ClassVar

import typer

from grognard import __version__
from grognard.cli.errors import leave
from grognard.cli.lazy import Entry, LazyGroup


class Commands(LazyGroup):
    """The commands of `grognard`, in the order in which a newcomer needs them."""

    entries: ClassVar[dict[str, Entry]] = {
        "games": Entry("grognard.cli.games", "games", "List the games, their scenarios and what is ready."),
        "play": Entry("grognard.cli.play", "play", "Sit down at the table in this terminal.", True),
        "new": Entry("grognard.cli.gamefile", "new", "Begin a game in a file."),
        "show": Entry("grognard.cli.look", "show", "Show a game as a seat sees it."),
        "legal": Entry("grognard.cli.look", "legal", "List the legal orders."),
        "submit": Entry("grognard.cli.gamefile", "submit", "Give orders; dice that come due are rolled."),
        "explain": Entry("grognard.cli.look", "explain", "Say why an order is not legal."),
        "odds": Entry("grognard.cli.odds", "odds", "The exact chances of an attack."),
        "undo": Entry("grognard.cli.gamefile", "undo", "Take orders back."),
        "replay": Entry("grognard.cli.look", "replay", "Tell a game from the start and verify it."),
        "auto": Entry("grognard.cli.auto", "auto", "Have bots play many games; who wins how often.", True),
        "fuzz": Entry("grognard.cli.fuzz", "fuzz", "Play at random and look for anything impossible."),
        "serve": Entry("grognard.cli.serve", "serve", "Serve the table to browsers."),
        "map": Entry("grognard.cli.map", "draw_map", "Draw a map as SVG or PNG."),
        "pack": Entry("grognard.cli.pack", "app", "Check, make, compare and show component packs."),
        "rules": Entry("grognard.cli.rules", "rules", "Read a game's rules, and see which tests hold them."),
        "bench": Entry("grognard.cli.bench", "app", "Measure the kernels against their peers."),
    }


app = typer.Typer(
    cls=Commands,
    invoke_without_command=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"grognard {__version__}")
        raise typer.Exit


@app.callback()
def root(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version.")
    ] = False,
    debug: Annotated[bool, typer.Option("--debug", help="Show the traceback of an error.")] = False,
) -> None:
    """A referee, an opponent and a table for hex-and-counter board wargames."""
    if context.invoked_subcommand is None:
        print(context.get_help())


def _print_what_the_terminal_can() -> None:
    """Have letters that the terminal cannot show replaced rather than refused."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")


def run(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and leave the process; every error that escapes a command ends here."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    debug = "--debug" in given or bool(os.environ.get("GROGNARD_DEBUG"))
    _print_what_the_terminal_can()
    try:
        app([word for word in given if word != "--debug"], prog_name="grognard")
    except Exception as error:
        if debug:
            raise
        leave(error)
