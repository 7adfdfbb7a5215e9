"""What the terminal shows of a game: the map around the action, events, and choices a page at a time."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.console import Console
from rich.text import Text

from grognard.board.grid import Hex
from grognard.cli.scene import Scene
from grognard.cli.telling import event_lines
from grognard.cli.terminal.choices import Choice, choice_lines
from grognard.core import Event, Seat

ROOM_FOR_WORDS = 13
"""Lines of a screen that are left for words below the map."""
FEWEST_ROWS, MOST_ROWS = 8, 40
AROUND_A_PAGE, FEWEST_LINES = 6, 8
"""Lines around a page of choices, and how long it is at least."""
TALL = 40
"""Lines of a screen that has room to draw the map before every decision."""
FAR = 4
"""Hexes from the middle of the last map beyond which the map is drawn anew."""
TOLD = 3
"""Lesser events of one rule that are told one by one; the rest is counted."""


class Screen:
    """A console that remembers which part of the map was shown last."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self.heading = ""
        """The heading that was printed last."""
        self._centre: Hex | None = None
        self._map_rows = 0
        self._rest: list[Text] = []

    def say(self, *lines: str | Text, style: str = "") -> None:
        """Print lines of text."""
        for line in lines:
            self.console.print(line, style=style, markup=False)

    # --- the map ------------------------------------------------------------------------------

    def head(self, heading: str) -> bool:
        """Print a heading unless it stands there already; tells whether it did."""
        if heading == self.heading:
            return False
        self.heading = heading
        self.say("", Text(heading, "bold underline"))
        return True

    def forget_map(self) -> None:
        """Have the map drawn next time, wherever the action is."""
        self._centre = None

    def map(self, scene: Scene, centre: Hex, lit: Iterable[Hex] = (), legend: bool = False) -> None:
        """The map around a hex."""
        self._centre = centre
        rows = max(FEWEST_ROWS, min(self.console.height - ROOM_FOR_WORDS, MOST_ROWS)) // 2 * 2
        self._map_rows = rows
        self.console.print(scene.map(centre, self.console.width, rows, legend, frozenset(lit)))

    def map_if_far(self, scene: Scene, focus: Hex, lit: frozenset[Hex]) -> None:
        """The map, unless the last one shows the place well enough."""
        grid = scene.atlas.board.grid
        if self._centre is None or self.console.height >= TALL or grid.distance(self._centre, focus) > FAR:
            self.map(scene, focus, lit)

    # --- events -------------------------------------------------------------------------------

    def tell(self, events: Iterable[Event], seat: Seat | None, skip: str = "") -> None:
        """Events as they happen, but for one that says what a heading says anyway."""
        for event in events:
            if event.visible_to(seat) and event.text != skip:
                self.say(*event_lines(event))

    def tell_in_short(self, events: Sequence[Event], seat: Seat | None, headings: frozenset[str]) -> None:
        """Many events: what matters in full, the rest counted by rule."""
        heading, lesser = "", dict[str, list[Event]]()
        for event in (event for event in events if event.visible_to(seat)):
            if event.text in headings:
                self._tell_lesser(lesser)
                heading, lesser = event.text, {}
                continue
            if heading:  # one under which nothing happens is not told
                self.head(heading)
                heading = ""
            if event.modifiers or event.reveals or event.result:
                self.say(*event_lines(event))
            else:
                lesser.setdefault(event.rule, []).append(event)
        self._tell_lesser(lesser)

    def _tell_lesser(self, lesser: dict[str, list[Event]]) -> None:
        for rule, events in lesser.items():
            told = events if len(events) <= TOLD + 1 else events[:TOLD]
            for event in told:
                self.say(*event_lines(event))
            if len(told) < len(events):
                self.say(Text(f"  ... and {len(events) - len(told)} more of this kind [{rule}]", "dim"))

    # --- choices ------------------------------------------------------------------------------

    def list(self, choices: Sequence[Choice]) -> None:
        """The choices, as many as fit; `more` shows the rest."""
        self._rest = list(choice_lines(choices, self.console.width))
        self.more()

    def more(self) -> bool:
        """The next page of the choices; False when there is none."""
        if not self._rest:
            return False
        room = max(FEWEST_LINES, self.console.height - self._map_rows - AROUND_A_PAGE)
        self._map_rows = 0  # the next page has the screen for itself
        page, self._rest = self._rest[:room], self._rest[room:]
        self.say(*page)
        if self._rest:
            left = f"... {len(self._rest)} more lines: Enter shows them; part of a name filters"
            self.say(Text(left, "dim"))
        return True
