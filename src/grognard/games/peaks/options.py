"""The switches of a game: optional rules, variants, rulings to see otherwise, and the set-up."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from grognard.core import Option

ON, OFF = "on", "off"


def _switch(id: str, title: str, rule: str, default: bool = False) -> Option:
    return Option(id, title, (ON, OFF), ON if default else OFF, rule)


OPTIONS = (
    _switch("variable-markers", "Uranus and Wintergewitter among the command markers", "23.1"),
    _switch("soviet-initiative", "The initiative passes after Uranus (with variable markers)", "23.2"),
    _switch("variable-reinforcements", "Variable reinforcements", "23.3"),
    _switch("better-logistics", "Better logistics", "23.4"),
    _switch("naval-operations", "Naval operations", "25.1"),
    _switch("bridgeheads", "Bridgeheads", "25.2"),
    Option("airlift-points", "Soviet victory points for the airlift (ruling Q-P01)", ("2", "1"), "2", "17.3"),
    _switch("each-port", "A point for each Black Sea port, not for all together (ruling Q-P02)", "3.5"),
    _switch("lost-for-good", "Units cut off and lost count for victory (ruling Q-P07)", "15.19", True),
    _switch("attacker-moves-retreats", "The attacker moves all retreats (ruling Q-P15)", "11.1", True),
    _switch("rail-crosses-boundary", "Rail lines of communications cross sectors (ruling Q-P27)", "15.3"),
    Option(
        "set-up", "Set-up: place your units freely, or as we suggest", ("free", "suggested"), "free", "22"
    ),
)


class Switches(msgspec.Struct, frozen=True):
    """The options of one game, as the rules read them."""

    variable_markers: bool
    soviet_initiative: bool
    variable_reinforcements: bool
    better_logistics: bool
    naval_operations: bool
    bridgeheads: bool
    each_port: bool
    lost_for_good: bool
    attacker_moves_retreats: bool
    rail_crosses_boundary: bool
    airlift_points: int
    free_set_up: bool


def switches(values: Mapping[str, str]) -> Switches:
    """Read option values; those not named have their default."""
    chosen = {option.id: values.get(option.id, option.default) for option in OPTIONS}
    airlift_points, set_up = int(chosen.pop("airlift-points")), chosen.pop("set-up")
    flags = {name.replace("-", "_"): value == ON for name, value in chosen.items()}
    flags["soviet_initiative"] &= flags["variable_markers"]  # ruling Q-P42: it takes Uranus
    return Switches(**flags, airlift_points=airlift_points, free_set_up=set_up == "free")
