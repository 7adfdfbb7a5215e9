"""Demands on the counters: C-P03, C-P04, C-P08, C-P14, C-P15 and C-P20."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping

from grognard.games.peaks.checks.files import COMMAND, SUPPORT, UNITS, missing, no_row
from grognard.games.peaks.checks.setup import setup_faults
from grognard.games.peaks.components import (
    Code,
    CommandMarker,
    Components,
    MarkerVariant,
    Nation,
    Opening,
    Operation,
    Sector,
    Side,
    Size,
    SupportKind,
    SupportUse,
    Unit,
    UnitType,
    Variant,
)
from grognard.packs.constraint import Constraint, Fault, answer

AIR, TYPES = "air_units.csv", "tables/unit_types.csv"
DIE = 6
NAMED: Mapping[str, tuple[str, Callable[[Unit], bool]]] = {
    "62A": ("an army of July 1942", lambda unit: unit.code is Code.TURN_1 and unit.size is Size.ARMY),
    "43Inf": ("an optional corps of the Eleventh Army", lambda unit: unit.variant is Variant.ELEVENTH_ARMY),
    "54Inf": ("an optional corps of the Eleventh Army", lambda unit: unit.variant is Variant.ELEVENTH_ARMY),
    "1SA": ("the answer to the Eleventh Army", lambda unit: unit.variant is Variant.SHOCK_REPLY),
    "SSPz": ("the corps of a variant", lambda unit: unit.variant is Variant.SS_PANZER),
    "HGD": ("the corps of a variant", lambda unit: unit.variant is Variant.ARMY_GROUP_DON),
    "18Mtn": ("a spare mountain corps", lambda unit: unit.variant is Variant.SPARE and unit.mountain),
    "GdMech": ("the group of a variant", lambda unit: unit.variant is Variant.GUARDS_MECHANIZED),
    "CCG": ("an operational group", lambda unit: unit.size is Size.GROUP),
    "SCG": ("an operational group", lambda unit: unit.size is Size.GROUP),
    "CMG": ("an operational group", lambda unit: unit.size is Size.GROUP),
    "BSF": (
        "marines of the first hour",
        lambda unit: unit.type is UnitType.MARINES and unit.code is Code.CAUCASUS,
    ),
    "HGR": ("a late reserve of Army Group Don", lambda unit: unit.german and unit.code.turn > 4),
    "Res": ("a late reserve", lambda unit: unit.german and unit.code.turn > 4),
    "ItAlp": ("an Italian mountain corps", lambda unit: unit.nation is Nation.ITALIAN and unit.mountain),
}
"""Counters that the rule book names, and what it says of them."""

ARMIES = (UnitType.TANK, UnitType.MECHANIZED, UnitType.SHOCK)
MECHANIZED = (UnitType.PANZER, UnitType.PANZERGRENADIER, UnitType.TANK, UnitType.MECHANIZED)
ON_FOOT = (UnitType.INFANTRY, UnitType.MOUNTAIN, UnitType.GARRISON, UnitType.MARINES)
FREE_OF_STACKING = (
    UnitType.GARRISON,
    UnitType.OIL_DETACHMENT,
    UnitType.MOBILE_DEPOT,
    UnitType.TRUCK_COLUMN,
)
TOKENS = (
    *("turn", "axis_refit", "soviet_refit", "axis_control", "soviet_control", "weather", "initiative"),
    *("axis_commands", "soviet_commands", "bridgehead", "airlift", "oil"),
)
DISPLAYS = (*("box", "track", "pool", "air", "support", "lost", "gone", "bin"),)


def counters(components: Components) -> Constraint:
    """C-P03: every counter that the rule book names, sound values, and a set-up that the rules allow."""
    units = components.units
    faults = missing(UNITS, NAMED, units)
    faults += [
        Fault(
            f"{id} is not {says}", UNITS, id, "variant" if units[id].variant is not Variant.NONE else "code"
        )
        for id, (says, holds) in NAMED.items()
        if id in units and not holds(units[id])
    ]
    faults += [fault for unit in units.values() for fault in _unit_faults(unit)]
    faults += _numbers(components)
    faults += _air_faults(components)
    faults += [
        fault for scenario in components.scenarios.values() for fault in setup_faults(components, scenario)
    ]
    sides = Counter(unit.side for unit in units.values())
    start = sum(unit.code.value in ("A", "B", "A/B", "C", "S") for unit in units.values())
    detail = (
        f"{sides[Side.AXIS]} Axis and {sides[Side.SOVIET]} Soviet ground counters, {start} of them set up; "
        f"{len(components.air)} airstrikes"
    )
    return answer("C-P03", "Counters and set-up", len(units), detail, faults)


def _unit_faults(unit: Unit) -> list[Fault]:
    found: list[tuple[str, str]] = []
    if unit.exerts_zone and unit.defence < 1:
        found.append(("no defence, so that no percentage can be found", "defence"))
    if unit.steps == 2:
        if unit.defence_strength(1) < 1:
            found.append(("no defence on the reduced side", "defence_reduced"))
        if unit.attack_strength(1) > unit.attack or unit.defence_strength(1) > unit.defence:
            found.append(("the reduced side is not weaker", "attack_reduced"))
    if unit.type is UnitType.GARRISON and (unit.movement or unit.attack):
        found.append(("a garrison neither moves nor attacks", "movement" if unit.movement else "attack"))
    if unit.type is not UnitType.GARRISON and not unit.movement:
        found.append(("only garrisons are static", "movement"))
    if unit.type is UnitType.MOBILE_DEPOT and unit.movement != 1:
        found.append(("a mobile depot moves one hex", "movement"))
    if (unit.nation is Nation.SOVIET) != (unit.side is Side.SOVIET):
        found.append(("its nation fights on the other side", "nation"))
    if (
        unit.code in (Code.ARMY_GROUP_A, Code.ARMY_GROUP_B, Code.EITHER_ARMY_GROUP)
        and unit.side is Side.SOVIET
    ):
        found.append(("a code of the Axis", "code"))
    if unit.code in (Code.CAUCASUS, Code.STALINGRAD) and unit.side is Side.AXIS:
        found.append(("a code of the Soviets", "code"))
    if (unit.code is Code.OPTIONAL) != (unit.variant is not Variant.NONE):
        found.append(("optional counters, and they alone, name the rule that brings them", "variant"))
    return [Fault(f"{unit.id}: {says}", UNITS, unit.id, column) for says, column in found]


def _numbers(components: Components) -> list[Fault]:
    """So many of each as the rules need."""
    units = components.units.values()
    pool = [unit for unit in units if unit.variant is Variant.POOL]
    battle_groups = {unit.type for unit in units if unit.size is Size.KAMPFGRUPPE}
    trucks = [unit for unit in units if unit.type is UnitType.TRUCK_COLUMN]
    optional = [unit for unit in trucks if unit.variant is Variant.BETTER_LOGISTICS]
    depots = [unit for unit in units if unit.type is UnitType.MOBILE_DEPOT]
    wanted = (
        (
            {UnitType.INFANTRY, UnitType.MOUNTAIN, UnitType.PANZER} <= battle_groups,
            "Kampfgruppen of three types",
        ),
        (len(optional) == 2, "two optional truck columns"),
        (len(trucks) > len(optional), "truck columns of the standard game"),
        (any(unit.side is Side.AXIS for unit in depots), "Axis mobile depots"),
        (sum(unit.side is Side.SOVIET for unit in depots) == 1, "one Soviet mobile depot"),
        (any(unit.type is UnitType.OIL_DETACHMENT for unit in units), "oil detachments"),
        (any(unit.type is UnitType.GARRISON and unit.side is Side.SOVIET for unit in units), "garrisons"),
        (
            all(any(unit.type is each for unit in units) for each in ARMIES),
            "tank, mechanized and shock armies",
        ),
        (all(any(unit.nation is each for unit in units) for each in Nation), "units of every nation"),
        (all(unit.steps == 1 for unit in pool), "one step for what is built"),
        (
            all(any(unit.code.value == f"{turn}" for unit in units) for turn in range(1, 8)),
            "arrivals until January",
        ),
    )
    faults = [
        Fault(f"there are no {says}" if "one step" not in says else f"not {says}", UNITS)
        for holds, says in wanted
        if not holds
    ]
    for code, sector in ((Code.CAUCASUS, "Caucasus"), (Code.STALINGRAD, "Stalingrad")):
        armies = [unit for unit in units if unit.code is code and unit.size is Size.ARMY and unit.steps == 2]
        if len(armies) < DIE:
            faults.append(
                Fault(f"{len(armies)} armies of two steps in the {sector} Sector, not {DIE}", UNITS)
            )
    for code, group in ((Code.ARMY_GROUP_A, "A"), (Code.ARMY_GROUP_B, "B")):
        if not any(u.code is code and u.german and u.size is Size.CORPS and u.steps == 2 for u in units):
            faults.append(Fault(f"no German corps of two steps in Army Group {group}", UNITS))
    return faults


def _air_faults(components: Components) -> list[Fault]:
    air = components.air
    faults = missing(AIR, ("FK4", "FK8a", "FK8b", "LKDon", "VVSC", "VVSS", "PVO1", "PVO2", "Stavka"), air)
    for unit in air.values():
        if unit.strength_reduced > unit.strength:
            faults.append(Fault(f"{unit.id}: stronger when reduced", AIR, unit.id, "strength_reduced"))
    for id in ("LKDon", "PVO1", "PVO2"):
        if id in air and not air[id].home_side_only:
            faults.append(Fault(f"{id} stays on its own side of the front line", AIR, id, "home_side_only"))
    for id, sector in (("VVSC", Sector.CAUCASUS), ("VVSS", Sector.STALINGRAD)):
        if id in air and air[id].command is not sector:
            faults.append(Fault(f"{id} flies with the markers of its sector", AIR, id, "command"))
    late = [unit for unit in air.values() if unit.side is Side.AXIS and unit.turn]
    if len(late) != 1:
        faults.append(Fault(f"{len(late)} Axis airstrikes as reinforcements, not 1", AIR))
    if not any(unit.side is Side.AXIS and not unit.interdicts for unit in air.values()):
        faults.append(Fault("no allied airstrike", AIR))
    return faults


def types(components: Components) -> Constraint:
    """C-P04: which types are mechanized, climb, and count for stacking."""
    rows = components.unit_types
    faults = [no_row(TYPES, kind.value) for kind in UnitType if kind not in rows]
    for row in rows.values():
        id = row.id.value
        if row.mechanized != (row.id in MECHANIZED) and row.id in (*MECHANIZED, *ON_FOOT):
            faults.append(Fault(f"{id}: the wrong class", TYPES, id, "mechanized"))
        if row.mountain != (row.id is UnitType.MOUNTAIN):
            faults.append(Fault(f"{id}: mountain units alone climb", TYPES, id, "mountain"))
        if row.stacks == (row.id in FREE_OF_STACKING):
            faults.append(Fault(f"{id}: wrong for stacking", TYPES, id, "stacks"))
        if row.ground == (row.id is UnitType.TRUCK_COLUMN):
            faults.append(Fault(f"{id}: truck columns alone are markers", TYPES, id, "ground"))
    mechanized = sum(row.mechanized for row in rows.values())
    detail = f"{len(rows)} types, {mechanized} of them mechanized"
    return answer("C-P04", "Unit types", len(rows), detail, faults)


MARKERS: Mapping[str, Mapping[str, object]] = {
    "Fuhrer": {"must_play": True},
    "Manstein": {"turn": 8, "operation": Operation.MANSTEIN},
    "Winter": {"operation": Operation.WINTERGEWITTER, "variant": MarkerVariant.VARIABLE_MARKERS},
    "Directive": {"must_play": True, "opens": Opening.EITHER},
    "Zhukov": {"turn": 2, "opens": Opening.EITHER},
    "Saturn": {"turn": 6, "operation": Operation.SATURN},
    "Star": {"turn": 8, "opens": Opening.EITHER, "operation": Operation.STAR},
    "Uranus": {
        "turn": 4,
        "opens": Opening.STALINGRAD,
        "shift": 2,
        "operation": Operation.URANUS,
        "variant": MarkerVariant.VARIABLE_MARKERS,
    },
}
"""What the rule book and its errata say of command markers (5.1, 5.4, 5.6, 22.2.1, 23.1)."""


def command(components: Components) -> Constraint:
    """C-P08: the command markers of both bins."""
    markers = components.markers
    faults = missing(COMMAND, MARKERS, markers)
    faults += [
        Fault(f"{id}: {column} is not what the rule book says", COMMAND, id, column)
        for id, wanted in MARKERS.items()
        if id in markers
        for column, value in wanted.items()
        if getattr(markers[id], column) != value
    ]
    for marker in markers.values():
        faults += _marker_faults(marker)
    for side in Side:
        own = [marker for marker in markers.values() if marker.side is side]
        regular = {marker.opens for marker in own if not marker.special}
        if not {Opening.STALINGRAD, Opening.CAUCASUS} <= regular:
            faults.append(Fault(f"{side.value}: no regular marker for each sector", COMMAND))
        if not any(marker.refit_points for marker in own):
            faults.append(Fault(f"{side.value}: no marker gives refit points", COMMAND))
        if sum(marker.variant is MarkerVariant.OPTION for marker in own) != 1:
            faults.append(Fault(f"{side.value}: not one Option marker", COMMAND))
    if not any(marker.opens is Opening.BOTH for marker in markers.values()):
        faults.append(Fault("no marker opens both sectors", COMMAND, "Manstein", "opens"))
    special = sum(marker.special for marker in markers.values())
    detail = f"{len(markers) - special} regular and {special} special markers"
    return answer("C-P08", "Command markers", len(markers), detail, faults)


def _marker_faults(marker: CommandMarker) -> list[Fault]:
    found: list[tuple[str, str]] = []
    if not marker.special and (marker.turn or marker.shift or marker.must_play):
        found.append(("regular markers have neither date nor bonus", "special"))
    if marker.shift > 2:
        found.append(("a bonus of one or two columns", "shift"))
    return [Fault(f"{marker.id}: {says}", COMMAND, marker.id, column) for says, column in found]


KINDS: Mapping[SupportKind, Side] = {
    SupportKind.FLIEGERFUHRER: Side.AXIS,
    SupportKind.STURMGRUPPE: Side.AXIS,
    SupportKind.ARMORED_TRAIN: Side.SOVIET,
    SupportKind.BLACK_SEA_FLEET: Side.SOVIET,
    SupportKind.FRONT_MANEUVER_GROUP: Side.SOVIET,
    SupportKind.PARTISAN: Side.SOVIET,
    SupportKind.VOLGA_FLOTILLA: Side.SOVIET,
    SupportKind.RVGK: Side.SOVIET,
}
ATTACKERS = (
    SupportKind.STURMGRUPPE,
    SupportKind.ARMORED_TRAIN,
    SupportKind.FRONT_MANEUVER_GROUP,
    SupportKind.RVGK,
)
FREE_DRAW = 2


def support(components: Components) -> Constraint:
    """C-P14: the special support units, those that the rule book names among them."""
    units = components.support
    faults: list[Fault] = []
    for kind, side in KINDS.items():
        found = [unit for unit in units.values() if unit.kind is kind]
        if not any(unit.side is side for unit in found):
            faults.append(Fault(f"no {kind.value} on the {side.value} side", SUPPORT, "", "kind"))
    for unit in units.values():
        if unit.kind in KINDS and unit.side is not KINDS[unit.kind]:
            faults.append(Fault(f"{unit.id}: a unit of the other side", SUPPORT, unit.id, "side"))
        if (unit.value == 0) != (unit.kind is SupportKind.PARTISAN):
            faults.append(Fault(f"{unit.id}: partisans alone have no value", SUPPORT, unit.id, "value"))
        if unit.kind in ATTACKERS and unit.use is SupportUse.DEFENCE:
            faults.append(Fault(f"{unit.id}: of use to an attacker", SUPPORT, unit.id, "use"))
    pool = sum(unit.side is Side.AXIS for unit in units.values())
    if pool <= FREE_DRAW:
        faults.append(Fault(f"{pool} Axis support units for a draw of {FREE_DRAW}", SUPPORT))
    detail = f"{pool} Axis and {len(units) - pool} Soviet support units"
    return answer("C-P14", "Special support units", len(units), detail, faults)


def tokens(components: Components) -> Constraint:
    """C-P15: the administrative markers."""
    faults = missing("tokens.csv", TOKENS, components.tokens)
    return answer("C-P15", "Administrative markers", len(components.tokens), f"{len(TOKENS)} needed", faults)


def displays(components: Components) -> Constraint:
    """C-P20: the boxes beside the map, for both sides."""
    wanted = [f"{side.value}_{box}" for side in Side for box in DISPLAYS]
    faults = missing("displays.csv", wanted, components.displays)
    faults += [
        Fault(f"{id}: a box of the other side", "displays.csv", id, "side")
        for id, row in components.displays.items()
        if not id.startswith(row.side.value)
    ]
    return answer(
        "C-P20", "Boxes beside the map", len(components.displays), f"{len(DISPLAYS)} for each side", faults
    )
