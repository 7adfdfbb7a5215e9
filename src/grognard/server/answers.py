"""Answers about orders that nobody has given yet: why not, what would it bring, what are the odds.

All of them are asked of a glimpse: the position as far as one seat knows it.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from grognard.core import (
    CHANCE,
    Event,
    GrognardError,
    IllegalOrder,
    InvalidOrder,
    Order,
    Overlay,
    Refusal,
    Seat,
)
from grognard.core.timeline import AnyPosition
from grognard.lab.odds import Chance, NoDice, Odds, distribution
from grognard.lab.policies import sparing
from grognard.server import library, wire
from grognard.server.problems import Refused
from grognard.server.screen import choices_of, forecast_of, ids_in

# --- why not -----------------------------------------------------------------------------------------


def explain(known: AnyPosition, seat: Seat, text: str) -> wire.Answer:
    """Why an order is not legal now."""
    refusal = known.explain(text, seat)
    return wire.Answer(_told(known, text, refusal) if refusal else None)


def why(known: AnyPosition, seat: Seat, click: wire.Why) -> wire.Answer:
    """Why a click does nothing: of the orders that it could mean, the refusal of the one it names most of."""
    game = known.game
    if known.seat is None:
        return wire.Answer(wire.RefusalInfo("", "the game is over"))
    if known.seat != seat:
        return wire.Answer(wire.RefusalInfo("", f"it is for {game.seat_title(known.seat)} to decide now"))
    for order in _meant(known, click):
        refusal = known.explain(order, seat)
        if refusal is None:
            return wire.Answer(None)
        if refusal.rule:
            return wire.Answer(_told(known, game.text(order), refusal))
    return wire.Answer(wire.RefusalInfo("", f"now the game waits for: {known.decision.prompt}"))


def _told(known: AnyPosition, order: str, refusal: Refusal) -> wire.RefusalInfo:
    text = library.rule_texts(known.game.id).get(refusal.rule, "")
    return wire.RefusalInfo(order, refusal.why, refusal.rule, text)


def _meant(known: AnyPosition, click: wire.Why) -> list[Order]:
    """Orders of the decision's verbs whose words a click can fill, those that it fills most of first."""
    given = [word for word in (click.unit, click.hex, click.selected) if word]
    found: dict[Order, int] = {}
    for verb in known.decision.verbs:
        number = len(verb.arguments)
        for words in _fillings(given, number):
            try:
                order = known.game.parse(" ".join((verb.name, *words)))
            except InvalidOrder:
                continue
            found.setdefault(order, number)
    return sorted(found, key=lambda order: -found[order])


def _fillings(words: list[str], number: int) -> list[tuple[str, ...]]:
    if number == 0 or number > 2:
        return []
    if number == 1:
        return [(word,) for word in words]
    return [(one, two) for one in words for two in words if one != two]


# --- what would it bring ------------------------------------------------------------------------------


def preview(known: AnyPosition, seat: Seat, orders: Sequence[str]) -> wire.Preview:
    """What some orders would bring, up to the dice, or to the first counter that is only guessed."""
    seen = ids_in(known.view(seat))
    told: list[Event] = []
    for text in orders:
        if known.seat in (None, CHANCE):
            break
        try:
            events = [event for event in known.submit(text, seat) if event.visible_to(seat)]
        except IllegalOrder as refused:
            return wire.Preview(tuple(told), "", refusal=_told(known, text, refused.refusal))
        except GrognardError as error:
            return wire.Preview(tuple(told), "", refusal=wire.RefusalInfo(text, str(error)))
        if not all(seen.issuperset(event.units) for event in events):
            return wire.Preview(tuple(told), "What is hidden there comes to light.")
        told += events
    prompt = known.decision.prompt if known.outcome is None else known.outcome.text
    choices = choices_of(known) if known.seat == seat else ()
    return wire.Preview(tuple(told), prompt, forecast_of(known, seen), choices=choices)


def overlay(known: AnyPosition, kind_id: str, subject: str) -> Overlay:
    """One of the game's overlays."""
    game = known.game
    kind = next((kind for kind in game.overlays if kind.id == kind_id), None)
    if kind is None:
        raise Refused(404, "No such overlay", ", ".join(kind.id for kind in game.overlays))
    drawn: Overlay = game.overlay(known, kind, subject)
    return drawn


# --- odds ----------------------------------------------------------------------------------------------


def odds(known: AnyPosition, orders: Sequence[str]) -> wire.OddsInfo:
    """The exact chances of a plan."""
    try:
        return _told_odds(distribution(known, orders, sparing))
    except NoDice as error:
        raise Refused(409, "No dice to weigh", str(error)) from None


def _share(value: Fraction) -> wire.Share:
    return wire.Share(f"{value.numerator}/{value.denominator}", round(float(value) * 100, 2))


def _steps(chances: tuple[Chance, ...]) -> tuple[tuple[int, wire.Share], ...]:
    return tuple((chance.value, _share(chance.probability)) for chance in chances)


def _told_odds(found: Odds) -> wire.OddsInfo:
    return wire.OddsInfo(
        prompt=found.prompt,
        rule=found.rule,
        assumed=found.assumed,
        modifiers=found.modifiers,
        results=tuple(
            wire.OddsResult(result.text, result.throws, _share(result.probability))
            for result in found.results
        ),
        sides=tuple(
            wire.OddsSide(
                str(side.seat),
                round(float(side.expected), 3),
                _steps(side.steps),
                _share(side.destroyed),
                _share(side.displaced),
            )
            for side in found.sides
        ),
        waiting=tuple((str(each.seat), each.prompt, _share(each.probability)) for each in found.waiting),
    )
