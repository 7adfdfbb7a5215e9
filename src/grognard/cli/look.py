"""`grognard show`, `legal`, `explain` and `replay`: the commands that read a game file."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
import typer
from rich.console import Console
from rich.text import Text

from grognard.board.grid import Hex
from grognard.cli.atlas import Atlas
from grognard.cli.gamefile import FileArgument, JsonOption, PackOption, open_table, waiting
from grognard.cli.scene import Scene, describe_piece
from grognard.cli.telling import book_of, chapter_lines, event_lines, refusal_lines, rule_line
from grognard.core import CHANCE, GrognardError, Seat
from grognard.table import GameFile, Table, split_orders, story

REFUSED = 1
LAST_EVENTS = 8
SPECTATOR = "spectator"

SeatOption = Annotated[
    str | None,
    typer.Option("--seat", help="As this seat sees it, or `spectator` (default: the seat that decides now)."),
]


def print_json(value: Any) -> None:
    """Print a value as readable JSON."""
    print(msgspec.json.format(msgspec.json.encode(value), indent=2).decode())


def seat_of(table: Table, wanted: str | None) -> Seat | None:
    """Whose eyes to look through; None for a spectator's."""
    if wanted == SPECTATOR:
        return None
    if wanted is not None:
        seat = table.game.seat_named(wanted)
        return None if seat == CHANCE else seat
    return table.position.seat if table.position.seat != CHANCE else table.last_mover()


def show(
    file: FileArgument,
    seat: SeatOption = None,
    place: Annotated[str, typer.Option("--map", help="The place or hex in the middle of the map.")] = "",
    units: Annotated[bool, typer.Option("--units", help="List all counters that the seat sees.")] = False,
    pack: PackOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show a game as a seat sees it: the map around the action, the side panel, and the last events."""
    table = open_table(GameFile(file), pack)
    who = seat_of(table, seat)
    view = table.position.view(who)
    if as_json:
        print_json(view)
        return
    console = Console(highlight=False)
    scene = Scene(Atlas.of(table.game, pack), view)
    title = table.game.seat_title(who) if who else "a spectator"
    console.print(Text(f"{view.heading}   (as {title} sees it)", "bold"))
    console.print(scene.gauges())
    centre = scene.atlas.find(place) if place else middle(table, scene, who)
    console.print(scene.map(centre, console.width, max(10, min(console.height - 14, 30))))
    if units:
        _print_units(console, scene)
    events = [event for entry in table.timeline.entries for event in entry.events if event.visible_to(who)]
    for event in events[-LAST_EVENTS:]:
        console.print(*event_lines(event), sep="\n")
    console.print(waiting(table))


def middle(table: Table, scene: Scene, seat: Seat | None) -> Hex:
    """A hex in the thick of it: where something happened last, else where enemies stand close together."""
    for entry in reversed(table.timeline.entries):
        for event in reversed(entry.events):
            if event.hexes and event.visible_to(seat):
                hex = scene.atlas.hex(event.hexes[0].partition("/")[0])
                if hex is not None:
                    return hex
    return contact(scene)


def contact(scene: Scene) -> Hex:
    """The hex with most enemies close by; the middle of the map when there are none."""
    grid = scene.atlas.board.grid
    sides: dict[Seat, list[Hex]] = {}
    for label, pieces in scene.stacks.items():
        sides.setdefault(pieces[0].seat, []).append(grid.hex(label))
    if len(sides) < 2:
        return next((hexes[0] for hexes in sides.values()), grid.hexes[len(grid.hexes) // 2])
    mine, theirs = list(sides.values())[:2]
    return max(mine, key=lambda hex: sum(grid.distance(hex, enemy) <= 4 for enemy in theirs))


def _print_units(console: Console, scene: Scene) -> None:
    for label, pieces in sorted(scene.stacks.items()):
        console.print(Text(scene.place(label), "bold"))
        for piece in pieces:
            console.print(Text(f"  {scene.look(piece).name} {describe_piece(piece)}"))
    for (side, box), pieces in sorted(scene.boxes.items()):
        console.print(Text(f"{side}, {box}", "bold"))
        for piece in pieces:
            console.print(Text(f"  {describe_piece(piece)}"))


def legal(
    file: FileArgument,
    filters: Annotated[
        list[str] | None,
        typer.Option("--filter", "-f", help="Only orders with this in their text; may be repeated."),
    ] = None,
    count: Annotated[bool, typer.Option("--count", help="Only say how many there are.")] = False,
    pack: PackOption = None,
    as_json: JsonOption = False,
) -> None:
    """List the legal orders of the seat that decides now."""
    table = open_table(GameFile(file), pack)
    wanted = [text.casefold() for text in filters or []]
    texts = [table.game.text(order) for order in table.position.legal()]
    texts = [text for text in texts if all(part in text.casefold() for part in wanted)]
    if as_json:
        seat = table.position.seat
        print_json({"seat": seat, "count": len(texts), "orders": () if count else texts})
    elif count:
        print(len(texts))
    else:
        print("\n".join(texts) if texts else waiting(table))


def explain(
    file: FileArgument,
    order: Annotated[list[str], typer.Argument(metavar="ORDER", help="The order, such as: attack 3031.")],
    pack: PackOption = None,
    as_json: JsonOption = False,
) -> None:
    """Say why an order is not legal now, with the rule behind it; exit code 1 when it is not."""
    table = open_table(GameFile(file), pack)
    found = list(split_orders(table.game, order))
    if len(found) != 1:
        raise GrognardError(f"expected one order, found {len(found)}")
    refusal = table.position.explain(found[0].text, found[0].seat)
    book = book_of(table.game)
    if as_json:
        rule = "" if refusal is None else refusal.rule
        text = "" if book is None else book.rules.get(rule, "")
        why = "" if refusal is None else refusal.why
        print_json({"order": found[0].text, "legal": refusal is None, "why": why, "rule": rule, "text": text})
    elif refusal is None:
        print(f"{found[0].text}: legal")
        line = rule_line(book, table.position.decision.rule)
        print(f"  {line}" if line else "", end="\n" if line else "")
    else:
        print("\n".join(refusal_lines(found[0].text, refusal, book)))
    if refusal is not None:
        raise typer.Exit(REFUSED)


def replay(
    file: FileArgument,
    to: Annotated[int | None, typer.Option("--to", min=0, help="Stop after so many orders.")] = None,
    seat: Annotated[str | None, typer.Option("--seat", help="Only what this seat may know.")] = None,
    brief: Annotated[bool, typer.Option("--brief", help="Only check the file; print no story.")] = False,
    pack: PackOption = None,
    as_json: JsonOption = False,
) -> None:
    """Tell a game by turn and phase, and verify that it replays to the digest in the file."""
    table = open_table(GameFile(file), pack)
    who = None if seat is None else seat_of(table, seat)
    count = len(table.timeline.entries)
    position = table.position if to is None else table.timeline.at(to)
    chapters = list(story(table.game, table.timeline.entries[:to], who, full=seat is None))
    if as_json:
        print_json({"orders": count, "digest": position.digest(), "chapters": () if brief else chapters})
        return
    console = Console(highlight=False, soft_wrap=True)
    if not brief:
        for line in chapter_lines(chapters):
            console.print(line)
    console.print(f"{count} orders replayed; digest {position.digest()}")
    console.print(waiting(table) if to is None else f"Stopped after {to} orders.")
