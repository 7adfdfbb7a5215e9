"""Seats: who may answer a decision."""

from __future__ import annotations

from typing import NewType

Seat = NewType("Seat", str)
"""A side of the game as orders and records name it (`axis`, `soviet`), or `chance`."""
