"""The tables of the rule book as a screen shows them, and what can be drawn over time."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from grognard.board.bits import count
from grognard.core import Chart, Forecast, Measure
from grognard.games.peaks import combat_forecast, control, victory
from grognard.games.peaks.components import CLOSED, COLUMNS, ROLLS, Components, Result, Side, Weather
from grognard.games.peaks.overlays import points
from grognard.games.peaks.state import ELIMINATED, REMOVED, SEATS
from grognard.games.peaks.steps import Pos


def forecast(position: Pos) -> Forecast | None:
    """Forces, shifts and column of the combat that is being put together; None when there is none."""
    return combat_forecast.forecast(position)


def charts(components: Components) -> tuple[Chart, ...]:
    """Every table of the rule book."""
    return (
        _combat("assault-table", "Assault", components.assault),
        _combat("mobile-table", "Mobile", components.mobile),
        _terrain(components),
        _air_superiority(components),
        _air_attrition(components),
        _refit(components),
        _markers(components),
        _turns(components),
    )


def _combat(id: str, title: str, table: Mapping[int, tuple[Result, ...]]) -> Chart:
    rows = tuple((str(roll), tuple(cell.value for cell in table[roll])) for roll in sorted(table))
    notes = ("A: attacker, D: defender; A reduces, W and P retreat by one and two, Z does both to all",)
    return Chart(id, title, "10.8", "1K6", COLUMNS, rows, notes)


def _by_roll(id: str, title: str, rule: str, columns: Mapping[str, Callable[[int], str]]) -> Chart:
    rows = tuple((str(roll), tuple(cell(roll) for cell in columns.values())) for roll in ROLLS)
    return Chart(id, title, rule, "1K6", tuple(columns), rows)


def _air_superiority(components: Components) -> Chart:
    table = components.air_superiority

    def column(differential: int) -> Callable[[int], str]:
        return lambda roll: table.result(differential, roll).value

    columns = {"-1 or less": column(-1), "0": column(0), "+1 or more": column(1)}
    return _by_roll("air-superiority-table", "Air superiority", "16.9", columns)


def _air_attrition(components: Components) -> Chart:
    table = components.air_attrition

    def column(side: Side) -> Callable[[int], str]:
        return lambda roll: "reduced" if table.reduces(side, Weather.WINTER, roll) else "–"

    columns = {"all": column(Side.SOVIET), "Axis in winter": column(Side.AXIS)}
    return _by_roll("air-attrition-table", "Air attrition", "16.2", columns)


def _refit(components: Components) -> Chart:
    def column(german: bool) -> Callable[[int], str]:
        def cell(roll: int) -> str:
            delay = components.refit_table.result(german, roll)
            return "fail" if delay is None else f"{delay} turns" if delay else "at once"

        return cell

    columns = {"German": column(True), "Soviet and Axis allies": column(False)}
    return _by_roll("refit-table", "Refit", "14.4", columns)


def _terrain(components: Components) -> Chart:
    def cost(units: int) -> str:
        return "closed" if units == CLOSED else points(units)

    rows = tuple(
        (
            effect.name,
            (
                *(cost(effect.cost(kind, weather)) for weather in Weather for kind in (False, True)),
                str(-effect.shifts or "–"),
                str(-effect.winter_shifts or "–"),
            ),
        )
        for effect in components.terrain.values()
    )
    costs = tuple(f"{weather.value}, {who}" for weather in Weather for who in ("on foot", "mechanized"))
    columns = (*costs, "shift", "shift in winter")
    return Chart("terrain-table", "Terrain effects", "6.9", "ground", columns, rows)


def _markers(components: Components) -> Chart:
    rows = tuple(
        (
            marker.name,
            (
                marker.side.value,
                marker.opens.value,
                str(marker.turn or "–"),
                f"+{marker.shift}" if marker.shift else "–",
                str(marker.refit_points or "–"),
                "yes" if marker.must_play else "–",
            ),
        )
        for marker in components.markers.values()
    )
    columns = ("side", "opens", "from turn", "attacks", "refit points", "has to be played")
    return Chart("command-table", "Command markers", "5.1", "marker", columns, rows)


def _turns(components: Components) -> Chart:
    rows = tuple(
        (
            row.month,
            (
                row.weather.value,
                *(str(row.refit_points(side)) for side in Side),
                *(str(row.command_limit(side)) for side in Side),
                row.initiative.value,
            ),
        )
        for row in components.turns
    )
    columns = ("weather", "Axis refit", "Soviet refit", "Axis limit", "Soviet limit", "initiative")
    return Chart("turn-track", "Turn record", "4.2", "month", columns, rows)


def measures(position: Pos) -> tuple[Measure, ...]:
    """Steps of ground units lost, land controlled, and victory points, by side."""
    game, state = position.game, position.state
    lost = {
        str(seat): sum(
            game.units[unit].steps - state.steps[unit]
            for unit in game.units_of[seat]
            if state.where[unit] >= 0 or state.where[unit] in (ELIMINATED, REMOVED)
        )
        for seat in SEATS
    }
    land = game.geography.land
    held = {str(seat): count(control.controlled(position, seat) & land) for seat in SEATS}
    scores = {str(seat): victory.points(position, seat) for seat in SEATS}
    return (
        Measure("losses", "Steps lost", lost),
        Measure("control", "Hexes controlled", held),
        Measure("points", "Victory points", scores),
    )
