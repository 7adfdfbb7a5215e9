"""What a screen may ask of any game beyond the view: overlays, forecasts and charts.

A game offers these as data; no screen knows a rule. The caller hands in the position as the asking seat knows
it (`Game.glimpse`), so that nothing hidden can be read off an overlay.
"""

from __future__ import annotations

from enum import Enum

import msgspec

from grognard.core.event import Modifier
from grognard.core.seat import Seat


class Subject(Enum):
    """What an overlay is about, besides the position."""

    NONE = "none"
    UNIT = "unit"
    SEAT = "seat"


class OverlayKind(msgspec.Struct, frozen=True):
    """An overlay that a game can draw: zones of control of a side, the reach of a unit."""

    id: str
    title: str
    subject: Subject
    rule: str = ""


class Layer(msgspec.Struct, frozen=True, omit_defaults=True):
    """Hexes of one meaning, with a word on some of them, and lines from hex to hex.

    `tone` tells a screen how to colour it: a seat, or one of `good`, `bad`, `neutral`.
    """

    title: str
    tone: str
    hexes: tuple[str, ...] = ()
    words: dict[str, str] = {}
    """A short word on a hex: what it costs to get there, who owns it."""
    lines: tuple[tuple[str, ...], ...] = ()


class Overlay(msgspec.Struct, frozen=True):
    """An overlay drawn for one moment."""

    kind: str
    layers: tuple[Layer, ...]


class Force(msgspec.Struct, frozen=True, omit_defaults=True):
    """One side of an affair that is about to be decided: who takes part, and with what."""

    seat: Seat
    title: str
    strength: str
    units: tuple[tuple[str, str], ...] = ()
    """Each unit by its id, with what it adds in words; a hidden one has no id."""
    hexes: tuple[str, ...] = ()
    guessed: bool = False
    """Is the strength a guess, because some units are hidden?"""


class Forecast(msgspec.Struct, frozen=True, omit_defaults=True):
    """A combat or another affair while it is put together: forces, modifiers, and where the dice look."""

    title: str
    rule: str
    forces: tuple[Force, ...]
    modifiers: tuple[Modifier, ...]
    steps: tuple[str, ...] = ()
    """How the result came about, in order: `17:8`, `2:1`, `3:1`."""
    chart: str = ""
    column: str = ""
    """The chart and its column or row that the dice will be looked up in."""


class Chart(msgspec.Struct, frozen=True, omit_defaults=True):
    """A table of the rule book, for reading and for lighting its cells."""

    id: str
    title: str
    rule: str
    corner: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]
    """Each row by its label with its cells."""
    notes: tuple[str, ...] = ()


class Measure(msgspec.Struct, frozen=True):
    """Something that can be drawn over time, by seat: losses, hexes held, points."""

    id: str
    title: str
    values: dict[str, int]
