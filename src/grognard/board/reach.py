"""Where one unit can go: the cheapest way to every hex within its movement allowance.

Costs are integers on a common denominator, so a third of a point is exact. `MovementCosts` holds the price of
every step for one class of unit; `reach` spends an allowance on them. What an enemy's zone of control does
is a choice of parameters, for each game has its own: stop on entry, a cost to leave, steps that are not
allowed. A unit that ignores zones passes empty sets.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from grognard.board.bits import HexSet, bits_of, hexes_of
from grognard.board.grid import OFF_GRID, Grid, Hex, Side

CLOSED = -1
"""The price of a step that cannot be made."""

_Steps = tuple[tuple[int, tuple[Hex, ...]], ...]


class MovementCosts:
    """The price of every step on a map for one class of unit.

    `prices[hex][direction]` is the price of leaving a hex in a direction, or `CLOSED`.
    """

    def __init__(self, grid: Grid, prices: Sequence[Sequence[int]]) -> None:
        self.grid = grid
        self.prices: tuple[tuple[int, ...], ...] = tuple(tuple(row) for row in prices)
        # The neighbours of each hex by price, cheapest first: a search stops at the first group too dear.
        self.steps: tuple[_Steps, ...] = tuple(
            _grouped(row, near) for row, near in zip(self.prices, grid.neighbours, strict=True)
        )
        self.cheapest: int = min((groups[0][0] for groups in self.steps if groups), default=1)
        """What every step costs at least."""

    @classmethod
    def build(
        cls,
        grid: Grid,
        entry: Mapping[Hex, int],
        sides: Mapping[Side, int | None] | None = None,
        links: Iterable[tuple[Sequence[HexSet], int]] = (),
    ) -> MovementCosts:
        """Price every step from what the map shows.

        `entry` is the cost of entering each hex; a hex that is left out is closed. `sides` is what crossing a
        hexside adds; None closes it. `links` pairs the steps of one kind of link (`Board.link_steps`) with
        their price: a step along a link pays that alone, whatever it leads through, if that is cheaper.
        """
        prices = [_open_country(grid, hex, entry, sides or {}) for hex in range(grid.size)]
        for steps, price in links:
            for direction, hexes in enumerate(steps):
                for hex in hexes_of(hexes):
                    old = prices[hex][direction]
                    prices[hex][direction] = price if old == CLOSED else min(old, price)
        return cls(grid, prices)

    def price(self, a: Hex, b: Hex) -> int:
        """Return the price of the step from a hex to its neighbour, `CLOSED` when there is no way."""
        return self.prices[a][self.grid.direction(a, b)]

    def with_entry(self, extra: Mapping[Hex, int | None]) -> MovementCosts:
        """Return these costs with something added to the price of entering some hexes; None closes a hex."""
        changed = {
            (near, (direction + 3) % 6): add
            for hex, add in extra.items()
            for direction, near in enumerate(self.grid.neighbours[hex])
            if near != OFF_GRID
        }
        return self._changed(
            (hex, direction, CLOSED if add is None else self.prices[hex][direction] + add)
            for (hex, direction), add in changed.items()
            if self.prices[hex][direction] != CLOSED
        )

    def with_steps(self, prices: Mapping[tuple[Hex, Hex], int]) -> MovementCosts:
        """Return these costs with new prices for some steps, such as over a bridge that has been blown."""
        return self._changed((a, self.grid.direction(a, b), price) for (a, b), price in prices.items())

    def _changed(self, changes: Iterable[tuple[Hex, int, int]]) -> MovementCosts:
        rows: dict[Hex, list[int]] = {}
        for hex, direction, price in changes:
            rows.setdefault(hex, list(self.prices[hex]))[direction] = price
        copy = object.__new__(MovementCosts)
        copy.grid = self.grid
        prices, steps = list(self.prices), list(self.steps)
        for hex, row in rows.items():
            prices[hex] = tuple(row)
            steps[hex] = _grouped(row, self.grid.neighbours[hex])
        copy.prices, copy.steps = tuple(prices), tuple(steps)
        copy.cheapest = min([self.cheapest, *(steps[hex][0][0] for hex in rows if steps[hex])])
        return copy


class Bonus(msgspec.Struct, frozen=True):
    """A few points more for a unit that makes its whole move on certain steps, such as one kind of road.

    `costs` prices those steps and closes all others. A hex that only the bonus reaches takes the whole
    allowance.
    """

    costs: MovementCosts
    extra: int


class _Limits(msgspec.Struct, frozen=True):
    """The parameters of one search, and what they say about a single step."""

    costs: MovementCosts
    start: Hex
    allowance: int
    blocked: HexSet
    stop: HexSet
    leaving: HexSet
    leave_cost: int
    locked: HexSet
    forbidden: Mapping[Hex, HexSet]
    first_step_cap: int | None

    def window(self) -> tuple[Hex, HexSet]:
        """Return where to cut sets so that only what may be in reach is left: first index and mask."""
        if self.costs.cheapest < 1:
            return 0, self.costs.grid.all
        # The first step may be capped, and so be cheaper than any other.
        steps = self.allowance // self.costs.cheapest + 1
        first = max(0, self.start - steps * (self.costs.grid.stride + 1))
        return first, (1 << 2 * (self.start - first) + 1) - 1 if first else self.costs.grid.all

    def careful(self) -> HexSet:
        """Return the hexes whose steps need a look one by one, the start aside."""
        careful = self.locked | (self.leaving if self.leave_cost else 0)
        if self.forbidden:
            careful |= bits_of(hex for hex in self.forbidden if hex != self.start)
        return careful

    def first_steps(self) -> _Steps:
        """Return the steps from the start, grouped by price."""
        here, steps = self.costs.grid.bits[self.start], self.costs.steps[self.start]
        cap = self.first_step_cap
        capped = cap is not None and bool(steps) and steps[-1][0] > cap
        if capped or here & (self.leaving | self.locked) or self.start in self.forbidden:
            return tuple((price, (near,)) for price, near in self.steps(self.start))
        return steps

    def goes_on(self, hex: Hex) -> bool:
        """Say whether the unit may go on from a hex that it can reach."""
        return hex == self.start or not self.stop >> hex & 1

    def price(self, hex: Hex, direction: int) -> int:
        """Return what a step costs with all that the situation adds, or `CLOSED`."""
        price, near = self.costs.prices[hex][direction], self.costs.grid.neighbours[hex][direction]
        if price == CLOSED or self.forbidden.get(hex, 0) >> near & 1:
            return CLOSED
        if self.locked >> hex & self.locked >> near & 1:
            return CLOSED
        if self.leaving >> hex & 1:
            price += self.leave_cost
        if hex == self.start and self.first_step_cap is not None:
            return min(price, self.first_step_cap)
        return price

    def steps(self, hex: Hex) -> Iterator[tuple[int, Hex]]:
        """Yield each possible step from a hex as its price and where it leads."""
        for direction, near in enumerate(self.costs.grid.neighbours[hex]):
            price = self.price(hex, direction)
            if price != CLOSED:
                yield price, near


class Reach:
    """Where a unit can go, at what cost and by which path."""

    __slots__ = ("_bonus", "_limits", "_settled", "cost")

    cost: Mapping[Hex, int]
    """What it costs to reach each hex; the start costs nothing."""

    def __init__(self, limits: _Limits, settled: Mapping[Hex, int], bonus: Reach | None = None) -> None:
        self._limits = limits
        self._settled = settled
        self._bonus = bonus
        self.cost = settled
        if bonus is not None:
            self.cost = {**dict.fromkeys(bonus.cost, limits.allowance), **settled}

    def __contains__(self, hex: object) -> bool:
        return hex in self.cost

    def __len__(self) -> int:
        return len(self.cost)

    @property
    def start(self) -> Hex:
        """The hex where the unit stands."""
        return self._limits.start

    @property
    def allowance(self) -> int:
        """What the unit has to spend."""
        return self._limits.allowance

    @property
    def hexes(self) -> HexSet:
        """The hexes that the unit can reach, its own included."""
        return bits_of(self.cost)

    def left(self, hex: Hex) -> int:
        """Return what the unit has left when it has gone to a hex."""
        return self._limits.allowance - self.cost[hex]

    def path(self, hex: Hex) -> tuple[Hex, ...]:
        """Return the cheapest path to a hex, both ends included; of equal ones always the same."""
        if hex not in self.cost:
            raise ValueError(f"hex {self._limits.costs.grid.label(hex)} is out of reach")
        if self._bonus is not None and hex not in self._settled:
            return self._bonus.path(hex)
        order = {settled: rank for rank, settled in enumerate(self._settled)}
        path = [hex]
        while path[-1] != self._limits.start:
            path.append(self._before(path[-1], order))
        return tuple(reversed(path))

    def _before(self, hex: Hex, order: Mapping[Hex, int]) -> Hex:
        # The hex settled first among those from which the unit can have come at this cost.
        limits, spent = self._limits, self._settled[hex]
        neighbours = (near for near in limits.costs.grid.neighbours[hex] if near in order)
        for near in sorted(neighbours, key=order.__getitem__):
            price = limits.price(near, limits.costs.grid.direction(near, hex))
            if price != CLOSED and limits.goes_on(near) and self._settled[near] + price == spent:
                return near
        raise AssertionError("a hex in reach has a hex before it")


def reach(
    costs: MovementCosts,
    start: Hex,
    allowance: int,
    *,
    blocked: HexSet = 0,
    stop: HexSet = 0,
    leaving: HexSet = 0,
    leave_cost: int = 0,
    locked: HexSet = 0,
    forbidden: Mapping[Hex, HexSet] | None = None,
    first_step_cap: int | None = None,
    bonus: Bonus | None = None,
) -> Reach:
    """Find every hex that a unit can reach with its allowance, and the cheapest way there.

    `blocked` hexes cannot be entered. A unit that enters a hex of `stop` goes no further; standing in one at
    the start does not hold it. Leaving a hex of `leaving` costs `leave_cost` more. No step leads from one hex
    of `locked` to another, and from a hex in `forbidden` none to the hexes listed for it. With a
    `first_step_cap` the first step never costs more than that, whatever adds up: a unit that has as much to
    spend can then always go one hex.
    """
    limits = _Limits(
        costs, start, allowance, blocked, stop, leaving, leave_cost, locked, forbidden or {}, first_step_cap
    )
    settled = _search(limits)
    if bonus is None:
        return Reach(limits, settled)
    further = msgspec.structs.replace(limits, costs=bonus.costs, allowance=allowance + bonus.extra)
    return Reach(limits, settled, Reach(further, _search(further)))


def _search(limits: _Limits) -> dict[Hex, int]:
    """Settle hexes in the order of their cost: Dial's algorithm, one bucket of candidates for each cost.

    Candidates are thrown into the buckets unseen, a whole group of neighbours at a time, and looked at when
    their turn comes: cheaper than to keep a tentative cost for each.
    """
    allowance, bits, steps = limits.allowance, limits.costs.grid.bits, limits.costs.steps
    # Short sets are quick: a look at one hex is most of what a search does.
    base, window = limits.window()
    blocked, stop = limits.blocked >> base & window, limits.stop >> base & window
    watched = blocked | stop | limits.careful() >> base & window
    buckets: list[list[Hex]] = [[] for _ in range(allowance + 1)]
    settled = {limits.start: 0}
    for price, group in limits.first_steps():
        if price <= allowance:
            buckets[price] += group
    last = allowance - limits.costs.cheapest
    for spent, bucket in enumerate(buckets):
        if spent > last:
            for hex in bucket:
                if hex not in settled and not bits[hex - base] & blocked:
                    settled[hex] = spent
            continue
        left = allowance - spent
        for hex in bucket:
            if hex in settled:
                continue
            here = bits[hex - base]
            if here & watched:
                if here & blocked:
                    continue
                settled[hex] = spent
                if not here & stop:
                    for price, near in limits.steps(hex):
                        if price <= left:
                            buckets[spent + price].append(near)
                continue
            settled[hex] = spent
            for price, group in steps[hex]:
                if price > left:
                    break
                buckets[spent + price] += group
    return settled


def _open_country(
    grid: Grid, hex: Hex, entry: Mapping[Hex, int], sides: Mapping[Side, int | None]
) -> list[int]:
    prices = []
    for near, side in zip(grid.neighbours[hex], grid.sides_of(hex), strict=True):
        crossing = sides.get(side, 0)
        prices.append(CLOSED if near not in entry or crossing is None else entry[near] + crossing)
    return prices


def _grouped(prices: Sequence[int], neighbours: Sequence[Hex]) -> _Steps:
    groups: dict[int, list[Hex]] = {}
    for price, near in zip(prices, neighbours, strict=True):
        if price != CLOSED and near != OFF_GRID:
            groups.setdefault(price, []).append(near)
    return tuple((price, tuple(near)) for price, near in sorted(groups.items()))
