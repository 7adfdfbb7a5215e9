"""10.8, 10.9 The combat percentage, its column, and how shifts move it."""

from __future__ import annotations

from grognard.games.peaks.components import COLUMNS, FLOORS

FIRST_COLUMN, LAST_COLUMN = 0, len(COLUMNS) - 1


def percentage(attack: int, defence: int) -> int:
    """The attacker's strength in whole percent of the defender's (10.8); what is left over is dropped.

    >>> percentage(20, 13), percentage(6, 2), percentage(1, 10)
    (153, 300, 10)
    """
    return attack * 100 // defence


def column_of(percent: int) -> int:
    """The column of a percentage; beyond both ends of the table the last column counts (10.9).

    >>> [COLUMNS[column_of(percent)] for percent in (49, 50, 153, 199, 5000)]
    ['<=49', '50-99', '150-199', '150-199', '500+']
    """
    return max(column for column, floor in enumerate(FLOORS) if floor <= percent)


def shifted(column: int, shift: int) -> int:
    """The column so many places to the right (or left), held within the table (10.9, ruling Q-P14).

    >>> COLUMNS[shifted(column_of(percentage(1, 10)), 3 - 1)]
    '100-149'
    """
    return max(FIRST_COLUMN, min(LAST_COLUMN, column + shift))
