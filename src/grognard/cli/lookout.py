"""A scenario before its first turn, for the terminal: order of battle, map, and what lies in a hex."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import groupby

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from grognard.board.cartography.style import Style
from grognard.board.grid import Grid, Hex
from grognard.board.model import Board
from grognard.cli.muster import Entry, Muster, read_muster
from grognard.cli.textmap import Mark, draw, link_kinds
from grognard.core.game import Scenario
from grognard.core.order import did_you_mean, shorten
from grognard.core.refusal import NotPlayable
from grognard.games import GameModule
from grognard.packs import PackLayers, read_board
from grognard.packs.palette import read_style


class Lookout:
    """Looks over the board of a scenario; every method answers with something to print."""

    def __init__(self, module: GameModule, scenario: Scenario, layers: PackLayers) -> None:
        self.module = module
        self.scenario = scenario
        self.layers = layers

    @cached_property
    def board(self) -> Board:
        """The map of the pack."""
        return read_board(self.layers)

    @cached_property
    def style(self) -> Style:
        """How the pack wants its map to look."""
        return read_style(self.layers)

    @cached_property
    def muster(self) -> Muster:
        """Who begins where."""
        return read_muster(self.layers, self.board, self.style, self.scenario.id)

    @cached_property
    def stacks(self) -> dict[Hex, dict[str, list[str]]]:
        """The names of the counters in each hex, by side."""
        return self.muster.stacks()

    def find(self, words: str) -> Hex:
        """The hex that a number, the id of a place or a name means; raises `NotPlayable` with a hint."""
        for place in self.board.places.values():
            if words.casefold() in (place.id.casefold(), place.name.casefold()):
                return place.hexes[0]
        if words.strip()[-1:].isdigit():
            return self.board.grid.hex(words)
        names = [place.name for place in self.board.places.values()]
        raise NotPlayable(f"there is no place {shorten(words)} on this map{did_you_mean(words, names)}")

    def middle(self) -> Hex:
        """A hex in the thick of it, where many enemies begin close by; else the middle of the map."""
        grid = self.board.grid
        by_side = [[hex for hex, sides in self.stacks.items() if side in sides] for side in self.muster.sides]
        if len(by_side) < 2:
            return grid.hexes[len(grid.hexes) // 2]
        return max(by_side[0], key=lambda hex: self._contact(grid, hex, by_side[1]))

    @staticmethod
    def _contact(grid: Grid, hex: Hex, enemies: list[Hex]) -> int:
        return sum(grid.distance(hex, enemy) <= 4 for enemy in enemies)

    def opening(self) -> RenderableType:
        """What the scenario is about, in a few lines."""
        turns = f", {self.scenario.turns} turns" if self.scenario.turns else ""
        lines = [
            Text(f"{self.module.title}: {self.scenario.title}{turns}", style="bold"),
            Text(self.scenario.summary),
        ]
        for side, look in self.muster.sides.items():
            entries = self.muster.of(side)
            counters = sum(len(entry.counters) for entry in entries)
            formations = len({entry.formation for entry in entries})
            lines.append(
                Text.assemble(
                    (f" {look.name} ", look.colours), f" {counters} counters in {formations} formations"
                )
            )
        return Group(*lines)

    def army(self, wanted: str = "") -> RenderableType:
        """The order of battle of one side or of all, formation by formation."""
        sides = self._sides_called(wanted)
        return Group(*(self._army_of(side) for side in sides)) if sides else Text("No order of battle yet.")

    def _sides_called(self, wanted: str) -> list[str]:
        sides = self.muster.sides
        chosen = [
            side
            for side, look in sides.items()
            if not wanted or wanted.casefold() in (side.casefold(), look.name.casefold())
        ]
        if wanted and not chosen:
            names = ", ".join(look.name for look in sides.values())
            raise NotPlayable(f"no side is called {shorten(wanted)} (sides: {names})")
        return chosen

    def _army_of(self, side: str) -> Table:
        look = self.muster.sides[side]
        table = Table(
            title=f"{look.name} order of battle", box=None, title_justify="left", title_style="bold"
        )
        table.add_column("Formation", no_wrap=True)
        table.add_column("Counters and where they begin")
        for formation, entries in groupby(self.muster.of(side), key=lambda entry: entry.formation):
            table.add_row(formation, ", ".join(self._where(entry) for entry in entries))
        return table

    def _where(self, entry: Entry) -> str:
        at = entry.at if entry.hex is None else self._name(entry.hex)
        return f"{' + '.join(entry.counters)} ({at})"

    def _name(self, hex: Hex) -> str:
        place = self.board.place_at.get(hex)
        label = self.board.grid.label(hex)
        return f"{label} {place.name}" if place else label

    def map(self, centre: Hex, columns: int, rows: int) -> RenderableType:
        """The map around a hex, with the number of counters in each stack."""
        marks = {hex: self._mark(sides) for hex, sides in self.stacks.items()}
        notes = [
            Text.assemble((f" {look.name[:1]}3 ", look.colours), f" three {look.name} counters")
            for look in self.muster.sides.values()
        ]
        return Group(draw(self.board, self.style, centre, columns, rows, marks), Text("   ").join(notes))

    def _mark(self, sides: dict[str, list[str]]) -> Mark:
        side, names = next(iter(sides.items()))
        look = self.muster.sides[side]
        return Mark(f"{look.name[:1]}{len(names)}", look.colours)

    def hex(self, hex: Hex) -> RenderableType:
        """What lies in a hex: terrain, place, roads, water along its sides, and who begins there."""
        return Text("\n").join(Text(line) for line in self._hex_lines(hex))

    def _hex_lines(self, hex: Hex) -> Iterator[str]:
        board = self.board
        place = board.place_at.get(hex)
        terrain = self._title("terrain", board.terrain[hex]).lower() if board.terrain[hex] else "no terrain"
        yield f"{self._name(hex)} ({place.kind}): {terrain}" if place else f"{self._name(hex)}: {terrain}"
        for kind in link_kinds(board, self.style, hex):
            yield self._link_line(hex, kind)
        yield from self._side_lines(hex)
        for side, names in self.stacks.get(hex, {}).items():
            yield f"  {self.muster.sides[side].name}: {', '.join(names)}"

    def _link_line(self, hex: Hex, kind: str) -> str:
        steps = self.board.link_steps[kind]
        towards = [self.board.grid.direction_name(d) for d in range(6) if steps[d] >> hex & 1]
        names = {link.name: None for link in self.board.links if link.kind == kind and hex in link.path}
        return f"  {self._title('link', kind)} towards {', '.join(towards)}: {', '.join(names)}"

    def _side_lines(self, hex: Hex) -> Iterator[str]:
        found: dict[str, list[str]] = {}
        for direction, side in enumerate(self.board.grid.sides_of(hex)):
            for feature in self.board.side_features.get(side, ()):
                what = f"{self._title('side', feature.kind)} {feature.name}".strip()
                found.setdefault(what, []).append(self.board.grid.direction_name(direction))
        for what, directions in found.items():
            yield f"  {what} on the {', '.join(directions)}"

    def _title(self, sort: str, kind: str) -> str:
        """What the pack calls a kind, such as "Main road" for the link `main`."""
        kinds = getattr(self.layers.manifest.kinds, sort)
        return kinds[kind].title if kind in kinds else kind.replace("_", " ")
