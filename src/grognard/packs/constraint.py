"""What a game demands of its components as a whole, and whether a pack holds it."""

from __future__ import annotations

import msgspec


class Constraint(msgspec.Struct, frozen=True):
    """One demand on the components, with the answer.

    `count` tells how many things were looked at; `detail` what was found, or what is wrong.

    >>> Constraint("C-M04", "A headquarters for every corps", held=True, detail="10 corps", count=10)
    Constraint(id='C-M04', title='A headquarters for every corps', held=True, detail='10 corps', count=10)
    """

    id: str
    title: str
    held: bool
    detail: str = ""
    count: int = 0
