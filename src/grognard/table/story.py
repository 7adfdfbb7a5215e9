"""The story of a game: what happened, by turn and phase, for logs, replays and screens."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

import msgspec

from grognard.core import CHANCE, Event, Seat
from grognard.core.game import AnyGame
from grognard.core.timeline import Entry


class Happening(msgspec.Struct, frozen=True, omit_defaults=True):
    """One order and what it brought."""

    seat: Seat
    order: str
    events: tuple[Event, ...] = ()


class Chapter(msgspec.Struct, frozen=True):
    """What happened under one heading: a phase of a turn."""

    heading: str
    happenings: tuple[Happening, ...]


def story(
    game: AnyGame, entries: Iterable[Entry], seat: Seat | None = None, full: bool = True
) -> Iterator[Chapter]:
    """The entries of a timeline by heading.

    With `full=False` only what a seat (None: a spectator) may know: its own orders, the dice unless all that
    they brought is for others to read, and the events that it may read; the orders of others are told by
    their events alone.
    """
    for heading, group in groupby(entries, key=lambda entry: entry.heading):
        found = [_happening(game, entry, seat, full) for entry in group]
        yield Chapter(heading, tuple(happening for happening in found if happening.order or happening.events))


def last_of(chapters: Iterable[Chapter], count: int) -> tuple[Chapter, ...]:
    """The end of a story: its last happenings, under their headings."""
    found: list[Chapter] = []
    for chapter in reversed(tuple(chapters)):
        if count <= 0:
            break
        if chapter.happenings:
            found.append(Chapter(chapter.heading, chapter.happenings[-count:]))
            count -= len(chapter.happenings)
    return tuple(reversed(found))


def _happening(game: AnyGame, entry: Entry, seat: Seat | None, full: bool) -> Happening:
    events = tuple(event for event in entry.events if full or event.visible_to(seat))
    drawn_in_secret = bool(entry.events) and not events
    known = full or entry.seat == seat or (entry.seat == CHANCE and not drawn_in_secret)
    return Happening(entry.seat, game.text(entry.order) if known else "", events)
