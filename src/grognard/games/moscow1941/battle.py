"""5.2 A battle as it is declared: who attacks whom, with what support, and what the strengths come to."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from grognard.board.grid import Hex
from grognard.core import Modifier, Seat
from grognard.games.moscow1941 import artillery, fortifications, headquarters, special
from grognard.games.moscow1941.basics import LAST_COLUMN, halved, ratio_column, shifted
from grognard.games.moscow1941.components import RATIOS, Trait
from grognard.games.moscow1941.disorganization import is_disorganized
from grognard.games.moscow1941.duties import attackable
from grognard.games.moscow1941.field import has_mark
from grognard.games.moscow1941.state import Mark, other
from grognard.games.moscow1941.steps import Pos
from grognard.games.moscow1941.supply import is_out_of_supply

CONCENTRATION = 3
"""13.1.2: units of one formation that make one combat modifier."""


class Battle(msgspec.Struct, frozen=True):
    """A direct combat while it is put together and fought. Air counters are missions by number."""

    seat: Seat
    targets: tuple[Hex, ...]
    attackers: tuple[int, ...] = ()
    all_out: tuple[int, ...] = ()
    guns: tuple[int, ...] = ()
    air: tuple[int, ...] = ()
    stars: tuple[int, ...] = ()
    spent: tuple[Hex, ...] = ()
    waived: bool = False
    defending_guns: tuple[int, ...] = ()
    defending_air: tuple[int, ...] = ()
    defending_stars: tuple[int, ...] = ()
    garrisons: tuple[int, ...] = ()
    defending_spent: tuple[Hex, ...] = ()
    defending_waived: bool = False

    @property
    def enemy(self) -> Seat:
        """The defender."""
        return other(self.seat)


class Assessment(msgspec.Struct, frozen=True):
    """What a battle comes to before the dice: strengths, column, and every modifier by name and rule."""

    attack: int
    defence: int
    initial: int
    column: int
    modifiers: tuple[Modifier, ...]
    roll_modifiers: tuple[Modifier, ...]
    fixed: bool
    """5.1.9, 9.1.8: a headquarters alone is always attacked in the last column."""

    @property
    def ratio(self) -> str:
        """The final combat ratio as the table names it."""
        return RATIOS[self.column]

    @property
    def roll_modifier(self) -> int:
        """What is added to the dice."""
        return sum(modifier.value for modifier in self.roll_modifiers)


def defenders(position: Pos, battle: Battle) -> tuple[int, ...]:
    """Every unit in the attacked hexes that has not fought yet (5.1.1)."""
    return tuple(unit for hex in battle.targets for unit in attackable(position, hex))


def attacking_hexes(position: Pos, battle: Battle) -> tuple[Hex, ...]:
    """The hexes from which the attack is made."""
    return tuple(dict.fromkeys(position.state.where[unit] for unit in battle.attackers))


def assess(position: Pos, battle: Battle) -> Assessment:
    """Strengths, initial ratio, modifiers and final column of a battle (5.2.1 b to d)."""
    attack, attack_notes = _attack_strength(position, battle)
    hex_strengths = {hex: defence_of_hex(position, hex) for hex in battle.targets}
    defence = sum(hex_strengths.values()) + _distant_defence(position, battle)
    if _helpless(position, battle):
        modifier = Modifier("a headquarters or limbered guns alone: always the last column", 0, "5.1.9")
        return Assessment(
            attack, defence, LAST_COLUMN, LAST_COLUMN, (modifier,), _roll(position, battle), True
        )
    key = _key_hex(position, battle, hex_strengths)
    initial = ratio_column(attack, defence, position.game.literal_ratio)
    mine, theirs = _modifiers(position, battle, key)
    column = shifted(initial, sum(m.value for m in mine), sum(m.value for m in theirs))
    signed = tuple(Modifier(m.text, -m.value, m.rule) for m in theirs)
    return Assessment(
        attack, defence, initial, column, (*attack_notes, *mine, *signed), _roll(position, battle), False
    )


# --- strengths -------------------------------------------------------------------------------------


def unit_attack(position: Pos, unit: int, all_out: bool) -> int:
    """A unit's strength in attack: halved when disorganized and when out of supply (5.6.4, 10.2.2)."""
    times = int(is_disorganized(position, unit)) + int(is_out_of_supply(position, unit) and not all_out)
    strength = position.game.units[unit].attack_strength(position.state.levels[unit])
    return halved(strength, times) if times else strength


def unit_defence(position: Pos, unit: int) -> int:
    """A unit's strength in defence: halved when disorganized; supply does not matter (10.2.2)."""
    strength = position.game.units[unit].defence_strength(position.state.levels[unit])
    return halved(strength) if is_disorganized(position, unit) else strength


def defence_of_hex(position: Pos, hex: Hex) -> int:
    """The strength of an attacked hex: its units, and its guns if a regular unit stands by (6.6.1)."""
    stack = attackable(position, hex)
    fighting = [unit for unit in stack if artillery.fights_itself(position, unit)]
    if fighting:
        guns = [unit for unit in stack if position.game.towed_gun[unit] and _can_defend(position, unit)]
        return sum(unit_defence(position, unit) for unit in (*fighting, *guns))
    # 6.6.3: guns ready to fire but alone defend with 1, however many they are
    return 1 if _guns_alone(position, stack) else 0


def defends(position: Pos, unit: int) -> bool:
    """Can a unit defend a hex at all: anything but headquarters and limbered guns (5.1.9, 6.6.4)?"""
    gun = position.game.towed_gun[unit]
    return artillery.deployed(position, unit) if gun else artillery.fights_itself(position, unit)


def _guns_alone(position: Pos, stack: Iterable[int]) -> bool:
    """Are guns ready to fire all that can defend a stack (6.6.3)?"""
    defending = [unit for unit in stack if defends(position, unit)]
    return bool(defending) and not any(artillery.fights_itself(position, unit) for unit in defending)


def _can_defend(position: Pos, gun: int) -> bool:
    # 6.1.4: a gun that has fired elsewhere in this phase is silent, and so is one of a barrage (6.5.6)
    fired = has_mark(position, gun, Mark.FIRED)
    return artillery.deployed(position, gun) and not fired and gun not in position.state.silenced


def _helpless(position: Pos, battle: Battle) -> bool:
    """5.1.9, 6.6.4: nobody in the attacked hexes can defend them at all."""
    return not any(defends(position, unit) for unit in defenders(position, battle))


def _attack_strength(position: Pos, battle: Battle) -> tuple[int, tuple[Modifier, ...]]:
    """The attacker's total, with fixed positions and swamp halving what goes into them (7.2.2, table)."""
    open_ground, through_line = 0, 0
    for unit in battle.attackers:
        strength = unit_attack(position, unit, unit in battle.all_out)
        if _through_line(position, position.state.where[unit], battle.targets):
            through_line += strength
        else:
            open_ground += strength
    distant = sum(
        artillery.fire_strength(position, gun, True, gun in battle.all_out) for gun in battle.guns
    ) + sum(position.state.missions[mission].strength for mission in battle.air)
    notes: list[Modifier] = []
    if through_line:
        # 7.2.2: guns and aircraft are halved with those who go through the line
        through_line, distant = halved(through_line + distant), 0
        notes.append(Modifier("strength through fixed positions halved", 0, "7.2.2"))
    total = open_ground + through_line + distant
    strengths = {hex: defence_of_hex(position, hex) for hex in battle.targets}
    effect = position.game.geography.effect[_key_hex(position, battle, strengths)]
    if effect is not None and effect.halves_attackers:
        total = halved(total)
        notes.append(Modifier("attackers into swamp halved", 0, "terrain-table"))
    return total, tuple(notes)


def _through_line(position: Pos, here: Hex, targets: Iterable[Hex]) -> bool:
    geography = position.game.geography
    neighbours = position.game.grid.neighbours[here]
    return any(target in neighbours and geography.fixed_position(here, target) for target in targets)


def _distant_defence(position: Pos, battle: Battle) -> int:
    """Guns from other hexes, and half the strength of aircraft (6.3.3, 8.2.4)."""
    guns = sum(artillery.fire_strength(position, gun, False) for gun in battle.defending_guns)
    planes = sum(position.state.missions[mission].strength for mission in battle.defending_air)
    return guns + (halved(planes) if planes else 0)


# --- modifiers -------------------------------------------------------------------------------------


def _key_hex(position: Pos, battle: Battle, strengths: dict[Hex, int]) -> Hex:
    """5.5.3: of several attacked hexes the strongest one counts; of equal ones the one with the least
    modifiers, since the attacker may choose (ruling M54)."""
    return min(
        battle.targets,
        key=lambda hex: (-strengths[hex], sum(m.value for m in _ground(position, battle, hex)), hex),
    )


def _ground(position: Pos, battle: Battle, hex: Hex) -> list[Modifier]:
    """What the ground of the defender's hex is worth: terrain, water, and works, added up (5.5.2)."""
    geography = position.game.geography
    found: list[Modifier] = []
    value = geography.combat_modifier(hex)
    effect = geography.effect[hex]
    if value and effect is not None:
        found.append(Modifier(effect.name.lower(), value, "5.5.1"))
    water = _water_modifier(position, battle, hex)
    if water:
        found.append(Modifier("most of the attack comes across water", water, "5.5.4"))
    found.extend(_works(position, battle, hex))
    return found


def _water_modifier(position: Pos, battle: Battle, hex: Hex) -> int:
    """5.5.4: water counts when more than half of the attacking strength comes across it."""
    game, where = position.game, position.state.where
    total = across = worth = 0
    for unit in battle.attackers:
        strength = unit_attack(position, unit, unit in battle.all_out)
        total += strength
        if hex in game.grid.neighbours[where[unit]]:
            water = game.geography.river(where[unit], hex)
            if water is not None:
                across += strength
                worth = max(worth, water.combat_modifier)
    return worth if 2 * across > total else 0


def _works(position: Pos, battle: Battle, hex: Hex) -> list[Modifier]:
    """Field fortifications, or fixed positions when at least half the strength comes through them (7.2.4)."""
    game = position.game
    if fortifications.in_fixed_position(position, hex):
        if fixed_positions_hold(position, battle, hex):
            # 7.2.3: each hex may have a modifier of its own
            return [Modifier("fixed positions", game.fixed_position_modifier(hex), "7.2.2")]
        open_modifier = game.scenario_data.file.fortification.open_modifier
        return [Modifier("fixed positions taken from behind", open_modifier, "7.2.4")]
    value = fortifications.field_modifiers(position, hex)
    return [Modifier("field fortifications", value, "7.1.10")] if value else []


def fixed_positions_hold(position: Pos, battle: Battle, hex: Hex) -> bool:
    """Does at least half of the attacking strength come through the fixed positions of a hex (7.2.4)?"""
    total = frontal = 0
    for unit in battle.attackers:
        strength = unit_attack(position, unit, unit in battle.all_out)
        total += strength
        frontal += strength if _through_line(position, position.state.where[unit], [hex]) else 0
    return fortifications.in_fixed_position(position, hex) and 2 * frontal >= total


def _modifiers(position: Pos, battle: Battle, key: Hex) -> tuple[list[Modifier], list[Modifier]]:
    """Combat modifiers of the attacker and of the defender, both as positive numbers."""
    under_attack = defenders(position, battle)
    mine = _common(position, battle.attackers, battle.guns, battle.stars, battle.defending_stars)
    mine += _grants(position, battle.spent)
    theirs = _ground(position, battle, key)
    theirs += _common(position, under_attack, battle.defending_guns, battle.defending_stars, battle.stars)
    theirs += _grants(position, battle.defending_spent)
    if position.game.special_units:
        mine += _burden(position, under_attack)
        theirs += _burden(position, battle.attackers)
        theirs += _special_defence(position, battle, under_attack)
    return mine, theirs


def _common(
    position: Pos,
    units: tuple[int, ...],
    guns: tuple[int, ...],
    stars: tuple[int, ...],
    enemy_stars: tuple[int, ...],
) -> list[Modifier]:
    """Stars, which add up (15.1.4), and tactical concentration, the same for both sides."""
    found: list[Modifier] = []
    for unit in special.stars_in_effect(position, stars, enemy_stars):
        row = position.game.components.stars[position.game.units[unit].star]
        name = position.game.units[unit].id
        found.append(Modifier(f"{row.id.value} star of {name}", row.modifier, "15.1.3"))
    for parent, value in concentrations(position, (*units, *guns)).items():
        found.append(Modifier(f"tactical concentration of {parent}", value, "13.1.2"))
    return found


def concentrations(position: Pos, units: Iterable[int]) -> dict[str, int]:
    """13.1: modifiers for every three units of one division or corps.

    13.1.3, 13.1.5: wherever they stand, guns that fire from afar included. 13.1.4: it adds up.
    """
    game = position.game
    if not game.tactical_concentration:
        return {}
    numbers: dict[str, int] = {}
    for unit in units:
        if game.concentrates[unit]:
            parent = game.units[unit].parent
            numbers[parent] = numbers.get(parent, 0) + 1
    return {parent: number // CONCENTRATION for parent, number in numbers.items() if number >= CONCENTRATION}


def _grants(position: Pos, spent: tuple[Hex, ...]) -> list[Modifier]:
    text = "modifiers for a lost enemy headquarters"
    return [Modifier(text, len(spent), "9.1.6")] if spent else []


def _burden(position: Pos, units: tuple[int, ...]) -> list[Modifier]:
    value = special.volkssturm_burden(position, units)
    return [Modifier("Volkssturm on the other side", value, "15.3.1")] if value else []


def _special_defence(position: Pos, battle: Battle, units: tuple[int, ...]) -> list[Modifier]:
    game = position.game
    found = [
        Modifier(f"resilience group {game.units[unit].id}", special.RESILIENCE_BONUS, "15.2.3")
        for unit in units
        if game.units[unit].trait is Trait.RESILIENCE_GROUP
    ]
    found += [
        Modifier(f"fortification unit {game.units[unit].id}", special.FORTIFICATION_BONUS, "15.4.1")
        for unit in battle.garrisons
    ]
    return found


def _roll(position: Pos, battle: Battle) -> tuple[Modifier, ...]:
    """9.2, 9.2.4: each side may move the dice by one when all its units are in range of its headquarters."""
    found: list[Modifier] = []
    if not battle.waived and headquarters.in_range(position, battle.seat, battle.attackers):
        found.append(Modifier("attackers in range of their headquarters", -1, "9.2.1"))
    if not battle.defending_waived and headquarters.in_range(
        position, battle.enemy, defenders(position, battle)
    ):
        found.append(Modifier("defenders in range of their headquarters", 1, "9.2.1"))
    return tuple(found)
