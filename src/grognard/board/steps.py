"""Steps of whole sets of hexes over some hexsides and not over others."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from grognard.board.bits import HexSet, Shifter
from grognard.board.grid import OFF_GRID, Grid, Side


class SetSteps:
    """Moves sets of hexes across every hexside but the `closed` ones, or across those of `only` alone."""

    step: Callable[[HexSet], HexSet]
    """Returns all hexes one step away from a set; hexes of the set itself may be among them."""

    def __init__(self, grid: Grid, closed: Iterable[Side] = (), only: Iterable[Side] | None = None) -> None:
        shut = frozenset(closed)
        self.sides: frozenset[Side] = (_inner_sides(grid) if only is None else frozenset(only)) - shut
        if only is None and not shut:
            self.step = Shifter(grid).expand
        else:
            self.step = _masked_step(grid, self.sides)


def _inner_sides(grid: Grid) -> frozenset[Side]:
    return frozenset(
        side
        for hex in grid.hexes
        for near, side in zip(grid.neighbours[hex], grid.sides_of(hex), strict=True)
        if near != OFF_GRID
    )


def _masked_step(grid: Grid, sides: frozenset[Side]) -> Callable[[HexSet], HexSet]:
    # The hexes that may move by each amount: a step along a line, or to one of three places of the next line.
    masks: dict[int, HexSet] = {}
    for side in sides:
        a, b = grid.side_hexes(side)
        if b != OFF_GRID:
            masks[b - a] = masks.get(b - a, 0) | 1 << a
            masks[a - b] = masks.get(a - b, 0) | 1 << b
    stride = grid.stride
    on, back = masks.get(1, 0), masks.get(-1, 0)
    down, down_on, down_back = (masks.get(stride + shift, 0) for shift in (0, 1, -1))
    up, up_on, up_back = (masks.get(-stride + shift, 0) for shift in (0, 1, -1))

    def step(hexes: HexSet) -> HexSet:
        below = hexes & down | (hexes & down_on) << 1 | (hexes & down_back) >> 1
        above = hexes & up | (hexes & up_on) << 1 | (hexes & up_back) >> 1
        return (hexes & on) << 1 | (hexes & back) >> 1 | below << stride | above >> stride

    return step
