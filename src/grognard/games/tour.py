"""A guided tour through a scenario: what a newcomer is told, step by step, and when to go on."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import msgspec

from grognard.core.order import shorten
from grognard.core.refusal import NotPlayable

Text = Annotated[str, msgspec.Meta(min_length=1)]

Part = Literal[
    "", "map", "decision", "choices", "undo", "combat", "story", "look", "overlays", "rules", "bots", "menu"
]
"""A part of the page that a step can point at, or wait for until it is opened."""


class Until(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What the newcomer does to go on: read, or something that the screen can see.

    `what` holds the beginnings of orders (`order`), units (`unit`), hexes (`hex`), kinds of decisions
    (`ask`), parts of the page (`part`) or parts of a heading (`heading`). Any of them will do.
    """

    when: Literal["read", "order", "unit", "hex", "ask", "part", "heading", "outcome"] = "read"
    what: tuple[Text, ...] = ()


class TourStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One step: its words, where they point, and what ends it."""

    title: Text
    text: Text
    part: Part = ""
    hexes: tuple[Text, ...] = ()
    units: tuple[Text, ...] = ()
    until: Until = Until()
    hint: str = ""
    """What to press, for whoever is stuck."""


class Tour(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The tour of a scenario: the newcomer's seat, who plays the others, and the steps."""

    seat: Text
    bot: Text
    level: int
    minutes: int
    step: tuple[TourStep, ...]


def read_tour(folder: Path | None, scenario: str) -> Tour:
    """The tour of a scenario from the folder of tours; raises `NotPlayable` when there is none."""
    path = folder / f"{scenario}.toml" if folder and scenario in tours_in(folder) else None
    if path is None:
        raise NotPlayable(f"there is no tour of {shorten(scenario)}")
    return msgspec.toml.decode(path.read_bytes(), type=Tour)


def tours_in(folder: Path | None) -> tuple[str, ...]:
    """The scenarios that have a tour."""
    return tuple(sorted(path.stem for path in folder.glob("*.toml"))) if folder else ()
