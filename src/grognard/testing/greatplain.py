"""The great plain: a made-up game with a map of 4,500 hexes and 600 counters, to see how fast a screen is.

It is offered to a process of its own through the entry points that any game uses:

    with offered(folder) as environment:
        subprocess.Popen([..., "serve"], env=environment)

It is dressed in the colours of the first game of the registry.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar

from grognard.board.cartography.counter import Piece
from grognard.board.cartography.portrait import Portrait
from grognard.core import (
    AnyStep,
    Choice,
    Fault,
    Game,
    Order,
    Position,
    Seat,
    State,
    Verb,
    View,
)
from grognard.core.game import AnyGame, Scenario
from grognard.core.view import Ask
from grognard.core.view import Piece as Shown
from grognard.games import all_games
from grognard.games.module import GameModule
from grognard.packs import PackLayers
from grognard.packs.pack import MANIFEST, PALETTE
from grognard.packs.palette import read_style

ID = "great-plain"
LINES, PLACES = 60, 75
COUNTERS, HEIGHT = 600, 3
GROUND = "....f..ff..s....ff.f...~..f"
"""The letters of the ground, repeated along the lines: enough woods and water to give a pencil work."""

_PACK = f"""\
[pack]
id = "{ID}"
game = "{ID}"
title = "The great plain"
version = "1"

[grid]
shifted = "odd"
lines_run = "south"
places_run = "east"
sheets = [{{ id = "map", first_line = 1, last_line = {LINES}, first_place = 1, last_place = {PLACES} }}]

[kinds.terrain]
clear = {{ title = "Clear" }}
forest = {{ title = "Forest" }}
swamp = {{ title = "Swamp" }}
lake = {{ title = "Lake", water = true }}

[kinds.link]
main = {{ title = "Road" }}

[kinds.place]
town = {{ title = "Town" }}

[columns]
"""
_JOINING = "from grognard.testing.greatplain import module\nMODULE = module()\n"
_LEGEND = ". clear\nf forest\ns swamp\n~ lake\n"


def write_pack(folder: Path) -> None:
    """Write the map as the files of a component pack."""
    (folder / "map").mkdir(parents=True, exist_ok=True)
    (folder / MANIFEST).write_text(_PACK, "utf-8")
    (folder / PALETTE).write_bytes((all_games()[0].pack_path / PALETTE).read_bytes())
    rows = [_row(line) for line in range(1, LINES + 1)]
    ground = f"{_LEGEND}\nplaces 1-{PLACES}\n" + "\n".join(rows) + "\n"
    (folder / "map" / "terrain.txt").write_text(ground, "utf-8")
    towns = [f"t{n},Town {n},town,{_label(5 * n % LINES + 1, 7 * n % PLACES + 1)},design," for n in range(60)]
    (folder / "map" / "places.csv").write_text("id,name,kind,hexes,source,note\n" + "\n".join(towns) + "\n")


def _row(line: int) -> str:
    letters = (GROUND[(line * 11 + place * (3 + line % 5)) % len(GROUND)] for place in range(PLACES))
    return f"{line:02}: {' '.join(letters)} | design"


def _label(line: int, place: int) -> str:
    return f"{line:02}{place:02}"


# --- the game -----------------------------------------------------------------------------------------------


class Plain(State):
    """Where nothing ever moves."""

    passed: int = 0


PASS = Verb("pass")


class _Wait(Choice[Plain, Any], frozen=True):
    rule: ClassVar[str] = "1"
    verbs: ClassVar[tuple[Verb, ...]] = (PASS,)

    def seat(self, position: Position[Plain, Any]) -> Seat:
        return position.game.seats[position.state.passed % 2]  # type: ignore[no-any-return]

    def prompt(self, position: Position[Plain, Any]) -> str:
        return "Look around, or pass."

    def orders(self, position: Position[Plain, Any]) -> tuple[Order, ...]:
        return (PASS(),)

    def take(self, position: Position[Plain, Any], order: Order) -> None:
        position.state.passed += 1


class GreatPlain(Game[Plain]):
    """Counters that stand on a map and are looked at."""

    id = ID
    rules_version = "1"
    verbs = (PASS,)
    steps = (_Wait,)
    state_type = Plain

    def __init__(self, layers: PackLayers) -> None:
        super().__init__("parade", pack=layers.id)
        self.seats = _seats(layers)  # type: ignore[misc]
        self._pieces = tuple(
            Shown(self.seats[n % 2], hex=_where(n), id=f"u{n}", face={"attack": "4", "defence": "5"})
            for n in range(COUNTERS)
        )

    def setup(self) -> tuple[Plain, tuple[AnyStep, ...]]:
        """Nobody has passed yet."""
        return Plain(), (_Wait(),)

    def heading(self, position: Position[Plain, Any]) -> str:
        """There is one turn."""
        return "Parade"

    def status(self, position: Position[Plain, Any]) -> tuple[Fault, ...]:
        """Nothing can be wrong."""
        return ()

    def view(self, position: Position[Plain, Any], seat: Seat | None) -> View:
        """All counters, for everybody."""
        decision = position.decision
        ask = Ask(decision.seat, decision.kind, decision.rule, decision.prompt)
        return View(self.id, self.scenario, position.ply, "Parade", seat, self._pieces, ask)


def _seats(layers: PackLayers) -> tuple[Seat, ...]:
    liveries = list(read_style(layers).liveries)
    return Seat(liveries[0]), Seat(liveries[1])


def _where(counter: int) -> str:
    """Stacks of three, spread over the map."""
    stack = counter // HEIGHT
    return _label(stack * 17 % LINES + 1, stack * 29 % PLACES + 1)


def _portrait(layers: PackLayers, scenario: str | None) -> Portrait:
    seats = _seats(layers)
    return Portrait(
        counters=tuple(
            Piece(
                id=f"u{n}",
                livery=str(seats[n % 2]),
                symbol=("infantry", "armour", "cavalry")[n % 3],
                name=str(n),
                values="4-5",
                size="III",
                levels=2,
            )
            for n in range(COUNTERS)
        )
    )


def _create(layers: PackLayers, scenario: str, options: Mapping[str, str]) -> AnyGame:
    return GreatPlain(layers)


def module() -> GameModule:
    """The game for the registry; its pack lies where the environment says."""
    return GameModule(
        id=ID,
        title="The great plain",
        summary="A parade on 4,500 hexes.",
        pack_path=Path(os.environ["GROGNARD_GREAT_PLAIN"]),
        scenarios=(Scenario("parade", "Parade"),),
        read_components=lambda layers: layers,
        constraints=lambda components: (),
        portrait=_portrait,
        create=_create,
        order=99,
    )


def offered(folder: Path) -> dict[str, str]:
    """The environment of a process in whose registry the game stands; its files go into a folder."""
    pack, about = folder / "pack", folder / "great_plain-1.0.dist-info"
    write_pack(pack)
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: great-plain\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text("[grognard.games]\ngreat-plain = great_plain:MODULE\n")
    (folder / "great_plain.py").write_text(_JOINING)
    path = os.pathsep.join(filter(None, (str(folder), os.environ.get("PYTHONPATH", ""))))
    return {**os.environ, "PYTHONPATH": path, "GROGNARD_GREAT_PLAIN": str(pack)}
