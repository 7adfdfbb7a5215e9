"""The counters as they look: what the cartography needs to draw units, stacks and front lines."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import pairwise

from grognard.board.bits import hexes_of
from grognard.board.cartography.counter import Mobility, Piece, StarColour, Token
from grognard.board.cartography.fronts import Front
from grognard.board.cartography.portrait import Portrait
from grognard.board.grid import Hex
from grognard.games.moscow1941.components.kinds import MovementClass, Side, Size, Star
from grognard.games.moscow1941.components.reading import Components
from grognard.games.moscow1941.components.scenarios import AirCounter
from grognard.games.moscow1941.components.setup import default_setup
from grognard.games.moscow1941.components.tables import MarkerRow
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
_MOBILITY: Mapping[MovementClass, Mobility] = {
    MovementClass.FOOT: "none",
    MovementClass.TRUCKED: "wheels",
    MovementClass.TRACKED: "tracks",
}
_OWN_LIVERIES = frozenset({"ss", "french", "guards"})
"""Classes of morale whose counters do not wear the colours of their side."""

_GLYPHS: Mapping[str, str] = {
    "field_fortification": "entrenchment",
    "out_of_supply": "shortage",
    "disorganized_axis": "disorder",
    "disorganized_soviet": "disorder",
    "strategic_movement": "march",
    "turn": "calendar",
    "destroyed_bridge": "broken_bridge",
    "masking": "mask",
    "combat_modifiers": "bonus",
}
_HEADQUARTERS = "HQ "
_SNOW = frozenset({12, 1, 2})
"""The months in which the map is drawn in its winter colours."""

_ROMAN = {"I": 1, "V": 5, "X": 10, "L": 50}
_UNNUMBERED = 1000


class Sketcher:
    """Draws up the counters of one box."""

    def __init__(self, components: Components) -> None:
        self._components = components
        self._seals = {
            unit.formation: unit.name.removeprefix(_HEADQUARTERS)
            for unit in components.units.values()
            if unit.is_headquarters
        }

    def box(self) -> tuple[Piece | Token, ...]:
        """All counters: the units by side and formation, then air units and markers."""
        components = self._components
        units = [self.unit(unit) for unit in sorted(components.units.values(), key=_on_the_sheet)]
        air = {
            (counter.id, counter.points): air_piece(counter)
            for scenario in components.scenarios.values()
            for counter in scenario.file.air
        }
        markers = [marker(id, row) for id, row in components.markers.items()]
        return (*units, *air.values(), *markers)

    def unit(self, unit: Unit, levels: int | None = None) -> Piece:
        """One counter with so many efficiency levels left, the side up that says so."""
        left = unit.cel if levels is None else levels
        if unit.is_artillery and unit.towed:
            # 6.2.2: the reverse of a towed gun is its transport set-up.
            limbered = self._side(unit, f"0-{unit.mp}", left, mobility="tow")
            return self._side(unit, self._values(unit, left, moves=False), left, reverse=limbered)
        mobility = _MOBILITY[unit.movement_class]
        reduced = unit.sp_reduced is not None and left < unit.cel
        reverse = None
        if unit.sp_reduced is not None and not reduced:
            reverse = self.unit(unit, unit.cel - 1)
        return self._side(unit, self._values(unit, left), left, mobility, weaker=reduced, reverse=reverse)

    def _side(
        self,
        unit: Unit,
        values: str,
        levels: int,
        mobility: Mobility = "none",
        *,
        weaker: bool = False,
        reverse: Piece | None = None,
    ) -> Piece:
        name, parent = self._names(unit)
        return Piece(
            id=unit.id,
            livery=unit.morale if unit.morale in _OWN_LIVERIES else unit.side.value,
            symbol=_symbol(unit),
            name=name,
            parent=parent,
            values=values,
            size=_SIZE_MARKS[unit.size],
            mobility=mobility,
            stars=_STARS[unit.star],
            levels=unit.cel,
            levels_left=levels,
            morale=str(self._components.morale[unit.morale].limit),
            weaker=weaker,
            reverse=reverse,
            group=unit.formation,
            title=unit.long_name,
        )

    def _names(self, unit: Unit) -> tuple[str, str]:
        """Cut the printed name into the unit's own and its parent's: "330/183", "D [DR]", "HQ XX"."""
        for mark in ("/", " ["):
            own, found, parent = unit.name.partition(mark)
            if found:
                return own, parent.rstrip("]")
        seal = self._seals.get(unit.formation, "")
        words = unit.name.split()
        for count in range(1, len(words)):
            if "".join(words[count:]) == seal.replace(" ", ""):
                return " ".join(words[:count]), seal
        return unit.name, seal

    @staticmethod
    def _values(unit: Unit, levels: int, *, moves: bool = True) -> str:
        """The figures at the foot: strength, for artillery in attack and defence, and movement."""
        attack, defence = unit.attack_strength(levels), unit.defence_strength(levels)
        strength = f"{attack}/{defence}" if unit.defence is not None else f"{attack}"
        return f"{strength}-{unit.mp if moves else 0}"


def portrait(components: Components, scenario: str | None = None) -> Portrait:
    """Show the whole box of counters or, for a scenario, the map as it stands before the first turn."""
    sketcher = Sketcher(components)
    if scenario is None:
        return Portrait(counters=sketcher.box())
    chosen = components.scenarios[scenario]
    stacks: dict[Hex, list[Piece]] = {}
    for placement in default_setup(components, chosen):
        stacks.setdefault(placement.hex, []).append(sketcher.unit(placement.unit, placement.levels))
    first = chosen.day(1)
    return Portrait(
        season="winter" if first.month in _SNOW else "",
        title=f"{chosen.file.title}, {first.day} {first:%B %Y}",
        counters=sketcher.box(),
        stacks={hex: _piled(stack) for hex, stack in stacks.items()},
        fronts=tuple(
            Front(side.value, frozenset(hexes_of(components.board.zones[chosen.file.front.of(side)].area)))
            for side in Side
        ),
    )


def air_piece(counter: AirCounter) -> Piece:
    """Show an air counter: it has a strength and no movement (8.1.1)."""
    return Piece(
        id=counter.id,
        livery=counter.side.value,
        symbol="air",
        name="Air",
        values=str(counter.points),
        group="Air",
        title=f"Air support, {counter.points} strength points",
    )


def marker(id: str, row: MarkerRow) -> Token:
    """Show an auxiliary marker."""
    return Token(id, row.side.value, _GLYPHS[id], row.name, group="Markers", title=row.shows)


def _on_the_sheet(unit: Unit) -> tuple[object, ...]:
    """Sort counters as they come in a box: by side and formation, headquarters and guns before divisions."""
    staff = 0 if unit.is_headquarters else 1 if unit.is_artillery else 2
    sides = list(Side)
    formation = (_number_of(unit.formation), unit.formation)
    return (sides.index(unit.side), formation, staff, _counted(unit.parent or unit.id), _counted(unit.id))


def _number_of(formation: str) -> int:
    """Read the number of a formation, Roman or Arabic; those without one come last.

    >>> _number_of("XXXXVI Corps"), _number_of("IX Corps"), _number_of("5th Army"), _number_of("Reserve")
    (46, 9, 5, 1000)
    """
    word = formation.split()[0]
    if word.strip("IVXL") == "":
        values = [_ROMAN[letter] for letter in word]
        return sum(-a if a < b else a for a, b in pairwise([*values, 0]))
    digits = re.match(r"\d+", word)
    return int(digits[0]) if digits else _UNNUMBERED


def _counted(name: str) -> tuple[tuple[int, str], ...]:
    """Cut a name so that its numbers sort as numbers: 7th before 106th."""
    return tuple((int(digits or 0), words) for digits, words in re.findall(r"(\d*)(\D*)", name))


def _symbol(unit: Unit) -> str:
    return "self_propelled" if unit.is_artillery and not unit.towed else unit.type.value


def _piled(stack: list[Piece]) -> tuple[Piece, ...]:
    return tuple(sorted(stack, key=_from_below))


def _from_below(piece: Piece) -> tuple[int, int, str]:
    """Sort a stack so that the unit a player looks for first lies on top: fighters, the strongest of them."""
    order = {"headquarters": 0, "artillery": 1}
    strength = piece.values.partition("-")[0]
    return (order.get(piece.symbol, 2), int(strength) if strength.isdigit() else 0, piece.id)
