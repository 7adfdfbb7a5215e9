"""From the drawing to pixels, through a renderer that is installed only by those who want it."""

from __future__ import annotations

from grognard.board.cartography.typeface import font_files
from grognard.core.refusal import GrognardError


class NoRenderer(GrognardError):  # noqa: N818 - a refusal, not a fault
    """The library that turns drawings into pixels is not installed."""

    def __init__(self) -> None:
        super().__init__(
            "PNG needs a renderer that is not installed: pip install 'grognard[png]', or write an .svg file"
        )


def to_png(svg: str, scale: float = 1.0) -> bytes:
    """Render a drawing; `scale` 1.0 gives one pixel for each unit of the page."""
    try:
        import resvg_py
    except ImportError:
        raise NoRenderer from None
    data = resvg_py.svg_to_bytes(
        svg_string=svg,
        zoom=scale,
        skip_system_fonts=True,
        font_files=[str(path) for path in font_files()],
        font_family="Alegreya Sans",
        serif_family="Alegreya",
        sans_serif_family="Alegreya Sans",
    )
    return bytes(data)
