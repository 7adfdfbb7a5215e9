"""The switches of a game: complementary rules, rulings that players may see otherwise, and the set-up."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from grognard.core import Option

ON, OFF = "on", "off"


def _switch(id: str, title: str, rule: str, default: bool = True) -> Option:
    return Option(id, title, (ON, OFF), ON if default else OFF, rule)


OPTIONS = (
    _switch("strategic-movement", "Strategic movement", "12"),
    _switch("tactical-concentration", "Tactical concentration", "13"),
    _switch("bridges", "Demolition and rebuilding of bridges", "14"),
    _switch("special-units", "Stars and other special units", "15"),
    _switch("masking", "Hidden stacks", "16"),
    _switch("literal-ratio", "Ratios below 1:1 rounded as the text reads (ruling M01)", "1.7", False),
    _switch("fortified-bind", "The enemy around dug-in units must be attacked (ruling M09)", "5.1.4", False),
    _switch("bonus-hex", "One hex more on secondary routes (ruling M15)", "terrain-table"),
    _switch("frozen-waters", "Swamps and lakes are frozen (ruling M34)", "scenario-red-snow", False),
    Option("set-up", "Set-up: choose where the book leaves a choice, as printed, or free",
           ("choices", "printed", "free"), "choices", "setup-aid"),
)  # fmt: skip


class Switches(msgspec.Struct, frozen=True):
    """The options of one game, as the rules read them."""

    strategic_movement: bool
    tactical_concentration: bool
    bridges: bool
    special_units: bool
    masking: bool
    literal_ratio: bool
    fortified_bind: bool
    bonus_hex: bool
    frozen_waters: bool
    set_up: str


def switches(values: Mapping[str, str]) -> Switches:
    """Read option values; those not named have their default."""
    chosen = {option.id: values.get(option.id, option.default) for option in OPTIONS}
    set_up = chosen.pop("set-up")
    flags = {name.replace("-", "_"): value == ON for name, value in chosen.items()}
    return Switches(**flags, set_up=set_up)
