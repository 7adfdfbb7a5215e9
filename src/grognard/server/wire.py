"""What goes over the wire: one small struct for each request and answer."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from grognard.core import Chart, Event, Forecast, Modifier, OverlayKind, View
from grognard.core.view import Gauge
from grognard.games.wording import VerbWords

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=80)]
OrderText = Annotated[str, msgspec.Meta(min_length=1, max_length=2000)]
Words = Annotated[str, msgspec.Meta(min_length=1, max_length=2000)]
Token = Annotated[str, msgspec.Meta(min_length=20, max_length=80)]
SeatName = Annotated[str, msgspec.Meta(max_length=40)]


# --- games -------------------------------------------------------------------------------------------


class SeatInfo(msgspec.Struct, frozen=True):
    """A side of a game, and how it is dressed."""

    id: str
    title: str
    fill: str = ""
    ink: str = ""
    symbol: str = ""
    line: str = ""
    emblem: str = ""


class ScenarioInfo(msgspec.Struct, frozen=True):
    """A scenario of a game."""

    id: str
    title: str
    summary: str
    turns: int
    teaches: bool = False


class OptionInfo(msgspec.Struct, frozen=True):
    """An option of a game."""

    id: str
    title: str
    choices: tuple[str, ...]
    default: str
    rule: str


class BotInfo(msgspec.Struct, frozen=True):
    """A bot that can take a seat."""

    name: str
    summary: str
    levels: tuple[int, ...]


class PackInfo(msgspec.Struct, frozen=True):
    """A component pack on the server's shelf; with a `problem` it cannot be played."""

    id: str
    title: str
    summary: str
    problem: str = ""


class GameInfo(msgspec.Struct, frozen=True):
    """A game of the registry."""

    id: str
    title: str
    summary: str
    playable: bool
    status: str
    seats: tuple[SeatInfo, ...]
    scenarios: tuple[ScenarioInfo, ...]
    options: tuple[OptionInfo, ...]
    bots: tuple[BotInfo, ...]
    seasons: tuple[str, ...]
    overlays: tuple[OverlayKind, ...]
    verbs: dict[str, VerbWords] = {}
    """The orders in plain words."""
    packs: tuple[PackInfo, ...] = ()
    """Further packs that it can be played with."""


class HexInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """A hex of the board: where its centre is on the drawing, and what lies in it."""

    id: str
    x: float
    y: float
    terrain: str
    place: str = ""
    notes: tuple[str, ...] = ()
    near: tuple[str, ...] = ()
    """The adjacent hexes."""


class PlaceInfo(msgspec.Struct, frozen=True):
    """A named place."""

    id: str
    name: str
    kind: str
    hexes: tuple[str, ...]


class BoardInfo(msgspec.Struct, frozen=True):
    """The board as coordinates over the drawing of the map."""

    page: tuple[float, float, float, float]
    """Left, top, right and bottom of the drawing."""
    map: tuple[float, float, float, float]
    """The part of it that is map."""
    corners: tuple[tuple[float, float], ...]
    """The six corners of a hex around its centre."""
    hexes: tuple[HexInfo, ...]
    places: tuple[PlaceInfo, ...]
    version: str
    """Changes when the drawing does."""


class CounterInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is printed on a counter and never changes."""

    id: str
    title: str
    livery: str
    symbol: str
    name: str
    parent: str = ""
    size: str = ""
    mobility: str = "none"
    stars: tuple[str, ...] = ()
    levels: int = 0
    morale: str = ""
    group: str = ""


class LiveryInfo(msgspec.Struct, frozen=True):
    """How counters of a livery are coloured."""

    title: str
    fill: str
    ink: str
    symbol: str
    line: str
    emblem: str
    emblem_colour: str


class CountersInfo(msgspec.Struct, frozen=True):
    """All counters of a scenario with their liveries."""

    counters: dict[str, CounterInfo]
    liveries: dict[str, LiveryInfo]


class ChapterInfo(msgspec.Struct, frozen=True):
    """A chapter of the rule book: numbers with our words."""

    id: str
    title: str
    rules: tuple[tuple[str, str], ...]


class RulesInfo(msgspec.Struct, frozen=True):
    """The rules of a game in our words, and its tables."""

    title: str
    chapters: tuple[ChapterInfo, ...]
    charts: tuple[Chart, ...]


# --- tables ------------------------------------------------------------------------------------------


class SeatChoice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who plays a seat: the one who asks, a friend by link, or a bot."""

    kind: Literal["me", "link", "bot"]
    bot: Annotated[str, msgspec.Meta(max_length=40)] = ""
    level: Annotated[int, msgspec.Meta(ge=1, le=9)] = 2


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table to be opened."""

    game: Name
    scenario: Name
    seats: dict[SeatName, SeatChoice]
    options: dict[SeatName, SeatName] = {}
    pack: Annotated[str, msgspec.Meta(max_length=80)] = ""
    """The id of a pack on the shelf; empty for the game's own."""
    title: Annotated[str, msgspec.Meta(max_length=120)] = ""


class TableCreated(msgspec.Struct, frozen=True):
    """The keys to a new table: the host's, one for each seat played by link, and the spectators'."""

    host: str
    seats: dict[str, str]
    spectator: str


class SeatState(msgspec.Struct, frozen=True):
    """A seat of a table: who plays it, and whether anybody is there."""

    id: str
    title: str
    kind: Literal["human", "bot"]
    bot: str = ""
    level: int = 0
    present: bool = False


class TableInfo(msgspec.Struct, frozen=True):
    """What a page needs to know once."""

    game: str
    scenario: str
    scenario_title: str
    title: str
    options: dict[str, str]
    pack: str
    """The id of the pack; empty for the game's own."""
    seats: tuple[SeatState, ...]
    mine: tuple[str, ...]
    """The seats of whoever asks; none for a spectator."""
    spectator: bool
    in_play: tuple[str, ...]
    """The hexes of the scenario; empty for the whole board."""
    paused: bool
    run: str


class Tokens(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Keys that a browser has kept."""

    tokens: Annotated[list[Token], msgspec.Meta(max_length=200)]


class TableSummary(msgspec.Struct, frozen=True):
    """A line of the list of games to go on with."""

    token: str
    game: str
    game_title: str
    scenario: str
    scenario_title: str
    title: str
    heading: str
    outcome: str
    mine: tuple[str, ...]
    to_move: str
    updated: str


class Choice(msgspec.Struct, frozen=True, omit_defaults=True):
    """A legal order, with what it names, for lighting and grouping."""

    text: str
    verb: str
    units: tuple[str, ...] = ()
    hexes: tuple[str, ...] = ()


class Undo(msgspec.Struct, frozen=True):
    """How many orders can be taken back for free, which one is next, and why no more."""

    free: int
    next: str
    why_not: str


class Thinking(msgspec.Struct, frozen=True):
    """A bot at work."""

    seat: str
    progress: float
    note: str


class State(msgspec.Struct, frozen=True, omit_defaults=True):
    """The table as one seat sees it now."""

    state_id: str
    seat: str
    view: View
    total: int
    """Entries of the seat's story so far."""
    choices: tuple[Choice, ...] = ()
    forecast: Forecast | None = None
    undo: Undo | None = None
    thinking: Thinking | None = None
    events: tuple[Event, ...] = ()
    """After an order: what happened."""
    asks_consent: str = ""
    """A seat that would like to take something back, if any."""
    secrets: bool = False
    """Does this seat see anything that another seat of the same visitor does not?"""


class Give(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An order of a seat, for the moment that the page shows."""

    seat: SeatName
    state_id: SeatName
    order: OrderText


class Ask(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Orders to be looked at, not carried out."""

    seat: SeatName
    orders: Annotated[list[OrderText], msgspec.Meta(max_length=60)] = []


class Why(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A click on something that no choice covers."""

    seat: SeatName
    unit: Annotated[str, msgspec.Meta(max_length=60)] = ""
    hex: Annotated[str, msgspec.Meta(max_length=60)] = ""
    selected: Annotated[str, msgspec.Meta(max_length=60)] = ""


class RefusalInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why an order is refused: the rule, the reason, and the rule in our words."""

    order: str
    why: str
    rule: str = ""
    text: str = ""


class Answer(msgspec.Struct, frozen=True):
    """A refusal, or None when the order would be legal."""

    refusal: RefusalInfo | None


class Preview(msgspec.Struct, frozen=True, omit_defaults=True):
    """What some orders would bring, up to the dice."""

    events: tuple[Event, ...]
    prompt: str
    forecast: Forecast | None = None
    refusal: RefusalInfo | None = None
    choices: tuple[Choice, ...] = ()
    """What could be ordered next, when it is still for the same seat to decide."""


class OverlayAsk(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An overlay to be drawn as a seat knows the table."""

    seat: SeatName
    kind: SeatName
    subject: Annotated[str, msgspec.Meta(max_length=60)] = ""


class Share(msgspec.Struct, frozen=True):
    """A probability: exact, and in per cent."""

    exact: str
    percent: float


class OddsResult(msgspec.Struct, frozen=True):
    """One result of the table: its throws and how probable it is."""

    text: str
    throws: tuple[str, ...]
    share: Share


class OddsSide(msgspec.Struct, frozen=True):
    """What it may cost a side."""

    seat: str
    expected: float
    steps: tuple[tuple[int, Share], ...]
    destroyed: Share
    displaced: Share


class OddsInfo(msgspec.Struct, frozen=True):
    """The exact chances of a plan."""

    prompt: str
    rule: str
    assumed: tuple[str, ...]
    modifiers: tuple[Modifier, ...]
    results: tuple[OddsResult, ...]
    sides: tuple[OddsSide, ...]
    waiting: tuple[tuple[str, str, Share], ...]


class UndoAsk(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Take back the last order; with `consent` or `decline`, answer what the other side asks for."""

    seat: SeatName
    state_id: SeatName
    consent: bool = False
    decline: bool = False


class StoryEntry(msgspec.Struct, frozen=True, omit_defaults=True):
    """One order and what it brought, as a seat may know it."""

    n: int
    seat: str
    heading: str
    order: str = ""
    events: tuple[Event, ...] = ()


class Story(msgspec.Struct, frozen=True):
    """A part of the story; `total` counts all entries."""

    entries: tuple[StoryEntry, ...]
    total: int


class Moment(msgspec.Struct, frozen=True):
    """The table after so many orders, as a seat saw it."""

    n: int
    total: int
    view: View
    entry: StoryEntry | None


class Sample(msgspec.Struct, frozen=True):
    """What the gauges said at the beginning of a phase."""

    n: int
    heading: str
    measures: dict[str, dict[str, int]]


class Series(msgspec.Struct, frozen=True):
    """How things went over time."""

    samples: tuple[Sample, ...]
    gauges: tuple[Gauge, ...]


class Say(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line of chat, or the text of a note."""

    text: Words
    seat: SeatName = ""


class Note(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A seat's own notes."""

    text: Annotated[str, msgspec.Meta(max_length=20_000)]
    seat: SeatName


class Said(msgspec.Struct, frozen=True):
    """A line of chat."""

    seat: str
    text: str
    at: str


class Talk(msgspec.Struct, frozen=True):
    """The chat of a table, and the notes of the one who asks."""

    chat: tuple[Said, ...]
    notes: dict[str, str]
