"""What the orders of a game are called on a screen: `words.toml` beside its rules."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import msgspec

Text = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]


class VerbWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An order in plain words.

    `title` heads the orders with this verb. `choice` says one of them: `{1}` stands for the first word
    after the verb, a unit or a hex by its name. Without it the names of all words are said.
    """

    title: Text
    choice: str = ""


class Words(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All words of a game."""

    verbs: dict[str, VerbWords] = {}


def read_words(path: Path | None) -> Mapping[str, VerbWords]:
    """The words for the verbs of a game; none when it has no such file."""
    return msgspec.toml.decode(path.read_bytes(), type=Words).verbs if path else {}
