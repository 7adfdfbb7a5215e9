"""Positions as bytes: compact JSON inside the house, versioned saves at its doors."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Generic, TypeVar, Union

import msgspec

from grognard.core.procedure import AnyStep, GameOver
from grognard.core.refusal import SaveError
from grognard.core.state import State, may_change, unordered_columns

S = TypeVar("S", bound=State)

SAVE_FORMAT = "grognard-save"
SAVE_VERSION = 1


class Codec(Generic[S]):
    """Writes and reads the changing part of one game's positions."""

    def __init__(self, state_type: type[S], steps: tuple[type[AnyStep], ...]) -> None:
        for step_type in steps:
            _refuse_mutable_fields(step_type)
        step_types: Any = Union[(*steps, GameOver)]
        self._unordered = unordered_columns(state_type)
        self._plain = msgspec.json.Encoder()
        self._steps = msgspec.json.Encoder(order="deterministic")
        self._decoder: Any = msgspec.json.Decoder(tuple[int, state_type, tuple[step_types, ...]])  # type: ignore[valid-type]

    def encode(self, ply: int, state: S, stack: tuple[AnyStep, ...]) -> bytes:
        """Compact JSON: ply, state, stack."""
        return b"[%d,%b,%b]" % (ply, self._plain.encode(self._sorted(state)), self._steps.encode(stack))

    def _sorted(self, state: S) -> S:
        """The state with its sets and dicts in order; msgspec itself sorts only dicts with keys of text."""
        twin: Any = state.__copy__()  # type: ignore[attr-defined]  # msgspec has it, its stubs do not
        for name in self._unordered:
            held = getattr(twin, name)
            setattr(twin, name, dict(sorted(held.items())) if isinstance(held, dict) else sorted(held))
        return twin  # type: ignore[no-any-return]

    def decode(self, raw: bytes) -> tuple[int, S, tuple[AnyStep, ...]]:
        """The way back; raises `SaveError` when the bytes do not fit the game."""
        try:
            ply, state, stack = self._decoder.decode(raw)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise SaveError(f"this is not a position of the game: {error}") from None
        if not stack or not stack[-1].waits or ply < 0:
            raise SaveError("this is not a position of the game: it waits for nothing")
        return ply, state, stack


def _refuse_mutable_fields(step_type: type[AnyStep]) -> None:
    """Positions and their copies share the steps on the stack."""
    for field in msgspec.structs.fields(step_type):
        if may_change(field.type):
            raise TypeError(f"{step_type.__name__}.{field.name}: a step holds immutable values only")


class Save(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A saved position with all that is needed to open it again."""

    format: str = SAVE_FORMAT
    version: int = SAVE_VERSION
    game: str
    rules: str
    scenario: str
    pack: str
    pack_digest: str
    options: dict[str, str]
    digest: str
    position: msgspec.Raw


class _Head(msgspec.Struct, frozen=True):
    format: str = ""
    version: int = 0


Migration = Callable[[dict[str, Any]], dict[str, Any]]

MIGRATIONS: Mapping[int, Migration] = {}
"""From an older save version to the next one; every entry has a file in `tests/corpus`."""


def read_save(raw: bytes) -> Save:
    """Open the envelope of a save and bring it up to date; raises `SaveError`."""
    try:
        head = msgspec.json.decode(raw, type=_Head)
        if head.format != SAVE_FORMAT:
            raise SaveError("this is not a Grognard save")
        if head.version > SAVE_VERSION:
            raise SaveError(
                f"the save has version {head.version}; this Grognard reads up to {SAVE_VERSION}: update it"
            )
        return msgspec.json.decode(_migrated(raw, head.version), type=Save)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise SaveError(f"the save is damaged: {error}") from None


def _migrated(raw: bytes, version: int) -> bytes:
    if version == SAVE_VERSION:
        return raw
    content: dict[str, Any] = msgspec.json.decode(raw, type=dict[str, Any])
    for step in range(version, SAVE_VERSION):
        if step not in MIGRATIONS:
            raise SaveError(f"there is no way to read a save of version {version}")
        content = MIGRATIONS[step](content)
    return msgspec.json.encode(content)
