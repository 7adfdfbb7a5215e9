"""The counters as they look: what the cartography needs to draw units, stacks and front lines."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.board.bits import hexes_of
from grognard.board.cartography.counter import Piece, StarColour
from grognard.board.cartography.fronts import Front
from grognard.board.cartography.portrait import Portrait
from grognard.board.grid import Hex
from grognard.games.moscow1941.components.kinds import Side, Size, Star
from grognard.games.moscow1941.components.reading import Components
from grognard.games.moscow1941.components.setup import default_setup
from grognard.games.moscow1941.components.units import Unit

_SIZE_MARKS: Mapping[Size, str] = {
    Size.COMPANY: "I",
    Size.BATTALION: "II",
    Size.REGIMENT: "III",
    Size.BRIGADE: "X",
    Size.DIVISION: "XX",
    Size.CORPS: "XXX",
    Size.ARMY: "XXXX",
}
_STARS: Mapping[Star, tuple[StarColour, ...]] = {
    Star.NONE: (),
    Star.BLACK: ("black",),
    Star.WHITE: ("white",),
    Star.YELLOW: ("yellow",),
    Star.BLUE: ("blue",),
}
_LIVERY_BY_SIDE: Mapping[Side, str] = {Side.AXIS: "german", Side.SOVIET: "soviet"}
_LIVERY_BY_MORALE: Mapping[str, str] = {"ss": "ss", "guards": "soviet_guards"}
_LIVERY_BY_NATION: Mapping[str, str] = {"french": "french"}


def portrait(components: Components, scenario: str | None = None) -> Portrait:
    """Show the whole box of counters or, for a scenario, the map as it stands before the first turn."""
    pieces = tuple(piece(unit) for unit in components.units.values())
    if scenario is None:
        return Portrait(pieces=pieces)
    chosen = components.scenarios[scenario]
    stacks: dict[Hex, list[Piece]] = {}
    for placement in default_setup(components, chosen):
        stacks.setdefault(placement.hex, []).append(piece(placement.unit, placement.levels))
    return Portrait(
        title=f"{chosen.file.title}, {chosen.day(1):%-d %B %Y}",
        pieces=pieces,
        stacks={hex: tuple(sorted(stack, key=_from_below)) for hex, stack in stacks.items()},
        fronts=tuple(
            Front(_LIVERY_BY_SIDE[side], frozenset(hexes_of(components.board.zones[zone].area)))
            for side in Side
            if (zone := chosen.file.front.of(side)) in components.board.zones
        ),
    )


def piece(unit: Unit, levels: int | None = None) -> Piece:
    """Show one counter, with so many efficiency levels left."""
    left = unit.cel if levels is None else levels
    reduced = left < unit.cel and unit.sp_reduced is not None
    name, _, parent = _names(unit)
    return Piece(
        id=unit.id,
        livery=livery(unit),
        symbol=_symbol(unit),
        name=name,
        parent=parent,
        values=_values(unit, left),
        size=_SIZE_MARKS[unit.size],
        stars=_STARS[unit.star],
        levels=unit.cel,
        levels_left=left,
        back_values=_values(unit, unit.cel - 1) if unit.sp_reduced is not None else "",
        reduced=reduced,
        group=unit.formation,
        title=unit.long_name,
    )


def livery(unit: Unit) -> str:
    """Return the dress of a unit: that of its nation or its morale where it has one, else of its side."""
    by_nation = _LIVERY_BY_NATION.get(unit.nation)
    return by_nation or _LIVERY_BY_MORALE.get(unit.morale) or _LIVERY_BY_SIDE[unit.side]


def _names(unit: Unit) -> tuple[str, str, str]:
    """Cut the printed name into the unit's own and its parent's: "330/183", "D [DR]", "HQ XX"."""
    for prefix in ("HQ ", "Art. "):
        if unit.name.startswith(prefix):
            return unit.name.removeprefix(prefix), "", ""
    if unit.name.endswith("]"):
        own, _, parent = unit.name.rstrip("]").partition(" [")
        return own, "", parent
    own, slash, parent = unit.name.partition("/")
    return own, slash, parent


def _symbol(unit: Unit) -> str:
    if unit.is_artillery and not unit.towed:
        return "self_propelled"
    return unit.type.value


def _values(unit: Unit, levels: int) -> str:
    attack, defence = unit.attack_strength(levels), unit.defence_strength(levels)
    if unit.defence is not None and not unit.is_headquarters:
        return f"{attack}-{defence}-{unit.mp}"
    return f"{attack}-{unit.mp}"


def _from_below(piece: Piece) -> tuple[int, str]:
    """Sort a stack so that the unit a player looks for first lies on top."""
    order = {"headquarters": 0, "artillery": 1}
    return (order.get(piece.symbol, 2), piece.id)
