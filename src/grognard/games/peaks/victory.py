"""3 Victory: sudden death at any moment, and points at the end of the last turn."""

from __future__ import annotations

from grognard.core import Event, Outcome, Seat
from grognard.games.peaks import control
from grognard.games.peaks.components import Side, Size, Unit, UnitType
from grognard.games.peaks.field import occupied
from grognard.games.peaks.state import (
    AXIS,
    ELIMINATED,
    NOT_DEPLOYED,
    REMOVED,
    SEATS,
    SOVIET,
    other,
    seat_index,
)
from grognard.games.peaks.steps import Pos

PRIZES = (UnitType.TANK, UnitType.MECHANIZED, UnitType.SHOCK)
"""3.5: Soviet armies that are worth points when lost."""

RAISED = (UnitType.TANK, UnitType.SHOCK)
"""22.2.2: those worth more once the Axis has held Stalingrad or Baku."""

ARMOUR = (UnitType.PANZER, UnitType.PANZERGRENADIER)

SUDDEN_DEATH = "3.1"
TROPHIES = 1


# --- sudden death (3.1) --------------------------------------------------------------------------------


def check(position: Pos) -> None:
    """End the game the moment that a side holds all it needs; the phasing player's claim comes first."""
    if position.outcome is not None:
        return
    game, state = position.game, position.state
    if game.trophy_hexes & control.held(position, AXIS):
        state.trophies |= TROPHIES  # 22.2.2, ruling Q-P41
    phasing = state.impulse.seat if state.impulse else AXIS
    for seat in (phasing, other(phasing)):
        if control.occupies(position, seat, game.sudden_death[seat]):
            title = game.seat_title(seat)
            scores = {str(who): points(position, who) for who in SEATS}
            position.tell(Event(SUDDEN_DEATH, f"{title} sudden death victory", reveals=True))
            position.finish(Outcome(seat, f"{title} epic victory", SUDDEN_DEATH, scores))
            return


# --- points (3.2 to 3.6) -------------------------------------------------------------------------------


def has_raised_stakes(position: Pos) -> bool:
    """22.2.2: does the last scenario count some things for more?"""
    game = position.game
    return game.scenario_data.file.raised_stakes and bool(position.state.trophies & TROPHIES)


def points(position: Pos, seat: Seat) -> int:
    """Victory points as they stand now; they count at the end of the last turn (3.2)."""
    return places_score(position, seat) + losses_score(position, seat) + _extras(position, seat)


def places_score(position: Pos, seat: Seat) -> int:
    """3.5, 3.6: objectives with a unit of the side in them."""
    game = position.game
    own = occupied(position, seat)
    score = sum(worth for hex, worth in game.objectives[seat].items() if own >> hex & 1)
    if seat == AXIS:
        ports = game.ports["black-sea"]
        if game.rules.each_port:
            score += (ports & own).bit_count()
        else:
            score += control.occupies(position, AXIS, ports)
    elif has_raised_stakes(position):
        score += sum(
            worth for hex, worth in game.objectives[seat].items() if (own & game.depots[AXIS]) >> hex & 1
        )
    return score


def losses_score(position: Pos, seat: Seat) -> int:
    """3.5, 3.6: enemy units in the Eliminated box."""
    game, enemy = position.game, other(seat)
    raised = has_raised_stakes(position)
    score = sum(prize(game.units[unit], raised) for unit in game.units_of[enemy] if _is_lost(position, unit))
    if seat == SOVIET:
        score += sum(_is_lost(position, air) for air in game.airstrikes_of[AXIS])
    return score


def prize(unit: Unit, raised: bool = False) -> int:
    """What the enemy gets for an eliminated unit."""
    if unit.side is Side.SOVIET:
        if unit.size is not Size.ARMY or unit.type not in PRIZES:
            return 0
        return 3 if raised and unit.type in RAISED else 2
    if unit.size not in (Size.CORPS, Size.ARMY):
        return 0  # ruling Q-P08
    return 2 if unit.german and unit.type in ARMOUR else 1


def _is_lost(position: Pos, unit: int) -> bool:
    where = position.state.where[unit]
    return where == ELIMINATED or (where == REMOVED and position.game.rules.lost_for_good)


def _extras(position: Pos, seat: Seat) -> int:
    """17.3: the airlift; 18.5: the corps of Eleventh Army."""
    state = position.state
    if seat == AXIS:
        return 0
    flown = state.airlift_turn != NOT_DEPLOYED
    return state.committed + flown * position.game.rules.airlift_points


# --- the end (3.4) -------------------------------------------------------------------------------------


def final_outcome(position: Pos) -> Outcome:
    """The level of victory after the last turn."""
    game = position.game
    scores = {seat: points(position, seat) for seat in SEATS}
    winner = max(SEATS, key=lambda seat: (scores[seat], -seat_index(seat)))
    lead = scores[winner] - scores[other(winner)]
    levels = game.scenario_data.file.levels
    for level, need in (
        ("strategic", levels.strategic),
        ("operational", levels.operational),
        ("tactical", levels.tactical),
    ):
        if lead >= need:
            text = f"{game.seat_title(winner)} {level} victory by {lead} points"
            return Outcome(winner, text, "3.4", {str(seat): score for seat, score in scores.items()})
    return Outcome(None, "Draw", "3.4", {str(seat): score for seat, score in scores.items()})
