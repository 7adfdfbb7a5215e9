"""`grognard play`: choose a game, a scenario and a side, and sit down at the table in this terminal."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

from grognard import __version__, bots
from grognard.bots.registry import USUAL_LEVEL
from grognard.cli.atlas import Atlas
from grognard.cli.gamefile import PackOption, open_table, options_from
from grognard.cli.games import entry_of, in_words
from grognard.cli.seats import bot_named, seat_words, sort_words
from grognard.cli.terminal.screen import Screen
from grognard.cli.terminal.session import HUMAN, Session
from grognard.core import GrognardError, NotPlayable, Seat, Timeline
from grognard.core.game import AnyGame
from grognard.core.order import shorten
from grognard.games import all_games, find, load
from grognard.lab.auto import Player
from grognard.table import Fate, GameFile, Table

BEST_BOTS = ("staff", "random")
"""Who takes a seat that nobody names, in order of preference."""
_LEAVE = ("q", "quit", "exit")


def play(
    context: typer.Context,
    game: Annotated[str | None, typer.Argument(help="The game, such as moscow-1941.")] = None,
    scenario: Annotated[str | None, typer.Argument(help="The scenario, such as typhoon.")] = None,
    scenario_option: Annotated[
        str | None, typer.Option("--scenario", "-s", help="The scenario; the same as the second word.")
    ] = None,
    seat: Annotated[
        list[str] | None,
        typer.Option(
            "--seat",
            metavar="SEAT=WHO",
            help="`human` or a bot; --axis human is short for --seat axis=human.",
        ),
    ] = None,
    level: Annotated[
        int, typer.Option("--level", min=min(bots.LEVELS), max=max(bots.LEVELS), help="How hard bots think.")
    ] = USUAL_LEVEL,
    seed: Annotated[
        str, typer.Option("--seed", help="Make the dice foreseeable, for a game to be repeated.")
    ] = "",
    file: Annotated[
        Path | None,
        typer.Option("--file", "-f", help="Keep the game in this file; go on with it if it is there."),
    ] = None,
    option: Annotated[
        list[str] | None,
        typer.Option("--option", metavar="NAME=VALUE", help="A switch of the rules; may be repeated."),
    ] = None,
    pack: PackOption = None,
) -> None:
    """Sit down at the table in this terminal: alone against a bot, or two on one screen.

    Seats are named as the game names them: `--axis human --soviet staff`. Seats that nobody names go to you
    first, and then to a bot.
    """
    screen = Screen(Console(highlight=False))
    plain, extra = sort_words([game, scenario, *context.args])
    if len(plain) > 2:
        raise GrognardError(f"expected a game and a scenario, found {shorten(plain[2])} too")
    if file is not None and file.exists():
        _go_on(screen, file, extra, seat or [], level, pack)
        return
    chosen = (plain[0], scenario_option or "".join(plain[1:]) or None) if plain else _choose(screen)
    if chosen is None:
        return
    module = find(chosen[0])
    opened = load(module.id, module.scenario(chosen[1]).id, options_from(option or []), pack)
    words = seat_words(opened, extra, seat or [])
    players = seated(opened, words or _choose_side(screen, opened), level)
    table = Table(Timeline(opened), {"Seed": seed} if seed else {}, Fate(seed))
    table.roll()
    kept = GameFile(file) if file is not None else None
    if kept is not None:
        kept.create(table.record())
    about = next(entry for entry in module.scenarios if entry.id == opened.scenario)
    turns = f", {about.turns} turns" if about.turns else ""
    screen.say(Text(f"{module.title}: {about.title}{turns}", "bold"), about.summary)
    _sit_down(screen, table, players, kept, pack)


def _go_on(
    screen: Screen, file: Path, extra: list[str], seats: list[str], level: int, pack: str | None
) -> None:
    """Take a game up again where its file ends; who plays is in the file, unless said otherwise."""
    kept = GameFile(file)
    table = open_table(kept, pack)
    game = table.game
    before = {seat: table.headers.get(str(seat).capitalize(), "") for seat in game.seats}
    words = {seat: word for seat, word in before.items() if word} | seat_words(game, extra, seats)
    screen.say(
        Text(f"{find(game.id).title}, {game.scenario}: {len(table.timeline.entries)} orders so far", "bold")
    )
    _sit_down(screen, table, seated(game, words, level), kept, pack)


def _sit_down(
    screen: Screen, table: Table, players: Mapping[Seat, Player], file: GameFile | None, pack: str | None
) -> None:
    who = (f"{table.game.seat_title(seat)}: {players.get(seat, HUMAN)}" for seat in table.game.seats)
    kept = f"   kept in {file.path}" if file is not None else ""
    screen.say(Text(f"{'   '.join(who)}{kept}   (help tells what can be typed)", "dim"))
    Session(table, Atlas.of(table.game, pack), players, screen, file).run()


def seated(game: AnyGame, words: Mapping[Seat, str], level: int) -> dict[Seat, Player]:
    """The bots by seat; a seat without one is a human's.

    Seats that nobody names: the first is the human's if there is none yet, the others go to the best bot.
    """
    players: dict[Seat, Player] = {}
    humans = sum(word == HUMAN for word in words.values())
    for seat in game.seats:
        word = words.get(seat, "")
        if not word and not humans:
            word, humans = HUMAN, 1
        if word != HUMAN:
            players[seat] = bot_named(word, level) if word else best_bot(game, seat, level)
    return players


def best_bot(game: AnyGame, seat: Seat, level: int) -> Player:
    """The strongest bot that knows the game."""
    for name in BEST_BOTS:
        try:
            bots.make(name, game, seat, level=level)
        except NotPlayable:
            continue
        return Player(name, level)
    raise NotPlayable(f"no bot plays {game.id}")


# --- choosing ------------------------------------------------------------------------------------------


def _choose(screen: Screen) -> tuple[str, str | None] | None:
    """Show the menu and ask until the answer names a game and a scenario; None to leave."""
    screen.say(Text(f"Grognard {__version__}", "bold"), "")
    choices = [(module, scenario) for module in all_games() for scenario in module.scenarios]
    for module in all_games():
        screen.say(in_words(entry_of(module)), "")
    example = f"{choices[0][0].id} {choices[0][1].id}" if choices else ""
    if not sys.stdin.isatty():
        screen.say(f"To play: grognard play {example}")
        return None
    screen.say(f"Choose a game and a scenario, such as: {example}   (q leaves)")
    while (words := _ask(screen, "> ")) is not None:
        try:
            if words:
                module = find(words[0])
                return module.id, module.scenario(words[1] if len(words) > 1 else None).id
        except NotPlayable as refusal:
            screen.say(str(refusal))
    return None


def _choose_side(screen: Screen, game: AnyGame) -> dict[Seat, str]:
    """Ask which side the player wants, when somebody sits at a terminal."""
    if not sys.stdin.isatty() or len(game.seats) < 2:
        return {}
    sides = [game.seat_title(seat) for seat in game.seats]
    offers = [f"{n}) {title}" for n, title in enumerate(sides, start=1)]
    screen.say(f"Which side do you play?  {'  '.join(offers)}  {len(sides) + 1}) all of them, on this screen")
    while (words := _ask(screen, "> ")) is not None:
        word = " ".join(words).casefold() or "1"
        if word == str(len(sides) + 1):
            return dict.fromkeys(game.seats, HUMAN)
        for number, (seat, title) in enumerate(zip(game.seats, sides, strict=True), start=1):
            if word in (str(number), title.casefold(), str(seat).casefold()):
                return {seat: HUMAN}
        screen.say(f"expected a number from 1 to {len(sides) + 1}, found {shorten(word)}")
    raise GrognardError("nobody sat down")


def _ask(screen: Screen, prompt: str) -> list[str] | None:
    """The words of the next line; None when the player leaves."""
    try:
        words = screen.console.input(prompt).split()
    except (EOFError, KeyboardInterrupt):
        screen.say("")
        return None
    return None if words and words[0] in _LEAVE else words
