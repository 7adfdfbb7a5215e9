"""Exact odds: the real rules run over every outcome of the dice.

    odds = distribution(position, ("attack 3031", "join 2Pz.R2"))
    odds.results          # what the table may answer, each with its exact probability
    odds.sides[0].steps   # how many steps a side may lose

Nothing here knows a game. The orders are carried out on a copy of the position; what players have to add
before the dice fall is the least they can (`odds.assumed`). Every outcome of every roll is followed until
the procedure has dealt with all that the first roll put on its stack. Choices of the players on the way are
answered by a policy; without one, a branch stops there and says whom it waits for.
"""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeAlias

import msgspec

from grognard.core import CHANCE, Event, GrognardError, Modifier, Order, Position, Seat
from grognard.lab.toll import Standing, Toll, standing, toll

AnyPosition: TypeAlias = Position[Any, Any]

Policy: TypeAlias = Callable[[AnyPosition], Order]
"""Answers the choices that players have while the consequences of a roll are carried out."""

MOST_BRANCHES = 20_000
"""Positions to follow at the same time; what lies beyond is reported as waiting."""
LONGEST_BRANCH = 400
DEAREST = 9
"""What the orders may cost that are missing between a plan and its dice."""
ADDITION = 3
"""An order that names something adds to a plan; one that names nothing only confirms it, and costs 1."""
MOST_LOOKED_AT = 2_000


class NoDice(GrognardError):  # noqa: N818 - a refusal, not a fault
    """The plan does not lead to a roll."""


class Result(msgspec.Struct, frozen=True):
    """What the table may answer, the throws that lead to it, and its exact probability."""

    text: str
    throws: tuple[str, ...]
    probability: Fraction


class Chance(msgspec.Struct, frozen=True):
    """A number and how probable it is."""

    value: int
    probability: Fraction


class Waiting(msgspec.Struct, frozen=True):
    """A choice at which branches stopped: who has to make it, what is asked, and how probable that is."""

    seat: Seat
    prompt: str
    probability: Fraction


class SideOdds(msgspec.Struct, frozen=True):
    """What the attack may cost one side."""

    seat: Seat
    expected: Fraction
    """Expected loss of steps."""
    steps: tuple[Chance, ...]
    """Steps lost, and how probable that is."""
    destroyed: Fraction
    """Probability that at least one counter is lost for good."""
    displaced: Fraction
    """Probability that at least one counter ends in another hex."""


class Odds(msgspec.Struct, frozen=True):
    """The exact chances of a plan."""

    prompt: str
    rule: str
    orders: tuple[str, ...]
    """What was planned."""
    assumed: tuple[str, ...]
    """Orders added to bring the plan to its dice: `seat: order`."""
    modifiers: tuple[Modifier, ...]
    results: tuple[Result, ...]
    sides: tuple[SideOdds, ...]
    waiting: tuple[Waiting, ...]
    """Where branches stopped for want of a policy; the losses count what is certain by then."""


def distribution(
    position: AnyPosition, orders: Iterable[Order | str] = (), policy: Policy | None = None
) -> Odds:
    """The exact odds of a plan in a position, which stays as it is.

    Raises `IllegalOrder` or `InvalidOrder` when an order of the plan is refused, and `NoDice` when it leads
    to no roll.
    """
    game = position.game
    before = position.copy()
    planned = [order if isinstance(order, Order) else game.parse(order) for order in orders]
    for order in planned:
        before.submit(order)
    assumed = _to_the_dice(before, bool(planned))
    decision = before.decision
    floor = len(before.stack) - 1
    start = standing(before)
    firsts = list(_first_rolls(before))
    ends = _follow(((after, share) for _, _, share, after in firsts), floor, policy)
    return Odds(
        prompt=decision.prompt,
        rule=decision.rule,
        orders=tuple(game.text(order) for order in planned),
        assumed=assumed,
        modifiers=next((e.modifiers for _, events, _, _ in firsts for e in events if e.modifiers), ()),
        results=_results(game.text, firsts),
        sides=_sides(start, ends, game.seats),
        waiting=_waiting(ends, floor),
    )


def distribution_for(
    seat: Seat | None,
    position: AnyPosition,
    orders: Iterable[Order | str] = (),
    policy: Policy | None = None,
) -> tuple[Odds, bool]:
    """The odds as far as a seat can know them, and whether there were hidden counters to guess.

    Nobody learns from odds what his view hides: the seat's glimpse stands in for the position. None is
    nobody's seat and sees the position itself.
    """
    if seat is None or seat == CHANCE:
        return distribution(position, orders, policy), False
    hidden = bool(position.game.secrets(position, seat))
    return distribution(position.game.glimpse(position, seat), orders, policy), hidden


# --- up to the dice ------------------------------------------------------------------------------------


def _to_the_dice(position: AnyPosition, planned: bool) -> tuple[str, ...]:
    """Bring a plan to its roll by the cheapest way; returns the orders that were added.

    What a plan has begun is not left before its dice have fallen: an attack that only needs to be fought is
    fought, and not called off for other dice.
    """
    floor = len(position.stack) if planned else 0
    looked_at = 0
    frontier: list[tuple[int, int, AnyPosition, tuple[str, ...]]] = [(0, 0, position, ())]
    while frontier:
        cost, _, here, added = heapq.heappop(frontier)
        if here.seat == CHANCE:
            _become(position, here)
            return added
        for order in () if here.outcome is not None else here.legal():
            dearer = cost + (ADDITION if order.values else 1)
            if dearer > DEAREST:
                continue
            looked_at += 1
            if looked_at > MOST_LOOKED_AT:
                raise NoDice(f"no dice fall here: {_asked(position)}")
            text = f"{here.seat}: {here.game.text(order)}"
            after = here.copy()
            after.apply(order)
            if len(after.stack) >= floor:
                heapq.heappush(frontier, (dearer, looked_at, after, (*added, text)))
    raise NoDice(f"no dice fall here: {_asked(position)}")


def _asked(position: AnyPosition) -> str:
    return "the game is over" if position.outcome is not None else position.decision.prompt


def _become(position: AnyPosition, other: AnyPosition) -> None:
    """Let a copy take the place of the one that the caller works with."""
    if position is not other:
        twin = other.copy()
        position.state, position.stack, position.ply = twin.state, twin.stack, twin.ply
        position.memo, position._decision = twin.memo, None


# --- the dice and what they bring ------------------------------------------------------------------------

_First: TypeAlias = tuple[Order, tuple[Event, ...], Fraction, AnyPosition]


def _first_rolls(position: AnyPosition) -> Iterator[_First]:
    """Every outcome of the first roll with its events, its probability, and the position after it."""
    outcomes = position.decision.outcomes
    assert outcomes is not None
    for order, weight in outcomes:
        after = position.copy()
        events = after.submit(order, CHANCE)
        yield order, events, Fraction(weight, outcomes.total), after


def _results(text: Callable[[Order], str], firsts: Sequence[_First]) -> tuple[Result, ...]:
    """The throws that come to the same, added up."""
    throws: dict[str, list[str]] = {}
    shares: dict[str, Fraction] = defaultdict(Fraction)
    for order, events, share, _ in firsts:
        result = next((event.result for event in events if event.result), text(order))
        throws.setdefault(result, []).append(text(order).partition(" ")[2] or text(order))
        shares[result] += share
    return tuple(Result(result, tuple(found), shares[result]) for result, found in throws.items())


def _follow(
    starts: Iterable[tuple[AnyPosition, Fraction]], floor: int, policy: Policy | None
) -> list[tuple[AnyPosition, Fraction]]:
    """Follow every branch until all above the floor of the stack is done; equal positions are one."""
    done: dict[bytes, tuple[AnyPosition, Fraction]] = {}
    open_: dict[bytes, tuple[AnyPosition, Fraction]] = {}
    for position, share in starts:
        _add(open_, position, share)
    for _ in range(LONGEST_BRANCH):
        if not open_ or len(open_) + len(done) > MOST_BRANCHES:
            break
        following: dict[bytes, tuple[AnyPosition, Fraction]] = {}
        for position, share in open_.values():
            if _rests(position, floor, policy):
                _add(done, position, share)
                continue
            for after, part in _steps(position, policy):
                _add(following, after, share * part)
        open_ = following
    for position, share in open_.values():
        _add(done, position, share)
    return list(done.values())


def _add(kept: dict[bytes, tuple[AnyPosition, Fraction]], position: AnyPosition, share: Fraction) -> None:
    key = position.to_json()
    known = kept.get(key)
    kept[key] = (position, share if known is None else known[1] + share)


def _rests(position: AnyPosition, floor: int, policy: Policy | None) -> bool:
    """Is the affair over, or does it wait for a choice that nobody answers?"""
    if _is_over(position, floor):
        return True
    return policy is None and position.seat != CHANCE


def _is_over(position: AnyPosition, floor: int) -> bool:
    return position.outcome is not None or len(position.stack) <= floor


def _steps(position: AnyPosition, policy: Policy | None) -> Iterator[tuple[AnyPosition, Fraction]]:
    outcomes = position.decision.outcomes
    if outcomes is None:
        assert policy is not None
        after = position.copy()
        after.apply(policy(position))
        yield after, Fraction(1)
        return
    for order, weight in outcomes:
        after = position.copy()
        after.apply(order)
        yield after, Fraction(weight, outcomes.total)


# --- the sum ---------------------------------------------------------------------------------------------


def _waiting(ends: Sequence[tuple[AnyPosition, Fraction]], floor: int) -> tuple[Waiting, ...]:
    shares: dict[tuple[Seat, str], Fraction] = defaultdict(Fraction)
    for position, share in ends:
        if not _is_over(position, floor):
            shares[position.decision.seat, position.decision.prompt] += share
    return tuple(Waiting(seat, prompt, share) for (seat, prompt), share in shares.items())


def _sides(
    start: Mapping[Seat, Standing], ends: Sequence[tuple[AnyPosition, Fraction]], seats: Sequence[Seat]
) -> tuple[SideOdds, ...]:
    tolls: dict[Seat, list[tuple[Toll, Fraction]]] = {seat: [] for seat in seats}
    for position, share in ends:
        now = standing(position)
        for seat in seats:
            tolls[seat].append((toll(start[seat], now[seat]), share))
    return tuple(_side(seat, found) for seat, found in tolls.items())


def _side(seat: Seat, tolls: Sequence[tuple[Toll, Fraction]]) -> SideOdds:
    steps: dict[int, Fraction] = defaultdict(Fraction)
    for cost, share in tolls:
        steps[cost.steps] += share
    return SideOdds(
        seat,
        expected=sum((number * share for number, share in steps.items()), Fraction()),
        steps=tuple(Chance(number, share) for number, share in sorted(steps.items())),
        destroyed=sum((share for cost, share in tolls if cost.counters), Fraction()),
        displaced=sum((share for cost, share in tolls if cost.displaced), Fraction()),
    )
