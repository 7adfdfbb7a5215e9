"""Victory: automatic wins, points and the scales of the scenarios."""

from __future__ import annotations

from grognard.board.bits import HexSet, bits_of, count
from grognard.core import Event, Outcome, Seat
from grognard.games.moscow1941.components import Objective, PointsRule
from grognard.games.moscow1941.control import controlled
from grognard.games.moscow1941.state import seat_index
from grognard.games.moscow1941.steps import Pos


def area_of(position: Pos, rule: PointsRule) -> HexSet:
    """The hexes that an objective is about."""
    if rule.objective is Objective.EACH_TOWN:
        return position.game.geography.towns
    return bits_of(position.game.board.places[rule.place].hexes)


def points_of(position: Pos, rule: PointsRule) -> int:
    """Points that the scoring side has for one objective now."""
    area = area_of(position, rule)
    mine = controlled(position, position.game.scoring_seat) & area
    if rule.objective is Objective.WHOLE_PLACE:
        return rule.points if mine == area else 0
    return rule.points * count(mine)


def score(position: Pos) -> int:
    """Victory points of the scoring side."""
    rules = position.game.scenario_data.file.victory.points
    return sum(points_of(position, rule) for rule in rules)


def final_outcome(position: Pos) -> Outcome:
    """The end of the last turn: the score on the scenario's scale."""
    game, total = position.game, score(position)
    band = game.scenario_data.file.victory.band(total)
    winner = Seat(band.winner.value)
    level = "victory" if band.level.value == "victory" else f"{band.level.value} victory"
    text = f"{game.seat_title(winner)} {level} ({total} victory points)"
    return Outcome(winner, text, game.victory_rule, {str(game.scoring_seat): total})


def check_automatic(position: Pos, phasing: Seat) -> None:
    """The end of a supply phase: taken in the own one and still held in the enemy's next one (ruling M38)."""
    game, state = position.game, position.state
    seat = game.scoring_seat
    places = game.scenario_data.file.victory.automatic.places
    area = bits_of(hex for place in places for hex in game.board.places[place].hexes)
    held = bool(area) and controlled(position, seat) & area == area
    index = seat_index(seat)
    if not held:
        state.holding[index] = 0
    elif phasing == seat:
        if not state.holding[index]:
            state.holding[index] = state.turn
            if position.heard:
                names = ", ".join(game.board.places[place].name for place in places)
                who = game.seat_title(seat)
                position.tell(Event(game.victory_rule, f"{who} holds {names}: held once more, that wins"))
    elif state.holding[index]:
        text = f"{game.seat_title(seat)} automatic victory"
        position.finish(Outcome(seat, text, game.victory_rule, {str(seat): score(position)}))
