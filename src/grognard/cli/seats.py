"""Who sits where: `--seat axis=staff`, or shorter `--axis staff`, whatever the seats of a game are called."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from grognard import bots
from grognard.bots.registry import USUAL_LEVEL
from grognard.core import GrognardError, Seat
from grognard.core.game import AnyGame
from grognard.core.order import did_you_mean, shorten
from grognard.lab.auto import Player

HUMAN = "human"


def sort_words(words: Sequence[str | None]) -> tuple[list[str], list[str]]:
    """Tell plain words from options that only the game knows: `--axis human` and `--axis=human`.

    The parser of the command line cannot, since it does not know that `--axis` has a word behind it.
    """
    plain: list[str] = []
    extra: list[str] = []
    left = [word for word in words if word is not None]
    while left:
        word = left.pop(0)
        if not word.startswith("--"):
            plain.append(word)
            continue
        extra.append(word)
        if "=" not in word and left and not left[0].startswith("--"):
            extra.append(left.pop(0))
    return plain, extra


def seat_words(game: AnyGame, extra: Sequence[str], seats: Sequence[str]) -> dict[Seat, str]:
    """The word given for each seat, from `--seat axis=staff` and from the options named after seats."""
    found: dict[Seat, str] = {}
    for word in seats:
        name, sign, who = word.partition("=")
        if not sign or not who:
            raise GrognardError(f"expected a seat as {game.seats[0]}=BOT, found {shorten(word)}")
        _give(game, found, name, who)
    words = list(extra)
    while words:
        name, sign, who = words.pop(0).partition("=")
        seat = name.removeprefix("--")
        if not name.startswith("--") or seat not in game.seats:
            known = [f"--{seat}" for seat in game.seats]
            hint = did_you_mean(name, known)
            raise GrognardError(f"no such option: {shorten(name)}{hint} (seats: {', '.join(known)})")
        if not sign:
            if not words or words[0].startswith("--"):
                raise GrognardError(f"the option {name} needs a name behind it, such as {name} staff")
            who = words.pop(0)
        _give(game, found, seat, who)
    return found


def _give(game: AnyGame, found: dict[Seat, str], name: str, who: str) -> None:
    seat = next((seat for seat in game.seats if seat == name), None)
    if seat is None:
        hint = did_you_mean(name, game.seats)
        raise GrognardError(f"{game.id} has no seat {shorten(name)}{hint} (seats: {', '.join(game.seats)})")
    if seat in found:
        raise GrognardError(f"two players for the seat {seat}")
    found[seat] = who


def bot_named(word: str, level: int = USUAL_LEVEL) -> Player:
    """A bot such as `staff` or `staff:3`; raises when there is none of that name."""
    name, colon, own = word.partition(":")
    if name not in bots.names():
        hint = did_you_mean(name, bots.names())
        raise GrognardError(f"unknown bot {shorten(name)}{hint} (bots: {', '.join(bots.names())})")
    if colon and own not in map(str, bots.LEVELS):
        raise GrognardError(
            f"the level of a bot is one of {', '.join(map(str, bots.LEVELS))}, not {shorten(own)}"
        )
    return Player(name, int(own) if colon else level)


def bots_for(game: AnyGame, words: Mapping[Seat, str], level: int) -> dict[Seat, Player]:
    """A bot for every seat; those that are not named are `random`."""
    return {seat: bot_named(words.get(seat, "random"), level) for seat in game.seats}
