"""A referee, an opponent and a table for hex-and-counter board wargames.

>>> import grognard
>>> game = grognard.load("moscow-1941", scenario="typhoon")  # doctest: +SKIP
>>> position = game.start()  # doctest: +SKIP

`load` is fetched from `grognard.games` when it is first used, so that `import grognard` stays cheap.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from grognard.games import load

__version__ = "0.1.0"
__all__ = ["__version__", "load"]


def __getattr__(name: str) -> Any:
    """Fetch `load` the first time somebody asks for it."""
    if name != "load":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from grognard import games

    return games.load


def __dir__() -> list[str]:
    """List the lazy name beside the others, for completion in a shell."""
    return sorted({*globals(), *__all__})
