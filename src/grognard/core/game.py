"""The game: rules, component pack, scenario and options together; nothing in it changes."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from functools import cached_property
from typing import Any, ClassVar, Generic, Self, TypeAlias, TypeVar

import msgspec

from grognard.core.chance import CHANCE, DRAW, ROLL
from grognard.core.codec import Codec, Save, read_save
from grognard.core.digest import digest_of
from grognard.core.order import Order, Verb, did_you_mean, order_text, parse_order, shorten
from grognard.core.position import Position
from grognard.core.procedure import AnyStep
from grognard.core.refusal import NotPlayable, SaveError
from grognard.core.screen import Chart, Forecast, Measure, Overlay, OverlayKind
from grognard.core.seat import Seat
from grognard.core.state import State
from grognard.core.view import View

S = TypeVar("S", bound=State)


class Option(msgspec.Struct, frozen=True):
    """A switch that a player sets before the game: an optional rule, a ruling, a variant."""

    id: str
    title: str
    choices: tuple[str, ...]
    default: str
    rule: str = ""


class Scenario(msgspec.Struct, frozen=True):
    """A scenario as a list of games shows it."""

    id: str
    title: str
    summary: str = ""
    turns: int = 0
    teaches: bool = False
    """Whether it is made to learn the game by; a screen guides newcomers through it."""


class Fault(msgspec.Struct, frozen=True):
    """Something impossible in a position: an overstack, a unit off the map, a negative step."""

    rule: str
    text: str


class Game(ABC, Generic[S]):
    """Rules bound to a pack, a scenario and options. `game.start()` gives the first position."""

    id: ClassVar[str]
    rules_version: ClassVar[str]
    seats: ClassVar[tuple[Seat, ...]]
    verbs: ClassVar[tuple[Verb, ...]]
    steps: ClassVar[tuple[type[AnyStep], ...]]
    state_type: type[S]

    def __init__(
        self,
        scenario: str,
        options: Mapping[str, str] | None = None,
        *,
        pack: str = "",
        pack_digest: str = "",
    ) -> None:
        self.scenario = scenario
        self.options = dict(options or {})
        self.pack = pack or self.id
        self.pack_digest = pack_digest

    # --- what a game provides -------------------------------------------------------------------

    @abstractmethod
    def setup(self) -> tuple[S, tuple[AnyStep, ...]]:
        """The state and the stack before the first automatic step."""

    @abstractmethod
    def view(self, position: Position[S, Any], seat: Seat | None) -> View:
        """What a seat may see, built from nothing."""

    @abstractmethod
    def status(self, position: Position[S, Any]) -> tuple[Fault, ...]:
        """Whatever is impossible in a position."""

    @abstractmethod
    def heading(self, position: Position[S, Any]) -> str:
        """Turn and phase in words, for logs and records."""

    def secrets(self, position: Position[S, Any], seat: Seat | None) -> tuple[str, ...]:
        """Words that must not appear anywhere in this seat's view; the conformance kit looks for them."""
        return ()

    def glimpse(self, position: Position[S, Any], seat: Seat) -> Position[S, Any]:
        """A position that this seat cannot tell from the real one, made of what the seat may know.

        Whatever is hidden from the seat is replaced by a guess, always the same one: two positions that look
        alike to the seat give the same glimpse, and it shows the seat what the real one does. Programs that
        play are given this and never the position itself. For a game without secrets it is a copy.
        """
        return position.copy()

    def seat_title(self, seat: Seat) -> str:
        """A seat's name for readers."""
        return str(seat).capitalize()

    # --- what a game may offer a screen ----------------------------------------------------------

    @property
    def in_play(self) -> tuple[str, ...]:
        """The labels of the hexes that the scenario is played on; empty for the whole board."""
        return ()

    overlays: ClassVar[tuple[OverlayKind, ...]] = ()

    def overlay(self, position: Position[S, Any], kind: OverlayKind, subject: str) -> Overlay:
        """Draw one of the game's overlays; `subject` is the id of a unit or seat, as the kind asks.

        Hand in a glimpse: what an overlay shows is what its position holds.
        """
        raise NotPlayable(f"{self.id} has no overlay {shorten(kind.id)}")

    def forecast(self, position: Position[S, Any]) -> Forecast | None:
        """What the affair that is being put together comes to; None when there is none."""
        return None

    def charts(self) -> tuple[Chart, ...]:
        """The tables of the rule book."""
        return ()

    def measures(self, position: Position[S, Any]) -> tuple[Measure, ...]:
        """What can be drawn over time; nothing in it may be secret."""
        return ()

    # --- what every game has --------------------------------------------------------------------

    @cached_property
    def identity(self) -> str:
        """Game, rules, pack, scenario and options in one line."""
        options = " ".join(f"{name}={value}" for name, value in sorted(self.options.items()))
        pack = f"{self.pack}:{self.pack_digest}"
        return f"{self.id} {self.rules_version} {pack} {self.scenario} {options}".rstrip()

    @cached_property
    def codec(self) -> Codec[S]:
        """Writes and reads this game's positions."""
        return Codec(self.state_type, self.steps)

    @cached_property
    def vocabulary(self) -> Mapping[str, Verb]:
        """Every verb by name, those of chance included."""
        return {verb.name: verb for verb in (*self.verbs, ROLL, DRAW)}

    def start(self) -> Position[S, Self]:
        """The first position in which somebody has to decide."""
        state, stack = self.setup()
        position: Position[S, Self] = Position(self, state, stack)
        position.settle()
        return position

    def parse(self, text: str) -> Order:
        """The order a text stands for; raises `InvalidOrder`."""
        return parse_order(self, self.vocabulary, text)

    def text(self, order: Order) -> str:
        """The text of an order; parses back to the same order."""
        return order_text(self, order)

    def seat_named(self, text: str) -> Seat:
        """The seat (chance included) that a word names."""
        for seat in (*self.seats, CHANCE):
            if seat == text:
                return seat
        names = [str(seat) for seat in (*self.seats, CHANCE)]
        raise NotPlayable(f"unknown seat {shorten(text)}{did_you_mean(text, names)}")

    # --- saves ------------------------------------------------------------------------------------

    def from_json(self, raw: bytes) -> Position[S, Self]:
        """The position that `Position.to_json` wrote."""
        ply, state, stack = self.codec.decode(raw)
        return Position(self, state, stack, ply)

    def save(self, position: Position[S, Any]) -> bytes:
        """A versioned save: readable JSON with ids, and what is needed to open it again."""
        inner = position.to_json()
        save = Save(
            game=self.id,
            rules=self.rules_version,
            scenario=self.scenario,
            pack=self.pack,
            pack_digest=self.pack_digest,
            options=self.options,
            digest=digest_of(self.identity, inner),
            position=msgspec.Raw(inner),
        )
        return msgspec.json.format(msgspec.json.encode(save), indent=1) + b"\n"

    def load(self, raw: bytes) -> Position[S, Self]:
        """The position in a save of this very game; raises `SaveError` with the reason."""
        save = read_save(raw)
        self._check_ties(save)
        position = self.from_json(bytes(save.position))
        if position.digest() != save.digest:
            raise SaveError("the save was changed: its digest does not match its content")
        try:
            faults = position.status()
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
            raise SaveError(f"the save shows an impossible position: {error}") from error
        if faults:
            raise SaveError(f"the save shows an impossible position: {faults[0].text}")
        return position

    def _check_ties(self, save: Save) -> None:
        """A save opens only in the game, pack, scenario and options it was made with."""
        for what, mine, theirs in (
            ("game", self.id, save.game),
            ("rules version", self.rules_version, save.rules),
            ("scenario", self.scenario, save.scenario),
            ("pack", self.pack, save.pack),
            ("pack digest", self.pack_digest, save.pack_digest),
        ):
            if mine != theirs:
                raise SaveError(f"the save is of another {what}: expected {mine!r}, found {shorten(theirs)}")
        for name in sorted(self.options.keys() | save.options.keys()):
            expected, found = self.options.get(name, "nothing"), save.options.get(name, "nothing")
            if expected != found:
                raise SaveError(
                    f"the save has another option {shorten(name)}: "
                    f"expected {shorten(expected)}, found {shorten(found)}"
                )


AnyGame: TypeAlias = Game[Any]
