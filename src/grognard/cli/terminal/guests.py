"""The bots at a table: their turns with progress, and a summary of what they did and meant to do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from rich.text import Text

from grognard import bots
from grognard.cli.terminal.screen import Screen
from grognard.core import Dice, Event, Seat
from grognard.lab.auto import Player
from grognard.table import Table


class Guests:
    """The seats that bots have taken."""

    def __init__(self, table: Table, players: Mapping[Seat, Player], screen: Screen) -> None:
        self._table = table
        self._screen = screen
        self._said: dict[Seat, tuple[str, ...]] = {}
        seed = table.fate.seed or "guests"
        self.seats = {
            seat: bots.make(
                player.bot,
                table.game,
                seat,
                seed=Dice(f"{seed} / {seat}").below(1 << 62),
                level=player.level,
            )
            for seat, player in players.items()
        }

    def play(self, watcher: Seat | None) -> tuple[Event, ...]:
        """Have bots answer until a human has to, or the game is over; tell the watcher what happened."""
        table, events, headings = self._table, list[Event](), set[str]()
        movers: dict[Seat, int] = {}
        with self._progress() as show:
            while table.position.seat in self.seats:
                seat = table.position.decision.seat
                bot = self.seats[seat]
                heading = table.game.heading(table.position)
                headings.add(heading)
                movers[seat] = movers.get(seat, 0) + 1
                show(f"{table.game.seat_title(seat)} ({bot.name}): {heading}, {movers[seat]} orders")
                reply = bots.ask(bot, table.position)
                if reply.complaint:
                    self._screen.say(Text(f"  {reply.complaint}; another order stands in for it", "red"))
                events += table.submit(reply.order)
                headings.add(table.game.heading(table.position))
        self._summary(events, movers, watcher, frozenset(headings))
        return tuple(events)

    def _summary(
        self, events: list[Event], movers: Mapping[Seat, int], watcher: Seat | None, headings: frozenset[str]
    ) -> None:
        self._screen.tell_in_short(events, watcher, headings)
        for seat, count in movers.items():
            bot, title = self.seats[seat], self._table.game.seat_title(seat)
            said = bot.intentions()
            if count > 1:
                self._screen.say(Text(f"{title} ({bot.name}) gave {count} orders.", "dim"))
            if said != self._said.get(seat, ()):
                self._screen.say(*(Text(f"  {title}: {line}", "italic") for line in said))
            self._said[seat] = said

    @contextmanager
    def _progress(self) -> Iterator[_Show]:
        """A line that tells what is being thought about, in a terminal; silence elsewhere."""
        console = self._screen.console
        if not console.is_terminal or console.is_dumb_terminal:
            yield _Show(None)
            return
        with console.status("") as status:
            yield _Show(status.update)


class _Show:
    """Tells the progress line, if there is one."""

    def __init__(self, update: object) -> None:
        self._update = update

    def __call__(self, text: str) -> None:
        if callable(self._update):
            self._update(text)
