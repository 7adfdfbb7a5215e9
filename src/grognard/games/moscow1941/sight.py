"""16.1 Who may know what: which counters lie open, and who reads the news of those that do not."""

from __future__ import annotations

from grognard.board.grid import OFF_GRID, Hex
from grognard.core import Event, Seat
from grognard.games.moscow1941.state import Mark, other
from grognard.games.moscow1941.steps import Pos


def lies_open(position: Pos, unit: int) -> bool:
    """May the enemy see this counter: the top one (16.1.1) without a mask (16.1.2), or one in combat?"""
    state = position.state
    hex = state.where[unit]
    if hex < 0 or not position.game.masking or state.marks[unit] & Mark.SEEN:
        return True
    return state.stacks[hex][0] == unit and not state.marks[unit] & Mark.MASKED


def readers(position: Pos, unit: int) -> tuple[Seat, ...] | None:
    """Who may read news that name a counter: everybody (None), or its owner alone."""
    return None if lies_open(position, unit) else (position.game.owner[unit],)


def tell(
    position: Pos, unit: int, rule: str, text: str, reveals: bool = False, hexes: tuple[str, ...] = ()
) -> None:
    """Report something about a counter to those who may know of it; `{}` in the text is its name."""
    if position.heard:
        name = position.game.units[unit].id
        seats = readers(position, unit)
        position.tell(Event(rule, text.format(name), hexes, (name,), seats=seats, reveals=reveals))


def tell_way(position: Pos, unit: int, rule: str, did: str, path: tuple[Hex, ...]) -> None:
    """Report a way before the counter goes it: the enemy reads its name if it lies open at either end."""
    if not position.heard:
        return
    game, state = position.game, position.state
    name, seat = game.units[unit].id, game.owner[unit]
    labels = tuple(game.grid.label(hex) for hex in path)
    stack = state.stacks.get(path[-1])
    on_top = (stack is None or game.owner[stack[0]] != seat) and not state.marks[unit] & Mark.MASKED
    reveals = any(_first_look(position, seat, unit, hex) for hex in game.grid.neighbours[path[-1]])
    if on_top or lies_open(position, unit):
        text = f"{name} {did} {labels[-1]}"
        position.tell(Event(rule, text, hexes=labels, units=(name,), reveals=reveals))
        return
    text = f"{name} {did} {labels[-1]}"
    position.tell(Event(rule, text, hexes=labels, units=(name,), seats=(seat,), reveals=reveals))
    text = f"a hidden unit {did} {labels[-1]}"
    position.tell(Event(rule, text, hexes=labels, seats=(other(seat),)))


def _first_look(position: Pos, seat: Seat, unit: int, hex: Hex) -> bool:
    """Would a counter next to this hex be the first of its side to learn what is in it (16.1.4)?"""
    stacks, owner = position.state.stacks, position.game.owner
    stack = stacks.get(hex) if hex != OFF_GRID else None
    if stack is None or owner[stack[0]] == seat or all(lies_open(position, enemy) for enemy in stack):
        return False
    near = (stacks.get(there) for there in position.game.grid.neighbours[hex] if there != OFF_GRID)
    return not any(units is not None and owner[units[0]] == seat for units in near)


def lay_open(position: Pos, hexes: tuple[Hex, ...]) -> None:
    """16.1.3: the stacks in these hexes are in a combat, to be looked through to the end of its phase."""
    state = position.state
    for hex in hexes:
        for unit in state.stacks.get(hex, ()):
            state.marks[unit] |= Mark.SEEN
