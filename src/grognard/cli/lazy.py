"""Commands that are imported when they are used, so that `grognard --help` is quick."""

from dataclasses import dataclass
from importlib import import_module
from typing import Any, ClassVar

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command, get_group


@dataclass(frozen=True)
class Entry:
    """Where a command lives, and the line about it in the list of commands."""

    module: str
    attribute: str
    summary: str
    extra: bool = False
    """Takes options that only the game knows, such as `--axis staff`."""

    def load(self, name: str) -> Any:
        """Import the command: a Typer application becomes a group, a function a single command."""
        target = getattr(import_module(self.module), self.attribute)
        if isinstance(target, typer.Typer):
            group = get_group(target)
            group.name = name
            return group
        single = typer.Typer(add_completion=False)
        settings = {"allow_extra_args": True, "ignore_unknown_options": True} if self.extra else None
        single.command(name, context_settings=settings)(target)
        return get_command(single)


class LazyGroup(TyperGroup):
    """A group whose list of commands costs nothing; a command is imported when it is called."""

    entries: ClassVar[dict[str, Entry]] = {}

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        for name, entry in self.entries.items():
            self.add_command(TyperCommand(name, help=entry.summary), name)

    def list_commands(self, ctx: Any) -> list[str]:
        """Keep the order of the table, which is the order in which one needs them."""
        return list(self.entries)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Replace the stand-in of the list by the command itself."""
        name, _, rest = super().resolve_command(ctx, args)
        return name, self.entries[str(name)].load(str(name)), rest
