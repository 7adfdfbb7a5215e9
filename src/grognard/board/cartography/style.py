"""How a map looks: what each kind of terrain, water, road and place is drawn as, and in which colours.

A style is read from the `palette.toml` of a pack. The words of the game's tables ("forest", "main") are
given a form there; the palettes (summer, winter, ...) then colour the forms, so that one map has many faces.
"""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from typing import Annotated, Literal, TypeAlias

import msgspec

from grognard.core.refusal import GrognardError

Colour: TypeAlias = Annotated[str, msgspec.Meta(pattern=r"^#[0-9a-fA-F]{6}$")]
Share: TypeAlias = Annotated[float, msgspec.Meta(ge=0, le=1)]
Texture: TypeAlias = Literal[
    "open", "woods", "marsh", "lake", "built", "rough", "hills", "mountains", "closed"
]
WaterForm: TypeAlias = Literal["river", "canal"]
LinkForm: TypeAlias = Literal["highway", "road", "track", "rail"]
PlaceForm: TypeAlias = Literal["city", "fortress", "great_town", "town", "village", "peak"]
BorderForm: TypeAlias = Literal["front", "boundary"]
BadgeForm: TypeAlias = Literal["sign", "figure"]
Emblem: TypeAlias = Literal["cross", "star", "bar", "ring", "chevron", "none"]


class UnknownSeason(GrognardError):  # noqa: N818 - a refusal, not a fault
    """A palette that the style does not have."""


class Sheet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is lettered around the map."""

    title: str
    subtitle: str = ""
    hex_kilometres: Annotated[float, msgspec.Meta(gt=0)] = 1.0
    credit: str = ""
    hex_size: Annotated[float, msgspec.Meta(ge=40, le=240)] = 60.0
    """The width of a hex on the page: small maps of large hexes want more than the 60 of large maps."""


class TerrainStyle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The form of a kind of terrain; without a title it is left out of the legend."""

    texture: Texture = "open"
    title: str = ""


class WaterStyle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The form of water along hexsides; `width` is the full width in hexes, `rank` sorts small to great."""

    width: Annotated[float, msgspec.Meta(gt=0, le=0.5)]
    form: WaterForm = "river"
    rank: int = 0
    title: str = ""


class LinkStyle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The form of a kind of road or railway."""

    form: LinkForm = "road"
    title: str = ""


class PlaceStyle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The form of a kind of place."""

    form: PlaceForm = "town"
    title: str = ""


class BorderStyle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The form of a line along hexsides that is no water, such as the border of a sector."""

    form: BorderForm = "boundary"
    title: str = ""


class BadgeStyle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A small badge beside a place that has a property: a sign, or the figure that the property gives.

    With a `value` only places whose property has that value bear the badge.
    """

    property: str
    value: str = ""
    form: BadgeForm = "sign"
    glyph: str = ""
    livery: str = ""
    title: str = ""


class Livery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The dress of one side's counters; the emblem tells sides apart for those who do not see colours."""

    fill: Colour
    ink: Colour
    symbol: Colour
    line: Colour
    emblem: Emblem = "none"
    emblem_colour: Colour = "#000000"
    title: str = ""


class Palette(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The colours of one face of the map."""

    title: str
    paper: Colour
    frame: Colour
    ink: Colour
    ink_soft: Colour
    accent: Colour
    halo: Colour
    ground: Colour
    ground_light: Colour
    ground_dark: Colour
    woods: Colour
    woods_shadow: Colour
    woods_crown: Colour
    woods_light: Colour
    marsh: Colour
    marsh_tuft: Colour
    marsh_water: Colour
    relief: Colour
    relief_shadow: Colour
    lake: Colour
    lake_deep: Colour
    shore: Colour
    river: Colour
    built: Colour
    built_edge: Colour
    block: Colour
    block_shadow: Colour
    highway: Colour
    highway_case: Colour
    road: Colour
    road_case: Colour
    rail: Colour
    bridge: Colour
    grid: Colour
    number: Colour
    label: Colour
    label_water: Colour
    label_region: Colour
    closed: Colour = "#d9d3c3"
    closed_line: Colour = "#b9b09a"
    border_front: Colour = "#b3261c"
    border_boundary: Colour = "#4b2e6b"
    grid_strength: Share = 0.4
    number_strength: Share = 0.6
    mottle_strength: Share = 0.5
    frozen: bool = False


class Style(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything a `palette.toml` says."""

    sheet: Sheet
    palettes: Mapping[str, Palette]
    terrain: Mapping[str, TerrainStyle] = {}
    water: Mapping[str, WaterStyle] = {}
    rivers: Mapping[str, WaterStyle] = {}
    """Great rivers that are drawn wider than their kind, by name."""
    links: Mapping[str, LinkStyle] = {}
    places: Mapping[str, PlaceStyle] = {}
    borders: Mapping[str, BorderStyle] = {}
    """Lines along hexsides by their kind."""
    badges: tuple[BadgeStyle, ...] = ()
    bridges: tuple[str, ...] = ("bridge",)
    bridge_title: str = ""
    """What the legend calls a bridge; without it, it is left out."""
    liveries: Mapping[str, Livery] = {}

    def season(self, wanted: str | None) -> str:
        """Return the name of the palette to draw in: what is wanted, else the first there is."""
        return next(iter(self.palettes)) if wanted is None else wanted

    def palette(self, season: str) -> Palette:
        """Return the palette of this name, or raise `UnknownSeason` with the names there are."""
        if season in self.palettes:
            return self.palettes[season]
        close = difflib.get_close_matches(season, self.palettes, n=1)
        hint = f"; did you mean {close[0]}?" if close else ""
        raise UnknownSeason(f"there is no palette {season!r}, only {', '.join(self.palettes)}{hint}")

    def terrain_style(self, kind: str) -> TerrainStyle:
        """Return the form of a kind of terrain; open ground when the style has none."""
        return self.terrain.get(kind, _OPEN)

    def water_style(self, kind: str, name: str = "") -> WaterStyle | None:
        """Return the form of a hexside by its name or its kind, or None when it is no water."""
        return self.rivers.get(name, self.water.get(kind)) if kind in self.water else None

    def link_style(self, kind: str) -> LinkStyle:
        """Return the form of a kind of link."""
        return self.links.get(kind, _ROAD)

    def place_style(self, kind: str) -> PlaceStyle:
        """Return the form of a kind of place."""
        return self.places.get(kind, _TOWN)


_OPEN = TerrainStyle()
_ROAD = LinkStyle()
_TOWN = PlaceStyle()
