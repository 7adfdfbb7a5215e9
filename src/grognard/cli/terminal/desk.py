"""A human's seat at the table: what is shown before a decision, and the commands one may type."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from rich.text import Text

from grognard.board.grid import Hex
from grognard.cli.atlas import Atlas, UnknownPlace
from grognard.cli.errors import describe, is_known
from grognard.cli.look import contact
from grognard.cli.odds import odds_table
from grognard.cli.scene import Scene, describe_piece
from grognard.cli.telling import book_of, chapter_lines, refusal_lines, rule_line
from grognard.cli.terminal.choices import Choices
from grognard.cli.terminal.screen import Screen
from grognard.core import Event, GrognardError, InvalidOrder, Seat
from grognard.core.view import Gauge
from grognard.lab.odds import distribution_for
from grognard.lab.policies import POLICIES
from grognard.table import Table, last_of, split_orders, story

HELP = """\
Type the number of a choice, an order in full, or part of a name to see only what contains it.
  Enter        the next page of choices; with one choice only, take it
  list         all choices again
  map [PLACE]  the map around a place, hex or counter, with its legend
  hex PLACE    what lies and stands there          units [NAME]  your counters
  odds ORDERS  the exact chances of an attack, such as: odds attack 3031 join 5Pz.31
  why ORDER    why an order is not allowed         ? [RULE]      the rule that asks, or another
  undo         take back your last order           log [N]       what happened
  save [FILE]  keep the game                       quit          leave the table"""


USUAL_LOG = 20
"""Happenings that `log` tells."""


class Leave(Exception):  # noqa: N818 - not an error
    """The player gets up from the table."""


@dataclass
class Desk:
    """What a human sees and types; one desk serves all humans at this terminal."""

    table: Table
    atlas: Atlas
    screen: Screen
    save: Callable[[str], str]
    solo: bool
    """No other human has a say in taking back dice."""
    _shown: tuple[int, Seat | None] = (-1, None)
    _focus: Hex | None = None
    _gauges: dict[Seat, tuple[Gauge, ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.book = book_of(self.table.game)

    # --- one decision -------------------------------------------------------------------------

    def answer(self) -> None:
        """Show the decision and obey one line of the player; raises `Leave` when there is no more."""
        seat = self.table.position.decision.seat
        scene, choices = self._look(seat)
        moment = (len(self.table.timeline.entries), seat)
        if moment != self._shown:
            self._shown = moment
            self._show(scene, choices, seat)
        line = self.read(f"{self.table.game.seat_title(seat)}> ")
        try:
            self._obey(line, scene, choices, seat)
        except Exception as error:
            if not is_known(error):
                raise
            self.screen.say(describe(error))

    def _look(self, seat: Seat) -> tuple[Scene, Choices]:
        view = self.table.position.view(seat)
        scene = Scene(self.atlas, view)
        return scene, Choices(scene, view.ask.orders if view.ask is not None else ())

    def _show(self, scene: Scene, choices: Choices, seat: Seat) -> None:
        decision, view = self.table.position.decision, scene.view
        if self.screen.head(view.heading) or seat not in self._gauges:
            gauges = scene.gauges(self._gauges.get(seat, ()))
            if gauges:
                self.screen.say(gauges)
            self._gauges[seat] = view.gauges
            self.screen.forget_map()
        if len(choices.all) > 1:
            self.screen.map_if_far(scene, self._middle(scene, choices), choices.hexes)
        self.screen.say(Text.assemble((decision.prompt, "bold"), (f"  [{decision.rule}]", "dim")))
        self.screen.list(choices.all)

    def _middle(self, scene: Scene, choices: Choices) -> Hex:
        """Where the choices are, when they are close together; else where something happened last."""
        hexes, grid = sorted(choices.hexes), self.atlas.board.grid
        if hexes:
            centre = min(hexes, key=lambda hex: max(grid.distance(hex, other) for other in hexes[:40]))
            if max(grid.distance(centre, other) for other in hexes) <= 6:
                return centre
        if self._focus is None:
            self._focus = contact(scene)
        return self._focus

    def note(self, events: Sequence[Event], seat: Seat | None) -> None:
        """Remember where something happened."""
        for event in reversed(events):
            if event.hexes and event.visible_to(seat):
                self._focus = self.atlas.hex(event.hexes[0].partition("/")[0]) or self._focus
                return

    def read(self, prompt: str) -> str:
        """A line of the player; raises `Leave` at the end of the input."""
        try:
            line = self.screen.console.input(Text(prompt, "bold"), markup=False)
        except (EOFError, KeyboardInterrupt):
            self.screen.say("")
            raise Leave from None
        if not sys.stdin.isatty():
            self.screen.say(line)
        return line.strip()

    # --- commands -----------------------------------------------------------------------------

    def _obey(self, line: str, scene: Scene, choices: Choices, seat: Seat) -> None:
        word, _, rest = line.partition(" ")
        commands: Mapping[str, Callable[[], None]] = {
            "?": lambda: self._rule(rest),
            "help": lambda: self.screen.say(HELP),
            "list": lambda: self.screen.list(choices.all),
            "map": lambda: self._map(rest, scene, choices),
            "hex": lambda: self.screen.say(*scene.hex_lines(self._find(rest, scene))),
            "units": lambda: self._units(rest, scene, seat),
            "odds": lambda: self._odds(rest, seat),
            "why": lambda: self._why(rest),
            "undo": lambda: self._undo(rest, seat),
            "log": lambda: self._log(rest, seat),
            "save": lambda: self.screen.say(self.save(rest.strip())),
            "quit": self._quit,
            "q": self._quit,
            "exit": self._quit,
        }
        if not line:
            self._turn_the_page(choices, seat)
        elif line.isdecimal():
            self._take(int(line), choices, seat)
        elif word in commands:
            commands[word]()
        elif word in self.table.game.vocabulary:
            self._typed(line, choices, seat)
        else:
            self._filter(line, choices)

    def _turn_the_page(self, choices: Choices, seat: Seat) -> None:
        if self.screen.more():
            return
        if len(choices.all) == 1:
            self._order(choices.all[0].text, seat)
        else:
            self.screen.say(
                "Type the number of a choice; `list` shows them again, `help` what else there is."
            )

    def _take(self, number: int, choices: Choices, seat: Seat) -> None:
        choice = choices.numbered(number)
        if choice is None:
            raise GrognardError(f"the choices are numbered from 1 to {len(choices.all)}")
        self._order(choice.text, seat)

    def _filter(self, part: str, choices: Choices) -> None:
        found = choices.matching(part)
        if not found:
            raise GrognardError(f"no choice contains {part!r}; `help` tells what can be typed")
        self.screen.list(found)

    def _typed(self, line: str, choices: Choices, seat: Seat) -> None:
        """Orders in full, or the beginning of some: then it shows which."""
        try:
            for words in split_orders(self.table.game, [line]):
                self.table.game.parse(words.text)
        except InvalidOrder:
            if not choices.matching(line):
                raise
            self._filter(line, choices)
        else:
            self._order(line, seat)

    def _order(self, text: str, seat: Seat) -> None:
        """Give one or several orders; those before a refused one stand."""
        for words in split_orders(self.table.game, [text]):
            before = self.table.game.heading(self.table.position)
            refusal = self.table.position.explain(words.text, seat)
            if refusal is not None:
                self.screen.say(*refusal_lines(words.text, refusal, self.book), *self._way_out(words.text))
                return
            events = self.table.submit(words.text, words.seat or seat)
            self.note(events, seat)
            self.screen.tell(events, seat, skip=self._next_heading(before, seat))
            if any(event.reveals or event.result for event in events):
                self.screen.forget_map()

    def _way_out(self, text: str) -> list[str]:
        """What to do first, when a plain word such as `stop` makes a refused order possible."""
        position = self.table.position
        for order in reversed(position.legal().orders):  # the way out is offered last
            if order.verb.arguments:
                continue
            after = position.copy()
            after.apply(order)
            if after.seat == position.seat and after.explain(text) is None:
                return [f"  after `{self.table.game.text(order)}` it is allowed"]
        return []

    def _next_heading(self, before: str, seat: Seat) -> str:
        """The heading that will be shown anyway, when the phase has changed."""
        position = self.table.position
        now = self.table.game.heading(position)
        return now if now != before and position.seat == seat else ""

    def _rule(self, number: str) -> None:
        wanted = number.strip() or self.table.position.decision.rule
        if self.book is None:
            raise GrognardError(f"rule {wanted}: this game's rules are not told here; see the rule book")
        if number.strip() and wanted not in self.book.rules:
            lines = [
                rule_line(self.book, each)
                for found in self.book.by_chapter(wanted).values()
                for each in found
            ]
            self.screen.say(*(lines or [self.book.text(wanted)]))
            return
        self.screen.say(rule_line(self.book, wanted) or f"rule {wanted}")
        if not number.strip():
            self.screen.say("`help` tells what can be typed, `? RULE` reads another rule.")

    def _find(self, words: str, scene: Scene) -> Hex:
        """A hex by its number, a place, or a counter that stands in it."""
        piece = scene.pieces.get(words.strip())
        if piece is not None and not piece.hex:
            raise UnknownPlace(f"{piece.id} is not on the map ({piece.box})")
        return self.atlas.find(piece.hex if piece is not None else words)

    def _map(self, words: str, scene: Scene, choices: Choices) -> None:
        if words.strip():
            self._focus = self._find(words, scene)
        centre = self._focus if words.strip() else None
        self.screen.map(scene, centre or self._middle(scene, choices), choices.hexes, legend=True)

    def _units(self, part: str, scene: Scene, seat: Seat) -> None:
        wanted = part.strip().casefold()
        lines = [
            f"  {scene.place(piece.hex) if piece.hex else piece.box}: {describe_piece(piece)}"
            for piece in sorted(scene.view.pieces, key=lambda piece: (not piece.hex, piece.hex, piece.box))
            if piece.seat == seat
        ]
        found = [line for line in lines if wanted in line.casefold()]
        self.screen.say(*(found or [f"none of your counters contains {part.strip()!r}"]))

    def _odds(self, orders: str, seat: Seat) -> None:
        game = self.table.game
        planned = [words.text for words in split_orders(game, [orders])]
        found, guessed = distribution_for(seat, self.table.position, planned, POLICIES["sparing"])
        self.screen.console.print(odds_table(game, found, "sparing", guessed))

    def _why(self, order: str) -> None:
        for words in split_orders(self.table.game, [order]):
            refusal = self.table.position.explain(words.text, words.seat)
            lines = (
                [f"{words.text}: allowed"]
                if refusal is None
                else refusal_lines(words.text, refusal, self.book)
            )
            self.screen.say(*lines)

    def _undo(self, words: str, seat: Seat) -> None:
        agreed = words.strip() in ("agreed", "anyway")
        try:
            taken = self.table.undo(seat, agreed)
        except GrognardError as error:
            who = "you play alone: `undo anyway` does it" if self.solo else "if all agree: `undo agreed`"
            raise GrognardError(f"{error} ({who})" if self.table.timeline.entries else str(error)) from None
        self.screen.say(*(f"taken back: {text}" for text in taken))
        self.screen.forget_map()

    def _log(self, words: str, seat: Seat) -> None:
        count = max(1, int(words)) if words.strip().isdecimal() else USUAL_LOG
        chapters = story(self.table.game, self.table.timeline.entries, seat, full=False)
        self.screen.say(*chapter_lines(last_of(chapters, count)))

    def _quit(self) -> None:
        raise Leave
