"""Orders: one choice each, immutable, with a text that a person can read, type and mail.

A game declares its verbs once; the same declaration prints orders and parses them back.

    MOVE = Verb("move", UNIT, PATH)
    order = MOVE(12, (3333, 3232))
    game.text(order)                      # "move 2Pz.304 3333-3232"
    game.parse("move 2Pz.304 3333-3232") == order
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from grognard.core.refusal import InvalidOrder

if TYPE_CHECKING:
    from grognard.core.game import AnyGame


class Pointer(NamedTuple):
    """What an order points at on the table."""

    units: tuple[str, ...] = ()
    hexes: tuple[str, ...] = ()


class Argument:
    """One kind of thing an order can name: a unit, a hex, a number."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name

    def text(self, game: AnyGame, value: Any) -> str:
        """The value as a single word without spaces."""
        raise NotImplementedError

    def value(self, game: AnyGame, text: str) -> Any:
        """The value that the word stands for; raises `InvalidOrder` when there is none."""
        raise NotImplementedError

    def points_at(self, game: AnyGame, value: Any) -> Pointer:
        """The units and hexes that the value names, by id and label, for a screen to light up."""
        return Pointer()


class Number(Argument):
    """A whole number, negative ones included."""

    __slots__ = ()

    def text(self, game: AnyGame, value: Any) -> str:
        """Decimal digits."""
        return str(value)

    def value(self, game: AnyGame, text: str) -> int:
        """The number, in plain ASCII digits and no longer than a rule could ask for."""
        digits = text.removeprefix("-")
        if not (digits.isascii() and digits.isdigit() and len(digits) <= 9) or str(int(text)) != text:
            raise InvalidOrder(f"{self.name} must be a whole number, not {shorten(text)}")
        return int(text)


class Word(Argument):
    """One word of a fixed list."""

    __slots__ = ("words",)

    def __init__(self, name: str, words: Iterable[str]) -> None:
        super().__init__(name)
        self.words = tuple(words)

    def text(self, game: AnyGame, value: Any) -> str:
        """The word itself."""
        return str(value)

    def value(self, game: AnyGame, text: str) -> str:
        """The word, if it is one of the list."""
        if text not in self.words:
            raise InvalidOrder(f"{self.name} must be one of {', '.join(self.words)}, not {shorten(text)}")
        return text


class Several(Argument):
    """A list of one or more things of a kind, joined by a separator; `-` for an empty list."""

    __slots__ = ("item", "separator")

    def __init__(self, item: Argument, separator: str = ",", name: str | None = None) -> None:
        super().__init__(name or f"{item.name}s")
        self.item = item
        self.separator = separator

    def text(self, game: AnyGame, value: Any) -> str:
        """The items' words joined."""
        return self.separator.join(self.item.text(game, part) for part in value) or "-"

    def value(self, game: AnyGame, text: str) -> tuple[Any, ...]:
        """The items in the order given."""
        if text == "-":
            return ()
        return tuple(self.item.value(game, part) for part in text.split(self.separator))

    def points_at(self, game: AnyGame, value: Any) -> Pointer:
        """All that the items point at, in their order."""
        return _joined(self.item.points_at(game, part) for part in value)


@dataclass(frozen=True, eq=False, slots=True)
class Verb:
    """The name of an order and the kinds of its arguments."""

    name: str
    arguments: tuple[Argument, ...]

    def __init__(self, name: str, *arguments: Argument) -> None:
        object.__setattr__(self, "name", name)
        object.__setattr__(self, "arguments", arguments)

    def __call__(self, *values: Any) -> Order:
        """The order with these values."""
        # An order is a tuple: made as one, it costs half of what its own constructor takes.
        return tuple.__new__(Order, (self, values))

    def __repr__(self) -> str:
        return f"Verb({self.usage()!r})"

    def usage(self) -> str:
        """How to type it: `move <unit> <path>`."""
        return " ".join((self.name, *(f"<{argument.name}>" for argument in self.arguments)))


class Order(NamedTuple):
    """One choice: a verb and its values. Compare, hash and store it freely."""

    verb: Verb
    values: tuple[Any, ...] = ()

    def __repr__(self) -> str:
        return f"Order({self.verb.name} {' '.join(map(str, self.values))})".replace(" )", ")")


def order_text(game: AnyGame, order: Order) -> str:
    """The short text form of an order."""
    verb, values = order
    words = [argument.text(game, value) for argument, value in zip(verb.arguments, values, strict=True)]
    return " ".join((verb.name, *words))


def order_pointer(game: AnyGame, order: Order) -> Pointer:
    """The units and hexes that an order names, in the order of its words."""
    pairs = zip(order.verb.arguments, order.values, strict=True)
    return _joined(argument.points_at(game, value) for argument, value in pairs)


def _joined(pointers: Iterable[Pointer]) -> Pointer:
    found = tuple(pointers)
    return Pointer(
        tuple(unit for one in found for unit in one.units), tuple(hex for one in found for hex in one.hexes)
    )


def parse_order(game: AnyGame, verbs: Mapping[str, Verb], text: str) -> Order:
    """The order a text stands for; raises `InvalidOrder` with what was expected."""
    words = text.split()
    if not words:
        raise InvalidOrder("an empty line is not an order")
    verb = verbs.get(words[0])
    if verb is None:
        raise InvalidOrder(f"unknown order {shorten(words[0])}{did_you_mean(words[0], verbs)}")
    if len(words) - 1 != len(verb.arguments):
        raise InvalidOrder(f"expected `{verb.usage()}`, found {len(words) - 1} argument(s)")
    pairs = zip(verb.arguments, words[1:], strict=True)
    return Order(verb, tuple(argument.value(game, word) for argument, word in pairs))


def shorten(text: str, limit: int = 40) -> str:
    """A quoted piece of foreign text, safe and short enough for a message."""
    return repr(text if len(text) <= limit else text[: limit - 1] + "…")


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """A hint for a misspelt word: `; did you mean 'move'?`, or nothing."""
    names = {name.casefold(): name for name in known}
    close = difflib.get_close_matches(word[:80].casefold(), names, n=1, cutoff=0.6)
    return f"; did you mean {names[close[0]]!r}?" if close else ""
