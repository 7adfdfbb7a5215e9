"""Steps of whole sets of hexes over some hexsides and not over others."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from grognard.board.bits import HexSet, Shifter
from grognard.board.grid import OFF_GRID, Grid, Side


class SetSteps:
    """Moves sets of hexes across every hexside but the `closed` ones, or across those of `only` alone."""

    step: Callable[[HexSet], HexSet]
    """Returns all hexes one step away from a set; hexes of the set itself may be among them."""

    def __init__(self, grid: Grid, closed: Iterable[Side] = (), only: Iterable[Side] | None = None) -> None:
        shut = frozenset(closed)
        if only is not None:
            self.step = _masked_step(grid, _masks_of(grid, frozenset(only) - shut))
        elif shut:
            self.step = _masked_step(grid, _without(grid, _masks_of(grid, shut)))
        else:
            self.step = Shifter(grid).expand


def _masks_of(grid: Grid, sides: Iterable[Side]) -> dict[int, HexSet]:
    """The hexes that may move by each amount: a step along a line, or to one of three of the next line."""
    masks: dict[int, HexSet] = {}
    for side in sides:
        a, b = grid.side_hexes(side)
        if b != OFF_GRID:
            masks[b - a] = masks.get(b - a, 0) | 1 << a
            masks[a - b] = masks.get(a - b, 0) | 1 << b
    return masks


def _without(grid: Grid, masks: Mapping[int, HexSet]) -> dict[int, HexSet]:
    return {amount: hexes & ~masks.get(amount, 0) for amount, hexes in grid.step_masks.items()}


def _masked_step(grid: Grid, masks: Mapping[int, HexSet]) -> Callable[[HexSet], HexSet]:
    stride = grid.stride
    on, back = masks.get(1, 0), masks.get(-1, 0)
    down, down_on, down_back = (masks.get(stride + shift, 0) for shift in (0, 1, -1))
    up, up_on, up_back = (masks.get(-stride + shift, 0) for shift in (0, 1, -1))

    def step(hexes: HexSet) -> HexSet:
        below = hexes & down | (hexes & down_on) << 1 | (hexes & down_back) >> 1
        above = hexes & up | (hexes & up_on) << 1 | (hexes & up_back) >> 1
        return (hexes & on) << 1 | (hexes & back) >> 1 | below << stride | above >> stride

    return step
