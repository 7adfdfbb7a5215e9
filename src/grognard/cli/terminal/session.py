"""An evening at the table: humans and bots answer in turn, until the game is over or somebody leaves."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path

from rich.text import Text

from grognard.cli.atlas import Atlas
from grognard.cli.terminal.desk import Desk, Leave
from grognard.cli.terminal.guests import Guests
from grognard.cli.terminal.screen import Screen
from grognard.core import CHANCE, GrognardError, Seat
from grognard.lab.auto import Player
from grognard.table import GameFile, Table

HUMAN = "human"


class Session:
    """One sitting: a table, who plays, and the file that keeps the game."""

    def __init__(
        self,
        table: Table,
        atlas: Atlas,
        players: Mapping[Seat, Player],
        screen: Screen,
        file: GameFile | None = None,
    ) -> None:
        self.table = table
        self.screen = screen
        self._players = players
        self._humans = [seat for seat in table.game.seats if seat not in players]
        self._guests = Guests(table, players, screen)
        self._desk = Desk(table, atlas, screen, self._keep_as, solo=len(self._humans) == 1)
        self._locks = ExitStack()
        self._file = file
        self._seated: Seat | None = self._humans[0] if len(self._humans) == 1 else None
        self._seen = dict.fromkeys(self._humans, len(table.timeline.entries))

    def run(self) -> None:
        """Play until the end, or until a player leaves; the file is up to date whenever a human is asked."""
        with self._locks:
            if self._file is not None:
                self._locks.enter_context(self._file.writing())
            try:
                self._play()
                self._tell_the_end()
            except Leave:
                self._part()
            finally:
                self._write()

    def _play(self) -> None:
        table = self.table
        while table.position.outcome is None:
            seat = table.position.seat
            if seat == CHANCE:
                self.screen.tell(table.roll(), self._seated)
            elif seat in self._players:
                events = self._guests.play(self._seated)
                self._desk.note(events, self._seated)
            else:
                assert seat is not None
                self._write()
                self._sit_down(seat)
                self._desk.answer()

    # --- two humans ---------------------------------------------------------------------------

    def _sit_down(self, seat: Seat) -> None:
        """Change places: a curtain hides what the other side may not see."""
        if self._seated != seat:
            first, self._seated = self._seated is None, seat
            title = self.table.game.seat_title(seat)
            if self._has_secrets() and sys.stdin.isatty():
                if not first:
                    self.screen.console.clear()
                self._desk.read(f"{title} to the screen, please; Enter when nobody else looks > ")
                self.screen.console.clear()
            else:
                self.screen.say("", Text(f"{title} to the screen, please.", "bold"))
            self.screen.forget_map()
            self.screen.heading = ""
            self._catch_up(seat)
        self._seen[seat] = len(self.table.timeline.entries)

    def _has_secrets(self) -> bool:
        game = self.table.game
        return any(game.secrets(self.table.position, seat) for seat in self._humans)

    def _catch_up(self, seat: Seat) -> None:
        """What happened since this player sat here last."""
        entries = self.table.timeline.entries[self._seen[seat] :]
        events = [event for entry in entries for event in entry.events]
        headings = frozenset(
            {entry.heading for entry in entries} | {self.table.game.heading(self.table.position)}
        )
        self.screen.tell_in_short(events, seat, headings)
        self._desk.note(events, seat)

    # --- keeping ------------------------------------------------------------------------------

    def _headers(self) -> dict[str, str]:
        seats = self.table.game.seats
        return {str(seat).capitalize(): str(self._players.get(seat, HUMAN)) for seat in seats}

    def _write(self) -> None:
        if self._file is not None:
            self._file.write(self.table.record(self._headers()))

    def _keep_as(self, name: str) -> str:
        """Keep the game in a file from now on; says what was done."""
        if self._file is not None and name in ("", str(self._file.path)):
            self._write()
            return f"kept in {self._file.path}"
        file = GameFile(Path(name) if name else free_name(self.table))
        file.create(self.table.record(self._headers()))
        self._locks.enter_context(file.writing())
        self._file = file
        return f"kept in {file.path}; from now on by itself"

    def _part(self) -> None:
        """The player leaves: say how to come back, and offer to keep what is not kept."""
        if self._file is None and self.table.timeline.entries and sys.stdin.isatty():
            self._offer_to_keep()
        if self._file is not None:
            self.screen.say(f"The game is kept. To go on: grognard play --file {self._file.path}")

    def _offer_to_keep(self) -> None:
        name = free_name(self.table)
        try:
            answer = self._desk.read(f"Keep the game? Enter: as {name}; a name: as that; n: no > ")
        except Leave:
            answer = "n"
        if answer.casefold() in ("n", "no"):
            return
        try:
            self._keep_as(answer or str(name))
        except (GrognardError, OSError) as error:
            self.screen.say(str(error))

    def _tell_the_end(self) -> None:
        outcome = self.table.position.outcome
        assert outcome is not None
        self.screen.say("", Text(f"The game is over: {outcome.text}", "bold"))
        if self._file is None and sys.stdin.isatty():
            self._offer_to_keep()


def free_name(table: Table) -> Path:
    """A name for the game file that is not taken yet."""
    stem = f"{table.game.id}-{table.game.scenario}"
    names = (Path(f"{stem}{f'-{n}' if n > 1 else ''}.txt") for n in range(1, 10_000))
    return next(path for path in names if not path.exists())
