"""The kernels against their peers: the same question, the same answer, side by side in one run.

The questions are those of every turn of a wargame: where can this unit go, and who is in supply, on a map
of 4,500 hexes with terrain, roads, enemies and their zones of control. The peers are the plain Python that
one writes first and two libraries, networkx and scipy; these get graphs made ready beforehand, in which
enemies and zones are already cut out, so that only the search itself is timed. Libraries that are not
installed are left out.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from itertools import islice
from time import perf_counter
from typing import Any, TypeAlias

import msgspec

from grognard.board.bits import HexSet, Shifter, bits_of, hexes_of
from grognard.board.grid import OFF_GRID, Grid, GridSpec, Hex, Sheet
from grognard.board.model import Board, Link
from grognard.board.reach import CLOSED, MovementCosts, reach
from grognard.board.trace import Ways, trace
from grognard.core.chance import Dice

LINES, PLACES = 75, 60
ALLOWANCE = 12
"""Movement points in thirds: four hexes of clear ground, as a motorized unit of an operational game has."""
SUPPLY_LIMIT = 7
"""Hexes away from roads that a line of supply may cover."""
PRICES: Mapping[str, int] = {"clear": 3, "forest": 6, "swamp": 9}
REACH_AIM, TRACE_AIM = 3, 100

Answer: TypeAlias = Mapping[Hex, int]
Adjacent: TypeAlias = Mapping[Hex, tuple[tuple[Hex, int], ...]]
Flood: TypeAlias = Callable[[Iterable[Hex], int], Iterable[Hex]]
"""From some hexes to all within a limit of them."""


class Timing(msgspec.Struct, frozen=True):
    """What one way to do the work takes, and how many times that is of ours."""

    who: str
    microseconds: float
    ratio: float


class Measured(msgspec.Struct, frozen=True):
    """One piece of work, ours first, and the aim that the house has set itself."""

    work: str
    timings: tuple[Timing, ...]
    aim: str = ""
    met: bool | None = None
    """None when there is no aim, or what it compares with is not installed."""


@dataclass(frozen=True)
class Field:
    """A synthetic map with a war on it."""

    grid: Grid
    costs: MovementCosts
    country: Ways
    ways: Ways
    """The country with its roads."""
    roads: tuple[HexSet, ...]
    enemies: HexSet
    zones: HexSet
    friends: HexSet
    units: tuple[Hex, ...]
    sources: HexSet
    """Where roads come onto the map."""
    depots: HexSet
    """Every hex of road that is free."""


def synthetic_field(lines: int = LINES, places: int = PLACES, seed: int = 1) -> Field:
    """Make a map of mixed ground with a net of roads, enemies all over it and units of ours."""
    dice = Dice(f"bench {seed}")
    grid = Grid(GridSpec((Sheet("map", 1, lines, 1, places),), "odd", "south", "east"))
    kinds = ("clear",) * 6 + ("forest",) * 3 + ("swamp",)
    terrain = {hex: kinds[dice.below(len(kinds))] for hex in grid.hexes}
    board = Board.build("bench", grid, terrain, links=_roads(grid))
    roads = board.link_steps["road"]
    enemies = bits_of(grid.hexes[dice.below(len(grid.hexes))] for _ in range(60))
    zones = Shifter(grid).neighbours(enemies)
    free = tuple(hexes_of(grid.all & ~enemies & ~zones))
    units = tuple(free[dice.below(len(free))] for _ in range(60))
    entry = {hex: PRICES[kind] for hex, kind in terrain.items()}
    depots = board.link_hexes("road") & ~zones & ~enemies
    return Field(
        grid=grid,
        costs=MovementCosts.build(grid, entry),
        country=Ways.counting_hexes(grid),
        ways=Ways.counting_hexes(grid, links=[roads]),
        roads=roads,
        enemies=enemies,
        zones=zones,
        friends=bits_of(units),
        units=units,
        sources=grid.edges["west"] & depots,
        depots=depots,
    )


def _roads(grid: Grid) -> Iterable[Link]:
    """Five highways from west to east, and five that cross them."""
    north_south, west_east = grid.lines // 6 + 1, (grid.stride - 1) // 6 + 1
    for line in range(north_south // 2, grid.lines, north_south):
        row = [line * grid.stride + place for place in range(grid.stride - 1)]
        yield Link(f"highway {line}", "road", tuple(row))
    for place in range(west_east // 2, grid.stride - 1, west_east):
        column = [line * grid.stride + place for line in range(grid.lines)]
        yield Link(f"lateral {place}", "road", tuple(column))


# --- where a unit can go ---------------------------------------------------------------------------


def measure_reach(field: Field, rounds: int = 40) -> Measured:
    """Time the reach of one unit, stopped by zones of control; the mean over sixty units."""
    ways: dict[str, Callable[[Hex], Answer]] = {"Grognard": lambda unit: reach_of(field, unit)}
    ways |= reach_peers(field)
    agree({who: [dict(way(unit)) for unit in field.units] for who, way in ways.items()})
    runs = {who: _over(way, field.units) for who, way in ways.items()}
    timings = side_by_side(runs, rounds, len(field.units))
    return measured("reach of one unit with zones of control", timings, REACH_AIM)


def reach_of(field: Field, unit: Hex) -> Answer:
    """Find where a unit can go; zones of control stop it."""
    return reach(field.costs, unit, ALLOWANCE, blocked=field.enemies, stop=field.zones).cost


def reach_peers(field: Field) -> dict[str, Callable[[Hex], Answer]]:
    """Return every other way to find a unit's reach that this machine has."""
    adjacent = _priced_steps(field)
    peers: dict[str, Callable[[Hex], Answer]] = {
        "plain Python": lambda unit: plain_dijkstra(adjacent, [unit], ALLOWANCE)
    }
    if find_spec("networkx"):
        import networkx

        graph = _networkx_graph(adjacent)
        peers["networkx"] = lambda unit: networkx.single_source_dijkstra_path_length(
            graph, unit, cutoff=ALLOWANCE
        )
    if find_spec("scipy"):
        from scipy.sparse.csgraph import dijkstra

        matrix = _scipy_matrix(adjacent)
        peers["scipy"] = lambda unit: _within(dijkstra(matrix, indices=unit, limit=ALLOWANCE))
    return peers


def _priced_steps(field: Field) -> Adjacent:
    """Return the steps that a unit may take; none leads on from a zone of control."""
    return {
        hex: tuple(
            (near, price)
            for near, price in zip(field.grid.neighbours[hex], field.costs.prices[hex], strict=True)
            if price != CLOSED and not field.enemies >> near & 1
        )
        if not field.zones >> hex & 1
        else ()
        for hex in field.grid.hexes
    }


# --- who is in supply ------------------------------------------------------------------------------


def measure_trace(field: Field, rounds: int = 40) -> Measured:
    """Time a question to the whole map: which hexes lie within a few hexes of a depot or a road held?"""
    peers = supply_peers(field, _supply_graph(field, hexes_of(field.depots)))
    runs: dict[str, Callable[[], Any]] = {"Grognard": lambda: in_supply(field, field.depots)} | peers
    _agree_on_hexes(runs)
    return measured("supply of the whole map", side_by_side(runs, rounds), TRACE_AIM)


def measure_roads(field: Field, rounds: int = 40) -> Measured:
    """Time the same question when roads have to be followed first, from one edge of the map."""
    roads = {
        hex: tuple((near, 0) for near, _ in steps if _linked(field, hex, near))
        for hex, steps in _supply_graph(field, ()).steps.items()
    }
    graph = _supply_graph(field, plain_dijkstra(roads, hexes_of(field.sources), 0))
    peers = supply_peers(field, graph, Graph(roads, tuple(hexes_of(field.sources))))
    runs: dict[str, Callable[[], Any]] = {"Grognard": lambda: in_supply(field, field.sources, True)} | peers
    _agree_on_hexes(runs)
    return measured("the same, along roads from the map's edge", side_by_side(runs, rounds))


def in_supply(field: Field, sources: HexSet, along_roads: bool = False) -> HexSet:
    """Trace a few hexes, through neither enemies nor their zones, unless a friend stands in them."""
    return trace(
        field.ways if along_roads else field.country,
        sources,
        limit=SUPPLY_LIMIT,
        blocked=field.enemies,
        zones=field.zones,
        friends=field.friends,
        rejoin=False,
    )


@dataclass(frozen=True)
class Graph:
    """Steps between hexes with their prices, and where a search begins."""

    steps: Adjacent
    starts: tuple[Hex, ...]


def _supply_graph(field: Field, starts: Iterable[Hex]) -> Graph:
    """Return the open hexes and the steps between them, as the peers want them."""
    is_open = field.grid.all & ~(field.enemies | field.zones & ~field.friends)
    steps = {
        hex: tuple(
            (near, 1) for near in field.grid.neighbours[hex] if near != OFF_GRID and is_open >> near & 1
        )
        for hex in hexes_of(is_open)
    }
    return Graph(steps, tuple(hex for hex in starts if hex in steps))


def supply_peers(field: Field, ground: Graph, roads: Graph | None = None) -> dict[str, Callable[[], Any]]:
    """Return every other way to trace supply, after a search along roads if there is one."""
    makers = {"plain Python": _plain_flood}
    if find_spec("networkx"):
        makers["networkx"] = _networkx_flood
    if find_spec("scipy"):
        makers["scipy"] = _scipy_flood
    return {who: _supply(make, ground, roads) for who, make in makers.items()}


def _supply(
    make: Callable[[Graph], Flood], ground: Graph, roads: Graph | None
) -> Callable[[], Iterable[Hex]]:
    over_land = make(ground)
    if roads is None:
        return lambda: over_land(ground.starts, SUPPLY_LIMIT)
    by_road, sources = make(roads), roads.starts
    return lambda: over_land(by_road(sources, len(ground.steps)), SUPPLY_LIMIT)


def _plain_flood(graph: Graph) -> Flood:
    return lambda starts, limit: plain_dijkstra(graph.steps, starts, limit)


def _networkx_flood(graph: Graph) -> Flood:
    import networkx

    made = _networkx_graph(graph.steps)

    def flood(starts: Iterable[Hex], limit: int) -> Iterable[Hex]:
        return {hex for layer in islice(networkx.bfs_layers(made, starts), limit + 1) for hex in layer}

    return flood


def _scipy_flood(graph: Graph) -> Flood:
    import numpy
    from scipy.sparse.csgraph import dijkstra

    made = _scipy_matrix({hex: tuple((near, 1) for near, _ in steps) for hex, steps in graph.steps.items()})

    def flood(starts: Iterable[Hex], limit: int) -> Iterable[Hex]:
        found = dijkstra(made, indices=starts, min_only=True, limit=limit)
        return numpy.flatnonzero(numpy.isfinite(found))

    return flood


def _linked(field: Field, a: Hex, b: Hex) -> bool:
    return bool(field.roads[field.grid.direction(a, b)] >> a & 1)


def _agree_on_hexes(runs: Mapping[str, Callable[[], Any]]) -> None:
    answers = {who: run() for who, run in runs.items()}
    agree(
        {
            who: sorted(hexes_of(found) if isinstance(found, int) else map(int, found))
            for who, found in answers.items()
        }
    )


# --- peers ------------------------------------------------------------------------------------------


def plain_dijkstra(adjacent: Adjacent, starts: Iterable[Hex], limit: int) -> dict[Hex, int]:
    """Search with a heap, as one writes it first."""
    found: dict[Hex, int] = {}
    queue = [(0, hex) for hex in starts]
    heapq.heapify(queue)
    while queue:
        spent, hex = heapq.heappop(queue)
        if hex in found:
            continue
        found[hex] = spent
        for near, price in adjacent[hex]:
            if near not in found and spent + price <= limit:
                heapq.heappush(queue, (spent + price, near))
    return found


def _networkx_graph(adjacent: Adjacent) -> Any:
    import networkx

    graph = networkx.DiGraph()
    graph.add_nodes_from(adjacent)
    for hex, steps in adjacent.items():
        graph.add_weighted_edges_from((hex, near, price) for near, price in steps)
    return graph


def _scipy_matrix(adjacent: Adjacent) -> Any:
    from scipy.sparse import csr_array

    size = max(adjacent) + 1
    edges = [(hex, near, price) for hex, steps in adjacent.items() for near, price in steps]
    rows, columns, prices = zip(*edges, strict=True)
    return csr_array((prices, (rows, columns)), shape=(size, size), dtype=float)


def _within(distances: Any) -> Answer:
    import numpy

    reached = numpy.flatnonzero(numpy.isfinite(distances))
    return dict(zip(reached.tolist(), distances[reached].astype(int).tolist(), strict=True))


# --- the clock --------------------------------------------------------------------------------------


def agree(answers: Mapping[str, Any]) -> None:
    """Insist that everybody answers the same; a race for another answer is none."""
    first, *others = answers
    for other in others:
        if answers[other] != answers[first]:
            raise AssertionError(f"{other} and {first} give different answers to the same question")


def side_by_side(runs: Mapping[str, Callable[[], Any]], rounds: int, pieces: int = 1) -> tuple[Timing, ...]:
    """Take turns, so that whatever else the machine does hits all alike, and keep the best turn of each."""
    best = dict.fromkeys(runs, float("inf"))
    for _ in range(rounds):
        for who, run in runs.items():
            best[who] = min(best[who], _seconds(run))
    ours = next(iter(best.values()))
    return tuple(
        Timing(who, round(seconds / pieces * 1e6, 2), round(seconds / ours, 2))
        for who, seconds in best.items()
    )


def measured(work: str, timings: tuple[Timing, ...], aim: int | None = None) -> Measured:
    """Compare with networkx, by which the aims are set."""
    ratio = next((timing.ratio for timing in timings if timing.who == "networkx"), None)
    if aim is None:
        return Measured(work, timings)
    met = None if ratio is None else ratio >= aim
    return Measured(work, timings, f"at least {aim} times as fast as networkx", met)


def _seconds(run: Callable[[], Any], least: float = 0.004) -> float:
    """Return the time of one run, repeated until the clock has something to measure."""
    count, begun = 0, perf_counter()
    while (spent := perf_counter() - begun) < least or not count:
        run()
        count += 1
    return spent / count


def _over(way: Callable[[Hex], Answer], units: tuple[Hex, ...]) -> Callable[[], None]:
    def run() -> None:
        for unit in units:
            way(unit)

    return run
