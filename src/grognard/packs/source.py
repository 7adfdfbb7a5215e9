"""Where a value comes from: the `source` cell that every row of a pack carries.

    rulebook:10.1.9          a rule book states or implies it: law
    history:haupt            a public fact; the key stands in the `[sources]` legend of pack.toml
    geography:natural-earth  taken from a map of the world; the key stands in the legend
    printed:map              copied by an owner from the printed component
    design                   our choice; `design:C-M09` names the constraint it serves

Several are joined by `;`. After the key a history or geography source may say more: `history:haupt p. 12`.
"""

from __future__ import annotations

from collections.abc import Collection
from enum import Enum

import msgspec

from grognard.packs.problem import did_you_mean


class SourceKind(Enum):
    """The five answers to the question where a value comes from."""

    RULEBOOK = "rulebook"
    HISTORY = "history"
    GEOGRAPHY = "geography"
    PRINTED = "printed"
    DESIGN = "design"


KINDS_IN_LEGEND = frozenset({SourceKind.HISTORY, SourceKind.GEOGRAPHY})
EXPECTED_SOURCE = "a source such as rulebook:10.1, history:KEY, geography:KEY, printed:map or design"


class Source(msgspec.Struct, frozen=True, order=True):
    """One source of a row, such as `rulebook:10.1.9`."""

    kind: SourceKind
    reference: str = ""

    @property
    def key(self) -> str:
        """The word that the `[sources]` legend explains."""
        return self.reference.split(maxsplit=1)[0] if self.reference else ""

    def __str__(self) -> str:
        return f"{self.kind.value}:{self.reference}" if self.reference else self.kind.value


class SourceError(ValueError):
    """A `source` cell that cannot be read: `found` is the bad part of it."""

    def __init__(self, found: str, expected: str = EXPECTED_SOURCE, hint: str = "") -> None:
        super().__init__(f"expected {expected}, found {found!r}")
        self.found = found
        self.expected = expected
        self.hint = hint


def parse_sources(text: str, legend: Collection[str] | None = None) -> tuple[Source, ...]:
    """The sources of a cell; raises `SourceError` for a malformed one or a key that `legend` lacks.

    >>> [str(source) for source in parse_sources("rulebook:B1; design")]
    ['rulebook:B1', 'design']
    """
    if not text.strip():
        raise SourceError("")
    return tuple(_parse_one(part.strip(), legend) for part in text.split(";"))


def _parse_one(part: str, legend: Collection[str] | None) -> Source:
    word, _, reference = part.partition(":")
    word, reference = word.strip(), reference.strip()
    try:
        kind = SourceKind(word)
    except ValueError:
        raise SourceError(part, hint=did_you_mean(word, (kind.value for kind in SourceKind))) from None
    if not reference and kind is not SourceKind.DESIGN:
        raise SourceError(part, f"a reference after '{word}:'")
    source = Source(kind, reference)
    if legend is not None and kind in KINDS_IN_LEGEND and source.key not in legend:
        raise SourceError(
            part, "a key of the [sources] legend in pack.toml", did_you_mean(source.key, legend)
        )
    return source
