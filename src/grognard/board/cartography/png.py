"""From the drawing to pixels, through a renderer that is installed only by those who want it."""

from __future__ import annotations

from importlib.util import find_spec

from grognard.board.cartography.typeface import font_files
from grognard.core.refusal import GrognardError

_RENDERER = "resvg_py"


class NoRenderer(GrognardError):  # noqa: N818 - a refusal, not a fault
    """The library that turns drawings into pixels is not installed."""

    def __init__(self) -> None:
        super().__init__(
            "PNG needs a renderer that is not installed: pip install 'grognard[png]', or write an .svg file"
        )


def check_renderer() -> None:
    """Raise `NoRenderer` when drawings cannot be turned into pixels here."""
    if find_spec(_RENDERER) is None:
        raise NoRenderer


def to_png(svg: str, width: int | None = None) -> bytes:
    """Render a drawing, so many pixels wide; one pixel for each unit of the page when no width is given."""
    check_renderer()
    import resvg_py

    data = resvg_py.svg_to_bytes(
        svg_string=svg,
        width=width,
        skip_system_fonts=True,
        font_files=[str(path) for path in font_files()],
        font_family="Alegreya Sans",
        serif_family="Alegreya",
        sans_serif_family="Alegreya Sans",
    )
    return bytes(data)
