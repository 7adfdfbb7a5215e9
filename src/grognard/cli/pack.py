"""`grognard pack`: check, make, compare and show component packs."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from grognard.cli.errors import BAD_INPUT
from grognard.cli.packwords import checked, differences, file_of, overview, rows_of
from grognard.core.refusal import GrognardError
from grognard.games import all_games, find, pack_path
from grognard.packs import Constraint, PackError, PackLayers, Problem, digest, open_pack
from grognard.packs.content import contents, in_play
from grognard.packs.diff import Change, compare
from grognard.packs.digest import SHORT, digest_of
from grognard.packs.layers import lay
from grognard.packs.lookup import problems_of, values
from grognard.packs.pack import PALETTE
from grognard.packs.palette import read_style
from grognard.packs.problem import did_you_mean, quoted
from grognard.packs.provenance import FileSources, provenance
from grognard.packs.starter import start_pack

app = typer.Typer(
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    add_completion=False,
)
PackName = Annotated[str, typer.Argument(help="A game, or the folder of a pack.", show_default=False)]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for a program to read.")]


@app.callback()
def packs(context: typer.Context) -> None:
    """Check, make, compare and show component packs."""
    if context.invoked_subcommand is None:
        print(context.get_help())


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """What `grognard pack check` found, as `--json` prints it."""

    pack: str
    sound: bool
    problems: tuple[Problem, ...] = ()
    title: str = ""
    version: str = ""
    game: str = ""
    based_on: tuple[str, ...] = ()
    digest: str = ""
    files: tuple[FileSources, ...] = ()
    constraints: tuple[Constraint, ...] = ()


@app.command()
def check(pack: PackName, as_json: AsJson = False) -> None:
    """Check every file of a pack, and all that its game demands of the components together.

    Exit code 0: all is well. Exit code 2: something is wrong; each problem is named with file, line and cell.
    """
    try:
        report = examine(opened(pack), pack)
    except PackError as error:
        report = Report(pack=pack, sound=False, problems=error.problems)
    if as_json:
        _print_json(report)
    else:
        if report.constraints:
            print(checked(report.title, report.pack, report.digest[:SHORT], report.files, report.constraints))
        for problem in report.problems:
            print(problem, file=sys.stderr)
    if not report.sound:
        count = len(report.problems)
        print(f"grognard: {pack}: {count} problem{'s' * (count != 1)}", file=sys.stderr)
        raise typer.Exit(BAD_INPUT)


@app.command()
def new(
    folder: Annotated[Path, typer.Argument(help="The new folder; its name is the pack's.")],
    base: Annotated[str, typer.Option("--from", help="The game or pack to change.", show_default=False)],
    title: Annotated[str, typer.Option(help="What the pack is called.")] = "",
    copy: Annotated[
        list[str] | None,
        typer.Option(help="Copy this file of the base to edit it whole (may be repeated)."),
    ] = None,
) -> None:
    """Make a pack of your own that changes another one cell by cell."""
    layers = opened(base)
    named = base if Path(base).is_dir() and pack_path(base) is None else layers.id
    for path in start_pack(folder, layers, named, title, copy or ()):
        print(f"wrote {path}")
    print(f"Now edit, then: grognard pack check {folder}")


@app.command()
def diff(
    before: PackName,
    after: Annotated[str | None, typer.Argument(help="The pack to compare it with.")] = None,
    as_json: AsJson = False,
) -> None:
    """Show what is different between two packs; with one pack, what it changes in its base."""
    first = opened(before)
    if after is not None:
        second = opened(after)
    elif len(first.packs) > 1:
        first, second = lay(first.packs[:-1]), first
    else:
        raise GrognardError(f"{before} is based on no other pack; name a second one to compare it with")
    if first.game != second.game:
        raise GrognardError(f"{first.id} is for {first.game}, {second.id} for {second.game}")
    changes = compare(first, second)
    if as_json:
        _print_json(Comparison(first.id, second.id, digest(first), digest(second), changes))
    else:
        print(differences(first.id, second.id, changes))


class Comparison(msgspec.Struct, frozen=True):
    """What `grognard pack diff --json` prints."""

    before: str
    after: str
    digest_before: str
    digest_after: str
    changes: tuple[Change, ...]


@app.command()
def show(
    pack: PackName,
    file: Annotated[str, typer.Argument(help="A file of it, such as units.csv.", show_default=False)] = "",
    row: Annotated[str, typer.Argument(help="A row of the file.", show_default=False)] = "",
    as_json: AsJson = False,
) -> None:
    """Show the values of a pack with their sources, and the layer that each comes from."""
    layers = opened(pack)
    if not file:
        sources = provenance(layers)
        if as_json:
            _print_json(sources)
        else:
            print(overview(layers, digest(layers)[:SHORT], sources))
        return
    found = values(layers, file, row)
    if as_json:
        _print_json(found)
    else:
        print(rows_of(found) if row else file_of(found, layered=len(layers.packs) > 1))


def opened(name: str) -> PackLayers:
    """A pack by the id or alias of a game, or by its folder."""
    ids = [module.id for module in all_games()]
    aliases = {alias: module.id for module in all_games() for alias in module.aliases}
    path = Path(name)
    if name not in ids and not _exists(path):
        if name in aliases:
            name = aliases[name]
        else:
            hint = did_you_mean(name, [*ids, *aliases]) or f"games: {', '.join(ids)}"
            raise GrognardError(f"no pack {quoted(name)}: neither a game nor a folder; {hint}")
    return open_pack(name, pack_path)


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):
        return False


def examine(layers: PackLayers, name: str) -> Report:
    """Read all of a pack and ask its game; raises `PackError` when a file cannot be read."""
    games = [module.id for module in all_games()]
    if layers.game not in games:
        hint = did_you_mean(layers.game, games)
        expected = f"the id of a game ({', '.join(games)})"
        raise PackError([Problem(layers.manifest_file, 0, "pack.game", layers.game, expected, hint)])
    module = find(layers.game)
    cells = contents(layers)
    if PALETTE in layers:
        read_style(layers)
    constraints = tuple(module.constraints(module.read_components(layers)))
    problems = problems_of(layers, constraints)
    return Report(
        pack=name,
        sound=not problems,
        problems=problems,
        title=layers.title,
        version=layers.manifest.pack.version,
        game=layers.game,
        based_on=tuple(pack.id for pack in layers.packs[-2::-1]),
        digest=digest_of(in_play(cells)),
        files=provenance(layers),
        constraints=constraints,
    )


def _print_json(value: object) -> None:
    print(msgspec.json.format(msgspec.json.encode(value), indent=2).decode())
