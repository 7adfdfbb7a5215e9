"""What there is to play, ready for a screen: games, boards, counters, rules, and drawn maps."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Mapping
from functools import lru_cache, wraps
from pathlib import Path
from threading import RLock, get_ident
from typing import ParamSpec, TypeVar

import msgspec

from grognard import __version__, bots
from grognard.board.cartography.counter import Piece
from grognard.board.cartography.lettering import MapLabel
from grognard.board.cartography.mesh import Mesh
from grognard.board.cartography.page import entries, legend_width, page_sizes, rows
from grognard.board.cartography.portrait import Portrait
from grognard.board.cartography.sheet import draw_map
from grognard.board.cartography.style import Style
from grognard.board.grid import OFF_GRID
from grognard.board.model import Board
from grognard.core import GrognardError, Seat
from grognard.core.game import AnyGame
from grognard.core.refusal import NotPlayable
from grognard.games import GameModule, all_games, find, load, open_layers
from grognard.games.rulebook import read_rule_book
from grognard.games.tour import Tour, read_tour
from grognard.games.wording import read_words
from grognard.packs import PackLayers, digest, read_board, read_labels
from grognard.packs.palette import read_style
from grognard.server import wire
from grognard.server.shelf import BUILT_IN, PackRef, Shelf

KEPT = 16
"""Boards, maps and games of packs kept in memory."""

P = ParamSpec("P")
T = TypeVar("T")


def remembered(work: Callable[P, T]) -> Callable[P, T]:
    """Work that is done once for the same question, even when several threads ask it at the same time."""
    kept, turn = lru_cache(maxsize=KEPT)(work), RLock()

    @wraps(work)
    def ask(*given: P.args, **named: P.kwargs) -> T:
        with turn:
            return kept(*given, **named)  # type: ignore[arg-type]

    return ask


def games(shelf: Shelf) -> tuple[wire.GameInfo, ...]:
    """Every game of the registry, with the packs on the shelf."""
    return tuple(
        msgspec.structs.replace(
            _game(module), packs=tuple(wire.PackInfo(*pack) for pack in shelf.packs(module.id))
        )
        for module in all_games()
    )


@remembered
def _game(module: GameModule) -> wire.GameInfo:
    if module.create is None:
        return _listed(module, module.status)
    try:
        game, style = game_of(module.id, module.scenarios[0].id, {}, BUILT_IN), _style(module.id, BUILT_IN)
    except GrognardError as error:  # a game with faults is no reason to hide the others
        return _listed(module, str(error))
    return msgspec.structs.replace(
        _listed(module, "ready to play"),
        playable=True,
        seats=tuple(_seat(game, style, seat) for seat in game.seats),
        seasons=tuple(style.palettes),
        overlays=game.overlays,
    )


def _listed(module: GameModule, status: str) -> wire.GameInfo:
    return wire.GameInfo(
        id=module.id,
        title=module.title,
        summary=module.summary,
        playable=False,
        status=status,
        seats=(),
        scenarios=tuple(
            wire.ScenarioInfo(each.id, each.title, each.summary, each.turns, each.teaches)
            for each in module.scenarios
        ),
        options=tuple(
            wire.OptionInfo(option.id, option.title, option.choices, option.default, option.rule)
            for option in module.options
        ),
        bots=tuple(
            wire.BotInfo(kind.name, kind.summary, bots.LEVELS if kind.levels else ())
            for kind in bots.kinds().values()
        ),
        seasons=(),
        overlays=(),
        verbs=dict(read_words(module.words_path)),
    )


def _seat(game: AnyGame, style: Style, seat: Seat) -> wire.SeatInfo:
    title = game.seat_title(seat)
    livery = style.liveries.get(str(seat))
    if livery is None:
        return wire.SeatInfo(str(seat), title)
    return wire.SeatInfo(str(seat), title, livery.fill, livery.ink, livery.symbol, livery.line, livery.emblem)


def title(game: str) -> str:
    """A game's title; its id where the game is no longer there."""
    return next((module.title for module in all_games() if module.id == game), game)


def scenario_title(game: str, scenario: str) -> str:
    """A scenario's title; its id where it is no longer there."""
    titles = {(module.id, each.id): each.title for module in all_games() for each in module.scenarios}
    return titles.get((game, scenario), scenario)


# --- packs -------------------------------------------------------------------------------------------


@remembered
def _layers(game: str, pack: PackRef) -> PackLayers:
    return open_layers(find(game), pack.path or None)


def game_of(game: str, scenario: str, options: Mapping[str, str], pack: PackRef) -> AnyGame:
    """A game to play; tables of the same game, scenario, options and pack share it."""
    return _loaded(game, scenario, tuple(sorted(options.items())), pack)


@remembered
def _loaded(game: str, scenario: str, options: tuple[tuple[str, str], ...], pack: PackRef) -> AnyGame:
    return load(game, scenario, dict(options), pack.path or None)


@remembered
def _style(game: str, pack: PackRef) -> Style:
    return read_style(_layers(game, pack))


@remembered
def _board(game: str, pack: PackRef) -> Board:
    return read_board(_layers(game, pack))


@remembered
def version(game: str, pack: PackRef) -> str:
    """Changes when a drawing of this pack would: for caches."""
    return hashlib.sha256(f"{__version__} {digest(_layers(game, pack))}".encode()).hexdigest()[:16]


# --- board -------------------------------------------------------------------------------------------


@remembered
def board(game: str, pack: PackRef = BUILT_IN) -> wire.BoardInfo:
    """The board as coordinates over its drawing."""
    model, style = _board(game, pack), _style(game, pack)
    mesh = Mesh(model.grid, style.sheet.hex_size)
    frame = mesh.box()
    legend = entries(model, style)
    sizes = page_sizes(frame, len(rows(legend, legend_width(frame))))
    any_cell = next(iter(mesh.of_hex.values()))
    corners = tuple(
        (
            round(mesh.points[corner][0] - any_cell.centre[0], 2),
            round(mesh.points[corner][1] - any_cell.centre[1], 2),
        )
        for corner in any_cell.corners
    )
    return wire.BoardInfo(
        page=sizes.page,
        map=frame,
        corners=corners,
        hexes=tuple(_hex(model, mesh, style, hex) for hex in model.grid.hexes),
        places=tuple(
            wire.PlaceInfo(
                place.id, place.name, place.kind, tuple(model.grid.label(hex) for hex in place.hexes)
            )
            for place in model.places.values()
        ),
        version=version(game, pack),
    )


def _hex(model: Board, mesh: Mesh, style: Style, hex: int) -> wire.HexInfo:
    grid, (x, y) = model.grid, mesh.of_hex[hex].centre
    place, kind = model.place_at.get(hex), model.terrain[hex]
    return wire.HexInfo(
        id=grid.label(hex),
        x=round(x, 1),
        y=round(y, 1),
        terrain=kind,
        place=place.name if place else "",
        notes=tuple(_notes(model, hex)),
        near=tuple(grid.label(near) for near in grid.neighbours[hex] if near != OFF_GRID),
    )


def _notes(model: Board, hex: int) -> list[str]:
    """Rivers along the hex and roads through it, in words."""
    found: dict[str, None] = {}
    for side in model.grid.sides_of(hex):
        for feature in model.side_features.get(side, ()):
            if feature.name:
                found[feature.name] = None
    for link in model.links:
        if hex in link.path and link.name:
            found[link.name] = None
    return list(found)


# --- maps --------------------------------------------------------------------------------------------


def map_svg(game: str, season: str, pack: PackRef = BUILT_IN, cache: Path | None = None) -> str:
    """The map without counters; drawn once, then taken from the cache."""
    style = _style(game, pack)
    if season and season not in style.palettes:
        raise NotPlayable(f"{game} has no season {season!r} (it has {', '.join(style.palettes)})")
    chosen = style.season(season or None)
    kept = cache / f"{game}-{chosen}-{version(game, pack)}.svg" if cache else None
    if kept is not None and kept.is_file():
        return kept.read_text("utf-8")
    drawing = _draw(game, chosen, pack)
    if kept is not None:
        kept.parent.mkdir(parents=True, exist_ok=True)
        beside = kept.with_suffix(f".{os.getpid()}.{get_ident()}.part")
        beside.write_text(drawing, "utf-8")
        beside.replace(kept)
    return drawing


@remembered
def _draw(game: str, season: str, pack: PackRef) -> str:
    model, layers = _board(game, pack), _layers(game, pack)
    names = [
        MapLabel(label.text, label.kind, label.hexes, label.angle, label.size)
        for label in read_labels(layers, model.grid)
    ]
    return draw_map(model, _style(game, pack), season, names=names)


# --- counters ------------------------------------------------------------------------------------------


@remembered
def counters(game: str, pack: PackRef = BUILT_IN) -> wire.CountersInfo:
    """All counters of the box, and the colours of their liveries."""
    module, layers = find(game), _layers(game, pack)
    shown = (
        module.portrait(module.read_components(layers), None) if module.portrait is not None else Portrait()
    )
    pieces = [item for item in shown.counters if isinstance(item, Piece)]
    return wire.CountersInfo(
        {piece.id: _counter(piece) for piece in pieces},
        {
            name: wire.LiveryInfo(
                livery.title,
                livery.fill,
                livery.ink,
                livery.symbol,
                livery.line,
                livery.emblem,
                livery.emblem_colour,
            )
            for name, livery in _style(game, pack).liveries.items()
        },
    )


def _counter(piece: Piece) -> wire.CounterInfo:
    return wire.CounterInfo(
        id=piece.id,
        title=piece.title,
        livery=piece.livery,
        symbol=piece.symbol,
        name=piece.name,
        parent=piece.parent,
        size=piece.size,
        mobility=piece.mobility,
        stars=piece.stars,
        levels=piece.levels,
        morale=piece.morale,
        group=piece.group,
    )


# --- rules ---------------------------------------------------------------------------------------------


@remembered
def rules(game: str, pack: PackRef = BUILT_IN) -> wire.RulesInfo:
    """The rules in our words, by chapter, and the tables."""
    module = find(game)
    if module.rules_path is None or module.create is None:
        raise NotPlayable(f"{module.title}: {module.status}")
    book = read_rule_book(module.rules_path)
    chapters = tuple(
        wire.ChapterInfo(
            chapter, book.chapters[chapter], tuple((number, book.rules[number]) for number in numbers)
        )
        for chapter, numbers in book.by_chapter().items()
    )
    charts = game_of(game, module.scenarios[0].id, {}, pack).charts()
    return wire.RulesInfo(book.title, chapters, charts)


@remembered
def rule_texts(game: str) -> dict[str, str]:
    """Rule numbers with our words; empty when the game has no rule book yet."""
    module = find(game)
    return dict(read_rule_book(module.rules_path).rules) if module.rules_path else {}


@remembered
def tour(game: str, scenario: str) -> Tour:
    """The guided tour through a scenario."""
    return read_tour(find(game).tours_path, scenario)


def warm(cache: Path | None) -> None:
    """Read and draw what the first visitor would have to wait for."""
    listed = [_game(module) for module in all_games()]
    for game in listed:
        if game.playable:
            board(game.id)
            counters(game.id)
            for season in ("", *game.seasons):
                map_svg(game.id, season, BUILT_IN, cache)
