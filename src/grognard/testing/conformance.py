"""Does a game keep the promises of the house? One playthrough answers for all of them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from grognard.core import (
    CHANCE,
    Dice,
    GrognardError,
    IllegalOrder,
    Order,
    Position,
    Record,
    Seat,
    Timeline,
)
from grognard.core.game import AnyGame

AnyPosition = Position[Any, Any]

FEW = 40
"""Legal lists longer than this are sampled where every order would be looked at."""
EARLY, OFTEN = 256, 8
"""`status()` is asked after each of the first orders, and then every so often: a large game has thousands."""


class NonconformingError(AssertionError):
    """A game breaks a promise; the message says which, where, and how to mend it."""


def check_game(game: AnyGame, seeds: Iterable[int] = (1, 2, 3), longest: int = 20_000) -> None:
    """Play random games to the end and check every promise on the way; raises `NonconformingError`."""
    for seed in seeds:
        timeline = _play(game, seed, longest)
        again = _play_quickly(game, seed, longest)
        _require(
            again.digest() == timeline.position.digest(),
            "the same seed gave another game: look for sets, clocks or globals in the rules",
        )
        _check_record(game, timeline)
        _check_way_back(game, timeline)


def _require(held: bool, complaint: str) -> None:
    if not held:
        raise NonconformingError(complaint)


def pick(position: AnyPosition, dice: Dice) -> Order:
    """A random legal order; chance decisions by their weights."""
    outcomes = position.decision.outcomes
    if outcomes is not None:
        return dice.throw(outcomes)
    orders = position.legal().orders
    _require(bool(orders), f"nobody can go on: {position.decision!r} offers no order")
    return orders[dice.below(len(orders))]


def _play(game: AnyGame, seed: int, longest: int) -> Timeline:
    """A random game, every promise checked; the costly ones after 1, 2, 4, 8… orders and at new decisions."""
    dice = Dice(f"conformance {seed}")
    timeline = Timeline(game)
    kinds: set[str] = set()
    for ply in range(longest):
        position = timeline.position
        kind = "" if position.outcome is not None else position.decision.kind
        thorough = ply & (ply - 1) == 0 or ply % 97 == 0 or kind not in kinds
        if thorough or ply < EARLY or ply % OFTEN == 0:
            _check_status(timeline)
        _check_every_step(position)
        if thorough:
            _check_looks(timeline)
            _check_thoroughly(position)
        if position.outcome is not None:
            return timeline
        kinds.add(kind)
        timeline.submit(pick(position, dice), position.seat)
    raise NonconformingError(f"no end after {longest} orders (seed {seed})")


def _play_quickly(game: AnyGame, seed: int, longest: int) -> AnyPosition:
    dice = Dice(f"conformance {seed}")
    position = game.start()
    for _ in range(longest):
        if position.outcome is not None:
            break
        position.apply(pick(position, dice))
    return position


# --- at every step ---------------------------------------------------------------------------------


def _check_status(timeline: Timeline) -> None:
    """Nothing impossible on the map; a fault is followed back to the order that made it."""
    if not timeline.position.status():
        return
    moment = len(timeline.entries)
    while moment and timeline.at(moment - 1).status():
        moment -= 1
    faults = "; ".join(f"{fault.text} [{fault.rule}]" for fault in timeline.at(moment).status()[:3])
    made = f"after {timeline.game.text(timeline.entries[moment - 1].order)!r}" if moment else "at the start"
    raise NonconformingError(f"ply {moment}: an impossible position {made}: {faults}")


def _check_every_step(position: AnyPosition) -> None:
    if position.outcome is not None:
        _require(not position.legal(), "a finished game offers orders")
        return
    decision = position.decision
    seats = (*position.game.seats, CHANCE)
    _require(decision.seat in seats, f"{decision!r} is for an unknown seat; expected one of {seats}")
    _require(bool(decision.prompt), f"{decision.kind} has no prompt")
    _require(
        (decision.outcomes is not None) == (decision.seat == CHANCE),
        f"{decision.kind}: chance decisions have outcomes, others have none",
    )
    orders = position.legal().orders
    _require(bool(orders), f"nobody can go on: {decision!r} offers no order")
    _require(len(set(orders)) == len(orders), f"{decision.kind} offers an order twice")
    for seat in seats:
        idle = seat == decision.seat or not position.legal(seat)
        _require(idle, f"{seat} has orders while {decision.seat} decides")


# --- now and then ------------------------------------------------------------------------------------


def _check_thoroughly(position: AnyPosition) -> None:
    _check_copies(position)
    _check_saves(position)
    _check_views(position)
    if position.outcome is None:
        _check_texts(position)
        _check_refusals(position)


def _texts(position: AnyPosition) -> list[str]:
    return [position.game.text(order) for order in position.legal()]


def _check_texts(position: AnyPosition) -> None:
    """Texts are unique, parse back, and membership agrees with enumeration."""
    game, orders, texts = position.game, position.legal().orders, _texts(position)
    _require(len(set(texts)) == len(texts), f"{position.decision.kind}: two orders have the same text")
    fresh = position.copy().legal()
    for order, text in list(zip(orders, texts, strict=True))[:: max(1, len(orders) // FEW)]:
        _require(game.parse(text) == order, f"{text!r} parses back to another order")
        if order not in fresh:
            raise NonconformingError(f"{text!r} is offered but refused: {position.explain(order)}")


def _check_refusals(position: AnyPosition) -> None:
    """Orders of the wrong seat and nonsense are refused and change nothing."""
    before, order = position.digest(), position.legal().orders[0]
    for seat in (*position.game.seats, CHANCE):
        if seat != position.seat:
            _refused(position, order, seat, f"an order by {seat} out of turn")
    for nonsense in ("", "frobnicate", "move", "roll 99", "roll -1", "\x00", "draw nothing", "roll 1e3"):
        _refused(position, nonsense, None, f"the order {nonsense!r}")
    _require(position.digest() == before, "a refused order changed the position")


def _check_looks(timeline: Timeline) -> None:
    """Asking about orders of this and other moments changes nothing, whether they are legal now or not."""
    position, before = timeline.position, timeline.position.digest()
    asked = [*position.legal().orders[:FEW], *(entry.order for entry in timeline.entries[-FEW:])]
    for order in dict.fromkeys(asked):
        position.explain(order, position.seat)
        _require(
            position.digest() == before, f"asking about {position.game.text(order)!r} changed the position"
        )


def _refused(position: AnyPosition, order: Order | str, seat: Seat | None, what: str) -> None:
    try:
        position.submit(order, seat)
    except GrognardError:
        return
    raise NonconformingError(f"{what} was accepted")


def _check_copies(position: AnyPosition) -> None:
    twin, before = position.copy(), position.digest()
    _require(twin == position and twin.digest() == before, "a copy differs from its original")
    if position.outcome is None:
        twin.apply(position.legal().orders[0])
        _require(position.digest() == before, "an order to a copy changed the original: a shared list?")


def _check_saves(position: AnyPosition) -> None:
    """A loaded position equals the saved one, and offers the same: no stale memory, nothing lost."""
    game = position.game
    loaded = game.load(game.save(position))
    _require(loaded == position, "a saved and loaded position differs")
    _require(loaded.digest() == position.digest(), "a saved and loaded position has another digest")
    _require(
        _texts(loaded) == _texts(position),
        f"ply {position.ply}: a freshly loaded position offers other orders: a Derived value is stale",
    )
    for seat in (*game.seats, None):
        _require(
            loaded.view(seat) == position.view(seat),
            f"ply {position.ply}: a freshly loaded position shows another view: a Derived value is stale",
        )


def _check_views(position: AnyPosition) -> None:
    game = position.game
    for seat in (*game.seats, None):
        view = position.view(seat)
        raw = msgspec.json.encode(view).decode()
        for secret in game.secrets(position, seat):
            complaint = f"ply {position.ply}: the view of {seat or 'a spectator'} shows {secret!r}"
            _require(secret not in raw, complaint)
        _require(
            view.ask is None or seat == position.seat or not view.ask.orders,
            f"the view of {seat} lists orders that are not its own",
        )


# --- at the end --------------------------------------------------------------------------------------


def _check_record(game: AnyGame, timeline: Timeline) -> None:
    text = Record.of(timeline).text()
    record = Record.parse(text)
    _require(record.text() == text, "a record read and written again differs")
    _require(
        record.replay(game).position.digest() == timeline.position.digest(),
        "a record replays to another position",
    )


def _check_way_back(game: AnyGame, timeline: Timeline) -> None:
    """Undo to the start; free undo never crosses a die, a reveal or a change of seat."""
    for seat in game.seats:
        free = timeline.free_undo(seat)
        taken = timeline.entries[len(timeline.entries) - free :]
        _require(not any(entry.barrier for entry in taken), f"{seat} may undo past a die or a reveal")
    try:
        timeline.undo_to(0, consent=game.seats[:1])
    except IllegalOrder:
        pass
    else:
        _require(not timeline.entries, "undo to the start went ahead without consent")
    timeline.undo_to(0, consent=game.seats)
    _require(timeline.position == game.start(), "undo to the start does not lead to the start")
