"""The counters as they look: what the cartography needs to draw units, stacks and markers."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.board.cartography.counter import Mobility, Piece, Token
from grognard.board.cartography.portrait import Portrait
from grognard.board.grid import Hex
from grognard.games.peaks.components import (
    AirUnit,
    Code,
    CommandMarker,
    Components,
    Nation,
    Opening,
    Side,
    Size,
    SupportUnit,
    TokenRow,
    Unit,
    UnitType,
    Variant,
)

_SIZE_MARKS: Mapping[Size, str] = {
    Size.CORPS: "XXX",
    Size.ARMY: "XXXX",
    Size.GROUP: "[XXX]",
    Size.KAMPFGRUPPE: "KG",
}
_SYMBOLS: Mapping[UnitType, str] = {
    UnitType.INFANTRY: "infantry",
    UnitType.PANZER: "armor",
    UnitType.PANZERGRENADIER: "mechanized",
    UnitType.MOUNTAIN: "mountain",
    UnitType.CAVALRY: "cavalry",
    UnitType.SHOCK: "shock",
    UnitType.TANK: "armor",
    UnitType.MECHANIZED: "mechanized",
    UnitType.MARINES: "marines",
    UnitType.GARRISON: "garrison",
    UnitType.OIL_DETACHMENT: "petroleum",
    UnitType.MOBILE_DEPOT: "depot",
    UnitType.TRUCK_COLUMN: "transport",
}
_MOBILITY: Mapping[UnitType, Mobility] = {UnitType.TRUCK_COLUMN: "wheels"}
_NATIONS: Mapping[Nation, str] = {
    Nation.GERMAN: "axis",
    Nation.HUNGARIAN: "hungarian",
    Nation.ITALIAN: "italian",
    Nation.ROMANIAN: "romanian",
    Nation.SOVIET: "soviet",
}
_COMMAND_GLYPHS: Mapping[Opening, str] = {
    Opening.STALINGRAD: "letter_s",
    Opening.CAUCASUS: "letter_c",
    Opening.EITHER: "letters_c_or_s",
    Opening.BOTH: "letters_c_and_s",
}
_SIDES: Mapping[Side, str] = {Side.AXIS: "axis", Side.SOVIET: "soviet"}
_GROUPS: Mapping[str, str] = {
    "A": "Army Group A",
    "B": "Army Group B",
    "A/B": "Army Groups A and B",
    "C": "Caucasus Sector",
    "S": "Stalingrad Sector",
    "Opt": "Optional and built",
}


def unit_piece(unit: Unit, steps: int | None = None) -> Piece:
    """One ground counter with so many steps left, the side up that says so."""
    left = unit.steps if steps is None else steps
    weaker = left < unit.steps
    return Piece(
        id=unit.id,
        livery=_livery(unit),
        symbol=_SYMBOLS[unit.type],
        name=unit.name,
        values=_values(unit, left),
        size=_SIZE_MARKS.get(unit.size, ""),
        mobility=_MOBILITY.get(unit.type, "none"),
        levels=unit.steps if unit.steps > 1 else 0,
        levels_left=left if unit.steps > 1 else -1,
        morale=unit.code.value,
        weaker=weaker,
        reverse=unit_piece(unit, 1) if unit.steps > 1 and not weaker else None,
        group=_group(unit),
        title=unit.long_name,
    )


def air_piece(air: AirUnit, steps: int = 2) -> Piece:
    """One airstrike; the strength of a reduced one, which has no zone, stands in brackets (16.11)."""
    weaker = steps < 2
    return Piece(
        id=air.id,
        livery=_NATIONS[air.nation],
        symbol="air",
        name=air.name,
        values=f"[{air.strength_reduced}]" if weaker else str(air.strength),
        levels=2,
        levels_left=steps,
        morale="Opt" if air.optional else str(air.turn or ""),
        weaker=weaker,
        reverse=None if weaker else air_piece(air, 1),
        group="Airstrikes",
        title=air.long_name,
    )


def support_piece(support: SupportUnit) -> Piece:
    """One special support unit: value, asterisk and letters at the foot, its sector in the tab (2.9)."""
    star = "*" if support.needs_supply else ""
    return Piece(
        id=support.id,
        livery=_SIDES[support.side],
        symbol=support.symbol,
        name=support.name,
        values=f"{support.value}{star} {support.use.value}",
        morale=support.sector.value[0].upper() if support.sector else "",
        group="Support units",
        title=support.long_name,
    )


def command_token(marker: CommandMarker) -> Token:
    """One command marker: the sectors it opens, its name, shift and first turn."""
    shift = f" +{marker.shift}" if marker.shift else ""
    date = f" T{marker.turn}" if marker.turn else ""
    caption = f"{marker.name.removeprefix('Operation ').removesuffix(' Sector')}{shift}{date}"
    return Token(
        marker.id,
        _SIDES[marker.side],
        _COMMAND_GLYPHS[marker.opens],
        caption,
        "Command markers",
        marker.name,
    )


def plain_token(id: str, row: TokenRow) -> Token:
    """One administrative marker."""
    livery = _SIDES[row.side] if row.side else "both"
    return Token(id, livery, row.glyph, row.name, "Markers", row.shows)


def box(components: Components) -> tuple[Piece | Token, ...]:
    """All counters in the order of a sheet: ground units, airstrikes, support, command, markers."""
    units = sorted(components.units.values(), key=_on_the_sheet)
    return (
        *map(unit_piece, units),
        *map(air_piece, sorted(components.air.values(), key=_by_side)),
        *map(support_piece, sorted(components.support.values(), key=_by_side)),
        *map(command_token, sorted(components.markers.values(), key=_by_side)),
        *(plain_token(id, row) for id, row in components.tokens.items()),
    )


def portrait(components: Components, scenario: str | None = None) -> Portrait:
    """Show the whole box of counters or, for a scenario, the suggested set-up on the map."""
    if scenario is None:
        return Portrait(counters=box(components))
    chosen, board = components.scenarios[scenario], components.board
    stacks: dict[Hex, list[Piece]] = {}
    for id, label in chosen.setup.items():
        stacks.setdefault(board.grid.hex(label), []).append(unit_piece(components.units[id]))
    return Portrait(
        title=f"{chosen.file.title}, {components.turns[0].month}",
        counters=box(components),
        stacks={hex: _piled(stack) for hex, stack in stacks.items()},
    )


def _livery(unit: Unit) -> str:
    if unit.variant is Variant.SS_PANZER:
        return "ss"
    return "guards" if unit.guards else _NATIONS[unit.nation]


def _values(unit: Unit, steps: int) -> str:
    attack, defence = unit.attack_strength(steps), unit.defence_strength(steps)
    movement = unit.movement_allowance(steps)
    return f"{movement}" if unit.type is UnitType.TRUCK_COLUMN else f"{attack}-{defence}-{movement}"


def _group(unit: Unit) -> str:
    if unit.code.turn:
        return "Axis reinforcements" if unit.side is Side.AXIS else "Soviet reinforcements"
    return _GROUPS[unit.code.value]


def _by_side(counter: AirUnit | SupportUnit | CommandMarker) -> int:
    return list(Side).index(counter.side)


def _on_the_sheet(unit: Unit) -> tuple[object, ...]:
    """Sort counters as they come in a box: by side, set-up before reinforcements, and type."""
    when = 0 if not unit.code.turn and unit.code is not Code.OPTIONAL else 1 if unit.code.turn else 2
    setup = list(_GROUPS).index(unit.code.value) if when != 1 else unit.code.turn
    return (list(Side).index(unit.side), when, setup, list(UnitType).index(unit.type), unit.id)


def _piled(stack: list[Piece]) -> tuple[Piece, ...]:
    return tuple(sorted(stack, key=_from_below))


def _from_below(piece: Piece) -> tuple[int, str]:
    """Sort a stack so that the strongest fighter lies on top."""
    attack = piece.values.partition("-")[0]
    return (int(attack) if attack.isdigit() else 0, piece.id)
