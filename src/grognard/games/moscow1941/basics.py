"""1 Basic information: the combat ratio, its columns, and rounding."""

from __future__ import annotations

from grognard.games.moscow1941.components import RATIOS

FIRST_COLUMN, LAST_COLUMN = 0, len(RATIOS) - 1
EVEN = RATIOS.index("1:1")


def halved(value: int, times: int = 1) -> int:
    """A value halved once or more, rounded up at the end (1.7).

    >>> halved(5), halved(1), halved(5, 2)
    (3, 1, 2)
    """
    return -(-value // (1 << times))


def rounded_ratio(greater: int, lesser: int) -> int:
    """How many times the greater holds the lesser, halves and more rounded up (1.7).

    >>> rounded_ratio(8, 5), rounded_ratio(649, 100), rounded_ratio(3, 2)
    (2, 6, 2)
    """
    return (2 * greater + lesser) // (2 * lesser)


def ratio_column(attack: int, defence: int, literal: bool = False) -> int:
    """The column of the combat table for two strengths, held within the table (1.5, 1.6).

    The stronger is divided by the weaker (ruling M01); `literal` divides attacker by defender as the text
    reads, which makes everything from half the defender's strength on 1:1.

    >>> RATIOS[ratio_column(8, 3)], RATIOS[ratio_column(2, 3)], RATIOS[ratio_column(1, 90)]
    ('3:1', '1:2', '1:4')
    """
    if attack <= 0:
        return FIRST_COLUMN
    if defence <= 0:
        return LAST_COLUMN
    if attack >= defence or (literal and 2 * attack >= defence):
        column = EVEN + max(1, rounded_ratio(attack, defence)) - 1
    else:
        column = EVEN - rounded_ratio(defence, attack) + 1
    return within(column)


def within(column: int) -> int:
    """A column held within the table (1.6)."""
    return max(FIRST_COLUMN, min(LAST_COLUMN, column))


def shifted(column: int, attacker_modifiers: int, defender_modifiers: int) -> int:
    """The final column: the attacker's modifiers first, then the defender's, never leaving the table (1.6).

    >>> RATIOS[shifted(ratio_column(18, 4), 7, 2)]
    '8:1'
    """
    return within(within(column + attacker_modifiers) - defender_modifiers)
